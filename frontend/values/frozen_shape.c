/* SPDX-License-Identifier: Apache-2.0 */
/* Constant arrays made of others: in another shape or order, of the same shape;
 * their sums; and unit matrices. */
#include "frontend/values/frozen.h"

#include "frontend/values/known.h"

#include <math.h>
#include <string.h>

/* ---- orders ---- */

/* With one axis of more than one element, or without elements, an array in
 * Fortran's order is in C's, too. */
static bool has_one_order(pk_typed array) {
    const pk_frozen *from = pk_frozen_of(array);
    uint32_t long_axes = 0;

    for (uint32_t i = 0; i < array.type->ndim; i++)
        long_axes += from->shape[i] > 1;
    return long_axes > 1 && from->count;
}

void pk_frozen_order(pk_arena *arena, char order, pk_typed *array) {
    if (!has_one_order(*array))
        order = 'C';
    if (array->type->layout != (uint8_t)order)
        array->type = pk_ty_view(arena, array->type, array->type->ndim, order);
}

/* The elements in C order of the transpose, which is Fortran's of the array. */
static void *transposed_data(pk_arena *arena, pk_typed array) {
    const pk_frozen *from = pk_frozen_of(array);
    size_t bytes = pk_ty_bytes(pk_ty_element(array.type));
    char *data = pk_arena_array(arena, from->count + 1, bytes + 1);

    for (uint64_t to = 0; data && to < from->count; to++) {
        uint64_t rest = to, step = from->count, at = 0;
        for (uint32_t axis = 0; axis < array.type->ndim; axis++) {
            step /= from->shape[axis];
            at += rest % from->shape[axis] * step;
            rest /= from->shape[axis];
        }
        memcpy(data + to * bytes, (const char *)from->data + at * bytes, bytes);
    }
    return data;
}

const void *pk_frozen_memory(pk_arena *arena, pk_typed array) {
    void *data =
        array.type->layout == 'F' ? transposed_data(arena, array) : NULL;

    return data ? data : pk_frozen_of(array)->data;
}

static bool transposed(pk_arena *arena, pk_typed array, pk_typed *out) {
    const pk_frozen *from = pk_frozen_of(array);
    uint64_t shape[PK_FROZEN_MAX_DIMS];
    uint32_t ndim = array.type->ndim;
    void *data, *elements = transposed_data(arena, array);

    for (uint32_t i = 0; i < ndim; i++)
        shape[i] = from->shape[ndim - 1 - i];
    if (!elements || !pk_frozen_new(arena, pk_ty_element(array.type), ndim,
                                    shape, &data, out))
        return false;
    memcpy(data, elements, from->count * pk_ty_bytes(pk_ty_element(out->type)));
    pk_frozen_order(arena, array.type->layout == 'F' ? 'C' : 'F', out);
    return true;
}

/* ---- shapes ---- */

/* The extents that reshape is given: one tuple, or numbers; one may be -1. */
static bool extents_of(const pk_typed *args, uint32_t count, uint64_t elements,
                       uint64_t *shape, uint32_t *ndim) {
    bool is_tuple = count == 1 && args[0].type->kind == PK_TY_tuple;
    uint32_t open = PK_FROZEN_MAX_DIMS;
    uint64_t product = 1;
    int64_t n;

    *ndim = is_tuple ? args[0].type->count : count;
    if (*ndim > PK_FROZEN_MAX_DIMS)
        return false;
    for (uint32_t i = 0; i < *ndim; i++) {
        if (!pk_known_is_int(is_tuple ? pk_known_item(args[0], i) : args[i],
                             &n) ||
            n < -1 || (n == -1 && open != PK_FROZEN_MAX_DIMS) ||
            n > PK_FROZEN_MAX_BYTES)
            return false;
        open = n == -1 ? i : open;
        shape[i] = n == -1 ? 1 : (uint64_t)n;
        product *= shape[i];
        if (product > PK_FROZEN_MAX_BYTES)
            return false;
    }
    if (open < *ndim && product) {
        shape[open] = elements / product;
        product *= shape[open];
    }
    return product == elements;
}

static bool shaped(pk_arena *arena, pk_typed array, uint32_t ndim,
                   const uint64_t *shape, pk_typed *out) {
    const pk_ty *element = pk_ty_element(array.type);
    const pk_frozen *from = pk_frozen_of(array);
    void *data;

    if (!pk_frozen_new(arena, element, ndim, shape, &data, out))
        return false;
    memcpy(data, from->data, from->count * pk_ty_bytes(element));
    return true;
}

bool pk_frozen_is_view(const char *method) {
    return strcmp(method, "reshape") == 0 || strcmp(method, "ravel") == 0 ||
           strcmp(method, "transpose") == 0 || strcmp(method, "T") == 0;
}

