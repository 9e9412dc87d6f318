/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of arrays: addresses, views, their attributes.
 *
 * An array is its data pointer, its shape, and for layout 'A' its strides in
 * bytes; the strides of 'C' and 'F' follow from the shape. Complex elements
 * are pairs, so the pointer counts twice as many. */
#include "frontend/lower/lower.h"

#include "frontend/lower/report.h"
#include "frontend/types/struct.h"
#include "frontend/values/known.h"

#include <stdlib.h>
#include <string.h>

/* One index along one axis: a place, or a range of places. */
typedef struct axis_index {
    bool is_slice;
    pk_value *at;     /* first place, i64, not negative */
    pk_value *length; /* slice */
    pk_value *step;   /* slice */
} axis_index;

/* The indices of all axes of an array, and how many new axes stand in front
 * of each of them and behind the last. */
typedef struct index_list {
    axis_index axes[PK_MAX_DIMS];
    uint8_t added[PK_MAX_DIMS + 1];
} index_list;

static uint32_t element_bytes(const pk_ty *array) {
    return pk_ty_bytes(pk_ty_element(array));
}

static pk_value *shape_of(pk_lv array, uint32_t axis) {
    return array.parts[PK_PART_shape + axis];
}

/* a * b, where 1 and constants are common. */
static pk_value *times(pk_lower *l, pk_value *a, pk_value *b) {
    if (pk_is_const_int(a, 1) || pk_is_const_int(b, 0))
        return b;
    if (pk_is_const_int(b, 1) || pk_is_const_int(a, 0))
        return a;
    if (pk_is_const(a) && pk_is_const(b))
        return pk_i64(l, (int64_t)((uint64_t)pk_const_get_int(a) *
                                   (uint64_t)pk_const_get_int(b)));
    return emit(l, PK_OP_mul, a, b);
}

static pk_value *plus(pk_lower *l, pk_value *a, pk_value *b) {
    if (!a || pk_is_const_int(a, 0))
        return b;
    if (pk_is_const_int(b, 0))
        return a;
    return emit(l, PK_OP_add, a, b);
}

pk_value *pk_lower_stride(pk_lower *l, pk_lv array, uint32_t axis) {
    const pk_ty *type = array.type;
    pk_value *stride;

    if (type->layout == 'A')
        return array.parts[pk_part_stride(type) + axis];
    stride = pk_i64(l, element_bytes(type));
    if (type->layout == 'C')
        for (uint32_t i = axis + 1; i < type->ndim; i++)
            stride = times(l, stride, shape_of(array, i));
    else
        for (uint32_t i = 0; i < axis; i++)
            stride = times(l, stride, shape_of(array, i));
    return stride;
}

/* True for a view of another array: its first stride is computed. */
static bool is_view(pk_lv array) {
    return array.type->layout == 'A' &&
           array.parts[pk_part_stride(array.type)]->kind != PK_VALUE_param;
}

/* Python's rule: a negative index counts from the end. Unsigned ones and
 * constants need no test, but a view's strides would hide a constant, which a
 * report names; an array sized by the launch has no known end. */
static pk_value *wrap(pk_lower *l, pk_lv array, uint32_t axis, pk_lv index) {
    pk_value *at = pk_lower_scalar(l, index, PK_TYPE_i64);

    if (!pk_type_is_signed(index.type->scalar) ||
        pk_lower_unsized(l, array.type))
        return at;
    if (pk_is_const(at) && (pk_const_get_int(at) < 0 || !is_view(array)))
        return pk_const_get_int(at) >= 0
                   ? at
                   : emit(l, PK_OP_add, shape_of(array, axis), at);
    return emit(l, PK_OP_wrap_index, at, shape_of(array, axis));
}

static pk_value *wrapped(pk_lower *l, pk_lv array, uint32_t axis, pk_lv index) {
    pk_value *at = wrap(l, array, axis, index);
    bool unsized = pk_lower_unsized(l, array.type);

    /* An array without elements is checked whatever the options are. */
    if (pk_lower_checks_array(l, array.type) ||
        (!unsized && pk_is_const_int(shape_of(array, axis), 0)))
        pk_lower_bounds(l, array, axis, at, index.parts[0]);
    return at;
}

