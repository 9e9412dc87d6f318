/* SPDX-License-Identifier: Apache-2.0 */
/* atom and red (PTX ISA 9.7.13.6): lane after lane. */
#include "sim/check/checker.h"
#include "sim/half.h"
#include "sim/rows.h"

static uint64_t on_integers(const sim_inst *inst, uint64_t old, uint64_t b) {
    bool wide = sim_types[inst->type].bytes == 8;
    bool sign = sim_types[inst->type].kind == SIM_KIND_signed;
    bool less;

    if (!sign)
        less = old < b;
    else if (wide)
        less = (int64_t)old < (int64_t)b;
    else
        less = (int32_t)(uint32_t)old < (int32_t)(uint32_t)b;
    switch (inst->sub) {
    case SIM_SUB_add: return old + b;
    case SIM_SUB_min: return less ? old : b;
    case SIM_SUB_max: return less ? b : old;
    case SIM_SUB_inc: return old >= b ? 0 : old + 1;
    case SIM_SUB_dec: return old == 0 || old > b ? b : old - 1;
    case SIM_SUB_and: return old & b;
    case SIM_SUB_or: return old | b;
    case SIM_SUB_xor: return old ^ b;
    default: return b; /* exch */
    }
}

static double pick(double a, double b, uint8_t sub, bool nan) {
    if (sub == SIM_SUB_add)
        return a + b;
    if (a != a || b != b)
        return nan || (a != a && b != b) ? (double)NAN : a != a ? b : a;
    if (a == b)
        return (sub == SIM_SUB_max) == (signbit(a) != 0) ? b : a;
    return (a < b) == (sub == SIM_SUB_min) ? a : b;
}

static uint16_t on_half(const sim_inst *inst, uint16_t old, uint16_t b,
                        bool brain) {
    double x =
        (double)(brain ? sim_bfloat_to_float(old) : sim_half_to_float(old));
    double y = (double)(brain ? sim_bfloat_to_float(b) : sim_half_to_float(b));
    double value = inst->sub == SIM_SUB_add ? sim_add_odd(x, y)
                                            : pick(x, y, inst->sub, inst->nan);

    return (uint16_t)sim_round_to(value,
                                  brain ? &sim_format_bf16 : &sim_format_f16,
                                  SIM_MODE_near, false);
}

static uint64_t combine(const sim_inst *inst, uint64_t old, uint64_t b) {
    bool brain = false;

    switch (inst->type) {
    case SIM_TYPE_f32: {
        float x = sim_bits_float((uint32_t)old);
        float y = sim_bits_float((uint32_t)b);

        if (inst->sub == SIM_SUB_exch)
            return b;
        /* Additions to global memory flush subnormals with .ftz only. */
        return sim_float_bits(sim_canonical(
            inst->sub == SIM_SUB_add
                ? x + y
                : (float)pick((double)x, (double)y, inst->sub, inst->nan)));
    }
    case SIM_TYPE_f64:
        return sim_double_bits(pick(sim_bits_double(old), sim_bits_double(b),
                                    inst->sub, inst->nan));
    case SIM_TYPE_bf16:
    case SIM_TYPE_bf16x2: brain = true; /* fall through */
    case SIM_TYPE_f16:
    case SIM_TYPE_f16x2: {
        uint32_t low = on_half(inst, (uint16_t)old, (uint16_t)b, brain);
        uint32_t high = 0;

        if (sim_types[inst->type].bytes == 4)
            high = on_half(inst, (uint16_t)(old >> 16), (uint16_t)(b >> 16),
                           brain);
        return high << 16 | low;
    }
    default: return on_integers(inst, old, b);
    }
}

static uint64_t row_value(const char *rows, uint32_t at, uint32_t width,
                          uint32_t lane, uint32_t bytes) {
    uint64_t value = 0;

    memcpy(&value, rows + at + (size_t)lane * width, bytes);
    return value;
}

static uint32_t row_of(const sim_warp *warp, const sim_inst *inst,
                       uint32_t first, uint32_t i, uint32_t single) {
    if (inst->count > 1)
        return warp->frame->code->function->list[inst->list + first + i];
    return single;
}

