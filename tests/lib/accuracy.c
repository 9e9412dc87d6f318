/* SPDX-License-Identifier: Apache-2.0 */
/* How far the device library is from the truth, which MPFR computes: special
 * values and signs of zero exactly, everything else within the function's
 * limit in units in the last place.
 *
 *     accuracy [POINTS]         edges and POINTS random arguments a function
 *     accuracy all FUNCTION     f32 functions of one argument: every argument
 *
 * Prints TAP. */
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib_c.h"

enum { BITS = 160, POINTS = 100000 };

typedef int reference(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y);

static int ref_exp(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    return mpfr_exp(out, x, MPFR_RNDN);
}
static int ref_log(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    return mpfr_log(out, x, MPFR_RNDN);
}
static int ref_sin(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    return mpfr_sin(out, x, MPFR_RNDN);
}
static int ref_cos(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    return mpfr_cos(out, x, MPFR_RNDN);
}
static int ref_exp2(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    return mpfr_exp2(out, x, MPFR_RNDN);
}
static int ref_expm1(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    return mpfr_expm1(out, x, MPFR_RNDN);
}
static int ref_log2(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    return mpfr_log2(out, x, MPFR_RNDN);
}
static int ref_log10(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    return mpfr_log10(out, x, MPFR_RNDN);
}
static int ref_log1p(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    return mpfr_log1p(out, x, MPFR_RNDN);
}
static int ref_tan(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    return mpfr_tan(out, x, MPFR_RNDN);
}
static int ref_atan(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    return mpfr_atan(out, x, MPFR_RNDN);
}
static int ref_asin(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    return mpfr_asin(out, x, MPFR_RNDN);
}
static int ref_acos(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    return mpfr_acos(out, x, MPFR_RNDN);
}
static int ref_sinh(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    return mpfr_sinh(out, x, MPFR_RNDN);
}
static int ref_cosh(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    return mpfr_cosh(out, x, MPFR_RNDN);
}
static int ref_tanh(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    return mpfr_tanh(out, x, MPFR_RNDN);
}
static int ref_cbrt(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    return mpfr_cbrt(out, x, MPFR_RNDN);
}
static int ref_rsqrt(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    if (!mpfr_zero_p(x))
        return mpfr_rec_sqrt(out, x, MPFR_RNDN);
    mpfr_set_inf(out, mpfr_signbit(x) ? -1 : 1); /* as 1 / sqrt(-0) */
    return 0;
}
static int ref_pow(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) {
    return mpfr_pow(out, x, y, MPFR_RNDN);
}
static int ref_hypot(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) {
    return mpfr_hypot(out, x, y, MPFR_RNDN);
}
static int ref_atan2(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) {
    return mpfr_atan2(out, x, y, MPFR_RNDN);
}
static int ref_fmod(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y) {
    return mpfr_fmod(out, x, y, MPFR_RNDN);
}

/* A function of the library for both types; `near` is half the width of the
 * interval about 0 where half of the random arguments lie. */
typedef struct function {
    const char *name;
    int count;
    double limit, near;
    reference *ref;
    float (*f1)(float);
    double (*d1)(double);
    float (*f2)(float, float);
    double (*d2)(double, double);
} function;