/* ---- slices ---- */

/* A slice of an index: written there, or a value. */
typedef struct slice_source {
    const pk_ast *node;
    pk_lv value;
} slice_source;

/* Its start, stop or step; false: there is none. */
static bool slice_part(pk_lower *l, const slice_source *from, uint32_t k,
                       pk_lv *out) {
    const pk_ast *node = from->node;

    if (from->value.type) {
        if (k < from->value.type->count)
            *out = pk_lv_item(l, from->value, k);
        return k < from->value.type->count;
    }
    node = k == 0   ? node->Slice.lower
           : k == 1 ? node->Slice.upper
                    : node->Slice.step;
    if (!node || pk_note_find(l->instance, node)->v.type->kind == PK_TY_none)
        return false;
    *out = pk_lower_expr(l, node);
    return true;
}

/* One bound in 64 bits; too large an unsigned one is past every end. */
static pk_value *bound(pk_lower *l, const slice_source *from, uint32_t k,
                       pk_value *missing, pk_value *length, pk_value *low,
                       pk_value *high) {
    pk_lv given;
    pk_value *at;

    if (!slice_part(l, from, k, &given))
        return missing;
    if (given.type->scalar == PK_TYPE_u64 && !pk_is_const(given.parts[0]))
        given.parts[0] =
            emit(l, PK_OP_min, given.parts[0],
                 pk_const_bits(l->fn, PK_TYPE_u64, (uint64_t)INT64_MAX));
    at = pk_lower_scalar(l, given, PK_TYPE_i64);
    if (pk_type_is_signed(given.type->scalar))
        at = emit(l, PK_OP_wrap_index, at, length);
    at = emit(l, PK_OP_max, at, low);
    return emit(l, PK_OP_min, at, high);
}

/* The step of a slice: 1 where there is none. A step of 0 ends the thread. */
static pk_value *slice_step(pk_lower *l, const slice_source *from) {
    pk_value *step, *zero;
    pk_lv given;

    if (!slice_part(l, from, 2, &given))
        return pk_i64(l, 1);
    step = pk_lower_scalar(l, given, PK_TYPE_i64);
    if (pk_is_const(step) && pk_const_get_int(step))
        return step;
    pk_lower_at(l, from->value.type ? from->node : from->node->Slice.step);
    zero = emit(l, PK_OP_eq, step, pk_i64(l, 0));
    pk_lower_fail_if(l, zero, "ValueError: slice step cannot be zero", NULL, 0);
    /* -2^63 has no opposite; a step of -2^63 + 1 takes one place as well. */
    return emit(l, PK_OP_max, step, pk_i64(l, -INT64_MAX));
}

/* a where the step goes down, else b; constants stay such. */
static pk_value *by_sign(pk_lower *l, pk_value *down, pk_value *a,
                         pk_value *b) {
    if (a == b)
        return a;
    if (pk_is_const(down))
        return pk_const_get_int(down) ? a : b;
    return pk_emit3(&l->b, PK_OP_select, down, a, b);
}

/* Places between start and stop, by the sign of the step. */
static pk_value *both_ways(pk_lower *l, pk_value *down, pk_value *start,
                           pk_value *stop) {
    pk_value *to = by_sign(l, down, start, stop);
    pk_value *from = by_sign(l, down, stop, start);
    pk_value *span = emit(l, PK_OP_sub, to, from);

    return emit(l, PK_OP_max, span, pk_i64(l, 0));
}

