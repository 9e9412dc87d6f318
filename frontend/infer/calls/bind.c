/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments of calls: which one has which name, and the types of them. */
#include "frontend/infer/typings.h"

#include "base/suggest.h"
#include "frontend/module/scope.h"

#include <string.h>

/* ---- of builtins ---- */

/* The next name of a list like "shape dtype alignment?"; *optional says
 * whether it may be left out. NULL at the end. */
static const char *next_name(const char **list, size_t *length,
                             bool *optional) {
    const char *name = *list + strspn(*list, " ");

    *length = strcspn(name, " ?");
    *optional = name[*length] == '?';
    *list = name + *length + *optional;
    return *length ? name : NULL;
}

/* Its number; -1 and what is near it when there is no such name. */
static int name_index(const char *list, const char *word, pk_suggest *near) {
    size_t length;
    bool optional;
    const char *name;

    for (int i = 0; (name = next_name(&list, &length, &optional)); i++) {
        if (strlen(word) == length && memcmp(name, word, length) == 0)
            return i;
        pk_suggest_try(near, name, length);
    }
    return -1;
}

/* A keyword that the callee does not take, or takes only once. */
static bool wrong_keyword(pk_infer *in, const pk_ast *word, const char *callee,
                          bool again, const pk_suggest *near,
                          const char *usage) {
    const char *given = word->keyword.arg;
    const char *hint = again    ? "it is passed by position already: remove one"
                       : !given ? "write the arguments out: f(x, n=3)"
                                : pk_suggest_hint(in->arena, near);

    if (!hint)
        hint = usage;
    if (!hint && strcmp(given, "default") == 0)
        hint =
            "with a generator it is accepted: max((v for v in a), default=0)";
    pk_say(in, word, PK_E_call_keyword, hint, "%s takes no %s'%s'", callee,
           again ? "second " : "argument ",
           word->keyword.arg ? word->keyword.arg : "**");
    return false;
}

/* a.mean(axis=0) */
static bool wrong_axis(pk_infer *in, const pk_ast *word, const char *callee) {
    pk_say(in, word, PK_E_call_keyword,
           "it would be a new array: loop over the axis, and take a view of "
           "the others, a[i] or a[:, i]",
           "%s takes no argument 'axis'", callee);
    return false;
}

bool pk_say_count(pk_infer *in, const pk_ast *node, const char *callee,
                  uint32_t least, uint32_t most, uint32_t got,
                  const char *hint) {
    const char *range =
        least == most ? pk_arena_format(in->arena, "%u", most)
                      : pk_arena_format(in->arena, "%u to %u", least, most);

    pk_say(in, node, PK_E_call_count, hint, "%s takes %s argument%s, got %u",
           callee, range, most == 1 ? "" : "s", got);
    return false;
}

/* "cuda.shared.array(shape, dtype[, alignment])" */
static const char *usage(pk_infer *in, const char *callee, const char *list,
                         uint32_t skip) {
    const char *text = "", *name = list;
    bool optional, inside = false;
    size_t length;

    for (uint32_t i = 0; next_name(&list, &length, &optional); i++) {
        name = list - length - optional;
        if (i < skip)
            continue;
        text = pk_arena_format(in->arena, "%s%s%s%.*s", text,
                               optional && !inside ? "[" : "",
                               i > skip ? ", " : "", (int)length, name);
        inside |= optional;
    }
    return pk_arena_format(in->arena, "%s(%s%s)", callee, text,
                           inside ? "]" : "");
}

static const char *too_many_hint(pk_infer *in, const pk_call *call,
                                 const char *list, uint32_t skip) {
    const char *path = call->builtin->path;

    if (strcmp(path, "numpy.max") == 0 || strcmp(path, "numpy.amax") == 0)
        return "it is of one array: max(x, y), or numpy.maximum(x, y)";
    if (strcmp(path, "numpy.min") == 0 || strcmp(path, "numpy.amin") == 0)
        return "it is of one array: min(x, y), or numpy.minimum(x, y)";
    return usage(in, pk_builtin_name(call->builtin), list, skip);
}

