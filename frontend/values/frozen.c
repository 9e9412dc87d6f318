/* SPDX-License-Identifier: Apache-2.0 */
/* Making constant arrays: np.array and its kin, computed as NumPy does. */
#include "frontend/values/frozen.h"

#include "frontend/values/known.h"

#include <string.h>

/* ---- elements ---- */

pk_typed pk_frozen_get(pk_arena *arena, const pk_ty *element, const void *bytes,
                       uint64_t index) {
    const char *data = bytes;
    uint32_t size = pk_type_bytes(element->scalar);
    pk_known *known = PK_NEW(arena, pk_known);

    for (uint32_t i = 0; i < element->parts; i++)
        memcpy(&known->bits[i], data + (index * element->parts + i) * size,
               size);
    return (pk_typed){.type = element, .known = known};
}

/* A field: a number, a record, or nested tuples of as many. */
static bool put_field(pk_arena *arena, const pk_field *field, uint32_t axis,
                      char *data, uint32_t bytes, pk_typed v) {
    const pk_ty number = {.kind = PK_TY_record, .record = field->record};

    if (field->opaque)
        return false;
    if (axis == field->ndim)
        return pk_frozen_put(arena,
                             field->record       ? &number
                             : field->is_complex ? pk_ty_complex(field->dtype)
                                                 : pk_ty_number(field->dtype),
                             data, 0, v);
    if (v.type->kind != PK_TY_tuple || v.type->count != field->shape[axis])
        return false;
    for (uint32_t i = 0; i < v.type->count; i++)
        if (!put_field(arena, field, axis + 1,
                       data + (size_t)i * (bytes / v.type->count),
                       bytes / v.type->count, pk_known_item(v, i)))
            return false;
    return true;
}

static bool put_record(pk_arena *arena, const pk_record *record, char *data,
                       pk_typed v) {
    if (v.type->kind != PK_TY_tuple || v.type->count != record->count)
        return false;
    for (uint32_t i = 0; i < record->count; i++) {
        const pk_field *field = &record->fields[i];
        if (!put_field(arena, field, 0, data + field->offset,
                       (uint32_t)pk_field_bytes(field), pk_known_item(v, i)))
            return false;
    }
    return true;
}

bool pk_frozen_put(pk_arena *arena, const pk_ty *element, void *bytes,
                   uint64_t index, pk_typed v) {
    char *data = bytes;
    uint32_t size = pk_type_bytes(element->scalar);

    if (element->kind == PK_TY_record)
        return put_record(arena, element->record,
                          data + index * element->record->size, v);
    if (!v.known || !pk_ty_is_numeric(v.type))
        return false;

    v = pk_known_convert(arena, v, element);
    if (!v.known)
        return false;
    for (uint32_t i = 0; i < element->parts; i++)
        memcpy(data + (index * element->parts + i) * size, &v.known->bits[i],
               size);
    return true;
}

bool pk_frozen_new(pk_arena *arena, const pk_ty *element, uint32_t ndim,
                   const uint64_t *shape, void **data, pk_typed *out) {
    uint32_t bytes = pk_ty_bytes(element);
    uint64_t limit = PK_FROZEN_MAX_BYTES / (bytes ? bytes : 1), count = 1;
    uint64_t *own = pk_arena_array(arena, ndim + 1u, sizeof *own);
    pk_frozen *array = PK_NEW(arena, pk_frozen);
    pk_known *known = PK_NEW(arena, pk_known);

    if (ndim > PK_FROZEN_MAX_DIMS)
        return false;
    for (uint32_t i = 0; i < ndim; i++) {
        if (shape[i] > limit || count * shape[i] > limit)
            return false;
        count *= shape[i];
        own[i] = shape[i];
    }
    *data = pk_arena_array(arena, count ? count : 1, bytes ? bytes : 1);
    if (arena->failed)
        return false;
    if (element->kind == PK_TY_record)
        element = pk_ty_record(arena, element->record, PK_SPACE_constant,
                               PK_TYF_readonly, element->record->align);
    *array = (pk_frozen){.shape = own, .data = *data, .count = count};
    known->array = array;
    *out = (pk_typed){.type = pk_ty_array(arena, element, ndim, 'C',
                                          PK_SPACE_constant, PK_TYF_readonly),
                      .known = known};
    return true;
}

