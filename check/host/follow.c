/* SPDX-License-Identifier: Apache-2.0 */
#include "check/host/follow.h"

#include "frontend/builtins/builtins.h"

#include <string.h>

bool pk_host_is_jit(const pk_host_names *host, const pk_ast *node) {
    pk_typed v;

    if (node->kind != PK_AST_Name && node->kind != PK_AST_Attribute)
        return false;
    v = pk_host_eval(host->program, host->imports, host->arena, node);
    return v.type->kind == PK_TY_builtin &&
           strcmp(v.type->builtin->path, "numba.cuda.jit") == 0;
}

/* ---- definitions ---- */

typedef struct def_search {
    const pk_ast *def;
    bool found;
} def_search;

static void look_for_def(const pk_ast *node, void *arg) {
    def_search *s = arg;

    s->found |= node == s->def;
    if (!s->found &&
        pk_ast_kind_class((pk_ast_kind)node->kind) != PK_AST_CLASS_expr)
        pk_ast_below(node, look_for_def, arg);
}

bool pk_host_holds(const pk_ast *outer, const pk_ast *def) {
    def_search s = {def, false};
    const pk_ast_list *body =
        outer->kind == PK_AST_ClassDef ? &outer->ClassDef.body : NULL;

    for (uint32_t i = 0; body && i < body->count; i++)
        if (body->items[i] == def)
            return true;
    if (!body)
        look_for_def(outer, &s);
    return s.found;
}

/* ---- which calls are followed ---- */

static const pk_function *plain_of(const pk_host_names *host,
                                   const pk_ast *func) {
    pk_typed v;

    if (func->kind != PK_AST_Name || pk_host_find(host, func->Name.id))
        return NULL;
    v = pk_host_eval(host->program, host->imports, host->arena, func);
    return v.type->kind == PK_TY_function &&
                   v.type->function->program == host->program &&
                   v.type->function->info.kind == PK_FUNCTION_plain &&
                   !v.type->function->def->FunctionDef.decorator_list.count
               ? v.type->function
               : NULL;
}

/* Which plain functions of the script launch something, by their numbers in
 * the program: 1 if it does itself, 2 if a function does that it calls, ... */
enum { FOUND = UINT8_MAX }; /* on the level that is looked for */

struct pk_launchers {
    uint8_t *levels;
    const pk_function **slots; /* a hash table of the functions */
    uint32_t *numbers, mask;
};

static uint32_t slot_of(const pk_launchers *l, const pk_function *fn) {
    uint32_t at = (uint32_t)((uintptr_t)fn >> 4) * UINT32_C(0x9e3779b1) >> 8;

    while (l->slots[at & l->mask] && l->slots[at & l->mask] != fn)
        at++;
    return at & l->mask;
}

static uint8_t level_of(const pk_launchers *l, const pk_function *fn) {
    const uint32_t slot = slot_of(l, fn);

    return l->slots[slot] ? l->levels[l->numbers[slot]] : 0;
}

/* k[grid, block](...), k.forall(n)(...), by the looks of it. */
static bool looks_like_launch(const pk_ast *call) {
    const pk_ast *func = call->Call.func;

    return func->kind == PK_AST_Subscript ||
           (func->kind == PK_AST_Call &&
            func->Call.func->kind == PK_AST_Attribute &&
            strcmp(func->Call.func->Attribute.attr, "forall") == 0);
}

typedef struct launch_search {
    const pk_host_names *host;
    const pk_launchers *launchers; /* NULL: only launches themselves count */
    bool found;
} launch_search;

static void find_launch(const pk_ast *node, void *arg) {
    launch_search *s = arg;
    const pk_function *fn;
    uint8_t level;

    if (s->found || node->kind == PK_AST_Lambda ||
        node->kind == PK_AST_FunctionDef)
        return;
    if (node->kind == PK_AST_Call && !s->launchers) {
        s->found = looks_like_launch(node);
    } else if (node->kind == PK_AST_Call) {
        fn = plain_of(s->host, node->Call.func);
        level = fn ? level_of(s->launchers, fn) : 0;
        s->found = level && level != FOUND;
    }
    if (!s->found)
        pk_ast_below(node, find_launch, arg);
}

/* Gives the functions that reach a launch this way their level; returns how
 * many there are. */
