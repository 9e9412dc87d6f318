/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of 4, 6 and 8 bits by the toolkit's own headers, whose way for the
 * host is the oracle. Up to sm_90 instructions are for those of 8 bits; sm_100a
 * has them for all. */
#include "reference.h"

#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

/* One expression for both sides. */
#define SAME(name, R, args, expr) MAP(name, R, args, expr, expr)

/* A NaN has one pattern here. */
static BOTH uint16_t half_bits(__half_raw h) {
    return (h.x & 0x7fff) > 0x7c00 ? 0x7fff : h.x;
}
static BOTH uint16_t brain_bits(__nv_bfloat16_raw h) {
    return (h.x & 0x7fff) > 0x7f80 ? 0x7fff : h.x;
}
static BOTH uint8_t e4m3_bits(uint8_t bits) {
    return (bits & 0x7f) == 0x7f ? 0x7f : bits;
}
static BOTH uint8_t e5m2_bits(uint8_t bits) {
    return (bits & 0x7f) > 0x7c ? 0x7f : bits;
}
static BOTH __half_raw raw(uint16_t bits) {
    __half_raw h;
    h.x = bits;
    return h;
}
static BOTH __nv_bfloat16_raw brain_raw(uint16_t bits) {
    __nv_bfloat16_raw h;
    h.x = bits;
    return h;
}

/* 8 bits */
SAME(e4m3_of_f32, uint8_t, (float a),
     e4m3_bits(__nv_cvt_float_to_fp8(a, __NV_SATFINITE, __NV_E4M3)))
SAME(e5m2_of_f32, uint8_t, (float a),
     e5m2_bits(__nv_cvt_float_to_fp8(a, __NV_SATFINITE, __NV_E5M2)))
SAME(e4m3_of_f64, uint8_t, (double a),
     e4m3_bits(__nv_cvt_double_to_fp8(a, __NV_NOSAT, __NV_E4M3)))
SAME(e5m2_of_f64, uint8_t, (double a),
     e5m2_bits(__nv_cvt_double_to_fp8(a, __NV_NOSAT, __NV_E5M2)))
SAME(e4m3_of_f16, uint8_t, (uint16_t a),
     e4m3_bits(__nv_cvt_halfraw_to_fp8(raw(a), __NV_SATFINITE, __NV_E4M3)))
SAME(e5m2_of_f16, uint8_t, (uint16_t a),
     e5m2_bits(__nv_cvt_halfraw_to_fp8(raw(a), __NV_SATFINITE, __NV_E5M2)))
SAME(e4m3_of_bf16, uint8_t, (uint16_t a),
     e4m3_bits(__nv_cvt_bfloat16raw_to_fp8(brain_raw(a), __NV_SATFINITE,
                                           __NV_E4M3)))
SAME(e4m3_pair, uint16_t, (float a, float b),
     (a != a || b != b) ? 0
                        : __nv_cvt_float2_to_fp8x2(make_float2(a, b),
                                                   __NV_SATFINITE, __NV_E4M3))
SAME(f16_of_e4m3, uint16_t, (uint8_t a),
     half_bits(__nv_cvt_fp8_to_halfraw(a, __NV_E4M3)))
SAME(f16_of_e5m2, uint16_t, (uint8_t a),
     half_bits(__nv_cvt_fp8_to_halfraw(a, __NV_E5M2)))

/* Exponents alone */
SAME(e8m0_of_f32_up, uint8_t, (float a),
     __nv_cvt_float_to_e8m0(a, __NV_SATFINITE, cudaRoundPosInf))
SAME(e8m0_of_f32_zero, uint8_t, (float a),
     __nv_cvt_float_to_e8m0(a, __NV_SATFINITE, cudaRoundZero))
SAME(e8m0_of_f32_open, uint8_t, (float a),
     __nv_cvt_float_to_e8m0(a, __NV_NOSAT, cudaRoundPosInf))
SAME(e8m0_of_bf16, uint8_t, (uint16_t a),
     __nv_cvt_bfloat16raw_to_e8m0(brain_raw(a), __NV_SATFINITE,
                                  cudaRoundPosInf))
SAME(e8m0_pair, uint16_t, (float a, float b),
     __nv_cvt_float2_to_e8m0x2(make_float2(a, b), __NV_SATFINITE,
                               cudaRoundZero))
SAME(bf16_of_e8m0, uint16_t, (uint8_t a),
     brain_bits(__nv_cvt_e8m0_to_bf16raw(a)))

/* 6 and 4 bits */
SAME(e2m3_of_f32, uint8_t, (float a),
     __nv_cvt_float_to_fp6(a, __NV_E2M3, cudaRoundNearest))
SAME(e3m2_of_f32, uint8_t, (float a),
     __nv_cvt_float_to_fp6(a, __NV_E3M2, cudaRoundNearest))
SAME(e2m1_of_f32, uint8_t, (float a),
     __nv_cvt_float_to_fp4(a, __NV_E2M1, cudaRoundNearest))
SAME(e2m1_pair, uint8_t, (float a, float b),
     __nv_cvt_float2_to_fp4x2(make_float2(a, b), __NV_E2M1, cudaRoundNearest))
SAME(f16_of_e2m3, uint16_t, (uint8_t a),
     half_bits(__nv_cvt_fp6_to_halfraw(a & 63, __NV_E2M3)))
SAME(f16_of_e3m2, uint16_t, (uint8_t a),
     half_bits(__nv_cvt_fp6_to_halfraw(a & 63, __NV_E3M2)))
SAME(f16_of_e2m1, uint16_t, (uint8_t a),
     half_bits(__nv_cvt_fp4_to_halfraw(a & 15, __NV_E2M1)))
