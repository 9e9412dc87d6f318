/* SPDX-License-Identifier: Apache-2.0 */
/* narrow16: what is computed with 32 bits between numbers of 8 and 16 bits is
 * computed with 16 where the result is the same, on targets whose vectors hold
 * twice as many of these.
 *
 *     %2: i32 = convert %1: u8         %2: u16 = convert %1: u8
 *     %3: i32 = mul %2, 150:i32        %3: u16 = mul %2, 150:u16
 *     %4: i32 = shr %3, 8:i32     =>   %4: u16 = shr %3, 8:u16
 *     %5: u8 = convert %4              %5: u8 = convert %4
 *
 * An operation goes when all operands, which are constants, conversions of
 * short numbers or such operations, and the result fit into an i16 or u16, and
 * when nothing wants the result with 32 bits: a conversion in the middle costs
 * what the shorter operation gains. Comparisons take short operands as they
 * are. Which operations are left is found in rounds: each takes those out of
 * which something is not short. */
#include "base/error.h"
#include "core/passes/edit.h"
#include "core/passes/facts.h"
#include "core/passes/passes.h"

enum {
    ROUNDS = 12 /* more take time; what is not settled then stays as it is */
};

typedef struct shortener {
    pk_func *fn;
    pk_builder b;
    pk_ranges ranges;
    uint32_t value_count; /* values that `ranges` knows */
    pk_type *types; /* by value id: in which an operation, or the comparison of
                       its operands, is computed; 0: as it is */
    bool changed;
} shortener;

static bool is_short(pk_type type) {
    return pk_type_is_int(type) && pk_type_bytes(type) <= 2;
}

static pk_range range_of(const shortener *s, const pk_value *v) {
    return pk_is_const(v)           ? pk_range_of_const(v)
           : v->id < s->value_count ? s->ranges.values[v->id]
                                    : pk_range_of_type(v->type);
}

/* The result's type, PK_TYPE_void when none has the whole range. */
static pk_type type_of(pk_range r) {
    return pk_range_fits(r, PK_TYPE_u16)   ? PK_TYPE_u16
           : pk_range_fits(r, PK_TYPE_i16) ? PK_TYPE_i16
                                           : PK_TYPE_void;
}

/* Whether it is to be had with 16 bits. */
static bool has_short(const shortener *s, const pk_value *v) {
    return v->type == PK_TYPE_i32 &&
           (pk_is_const(v) || (v->id < s->value_count && s->types[v->id]) ||
            (pk_is_op(v, PK_OP_convert) && is_short(v->def->args[0]->type)));
}

/* Operations that give in 16 bits what they give in 32, as long as operands
 * and result fit. */
static bool may_shorten(const pk_inst *inst) {
    switch ((int)inst->op) {
    case PK_OP_add:
    case PK_OP_sub:
    case PK_OP_mul:
    case PK_OP_neg:
    case PK_OP_abs:
    case PK_OP_min:
    case PK_OP_max:
    case PK_OP_and:
    case PK_OP_or:
    case PK_OP_xor:
    case PK_OP_select: return true;
    case PK_OP_shl:
    case PK_OP_shr:
        return pk_is_const(inst->args[1]) && inst->args[1]->bits < 16;
    case PK_OP_quot:
    case PK_OP_rem:
    case PK_OP_floor_div:
    case PK_OP_floor_mod:
        return pk_is_const(inst->args[1]) &&
               pk_const_get_int(inst->args[1]) > 0;
    }
    return false;
}

static bool is_compare(const pk_inst *inst) {
    return pk_op_table[inst->op].rule == PK_RULE_COMPARE &&
           inst->args[0]->type == PK_TYPE_i32;
}

/* The type for an instruction by what its operands are now. */
static pk_type choose(const shortener *s, const pk_inst *inst) {
    const uint32_t first = inst->op == PK_OP_select;
    const bool compares = is_compare(inst);
    pk_range all;
    bool constant = true;

    if (!compares &&
        (!may_shorten(inst) || inst->results[0]->type != PK_TYPE_i32))
        return PK_TYPE_void;
    all = compares ? range_of(s, inst->args[0]) : range_of(s, inst->results[0]);
    for (uint32_t i = first; i < inst->arg_count; i++) {
        if (!has_short(s, inst->args[i]))
            return PK_TYPE_void;
        constant &= pk_is_const(inst->args[i]);
        all = pk_range_union(all, range_of(s, inst->args[i]));
    }
    return constant ? PK_TYPE_void : type_of(all);
}

