/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of what a for runs over. A range is the IR's own; anything else has
 * a length and an item for each index. */
#include "frontend/lower/iter.h"

#include "core/analysis/range.h"
#include "frontend/lower/report.h"

/* ---- lengths ---- */

/* How many steps lead from `from` to what is not before `to`; all unsigned. */
static pk_value *steps(pk_lower *l, pk_value *from, pk_value *to,
                       pk_value *step) {
    pk_value *one = pk_const_int(l->fn, PK_TYPE_u64, 1);
    pk_value *last = emit(l, PK_OP_sub, emit(l, PK_OP_sub, to, from), one);

    return emit(l, PK_OP_add, emit(l, PK_OP_floor_div, last, step), one);
}

static pk_value *as(pk_lower *l, pk_op op, pk_type type, pk_value *v) {
    return pk_emit_to(&l->b, op, type, v);
}

/* len(range(start, stop, step)): 0 steps stay 0. */
static pk_value *range_length(pk_lower *l, pk_lv range) {
    pk_value *start = range.parts[0], *stop = range.parts[1];
    pk_value *step = range.parts[2], *up, *down, *length, *none, *wide[3];
    bool falls = range.type->flags & PK_TYF_falls;
    pk_type sign = falls ? PK_TYPE_i64 : range.type->scalar;
    pk_value *zero = pk_const_int(l->fn, sign, 0);
    pk_type wider =
        pk_type_is_signed(range.type->scalar) ? PK_TYPE_i64 : PK_TYPE_u64;

    for (int i = 0; i < 3; i++)
        wide[i] = as(l, PK_OP_convert, wider, range.parts[i]);
    for (int i = 0; i < 3; i++)
        wide[i] = as(l, PK_OP_bitcast, PK_TYPE_u64, wide[i]);
    if (falls)
        step = as(l, PK_OP_bitcast, PK_TYPE_i64, step);
    none = pk_const_int(l->fn, PK_TYPE_u64, 0);
    up = steps(l, wide[0], wide[1], wide[2]);
    length =
        pk_emit3(&l->b, PK_OP_select, emit(l, PK_OP_lt, start, stop), up, none);
    length = pk_emit3(&l->b, PK_OP_select, emit(l, PK_OP_gt, step, zero),
                      length, none);
    if ((wider == PK_TYPE_i64 || falls) &&
        !(pk_is_const(step) && pk_const_get_int(step) > 0)) {
        pk_value *back = pk_emit1(&l->b, PK_OP_neg, wide[2]);
        pk_value *below = emit(l, PK_OP_gt, start, stop);
        down = steps(l, wide[1], wide[0], back);
        below = emit(l, PK_OP_and, below, emit(l, PK_OP_lt, step, zero));
        length = pk_emit3(&l->b, PK_OP_select, below, down, length);
    }
    return as(l, PK_OP_bitcast, PK_TYPE_i64, length);
}

/* The shortest; what only counts has no end. */
static pk_value *zip_length(pk_lower *l, pk_lv zip) {
    pk_value *least = NULL, *length;

    for (uint32_t i = 0; i < zip.type->count; i++) {
        pk_lv item = pk_lv_item(l, zip, i);
        if (item.type->kind == PK_TY_count)
            continue;
        length = pk_iter_length(l, item);
        least = least ? emit(l, PK_OP_min, least, length) : length;
    }
    return least ? least : pk_i64(l, 0);
}

/* The extents of an array, or a shape itself. */
static pk_value *extent(pk_lv iter, uint32_t axis) {
    bool array = iter.type->items[0]->kind == PK_TY_array;

    return iter.parts[array ? PK_PART_shape + axis : axis];
}

static uint32_t axes_of(const pk_ty *iter) {
    const pk_ty *over = iter->items[0];

    return over->kind == PK_TY_tuple ? over->count : over->ndim;
}

/* No place where an extent is not positive. */
static pk_value *element_iter_length(pk_lower *l, pk_lv iter) {
    pk_value *length = pk_i64(l, 1);

    for (uint32_t i = 0; i < axes_of(iter.type); i++) {
        pk_value *n = emit(l, PK_OP_max, extent(iter, i), pk_i64(l, 0));
        length = i ? emit(l, PK_OP_mul, length, n) : n;
    }
    return length;
}

pk_value *pk_iter_length(pk_lower *l, pk_lv over) {
    switch ((pk_ty_kind)over.type->kind) {
    case PK_TY_range: return range_length(l, over);
    case PK_TY_tuple: return pk_i64(l, over.type->count);
    case PK_TY_zip: return zip_length(l, over);
    case PK_TY_element_iter: return element_iter_length(l, over);
    case PK_TY_list: return pk_lower_list_length(l, over);
    default: return over.parts[PK_PART_shape];
    }
}

