/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of functions with @vectorize: of numbers, and of arrays, which make
 * array expressions as NumPy's functions of elements do. One with signatures is
 * called for the first of them that takes the arguments, by NumPy's rules; one
 * without is compiled for the types that it is given. */
#include "frontend/infer/typings.h"

/* The types of the signature's parameters; NULL when it does not take the
 * arguments. */
static const pk_ty **loop_of(pk_infer *in, const pk_declared *declared,
                             const pk_call *call) {
    bool mixed = pk_infer_mixes(call->args, call->count);
    const pk_ty **types =
        pk_arena_array(in->arena, call->count + 1, sizeof *types);

    for (uint32_t i = 0; types && i < call->count; i++) {
        types[i] = pk_ty_of_argument(in->arena, &declared->args[i]);
        if (!pk_ty_is_numeric(types[i]) ||
            !pk_infer_fits_loop(call->args[i].type, types[i], mixed))
            return NULL;
    }
    return types;
}

static const pk_ty **own_types(pk_infer *in, const pk_call *call) {
    const pk_ty **types =
        pk_arena_array(in->arena, call->count + 1, sizeof *types);

    for (uint32_t i = 0; types && i < call->count; i++) {
        const pk_ty *type = call->args[i].type;
        types[i] = type->kind == PK_TY_complex ? pk_ty_complex(type->scalar)
                                               : pk_ty_number(type->scalar);
    }
    return types;
}

static pk_typed no_loop(pk_infer *in, const pk_ast *node, const pk_call *call) {
    pk_text words;

    pk_text_init(&words, in->arena->allocator);
    for (uint32_t i = 0; i < call->count; i++)
        pk_text_printf(&words, "%s%s", i ? ", " : "",
                       pk_named(in, call->args[i].type));
    pk_say(in, node, PK_E_no_loop,
           "add a signature that takes them, or leave the signatures out",
           "no signature of %s takes (%s)", call->vectorized->info.name,
           pk_text_string(&words));
    pk_text_finish(&words);
    return (pk_typed){.type = &pk_ty_error};
}

pk_typed pk_type_vectorized(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_function *fn = call->vectorized;
    const pk_ty **types = NULL;
    pk_typed v;

    for (uint32_t i = 0; i < call->count; i++)
        if (!pk_ty_is_numeric(call->args[i].type))
            return pk_say(
                in, call->nodes[i], PK_E_call_type,
                pk_type_hint(PK_E_call_type, call->args[i].type, NULL),
                "%s takes numbers and arrays, not %s", fn->info.name,
                pk_named(in, call->args[i].type));
    for (uint32_t i = 0; i < fn->info.declared_count && !types; i++)
        types = loop_of(in, &fn->info.declared[i], call);
    if (!types && fn->info.declared_count)
        return no_loop(in, node, call);
    if (!types)
        types = own_types(in, call);
    if (!types)
        return (pk_typed){.type = &pk_ty_error};
    call->gives = NULL;
    v = pk_call_library(in, node, call, fn, types, call->count);
    if (v.type->kind == PK_TY_error || pk_ty_is_numeric(v.type))
        return v;
    return pk_say(in, node, PK_E_call_type, NULL,
                  "%s gives %s: a function with @vectorize gives a number",
                  fn->info.name, pk_named(in, v.type));
}

/* Takes the arguments by position; one more is the array for the result. */
static bool bind(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_function *fn = call->vectorized;
    uint32_t given = node->Call.args.count, count = fn->info.param_count;

    if (node->Call.keywords.count) {
        pk_say(in, node->Call.keywords.items[0], PK_E_call_keyword,
               "give it by position", "%s takes no arguments by name",
               fn->info.name);
        return false;
    }
    if (count > PK_MAX_UFUNC_ARGS) {
        pk_say(in, node, PK_E_too_many, NULL,
               "%s has %u parameters: compiled code calls a function with "
               "@vectorize with at most %d",
               fn->info.name, count, PK_MAX_UFUNC_ARGS);
        return false;
    }
    if (given == count + 1)
        call->out = node->Call.args.items[--given];
    if (given != count)
        return pk_say_count(in, node, fn->info.name, count, count, given,
                            pk_function_usage(in->arena, fn));
    call->count = count;
    call->nodes = pk_arena_array(in->arena, count + 1, sizeof *call->nodes);
    call->args = pk_arena_array(in->arena, count + 1, sizeof *call->args);
    for (uint32_t i = 0; call->nodes && i < count; i++)
        call->nodes[i] = node->Call.args.items[i];
    return call->nodes && call->args;
}

pk_typed pk_infer_vectorized(pk_infer *in, const pk_ast *node,
                             const pk_function *fn, pk_call *call) {
    pk_builtin *row = PK_NEW(in->arena, pk_builtin);

    *row = (pk_builtin){.path = fn->info.name,
                        .kind = PK_BUILTIN_call,
                        .how = PK_HOW_vectorized};
    call->builtin = row;
    call->vectorized = fn;
    if (!pk_function_sound(in->c, fn) || !bind(in, node, call) ||
        !pk_infer_arguments(in, node, call))
        return (pk_typed){.type = &pk_ty_error};
    return pk_infer_builtin(in, node, call);
}
