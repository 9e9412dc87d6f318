/* SPDX-License-Identifier: Apache-2.0 */
/* A long loop inside of rows that run together (rows.c) is cut into slices,
 * each of which all rows of the block run before any goes on with the next:
 *
 *   for.items %y = 0, %n, 1 {         for %r = 0, %slices, 1 {
 *     for.items %x = 0, %w, 1 {         for.items %y = 0, %n, 1 {
 *       set $s, 0                         for.items %x = 0, %w, 1 {
 *       for %k = 0, %m, 1 {                 set $s, 0
 *         ...                   -->         if %r != 0 { set $s, kept[%x, %y] }
 *       }                                   for %k = slice %r of 0 .. %m {
 *       c[%y, %x] = $s                        ...
 *     }                                     }
 *   }                                       if %r is the last one {
 *                                             c[%y, %x] = $s
 *                                           } else { kept[%x, %y] = $s }
 *                                         }}}
 *
 * Each group of rows reads again the elements that all rows need, a column of a
 * matrix say. A whole column may not fit into a near cache: where rows of the
 * matrix are a power of two apart only a few of its elements do, since all of
 * them have the same places in the cache. A slice of the column fits.
 *
 * Each thread does what it did, in its own order. What all threads do before
 * the loop is done again for each slice: it computes and loads, and sets
 * locals. The order of what different threads do is open, in programs without
 * races. Blocks of kernels that melt are high enough for it to pay, and no
 * barrier is among what they do. */
#include "backends/native/rows.h"

#include "core/ir_data.h"

enum {
    SLICE_BITS =
        7,        /* a slice has 128 turns: with vectors of 256 bytes 32 KiB */
    MOST_KEPT = 4 /* locals */
};

/* A loop over threads: what comes before the loop inside, that one, and what
 * comes behind it. */
typedef struct slicer {
    pk_native_emitter *e;
    const pk_native_rows *r;
    pk_inst *inner;
    pk_local *kept[MOST_KEPT];
    uint32_t count;
    uint32_t bits; /* of a slice's turns */
    pk_value *rounds, *again, *last, *from, *to;
} slicer;

/* ---- whether it may be done ---- */

typedef struct finding {
    const pk_inst *inner;
    bool stores, leaves, own_arrays;
} finding;

static void look_at(pk_inst *inst, void *arg) {
    finding *f = arg;
    const pk_inst *around = inst->target;

    f->stores |= !inst->body && inst->op != PK_OP_set &&
                 inst->op != PK_OP_get && inst->op != PK_OP_load &&
                 !inst->target && !(pk_op_table[inst->op].flags & PK_OPF_PURE);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        f->own_arrays |= pk_type_is_ptr(inst->args[i]->type) &&
                         pk_type_space(inst->args[i]->type) == PK_SPACE_local;
    while (around && around != f->inner)
        around = around->parent->owner;
    f->leaves |=
        inst->target &&
        (!around || (inst->target == f->inner && inst->op != PK_OP_continue));
}

static bool is_outside(const pk_value *v, const pk_inst *loop) {
    const pk_inst *at = v->def;

    if (v->kind != PK_VALUE_result && v->kind != PK_VALUE_index)
        return true;
    while (at && at != loop)
        at = at->parent->owner;
    return !at;
}

/* Whether a thread may do it again for each slice: compute, load, set a local.
 */
static bool is_repeatable(const pk_inst *inst, bool stores) {
    return inst->op == PK_OP_set || (inst->op == PK_OP_load && !stores) ||
           pk_op_table[inst->op].flags & PK_OPF_PURE;
}

static bool find_inner(slicer *s) {
    finding f = {NULL, false, false, false};
    pk_inst *i = s->r->threads->body->first;

    while (i && i->op != PK_OP_for)
        i = i->next;
    if (!i || !pk_is_const_int(i->args[2], 1) ||
        !is_outside(i->args[0], s->r->rows) ||
        !is_outside(i->args[1], s->r->rows))
        return false;
    s->inner = i;
    f.inner = i;
    pk_region_visit(i->body, look_at, &f);
    if (f.leaves || f.own_arrays)
        return false;
    for (i = s->r->threads->body->first; i != s->inner; i = i->next)
        if (!is_repeatable(i, f.stores))
            return false;
    return true;
}

