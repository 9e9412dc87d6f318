/* SPDX-License-Identifier: Apache-2.0 */
/* Bits of floating-point numbers: the 16-bit formats, NaNs and subnormals as
 * the ISA wants them. */
#ifndef PORTKERN_SIM_HALF_H
#define PORTKERN_SIM_HALF_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define SIM_NAN_F32  UINT32_C(0x7fffffff)
#define SIM_NAN_HALF 0x7fff /* of f16 and bf16 */

static inline uint32_t sim_float_bits(float value) {
    uint32_t bits;

    memcpy(&bits, &value, 4);
    return bits;
}

static inline float sim_bits_float(uint32_t bits) {
    float value;

    memcpy(&value, &bits, 4);
    return value;
}

static inline uint64_t sim_double_bits(double value) {
    uint64_t bits;

    memcpy(&bits, &value, 8);
    return bits;
}

static inline double sim_bits_double(uint64_t bits) {
    double value;

    memcpy(&value, &bits, 8);
    return value;
}

/* A subnormal number becomes a zero of its sign. */
static inline uint32_t sim_ftz_word(uint32_t bits) {
    return bits & 0x7f800000 ? bits : bits & 0x80000000;
}
static inline float sim_ftz_bits(uint32_t bits) {
    return sim_bits_float(sim_ftz_word(bits));
}
static inline float sim_ftz(float value) {
    return sim_ftz_bits(sim_float_bits(value));
}
static inline uint16_t sim_half_ftz(uint16_t bits) {
    return bits & 0x7c00 ? bits : bits & 0x8000;
}

/* The one NaN that f32 instructions make. */
static inline float sim_canonical(float value) {
    return value != value ? sim_bits_float(SIM_NAN_F32) : value;
}

static inline float sim_bfloat_to_float(uint16_t bits) {
    return sim_bits_float((uint32_t)bits << 16);
}

static inline float sim_half_to_float(uint16_t bits) {
    uint32_t magnitude = (uint32_t)(bits & 0x7fff) << 13;
    uint32_t sign = (uint32_t)(bits & 0x8000) << 16;
    /* Powers of two bring the exponent into place, subnormals included. */
    float scaled = sim_bits_float(magnitude) * 0x1p112f;
    uint32_t word = magnitude >= UINT32_C(0x7c00) << 13
                        ? magnitude | 0x7f800000
                        : sim_float_bits(scaled);

    return sim_bits_float(word | sign);
}

typedef enum sim_mode { /* of rounding */
                        SIM_MODE_near,
                        SIM_MODE_zero,
                        SIM_MODE_down,
                        SIM_MODE_up,
                        SIM_MODE_away, /* nearest, ties away from zero */
} sim_mode;

/* A format narrower than double: bits of the fraction, of the exponent, and
 * what its codes above the finite ones are. */
typedef struct sim_format {
    int fraction, exponent;
    int bias;
    uint32_t largest;  /* finite magnitude */
    uint32_t infinity; /* 0: there is none */
    uint32_t nan;      /* 0: there is none */
} sim_format;

extern const sim_format sim_format_f16, sim_format_bf16, sim_format_f32,
    sim_format_tf32, sim_format_e4m3, sim_format_e5m2, sim_format_e2m1,
    sim_format_e2m3, sim_format_e3m2;

/* `value` rounded to the format's bits, sign on top. `saturate`: what is too
 * large (infinity too) becomes the largest finite number. */
uint32_t sim_round_to(double value, const sim_format *format, sim_mode mode,
                      bool saturate);
/* The bits' value. */
double sim_format_value(uint32_t bits, const sim_format *format);

/* Round to the nearest, ties to even; NaN becomes SIM_NAN_HALF. */
uint16_t sim_float_to_half(float value);
uint16_t sim_float_to_bfloat(float value);

/* a + b, or a * b + c, in a way that rounding the result to any format of at
 * most 24 bits gives what rounding the exact one would ("round to odd"). */
double sim_add_odd(double a, double b);

#endif
