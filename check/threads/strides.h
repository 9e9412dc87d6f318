/* SPDX-License-Identifier: Apache-2.0 */
/* Finds by how much an address grows from a thread to its neighbour along x,
 * where it depends on strides that only a launch knows: that of an array's last
 * axis is taken for one element.
 *
 *     a[2 * i]             2 * a.stride0, an element: two elements
 *     r = a[::-3]; r[i]    i * (a.stride0 * -3): three
 */
#ifndef PORTKERN_CHECK_THREADS_STRIDES_H
#define PORTKERN_CHECK_THREADS_STRIDES_H

#include "core/analysis/uniform.h"
#include "portkern/ir.h"

/* In bytes; 0 when it is not known. */
int64_t pk_stride_step(const pk_func *fn, const pk_uniform *uniform,
                       const pk_value *address);

/* The parameter that a value is, or NULL. */
const pk_param *pk_stride_param(const pk_func *fn, const pk_value *v);
/* Axes of the array that a parameter belongs to. */
uint32_t pk_stride_axes(const pk_func *fn, const pk_param *array);
/* Whether a parameter is the stride of its array's last axis. */
bool pk_stride_is_last(const pk_func *fn, const pk_param *param);

#endif
