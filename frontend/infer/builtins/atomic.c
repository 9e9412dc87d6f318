/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of atomics: which elements an operation works on, and where they
 * may lie. */
#include "frontend/infer/typings.h"

/* Whether the operation works on such elements; what it does work on, and how
 * others get it, or NULL. */
static bool takes_element(uint16_t op, const pk_ty *element, const char **what,
                          const char **hint) {
    bool real = element->kind == PK_TY_number && !pk_ty_is_bool(element);

    *hint = NULL;
    switch ((int)pk_op_table[op].rule) {
    case PK_RULE_ATOMIC_UNSIGNED:
        *what = "unsigned integers";
        return real && pk_ty_is_int(element) &&
               !pk_type_is_signed(element->scalar);
    case PK_RULE_ATOMIC_BITS:
        *what = "integers and bool";
        *hint = "use an array of integers: on the host a.view(np.int32) has "
                "the same bits";
        return element->kind == PK_TY_number && !pk_ty_is_float(element);
    case PK_RULE_ATOMIC_ANY:
        *what = "numbers and bool";
        return element->kind == PK_TY_number;
    }
    *what = "real numbers";
    *hint = "use two atomics, on .real and .imag: a.view(np.float64) has them "
            "side by side";
    return real;
}

/* The element that an atomic works on; NULL after an error. */
static const pk_ty *atomic_element(pk_infer *in, const pk_ast *node,
                                   pk_call *call, bool indexed, uint16_t op) {
    const pk_ty *array = call->args[0].type, *index, *element;
    const char *what, *hint;
    uint32_t count;

    if (array->kind != PK_TY_array) {
        pk_say_argument(in, call, 0, "an array");
        return NULL;
    }
    index = indexed ? call->args[1].type : pk_ty_number(PK_TYPE_i64);
    count = index->kind == PK_TY_tuple ? index->count : 1;
    /* A float is one that is cut to an integer, as Numba does it here only. */
    for (uint32_t i = 0; i < count; i++)
        if (!pk_ty_is_number(index->kind == PK_TY_tuple ? index->items[i]
                                                        : index)) {
            pk_say_argument(in, call, 1, "an integer or a tuple of integers");
            return NULL;
        }
    if (count != array->ndim) {
        pk_say_indices(in, node, count, array);
        return NULL;
    }
    if (array->flags & PK_TYF_readonly) {
        pk_say(in, call->nodes[0], PK_E_store_readonly, NULL,
               "cannot write to a read-only array");
        return NULL;
    }
    element = pk_ty_element(array);
    if (pk_ty_part_bytes(array)) {
        pk_say(in, call->nodes[0], PK_E_atomic_type,
               "np.dtype(..., align=True) aligns fields",
               "an atomic needs aligned memory, and this may not be");
        return NULL;
    }
    if (array->space == PK_SPACE_local || array->space == PK_SPACE_constant) {
        pk_say(in, call->nodes[0], PK_E_atomic_local,
               "only this thread sees a local array: read and write it",
               "atomics work on global and shared arrays");
        return NULL;
    }
    if (!takes_element(op, element, &what, &hint)) {
        if (pk_ty_is_records(array))
            hint = pk_type_hint(PK_E_atomic_type, array, NULL);
        pk_say(in, call->nodes[0], PK_E_atomic_type, hint,
               "%s works on %s, not on %s", pk_builtin_name(call->builtin),
               what, pk_named(in, array));
        return NULL;
    }
    return element;
}

static bool fits_element(pk_infer *in, const pk_call *call, uint32_t i,
                         const pk_ty *element) {
    if (pk_rule_converts(call->args[i].type, element))
        return true;
    pk_say_argument(in, call, i, "a number");
    return false;
}

pk_typed pk_type_atomic(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *element =
        atomic_element(in, node, call, true, call->builtin->param);

    if (!element || !fits_element(in, call, 2, element))
        return error();
    return of_type(element);
}

pk_typed pk_type_atomic_cas(pk_infer *in, const pk_ast *node, pk_call *call) {
    bool indexed = call->builtin->param;
    const pk_ty *element =
        atomic_element(in, node, call, indexed, PK_OP_atomic_cas);

    if (!element || !fits_element(in, call, 1u + indexed, element) ||
        !fits_element(in, call, 2u + indexed, element))
        return error();
    return of_type(element);
}
