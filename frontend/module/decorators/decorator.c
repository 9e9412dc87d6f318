/* SPDX-License-Identifier: Apache-2.0 */
/* Decorators: @cuda.jit("void(float32[:])", fastmath=True) and its kin.
 *
 * A script may have functions that are never requested, so a wrong decorator
 * is no error of the module: its faults stay with the function. */
#include "frontend/module/decorators/decorating.h"

#include "frontend/builtins/builtins.h"
#include "frontend/module/classes.h"
#include "frontend/module/parameters.h"

#include <string.h>

void pk_decorating_fault(pk_decorating *d, const pk_fault *fault) {
    pk_function_fault(d->scope->arena, d->fn, fault);
}

void pk_decorating_fail(pk_decorating *d, const pk_ast *node, pk_code code,
                        const char *hint, const char *message) {
    pk_fault fault = {.program = d->scope->program,
                      .node = node,
                      .code = code,
                      .hint = hint,
                      .message = message};

    pk_decorating_fault(d, &fault);
}

void pk_decorating_doubt(pk_decorating *d, const pk_ast *node, pk_code code,
                         const char *hint, const char *message) {
    pk_fault fault = {.program = d->scope->program,
                      .node = node,
                      .code = code,
                      .hint = hint,
                      .message = message,
                      .unknown = true};

    pk_decorating_fault(d, &fault);
}

/* ---- the call ---- */

static bool is_first(const pk_decorating *d, const char *name) {
    return strcmp(name, d->mask & KERNEL  ? "func_or_sig"
                        : d->mask & UFUNC ? "ftylist_or_function"
                                          : "signature_or_function") == 0;
}

static bool is_nothing(const pk_ast *node) {
    return node->kind == PK_AST_Constant &&
           node->Constant.value.kind == PK_CONST_None;
}

/* **OPTIONS, a dict of the module. */
static void spread_options(pk_decorating *d, const pk_ast *word) {
    const pk_ast *at = word->keyword.value;
    pk_typed v = pk_scope_eval(d->scope, at);
    const struct pk_table *table =
        v.type->kind == PK_TY_table ? v.type->table : NULL;

    for (uint32_t i = 0; table && i < table->count; i++)
        if (!table->keys[i].known || !table->keys[i].known->text)
            table = NULL;
    if (!table) {
        pk_decorating_doubt(
            d, word, PK_E_option_refused,
            "write the options out, or a dict of constants at module level",
            "the value after ** is not known when compiling");
        return;
    }
    for (uint32_t i = 0; i < table->count; i++)
        pk_decorating_option(d, table->keys[i].known->text, word, at,
                             table->values[i]);
}

static void take_option(pk_decorating *d, const char *name, const pk_ast *node,
                        const pk_ast *value) {
    pk_decorating_option(d, name, node, value, pk_scope_eval(d->scope, value));
}

/* The arguments of a decorator; its first may be the function itself. */
static void read_call(pk_decorating *d, const pk_ast *call) {
    const pk_ast_list *args = &call->Call.args;
    const pk_ast *signature = args->count ? args->items[0] : NULL;

    if (signature && signature->kind != PK_AST_Constant &&
        pk_scope_eval(d->scope, signature).type->kind == PK_TY_function)
        signature = NULL;
    if (args->count > 1 && d->mask & KERNEL)
        take_option(d, "device", args->items[1], args->items[1]);
    if (args->count > (d->mask & KERNEL ? 2u : 1u))
        pk_decorating_fail(d, args->items[args->count - 1], PK_E_option_refused,
                           "name=value",
                           "options of a decorator are passed by name");
    for (uint32_t i = 0; i < call->Call.keywords.count; i++) {
        const pk_ast *word = call->Call.keywords.items[i];
        if (!word->keyword.arg)
            spread_options(d, word);
        else if (is_first(d, word->keyword.arg) && !signature)
            signature = word->keyword.value;
        else
            take_option(d, word->keyword.arg, word, word->keyword.value);
    }
    if (signature && !is_nothing(signature))
        d->fn->info.declared_count =
            pk_decorating_signatures(d, signature, &d->fn->info.declared);
}

static const pk_builtin *decorator_row(pk_scope *s, const pk_ast *node) {
    const pk_ast *root = node;
    pk_typed v;

    while (root->kind == PK_AST_Attribute)
        root = root->Attribute.value;
    if (root->kind != PK_AST_Name) /* f().g, which may be long */
        return NULL;
    v = pk_scope_eval(s, node);
    return v.type->kind == PK_TY_builtin &&
                   v.type->builtin->kind == PK_BUILTIN_decor
               ? v.type->builtin
               : NULL;
}

/* ---- exports ---- */

/* A string that is written there; NULL: something else. */
static const char *string_of(const pk_ast *node) {
    return node->kind == PK_AST_Constant &&
                   node->Constant.value.kind == PK_CONST_str
               ? node->Constant.value.text
               : NULL;
}

/* Numba's @cc.export("name", "f8(f8)"), whatever `cc` is. */
static bool is_pycc_export(const pk_ast *call) {
    const pk_ast *func = call->Call.func;
    const pk_ast_list *args = &call->Call.args;

    return func->kind == PK_AST_Attribute &&
           strcmp(func->Attribute.attr, "export") == 0 && args->count == 2 &&
           string_of(args->items[0]);
}

