/* SPDX-License-Identifier: Apache-2.0 */
/* A hash table with open addressing, at most half full. */
#include "frontend/parse/idents.h"

#include "base/hash.h"
#include "frontend/parse/lexer.h"

#include <string.h>

static pk_ident *find(const pk_idents *names, const char *text, size_t length,
                      uint32_t hash) {
    uint32_t mask = names->capacity - 1;

    for (uint32_t i = hash & mask;; i = (i + 1) & mask) {
        pk_ident *slot = &names->slots[i];

        if (!slot->text)
            return slot;
        if (slot->hash == hash && slot->length == length &&
            memcmp(slot->text, text, length) == 0)
            return slot;
    }
}

static void grow(pk_idents *names) {
    pk_ident *old = names->slots;
    uint32_t old_capacity = names->capacity;
    pk_ident *slots =
        pk_arena_array(names->arena, (size_t)old_capacity * 2, sizeof *slots);

    if (names->arena->failed)
        return;
    names->slots = slots;
    names->capacity = old_capacity * 2;
    for (uint32_t i = 0; i < old_capacity; i++)
        if (old[i].text)
            *find(names, old[i].text, old[i].length, old[i].hash) = old[i];
}

const pk_ident *pk_idents_add(pk_idents *names, const char *text,
                              size_t length) {
    static const pk_ident none = {.text = "", .token = PK_TOK_name};
    uint32_t hash = pk_hash_name(text, length);
    pk_ident *slot;

    if (names->arena->failed)
        return &none;
    slot = find(names, text, length, hash);
    if (slot->text)
        return slot;
    if (names->count * 2 >= names->capacity) {
        grow(names);
        slot = find(names, text, length, hash);
    }
    text = pk_arena_text(names->arena, text, length);
    if (names->arena->failed)
        return &none;
    *slot = (pk_ident){text, (uint32_t)length, hash, PK_TOK_name};
    names->count++;
    return slot;
}

pk_idents *pk_idents_new(pk_arena *arena) {
    static const char *const words[] = {
#define TOKEN(name, words)
#define MARK(name, spelling)
#define KEYWORD(name) #name,
#include "frontend/parse/tokens.def"
#undef TOKEN
#undef MARK
#undef KEYWORD
    };
    pk_idents *names = PK_NEW(arena, pk_idents);
    uint32_t count = sizeof words / sizeof *words;

    names->arena = arena;
    names->capacity = 256;
    names->slots = pk_arena_array(arena, names->capacity, sizeof(pk_ident));
    for (uint32_t i = 0; i < count && !arena->failed; i++) {
        size_t length = strlen(words[i]);
        uint32_t hash = pk_hash_name(words[i], length);

        *find(names, words[i], length, hash) =
            (pk_ident){words[i], (uint32_t)length, hash,
                       (uint8_t)(PK_TOK_COUNT - count + i)};
        names->count++;
    }
    return names;
}

const char *pk_idents_find(const pk_idents *names, const char *text) {
    size_t length = strlen(text);
    const pk_ident *slot =
        find(names, text, length, pk_hash_name(text, length));

    return slot->token == PK_TOK_name ? slot->text : NULL;
}
