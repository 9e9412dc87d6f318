/* SPDX-License-Identifier: Apache-2.0 */
/* The values of literals. */
#ifndef PORTKERN_FRONTEND_LITERAL_H
#define PORTKERN_FRONTEND_LITERAL_H

#include "frontend/ast/ast.h"

/* The value of a number that the lexer let through. Does not depend on the
 * locale. `arena` is for scratch. */
pk_const pk_literal_number(pk_arena *arena, const char *text, size_t length);

enum {
    PK_LITERAL_raw = 1,
    PK_LITERAL_bytes = 2,
    PK_LITERAL_fstring = 4, /* {{ and }} mean { and } */
};

/* Decodes what stands between a string's quotes into `out`, which has room for
 * `length` bytes, and returns how many there are. On failure *fault says why
 * and *at is the offset of the bad escape in `text`. A \N{name} is left as it
 * stands, and *named set. */
size_t pk_literal_decode(const char *text, size_t length, unsigned flags,
                         char *out, const char **fault, size_t *at,
                         bool *named);

#endif