static void add_export(pk_decorating *d, const char *name, const pk_ast *node) {
    pk_type_reader r = {.scope = d->scope};
    pk_export *made = PK_NEW(d->scope->arena, pk_export);

    if (!made)
        return;
    *made = (pk_export){.next = (pk_export *)d->fn->exports, .name = name};
    d->fn->exports = made;
    if (!pk_decorating_signature(d, &r, node, &made->signature) &&
        r.fault.message)
        pk_decorating_fault(d, &r.fault);
}

/* The name in @portkern.export(signature, name="other"), the function's where
 * there is none; NULL where this is not how an export is written. */
static const char *export_name(const pk_decorating *d, const pk_ast *call) {
    const pk_ast_list *words = &call->Call.keywords;
    const pk_ast *word;

    if (call->Call.args.count != 1 || !words->count)
        return call->Call.args.count == 1 ? d->fn->info.name : NULL;
    word = words->items[0];
    return words->count == 1 && word->keyword.arg &&
                   !strcmp(word->keyword.arg, "name")
               ? string_of(word->keyword.value)
               : NULL;
}

/* One that is not written so is an export, too, of a function that is refused.
 */
static void read_export(pk_decorating *d, const pk_ast *decorator,
                        const pk_ast *call) {
    const char *name = call ? export_name(d, call) : NULL;

    if (name) {
        add_export(d, name, call->Call.args.items[0]);
        return;
    }
    d->fn->exports = PK_NEW(d->scope->arena, pk_export);
    pk_decorating_fail(
        d, decorator, PK_E_option_value,
        "write @portkern.export(\"f8(f8[:], i8)\"), or with "
        "name=\"other\" behind it",
        "an export has one signature, and a name if it is another one");
}

/* Whether the decorator is an export, which makes a function one for the host
 * that is nothing else. */
static bool take_export(pk_decorating *d, const pk_ast *decorator,
                        const pk_ast *call, const pk_builtin *row) {
    if (call && !row && is_pycc_export(call))
        add_export(d, string_of(call->Call.args.items[0]),
                   call->Call.args.items[1]);
    else if (row && strcmp(row->path, "numba.export") == 0)
        read_export(d, decorator, call);
    else
        return false;
    return true;
}

/* The options that are written where a decorator of the script's own names one
 * of ours; those that its parameters decide are unknown, and left out. */
static void read_wrapped(pk_decorating *d, const pk_wrapped *w) {
    pk_scope inner = {.program = w->program, .arena = d->scope->arena};
    const pk_ast_list *words = w->call ? &w->call->Call.keywords : NULL;
    pk_scope *before = d->scope;
    pk_typed value;

    for (uint32_t i = 0; words && i < words->count; i++) {
        const struct pk_ast_keyword *word = &words->items[i]->keyword;
        value = pk_scope_eval(&inner, word->value);
        if (!word->arg || is_first(d, word->arg) || !value.known)
            continue;
        d->scope = &inner;
        pk_decorating_option(d, word->arg, words->items[i], word->value, value);
        d->scope = before;
    }
}

pk_function_kind pk_decorate(pk_scope *s, const pk_ast *decorator,
                             pk_function *fn) {
    const pk_ast *call = decorator->kind == PK_AST_Call ? decorator : NULL;
    const pk_builtin *row =
        decorator_row(s, call ? call->Call.func : decorator);
    pk_decorating d = {.scope = s, .fn = fn};
    pk_wrapped wrapped = {0};
    pk_function_kind kind;

    if (take_export(&d, decorator, call, row))
        return fn->info.kind == PK_FUNCTION_plain ? PK_FUNCTION_host
                                                  : fn->info.kind;
    if (!row &&
        pk_find_wrapped(s, call ? call->Call.func : decorator, &wrapped))
        row = wrapped.row;
    if (!row)
        return PK_FUNCTION_plain;
    kind = (pk_function_kind)row->param;
    d.name = pk_builtin_name(row);
    d.mask = (1u << kind) & (KERNEL | HOST | UFUNC);
    if (wrapped.row && d.mask)
        read_wrapped(&d, &wrapped);
    else if (call && d.mask)
        read_call(&d, call);
    return d.device ? PK_FUNCTION_device : kind;
}

bool pk_decorate_call(pk_scope *s, const pk_ast *call, pk_typed *out) {
    const pk_ast *func = call->Call.func, *decorator = call;
    const pk_function *given;
    pk_function *fn;
    pk_typed arg;

    if (!call->Call.args.count)
        return false;
    if (func->kind == PK_AST_Call) {
        if (call->Call.args.count > 1 || call->Call.keywords.count ||
            !decorator_row(s, func->Call.func))
            return false;
        decorator = func;
    } else if (!decorator_row(s, func)) {
        return false;
    }
    arg = pk_scope_eval(s, call->Call.args.items[0]);
    if (arg.type->kind != PK_TY_function)
        return false;
    given = arg.type->function;
    fn = PK_NEW(s->arena, pk_function);
    *fn = (pk_function){.info = given->info,
                        .def = given->def,
                        .program = given->program,
                        .enclosing = given->enclosing,
                        .unnamed = true};
    fn->info.declared = NULL;
    fn->info.declared_count = 0;
    fn->info.refused = NULL;
    fn->positional = given->positional;
    fn->info.kind = pk_decorate(s, decorator, fn);
    pk_parameters_check(s, fn);
    *out = pk_scope_function(s, fn);
    return true;
}