bool pk_infer_bind_builtin(pk_infer *in, const pk_ast *node, pk_call *call,
                           const pk_ast *self) {
    const char *list = call->builtin->arguments, *at = list;
    const char *callee = pk_builtin_name(call->builtin);
    bool out = pk_is_elementwise(call->builtin) &&
               call->builtin->how != PK_HOW_choose &&
               strncmp(call->builtin->path, "numpy.", 6) == 0;
    uint32_t skip = self ? 1 : 0;
    uint32_t given = node->Call.args.count + skip, least = 0, most = 0;
    size_t length;
    bool optional, any = list[0] == '*';

    while (!any && next_name(&at, &length, &optional)) {
        most++;
        least += !optional;
    }
    if (out && given == most + 1) {
        call->out = node->Call.args.items[most];
        given--;
    }
    call->count = any ? given : most;
    call->nodes =
        pk_arena_array(in->arena, call->count + 1, sizeof *call->nodes);
    call->args = pk_arena_array(in->arena, call->count + 1, sizeof *call->args);
    if (!call->nodes || !call->args)
        return false;
    if (!any && given > most)
        return pk_say_count(in, node, callee, least - skip, most - skip,
                            given - skip, too_many_hint(in, call, list, skip));
    if (self)
        call->nodes[0] = self;
    for (uint32_t i = skip; i < given; i++)
        call->nodes[i] = node->Call.args.items[i - skip];
    for (uint32_t i = 0; i < node->Call.keywords.count; i++) {
        const pk_ast *word = node->Call.keywords.items[i];
        const char *name = word->keyword.arg ? word->keyword.arg : "";
        pk_suggest near = pk_suggest_start(name);
        int index = any ? -1 : name_index(list, name, &near);
        if (index < 0 && strcmp(name, "axis") == 0)
            return wrong_axis(in, word, callee);
        if (out && !call->out && strcmp(name, "out") == 0) {
            call->out = word->keyword.value;
            continue;
        }
        if (index < 0 || call->nodes[index])
            return wrong_keyword(in, word, callee, index >= 0, &near,
                                 any ? NULL : usage(in, callee, list, skip));
        call->nodes[index] = word->keyword.value;
    }
    at = list;
    for (uint32_t i = 0; !any && i < most; i++) {
        next_name(&at, &length, &optional);
        if (!optional && !call->nodes[i])
            return pk_say_count(in, node, callee, least - skip, most - skip,
                                given + node->Call.keywords.count - skip,
                                usage(in, callee, list, skip));
    }
    return true;
}

static bool is_keyword(const pk_ast *node, const pk_ast *value) {
    for (uint32_t k = 0; k < node->Call.keywords.count; k++)
        if (node->Call.keywords.items[k]->keyword.value == value)
            return true;
    return false;
}

const uint32_t *pk_infer_order(pk_infer *in, const pk_ast *node,
                               const pk_call *call) {
    uint32_t *order = pk_arena_array(in->arena, call->count + 1, sizeof *order);
    uint32_t at = 0;

    if (!order)
        return NULL;
    for (uint32_t i = 0; i < call->count; i++)
        if (!call->nodes[i] || !is_keyword(node, call->nodes[i]))
            order[at++] = i;
    for (uint32_t k = 0; k < node->Call.keywords.count; k++)
        for (uint32_t i = 0; i < call->count && at < call->count; i++)
            if (call->nodes[i] == node->Call.keywords.items[k]->keyword.value)
                order[at++] = i;
    return order;
}

/* Whether it takes lists as such, not as arrays of their items. */
static bool takes_lists(const pk_builtin *builtin, const pk_ty *type) {
    if (builtin->how == PK_HOW_isinstance || builtin->how == PK_HOW_overload_of)
        return true;
    if (type->kind == PK_TY_dict)
        return (builtin->how == PK_HOW_list_method && /* append; not extend */
                !(builtin->param & PK_LIST_many)) ||
               builtin->how == PK_HOW_list_part ||
               builtin->how == PK_HOW_dict_method ||
               builtin->how == PK_HOW_dict_part || builtin->how == PK_HOW_len;
    return builtin->how == PK_HOW_dict_method ||
           builtin->how == PK_HOW_dict_call ||
           (builtin->how == PK_HOW_host_library &&
            builtin->param == PK_HOST_list) ||
           builtin->how == PK_HOW_dict_part ||
           builtin->how == PK_HOW_list_method ||
           builtin->how == PK_HOW_list_sort ||
           builtin->how == PK_HOW_list_call || builtin->how == PK_HOW_list_part;
}

