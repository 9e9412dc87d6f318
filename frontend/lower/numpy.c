/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of what NumPy does with arrays: functions of the library, other
 * shapes of the same elements. */
#include "frontend/lower/lower.h"

#include "frontend/lower/report.h"
#include "frontend/values/known.h"

#include <assert.h>
#include <string.h>

/* ---- functions of the library ---- */

/* A call of a function of the library, its arguments converted to `work`, NULL:
 * each to what it takes. */
static pk_lv call_library(pk_lower *l, const pk_ast *node, const pk_call *call,
                          const pk_ty *work) {
    pk_value *parts[2 * PK_MAX_UFUNC_ARGS];
    uint32_t count = 0;
    pk_lv v;

    for (uint32_t i = 0; i < call->count; i++)
        count = pk_lv_append(
            parts, count,
            pk_lower_convert(l, pk_lower_argument(l, call, i),
                             work ? work : call->instance->args[i]));
    pk_lower_at(l, node);
    v = pk_lower_instance_call(l, call->instance, parts, count);
    return pk_lower_convert(l, v, call->gives);
}

pk_lv pk_lower_ufunc(pk_lower *l, const pk_ast *node, const pk_call *call) {
    return call_library(l, node, call, call->work);
}

pk_lv pk_lower_written(pk_lower *l, const pk_ast *node, const pk_call *call) {
    return call_library(l, node, call, NULL);
}

/* The call of an instance with two arguments, as what the call gives. */
static pk_lv call_with_two(pk_lower *l, const pk_ast *node, const pk_call *call,
                           pk_lv first, pk_lv second) {
    pk_value **parts = pk_arena_array(
        l->arena, first.type->parts + second.type->parts, sizeof *parts);
    uint32_t count;
    pk_lv v;

    if (!parts)
        return pk_lv_zero(l, call->gives);
    count = pk_lv_append(parts, 0, first);
    count = pk_lv_append(parts, count, second);
    pk_lower_at(l, node);
    v = pk_lower_instance_call(l, call->instance, parts, count);
    return pk_lower_convert(l, v, call->gives);
}

/* An element of the array, which comes as a tuple of one. */
pk_lv pk_lower_picked(pk_lower *l, const pk_ast *node, const pk_call *call) {
    pk_lv array = pk_lv_item(l, pk_lower_argument(l, call, 0), 0);
    pk_lv index = pk_lower_convert(l, pk_lower_argument(l, call, 1),
                                   call->instance->args[1]);

    return call_with_two(l, node, call, array, index);
}

/* Arrays in Fortran order are read as their transpose: in order of memory. */
pk_lv pk_lower_reduce(pk_lower *l, const pk_ast *node, const pk_call *call) {
    bool computed = call->args[0].type->kind == PK_TY_lazy;
    pk_lv array = computed ? pk_lower_computed(l, node, call->work)
                           : pk_lower_argument(l, call, 0);
    pk_lv more = {&pk_ty_none, NULL};

    if (array.type->kind == PK_TY_computed)
        array.type = call->work;
    else if (call->work->layout != array.type->layout)
        array = pk_lower_array_attribute(l, array, "T", call->work);
    if (call->count > 1 && call->instance->args[1]->parts)
        more = pk_lower_argument(l, call, 1);
    assert(more.parts || !more.type->parts);
    return call_with_two(l, node, call, array, more);
}

/* ---- other shapes ---- */

/* Extent number `i` of those behind the array. */
static pk_value *extent(pk_lower *l, const pk_lv *given, bool tuple,
                        uint32_t i) {
    return pk_lower_scalar(l, tuple ? pk_lv_item(l, given[0], i) : given[i],
                           PK_TYPE_i64);
}

