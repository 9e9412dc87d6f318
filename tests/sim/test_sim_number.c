/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers compared, chosen and told apart, against C. */
#include "tests/sim/op_test.h"

#include <math.h>

static float f(uint64_t bits) {
    uint32_t word = (uint32_t)bits;
    float value;

    memcpy(&value, &word, 4);
    return value;
}

static double g(uint64_t bits) {
    double value;

    memcpy(&value, &bits, 8);
    return value;
}

static double half(uint64_t bits) {
    int exponent = (int)(bits >> 10 & 31), fraction = (int)(bits & 1023);
    double value = exponent == 31 ? fraction ? (double)NAN : (double)INFINITY
                   : exponent     ? ldexp(1024 + fraction, exponent - 25)
                                  : ldexp(fraction, -24);

    return bits & 0x8000 ? -value : value;
}

static uint64_t flush32(uint64_t bits) {
    return bits & 0x7f800000 ? bits : bits & 0x80000000;
}

/* Which of two is chosen: 0 or 1, 2 for NaN. Of zeros the sign decides. */
static int choice(double a, double b, bool negative_a, bool max, bool nan) {
    if (isnan(a) || isnan(b))
        return nan || (isnan(a) && isnan(b)) ? 2 : isnan(a);
    if (a == b)
        return max == negative_a;
    return (a < b) == max;
}

static uint64_t least32(uint64_t a, uint64_t b, bool max, bool nan) {
    int chosen = choice((double)f(a), (double)f(b), a >> 31, max, nan);

    return chosen == 2 ? 0x7fffffff : chosen ? b : a;
}

static uint64_t least64(uint64_t a, uint64_t b, bool max) {
    int chosen = choice(g(a), g(b), a >> 63, max, false);

    return chosen == 2 ? ~UINT64_C(0) : chosen ? b : a;
}

static uint64_t least16(uint64_t a, uint64_t b, bool max, bool nan) {
    int chosen = choice(half(a), half(b), a >> 15, max, nan);

    return chosen == 2 ? 0x7fff : chosen ? b : a;
}

static uint64_t xorsign(uint64_t chosen, uint64_t a, uint64_t b) {
    return isnan(f(chosen)) ? chosen : chosen | ((a ^ b) & 0x80000000);
}

#define CASE OP_ORACLE
#include "op_float.def"
#undef CASE

static const op_case cases[] = {
#define CASE OP_ROW
#include "op_float.def"
#undef CASE
};

START_TEST(every_instruction_does_what_c_does)
{
    op_check(&cases[_i], OP_COUNT, op_operand);
}
END_TEST

LOOP_TESTS("numbers in C", sizeof cases / sizeof *cases,
           every_instruction_does_what_c_does)