bool pk_infer_arguments(pk_infer *in, const pk_ast *node, pk_call *call) {
    const uint32_t *order = pk_infer_order(in, node, call);
    bool ok = order != NULL;

    for (uint32_t n = 0; order && n < call->count; n++) {
        uint32_t i = order[n];
        call->args[i] = !call->nodes[i] ? of_type(&pk_ty_none)
                        : call->builtin && pk_takes_lazy(call->builtin)
                            ? pk_infer_operand(in, call->nodes[i])
                        : call->builtin ? pk_infer_expr(in, call->nodes[i])
                                        : pk_infer_optional(in, call->nodes[i]);
        if (call->builtin && call->nodes[i] &&
            !takes_lists(call->builtin, call->args[i].type))
            call->args[i] =
                pk_infer_as_items(in, call->nodes[i], call->args[i]);
        switch ((pk_ty_kind)call->args[i].type->kind) {
        case PK_TY_error: ok = false; break;
        case PK_TY_hidden:
        case PK_TY_foreign:
            pk_say_hidden(in, call->nodes[i], call->args[i].type,
                          PK_HINT_WRITE_OUT);
            ok = false;
            break;
        default: break;
        }
    }
    return ok;
}

/* ---- of functions ---- */

/* The tuple that *args becomes. */
static const pk_ast *rest_of(pk_infer *in, const pk_ast *node, uint32_t first) {
    pk_ast *rest = pk_ast_new(in->arena, PK_AST_Tuple, node);
    const pk_ast_list *args = &node->Call.args;

    if (args->count > first)
        rest->Tuple.elts =
            (pk_ast_list){args->items + first, args->count - first};
    return rest;
}

bool pk_infer_bind(pk_infer *in, const pk_ast *node, const pk_function *fn,
                   pk_call *call) {
    uint32_t count = fn->info.param_count, given = node->Call.args.count;
    const pk_ast *vararg = fn->def->FunctionDef.args->arguments.vararg;
    const char *name = fn->info.name;

    call->count = count;
    call->nodes = pk_arena_array(in->arena, count + 1, sizeof *call->nodes);
    call->args = pk_arena_array(in->arena, count + 1, sizeof *call->args);
    if (!call->nodes || !call->args)
        return false;
    if (vararg)
        call->nodes[count - 1] = rest_of(in, node, fn->positional);
    if (vararg && given > fn->positional)
        given = fn->positional;
    if (given > fn->positional)
        return pk_say_count(
            in, node, name,
            fn->positional -
                fn->def->FunctionDef.args->arguments.defaults.count,
            fn->positional, given, pk_function_usage(in->arena, fn));
    for (uint32_t i = 0; i < given; i++)
        call->nodes[i] = node->Call.args.items[i];
    for (uint32_t k = 0; k < node->Call.keywords.count; k++) {
        const pk_ast *word = node->Call.keywords.items[k];
        const char *given_name = word->keyword.arg ? word->keyword.arg : "";
        pk_suggest near = pk_suggest_start(given_name);
        uint32_t i = 0;
        for (; i < count && strcmp(fn->info.param_names[i], given_name) != 0;
             i++)
            pk_suggest_name(&near, fn->info.param_names[i]);
        if (i == count || call->nodes[i])
            return wrong_keyword(in, word, name, i < count, &near,
                                 pk_function_usage(in->arena, fn));
        call->nodes[i] = word->keyword.value;
    }
    return true;
}

bool pk_infer_default(pk_infer *in, const pk_ast *node, const pk_function *fn,
                      uint32_t i, pk_typed *out) {
    const pk_ast *value = pk_function_default(fn, i);

    if (!value) {
        pk_say(in, node, PK_E_call_missing, pk_function_usage(in->arena, fn),
               "%s needs argument '%s'", fn->info.name,
               pk_function_parameter(fn, i)->arg.arg);
        return false;
    }
    *out = pk_scope_function_value(fn, NULL, in->arena, value);
    if (out->type->kind != PK_TY_hidden && out->type->kind != PK_TY_foreign)
        return true;
    pk_say(in, node, PK_E_value_hidden, "pass the argument",
           "the default of '%s' is not known when compiling",
           pk_function_parameter(fn, i)->arg.arg);
    return false;
}
