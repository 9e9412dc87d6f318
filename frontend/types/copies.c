/* SPDX-License-Identifier: Apache-2.0 */
/* Types of arrays and records that say which calls made their memory. */
#include "frontend/ast/ast.h"
#include "frontend/types/types.h"

pk_ty *pk_ty_with_copies(pk_arena *arena, const pk_ty *type,
                         const pk_copies *copied) {
    pk_ty *out = PK_NEW(arena, pk_ty);

    *out = *type;
    out->copied = copied;
    if (pk_ty_is_records(type))
        out->made = pk_ty_with_copies(arena, type->made, copied);
    return out;
}

pk_ty *pk_ty_in_memory_of(pk_arena *arena, pk_ty *type, const pk_ty *array) {
    return array->copied ? pk_ty_with_copies(arena, type, array->copied) : type;
}

static bool is_among(const pk_copies *copied, const pk_ast *call) {
    while (copied && copied->call != call)
        copied = copied->next;
    return copied != NULL;
}

const pk_copies *pk_copies_join(pk_arena *arena, const pk_copies *a,
                                const pk_copies *b) {
    pk_copies *more;

    for (; b; b = b->next) {
        if (is_among(a, b->call))
            continue;
        more = PK_NEW(arena, pk_copies);
        *more = (pk_copies){a, b->call};
        a = more;
    }
    return a;
}

bool pk_copies_equal(const pk_copies *a, const pk_copies *b) {
    const pk_copies *x, *y;

    for (x = a, y = b; x && y && is_among(a, y->call); x = x->next, y = y->next)
        ;
    return !x && !y;
}

bool pk_ty_holds_copy(const pk_ty *type, const pk_ast *call) {
    if (type->copied)
        return is_among(type->copied, call);
    for (uint32_t i = 0; type->items && i < type->count; i++)
        if (pk_ty_holds_copy(type->items[i], call))
            return true;
    return false;
}

const pk_copies *pk_ty_copies(pk_arena *arena, const pk_ty *type) {
    const pk_copies *all = type->copied;

    for (uint32_t i = 0; type->items && i < type->count; i++)
        all = pk_copies_join(arena, all, pk_ty_copies(arena, type->items[i]));
    return all;
}

const pk_ty *pk_ty_map_copies(pk_arena *arena, const pk_ty *type,
                              pk_copies_map *map, void *arg) {
    const pk_ty **items;
    pk_ty *out;

    if (type->copied)
        return pk_ty_with_copies(arena, type, map(arg, type->copied));
    if (!pk_ty_copies(arena, type))
        return type;
    out = PK_NEW(arena, pk_ty);
    items = pk_arena_array(arena, type->count, sizeof *items);
    if (!items)
        return type;
    for (uint32_t i = 0; i < type->count; i++)
        items[i] = pk_ty_map_copies(arena, type->items[i], map, arg);
    *out = *type;
    out->items = items;
    return out;
}
