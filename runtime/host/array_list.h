/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of arrays as arguments of calls, and the owners of their memory. */
#ifndef PORTKERN_RUNTIME_HOST_ARRAY_LIST_H
#define PORTKERN_RUNTIME_HOST_ARRAY_LIST_H

#include "base/arena.h"
#include "portkern/host.h"
#include "portkern/plugin.h"

/* An owner that a result keeps, beside the memory that its parts keep. */
typedef struct pk_adopted {
    struct pk_adopted *next;
    pk_kept_memory *memory;
} pk_adopted;

/* Gives the arrays in a result that lie in memory of the lists among the
 * arguments the owners that this memory has. What lists and dicts in it hold is
 * kept by `kept`, a chain in the arena. */
void pk_array_lists_adopt(const pk_arg *args, size_t count, pk_result *result,
                          pk_arena *arena, pk_adopted **kept);

/* How many items the lists among the arguments have, and the memory of these,
 * for so many ranges. */
size_t pk_array_lists_count(const pk_arg *args, size_t count);
void pk_array_lists_ranges(const pk_arg *args, size_t count,
                           pk_call_range *out);
/* Makes one range of those that have bytes in common; returns how many there
 * are then. */
uint32_t pk_ranges_merge(pk_call_range *ranges, uint32_t count);

#endif
