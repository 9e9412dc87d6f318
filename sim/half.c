/* SPDX-License-Identifier: Apache-2.0 */
/* Rounding to narrow formats, exactly, with integers only. */
#include "sim/half.h"

const sim_format sim_format_f16 = {10, 5, 15, 0x7bff, 0x7c00, 0x7fff};
const sim_format sim_format_bf16 = {7, 8, 127, 0x7f7f, 0x7f80, 0x7fff};
const sim_format sim_format_f32 = {23,         8,          127,
                                   0x7f7fffff, 0x7f800000, 0x7fffffff};
const sim_format sim_format_tf32 = {10, 8, 127, 0x3fbff, 0x3fc00, 0x3ffff};
const sim_format sim_format_e4m3 = {3, 4, 7, 0x7e, 0, 0x7f};
const sim_format sim_format_e5m2 = {2, 5, 15, 0x7b, 0x7c, 0x7f};
const sim_format sim_format_e2m1 = {1, 2, 1, 0x7, 0, 0};
const sim_format sim_format_e2m3 = {3, 2, 1, 0x1f, 0, 0};
const sim_format sim_format_e3m2 = {2, 3, 3, 0x1f, 0, 0};

/* Whether the part below the last bit makes the magnitude one larger. */
static bool rounds_up(bool odd, int half, bool sign, sim_mode mode) {
    /* half: the dropped part is 0 nothing, 1 less than, 2 just, 3 more than
     * half of the last bit. */
    switch (mode) {
    case SIM_MODE_near: return half == 3 || (half == 2 && odd);
    case SIM_MODE_away: return half >= 2;
    case SIM_MODE_down: return half && sign;
    case SIM_MODE_up: return half && !sign;
    case SIM_MODE_zero: break;
    }
    return false;
}

/* `whole` shifted right by `shift` > 0 and rounded. */
static uint64_t shifted(uint64_t whole, int shift, bool sign, sim_mode mode) {
    uint64_t kept, dropped, middle;
    int half;

    if (shift > 62)
        return rounds_up(false, whole != 0, sign, mode);
    kept = whole >> shift;
    dropped = whole & ((UINT64_C(1) << shift) - 1);
    middle = UINT64_C(1) << (shift - 1);
    half = dropped == 0 ? 0 : dropped < middle ? 1 : dropped == middle ? 2 : 3;
    return kept + rounds_up(kept & 1, half, sign, mode);
}

static uint32_t overflowed(const sim_format *format, bool sign, sim_mode mode,
                           bool saturate) {
    if (saturate || mode == SIM_MODE_zero || (mode == SIM_MODE_down && !sign) ||
        (mode == SIM_MODE_up && sign))
        return format->largest;
    return format->infinity ? format->infinity
           : format->nan    ? format->nan
                            : format->largest;
}

uint32_t sim_round_to(double value, const sim_format *format, sim_mode mode,
                      bool saturate) {
    uint64_t bits = sim_double_bits(value);
    bool sign = bits >> 63;
    int exponent = (int)(bits >> 52 & 0x7ff), least = 1 - format->bias;
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1), code;
    uint32_t top = (uint32_t)sign << (format->fraction + format->exponent);

    if (exponent == 0x7ff && fraction)
        return format->nan ? format->nan : format->largest;
    if (exponent == 0x7ff)
        return top | (saturate || !format->infinity
                          ? overflowed(format, sign, SIM_MODE_near, saturate)
                          : format->infinity);
    if (exponent)
        fraction |= UINT64_C(1) << 52;
    exponent = (exponent ? exponent : 1) - 1023;
    if (exponent >= least) {
        code = shifted(fraction, 52 - format->fraction, sign, mode);
        code += (uint64_t)(exponent - least) << format->fraction;
    } else {
        code = shifted(fraction, 52 - format->fraction + least - exponent, sign,
                       mode);
    }
    if (code > format->largest)
        return top | overflowed(format, sign, mode, saturate);
    return top | (uint32_t)code;
}

double sim_format_value(uint32_t bits, const sim_format *format) {
    uint32_t sign = bits >> (format->fraction + format->exponent) & 1;
    uint32_t magnitude =
        bits & ((UINT32_C(1) << (format->fraction + format->exponent)) - 1);
    uint32_t exponent = magnitude >> format->fraction;
    uint32_t fraction = magnitude & ((UINT32_C(1) << format->fraction) - 1);
    double value;

    if (magnitude > format->largest)
        value = format->infinity && magnitude == format->infinity
                    ? (double)INFINITY
                    : (double)NAN;
    else if (exponent == 0)
        value = ldexp(fraction, 1 - format->bias - format->fraction);
    else
        value = ldexp(fraction + (UINT32_C(1) << format->fraction),
                      (int)exponent - format->bias - format->fraction);
    return sign ? -value : value;
}

uint16_t sim_float_to_half(float value) {
    return (uint16_t)sim_round_to((double)value, &sim_format_f16, SIM_MODE_near,
                                  false);
}

uint16_t sim_float_to_bfloat(float value) {
    uint32_t bits = sim_float_bits(value);

    if (value != value)
        return SIM_NAN_HALF;
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

double sim_add_odd(double a, double b) {
    double sum = a + b;
    double part = sum - a;
    double error = (a - (sum - part)) + (b - part);
    uint64_t bits = sim_double_bits(sum);

    if (!isfinite(sum) || error == 0.0 || bits & 1)
        return sum;
    /* The true sum lies between an even and an odd neighbour: the odd one
     * keeps the trace of what was dropped. */
    return sim_bits_double((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
}
