/* SPDX-License-Identifier: Apache-2.0 */
/* How far the device library is from the truth, which MPFR computes: special
 * values and signs of zero exactly, everything else within the function's
 * limit in units in the last place.
 *
 *     accuracy [POINTS [FUNCTION]]
 *
 * Edges and POINTS random arguments for each type. The C library's function of
 * long doubles is a first guess at the truth; where it calls a result worse
 * than any before, or wrong, MPFR decides. Prints TAP. */
#include <stdlib.h>

#include "lib_c.h"
#include "truth.h"

enum { POINTS = 100000 };

/* A function of the library for both types; `near` is half the width of the
 * interval about 0 where half of the random arguments lie. */
typedef struct function {
    const char *name;
    int count;
    bool order;            /* the first argument is one */
    double limit[2], near; /* of float32, float64 */
    truth_function *truth;
    long double (*guess1)(long double);
    long double (*guess2)(long double, long double);
    float (*f1)(float);
    double (*d1)(double);
    float (*f2)(float, float);
    double (*d2)(double, double);
} function;

#define NTH(name, truth, libm, f32, f64, near)                                 \
    static float name##_at_f32(float n, float x) {                             \
        return name##_f32((int32_t)n, x);                                      \
    }                                                                          \
    static double name##_at_f64(double n, double x) {                          \
        return name##_f64((int32_t)n, x);                                      \
    }
#define ONE(name, truth, libm, f32, f64, near, parity)
#define TWO(name, truth, libm, f32, f64, near)
#define BITS(name)
#define COMPLEX(name)
#define COMPLEX2(name)
#include "functions.def"
#undef ONE
#undef TWO
#undef NTH

static const function functions[] = {
#define ONE(name, truth, libm, f32, f64, near, parity)                         \
    {#name,   1,    false,      {f32, f64}, near, truth_##name,                \
     libm##l, NULL, name##_f32, name##_f64, NULL, NULL},
#define TWO(name, truth, libm, f32, f64, near)                                 \
    {#name, 2,       false, {f32, f64}, near,       truth_##name,              \
     NULL,  libm##l, NULL,  NULL,       name##_f32, name##_f64},
#define NTH(name, truth, libm, f32, f64, near)                                 \
    {#name, 2,       true, {f32, f64}, near,          truth_##name,            \
     NULL,  libm##l, NULL, NULL,       name##_at_f32, name##_at_f64},
#include "functions.def"
#undef ONE
#undef TWO
#undef NTH
#undef BITS
#undef COMPLEX
#undef COMPLEX2
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* ---- one point ---- */

static truth_numbers numbers;

static void check_point(const function *f, bool wide, double x, double y,
                        truth_worst *w) {
    double got, ulps, least;
    long double guess = f->guess1 ? f->guess1(x) : f->guess2(x, y);

    if (f->count == 1)
        got = wide ? f->d1(x) : (double)f->f1((float)x);
    else
        got = wide ? f->d2(x, y) : (double)f->f2((float)x, (float)y);
    least = truth_least(f->truth, x, y);
    ulps = wide ? truth_guess(guess, got, 53, -1074, 0x1.fffffffffffff8p1023L,
                              least)
                : truth_guess(guess, got, 24, -149, 0x1.ffffffp127L, least);
    /* the guess itself is good to some hundredths of an ulp */
    if (ulps > fmax(w->ulps, 0.1) - 0.05)
        truth_check(&numbers, f->truth, wide, x, y, got, w);
}

/* ---- arguments ---- */

static uint64_t seed = UINT64_C(0x9e3779b97f4a7c15);

static uint64_t random_bits(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

static double random_order(void) {
    return (double)(random_bits() >> 32 & 127);
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
    /* the last four are where atan and atan2 once were off by more than 1 */
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
                                   6381956970095103,
                                   0x1.f5491p-1,
                                   0x1.003402p0,
                                   0x1.21e73ep0,
                                   0x1.1df564p0};
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
                              truth_worst *w) {
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

/* Two numbers of about one size: angles near a half of a right one. */
static void check_near_pairs(const function *f, bool wide, int count,
                             truth_worst *w) {
    for (int i = 0; i < count; i++) {
        double x = (double)(int64_t)random_bits() * 0x1p-63 * f->near;
        double apart = ldexp((double)(int64_t)random_bits(), -63 - i % 16);
        double y = x * (1 + apart);

        if (!wide) {
            x = (double)(float)x;
            y = (double)(float)y;
        }
        check_point(f, wide, x, y, w);
    }
}

static void check_edges(const function *f, bool wide, truth_worst *w) {
    double edge[300], order[] = {-1, 0, 1, 2, 3, 7, 64, 127};
    int n = edges(wide, edge);
    int first = f->order ? (int)(sizeof order / sizeof *order) : n;

    for (int i = 0; i < first; i++)
        for (int j = 0; j < (f->count == 2 ? n : 1); j++)
            check_point(f, wide, f->order ? order[i] : edge[i], edge[j], w);
}

static void check_points(const function *f, bool wide, int count,
                         truth_worst *w) {
    check_edges(f, wide, w);
    for (int i = 0; i < count; i++)
        check_point(f, wide,
                    f->order ? random_order() : random_argument(f, wide),
                    random_argument(f, wide), w);
    if (f->count == 2 && !f->order)
        check_near_pairs(f, wide, count, w);
    if (f->truth == truth_pow)
        check_hard_powers(f, wide, count, w);
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : POINTS, number = 0;
    bool ok = true;

    truth_init(&numbers);
    for (int i = 0; i < FUNCTIONS; i++)
        for (int wide = 0; wide < 2; wide++) {
            const function *f = &functions[i];
            truth_worst w = {0};

            if (argc > 2 && strcmp(f->name, argv[2]) != 0)
                continue;
            check_points(f, wide, count, &w);
            ok &= truth_report(++number, f->name, wide, f->limit[wide], &w);
        }
    printf("1..%d\n", number);
    truth_finish(&numbers);
    return !ok;
}
