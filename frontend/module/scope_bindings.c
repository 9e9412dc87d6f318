/* SPDX-License-Identifier: Apache-2.0 */
/* Module-level names whose values the caller gives when the module is made: its
 * globals, and names with dots. */
#include "frontend/builtins/builtins.h"
#include "frontend/module/classes.h"
#include "frontend/module/scope.h"
#include "frontend/parse/idents.h"
#include "frontend/values/frozen.h"
#include "frontend/values/known.h"

#include <string.h>

/* ---- constants ---- */

static pk_typed bound_value(pk_scope *s, const pk_binding *b);

static const pk_ty *bound_element(pk_scope *s, const pk_binding *b) {
    const pk_record *record;

    if (!b->record)
        return b->is_complex ? pk_ty_complex(b->dtype) : pk_ty_number(b->dtype);
    record = pk_record_copy(s->arena, b->record);
    return record ? pk_ty_record(s->arena, record, PK_SPACE_global, 0,
                                 record->align)
                  : &pk_ty_error;
}

static pk_typed bound_scalar(pk_scope *s, const pk_binding *b) {
    const uint32_t bytes = pk_type_bytes(b->dtype);
    pk_known *known = PK_NEW(s->arena, pk_known);

    memcpy(&known->bits[0], b->values, bytes);
    if (b->is_complex)
        memcpy(&known->bits[1], (const char *)b->values + bytes, bytes);
    return (pk_typed){.type = bound_element(s, b), .known = known};
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

/* The type's text ends where the hint begins. */
static pk_typed bound_refused(pk_scope *s, const pk_binding *b) {
    char *why = pk_arena_text(s->arena, b->values, b->shape[0] + 1);
    char *end = strchr(why, '\n');
    pk_ty *type = PK_NEW(s->arena, pk_ty);

    if (end)
        *end = '\0';
    *type = (pk_ty){
        .kind = PK_TY_hidden,
        .path = b->name ? pk_arena_text(s->arena, b->name, strlen(b->name))
                        : "a value",
        .refused = why};
    return (pk_typed){.type = type};
}

static pk_typed bound_dtype(pk_scope *s, const pk_binding *b) {
    pk_text name;
    pk_typed value;
    pk_ty *type;

    if (b->record) {
        type = PK_NEW(s->arena, pk_ty);
        *type = (pk_ty){.kind = PK_TY_dtype, .made = bound_element(s, b)};
        return (pk_typed){.type = type};
    }
    pk_text_init(&name, s->arena->allocator);
    pk_ty_print(bound_element(s, b), &name);
    value = pk_builtin_lookup(s->arena, "numpy", pk_text_string(&name));
    pk_text_finish(&name);
    return value;
}

/* The items with the names of a class, NULL: without. */
static pk_typed bound_items(pk_scope *s, const pk_binding *b,
                            const pk_fields *fields) {
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
    if (count && !fields && b->items[count - 1].kind == PK_BIND_function &&
        types[count - 1]->kind == PK_TY_named) /* an object of a dataclass */
        fields = types[--count]->fields;
    known->items = items;
    return (pk_typed){.type = pk_ty_named_tuple(s->arena, types, count, fields),
                      .known = known};
}

/* An array without axes is the one record that it has. */
static pk_typed bound_array(pk_scope *s, const pk_binding *b) {
    const pk_ty *element = bound_element(s, b);
    const bool one = b->record && !b->ndim;
    pk_typed array, first;
    void *data;

    if (element->kind == PK_TY_error ||
        !pk_frozen_new(s->arena, element, one ? 1 : b->ndim,
                       one ? &(uint64_t){1} : b->shape, &data, &array))
        return pk_scope_hidden(s, b->name);
    if (pk_frozen_of(array)->count)
        memcpy(data, b->values,
               pk_frozen_of(array)->count * pk_ty_bytes(element));
    if (!one)
        return array;
    first = pk_known_int(s->arena, pk_ty_number(PK_TYPE_i64), 0);
    return pk_frozen_item(s->arena, array, first, &first)
               ? first
               : pk_scope_hidden(s, b->name);
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
    if (fn && fn->info.makes)
        return pk_struct_class(s->arena, fn->info.makes);
    if (fn && fn->info.fields)
        return pk_fields_class(s->arena, fn->info.fields);
    return fn ? pk_scope_function(s, fn) : pk_scope_hidden(s, b->name);
}

/* ---- classes ---- */

/* A class of bindings and the type that stands for it: descriptions that say
 * the same have one. */
struct pk_bound_class {
    struct pk_bound_class *next;
    const pk_binding_class *from;
    const pk_ty *type;
};

static bool same_class(const pk_binding_class *a, const pk_binding_class *b) {
    return a == b || (a->key_length == b->key_length &&
                      memcmp(a->key, b->key, a->key_length) == 0);
}

static const char *const *copy_names(pk_scope *s, const pk_binding_class *c) {
    const char **names = pk_arena_array(s->arena, c->count + 1, sizeof *names);

    for (uint32_t i = 0; names && i < c->count; i++)
        names[i] = pk_arena_text(s->arena, c->names[i], strlen(c->names[i]));
    return names;
}

/* Values are those of the last names. */
static pk_typed *class_values(pk_scope *s, const pk_binding_class *c) {
    const uint32_t first = c->count - c->value_count;
    pk_typed *values = pk_arena_array(s->arena, c->count + 1, sizeof *values);

    for (uint32_t i = 0; values && i < c->value_count; i++)
        values[first + i] = bound_value(s, &c->values[i]);
    return values;
}

static pk_class_place class_place(pk_scope *s, const pk_binding_class *c) {
    return (pk_class_place){.given =
                                pk_arena_text(s->arena, c->key, c->key_length),
                            .given_length = c->key_length,
                            .of_context = s->program->of_context};
}

static const pk_ty *new_class(pk_scope *s, const pk_binding_class *c) {
    const char *name = pk_arena_text(s->arena, c->name, strlen(c->name));
    pk_fields *fields = PK_NEW(s->arena, pk_fields);
    pk_members *members = PK_NEW(s->arena, pk_members);
    pk_ty *type = PK_NEW(s->arena, pk_ty);

    if (c->is_enum) {
        *members = (pk_members){.name = name,
                                .place = class_place(s, c),
                                .names = (const char **)copy_names(s, c),
                                .values = class_values(s, c),
                                .count = c->count,
                                .integers = c->integers};
        *type = (pk_ty){.kind = PK_TY_enum, .members = members};
    } else {
        *fields = (pk_fields){.name = name,
                              .place = class_place(s, c),
                              .names = copy_names(s, c),
                              .defaults = class_values(s, c),
                              .count = c->count,
                              .required = c->count - c->value_count};
        *type = (pk_ty){.kind = PK_TY_named, .fields = fields};
    }
    return type;
}

static pk_typed bound_class(pk_scope *s, const pk_binding_class *c) {
    struct pk_bound_class *bound = s->classes;

    while (bound && !same_class(bound->from, c))
        bound = bound->next;
    if (!bound) {
        const pk_ty *type = new_class(s, c);
        bound = PK_NEW(s->arena, struct pk_bound_class);
        *bound = (struct pk_bound_class){s->classes, c, type};
        s->classes = bound;
    }
    return (pk_typed){.type = bound->type};
}

static pk_typed bound_member(pk_scope *s, const pk_binding *b) {
    pk_typed class = bound_class(s, b->of), member;

    return !s->arena->failed && pk_enum_member(s->arena, class.type->members,
                                               b->target, &member)
               ? member
               : pk_scope_hidden(s, b->target);
}

static pk_typed bound_value(pk_scope *s, const pk_binding *b) {
    switch ((pk_binding_kind)b->kind) {
    case PK_BIND_none: return (pk_typed){.type = &pk_ty_none};
    case PK_BIND_scalar: return bound_scalar(s, b);
    case PK_BIND_text: return bound_text(s, b);
    case PK_BIND_dtype: return bound_dtype(s, b);
    case PK_BIND_tuple:
        return bound_items(s, b,
                           b->of ? bound_class(s, b->of).type->fields : NULL);
    case PK_BIND_array: return bound_array(s, b);
    case PK_BIND_reference: return bound_reference(s, b);
    case PK_BIND_function: return bound_function(s, b);
    case PK_BIND_class: return bound_class(s, b->of);
    case PK_BIND_member: return bound_member(s, b);
    case PK_BIND_import: return bound_import(s, b);
    case PK_BIND_refused: return bound_refused(s, b);
    }
    return pk_scope_hidden(s, b->name);
}

/* ---- names ---- */

/* Returns what `name` stands for when it stood for `base` and `path` below it
 * leads to `value`: its other attributes stay. */
static pk_typed with_path(pk_scope *s, const char *name, pk_typed base,
                          const char *path, pk_typed value) {
    const size_t length = strcspn(path, ".");
    const char *attr = pk_arena_text(s->arena, path, length);
    pk_typed below;

    if (s->arena->failed)
        return base;
    if (path[length]) {
        if (!pk_static_attribute(s->arena, base, attr, &below))
            below = pk_scope_hidden(s, attr);
        value = with_path(s, attr, below, path + length + 1, value);
    }
    return pk_table_with(s, base, name, attr, value);
}

/* The name as the text has it; NULL where it has none. Classes are looked for
 * by launches, too, methods by calls and attributes where they are read. */
static const char *own_name(pk_scope *s, const pk_binding *b, size_t length) {
    pk_idents *names = s->making->parse.names;
    const char *name = pk_arena_text(s->arena, b->name, length);

    if (s->arena->failed)
        return NULL;
    return b->kind == PK_BIND_class || strncmp(name, "__method_", 9) == 0 ||
                   strncmp(name, "__attribute_", 12) == 0
               ? pk_idents_add(names, name, length)->text
               : pk_idents_find(names, name);
}

static void bind_name(pk_scope *s, const pk_binding *b, pk_typed value) {
    const size_t length = strcspn(b->name, ".");
    const char *name = own_name(s, b, length);
    pk_typed base;

    if (!name)
        return;
    if (b->name[length]) {
        if (!pk_program_lookup(s->program, s->arena, name, &base))
            base = pk_scope_hidden(s, name);
        value = with_path(s, name, base, b->name + length + 1, value);
    }
    pk_scope_bind(s, name, value);
}

const pk_typed *pk_scope_bindings(pk_scope *s,
                                  const pk_program_options *options) {
    const uint32_t count = options ? options->binding_count : 0;
    pk_typed *values = pk_arena_array(s->arena, count, sizeof *values);

    for (uint32_t i = 0; !s->arena->failed && i < count; i++)
        values[i] = bound_value(s, &options->bindings[i]);
    return values;
}

void pk_scope_bindings_give(pk_scope *s, const pk_program_options *options,
                            const pk_typed *values) {
    for (uint32_t i = 0;
         options && !s->arena->failed && i < options->binding_count; i++)
        bind_name(s, &options->bindings[i], values[i]);
}
