/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers with room for everything (MPFR's), rounded to any of the device's
 * formats in any direction: the host's side of halves and of mathematics. */
#ifndef PORTKERN_TESTS_REFERENCE_EXACT_H
#define PORTKERN_TESTS_REFERENCE_EXACT_H

#include <cstdint>

#define MPFR_USE_INTMAX_T
#include <mpfr.h>

namespace exact {

/* Bits of the significand, and the exponents of the smallest normal and of the
 * largest number. */
struct format {
    int precision, lowest, highest;
};
inline constexpr format f16{11, -14, 15}, bf16{8, -126, 127},
    f32{24, -126, 127}, f64{53, -1022, 1023};

enum mode { nearest, zero, up, down };

class number {
  public:
    enum { BITS = 2400 }; /* any sum of doubles */

    number(double value) {
        mpfr_init2(at, BITS);
        mpfr_set_d(at, value, MPFR_RNDN);
    }
    number(long long value) {
        mpfr_init2(at, BITS);
        mpfr_set_sj(at, value, MPFR_RNDN);
    }
    number(unsigned long long value) {
        mpfr_init2(at, BITS);
        mpfr_set_uj(at, value, MPFR_RNDN);
    }
    number(const number &other) {
        mpfr_init2(at, BITS);
        mpfr_set(at, other.at, MPFR_RNDN);
    }
    number &operator=(const number &) = delete;
    ~number() { mpfr_clear(at); }

    /* The nearest in that direction, subnormals and overflow as IEEE 754 has
     * them. */
    double to(const format &form, mode direction = nearest) const;

    mpfr_t at;
};

number operator+(const number &a, const number &b);
number operator-(const number &a, const number &b);
number operator*(const number &a, const number &b);
number operator/(const number &a, const number &b);
number sqrt(const number &a);

/* A function of MPFR's, to more places than the device's formats have. */
typedef int function1(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
typedef int function2(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
long double of(function1 *f, double a);
long double of(function2 *f, double a, double b);

/* 16 bits and the number they are. */
double from_f16(uint16_t bits);
double from_bf16(uint16_t bits);
uint16_t f16_bits(double value);
uint16_t bf16_bits(double value);

} // namespace exact

#endif
