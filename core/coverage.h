/* SPDX-License-Identifier: Apache-2.0 */
/* The words of the operation coverage: which lines of a source have run.
 *
 *     coverage "12"        line 12 has begun
 *     coverage "12 14"     the step from line 12 to line 14 was made
 *     coverage "-10 12"    the function that begins on line 10 began at 12
 *     coverage "14 -10"    it was left from line 14
 *
 * The operation's place names the file. In kernels these are the lines that
 * CPython would give to a trace function. */
#ifndef PORTKERN_CORE_COVERAGE_H
#define PORTKERN_CORE_COVERAGE_H

#include "portkern/ir.h"

/* Why the words are wrong, NULL: they are not. */
const char *pk_coverage_check(const char *words);

/* Reads words that are right; leaves the file alone. */
void pk_coverage_read(const char *words, pk_coverage_point *out);

#endif