/* array.copy(order) */
static bool copied(pk_arena *arena, pk_typed array, pk_typed order,
                   pk_typed *out) {
    const char *word =
        order.known && order.known->text ? order.known->text : "";

    if (!*word || word[1] || !strchr("CFAK", word[0]) ||
        !shaped(arena, array, array.type->ndim, pk_frozen_of(array)->shape,
                out))
        return false;
    pk_frozen_order(
        arena, strchr("AK", word[0]) ? (char)array.type->layout : word[0], out);
    return true;
}

/* Sums that no order of the elements rounds: of signed integers, and of floats
 * that are whole and small. */
bool pk_frozen_sum(pk_arena *arena, pk_typed array, pk_typed *out) {
    const pk_frozen *from = pk_frozen_of(array);
    const pk_ty *element = pk_ty_element(array.type);
    const pk_ty *i64 = pk_ty_number(PK_TYPE_i64);
    const double most = element->scalar == PK_TYPE_f32 ? 0x1p24 : 0x1p53;
    double floats = 0, size = 0;
    uint64_t sum = 0;

    if (element->kind != PK_TY_number || element->scalar == PK_TYPE_f16 ||
        (pk_ty_is_int(element) && !pk_type_is_signed(element->scalar)))
        return false;
    for (uint64_t i = 0; i < from->count; i++) {
        pk_typed v = pk_frozen_get(arena, element, from->data, i);
        double x = pk_known_get_float(v);
        if (!pk_ty_is_float(element)) {
            sum += (uint64_t)pk_known_get_int(v);
            continue;
        }
        size += fabs(x);
        floats += x;
        if (!(size <= most) || x != trunc(x))
            return false;
    }
    *out = pk_ty_is_float(element) ? pk_known_float(arena, element, floats)
                                   : pk_known_int(arena, i64, (int64_t)sum);
    return true;
}

bool pk_frozen_method(pk_arena *arena, pk_typed array, const char *name,
                      const pk_typed *args, uint32_t count, pk_typed *out) {
    const pk_frozen *from = pk_frozen_of(array);
    uint64_t shape[PK_FROZEN_MAX_DIMS];
    uint32_t ndim;

    if (strcmp(name, "reshape") == 0) /* of Fortran's order: maybe a view */
        return count && array.type->layout == 'C' &&
               extents_of(args, count, from->count, shape, &ndim) &&
               shaped(arena, array, ndim, shape, out);
    if (strcmp(name, "copy") == 0 && count == 1)
        return copied(arena, array, args[0], out);
    if (count)
        return false;
    if (strcmp(name, "T") == 0 || strcmp(name, "transpose") == 0)
        return transposed(arena, array, out);
    if (strcmp(name, "sum") == 0)
        return pk_frozen_sum(arena, array, out);
    if (strcmp(name, "copy") == 0)
        return shaped(arena, array, array.type->ndim, from->shape, out);
    return (strcmp(name, "ravel") == 0 || strcmp(name, "flatten") == 0) &&
           shaped(arena, array, 1, &from->count, out);
}

bool pk_frozen_unit(pk_arena *arena, const pk_typed *args, uint32_t count,
                    const pk_ty *dtype, pk_typed *out) {
    const pk_ty *element = dtype ? dtype : pk_ty_number(PK_TYPE_f64);
    pk_typed one = pk_known_int(arena, pk_ty_number(PK_TYPE_i64), 1);
    int64_t rows, columns;
    uint64_t shape[2];
    void *data;

    if (!count || count > 2 || !pk_known_is_int(args[0], &rows) || rows < 0)
        return false;
    columns = rows;
    if (count == 2 && (!pk_known_is_int(args[1], &columns) || columns < 0))
        return false;
    shape[0] = (uint64_t)rows;
    shape[1] = (uint64_t)columns;
    if (element->kind == PK_TY_record ||
        !pk_frozen_new(arena, element, 2, shape, &data, out))
        return false;
    for (uint64_t i = 0; i < shape[0] && i < shape[1]; i++)
        if (!pk_frozen_put(arena, element, data, i * shape[1] + i, one))
            return false;
    return true;
}

bool pk_frozen_like(pk_arena *arena, const char *path, const pk_typed *args,
                    uint32_t count, const pk_ty *dtype, pk_typed *out) {
    const pk_frozen *from = pk_frozen_of(args[0]);
    bool full = strcmp(path, "numpy.full_like") == 0;
    bool ones = strcmp(path, "numpy.ones_like") == 0;
    const pk_ty *element;
    pk_typed value;
    void *data;

    if (!from || count != (full ? 2 : 1))
        return false;
    element = dtype ? dtype : pk_ty_element(args[0].type);
    if (element->kind == PK_TY_record ||
        !pk_frozen_new(arena, element, args[0].type->ndim, from->shape, &data,
                       out))
        return false;
    value =
        full ? args[1] : pk_known_int(arena, pk_ty_number(PK_TYPE_i64), ones);
    for (uint64_t i = 0; i < from->count; i++)
        if (!pk_frozen_put(arena, element, data, i, value))
            return false;
    pk_frozen_order(arena, (char)args[0].type->layout, out);
    return true;
}
