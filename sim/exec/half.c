/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of 16 bits, alone and in pairs: f16 and bf16 (PTX ISA 9.7.4).
 * Operands are exact doubles, results are rounded once from a value that keeps
 * a trace of what a double has no room for. */
#include "sim/half.h"
#include "sim/rows.h"

/* Both formats, and what modifiers want. */
typedef struct half_form {
    const sim_inst *inst;
    bool brain;
} half_form;

static double widen(uint16_t bits, const half_form *form) {
    if (form->brain)
        return (double)sim_bfloat_to_float(bits);
    return (double)sim_half_to_float(form->inst->ftz ? sim_half_ftz(bits)
                                                     : bits);
}

static uint16_t narrow(double value, const half_form *form) {
    const sim_inst *inst = form->inst;
    uint16_t bits;

    if (inst->sat)
        value = value > 0 ? value < 1 ? value : 1 : 0;
    if (inst->relu && value < 0)
        value = 0;
    bits = (uint16_t)sim_round_to(
        value, form->brain ? &sim_format_bf16 : &sim_format_f16, SIM_MODE_near,
        false);
    if (inst->relu && bits == 0x8000)
        bits = 0;
    return inst->ftz && !form->brain ? sim_half_ftz(bits) : bits;
}

static bool is_nan(uint16_t bits, bool brain) {
    return (bits & 0x7fff) > (brain ? 0x7f80 : 0x7c00);
}

static uint16_t extreme(uint16_t a, uint16_t b, const half_form *form,
                        bool max) {
    const sim_inst *inst = form->inst;
    uint16_t signs = (a ^ b) & 0x8000, chosen;
    bool nan_a = is_nan(a, form->brain), nan_b = is_nan(b, form->brain);
    double x, y;

    if (inst->ftz && !form->brain) {
        a = sim_half_ftz(a);
        b = sim_half_ftz(b);
    }
    if (inst->xorsign_abs) {
        a &= 0x7fff;
        b &= 0x7fff;
    }
    if (nan_a || nan_b) {
        if (inst->nan || (nan_a && nan_b))
            return SIM_NAN_HALF;
        chosen = nan_a ? b : a;
    } else {
        x = widen(a, form);
        y = widen(b, form);
        if (x == y)
            chosen = max ? a & b : a | b;
        else
            chosen = (x < y) != max ? a : b;
    }
    if (inst->xorsign_abs)
        chosen |= signs;
    if (inst->relu && chosen & 0x8000)
        chosen = 0;
    return chosen;
}

static double approximate(uint16_t op, double a) {
    return op == SIM_OP_tanh ? tanh(a) : exp2(a);
}

/* One result. */
static uint16_t half_of(const half_form *form, uint16_t a, uint16_t b,
                        uint16_t c) {
    double x = widen(a, form), y = widen(b, form);

    switch (form->inst->op) {
    case SIM_OP_add: return narrow(sim_add_odd(x, y), form);
    case SIM_OP_sub: return narrow(sim_add_odd(x, -y), form);
    case SIM_OP_mul: return narrow(x * y, form);
    case SIM_OP_mad:
    case SIM_OP_fma:
        if (form->inst->oob && (a == 0xfff0 || b == 0xfff0))
            return 0;
        return narrow(sim_add_odd(x * y, widen(c, form)), form);
    case SIM_OP_neg: return (form->inst->ftz ? sim_half_ftz(a) : a) ^ 0x8000;
    case SIM_OP_abs:
        return (form->inst->ftz && !form->brain ? sim_half_ftz(a) : a) & 0x7fff;
    case SIM_OP_min: return extreme(a, b, form, false);
    case SIM_OP_max: return extreme(a, b, form, true);
    default: return narrow(approximate(form->inst->op, x), form);
    }
}

static uint16_t operand(const char *rows, uint32_t at, uint32_t i) {
    uint16_t value = 0;

    if (at != SIM_NONE)
        memcpy(&value, rows + at + 2 * (size_t)i, 2);
    return value;
}

/* Lanes of one or of two. */
static sim_next halves(const sim_step *step, char *rows, uint32_t mask,
                       uint32_t count) {
    half_form form = {step->inst, step->inst->type == SIM_TYPE_bf16 ||
                                      step->inst->type == SIM_TYPE_bf16x2};
    bool three = step->inst->src[2] != SIM_NONE &&
                 (step->inst->op == SIM_OP_min || step->inst->op == SIM_OP_max);

    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t first = count * (uint32_t)__builtin_ctz(left);

        for (uint32_t i = first; i < first + count; i++) {
            uint16_t c = operand(rows, step->c, i);
            uint16_t value = half_of(&form, operand(rows, step->a, i),
                                     operand(rows, step->b, i), c);

            if (three)
                value = half_of(&form, value, c, 0);
            SIM_ROW(uint16_t, step->d)[i] = value;
        }
    }
    return SIM_NEXT;
}

SIM_STEP(single) {
    (void)warp;
    return halves(step, rows, mask, 1);
}

SIM_STEP(pair) {
    (void)warp;
    return halves(step, rows, mask, 2);
}

/* Mixed: f32 results of operands that may be 16 bits wide (add, sub, fma). */
sim_step_fn sim_bind_half(const sim_inst *inst) {
    uint32_t bytes = sim_types[inst->type].bytes;

    if (inst->type == SIM_TYPE_f32 || inst->type == SIM_TYPE_f64)
        return NULL;
    switch (inst->op) {
    case SIM_OP_add:
    case SIM_OP_sub:
    case SIM_OP_mul:
    case SIM_OP_mad:
    case SIM_OP_fma:
    case SIM_OP_neg:
    case SIM_OP_abs:
    case SIM_OP_min:
    case SIM_OP_max:
    case SIM_OP_tanh:
    case SIM_OP_ex2: return bytes == 4 ? pair : single;
    default: return NULL;
    }
}
