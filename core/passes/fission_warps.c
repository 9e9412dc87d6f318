/* SPDX-License-Identifier: Apache-2.0 */
/* fission for the lanes of a warp: the kernel is cut at what they do together
 * too, and becomes one for a warp, whose lanes are loops of 32 (form lanes).
 *
 *     %1 = shuffle_idx ~0, %v, %i      for.items %l = 0, %lanes, 1 {
 *     store %p, %1                         store meet[%l], %v
 *                             -->      }
 *                                      for.items %l = 0, %lanes, 1 {
 *                                          %1 = load meet[%i & 31]
 *                                          store %p, %1
 *                                      }
 *
 * A ballot is a local that the lanes' bits are put into. A block's last warp
 * has fewer lanes than 32 when the block is no multiple of that. */
#include "base/error.h"
#include "core/passes/fission.h"

enum { WARP = 32, MAGIC_SHIFT = 21 };

static pk_value *number(const pk_builder *b, int64_t n) {
    return pk_const_int(b->fn, PK_TYPE_i32, n);
}

static pk_value *bits32(const pk_builder *b, uint32_t bits) {
    return pk_const_bits(b->fn, PK_TYPE_u32, bits);
}

/* An operation on numbers that are not negative, nor is its result. */
static pk_value *count(pk_builder *b, pk_op op, pk_value *x, pk_value *y) {
    pk_value *v;

    b->flags = PK_INST_nonneg;
    v = pk_emit2(b, op, x, y);
    b->flags = 0;
    return v;
}

/* ---- how many ---- */

/* The threads of the block when the kernel knows them, else 0. */
static uint32_t known_threads(const pk_func *fn) {
    return fn->block[0] * fn->block[1] * fn->block[2];
}

static pk_value *block_threads(pk_builder *b) {
    uint32_t known = known_threads(b->fn);
    pk_value *n;

    if (known)
        return number(b, known);
    n = count(b, PK_OP_mul, pk_block_extent(b, 0), pk_block_extent(b, 1));
    return count(b, PK_OP_mul, n, pk_block_extent(b, 2));
}

pk_value *pk_block_warps(pk_builder *b) {
    uint32_t known = known_threads(b->fn);

    if (known)
        return number(b, (known + WARP - 1) / WARP);
    return count(b, PK_OP_shr,
                 count(b, PK_OP_add, block_threads(b), number(b, WARP - 1)),
                 number(b, 5));
}

static pk_value *first_thread(pk_builder *b) {
    if (known_threads(b->fn) && known_threads(b->fn) <= WARP)
        return number(b, 0);
    return count(b, PK_OP_mul, pk_emit0(b, PK_OP_warp_id), number(b, WARP));
}

static bool warps_are_full(const pk_func *fn) {
    return known_threads(fn) && known_threads(fn) % WARP == 0;
}

pk_value *pk_warp_lanes(pk_builder *b) {
    if (warps_are_full(b->fn))
        return number(b, WARP);
    if (known_threads(b->fn) && known_threads(b->fn) < WARP)
        return number(b, known_threads(b->fn));
    return count(b, PK_OP_min,
                 count(b, PK_OP_sub, block_threads(b), first_thread(b)),
                 number(b, WARP));
}

/* ---- thread ids ---- */

/* A quotient of a small number n < extent + 32, by multiplication: with m =
 * 2^21 / extent + 1, n * m >> 21 is exact for extents up to 1024, and the
 * product is below 2^31. */
static pk_value *find_magic(pk_builder *b, pk_value *extent) {
    pk_value *q = count(b, PK_OP_quot, number(b, 1 << MAGIC_SHIFT), extent);
    return count(b, PK_OP_add, q, number(b, 1));
}

static void divide(pk_builder *b, pk_value *n, pk_value *extent,
                   pk_value *magic, pk_value **q, pk_value **r) {
    pk_value *product = count(b, PK_OP_mul, n, magic);

    *q = count(b, PK_OP_shr, product, number(b, MAGIC_SHIFT));
    *r = count(b, PK_OP_sub, n, count(b, PK_OP_mul, *q, extent));
}

/* Rows of the block begin with a warp, or there is but one. */
static bool rows_are_warps(const pk_func *fn) {
    return (fn->block[0] && fn->block[0] % WARP == 0) ||
           (fn->block[1] == 1 && fn->block[2] == 1);
}

