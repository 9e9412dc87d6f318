/* SPDX-License-Identifier: Apache-2.0 */
/* Which integers an operation can give, for those that its operands can be.
 *
 * The ends are floats: exact up to 2^53, which is as far as any type reaches
 * that is narrower than another one; beyond that rounded outwards or to the
 * power of two behind the last integer. */
#ifndef PORTKERN_CHECK_THREADS_INTERVAL_H
#define PORTKERN_CHECK_THREADS_INTERVAL_H

#include "frontend/builtins/builtins.h"

typedef struct pk_interval {
    double low, high;
} pk_interval;

/* The values of a type of integers, or bool; of other types everything. */
pk_interval pk_interval_of(const pk_ty *type);

/* Returns the results for integers a and b without wrapping, for floats where
 * it is an integer or NaN; `b` is `a` for one operand. A division by 0 is 0. */
pk_interval pk_interval_after(pk_algebra algebra, pk_interval a, pk_interval b);

/* Whether the type has all of these integers: itself, or a float exactly. */
bool pk_interval_fits(pk_interval e, const pk_ty *type);

#endif
