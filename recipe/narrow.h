/* SPDX-License-Identifier: Apache-2.0 */
/* Along which axes of a launch few threads lie side by side: at most 1, 3 or 7,
 * for which a kernel that melts may be other code (core/passes/axes.c). A set
 * has a bit for each axis and each of these numbers. */
#ifndef PORTKERN_RECIPE_NARROW_H
#define PORTKERN_RECIPE_NARROW_H

#include <stdint.h>

enum { PK_NARROW_STEPS = 3, PK_NARROW_BITS = 3 * PK_NARROW_STEPS };

static inline uint32_t pk_narrow_most(uint32_t step) {
    return (2u << step) - 1;
}

static inline uint32_t pk_narrow_bit(uint32_t axis, uint32_t step) {
    return axis * PK_NARROW_STEPS + step;
}

#endif
