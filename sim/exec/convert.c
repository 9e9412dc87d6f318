/* SPDX-License-Identifier: Apache-2.0 */
/* cvt (PTX ISA 9.7.9.21): from any type to any, in the rounding asked for.
 * The few forms that code is full of are loops of their own. */
#include "sim/half.h"
#include "sim/rows.h"

#include <fenv.h>

/* ---- numbers of the sources ---- */

static bool is_float(uint8_t type) {
    return sim_types[type].kind == SIM_KIND_float;
}

static bool is_signed(uint8_t type) {
    return sim_types[type].kind == SIM_KIND_signed;
}

/* Bits of an integer type: u4 and its like are narrower than their bytes. */
static uint32_t bits_of(uint8_t type) {
    switch (type) {
    case SIM_TYPE_u4:
    case SIM_TYPE_s4: return 4;
    case SIM_TYPE_u2:
    case SIM_TYPE_s2: return 2;
    default: return 8u * sim_types[type].bytes;
    }
}

static uint64_t source_bits(const char *rows, uint32_t at, uint32_t width,
                            uint32_t lane, uint8_t type) {
    uint64_t bits = 0;

    memcpy(&bits, rows + at + (size_t)lane * width, sim_types[type].bytes);
    return bits;
}

static int64_t extend(uint64_t bits, uint32_t count) {
    uint64_t sign = UINT64_C(1) << (count - 1);

    if (count == 64)
        return (int64_t)bits;
    bits &= (sign << 1) - 1;
    return (int64_t)((bits ^ sign) - sign);
}

static double real_of(uint64_t bits, uint8_t type, bool ftz) {
    switch (type) {
    case SIM_TYPE_f16: return (double)sim_half_to_float((uint16_t)bits);
    case SIM_TYPE_bf16: return (double)sim_bfloat_to_float((uint16_t)bits);
    case SIM_TYPE_f64: return sim_bits_double(bits);
    case SIM_TYPE_e4m3: return sim_format_value(bits & 0xff, &sim_format_e4m3);
    case SIM_TYPE_e5m2: return sim_format_value(bits & 0xff, &sim_format_e5m2);
    default:
        return (double)sim_bits_float(ftz ? sim_ftz_word((uint32_t)bits)
                                          : (uint32_t)bits);
    }
}

static sim_mode mode_of(uint8_t round) {
    switch (round) {
    case SIM_ROUND_rz:
    case SIM_ROUND_rzi: return SIM_MODE_zero;
    case SIM_ROUND_rm:
    case SIM_ROUND_rmi: return SIM_MODE_down;
    case SIM_ROUND_rp:
    case SIM_ROUND_rpi: return SIM_MODE_up;
    case SIM_ROUND_rna: return SIM_MODE_away;
    default: return SIM_MODE_near;
    }
}

static bool is_integral(uint8_t round) {
    return round >= SIM_ROUND_rni && round <= SIM_ROUND_rpi;
}

/* Rounds to an integral value; -0 stays. */
static double integral(double value, uint8_t round) {
    switch (mode_of(round)) {
    case SIM_MODE_zero: return trunc(value);
    case SIM_MODE_down: return floor(value);
    case SIM_MODE_up: return ceil(value);
    default: return rint(value); /* to even: the host rounds so */
    }
}

/* ---- results ---- */

/* Integers saturate; a NaN is 0, or the highest bit alone where 64 bits are
 * involved. */
static uint64_t to_integer(double value, const sim_inst *inst) {
    uint32_t width = bits_of(inst->type);
    bool sign = is_signed(inst->type);
    double limit = ldexp(1.0, (int)(sign ? width - 1 : width));

    if (value != value)
        return inst->stype == SIM_TYPE_f64 || width == 64
                   ? UINT64_C(1) << (width - 1)
                   : 0;
    value = integral(value, inst->round);
    if (value >= limit)
        return sign ? (UINT64_C(1) << (width - 1)) - 1
                    : ~UINT64_C(0) >> (64 - width);
    if (sign)
        return value < -limit ? UINT64_C(1) << (width - 1)
                              : (uint64_t)(int64_t)value;
    return value <= 0 ? 0 : (uint64_t)value;
}

static uint64_t clamp_integer(uint64_t bits, const sim_inst *inst) {
    uint32_t width = bits_of(inst->type);
    uint64_t most = is_signed(inst->type) ? (UINT64_C(1) << (width - 1)) - 1
                    : width == 64         ? ~UINT64_C(0)
                                          : (UINT64_C(1) << width) - 1;
    int64_t value = (int64_t)bits;

    if (is_signed(inst->stype) && value < 0) {
        int64_t lowest =
            is_signed(inst->type) ? (int64_t)(~UINT64_C(0) << (width - 1)) : 0;

        return (uint64_t)(value < lowest ? lowest : value);
    }
    return bits > most ? most : bits;
}

