/* SPDX-License-Identifier: Apache-2.0 */
/* Names that the module level imports. */
#include "frontend/builtins/builtins.h"
#include "frontend/module/scope.h"
#include "frontend/parse/idents.h"

#include <string.h>

static pk_typed source_value(pk_scope *s, const pk_program *module) {
    pk_ty *type = PK_NEW(s->arena, pk_ty);

    s->making->has_arrays |= module->has_arrays;
    *type = (pk_ty){.kind = PK_TY_source, .program = module};
    return (pk_typed){.type = type};
}

/* A module that we know, one from a file, or one that is foreign. */
static pk_typed module_value(pk_scope *s, const char *path) {
    pk_typed value = pk_builtin_lookup(s->arena, path, NULL);
    const pk_program *module = value.type->kind == PK_TY_foreign
                                   ? pk_import_module(s->making, path, 0)
                                   : NULL;

    return module ? source_value(s, module) : value;
}

/* import a.b.c: c becomes a name of a.b, and b one of a, where these do not
 * have it. */
static void import_inner(pk_scope *s, const char *path) {
    pk_typed outer = {.type = &pk_ty_none}, inner;

    for (size_t end = 0; end < strlen(path); end++) {
        size_t begin = end;
        pk_program *module;
        const char *name;
        end += strcspn(path + end, ".");
        inner = module_value(s, pk_arena_text(s->arena, path, end));
        module = outer.type->kind == PK_TY_source
                     ? (pk_program *)(uintptr_t)outer.type->program
                     : NULL;
        if (module && inner.type->kind == PK_TY_source) {
            name = pk_idents_add(module->parse.names, path + begin, end - begin)
                       ->text;
            if (!pk_program_own(module, name, &outer))
                pk_program_global(module, name)->value = inner;
        }
        outer = inner;
    }
}

void pk_scope_import(pk_scope *s, const pk_ast *node) {
    for (uint32_t i = 0; i < node->Import.names.count; i++) {
        const pk_ast *alias = node->Import.names.items[i];
        const char *path = alias->alias.name, *name = alias->alias.asname;
        if (!name) {
            /* import a.b.c binds a */
            if (strchr(path, '.'))
                import_inner(s, path);
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

/* The module in which names are looked for: one that is known, "numpy", else
 * with dots in front, ".core". */
static const char *path_from(pk_scope *s, const pk_ast *node) {
    const char *path = node->ImportFrom.module ? node->ImportFrom.module : "";

    for (int64_t i = 0; i < node->ImportFrom.level && !s->arena->failed; i++)
        path = pk_arena_format(s->arena, ".%s", path);
    return path;
}

/* Finds what a module has by that name: a value, a module of the package, or
 * what it has from elsewhere, such as `from numpy import *`. */
static bool member_of(pk_scope *s, const pk_ast *node, const pk_program *module,
                      const char *name, pk_typed *out) {
    const char *path = node->ImportFrom.module ? node->ImportFrom.module : "";
    const char *there =
        module ? pk_idents_find(module->parse.names, name) : NULL;
    const pk_program *inner = NULL;

    if (!there || !pk_program_own(module, there, out))
        inner = pk_import_module(
            s->making,
            pk_arena_format(s->arena, "%s%s%s", path, *path ? "." : "", name),
            (uint32_t)node->ImportFrom.level);
    if (!inner)
        return there && pk_program_lookup(module, s->arena, there, out);
    *out = source_value(s, inner);
    return true;
}

void pk_scope_import_from(pk_scope *s, const pk_ast *node) {
    const char *path = path_from(s, node);
    pk_typed base = pk_builtin_lookup(s->arena, path, NULL);
    const bool foreign = base.type->kind == PK_TY_foreign;
    const pk_program *module =
        foreign ? pk_import_module(
                      s->making,
                      node->ImportFrom.module ? node->ImportFrom.module : "",
                      (uint32_t)node->ImportFrom.level)
                : NULL;

    s->making->has_arrays |= module && module->has_arrays;
    for (uint32_t i = 0; i < node->ImportFrom.names.count; i++) {
        const pk_ast *alias = node->ImportFrom.names.items[i];
        const char *name = alias->alias.name;
        const char *bound = alias->alias.asname ? alias->alias.asname : name;
        pk_typed value;
        if (strcmp(name, "*") == 0) {
            import_all(s, path, module);
            continue;
        }
        if (!foreign || !member_of(s, node, module, name, &value))
            value = pk_builtin_lookup(
                s->arena,
                base.type->kind == PK_TY_module ? base.type->path : path, name);
        pk_scope_bind(s, bound, value);
    }
}
