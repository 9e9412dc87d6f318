/* SPDX-License-Identifier: Apache-2.0 */
/* Floats as bits: the conversions of number.h. */
#include "core/number.h"

#include <math.h>
#include <string.h>

/* float64 to float16 in integers. Shifting the significand so that its last
 * kept bit is bit 0 works for normal and subnormal results alike. */
static uint16_t half_bits(uint64_t bits) {
    uint16_t sign = (uint16_t)(bits >> 48 & 0x8000);
    int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
    uint64_t significand = bits & ((UINT64_C(1) << 52) - 1);
    int drop;
    uint64_t kept, half, rest;

    if (exponent == 1024) {
        if (!significand)
            return sign | 0x7c00;
        return sign | 0x7e00 | (uint16_t)(significand >> 42);
    }
    if (exponent > 15)
        return sign | 0x7c00;
    if (exponent < -25)
        return sign;
    significand |= UINT64_C(1) << 52;
    drop = exponent >= -14 ? 42 : 42 + (-14 - exponent);
    kept = significand >> drop;
    half = UINT64_C(1) << (drop - 1);
    rest = significand & (2 * half - 1);
    kept += rest > half || (rest == half && (kept & 1));
    if (exponent >= -14) /* the leading bit adds one to the exponent field */
        kept += (uint64_t)(exponent + 14) << 10;
    return (uint16_t)(sign | kept);
}

static double half_value(uint16_t bits) {
    int exponent = bits >> 10 & 31;
    int significand = bits & 1023;
    double sign = bits & 0x8000 ? -1.0 : 1.0;
    uint64_t nan;
    double value;

    if (exponent == 31 && significand) {
        nan = (uint64_t)(bits & 0x8000) << 48 | UINT64_C(0x7ff8) << 48 |
              (uint64_t)significand << 42;
        memcpy(&value, &nan, sizeof value);
        return value;
    }
    if (exponent == 31)
        return sign * INFINITY;
    if (exponent)
        return sign * ldexp(significand + 1024, exponent - 25);
    return sign * ldexp(significand, -24);
}

uint64_t pk_float_bits(pk_type type, double value) {
    uint64_t wide;
    uint32_t narrow;
    float f;

    memcpy(&wide, &value, sizeof wide);
    if (type == PK_TYPE_f64)
        return wide;
    if (type == PK_TYPE_f16)
        return half_bits(wide);
    f = (float)value;
    memcpy(&narrow, &f, sizeof narrow);
    return narrow;
}

double pk_float_value(pk_type type, uint64_t bits) {
    uint32_t narrow = (uint32_t)bits;
    double value;
    float f;

    if (type == PK_TYPE_f16)
        return half_value((uint16_t)bits);
    if (type == PK_TYPE_f32) {
        memcpy(&f, &narrow, sizeof f);
        return f;
    }
    memcpy(&value, &bits, sizeof value);
    return value;
}
