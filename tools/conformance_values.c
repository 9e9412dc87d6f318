/* SPDX-License-Identifier: Apache-2.0 */
/* The conformance suite: values. Every type is loaded, stored and converted;
 * integers and floats at their edges are what Python says, to the bit. */
#include "tools/conformance.h"

#include <math.h>
#include <string.h>

/* ---- every type ---- */

static const char copy_source[] = HEAD "@cuda.jit\n"
                                       "def copy(a, s, out):\n"
                                       "    i = cuda.grid(1)\n"
                                       "    if i < a.size:\n"
                                       "        out[i] = a[i]\n"
                                       "    else:\n"
                                       "        out[i] = s\n";

static const pk_dtype numbers[] = {PK_DTYPE_bool, PK_DTYPE_i8,  PK_DTYPE_i16,
                                   PK_DTYPE_i32,  PK_DTYPE_i64, PK_DTYPE_u8,
                                   PK_DTYPE_u16,  PK_DTYPE_u32, PK_DTYPE_u64,
                                   PK_DTYPE_f32,  PK_DTYPE_f64};

enum { NUMBERS = sizeof numbers / sizeof *numbers };

static bool runs(const conformance *c, pk_dtype dtype) {
    return dtype != PK_DTYPE_f64 || c->limits.has_f64;
}

static pk_arg scalar_of(pk_dtype dtype) {
    pk_arg arg = {.kind = PK_ARG_scalar, .dtype = dtype};

    switch (dtype) {
    case PK_DTYPE_bool: arg.value.b = true; break;
    case PK_DTYPE_f32: arg.value.f32[0] = 3; break;
    case PK_DTYPE_f64: arg.value.f64[0] = 3; break;
    default: arg.value.i = 3; break;
    }
    return arg;
}

/* Bytes of any value but of bool, and back. */
static void every_type_is_loaded_and_stored(conformance *c) {
    for (int t = 0; t < NUMBERS; t++) {
        pk_dtype dtype = numbers[t];
        size_t size = pk_dtype_size(dtype);
        unsigned char a[40 * 8], out[41 * 8] = {0};
        pk_array xa = ONE_D(a, dtype, 40), xo = ONE_D(out, dtype, 41);
        if (!runs(c, dtype))
            continue;
        for (size_t i = 0; i < sizeof a; i++)
            a[i] = (unsigned char)(dtype == PK_DTYPE_bool ? i % 3 == 0 : i * 3);
        LAUNCH(c, copy_source, "copy", CONFIG_1D(1, 41), pk_in(&xa),
               scalar_of(dtype), pk_out(&xo));
        conformance_check(c, memcmp(a, out, 40 * size) == 0,
                          "%s: a copy differs", pk_dtype_name(dtype));
    }
}

static double read_number(const void *array, pk_dtype dtype, int i) {
    switch (dtype) {
    case PK_DTYPE_bool: return ((const uint8_t *)array)[i];
    case PK_DTYPE_i8: return ((const int8_t *)array)[i];
    case PK_DTYPE_i16: return ((const int16_t *)array)[i];
    case PK_DTYPE_i32: return ((const int32_t *)array)[i];
    case PK_DTYPE_i64: return (double)((const int64_t *)array)[i];
    case PK_DTYPE_u8: return ((const uint8_t *)array)[i];
    case PK_DTYPE_u16: return ((const uint16_t *)array)[i];
    case PK_DTYPE_u32: return ((const uint32_t *)array)[i];
    case PK_DTYPE_u64: return (double)((const uint64_t *)array)[i];
    case PK_DTYPE_f32: return ((const float *)array)[i];
    default: return ((const double *)array)[i];
    }
}

/* A float that every type takes in its own way: cut at its range, NaN 0. */
static double converted(pk_dtype dtype, float value) {
    double low = 0, high = 0;

    switch (dtype) {
    case PK_DTYPE_bool: return value != 0;
    case PK_DTYPE_i8: low = INT8_MIN, high = INT8_MAX; break;
    case PK_DTYPE_i16: low = INT16_MIN, high = INT16_MAX; break;
    case PK_DTYPE_i32: low = INT32_MIN, high = INT32_MAX; break;
    case PK_DTYPE_i64: low = -0x1p63, high = 0x1p63; break;
    case PK_DTYPE_u8: high = UINT8_MAX; break;
    case PK_DTYPE_u16: high = UINT16_MAX; break;
    case PK_DTYPE_u32: high = UINT32_MAX; break;
    case PK_DTYPE_u64: high = 0x1p64; break;
    default: return value;
    }
    if (isnan(value))
        return 0;
    return value < low ? low : value > high ? high : trunc(value);
}

