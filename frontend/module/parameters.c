/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters: names, defaults, and those that cannot be. */
#include "frontend/module/parameters.h"

#include "frontend/values/known.h"

/* Returns the default of a parameter, as far as a launch can pass such a value.
 */
static pk_default default_value(pk_scope *s, pk_typed v) {
    pk_default out = {0}, *items;

    if (v.type->kind == PK_TY_tuple) {
        items = pk_arena_array(s->arena, v.type->count + 1u, sizeof *items);
        for (uint32_t i = 0; i < v.type->count; i++) {
            items[i] = default_value(s, pk_known_item(v, i));
            if (!items[i].known)
                return out;
        }
        out.items = items;
    } else if (v.known) {
        out.bits[0] = v.known->bits[0];
        out.bits[1] = v.known->bits[1];
    }
    out.known = (v.known || v.type->kind == PK_TY_none || out.items) &&
                (v.type->kind == PK_TY_none || v.type->kind == PK_TY_tuple ||
                 v.type->kind == PK_TY_member || pk_ty_is_numeric(v.type)) &&
                pk_ty_to_argument(s->arena, v.type, &out.type);
    return out;
}

static pk_default default_dtype(pk_scope *s, const pk_ty *made) {
    pk_default out = {0};

    out.known =
        pk_ty_is_numeric(made) && pk_ty_to_argument(s->arena, made, &out.type);
    out.type.is_complex = out.type.kind == PK_ARGTYPE_complex;
    out.type.kind = PK_ARGTYPE_dtype;
    return out;
}

static pk_default default_of(pk_scope *s, const pk_ast *node) {
    const pk_typed v = node ? pk_scope_eval(s, node) : (pk_typed){0};

    if (!node)
        return (pk_default){0};
    if (v.type->kind == PK_TY_text && v.known && !v.known->is_bytes)
        return (pk_default){
            .known = true,
            .type = {.kind = PK_ARGTYPE_text, .text = v.known->text}};
    return v.type->kind == PK_TY_dtype && v.type->made
               ? default_dtype(s, v.type->made)
               : default_value(s, v);
}

/* Returns what *args is where a call gives it nothing: a tuple without items.
 */
static pk_default no_more(pk_arena *arena) {
    pk_default out = {.known = true, .type = {.kind = PK_ARGTYPE_tuple}};

    out.items = pk_arena_array(arena, 1, sizeof *out.items);
    return out;
}

void pk_parameters_read(pk_scope *s, pk_function *fn) {
    const pk_ast *args = fn->def->FunctionDef.args;
    uint32_t count;
    const char **names;
    pk_default *defaults;

    fn->positional =
        args->arguments.posonlyargs.count + args->arguments.args.count;
    count = fn->positional + args->arguments.kwonlyargs.count +
            (args->arguments.vararg ? 1 : 0);
    names = pk_arena_array(s->arena, count + 1, sizeof *names);
    defaults = pk_arena_array(s->arena, count + 1, sizeof *defaults);
    if (s->arena->failed)
        return;
    for (uint32_t i = 0; i < count; i++) {
        names[i] = pk_function_parameter(fn, i)->arg.arg;
        defaults[i] = default_of(s, pk_function_default(fn, i));
    }
    if (args->arguments.vararg) /* the last: it may get nothing */
        defaults[count - 1] = no_more(s->arena);
    fn->info.param_count = count;
    fn->info.param_names = names;
    fn->info.defaults = defaults;
}

void pk_function_fault(pk_arena *arena, pk_function *fn,
                       const pk_fault *fault) {
    pk_fault *own = PK_NEW(arena, pk_fault), **link;
    pk_refusal *refusal = PK_NEW(arena, pk_refusal);

    if (arena->failed)
        return;
    *own = *fault;
    for (link = &fn->faults; *link; link = &(*link)->next)
        ;
    *link = own;
    *refusal = (pk_refusal){.status = pk_code_row(fault->code)->status,
                            .code = pk_code_row(fault->code)->code,
                            .message = fault->message,
                            .hint = fault->hint,
                            .file = fault->program->parse.source->file,
                            .loc = pk_ast_loc(fault->node, 0)};
    if (!fn->info.refused)
        fn->info.refused = refusal;
}

static void refuse(pk_scope *s, pk_function *fn, const pk_ast *node,
                   const char *what, const char *hint) {
    bool kernel = fn->info.kind == PK_FUNCTION_kernel;
    pk_fault fault = {.program = fn->program,
                      .node = node,
                      .code = PK_E_parameter,
                      .hint = hint,
                      .message = pk_arena_format(
                          s->arena,
                          kernel ? "a kernel's parameter cannot be %s%s: "
                                   "launches have a fixed number of arguments"
                                 : "a parameter %s%s is not supported yet",
                          what, node->arg.arg)};

    pk_function_fault(s->arena, fn, &fault);
}

void pk_parameters_check(pk_scope *s, pk_function *fn) {
    const pk_ast *args = fn->def->FunctionDef.args;
    const pk_ast *only = args->arguments.kwonlyargs.count
                             ? args->arguments.kwonlyargs.items[0]
                             : NULL;
    pk_fault fault = {.program = fn->program,
                      .node = only,
                      .code = PK_E_parameter,
                      .hint = "remove the *"};

    if (args->arguments.vararg && fn->info.kind == PK_FUNCTION_kernel)
        refuse(s, fn, args->arguments.vararg, "*",
               "name every parameter, or pass a tuple");
    if (args->arguments.kwarg)
        refuse(s, fn, args->arguments.kwarg, "**", "name every parameter");
    if (!only || fn->info.kind != PK_FUNCTION_kernel)
        return;
    fault.message = pk_arena_format(s->arena,
                                    "a kernel's parameter cannot be "
                                    "keyword-only: launches give '%s' by "
                                    "position",
                                    only->arg.arg);
    pk_function_fault(s->arena, fn, &fault);
}

const char *pk_function_list(pk_arena *arena, const pk_function *fn) {
    const pk_ast *vararg = fn->def->FunctionDef.args->arguments.vararg;
    const char *text = "";

    for (uint32_t i = 0; i < fn->info.param_count; i++) {
        bool rest = vararg && i + 1 == fn->info.param_count;
        text = pk_arena_format(arena, "%s%s%s%s%s", text, i ? ", " : "",
                               rest ? "*" : "", fn->info.param_names[i],
                               pk_function_default(fn, i) ? "=" : "");
    }
    return text;
}

const char *pk_function_usage(pk_arena *arena, const pk_function *fn) {
    return pk_arena_format(arena, "%s(%s)", fn->info.name,
                           pk_function_list(arena, fn));
}
