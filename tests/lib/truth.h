/* SPDX-License-Identifier: Apache-2.0 */
/* The value of a function by MPFR, and how far another is from it: special
 * values and signs exactly, everything else in units in the last place. */
#ifndef PORTKERN_TESTS_LIB_TRUTH_H
#define PORTKERN_TESTS_LIB_TRUTH_H

#include <math.h>
#include <mpfr.h>
#include <stdbool.h>
#include <stdio.h>

#define TRUTH static inline __attribute__((unused))

enum { TRUTH_BITS = 160 };

typedef int truth_function(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y);

typedef struct truth_numbers {
    mpfr_t x, y, value, got;
    double least; /* the smallest number whose last place is an ulp */
} truth_numbers;

typedef struct truth_worst {
    double ulps, x, y, got;
    unsigned long wrong; /* special values, signs */
} truth_worst;

/* ---- functions that MPFR has otherwise, or differently ---- */

TRUTH int mpfr_rsqrt(mpfr_ptr out, mpfr_srcptr x, mpfr_rnd_t round) {
    if (!mpfr_zero_p(x))
        return mpfr_rec_sqrt(out, x, round);
    mpfr_set_inf(out, mpfr_signbit(x) ? -1 : 1); /* as 1 / sqrt(-0) */
    return 0;
}

TRUTH int mpfr_rcbrt(mpfr_ptr out, mpfr_srcptr x, mpfr_rnd_t round) {
    mpfr_t root;

    mpfr_init2(root, 2 * TRUTH_BITS);
    mpfr_cbrt(root, x, round);
    mpfr_ui_div(out, 1, root, round);
    mpfr_clear(root);
    return 0;
}

TRUTH int mpfr_log_gamma(mpfr_ptr out, mpfr_srcptr x, mpfr_rnd_t round) {
    int sign;

    return mpfr_lgamma(out, &sign, x, round);
}

/* exp(x^2) erfc(x), with digits to spare for what its factors cancel. */
TRUTH int mpfr_erfcx(mpfr_ptr out, mpfr_srcptr x, mpfr_rnd_t round) {
    mpfr_t a, b, c;

    if (!mpfr_regular_p(x) || mpfr_cmp_si(x, -100) < 0) {
        mpfr_set_si(out, 1, round);
        if (mpfr_nan_p(x))
            mpfr_set_nan(out);
        else if (!mpfr_zero_p(x) && mpfr_signbit(x))
            mpfr_set_inf(out, 1);
        else if (mpfr_inf_p(x))
            mpfr_set_zero(out, 1);
        return 0;
    }
    mpfr_inits2(400, a, b, c, (mpfr_ptr)0);
    if (mpfr_cmp_si(x, 10000) > 0) { /* 1 / (x sqrt pi) (1 - 1 / (2 x^2)) */
        mpfr_const_pi(a, round);
        mpfr_sqrt(a, a, round);
        mpfr_mul(a, a, x, round);
        mpfr_ui_div(a, 1, a, round);
        mpfr_sqr(b, x, round);
        mpfr_mul_ui(b, b, 2, round);
        mpfr_div(c, a, b, round);
        mpfr_sub(out, a, c, round);
        if (mpfr_get_exp(x) < 30) { /* 3 / (4 x^4) */
            mpfr_div(c, c, b, round);
            mpfr_mul_ui(c, c, 3, round);
            mpfr_add(out, out, c, round);
        }
    } else {
        mpfr_sqr(a, x, round);
        mpfr_exp(a, a, round);
        mpfr_erfc(b, x, round);
        mpfr_mul(out, a, b, round);
    }
    mpfr_clears(a, b, c, (mpfr_ptr)0);
    return 0;
}

/* erfc(-x / sqrt 2) / 2 */
TRUTH int mpfr_normcdf(mpfr_ptr out, mpfr_srcptr x, mpfr_rnd_t round) {
    mpfr_t a, b;

    mpfr_inits2(400, a, b, (mpfr_ptr)0);
    mpfr_set_ui(b, 2, round);
    mpfr_sqrt(b, b, round);
    mpfr_div(a, x, b, round);
    mpfr_neg(a, a, round);
    mpfr_erfc(out, a, round);
    mpfr_div_2ui(out, out, 1, round);
    mpfr_clears(a, b, (mpfr_ptr)0);
    return 0;
}

/* Inverses, by Newton's steps from long doubles. */
TRUTH long double erfinvl(long double y);
TRUTH long double erfcinvl(long double y);

