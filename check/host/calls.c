/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the calls of host functions in a script: the types of their arguments,
 * as far as literals, NumPy's constructors and defaults of parameters show
 * them.
 *
 *     x = np.arange(8.0)      float64[::1]
 *     smooth(x, width=3)      smooth(float64[::1], int64) */
#include "check/host/calls.h"

#include "frontend/values/known.h"

/* A function with @njit or @jit that a name stands for; NULL where the script
 * has given the name another value. */
static const pk_function *function_of(const pk_host_names *host,
                                      const pk_ast *node) {
    pk_typed v;

    if (node->kind != PK_AST_Name && node->kind != PK_AST_Attribute)
        return NULL;
    if (node->kind == PK_AST_Name && pk_host_find(host, node->Name.id))
        return NULL;
    v = pk_host_eval(host->program, host->imports, host->arena, node);
    return v.type->kind == PK_TY_function &&
                   v.type->function->info.kind == PK_FUNCTION_host &&
                   v.type->function->program == host->program
               ? v.type->function
               : NULL;
}

/* [1.0, y]: numbers of one type. */
static bool list_type(const pk_host_names *host, const pk_ast *node,
                      pk_arg_type *out) {
    const pk_ast_list *elts = &node->List.elts;
    pk_arg_type item = {0}, other;

    for (uint32_t i = 0; i < elts->count; i++) {
        if (!pk_host_type(host, elts->items[i], &other) ||
            other.kind != PK_ARGTYPE_scalar || (i && other.dtype != item.dtype))
            return false;
        item = other;
    }
    *out = (pk_arg_type){.kind = PK_ARGTYPE_array,
                         .dtype = item.dtype,
                         .ndim = 1,
                         .layout = 'C',
                         .flags = PK_ARGF_list};
    return elts->count != 0;
}

/* Returns the type of an argument; host functions also take strings, functions
 * and lists. */
static bool type_of(const pk_host_names *host, const pk_ast *node,
                    pk_arg_type *out) {
    const pk_ast *value = pk_host_value(host, node);
    const pk_function *fn = function_of(host, value);

    if (fn) {
        *out =
            (pk_arg_type){.kind = PK_ARGTYPE_function, .function = &fn->info};
        return true;
    }
    if (value->kind == PK_AST_Constant &&
        value->Constant.value.kind == PK_CONST_str) {
        *out = (pk_arg_type){.kind = PK_ARGTYPE_text,
                             .text = value->Constant.value.text};
        return true;
    }
    if (value->kind == PK_AST_List)
        return list_type(host, value, out);
    return pk_host_type(host, node, out);
}

/* The number of the parameter with this name; the count of all when there is
 * none. */
static uint32_t parameter_of(const pk_function *fn, const char *name) {
    uint32_t i = 0;

    while (i < fn->info.param_count &&
           strcmp(fn->info.param_names[i], name) != 0)
        i++;
    return i;
}

/* Puts the call's arguments at the numbers of their parameters; false where
 * they cannot be told: f(*args), f(**options), a parameter with a star. */
static bool place(const pk_function *fn, const pk_ast *call,
                  const pk_ast **args) {
    const pk_ast_list *given = &call->Call.args;
    const pk_ast_list *words = &call->Call.keywords;

    if (fn->def->FunctionDef.args->arguments.vararg)
        return false;
    for (uint32_t i = 0; i < given->count; i++) {
        if (given->items[i]->kind == PK_AST_Starred)
            return false;
        args[i] = given->items[i];
    }
    for (uint32_t i = 0; i < words->count; i++) {
        const char *name = words->items[i]->keyword.arg;
        uint32_t at = name ? parameter_of(fn, name) : fn->info.param_count;
        if (at == fn->info.param_count || args[at])
            return false;
        args[at] = words->items[i]->keyword.value;
    }
    return true;
}

static void read_arguments(const pk_host_names *host, const pk_function *fn,
                           const pk_ast **args, pk_launch_site *site,
                           pk_arg_type *types, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const bool is_default =
            !args[i] && i < fn->info.param_count && fn->info.defaults[i].known;
        if (is_default)
            types[i] = fn->info.defaults[i].type;
        site->seen[i] =
            is_default || (args[i] && type_of(host, args[i], &types[i]));
        if (!site->seen[i] && site->known) {
            site->known = false;
            site->unknown =
                i < fn->info.param_count ? fn->info.param_names[i] : "*";
        }
    }
}

pk_launch_site *pk_host_call(const pk_host_names *host, const pk_ast *call) {
    const pk_function *fn = function_of(host, call->Call.func);
    const uint32_t given = call->Call.args.count;
    uint32_t count;
    const pk_ast **args;
    pk_arg_type *types;
    pk_launch_site *site;

    if (!fn)
        return NULL;
    count = given > fn->info.param_count ? given : fn->info.param_count;
    args = pk_arena_array(host->arena, count + 1, sizeof *args);
    types = pk_arena_array(host->arena, count + 1, sizeof *types);
    site = PK_NEW(host->arena, pk_launch_site);
    if (!args || !types || !site)
        return NULL;
    *site = (pk_launch_site){
        .kernel = pk_function_path(&fn->info),
        .is_call = true,
        .seen = pk_arena_array(host->arena, count + 1, sizeof(bool)),
        .loc = pk_ast_loc(call, 0),
        .node = call,
        .alone = true};
    if (!site->seen)
        return NULL;
    *host->assumed = false;
    site->known = place(fn, call, args);
    site->unknown = site->known ? NULL : "*";
    if (!call->Call.keywords.count && !pk_function_may_omit(&fn->info, given))
        count = given;
    if (site->known)
        read_arguments(host, fn, args, site, types, count);
    site->assumed = *host->assumed;
    site->signature = (pk_signature){
        .args = types, .count = site->known ? count : 0, .host = true};
    return site;
}