/* The extents as they are to be; the one that is -1 takes what is left. */
static void set_shape(pk_lower *l, pk_lv v, pk_value *size) {
    pk_value *one = pk_i64(l, 1), *zero = pk_i64(l, 0);
    pk_value *known = one, *open = zero, *rest, *bad;
    pk_value *is_open[PK_MAX_DIMS];
    uint32_t ndim = v.type->ndim;

    for (uint32_t i = 0; i < ndim; i++) {
        pk_value *n = v.parts[PK_PART_shape + i];
        is_open[i] = emit(l, PK_OP_lt, n, zero);
        known = emit(l, PK_OP_mul, known,
                     pk_emit3(&l->b, PK_OP_select, is_open[i], one, n));
        open = emit(l, PK_OP_add, open,
                    pk_emit3(&l->b, PK_OP_select, is_open[i], one, zero));
    }
    bad = emit(l, PK_OP_gt, open, one);
    pk_lower_fail_if(
        l, bad, "ValueError: can only specify one unknown dimension", NULL, 0);
    rest = emit(l, PK_OP_floor_div, size, known);
    for (uint32_t i = 0; i < ndim; i++)
        v.parts[PK_PART_shape + i] = pk_emit3(&l->b, PK_OP_select, is_open[i],
                                              rest, v.parts[PK_PART_shape + i]);
    /* With an open axis the product comes out when `known` divides the size. */
    known = one;
    for (uint32_t i = 0; i < ndim; i++)
        known = emit(l, PK_OP_mul, known, v.parts[PK_PART_shape + i]);
    pk_lower_fail_if(
        l, emit(l, PK_OP_ne, known, size),
        "ValueError: cannot reshape an array of {} elements into {}",
        (pk_value *[]){size, known}, 2);
}

pk_lv pk_lower_reshape(pk_lower *l, const pk_ast *node, const pk_call *call) {
    pk_lv array = pk_lower_argument(l, call, 0), *given;
    pk_lv v = pk_lv_new(l, pk_note_find(l->instance, node)->v.type);
    const pk_ty *first = call->args[1].type;
    bool tuple = first->kind == PK_TY_tuple;
    pk_lv size;

    given = pk_arena_array(l->arena, call->count + 1, sizeof *given);
    if (!given)
        return v;
    for (uint32_t i = 1; i < call->count; i++)
        given[i - 1] = pk_lower_argument(l, call, i);
    pk_lower_at(l, node);
    size =
        pk_lower_array_attribute(l, array, "size", pk_ty_number(PK_TYPE_i64));
    v.parts[PK_PART_data] = array.parts[PK_PART_data];
    for (uint32_t i = 0; i < v.type->ndim; i++)
        v.parts[PK_PART_shape + i] = extent(l, given, tuple, i);
    set_shape(l, v, size.parts[0]);
    return pk_lv_owned_by(v, array);
}

pk_lv pk_lower_ravel(pk_lower *l, const pk_ast *node, const pk_call *call) {
    pk_lv array = pk_lower_argument(l, call, 0);

    pk_lower_at(l, node);
    return pk_lower_flat(l, array, pk_note_find(l->instance, node)->v.type);
}

pk_lv pk_lower_flat(pk_lower *l, pk_lv array, const pk_ty *type) {
    pk_lv v = pk_lv_new(l, type), size;

    if (type->ndim == array.type->ndim)
        return array;
    size =
        pk_lower_array_attribute(l, array, "size", pk_ty_number(PK_TYPE_i64));
    v.parts[PK_PART_data] = array.parts[PK_PART_data];
    v.parts[PK_PART_shape] = size.parts[0];
    return pk_lv_owned_by(v, array);
}

pk_lv pk_lower_transpose(pk_lower *l, const pk_ast *node, const pk_call *call) {
    const pk_ty *type = pk_note_find(l->instance, node)->v.type;
    pk_lv array = pk_lower_argument(l, call, 0), v = pk_lv_new(l, type);
    bool none = call->count < 2 || call->args[1].type->kind == PK_TY_none;
    bool tuple = !none && call->args[1].type->kind == PK_TY_tuple;

    if (none)
        return pk_lower_array_attribute(l, array, "T", type);
    v.parts[PK_PART_data] = array.parts[PK_PART_data];
    for (uint32_t i = 0; i < type->ndim; i++) {
        int64_t axis = pk_known_get_int(tuple ? pk_known_item(call->args[1], i)
                                              : call->args[i + 1]);
        uint32_t from = (uint32_t)(axis < 0 ? axis + type->ndim : axis);
        v.parts[PK_PART_shape + i] = array.parts[PK_PART_shape + from];
        if (type->layout == 'A')
            v.parts[pk_part_stride(type) + i] = pk_lower_stride(l, array, from);
    }
    return pk_lv_owned_by(v, array);
}