static uint32_t find_level(const pk_host_names *host, pk_launchers *l,
                           uint8_t level) {
    const pk_program *program = host->program;
    uint32_t found = 0;

    for (uint32_t i = 0; i < program->function_count; i++) {
        const pk_ast *def = program->functions[i]->def;
        launch_search s = {.host = host, .launchers = level > 1 ? l : NULL};
        if (program->functions[i]->info.kind != PK_FUNCTION_plain ||
            l->levels[i])
            continue;
        for (uint32_t k = 0; k < def->FunctionDef.body.count; k++)
            find_launch(def->FunctionDef.body.items[k], &s);
        l->levels[i] = s.found ? FOUND : 0;
        found += s.found;
    }
    for (uint32_t i = 0; i < program->function_count; i++)
        if (l->levels[i] == FOUND)
            l->levels[i] = level;
    return found;
}

const pk_launchers *pk_host_launchers(const pk_host_names *host) {
    const pk_program *program = host->program;
    const uint32_t count = program->function_count;
    pk_launchers *l = PK_NEW(host->arena, pk_launchers);
    uint32_t room = 16;

    while (room < 2 * count)
        room *= 2;
    l->mask = room - 1;
    l->levels = pk_arena_array(host->arena, count + 1, sizeof *l->levels);
    l->numbers = pk_arena_array(host->arena, room, sizeof *l->numbers);
    l->slots = pk_arena_array(host->arena, room, sizeof *l->slots);
    if (host->arena->failed)
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t slot = slot_of(l, program->functions[i]);
        l->slots[slot] = program->functions[i];
        l->numbers[slot] = i;
    }
    for (uint8_t level = 1; level <= PK_FOLLOW_DEPTH; level++)
        if (!find_level(host, l, level))
            break;
    return l;
}

const pk_function *pk_host_followed(const pk_host_names *host,
                                    const pk_launchers *launchers,
                                    const pk_ast *call) {
    const pk_function *fn = call->Call.args.count || call->Call.keywords.count
                                ? plain_of(host, call->Call.func)
                                : NULL;

    return fn && launchers && level_of(launchers, fn) ? fn : NULL;
}

static void find_branch(const pk_ast *node, void *found) {
    *(bool *)found |= node->kind == PK_AST_If || node->kind == PK_AST_IfExp ||
                      node->kind == PK_AST_While || node->kind == PK_AST_Try ||
                      node->kind == PK_AST_Match || node->kind == PK_AST_Assert;
    if (!*(bool *)found)
        pk_ast_below(node, find_branch, found);
}

bool pk_host_branches(const pk_function *fn) {
    const pk_ast_list *body = &fn->def->FunctionDef.body;
    bool found = false;

    for (uint32_t i = 0; i < body->count; i++)
        find_branch(body->items[i], &found);
    return found;
}

/* ---- parameters ---- */

/* Means the same in every function: a number, a tuple of such, a function of
 * the module. */
static bool is_closed(const pk_host_names *host, const pk_ast *node) {
    pk_typed v;

    if (node->kind == PK_AST_Tuple) {
        for (uint32_t i = 0; i < node->Tuple.elts.count; i++)
            if (!is_closed(host, node->Tuple.elts.items[i]))
                return false;
        return true;
    }
    if (node->kind == PK_AST_Constant)
        return true;
    if ((node->kind != PK_AST_Name && node->kind != PK_AST_Attribute) ||
        (node->kind == PK_AST_Name && pk_host_find(host, node->Name.id)))
        return false;
    v = pk_host_eval(host->program, host->imports, host->arena, node);
    return v.type->kind == PK_TY_function;
}

/* Returns a parameter with what is known of its argument (NULL: nothing). */
static pk_host_name bound(const pk_host_names *host, const char *name,
                          const pk_ast *arg) {
    pk_host_name made = pk_host_describe(host, name, arg);
    const pk_ast *value = arg ? pk_host_value(host, arg) : NULL;

    made.value = value && is_closed(host, value) ? value : NULL;
    return made;
}

static const pk_ast *named_argument(const pk_ast *call, const char *name) {
    for (uint32_t i = 0; i < call->Call.keywords.count; i++) {
        const struct pk_ast_keyword *k = &call->Call.keywords.items[i]->keyword;
        if (k->arg && strcmp(k->arg, name) == 0)
            return k->value;
    }
    return NULL;
}

/* The call's arguments that stand behind the parameters, as a tuple. */
static pk_host_name rest_of(const pk_host_names *host, const char *name,
                            const pk_ast *call, uint32_t first) {
    const pk_ast_list *args = &call->Call.args;
    const uint32_t count = args->count > first ? args->count - first : 0;
    pk_host_name made = {.name = name};
    pk_arg_type *items = pk_arena_array(host->arena, count + 1, sizeof *items);

    if (!items)
        return made;
    *host->assumed = false;
    made.known = true;
    for (uint32_t i = 0; i < count; i++)
        made.known &= pk_host_type(host, args->items[first + i], &items[i]);
    made.assumed = *host->assumed;
    made.type =
        (pk_arg_type){.kind = PK_ARGTYPE_tuple, .count = count, .items = items};
    return made;
}

