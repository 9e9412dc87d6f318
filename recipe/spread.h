/* SPDX-License-Identifier: Apache-2.0 */
/* The order in which a value is spread into scalars and pointers. It is written
 * here alone, for lowering, recipes, and launches from within kernels.
 *
 * A number is one part, a complex number two: real, imaginary. An array is its
 * data, then its shape, axis by axis, then its strides in bytes where its
 * layout does not say them ('A'). A tuple is its items, one after another, and
 * None nothing. */
#ifndef PORTKERN_RECIPE_SPREAD_H
#define PORTKERN_RECIPE_SPREAD_H

#include "portkern/ir.h"

enum { PK_COMPLEX_PARTS = 2 };

/* The parts of an array, with or without strides. */
enum { PK_PART_data, PK_PART_shape };
static inline uint32_t pk_array_stride_part(uint32_t ndim) {
    return PK_PART_shape + ndim;
}
static inline uint32_t pk_array_parts(uint32_t ndim, bool strides) {
    return PK_PART_shape + ndim * (strides ? 2u : 1u);
}

/* The meaning of a part of an array: its role, and the axis of a shape or
 * stride. */
static inline pk_role pk_array_role(uint32_t ndim, uint32_t part,
                                    uint32_t *axis) {
    const uint32_t stride = pk_array_stride_part(ndim);

    *axis = part == PK_PART_data ? 0
            : part < stride      ? part - PK_PART_shape
                                 : part - stride;
    return part == PK_PART_data ? PK_ROLE_data
           : part < stride      ? PK_ROLE_shape
                                : PK_ROLE_stride;
}

#endif