/* slice.indices of CPython, and how many places there are. */
static axis_index slice_along(pk_lower *l, pk_lv array, uint32_t axis,
                              const slice_source *from) {
    pk_value *length = shape_of(array, axis), *zero = pk_i64(l, 0);
    pk_value *step = slice_step(l, from), *down, *stop, *size;
    pk_value *low = zero, *high = length, *minus = pk_i64(l, -1);
    axis_index out = {.is_slice = true, .step = step};

    if (pk_is_const(step))
        down = pk_const_int(l->fn, PK_TYPE_bool, pk_const_get_int(step) < 0);
    else
        down = emit(l, PK_OP_lt, step, zero);
    if (!pk_is_const_int(down, 0)) {
        low = by_sign(l, down, minus, zero);
        high = by_sign(l, down, plus(l, length, minus), length);
    }
    out.at = bound(l, from, 0, by_sign(l, down, high, low), length, low, high);
    stop = bound(l, from, 1, by_sign(l, down, low, high), length, low, high);
    if (out.at == zero && stop == length)
        out.length = length;
    else if (out.at == zero)
        out.length = stop; /* not negative */
    else
        out.length = both_ways(l, down, out.at, stop);
    if (pk_is_const_int(step, 1) || pk_is_const_int(step, -1))
        return out;
    size = pk_is_const(step) ? pk_i64(l, llabs(pk_const_get_int(step)))
                             : pk_emit1(&l->b, PK_OP_abs, step);
    /* (length - 1) // size + 1, which is 0 for 0. */
    out.length =
        plus(l, emit(l, PK_OP_floor_div, plus(l, out.length, minus), size),
             pk_i64(l, 1));
    return out;
}

static axis_index lower_slice(pk_lower *l, pk_lv array, uint32_t axis,
                              const pk_ast *node) {
    struct pk_evaluated *outer = pk_lower_operands(l, node);
    axis_index out = slice_along(l, array, axis, &(slice_source){.node = node});

    l->evaluated = outer;
    return out;
}

/* ---- indices ---- */

static axis_index whole_axis(pk_lower *l, pk_lv array, uint32_t axis) {
    return (axis_index){true, pk_i64(l, 0), shape_of(array, axis),
                        pk_i64(l, 1)};
}

/* Axes that a value in an index takes. */
static uint32_t axes_of(const pk_ty *type) {
    uint32_t count = 0;

    if (type->kind != PK_TY_tuple || pk_ty_is_slice(type))
        return type->kind != PK_TY_ellipsis && type->kind != PK_TY_none;
    for (uint32_t i = 0; i < type->count; i++)
        count += axes_of(type->items[i]);
    return count;
}

static uint32_t axes_taken(pk_lower *l, const pk_ast *node) {
    return node->kind == PK_AST_Slice
               ? 1
               : axes_of(pk_note_find(l->instance, node)->v.type);
}

/* Where the next index goes: `left` axes stand under the ellipsis. */
typedef struct index_cursor {
    const pk_ast *node; /* of the index */
    pk_lv array;
    uint32_t axis, left;
    index_list *out;
} index_cursor;

static void lower_item(pk_lower *l, index_cursor *at, pk_lv index) {
    pk_target element;

    switch ((pk_ty_kind)index.type->kind) {
    case PK_TY_tuple:
        if (pk_ty_is_slice(index.type)) {
            at->out->axes[at->axis] = slice_along(
                l, at->array, at->axis, &(slice_source){at->node, index});
            at->axis++;
            return;
        }
        for (uint32_t i = 0; i < index.type->count; i++)
            lower_item(l, at, pk_lv_item(l, index, i));
        return;
    case PK_TY_none: at->out->added[at->axis]++; return;
    case PK_TY_ellipsis:
        for (; at->left; at->left--, at->axis++)
            at->out->axes[at->axis] = whole_axis(l, at->array, at->axis);
        return;
    case PK_TY_array: /* without dimensions */
        element = (pk_target){.type = pk_ty_element(index.type),
                              .pointer = index.parts[PK_PART_data]};
        index = pk_lower_load(l, &element);
        break;
    default: break;
    }
    at->out->axes[at->axis] =
        (axis_index){.at = wrapped(l, at->array, at->axis, index)};
    at->axis++;
}

static void lower_one_index(pk_lower *l, index_cursor *at, const pk_ast *node) {
    pk_lv index;

    if (node->kind == PK_AST_Slice) {
        at->out->axes[at->axis] = lower_slice(l, at->array, at->axis, node);
        at->axis++;
        return;
    }
    index = pk_lower_expr(l, node);
    at->node = node;
    if (pk_lower_checks_array(l, at->array.type))
        pk_lower_at(l, node);
    lower_item(l, at, index);
}

