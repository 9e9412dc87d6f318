/* SPDX-License-Identifier: Apache-2.0 */
/* Which arrays a launch writes whole, as far as that can be proved: what they
 * held before need not be there.
 *
 *     %i = ...                    the thread's place in the grid along x
 *     %c = lt %i, %n
 *     if %c {
 *         %p = elem %out, %i      covers out by x, if n and the grid's threads
 *         store %p, %v            along x are out.shape0 at least
 *     }
 *
 * The shape of the kernel is judged here, once; numbers are for the launch. */
#ifndef PORTKERN_CORE_COVER_H
#define PORTKERN_CORE_COVER_H

#include "recipe/recipe.h"

typedef struct pk_func_full_write {
    struct pk_func_full_write *next;
    pk_full_write full;
} pk_func_full_write;

/* Returns what is proved of a kernel's writes, in the arena of its module, or
 * NULL. Calls that remain may do anything with arrays that they do not get as
 * arguments. */
pk_func_full_write *pk_full_write_find(const pk_func *fn);

/* Returns what pk_run_passes proved before it gave the kernel its form. */
const pk_func_full_write *pk_func_full_writes(const pk_func *fn);

#endif
