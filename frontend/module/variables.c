/* SPDX-License-Identifier: Apache-2.0 */
/* The variables of a function: names that it binds, and which of them have
 * one definition that every use can see. */
#include "frontend/module/variables.h"

#include <string.h>

static void visit_list(const pk_ast_list *list, pk_ast_visit visit, void *arg) {
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i])
            visit(list->items[i], arg);
}

/* ---- the table ---- */

static uint32_t hash_name(const char *name) {
    uint64_t bits = (uint64_t)(uintptr_t)name * UINT64_C(0x9e3779b97f4a7c15);

    return (uint32_t)(bits >> 32);
}

int pk_vars_find(const pk_vars *vars, const char *name) {
    uint32_t at;

    if (!vars->slot_count)
        return -1;
    at = hash_name(name) & (vars->slot_count - 1);
    for (; vars->slots[at]; at = (at + 1) & (vars->slot_count - 1))
        if (vars->items[vars->slots[at] - 1].name == name)
            return (int)vars->slots[at] - 1;
    return -1;
}

static void put_slot(pk_vars *vars, uint32_t index) {
    uint32_t at = hash_name(vars->items[index].name) & (vars->slot_count - 1);

    while (vars->slots[at])
        at = (at + 1) & (vars->slot_count - 1);
    vars->slots[at] = index + 1;
}

typedef struct scan {
    pk_arena *arena;
    pk_vars *vars;
    uint64_t block_end; /* of the block at hand */
    bool full;
    int depth; /* functions within the function */
} scan;

static bool grow(scan *s) {
    pk_vars *vars = s->vars;
    uint32_t capacity = vars->capacity ? 2 * vars->capacity : 16;
    pk_var *items = pk_arena_array(s->arena, capacity, sizeof *items);

    s->full = s->full || capacity > PK_MAX_VARIABLES;
    if (s->arena->failed || s->full)
        return false;
    if (vars->count)
        memcpy(items, vars->items, vars->count * sizeof *items);
    vars->items = items;
    vars->capacity = capacity;
    vars->slot_count = 2 * capacity;
    vars->slots =
        pk_arena_array(s->arena, vars->slot_count, sizeof *vars->slots);
    if (s->arena->failed)
        return false;
    for (uint32_t i = 0; i < vars->count; i++)
        put_slot(vars, i);
    return true;
}

static pk_var *variable(scan *s, const char *name) {
    int at = pk_vars_find(s->vars, name);
    pk_var *var;

    if (at >= 0)
        return &s->vars->items[at];
    if ((s->vars->count == s->vars->capacity && !grow(s)) || !s->vars->items)
        return NULL;
    var = &s->vars->items[s->vars->count];
    *var = (pk_var){.name = name, .first_use = UINT64_MAX};
    put_slot(s->vars, s->vars->count++);
    return var;
}

/* ---- stores ---- */

static void store(scan *s, const char *name, const pk_ast *node, bool once) {
    pk_var *var = variable(s, name);

    if (!var)
        return;
    var->stores += once ? 1 : 2;
    var->store_at = pk_ast_place(node);
    var->block_end = s->block_end;
}

/* import a.b binds a name that is not kept by itself. */
static void store_import(scan *s, const pk_ast *node, const pk_ast *alias) {
    const char *name =
        alias->alias.asname ? alias->alias.asname : alias->alias.name;

    if (!strchr(name, '.') && strcmp(name, "*") != 0)
        store(s, name, node, true);
}

static void find_stores(const pk_ast *node, void *arg);

static void store_target(scan *s, const pk_ast *target) {
    switch (target->kind) {
    case PK_AST_Name: store(s, target->Name.id, target, true); break;
    case PK_AST_Starred: store_target(s, target->Starred.value); break;
    case PK_AST_Tuple:
    case PK_AST_List: pk_ast_children(target, find_stores, s); break;
    default: break;
    }
}

static void scan_block(scan *s, const pk_ast_list *body) {
    uint64_t outer = s->block_end;
    const pk_ast *last = body->count ? body->items[body->count - 1] : NULL;

    if (last)
        s->block_end = (uint64_t)last->end_line << 32 | last->end_col;
    for (uint32_t i = 0; i < body->count; i++)
        find_stores(body->items[i], s);
    s->block_end = outer;
}

static void scan_for(scan *s, const pk_ast *node) {
    uint64_t outer = s->block_end;
    const pk_ast_list *body = &node->For.body;
    const pk_ast *last = body->items[body->count - 1];

    s->block_end = (uint64_t)last->end_line << 32 | last->end_col;
    store_target(s, node->For.target);
    s->block_end = outer;
    find_stores(node->For.iter, s);
    scan_block(s, body);
    scan_block(s, &node->For.orelse);
}

/* Finds stores in statements and in what is below them. Chains of elif
 * are long, so an If goes on with its orelse in a loop; so do sums. */
