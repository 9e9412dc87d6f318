/* SPDX-License-Identifier: Apache-2.0 */
/* Taking in a source: only clean UTF-8 gets past this point. */
#ifndef PORTKERN_FRONTEND_PARSE_SOURCE_H
#define PORTKERN_FRONTEND_PARSE_SOURCE_H

#include "frontend/parse/parser.h"

/* Copies a text into `arena`: without a byte order mark, with \n for \r\n and
 * \r, checked to be UTF-8 without NUL bytes, without characters that change
 * the direction of text (they make a source read other than it runs), and
 * declaring no other coding. *out is set also when something is refused, and
 * then holds the text up to that place. */
pk_status pk_source_read(pk_arena *arena, const char *text, size_t length,
                         const char *file, uint32_t first_line,
                         const pk_source **out, pk_diags *diags);

#endif
