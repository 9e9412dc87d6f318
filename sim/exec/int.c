/* SPDX-License-Identifier: Apache-2.0 */
/* Whole numbers: PTX ISA 9.7.1, all but what works on bits and carries.
 * Arithmetic is done on unsigned numbers, where it wraps. Division by zero,
 * which the ISA leaves open, gives all ones, and the dividend as the rest. */
#include "sim/rows.h"

typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;

/* W is the type twice as wide, U unsigned arithmetic that does not promote to
 * int. */
#define WRAPPING(T, U, W)                                                      \
    ROWS(add_##T, U, U, (U)a[l] + b[l])                                        \
    ROWS(sub_##T, U, U, (U)a[l] - b[l])                                        \
    ROWS(mul_lo_##T, U, U, 1u * a[l] * b[l])                                   \
    ROWS(mad_lo_##T, U, U, 1u * a[l] * b[l] + c[l])                            \
    ROWS(mul_hi_##T, T, T, ((W)a[l] * b[l]) >> 8 * sizeof(T))                  \
    ROWS(mad_hi_##T, U, T, (U)(((W)a[l] * b[l]) >> 8 * sizeof(T)) + (U)c[l])   \
    ROWS(min_##T, T, T, a[l] < b[l] ? a[l] : b[l])                             \
    ROWS(max_##T, T, T, a[l] > b[l] ? a[l] : b[l])                             \
    ROWS(sad_##T, U, T,                                                        \
         (U)(a[l] < b[l] ? (U)b[l] - (U)a[l] : (U)a[l] - (U)b[l]) + (U)c[l])

/* clang-format off */
WRAPPING(u16, uint16_t, uint32_t)
WRAPPING(s16, uint16_t, int32_t)
WRAPPING(u32, uint32_t, uint64_t)
WRAPPING(s32, uint32_t, int64_t)
WRAPPING(u64, uint64_t, sim_u128)
WRAPPING(s64, uint64_t, sim_i128)

ROWS(mul_wide_u16, u32, u16, (u32)a[l] * b[l])
ROWS(mul_wide_s16, s32, s16, (s32)a[l] * b[l])
ROWS(mul_wide_u32, u64, u32, (u64)a[l] * b[l])
ROWS(mul_wide_s32, s64, s32, (s64)a[l] * b[l])
ROWS3(mad_wide_u16, u32, u16, u16, u32, (u32)a[l] * b[l] + c[l])
ROWS3(mad_wide_s16, u32, s16, s16, u32, (u32)((s32)a[l] * b[l]) + c[l])
ROWS3(mad_wide_u32, u64, u32, u32, u64, (u64)a[l] * b[l] + c[l])
ROWS3(mad_wide_s32, u64, s32, s32, u64, (u64)((s64)a[l] * b[l]) + c[l])

/* A mul.wide or mad.lo of 16 bits multiplied as 64 wraps alike. */
ROWS(abs_s16, u16, u16, (s16)a[l] < 0 ? 0u - a[l] : a[l])
ROWS(abs_s32, u32, u32, (s32)a[l] < 0 ? 0u - a[l] : a[l])
ROWS(abs_s64, u64, u64, (s64)a[l] < 0 ? 0u - a[l] : a[l])
ROWS(neg_s16, u16, u16, 0u - a[l])
ROWS(neg_s32, u32, u32, 0u - a[l])
ROWS(neg_s64, u64, u64, 0u - a[l])

static inline s32 saturate(s64 value) {
    return value > INT32_MAX   ? INT32_MAX
           : value < INT32_MIN ? INT32_MIN
                               : (s32)value;
}

ROWS(add_sat_s32, s32, s32, saturate((s64)a[l] + b[l]))
ROWS(sub_sat_s32, s32, s32, saturate((s64)a[l] - b[l]))
ROWS(mad_hi_sat_s32, s32, s32, saturate(((s64)a[l] * b[l] >> 32) + c[l]))

static inline u32 low24(u32 value) { return value & 0xffffff; }
static inline s32 signed24(u32 value) {
    return (s32)(low24(value) ^ 0x800000) - 0x800000;
}

ROWS(mul24_lo_u32, u32, u32, low24(a[l]) * low24(b[l]))
ROWS(mul24_lo_s32, u32, u32, (u32)signed24(a[l]) * (u32)signed24(b[l]))
ROWS(mul24_hi_u32, u32, u32, (u64)low24(a[l]) * low24(b[l]) >> 16)
ROWS(mul24_hi_s32, u32, u32, (s64)signed24(a[l]) * signed24(b[l]) >> 16)
ROWS(mad24_lo_u32, u32, u32, low24(a[l]) * low24(b[l]) + c[l])
ROWS(mad24_lo_s32, u32, u32, (u32)signed24(a[l]) * (u32)signed24(b[l]) + c[l])
ROWS(mad24_hi_u32, u32, u32, (u32)((u64)low24(a[l]) * low24(b[l]) >> 16) + c[l])
ROWS(mad24_hi_s32, u32, u32,
     (u32)((s64)signed24(a[l]) * signed24(b[l]) >> 16) + c[l])
ROWS(mad24_hi_sat_s32, s32, u32,
     saturate(((s64)signed24(a[l]) * signed24(b[l]) >> 16) + (s32)c[l]))

#define DIVISION_U(T)                                                          \
    LANES(div_##T, T, T, b[l] ? a[l] / b[l] : (T)~(T)0)                        \
    LANES(rem_##T, T, T, b[l] ? a[l] % b[l] : a[l])
#define DIVISION_S(T, U)                                                       \
    LANES(div_##T, T, T,                                                       \
          b[l] == 0    ? (T)-1                                                 \
          : b[l] == -1 ? (T)((U)0 - (U)a[l])                                   \
                       : (T)(a[l] / b[l]))                                     \
    LANES(rem_##T, T, T,                                                       \
          b[l] == 0    ? a[l]                                                  \
          : b[l] == -1 ? (T)0                                                  \
                       : (T)(a[l] % b[l]))

DIVISION_U(u16)
DIVISION_U(u32)
DIVISION_U(u64)
DIVISION_S(s16, u16)
DIVISION_S(s32, u32)
DIVISION_S(s64, u64)

/* Two numbers to a register. */
static inline u32 pair(u32 low, u32 high) { return (low & 0xffff) | high << 16; }
#define BOTH(f, x, y) pair(f(u32, (x), (y)), f(u32, (x) >> 16, (y) >> 16))
#define PLUS(T, x, y) (T)((x) + (y))
#define MIN_U(T, x, y) (T)((u16)(x) < (u16)(y) ? (u16)(x) : (u16)(y))
#define MAX_U(T, x, y) (T)((u16)(x) > (u16)(y) ? (u16)(x) : (u16)(y))
#define MIN_S(T, x, y) (T)((s16)(x) < (s16)(y) ? (s16)(x) : (s16)(y))
#define MAX_S(T, x, y) (T)((s16)(x) > (s16)(y) ? (s16)(x) : (s16)(y))

ROWS(add_x2, u32, u32, BOTH(PLUS, a[l], b[l]))
ROWS(min_u16x2, u32, u32, BOTH(MIN_U, a[l], b[l]))
ROWS(max_u16x2, u32, u32, BOTH(MAX_U, a[l], b[l]))
ROWS(min_s16x2, u32, u32, BOTH(MIN_S, a[l], b[l]))
ROWS(max_s16x2, u32, u32, BOTH(MAX_S, a[l], b[l]))

static inline u32 relu2(u32 value) {
    return (value & 0x8000 ? 0 : value & 0xffff) |
           (value & 0x80000000 ? 0 : value & 0xffff0000);
}
static inline s32 relu(s32 value) { return value < 0 ? 0 : value; }

ROWS(min_relu_s16x2, u32, u32, relu2(BOTH(MIN_S, a[l], b[l])))
ROWS(max_relu_s16x2, u32, u32, relu2(BOTH(MAX_S, a[l], b[l])))
ROWS(min_relu_s32, s32, s32, relu(a[l] < b[l] ? a[l] : b[l]))
ROWS(max_relu_s32, s32, s32, relu(a[l] > b[l] ? a[l] : b[l]))

/* dp4a, dp2a: bytes of a and b (halves of a and bytes of b). */
static inline s32 byte_of(u32 word, int i, bool is_signed) {
    u32 byte = word >> 8 * i & 0xff;

    return is_signed ? (s32)(byte ^ 0x80) - 0x80 : (s32)byte;
}
static inline s32 half_of(u32 word, int i, bool is_signed) {
    u32 half = word >> 16 * i & 0xffff;

    return is_signed ? (s32)(half ^ 0x8000) - 0x8000 : (s32)half;
}
static inline u32 dot4(u32 a, u32 b, u32 c, bool sa, bool sb) {
    for (int i = 0; i < 4; i++)
        c += (u32)(byte_of(a, i, sa) * byte_of(b, i, sb));
    return c;
}
static inline u32 dot2(u32 a, u32 b, u32 c, bool sa, bool sb, int at) {
    for (int i = 0; i < 2; i++)
        c += (u32)half_of(a, i, sa) * (u32)byte_of(b, at + i, sb);
    return c;
}
/* clang-format on */

static bool is_signed(uint8_t type) {
    return sim_types[type].kind == SIM_KIND_signed;
}

#define STYPE(inst) ((inst)->stype ? (inst)->stype : (inst)->type)
#define BTYPE(inst) ((inst)->btype ? (inst)->btype : STYPE(inst))

ROWS(dp4a, u32, u32,
     dot4(a[l], b[l], c[l], is_signed(STYPE(step->inst)),
          is_signed(BTYPE(step->inst))))
ROWS(dp2a, u32, u32,
     dot2(a[l], b[l], c[l], is_signed(STYPE(step->inst)),
          is_signed(BTYPE(step->inst)), step->inst->sub == SIM_SUB_hi ? 2 : 0))

/* ---- choosing ---- */

/* One function a type; NULL where a form has none. */
typedef struct by_type {
    uint8_t op, sub;
    sim_step_fn of[6]; /* u16 s16 u32 s32 u64 s64 */
} by_type;

#define ALL(name)                                                              \
    {name##u16, name##s16, name##u32, name##s32, name##u64, name##s64}
#define SIGNED(name) {NULL, name##s16, NULL, name##s32, NULL, name##s64}
#define ONLY32(name) {NULL, NULL, name##u32, name##s32}
#define UPTO32(name) {name##u16, name##s16, name##u32, name##s32}

static const by_type table[] = {
    {SIM_OP_add, SIM_SUB_none, ALL(add_)},
    {SIM_OP_sub, SIM_SUB_none, ALL(sub_)},
    {SIM_OP_mul, SIM_SUB_lo, ALL(mul_lo_)},
    {SIM_OP_mul, SIM_SUB_hi, ALL(mul_hi_)},
    {SIM_OP_mul, SIM_SUB_wide, UPTO32(mul_wide_)},
    {SIM_OP_mad, SIM_SUB_lo, ALL(mad_lo_)},
    {SIM_OP_mad, SIM_SUB_hi, ALL(mad_hi_)},
    {SIM_OP_mad, SIM_SUB_wide, UPTO32(mad_wide_)},
    {SIM_OP_mul24, SIM_SUB_lo, ONLY32(mul24_lo_)},
    {SIM_OP_mul24, SIM_SUB_hi, ONLY32(mul24_hi_)},
    {SIM_OP_mad24, SIM_SUB_lo, ONLY32(mad24_lo_)},
    {SIM_OP_mad24, SIM_SUB_hi, ONLY32(mad24_hi_)},
    {SIM_OP_sad, SIM_SUB_none, ALL(sad_)},
    {SIM_OP_div, SIM_SUB_none, ALL(div_)},
    {SIM_OP_rem, SIM_SUB_none, ALL(rem_)},
    {SIM_OP_abs, SIM_SUB_none, SIGNED(abs_)},
    {SIM_OP_neg, SIM_SUB_none, SIGNED(neg_)},
    {SIM_OP_min, SIM_SUB_none, ALL(min_)},
    {SIM_OP_max, SIM_SUB_none, ALL(max_)},
};

static sim_step_fn saturating(const sim_inst *inst) {
    switch (inst->op) {
    case SIM_OP_add: return add_sat_s32;
    case SIM_OP_sub: return sub_sat_s32;
    case SIM_OP_mad: return mad_hi_sat_s32;
    case SIM_OP_mad24: return mad24_hi_sat_s32;
    default: return NULL;
    }
}

static sim_step_fn with_relu(const sim_inst *inst) {
    bool max = inst->op == SIM_OP_max;

    if (inst->type == SIM_TYPE_s16x2)
        return max ? max_relu_s16x2 : min_relu_s16x2;
    return max ? max_relu_s32 : min_relu_s32;
}

static sim_step_fn packed(const sim_inst *inst) {
    bool sign = inst->type == SIM_TYPE_s16x2;

    switch (inst->op) {
    case SIM_OP_add: return add_x2;
    case SIM_OP_min: return sign ? min_s16x2 : min_u16x2;
    case SIM_OP_max: return sign ? max_s16x2 : max_u16x2;
    default: return NULL;
    }
}

/* Which column: of the sources' type, since .wide names that. */
static int column_of(uint8_t type) {
    switch (type) {
    case SIM_TYPE_u16:
    case SIM_TYPE_b16: return 0;
    case SIM_TYPE_s16: return 1;
    case SIM_TYPE_u32:
    case SIM_TYPE_b32: return 2;
    case SIM_TYPE_s32: return 3;
    case SIM_TYPE_u64:
    case SIM_TYPE_b64: return 4;
    case SIM_TYPE_s64: return 5;
    default: return -1;
    }
}

sim_step_fn sim_bind_int(const sim_inst *inst) {
    int column;

    if (inst->op == SIM_OP_dp4a)
        return dp4a;
    if (inst->op == SIM_OP_dp2a)
        return dp2a;
    if (inst->sat)
        return saturating(inst);
    if (inst->relu)
        return with_relu(inst);
    if (inst->type == SIM_TYPE_u16x2 || inst->type == SIM_TYPE_s16x2)
        return packed(inst);
    column = column_of(inst->sub == SIM_SUB_wide ? STYPE(inst) : inst->type);
    if (column < 0)
        return NULL;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].op == inst->op && table[i].sub == inst->sub)
            return table[i].of[column];
    return NULL;
}
