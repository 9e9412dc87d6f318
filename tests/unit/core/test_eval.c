/* SPDX-License-Identifier: Apache-2.0 */
/* The values of operations on single numbers. Expected values are CPython's
 * (floats, //, %) and two's complement arithmetic worked out by hand. */
#include "core/eval.h"

#include <math.h>
#include <string.h>

#include "tests/unit/check_main.h"

static uint64_t eval2(pk_op op, pk_type type, uint64_t a, uint64_t b) {
    uint64_t args[2] = {a, b}, out;

    ck_assert(pk_eval(op, type, type, args, &out));
    return out;
}

static uint64_t bits(double value) {
    uint64_t out;
    memcpy(&out, &value, sizeof out);
    return out;
}

static double value(uint64_t from) {
    double out;
    memcpy(&out, &from, sizeof out);
    return out;
}

static double f64(pk_op op, double a, double b) {
    return value(eval2(op, PK_TYPE_f64, bits(a), bits(b)));
}

#define I32(x) ((uint64_t)(uint32_t)(x))
#define I8(x)  ((uint64_t)(uint8_t)(x))

START_TEST(integers_wrap_in_their_own_width)
{
    ck_assert_uint_eq(eval2(PK_OP_add, PK_TYPE_i32, INT32_MAX, 1),
                      I32(INT32_MIN));
    ck_assert_uint_eq(eval2(PK_OP_mul, PK_TYPE_u8, 200, 2), 144);
    ck_assert_uint_eq(eval2(PK_OP_neg, PK_TYPE_i8, I8(-128), 0), I8(-128));
    ck_assert_uint_eq(eval2(PK_OP_abs, PK_TYPE_i32, I32(INT32_MIN), 0),
                      I32(INT32_MIN));
    ck_assert_uint_eq(eval2(PK_OP_sub, PK_TYPE_u64, 0, 1), UINT64_MAX);
    ck_assert_uint_eq(eval2(PK_OP_not, PK_TYPE_bool, 0, 0), 1);
    ck_assert_uint_eq(eval2(PK_OP_not, PK_TYPE_u16, 1, 0), 0xfffe);
}
END_TEST

START_TEST(floor_division_is_pythons)
{
    static const struct {
        int32_t a, b, div, mod;
    } rows[] = {{7, 2, 3, 1},    {-7, 2, -4, 1},
                {7, -2, -4, -1}, {-7, -2, 3, -1},
                {7, 0, 0, 0},    {INT32_MIN, -1, 0, 0},
                {-6, 3, -2, 0},  {INT32_MIN, 7, -306783379, 5}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t a = I32(rows[i].a), b = I32(rows[i].b);
        ck_assert_uint_eq(eval2(PK_OP_floor_div, PK_TYPE_i32, a, b),
                          I32(rows[i].div));
        ck_assert_uint_eq(eval2(PK_OP_floor_mod, PK_TYPE_i32, a, b),
                          I32(rows[i].mod));
    }
    ck_assert_uint_eq(
        eval2(PK_OP_floor_div, PK_TYPE_i64, (uint64_t)INT64_MIN, UINT64_MAX),
        0);
    ck_assert_uint_eq(eval2(PK_OP_floor_div, PK_TYPE_u32, 7, 0), 0);
}
END_TEST

START_TEST(float_floor_division_is_cpythons)
{
    static const double rows[][4] = {
        {7.5, 2.0, 3.0, 1.5},
        {-7.5, 2.0, -4.0, 0.5},
        {7.5, -2.0, -4.0, -0.5},
        {1.0, 0.1, 9.0, 0.09999999999999995},
        {-1.0, 0.1, -10.0, 5.551115123125783e-17},
        {1e300, 1e-300, INFINITY, 4.891554850853602e-301},
        {0.3, 0.1, 2.0, 0.09999999999999998},
        {5.0, INFINITY, 0.0, 5.0},
        {-5.0, INFINITY, -1.0, INFINITY}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double div = f64(PK_OP_floor_div, rows[i][0], rows[i][1]);
        double mod = f64(PK_OP_floor_mod, rows[i][0], rows[i][1]);
        ck_assert_msg(div == rows[i][2], "row %zu: %.17g", i, div);
        ck_assert_msg(mod == rows[i][3], "row %zu: %.17g", i, mod);
    }
    ck_assert(signbit(f64(PK_OP_floor_mod, 4.0, -2.0)));
    ck_assert(!signbit(f64(PK_OP_floor_mod, -4.0, 2.0)));
    ck_assert(f64(PK_OP_floor_div, -1.0, 0.0) == -INFINITY);
    ck_assert(isnan(f64(PK_OP_floor_div, 0.0, 0.0)));
    ck_assert(isnan(f64(PK_OP_floor_mod, 1.0, 0.0)));
}
END_TEST

