/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of a.copy(), a.flatten() and a.astype(dtype): local memory for as
 * many elements as there are at most, filled in C order.
 *
 * In a loop the array may be what the same call made in the turn before. Then
 * the call has two pieces of memory, which take turns. */
#include "frontend/lower/lower.h"

static uint64_t most_elements(const pk_call *call) {
    uint64_t total = 1;

    for (uint32_t i = 0; i < call->args[0].type->ndim; i++)
        total *= (uint64_t)pk_most_along(call->args[0], i);
    return total ? total : 1;
}

/* A variable that is false where the function begins. */
static pk_local *begins_false(pk_lower *l) {
    pk_local *local = pk_func_local(l->fn, NULL, PK_TYPE_bool);
    pk_builder b = l->b;

    if (l->fn->body->first)
        pk_builder_before(&b, l->fn->body->first);
    pk_emit_set(&b, local, pk_const_int(l->fn, PK_TYPE_bool, 0));
    return local;
}

/* The memory: the other one of two where `again`. */
static pk_value *memory_of(pk_lower *l, const pk_ty *type, uint64_t count,
                           bool again) {
    uint32_t align = type->unit > pk_type_bytes(type->scalar) ? type->unit : 0;
    pk_storage *storage;
    pk_local *second;
    pk_value *which, *at;

    count *= pk_ty_bytes(pk_ty_element(type)) / pk_type_bytes(type->scalar);
    storage = pk_func_storage(l->fn, l->name ? l->name : "copy", PK_SPACE_local,
                              type->scalar, again ? 2 * count : count, align);
    if (!again)
        return storage->value;
    second = begins_false(l);
    which = pk_emit1(&l->b, PK_OP_not, pk_emit_get(&l->b, second));
    pk_emit_set(&l->b, second, which);
    at = pk_emit3(&l->b, PK_OP_select, which, pk_i64(l, (int64_t)count),
                  pk_i64(l, 0));
    return emit(l, PK_OP_elem, storage->value, at);
}

/* All elements of a C array along one axis have the number of its elements. */
pk_lv pk_lower_copy(pk_lower *l, const pk_ast *node, const pk_call *call) {
    const pk_ty *type = pk_note_find(l->instance, node)->v.type;
    pk_lv array = pk_lower_argument(l, call, 0), v;
    uint32_t ndim = array.type->ndim;
    bool again = pk_ty_holds_copy(call->args[0].type, node);
    pk_target target = {.type = pk_ty_element(type), .is_view = true};

    pk_lower_at(l, node);
    v = pk_lv_new(l, pk_ty_view(l->arena, type, ndim, 'C'));
    if (l->arena->failed)
        return pk_lv_zero(l, type);
    v.parts[PK_PART_data] = memory_of(l, type, most_elements(call), again);
    for (uint32_t i = 0; i < ndim; i++)
        v.parts[PK_PART_shape + i] = array.parts[PK_PART_shape + i];
    target.view = v;
    pk_lower_fill(l, &target, array);
    return ndim == type->ndim ? (pk_lv){type, v.parts}
                              : pk_lower_flat(l, v, type);
}