/* The library's own view, of any shape and strides. */
pk_lv pk_lower_strided(pk_lower *l, const pk_ast *node, const pk_call *call) {
    const pk_ty *type = pk_note_find(l->instance, node)->v.type;
    pk_lv array = pk_lower_argument(l, call, 0), v = pk_lv_new(l, type);
    pk_lv shape = pk_lower_argument(l, call, 1);
    pk_lv strides = pk_lower_argument(l, call, 2);

    v.parts[PK_PART_data] = array.parts[PK_PART_data];
    for (uint32_t i = 0; i < type->ndim; i++) {
        v.parts[PK_PART_shape + i] =
            pk_lower_scalar(l, pk_lv_item(l, shape, i), PK_TYPE_i64);
        v.parts[pk_part_stride(type) + i] =
            pk_lower_scalar(l, pk_lv_item(l, strides, i), PK_TYPE_i64);
    }
    return pk_lv_owned_by(v, array);
}

/* The last axis has elements of another size from here on. */
static void resize_last(pk_lower *l, pk_lv array, pk_lv v) {
    uint32_t last = array.type->ndim - 1u;
    uint32_t old = pk_ty_bytes(pk_ty_element(array.type));
    uint32_t new = pk_ty_bytes(pk_ty_element(v.type));
    pk_value **length = &v.parts[PK_PART_shape + last], *apart, *rest;

    if (array.type->layout == 'A') {
        apart =
            emit(l, PK_OP_ne, pk_lower_stride(l, array, last), pk_i64(l, old));
        apart =
            emit(l, PK_OP_and, apart, emit(l, PK_OP_gt, *length, pk_i64(l, 1)));
        for (uint32_t i = 0; i < last; i++)
            apart = emit(l, PK_OP_and, apart,
                         emit(l, PK_OP_ne, array.parts[PK_PART_shape + i],
                              pk_i64(l, 0)));
        pk_lower_fail_if(l, apart,
                         "ValueError: To change to a dtype of a different "
                         "size, the last axis must be contiguous",
                         NULL, 0);
    }
    if (pk_lower_unsized(l, array.type))
        return;
    *length = emit(l, PK_OP_mul, *length, pk_i64(l, old));
    if (new > old) {
        rest = emit(l, PK_OP_and, *length, pk_i64(l, new - 1));
        pk_lower_fail_if(l, emit(l, PK_OP_ne, rest, pk_i64(l, 0)),
                         "ValueError: When changing to a larger dtype, its "
                         "size must be a divisor of the total size in bytes "
                         "of the last axis of the array.",
                         NULL, 0);
    }
    *length = emit(l, PK_OP_floor_div, *length, pk_i64(l, new));
}

/* Complex numbers are two floats side by side along the last axis. */
pk_lv pk_lower_view(pk_lower *l, const pk_ast *node, const pk_call *call) {
    const pk_ty *type = pk_note_find(l->instance, node)->v.type;
    pk_lv array = pk_lower_argument(l, call, 0), v;
    pk_type from = pk_type_elem(pk_ty_part(array.type, PK_PART_data));
    pk_type to = pk_type_elem(pk_ty_part(type, PK_PART_data));
    uint32_t bytes = pk_ty_bytes(pk_ty_element(type));
    uint32_t ndim = type->ndim;

    v = pk_lv_new(l, type);
    if (l->arena->failed)
        return v;
    pk_lower_at(l, node);
    v.parts[PK_PART_data] = array.parts[PK_PART_data];
    for (uint32_t i = 0; i < ndim; i++) {
        v.parts[PK_PART_shape + i] = array.parts[PK_PART_shape + i];
        if (type->layout == 'A')
            v.parts[pk_part_stride(type) + i] = pk_lower_stride(l, array, i);
    }
    if (from != to)
        v.parts[PK_PART_data] =
            pk_emit_offset(&l->b, to, array.parts[PK_PART_data], pk_i64(l, 0));
    if (bytes != pk_ty_bytes(pk_ty_element(array.type))) {
        resize_last(l, array, v);
        if (type->layout == 'A')
            v.parts[pk_part_stride(type) + ndim - 1] = pk_i64(l, bytes);
    }
    return pk_lv_owned_by(v, array);
}

/* array.item(): there is one element. */
pk_lv pk_lower_item(pk_lower *l, const pk_ast *node, const pk_call *call) {
    pk_lv array = pk_lower_argument(l, call, 0), size;
    pk_value *at[PK_MAX_DIMS];
    pk_target target;

    size =
        pk_lower_array_attribute(l, array, "size", pk_ty_number(PK_TYPE_i64));
    pk_lower_at(l, node);
    pk_lower_fail_if(
        l, emit(l, PK_OP_ne, size.parts[0], pk_i64(l, 1)),
        "ValueError: item(): cannot convert an array of {} elements to a "
        "scalar",
        size.parts, 1);
    for (uint32_t i = 0; i < array.type->ndim; i++)
        at[i] = pk_i64(l, 0);
    target = pk_lower_place(l, array, at);
    return pk_lower_load(l, &target);
}

