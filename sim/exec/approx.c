/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions that the ISA defines within bounds: .approx and .full (PTX ISA
 * 9.7.3). Each is computed in double precision and rounded once, which is
 * closer than asked; the tables of special values hold. */
#include "sim/half.h"
#include "sim/rows.h"

/* Out of the range that the ISA gives for a quotient's approximation: beyond
 * 2^126 the divisor's reciprocal vanishes (9.7.3.8). */
static float quotient(float a, float b, uint8_t round) {
    float size = fabsf(b);

    if (round == SIM_ROUND_approx && size > 0x1p126f && size < INFINITY)
        return isinf(a) || a != a ? NAN
                                  : copysignf(0.0f, a) * copysignf(1.0f, b);
    return a / b;
}

static double approximate(const sim_inst *inst, double a) {
    switch (inst->op) {
    case SIM_OP_rcp: return 1.0 / a;
    case SIM_OP_sqrt: return sqrt(a);
    case SIM_OP_rsqrt: return 1.0 / sqrt(a);
    case SIM_OP_sin: return sin(a);
    case SIM_OP_cos: return cos(a);
    case SIM_OP_lg2: return log2(a);
    case SIM_OP_ex2: return exp2(a);
    default: return tanh(a);
    }
}

static inline float flushed(float value, const sim_inst *inst) {
    return inst->ftz ? sim_ftz(value) : value;
}

/* lg2, ex2 and rsqrt of subnormals without .ftz are exact enough as well. */
LANES(approx_f32, float, float,
      sim_canonical(flushed(
          (float)approximate(step->inst, (double)flushed(a[l], step->inst)),
          step->inst)))

LANES(divide_f32, float, float,
      sim_canonical(flushed(quotient(flushed(a[l], step->inst),
                                     flushed(b[l], step->inst),
                                     step->inst->round),
                            step->inst)))

/* rcp and rsqrt.approx.ftz.f64 work on the upper word: 20 bits of fraction
 * (9.7.3.13, 9.7.3.17). The low word of the result is 0. */
static double coarse(const sim_inst *inst, double a) {
    uint64_t bits = sim_double_bits(a) & ~UINT64_C(0xffffffff);
    double value;

    if (!(bits & UINT64_C(0x7ff0000000000000)))
        bits &= UINT64_C(1) << 63;
    if (a != a)
        return sim_bits_double(UINT64_C(0x7fffffff00000000));
    value = approximate(inst, sim_bits_double(bits));
    if (value != value)
        return sim_bits_double(UINT64_C(0x7fffffff00000000));
    bits = sim_double_bits(value);
    /* Rounds to the nearest number that the upper word can hold. */
    if (isfinite(value))
        bits += UINT64_C(0x80000000);
    bits &= ~UINT64_C(0xffffffff);
    if (!(bits & UINT64_C(0x7ff0000000000000)))
        bits &= UINT64_C(1) << 63;
    return sim_bits_double(bits);
}

LANES(approx_f64, double, double, approximate(step->inst, a[l]))
LANES(coarse_f64, double, double, coarse(step->inst, a[l]))

sim_step_fn sim_bind_approx(const sim_inst *inst) {
    if (inst->type == SIM_TYPE_f64)
        return inst->ftz ? coarse_f64 : approx_f64;
    if (inst->type != SIM_TYPE_f32)
        return NULL;
    switch (inst->op) {
    case SIM_OP_div: return divide_f32;
    case SIM_OP_rcp:
    case SIM_OP_sqrt:
    case SIM_OP_rsqrt:
    case SIM_OP_sin:
    case SIM_OP_cos:
    case SIM_OP_lg2:
    case SIM_OP_ex2:
    case SIM_OP_tanh: return approx_f32;
    default: return NULL;
    }
}
