/* SPDX-License-Identifier: Apache-2.0 */
/* Names that functions and classes import for themselves, and other names of
 * modules there: cuda = numba.cuda. */
#include "check/host/host_types.h"

#include "frontend/builtins/builtins.h"
#include "frontend/module/scope.h"

#include <string.h>

typedef struct collector {
    const pk_program *program;
    pk_arena *arena;
    pk_enclosing *names;
} collector;

pk_typed pk_host_eval(const pk_program *program, const pk_enclosing *names,
                      pk_arena *arena, const pk_ast *node) {
    const pk_function at = {.program = program, .enclosing = names};

    return pk_scope_function_value(&at, NULL, arena, node);
}

static void bind(collector *c, const char *name, pk_typed value) {
    pk_enclosing_bind(c->arena, c->names, name, value);
}

/* import a.b binds a */
static void add_import(collector *c, const pk_ast *node) {
    for (uint32_t i = 0; i < node->Import.names.count; i++) {
        const pk_ast *alias = node->Import.names.items[i];
        const char *path = alias->alias.name, *name = alias->alias.asname;
        if (!name) {
            path = pk_arena_text(c->arena, path, strcspn(path, "."));
            name = pk_idents_find(c->program->parse.names, path);
        }
        if (name)
            bind(c, name, pk_builtin_lookup(c->arena, path, NULL));
    }
}

static void add_import_from(collector *c, const pk_ast *node) {
    const char *path = node->ImportFrom.module;

    for (uint32_t i = 0; i < node->ImportFrom.names.count; i++) {
        const pk_ast *alias = node->ImportFrom.names.items[i];
        const char *name =
            alias->alias.asname ? alias->alias.asname : alias->alias.name;
        if (strcmp(alias->alias.name, "*") != 0)
            bind(c, name,
                 pk_builtin_lookup(c->arena,
                                   node->ImportFrom.level || !path ? "." : path,
                                   alias->alias.name));
    }
}

/* A module, a decorator or another function of one. */
static bool is_of_module(pk_typed v) {
    return v.type->kind == PK_TY_module || v.type->kind == PK_TY_builtin ||
           v.type->kind == PK_TY_foreign || v.type->kind == PK_TY_source ||
           v.type->kind == PK_TY_dtype;
}

static void add_assign(collector *c, const pk_ast *node) {
    const pk_ast *value = node->Assign.value;
    pk_typed v;

    if (node->Assign.targets.count != 1 ||
        node->Assign.targets.items[0]->kind != PK_AST_Name ||
        (value->kind != PK_AST_Name && value->kind != PK_AST_Attribute))
        return;
    v = pk_host_eval(c->program, c->names, c->arena, value);
    if (is_of_module(v))
        bind(c, node->Assign.targets.items[0]->Name.id, v);
}

static void collect(const pk_ast *node, void *arg) {
    collector *c = arg;

    switch ((pk_ast_kind)node->kind) {
    case PK_AST_Import: add_import(c, node); return;
    case PK_AST_ImportFrom: add_import_from(c, node); return;
    case PK_AST_Assign: add_assign(c, node); return;
    case PK_AST_FunctionDef:
    case PK_AST_AsyncFunctionDef:
    case PK_AST_ClassDef: return;
    default: break;
    }
    if (pk_ast_kind_class((pk_ast_kind)node->kind) != PK_AST_CLASS_expr)
        pk_ast_below(node, collect, arg);
}

const pk_enclosing *pk_host_imports(const pk_program *program, pk_arena *arena,
                                    const pk_enclosing *around,
                                    const pk_ast_list *body) {
    collector c = {program, arena, pk_enclosing_new(arena, around)};

    for (uint32_t i = 0; i < body->count && !arena->failed; i++)
        collect(body->items[i], &c);
    return c.names;
}
