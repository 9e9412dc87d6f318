/* SPDX-License-Identifier: Apache-2.0 */
/* Operators and calls of plain numbers: results are CPython's to the bit, or
 * not known. */
#include "frontend/values/plain.h"

#include "base/number.h"
#include "frontend/values/exact.h"
#include "frontend/values/known.h"

#include <math.h>
#include <string.h>
#include <strings.h>

static const pk_typed unknown = {.type = &pk_ty_error};

bool pk_is_plain(pk_typed v) {
    if (v.known && v.type->kind == PK_TY_complex)
        return v.type->scalar == PK_TYPE_f64;
    return v.known && v.type->kind == PK_TY_number &&
           (v.type->scalar == PK_TYPE_i64 || v.type->scalar == PK_TYPE_f64 ||
            v.type->scalar == PK_TYPE_bool);
}

static pk_typed an_int(pk_arena *arena, int64_t value) {
    return pk_known_int(arena, pk_ty_number(PK_TYPE_i64), value);
}

static pk_typed a_float(pk_arena *arena, double value) {
    return pk_known_float(arena, pk_ty_number(PK_TYPE_f64), value);
}

static pk_exact exact_of(pk_typed v) {
    pk_exact out = {.kind = PK_EXACT_complex};
    int64_t value;

    if (v.type->kind == PK_TY_complex) {
        out.re = pk_float_value(PK_TYPE_f64, v.known->bits[0]);
        out.im = pk_float_value(PK_TYPE_f64, v.known->bits[1]);
    } else if (pk_ty_is_float(v.type)) {
        out.kind = PK_EXACT_float;
        out.re = pk_known_get_float(v);
    } else {
        value = pk_known_get_int(v);
        out.kind = pk_ty_is_bool(v.type) ? PK_EXACT_bool : PK_EXACT_int;
        out.negative = value < 0;
        out.magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value;
    }
    return out;
}

static pk_typed typed_of(pk_arena *arena, const pk_exact *v) {
    uint64_t low = (uint64_t)v->magnitude;
    pk_typed out = {.type = pk_ty_complex(PK_TYPE_f64)};
    pk_known *known;

    switch (v->kind) {
    case PK_EXACT_bool:
        return pk_known_int(arena, pk_ty_number(PK_TYPE_bool), (int64_t)low);
    case PK_EXACT_int:
        return v->magnitude > (uint64_t)INT64_MAX + v->negative
                   ? unknown
                   : an_int(arena, (int64_t)(v->negative ? -low : low));
    case PK_EXACT_float: return a_float(arena, v->re);
    case PK_EXACT_complex: break;
    }
    known = PK_NEW(arena, pk_known);
    known->bits[0] = pk_float_bits(PK_TYPE_f64, v->re);
    known->bits[1] = pk_float_bits(PK_TYPE_f64, v->im);
    out.known = known;
    return out;
}

pk_typed pk_plain_binary(pk_arena *arena, uint8_t op, pk_typed a, pk_typed b) {
    pk_exact x = exact_of(a), y = exact_of(b), out;

    return pk_exact_binary(op, &x, &y, &out) ? typed_of(arena, &out) : unknown;
}

pk_typed pk_plain_unary(pk_arena *arena, uint8_t op, pk_typed a) {
    pk_exact x = exact_of(a), out;

    return pk_exact_unary(op, &x, &out) ? typed_of(arena, &out) : unknown;
}

/* A float without a fraction as int. */
static pk_typed whole(pk_arena *arena, double value) {
    const double top = 9223372036854775808.0;

    return value >= -top && value < top ? an_int(arena, (int64_t)value)
                                        : unknown;
}

/* Converts one number that is no float. */
static pk_typed of_int(pk_arena *arena, const pk_builtin *builtin, pk_typed v) {
    int64_t i = pk_known_get_int(v);

    if (builtin->how != PK_HOW_abs)
        return an_int(arena, i);
    return i == INT64_MIN ? unknown : an_int(arena, i < 0 ? -i : i);
}

static pk_typed of_float(pk_arena *arena, const pk_builtin *builtin, double x) {
    switch (builtin->how) {
    case PK_HOW_abs: return a_float(arena, fabs(x));
    case PK_HOW_int: return whole(arena, trunc(x));
    case PK_HOW_round: return whole(arena, rint(x));
    default: return unknown;
    }
}

/* math's ceil, floor and trunc make an int in Python. */
static pk_typed of_math(pk_arena *arena, const pk_builtin *builtin,
                        pk_typed v) {
    double x = pk_known_get_float(
        pk_known_convert(arena, v, pk_ty_number(PK_TYPE_f64)));

    switch (builtin->param) {
    case PK_OP_sqrt: return x >= 0 ? a_float(arena, sqrt(x)) : unknown;
    case PK_OP_ceil: x = ceil(x); break;
    case PK_OP_floor: x = floor(x); break;
    case PK_OP_trunc: x = trunc(x); break;
    default: return unknown;
    }
    return pk_ty_is_float(v.type) ? whole(arena, x)
                                  : an_int(arena, pk_known_get_int(v));
}

/* Whether a < b; false in *exact where a comparison of two kinds would round.
 */