static const sim_format *format_of(uint8_t type) {
    switch (type) {
    case SIM_TYPE_f16:
    case SIM_TYPE_f16x2: return &sim_format_f16;
    case SIM_TYPE_bf16:
    case SIM_TYPE_bf16x2: return &sim_format_bf16;
    case SIM_TYPE_e4m3:
    case SIM_TYPE_e4m3x2: return &sim_format_e4m3;
    case SIM_TYPE_e5m2:
    case SIM_TYPE_e5m2x2: return &sim_format_e5m2;
    case SIM_TYPE_e2m1x2: return &sim_format_e2m1;
    case SIM_TYPE_e2m3x2: return &sim_format_e2m3;
    case SIM_TYPE_e3m2x2: return &sim_format_e3m2;
    case SIM_TYPE_tf32: return &sim_format_tf32;
    default: return &sim_format_f32;
    }
}

/* ue8m0: 2 to the power of bits - 127, of the magnitude; 255 is NaN. */
static uint32_t to_power(double value, const sim_inst *inst) {
    uint32_t most = inst->satfinite ? 0xfe : 0xff;
    double size = fabs(value);
    int power;

    if (value != value)
        return 0xff;
    if (size < 0x1p-127)
        return 0;
    if (isinf(size))
        return most;
    power = ilogb(size) + 127;
    if (mode_of(inst->round) == SIM_MODE_up && size > ldexp(1, power - 127))
        power++;
    return (uint32_t)power < most ? (uint32_t)power : most;
}

static double of_power(uint32_t bits) {
    return bits == 0xff ? NAN : ldexp(1, (int)bits - 127);
}

/* Rounds to one of the small formats, with the instruction's modifiers. */
static uint32_t to_format(double value, uint8_t type, const sim_inst *inst) {
    const sim_format *format = format_of(type);
    bool finite = inst->satfinite || format == &sim_format_e4m3 || !format->nan;
    uint32_t bits;

    if (type == SIM_TYPE_ue8m0x2)
        return to_power(value, inst);
    if (inst->relu && (value < 0 || (value == 0 && signbit(value))))
        value = 0;
    if (inst->sat && !inst->satfinite)
        value = value > 0 ? value < 1 ? value : 1 : 0;
    bits = sim_round_to(value, format, mode_of(inst->round), finite);
    if (inst->ftz && format == &sim_format_f32)
        bits = sim_ftz_word(bits);
    /* tf32 is a f32 whose low bits do not count. */
    return format == &sim_format_tf32 ? bits << 13 : bits;
}

static uint64_t to_double(double value, const sim_inst *inst) {
    if (is_integral(inst->round))
        value = integral(value, inst->round);
    if (inst->sat)
        value = value > 0 ? value < 1 ? value : 1 : 0;
    return sim_double_bits(value);
}

/* An integer of 64 bits as a double that rounds further as the number would:
 * bits that do not fit leave a trace in the last place. */
static double odd_double(uint64_t magnitude) {
    if (magnitude >> 53)
        return ldexp((double)(magnitude >> 11 | ((magnitude & 0x7ff) != 0)),
                     11);
    return (double)magnitude;
}

static int host_mode(uint8_t round) {
    switch (mode_of(round)) {
    case SIM_MODE_zero: return FE_TOWARDZERO;
    case SIM_MODE_down: return FE_DOWNWARD;
    case SIM_MODE_up: return FE_UPWARD;
    default: return FE_TONEAREST;
    }
}

static uint64_t from_integer(uint64_t bits, const sim_inst *inst) {
    bool negative = is_signed(inst->stype) && (int64_t)bits < 0;
    uint64_t magnitude = negative ? 0 - bits : bits;
    double value;

    if (!bits) /* compilers' ways to convert may give -0, rounding down */
        return 0;
    if (inst->type != SIM_TYPE_f64) {
        value = odd_double(magnitude);
        return to_format(negative ? -value : value, inst->type, inst);
    }
    fesetround(host_mode(inst->round));
    {
        volatile double rounded =
            is_signed(inst->stype) ? (double)(int64_t)bits : (double)bits;
        value = rounded;
    }
    fesetround(FE_TONEAREST);
    return to_double(value, &(sim_inst){.sat = inst->sat});
}