/* ---- items ---- */

static pk_lv tuple_item(pk_lower *l, pk_lv tuple, pk_value *index) {
    uint32_t count = tuple.type->count;
    pk_lv item;

    if (!count)
        return pk_lv_zero(l, &pk_ty_none);
    item = pk_lv_item(l, tuple, count - 1);
    for (uint32_t i = count - 1; i-- > 0;)
        item = pk_lower_select(l, emit(l, PK_OP_eq, index, pk_i64(l, i)),
                               pk_lv_item(l, tuple, i), item);
    return item;
}

/* A tuple of values next to each other. */
static pk_lv join(pk_lower *l, const pk_lv *items, uint32_t count) {
    const pk_ty **types = pk_arena_array(l->arena, count + 1, sizeof *types);
    uint32_t at = 0;
    pk_lv v;

    for (uint32_t i = 0; types && i < count; i++)
        types[i] = items[i].type;
    if (!types)
        return pk_lower_broken(l);
    v = pk_lv_new(l, pk_ty_tuple(l->arena, types, count));
    for (uint32_t i = 0; i < count && v.parts; i++)
        at = pk_lv_append(v.parts, at, items[i]);
    return v;
}

static pk_lv zip_item(pk_lower *l, const pk_ast *node, pk_lv zip,
                      pk_value *index) {
    pk_lv *items = pk_arena_array(l->arena, zip.type->count + 1, sizeof *items);

    if (!items)
        return pk_lower_broken(l);
    for (uint32_t i = 0; i < zip.type->count; i++)
        items[i] = pk_iter_item(l, node, pk_lv_item(l, zip, i), index);
    return join(l, items, zip.type->count);
}

/* The place number `index`, the last axis fastest. */
static pk_lv element_iter_item(pk_lower *l, const pk_ast *node, pk_lv iter,
                               pk_value *index) {
    const pk_ty *type = iter.type, *over = type->items[0];
    uint32_t count = axes_of(type);
    pk_lv *items = pk_arena_array(l->arena, count + 1, sizeof *items), pair[2];
    pk_value *at[PK_MAX_DIMS];
    pk_target element;

    if (over->kind == PK_TY_computed)
        return pk_lower_computed_flat(l, node, (pk_lv){over, iter.parts},
                                      index);
    if (!items)
        return pk_lower_broken(l);
    for (uint32_t i = count; i-- > 0;) {
        pk_value *n = extent(iter, i);
        at[i] = i ? emit(l, PK_OP_floor_mod, index, n) : index;
        items[i] = pk_lv_one(l, pk_ty_number(PK_TYPE_i64), at[i]);
        if (i)
            index = emit(l, PK_OP_floor_div, index, n);
    }
    pair[0] = join(l, items, count);
    if (type->layout == PK_ELEMENT_ITER_indices)
        return pair[0];
    if (type->layout == PK_ELEMENT_ITER_views)
        return pk_lower_element_view(l, (pk_lv){over, iter.parts}, at);
    element = pk_lower_place(l, (pk_lv){over, iter.parts}, at);
    pair[1] = pk_lower_load(l, &element);
    return type->layout == PK_ELEMENT_ITER_values ? pair[1] : join(l, pair, 2);
}

static pk_lv range_item(pk_lower *l, pk_lv range, pk_value *index) {
    pk_type type = range.type->scalar;
    pk_value *i = pk_emit_to(&l->b, PK_OP_convert, type, index);

    i = emit(l, PK_OP_mul, i, range.parts[2]);
    i = emit(l, PK_OP_add, range.parts[0], i);
    return pk_lv_one(l, pk_ty_number(type), i);
}

pk_lv pk_iter_item(pk_lower *l, const pk_ast *node, pk_lv over,
                   pk_value *index) {
    pk_target target;

    switch ((pk_ty_kind)over.type->kind) {
    case PK_TY_range: return range_item(l, over, index);
    case PK_TY_count:
        return pk_lv_one(l, pk_ty_number(PK_TYPE_i64),
                         emit(l, PK_OP_add, over.parts[0], index));
    case PK_TY_tuple: return tuple_item(l, over, index);
    case PK_TY_zip: return zip_item(l, node, over, index);
    case PK_TY_list: return pk_lower_list_next(l, over, index);
    case PK_TY_element_iter: return element_iter_item(l, node, over, index);
    default:
        target = pk_lower_row(l, over, index);
        return pk_lower_load(l, &target);
    }
}

