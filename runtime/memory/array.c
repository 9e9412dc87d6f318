/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays and the types of their elements. */
#include "runtime/memory/array.h"
#include "base/try.h"

#include "portkern/ir.h"
#include "runtime/context/structure.h"

#include <assert.h>
#include <inttypes.h>

static const struct {
    const char *name, *numpy;
    size_t size;
} dtypes[] = {
#define DTYPE(name, bytes, numpy) {#name, numpy, bytes},
#include "portkern/dtypes.def"
#undef DTYPE
};

/* Rows up to f64 are the types of the IR, so the numbers need no table. */
#define SAME(same, name) static_assert(same, name);
#define SAME_VOID        SAME
#define SAME_BOOL        SAME
#define SAME_SIGNED      SAME
#define SAME_UNSIGNED    SAME
#define SAME_FLOAT       SAME
#define SAME_REF(same, name)
#define TYPE(name, class, bytes, meaning)                                      \
    SAME_##class((int)PK_DTYPE_##name == (int)PK_TYPE_##name, #name)
#include "portkern/types.def"
#undef TYPE

static bool is_dtype(pk_dtype dtype) {
    return (unsigned)dtype < PK_DTYPE_COUNT;
}

size_t pk_dtype_size(pk_dtype dtype) {
    return is_dtype(dtype) ? dtypes[dtype].size : 0;
}

const char *pk_dtype_name(pk_dtype dtype) {
    return is_dtype(dtype) ? dtypes[dtype].name : "?";
}

const char *pk_dtype_numpy_name(pk_dtype dtype) {
    return is_dtype(dtype) ? dtypes[dtype].numpy : "?";
}

bool pk_dtype_parse(const char *name, pk_dtype *out) {
    for (int i = PK_DTYPE_void + 1; name && i < PK_DTYPE_COUNT; i++)
        if (strcmp(dtypes[i].name, name) == 0 ||
            strcmp(dtypes[i].numpy, name) == 0) {
            if (out)
                *out = (pk_dtype)i;
            return true;
        }
    return false;
}

size_t pk_dtype_align(pk_dtype dtype) {
    bool complex = dtype == PK_DTYPE_c64 || dtype == PK_DTYPE_c128;

    return complex ? pk_dtype_size(dtype) / 2 : pk_dtype_size(dtype);
}

size_t pk_array_item_size(const pk_array *array) {
    return array->structure ? pk_structure_size(array->structure)
                            : pk_dtype_size(array->dtype);
}

/* ---- making arrays ---- */

