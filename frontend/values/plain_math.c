/* SPDX-License-Identifier: Apache-2.0 */
/* math's functions of Python's own numbers. CPython calls the C library's, and
 * raises an error where they have no finite result. */
#include "frontend/values/known.h"
#include "frontend/values/plain.h"

#include <math.h>
#include <string.h>

typedef struct math_function {
    const char *name; /* within math */
    double (*of_one)(double);
    double (*of_two)(double, double);
} math_function;

static double to_degrees(double x) {
    return x * (180.0 / M_PI);
}

static double to_radians(double x) {
    return x * (M_PI / 180.0);
}

static const math_function functions[] = {
    {"acos", acos, NULL},
    {"acosh", acosh, NULL},
    {"asin", asin, NULL},
    {"asinh", asinh, NULL},
    {"atan", atan, NULL},
    {"atan2", NULL, atan2},
    {"atanh", atanh, NULL},
    {"copysign", NULL, copysign},
    {"cos", cos, NULL},
    {"cosh", cosh, NULL},
    {"degrees", to_degrees, NULL},
    {"erf", erf, NULL},
    {"erfc", erfc, NULL},
    {"exp", exp, NULL},
    {"expm1", expm1, NULL},
    {"fabs", fabs, NULL},
    {"fmod", NULL, fmod},
    {"hypot", NULL, hypot},
    {"log", log, NULL},
    {"log10", log10, NULL},
    {"log1p", log1p, NULL},
    {"log2", log2, NULL},
    {"pow", NULL, pow},
    {"radians", to_radians, NULL},
    {"sin", sin, NULL},
    {"sinh", sinh, NULL},
    {"sqrt", sqrt, NULL},
    {"tan", tan, NULL},
    {"tanh", tanh, NULL},
};

static const math_function *find(const char *path) {
    if (strncmp(path, "math.", 5) != 0)
        return NULL;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(functions[i].name, path + 5) == 0)
            return &functions[i];
    return NULL;
}

bool pk_plain_math(pk_arena *arena, const char *path, const pk_typed *args,
                   uint32_t count, pk_typed *out) {
    const pk_ty *f64 = pk_ty_number(PK_TYPE_f64);
    const math_function *f = find(path);
    double x[2] = {0, 0}, value;

    if (!f || count != (f->of_one ? 1 : 2))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        x[i] = pk_known_get_float(pk_known_convert(arena, args[i], f64));
        if (!isfinite(x[i]))
            return false;
    }
    value = f->of_one ? f->of_one(x[0]) : f->of_two(x[0], x[1]);
    *out = pk_known_float(arena, f64, value);
    return isfinite(value);
}
