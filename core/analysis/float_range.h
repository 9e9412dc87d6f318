/* SPDX-License-Identifier: Apache-2.0 */
/* Intervals of floats: what a number that is computed of small integers and
 * constants can be. */
#ifndef PORTKERN_CORE_ANALYSIS_FLOAT_RANGE_H
#define PORTKERN_CORE_ANALYSIS_FLOAT_RANGE_H

#include "portkern/ir.h"

/* The values lo .. hi of a float; where it may be infinite or NaN they are
 * -INFINITY and INFINITY. */
typedef struct pk_float_range {
    double lo, hi;
} pk_float_range;

/* The range of a float of the function by the operations that compute it, some
 * of them back. */
pk_float_range pk_float_range_of_value(const pk_func *fn, const pk_value *v);

#endif