void pk_warp_ids_begin(const pk_fission *f, pk_builder *b, pk_warp_ids *ids) {
    bool one_row = f->fn->block[1] == 1 && f->fn->block[2] == 1;
    pk_value *rest = first_thread(b);

    ids->exact = rows_are_warps(f->fn);
    for (int axis = 0; axis < 2; axis++) {
        if (one_row)
            break;
        ids->extent[axis] = pk_block_extent(b, axis);
        ids->start[axis] = count(b, PK_OP_rem, rest, ids->extent[axis]);
        rest = count(b, PK_OP_quot, rest, ids->extent[axis]);
        if (!ids->exact)
            ids->magic[axis] = find_magic(b, ids->extent[axis]);
    }
    ids->start[one_row ? 0 : 2] = rest;
    for (int axis = 1; axis < 3 && one_row; axis++)
        ids->start[axis] = number(b, 0);
}

void pk_warp_ids_find(pk_fission *f, pk_builder *b, const pk_warp_ids *ids,
                      pk_value *lane) {
    pk_value *carry = lane;

    for (int axis = 0; axis < 3; axis++) {
        f->id[axis] = ids->start[axis];
        if (axis && ids->exact)
            continue;
        f->id[axis] = count(b, PK_OP_add, ids->start[axis], carry);
        if (axis < 2 && !ids->exact)
            divide(b, f->id[axis], ids->extent[axis], ids->magic[axis], &carry,
                   &f->id[axis]);
    }
}

/* ---- what lanes do together ---- */

void pk_fission_begin_warp(pk_fission *f) {
    pk_builder b;

    pk_builder_init(&b, f->fn);
    b.before = f->fn->body->first;
    f->lane = pk_emit0(&b, PK_OP_lane_id);
}

static pk_value *place(pk_builder *b, const pk_storage *s, pk_value *index) {
    b->flags = PK_INST_nonneg;
    index = pk_emit_to(b, PK_OP_convert, PK_TYPE_i64, index);
    b->flags = 0;
    return pk_emit2(b, PK_OP_elem, s->value, index);
}

static pk_builder in_region(const pk_fission *f, pk_region *region,
                            const pk_inst *inst) {
    pk_builder b;

    pk_builder_init(&b, f->fn);
    b.region = region;
    b.loc = inst->loc;
    return b;
}

/* Makes the instruction another one, at the end of the builder's region. */
static void become(pk_builder *b, pk_inst *inst, pk_op op, pk_value *arg,
                   pk_local *local) {
    inst->op = op;
    inst->arg_count = arg ? 1 : 0;
    if (arg)
        inst->args[0] = arg;
    inst->local = local;
    pk_inst_insert(b->region, NULL, inst);
}

static void cut_ballot(pk_fission *f, pk_inst *inst) {
    pk_local *mask = pk_func_local(f->fn, "mask", PK_TYPE_u32);
    pk_builder b = in_region(f, f->out, inst);
    pk_value *bit;

    pk_fission_share(f, mask); /* new: it may be cleared before the piece */
    pk_emit_set(&b, mask, bits32(&b, 0));
    b.region = f->piece;
    bit = pk_emit2(&b, PK_OP_shl, bits32(&b, 1),
                   pk_emit_to(&b, PK_OP_convert, PK_TYPE_u32, f->lane));
    bit = pk_emit3(&b, PK_OP_select, inst->args[1], bit, bits32(&b, 0));
    pk_emit_set(&b, mask, pk_emit2(&b, PK_OP_or, pk_emit_get(&b, mask), bit));
    pk_fission_flush(f);
    b.region = f->out;
    become(&b, inst, PK_OP_get, NULL, mask);
}

static void meet(pk_fission *f, pk_builder *b, const pk_storage *s,
                 pk_value *value) {
    pk_emit2(b, PK_OP_store, place(b, s, f->lane), value);
    pk_fission_flush(f);
}

/* ---- shuffles ---- */

static bool names_all(const pk_value *mask) {
    return pk_is_const(mask) && mask->bits == UINT32_MAX;
}

/* Whether the mask names the lane. */
static pk_value *is_named(pk_builder *b, pk_value *mask, pk_value *lane) {
    pk_value *bit = pk_emit2(b, PK_OP_shr, mask,
                             pk_emit_to(b, PK_OP_convert, PK_TYPE_u32, lane));

    bit = pk_emit2(b, PK_OP_and, bit, bits32(b, 1));
    return pk_emit2(b, PK_OP_ne, bit, bits32(b, 0));
}

