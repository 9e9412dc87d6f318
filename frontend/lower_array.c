/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of arrays: addresses, views, their attributes.
 *
 * An array is its data pointer, its shape, and for layout 'A' its strides in
 * bytes; the strides of 'C' and 'F' follow from the shape. Complex elements
 * are pairs, so the pointer counts twice as many. */
#include "frontend/lower.h"

#include "frontend/known.h"
#include "frontend/report.h"

#include <string.h>

enum { MAX_DIMS = 32 };

/* One index along one axis: a place, or a range of places. */
typedef struct axis_index {
    bool is_slice;
    pk_value *at;     /* first place, i64, not negative */
    pk_value *length; /* slice */
    int64_t step;     /* slice */
} axis_index;

static pk_value *emit(pk_lower *l, pk_op op, pk_value *a, pk_value *b) {
    return pk_emit2(&l->b, op, a, b);
}

static uint32_t element_bytes(const pk_ty *array) {
    return pk_type_bytes(array->scalar) *
           (array->flags & PK_TYF_complex ? 2 : 1);
}

static pk_value *shape_of(pk_lv array, uint32_t axis) {
    return array.parts[PK_PART_shape + axis];
}

/* a * b, where 1 and constants are common. */
static pk_value *times(pk_lower *l, pk_value *a, pk_value *b) {
    if (pk_is_const_int(a, 1))
        return b;
    if (pk_is_const_int(b, 1))
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

/* Python's rule: a negative index counts from the end. Unsigned ones and
 * constants need no test; an array sized by the launch has no known end. */
static pk_value *wrap(pk_lower *l, pk_lv array, uint32_t axis, pk_lv index) {
    pk_value *at = pk_lower_scalar(l, index, PK_TYPE_i64);

    if (!pk_type_is_signed(index.type->scalar) ||
        array.type->flags & PK_TYF_unsized)
        return at;
    if (pk_is_const(at))
        return pk_const_get_int(at) >= 0
                   ? at
                   : emit(l, PK_OP_add, shape_of(array, axis), at);
    return emit(l, PK_OP_wrap_index, at, shape_of(array, axis));
}

static pk_value *wrapped(pk_lower *l, pk_lv array, uint32_t axis, pk_lv index) {
    pk_value *at = wrap(l, array, axis, index);

    if (pk_lower_checks(l) && !(array.type->flags & PK_TYF_unsized))
        pk_lower_bounds(l, array, axis, at, index.parts[0]);
    return at;
}

/* ---- slices ---- */

static pk_value *bound(pk_lower *l, const pk_ast *node, pk_value *missing,
                       pk_value *length, pk_value *low, pk_value *high) {
    pk_typed v;
    pk_value *at;

    if (!node)
        return missing;
    v = pk_note_find(l->instance, node)->v;
    if (v.type->kind == PK_TY_none)
        return missing;
    at = pk_lower_scalar(l, pk_lower_expr(l, node), PK_TYPE_i64);
    if (pk_type_is_signed(v.type->scalar))
        at = emit(l, PK_OP_wrap_index, at, length);
    at = emit(l, PK_OP_max, at, low);
    return emit(l, PK_OP_min, at, high);
}

/* slice.indices of CPython for a step known while compiling. */
static axis_index lower_slice(pk_lower *l, pk_lv array, uint32_t axis,
                              const pk_ast *node) {
    pk_value *length = shape_of(array, axis), *zero = pk_i64(l, 0);
    pk_value *low = zero, *high = length, *start, *stop, *span;
    axis_index out = {.is_slice = true, .step = 1};

    if (node->Slice.step &&
        !pk_known_is_int(pk_note_find(l->instance, node->Slice.step)->v,
                         &out.step))
        out.step = 1; /* None */
    if (out.step < 0) {
        low = pk_i64(l, -1);
        high = plus(l, length, pk_i64(l, -1));
        start = bound(l, node->Slice.lower, high, length, low, high);
        stop = bound(l, node->Slice.upper, low, length, low, high);
        span = emit(l, PK_OP_sub, start, stop);
    } else {
        start = bound(l, node->Slice.lower, low, length, low, high);
        stop = bound(l, node->Slice.upper, high, length, low, high);
        span = start == zero ? stop : emit(l, PK_OP_sub, stop, start);
    }
    out.at = start;
    out.length = start == zero && stop == length
                     ? length
                     : emit(l, PK_OP_max, span, zero);
    if (out.step != 1 && out.step != -1) {
        int64_t size = out.step < 0 ? -out.step : out.step;
        out.length =
            emit(l, PK_OP_floor_div, plus(l, out.length, pk_i64(l, size - 1)),
                 pk_i64(l, size));
    }
    return out;
}

/* ---- indices ---- */

static axis_index whole_axis(pk_lower *l, pk_lv array, uint32_t axis) {
    return (axis_index){true, pk_i64(l, 0), shape_of(array, axis), 1};
}

/* Axes that an index node takes; an ellipsis takes what is left over. */
static uint32_t axes_taken(pk_lower *l, const pk_ast *node) {
    pk_typed v;

    if (node->kind == PK_AST_Slice)
        return 1;
    v = pk_note_find(l->instance, node)->v;
    return v.type->kind == PK_TY_ellipsis ? 0
           : v.type->kind == PK_TY_tuple  ? v.type->count
                                          : 1;
}

static uint32_t lower_one_index(pk_lower *l, pk_lv array, uint32_t axis,
                                const pk_ast *node, axis_index *out) {
    pk_lv index;

    if (node->kind == PK_AST_Slice) {
        out[axis] = lower_slice(l, array, axis, node);
        return axis + 1;
    }
    index = pk_lower_expr(l, node);
    if (pk_lower_checks(l))
        pk_lower_at(l, node);
    if (index.type->kind == PK_TY_tuple) {
        for (uint32_t i = 0; i < index.type->count; i++, axis++)
            out[axis] = (axis_index){
                .at = wrapped(l, array, axis, pk_lv_item(l, index, i))};
        return axis;
    }
    out[axis] = (axis_index){.at = wrapped(l, array, axis, index)};
    return axis + 1;
}

static void lower_indices(pk_lower *l, pk_lv array, const pk_ast *node,
                          axis_index *out) {
    const pk_ast *const *nodes = &node;
    uint32_t count = 1, taken = 0, axis = 0;

    if (node->kind == PK_AST_Tuple) {
        nodes = (const pk_ast *const *)node->Tuple.elts.items;
        count = node->Tuple.elts.count;
    }
    for (uint32_t i = 0; i < count; i++)
        taken += axes_taken(l, nodes[i]);
    for (uint32_t i = 0; i < count; i++) {
        if (nodes[i]->kind != PK_AST_Slice &&
            pk_note_find(l->instance, nodes[i])->v.type->kind ==
                PK_TY_ellipsis) {
            for (uint32_t k = taken; k < array.type->ndim; k++, axis++)
                out[axis] = whole_axis(l, array, axis);
            continue;
        }
        axis = lower_one_index(l, array, axis, nodes[i], out);
    }
    for (; axis < array.type->ndim; axis++)
        out[axis] = whole_axis(l, array, axis);
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
        return emit(l, PK_OP_offset, data, at);
    }
    for (uint32_t i = 0; i < ndim; i++) {
        uint32_t axis = type->layout == 'C' ? i : ndim - 1 - i;
        if (at && !pk_is_const_int(at, 0))
            at = times(l, at, shape_of(array, axis));
        at = plus(l, at, indices[axis].at);
    }
    if (type->flags & PK_TYF_complex)
        at = times(l, at, pk_i64(l, 2));
    return pk_is_const_int(at, 0) ? data : emit(l, PK_OP_elem, data, at);
}

