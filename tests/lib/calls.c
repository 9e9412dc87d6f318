/* SPDX-License-Identifier: Apache-2.0 */
/* The device library's functions, made into C, on arrays: what tests in Python
 * load. */
#include "lib_c.h"

#define COMPLEX(name)                                                          \
    static void name##_on_f32(const float *z, const float *w, float *out) {    \
        struct name##_f32 r = name##_f32(z[0], z[1]);                          \
        (void)w;                                                               \
        out[0] = r.r0;                                                         \
        out[1] = r.r1;                                                         \
    }                                                                          \
    static void name##_on_f64(const double *z, const double *w, double *out) { \
        struct name##_f64 r = name##_f64(z[0], z[1]);                          \
        (void)w;                                                               \
        out[0] = r.r0;                                                         \
        out[1] = r.r1;                                                         \
    }
#define COMPLEX2(name)                                                         \
    static void name##_on_f32(const float *z, const float *w, float *out) {    \
        struct name##_f32 r = name##_f32(z[0], z[1], w[0], w[1]);              \
        out[0] = r.r0;                                                         \
        out[1] = r.r1;                                                         \
    }                                                                          \
    static void name##_on_f64(const double *z, const double *w, double *out) { \
        struct name##_f64 r = name##_f64(z[0], z[1], w[0], w[1]);              \
        out[0] = r.r0;                                                         \
        out[1] = r.r1;                                                         \
    }
#define ONE(name, truth, libm, f32, f64, near, parity)
#define TWO(name, truth, libm, f32, f64, near)
#define NTH(name, truth, libm, f32, f64, near)                                 \
    static float name##_at_f32(float n, float x) {                             \
        return name##_f32((int32_t)n, x);                                      \
    }                                                                          \
    static double name##_at_f64(double n, double x) {                          \
        return name##_f64((int32_t)n, x);                                      \
    }
#define BITS(name)
#include "functions.def"
#undef ONE
#undef TWO
#undef NTH
#undef BITS
#undef COMPLEX
#undef COMPLEX2

static const struct {
    const char *called;
    float (*f1)(float);
    double (*d1)(double);
    float (*f2)(float, float);
    double (*d2)(double, double);
    void (*fc)(const float *, const float *, float *);
    void (*dc)(const double *, const double *, double *);
} functions[] = {
#define ONE(name, truth, libm, f32, f64, near, parity)                         \
    {.called = #name "_f32", .f1 = name##_f32},                                \
        {.called = #name "_f64", .d1 = name##_f64},
#define TWO(name, truth, libm, f32, f64, near) BITS(name)
#define NTH(name, truth, libm, f32, f64, near)                                 \
    {.called = #name "_f32", .f2 = name##_at_f32},                             \
        {.called = #name "_f64", .d2 = name##_at_f64},
#define BITS(name)                                                             \
    {.called = #name "_f32", .f2 = name##_f32},                                \
        {.called = #name "_f64", .d2 = name##_f64},
#define COMPLEX(name)                                                          \
    {.called = #name "_f32", .fc = name##_on_f32},                             \
        {.called = #name "_f64", .dc = name##_on_f64},
#define COMPLEX2(name) COMPLEX(name)
#include "functions.def"
};

/* out[i] = name(x[i], y[i]) for i < n, complex numbers where the function is
 * of those; 0, or 1 when there is no such name. */
int lib_eval(const char *name, int64_t n, const void *x, const void *y,
             void *out);

int lib_eval(const char *name, int64_t n, const void *x, const void *y,
             void *out) {
    const float *fx = x, *fy = y;
    const double *dx = x, *dy = y;
    float *f = out;
    double *d = out;
    size_t k = 0, count = sizeof functions / sizeof *functions;

    while (k < count && strcmp(functions[k].called, name) != 0)
        k++;
    if (k == count)
        return 1;
    for (int64_t i = 0; i < n; i++) {
        if (functions[k].f1)
            f[i] = functions[k].f1(fx[i]);
        else if (functions[k].d1)
            d[i] = functions[k].d1(dx[i]);
        else if (functions[k].f2)
            f[i] = functions[k].f2(fx[i], fy[i]);
        else if (functions[k].d2)
            d[i] = functions[k].d2(dx[i], dy[i]);
        else if (functions[k].fc)
            functions[k].fc(fx + 2 * i, fy + 2 * i, f + 2 * i);
        else
            functions[k].dc(dx + 2 * i, dy + 2 * i, d + 2 * i);
    }
    return 0;
}
