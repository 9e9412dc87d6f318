/* SPDX-License-Identifier: Apache-2.0 */
#include "check/threads/interval.h"

#include <math.h>

static const pk_interval everything = {-INFINITY, INFINITY};

static bool is_whole(const pk_ty *type) {
    return pk_ty_is_int(type) || pk_ty_is_bool(type);
}

pk_interval pk_interval_of(const pk_ty *type) {
    uint32_t bits;

    if (!is_whole(type))
        return everything;
    if (pk_ty_is_bool(type))
        return (pk_interval){0, 1};
    bits = 8 * pk_type_bytes(type->scalar);
    if (pk_type_is_signed(type->scalar))
        return (pk_interval){-ldexp(1, (int)bits - 1),
                             ldexp(1, (int)bits - 1) - 1};
    return (pk_interval){0, ldexp(1, (int)bits) - 1};
}

/* Up to where a float type has all integers. */
static double last_exact(const pk_ty *type) {
    return type->scalar == PK_TYPE_f16   ? 0x1p11
           : type->scalar == PK_TYPE_f32 ? 0x1p24
                                         : 0x1p53;
}

bool pk_interval_fits(pk_interval e, const pk_ty *type) {
    pk_interval own = pk_interval_of(type);

    if (!is_whole(type))
        return e.low >= -last_exact(type) && e.high <= last_exact(type);
    if (own.high >= 0x1p53)
        return e.low >= own.low && e.high < own.high;
    return e.low >= own.low && e.high <= own.high;
}

/* ---- operations ---- */

static double size_of(pk_interval a) {
    return fmax(fabs(a.low), fabs(a.high));
}

/* The numbers that have as many bits as those of a and b. */
static pk_interval of_bits(pk_interval a, pk_interval b) {
    double size = fmax(fmax(a.high, b.high), -1 - fmin(a.low, b.low));
    bool negative = a.low < 0 || b.low < 0;
    double end = 1;

    while (end <= size && end < 0x1p64)
        end *= 2;
    return (pk_interval){negative ? -end : 0, end - 1};
}

static pk_interval products(pk_interval a, pk_interval b) {
    double ends[] = {a.low * b.low, a.low * b.high, a.high * b.low,
                     a.high * b.high};
    pk_interval e = {ends[0], ends[0]};

    for (int i = 0; i < 4; i++) {
        if (ends[i] != ends[i]) /* 0 of everything */
            return everything;
        e.low = fmin(e.low, ends[i]);
        e.high = fmax(e.high, ends[i]);
    }
    return e;
}

static pk_interval common(pk_interval a, pk_interval b) {
    if (a.low >= 0 && b.low >= 0)
        return (pk_interval){0, fmin(a.high, b.high)};
    if (a.low >= 0 || b.low >= 0)
        return (pk_interval){0, a.low >= 0 ? a.high : b.high};
    return of_bits(a, b);
}

static pk_interval quotients(pk_interval a, pk_interval b) {
    if (b.low >= 0)
        return (pk_interval){fmin(a.low, 0), fmax(a.high, 0)};
    return (pk_interval){-size_of(a), size_of(a)};
}

static pk_interval powers(pk_interval a, pk_interval b) {
    double most = fmax(1, pow(size_of(a), b.high));

    if (b.low >= 0 && b.high <= 1)
        return (pk_interval){fmin(a.low, 0), fmax(a.high, 1)};
    return b.low < 0 ? everything : (pk_interval){a.low < 0 ? -most : 0, most};
}

static pk_interval shifted_up(pk_interval a, pk_interval b) {
    if (b.low < 0 || b.high > 63)
        return everything;
    return products(a, (pk_interval){exp2(b.low), exp2(b.high)});
}

pk_interval pk_interval_after(pk_algebra algebra, pk_interval a,
                              pk_interval b) {
    switch (algebra) {
    case PK_ALGEBRA_sum: return (pk_interval){a.low + b.low, a.high + b.high};
    case PK_ALGEBRA_difference:
        return (pk_interval){a.low - b.high, a.high - b.low};
    case PK_ALGEBRA_product: return products(a, b);
    case PK_ALGEBRA_square: return (pk_interval){0, products(a, a).high};
    case PK_ALGEBRA_power: return powers(a, b);
    case PK_ALGEBRA_quotient: return quotients(a, b);
    case PK_ALGEBRA_modulo:
        return (pk_interval){fmin(b.low + 1, 0), fmax(b.high - 1, 0)};
    case PK_ALGEBRA_remainder:
    case PK_ALGEBRA_shifted_down:
        return (pk_interval){fmin(a.low, 0), fmax(a.high, 0)};
    case PK_ALGEBRA_divisor:
        return (pk_interval){0, fmax(size_of(a), size_of(b))};
    case PK_ALGEBRA_multiple: return (pk_interval){0, size_of(a) * size_of(b)};
    case PK_ALGEBRA_negated: return (pk_interval){-a.high, -a.low};
    case PK_ALGEBRA_inverted: return (pk_interval){-1 - a.high, -1 - a.low};
    case PK_ALGEBRA_itself:
    case PK_ALGEBRA_whole: return a;
    case PK_ALGEBRA_size: return (pk_interval){0, size_of(a)};
    case PK_ALGEBRA_sign: return (pk_interval){-1, 1};
    case PK_ALGEBRA_either:
        return (pk_interval){fmin(a.low, b.low), fmax(a.high, b.high)};
    case PK_ALGEBRA_common: return common(a, b);
    case PK_ALGEBRA_joined: return of_bits(a, b);
    case PK_ALGEBRA_shifted_up: return shifted_up(a, b);
    case PK_ALGEBRA_order:
    case PK_ALGEBRA_truth:
    case PK_ALGEBRA_class: return (pk_interval){0, 1};
    case PK_ALGEBRA_any:
    case PK_ALGEBRA_ratio:
    case PK_ALGEBRA_root: break;
    }
    return everything;
}
