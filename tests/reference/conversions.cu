/* SPDX-License-Identifier: Apache-2.0 */
/* Conversions between all types of numbers, in every rounding, with their
 * saturation, against MPFR. */
#include "reference.h"

#ifdef __CUDACC__
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#else
#include "exact.h"
using exact::number;

template <class T> static number of_integer(T a) {
    if constexpr (std::is_signed_v<T>)
        return number((long long)a);
    else
        return number((unsigned long long)a);
}

/* To an integer: rounded, then the nearest that the type has. NaN is 0, or the
 * highest bit where either type has 64 (PTX ISA 9.7.9.21). */
template <class T, class A> static T whole(A a, exact::mode direction) {
    static const mpfr_rnd_t directions[] = {MPFR_RNDN, MPFR_RNDZ, MPFR_RNDU,
                                            MPFR_RNDD};
    using limit = std::numeric_limits<T>;
    number value(a);

    if (a != a)
        return sizeof(T) == 8 || sizeof(A) == 8
                   ? (T)(UINT64_C(1) << (8 * sizeof(T) - 1))
                   : 0;
    if (std::isinf(a))
        return a < 0 ? limit::min() : limit::max();
    mpfr_rint(value.at, value.at, directions[direction]);
    if (mpfr_cmp(value.at, of_integer(limit::min()).at) < 0)
        return limit::min();
    if (mpfr_cmp(value.at, of_integer(limit::max()).at) > 0)
        return limit::max();
    return limit::min() == 0 ? (T)mpfr_get_uj(value.at, MPFR_RNDZ)
                             : (T)mpfr_get_sj(value.at, MPFR_RNDZ);
}
#endif

#define EVERY_ROUNDING(ROW, ...)                                               \
    ROW(rn, nearest, __VA_ARGS__)                                              \
    ROW(rz, zero, __VA_ARGS__)                                                 \
    ROW(ru, up, __VA_ARGS__)                                                   \
    ROW(rd, down, __VA_ARGS__)

#define TO_INTEGER(m, mode, A, from, T, to)                                    \
    MAP(from##2##to##_##m, T, (A a), __##from##2##to##_##m(a),                 \
        whole<T>(a, exact::mode))
EVERY_ROUNDING(TO_INTEGER, float, float, int32_t, int)
EVERY_ROUNDING(TO_INTEGER, float, float, uint32_t, uint)
EVERY_ROUNDING(TO_INTEGER, float, float, int64_t, ll)
EVERY_ROUNDING(TO_INTEGER, float, float, uint64_t, ull)
EVERY_ROUNDING(TO_INTEGER, double, double, int32_t, int)
EVERY_ROUNDING(TO_INTEGER, double, double, uint32_t, uint)
EVERY_ROUNDING(TO_INTEGER, double, double, int64_t, ll)
EVERY_ROUNDING(TO_INTEGER, double, double, uint64_t, ull)

#define FROM_INTEGER(m, mode, A, from, T, type, form)                          \
    MAP(from##2##type##_##m, T, (A a), __##from##2##type##_##m(a),             \
        of_integer(a).to(exact::form, exact::mode))
EVERY_ROUNDING(FROM_INTEGER, int32_t, int, float, float, f32)
EVERY_ROUNDING(FROM_INTEGER, uint32_t, uint, float, float, f32)
EVERY_ROUNDING(FROM_INTEGER, int64_t, ll, float, float, f32)
EVERY_ROUNDING(FROM_INTEGER, uint64_t, ull, float, float, f32)
EVERY_ROUNDING(FROM_INTEGER, int64_t, ll, double, double, f64)
EVERY_ROUNDING(FROM_INTEGER, uint64_t, ull, double, double, f64)

#define NARROWER(m, mode, ...)                                                 \
    MAP(double2float_##m, float, (double a), __double2float_##m(a),            \
        number(a).to(exact::f32, exact::mode))
EVERY_ROUNDING(NARROWER, )
MAP(float2double, double, (float a), (double)a, (double)a)

/* Halves travel as their bits; a NaN has only one pattern here. */
#define HALF(bits)   __ushort_as_half(bits)
#define HALF_BITS(h) (__hisnan(h) ? 0x7fff : __half_as_ushort(h))
#define BF16(bits)   __ushort_as_bfloat16(bits)
#define BF16_BITS(h) (__hisnan(h) ? 0x7fff : __bfloat16_as_ushort(h))
#define TO_HALF(m, mode, ...)                                                  \
    MAP(float2half_##m, uint16_t, (float a), HALF_BITS(__float2half_##m(a)),   \
        exact::f16_bits(number(a).to(exact::f16, exact::mode)))
