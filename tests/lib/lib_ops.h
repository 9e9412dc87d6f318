/* SPDX-License-Identifier: Apache-2.0 */
/* The operations of the device library's language in C: integers wrap, shift
 * counts of the width or more give 0 or the sign, floats round to nearest and
 * are never fused. */
#ifndef PORTKERN_TESTS_LIB_OPS_H
#define PORTKERN_TESTS_LIB_OPS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef int32_t i32_t;
typedef int64_t i64_t;
typedef uint32_t u32_t;
typedef uint64_t u64_t;
typedef float f32_t;
typedef double f64_t;

#define OP static inline __attribute__((unused))

#define INTEGER(T, U, bits)                                                    \
    OP T##_t add_##T(T##_t a, T##_t b) {                                       \
        return (T##_t)((U##_t)a + (U##_t)b);                                   \
    }                                                                          \
    OP T##_t sub_##T(T##_t a, T##_t b) {                                       \
        return (T##_t)((U##_t)a - (U##_t)b);                                   \
    }                                                                          \
    OP T##_t mul_##T(T##_t a, T##_t b) {                                       \
        return (T##_t)((U##_t)a * (U##_t)b);                                   \
    }                                                                          \
    OP T##_t neg_##T(T##_t a) {                                                \
        return (T##_t)(0 - (U##_t)a);                                          \
    }                                                                          \
    OP T##_t and_##T(T##_t a, T##_t b) {                                       \
        return a & b;                                                          \
    }                                                                          \
    OP T##_t or_##T(T##_t a, T##_t b) {                                        \
        return a | b;                                                          \
    }                                                                          \
    OP T##_t xor_##T(T##_t a, T##_t b) {                                       \
        return a ^ b;                                                          \
    }                                                                          \
    OP T##_t shl_##T(T##_t a, T##_t b) {                                       \
        return (U##_t)b < bits ? (T##_t)((U##_t)a << b) : 0;                   \
    }                                                                          \
    OP T##_t shr_##T(T##_t a, T##_t b) {                                       \
        U##_t n = (U##_t)b;                                                    \
        bool sign = (T##_t) - 1 < (T##_t)1;                                    \
        return n < bits ? a >> n : sign ? a >> (bits - 1) : 0;                 \
    }                                                                          \
    OP T##_t clz_##T(T##_t a) {                                                \
        return a ? (T##_t)(__builtin_clzll((U##_t)a) - 64 + bits) : bits;      \
    }
INTEGER(i32, u32, 32)
INTEGER(i64, u64, 64)
INTEGER(u32, u32, 32)
INTEGER(u64, u64, 64)
#undef INTEGER

OP u64_t quot_u64(u64_t a, u64_t b) {
    return b ? a / b : 0;
}
OP u64_t rem_u64(u64_t a, u64_t b) {
    return b ? a % b : 0;
}

OP u32_t mulhi_u32(u32_t a, u32_t b) {
    return (u32_t)((u64_t)a * b >> 32);
}
__extension__ typedef unsigned __int128 u128_t;
OP u64_t mulhi_u64(u64_t a, u64_t b) {
    return (u64_t)((u128_t)a * b >> 64);
}

