/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays in host memory that the command makes. */
#ifndef PORTKERN_TOOLS_HOST_ARRAY_H
#define PORTKERN_TOOLS_HOST_ARRAY_H

#include "portkern/portkern.h"

/* A new array of zeros, C order; host_array_free gives it back. */
pk_status host_array_zeros(pk_dtype dtype, uint32_t ndim, const int64_t *shape,
                           pk_array *out, pk_error *err);

/* Bytes of the elements of a host array without gaps; 0 without one. */
size_t host_array_size(const pk_array *array);

void host_array_free(pk_array *array);

#endif
