/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers as Python prints them: repr() and the format specification. */
#ifndef PORTKERN_BASE_FORMAT_H
#define PORTKERN_BASE_FORMAT_H

#include "base/text.h"
#include "portkern/types.h"

/* Columns and digits that a specification can ask for. */
enum { PK_FORMAT_WIDTH = 200 };

/* Why a value of that type cannot be formatted so, NULL: it can. `spec` is
 * what stands behind the colon, Python's format specification. */
const char *pk_format_check(const char *text, size_t length, pk_type type);
/* Appends the value, by repr() when the specification is empty. */
void pk_format(const char *text, size_t length, pk_type type, uint64_t bits,
               pk_text *out);
/* Appends the repr() of a complex number. */
void pk_format_complex(pk_type type, uint64_t real, uint64_t imag,
                       pk_text *out);

#endif