static void lower_indices(pk_lower *l, pk_lv array, const pk_ast *node,
                          index_list *out) {
    const pk_ast *const *nodes = &node;
    index_cursor at = {.array = array, .left = array.type->ndim, .out = out};
    uint32_t count = 1;

    if (node->kind == PK_AST_Tuple) {
        nodes = (const pk_ast *const *)node->Tuple.elts.items;
        count = node->Tuple.elts.count;
    }
    for (uint32_t i = 0; i < count; i++)
        at.left -= axes_taken(l, nodes[i]);
    for (uint32_t i = 0; i < count; i++)
        lower_one_index(l, &at, nodes[i]);
    for (; at.axis < array.type->ndim; at.axis++)
        out->axes[at.axis] = whole_axis(l, array, at.axis);
}

/* ---- addresses ---- */

/* The pointer to the place that the first of each index names. In 'C' and 'F'
 * arrays the index is one number of elements, by Horner's scheme. */
static pk_value *address(pk_lower *l, pk_lv array, const axis_index *indices) {
    const pk_ty *type = array.type;
    pk_value *data = array.parts[PK_PART_data], *at = NULL;
    uint32_t ndim = type->ndim;

    if (!ndim)
        return data;
    if (type->layout == 'A') {
        for (uint32_t i = 0; i < ndim; i++)
            at = plus(l, at,
                      times(l, indices[i].at, pk_lower_stride(l, array, i)));
        return pk_is_const_int(at, 0) ? data : emit(l, PK_OP_offset, data, at);
    }
    for (uint32_t i = 0; i < ndim; i++) {
        uint32_t axis = type->layout == 'C' ? i : ndim - 1 - i;
        if (at && !pk_is_const_int(at, 0))
            at = times(l, at, shape_of(array, axis));
        at = plus(l, at, indices[axis].at);
    }
    if (type->flags & PK_TYF_complex)
        at = times(l, at, pk_i64(l, 2));
    if (type->made)
        at = times(l, at, pk_i64(l, type->made->record->size));
    return pk_is_const_int(at, 0) ? data : emit(l, PK_OP_elem, data, at);
}

/* Whether axis number `i` is there as a whole. */
static bool is_whole(pk_lv array, const index_list *indices, uint32_t i) {
    const axis_index *index = &indices->axes[i];

    return index->is_slice && index->length == shape_of(array, i) &&
           pk_is_const_int(index->at, 0) && pk_is_const_int(index->step, 1);
}

/* Contiguous arrays have contiguous parts: from the outer axis to the inner
 * places first, one range of an axis, then whole axes. */
static bool is_part(pk_lv array, const index_list *indices) {
    const pk_ty *type = array.type;
    bool ranged = false;

    if (type->layout == 'A')
        return false;
    for (uint32_t k = 0; k < type->ndim; k++) {
        uint32_t i = type->layout == 'C' ? k : type->ndim - 1 - k;
        const axis_index *index = &indices->axes[i];
        if (indices->added[i] || (!index->is_slice && ranged) ||
            (index->is_slice && !pk_is_const_int(index->step, 1)) ||
            (ranged && !is_whole(array, indices, i)))
            return false;
        ranged = ranged || index->is_slice;
    }
    return !indices->added[type->ndim];
}

static uint32_t add_axes(pk_lower *l, pk_lv v, uint32_t axis, uint32_t count) {
    for (; count; count--, axis++) {
        v.parts[PK_PART_shape + axis] = pk_i64(l, 1);
        v.parts[pk_part_stride(v.type) + axis] = pk_i64(l, 0);
    }
    return axis;
}

