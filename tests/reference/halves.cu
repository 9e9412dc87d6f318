/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic of half and bfloat16 by the toolkit's own headers, against MPFR
 * rounded to 11 and 8 places. */
#include "reference.h"

#ifdef __CUDACC__
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#else
#include "exact.h"
using exact::number;
#endif

/* A NaN has one pattern here; values travel as their bits. */
#define H(bits)   __ushort_as_half(bits)
#define H_BITS(h) canonical(h)
#define B(bits)   __ushort_as_bfloat16(bits)
#define TO_H(x)   exact::f16_bits((x).to(exact::f16))
#define TO_B(x)   exact::bf16_bits((x).to(exact::bf16))
#define NH(bits)  number(exact::from_f16(bits))
#define NB(bits)  number(exact::from_bf16(bits))
#ifdef __CUDACC__
static __device__ uint16_t canonical(__half h) {
    return __hisnan(h) ? 0x7fff : __half_as_ushort(h);
}
static __device__ uint16_t canonical(__nv_bfloat16 h) {
    return __hisnan(h) ? 0x7fff : __bfloat16_as_ushort(h);
}
static __device__ __half2 pair(uint32_t bits) {
    return __halves2half2(H((uint16_t)bits), H((uint16_t)(bits >> 16)));
}
static __device__ uint32_t canonical(__half2 p) {
    return canonical(__low2half(p)) | (uint32_t)canonical(__high2half(p)) << 16;
}
static __device__ __nv_bfloat162 bpair(uint32_t bits) {
    return __halves2bfloat162(B((uint16_t)bits), B((uint16_t)(bits >> 16)));
}
static __device__ uint32_t canonical(__nv_bfloat162 p) {
    return canonical(__low2bfloat16(p)) |
           (uint32_t)canonical(__high2bfloat16(p)) << 16;
}
#else
/* f of both lanes. */
template <class F>
static uint32_t both(uint32_t a, uint32_t b, uint32_t c, F f) {
    auto low = f((uint16_t)a, (uint16_t)b, (uint16_t)c);
    auto high =
        f((uint16_t)(a >> 16), (uint16_t)(b >> 16), (uint16_t)(c >> 16));

    return (uint32_t)(uint16_t)low | (uint32_t)(uint16_t)high << 16;
}
#define EACH(expr)                                                             \
    [](uint16_t x, uint16_t y, uint16_t z) -> uint16_t {                       \
        (void)x;                                                               \
        (void)y;                                                               \
        (void)z;                                                               \
        return expr;                                                           \
    }
static double saturated(double x) {
    return x != x || x <= 0 ? 0 : x > 1 ? 1 : x;
}
static double rectified(double x) {
    return x <= 0 ? 0 : x;
}
static double not_nan(double a, double b, bool larger) {
    if (a != a || b != b)
        return a != a ? b : a;
    if (a == b) /* +0 is larger than -0 */
        return std::signbit(a) == larger ? b : a;
    return (a > b) == larger ? a : b;
}
static double any_nan(double a, double b, bool larger) {
    return a != a || b != b ? NAN : not_nan(a, b, larger);
}
static double h(uint16_t a) {
    return exact::from_f16(a);
}
static double b16(uint16_t a) {
    return exact::from_bf16(a);
}
static int compared(double a, double b) {
    return (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) +
           16 * (a >= b) + 32 * (a > b);
}
#endif

