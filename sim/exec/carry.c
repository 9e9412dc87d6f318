/* SPDX-License-Identifier: Apache-2.0 */
/* Extended precision: instructions that write or read the carry (PTX ISA
 * 9.7.2). The carry is a predicate of the frame. A subtraction adds the
 * complement, so that it leaves the carry of that sum, which is no borrow: the
 * ISA does not say so, but nvcc's division of 128 bits reads it by addc. */
#include "sim/rows.h"

/* One result and the carry out of it. */
typedef struct wide_sum {
    uint64_t value;
    bool carry;
} wide_sum;

static wide_sum sum_of(uint64_t a, uint64_t b, bool in, uint32_t width) {
    sim_u128 sum = (sim_u128)a + b + in;

    return (wide_sum){(uint64_t)sum, sum >> width & 1};
}

static wide_sum difference_of(uint64_t a, uint64_t b, bool in, uint32_t width) {
    sim_u128 difference = (sim_u128)a - b - !in;

    return (wide_sum){(uint64_t)difference, !(difference >> width & 1)};
}

/* The half of the product that a mad adds. */
static uint64_t product_of(uint64_t a, uint64_t b, const sim_inst *inst,
                           uint32_t width) {
    bool sign = sim_types[inst->type].kind == SIM_KIND_signed;
    bool high = inst->sub == SIM_SUB_hi;
    uint64_t product;

    if (width == 32) {
        product = sign ? (uint64_t)((int64_t)(int32_t)a * (int32_t)b) : a * b;
        return (high ? product >> 32 : product) & 0xffffffff;
    }
    if (!high)
        return a * b;
    return sign ? (uint64_t)((sim_i128)(int64_t)a * (int64_t)b >> 64)
                : (uint64_t)((sim_u128)a * b >> 64);
}

static wide_sum calculate(const sim_inst *inst, uint64_t a, uint64_t b,
                          uint64_t c, bool in, uint32_t width) {
    switch (inst->op) {
    case SIM_OP_add: return sum_of(a, b, false, width);
    case SIM_OP_addc: return sum_of(a, b, in, width);
    case SIM_OP_sub: return difference_of(a, b, true, width);
    case SIM_OP_subc: return difference_of(a, b, in, width);
    case SIM_OP_mad:
        return sum_of(product_of(a, b, inst, width), c, false, width);
    default: return sum_of(product_of(a, b, inst, width), c, in, width);
    }
}

#define CARRIED(name, T)                                                       \
    SIM_STEP(name) {                                                           \
        const sim_inst *inst = step->inst;                                     \
        bool product = inst->op == SIM_OP_mad || inst->op == SIM_OP_madc;      \
        uint32_t in_row = product ? inst->src[3] : inst->src[2];               \
        uint32_t in = in_row == SIM_NONE || inst->op == SIM_OP_mad ||          \
                              inst->op == SIM_OP_add || inst->op == SIM_OP_sub \
                          ? 0                                                  \
                          : *sim_mask_at(rows, in_row);                        \
        uint32_t out = 0;                                                      \
                                                                               \
        (void)warp;                                                            \
        for (uint32_t left = mask; left; left &= left - 1) {                   \
            int l = __builtin_ctz(left);                                       \
            wide_sum sum = calculate(inst, SIM_ROW(T, step->a)[l],             \
                                     SIM_ROW(T, step->b)[l],                   \
                                     product ? SIM_ROW(T, step->c)[l] : 0,     \
                                     in >> l & 1, 8 * sizeof(T));              \
                                                                               \
            SIM_ROW(T, step->d)[l] = (T)sum.value;                             \
            out |= (uint32_t)sum.carry << l;                                   \
        }                                                                      \
        if (inst->cc)                                                          \
            sim_mask_set(rows, inst->dst[1], mask, out);                       \
        return SIM_NEXT;                                                       \
    }

CARRIED(carried_32, uint32_t)
CARRIED(carried_64, uint64_t)

sim_step_fn sim_bind_carry(const sim_inst *inst) {
    return sim_types[inst->type].bytes == 8 ? carried_64 : carried_32;
}
