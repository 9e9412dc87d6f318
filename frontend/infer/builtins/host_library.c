/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of what only host functions call and the library makes: np.cumsum
 * is host_cumsum of lib/np_*.py, np.linalg.norm host_linalg_norm, random.gauss
 * python_random_gauss. Methods of arrays are functions whose first argument is
 * the array. */
#include "frontend/infer/library.h"
#include "frontend/infer/typings.h"
#include "frontend/values/known.h"

#include <stdio.h>
#include <string.h>

static const pk_function *function_of(pk_infer *in, const pk_builtin *row) {
    const bool numpy = strncmp(row->path, "numpy.", 6) == 0;
    const char *name = row->path + (numpy ? 6 : 0);
    char full[48];

    if (strncmp(name, "ndarray.", 8) == 0 && row->param != PK_HOST_method)
        name += 8;
    snprintf(full, sizeof full, numpy ? "host_%s" : "python_%s", name);
    for (char *at = full; *at; at++)
        if (*at == '.')
            *at = '_';
    return pk_library_named(in->c, full);
}

/* An argument that names a type is that type in the library, whatever it is
 * written as; false after an error. */
static bool make_dtype(pk_infer *in, pk_call *call, uint32_t i) {
    const pk_ty *made = pk_ty_of_element(call->args[i]);
    pk_ty *type = PK_NEW(in->arena, pk_ty);

    if (!made) {
        pk_say(in, call->nodes[i], PK_E_dtype,
               "write np.float32, np.int64 or \"float32\"",
               "this is not a dtype");
        return false;
    }
    *type = (pk_ty){.kind = PK_TY_dtype, .made = made};
    call->args[i] = of_type(type);
    call->nodes[i] = NULL;
    return true;
}

/* Checks a list, and learns from an item that it gets what it holds. False
 * after an error, and where another round will know. */
static bool takes_item(pk_infer *in, pk_call *call) {
    const pk_ty *list = call->args[0].type, *item;

    if (list->kind != PK_TY_list || pk_ty_is_str(list)) {
        pk_say(in, call->nodes[0], PK_E_call_type, NULL, "%s is not a list",
               pk_named(in, list));
        return false;
    }
    if (call->count > 1) {
        item = pk_ty_item(in->arena, call->args[1].type);
        pk_infer_learn(in, call->nodes[0], list, item);
    }
    return !pk_ty_is_open_list(list);
}

pk_typed pk_type_host_library(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_function *fn = function_of(in, call->builtin);
    const pk_ty **types =
        pk_arena_array(in->arena, call->count + 1, sizeof *types);

    if (!fn || !types)
        return error();
    if (call->builtin->param == PK_HOST_list && !takes_item(in, call))
        return error();
    for (uint32_t i = 0; i < call->count; i++) {
        if (!call->nodes[i]) {
            if (!pk_infer_default(in, node, fn, i, &call->args[i]))
                return error();
        } else if (strcmp(fn->info.param_names[i], "dtype") == 0 &&
                   call->args[i].type->kind != PK_TY_none &&
                   !make_dtype(in, call, i)) {
            return error();
        }
        types[i] = pk_ty_given(in->arena, call->args[i]);
    }
    call->instance = pk_infer_for_call(in, fn, types, call->count, call->args,
                                       call->count, node);
    if (!call->instance || call->instance->state != PK_INSTANCE_done)
        return error();
    return of_type(call->instance->result);
}

/* ---- the generators' words, of the library's own ---- */

pk_typed pk_type_random_state(pk_infer *in, const pk_ast *node, pk_call *call) {
    (void)node;
    (void)call;
    return of_type(pk_ty_array(in->arena, pk_ty_number(PK_TYPE_u32), 1, 'C',
                               PK_SPACE_global, 0));
}

/* ---- LAPACK, for the library ---- */

pk_typed pk_type_lapack(pk_infer *in, const pk_ast *node, pk_call *call) {
    (void)in;
    (void)node;
    (void)call;
    return of_type(pk_ty_number(PK_TYPE_i64));
}

/* ---- lists of an argument are tuples ---- */

static bool has_list(const pk_ast *node) {
    if (node->kind == PK_AST_List)
        return true;
    for (uint32_t i = 0;
         node->kind == PK_AST_Tuple && i < node->Tuple.elts.count; i++)
        if (has_list(node->Tuple.elts.items[i]))
            return true;
    return false;
}

static pk_ast *without_lists(pk_infer *in, const pk_ast *node) {
    const pk_ast_list *from =
        node->kind == PK_AST_List ? &node->List.elts : &node->Tuple.elts;
    pk_ast **items;
    pk_ast *tuple;

    if (!has_list(node))
        return (pk_ast *)(uintptr_t)node;
    items = pk_arena_array(in->arena, from->count + 1, sizeof(pk_ast *));
    tuple = pk_ast_new(in->arena, PK_AST_Tuple, node);
    for (uint32_t i = 0; items && i < from->count; i++)
        items[i] = without_lists(in, from->items[i]);
    tuple->Tuple.elts = (pk_ast_list){items, items ? from->count : 0};
    return tuple;
}