/* Whether a lane at that distance is one of the 32. */
static pk_value *is_lane(pk_builder *b, pk_op op, pk_value *lane,
                         pk_value *by) {
    if (op == PK_OP_shuffle_up)
        return pk_emit2(b, PK_OP_ge, lane, by);
    return pk_emit2(b, PK_OP_lt, lane,
                    count(b, PK_OP_sub, number(b, WARP), by));
}

/* The lane that the value comes from, itself where there is none. */
static pk_value *source_lane(pk_builder *b, pk_op op, pk_value *lane,
                             pk_value *by) {
    pk_value *from, *there;

    if (op == PK_OP_shuffle_idx)
        return by;
    if (op == PK_OP_shuffle_xor)
        return count(b, PK_OP_xor, lane, by);
    there = is_lane(b, op, lane, by);
    from =
        pk_emit2(b, op == PK_OP_shuffle_up ? PK_OP_sub : PK_OP_add, lane, by);
    return pk_emit3(b, PK_OP_select, there, from, lane);
}

/* A source lane that is not named, or not there, is the lane itself. */
static void shuffle_any(pk_fission *f, pk_inst *inst) {
    pk_value *mask = inst->args[0], *from, *exists;
    pk_storage *s = pk_fission_exchange(f, inst->args[1]->type, WARP);
    pk_builder b = in_region(f, f->piece, inst);

    meet(f, &b, s, inst->args[1]);
    from = count(&b, PK_OP_and, inst->args[2], number(&b, WARP - 1));
    from = source_lane(&b, inst->op, f->lane, from);
    if (!names_all(mask))
        from =
            pk_emit3(&b, PK_OP_select, is_named(&b, mask, from), from, f->lane);
    if (!warps_are_full(f->fn)) {
        exists = pk_emit2(&b, PK_OP_lt, from, pk_warp_lanes(&b));
        from = pk_emit3(&b, PK_OP_select, exists, from, f->lane);
    }
    become(&b, inst, PK_OP_load, place(&b, s, from), NULL);
}

/* The values stand twice in a row, so that lanes at a distance are next to
 * each other wherever it leads. */
static pk_value *load_shifted(pk_builder *b, const pk_storage *s,
                              pk_value *lane, pk_value *by, bool up) {
    if (up)
        by = count(b, PK_OP_sub, number(b, WARP), by);
    return pk_emit1(b, PK_OP_load, place(b, s, count(b, PK_OP_add, lane, by)));
}

/* For distances of one bit, or none: lanes that have it look down. */
static pk_value *load_swapped(pk_builder *b, const pk_storage *s,
                              pk_value *lane, pk_value *by) {
    pk_value *bit = count(b, PK_OP_and, lane, by);
    pk_value *has = pk_emit2(b, PK_OP_ne, bit, number(b, 0));
    pk_value *below = load_shifted(b, s, lane, by, true);
    pk_value *above = load_shifted(b, s, lane, by, false);

    return pk_emit3(b, PK_OP_select, has, below, above);
}

static pk_inst *begin_lanes(pk_builder *b, bool items) {
    pk_value *lanes = pk_warp_lanes(b);
    pk_inst *loop;

    b->flags = items ? PK_INST_items : 0;
    loop = pk_begin_for(b, number(b, 0), lanes, number(b, 1));
    b->flags = 0;
    return loop;
}

/* Which of both ways is found out once for all lanes. */
static const pk_storage *swap_by(pk_fission *f, pk_builder *b,
                                 const pk_storage *s, pk_value *by) {
    pk_storage *found = pk_fission_exchange(f, s->elem, WARP);
    pk_value *less = pk_emit2(b, PK_OP_sub, by, number(b, 1)), *from;
    pk_value *rest = pk_emit2(b, PK_OP_and, by, less);
    pk_inst *choice, *loop;

    choice = pk_begin_if(b, pk_emit2(b, PK_OP_eq, rest, number(b, 0)));
    loop = begin_lanes(b, true);
    from = load_swapped(b, s, loop->index, by);
    pk_emit2(b, PK_OP_store, place(b, found, loop->index), from);
    pk_end_control(b, loop);
    pk_begin_else(b, choice);
    loop = begin_lanes(b, true);
    from = count(b, PK_OP_xor, loop->index, by);
    from = pk_emit1(b, PK_OP_load, place(b, s, from));
    pk_emit2(b, PK_OP_store, place(b, found, loop->index), from);
    pk_end_control(b, loop);
    pk_end_control(b, choice);
    return found;
}

