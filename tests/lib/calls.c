/* SPDX-License-Identifier: Apache-2.0 */
/* The device library's functions, made into C, on arrays: what tests in Python
 * load. */
#include "lib_c.h"

static const struct {
    const char *name;
    float (*f1)(float);
    double (*d1)(double);
    float (*f2)(float, float);
    double (*d2)(double, double);
} functions[] = {
#define ONE(name, truth, libm, f32, f64, near)                                 \
    {#name "_f32", name##_f32, 0, 0, 0}, {#name "_f64", 0, name##_f64, 0, 0},
#define TWO(name, truth, libm, f32, f64, near) BITS(name)
#define BITS(name)                                                             \
    {#name "_f32", 0, 0, name##_f32, 0}, {#name "_f64", 0, 0, 0, name##_f64},
#include "functions.def"
};

/* out[i] = name(x[i], y[i]) for i < n; 0, or 1 when there is no such name. */
int lib_eval(const char *name, int64_t n, const void *x, const void *y,
             void *out);

int lib_eval(const char *name, int64_t n, const void *x, const void *y,
             void *out) {
    const float *fx = x, *fy = y;
    const double *dx = x, *dy = y;
    float *f = out;
    double *d = out;
    size_t k = 0, count = sizeof functions / sizeof *functions;

    while (k < count && strcmp(functions[k].name, name) != 0)
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
        else
            d[i] = functions[k].d2(dx[i], dy[i]);
    }
    return 0;
}