TRUTH int invert(mpfr_ptr out, mpfr_srcptr y, long double from,
                 int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t), int sign) {
    mpfr_t x, e, d;

    if (!isfinite(from) || from == 0) {
        mpfr_set_ld(out, from, MPFR_RNDN);
        return 0;
    }
    mpfr_inits2(300, x, e, d, (mpfr_ptr)0);
    mpfr_set_ld(x, from, MPFR_RNDN);
    for (int i = 0; i < 4; i++) { /* x -= (f(x) - y) exp(x^2) sqrt(pi) / 2 */
        f(e, x, MPFR_RNDN);
        mpfr_sub(e, e, y, MPFR_RNDN);
        mpfr_sqr(d, x, MPFR_RNDN);
        mpfr_exp(d, d, MPFR_RNDN);
        mpfr_mul(e, e, d, MPFR_RNDN);
        mpfr_const_pi(d, MPFR_RNDN);
        mpfr_sqrt(d, d, MPFR_RNDN);
        mpfr_mul(e, e, d, MPFR_RNDN);
        mpfr_div_si(e, e, 2 * sign, MPFR_RNDN);
        mpfr_sub(x, x, e, MPFR_RNDN);
    }
    mpfr_set(out, x, MPFR_RNDN);
    mpfr_clears(x, e, d, (mpfr_ptr)0);
    return 0;
}

TRUTH int mpfr_erfinv(mpfr_ptr out, mpfr_srcptr y, mpfr_rnd_t round) {
    (void)round;
    return invert(out, y, erfinvl(mpfr_get_ld(y, MPFR_RNDN)), mpfr_erf, 1);
}

TRUTH int mpfr_erfcinv(mpfr_ptr out, mpfr_srcptr y, mpfr_rnd_t round) {
    (void)round;
    return invert(out, y, erfcinvl(mpfr_get_ld(y, MPFR_RNDN)), mpfr_erfc, -1);
}

TRUTH int mpfr_normcdfinv(mpfr_ptr out, mpfr_srcptr p, mpfr_rnd_t round) {
    mpfr_t y;

    mpfr_init2(y, 300);
    mpfr_mul_ui(y, p, 2, round);
    mpfr_erfcinv(out, y, round);
    mpfr_set_ui(y, 2, round);
    mpfr_sqrt(y, y, round);
    mpfr_mul(out, out, y, round);
    mpfr_neg(out, out, round);
    mpfr_clear(y);
    return 0;
}

TRUTH int mpfr_order_j(mpfr_ptr out, mpfr_srcptr n, mpfr_srcptr x,
                       mpfr_rnd_t round) {
    long order = mpfr_get_si(n, round);

    mpfr_set_nan(out);
    return order < 0 ? 0 : mpfr_jn(out, order, x, round);
}

TRUTH int mpfr_order_y(mpfr_ptr out, mpfr_srcptr n, mpfr_srcptr x,
                       mpfr_rnd_t round) {
    long order = mpfr_get_si(n, round);

    mpfr_set_nan(out);
    return order < 0 ? 0 : mpfr_yn(out, order, x, round);
}

TRUTH int mpfr_rhypot(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y,
                      mpfr_rnd_t round) {
    mpfr_hypot(out, x, y, round);
    return mpfr_ui_div(out, 1, out, round);
}

/* ---- the same as first guesses ---- */

/* exp of x^2 takes what rounding x^2 has lost. */
TRUTH long double erfcxl(long double x) {
    long double s = x * x;

    if (x > 50)
        return (1 - 1 / (2 * s) * (1 - 3 / (2 * s) * (1 - 5 / (2 * s)))) /
               (x * 1.77245385090551602729816748334L);
    return expl(s) * (1 + fmal(x, x, -s)) * erfcl(x);
}

TRUTH long double normcdfl(long double x) {
    return erfcl(x * -0.707106781186547524400844362105L) / 2;
}

TRUTH long double rsqrtl(long double x) {
    return 1 / sqrtl(x);
}

TRUTH long double rcbrtl(long double x) {
    return 1 / cbrtl(x);
}

/* Zeros have the sign of x. */
TRUTH long double sinpil(long double x) {
    long double r = fmodl(fabsl(x), 2), half = r >= 1 ? r - 1 : r, y;

    y = sinl(3.14159265358979323846264338328L *
             (half > 0.5L ? 1 - half : half));
    return copysignl(1, x) * (r >= 1 && y != 0 ? -y : y);
}

TRUTH long double cospil(long double x) {
    long double r = fmodl(fabsl(x), 2), quarter = r > 1 ? 2 - r : r;

    if (quarter == 0.5L)
        return 0;
    if (quarter < 0.25L)
        return cosl(3.14159265358979323846264338328L * quarter);
    return sinpil(0.5L - quarter);
}