/* How many arguments stand in front of the first *args of a call. */
static uint32_t plain_arguments(const pk_ast *call) {
    uint32_t i = 0;

    while (i < call->Call.args.count &&
           call->Call.args.items[i]->kind != PK_AST_Starred)
        i++;
    return i;
}

/* All values are found before the first name is bound. */
pk_host_mark pk_host_enter_call(pk_host_names *host, const pk_function *fn,
                                const pk_ast *call) {
    const struct pk_ast_arguments *a = &fn->def->FunctionDef.args->arguments;
    const pk_ast_list *lists[] = {&a->posonlyargs, &a->args, &a->kwonlyargs};
    const uint32_t given = plain_arguments(call);
    const uint32_t positional = a->posonlyargs.count + a->args.count;
    const uint32_t most = positional + a->kwonlyargs.count + 1;
    const pk_host_mark mark = {host->count, host->floor};
    pk_host_name *made = pk_arena_array(host->arena, most, sizeof *made);
    uint32_t count = 0;

    for (int k = 0; made && k < 3; k++)
        for (uint32_t i = 0; i < lists[k]->count; i++) {
            const char *name = lists[k]->items[i]->arg.arg;
            const pk_ast *arg = named_argument(call, name);
            if (!arg && k < 2 && count < given)
                arg = call->Call.args.items[count];
            if (!arg && k < 2 && count + a->defaults.count >= positional)
                arg = a->defaults.items[count + a->defaults.count - positional];
            made[count++] = bound(host, name, arg);
        }
    if (made && a->vararg && given == call->Call.args.count)
        made[count++] = rest_of(host, a->vararg->arg.arg, call, positional);
    host->floor = host->count;
    for (uint32_t i = 0; i < count && host->count < PK_HOST_NAMES; i++)
        host->names[host->count++] = made[i];
    return mark;
}

/* ---- arguments of a launch ---- */

/* The items of *args, whose number is known; NULL: it is no such argument. */
static const pk_arg_type *spread(const pk_host_names *host, const pk_ast *node,
                                 pk_arg_type *type) {
    return node->kind == PK_AST_Starred &&
                   pk_host_type(host, node->Starred.value, type) &&
                   type->kind == PK_ARGTYPE_tuple
               ? type->items
               : NULL;
}

static uint32_t count_arguments(const pk_host_names *host,
                                const pk_ast_list *args) {
    uint32_t count = 0;
    pk_arg_type type;

    for (uint32_t i = 0; i < args->count; i++)
        count += spread(host, args->items[i], &type) ? type.count : 1;
    return count;
}

static void read_argument(const pk_host_names *host, const pk_function *fn,
                          const pk_ast *node, pk_launch_site *site,
                          pk_arg_type *types, uint32_t at) {
    site->seen[at] = pk_host_type(host, node, &types[at]);
    site->valued[at] = pk_host_int(host, node, &site->values[at]);
    for (uint32_t k = 0; k < PK_SITE_AXES; k++)
        if (!pk_host_extent(host, node, k, &site->extents[at][k]))
            site->extents[at][k] = 0;
    if (!site->seen[at] && !site->unknown) {
        site->known = false;
        site->unknown =
            at < fn->info.param_count ? fn->info.param_names[at] : "*";
    }
}

bool pk_host_arguments(const pk_host_names *host, const pk_function *fn,
                       const pk_ast_list *args, pk_launch_site *site) {
    const uint32_t count = count_arguments(host, args);
    pk_arg_type *types = pk_arena_array(host->arena, count + 1, sizeof *types),
                type;
    uint32_t at = 0;

    site->seen = pk_arena_array(host->arena, count + 1, sizeof *site->seen);
    site->extents =
        pk_arena_array(host->arena, count + 1, sizeof *site->extents);
    site->values = pk_arena_array(host->arena, count + 1, sizeof *site->values);
    site->valued = pk_arena_array(host->arena, count + 1, sizeof *site->valued);
    if (host->arena->failed)
        return false;
    for (uint32_t i = 0; i < args->count; i++) {
        const pk_arg_type *items = spread(host, args->items[i], &type);
        if (!items)
            read_argument(host, fn, args->items[i], site, types, at++);
        for (uint32_t k = 0; items && k < type.count; k++) {
            types[at] = items[k];
            site->seen[at++] = true;
        }
    }
    site->signature = (pk_signature){.args = types, .count = count};
    return true;
}
