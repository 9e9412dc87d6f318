/* SPDX-License-Identifier: Apache-2.0 */
#include "exact.h"

#include <cmath>
#include <cstring>

namespace exact {

static const mpfr_rnd_t directions[] = {MPFR_RNDN, MPFR_RNDZ, MPFR_RNDU,
                                        MPFR_RNDD};

/* Beyond the largest number: infinity or that number. */
static double overflow(bool negative, const format &form, mode direction) {
    double largest =
        std::ldexp(2 - std::ldexp(1.0, 1 - form.precision), form.highest);
    bool away = direction == nearest || direction == (negative ? down : up);
    double size = away ? INFINITY : largest;

    return negative ? -size : size;
}

double number::to(const format &form, mode direction) const {
    number scaled = *this;
    long last;
    double value;

    if (!mpfr_regular_p(at)) /* 0, infinity, NaN */
        return mpfr_get_d(at, MPFR_RNDN);
    last = mpfr_get_exp(at) - 1; /* of the leading digit */
    if (last < form.lowest)
        last = form.lowest;
    last -= form.precision - 1; /* of the last one that the format keeps */
    mpfr_mul_2si(scaled.at, scaled.at, -last, MPFR_RNDN);
    mpfr_rint(scaled.at, scaled.at, directions[direction]);
    mpfr_mul_2si(scaled.at, scaled.at, last, MPFR_RNDN);
    if (mpfr_regular_p(scaled.at) && mpfr_get_exp(scaled.at) - 1 > form.highest)
        return overflow(mpfr_signbit(at), form, direction);
    value = mpfr_get_d(scaled.at, MPFR_RNDN);
    return std::copysign(value, mpfr_signbit(at) ? -1.0 : 1.0);
}

#define OPERATOR(sign, function)                                               \
    number operator sign(const number &a, const number &b) {                   \
        number out = a;                                                        \
                                                                               \
        function(out.at, a.at, b.at, MPFR_RNDN);                               \
        return out;                                                            \
    }
OPERATOR(+, mpfr_add)
OPERATOR(-, mpfr_sub)
OPERATOR(*, mpfr_mul)
OPERATOR(/, mpfr_div)

number sqrt(const number &a) {
    number out = a;

    mpfr_sqrt(out.at, a.at, MPFR_RNDN);
    return out;
}

enum { PLACES = 110 };

long double of(function1 *f, double a) {
    long double value;
    mpfr_t x, y;

    mpfr_inits2(PLACES, x, y, (mpfr_ptr)NULL);
    mpfr_set_d(x, a, MPFR_RNDN);
    f(y, x, MPFR_RNDN);
    value = mpfr_get_ld(y, MPFR_RNDN);
    mpfr_clears(x, y, (mpfr_ptr)NULL);
    return value;
}

long double of(function2 *f, double a, double b) {
    long double value;
    mpfr_t x, y, z;

    mpfr_inits2(PLACES, x, y, z, (mpfr_ptr)NULL);
    mpfr_set_d(x, a, MPFR_RNDN);
    mpfr_set_d(y, b, MPFR_RNDN);
    f(z, x, y, MPFR_RNDN);
    value = mpfr_get_ld(z, MPFR_RNDN);
    mpfr_clears(x, y, z, (mpfr_ptr)NULL);
    return value;
}

/* --- 16 bits ---------------------------------------------------------------
 */

static double from_bits(uint16_t bits, const format &form, int exponent_bits) {
    int fraction_bits = form.precision - 1;
    int exponent = bits >> fraction_bits & ((1 << exponent_bits) - 1);
    int fraction = bits & ((1 << fraction_bits) - 1);
    double value;

    if (exponent == (1 << exponent_bits) - 1)
        value = fraction ? NAN : INFINITY;
    else if (exponent == 0)
        value = std::ldexp(fraction, form.lowest - fraction_bits);
    else
        value = std::ldexp(fraction + (1 << fraction_bits),
                           exponent - 1 + form.lowest - fraction_bits);
    return bits >> 15 ? -value : value;
}

/* Of a value that the format has. */
static uint16_t to_bits(double value, const format &form, int exponent_bits) {
    int fraction_bits = form.precision - 1, exponent;
    unsigned sign = std::signbit(value) ? 0x8000 : 0;
    unsigned top = ((1u << exponent_bits) - 1) << fraction_bits;
    double size = std::fabs(value);

    if (value != value)
        return 0x7fff;
    if (std::isinf(value))
        return (uint16_t)(sign | top);
    std::frexp(size, &exponent);
    exponent--;
    if (size == 0 || exponent < form.lowest)
        return (uint16_t)(sign | (unsigned)std::ldexp(size, fraction_bits -
                                                                form.lowest));
    return (uint16_t)(sign +
                      ((unsigned)(exponent - form.lowest) << fraction_bits) +
                      (unsigned)std::ldexp(size, fraction_bits - exponent));
}

double from_f16(uint16_t bits) {
    return from_bits(bits, f16, 5);
}
double from_bf16(uint16_t bits) {
    return from_bits(bits, bf16, 8);
}
uint16_t f16_bits(double value) {
    return to_bits(value, f16, 5);
}
uint16_t bf16_bits(double value) {
    return to_bits(value, bf16, 8);
}

} // namespace exact