static pk_lv make_view(pk_lower *l, pk_lv array, const index_list *indices) {
    const pk_ty *type = array.type;
    uint32_t ndim = indices->added[type->ndim], axis = 0;
    pk_lv v;

    for (uint32_t i = 0; i < type->ndim; i++)
        ndim += indices->added[i] + indices->axes[i].is_slice;
    v = pk_lv_new(
        l, pk_ty_view(l->arena, type, ndim,
                      is_part(array, indices) ? (char)type->layout : 'A'));
    v.parts[PK_PART_data] = address(l, array, indices->axes);
    for (uint32_t i = 0; i < type->ndim; i++) {
        const axis_index *index = &indices->axes[i];
        axis = add_axes(l, v, axis, indices->added[i]);
        if (!index->is_slice)
            continue;
        v.parts[PK_PART_shape + axis] = index->length;
        if (v.type->layout == 'A')
            v.parts[pk_part_stride(v.type) + axis] =
                times(l, pk_lower_stride(l, array, i), index->step);
        axis++;
    }
    add_axes(l, v, axis, indices->added[type->ndim]);
    return pk_lv_owned_by(v, array);
}

static pk_target make_target(pk_lower *l, pk_lv array,
                             const index_list *indices) {
    pk_target target = {.type = pk_ty_element(array.type),
                        .part_bytes = (uint8_t)pk_ty_part_bytes(array.type)};

    for (uint32_t i = 0; i < array.type->ndim; i++)
        target.is_view = target.is_view || indices->axes[i].is_slice;
    for (uint32_t i = 0; i <= array.type->ndim; i++)
        target.is_view = target.is_view || indices->added[i];
    if (target.is_view)
        target.view = make_view(l, array, indices);
    else
        target.pointer = address(l, array, indices->axes);
    return target;
}

pk_target pk_lower_target(pk_lower *l, pk_lv array, const pk_ast *index) {
    index_list indices = {0};

    lower_indices(l, array, index, &indices);
    return make_target(l, array, &indices);
}

pk_target pk_lower_subscript(pk_lower *l, pk_lv base, const pk_ast *index) {
    return base.type->kind == PK_TY_element_iter
               ? pk_lower_flat_item(l, base, pk_lower_expr(l, index))
               : pk_lower_target(l, base, index);
}

pk_target pk_lower_row(pk_lower *l, pk_lv array, pk_value *index) {
    index_list indices = {0};

    indices.axes[0].at = index;
    for (uint32_t i = 1; i < array.type->ndim; i++)
        indices.axes[i] = whole_axis(l, array, i);
    return make_target(l, array, &indices);
}

pk_target pk_lower_element(pk_lower *l, pk_lv array, pk_lv index) {
    index_list indices = {0};

    for (uint32_t i = 0; i < array.type->ndim; i++) {
        pk_lv item =
            index.type->kind == PK_TY_tuple ? pk_lv_item(l, index, i) : index;
        if (pk_ty_is_float(item.type))
            item = pk_lower_convert(l, item, pk_ty_number(PK_TYPE_i64));
        indices.axes[i].at = wrapped(l, array, i, item);
    }
    return make_target(l, array, &indices);
}

pk_target pk_lower_place(pk_lower *l, pk_lv array, pk_value *const *index) {
    index_list indices = {0};

    for (uint32_t i = 0; i < array.type->ndim; i++)
        indices.axes[i].at = index[i];
    return make_target(l, array, &indices);
}

/* ---- elements ---- */

/* The address of part number `i`. */
static pk_value *part_pointer(pk_lower *l, const pk_target *target,
                              uint32_t i) {
    uint32_t bytes = pk_type_bytes(target->type->scalar);

    if (!i)
        return target->pointer;
    if (target->part_bytes)
        return emit(l, PK_OP_offset, target->pointer, pk_i64(l, bytes));
    return emit(l, PK_OP_elem, target->pointer, pk_i64(l, 1));
}

static pk_value *load_part(pk_lower *l, const pk_target *target, uint32_t i) {
    pk_value *at = part_pointer(l, target, i);

    if (target->part_bytes)
        return pk_lower_load_parts(l, at, target->part_bytes,
                                   target->type->scalar);
    /* another type of the same size is that of a.view(dtype) */
    return pk_emit_to(&l->b, PK_OP_bitcast, target->type->scalar,
                      pk_emit1(&l->b, PK_OP_load, at));
}

static void store_part(pk_lower *l, const pk_target *target, uint32_t i,
                       pk_value *value) {
    pk_value *at = part_pointer(l, target, i);

    if (target->part_bytes) {
        pk_lower_store_parts(l, at, target->part_bytes, value);
        return;
    }
    value = pk_emit_to(&l->b, PK_OP_bitcast, pk_type_elem(at->type), value);
    pk_emit2(&l->b, PK_OP_store, at, value);
}