const pk_ast *pk_infer_without_lists(pk_infer *in, const pk_ast *node) {
    const pk_call *before = pk_note_find(in->instance, node)->call;
    const pk_ast_list *args = &node->Call.args;
    pk_ast **items;
    pk_ast *written;
    bool any = false;

    for (uint32_t i = 0; i < args->count; i++)
        any = any || has_list(args->items[i]);
    if (!any)
        return NULL;
    /* In a loop that is gone through again it is written already. */
    if (before && before->spread)
        return before->spread;
    items = pk_arena_array(in->arena, args->count, sizeof(pk_ast *));
    written = pk_ast_new(in->arena, PK_AST_Call, node);
    written->Call = node->Call;
    for (uint32_t i = 0; items && i < args->count; i++)
        items[i] = without_lists(in, args->items[i]);
    written->Call.args = (pk_ast_list){items, items ? args->count : 0};
    return written;
}

/* ---- views with any strides, of the library's own ---- */

pk_typed pk_type_strided(pk_infer *in, const pk_ast *node, pk_call *call) {
    (void)node;
    return of_type(pk_ty_view(in->arena, call->args[0].type,
                              call->args[1].type->count, 'A'));
}

/* Whether the array's type says that it is in that order, where one of one
 * dimension is in C's; with 0 whether it is a string. */
pk_typed pk_type_layout(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *type = call->args[0].type;
    bool is = call->builtin->param ? type->kind == PK_TY_array &&
                                         type->layout == call->builtin->param
                                   : type->kind == PK_TY_text;

    (void)node;
    return pk_known_int(in->arena, pk_ty_number(PK_TYPE_bool), is);
}

/* ---- loops on all threads, of the library's own ---- */

/* Gives what a loop goes over, whose iterations may run at once where the
 * function has threads: .flat or ndindex. */
pk_typed pk_type_on_threads(pk_infer *in, const pk_ast *node, pk_call *call) {
    pk_ty *type = PK_NEW(in->arena, pk_ty);

    (void)node;
    *type = *call->args[0].type;
    if (in->c->parallel)
        type->flags |= PK_TYF_parallel;
    return of_type(type);
}

pk_typed pk_type_has_threads(pk_infer *in, const pk_ast *node, pk_call *call) {
    (void)node;
    (void)call;
    return pk_known_int(in->arena, pk_ty_number(PK_TYPE_bool), in->c->parallel);
}

/* ---- the type that holds all elements and numbers of some values ---- */

static const pk_ty *unify(pk_infer *in, const pk_ty *with, const pk_ty *type) {
    if (type->kind == PK_TY_tuple) {
        for (uint32_t i = 0; with && i < type->count; i++)
            with = unify(in, with, type->items[i]);
        return with;
    }
    if (type->kind == PK_TY_list)
        return pk_ty_is_open_list(type) ? NULL
                                        : unify(in, with, type->items[0]);
    if (type->kind == PK_TY_dtype)
        type = type->made;
    if (pk_ty_is_arrays(type))
        type = pk_ty_element(type);
    if (type->kind == PK_TY_number)
        type = pk_ty_number(type->scalar);
    if (with == &pk_ty_none)
        return type;
    return pk_ty_equal(with, type) ? type
                                   : pk_rule_unify(in->arena, with, type);
}

static const pk_ty *of_results(const pk_ty *type, uint16_t param) {
    const bool whole = type->kind == PK_TY_number && !pk_ty_is_float(type);

    switch (param) {
    case PK_COMMON_sum:
        return !whole ? type
                      : pk_ty_number(pk_type_is_signed(type->scalar) ||
                                             pk_ty_is_bool(type)
                                         ? PK_TYPE_i64
                                         : PK_TYPE_u64);
    case PK_COMMON_mean: return whole ? pk_ty_number(PK_TYPE_f64) : type;
    case PK_COMMON_real:
        return pk_ty_number(whole ? PK_TYPE_f64 : type->scalar);
    default: return type;
    }
}

pk_typed pk_type_common(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *of = unify(in, &pk_ty_none, call->args[0].type);
    pk_ty *type = PK_NEW(in->arena, pk_ty);

    if (!of || (!pk_ty_is_numeric(of) && of->kind != PK_TY_record))
        return pk_say(in, node, PK_E_call_type, "convert them: float(x)",
                      "no type holds all of %s",
                      pk_named(in, call->args[0].type));
    if (of->kind != PK_TY_record)
        of = of_results(of, call->builtin->param);
    *type = (pk_ty){.kind = PK_TY_dtype, .made = of};
    return of_type(type);
}