/* ---- one by one ---- */

static void leave_unless(pk_lower *l, pk_value *more, pk_inst *loop) {
    pk_inst *inst = pk_begin_if(&l->b, pk_emit1(&l->b, PK_OP_not, more));

    pk_emit_exit(&l->b, PK_OP_break, loop);
    pk_end_control(&l->b, inst);
}

/* As Python does, each iterator in turn until one has no more. */
static pk_lv step(pk_lower *l, const pk_ast *node, pk_lv over, pk_value *at,
                  pk_inst *loop) {
    const pk_ty *type = over.type;
    pk_value *more;
    pk_lv *items, item;

    if (type->kind == PK_TY_struct) {
        item = pk_lower_generator_next(l, over, &more);
        leave_unless(l, more, loop);
        return item;
    }
    if (type->kind != PK_TY_zip) {
        if (type->kind != PK_TY_count)
            leave_unless(l, emit(l, PK_OP_lt, at, pk_iter_length(l, over)),
                         loop);
        return pk_iter_item(l, node, over, at);
    }
    items = pk_arena_array(l->arena, type->count + 1, sizeof *items);
    if (!items)
        return pk_lower_broken(l);
    for (uint32_t i = 0; i < type->count; i++)
        items[i] = step(l, node, pk_lv_item(l, over, i), at, loop);
    return join(l, items, type->count);
}

pk_lv pk_iter_step(pk_lower *l, const pk_ast *node, pk_lv over, pk_local *at,
                   pk_inst *loop) {
    pk_value *number = pk_emit_get(&l->b, at);
    pk_lv item = step(l, node, over, number, loop);

    pk_emit_set(&l->b, at, emit(l, PK_OP_add, number, pk_i64(l, 1)));
    return item;
}

void pk_iter_unpack(pk_lower *l, pk_lv generator, pk_lv *items,
                    uint32_t count) {
    pk_value *more;

    for (uint32_t i = 0; i < count; i++) {
        items[i] = pk_lower_generator_next(l, generator, &more);
        pk_lower_fail_if(
            l, pk_emit1(&l->b, PK_OP_not, more),
            pk_arena_format(l->arena,
                            "ValueError: not enough values to unpack "
                            "(expected %u, got %u)",
                            count, i),
            NULL, 0);
    }
    pk_lower_generator_next(l, generator, &more);
    pk_lower_fail_if(
        l, more,
        pk_arena_format(l->arena,
                        "ValueError: too many values to unpack (expected %u)",
                        count),
        NULL, 0);
}

/* ---- builtins ---- */

/* The parts of the arguments, as those of a value of the call's type. */
static pk_lv gather(pk_lower *l, const pk_ast *node, const pk_call *call,
                    uint32_t first) {
    pk_lv v = pk_lv_new(l, pk_note_find(l->instance, node)->v.type);
    uint32_t at = first;

    for (uint32_t i = 0; i < call->count && v.parts; i++) {
        pk_lv item;
        if (!call->nodes[i])
            continue;
        item = pk_lower_sequence(l, pk_lower_expr(l, call->nodes[i]));
        for (uint32_t k = 0; k < item.type->parts && at < v.type->parts; k++)
            v.parts[at++] = item.parts[k];
    }
    return v;
}

static pk_value *range_part(pk_lower *l, const pk_call *call, uint32_t i,
                            pk_type type) {
    return pk_lower_scalar(l, pk_lower_argument(l, call, i), type);
}

/* A step of 0 is a ValueError, like that of a slice. */
static void check_step(pk_lower *l, const pk_ast *node, pk_value *step) {
    pk_range range = pk_range_of_value(l->fn, step);

    if (range.lo > 0 || range.hi < 0)
        return;
    pk_lower_at(l, node);
    pk_lower_fail_if(
        l, emit(l, PK_OP_eq, step, pk_const_int(l->fn, step->type, 0)),
        "ValueError: range() arg 3 must not be zero", NULL, 0);
}

pk_lv pk_lower_range(pk_lower *l, const pk_ast *node, const pk_call *call) {
    pk_lv v = pk_lv_new(l, pk_note_find(l->instance, node)->v.type);
    pk_type type = v.type->scalar;

    v.parts[0] = pk_const_int(l->fn, type, 0);
    v.parts[2] = pk_const_int(l->fn, type, 1);
    if (!call->nodes[1]) {
        v.parts[1] = range_part(l, call, 0, type);
        return v;
    }
    for (uint32_t i = 0; i < 3; i++)
        if (call->nodes[i])
            v.parts[i] = range_part(l, call, i, type);
    if (call->nodes[2])
        check_step(l, call->nodes[2], v.parts[2]);
    return v;
}

