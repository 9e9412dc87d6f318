/* SPDX-License-Identifier: Apache-2.0 */
/* Names that the module level imports. */
#include "frontend/builtins/builtins.h"
#include "frontend/module/scope.h"

#include <string.h>

/* A module that we know, one from a file beside, or one that is foreign. */
static pk_typed module_value(pk_scope *s, const char *path) {
    pk_typed value = pk_builtin_lookup(s->arena, path, NULL);
    const pk_program *module = value.type->kind == PK_TY_foreign
                                   ? pk_import_module(s->making, path)
                                   : NULL;
    pk_ty *type;

    if (!module)
        return value;
    s->making->has_arrays |= module->has_arrays;
    type = PK_NEW(s->arena, pk_ty);
    *type = (pk_ty){.kind = PK_TY_source, .program = module};
    return (pk_typed){.type = type};
}

void pk_scope_import(pk_scope *s, const pk_ast *node) {
    for (uint32_t i = 0; i < node->Import.names.count; i++) {
        const pk_ast *alias = node->Import.names.items[i];
        const char *path = alias->alias.name, *name = alias->alias.asname;
        if (!name) {
            /* import a.b.c binds a */
            path = pk_arena_text(s->arena, path, strcspn(path, "."));
            name = pk_idents_find(s->program->parse.names, path);
        }
        if (name)
            pk_scope_bind(s, name, module_value(s, path));
    }
}

static void add_star(pk_scope *s, const char *path) {
    pk_star *star = PK_NEW(s->arena, pk_star);

    *star = (pk_star){.next = s->making->stars, .path = path};
    s->making->stars = star;
}

static void import_all(pk_scope *s, const char *path,
                       const pk_program *module) {
    if (!module) {
        add_star(s, pk_builtin_lookup(s->arena, path, NULL).type->path);
        return;
    }
    for (uint32_t i = 0; i < module->global_capacity; i++) {
        const pk_module_global *global = &module->globals[i];
        const char *name =
            global->name && global->name[0] != '_'
                ? pk_idents_find(s->program->parse.names, global->name)
                : NULL;
        if (name)
            pk_scope_bind(s, name, global->value);
    }
}

void pk_scope_import_from(pk_scope *s, const pk_ast *node) {
    const char *path = node->ImportFrom.module ? node->ImportFrom.module : "";
    pk_typed base = pk_builtin_lookup(s->arena, path, NULL);
    const pk_program *module = NULL;

    if (base.type->kind == PK_TY_foreign)
        module = pk_import_module(s->making, path);
    s->making->has_arrays |= module && module->has_arrays;
    for (uint32_t i = 0; i < node->ImportFrom.names.count; i++) {
        const pk_ast *alias = node->ImportFrom.names.items[i];
        const char *name = alias->alias.name;
        const char *bound = alias->alias.asname ? alias->alias.asname : name;
        const char *there =
            module ? pk_idents_find(module->parse.names, name) : NULL;
        pk_typed value;
        if (strcmp(name, "*") == 0) {
            import_all(s, path, module);
            continue;
        }
        if (!there || !pk_program_lookup(module, s->arena, there, &value))
            value = pk_builtin_lookup(
                s->arena,
                base.type->kind == PK_TY_module ? base.type->path : path, name);
        pk_scope_bind(s, bound, value);
    }
}
