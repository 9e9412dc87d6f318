/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays: what their shape and strides say about the memory they span. */
#ifndef PORTKERN_RUNTIME_MEMORY_ARRAY_H
#define PORTKERN_RUNTIME_MEMORY_ARRAY_H

#include "base/error.h"
#include "portkern/portkern.h"

/* Kernels are compiled for extents below 2^56 (PK_ROLE_shape in ir.h). */
enum { PK_EXTENT_BITS = 56 };

/* The bytes that an array's elements touch, from its first element: low <= 0,
 * high > 0; both 0 without elements. */
typedef struct pk_extent {
    int64_t low, high;
    int64_t count; /* elements */
    bool dense;    /* every byte belongs to an element */
} pk_extent;

/* PK_BAD_ARG, with words that begin after "argument 2 'x': ", when dtype, rank,
 * shape or strides are no array, in 128-bit arithmetic. Does not look at the
 * memory. */
pk_status pk_array_measure(const pk_array *array, pk_extent *out,
                           pk_error *err);

/* 'C', 'F' or 'A', as Numba judges it. */
char pk_array_layout(const pk_array *array);

/* Bytes of an element. */
size_t pk_array_item_size(const pk_array *array);

/* Size of the scalars that an element consists of. */
size_t pk_dtype_align(pk_dtype dtype);

#endif
