/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of math.h, within the errors that the CUDA C++ Programming
 * Guide states for them (in last places, over the whole range), against MPFR.
 */
#include "reference.h"

#ifndef __CUDACC__
#include "exact.h"

#define BY(name) mpfr_##name
/* Of pi times what is left of a by the period 2. */
template <int f(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t)>
static int of_pi(mpfr_ptr out, mpfr_srcptr a, mpfr_rnd_t mode) {
    mpfr_t two, rest;

    mpfr_inits2(400, two, rest, (mpfr_ptr)NULL);
    mpfr_set_ui(two, 2, mode);
    mpfr_fmod(rest, a, two, mode);
    mpfr_mul_2ui(two, rest, 1, mode);
    if (mpfr_integer_p(two)) { /* a multiple of pi / 2: no error */
        double turn = mpfr_get_d(two, mode);
        int quarter = ((int)turn % 4 + 4) % 4;
        bool sine = f == mpfr_sin;

        mpfr_set_si(out,
                    quarter == (sine ? 1 : 0)   ? 1
                    : quarter == (sine ? 3 : 2) ? -1
                                                : 0,
                    mode);
    } else {
        mpfr_const_pi(two, mode);
        mpfr_mul(rest, rest, two, mode);
        f(out, rest, mode);
    }
    mpfr_clears(two, rest, (mpfr_ptr)NULL);
    return 0;
}
static int inverse_root(mpfr_ptr out, mpfr_srcptr a, mpfr_rnd_t mode) {
    mpfr_cbrt(out, a, mode);
    return mpfr_ui_div(out, 1, out, mode);
}
static int inverse_hypot(mpfr_ptr out, mpfr_srcptr a, mpfr_srcptr b,
                         mpfr_rnd_t mode) {
    mpfr_hypot(out, a, b, mode);
    return mpfr_ui_div(out, 1, out, mode);
}
static int log_gamma(mpfr_ptr out, mpfr_srcptr a, mpfr_rnd_t mode) {
    int sign;

    return mpfr_lgamma(out, &sign, a, mode);
}
/* exp(a * a) * erfc(a); beyond 100 by its series, which MPFR would underflow.
 */
static int scaled_erfc(mpfr_ptr out, mpfr_srcptr a, mpfr_rnd_t mode) {
    mpfr_t square, tail;

    mpfr_inits2(300, square, tail, (mpfr_ptr)NULL);
    mpfr_sqr(square, a, mode);
    if (mpfr_cmp_d(a, 1e8) > 0) { /* 1 / (a sqrt(pi)) */
        mpfr_const_pi(tail, mode);
        mpfr_sqrt(tail, tail, mode);
        mpfr_mul(tail, tail, a, mode);
        mpfr_ui_div(out, 1, tail, mode);
    } else {
        mpfr_erfc(tail, a, mode);
        mpfr_exp(square, square, mode);
        mpfr_mul(out, tail, square, mode);
    }
    mpfr_clears(square, tail, (mpfr_ptr)NULL);
    return 0;
}
/* The normal distribution: erfc(-a / sqrt(2)) / 2. */
static int normal(mpfr_ptr out, mpfr_srcptr a, mpfr_rnd_t mode) {
    mpfr_t x;

    mpfr_init2(x, 300);
    mpfr_sqrt_ui(x, 2, mode);
    mpfr_div(x, a, x, mode);
    mpfr_neg(x, x, mode);
    mpfr_erfc(out, x, mode);
    mpfr_div_2ui(out, out, 1, mode);
    mpfr_clear(x);
    return 0;
}
template <int n>
static int bessel_j(mpfr_ptr out, mpfr_srcptr a, mpfr_rnd_t m) {
    return mpfr_jn(out, n, a, m);
}
template <int n>
static int bessel_y(mpfr_ptr out, mpfr_srcptr a, mpfr_rnd_t m) {
    return mpfr_yn(out, n, a, m);
}
/* sum (a/2)^(2k+n) / k! (k+n)! */
template <int n>
static int bessel_i(mpfr_ptr out, mpfr_srcptr a, mpfr_rnd_t m) {
    mpfr_t term, step;

    mpfr_inits2(300, term, step, (mpfr_ptr)NULL);
    mpfr_div_2ui(term, a, 1, m);
    mpfr_sqr(step, term, m);
    if (n == 0)
        mpfr_set_ui(term, 1, m);
    mpfr_set_ui(out, 0, m);
    for (unsigned k = 1; k < 2000; k++) {
        mpfr_add(out, out, term, m);
        mpfr_mul(term, term, step, m);
        mpfr_div_ui(term, term, k * (k + n), m);
    }
    mpfr_clears(term, step, (mpfr_ptr)NULL);
    return 0;
}
#endif