static uint64_t convert_one(uint64_t bits, const sim_inst *inst) {
    double value;

    if (!is_float(inst->stype)) {
        if (is_signed(inst->stype))
            bits = (uint64_t)extend(bits, bits_of(inst->stype));
        if (is_float(inst->type))
            return from_integer(bits, inst);
        return inst->sat ? clamp_integer(bits, inst) : bits;
    }
    value = real_of(bits, inst->stype, inst->ftz);
    if (!is_float(inst->type))
        return to_integer(value, inst);
    if (inst->type == SIM_TYPE_f64)
        return to_double(value, inst);
    if (is_integral(inst->round))
        value = integral(value, inst->round);
    return to_format(value, inst->type, inst);
}

/* Extends a result to the lane of its row. */
static void put_result(char *rows, const sim_inst *inst, uint32_t lane,
                       uint64_t bits) {
    uint32_t width = bits_of(inst->type);

    if (width < 64) {
        bits &= (UINT64_C(1) << width) - 1;
        if (is_signed(inst->type))
            bits = (uint64_t)extend(bits, width);
    }
    memcpy(rows + inst->dst[0] + (size_t)lane * inst->dst_width, &bits,
           inst->dst_width);
}

SIM_STEP(convert) {
    const sim_inst *inst = step->inst;

    (void)warp;
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(left);
        uint64_t bits =
            source_bits(rows, inst->src[0], inst->src_width, l, inst->stype);

        put_result(rows, inst, l, convert_one(bits, inst));
    }
    return SIM_NEXT;
}

/* ---- two at a time ---- */

static uint32_t part_bits(uint8_t type) {
    const sim_format *format = format_of(type);
    uint32_t bits = (uint32_t)(1 + format->exponent + format->fraction);

    if (type == SIM_TYPE_ue8m0x2)
        return 8;
    return type == SIM_TYPE_e2m1x2 ? 4 : bits <= 8 ? 8 : 16;
}

/* d = {a, b}: a becomes the upper part. */
SIM_STEP(convert_two) {
    const sim_inst *inst = step->inst;
    uint32_t part = part_bits(inst->type);

    (void)warp;
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(left), both = 0;

        for (int i = 0; i < 2; i++) {
            double value = real_of(SIM_ROW(uint32_t, inst->src[1 - i])[l],
                                   SIM_TYPE_f32, inst->ftz);

            both |= to_format(value, inst->type, inst) << part * (uint32_t)i;
        }
        memcpy(rows + inst->dst[0] + (size_t)l * inst->dst_width, &both,
               inst->dst_width < 4 ? inst->dst_width : 4);
    }
    return SIM_NEXT;
}

/* f16x2 from two small numbers and back. */
SIM_STEP(convert_pair) {
    const sim_inst *inst = step->inst;
    uint32_t from = part_bits(inst->stype), to = part_bits(inst->type);

    (void)warp;
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(left), both = 0;
        uint64_t bits = 0;

        memcpy(&bits, rows + inst->src[0] + (size_t)l * inst->src_width,
               inst->src_width);
        for (uint32_t i = 0; i < 2; i++) {
            uint32_t one = (uint32_t)(bits >> from * i) & ((1u << from) - 1);
            double value = inst->stype == SIM_TYPE_ue8m0x2
                               ? of_power(one)
                               : sim_format_value(one, format_of(inst->stype));

            both |= to_format(value, inst->type, inst) << to * i;
        }
        memcpy(rows + inst->dst[0] + (size_t)l * inst->dst_width, &both,
               inst->dst_width < 4 ? inst->dst_width : 4);
    }
    return SIM_NEXT;
}

/* cvt.pack: two integers clamped and put side by side, below those of c. */
SIM_STEP(convert_pack) {
    const sim_inst *inst = step->inst;
    uint32_t part = bits_of(inst->type);
    uint64_t keep = (UINT64_C(1) << part) - 1;

    (void)warp;
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(left);
        uint64_t above =
            inst->src[2] == SIM_NONE ? 0 : SIM_ROW(uint32_t, inst->src[2])[l];
        uint64_t a = clamp_integer(
            (uint64_t)(int64_t)SIM_ROW(int32_t, inst->src[0])[l], inst);
        uint64_t b = clamp_integer(
            (uint64_t)(int64_t)SIM_ROW(int32_t, inst->src[1])[l], inst);

        SIM_ROW(uint32_t, inst->dst[0])
        [l] = (uint32_t)(above << 2 * part | (a & keep) << part | (b & keep));
    }
    return SIM_NEXT;
}

/* ---- the frequent ones ---- */

static inline int32_t truncated(float value) {
    return value >= 0x1p31f    ? INT32_MAX
           : value >= -0x1p31f ? (int32_t)value
           : value != value    ? 0
                               : INT32_MIN;
}