pk_lv pk_lower_enumerate(pk_lower *l, const pk_ast *node, const pk_call *call) {
    pk_lv v = pk_lv_new(l, pk_note_find(l->instance, node)->v.type);
    pk_lv over = pk_lower_sequence(l, pk_lower_expr(l, call->nodes[0])), start;

    if (!v.parts)
        return v;
    v.parts[0] = pk_i64(l, 0);
    for (uint32_t k = 0; k < over.type->parts; k++)
        v.parts[1 + k] = over.parts[k];
    if (call->nodes[1]) {
        start = pk_lower_expr(l, call->nodes[1]);
        v.parts[0] = pk_lower_scalar(l, start, PK_TYPE_i64);
    }
    return v;
}

pk_lv pk_lower_zip(pk_lower *l, const pk_ast *node, const pk_call *call) {
    return gather(l, node, call, 0);
}

/* ---- iterators ---- */

pk_lv pk_iter_over(pk_lv iterator) {
    return (pk_lv){iterator.type->items[0], iterator.parts};
}

static pk_value *counter_of(pk_lv iterator) {
    return iterator.parts[iterator.type->parts - 1];
}

pk_value *pk_iter_taken(pk_lower *l, pk_lv iterator) {
    return pk_emit1(&l->b, PK_OP_load, counter_of(iterator));
}

void pk_iter_take(pk_lower *l, pk_lv iterator, pk_value *at) {
    pk_emit2(&l->b, PK_OP_store, counter_of(iterator),
             emit(l, PK_OP_add, at, pk_i64(l, 1)));
}

pk_lv pk_lower_iter(pk_lower *l, const pk_ast *node, const pk_call *call) {
    pk_storage *counter;
    pk_lv v;

    if (pk_note_find(l->instance, node)->v.type->kind == PK_TY_struct)
        return pk_lower_expr(l, call->nodes[0]);
    v = gather(l, node, call, 0);
    counter =
        pk_func_storage(l->fn, "taken", PK_SPACE_local, PK_TYPE_i64, 1, 0);

    pk_lower_at(l, node);
    if (!v.parts)
        return v;
    v.parts[v.type->parts - 1] = counter->value;
    pk_emit2(&l->b, PK_OP_store, counter->value, pk_i64(l, 0));
    return v;
}

static pk_lv next_of_generator(pk_lower *l, const pk_ast *node, pk_lv generator,
                               const pk_lv *otherwise) {
    pk_value *more;
    pk_lv item = pk_lower_generator_next(l, generator, &more);
    pk_inst *inst;
    pk_merge m;

    if (!otherwise) {
        pk_lower_fail_if(l, pk_emit1(&l->b, PK_OP_not, more), "StopIteration",
                         NULL, 0);
        return item;
    }
    m = pk_merge_new(l, pk_note_find(l->instance, node)->v.type);
    pk_merge_set(l, &m, *otherwise);
    inst = pk_begin_if(&l->b, more);
    pk_merge_set(l, &m, item);
    pk_end_control(&l->b, inst);
    return pk_merge_get(l, &m);
}

/* next(it), which fails at the end, and next(it, otherwise). */
pk_lv pk_lower_next(pk_lower *l, const pk_ast *node, const pk_call *call) {
    pk_lv iterator = pk_lower_expr(l, call->nodes[0]), otherwise = {0}, over;
    pk_value *at, *length;
    pk_inst *inst;
    pk_merge m;

    if (call->nodes[1])
        otherwise = pk_lower_expr(l, call->nodes[1]);
    pk_lower_at(l, node);
    if (iterator.type->kind == PK_TY_struct)
        return next_of_generator(l, node, iterator,
                                 call->nodes[1] ? &otherwise : NULL);
    over = pk_iter_over(iterator);
    at = pk_iter_taken(l, iterator);
    length = pk_iter_length(l, over);
    if (!call->nodes[1]) {
        pk_lower_fail_if(l, emit(l, PK_OP_ge, at, length), "StopIteration",
                         NULL, 0);
        pk_iter_take(l, iterator, at);
        return pk_iter_item(l, node, over, at);
    }
    m = pk_merge_new(l, pk_note_find(l->instance, node)->v.type);
    pk_merge_set(l, &m, otherwise);
    inst = pk_begin_if(&l->b, emit(l, PK_OP_lt, at, length));
    pk_iter_take(l, iterator, at);
    pk_merge_set(l, &m, pk_iter_item(l, node, over, at));
    pk_end_control(&l->b, inst);
    return pk_merge_get(l, &m);
}