/* Arguments where the error is stated. */
template <class T> static BOTH T within(T a, T most) {
    return a > most || a < -most ? (T)1 : a;
}
template <class T> static BOTH T beyond(T a) {
    return a > 1e4 || a < -1e4 ? (T)20.5 : a < 8 && a > -8 ? (T)8.25 + a : a;
}
template <class T> static BOTH T off_the_roots(T a, T low) {
    return a > low && a < (T)-2.2 ? -a : a;
}

#define FLOAT1(name, ulps, oracle)                                             \
    MAP_NEAR(f32_##name, float, (float a), ulps, 0, name##f(a),                \
             exact::of(oracle, (double)a))
#define FLOAT2(name, ulps, oracle)                                             \
    MAP_NEAR(f32_##name, float, (float a, float b), ulps, 0, name##f(a, b),    \
             exact::of(oracle, (double)a, (double)b))
#define DOUBLE1(name, ulps, oracle)                                            \
    MAP_NEAR(f64_##name, double, (double a), ulps, 0, name(a),                 \
             exact::of(oracle, a))
#define DOUBLE2(name, ulps, oracle)                                            \
    MAP_NEAR(f64_##name, double, (double a, double b), ulps, 0, name(a, b),    \
             exact::of(oracle, a, b))
#define BOTH1(name, ulps32, ulps64, oracle)                                    \
    FLOAT1(name, ulps32, oracle)                                               \
    DOUBLE1(name, ulps64, oracle)

BOTH1(sin, 2, 2, BY(sin))
BOTH1(cos, 2, 2, BY(cos))
BOTH1(tan, 4, 2, BY(tan))
BOTH1(sinpi, 1, 2, of_pi<mpfr_sin>)
BOTH1(cospi, 1, 2, of_pi<mpfr_cos>)
BOTH1(asin, 2, 2, BY(asin))
BOTH1(acos, 2, 2, BY(acos))
BOTH1(atan, 2, 2, BY(atan))
BOTH1(sinh, 3, 2, BY(sinh))
BOTH1(cosh, 2, 1, BY(cosh))
BOTH1(tanh, 2, 1, BY(tanh))
BOTH1(asinh, 3, 3, BY(asinh))
BOTH1(acosh, 4, 3, BY(acosh))
BOTH1(atanh, 3, 2, BY(atanh))
BOTH1(exp, 2, 1, BY(exp))
BOTH1(exp2, 2, 1, BY(exp2))
BOTH1(exp10, 2, 1, BY(exp10))
BOTH1(expm1, 1, 1, BY(expm1))
BOTH1(log, 1, 1, BY(log))
BOTH1(log2, 1, 1, BY(log2))
BOTH1(log10, 2, 1, BY(log10))
BOTH1(log1p, 1, 1, BY(log1p))
BOTH1(sqrt, 0.5, 0.5, BY(sqrt))
BOTH1(rsqrt, 2, 1, BY(rec_sqrt))
BOTH1(cbrt, 1, 1, BY(cbrt))
BOTH1(rcbrt, 1, 1, inverse_root)
BOTH1(erf, 2, 2, BY(erf))
BOTH1(erfc, 4, 5, BY(erfc))
BOTH1(normcdf, 5, 5, normal)
BOTH1(tgamma, 5, 10, BY(gamma))
FLOAT2(pow, 4, BY(pow))
DOUBLE2(pow, 2, BY(pow))
FLOAT2(atan2, 3, BY(atan2))
DOUBLE2(atan2, 2, BY(atan2))
FLOAT2(hypot, 3, BY(hypot))
DOUBLE2(hypot, 2, BY(hypot))
FLOAT2(rhypot, 2, inverse_hypot)
DOUBLE2(rhypot, 1, inverse_hypot)
MAP_NEAR(f32_erfcx, float, (float a), 4, 0, erfcxf(within(a, 1e4f)),
         exact::of(scaled_erfc, (double)within(a, 1e4f)))
MAP_NEAR(f64_erfcx, double, (double a), 4, 0, erfcx(within(a, 1e4)),
         exact::of(scaled_erfc, within(a, 1e4)))
