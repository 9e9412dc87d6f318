/* SPDX-License-Identifier: Apache-2.0 */
/* A set of names, each with what it names: the functions of a module, the
 * parameters, storages and locals of a function. Adding a name that is taken
 * adds a number to it, and asking for the same word a million times still
 * takes linear time. A name is ASCII: a letter or '_', then letters, digits,
 * '_' and '.'; anything else becomes '_'. */
#ifndef PORTKERN_BASE_NAMES_H
#define PORTKERN_BASE_NAMES_H

#include "base/arena.h"

typedef struct pk_name {
    const char *text;
    size_t length;
    void *what;
    char sigil; /* '%', '$' or '@': what kind of thing `what` is */
    uint32_t hash;
    uint32_t serial; /* the last number tried behind this name */
} pk_name;

typedef struct pk_names {
    pk_name **slots; /* a power of two of them, open addressing */
    uint32_t count, capacity;
} pk_names;

/* The entry of exactly that name, or NULL. */
pk_name *pk_names_find(const pk_names *names, const char *text, size_t length);

/* Adds a name made of `text` (NULL: "v"). NULL when the arena has failed. */
pk_name *pk_names_add(pk_names *names, pk_arena *arena, const char *text);

/* Adds exactly these bytes, not there yet, which stay the caller's. */
pk_name *pk_names_put(pk_names *names, pk_arena *arena, const char *text,
                      size_t length);

#endif
