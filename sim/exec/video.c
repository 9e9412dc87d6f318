/* SPDX-License-Identifier: Apache-2.0 */
/* Video instructions (PTX ISA 9.7.17, 9.7.18): 32 bits, parts of them, or two
 * or four parts side by side; with saturation, and a second operation or a
 * merge with c. */
#include "sim/rows.h"

static bool is_signed(uint8_t type) {
    return sim_types[type].kind == SIM_KIND_signed;
}

static int64_t extend(uint32_t bits, uint32_t width, bool sign) {
    uint64_t top = UINT64_C(1) << (width - 1), value = bits;

    value &= 2 * top - 1;
    return sign ? (int64_t)(value ^ top) - (int64_t)top : (int64_t)value;
}

static uint32_t part_shift(uint8_t part) {
    return part >= SIM_PART_h0   ? 16u * (uint32_t)(part - SIM_PART_h0)
           : part >= SIM_PART_b0 ? 8u * (uint32_t)(part - SIM_PART_b0)
                                 : 0;
}

static uint32_t part_width(uint8_t part) {
    return part >= SIM_PART_h0 ? 16 : part >= SIM_PART_b0 ? 8 : 32;
}

static int64_t part_of(uint32_t word, uint8_t part, uint8_t type) {
    return extend(word >> part_shift(part), part_width(part), is_signed(type));
}

static int64_t limited(int64_t value, uint32_t width, bool sign) {
    int64_t most = (INT64_C(1) << (sign ? width - 1 : width)) - 1;
    int64_t least = sign ? -most - 1 : 0;

    return value < least ? least : value > most ? most : value;
}

static bool compare(int64_t a, int64_t b, uint8_t cmp) {
    switch (cmp) {
    case SIM_CMP_eq: return a == b;
    case SIM_CMP_ne: return a != b;
    case SIM_CMP_lo:
    case SIM_CMP_lt: return a < b;
    case SIM_CMP_ls:
    case SIM_CMP_le: return a <= b;
    case SIM_CMP_hi:
    case SIM_CMP_gt: return a > b;
    default: return a >= b;
    }
}

/* The instruction's own operation, of one part. */
static int64_t operate(const sim_inst *inst, int64_t a, int64_t b) {
    uint32_t count = (uint32_t)b;

    switch (inst->op) {
    case SIM_OP_vadd:
    case SIM_OP_vadd2:
    case SIM_OP_vadd4: return a + b;
    case SIM_OP_vsub:
    case SIM_OP_vsub2:
    case SIM_OP_vsub4: return a - b;
    case SIM_OP_vabsdiff:
    case SIM_OP_vabsdiff2:
    case SIM_OP_vabsdiff4: return a > b ? a - b : b - a;
    case SIM_OP_vmin:
    case SIM_OP_vmin2:
    case SIM_OP_vmin4: return a < b ? a : b;
    case SIM_OP_vmax:
    case SIM_OP_vmax2:
    case SIM_OP_vmax4: return a > b ? a : b;
    case SIM_OP_vavrg2:
    case SIM_OP_vavrg4: return (a + b + (a + b >= 0)) >> 1;
    case SIM_OP_vset:
    case SIM_OP_vset2:
    case SIM_OP_vset4: return compare(a, b, inst->cmp);
    default: break; /* vshl, vshr */
    }
    count = inst->mode == SIM_SUB_wrap ? count & 31 : count > 32 ? 32 : count;
    return inst->op == SIM_OP_vshl ? (int64_t)((uint64_t)a << count)
                                   : a >> count;
}

static uint32_t second(const sim_inst *inst, int64_t value, uint32_t c) {
    bool sign = is_signed(inst->type);
    int64_t other = extend(c, 32, sign);

    value = extend((uint32_t)value, 32, sign);
    switch (inst->sub) {
    case SIM_SUB_add: return (uint32_t)value + c;
    case SIM_SUB_min: return (uint32_t)(value < other ? value : other);
    case SIM_SUB_max: return (uint32_t)(value > other ? value : other);
    default: return (uint32_t)value;
    }
}