START_TEST(shift_counts_are_unsigned_and_may_be_large)
{
    ck_assert_uint_eq(eval2(PK_OP_shl, PK_TYPE_i32, 1, 32), 0);
    ck_assert_uint_eq(eval2(PK_OP_shl, PK_TYPE_i32, 1, I32(-1)), 0);
    ck_assert_uint_eq(eval2(PK_OP_shr, PK_TYPE_i32, I32(-8), 33), I32(-1));
    ck_assert_uint_eq(eval2(PK_OP_shr, PK_TYPE_i32, 5, I32(-1)), 0);
    ck_assert_uint_eq(eval2(PK_OP_shr, PK_TYPE_i8, I8(-128), 7), I8(-1));
    ck_assert_uint_eq(eval2(PK_OP_shr, PK_TYPE_u64, UINT64_MAX, 63), 1);
}
END_TEST

START_TEST(bits_are_counted_in_the_types_width)
{
    ck_assert_uint_eq(eval2(PK_OP_clz, PK_TYPE_i16, 1, 0), 15);
    ck_assert_uint_eq(eval2(PK_OP_clz, PK_TYPE_u64, 0, 0), 64);
    ck_assert_uint_eq(eval2(PK_OP_brev, PK_TYPE_u8, 1, 0), 128);
    ck_assert_uint_eq(eval2(PK_OP_popc, PK_TYPE_i32, I32(-1), 0), 32);
    ck_assert_uint_eq(eval2(PK_OP_mulhi, PK_TYPE_i32, I32(-1), 1), I32(-1));
    ck_assert_uint_eq(eval2(PK_OP_mulhi, PK_TYPE_u64, UINT64_MAX, UINT64_MAX),
                      UINT64_MAX - 1);
}
END_TEST

START_TEST(the_three_kinds_of_min_differ_in_nan_and_zero)
{
    ck_assert(isnan(f64(PK_OP_min, NAN, 1.0)));
    ck_assert(f64(PK_OP_min, 1.0, NAN) == 1.0);
    ck_assert(f64(PK_OP_min_num, NAN, 1.0) == 1.0);
    ck_assert(f64(PK_OP_min_num, 1.0, NAN) == 1.0);
    ck_assert(isnan(f64(PK_OP_max_nan, NAN, 1.0)));
    ck_assert(isnan(f64(PK_OP_max_nan, 1.0, NAN)));
    ck_assert(!signbit(f64(PK_OP_min, 0.0, -0.0)));
    ck_assert(signbit(f64(PK_OP_min_num, 0.0, -0.0)));
    ck_assert(signbit(f64(PK_OP_min_nan, -0.0, 0.0)));
    ck_assert(!signbit(f64(PK_OP_max_num, -0.0, 0.0)));
}
END_TEST

START_TEST(float_to_int_saturates_at_the_targets_range)
{
    static const struct {
        double from;
        pk_type to;
        uint64_t want;
    } rows[] = {{300.0, PK_TYPE_u8, 255},
                {-5.0, PK_TYPE_u8, 0},
                {-0.9, PK_TYPE_i8, 0},
                {-1e9, PK_TYPE_i8, I8(-128)},
                {NAN, PK_TYPE_i32, 0},
                {3e10, PK_TYPE_i32, INT32_MAX},
                {-INFINITY, PK_TYPE_i64, (uint64_t)INT64_MIN},
                {1e300, PK_TYPE_u64, UINT64_MAX},
                {9223372036854775808.0, PK_TYPE_u64, UINT64_C(1) << 63},
                {-2147483648.5, PK_TYPE_i32, I32(INT32_MIN)},
                {NAN, PK_TYPE_bool, 1},
                {-0.0, PK_TYPE_bool, 0}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t got =
            pk_eval_convert(PK_TYPE_f64, rows[i].to, bits(rows[i].from));
        ck_assert_msg(got == rows[i].want, "row %zu: %llx", i,
                      (unsigned long long)got);
    }
}
END_TEST