static bool is_less(pk_typed a, pk_typed b, bool *exact) {
    const double most = 9007199254740992.0; /* 2^53 */

    if (!pk_ty_is_float(a.type) && !pk_ty_is_float(b.type))
        return pk_known_get_int(a) < pk_known_get_int(b);
    if (!pk_ty_equal(a.type, b.type))
        *exact = *exact && fabs(pk_known_get_float(a)) <= most &&
                 fabs(pk_known_get_float(b)) <= most;
    return pk_known_get_float(a) < pk_known_get_float(b);
}

/* The first of the least, or greatest. */
static pk_typed extreme(const pk_builtin *builtin, const pk_typed *args,
                        uint32_t count) {
    bool least = builtin->param == PK_OP_min_num, exact = true;
    pk_typed best = args[0];

    for (uint32_t i = 1; i < count; i++) {
        pk_typed low = least ? args[i] : best, high = least ? best : args[i];
        if (is_less(low, high, &exact))
            best = args[i];
    }
    return exact ? best : unknown;
}

/* A sum of floats is not computed: Python 3.12 adds otherwise than those before
 * it. */
static pk_typed sum_of(pk_arena *arena, const pk_typed *items, uint32_t count) {
    pk_typed sum = an_int(arena, 0);

    for (uint32_t i = 0; i < count && sum.known; i++)
        sum = pk_ty_is_float(items[i].type)
                  ? unknown
                  : pk_plain_binary(arena, PK_AST_OP_Add, sum, items[i]);
    return sum;
}

static pk_typed a_complex(pk_arena *arena, const pk_typed *args,
                          uint32_t count) {
    const pk_exact v = {.kind = PK_EXACT_complex,
                        .re = count ? pk_known_get_float(args[0]) : 0,
                        .im = count > 1 ? pk_known_get_float(args[1]) : 0};

    return typed_of(arena, &v);
}

/* max((3, 4)) is max(3, 4); NULL: a tuple of something else. */
static const pk_typed *items_of(pk_arena *arena, pk_typed tuple) {
    pk_typed *items =
        pk_arena_array(arena, tuple.type->count + 1, sizeof *items);

    for (uint32_t i = 0; items && i < tuple.type->count; i++) {
        items[i] = pk_known_item(tuple, i);
        if (!pk_is_plain(items[i]) || !pk_ty_is_number(items[i].type))
            return NULL;
    }
    return items;
}

static pk_typed of_items(pk_arena *arena, const pk_builtin *builtin,
                         pk_typed tuple) {
    const pk_typed *items = items_of(arena, tuple);
    uint32_t count = tuple.type->count;

    if (items && builtin->how == PK_HOW_sum)
        return sum_of(arena, items, count);
    return items && count && builtin->how == PK_HOW_min_max
               ? extreme(builtin, items, count)
               : unknown;
}

pk_typed pk_plain_call(pk_arena *arena, const pk_builtin *builtin,
                       const pk_typed *args, uint32_t count) {
    bool is_math = strncmp(builtin->path, "math.", 5) == 0 ||
                   strcmp(builtin->path, "numpy.sqrt") == 0;

    pk_typed v;

    if (count == 1 && args[0].known && args[0].type->kind == PK_TY_tuple)
        return of_items(arena, builtin, args[0]);
    for (uint32_t i = 0; i < count; i++)
        if (!pk_is_plain(args[i]) || !pk_ty_is_number(args[i].type))
            return unknown;
    if (builtin->how == PK_HOW_min_max && count > 1)
        return extreme(builtin, args, count);
    if (builtin->how == PK_HOW_pow && count == 2)
        return pk_plain_binary(arena, PK_AST_OP_Pow, args[0], args[1]);
    if (builtin->how == PK_HOW_complex && count <= 2)
        return a_complex(arena, args, count);
    if (pk_plain_math(arena, builtin->path, args, count, &v))
        return v;
    if (count != 1)
        return unknown;
    switch (builtin->how) {
    case PK_HOW_abs:
    case PK_HOW_int:
    case PK_HOW_round:
        return pk_ty_is_float(args[0].type)
                   ? of_float(arena, builtin, pk_known_get_float(args[0]))
                   : of_int(arena, builtin, args[0]);
    case PK_HOW_float:
        return pk_known_convert(arena, args[0], pk_ty_number(PK_TYPE_f64));
    case PK_HOW_float1:
        return is_math ? of_math(arena, builtin, args[0]) : unknown;
    default: return unknown;
    }
}

bool pk_plain_integer(pk_arena *arena, const char *word, pk_typed *out) {
    const char *digits = word + (*word == '-' || *word == '+');
    size_t length = strlen(digits);
    int64_t value = 0;

    for (size_t i = 0; i < length; i++)
        value = value * 10 + (digits[i] - '0');
    *out = an_int(arena, *word == '-' ? -value : value);
    return length && length <= 18 && strspn(digits, "0123456789") == length;
}

bool pk_plain_named(pk_arena *arena, const char *word, pk_typed *out) {
    bool minus = *word == '-';
    const char *text = word;
    uint64_t bits;
    double value;

    word += *word == '-' || *word == '+';
    if (strcasecmp(word, "inf") == 0 || strcasecmp(word, "infinity") == 0)
        value = minus ? -INFINITY : INFINITY;
    else if (strcasecmp(word, "nan") == 0)
        value = (double)NAN;
    else if (text[strspn(text, "0123456789.eE+-")] == 0 &&
             pk_float_parse(text, strlen(text), PK_TYPE_f64, &bits))
        value = pk_float_value(PK_TYPE_f64, bits);
    else
        return false;
    *out = a_float(arena, value);
    return true;
}
