/* SPDX-License-Identifier: Apache-2.0 */
/* New arrays of host functions: np.empty, np.zeros, and array expressions where
 * an array is wanted; and arrays of memory that a pointer leads to. */
#include "frontend/infer/typings.h"

static const pk_ty *new_array(pk_infer *in, const pk_ty *element, uint32_t ndim,
                              char layout) {
    return pk_ty_array(in->arena, element, ndim, layout, PK_SPACE_global,
                       PK_TYF_counted);
}

/* The number of axes of a shape, an integer or a tuple of them, which is
 * argument `at`; false after an error. */
static bool count_axes(pk_infer *in, const pk_call *call, uint32_t at,
                       uint32_t *ndim) {
    const pk_ty *shape = call->args[at].type;

    *ndim = 1;
    if (pk_ty_is_int(shape))
        return true;
    *ndim = shape->count;
    if (shape->kind != PK_TY_tuple || shape->count > PK_MAX_DIMS) {
        pk_say_argument(in, call, at, "an integer or a tuple of integers");
        return false;
    }
    for (uint32_t i = 0; i < shape->count; i++)
        if (!pk_ty_is_int(shape->items[i])) {
            pk_say_argument(in, call, at, "an integer or a tuple of integers");
            return false;
        }
    return true;
}

static pk_typed say_dtype(pk_infer *in, const pk_call *call, uint32_t at) {
    return pk_say(in, call->nodes[at], PK_E_dtype,
                  "write np.float32, np.int64 or \"float32\"",
                  "this is not a dtype");
}

pk_typed pk_type_new_array(pk_infer *in, const pk_ast *node, pk_call *call) {
    const bool given = call->nodes[1] && call->args[1].type->kind != PK_TY_none;
    const pk_ty *element =
        given ? pk_ty_of_element(call->args[1]) : pk_ty_number(PK_TYPE_f64);
    uint32_t ndim;

    (void)node;
    if (!element)
        return say_dtype(in, call, 1);
    if (!count_axes(in, call, 0, &ndim))
        return error();
    return of_type(new_array(in, element, ndim, 'C'));
}

/* numba.carray(pointer, shape, dtype): bytes may be read as any dtype, others
 * as what they are. */
pk_typed pk_type_carray(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *pointer = call->args[0].type, *held, *element;
    uint32_t ndim;

    if (!pk_ty_is_pointer(pointer))
        return pk_say_argument(in, call, 0,
                               "a pointer, CPointer(float64) in a signature");
    element = held = pk_ty_element(pointer);
    if (call->nodes[2] && call->args[2].type->kind != PK_TY_none)
        element = pk_ty_of_element(call->args[2]);
    if (!element)
        return say_dtype(in, call, 2);
    if (!pk_ty_equal(element, held) && pointer->scalar != PK_TYPE_u8)
        return pk_say(in, node, PK_E_dtype, NULL,
                      "mismatching dtype '%s' for a pointer to %s",
                      pk_named(in, element), pk_named(in, held));
    if (!count_axes(in, call, 1, &ndim))
        return error();
    return of_type(new_array(in, element, ndim, (char)call->builtin->param));
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
