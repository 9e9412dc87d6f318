/* SPDX-License-Identifier: Apache-2.0 */
/* Constant arrays: what NumPy arrays of the module level are to a kernel.
 *
 * A kernel reads such an array as it is when the kernel is compiled, from
 * constant memory; writing it is an error. Python may write it, though, before
 * the kernel is launched: an array that any statement might change is not
 * known (escape.c). */
#ifndef PORTKERN_FRONTEND_VALUES_FROZEN_H
#define PORTKERN_FRONTEND_VALUES_FROZEN_H

#include "frontend/types/types.h"

enum { PK_FROZEN_MAX_BYTES = 1 << 20, PK_FROZEN_MAX_DIMS = 8 };

struct pk_frozen {
    const uint64_t *shape;
    const void *data; /* in C order, also where the type's layout is 'F'; room
                         for one element at least */
    uint64_t count;   /* elements: complex ones are pairs, records bytes */
    uint32_t changed; /* line that may change it, 0: none */
};

/* The array behind a value, NULL when it is no known array. */
static inline pk_frozen *pk_frozen_of(pk_typed v) {
    return v.type->kind == PK_TY_array && v.known ? v.known->array : NULL;
}
/* The same of one of its records, too: it lies bits[0] bytes in the array. */
static inline pk_frozen *pk_frozen_behind(pk_typed v) {
    return v.type->kind == PK_TY_record && v.known ? v.known->array
                                                   : pk_frozen_of(v);
}

/* An array of `element`s with all zeros, in C order; *data is where they go.
 * False when it would be too large or have too many dimensions. */
bool pk_frozen_new(pk_arena *arena, const pk_ty *element, uint32_t ndim,
                   const uint64_t *shape, void **data, pk_typed *out);
/* Gives the array another order, 'C' or 'F', as NumPy's flags and then Numba
 * would call it: 'F' is what is not contiguous in C order, too. */
void pk_frozen_order(pk_arena *arena, char order, pk_typed *array);
/* Its elements as they lie in memory. */
const void *pk_frozen_memory(pk_arena *arena, pk_typed array);

/* Computes a call of NumPy function `path` on arguments that are known (lists
 * as tuples): array, asarray, asfortranarray, ascontiguousarray, zeros, ones,
 * full, arange, linspace, eye, identity, zeros_like, ones_like, full_like, sum.
 * `dtype` and `order` may be NULL. False when it is none of them or cannot be
 * known. */
bool pk_frozen_call(pk_arena *arena, const char *path, const pk_typed *args,
                    uint32_t count, const pk_ty *dtype, const char *order,
                    pk_typed *out);

/* An element, or a record: array[index], of an integer for each axis. False
 * where the index is none, or is outside. */
bool pk_frozen_item(pk_arena *arena, pk_typed array, pk_typed index,
                    pk_typed *out);

/* An operator between arrays of one shape, or an array and a number of Python's
 * (frozen_math.c): + - * /, of int64 and floats, as NumPy computes it. */
bool pk_frozen_binary(pk_arena *arena, uint8_t op, pk_typed a, pk_typed b,
                      pk_typed *out);
/* np.linspace(start, stop, count), and np.arange of floats. */
bool pk_frozen_linspace(pk_arena *arena, const pk_typed *args, uint32_t count,
                        const pk_ty *dtype, pk_typed *out);
bool pk_frozen_steps(pk_arena *arena, const pk_typed *args, uint32_t count,
                     const pk_ty *dtype, pk_typed *out);
/* Reads an element, and stores a value that can be converted (frozen.c). */
pk_typed pk_frozen_get(pk_arena *arena, const pk_ty *element, const void *bytes,
                       uint64_t index);
bool pk_frozen_put(pk_arena *arena, const pk_ty *element, void *bytes,
                   uint64_t index, pk_typed v);

/* array.reshape(...), .ravel(), .flatten(), .copy(), .sum(), .transpose() and
 * .T (frozen_shape.c), and whether the result is the array's own memory. */
bool pk_frozen_method(pk_arena *arena, pk_typed array, const char *name,
                      const pk_typed *args, uint32_t count, pk_typed *out);
bool pk_frozen_is_view(const char *method);
/* False where the sum depends on the order of the elements. */
bool pk_frozen_sum(pk_arena *arena, pk_typed array, pk_typed *out);
/* np.eye and np.identity; np.zeros_like, ones_like, full_like. */
bool pk_frozen_unit(pk_arena *arena, const pk_typed *args, uint32_t count,
                    const pk_ty *dtype, pk_typed *out);
bool pk_frozen_like(pk_arena *arena, const char *path, const pk_typed *args,
                    uint32_t count, const pk_ty *dtype, pk_typed *out);

/* Its shape (a tuple), size or ndim. False for other attributes. */
bool pk_frozen_attribute(pk_arena *arena, pk_typed array, const char *name,
                         pk_typed *out);

/* The array with elements of another type: array.astype(dtype). */
bool pk_frozen_convert(pk_arena *arena, pk_typed array, const pk_ty *element,
                       pk_typed *out);

#endif
