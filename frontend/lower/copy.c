/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of a.copy(), a.flatten() and a.astype(dtype): local memory for as
 * many elements as there are at most, filled in C order.
 *
 * In a loop the array may be what the same call made in the turn before. Then
 * the call has its memory twice (memory.c). */
#include "frontend/infer/memory.h"
#include "frontend/lower/lower.h"

#include "core/analysis/range.h"
#include "core/ir_data.h"
#include "frontend/infer/typings.h"
#include "frontend/lower/report.h"

/* A sum that wraps has a lower bound behind every array. */
static bool is_never_negative(const pk_lower *l, const pk_value *bound) {
    const pk_value *first = bound;

    if (pk_is_op(bound, PK_OP_add) && pk_is_const(bound->def->args[1]) &&
        pk_const_get_int(bound->def->args[1]) >= 0)
        first = bound->def->args[0];
    return pk_range_of_value(l->fn, first).lo >= 0;
}

/* Whether `n` places are those of a slice of a kernel's argument that does not
 * end before it begins (slice_along, array.c). */
static bool ends_behind_start(const pk_lower *l, const pk_value *n) {
    static const pk_op steps[] = {PK_OP_max, PK_OP_sub, PK_OP_min, PK_OP_max,
                                  PK_OP_wrap_index};

    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (!pk_is_op(n, steps[i]) ||
            (steps[i] == PK_OP_min && n->def->args[1]->kind != PK_VALUE_param))
            return false;
        n = n->def->args[0];
    }
    return l->instance->is_kernel && is_never_negative(l, n);
}

/* Fails where the array is larger than the memory: slices were assumed not to
 * end before their array begins. */
static void check_most(pk_lower *l, const pk_call *call, pk_lv array) {
    for (uint32_t i = 0; i < array.type->ndim; i++) {
        int64_t most = pk_most_along(call->args[0], i);
        pk_value *n = array.parts[PK_PART_shape + i];
        if (ends_behind_start(l, n))
            continue;
        pk_lower_fail_if(
            l, emit(l, PK_OP_gt, n, pk_i64(l, most)),
            pk_arena_format(l->arena,
                            "ValueError: %s has memory for %lld places along "
                            "axis %u here, and the slice has {}",
                            pk_builtin_name(call->builtin), (long long)most, i),
            &n, 1);
    }
}

/* All elements of a C array along one axis have the number of its elements. */
pk_lv pk_lower_copy(pk_lower *l, const pk_ast *node, const pk_call *call) {
    const pk_ty *type = pk_note_find(l->instance, node)->v.type;
    pk_lv array = pk_lower_argument(l, call, 0), v;
    uint32_t ndim = array.type->ndim;
    bool again = pk_ty_holds_copy(call->args[0].type, node);
    pk_target target = {.type = pk_ty_element(type), .is_view = true};

    pk_lower_at(l, node);
    if (pk_most_is_assumed(call->args[0]))
        check_most(l, call, array);
    v = pk_lv_new(l, pk_ty_view(l->arena, type, ndim, 'C'));
    if (l->arena->failed)
        return pk_lv_zero(l, type);
    v.parts[PK_PART_data] =
        pk_lower_memory(l, pk_owned_of_copy(node, call, type), again);
    for (uint32_t i = 0; i < ndim; i++)
        v.parts[PK_PART_shape + i] = array.parts[PK_PART_shape + i];
    target.view = v;
    pk_lower_fill(l, &target, array);
    return ndim == type->ndim ? (pk_lv){type, v.parts}
                              : pk_lower_flat(l, v, type);
}