/* clang-format off */
#define PLAIN(name, D, S) ROWS3(name, D, S, S, S, a[l])
PLAIN(u64_u32, uint64_t, uint32_t)
PLAIN(s64_s32, int64_t, int32_t)
PLAIN(u32_u64, uint32_t, uint64_t)
PLAIN(u32_u16, uint32_t, uint16_t)
PLAIN(s32_s16, int32_t, int16_t)
PLAIN(u16_u32, uint16_t, uint32_t)
PLAIN(f32_s32, float, int32_t)
PLAIN(f32_u32, float, uint32_t)
PLAIN(f64_f32, double, float)
PLAIN(f64_s32, double, int32_t)
PLAIN(f64_u32, double, uint32_t)
PLAIN(f64_s64, double, int64_t)
ROWS3(f32_f64, float, double, double, double, sim_canonical((float)a[l]))
ROWS3(f32_f16, float, uint16_t, uint16_t, uint16_t,
      sim_canonical(sim_half_to_float(a[l])))
LANES3(s32_f32, int32_t, float, float, float, truncated(a[l]))
/* clang-format on */

static sim_step_fn frequent(const sim_inst *inst) {
    static const struct {
        uint8_t to, from, round;
        sim_step_fn run;
    } table[] = {
        {SIM_TYPE_u64, SIM_TYPE_u32, SIM_ROUND_none, u64_u32},
        {SIM_TYPE_s64, SIM_TYPE_u32, SIM_ROUND_none, u64_u32},
        {SIM_TYPE_s64, SIM_TYPE_s32, SIM_ROUND_none, s64_s32},
        {SIM_TYPE_u64, SIM_TYPE_s32, SIM_ROUND_none, s64_s32},
        {SIM_TYPE_u32, SIM_TYPE_u64, SIM_ROUND_none, u32_u64},
        {SIM_TYPE_s32, SIM_TYPE_u64, SIM_ROUND_none, u32_u64},
        {SIM_TYPE_u32, SIM_TYPE_s64, SIM_ROUND_none, u32_u64},
        {SIM_TYPE_s32, SIM_TYPE_s64, SIM_ROUND_none, u32_u64},
        {SIM_TYPE_u32, SIM_TYPE_u16, SIM_ROUND_none, u32_u16},
        {SIM_TYPE_s32, SIM_TYPE_u16, SIM_ROUND_none, u32_u16},
        {SIM_TYPE_s32, SIM_TYPE_s16, SIM_ROUND_none, s32_s16},
        {SIM_TYPE_u32, SIM_TYPE_s16, SIM_ROUND_none, s32_s16},
        {SIM_TYPE_u16, SIM_TYPE_u32, SIM_ROUND_none, u16_u32},
        {SIM_TYPE_f32, SIM_TYPE_s32, SIM_ROUND_rn, f32_s32},
        {SIM_TYPE_f32, SIM_TYPE_u32, SIM_ROUND_rn, f32_u32},
        {SIM_TYPE_f64, SIM_TYPE_f32, SIM_ROUND_none, f64_f32},
        {SIM_TYPE_f64, SIM_TYPE_s32, SIM_ROUND_rn, f64_s32},
        {SIM_TYPE_f64, SIM_TYPE_u32, SIM_ROUND_rn, f64_u32},
        {SIM_TYPE_f64, SIM_TYPE_s64, SIM_ROUND_rn, f64_s64},
        {SIM_TYPE_f32, SIM_TYPE_f64, SIM_ROUND_rn, f32_f64},
        {SIM_TYPE_f32, SIM_TYPE_f16, SIM_ROUND_none, f32_f16},
        {SIM_TYPE_s32, SIM_TYPE_f32, SIM_ROUND_rzi, s32_f32},
    };

    if (inst->sat || inst->ftz || inst->relu ||
        inst->dst_width != sim_types[inst->type].bytes ||
        inst->src_width != sim_types[inst->stype].bytes)
        return NULL;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].to == inst->type && table[i].from == inst->stype &&
            table[i].round == inst->round)
            return table[i].run;
    return NULL;
}

sim_step_fn sim_bind_convert(const sim_inst *inst) {
    sim_kind kind = (sim_kind)sim_types[inst->type].kind;
    sim_kind from = (sim_kind)sim_types[inst->stype].kind;
    sim_step_fn fast;

    if (inst->dst_width > 8 || inst->src_width > 8 ||
        inst->round == SIM_ROUND_rs)
        return NULL;
    if (inst->pack)
        return convert_pack;
    if (from == SIM_KIND_packed)
        return kind == SIM_KIND_packed ? convert_pair : NULL;
    if (kind == SIM_KIND_packed)
        return convert_two;
    fast = frequent(inst);
    return fast ? fast : convert;
}