MAP_NEAR(f32_lgamma, float, (float a), 6, 0,
         lgammaf(off_the_roots(a, -10.002f)),
         exact::of(log_gamma, (double)off_the_roots(a, -10.002f)))
MAP_NEAR(f64_lgamma, double, (double a), 4, 0, lgamma(off_the_roots(a, -23.01)),
         exact::of(log_gamma, off_the_roots(a, -23.01)))

#define BOTH1_WITHIN(name, ulps32, ulps64, oracle)                             \
    MAP_NEAR(f32_##name, float, (float a), ulps32, 0,                          \
             name##f(within(a, 80.f)),                                         \
             exact::of(oracle, (double)within(a, 80.f)))                       \
    MAP_NEAR(f64_##name, double, (double a), ulps64, 0, name(within(a, 80.)),  \
             exact::of(oracle, within(a, 80.)))

/* In last places below 8, in absolute error beyond. */
#define BESSEL(name, ulps32, far32, ulps64, far64, oracle)                     \
    MAP_NEAR(f32_##name, float, (float a), ulps32, 0, name##f(within(a, 8.f)), \
             exact::of(oracle, (double)within(a, 8.f)))                        \
    MAP_NEAR(f64_##name, double, (double a), ulps64, 0, name(within(a, 8.)),   \
             exact::of(oracle, within(a, 8.)))                                 \
    MAP_NEAR(f32_far_##name, float, (float a), 0, far32, name##f(beyond(a)),   \
             exact::of(oracle, (double)beyond(a)))                             \
    MAP_NEAR(f64_far_##name, double, (double a), 0, far64, name(beyond(a)),    \
             exact::of(oracle, beyond(a)))
BESSEL(j0, 9, 2.2e-6, 7, 5e-12, bessel_j<0>)
BESSEL(j1, 9, 2.2e-6, 7, 5e-12, bessel_j<1>)
BESSEL(y0, 9, 2.2e-6, 7, 5e-12, bessel_y<0>)
BESSEL(y1, 9, 2.2e-6, 7, 5e-12, bessel_y<1>)
BOTH1_WITHIN(cyl_bessel_i0, 6, 6, bessel_i<0>)
BOTH1_WITHIN(cyl_bessel_i1, 6, 6, bessel_i<1>)

/* The ones behind --use_fast_math, where the guide states an error. */
MAP_NEAR(fast_sin, float, (float a), 0, 0x1p-21, /* 2^-21.41 in [-pi, pi] */
         __sinf(within(a, 3.1415926f)),
         exact::of(mpfr_sin, (double)within(a, 3.1415926f)))
MAP_NEAR(fast_cos, float, (float a), 0, 0x1p-21, /* 2^-21.19 there */
         __cosf(within(a, 3.1415926f)),
         exact::of(mpfr_cos, (double)within(a, 3.1415926f)))
MAP_NEAR(fast_exp, float, (float a), 2 + std::floor(1.173 * 60), 0,
         __expf(within(a, 60.0f)),
         exact::of(mpfr_exp, (double)within(a, 60.0f)))
MAP_NEAR(fast_exp10, float, (float a), 2 + std::floor(2.97 * 30), 0,
         __exp10f(within(a, 30.0f)),
         exact::of(mpfr_exp10, (double)within(a, 30.0f)))
#ifndef __CUDACC__
static double positive(float a) {
    return a > 0 && a < 1e38f ? (double)a : 1.0;
}
#endif
MAP_NEAR(fast_log, float, (float a), 3, 0x1p-21,
         __logf(a > 0 && a < 1e38f ? a : 1.0f),
         exact::of(mpfr_log, positive(a)))
MAP_NEAR(fast_log2, float, (float a), 2, 0x1p-22,
         __log2f(a > 0 && a < 1e38f ? a : 1.0f),
         exact::of(mpfr_log2, positive(a)))
MAP_NEAR(fast_divide, float, (float a, float b), 2, 0,
         fabsf(b) > 0x1p-126f && fabsf(b) < 0x1p126f ? __fdividef(a, b) : 0.0f,
         std::fabs(b) > 0x1p-126f && std::fabs(b) < 0x1p126f
             ? exact::of(mpfr_div, (double)a, (double)b)
             : 0)
MAP_NEAR(tanh_approx, float, (float a), 0, 0x1p-10, ({
             float d;
             asm("tanh.approx.f32 %0, %1;" : "=f"(d) : "f"(a));
             d;
         }),
         exact::of(mpfr_tanh, (double)a))