typedef struct local_use {
    const pk_local *local;
    bool gets;
} local_use;

static void look_for_get(pk_inst *inst, void *arg) {
    local_use *use = arg;

    use->gets |= inst->op == PK_OP_get && inst->local == use->local;
}

/* Whether the local is read behind the loop inside. */
static bool is_read_behind(const slicer *s, const pk_local *local) {
    local_use use = {local, false};

    for (pk_inst *i = s->inner->next; i; i = i->next) {
        look_for_get(i, &use);
        if (i->body)
            pk_region_visit(i->body, look_for_get, &use);
        if (i->other)
            pk_region_visit(i->other, look_for_get, &use);
    }
    return use.gets;
}

static bool is_set_before(const slicer *s, const pk_local *local) {
    for (const pk_inst *i = s->inner->prev; i; i = i->prev)
        if (i->op == PK_OP_set && i->local == local)
            return true;
    return false;
}

static void look_for_set(pk_inst *inst, void *arg) {
    local_use *use = arg;

    use->gets |= inst->op == PK_OP_set && inst->local == use->local;
}

/* Finds the locals that a thread keeps from one slice to the next. */
static bool find_kept(slicer *s) {
    for (pk_local *l = s->e->fn->locals; l; l = l->next) {
        local_use set = {l, false};

        pk_region_visit(s->inner->body, look_for_set, &set);
        if (!set.gets ||
            !(pk_native_carries(s->inner, l) || is_read_behind(s, l)))
            continue;
        if (!is_lane_local(l) || !s->r->locals[l->id] || !is_set_before(s, l) ||
            s->count == MOST_KEPT || pk_type_is_ptr(l->type))
            return false;
        s->kept[s->count++] = l;
    }
    return true;
}

/* ---- doing it ---- */

static pk_type as_unsigned(pk_type type) {
    return pk_type_bytes(type) > 4 ? PK_TYPE_u64 : PK_TYPE_u32;
}

/* How many slices there are: one of nothing at all, and one where the block has
 * more threads than there is room for what they keep. */
static void put_rounds(slicer *s, pk_builder *b) {
    pk_func *fn = s->e->fn;
    pk_value *low = s->inner->args[0], *high = s->inner->args[1];
    const pk_type type = low->type, wide = as_unsigned(type);
    pk_value *some = pk_emit2(b, PK_OP_gt, high, low);
    pk_value *span =
        pk_emit_to(b, PK_OP_bitcast, wide, pk_emit2(b, PK_OP_sub, high, low));
    pk_value *threads =
        pk_emit2(b, PK_OP_mul, pk_emit_query(b, PK_OP_block_dim, 0),
                 pk_emit_query(b, PK_OP_block_dim, 1));
    pk_value *fits =
        pk_emit2(b, PK_OP_le, threads,
                 pk_const_int(fn, PK_TYPE_i32, PK_NATIVE_MOST_TOGETHER));

    span = pk_emit2(b, PK_OP_sub, span, pk_const_int(fn, wide, 1));
    span = pk_emit2(b, PK_OP_shr, span, pk_const_int(fn, wide, s->bits));
    span = pk_emit2(b, PK_OP_add, span, pk_const_int(fn, wide, 1));
    some = pk_emit2(b, PK_OP_and, some, fits);
    s->rounds = pk_emit3(b, PK_OP_select, some,
                         pk_emit_to(b, PK_OP_bitcast, type, span),
                         pk_const_int(fn, type, 1));
}

