/* SPDX-License-Identifier: Apache-2.0 */
/* New arrays of host functions: np.empty, np.zeros, and array expressions where
 * an array is wanted. */
#include "frontend/infer/typings.h"

static const pk_ty *new_array(pk_infer *in, const pk_ty *element, uint32_t ndim,
                              char layout) {
    return pk_ty_array(in->arena, element, ndim, layout, PK_SPACE_global,
                       PK_TYF_counted);
}

/* The number of axes of a shape, an integer or a tuple of them; false after an
 * error. */
static bool count_axes(pk_infer *in, const pk_call *call, uint32_t *ndim) {
    const pk_ty *shape = call->args[0].type;

    *ndim = 1;
    if (pk_ty_is_int(shape))
        return true;
    *ndim = shape->count;
    if (shape->kind != PK_TY_tuple || shape->count > PK_MAX_DIMS) {
        pk_say_argument(in, call, 0, "an integer or a tuple of integers");
        return false;
    }
    for (uint32_t i = 0; i < shape->count; i++)
        if (!pk_ty_is_int(shape->items[i])) {
            pk_say_argument(in, call, 0, "an integer or a tuple of integers");
            return false;
        }
    return true;
}

pk_typed pk_type_new_array(pk_infer *in, const pk_ast *node, pk_call *call) {
    const bool given = call->nodes[1] && call->args[1].type->kind != PK_TY_none;
    const pk_ty *element =
        given ? pk_ty_of_element(call->args[1]) : pk_ty_number(PK_TYPE_f64);
    uint32_t ndim;

    (void)node;
    if (!element)
        return pk_say(in, call->nodes[1], PK_E_dtype,
                      "write np.float32, np.int64 or \"float32\"",
                      "this is not a dtype");
    if (!count_axes(in, call, &ndim))
        return error();
    return of_type(new_array(in, element, ndim, 'C'));
}

pk_typed pk_infer_fresh(pk_infer *in, const pk_ast *node, const pk_ty *lazy) {
    pk_note *note = pk_note_at(in, node);
    const pk_ty *computed;

    note->v = of_type(lazy);
    computed = pk_infer_computed(in, node, lazy);
    note = pk_note_at(in, node);
    note->fresh = computed;
    return of_type(
        new_array(in, pk_ty_element(lazy), lazy->ndim, (char)computed->layout));
}