EVERY_ROUNDING(TO_HALF, )
#define TO_BF16(m, mode, ...)                                                  \
    MAP(float2bfloat16_##m, uint16_t, (float a),                               \
        BF16_BITS(__float2bfloat16_##m(a)),                                    \
        exact::bf16_bits(number(a).to(exact::bf16, exact::mode)))
EVERY_ROUNDING(TO_BF16, )
MAP(double2half, uint16_t, (double a), HALF_BITS(__double2half(a)),
    exact::f16_bits(number(a).to(exact::f16)))
MAP(double2bfloat16, uint16_t, (double a), BF16_BITS(__double2bfloat16(a)),
    exact::bf16_bits(number(a).to(exact::bf16)))
MAP(half2float, float, (uint16_t a), __half2float(HALF(a)), exact::from_f16(a))
MAP(bfloat162float, float, (uint16_t a), __bfloat162float(BF16(a)),
    exact::from_bf16(a))

#define HALF_TO(m, mode, T, to)                                                \
    MAP(half2##to##_##m, T, (uint16_t a), __half2##to##_##m(HALF(a)),          \
        whole<T>((float)exact::from_f16(a), exact::mode))
#define BF16_TO(m, mode, T, to)                                                \
    MAP(bfloat162##to##_##m, T, (uint16_t a), __bfloat162##to##_##m(BF16(a)),  \
        whole<T>((float)exact::from_bf16(a), exact::mode))
EVERY_ROUNDING(HALF_TO, int32_t, int)
EVERY_ROUNDING(HALF_TO, uint16_t, ushort)
EVERY_ROUNDING(HALF_TO, int64_t, ll)
EVERY_ROUNDING(BF16_TO, int32_t, int)
EVERY_ROUNDING(BF16_TO, uint64_t, ull)

#define INTEGER_HALF(m, mode, A, from)                                         \
    MAP(from##2##half_##m, uint16_t, (A a), HALF_BITS(__##from##2half_##m(a)), \
        exact::f16_bits(of_integer(a).to(exact::f16, exact::mode)))
#define INTEGER_BF16(m, mode, A, from)                                         \
    MAP(from##2##bfloat16_##m, uint16_t, (A a),                                \
        BF16_BITS(__##from##2bfloat16_##m(a)),                                 \
        exact::bf16_bits(of_integer(a).to(exact::bf16, exact::mode)))
EVERY_ROUNDING(INTEGER_HALF, int32_t, int)
EVERY_ROUNDING(INTEGER_HALF, uint16_t, ushort)
EVERY_ROUNDING(INTEGER_HALF, uint64_t, ull)
EVERY_ROUNDING(INTEGER_BF16, uint32_t, uint)
EVERY_ROUNDING(INTEGER_BF16, int64_t, ll)

/* Instructions that CUDA C has no name for. */
#ifdef __CUDACC__
#define CVT(name, text, D, d, A, a)                                            \
    static __device__ D name(A from) {                                         \
        D to;                                                                  \
        asm(text " %0, %1;" : "=" d(to) : a(from));                            \
        return to;                                                             \
    }
CVT(rni_u16_f32, "cvt.rni.u16.f32", uint16_t, "h", float, "f")
CVT(rpi_s16_f64, "cvt.rpi.s16.f64", int16_t, "h", double, "d")
CVT(sat_s16_s64, "cvt.sat.s16.s64", int16_t, "h", int64_t, "l")
CVT(sat_u16_s32, "cvt.sat.u16.s32", uint16_t, "h", int32_t, "r")
CVT(sat_s32_u64, "cvt.sat.s32.u64", int32_t, "r", uint64_t, "l")
CVT(sat_u32_s64, "cvt.sat.u32.s64", uint32_t, "r", int64_t, "l")
CVT(sat_u64_s64, "cvt.sat.u64.s64", uint64_t, "l", int64_t, "l")
CVT(rmi_f32_f32, "cvt.rmi.f32.f32", float, "f", float, "f")
CVT(rzi_f64_f64, "cvt.rzi.f64.f64", double, "d", double, "d")
CVT(sat_f32_f64, "cvt.rn.sat.f32.f64", float, "f", double, "d")
CVT(ftz_f32_f64, "cvt.rn.ftz.f32.f64", float, "f", double, "d")
#else
template <class T, class A> static T clamped(A a) {
    using limit = std::numeric_limits<T>;
    __int128 wide = a;

    return wide<(__int128)limit::min() ? limit::min() : wide>(__int128)
                   limit::max()
               ? limit::max()
               : (T)wide;
}
static float flushed(double a) {
    double value = number(a).to(exact::f32);

    return (float)(std::fabs(value) < 0x1p-126 ? std::copysign(0.0, value)
                                               : value);
}
#endif
MAP(cvt_rni_u16_f32, uint16_t, (float a), rni_u16_f32(a),
    whole<uint16_t>(a, exact::nearest))
MAP(cvt_rpi_s16_f64, int16_t, (double a), rpi_s16_f64(a),
    whole<int16_t>(a, exact::up))
MAP(cvt_sat_s16_s64, int16_t, (int64_t a), sat_s16_s64(a), clamped<int16_t>(a))
MAP(cvt_sat_u16_s32, uint16_t, (int32_t a), sat_u16_s32(a),
    clamped<uint16_t>(a))
MAP(cvt_sat_s32_u64, int32_t, (uint64_t a), sat_s32_u64(a), clamped<int32_t>(a))
MAP(cvt_sat_u32_s64, uint32_t, (int64_t a), sat_u32_s64(a),
    clamped<uint32_t>(a))
MAP(cvt_sat_u64_s64, uint64_t, (int64_t a), sat_u64_s64(a),
    clamped<uint64_t>(a))
MAP(cvt_rmi_f32, float, (float a), rmi_f32_f32(a), std::floor(a))
MAP(cvt_rzi_f64, double, (double a), rzi_f64_f64(a), std::trunc(a))
MAP(cvt_sat_f32_f64, float, (double a), sat_f32_f64(a),
    a != a || a <= 0 ? 0
    : a > 1          ? 1
                     : number(a).to(exact::f32))
MAP(cvt_ftz_f32_f64, float, (double a), ftz_f32_f64(a), flushed(a))

/* Bits that change their name. */
MAP(bits_of_float, uint32_t, (uint32_t a), __float_as_uint(__uint_as_float(a)),
    a)
MAP(words_of_double, uint64_t, (uint64_t a),
    (uint64_t)(uint32_t)__double2hiint(__longlong_as_double((long long)a)) * 5 +
        (uint32_t)__double2loint(__longlong_as_double((long long)a)),
    (a >> 32) * 5 + (uint32_t)a)
MAP(double_of_words, uint64_t, (int32_t a, int32_t b),
    (uint64_t)__double_as_longlong(__hiloint2double(a, b)),
    (uint64_t)(uint32_t)a << 32 | (uint32_t)b)