static void floats_convert_to_every_type(conformance *c) {
    float a[] = {0,      1.75f, -1.75f,   127.5f, 128,      -129,
                 255.9f, 256,   -0.5f,    1e10f,  -1e10f,   3e19f,
                 -3e19f, 65536, 32767.5f, NAN,    INFINITY, -INFINITY};
    enum { N = sizeof a / sizeof *a };

    for (int t = 0; t < NUMBERS; t++) {
        unsigned char out[(N + 1) * 8] = {0};
        pk_array xa = ONE_D(a, PK_DTYPE_f32, N),
                 xo = ONE_D(out, numbers[t], N + 1);
        if (!runs(c, numbers[t]))
            continue;
        LAUNCH(c, copy_source, "copy", CONFIG_1D(1, N + 1), pk_in(&xa),
               pk_f32(3), pk_out(&xo));
        for (int i = 0; i < N; i++) {
            double got = read_number(out, numbers[t], i);
            double want = converted(numbers[t], a[i]);
            conformance_check(c, got == want || (isnan(got) && isnan(want)),
                              "%g as %s is %g, not %g", (double)a[i],
                              pk_dtype_name(numbers[t]), got, want);
        }
    }
}

/* ---- integers ---- */

static int64_t floor_div(int64_t a, int64_t b) {
    if (b == 0 || (a == INT64_MIN && b == -1))
        return 0;
    return a / b - (a % b != 0 && (a % b < 0) != (b < 0));
}

static int64_t floor_mod(int64_t a, int64_t b) {
    if (b == 0 || b == -1)
        return 0;
    return a % b + (a % b != 0 && (a % b < 0) != (b < 0) ? b : 0);
}

static int64_t shift_right(int64_t a, int64_t b) {
    return (uint64_t)b < 64 ? a >> b : a < 0 ? -1 : 0;
}

static int64_t shift_left(int64_t a, int64_t b) {
    return (uint64_t)b < 64 ? (int64_t)((uint64_t)a << b) : 0;
}

static void integers_are_pythons_at_their_edges(conformance *c) {
    static const char source[] = HEAD "@cuda.jit\n"
                                      "def edges(v, out):\n"
                                      "    i = cuda.grid(1)\n"
                                      "    n = v.size\n"
                                      "    if i < n * n:\n"
                                      "        a = v[i // n]\n"
                                      "        b = v[i % n]\n"
                                      "        out[i, 0] = a + b\n"
                                      "        out[i, 1] = a * b\n"
                                      "        out[i, 2] = a // b\n"
                                      "        out[i, 3] = a % b\n"
                                      "        out[i, 4] = a << b\n"
                                      "        out[i, 5] = a >> b\n"
                                      "        out[i, 6] = abs(a)\n"
                                      "        out[i, 7] = min(a, b)\n";
    int64_t v[] = {0,  1,  -1, 2,         -2,        7,         -7,
                   63, 64, 65, INT64_MAX, INT64_MIN, INT32_MAX, 1LL << 40};
    enum { N = sizeof v / sizeof *v };
    static int64_t out[N * N][8];
    pk_array xv = ONE_D(v, PK_DTYPE_i64, N);
    pk_array xo = pk_array_host(out, PK_DTYPE_i64, 2, (int64_t[]){N * N, 8});

    LAUNCH(c, source, "edges", CONFIG_1D(4, 64), pk_in(&xv), pk_out(&xo));
    for (int i = 0; i < N * N; i++) {
        int64_t a = v[i / N], b = v[i % N];
        const int64_t want[] = {(int64_t)((uint64_t)a + (uint64_t)b),
                                (int64_t)((uint64_t)a * (uint64_t)b),
                                floor_div(a, b),
                                floor_mod(a, b),
                                shift_left(a, b),
                                shift_right(a, b),
                                a < 0 ? (int64_t)(0 - (uint64_t)a) : a,
                                b < a ? b : a};
        for (int k = 0; k < 8; k++)
            conformance_check(c, out[i][k] == want[k],
                              "operation %d of %lld and %lld is %lld, not %lld",
                              k, (long long)a, (long long)b,
                              (long long)out[i][k], (long long)want[k]);
    }
}

/* ---- floats ---- */

static bool same_float(float a, float b) {
    return (a == b && signbit(a) == signbit(b)) || (isnan(a) && isnan(b));
}

/* CPython's float_divmod. */
static void divmod(float a, float b, float *quotient, float *rest) {
    float mod = fmodf(a, b), div = (a - mod) / b;

    if (mod != 0 && (b < 0) != (mod < 0)) {
        mod += b;
        div -= 1;
    } else if (mod == 0) {
        mod = copysignf(0, b);
    }
    *rest = mod;
    *quotient = div != 0 ? floorf(div) : copysignf(0, a / b);
    if (div - *quotient > 0.5f)
        *quotient += 1;
    if (b == 0)
        *quotient = a / b;
}