START_TEST(conversions_round_once)
{
    /* 2^62 + 2^38 + 1: by way of f64 it would be rounded to 2^62. */
    uint64_t big = (UINT64_C(1) << 62) + (UINT64_C(1) << 38) + 1;

    ck_assert_uint_eq(pk_eval_convert(PK_TYPE_i64, PK_TYPE_f32, big),
                      0x5e800001);
    ck_assert_uint_eq(pk_eval_convert(PK_TYPE_u64, PK_TYPE_f16, UINT64_MAX),
                      0x7c00);
    ck_assert_uint_eq(pk_eval_convert(PK_TYPE_i8, PK_TYPE_f64, I8(-1)),
                      bits(-1.0));
    ck_assert_uint_eq(pk_eval_convert(PK_TYPE_i8, PK_TYPE_u32, I8(-1)),
                      UINT32_MAX);
    ck_assert_uint_eq(pk_eval_convert(PK_TYPE_u32, PK_TYPE_i8, 0x1ff), 0xff);
    ck_assert_uint_eq(pk_eval_convert(PK_TYPE_bool, PK_TYPE_f32, 1),
                      0x3f800000);
}
END_TEST

START_TEST(half_precision_rounds_each_operation)
{
    /* 2048 + 1 is not a float16. */
    ck_assert_uint_eq(eval2(PK_OP_add, PK_TYPE_f16, 0x6800, 0x3c00), 0x6800);
    ck_assert_uint_eq(eval2(PK_OP_mul, PK_TYPE_f16, 0x7bff, 0x4000), 0x7c00);
    ck_assert_uint_eq(eval2(PK_OP_sqrt, PK_TYPE_f16, 0x4400, 0), 0x4000);
}
END_TEST

START_TEST(signs_of_nan_are_kept_by_sign_operations)
{
    ck_assert_uint_eq(eval2(PK_OP_neg, PK_TYPE_f32, 0x7fc00001, 0), 0xffc00001);
    ck_assert_uint_eq(eval2(PK_OP_abs, PK_TYPE_f32, 0xffc00001, 0), 0x7fc00001);
    ck_assert_uint_eq(eval2(PK_OP_copysign, PK_TYPE_f64, bits(1.0), bits(-0.0)),
                      bits(-1.0));
}
END_TEST

START_TEST(broken_promises_and_pointers_are_not_evaluated)
{
    uint64_t args[2] = {7, 0}, out = 1;

    ck_assert(!pk_eval(PK_OP_quot, PK_TYPE_i32, PK_TYPE_i32, args, &out));
    ck_assert_uint_eq(out, 0);
    args[0] = I8(-128);
    args[1] = I8(-1);
    ck_assert(!pk_eval(PK_OP_rem, PK_TYPE_i8, PK_TYPE_i8, args, &out));
    ck_assert(!pk_eval(PK_OP_eq, PK_TYPE_PTR(PK_SPACE_global, PK_TYPE_i8),
                       PK_TYPE_bool, args, &out));
    ck_assert(!pk_eval(PK_OP_thread_id, PK_TYPE_i32, PK_TYPE_i32, args, &out));
}
END_TEST

TESTS("eval", integers_wrap_in_their_own_width, floor_division_is_pythons,
      float_floor_division_is_cpythons,
      shift_counts_are_unsigned_and_may_be_large,
      bits_are_counted_in_the_types_width,
      the_three_kinds_of_min_differ_in_nan_and_zero,
      float_to_int_saturates_at_the_targets_range, conversions_round_once,
      half_precision_rounds_each_operation,
      signs_of_nan_are_kept_by_sign_operations,
      broken_promises_and_pointers_are_not_evaluated)