/* All lanes look equally far: no gathering, so loops become vectors. */
static void shuffle_together(pk_fission *f, pk_inst *inst) {
    pk_storage *s = pk_fission_exchange(f, inst->args[1]->type, 2 * WARP);
    pk_builder b = in_region(f, f->piece, inst), out;
    pk_value *by, *value, *own, *good = NULL, *named;
    bool swap = inst->op == PK_OP_shuffle_xor;

    pk_emit2(&b, PK_OP_store,
             place(&b, s, count(&b, PK_OP_add, f->lane, number(&b, WARP))),
             inst->args[1]);
    meet(f, &b, s, inst->args[1]);
    out = in_region(f, f->out, inst);
    by = count(&out, PK_OP_and, inst->args[2], number(&out, WARP - 1));
    if (swap)
        value = pk_emit1(&b, PK_OP_load,
                         place(&b, swap_by(f, &out, s, by), f->lane));
    else
        value = load_shifted(&b, s, f->lane, by, inst->op == PK_OP_shuffle_up);
    if (!swap)
        good = is_lane(&b, inst->op, f->lane, by);
    if (!names_all(inst->args[0])) {
        named =
            is_named(&b, inst->args[0], source_lane(&b, inst->op, f->lane, by));
        good = good ? pk_emit2(&b, PK_OP_and, good, named) : named;
    }
    own = pk_emit1(&b, PK_OP_load, place(&b, s, f->lane));
    if (!good)
        good = pk_const_int(f->fn, PK_TYPE_bool, 1);
    inst->args[0] = good;
    inst->args[1] = value;
    inst->args[2] = own;
    inst->op = PK_OP_select;
    pk_inst_insert(f->piece, NULL, inst);
}

static void cut_shuffle(pk_fission *f, pk_inst *inst) {
    if (inst->op != PK_OP_shuffle_idx && warps_are_full(f->fn) &&
        pk_is_scalar(&f->s, inst->args[2]))
        shuffle_together(f, inst);
    else
        shuffle_any(f, inst);
}

/* ---- matches ---- */

/* Lane by lane: who else has its bits? */
static void match_lanes(pk_builder *b, const pk_storage *s,
                        const pk_storage *found) {
    pk_inst *zero = begin_lanes(b, true), *one, *all;
    pk_value *bit, *value, *same, *at;

    pk_emit2(b, PK_OP_store, place(b, found, zero->index), bits32(b, 0));
    pk_end_control(b, zero);
    one = begin_lanes(b, false);
    value = pk_emit1(b, PK_OP_load, place(b, s, one->index));
    bit = pk_emit2(b, PK_OP_shl, bits32(b, 1),
                   pk_emit_to(b, PK_OP_convert, PK_TYPE_u32, one->index));
    all = begin_lanes(b, true);
    same = pk_emit1(b, PK_OP_load, place(b, s, all->index));
    same = pk_emit2(b, PK_OP_eq, same, value);
    bit = pk_emit3(b, PK_OP_select, same, bit, bits32(b, 0));
    at = place(b, found, all->index);
    pk_emit2(b, PK_OP_store, at,
             pk_emit2(b, PK_OP_or, pk_emit1(b, PK_OP_load, at), bit));
    pk_end_control(b, all);
    pk_end_control(b, one);
}

static void cut_match(pk_fission *f, pk_inst *inst) {
    pk_storage *s = pk_fission_exchange(f, inst->args[1]->type, WARP);
    pk_storage *found = pk_fission_exchange(f, PK_TYPE_u32, WARP);
    pk_builder b = in_region(f, f->piece, inst);

    meet(f, &b, s, inst->args[1]);
    b.region = f->out;
    match_lanes(&b, s, found);
    b.region = f->piece;
    become(&b, inst, PK_OP_load, place(&b, found, f->lane), NULL);
}

void pk_fission_warp(pk_fission *f, pk_inst *inst) {
    switch ((int)inst->op) {
    case PK_OP_ballot: cut_ballot(f, inst); break;
    case PK_OP_shuffle_idx:
    case PK_OP_shuffle_up:
    case PK_OP_shuffle_down:
    case PK_OP_shuffle_xor: cut_shuffle(f, inst); break;
    case PK_OP_match_any: cut_match(f, inst); break;
    case PK_OP_warp_sync: pk_fission_flush(f); break;
    default:
        f->status = pk_fail(f->err, PK_INTERNAL, "%s is left by expand-warps",
                            pk_op_table[inst->op].name);
    }
}
