/* SPDX-License-Identifier: Apache-2.0 */
/* Loads whose value a compare-and-swap compares, as the one in front of the
 * usual loop: a stale value makes the swap fail, and does no other harm. */
#ifndef PORTKERN_CORE_ANALYSIS_CAS_READS_H
#define PORTKERN_CORE_ANALYSIS_CAS_READS_H

#include "base/arena.h"
#include "portkern/ir.h"

/* Returns an array by value id, for a numbered function: true for values that
 * flow, through locals and conversions, into the comparand of a
 * compare-and-swap of the function. It lies in `scratch`. NULL when there is
 * none, or when memory is used up. */
const bool *pk_find_cas_reads(const pk_func *fn, pk_arena *scratch);

#endif