/* ---- places ---- */

pk_lv pk_lower_element_iter(pk_lower *l, const pk_ast *node,
                            const pk_call *call) {
    const pk_ty *type = pk_note_find(l->instance, node)->v.type;
    pk_lv v = pk_lv_new(l, type), first;

    if (!call->count)
        return v;
    first = pk_lower_argument(l, call, 0);
    if (type->layout == PK_ELEMENT_ITER_both)
        return (pk_lv){type, first.parts};
    for (uint32_t i = 0; i < type->parts; i++) {
        pk_lv item = first.type->kind == PK_TY_tuple ? pk_lv_item(l, first, i)
                     : i ? pk_lower_argument(l, call, i)
                         : first;
        v.parts[i] = pk_lower_scalar(l, item, PK_TYPE_i64);
    }
    return v;
}

/* An iterator has the parts of its arrays. */
pk_lv pk_lower_nditer(pk_lower *l, const pk_ast *node, const pk_call *call) {
    const pk_ty *type = pk_note_find(l->instance, node)->v.type;

    return (pk_lv){type, pk_lower_instance_of(l, node, call).parts};
}

pk_lv pk_lower_element_view(pk_lower *l, pk_lv array, pk_value *const *index) {
    const pk_target place = pk_lower_place(l, array, index);
    pk_lv v = pk_lv_new(l, pk_ty_view(l->arena, array.type, 0, 'C'));
    uint32_t from, to;

    if (!v.parts)
        return v;
    v.parts[0] = place.pointer;
    if (pk_part_owner(v.type, &to) && pk_part_owner(array.type, &from))
        v.parts[to] = array.parts[from];
    return v;
}

/* a.flat[i]: the number taken apart, the last axis first. */
pk_target pk_lower_flat_item(pk_lower *l, pk_lv flat, pk_lv index) {
    pk_lv array = {flat.type->items[0], flat.parts}, size;
    pk_value *at = pk_lower_scalar(l, index, PK_TYPE_i64);
    pk_value *places[PK_MAX_DIMS];

    size =
        pk_lower_array_attribute(l, array, "size", pk_ty_number(PK_TYPE_i64));
    if (pk_type_is_signed(index.type->scalar))
        at = emit(l, PK_OP_wrap_index, at, size.parts[0]);
    if (pk_lower_checks_array(l, array.type)) {
        pk_value *line[] = {array.parts[PK_PART_data], size.parts[0]};
        pk_lv all = {pk_ty_view(l->arena, array.type, 1, 'C'), line};
        pk_lower_bounds(l, all, 0, at, index.parts[0]);
    }
    for (uint32_t i = array.type->ndim; i-- > 0;) {
        pk_value *extent = array.parts[PK_PART_shape + i];
        places[i] = i ? emit(l, PK_OP_floor_mod, at, extent) : at;
        if (i)
            at = emit(l, PK_OP_floor_div, at, extent);
    }
    return pk_lower_place(l, array, places);
}

/* a.flags.c_contiguous: strides are those of C order along every axis that has
 * more than one place; an array without elements is contiguous. */
pk_value *pk_lower_contiguous(pk_lower *l, pk_lv array, bool fortran) {
    const pk_ty *type = array.type;
    pk_value *yes = pk_const_int(l->fn, PK_TYPE_bool, 1);
    pk_value *empty = pk_const_int(l->fn, PK_TYPE_bool, 0), *one = pk_i64(l, 1);
    pk_value *want = pk_i64(l, pk_ty_bytes(pk_ty_element(type)));

    for (uint32_t k = 0; k < type->ndim; k++) {
        uint32_t axis = fortran ? k : type->ndim - 1 - k;
        pk_value *extent = array.parts[PK_PART_shape + axis];
        pk_value *right =
            emit(l, PK_OP_eq, pk_lower_stride(l, array, axis), want);
        right = emit(l, PK_OP_or, right, emit(l, PK_OP_eq, extent, one));
        yes = emit(l, PK_OP_and, yes, right);
        empty =
            emit(l, PK_OP_or, empty, emit(l, PK_OP_eq, extent, pk_i64(l, 0)));
        want = emit(l, PK_OP_mul, want, extent);
    }
    return emit(l, PK_OP_or, yes, empty);
}
