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

#include "portkern/ir.h"

/* Something that counts elements: a thread's place in the grid along an axis
 * (0, 1, 2), or along it the index of a loop that begins there and goes on by
 * the grid's threads (PK_COVER_STRIDED + axis). */
enum { PK_COVER_STRIDED = 3, PK_COVER_GUARDS = 8, PK_COVER_DIMS = 3 };

/* Only what is below the bound writes. */
typedef struct pk_cover_guard {
    uint32_t place;
    bool is_const, is_signed; /* bound: a constant; of a signed type */
    uint32_t param;           /* else the parameter */
    int64_t value;            /* the constant */
} pk_cover_guard;

/* The kernel never reads the array; for all places (p0, p1, ...) that pass the
 * guards it writes the element (p0, p1, ...). No axis is there twice. */
typedef struct pk_cover {
    struct pk_cover *next;
    uint32_t data; /* parameter: the array's first element */
    uint32_t ndim;
    uint32_t places[PK_COVER_DIMS]; /* what dimension d goes by */
    uint32_t guard_count;
    pk_cover_guard guards[PK_COVER_GUARDS];
} pk_cover;

/* What is known of a kernel, in the arena of its module; NULL: nothing. Calls
 * that remain may do what they like with arrays that they are not given. */
pk_cover *pk_cover_find(const pk_func *fn);

/* What pk_run_passes found before it gave the kernel its form. */
const pk_cover *pk_func_covers(const pk_func *fn);

#endif
