/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of new arrays: memory that an array owns, and what fills it. */
#include "base/random_words.h"
#include "frontend/lower/lower.h"
#include "frontend/lower/report.h"

pk_value *pk_lower_array_bytes(pk_lower *l, pk_lv array) {
    pk_value *bytes = pk_i64(l, pk_ty_bytes(pk_ty_element(array.type)));
    pk_value *negative = NULL, *large = NULL, *more;

    for (uint32_t i = 0; i < array.type->ndim; i++) {
        pk_value *extent = array.parts[PK_PART_shape + i];
        if (pk_is_const(extent) && pk_is_const(bytes) &&
            pk_const_get_int(extent) >= 0 &&
            pk_const_get_int(extent) < 1 << 24 &&
            pk_const_get_int(bytes) < 1 << 30) {
            bytes =
                pk_i64(l, pk_const_get_int(extent) * pk_const_get_int(bytes));
            continue;
        }
        more = emit(l, PK_OP_lt, extent, pk_i64(l, 0));
        negative = negative ? emit(l, PK_OP_or, negative, more) : more;
        more = emit(l, PK_OP_ne, emit(l, PK_OP_mulhi, bytes, extent),
                    pk_i64(l, 0));
        large = large ? emit(l, PK_OP_or, large, more) : more;
        bytes = emit(l, PK_OP_mul, bytes, extent);
        large =
            emit(l, PK_OP_or, large, emit(l, PK_OP_lt, bytes, pk_i64(l, 0)));
    }
    if (negative) {
        pk_lower_fail_if(l, negative,
                         "ValueError: negative dimensions not allowed", NULL,
                         0);
        pk_lower_fail_if(l, large,
                         "ValueError: array is too big; `arr.size * "
                         "arr.dtype.itemsize` is larger than the maximum "
                         "possible size.",
                         NULL, 0);
    }
    return bytes;
}

void pk_lower_check_memory(pk_lower *l, pk_value *ref, pk_value *bytes) {
    pk_value *none =
        emit(l, PK_OP_eq, ref, pk_const_bits(l->fn, PK_TYPE_ref, 0));

    pk_lower_fail_if(l, none,
                     "MemoryError: Unable to allocate {} bytes for an array",
                     &bytes, 1);
}

void pk_lower_made(pk_lower *l, pk_value *ref, pk_value *bytes) {
    pk_lower_keep(l, ref);
    pk_lower_check_memory(l, ref, bytes);
}

void pk_lower_allocate(pk_lower *l, pk_lv array, pk_op op) {
    pk_value *bytes = pk_lower_array_bytes(l, array);
    uint32_t owner;

    if (!pk_part_owner(array.type, &owner)) {
        pk_lower_broken(l);
        return;
    }
    array.parts[owner] = pk_emit_alloc(
        &l->b, op, pk_type_elem(pk_ty_part(array.type, PK_PART_data)), bytes,
        &array.parts[PK_PART_data]);
    pk_lower_made(l, array.parts[owner], bytes);
}

/* An array of the shape that argument `at` is. */
static pk_lv shaped(pk_lower *l, const pk_ast *node, const pk_call *call,
                    uint32_t at) {
    pk_lv v = pk_lv_new(l, pk_note_find(l->instance, node)->v.type);
    pk_lv shape = pk_lower_argument(l, call, at);

    for (uint32_t i = 0; i < v.type->ndim; i++) {
        pk_lv extent =
            shape.type->kind == PK_TY_tuple ? pk_lv_item(l, shape, i) : shape;
        v.parts[PK_PART_shape + i] = pk_lower_scalar(l, extent, PK_TYPE_i64);
    }
    pk_lower_at(l, node);
    return v;
}

pk_lv pk_lower_carray(pk_lower *l, const pk_ast *node, const pk_call *call) {
    pk_value *data = pk_lower_argument(l, call, 0).parts[PK_PART_data];
    pk_lv v = shaped(l, node, call, 1);

    v.parts[PK_PART_data] =
        pk_emit_offset(&l->b, pk_type_elem(pk_ty_part(v.type, PK_PART_data)),
                       data, pk_i64(l, 0));
    return v;
}

pk_lv pk_lower_new_array(pk_lower *l, const pk_ast *node, const pk_call *call) {
    pk_lv v = shaped(l, node, call, 0);

    pk_lower_allocate(l, v,
                      call->builtin->param == PK_NEW_zeros ? PK_OP_alloc_zero
                                                           : PK_OP_alloc);
    return v;
}

pk_lv pk_lower_lapack(pk_lower *l, const pk_ast *node, const pk_call *call) {
    pk_value *args[5] = {pk_lower_argument(l, call, 0).parts[PK_PART_data]};

    for (uint32_t i = 1; i < 5; i++)
        args[i] = pk_lower_scalar(l, pk_lower_argument(l, call, i),
                                  i > 1 ? PK_TYPE_i64 : PK_TYPE_i32);
    pk_lower_at(l, node);
    return pk_lv_one(l, pk_ty_number(PK_TYPE_i64), pk_emit_lapack(&l->b, args));
}

pk_lv pk_lower_random_state(pk_lower *l, const pk_ast *node,
                            const pk_call *call) {
    pk_lv v = pk_lv_new(l, pk_note_find(l->instance, node)->v.type);
    pk_lv which = pk_lower_argument(l, call, 0);

    v.parts[PK_PART_data] = pk_emit1(&l->b, PK_OP_random_state,
                                     pk_lower_scalar(l, which, PK_TYPE_i32));
    v.parts[PK_PART_shape] = pk_i64(l, PK_RANDOM_WORDS);
    return v;
}
