/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic of floats in each of the four roundings, bit for bit with the
 * host's own unit told to round so, and what IEEE 754 defines exactly. */
#include "reference.h"

#ifndef __CUDACC__
#include <cfenv>

/* The host's result of one operation, rounded in a direction. Volatile: the
 * compiler may neither compute it earlier nor move it. */
#define DIRECTED(name, expr)                                                   \
    template <class T> static T name(int direction, T p, T q = 0, T r = 0) {   \
        volatile T a = p, b = q, c = r, d;                                     \
        fesetround(direction);                                                 \
        d = expr;                                                              \
        fesetround(FE_TONEAREST);                                              \
        (void)b;                                                               \
        (void)c;                                                               \
        return d;                                                              \
    }
DIRECTED(sum, a + b)
DIRECTED(difference, a - b)
DIRECTED(product, a *b)
DIRECTED(quotient, a / b)
DIRECTED(fused, std::fma(a, b, c))
DIRECTED(root, std::sqrt(a))
DIRECTED(reciprocal, 1 / a)
#endif

#define EVERY_ROUNDING(ROW)                                                    \
    ROW(rn, FE_TONEAREST)                                                      \
    ROW(rz, FE_TOWARDZERO)                                                     \
    ROW(ru, FE_UPWARD)                                                         \
    ROW(rd, FE_DOWNWARD)
