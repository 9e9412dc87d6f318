/* SPDX-License-Identifier: Apache-2.0 */
/* Which integers come of an operation: every operation of all small integers
 * against its extent, which has to hold each. */
#include "check/threads/interval.h"

#include <stdlib.h>

#include "tests/unit/check_main.h"

enum { SMALL = 5 };

static int64_t floor_div(int64_t a, int64_t b) {
    return b == 0 ? 0 : a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t power(int64_t a, int64_t b) {
    return b <= 0 ? 1 : a * power(a, b - 1);
}

static int64_t gcd(int64_t a, int64_t b) {
    return b ? gcd(b, a % b) : llabs(a);
}

/* The operation of a law, where it is one of integers. */
static int64_t apply(pk_algebra law, int64_t a, int64_t b) {
    switch (law) {
    case PK_ALGEBRA_sum: return a + b;
    case PK_ALGEBRA_difference: return a - b;
    case PK_ALGEBRA_product: return a * b;
    case PK_ALGEBRA_square: return a * a;
    case PK_ALGEBRA_power: return power(a, b);
    case PK_ALGEBRA_quotient: return floor_div(a, b);
    case PK_ALGEBRA_modulo: return b ? a - b * floor_div(a, b) : 0;
    case PK_ALGEBRA_remainder: return b ? a % b : 0;
    case PK_ALGEBRA_divisor: return gcd(a, b);
    case PK_ALGEBRA_multiple: return gcd(a, b) ? llabs(a * b) / gcd(a, b) : 0;
    case PK_ALGEBRA_negated: return -a;
    case PK_ALGEBRA_inverted: return ~a;
    case PK_ALGEBRA_size: return llabs(a);
    case PK_ALGEBRA_sign: return (a > 0) - (a < 0);
    case PK_ALGEBRA_either: return a < b ? a : b;
    case PK_ALGEBRA_common: return a & b;
    case PK_ALGEBRA_joined: return (a ^ b) % 2 ? a | b : a ^ b;
    case PK_ALGEBRA_shifted_up: return b < 0 ? 0 : a * power(2, b);
    case PK_ALGEBRA_shifted_down: return b < 0 ? 0 : floor_div(a, power(2, b));
    case PK_ALGEBRA_order: return a < b;
    case PK_ALGEBRA_truth: return !a;
    case PK_ALGEBRA_class: return 0; /* none is NaN */
    case PK_ALGEBRA_any:
    case PK_ALGEBRA_ratio:
    case PK_ALGEBRA_itself:
    case PK_ALGEBRA_whole:
    case PK_ALGEBRA_root: break;
    }
    return a;
}

static void check_law(pk_algebra law, pk_interval a, pk_interval b) {
    pk_interval e = pk_interval_after(law, a, b);

    for (int64_t x = (int64_t)a.low; x <= (int64_t)a.high; x++)
        for (int64_t y = (int64_t)b.low; y <= (int64_t)b.high; y++) {
            double z = (double)apply(law, x, y);
            if (z < e.low || z > e.high)
                ck_abort_msg("law %d of %d and %d is %g, not within %g to %g",
                             (int)law, (int)x, (int)y, z, e.low, e.high);
        }
}

START_TEST(what_comes_of_integers_is_within_its_interval)
{
    pk_interval a, b;

    for (a.low = -SMALL; a.low <= SMALL; a.low++)
        for (a.high = a.low; a.high <= SMALL; a.high++)
            for (b.low = -SMALL; b.low <= SMALL; b.low++)
                for (b.high = b.low; b.high <= SMALL; b.high++)
                    for (int law = 0; law <= PK_ALGEBRA_class; law++)
                        check_law((pk_algebra)law, a, b);
}
END_TEST

static bool fits(double low, double high, pk_type type) {
    return pk_interval_fits((pk_interval){low, high}, pk_ty_number(type));
}

START_TEST(a_type_has_its_integers_and_no_others)
{
    ck_assert(fits(-128, 127, PK_TYPE_i8));
    ck_assert(!fits(-128, 128, PK_TYPE_i8));
    ck_assert(!fits(-1, 3, PK_TYPE_u16));
    ck_assert(fits(0, 1, PK_TYPE_bool));
    ck_assert(!fits(0, 2, PK_TYPE_bool));
    ck_assert(fits(0, 0x1p62, PK_TYPE_i64));
    ck_assert(!fits(0, 0x1p63, PK_TYPE_i64));
    ck_assert(fits(-0x1p24, 0x1p24, PK_TYPE_f32));
    ck_assert(!fits(0, 0x1p24 + 1, PK_TYPE_f32));
    ck_assert(fits(0, 0x1p53, PK_TYPE_f64));
    ck_assert(!fits(0, 2049, PK_TYPE_f16));
}
END_TEST

START_TEST(sums_and_quotients_are_no_wider_than_they_can_be)
{
    pk_interval u8 = pk_interval_of(pk_ty_number(PK_TYPE_u8));
    pk_interval e = pk_interval_after(PK_ALGEBRA_sum, u8, u8);

    ck_assert_double_eq(e.high, 510);
    e = pk_interval_after(PK_ALGEBRA_quotient, e, u8);
    ck_assert_double_eq(e.low, 0);
    ck_assert_double_eq(e.high, 510);
    e = pk_interval_after(PK_ALGEBRA_common, (pk_interval){-8, 7}, u8);
    ck_assert_double_eq(e.high, 255);
}
END_TEST

TESTS("interval", what_comes_of_integers_is_within_its_interval,
      a_type_has_its_integers_and_no_others,
      sums_and_quotients_are_no_wider_than_they_can_be)