/* Arithmetic that wraps: what overflows is refused at the launch. */
static int64_t wrap_mul(int64_t a, int64_t b) {
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

static uint32_t rank(const pk_array *array) {
    return !array ? 0 : array->ndim < PK_MAX_NDIM ? array->ndim : PK_MAX_NDIM;
}

void pk_array_set_c_order(pk_array *array) {
    int64_t stride = array ? (int64_t)pk_array_item_size(array) : 0;

    for (uint32_t i = rank(array); i-- > 0;) {
        array->strides[i] = stride;
        stride = wrap_mul(stride, array->shape[i]);
    }
}

void pk_array_set_f_order(pk_array *array) {
    int64_t stride = array ? (int64_t)pk_array_item_size(array) : 0;

    for (uint32_t i = 0; i < rank(array); i++) {
        array->strides[i] = stride;
        stride = wrap_mul(stride, array->shape[i]);
    }
}

static pk_array make_array(pk_dtype dtype, const pk_structure *structure,
                           uint32_t ndim, const int64_t *shape) {
    pk_array array;

    memset(&array, 0, sizeof array);
    array.dtype = dtype;
    array.structure = structure;
    array.ndim = ndim;
    for (uint32_t i = 0; shape && i < rank(&array); i++)
        array.shape[i] = shape[i];
    pk_array_set_c_order(&array);
    return array;
}

pk_array pk_array_host(void *host, pk_dtype dtype, uint32_t ndim,
                       const int64_t *shape) {
    pk_array array = make_array(dtype, NULL, ndim, shape);

    array.host = host;
    return array;
}

pk_array pk_array_device(pk_buffer *buffer, pk_dtype dtype, uint32_t ndim,
                         const int64_t *shape) {
    pk_array array = make_array(dtype, NULL, ndim, shape);

    array.buffer = buffer;
    return array;
}

pk_array pk_array_host_records(void *host, const pk_structure *structure,
                               uint32_t ndim, const int64_t *shape) {
    pk_array array = make_array(PK_DTYPE_void, structure, ndim, shape);

    array.host = host;
    return array;
}

pk_array pk_array_device_records(pk_buffer *buffer,
                                 const pk_structure *structure, uint32_t ndim,
                                 const int64_t *shape) {
    pk_array array = make_array(PK_DTYPE_void, structure, ndim, shape);

    array.buffer = buffer;
    return array;
}

int64_t pk_array_count(const pk_array *array) {
    pk_extent extent;

    if (!array || pk_array_measure(array, &extent, NULL) != PK_OK)
        return -1;
    return extent.count;
}

/* ---- measuring ---- */

/* The axes' extents multiplied; false on overflow. An empty axis empties the
 * array whatever the others are. */
static bool count_elements(const pk_array *array, int64_t *out) {
    int64_t count = 1;
    bool fits = true;

    for (uint32_t i = 0; i < array->ndim; i++) {
        if (array->shape[i] == 0) {
            *out = 0;
            return true;
        }
        fits = fits && !__builtin_mul_overflow(count, array->shape[i], &count);
    }
    *out = count;
    return fits;
}

/* True when some order of the axes makes each stride the size of the axes
 * below it, in either direction. */
static bool is_dense(const pk_array *array, int64_t size) {
    uint32_t seen = 0, i;

    for (i = 0; i < array->ndim; i++)
        seen |= (uint32_t)(array->shape[i] == 1) << i;
    while (seen + 1 != 1u << array->ndim) {
        for (i = 0; i < array->ndim; i++)
            if (!(seen >> i & 1) &&
                (array->strides[i] == size || array->strides[i] == -size))
                break;
        if (i == array->ndim)
            return false;
        seen |= 1u << i;
        size = wrap_mul(size, array->shape[i]);
    }
    return true;
}

pk_status pk_array_measure(const pk_array *array, pk_extent *out,
                           pk_error *err) {
    int64_t size, last;

    *out = (pk_extent){0};
    if (array->structure) {
        PK_TRY(pk_object_check(array->structure, PK_OBJECT_structure, NULL,
                               "its structure", err));
        if (array->dtype != PK_DTYPE_void)
            return pk_fail(err, PK_BAD_ARG,
                           "it has a structure and dtype %s: records have "
                           "PK_DTYPE_void",
                           pk_dtype_name(array->dtype));
    } else if (!is_dtype(array->dtype) || array->dtype == PK_DTYPE_void)
        return pk_fail(err, PK_BAD_ARG, "%d is not a dtype of an array",
                       (int)array->dtype);
    if (array->ndim > PK_MAX_NDIM)
        return pk_fail(err, PK_LIMIT, "%u dimensions, the most is %d",
                       array->ndim, (int)PK_MAX_NDIM);
    for (uint32_t i = 0; i < array->ndim; i++)
        if (array->shape[i] < 0)
            return pk_fail(err, PK_BAD_ARG, "shape[%u] is %" PRId64, i,
                           array->shape[i]);
        else if (array->shape[i] >> PK_EXTENT_BITS)
            return pk_fail(err, PK_LIMIT,
                           "shape[%u] is %" PRId64 ", the most is 2^%d - 1", i,
                           array->shape[i], (int)PK_EXTENT_BITS);
    size = (int64_t)pk_array_item_size(array);
    if (!count_elements(array, &out->count))
        return pk_fail(err, PK_BAD_ARG, "its shape overflows 64 bits");
    if (!out->count)
        return PK_OK;
    out->high = size;
    for (uint32_t i = 0; i < array->ndim; i++) {
        int64_t *end = array->strides[i] < 0 ? &out->low : &out->high;
        if (__builtin_mul_overflow(array->strides[i], array->shape[i] - 1,
                                   &last) ||
            __builtin_add_overflow(*end, last, end))
            return pk_fail(err, PK_BAD_ARG,
                           "shape[%u] times strides[%u] overflows 64 bits", i,
                           i);
    }
    if (__builtin_sub_overflow(out->high, out->low, &last))
        return pk_fail(err, PK_BAD_ARG, "its strides overflow 64 bits");
    out->dense = is_dense(array, size);
    return PK_OK;
}

static bool is_c_order(const pk_array *array) {
    int64_t stride = (int64_t)pk_array_item_size(array);

    for (uint32_t i = array->ndim; i-- > 0;) {
        if (array->shape[i] == 1)
            continue;
        if (array->strides[i] != stride)
            return false;
        stride = wrap_mul(stride, array->shape[i]);
    }
    return true;
}

static bool is_f_order(const pk_array *array) {
    int64_t stride = (int64_t)pk_array_item_size(array);

    for (uint32_t i = 0; i < array->ndim; i++) {
        if (array->shape[i] == 1)
            continue;
        if (array->strides[i] != stride)
            return false;
        stride = wrap_mul(stride, array->shape[i]);
    }
    return true;
}

char pk_array_layout(const pk_array *array) {
    for (uint32_t i = 0; i < array->ndim; i++)
        if (array->shape[i] == 0)
            return 'C';
    if (is_c_order(array))
        return 'C';
    return is_f_order(array) ? 'F' : 'A';
}