#define ONE(name, limit, near)                                                 \
    {#name, 1, limit, near, ref_##name, name##_f32, name##_f64, 0, 0}
#define TWO(name, limit, near)                                                 \
    {#name, 2, limit, near, ref_##name, 0, 0, name##_f32, name##_f64}
static const function functions[] = {
    ONE(sinh, 1, 45),   ONE(cosh, 1, 45),  ONE(tanh, 1, 3),
    ONE(cbrt, 1, 10),   ONE(atan, 1, 4),   ONE(asin, 1, 1.05),
    ONE(acos, 1, 1.05), TWO(atan2, 1, 10), ONE(exp2, 1, 100),
    ONE(expm1, 1, 45),  ONE(log2, 1, 4),   ONE(log10, 1, 4),
    ONE(log1p, 1, 2),   ONE(tan, 1, 50),   TWO(hypot, 1, 10),
    ONE(exp, 1, 100),   ONE(log, 1, 4),    ONE(sin, 1, 50),
    ONE(cos, 1, 50),    TWO(pow, 1, 20),   TWO(fmod, 0, 1000),
    ONE(rsqrt, 1, 10),
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* ---- one point ---- */

typedef struct worst {
    double ulps, x, y, got;
    unsigned long wrong; /* special values, signs */
} worst;

static mpfr_t mx, my, mr, mg;

/* The distance of got and the truth in mr in ulps of a type with `digits`
 * digits and the exponents `least` (of its last place) to `most`; infinity
 * counts as the power of two that it stands for. */
static double distance(double got, int digits, long least, long most) {
    long place = mpfr_get_exp(mr) - digits;

    place = place < least ? least : place;
    if (isinf(got))
        mpfr_set_si_2exp(mg, got > 0 ? 1 : -1, most, MPFR_RNDN);
    else
        mpfr_set_d(mg, got, MPFR_RNDN);
    /* What rounds to infinity must be infinity, or the largest number. */
    if (isinf(got) && mpfr_cmpabs(mr, mg) >= 0)
        return 0;
    mpfr_sub(mg, mg, mr, MPFR_RNDN);
    mpfr_mul_2si(mg, mg, -place, MPFR_RNDN);
    return fabs(mpfr_get_d(mg, MPFR_RNDN));
}

static void check_point(const function *f, bool wide, double x, double y,
                        worst *w) {
    double got, ulps = 0;
    bool wrong;

    if (f->count == 1)
        got = wide ? f->d1(x) : (double)f->f1((float)x);
    else
        got = wide ? f->d2(x, y) : (double)f->f2((float)x, (float)y);
    mpfr_set_d(mx, x, MPFR_RNDN);
    mpfr_set_d(my, y, MPFR_RNDN);
    f->ref(mr, mx, my);
    if (mpfr_nan_p(mr))
        wrong = !isnan(got);
    else if (mpfr_inf_p(mr))
        wrong = !isinf(got) || (got < 0) != (mpfr_sgn(mr) < 0);
    else
        wrong = isnan(got) || !signbit(got) != !mpfr_signbit(mr);
    if (mpfr_zero_p(mr))
        wrong |= got != 0;
    else if (mpfr_regular_p(mr) && !wrong)
        ulps = wide ? distance(got, 53, -1074, 1024)
                    : distance(got, 24, -149, 128);
    if (wrong)
        w->wrong++;
    if (ulps > w->ulps || (wrong && w->ulps == 0)) {
        w->ulps = ulps;
        w->x = x;
        w->y = y;
        w->got = got;
    }
}

/* ---- arguments ---- */

static uint64_t seed = UINT64_C(0x9e3779b97f4a7c15);

static uint64_t random_bits(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

/* Half of them any bits, half of them near 0. */
static double random_argument(const function *f, bool wide) {
    uint64_t bits = random_bits();
    double unit = (double)(int64_t)random_bits() * 0x1p-63;

    if (bits & 1 << 20)
        return wide ? unit * f->near : (double)(float)(unit * f->near);
    bits = random_bits();
    return wide ? f64_bits_u64(bits) : (double)f32_bits_u32((uint32_t)bits);
}

static int edges(bool wide, double *out) {
    static const double plain[] = {0,
                                   1,
                                   2,
                                   3,
                                   0.5,
                                   1.5,
                                   10,
                                   100,
                                   0.1,
                                   0.75,
                                   2.5,
                                   4,
                                   7,
                                   1e5,
                                   1e6,
                                   16777216,
                                   16777217,
                                   1e10,
                                   1e20,
                                   9007199254740992,
                                   0x1p-30,
                                   0x1p-60,
                                   3.14159265358979,
                                   1.57079632679489662,
                                   0.785398163397448,
                                   88.72284,
                                   88.7228394,
                                   -103.972,
                                   -103.28,
                                   709.782712893384,
                                   745.133219101941,
                                   708.396418532264,
                                   0x1p31,
                                   0x1p63,
                                   6381956970095103};
    double ends[] = {wide ? 0x1p-1074 : 0x1p-149, wide ? 0x1p-1022 : 0x1p-126,
                     wide ? 0x1.fffffffffffffp1023 : 0x1.fffffep127, INFINITY,
                     NAN};
    int n = 0;

    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        out[n++] = wide ? plain[i] : (double)(float)plain[i];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        out[n++] = ends[i];
    for (int i = n - 1; i >= 0; i--) {
        double near =
            wide ? nextafter(out[i], 0) : (double)nextafterf((float)out[i], 0);
        out[n++] = near;
        out[n++] = wide ? nextafter(out[i], INFINITY)
                        : (double)nextafterf((float)out[i], INFINITY);
    }
    for (int i = n - 1; i >= 0; i--)
        out[n++] = -out[i];
    return n;
}

/* Powers near 1 and near the ends of the range are where errors show. */
static void check_hard_powers(const function *f, bool wide, int count,
                              worst *w) {
    for (int i = 0; i < count; i++) {
        double x = 1 + (double)(int64_t)random_bits() * 0x1p-66, y;

        x = i & 1 ? fabs(random_argument(f, wide)) : x;
        y = (double)(int64_t)random_bits() * 0x1p-63 * (wide ? 745 : 104) /
            log(x);
        if (!wide) {
            x = (double)(float)x;
            y = (double)(float)y;
        }
        check_point(f, wide, x, y, w);
    }
}

static void check_points(const function *f, bool wide, int count, worst *w) {
    double edge[300];
    int n = edges(wide, edge);

    for (int i = 0; i < n; i++)
        for (int j = 0; j < (f->count == 2 ? n : 1); j++)
            check_point(f, wide, edge[i], edge[j], w);
    for (int i = 0; i < count; i++)
        check_point(f, wide, random_argument(f, wide), random_argument(f, wide),
                    w);
    if (f->ref == ref_pow)
        check_hard_powers(f, wide, count, w);
}

static void check_all(const function *f, worst *w) {
    for (uint64_t bits = 0; bits <= UINT32_MAX; bits++)
        check_point(f, false, (double)f32_bits_u32((uint32_t)bits), 0, w);
}

/* ---- reports ---- */

static bool report(int number, const function *f, bool wide, const worst *w) {
    bool ok = !w->wrong && w->ulps <= f->limit;

    printf("%s %d - %s_%s: %.4f ulp at %a, %a: %a; %lu wrong\n",
           ok ? "ok" : "not ok", number, f->name, wide ? "f64" : "f32", w->ulps,
           w->x, w->y, w->got, w->wrong);
    fflush(stdout);
    return ok;
}

int main(int argc, char **argv) {
    bool all = argc > 2, ok = true;
    int count = argc == 2 ? atoi(argv[1]) : POINTS, number = 0;

    mpfr_inits2(BITS, mx, my, mr, mg, (mpfr_ptr)0);
    for (int i = 0; i < FUNCTIONS; i++)
        for (int wide = 0; wide <= !all; wide++) {
            const function *f = &functions[i];
            worst w = {0};

            if (all && (f->count != 1 || strcmp(f->name, argv[2]) != 0))
                continue;
            if (all)
                check_all(f, &w);
            else
                check_points(f, wide, count, &w);
            ok &= report(++number, f, wide, &w);
        }
    printf("1..%d\n", number);
    mpfr_clears(mx, my, mr, mg, (mpfr_ptr)0);
    mpfr_free_cache();
    return !ok;
}
