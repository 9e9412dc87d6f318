/* SPDX-License-Identifier: Apache-2.0 */
/* Structures by reference. */
#include "frontend/types/struct.h"

#include "signature/classes.h"

#include <string.h>

const char pk_dataclass_new[] = "__of_fields__";
const char pk_dataclass_checked[] = "__init__"; /* no dataclass has its own */
const char pk_dataclass_class[] = "__class__";

pk_struct *pk_struct_new(pk_arena *arena, const char *name, uint32_t fields,
                         uint32_t functions) {
    pk_struct *s = PK_NEW(arena, pk_struct);

    *s = (pk_struct){
        .name = name,
        .key = name,
        .type = {.kind = PK_TY_struct, .parts = 1, .structure = s},
        .names = pk_arena_array(arena, fields + 1, sizeof *s->names),
        .types = pk_arena_array(arena, fields + 1, sizeof *s->types),
        .functions =
            pk_arena_array(arena, functions + 1, sizeof *s->functions)};
    return s;
}

bool pk_struct_add(pk_arena *arena, pk_struct *s, const char *name,
                   const pk_ty *type) {
    if (arena->failed || !pk_ty_is_item(type) ||
        s->words + type->parts > PK_STRUCT_WORDS)
        return false;
    s->names[s->count] = name;
    s->types[s->count] = pk_ty_item(arena, type);
    s->words += s->types[s->count++]->parts;
    return s->words <= PK_STRUCT_WORDS;
}

int pk_struct_field(const pk_struct *s, const char *name) {
    for (uint32_t i = 0; i < s->count; i++)
        if (strcmp(s->names[i], name) == 0)
            return (int)i;
    return -1;
}

uint32_t pk_struct_word(const pk_struct *s, uint32_t field) {
    uint32_t word = 0;

    for (uint32_t i = 0; i < field; i++)
        word += s->types[i]->parts;
    return word;
}

const struct pk_function *pk_struct_function_of(const pk_struct *s,
                                                const char *name,
                                                pk_role_in_struct role) {
    for (uint32_t i = s->function_count; i-- > 0;)
        if (s->functions[i].role == role &&
            strcmp(s->functions[i].name, name) == 0)
            return s->functions[i].function;
    return NULL;
}

bool pk_ty_is_dataclass(const pk_ty *type) {
    return type->kind == PK_TY_tuple && type->fields && type->fields->class;
}

bool pk_ty_is_object(const pk_ty *type) {
    return type->kind == PK_TY_struct || pk_ty_is_dataclass(type);
}

bool pk_ty_is_stepped(const pk_ty *type) {
    if (type->kind == PK_TY_struct)
        return type->structure->generator;
    for (uint32_t i = 0; type->kind == PK_TY_zip && i < type->count; i++)
        if (pk_ty_is_stepped(type->items[i]))
            return true;
    return false;
}
