/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers as bits and as text. Nothing here looks at the locale or at the
 * rounding mode's errno; floats are read and printed exactly: what is printed
 * is the shortest decimal that reads back as the same bits. */
#ifndef PORTKERN_BASE_NUMBER_H
#define PORTKERN_BASE_NUMBER_H

#include "portkern/types.h"

#include <stddef.h>

/* A float of a type (f16, f32, f64) as bits, zero-extended, and back. Rounds
 * to nearest, ties to even; a NaN keeps its sign and the top of its payload
 * and becomes quiet. */
uint64_t pk_float_bits(pk_type type, double value);
double pk_float_value(pk_type type, uint64_t bits);

/* Enough for any number printed here, with its NUL. */
enum { PK_NUMBER_MAX = 40 };

/* Prints a float: "1.5", "-0.0", "1e+300", "inf", "nan"; a NaN other than the
 * positive quiet one without payload as "nan(0x7fc00001)", all its bits. The
 * text always has '.', 'e', "inf" or "nan" in it. Returns the length. */
size_t pk_float_print(char out[PK_NUMBER_MAX], pk_type type, uint64_t bits);

/* Reads the whole of `text` as a float: an optional sign, then decimal digits
 * with an optional point and exponent, or hexadecimal ones (0x1.8p3), or
 * what pk_float_print prints. Correctly rounded for any number of digits;
 * too large gives infinity. False when it is something else. */
bool pk_float_parse(const char *text, size_t length, pk_type type,
                    uint64_t *bits);

/* Reads the whole of `text` as decimal digits or 0x and hexadecimal ones.
 * False when it is something else or does not fit. */
bool pk_uint_parse(const char *text, size_t length, uint64_t *value);

#endif