static void add(pk_inst *inst, void *arg) {
    shortener *s = arg;

    if (inst->result_count == 1 && pk_op_is_pure(inst->op) &&
        inst->results[0]->id < s->value_count)
        s->types[inst->results[0]->id] = choose(s, inst);
}

/* Whether the instruction takes what is short as it is. */
static bool takes_short(const shortener *s, const pk_inst *inst) {
    if (inst->result_count != 1)
        return false;
    return (inst->op == PK_OP_convert && is_short(inst->results[0]->type)) ||
           s->types[inst->results[0]->id];
}

/* Takes out what an instruction wants with 32 bits, and the instruction when an
 * operand is out. */
static void take_out(pk_inst *inst, void *arg) {
    shortener *s = arg;

    if (inst->result_count == 1 && s->types[inst->results[0]->id] &&
        !choose(s, inst)) {
        s->types[inst->results[0]->id] = PK_TYPE_void;
        s->changed = true;
    }
    if (takes_short(s, inst))
        return;
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        const pk_value *v = inst->args[i];
        if (v->type == PK_TYPE_i32 && !pk_is_const(v) &&
            v->id < s->value_count && s->types[v->id]) {
            s->types[v->id] = PK_TYPE_void;
            s->changed = true;
        }
    }
}

/* ---- rewriting ---- */

static pk_value *short_of(shortener *s, pk_value *v, pk_type type) {
    if (pk_is_const(v))
        return pk_const_int(s->fn, type, pk_const_get_int(v));
    v = v->def->args[0]; /* of a conversion */
    return v->type == type ? v : pk_emit_to(&s->b, PK_OP_convert, type, v);
}

static void shorten(shortener *s, pk_inst *inst, pk_type type) {
    const uint32_t first = inst->op == PK_OP_select;
    pk_value *args[3] = {NULL}, *made;

    pk_func_get_data(s->fn)->shortened = true;
    pk_builder_before(&s->b, inst);
    s->b.flags = pk_type_is_signed(type) ? inst->flags & PK_INST_nonneg : 0;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        args[i] = i < first ? inst->args[i] : short_of(s, inst->args[i], type);
    if (is_compare(inst)) {
        inst->args[0] = args[0];
        inst->args[1] = args[1];
        return;
    }
    made = pk_emit_again(&s->b, inst, args);
    pk_replace(inst, pk_emit_to(&s->b, PK_OP_convert, PK_TYPE_i32, made));
}

/* A short number of what is short now. */
static void shorten_convert(const shortener *s, pk_inst *inst) {
    const pk_type to = inst->results[0]->type;
    pk_value *from = inst->args[0];

    if (!is_short(to) || pk_is_const(from) || !has_short(s, from))
        return;
    from = from->def->args[0];
    if (from->type == to)
        pk_replace(inst, from);
    else
        inst->args[0] = from;
}

static void rewrite(shortener *s, pk_region *region) {
    for (pk_inst *inst = region->first, *next; inst; inst = next) {
        pk_type type = PK_TYPE_void;

        if (s->fn->ir->arena->failed)
            return;
        next = inst->next;
        pk_resolve_args(inst);
        if (inst->result_count == 1 && inst->results[0]->id < s->value_count)
            type = s->types[inst->results[0]->id];
        if (type)
            shorten(s, inst, type);
        else if (inst->op == PK_OP_convert)
            shorten_convert(s, inst);
        if (inst->body)
            rewrite(s, inst->body);
        if (inst->other)
            rewrite(s, inst->other);
    }
}

static void run(shortener *s, pk_arena *scratch) {
    s->value_count = s->fn->value_count;
    s->types =
        pk_arena_array(scratch, s->value_count + (size_t)1, sizeof *s->types);
    if (scratch->failed)
        return;
    pk_region_visit(s->fn->body, add, s);
    for (int i = 0; i < ROUNDS; i++) {
        s->changed = false;
        pk_region_visit(s->fn->body, take_out, s);
        if (!s->changed) {
            rewrite(s, s->fn->body);
            return;
        }
    }
}

pk_status pk_pass_narrow16(pk_func *fn, const pk_caps *caps, pk_error *err) {
    shortener s = {.fn = fn};
    pk_status status = PK_OK;
    pk_arena scratch;

    if (!(caps->features & PK_CAP_short_vectors))
        return PK_OK;
    pk_builder_init(&s.b, fn);
    pk_arena_init(&scratch, fn->ir->arena->allocator);
    if (pk_ranges_find(fn, &scratch, &s.ranges))
        run(&s, &scratch);
    if (scratch.failed)
        status = pk_fail_no_memory(err);
    pk_arena_finish(&scratch);
    return status == PK_OK ? pk_pass_done(fn, err) : status;
}
