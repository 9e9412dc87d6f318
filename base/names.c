/* SPDX-License-Identifier: Apache-2.0 */
/* The set of names of names.h. */
#include "base/names.h"

#include "base/hash.h"

#include <stdio.h>
#include <string.h>

/* The slot that holds the name, or the empty one where it belongs. */
static pk_name **slot_of(const pk_names *names, uint32_t hash, const char *text,
                         size_t length) {
    uint32_t mask = names->capacity - 1;

    for (uint32_t i = hash & mask;; i = (i + 1) & mask) {
        pk_name *at = names->slots[i];
        if (!at || (at->hash == hash && at->length == length &&
                    !memcmp(at->text, text, length)))
            return &names->slots[i];
    }
}

pk_name *pk_names_find(const pk_names *names, const char *text, size_t length) {
    if (!names->capacity)
        return NULL;
    return *slot_of(names, pk_hash_name(text, length), text, length);
}

static bool grow(pk_names *names, pk_arena *arena) {
    pk_names larger = {.capacity = names->capacity ? names->capacity * 2 : 16,
                       .count = names->count};

    larger.slots = pk_arena_array(arena, larger.capacity, sizeof(pk_name *));
    if (arena->failed)
        return false;
    for (uint32_t i = 0; i < names->capacity; i++) {
        pk_name *at = names->slots[i];
        if (at)
            *slot_of(&larger, at->hash, at->text, at->length) = at;
    }
    *names = larger;
    return true;
}

static bool is_name_char(char c, bool first) {
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_')
        return true;
    return !first && ((c >= '0' && c <= '9') || c == '.');
}

/* A copy of the word with what may not be in a name replaced. */
static char *clean(pk_arena *arena, const char *text) {
    size_t length = text ? strlen(text) : 0;
    char *name;

    if (!length)
        return pk_arena_text(arena, "v", 1);
    if (text[0] >= '0' && text[0] <= '9')
        name = pk_arena_format(arena, "_%s", text);
    else
        name = pk_arena_text(arena, text, length);
    for (char *c = name; !arena->failed && *c; c++)
        if (!is_name_char(*c, c == name))
            *c = '_';
    return name;
}

pk_name *pk_names_put(pk_names *names, pk_arena *arena, const char *text,
                      size_t length) {
    pk_name *name = PK_NEW(arena, pk_name);

    if (names->count * 4 >= names->capacity * 3 && !grow(names, arena))
        return NULL;
    if (arena->failed)
        return NULL;
    name->text = text;
    name->length = length;
    name->hash = pk_hash_name(text, length);
    *slot_of(names, name->hash, text, length) = name;
    names->count++;
    return name;
}

/* word_7 */
static char *numbered(pk_arena *arena, const char *word, uint32_t number) {
    char text[12] = {0}, *at = text + sizeof text - 1;
    size_t length = strlen(word), tail;
    char *name;

    for (; number; number /= 10)
        *--at = (char)('0' + number % 10);
    *--at = '_';
    tail = strlen(at);
    name = pk_arena_array(arena, length + tail + 1, 1);
    if (name && !arena->failed) {
        memcpy(name, word, length + 1);
        memcpy(name + length, at, tail + 1);
    }
    return name;
}

pk_name *pk_names_add(pk_names *names, pk_arena *arena, const char *text) {
    char *word = clean(arena, text), *unique = word;
    pk_name *taken;

    if (arena->failed)
        return NULL;
    taken = pk_names_find(names, word, strlen(word));
    while (taken && pk_names_find(names, unique, strlen(unique))) {
        unique = numbered(arena, word, ++taken->serial);
        if (arena->failed)
            return NULL;
    }
    return pk_names_put(names, arena, unique, strlen(unique));
}
