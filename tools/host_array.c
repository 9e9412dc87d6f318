/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays in host memory. */
#include "tools/host_array.h"

#include "tools/command.h"

#include <stdlib.h>

/* Bytes of the array; false when that overflows or an extent is negative. */
static bool array_bytes(const pk_array *array, size_t *bytes) {
    *bytes = array->structure ? pk_structure_size(array->structure)
                              : pk_dtype_size(array->dtype);
    for (uint32_t i = 0; i < array->ndim; i++)
        if (array->shape[i] < 0 ||
            __builtin_mul_overflow(*bytes, (size_t)array->shape[i], bytes))
            return false;
    return *bytes < SIZE_MAX / 2;
}

size_t host_array_size(const pk_array *array) {
    size_t bytes;

    return array->host && array_bytes(array, &bytes) ? bytes : 0;
}

pk_status host_array_zeros(pk_dtype dtype, uint32_t ndim, const int64_t *shape,
                           pk_array *out, pk_error *err) {
    size_t bytes;

    *out = pk_array_host(NULL, dtype, ndim, shape);
    if (!array_bytes(out, &bytes))
        return fail_with(err, PK_BAD_ARG, "the shape is too large");
    out->host = bytes ? calloc(bytes, 1) : NULL;
    if (bytes && !out->host)
        return fail_with(err, PK_NO_MEMORY,
                         "out of memory: an array of %zu bytes", bytes);
    return PK_OK;
}

void host_array_free(pk_array *array) {
    free(array->host);
    array->host = NULL;
}