TRUTH long double order_jl(long double n, long double x) {
    return n < 0 ? NAN : jnl((int)n, x);
}

TRUTH long double order_yl(long double n, long double x) {
    return n < 0 ? NAN : ynl((int)n, x);
}

TRUTH long double rhypotl(long double x, long double y) {
    return 1 / hypotl(x, y);
}

/* Newton's steps, in logarithms where erfc is small. */
TRUTH long double erfcinvl(long double y) {
    long double c = y > 1 ? 2 - y : y, t, x;

    if (isnan(y) || c < 0)
        return NAN;
    if (c == 0)
        return y > 1 ? -INFINITY : INFINITY;
    t = sqrtl(-2 * (logl(c) - 0.693147180559945309417232121458L));
    x = c > 0.5L ? (1 - c) * 0.886226925452758L
                 : 0.707106781186547524L *
                       (t - (2.30753L + t * 0.27061L) /
                                (1 + t * (0.99229L + t * 0.04481L)));
    for (int i = 0; i < 6; i++) {
        long double q = erfcxl(x);
        if (c > 0.01L)
            x += (erfcl(x) - c) * expl(x * x) * 0.886226925452758013649L;
        else
            x += (logl(q) - logl(c) - x * x) * q * 0.886226925452758013649L;
    }
    return y > 1 ? -x : x;
}

TRUTH long double erfinvl(long double y) {
    long double a = fabsl(y), x = a * 0.886226925452758013649L;

    if (a > 0.5L)
        return copysignl(erfcinvl(1 - a), y);
    for (int i = 0; i < 6; i++)
        x -= (erfl(x) - a) * expl(x * x) * 0.886226925452758013649L;
    return copysignl(x, y);
}

TRUTH long double normcdfinvl(long double p) {
    return -1.41421356237309504880168872421L * erfcinvl(2 * p);
}

/* The same of float32 arguments, whose squares are exact in double. */
TRUTH double erfcx(double x) {
    double s = x * x;

    if (x > 12)
        return (double)erfcxl(x);
    return x < -30 ? INFINITY : exp(s) * erfc(x);
}

TRUTH double normcdf(double x) {
    return erfc(x * -0.7071067811865475244) / 2;
}

TRUTH double rsqrt(double x) {
    return 1 / sqrt(x);
}

TRUTH double rcbrt(double x) {
    return 1 / cbrt(x);
}

TRUTH double sinpi(double x) {
    double r = fabs(x) - 2 * trunc(fabs(x) / 2), half = r >= 1 ? r - 1 : r, y;

    y = sin(3.14159265358979323846 * (half > 0.5 ? 1 - half : half));
    return copysign(1, x) * (r >= 1 && y != 0 ? -y : y);
}

TRUTH double cospi(double x) {
    double r = fabs(x) - 2 * trunc(fabs(x) / 2), quarter = r > 1 ? 2 - r : r;

    if (quarter == 0.5)
        return 0;
    if (quarter < 0.25)
        return cos(3.14159265358979323846 * quarter);
    return sinpi(0.5 - quarter);
}

/* ---- a function each ---- */

#define ONE(name, truth, libm, f32, f64, near, parity)                         \
    TRUTH int truth_##name(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) {       \
        (void)y;                                                               \
        return mpfr_##truth(out, x, MPFR_RNDN);                                \
    }
#define TWO(name, truth, libm, f32, f64, near)                                 \
    TRUTH int truth_##name(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) {       \
        return mpfr_##truth(out, x, y, MPFR_RNDN);                             \
    }
#define NTH(name, truth, libm, f32, f64, near)                                 \
    TWO(name, truth, libm, f32, f64, near)
#define BITS(name)
#define COMPLEX(name)
#define COMPLEX2(name)
#include "functions.def"
#undef ONE
#undef TWO
#undef NTH
#undef BITS
#undef COMPLEX
#undef COMPLEX2

/* ---- one point ---- */

/* The smallest number whose last place counts as an ulp: what has zeros where
 * only the absolute error is small, is measured by its size about them. That of
 * Bessel functions is their amplitude. */
TRUTH double truth_least(truth_function *f, double x, double y) {
    bool one = f == truth_j0 || f == truth_j1 || f == truth_y0 || f == truth_y1;
    bool nth = f == truth_jn || f == truth_yn;

    if (f == truth_lgamma)
        return x < -2 ? 1 : 0;
    if ((one && fabs(x) >= 8) || (nth && fabs(y) >= fmax(x < 2 ? 8 : x, 1)))
        return sqrt(0.63661977236758134 / fabs(one ? x : y));
    return 0;
}