static pk_lv make_view(pk_lower *l, pk_lv array, const axis_index *indices) {
    const pk_ty *type = array.type;
    uint32_t ndim = 0, axis = 0;
    bool contiguous = type->layout == 'C';
    pk_lv v;

    for (uint32_t i = 0; i < type->ndim; i++) {
        bool full = indices[i].is_slice &&
                    indices[i].length == shape_of(array, i) &&
                    indices[i].step == 1;
        /* Rows stay contiguous: places first, one range, then whole axes. */
        contiguous =
            contiguous &&
            (indices[i].is_slice ? indices[i].step == 1 && (!ndim || full)
                                 : !ndim);
        ndim += indices[i].is_slice;
    }
    v = pk_lv_new(l, pk_ty_array(l->arena, pk_ty_element(type), ndim,
                                 contiguous ? 'C' : 'A', (pk_space)type->space,
                                 type->flags & (uint32_t)~PK_TYF_unsized));
    v.parts[PK_PART_data] = address(l, array, indices);
    for (uint32_t i = 0; i < type->ndim; i++) {
        if (!indices[i].is_slice)
            continue;
        v.parts[PK_PART_shape + axis] = indices[i].length;
        if (v.type->layout == 'A')
            v.parts[pk_part_stride(v.type) + axis] = times(
                l, pk_lower_stride(l, array, i), pk_i64(l, indices[i].step));
        axis++;
    }
    return v;
}

