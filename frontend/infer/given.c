/* SPDX-License-Identifier: Apache-2.0 */
/* Builtins that are functions of the library of the types they are given:
 * np.clip, np.dot, and x in range(...). */
#include "frontend/infer/infer.h"

#include "frontend/known.h"

#include <string.h>

/* A bound that is left out, or None, is none. An array keeps its type, as in
 * Numba; a number comes to the type that holds all of them. */
pk_typed pk_type_clip(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *types[3], *gives = NULL;

    for (uint32_t i = 0; i < 3; i++) {
        types[i] = call->args[i].type;
        if (i && types[i]->kind == PK_TY_none)
            continue;
        if (!pk_ty_is_number(types[i]) || (!i && pk_ty_is_bool(types[i])))
            return pk_say_argument(in, call, i, "real numbers and arrays");
        types[i] = pk_ty_number(types[i]->scalar);
        gives = gives ? pk_rule_unify(in->arena, gives, types[i]) : types[i];
    }
    if (types[1]->kind == PK_TY_none && types[2]->kind == PK_TY_none)
        return pk_say(in, node, PK_E_call_count, NULL,
                      "%s takes a least number, a most, or both",
                      pk_builtin_name(call->builtin));
    call->gives = call->of_array ? types[0] : gives;
    return pk_call_numpy(in, node, call, "clip", types, 3);
}

/* The products of the elements, added up in order. */
pk_typed pk_type_dot(pk_infer *in, const pk_ast *node, pk_call *call) {
    const char *name =
        call->builtin->param == PK_DOT_conjugate ? "vdot" : "dot";
    const pk_ty *types[2];

    for (uint32_t i = 0; i < 2; i++) {
        const pk_ty *type = types[i] = call->args[i].type;
        if (type->kind != PK_TY_array || type->flags & PK_TYF_unsized)
            return pk_say_argument(in, call, i, "arrays of a known size");
        if (type->ndim != 1)
            return pk_say_unsupported(
                in, node, "a product of arrays of more than one dimension",
                "a sum over k of products: s += a[i, k] * b[k, j]");
        if (!pk_ty_is_float(pk_ty_element(type)) &&
            pk_ty_element(type)->kind != PK_TY_complex)
            return pk_say(in, call->nodes[i], PK_E_call_type, "np.sum(a * b)",
                          "%s takes arrays of floats or complex numbers, not "
                          "%s",
                          pk_builtin_name(call->builtin), pk_named(in, type));
    }
    if (!pk_ty_equal(pk_ty_element(types[0]), pk_ty_element(types[1])))
        return pk_say(in, node, PK_E_call_type, "np.sum(a * b)",
                      "%s takes two arrays of one type, not %s and %s",
                      pk_builtin_name(call->builtin), pk_named(in, types[0]),
                      pk_named(in, types[1]));
    return pk_call_numpy(in, node, call, name, types, 2);
}

/* range(...), x */
pk_typed pk_type_in_range(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *types[2] = {call->args[0].type, call->args[1].type};

    if (!pk_ty_is_numeric(types[1]))
        return pk_say_argument(in, call, 1, "a number");
    return pk_call_numpy(in, node, call, "in_range", types, 2);
}

/* A call of the builtin at `path`, of two values. */
static pk_call *call_of(pk_infer *in, const char *path,
                        const pk_ast *const *nodes, const pk_typed *args) {
    pk_call *call = PK_NEW(in->arena, pk_call);

    *call = (pk_call){.builtin = pk_builtin_find(path), .count = 2};
    call->nodes = pk_arena_array(in->arena, 2, sizeof *call->nodes);
    call->args = pk_arena_array(in->arena, 2, sizeof *call->args);
    if (!call->nodes || !call->args)
        return NULL;
    memcpy(call->nodes, nodes, 2 * sizeof *nodes);
    memcpy(call->args, args, 2 * sizeof *args);
    return call;
}

pk_typed pk_infer_matmul(pk_infer *in, const pk_ast *node,
                         const pk_ast *const *nodes, const pk_typed *args) {
    pk_call *call = call_of(in, "numpy.dot", nodes, args);
    pk_typed v = call ? pk_type_dot(in, node, call) : error();

    pk_note_at(in, node)->call = call;
    return v;
}

pk_typed pk_infer_in_array(pk_infer *in, const pk_ast *node, pk_typed x,
                           pk_typed all) {
    const pk_ast *nodes[] = {node->Compare.comparators.items[0],
                             node->Compare.left};
    pk_typed args[] = {all, {x.type, NULL}}, v;
    pk_call *call =
        call_of(in,
                all.type->kind == PK_TY_range ? "numpy.ndarray.__in_range__"
                                              : "numpy.ndarray.__contains__",
                nodes, args);

    if (x.type->kind == PK_TY_error || !call)
        return error();
    if (!pk_ty_is_numeric(x.type))
        return pk_say(in, node, PK_E_operator, "compare in a loop",
                      "no operator in for %s and %s", pk_named(in, x.type),
                      pk_named(in, all.type));
    v = pk_infer_builtin(in, node, call);
    pk_note_at(in, node)->call = call;
    return v;
}