bool pk_frozen_convert(pk_arena *arena, pk_typed array, const pk_ty *element,
                       pk_typed *out) {
    const pk_frozen *from = pk_frozen_of(array);
    const pk_ty *old = pk_ty_element(array.type);
    void *data;

    if (element->kind == PK_TY_record || old->kind == PK_TY_record) {
        *out = array;
        return element->kind == old->kind &&
               pk_record_equal(element->record, old->record);
    }
    if (!pk_frozen_new(arena, element, array.type->ndim, from->shape, &data,
                       out))
        return false;
    for (uint64_t i = 0; i < from->count; i++)
        if (!pk_frozen_put(arena, element, data, i,
                           pk_frozen_get(arena, old, from->data, i)))
            return false;
    pk_frozen_order(arena, (char)array.type->layout, out);
    return true;
}

bool pk_frozen_attribute(pk_arena *arena, pk_typed array, const char *name,
                         pk_typed *out) {
    const pk_frozen *frozen = pk_frozen_of(array);
    const pk_ty *i64 = pk_ty_number(PK_TYPE_i64);
    uint32_t ndim = array.type->ndim;
    const pk_ty **types;
    const pk_known **items;
    pk_known *known;

    if (strcmp(name, "size") == 0 || strcmp(name, "ndim") == 0) {
        *out = pk_known_int(arena, i64,
                            name[0] == 's' ? (int64_t)frozen->count : ndim);
        return true;
    }
    if (strcmp(name, "shape") != 0)
        return false;
    types = pk_arena_array(arena, ndim + 1u, sizeof *types);
    items = pk_arena_array(arena, ndim + 1u, sizeof *items);
    for (uint32_t i = 0; i < ndim; i++) {
        types[i] = i64;
        items[i] = pk_known_int(arena, i64, (int64_t)frozen->shape[i]).known;
    }
    known = PK_NEW(arena, pk_known);
    known->items = items;
    *out = (pk_typed){.type = pk_ty_tuple(arena, types, ndim), .known = known};
    return true;
}

bool pk_frozen_item(pk_arena *arena, pk_typed array, pk_typed index,
                    pk_typed *out) {
    const pk_frozen *frozen = pk_frozen_of(array);
    const pk_ty *element = pk_ty_element(array.type);
    uint32_t ndim = array.type->ndim;
    bool is_tuple = index.type->kind == PK_TY_tuple;
    uint64_t at = 0;
    pk_known *known;
    int64_t i;

    if ((is_tuple ? index.type->count : 1) != ndim)
        return false;
    for (uint32_t axis = 0; axis < ndim; axis++) {
        uint64_t extent = frozen->shape[axis];
        if (!pk_known_is_int(is_tuple ? pk_known_item(index, axis) : index, &i))
            return false;
        i += i < 0 ? (int64_t)extent : 0;
        if (i < 0 || (uint64_t)i >= extent)
            return false;
        at = at * extent + (uint64_t)i;
    }
    if (element->kind != PK_TY_record) {
        *out = pk_frozen_get(arena, element, frozen->data, at);
        return true;
    }
    known = PK_NEW(arena, pk_known);
    known->array = array.known->array;
    known->bits[0] = at * element->record->size;
    *out = (pk_typed){.type = element, .known = known};
    return true;
}

/* ---- nested lists ---- */

typedef struct nest {
    pk_arena *arena;
    uint64_t shape[PK_FROZEN_MAX_DIMS];
    uint32_t ndim;
    const pk_ty *element;    /* all items together, NULL: none yet */
    const pk_record *record; /* they are such, or NULL */
    char *data;
    uint64_t next;
} nest;

/* How deep the tuples of a record are. */
static uint32_t depth_of(const pk_record *record) {
    const pk_field *first = record->count ? &record->fields[0] : NULL;

    return 1 + (first ? first->ndim : 0) +
           (first && first->record ? depth_of(first->record) : 0);
}

/* The shape along the first items. */
static bool measure(nest *n, pk_typed v) {
    for (n->ndim = 0; v.type->kind == PK_TY_tuple; v = pk_known_item(v, 0)) {
        if (n->ndim == PK_FROZEN_MAX_DIMS)
            return false;
        n->shape[n->ndim++] = v.type->count;
        if (!v.type->count)
            break;
    }
    if (n->record && n->ndim && n->shape[n->ndim - 1]) {
        if (n->ndim < depth_of(n->record))
            return false;
        n->ndim -= depth_of(n->record);
    }
    return true;
}