static uint32_t whole(const sim_inst *inst, uint32_t a, uint32_t b,
                      uint32_t c) {
    uint8_t a_type = inst->stype ? inst->stype : inst->type;
    uint8_t b_type = inst->btype ? inst->btype : a_type;
    uint32_t width = part_width(inst->part_d), shift = part_shift(inst->part_d);
    uint32_t keep;
    int64_t value = operate(inst, part_of(a, inst->part_a, a_type),
                            part_of(b, inst->part_b, b_type));

    if (inst->sat)
        value = limited(value, width, is_signed(inst->type));
    if (width == 32)
        return second(inst, value, c);
    keep = ((UINT32_C(1) << width) - 1) << shift;
    return (c & ~keep) | ((uint32_t)value << shift & keep);
}

/* a times b plus c in more bits than 64. */
static uint32_t multiply_add(const sim_inst *inst, uint32_t a, uint32_t b,
                             uint32_t c) {
    uint8_t a_type = inst->stype ? inst->stype : inst->type;
    uint8_t b_type = inst->btype ? inst->btype : a_type;
    bool minus = inst->neg_a != inst->neg_b;
    bool sign = is_signed(a_type) || is_signed(b_type) || minus || inst->neg_c;
    sim_i128 sum = (sim_i128)part_of(a, inst->part_a, a_type) *
                   part_of(b, inst->part_b, b_type);
    sim_i128 added = extend(c, 32, sign);

    if (inst->po)
        sum += added + 1;
    else if (minus)
        sum = added - sum;
    else if (inst->neg_c)
        sum -= added;
    else
        sum += added;
    if (inst->mode == SIM_SUB_shr7 || inst->mode == SIM_SUB_shr15)
        sum >>= inst->mode == SIM_SUB_shr7 ? 7 : 15;
    if (inst->sat) {
        sim_i128 most = sign ? INT32_MAX : UINT32_MAX;
        sim_i128 least = sign ? INT32_MIN : 0;

        sum = sum < least ? least : sum > most ? most : sum;
    }
    return (uint32_t)(uint64_t)sum;
}

/* Parts side by side: each picks its operands out of a and b. */
static uint32_t parts(const sim_inst *inst, uint32_t a, uint32_t b, uint32_t c,
                      uint32_t count) {
    uint32_t width = 32 / count, result = c, sum = c;
    uint32_t one = (UINT32_C(1) << width) - 1;
    uint8_t a_type = inst->stype ? inst->stype : inst->type;
    uint8_t b_type = inst->btype ? inst->btype : a_type;
    uint64_t both = (uint64_t)b << 32 | a;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t from_a = (uint32_t)(inst->offset >> 4 * i) & 15;
        uint32_t from_b = (uint32_t)(inst->offset2 >> 4 * i) & 15;
        int64_t value;

        if (!(inst->lane_mask >> i & 1))
            continue;
        value = operate(inst,
                        extend((uint32_t)(both >> width * from_a), width,
                               is_signed(a_type)),
                        extend((uint32_t)(both >> width * from_b), width,
                               is_signed(b_type)));
        if (inst->sat)
            value = limited(value, width, is_signed(inst->type));
        result = (result & ~(one << width * i)) | ((uint32_t)value & one)
                                                      << width * i;
        sum += (uint32_t)value;
    }
    return inst->sub == SIM_SUB_add ? sum : result;
}

/* Rows of a, b and c; c may be missing. */
#define VIDEO(name, result)                                                    \
    SIM_STEP(name) {                                                           \
        const sim_inst *inst = step->inst;                                     \
                                                                               \
        (void)warp;                                                            \
        for (uint32_t left = mask; left; left &= left - 1) {                   \
            int l = __builtin_ctz(left);                                       \
            uint32_t a = SIM_ROW(uint32_t, step->a)[l];                        \
            uint32_t b = SIM_ROW(uint32_t, step->b)[l];                        \
            uint32_t c =                                                       \
                step->c == SIM_NONE ? 0 : SIM_ROW(uint32_t, step->c)[l];       \
                                                                               \
            SIM_ROW(uint32_t, step->d)[l] = (result);                          \
        }                                                                      \
        return SIM_NEXT;                                                       \
    }
VIDEO(single, whole(inst, a, b, c))
VIDEO(multiplied, multiply_add(inst, a, b, c))
VIDEO(two, parts(inst, a, b, c, 2))
VIDEO(four, parts(inst, a, b, c, 4))

sim_step_fn sim_bind_video(const sim_inst *inst) {
    if (inst->op == SIM_OP_vmad)
        return multiplied;
    if (inst->op >= SIM_OP_vadd4 && inst->op <= SIM_OP_vset4)
        return four;
    if (inst->op >= SIM_OP_vadd2 && inst->op <= SIM_OP_vset2)
        return two;
    return single;
}
