/* SPDX-License-Identifier: Apache-2.0 */
/* The facts pass's results, for other passes. */
#ifndef PORTKERN_CORE_PASSES_FACTS_H
#define PORTKERN_CORE_PASSES_FACTS_H

#include "base/arena.h"
#include "core/analysis/range.h"

/* Ranges that hold wherever a value is visible, and of all that a local ever
 * holds. */
typedef struct pk_ranges {
    const pk_range *values; /* by value id */
    const pk_range *locals; /* by local id */
} pk_ranges;

/* Numbers the function and looks at all of it. The tables are in `arena` and
 * hold for the values there are now. False when there is no memory. */
bool pk_ranges_find(pk_func *fn, pk_arena *arena, pk_ranges *out);

#endif