static void find_stores(const pk_ast *node, void *arg) {
    scan *s = arg;

    if (s->full)
        return;
    switch (node->kind) {
    case PK_AST_Name:
        if (node->Name.ctx == PK_AST_Store)
            store(s, node->Name.id, node, true);
        return;
    case PK_AST_For: scan_for(s, node); return;
    case PK_AST_While:
        find_stores(node->While.test, s);
        scan_block(s, &node->While.body);
        scan_block(s, &node->While.orelse);
        return;
    case PK_AST_If:
        for (const pk_ast *next; (next = pk_ast_elif(node)); node = next) {
            find_stores(node->If.test, s);
            scan_block(s, &node->If.body);
        }
        find_stores(node->If.test, s);
        scan_block(s, &node->If.body);
        scan_block(s, &node->If.orelse);
        return;
    case PK_AST_NamedExpr:
        store(s, node->NamedExpr.target->Name.id, node, false);
        s->vars->named = true;
        find_stores(node->NamedExpr.value, s);
        return;
    /* Scopes of their own. */
    case PK_AST_FunctionDef:
        store(s, node->FunctionDef.name, node, true);
        return;
    case PK_AST_Import:
        for (uint32_t i = 0; i < node->Import.names.count; i++)
            store_import(s, node, node->Import.names.items[i]);
        return;
    case PK_AST_ImportFrom:
        for (uint32_t i = 0; i < node->ImportFrom.names.count; i++)
            store_import(s, node, node->ImportFrom.names.items[i]);
        return;
    case PK_AST_Nonlocal:
        for (uint32_t i = 0; i < node->Nonlocal.names.count; i++) {
            pk_var *var = variable(s, node->Nonlocal.names.items[i]);
            if (var)
                var->outside = true;
        }
        return;
    case PK_AST_AsyncFunctionDef:
    case PK_AST_ClassDef:
    case PK_AST_Lambda:
    case PK_AST_ListComp:
    case PK_AST_SetComp:
    case PK_AST_DictComp:
    case PK_AST_GeneratorExp: return;
    case PK_AST_AugAssign:
        if (node->AugAssign.target->kind == PK_AST_Name)
            store(s, node->AugAssign.target->Name.id, node, false);
        break;
    default: break;
    }
    pk_ast_below(node, find_stores, s);
}

/* ---- uses ---- */

static void note_use(pk_var *var, uint64_t at) {
    var->first_use = at < var->first_use ? at : var->first_use;
    var->last_use = at > var->last_use ? at : var->last_use;
}

/* a += x uses a. */
static bool is_augmented(const pk_ast *node) {
    return node->kind == PK_AST_AugAssign &&
           node->AugAssign.target->kind == PK_AST_Name;
}

static void find_uses(const pk_ast *node, void *arg) {
    scan *s = arg;
    uint64_t at = pk_ast_place(node);
    int index;

    if (is_augmented(node)) {
        index = pk_vars_find(s->vars, node->AugAssign.target->Name.id);
        if (index >= 0)
            note_use(&s->vars->items[index], at);
    }
    if (node->kind == PK_AST_Name) {
        index = pk_vars_find(s->vars, node->Name.id);
        if (index >= 0 && node->Name.ctx == PK_AST_Load)
            note_use(&s->vars->items[index], at);
        if (index >= 0 && s->depth)
            s->vars->items[index].shared = true;
        return;
    }
    if (node->kind == PK_AST_FunctionDef || node->kind == PK_AST_Lambda) {
        s->depth++;
        pk_ast_children(node, find_uses, s);
        s->depth--;
        return;
    }
    pk_ast_below(node, find_uses, s);
}

static void parameter(scan *s, const char *name) {
    pk_var *var = variable(s, name);

    if (var)
        var->param = true;
}

bool pk_vars_scan(pk_arena *arena, const pk_ast *def, const char *const *given,
                  uint32_t given_count, pk_vars *out) {
    scan s = {.arena = arena, .vars = out};
    const pk_ast *args = def->FunctionDef.args;
    const pk_ast_list *lists[] = {&args->arguments.posonlyargs,
                                  &args->arguments.args,
                                  &args->arguments.kwonlyargs};
    pk_var *var;

    *out = (pk_vars){0};
    for (int k = 0; k < 3; k++)
        for (uint32_t i = 0; i < lists[k]->count; i++)
            parameter(&s, lists[k]->items[i]->arg.arg);
    if (args->arguments.vararg)
        parameter(&s, args->arguments.vararg->arg.arg);
    for (uint32_t i = 0; i < given_count; i++)
        parameter(&s, given[i]);
    scan_block(&s, &def->FunctionDef.body);
    visit_list(&def->FunctionDef.body, find_uses, &s);
    for (uint32_t i = 0; i < out->count; i++) {
        var = &out->items[i];
        var->direct = var->param ? var->stores == 0
                                 : var->stores == 1 && !var->shared &&
                                       var->first_use > var->store_at &&
                                       var->last_use <= var->block_end;
    }
    return !s.full && !arena->failed;
}