#define HALF1(name, device, host)                                              \
    MAP(half_##name, uint16_t, (uint16_t a), canonical(device), host)
#define HALF2(name, device, host)                                              \
    MAP(half_##name, uint16_t, (uint16_t a, uint16_t b), canonical(device),    \
        host)
#define HALF3(name, device, host)                                              \
    MAP(half_##name, uint16_t, (uint16_t a, uint16_t b, uint16_t c),           \
        canonical(device), host)
#define BRAIN1(name, device, host)                                             \
    MAP(bf16_##name, uint16_t, (uint16_t a), canonical(device), host)
#define BRAIN2(name, device, host)                                             \
    MAP(bf16_##name, uint16_t, (uint16_t a, uint16_t b), canonical(device),    \
        host)
#define BRAIN3(name, device, host)                                             \
    MAP(bf16_##name, uint16_t, (uint16_t a, uint16_t b, uint16_t c),           \
        canonical(device), host)
#define PAIRS(name, device, host)                                              \
    MAP(half2_##name, uint32_t, (uint32_t a, uint32_t b, uint32_t c),          \
        canonical(device), both(a, b, c, EACH(host)))
#define BRAIN_PAIRS(name, device, host)                                        \
    MAP(bf162_##name, uint32_t, (uint32_t a, uint32_t b, uint32_t c),          \
        canonical(device), both(a, b, c, EACH(host)))

HALF2(add, __hadd_rn(H(a), H(b)), TO_H(NH(a) + NH(b)))
HALF2(sub, __hsub_rn(H(a), H(b)), TO_H(NH(a) - NH(b)))
HALF2(mul, __hmul_rn(H(a), H(b)), TO_H(NH(a) * NH(b)))
HALF3(fma, __hfma(H(a), H(b), H(c)), TO_H(NH(a) * NH(b) + NH(c)))
HALF2(add_sat, __hadd_sat(H(a), H(b)),
      exact::f16_bits(saturated((NH(a) + NH(b)).to(exact::f16))))
HALF2(mul_sat, __hmul_sat(H(a), H(b)),
      exact::f16_bits(saturated((NH(a) * NH(b)).to(exact::f16))))
HALF3(fma_relu, __hfma_relu(H(a), H(b), H(c)),
      exact::f16_bits(rectified((NH(a) * NH(b) + NH(c)).to(exact::f16))))
HALF1(neg, __hneg(H(a)), exact::f16_bits(-h(a)))
HALF1(abs, __habs(H(a)), exact::f16_bits(std::fabs(h(a))))
HALF2(max, __hmax(H(a), H(b)), exact::f16_bits(not_nan(h(a), h(b), true)))
HALF2(min, __hmin(H(a), H(b)), exact::f16_bits(not_nan(h(a), h(b), false)))
HALF2(max_nan, __hmax_nan(H(a), H(b)),
      exact::f16_bits(any_nan(h(a), h(b), true)))
HALF2(min_nan, __hmin_nan(H(a), H(b)),
      exact::f16_bits(any_nan(h(a), h(b), false)))
HALF1(floor, hfloor(H(a)), exact::f16_bits(std::floor(h(a))))
HALF1(rint, hrint(H(a)), exact::f16_bits(std::rint(h(a))))
MAP(half_orders, int, (uint16_t a, uint16_t b),
    __hlt(H(a), H(b)) + 2 * __hle(H(a), H(b)) + 4 * __heq(H(a), H(b)) +
        8 * __hneu(H(a), H(b)) + 16 * __hge(H(a), H(b)) +
        32 * __hgt(H(a), H(b)),
    compared(h(a), h(b)))
MAP(half_shuffled, uint32_t, (uint32_t a, uint32_t b),
    canonical(__highs2half2(pair(a), pair(b))),
    both(a >> 16, b >> 16, 0, EACH(0)) |
        (uint32_t)exact::f16_bits(h((uint16_t)(a >> 16))) |
        (uint32_t)exact::f16_bits(h((uint16_t)(b >> 16))) << 16)

/* Quotients and roots go through floats, to a correctly rounded result. */
MAP_NEAR(half_div, float, (uint16_t a, uint16_t b), 0.5 * 0x1p13 + 1, 0x1p-25,
         __half2float(__hdiv(H(a), H(b))),
         (long double)(NH(a) / NH(b)).to(exact::f16))
HALF1(sqrt, hsqrt(H(a)), TO_H(sqrt(NH(a))))

PAIRS(add, __hadd2_rn(pair(a), pair(b)), TO_H(NH(x) + NH(y)))
PAIRS(sub, __hsub2_rn(pair(a), pair(b)), TO_H(NH(x) - NH(y)))
PAIRS(mul, __hmul2_rn(pair(a), pair(b)), TO_H(NH(x) * NH(y)))
PAIRS(fma, __hfma2(pair(a), pair(b), pair(c)), TO_H(NH(x) * NH(y) + NH(z)))
PAIRS(fma_sat, __hfma2_sat(pair(a), pair(b), pair(c)),
      exact::f16_bits(saturated((NH(x) * NH(y) + NH(z)).to(exact::f16))))
PAIRS(max, __hmax2(pair(a), pair(b)),
      exact::f16_bits(not_nan(h(x), h(y), true)))
PAIRS(min_nan, __hmin2_nan(pair(a), pair(b)),
      exact::f16_bits(any_nan(h(x), h(y), false)))
PAIRS(neg, __hneg2(pair(a)), exact::f16_bits(-h(x)))
MAP(half2_equal, uint32_t, (uint32_t a, uint32_t b),
    __heq2_mask(pair(a), pair(b)),
    both(a, b, 0, EACH(h(x) == h(y) ? 0xffff : 0)))
MAP(half2_greater, uint32_t, (uint32_t a, uint32_t b),
    __hgtu2_mask(pair(a), pair(b)),
    both(a, b, 0, EACH(!(h(x) <= h(y)) ? 0xffff : 0)))
MAP(half2_of_floats, uint32_t, (float a, float b),
    canonical(__floats2half2_rn(a, b)),
    TO_H(number(a)) | (uint32_t)TO_H(number(b)) << 16)

BRAIN2(add, __hadd_rn(B(a), B(b)), TO_B(NB(a) + NB(b)))
BRAIN2(sub, __hsub_rn(B(a), B(b)), TO_B(NB(a) - NB(b)))
BRAIN2(mul, __hmul_rn(B(a), B(b)), TO_B(NB(a) * NB(b)))
BRAIN3(fma, __hfma(B(a), B(b), B(c)), TO_B(NB(a) * NB(b) + NB(c)))
BRAIN3(fma_relu, __hfma_relu(B(a), B(b), B(c)),
       exact::bf16_bits(rectified((NB(a) * NB(b) + NB(c)).to(exact::bf16))))
BRAIN1(neg, __hneg(B(a)), exact::bf16_bits(-b16(a)))
BRAIN1(abs, __habs(B(a)), exact::bf16_bits(std::fabs(b16(a))))
BRAIN2(max, __hmax(B(a), B(b)), exact::bf16_bits(not_nan(b16(a), b16(b), true)))
BRAIN2(min_nan, __hmin_nan(B(a), B(b)),
       exact::bf16_bits(any_nan(b16(a), b16(b), false)))
MAP(bf16_orders, int, (uint16_t a, uint16_t b),
    __hlt(B(a), B(b)) + 2 * __hle(B(a), B(b)) + 4 * __heq(B(a), B(b)) +
        8 * __hneu(B(a), B(b)) + 16 * __hge(B(a), B(b)) +
        32 * __hgt(B(a), B(b)),
    compared(b16(a), b16(b)))
BRAIN_PAIRS(add, __hadd2_rn(bpair(a), bpair(b)), TO_B(NB(x) + NB(y)))
BRAIN_PAIRS(mul, __hmul2_rn(bpair(a), bpair(b)), TO_B(NB(x) * NB(y)))
BRAIN_PAIRS(fma, __hfma2(bpair(a), bpair(b), bpair(c)),
            TO_B(NB(x) * NB(y) + NB(z)))
BRAIN_PAIRS(max, __hmax2(bpair(a), bpair(b)),
            exact::bf16_bits(not_nan(b16(x), b16(y), true)))
