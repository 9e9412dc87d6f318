/* SPDX-License-Identifier: Apache-2.0 */
/* The names of one source, each kept once: equal names are equal pointers.
 * Reserved words are in the same table, with their token. */
#ifndef PORTKERN_FRONTEND_IDENTS_H
#define PORTKERN_FRONTEND_IDENTS_H

#include "frontend/parse/parser.h"

typedef struct pk_ident {
    const char *text; /* NULL: free */
    uint32_t length, hash;
    uint8_t token; /* PK_TOK_name, or a keyword */
} pk_ident;

struct pk_idents {
    pk_arena *arena;
    pk_ident *slots;
    uint32_t capacity, count; /* capacity: a power of two */
};

/* An empty table (but for the keywords) in `arena`. */
pk_idents *pk_idents_new(pk_arena *arena);

/* The slot of a name, added if it is new; valid until the next call. */
const pk_ident *pk_idents_add(pk_idents *names, const char *text,
                              size_t length);

#endif
