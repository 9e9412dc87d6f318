/* SPDX-License-Identifier: Apache-2.0 */
/* expand-warps: what lanes do together, in terms of less, for targets that
 * have no warps.
 *
 *     %1 = vote_any %mask, %p     -->   %2 = ballot ~0, %p
 *                                       %3 = and %2, %mask
 *                                       %1 = ne %3, 0
 *
 * Of what lanes do together remain ballot and match_any of all lanes that are
 * there, shuffles (in sub-group form shuffle_idx alone) and warp_sync. */
#include "core/passes/edit.h"
#include "core/passes/passes.h"

static pk_value *mask_of(const pk_builder *b, uint32_t bits) {
    return pk_const_bits(b->fn, PK_TYPE_u32, bits);
}

static pk_value *number(const pk_builder *b, int64_t n) {
    return pk_const_int(b->fn, PK_TYPE_i32, n);
}

/* ---- warps ---- */

/* The mask of the active lanes whose bool is `truth`. */
static pk_value *ballot(pk_builder *b, pk_value *p, bool truth) {
    if (!truth)
        p = pk_emit1(b, PK_OP_not, p);
    return pk_emit2(b, PK_OP_ballot, mask_of(b, UINT32_MAX), p);
}

static pk_value *here(pk_builder *b) {
    return ballot(b, pk_const_int(b->fn, PK_TYPE_bool, 1), true);
}

static pk_value *none(pk_builder *b, pk_value *lanes, pk_value *mask) {
    lanes = pk_emit2(b, PK_OP_and, lanes, mask);
    return pk_emit2(b, PK_OP_eq, lanes, mask_of(b, 0));
}

static pk_value *expand_vote(pk_builder *b, const pk_inst *inst) {
    pk_value *mask = inst->args[0], *p = inst->args[1], *yes, *no;

    if (inst->op == PK_OP_ballot)
        return pk_emit2(b, PK_OP_and, ballot(b, p, true), mask);
    if (inst->op == PK_OP_vote_any)
        return pk_emit1(b, PK_OP_not, none(b, ballot(b, p, true), mask));
    if (inst->op == PK_OP_vote_all)
        return none(b, ballot(b, p, false), mask);
    yes = none(b, ballot(b, p, true), mask);
    no = none(b, ballot(b, p, false), mask);
    return pk_emit2(b, PK_OP_or, yes, no);
}

/* The value's bits as an integer of 4 or 8 bytes. */
static pk_value *bits_of(pk_builder *b, pk_value *value) {
    static const pk_type bits[] = {[1] = PK_TYPE_u8,
                                   [2] = PK_TYPE_u16,
                                   [4] = PK_TYPE_u32,
                                   [8] = PK_TYPE_u64};
    uint32_t bytes = pk_type_bytes(value->type);

    if (value->type != bits[bytes])
        value = pk_emit_to(b, PK_OP_bitcast, bits[bytes], value);
    return bytes < 4 ? pk_emit_to(b, PK_OP_convert, PK_TYPE_u32, value) : value;
}

static pk_value *match_any(pk_builder *b, pk_value *mask, pk_value *value) {
    value = bits_of(b, value);
    value = pk_emit2(b, PK_OP_match_any, mask_of(b, UINT32_MAX), value);
    return pk_emit2(b, PK_OP_and, value, mask);
}

static void expand_match_all(pk_builder *b, pk_inst *inst) {
    pk_value *mask = inst->args[0];
    pk_value *same = match_any(b, mask, inst->args[1]);
    pk_value *lanes = pk_emit2(b, PK_OP_and, here(b), mask);
    pk_value *all = pk_emit2(b, PK_OP_eq, same, lanes);

    inst->results[0]->mark =
        pk_emit3(b, PK_OP_select, all, lanes, mask_of(b, 0));
    inst->results[1]->mark = all;
    pk_inst_remove(inst);
}

/* The source lane of up, down and xor, itself where there is none. */
static pk_value *source_lane(pk_builder *b, const pk_inst *inst) {
    pk_value *lane = pk_emit0(b, PK_OP_lane_id);
    pk_value *by = pk_emit2(b, PK_OP_and, inst->args[2], number(b, 31));
    pk_value *from, *there;

    if (inst->op == PK_OP_shuffle_xor)
        return pk_emit2(b, PK_OP_xor, lane, by);
    if (inst->op == PK_OP_shuffle_up) {
        from = pk_emit2(b, PK_OP_sub, lane, by);
        there = pk_emit2(b, PK_OP_ge, from, number(b, 0));
    } else {
        from = pk_emit2(b, PK_OP_add, lane, by);
        there = pk_emit2(b, PK_OP_le, from, number(b, 31));
    }
    return pk_emit3(b, PK_OP_select, there, from, lane);
}

static pk_value *expand_shuffle(pk_builder *b, const pk_inst *inst) {
    pk_value *from = source_lane(b, inst);
    return pk_emit3(b, PK_OP_shuffle_idx, inst->args[0], inst->args[1], from);
}

/* ---- the pass ---- */

/* A ballot of all lanes needs no more. */
static bool is_simple(const pk_inst *inst) {
    return pk_is_const(inst->args[0]) && inst->args[0]->bits == UINT32_MAX;
}

static pk_value *expand(pk_builder *b, const pk_inst *inst) {
    switch ((int)inst->op) {
    case PK_OP_shuffle_up:
    case PK_OP_shuffle_down:
    case PK_OP_shuffle_xor: return expand_shuffle(b, inst);
    case PK_OP_ballot: return is_simple(inst) ? NULL : expand_vote(b, inst);
    case PK_OP_vote_all:
    case PK_OP_vote_any:
    case PK_OP_vote_eq: return expand_vote(b, inst);
    case PK_OP_match_any: return match_any(b, inst->args[0], inst->args[1]);
    case PK_OP_active_mask: return here(b);
    }
    return NULL;
}

typedef struct walker {
    pk_func *fn;
    bool lanes, subgroups;
} walker;

static pk_value *expand_one(const walker *w, pk_builder *b,
                            const pk_inst *inst) {
    /* Fission does better where the distance is the same for all lanes. */
    if (w->lanes && inst->arg_count == 3)
        return NULL;
    if (w->lanes || w->subgroups)
        return expand(b, inst);
    return inst->op == PK_OP_lane_id ? pk_expand_lane(b) : NULL;
}

static void walk_region(const walker *w, pk_region *region) {
    for (pk_inst *inst = region->first, *next; inst; inst = next) {
        pk_builder b;
        pk_value *by;

        next = inst->next;
        pk_resolve_args(inst);
        pk_builder_init(&b, w->fn);
        pk_builder_before(&b, inst);
        by = expand_one(w, &b, inst);
        if (w->fn->ir->arena->failed)
            return;
        if (by)
            pk_replace(inst, by);
        else if (inst->op == PK_OP_match_all)
            expand_match_all(&b, inst);
        if (inst->body)
            walk_region(w, inst->body);
        if (inst->other)
            walk_region(w, inst->other);
    }
}

pk_status pk_pass_expand_warps(pk_func *fn, const pk_caps *caps,
                               pk_error *err) {
    walker w = {fn, pk_wants_lanes(fn, caps), pk_wants_subgroups(fn, caps)};

    if (fn->kind != PK_FUNC_kernel || (caps->features & PK_CAP_warps))
        return PK_OK;
    walk_region(&w, fn->body);
    return pk_pass_done(fn, err);
}