/* Checks that all items have that shape, and unifies their types. */
static bool check(nest *n, pk_typed v, uint32_t depth) {
    if (depth == n->ndim) {
        if (n->record)
            return true;
        if (!v.known || !pk_ty_is_numeric(v.type))
            return false;
        n->element =
            n->element ? pk_rule_unify(n->arena, n->element, v.type) : v.type;
        return n->element && pk_ty_is_numeric(n->element);
    }
    if (v.type->kind != PK_TY_tuple || v.type->count != n->shape[depth])
        return false;
    for (uint32_t i = 0; i < v.type->count; i++)
        if (!check(n, pk_known_item(v, i), depth + 1))
            return false;
    return true;
}

static bool fill(nest *n, pk_typed v, uint32_t depth) {
    if (depth == n->ndim)
        return pk_frozen_put(n->arena, n->element, n->data, n->next++, v);
    for (uint32_t i = 0; i < v.type->count; i++)
        if (!fill(n, pk_known_item(v, i), depth + 1))
            return false;
    return true;
}

static bool from_items(pk_arena *arena, pk_typed v, const pk_ty *dtype,
                       pk_typed *out) {
    nest n = {.arena = arena,
              .record =
                  dtype && dtype->kind == PK_TY_record ? dtype->record : NULL};
    void *data;

    if (pk_frozen_of(v))
        return pk_frozen_convert(arena, v,
                                 dtype ? dtype : pk_ty_element(v.type), out);
    if (!measure(&n, v) || !check(&n, v, 0))
        return false;
    if (dtype || !n.element)
        n.element = dtype ? dtype : pk_ty_number(PK_TYPE_f64);
    if (!pk_frozen_new(arena, n.element, n.ndim, n.shape, &data, out))
        return false;
    n.data = data;
    return fill(&n, v, 0);
}

/* ---- filled arrays ---- */

static bool shape_of(pk_typed v, uint64_t *shape, uint32_t *ndim) {
    bool is_tuple = v.type->kind == PK_TY_tuple;
    int64_t n;

    *ndim = is_tuple ? v.type->count : 1;
    if (*ndim > PK_FROZEN_MAX_DIMS)
        return false;
    for (uint32_t i = 0; i < *ndim; i++) {
        if (!pk_known_is_int(is_tuple ? pk_known_item(v, i) : v, &n) || n < 0)
            return false;
        shape[i] = (uint64_t)n;
    }
    return true;
}

static bool filled(pk_arena *arena, pk_typed extents, pk_typed value,
                   const pk_ty *element, pk_typed *out) {
    bool records = element->kind == PK_TY_record;
    uint64_t shape[PK_FROZEN_MAX_DIMS];
    uint32_t ndim;
    void *data;

    if (!value.known || !pk_ty_is_numeric(value.type) ||
        !shape_of(extents, shape, &ndim) ||
        !pk_frozen_new(arena, element, ndim, shape, &data, out))
        return false;
    if (records) /* zeros */
        return !pk_known_truth(value);
    for (uint64_t i = 0; i < pk_frozen_of(*out)->count; i++)
        if (!pk_frozen_put(arena, element, data, i, value))
            return false;
    return true;
}

static bool counted(pk_arena *arena, const pk_typed *args, uint32_t count,
                    const pk_ty *dtype, pk_typed *out) {
    int64_t v[3] = {0, 0, 1};
    const pk_ty *i64 = pk_ty_number(PK_TYPE_i64);
    uint64_t n = 0;
    void *data;

    for (uint32_t i = 0; i < count; i++)
        if (i >= 3 || !pk_known_is_int(args[i], &v[count == 1 ? 1 : i]))
            return pk_frozen_steps(arena, args, count, dtype, out);
    if (v[2] > 0 && v[1] > v[0])
        n = ((uint64_t)v[1] - (uint64_t)v[0] - 1) / (uint64_t)v[2] + 1;
    else if (v[2] < 0 && v[1] < v[0])
        n = ((uint64_t)v[0] - (uint64_t)v[1] - 1) / (0 - (uint64_t)v[2]) + 1;
    if (!v[2] || !pk_frozen_new(arena, dtype ? dtype : i64, 1, &n, &data, out))
        return false;
    for (uint64_t i = 0; i < n; i++)
        if (!pk_frozen_put(arena, dtype ? dtype : i64, data, i,
                           pk_known_int(arena, i64, v[0] + (int64_t)i * v[2])))
            return false;
    return true;
}

