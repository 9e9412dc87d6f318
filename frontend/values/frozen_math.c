/* SPDX-License-Identifier: Apache-2.0 */
/* Constant arrays that are computed: operators, np.linspace, np.arange of
 * floats, rounded as NumPy rounds. */
#include "frontend/values/frozen.h"

#include "frontend/values/known.h"
#include "frontend/values/plain.h"

#include <assert.h>
#include <math.h>

/* ---- operators ---- */

/* Arithmetic on other types rounds or wraps in ways that differ between
 * versions of NumPy, or is not done here. */
static bool is_computed_here(const pk_ty *type) {
    return type && pk_ty_is_number(type) &&
           (type->scalar == PK_TYPE_i64 || type->scalar == PK_TYPE_f64 ||
            type->scalar == PK_TYPE_f32 || type->scalar == PK_TYPE_i32 ||
            type->scalar == PK_TYPE_u32);
}

/* An integer of Python's beside an array of integers that does not have it:
 * versions of NumPy differ. */
static bool overflows(pk_arena *arena, pk_typed v, const pk_ty *type) {
    int64_t value, kept;

    return pk_ty_is_int(type) && pk_known_is_int(v, &value) &&
           (!pk_known_is_int(pk_known_convert(arena, v, type), &kept) ||
            kept != value);
}

/* Returns the type that both operands are converted to: Python's numbers take
 * the array's type, but that a float makes float64 of integers, and so does
 * `/`. NULL: not done here. */
static const pk_ty *common(pk_arena *arena, uint8_t op, pk_typed a,
                           pk_typed b) {
    const pk_ty *x = pk_frozen_of(a) ? pk_ty_element(a.type) : NULL;
    const pk_ty *y = pk_frozen_of(b) ? pk_ty_element(b.type) : NULL;
    const pk_ty *type = x ? x : y, *other = x && y ? y : x ? b.type : a.type;

    assert(type); /* one of them is an array */
    if (!is_computed_here(type) || !is_computed_here(other))
        return NULL;
    if (x && y ? !pk_ty_equal(x, y) : overflows(arena, x ? b : a, type))
        return NULL;
    if (pk_ty_is_float(other) && pk_ty_is_int(type))
        type = pk_ty_number(PK_TYPE_f64);
    return op == PK_AST_OP_Div && pk_ty_is_int(type) ? pk_ty_number(PK_TYPE_f64)
                                                     : type;
}

/* An operand beside an array: another, a number of Python's, or one of NumPy's
 * that has the array's type, and so gives it. */
static bool fits(pk_typed array, pk_typed v) {
    return pk_frozen_of(v) || pk_is_plain(v) ||
           (v.known && pk_ty_equal(v.type, pk_ty_element(array.type)));
}

static bool same_shape(pk_typed a, pk_typed b) {
    const pk_frozen *x = pk_frozen_of(a), *y = pk_frozen_of(b);

    if (!x || !y)
        return true;
    for (uint32_t i = 0; i < a.type->ndim && a.type->ndim == b.type->ndim; i++)
        if (x->shape[i] != y->shape[i])
            return false;
    return a.type->ndim == b.type->ndim;
}

static pk_typed operand(pk_arena *arena, pk_typed v, uint64_t index,
                        const pk_ty *type) {
    const pk_frozen *array = pk_frozen_of(v);

    if (array)
        v = pk_frozen_get(arena, pk_ty_element(v.type), array->data, index);
    return pk_known_convert(arena, v, type);
}

static bool is_in_c_order(pk_typed v) {
    return pk_frozen_of(v) && v.type->layout == 'C';
}