#define FLOAT(T, I, U, s)                                                      \
    OP T##_t add_##T(T##_t a, T##_t b) {                                       \
        return a + b;                                                          \
    }                                                                          \
    OP T##_t sub_##T(T##_t a, T##_t b) {                                       \
        return a - b;                                                          \
    }                                                                          \
    OP T##_t mul_##T(T##_t a, T##_t b) {                                       \
        return a * b;                                                          \
    }                                                                          \
    OP T##_t div_##T(T##_t a, T##_t b) {                                       \
        return a / b;                                                          \
    }                                                                          \
    OP T##_t neg_##T(T##_t a) {                                                \
        return -a;                                                             \
    }                                                                          \
    OP T##_t abs_##T(T##_t a) {                                                \
        return fabs##s(a);                                                     \
    }                                                                          \
    OP T##_t fma_##T(T##_t a, T##_t b, T##_t c) {                              \
        return fma##s(a, b, c);                                                \
    }                                                                          \
    OP T##_t div_approx_##T(T##_t a, T##_t b) {                                \
        return a / b;                                                          \
    }                                                                          \
    OP T##_t exp2_approx_##T(T##_t a) {                                        \
        return (T##_t)exp2((double)a);                                         \
    }                                                                          \
    OP T##_t log2_approx_##T(T##_t a) {                                        \
        return (T##_t)log2((double)a);                                         \
    }                                                                          \
    OP T##_t sin_approx_##T(T##_t a) {                                         \
        return (T##_t)sin((double)a);                                          \
    }                                                                          \
    OP T##_t cos_approx_##T(T##_t a) {                                         \
        return (T##_t)cos((double)a);                                          \
    }                                                                          \
    OP T##_t rsqrt_approx_##T(T##_t a) {                                       \
        return (T##_t)(1 / sqrt((double)a));                                   \
    }                                                                          \
    OP T##_t sqrt_##T(T##_t a) {                                               \
        return sqrt##s(a);                                                     \
    }                                                                          \
    OP T##_t trunc_##T(T##_t a) {                                              \
        return trunc##s(a);                                                    \
    }                                                                          \
    OP T##_t floor_##T(T##_t a) {                                              \
        return floor##s(a);                                                    \
    }                                                                          \
    OP T##_t ceil_##T(T##_t a) {                                               \
        return ceil##s(a);                                                     \
    }                                                                          \
    OP T##_t rint_##T(T##_t a) {                                               \
        return rint##s(a);                                                     \
    }                                                                          \
    OP T##_t copysign_##T(T##_t a, T##_t b) {                                  \
        return copysign##s(a, b);                                              \
    }                                                                          \
    OP T##_t T##_bits_##I(I##_t a) {                                           \
        T##_t r;                                                               \
        memcpy(&r, &a, sizeof r);                                              \
        return r;                                                              \
    }                                                                          \
    OP T##_t T##_bits_##U(U##_t a) {                                           \
        T##_t r;                                                               \
        memcpy(&r, &a, sizeof r);                                              \
        return r;                                                              \
    }                                                                          \
    OP I##_t I##_bits_##T(T##_t a) {                                           \
        I##_t r;                                                               \
        memcpy(&r, &a, sizeof r);                                              \
        return r;                                                              \
    }                                                                          \
    OP U##_t U##_bits_##T(T##_t a) {                                           \
        U##_t r;                                                               \
        memcpy(&r, &a, sizeof r);                                              \
        return r;                                                              \
    }                                                                          \
    /* Equal numbers have equal bits, but for the sign of zeros. Selections,   \
     * of which compilers make vectors. */                                     \
    OP T##_t min_nan_##T(T##_t a, T##_t b) {                                   \
        T##_t equal = T##_bits_##U(U##_bits_##T(a) | U##_bits_##T(b));         \
        T##_t less = a < b ? a : b;                                            \
        less = a == b ? equal : less;                                          \
        return a != a ? a : less;                                              \
    }                                                                          \
    OP T##_t max_nan_##T(T##_t a, T##_t b) {                                   \
        T##_t equal = T##_bits_##U(U##_bits_##T(a) & U##_bits_##T(b));         \
        T##_t more = a > b ? a : b;                                            \
        more = a == b ? equal : more;                                          \
        return a != a ? a : more;                                              \
    }
FLOAT(f32, i32, u32, f)
FLOAT(f64, i64, u64, )
#undef FLOAT

/* Conversions that cannot leave the range; floats to integers saturate in the
 * language, and nothing in the library relies on it. */
#define FROM(T, S)                                                             \
    OP T##_t T##_from_##S(S##_t a) {                                           \
        return (T##_t)a;                                                       \
    }
typedef bool bool_t;
#define FROM_ALL(T)                                                            \
    FROM(T, i32) FROM(T, i64) FROM(T, u32) FROM(T, u64) FROM(T, bool)
FROM_ALL(i32)
FROM_ALL(i64)
FROM_ALL(u32)
FROM_ALL(u64)
FROM_ALL(f32)
FROM_ALL(f64)
FROM(f32, f64)
FROM(f64, f32)
FROM(i32, f32)
FROM(i64, f32)
FROM(i64, f64)
#undef FROM_ALL
#undef FROM
#undef OP

#endif