pk_lv pk_lower_load(pk_lower *l, const pk_target *target) {
    pk_lv v;

    if (target->is_view)
        return target->view;
    v = pk_lv_new(l, target->type);
    v.parts[0] = target->pointer; /* of a record */
    for (uint32_t i = 0;
         target->type->kind != PK_TY_record && i < target->type->parts; i++)
        v.parts[i] = load_part(l, target, i);
    return v;
}

void pk_lower_put(pk_lower *l, const pk_target *target, pk_lv value) {
    if (target->type->kind == PK_TY_record) {
        pk_lower_put_record(l, target, value);
        return;
    }
    value = pk_lower_convert(l, value, target->type);
    for (uint32_t i = 0; i < target->type->parts; i++)
        store_part(l, target, i, value.parts[i]);
}

/* ---- attributes ---- */

static pk_lv reversed(pk_lower *l, pk_lv array, const pk_ty *type) {
    pk_lv v = pk_lv_new(l, type);
    uint32_t ndim = type->ndim;

    v.parts[PK_PART_data] = array.parts[PK_PART_data];
    for (uint32_t i = 0; i < ndim; i++) {
        v.parts[PK_PART_shape + i] = shape_of(array, ndim - 1 - i);
        if (type->layout == 'A')
            v.parts[pk_part_stride(type) + i] =
                pk_lower_stride(l, array, ndim - 1 - i);
    }
    return pk_lv_owned_by(v, array);
}

/* The halves of complex elements; a real array is its own. */
static pk_lv part_of(pk_lower *l, pk_lv array, const pk_ty *type, bool imag) {
    pk_lv v;

    if (!(array.type->flags & PK_TYF_complex))
        return array;
    v = pk_lv_new(l, type);
    v.parts[PK_PART_data] = array.parts[PK_PART_data];
    if (imag)
        v.parts[PK_PART_data] = emit(l, PK_OP_offset, v.parts[PK_PART_data],
                                     pk_i64(l, pk_type_bytes(type->scalar)));
    for (uint32_t i = 0; i < type->ndim; i++) {
        v.parts[PK_PART_shape + i] = shape_of(array, i);
        v.parts[pk_part_stride(type) + i] = pk_lower_stride(l, array, i);
    }
    return pk_lv_owned_by(v, array);
}

pk_lv pk_lower_array_attribute(pk_lower *l, pk_lv array, const char *attr,
                               const pk_ty *type) {
    pk_value *size = pk_i64(l, 1);
    pk_lv v;

    if (pk_ty_is_records(array.type) && !pk_is_array_attribute(attr))
        return pk_lower_field(l, array, pk_field_named(array.type, attr)).view;
    if (strcmp(attr, "flat") == 0)
        return (pk_lv){type, pk_lower_flat(l, array, type->items[0]).parts};
    if (strcmp(attr, "flags") == 0)
        return (pk_lv){type, array.parts};
    if (strcmp(attr, "real") == 0 || strcmp(attr, "imag") == 0)
        return part_of(l, array, type, strcmp(attr, "imag") == 0);
    if (strcmp(attr, "T") == 0)
        return array.type->ndim <= 1 ? array : reversed(l, array, type);
    if (strcmp(attr, "strides") == 0) {
        v = (pk_lv){type, pk_arena_array(l->arena, array.type->ndim + 1u,
                                         sizeof *v.parts)};
        for (uint32_t i = 0; v.parts && i < array.type->ndim; i++)
            v.parts[i] = pk_lower_stride(l, array, i);
        return v;
    }
    if (strcmp(attr, "shape") == 0)
        return (pk_lv){type, array.parts + PK_PART_shape};
    for (uint32_t i = 0; i < array.type->ndim; i++)
        size = times(l, size, shape_of(array, i));
    if (strcmp(attr, "nbytes") == 0)
        size = times(l, size, pk_i64(l, element_bytes(array.type)));
    return pk_lv_one(l, type, size);
}
