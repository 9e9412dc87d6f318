/* SPDX-License-Identifier: Apache-2.0 */
/* Finds what made the memory that pointers and references lead to. */
#ifndef PORTKERN_CORE_ANALYSIS_FRESH_H
#define PORTKERN_CORE_ANALYSIS_FRESH_H

#include "portkern/ir.h"

/* Finds what made the memory that a pointer or reference of the function leads
 * to: an alloc, a call of a function that returns such memory, a parameter
 * that overlaps no other, or, of all other arrays that a function is given,
 * that function; NULL: unknown. What has two different makers lies apart. */
const void *pk_maker_of_memory(const pk_func *fn, const pk_value *pointer);

#endif