static void floats_are_exact_and_keep_their_specials(conformance *c) {
    static const char source[] =
        HEAD "@cuda.jit\n"
             "def edges(v, out):\n"
             "    i = cuda.grid(1)\n"
             "    n = v.size\n"
             "    if i < n * n:\n"
             "        a = v[i // n]\n"
             "        b = v[i % n]\n"
             "        out[i, 0] = a + b\n"
             "        out[i, 1] = a * b\n"
             "        out[i, 2] = a / b\n"
             "        out[i, 3] = a // b\n"
             "        out[i, 4] = a % b\n"
             "        out[i, 5] = math.sqrt(a)\n"
             "        out[i, 6] = a * b + a\n"
             "        out[i, 7] = math.floor(a) if abs(a) < 1e6 else b\n";
    float v[] = {0,         -0.0f,  1,      -1,    0.1f,           -2.5f,
                 3,         1e-45f, 1e-40f, 3e38f, -3e38f,         INFINITY,
                 -INFINITY, NAN,    1.5f,   7,     0x1.fffffep-1f, 1e20f,
                 5.5f};
    enum { N = sizeof v / sizeof *v };
    static float out[N * N][8];
    pk_array xv = ONE_D(v, PK_DTYPE_f32, N);
    pk_array xo = pk_array_host(out, PK_DTYPE_f32, 2, (int64_t[]){N * N, 8});

    LAUNCH(c, source, "edges", CONFIG_1D(8, 64), pk_in(&xv), pk_out(&xo));
    for (int i = 0; i < N * N; i++) {
        volatile float a = v[i / N], b = v[i % N], product = a * b;
        float want[8] = {
            a + b, product,  a / b,       0,
            0,     sqrtf(a), product + a, fabsf(a) < 1e6f ? floorf(a) : b};
        divmod(a, b, &want[3], &want[4]);
        for (int k = 0; k < 8; k++)
            conformance_check(c, same_float(out[i][k], want[k]),
                              "operation %d of %a and %a is %a, not %a", k,
                              (double)a, (double)b, (double)out[i][k],
                              (double)want[k]);
    }
}

/* ---- mathematics: the library's own, the same bits everywhere ---- */

static void mathematics_is_close(conformance *c) {
    static const char source[] = HEAD "@cuda.jit\n"
                                      "def functions(x, out):\n"
                                      "    i = cuda.grid(1)\n"
                                      "    if i < x.size:\n"
                                      "        v = x[i]\n"
                                      "        out[i, 0] = math.exp(v)\n"
                                      "        out[i, 1] = math.log(abs(v))\n"
                                      "        out[i, 2] = math.sin(v)\n"
                                      "        out[i, 3] = math.cos(v)\n";
    enum { N = 400 };
    static float x[N], out[N][4];
    pk_array xx = ONE_D(x, PK_DTYPE_f32, N);
    pk_array xo = pk_array_host(out, PK_DTYPE_f32, 2, (int64_t[]){N, 4});

    for (int i = 0; i < N; i++)
        x[i] = (float)(i - 200) * 0.37f + 0.01f;
    LAUNCH(c, source, "functions", CONFIG_1D(7, 64), pk_in(&xx), pk_out(&xo));
    for (int i = 0; i < N; i++) {
        double v = (double)x[i];
        const double want[] = {exp(v), log(fabs(v)), sin(v), cos(v)};
        for (int k = 0; k < 4; k++) {
            double unit = (double)nextafterf((float)fabs(want[k]), INFINITY) -
                          (double)(float)fabs(want[k]);
            conformance_check(c,
                              fabs((double)out[i][k] - want[k]) <= 1.5 * unit,
                              "function %d of %g is %.9g, not %.9g", k, v,
                              (double)out[i][k], want[k]);
        }
    }
}

/* ---- control ---- */

static int collatz(int64_t n) {
    int steps = 0;

    for (; n != 1 && steps < 200; steps++)
        n = n % 2 ? 3 * n + 1 : n / 2;
    return steps;
}

static void control_is_each_threads_own(conformance *c) {
    static const char source[] = HEAD "@cuda.jit\n"
                                      "def steps(out):\n"
                                      "    i = cuda.grid(1)\n"
                                      "    n = i + 1\n"
                                      "    count = 0\n"
                                      "    while n != 1:\n"
                                      "        if count == 200:\n"
                                      "            break\n"
                                      "        count += 1\n"
                                      "        if n % 2:\n"
                                      "            n = 3 * n + 1\n"
                                      "            continue\n"
                                      "        n //= 2\n"
                                      "    for k in range(i, 0, -7):\n"
                                      "        if k % 5 == 0:\n"
                                      "            return\n"
                                      "    out[i] = count\n";
    static int32_t out[500];
    pk_array xo = ONE_D(out, PK_DTYPE_i32, 500);

    for (int i = 0; i < 500; i++)
        out[i] = -1;
    LAUNCH(c, source, "steps", CONFIG_1D(10, 50), pk_inout(&xo));
    for (int i = 0; i < 500; i++) {
        int want = collatz(i + 1);
        for (int k = i; k > 0; k -= 7)
            want = k % 5 == 0 ? -1 : want;
        conformance_check(c, out[i] == want, "element %d is %d, not %d", i,
                          out[i], want);
    }
}

const conformance_test conformance_value_tests[] = {
    {"every type is loaded and stored", true, every_type_is_loaded_and_stored},
    {"floats convert to every type", true, floats_convert_to_every_type},
    {"integers are Python's at their edges", true,
     integers_are_pythons_at_their_edges},
    {"floats are exact and keep their specials", true,
     floats_are_exact_and_keep_their_specials},
    {"mathematics is close", true, mathematics_is_close},
    {"control is each thread's own", true, control_is_each_threads_own},
    {0},
};
