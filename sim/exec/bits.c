/* SPDX-License-Identifier: Apache-2.0 */
/* Bits: logic, shifts, counts and fields (PTX ISA 9.7.1 and 9.7.8). */
#include "sim/rows.h"

/* clang-format off */
#define LOGIC(T)                                                               \
    ROWS(and_##T, T, T, a[l] & b[l])                                           \
    ROWS(or_##T, T, T, a[l] | b[l])                                            \
    ROWS(xor_##T, T, T, a[l] ^ b[l])                                           \
    ROWS(not_##T, T, T, ~a[l])                                                 \
    ROWS(cnot_##T, T, T, a[l] == 0)                                            \
    ROWS3(shl_##T, T, T, uint32_t, T,                                          \
          b[l] < 8 * sizeof(T) ? (uint64_t)a[l] << (b[l] & 63) : 0)            \
    ROWS3(shr_##T, T, T, uint32_t, T,                                          \
          b[l] < 8 * sizeof(T) ? a[l] >> (b[l] & (8 * sizeof(T) - 1)) : 0)
#define SHIFT_SIGNED(T)                                                        \
    ROWS3(shr_##T, T, T, uint32_t, T,                                          \
          a[l] >> (b[l] < 8 * sizeof(T) ? b[l] : 8 * sizeof(T) - 1))

LOGIC(uint16_t)
LOGIC(uint32_t)
LOGIC(uint64_t)
SHIFT_SIGNED(int16_t)
SHIFT_SIGNED(int32_t)
SHIFT_SIGNED(int64_t)

LANES3(popc_32, uint32_t, uint32_t, uint32_t, uint32_t,
       __builtin_popcount(a[l]))
LANES3(popc_64, uint32_t, uint64_t, uint32_t, uint32_t,
       __builtin_popcountll(a[l]))
LANES3(clz_32, uint32_t, uint32_t, uint32_t, uint32_t,
       a[l] ? __builtin_clz(a[l]) : 32)
LANES3(clz_64, uint32_t, uint64_t, uint32_t, uint32_t,
       a[l] ? __builtin_clzll(a[l]) : 64)
/* clang-format on */

/* Place of the highest bit unlike the sign's; all ones when there is none. */
static uint32_t find_bit(uint64_t value, const sim_inst *inst) {
    uint8_t type = inst->stype ? inst->stype : inst->type;
    uint32_t width = 8u * sim_types[type].bytes, place;

    if (sim_types[type].kind == SIM_KIND_signed && value >> (width - 1) & 1)
        value = ~value;
    if (width == 32)
        value &= 0xffffffff;
    if (!value)
        return SIM_FULL;
    place = 63 - (uint32_t)__builtin_clzll(value);
    return inst->sub == SIM_SUB_shiftamt ? width - 1 - place : place;
}
LANES(bfind_32, uint32_t, uint32_t, find_bit(a[l], step->inst))
LANES3(bfind_64, uint32_t, uint64_t, uint32_t, uint32_t,
       find_bit(a[l], step->inst))

/* The offset-th bit set, from `base` on upwards or downwards (9.7.1.17). */
static uint32_t find_nth(uint32_t value, uint32_t base, int32_t offset) {
    int32_t count = offset < 0 ? offset : offset ? offset : 1;
    int32_t at = (int32_t)(base & 31);

    if (offset == 0)
        return value >> at & 1 ? (uint32_t)at : SIM_FULL;
    while (at >= 0 && at < 32) {
        if (value >> at & 1)
            count += count < 0 ? 1 : -1;
        if (count == 0)
            return (uint32_t)at;
        at += offset < 0 ? -1 : 1;
    }
    return SIM_FULL;
}
LANES(fns_32, uint32_t, uint32_t, find_nth(a[l], b[l], (int32_t)c[l]))

static inline uint64_t reverse_64(uint64_t x) {
    x = (x >> 1 & UINT64_C(0x5555555555555555)) |
        (x & UINT64_C(0x5555555555555555)) << 1;
    x = (x >> 2 & UINT64_C(0x3333333333333333)) |
        (x & UINT64_C(0x3333333333333333)) << 2;
    x = (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) |
        (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
    return __builtin_bswap64(x);
}
LANES(brev_32, uint32_t, uint32_t, reverse_64(a[l]) >> 32)
LANES(brev_64, uint64_t, uint64_t, reverse_64(a[l]))

/* `length` bits of `value` from `at`; signed fields go on with their highest
 * bit, or the number's where they reach past it (9.7.1.20). */
static uint64_t extract(uint64_t value, uint32_t at, uint32_t length,
                        uint32_t width, bool sign) {
    uint32_t top;
    uint64_t field;
    bool negative;

    at &= 0xff;
    length &= 0xff;
    if (length == 0)
        return 0;
    top = at + length - 1 > width - 1 ? width - 1 : at + length - 1;
    negative = sign && value >> top & 1;
    field = at < width ? value >> at : 0;
    if (at < width) {
        uint32_t kept = top - at + 1;

        if (kept < 64)
            field &= (UINT64_C(1) << kept) - 1;
        if (negative && kept < 64)
            field |= ~UINT64_C(0) << kept;
    } else if (negative) {
        field = ~UINT64_C(0);
    }
    return field;
}
LANES3(bfe_u32, uint32_t, uint32_t, uint32_t, uint32_t,
       extract(a[l], b[l], c[l], 32, false))
LANES3(bfe_s32, uint32_t, uint32_t, uint32_t, uint32_t,
       extract(a[l], b[l], c[l], 32, true))
LANES3(bfe_u64, uint64_t, uint64_t, uint32_t, uint32_t,
       extract(a[l], b[l], c[l], 64, false))
LANES3(bfe_s64, uint64_t, uint64_t, uint32_t, uint32_t,
       extract(a[l], b[l], c[l], 64, true))

static uint64_t insert(uint64_t from, uint64_t into, uint32_t at,
                       uint32_t length, uint32_t width) {
    uint64_t bits;

    at &= 0xff;
    length &= 0xff;
    if (at >= width || length == 0)
        return into;
    if (length > width - at)
        length = width - at;
    bits = (length < 64 ? (UINT64_C(1) << length) - 1 : ~UINT64_C(0)) << at;
    return (into & ~bits) | (from << at & bits);
}

/* Four sources: the row of d is its own. */
SIM_STEP(bfi_32) {
    const uint32_t *length = SIM_ROW(const uint32_t, step->inst->src[3]);

    (void)warp;
    for (uint32_t left = mask; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        SIM_ROW(uint32_t, step->d)
        [l] = (uint32_t)insert(SIM_ROW(uint32_t, step->a)[l],
                               SIM_ROW(uint32_t, step->b)[l],
                               SIM_ROW(uint32_t, step->c)[l], length[l], 32);
    }
    return SIM_NEXT;
}

SIM_STEP(bfi_64) {
    const uint32_t *length = SIM_ROW(const uint32_t, step->inst->src[3]);

    (void)warp;
    for (uint32_t left = mask; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        SIM_ROW(uint64_t, step->d)
        [l] =
            insert(SIM_ROW(uint64_t, step->a)[l], SIM_ROW(uint64_t, step->b)[l],
                   SIM_ROW(uint32_t, step->c)[l], length[l], 64);
    }
    return SIM_NEXT;
}

/* .wrap takes counts modulo 32, .clamp stops at 32. */
static inline uint32_t limited(uint32_t count, const sim_inst *inst) {
    if (inst->mode == SIM_SUB_wrap || inst->sub == SIM_SUB_wrap)
        return count & 31;
    return count > 32 ? 32 : count;
}

static uint32_t extended(uint32_t value, uint32_t bits, const sim_inst *inst) {
    bool sign = sim_types[inst->type].kind == SIM_KIND_signed;

    return (uint32_t)extract(value, 0, limited(bits, inst), 32, sign);
}
LANES(szext_32, uint32_t, uint32_t, extended(a[l], b[l], step->inst))

static uint32_t ones(uint32_t at, uint32_t count, const sim_inst *inst) {
    uint64_t bits;

    at = limited(at, inst);
    count = limited(count, inst);
    bits = ((UINT64_C(1) << count) - 1) << at;
    return (uint32_t)bits;
}
LANES(bmsk_32, uint32_t, uint32_t, ones(a[l], b[l], step->inst))

static inline uint32_t funnel(uint32_t low, uint32_t high, uint32_t count,
                              const sim_inst *inst) {
    uint64_t both = (uint64_t)high << 32 | low;

    if (inst->mode == SIM_SUB_wrap)
        count &= 31;
    else if (count > 32)
        count = 32;
    if (inst->sub == SIM_SUB_left)
        return (uint32_t)(both << count >> 32);
    return (uint32_t)(both >> count);
}
LANES(shf_32, uint32_t, uint32_t, funnel(a[l], b[l], c[l], step->inst))

/* The selectors that a mode of prmt stands for (9.7.9.7). */
static uint32_t prmt_selector(uint32_t c, uint8_t mode) {
    uint32_t i = c & 3;

    switch (mode) {
    case SIM_SUB_f4e: return 0x3210 + 0x1111 * i;
    case SIM_SUB_b4e: {
        static const uint16_t back[] = {0x5670, 0x6701, 0x7012, 0x0123};
        return back[i];
    }
    case SIM_SUB_rc8: return 0x1111 * i;
    case SIM_SUB_ecl: {
        static const uint16_t left[] = {0x3210, 0x3211, 0x3222, 0x3333};
        return left[i];
    }
    case SIM_SUB_ecr: {
        static const uint16_t right[] = {0x0000, 0x1110, 0x2210, 0x3210};
        return right[i];
    }
    case SIM_SUB_rc16: return i & 1 ? 0x3232 : 0x1010;
    default: return c;
    }
}

/* prmt: each digit of the selector picks a byte of b:a. In the plain mode a
 * digit's top bit asks for the sign of its byte instead. */
static uint32_t permute(uint32_t a, uint32_t b, uint32_t c, uint8_t mode) {
    uint64_t bytes = (uint64_t)b << 32 | a;
    uint32_t selector = prmt_selector(c, mode), result = 0;

    for (int i = 0; i < 4; i++) {
        uint32_t pick = selector >> 4 * i & 15;
        uint32_t byte = (uint32_t)(bytes >> 8 * (pick & 7)) & 0xff;

        if (mode == SIM_SUB_none && pick & 8)
            byte = byte & 0x80 ? 0xff : 0;
        result |= byte << 8 * i;
    }
    return result;
}
LANES(prmt_32, uint32_t, uint32_t, permute(a[l], b[l], c[l], step->inst->sub))

/* Any function of three bits. The table's bit 4 a + 2 b + c is the result. */
static inline uint32_t lookup(uint32_t a, uint32_t b, uint32_t c,
                              uint32_t table) {
    uint32_t result = 0;

    for (int i = 0; i < 8; i++)
        if (table >> i & 1)
            result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return result;
}
ROWS(lop3_32, uint32_t, uint32_t,
     lookup(a[l], b[l], c[l], (uint32_t)step->inst->offset))

/* lop3.BoolOp: p = (result != 0) op q. */
SIM_STEP(lop3_bool) {
    const sim_inst *inst = step->inst;
    uint32_t q = *sim_mask_at(rows, inst->src[3]), bits = 0;

    (void)warp;
    if (inst->not_pred)
        q = ~q;
    for (uint32_t left = mask; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        uint32_t value =
            lookup(SIM_ROW(uint32_t, step->a)[l], SIM_ROW(uint32_t, step->b)[l],
                   SIM_ROW(uint32_t, step->c)[l], (uint32_t)inst->offset);

        if (step->d != SIM_NONE)
            SIM_ROW(uint32_t, step->d)[l] = value;
        bits |= (uint32_t)(value != 0) << l;
    }
    bits = inst->bool_op == SIM_SUB_or ? bits | q : bits & q;
    sim_mask_set(rows, inst->dst[1], mask, bits);
    return SIM_NEXT;
}

/* Predicates are whole masks. */
#define PREDICATES(name, result)                                               \
    SIM_STEP(name) {                                                           \
        uint32_t a = *sim_mask_at(rows, step->a);                              \
        uint32_t b = step->b == SIM_NONE ? 0 : *sim_mask_at(rows, step->b);    \
                                                                               \
        (void)warp, (void)b;                                                   \
        sim_mask_set(rows, step->d, mask, result);                             \
        return SIM_NEXT;                                                       \
    }
PREDICATES(and_pred, a &b)
PREDICATES(or_pred, a | b)
PREDICATES(xor_pred, a ^ b)
PREDICATES(not_pred, ~a)

/* ---- choosing ---- */

#define LOGICAL(name)                                                          \
    {[2] = name##uint16_t, [4] = name##uint32_t, [8] = name##uint64_t}

static sim_step_fn by_width(const sim_inst *inst, uint32_t width) {
    static const struct {
        uint8_t op;
        sim_step_fn of[9];
    } table[] = {
        {SIM_OP_and, LOGICAL(and_)},   {SIM_OP_or, LOGICAL(or_)},
        {SIM_OP_xor, LOGICAL(xor_)},   {SIM_OP_not, LOGICAL(not_)},
        {SIM_OP_cnot, LOGICAL(cnot_)}, {SIM_OP_shl, LOGICAL(shl_)},
        {SIM_OP_shr, LOGICAL(shr_)},
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].op == inst->op && width <= 8)
            return table[i].of[width];
    return NULL;
}

static sim_step_fn on_predicates(const sim_inst *inst) {
    switch (inst->op) {
    case SIM_OP_and: return and_pred;
    case SIM_OP_or: return or_pred;
    case SIM_OP_xor: return xor_pred;
    case SIM_OP_not: return not_pred;
    default: return NULL;
    }
}

sim_step_fn sim_bind_bits(const sim_inst *inst) {
    uint8_t source = inst->stype ? inst->stype : inst->type;
    uint32_t width = sim_types[source].bytes;
    bool wide = width == 8;
    bool sign = sim_types[inst->type].kind == SIM_KIND_signed;

    if (inst->type == SIM_TYPE_pred)
        return on_predicates(inst);
    switch (inst->op) {
    case SIM_OP_popc: return wide ? popc_64 : popc_32;
    case SIM_OP_clz: return wide ? clz_64 : clz_32;
    case SIM_OP_bfind: return wide ? bfind_64 : bfind_32;
    case SIM_OP_fns: return fns_32;
    case SIM_OP_brev: return wide ? brev_64 : brev_32;
    case SIM_OP_bfe:
        if (wide)
            return sign ? bfe_s64 : bfe_u64;
        return sign ? bfe_s32 : bfe_u32;
    case SIM_OP_bfi: return wide ? bfi_64 : bfi_32;
    case SIM_OP_szext: return szext_32;
    case SIM_OP_bmsk: return bmsk_32;
    case SIM_OP_shf: return shf_32;
    case SIM_OP_prmt: return prmt_32;
    case SIM_OP_lop3: return inst->dst[1] == SIM_NONE ? lop3_32 : lop3_bool;
    case SIM_OP_shr:
        if (sign)
            return width == 2   ? shr_int16_t
                   : width == 4 ? shr_int32_t
                                : shr_int64_t;
        break;
    default: break;
    }
    return by_width(inst, width);
}