/* The bytes that a compare-and-swap is about: those that it would change, or
 * all when it would change none. */
static void find_meant(const sim_inst *inst, const char *rows, uint32_t mask,
                       uint8_t meant[SIM_LANES]) {
    uint32_t bytes = sim_types[inst->type].bytes;

    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(left);
        uint64_t unlike =
            row_value(rows, inst->src[1], inst->src_width, l, bytes) ^
            row_value(rows, inst->src[2], inst->src_width, l, bytes);

        meant[l] = 0;
        for (uint32_t i = 0; i < bytes; i++)
            if (unlike >> 8 * i & 255 || !unlike)
                meant[l] |= (uint8_t)(1u << i);
    }
}

/* One element of one lane, of which `within` bytes are there; the old value
 * goes to `d` unless that is none. */
static void update(const sim_inst *inst, char *rows, uint32_t lane, char *place,
                   uint32_t within, uint32_t d, uint32_t b_row) {
    uint32_t bytes = sim_types[inst->type].bytes;
    uint64_t old = 0, b, value;

    memcpy(&old, place, within);
    b = row_value(rows, b_row, inst->src_width, lane, bytes);
    if (inst->sub == SIM_SUB_cas) {
        uint64_t c =
            row_value(rows, inst->src[2], inst->src_width, lane, bytes);

        value = old == b ? c : old;
    } else {
        value = combine(inst, old, b);
    }
    memcpy(place, &value, within);
    if (d != SIM_NONE)
        memcpy(rows + d + (size_t)lane * inst->dst_width, &old,
               inst->dst_width);
}

static void update_128(const sim_inst *inst, char *rows, uint32_t lane,
                       char *place) {
    char old[16];
    const char *b = rows + inst->src[1] + 16 * (size_t)lane;

    memcpy(old, place, 16);
    if (inst->sub == SIM_SUB_exch)
        memcpy(place, b, 16);
    else if (memcmp(old, b, 16) == 0)
        memcpy(place, rows + inst->src[2] + 16 * (size_t)lane, 16);
    if (inst->dst[0] != SIM_NONE)
        memcpy(rows + inst->dst[0] + 16 * (size_t)lane, old, 16);
}

SIM_STEP(atomic) {
    const sim_inst *inst = step->inst;
    uint32_t bytes = sim_types[inst->type].bytes;
    uint32_t count = inst->count > 1 ? inst->count : 1;
    bool returns = inst->op == SIM_OP_atom;
    /* The list holds results, then sources. */
    uint32_t sources = returns ? count : 0;
    bool narrows = inst->sub == SIM_SUB_cas && bytes <= 8;
    uint8_t meant[SIM_LANES];
    sim_access access;

    if (inst->sub == SIM_SUB_cas || inst->sub == SIM_SUB_exch || returns)
        warp->spun = true;
    if (narrows)
        find_meant(inst, rows, mask, meant);
    if (sim_resolve_meant(warp, step, rows, mask, inst->src[0], inst->offset,
                          inst->space, bytes * count, SIM_UPDATES,
                          narrows ? meant : NULL, &access) != SIM_NEXT)
        return SIM_FAULT;
    if (warp->run->checker &&
        sim_check_access(warp, step, SIM_UPDATES, &access) != SIM_NEXT)
        return SIM_FAULT;
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(left);

        if (bytes == 16) {
            update_128(inst, rows, l, access.host[l]);
            continue;
        }
        for (uint32_t i = 0; i < count; i++)
            update(inst, rows, l, access.host[l] + i * bytes,
                   narrows ? sim_access_within(warp, &access, l) : bytes,
                   returns ? row_of(warp, inst, 0, i, inst->dst[0]) : SIM_NONE,
                   row_of(warp, inst, sources, i, inst->src[1]));
    }
    return SIM_NEXT;
}

/* A register of 16 bytes holds nothing narrower. */
sim_step_fn sim_bind_atomic(const sim_inst *inst) {
    bool wide = inst->dst_width > 8 || inst->src_width > 8;

    return wide && sim_types[inst->type].bytes < 16 ? NULL : atomic;
}