/* The loop over slices around the loop over rows, and a slice's bounds. */
static void put_slices(slicer *s, pk_builder *b) {
    pk_func *fn = s->e->fn;
    pk_value *low = s->inner->args[0], *high = s->inner->args[1], *next, *one;
    const pk_type type = low->type;
    pk_inst *loop;

    put_rounds(s, b);
    one = pk_const_int(fn, type, 1);
    loop = pk_begin_for(b, pk_const_int(fn, type, 0), s->rounds, one);
    loop->flags |= PK_INST_nonneg;
    s->again = pk_emit2(b, PK_OP_ne, loop->index, pk_const_int(fn, type, 0));
    next = pk_emit2(b, PK_OP_add, loop->index, one);
    s->last = pk_emit2(b, PK_OP_eq, next, s->rounds);
    b->flags = pk_native_bound(low) == UINT64_MAX ? 0 : PK_INST_nonneg;
    s->from =
        pk_emit2(b, PK_OP_shl, loop->index, pk_const_int(fn, type, s->bits));
    s->from = pk_emit2(b, PK_OP_add, low, s->from);
    b->flags = 0;
    s->to = pk_emit2(b, PK_OP_add, s->from,
                     pk_const_int(fn, type, INT64_C(1) << s->bits));
    s->to = pk_emit3(b, PK_OP_select, s->last, high, s->to);
    if (fn->ir->arena->failed)
        return;
    pk_inst_remove(s->r->rows);
    pk_inst_insert(loop->body, NULL, s->r->rows);
    s->inner->args[0] = s->from;
    s->inner->args[1] = s->to;
}

/* Each thread's element of an array, as is_place_in_block in rows.c knows it.
 */
static pk_value *put_place(const slicer *s, pk_builder *b, pk_value *array) {
    pk_value *row, *place;

    b->flags = PK_INST_nonneg;
    row = pk_emit2(b, PK_OP_mul, s->r->rows->index,
                   pk_emit_query(b, PK_OP_block_dim, 0));
    place = pk_emit2(b, PK_OP_add, row, s->r->threads->index);
    b->flags = 0;
    return pk_emit2(b, PK_OP_elem, array, place);
}

static void put_body(slicer *s) {
    pk_func *fn = s->e->fn;
    pk_inst *behind = s->inner->next, *branch;
    pk_value *places[MOST_KEPT];
    pk_builder b;

    pk_builder_init(&b, fn);
    pk_builder_before(&b, s->inner);
    for (uint32_t i = 0; i < s->count; i++)
        places[i] = put_place(s, &b,
                              pk_func_storage(fn, "kept", PK_SPACE_local,
                                              s->kept[i]->type,
                                              PK_NATIVE_MOST_TOGETHER, 0)
                                  ->value);
    branch = pk_begin_if(&b, s->again);
    for (uint32_t i = 0; i < s->count; i++)
        pk_emit_set(&b, s->kept[i], pk_emit1(&b, PK_OP_load, places[i]));
    pk_end_control(&b, branch);
    b.region = s->r->threads->body;
    b.before = NULL;
    branch = pk_begin_if(&b, s->last);
    if (fn->ir->arena->failed)
        return;
    for (pk_inst *next; behind && behind != branch; behind = next) {
        next = behind->next;
        pk_inst_remove(behind);
        pk_inst_insert(branch->body, NULL, behind);
    }
    pk_begin_else(&b, branch);
    for (uint32_t i = 0; i < s->count; i++)
        pk_emit2(&b, PK_OP_store, places[i], pk_emit_get(&b, s->kept[i]));
    pk_end_control(&b, branch);
}

bool pk_native_put_slices(pk_native_emitter *e, const pk_native_rows *r) {
    slicer s = {.e = e,
                .r = r,
                .bits = e->options->slice_bits ? e->options->slice_bits
                                               : SLICE_BITS};
    pk_builder b;

    if (!find_inner(&s) || !find_kept(&s))
        return false;
    pk_builder_init(&b, e->fn);
    pk_builder_before(&b, r->rows);
    put_slices(&s, &b);
    put_body(&s);
    return true;
}