static pk_target make_target(pk_lower *l, pk_lv array,
                             const axis_index *indices) {
    pk_target target = {.type = pk_ty_element(array.type)};

    for (uint32_t i = 0; i < array.type->ndim; i++)
        target.is_view = target.is_view || indices[i].is_slice;
    if (target.is_view)
        target.view = make_view(l, array, indices);
    else
        target.pointer = address(l, array, indices);
    return target;
}

pk_target pk_lower_target(pk_lower *l, pk_lv array, const pk_ast *index) {
    axis_index indices[MAX_DIMS] = {0};

    lower_indices(l, array, index, indices);
    return make_target(l, array, indices);
}

pk_target pk_lower_row(pk_lower *l, pk_lv array, pk_value *index) {
    axis_index indices[MAX_DIMS] = {0};

    indices[0].at = index;
    for (uint32_t i = 1; i < array.type->ndim; i++)
        indices[i] = whole_axis(l, array, i);
    return make_target(l, array, indices);
}

pk_target pk_lower_element(pk_lower *l, pk_lv array, pk_lv index) {
    axis_index indices[MAX_DIMS] = {0};

    for (uint32_t i = 0; i < array.type->ndim; i++)
        indices[i].at = wrapped(
            l, array, i,
            index.type->kind == PK_TY_tuple ? pk_lv_item(l, index, i) : index);
    return make_target(l, array, indices);
}

/* ---- elements ---- */

static pk_value *imag_pointer(pk_lower *l, const pk_target *target) {
    return emit(l, PK_OP_elem, target->pointer, pk_i64(l, 1));
}

pk_lv pk_lower_load(pk_lower *l, const pk_target *target) {
    pk_lv v;

    if (target->is_view)
        return target->view;
    v = pk_lv_new(l, target->type);
    v.parts[0] = pk_emit1(&l->b, PK_OP_load, target->pointer);
    if (target->type->kind == PK_TY_complex)
        v.parts[1] = pk_emit1(&l->b, PK_OP_load, imag_pointer(l, target));
    return v;
}

void pk_lower_put(pk_lower *l, const pk_target *target, pk_lv value) {
    value = pk_lower_convert(l, value, target->type);
    pk_emit2(&l->b, PK_OP_store, target->pointer, value.parts[0]);
    if (target->type->kind == PK_TY_complex)
        pk_emit2(&l->b, PK_OP_store, imag_pointer(l, target), value.parts[1]);
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
    return v;
}

pk_lv pk_lower_array_attribute(pk_lower *l, pk_lv array, const char *attr,
                               const pk_ty *type) {
    pk_value *size = pk_i64(l, 1);
    pk_lv v;

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