#define ADD32(m, fe)                                                           \
    MAP(add_f32_##m, float, (float a, float b), __fadd_##m(a, b), sum(fe, a, b))
#define SUB32(m, fe)                                                           \
    MAP(sub_f32_##m, float, (float a, float b), __fsub_##m(a, b),              \
        difference(fe, a, b))
#define MUL32(m, fe)                                                           \
    MAP(mul_f32_##m, float, (float a, float b), __fmul_##m(a, b),              \
        product(fe, a, b))
#define DIV32(m, fe)                                                           \
    MAP(div_f32_##m, float, (float a, float b), __fdiv_##m(a, b),              \
        quotient(fe, a, b))
#define FMA32(m, fe)                                                           \
    MAP(fma_f32_##m, float, (float a, float b, float c), __fmaf_##m(a, b, c),  \
        fused(fe, a, b, c))
#define SQRT32(m, fe)                                                          \
    MAP(sqrt_f32_##m, float, (float a), __fsqrt_##m(a), root(fe, a))
#define RCP32(m, fe)                                                           \
    MAP(rcp_f32_##m, float, (float a), __frcp_##m(a), reciprocal(fe, a))
#define ADD64(m, fe)                                                           \
    MAP(add_f64_##m, double, (double a, double b), __dadd_##m(a, b),           \
        sum(fe, a, b))
#define SUB64(m, fe)                                                           \
    MAP(sub_f64_##m, double, (double a, double b), __dsub_##m(a, b),           \
        difference(fe, a, b))
#define MUL64(m, fe)                                                           \
    MAP(mul_f64_##m, double, (double a, double b), __dmul_##m(a, b),           \
        product(fe, a, b))
#define DIV64(m, fe)                                                           \
    MAP(div_f64_##m, double, (double a, double b), __ddiv_##m(a, b),           \
        quotient(fe, a, b))
#define FMA64(m, fe)                                                           \
    MAP(fma_f64_##m, double, (double a, double b, double c),                   \
        __fma_##m(a, b, c), fused(fe, a, b, c))
#define SQRT64(m, fe)                                                          \
    MAP(sqrt_f64_##m, double, (double a), __dsqrt_##m(a), root(fe, a))
#define RCP64(m, fe)                                                           \
    MAP(rcp_f64_##m, double, (double a), __drcp_##m(a), reciprocal(fe, a))

EVERY_ROUNDING(ADD32)
EVERY_ROUNDING(SUB32)
EVERY_ROUNDING(MUL32)
EVERY_ROUNDING(DIV32)
EVERY_ROUNDING(FMA32)
EVERY_ROUNDING(SQRT32)
EVERY_ROUNDING(RCP32)
EVERY_ROUNDING(ADD64)
EVERY_ROUNDING(SUB64)
EVERY_ROUNDING(MUL64)
EVERY_ROUNDING(DIV64)
EVERY_ROUNDING(FMA64)
EVERY_ROUNDING(SQRT64)
EVERY_ROUNDING(RCP64)

/* What has one right answer without rounding, or is rounded once. */
#define EXACT(name, T, f)  MAP(name, T, (T a), f(a), std::f(a))
#define EXACT2(name, T, f) MAP(name, T, (T a, T b), f(a, b), std::f(a, b))
EXACT(floor_f32, float, floor)
EXACT(ceil_f32, float, ceil)
EXACT(trunc_f32, float, trunc)
EXACT(round_f32, float, round)
EXACT(rint_f32, float, rint)
EXACT(logb_f32, float, logb)
EXACT(floor_f64, double, floor)
EXACT(ceil_f64, double, ceil)
EXACT(trunc_f64, double, trunc)
EXACT(round_f64, double, round)
EXACT(rint_f64, double, rint)
EXACT(logb_f64, double, logb)
EXACT2(fmod_f32, float, fmod)
EXACT2(fmod_f64, double, fmod)
EXACT2(remainder_f32, float, remainder)
EXACT2(remainder_f64, double, remainder)
EXACT2(copysign_f32, float, copysign)
EXACT2(copysign_f64, double, copysign)
EXACT2(nextafter_f32, float, nextafter)
EXACT2(nextafter_f64, double, nextafter)
EXACT2(fdim_f32, float, fdim)
EXACT2(fdim_f64, double, fdim)
MAP(fmax_f32, float, (float a, float b), fmaxf(a, b) + 0.0f,
    (b != b || a > b ? a : b) + 0.0f)
MAP(fmin_f64, double, (double a, double b), fmin(a, b) + 0.0,
    (b != b || a < b ? a : b) + 0.0)
MAP(ldexp_f32, float, (float a, int8_t b), ldexpf(a, 2 * b),
    std::ldexp(a, 2 * b))
MAP(ldexp_f64, double, (double a, int16_t b), ldexp(a, b / 8),
    std::ldexp(a, b / 8))
#ifdef __CUDACC__
template <class T> static __device__ T mantissa(T a) {
    int exponent;
    T m = frexp(a, &exponent);
    return a == a && !isinf(a) ? m + 4 * exponent : m;
}
template <class T> static __device__ T parts(T a) {
    T whole, rest = modf(a, &whole);
    return isinf(a) ? rest + a : whole - rest;
}
#else
template <class T> static T mantissa(T a) {
    int exponent;
    T m = std::frexp(a, &exponent);
    return a == a && !std::isinf(a) ? m + 4 * exponent : m;
}
template <class T> static T parts(T a) {
    T whole, rest = std::modf(a, &whole);
    return std::isinf(a) ? rest + a : whole - rest;
}
#endif
MAP(frexp_f32, float, (float a), mantissa(a), mantissa(a))
MAP(frexp_f64, double, (double a), mantissa(a), mantissa(a))
MAP(modf_f32, float, (float a), parts(a), parts(a))
MAP(modf_f64, double, (double a), parts(a), parts(a))
MAP(classes_f32, int, (float a),
    (isnan(a) ? 1 : 0) + (isinf(a) ? 2 : 0) + (isfinite(a) ? 4 : 0) +
        (signbit(a) ? 8 : 0),
    (std::isnan(a) ? 1 : 0) + (std::isinf(a) ? 2 : 0) +
        (std::isfinite(a) ? 4 : 0) + (std::signbit(a) ? 8 : 0))
MAP(orders_f32, int, (float a, float b),
    (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16 * (a >= b) +
        32 * (a > b) + 64 * !(a < b),
    (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16 * (a >= b) +
        32 * (a > b) + 64 * !(a < b))
MAP(orders_f64, int, (double a, double b),
    (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16 * (a >= b) +
        32 * (a > b) + 64 * !(a < b),
    (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16 * (a >= b) +
        32 * (a > b) + 64 * !(a < b))
MAP(saturate_f32, float, (float a), __saturatef(a),
    a != a  ? 0.0f
    : a < 0 ? 0.0f
    : a > 1 ? 1.0f
            : a + 0.0f)
