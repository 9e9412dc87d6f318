/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of vectors: cuda.float32x4(x, y, z, w), which takes numbers and
 * shorter vectors of its elements' type, and the elements .x, .y, .z, .w. */
#include "frontend/infer/vector.h"

static const char *usage(pk_infer *in, const pk_ty *made) {
    static const char *const names[] = {"x", "x, y", "x, y, z", "x, y, z, w"};
    const char *name = pk_named(in, made);

    return made->ndim == 1
               ? pk_arena_format(in->arena, "%s(x)", name)
               : pk_arena_format(
                     in->arena, "%s(%s): numbers, or shorter vectors of %s",
                     name, names[made->ndim - 1], pk_scalar_name(made->scalar));
}

/* Returns how many elements an argument gives; 0: it is none that fits. */
static uint32_t elements_of(pk_infer *in, const pk_ast *node, pk_typed v,
                            const pk_ty *made) {
    if (!pk_infer_has_value(in, node, v))
        return 0;
    if (pk_ty_is_number(v.type))
        return 1;
    if (v.type->kind == PK_TY_vector && v.type->scalar == made->scalar)
        return v.type->ndim;
    pk_say(in, node, PK_E_call_type,
           v.type->kind == PK_TY_vector
               ? "convert its elements: v.x, v.y"
               : pk_type_hint(PK_E_call_type, v.type, NULL),
           "%s takes numbers and vectors of %s, not %s", pk_named(in, made),
           pk_scalar_name(made->scalar), pk_named(in, v.type));
    return 0;
}

pk_typed pk_infer_vector(pk_infer *in, const pk_ast *node, const pk_ty *made,
                         pk_call *call) {
    const pk_ast_list *args = &node->Call.args;
    uint32_t elements = 0;
    bool ok = true;

    if (node->Call.keywords.count)
        return pk_say(in, node->Call.keywords.items[0], PK_E_call_keyword,
                      usage(in, made), "%s takes no arguments by name",
                      pk_named(in, made));
    call->count = args->count;
    call->nodes =
        pk_arena_array(in->arena, call->count + 1, sizeof *call->nodes);
    call->args = pk_arena_array(in->arena, call->count + 1, sizeof *call->args);
    if (!call->nodes || !call->args)
        return error();
    for (uint32_t i = 0; i < call->count; i++) {
        uint32_t count;
        call->nodes[i] = args->items[i];
        call->args[i] = pk_infer_expr(in, args->items[i]);
        count = elements_of(in, args->items[i], call->args[i], made);
        ok = ok && count;
        elements += count;
    }
    if (ok && elements != made->ndim)
        return pk_say(in, node, PK_E_call_count, usage(in, made),
                      "%s has %u element%s, got %u", pk_named(in, made),
                      made->ndim, made->ndim == 1 ? "" : "s", elements);
    call->makes = made;
    return ok ? (pk_typed){.type = made} : error();
}
