/* SPDX-License-Identifier: Apache-2.0 */
/* Names that the module level has from elsewhere: imports, and what who makes
 * the module binds. */
#include "frontend/builtins/builtins.h"
#include "frontend/module/scope.h"
#include "frontend/values/frozen.h"

#include <string.h>

/* ---- imports ---- */

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

/* ---- names from outside ---- */

static pk_typed bound_value(pk_scope *s, const pk_binding *b);

static const pk_ty *bound_element(const pk_binding *b) {
    return b->is_complex ? pk_ty_complex(b->dtype) : pk_ty_number(b->dtype);
}

static pk_typed bound_scalar(pk_scope *s, const pk_binding *b) {
    const uint32_t bytes = pk_type_bytes(b->dtype);
    pk_known *known = PK_NEW(s->arena, pk_known);

    memcpy(&known->bits[0], b->values, bytes);
    if (b->is_complex)
        memcpy(&known->bits[1], (const char *)b->values + bytes, bytes);
    return (pk_typed){.type = bound_element(b), .known = known};
}

static pk_typed bound_text(pk_scope *s, const pk_binding *b) {
    const size_t length = b->shape[0];
    pk_known *known = PK_NEW(s->arena, pk_known);

    known->text = pk_arena_text(s->arena, b->values, length);
    known->length = (uint32_t)length;
    for (size_t i = 0; i < length; i++) /* the first byte of each character */
        known->bits[0] += (((const char *)b->values)[i] & 0xc0) != 0x80;
    return (pk_typed){.type = &pk_ty_text, .known = known};
}

/* Name by name, since each may be another's alias: portkern.cuda.jit. */
static pk_typed bound_import(pk_scope *s, const pk_binding *b) {
    const char *path = b->values, *end = path + b->shape[0];
    size_t length = strcspn(path, ".");
    pk_typed value = pk_builtin_lookup(
        s->arena, pk_arena_text(s->arena, path, length), NULL);

    while ((path += length) < end) {
        length = strcspn(++path, ".");
        value = pk_builtin_lookup(s->arena, pk_scope_path(value),
                                  pk_arena_text(s->arena, path, length));
    }
    return value;
}

static pk_typed bound_dtype(pk_scope *s, const pk_binding *b) {
    pk_text name;
    pk_typed value;

    pk_text_init(&name, s->arena->allocator);
    pk_ty_print(bound_element(b), &name);
    value = pk_builtin_lookup(s->arena, "numpy", pk_text_string(&name));
    pk_text_finish(&name);
    return value;
}

static pk_typed bound_tuple(pk_scope *s, const pk_binding *b) {
    uint32_t count = (uint32_t)b->shape[0];
    const pk_ty **types = pk_arena_array(s->arena, count + 1, sizeof *types);
    const pk_known **items = pk_arena_array(s->arena, count + 1, sizeof *items);
    pk_known *known = PK_NEW(s->arena, pk_known);

    if (!types || !items)
        return pk_scope_hidden(s, b->name);
    for (uint32_t i = 0; i < count; i++) {
        pk_typed item = bound_value(s, &b->items[i]);
        items[i] = item.known;
        types[i] = item.type;
    }
    known->items = items;
    return (pk_typed){.type = pk_ty_tuple(s->arena, types, count),
                      .known = known};
}

static pk_typed bound_array(pk_scope *s, const pk_binding *b) {
    pk_typed array;
    void *data;

    if (!pk_frozen_new(s->arena, bound_element(b), b->ndim, b->shape, &data,
                       &array))
        return pk_scope_hidden(s, b->name);
    if (pk_frozen_of(array)->count)
        memcpy(data, b->values,
               pk_frozen_of(array)->count * pk_type_bytes(b->dtype)
                   << b->is_complex);
    return array;
}

/* Programs whose functions are bound may have the same ones. */
static void add_reference(pk_program *program, const pk_reference *reference) {
    const pk_reference **all = program->references;
    uint32_t capacity = program->reference_capacity;

    for (uint32_t i = 0; i < program->reference_count; i++)
        if (all[i] == reference)
            return;
    if (program->reference_count == capacity) {
        capacity = capacity ? 2 * capacity : 8;
        all = pk_arena_array(&program->arena, capacity, sizeof(void *));
        if (!all)
            return;
        for (uint32_t i = 0; i < program->reference_count; i++)
            all[i] = program->references[i];
        program->references = all;
        program->reference_capacity = capacity;
    }
    all[program->reference_count++] = reference;
}

static pk_typed bound_reference(pk_scope *s, const pk_binding *b) {
    pk_known *known = PK_NEW(s->arena, pk_known);
    pk_reference *reference = PK_NEW(s->arena, pk_reference);

    *reference = *b->reference;
    reference->name = pk_arena_text(s->arena, b->name, strlen(b->name));
    known->reference = reference;
    add_reference(s->making, reference);
    return (pk_typed){.type = pk_ty_of_argument(s->arena, &b->reference->type),
                      .known = known};
}

static pk_typed bound_function(pk_scope *s, const pk_binding *b) {
    const pk_function *fn = pk_program_get(b->program, b->target);

    for (uint32_t i = 0; i < b->program->reference_count; i++)
        add_reference(s->making, b->program->references[i]);
    return fn ? pk_scope_function(s, fn) : pk_scope_hidden(s, b->name);
}

static pk_typed bound_value(pk_scope *s, const pk_binding *b) {
    switch ((pk_binding_kind)b->kind) {
    case PK_BIND_none: return (pk_typed){.type = &pk_ty_none};
    case PK_BIND_scalar: return bound_scalar(s, b);
    case PK_BIND_text: return bound_text(s, b);
    case PK_BIND_dtype: return bound_dtype(s, b);
    case PK_BIND_tuple: return bound_tuple(s, b);
    case PK_BIND_array: return bound_array(s, b);
    case PK_BIND_reference: return bound_reference(s, b);
    case PK_BIND_function: return bound_function(s, b);
    case PK_BIND_import: return bound_import(s, b);
    }
    return pk_scope_hidden(s, b->name);
}

pk_typed pk_scope_binding(pk_scope *s, const pk_binding *b) {
    return bound_value(s, b);
}