bool pk_frozen_binary(pk_arena *arena, uint8_t op, pk_typed a, pk_typed b,
                      pk_typed *out) {
    bool does = op == PK_AST_OP_Add || op == PK_AST_OP_Sub ||
                op == PK_AST_OP_Mult || op == PK_AST_OP_Div ||
                op == PK_AST_OP_FloorDiv || op == PK_AST_OP_Mod ||
                op == PK_AST_OP_Pow;
    pk_typed shaped = pk_frozen_of(a) ? a : b;
    const pk_ty *type;
    pk_rule rule;
    void *data;

    if (!does || !fits(shaped, a) || !fits(shaped, b))
        return false;
    type = common(arena, op, a, b);
    if (!type || !same_shape(a, b) ||
        !pk_frozen_new(arena, type, shaped.type->ndim,
                       pk_frozen_of(shaped)->shape, &data, out))
        return false;
    rule = (pk_rule){type, type, type};
    for (uint64_t i = 0; i < pk_frozen_of(*out)->count; i++) {
        pk_typed x = operand(arena, a, i, type), y = operand(arena, b, i, type);
        pk_typed v = pk_known_binary(arena, op, &rule, x, y);
        if (arena->failed || !v.known ||
            !pk_frozen_put(arena, type, data, i, v))
            return false;
    }
    pk_frozen_order(arena, is_in_c_order(a) || is_in_c_order(b) ? 'C' : 'F',
                    out);
    return true;
}

/* ---- steps ---- */

static bool plain_float(pk_arena *arena, pk_typed v, double *out) {
    if (!pk_is_plain(v) || !pk_ty_is_number(v.type))
        return false;
    *out = pk_known_get_float(
        pk_known_convert(arena, v, pk_ty_number(PK_TYPE_f64)));
    return isfinite(*out);
}

static bool fill(pk_arena *arena, double start, double step, uint64_t count,
                 const double *last, const pk_ty *dtype, pk_typed *out) {
    const pk_ty *f64 = pk_ty_number(PK_TYPE_f64);
    const pk_ty *type = dtype ? dtype : f64;
    void *data;

    if (!pk_ty_is_float(type) ||
        !pk_frozen_new(arena, type, 1, &count, &data, out))
        return false;
    for (uint64_t i = 0; i < count; i++) {
        double v = last && i + 1 == count ? *last : (double)i * step + start;
        if (!pk_frozen_put(arena, type, data, i, pk_known_float(arena, f64, v)))
            return false;
    }
    return true;
}

bool pk_frozen_linspace(pk_arena *arena, const pk_typed *args, uint32_t count,
                        const pk_ty *dtype, pk_typed *out) {
    double start, stop, step;
    int64_t n = 50;

    if (count < 2 || count > 3 || !plain_float(arena, args[0], &start) ||
        !plain_float(arena, args[1], &stop) ||
        (count == 3 && !pk_known_is_int(args[2], &n)) || n < 0)
        return false;
    step = n > 1 ? (stop - start) / (double)(n - 1) : 0;
    if (n > 1 && step == 0 && start != stop) /* NumPy divides last then */
        return false;
    return fill(arena, start, step, (uint64_t)n, n > 1 ? &stop : NULL, dtype,
                out);
}

/* NumPy stores the first two, and steps by their difference. */
bool pk_frozen_steps(pk_arena *arena, const pk_typed *args, uint32_t count,
                     const pk_ty *dtype, pk_typed *out) {
    double v[3] = {0, 0, 1}, n;
    pk_typed second;

    for (uint32_t i = 0; i < count; i++)
        if (i >= 3 || !plain_float(arena, args[i], &v[count == 1 ? 1 : i]))
            return false;
    if (v[2] == 0 || (dtype && dtype->scalar != PK_TYPE_f64))
        return false;
    n = ceil((v[1] - v[0]) / v[2]);
    if (!(n < PK_FROZEN_MAX_BYTES))
        return false;
    if (!fill(arena, v[0], (v[0] + v[2]) - v[0], n > 0 ? (uint64_t)n : 0, NULL,
              dtype, out))
        return false;
    second = pk_known_float(arena, pk_ty_number(PK_TYPE_f64), v[0] + v[2]);
    return n < 2 || pk_frozen_put(arena, second.type,
                                  (void *)(uintptr_t)pk_frozen_of(*out)->data,
                                  1, second);
}