/* How far `got` seems to be from the guess, in ulps as below; infinite where
 * they differ in more than size. */
TRUTH double truth_guess(long double guess, double got, int digits, int last,
                         long double most, double least) {
    int place;

    if (isnan(guess) || isnan(got))
        return isnan(guess) && isnan(got) ? 0 : INFINITY;
    if (!signbit(guess) != !signbit(got))
        return INFINITY;
    if (guess == got)
        return 0;
    if (isinf(got) || fabsl(guess) > most || guess == 0)
        return isinf(got) && fabsl(guess) >= most ? 0 : INFINITY;
    place = ilogbl(fmaxl(fabsl(guess), least)) + 1 - digits;
    place = place < last ? last : place;
    return (double)ldexpl(fabsl(guess - got), -place);
}

TRUTH void truth_init(truth_numbers *n) {
    mpfr_inits2(TRUTH_BITS, n->x, n->y, n->value, n->got, (mpfr_ptr)0);
}

TRUTH void truth_finish(truth_numbers *n) {
    mpfr_clears(n->x, n->y, n->value, n->got, (mpfr_ptr)0);
    mpfr_free_cache();
}

/* The distance of `got` and the value in ulps of a type with `digits` digits
 * and the exponents `last` (of its last place) to `most`; infinity counts as
 * the power of two that it stands for. */
TRUTH double truth_distance(truth_numbers *n, double got, int digits, long last,
                            long most) {
    long place = mpfr_get_exp(n->value) - digits;

    if (n->least != 0 && place < ilogb(n->least) + 1 - digits)
        place = ilogb(n->least) + 1 - digits;
    place = place < last ? last : place;
    if (isinf(got))
        mpfr_set_si_2exp(n->got, got > 0 ? 1 : -1, most, MPFR_RNDN);
    else
        mpfr_set_d(n->got, got, MPFR_RNDN);
    /* A value that rounds to infinity must be infinity, or the largest number.
     */
    if (isinf(got) && mpfr_cmpabs(n->value, n->got) >= 0)
        return 0;
    mpfr_sub(n->got, n->got, n->value, MPFR_RNDN);
    mpfr_mul_2si(n->got, n->got, -place, MPFR_RNDN);
    return fabs(mpfr_get_d(n->got, MPFR_RNDN));
}

TRUTH void truth_check(truth_numbers *n, truth_function *f, bool wide, double x,
                       double y, double got, truth_worst *w) {
    double ulps = 0;
    bool wrong;

    mpfr_set_d(n->x, x, MPFR_RNDN);
    mpfr_set_d(n->y, y, MPFR_RNDN);
    f(n->value, n->x, n->y);
    n->least = truth_least(f, x, y);
    if (mpfr_nan_p(n->value))
        wrong = !isnan(got);
    else if (mpfr_inf_p(n->value))
        wrong = !isinf(got) || (got < 0) != (mpfr_sgn(n->value) < 0);
    else
        wrong = isnan(got) || !signbit(got) != !mpfr_signbit(n->value);
    if (mpfr_zero_p(n->value))
        wrong |= got != 0;
    else if (mpfr_regular_p(n->value) && !wrong)
        ulps = wide ? truth_distance(n, got, 53, -1074, 1024)
                    : truth_distance(n, got, 24, -149, 128);
    if (wrong)
        w->wrong++;
    if (ulps > w->ulps || (wrong && w->wrong == 1)) {
        w->ulps = ulps > w->ulps ? ulps : w->ulps;
        w->x = x;
        w->y = y;
        w->got = got;
    }
}

TRUTH void truth_join(truth_worst *w, const truth_worst *other) {
    unsigned long wrong = w->wrong + other->wrong;

    if (other->ulps > w->ulps || (other->wrong && !w->wrong))
        *w = *other;
    w->wrong = wrong;
}

/* A line of TAP; true when all was well. */
TRUTH bool truth_report(int number, const char *name, bool wide, double limit,
                        const truth_worst *w) {
    bool ok = !w->wrong && w->ulps <= limit;

    printf("%s %d - %s_%s: %.4f ulp at %a, %a: %a; %lu wrong\n",
           ok ? "ok" : "not ok", number, name, wide ? "f64" : "f32", w->ulps,
           w->x, w->y, w->got, w->wrong);
    fflush(stdout);
    return ok;
}

#undef TRUTH
#endif