/* ---- calls ---- */

static bool is_one_of(const char *path, const char *const names[]) {
    for (; *names; names++)
        if (strcmp(path, *names) == 0)
            return true;
    return false;
}

/* Puts the result in the order asked for: functions that make an array of
 * another one keep its order for 'A' and 'K'. */
static bool put_in_order(pk_arena *arena, const char *path, const char *order,
                         pk_typed *array) {
    static const char *const fresh[] = {"numpy.zeros", "numpy.ones",
                                        "numpy.full", "numpy.eye", NULL};
    static const char *const keeping[] = {"numpy.array",      "numpy.asarray",
                                          "numpy.zeros_like", "numpy.ones_like",
                                          "numpy.full_like",  NULL};
    bool keeps = is_one_of(path, keeping);

    if (!keeps && !is_one_of(path, fresh))
        return false;
    if (strcmp(order, "C") == 0 || strcmp(order, "F") == 0)
        pk_frozen_order(arena, order[0], array);
    else
        return keeps && (strcmp(order, "A") == 0 || strcmp(order, "K") == 0);
    return true;
}

static bool call(pk_arena *arena, const char *path, const pk_typed *args,
                 uint32_t count, const pk_ty *dtype, pk_typed *out) {
    const pk_ty *f64 = pk_ty_number(PK_TYPE_f64);
    const pk_ty *i64 = pk_ty_number(PK_TYPE_i64);

    if (count == 0)
        return false;
    if (strcmp(path, "numba.cuda.to_device") == 0)
        return count == 1 && pk_frozen_of(args[0]) &&
               from_items(arena, args[0], dtype, out);
    if (strcmp(path, "numpy.array") == 0 || strcmp(path, "numpy.asarray") == 0)
        return count == 1 && from_items(arena, args[0], dtype, out);
    if (strcmp(path, "numpy.asfortranarray") == 0 ||
        strcmp(path, "numpy.ascontiguousarray") == 0) {
        if (count != 1 || !from_items(arena, args[0], dtype, out) ||
            !out->type->ndim) /* which would get an axis */
            return false;
        pk_frozen_order(arena, path[8] == 'f' ? 'F' : 'C', out);
        return true;
    }
    if (strcmp(path, "numpy.zeros") == 0 || strcmp(path, "numpy.ones") == 0)
        return count == 1 &&
               filled(arena, args[0], pk_known_int(arena, i64, path[6] == 'o'),
                      dtype ? dtype : f64, out);
    if (strcmp(path, "numpy.full") == 0)
        return count == 2 && filled(arena, args[0], args[1],
                                    dtype ? dtype : args[1].type, out);
    if (strcmp(path, "numpy.linspace") == 0)
        return pk_frozen_linspace(arena, args, count, dtype, out);
    if (strcmp(path, "numpy.arange") == 0)
        return counted(arena, args, count, dtype, out);
    if (strcmp(path, "numpy.sum") == 0)
        return count == 1 && !dtype && pk_frozen_of(args[0]) &&
               pk_frozen_sum(arena, args[0], out);
    if (strcmp(path, "numpy.eye") == 0 || strcmp(path, "numpy.identity") == 0)
        return pk_frozen_unit(arena, args, count, dtype, out);
    if (strcmp(path, "numpy.zeros_like") == 0 ||
        strcmp(path, "numpy.ones_like") == 0 ||
        strcmp(path, "numpy.full_like") == 0)
        return pk_frozen_like(arena, path, args, count, dtype, out);
    return false;
}

bool pk_frozen_call(pk_arena *arena, const char *path, const pk_typed *args,
                    uint32_t count, const pk_ty *dtype, const char *order,
                    pk_typed *out) {
    return call(arena, path, args, count, dtype, out) &&
           (!order || put_in_order(arena, path, order, out));
}
