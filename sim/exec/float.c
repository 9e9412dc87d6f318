/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of 32 and 64 bits: PTX ISA 9.7.3. Results that are NaN are the one
 * NaN of f32; f64 keeps what the host makes of it. What is approximate on the
 * hardware is computed with more precision and rounded, which lies within the
 * ISA's bounds. */
#include "sim/half.h"
#include "sim/rows.h"

#include <fenv.h>

#define FTZ(x) sim_ftz(x)
#define CAN(x) sim_canonical(x)

/* Each operation three times: plain, with .ftz, and f64. */
#define BASIC(name, expression32, flushed, expression64)                       \
    ROWS(name##_f32, float, float, CAN(expression32))                          \
    ROWS(name##_ftz, float, float, FTZ(CAN(flushed)))                          \
    ROWS(name##_f64, double, double, expression64)

/* clang-format off */
BASIC(add, a[l] + b[l], FTZ(a[l]) + FTZ(b[l]), a[l] + b[l])
BASIC(sub, a[l] - b[l], FTZ(a[l]) - FTZ(b[l]), a[l] - b[l])
BASIC(mul, a[l] * b[l], FTZ(a[l]) * FTZ(b[l]), a[l] * b[l])
BASIC(fma, fmaf(a[l], b[l], c[l]), fmaf(FTZ(a[l]), FTZ(b[l]), FTZ(c[l])),
      fma(a[l], b[l], c[l]))
BASIC(div, a[l] / b[l], FTZ(a[l]) / FTZ(b[l]), a[l] / b[l])
BASIC(rcp, 1.0f / a[l], 1.0f / FTZ(a[l]), 1.0 / a[l])
BASIC(sqrt, sqrtf(a[l]), sqrtf(FTZ(a[l])), sqrt(a[l]))
/* clang-format on */

#if defined __x86_64__ && !defined __FMA__
/* The same loops for processors that multiply and add at once. */
#define FUSED(name, T, function)                                               \
    __attribute__((target("avx2,fma"))) SIM_STEP(name) {                       \
        T *d = SIM_ROW(T, step->d);                                            \
        const T *a = SIM_ROW(const T, step->a);                                \
        const T *b = SIM_ROW(const T, step->b);                                \
        const T *c = SIM_ROW(const T, step->c);                                \
                                                                               \
        (void)warp;                                                            \
        SIM_VECTOR                                                             \
        for (int l = 0; l < SIM_LANES; l++) {                                  \
            T value = function(a[l], b[l], c[l]);                              \
                                                                               \
            value = sizeof(T) == 4 && value != value                           \
                        ? (T)sim_bits_float(SIM_NAN_F32)                       \
                        : value;                                               \
            d[l] = mask & sim_bit[l] ? value : d[l];                           \
        }                                                                      \
        return SIM_NEXT;                                                       \
    }
FUSED(fma_f32_fast, float, __builtin_fmaf)
FUSED(fma_f64_fast, double, __builtin_fma)
#define HAS_FUSED                                                              \
    (__builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2"))
#else
#define fma_f32_fast fma_f32
#define fma_f64_fast fma_f64
#define HAS_FUSED    false
#endif

/* Signs are bits, of NaNs too. */
/* clang-format off */
ROWS(abs_f32, uint32_t, uint32_t, a[l] & 0x7fffffff)
ROWS(abs_ftz, uint32_t, uint32_t, sim_ftz_word(a[l]) & 0x7fffffff)
ROWS(abs_f64, uint64_t, uint64_t, a[l] & ~(UINT64_C(1) << 63))
ROWS(neg_f32, uint32_t, uint32_t, a[l] ^ 0x80000000)
ROWS(neg_ftz, uint32_t, uint32_t, sim_ftz_word(a[l]) ^ 0x80000000)
ROWS(neg_f64, uint64_t, uint64_t, a[l] ^ UINT64_C(1) << 63)
ROWS(copysign_f32, uint32_t, uint32_t,
     (a[l] & 0x80000000) | (b[l] & 0x7fffffff))
ROWS(copysign_f64, uint64_t, uint64_t,
     (a[l] & UINT64_C(1) << 63) | (b[l] & ~(UINT64_C(1) << 63)))
/* clang-format on */

/* ---- rounding that is not to the nearest, and saturation ---- */

static int host_mode(uint8_t round) {
    switch (round) {
    case SIM_ROUND_rz:
    case SIM_ROUND_rzi: return FE_TOWARDZERO;
    case SIM_ROUND_rm:
    case SIM_ROUND_rmi: return FE_DOWNWARD;
    case SIM_ROUND_rp:
    case SIM_ROUND_rpi: return FE_UPWARD;
    default: return FE_TONEAREST;
    }
}

static float one_f32(const sim_inst *inst, float a, float b, float c) {
    switch (inst->op) {
    case SIM_OP_add: return a + b;
    case SIM_OP_sub: return a - b;
    case SIM_OP_mul: return a * b;
    case SIM_OP_div: return a / b;
    case SIM_OP_rcp: return 1.0f / a;
    case SIM_OP_sqrt: return sqrtf(a);
    default: return fmaf(a, b, c);
    }
}

static double one_f64(const sim_inst *inst, double a, double b, double c) {
    switch (inst->op) {
    case SIM_OP_add: return a + b;
    case SIM_OP_sub: return a - b;
    case SIM_OP_mul: return a * b;
    case SIM_OP_div: return a / b;
    case SIM_OP_rcp: return 1.0 / a;
    case SIM_OP_sqrt: return sqrt(a);
    default: return fma(a, b, c);
    }
}

/* Into [0, 1], NaN to 0. */
static float saturated(float value) {
    return value > 0.0f ? value < 1.0f ? value : 1.0f : 0.0f;
}

static float source_f32(const char *rows, uint32_t at, int l, bool ftz) {
    float value;

    if (at == SIM_NONE)
        return 0;
    memcpy(&value, rows + at + 4 * (size_t)l, 4);
    return ftz ? sim_ftz(value) : value;
}

static double source_f64(const char *rows, uint32_t at, int l) {
    double value;

    if (at == SIM_NONE)
        return 0;
    memcpy(&value, rows + at + 8 * (size_t)l, 8);
    return value;
}

SIM_STEP(any_f32) {
    const sim_inst *inst = step->inst;
    int mode = host_mode(inst->round);

    (void)warp;
    if (mode != FE_TONEAREST)
        fesetround(mode);
    for (uint32_t left = mask; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        volatile float value =
            one_f32(inst, source_f32(rows, step->a, l, inst->ftz),
                    source_f32(rows, step->b, l, inst->ftz),
                    source_f32(rows, step->c, l, inst->ftz));
        float result = value;

        result = inst->ftz ? sim_ftz(result) : result;
        result = inst->sat ? saturated(result) : result;
        SIM_ROW(float, step->d)[l] = sim_canonical(result);
    }
    if (mode != FE_TONEAREST)
        fesetround(FE_TONEAREST);
    return SIM_NEXT;
}

SIM_STEP(any_f64) {
    const sim_inst *inst = step->inst;

    (void)warp;
    fesetround(host_mode(inst->round));
    for (uint32_t left = mask; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        volatile double value =
            one_f64(inst, source_f64(rows, step->a, l),
                    source_f64(rows, step->b, l), source_f64(rows, step->c, l));
        SIM_ROW(double, step->d)[l] = value;
    }
    fesetround(FE_TONEAREST);
    return SIM_NEXT;
}

/* Two numbers to a register. */
SIM_STEP(any_f32x2) {
    const sim_inst *inst = step->inst;

    (void)warp;
    fesetround(host_mode(inst->round));
    for (uint32_t left = mask; left; left &= left - 1) {
        int l = 2 * __builtin_ctz(left);

        for (int i = l; i < l + 2; i++) {
            volatile float value =
                one_f32(inst, source_f32(rows, step->a, i, inst->ftz),
                        source_f32(rows, step->b, i, inst->ftz),
                        source_f32(rows, step->c, i, inst->ftz));

            SIM_ROW(float, step->d)
            [i] = sim_canonical(inst->ftz ? sim_ftz(value) : value);
        }
    }
    fesetround(FE_TONEAREST);
    return SIM_NEXT;
}

/* ---- smallest and largest ---- */

/* -0 is smaller than +0; a NaN gives way unless .NaN says that it wins. */
static inline float extreme_f32(float a, float b, bool max, bool nan) {
    float chosen;

    if (a != a || b != b)
        return nan || (a != a && b != b) ? NAN : a != a ? b : a;
    if (a == b) /* of two zeros the sign decides */
        chosen = sim_bits_float(max ? sim_float_bits(a) & sim_float_bits(b)
                                    : sim_float_bits(a) | sim_float_bits(b));
    else
        chosen = (a < b) != max ? a : b;
    return chosen;
}

static inline double extreme_f64(double a, double b, bool max) {
    if (a != a || b != b)
        return a != a ? b : a;
    if (a == b)
        return sim_bits_double(max ? sim_double_bits(a) & sim_double_bits(b)
                                   : sim_double_bits(a) | sim_double_bits(b));
    return (a < b) != max ? a : b;
}

/* clang-format off */
LANES(min_f32, float, float, CAN(extreme_f32(a[l], b[l], false, false)))
LANES(max_f32, float, float, CAN(extreme_f32(a[l], b[l], true, false)))
LANES(min_f64, double, double, extreme_f64(a[l], b[l], false))
LANES(max_f64, double, double, extreme_f64(a[l], b[l], true))
/* clang-format on */

SIM_STEP(extreme_any) {
    const sim_inst *inst = step->inst;
    bool max = inst->op == SIM_OP_max;

    (void)warp;
    for (uint32_t left = mask; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        float a = source_f32(rows, step->a, l, inst->ftz);
        float b = source_f32(rows, step->b, l, inst->ftz);
        uint32_t signs = (sim_float_bits(a) ^ sim_float_bits(b)) & 0x80000000;
        float value;

        if (inst->xorsign_abs || inst->abs) {
            a = fabsf(a);
            b = fabsf(b);
        }
        value = extreme_f32(a, b, max, inst->nan);
        if (step->c != SIM_NONE) {
            float c = source_f32(rows, step->c, l, inst->ftz);

            value =
                extreme_f32(value, inst->abs ? fabsf(c) : c, max, inst->nan);
        }
        value = sim_canonical(value);
        if (inst->xorsign_abs && value == value)
            value = sim_bits_float(sim_float_bits(value) | signs);
        SIM_ROW(float, step->d)[l] = value;
    }
    return SIM_NEXT;
}

/* ---- what kind of number ---- */

static bool is_kind(double value, int class, uint8_t sub) {
    switch (sub) {
    case SIM_SUB_finite: return isfinite(value);
    case SIM_SUB_infinite: return isinf(value);
    case SIM_SUB_number: return !isnan(value);
    case SIM_SUB_notanumber: return isnan(value);
    case SIM_SUB_normal: return class == FP_NORMAL;
    default: return class == FP_SUBNORMAL;
    }
}

SIM_STEP(testp) {
    const sim_inst *inst = step->inst;
    uint32_t bits = 0;
    uint8_t type = inst->stype ? inst->stype : inst->type;

    (void)warp;
    for (uint32_t left = mask; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        float f = 0;
        double value;
        int class;

        if (type == SIM_TYPE_f64) {
            value = source_f64(rows, step->a, l);
            class = fpclassify(value);
        } else {
            f = source_f32(rows, step->a, l, false);
            value = f;
            class = fpclassify(f);
        }
        bits |= (uint32_t)is_kind(value, class, inst->sub) << l;
    }
    sim_mask_set(rows, step->d, mask, bits);
    return SIM_NEXT;
}

/* ---- choosing ---- */

typedef struct float_row {
    uint8_t op;
    sim_step_fn f32, ftz, f64;
} float_row;

static const float_row table[] = {
    {SIM_OP_add, add_f32, add_ftz, add_f64},
    {SIM_OP_sub, sub_f32, sub_ftz, sub_f64},
    {SIM_OP_mul, mul_f32, mul_ftz, mul_f64},
    {SIM_OP_mad, fma_f32, fma_ftz, fma_f64},
    {SIM_OP_fma, fma_f32, fma_ftz, fma_f64},
    {SIM_OP_div, div_f32, div_ftz, div_f64},
    {SIM_OP_rcp, rcp_f32, rcp_ftz, rcp_f64},
    {SIM_OP_sqrt, sqrt_f32, sqrt_ftz, sqrt_f64},
    {SIM_OP_abs, abs_f32, abs_ftz, abs_f64},
    {SIM_OP_neg, neg_f32, neg_ftz, neg_f64},
    {SIM_OP_copysign, copysign_f32, copysign_f32, copysign_f64},
};

static bool is_plain(const sim_inst *inst) {
    return (inst->round == SIM_ROUND_none || inst->round == SIM_ROUND_rn) &&
           !inst->sat;
}

static sim_step_fn bind_extreme(const sim_inst *inst) {
    bool max = inst->op == SIM_OP_max;

    if (inst->type == SIM_TYPE_f64)
        return max ? max_f64 : min_f64;
    if (inst->ftz || inst->nan || inst->xorsign_abs || inst->abs ||
        inst->src[2] != SIM_NONE)
        return extreme_any;
    return max ? max_f32 : min_f32;
}

sim_step_fn sim_bind_float(const sim_inst *inst) {
    bool wide = inst->type == SIM_TYPE_f64;
    bool is_fma = inst->op == SIM_OP_fma || inst->op == SIM_OP_mad;

    if (inst->op == SIM_OP_testp)
        return testp;
    if (inst->op == SIM_OP_min || inst->op == SIM_OP_max)
        return bind_extreme(inst);
    if (inst->type == SIM_TYPE_f32x2)
        return any_f32x2;
    if (is_fma && is_plain(inst) && !inst->ftz && HAS_FUSED)
        return wide ? fma_f64_fast : fma_f32_fast;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].op == inst->op) {
            if (!is_plain(inst))
                return wide ? any_f64 : any_f32;
            return wide        ? table[i].f64
                   : inst->ftz ? table[i].ftz
                               : table[i].f32;
        }
    return NULL;
}
