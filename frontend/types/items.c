/* SPDX-License-Identifier: Apache-2.0 */
/* Types of what containers hold, and of strings that are arguments. */
#include "frontend/types/types.h"

#include <string.h>

enum { MOST_WORDS = 64 }; /* of an item: its references are bits of a word */

bool pk_ty_is_item(const pk_ty *type) {
    if (type->parts > MOST_WORDS)
        return false;
    switch ((int)type->kind) {
    case PK_TY_number:
    case PK_TY_struct:
    case PK_TY_choice:
    case PK_TY_complex: return true;
    case PK_TY_function:
        return !type->parts && type->layout != PK_FUNCTION_captures;
    case PK_TY_text: return pk_ty_is_text(type);
    case PK_TY_list:
    case PK_TY_dict: return !pk_ty_is_open(type);
    case PK_TY_array:
        return type->space == PK_SPACE_global || pk_ty_is_constant(type);
    case PK_TY_optional: return pk_ty_is_item(type->items[0]);
    case PK_TY_tuple:
        for (uint32_t i = 0; i < type->count; i++)
            if (!pk_ty_is_item(type->items[i]))
                return false;
        return true;
    default: return false;
    }
}

const pk_ty *pk_ty_item(pk_arena *arena, const pk_ty *type) {
    const pk_ty **items;
    pk_ty *array;

    if (type->kind == PK_TY_number)
        return pk_ty_number(type->scalar);
    if (type->kind == PK_TY_text)
        return &pk_ty_str;
    if (type->kind == PK_TY_function)
        return pk_ty_choice(arena, type, type);
    if (pk_ty_is_constant(type))
        return pk_ty_copy_of_constant(arena, type);
    if (type->kind == PK_TY_array) {
        array = (pk_ty *)(uintptr_t)pk_ty_counted(arena, type);
        array->flags &=
            (uint8_t)~(PK_TYF_unsized | PK_TYF_dynamic | PK_TYF_listed);
        array->copied = NULL;
        return array;
    }
    if (type->kind == PK_TY_optional)
        return pk_ty_optional(arena, pk_ty_item(arena, type->items[0]));
    if (type->kind != PK_TY_tuple)
        return type;
    items = pk_arena_array(arena, type->count + 1, sizeof *items);
    for (uint32_t i = 0; items && i < type->count; i++)
        items[i] = pk_ty_item(arena, type->items[i]);
    return items ? pk_ty_named_tuple(arena, items, type->count, type->fields)
                 : type;
}

/* ---- functions that are chosen while running ---- */

enum { MOST_CHOICES = 64 }; /* each is a branch of a call */

uint32_t pk_ty_choice_find(const pk_ty *choice, const pk_ty *function) {
    uint32_t i = 0;

    while (i < choice->count && !pk_ty_equal(choice->items[i], function))
        i++;
    return i;
}

const pk_ty *pk_ty_choice(pk_arena *arena, const pk_ty *a, const pk_ty *b) {
    const pk_ty *both[] = {a, b};
    const pk_ty **items = pk_arena_array(arena, MOST_CHOICES, sizeof *items);
    pk_ty *type = PK_NEW(arena, pk_ty);

    *type = (pk_ty){.kind = PK_TY_choice,
                    .scalar = PK_TYPE_i64,
                    .parts = 1,
                    .items = items};
    for (uint32_t k = 0; items && k < 2; k++) {
        uint32_t count;
        const pk_ty *const *from = pk_ty_choices(&both[k], &count);
        for (uint32_t i = 0; i < count; i++) {
            if (pk_ty_choice_find(type, from[i]) < type->count)
                continue;
            if (type->count == MOST_CHOICES ||
                from[i]->kind != PK_TY_function || from[i]->parts ||
                from[i]->layout == PK_FUNCTION_captures)
                return NULL;
            items[type->count++] = from[i];
        }
    }
    return type;
}

bool pk_ty_is_text(const pk_ty *type) {
    return pk_ty_is_str(type) ||
           (type->kind == PK_TY_text && type->text && !type->text->is_bytes);
}

const pk_ty *pk_ty_unknown_text(pk_arena *arena, const pk_ty *type) {
    const pk_ty **items;
    bool any = false;

    if (type->kind != PK_TY_tuple)
        return pk_ty_is_text(type) ? &pk_ty_str : type;
    items = pk_arena_array(arena, type->count + 1, sizeof *items);
    for (uint32_t i = 0; items && i < type->count; i++) {
        items[i] = pk_ty_unknown_text(arena, type->items[i]);
        any = any || items[i] != type->items[i];
    }
    return any ? pk_ty_named_tuple(arena, items, type->count, type->fields)
               : type;
}

const pk_ty *pk_ty_text_of(pk_arena *arena, const char *text) {
    pk_known *known = PK_NEW(arena, pk_known);

    known->length = (uint32_t)strlen(text);
    known->text = pk_arena_text(arena, text, known->length);
    for (const char *at = text; *at; at++)
        known->bits[0] += (*at & 0xc0) != 0x80; /* characters */
    return pk_ty_given(arena, (pk_typed){.type = &pk_ty_text, .known = known});
}

const pk_ty *pk_ty_dict(pk_arena *arena, const pk_ty *pair, char layout) {
    const pk_ty **entry = pk_arena_array(arena, 3, sizeof *entry);
    const pk_ty **lists = pk_arena_array(arena, 2, sizeof *lists);
    pk_ty *type = PK_NEW(arena, pk_ty);

    if (arena->failed)
        return &pk_ty_error;
    lists[0] = pk_ty_list(arena, &pk_ty_unset);
    if (pair) {
        entry[0] = pk_ty_number(PK_TYPE_i64);
        entry[1] = pair->items[0];
        entry[2] = pair->items[1];
        lists[0] = pk_ty_list(arena, pk_ty_tuple(arena, entry, 3));
    }
    lists[1] = pk_ty_list(arena, pk_ty_number(PK_TYPE_i64));
    *type = (pk_ty){.kind = PK_TY_dict,
                    .layout = (uint8_t)layout,
                    .count = 2,
                    .parts = 2,
                    .items = lists};
    return type;
}

uint32_t pk_ty_dict_filled(pk_arena *arena, const pk_ty *dict,
                           const pk_ty *out[3]) {
    const uint32_t count = dict->layout == 's' ? 2 : 3;

    out[0] = dict;
    for (uint32_t i = 1; i < count; i++)
        out[i] = pk_ty_array(arena, pk_dict_entry(dict)->items[i], 1, 'C',
                             PK_SPACE_global, 0);
    return count;
}
