/* SPDX-License-Identifier: Apache-2.0 */
/* Rules for integers. They wrap, so all of this is arithmetic modulo a power
 * of two and exact. */
#include "core/passes/simplify.h"

static uint32_t width_of(pk_type type) {
    return pk_type_bytes(type) * 8;
}

static pk_value *zero_like(pk_simplifier *s, const pk_value *v) {
    return pk_const_int(s->fn, v->type, 0);
}

static bool is_nonneg(const pk_value *v) {
    if (!pk_type_is_signed(v->type))
        return true;
    if (pk_is_const(v))
        return pk_const_get_int(v) >= 0;
    return v->kind == PK_VALUE_result && (v->def->flags & PK_INST_nonneg);
}

/* The exponent of a constant power of two, else -1. For signed types only
 * those that are positive. */
static int power_of_two(const pk_value *v) {
    if (!pk_is_const(v) || !v->bits || (v->bits & (v->bits - 1)) ||
        (pk_type_is_signed(v->type) && pk_const_get_int(v) < 0))
        return -1;
    return __builtin_ctzll(v->bits);
}

static bool is_all_ones(const pk_value *v) {
    return pk_is_const(v) &&
           v->bits == ~UINT64_C(0) >> (64 - width_of(v->type));
}

/* (x op c1) op c2 is x op (c1 op c2) for these. */
static pk_value *regroup(pk_simplifier *s, const pk_inst *inst) {
    pk_value *a = inst->args[0], *b = inst->args[1];

    if (!pk_is_const(b) || !pk_is_op(a, inst->op) ||
        !pk_is_const(a->def->args[1]))
        return NULL;
    return pk_simple2(s, inst->op, a->def->args[0],
                      pk_simple2(s, inst->op, a->def->args[1], b));
}

static pk_value *simplify_add(pk_simplifier *s, const pk_inst *inst) {
    pk_value *a = inst->args[0], *b = inst->args[1];

    if (pk_is_const_int(b, 0))
        return a;
    if (pk_is_op(b, PK_OP_neg))
        return pk_simple2(s, PK_OP_sub, a, b->def->args[0]);
    if (pk_is_op(a, PK_OP_neg))
        return pk_simple2(s, PK_OP_sub, b, a->def->args[0]);
    if (pk_is_op(a, PK_OP_sub) && a->def->args[1] == b)
        return a->def->args[0];
    return regroup(s, inst);
}

static pk_value *simplify_sub(pk_simplifier *s, const pk_inst *inst) {
    pk_value *a = inst->args[0], *b = inst->args[1];

    if (a == b)
        return zero_like(s, a);
    if (pk_is_const_int(b, 0))
        return a;
    if (pk_is_const(b))
        return pk_simple2(s, PK_OP_add, a, pk_simple1(s, PK_OP_neg, b));
    if (pk_is_const_int(a, 0))
        return pk_simple1(s, PK_OP_neg, b);
    if (pk_is_op(b, PK_OP_neg))
        return pk_simple2(s, PK_OP_add, a, b->def->args[0]);
    if (pk_is_op(a, PK_OP_add) && a->def->args[1] == b)
        return a->def->args[0];
    if (pk_is_op(a, PK_OP_add) && a->def->args[0] == b)
        return a->def->args[1];
    return NULL;
}

static pk_value *simplify_mul(pk_simplifier *s, const pk_inst *inst) {
    pk_value *a = inst->args[0], *b = inst->args[1];
    int power = power_of_two(b);

    if (pk_is_const_int(b, 0))
        return b;
    if (power == 0)
        return a;
    if (power > 0)
        return pk_simple2(s, PK_OP_shl, a, pk_const_int(s->fn, a->type, power));
    if (is_all_ones(b))
        return pk_simple1(s, PK_OP_neg, a);
    return regroup(s, inst);
}

/* a // 2^k is a >> k and a % 2^k is a & (2^k - 1), for negative a too. */
static pk_value *simplify_floor(pk_simplifier *s, const pk_inst *inst) {
    pk_value *a = inst->args[0], *b = inst->args[1];
    int power = power_of_two(b);
    bool div = inst->op == PK_OP_floor_div;

    if (pk_is_const_int(b, 0))
        return b;
    if (power == 0)
        return div ? a : zero_like(s, a);
    if (power > 0 && div)
        return pk_simple2(s, PK_OP_shr, a, pk_const_int(s->fn, a->type, power));
    if (power > 0)
        return pk_simple2(s, PK_OP_and, a,
                          pk_const_bits(s->fn, a->type, b->bits - 1));
    if (pk_is_const(b) && is_nonneg(a) && is_nonneg(b))
        return pk_simple2(s, div ? PK_OP_quot : PK_OP_rem, a, b);
    return NULL;
}

static pk_value *simplify_quot(pk_simplifier *s, const pk_inst *inst) {
    pk_value *a = inst->args[0], *b = inst->args[1];
    int power = power_of_two(b);

    if (power == 0)
        return inst->op == PK_OP_quot ? a : zero_like(s, a);
    if (power < 0 || !is_nonneg(a))
        return NULL;
    if (inst->op == PK_OP_quot)
        return pk_simple2(s, PK_OP_shr, a, pk_const_int(s->fn, a->type, power));
    return pk_simple2(s, PK_OP_and, a,
                      pk_const_bits(s->fn, a->type, b->bits - 1));
}

/* (x << k) & m has no bits where m is below 2^k. */
static bool is_below_shift(const pk_value *shifted, const pk_value *mask) {
    const pk_value *by =
        pk_is_op(shifted, PK_OP_shl) ? shifted->def->args[1] : NULL;

    return pk_is_const(mask) && by && pk_is_const(by) &&
           by->bits < width_of(mask->type) && !(mask->bits >> by->bits);
}

static pk_value *simplify_bits(pk_simplifier *s, const pk_inst *inst) {
    pk_value *a = inst->args[0], *b = inst->args[1];

    if (inst->op == PK_OP_and) {
        if (a == b || pk_is_const_int(b, 0))
            return b;
        if (is_all_ones(b))
            return a;
        if (is_below_shift(a, b))
            return zero_like(s, a);
    } else if (inst->op == PK_OP_or) {
        if (a == b || is_all_ones(b))
            return b;
        if (pk_is_const_int(b, 0))
            return a;
    } else {
        if (a == b)
            return zero_like(s, a);
        if (pk_is_const_int(b, 0))
            return a;
        if (is_all_ones(b))
            return pk_simple1(s, PK_OP_not, a);
    }
    return regroup(s, inst);
}

static pk_value *simplify_shift(pk_simplifier *s, const pk_inst *inst) {
    pk_value *a = inst->args[0], *b = inst->args[1];
    uint64_t width = width_of(a->type), total;
    bool sign = inst->op == PK_OP_shr && pk_type_is_signed(a->type);

    if (pk_is_const_int(b, 0) || pk_is_const_int(a, 0))
        return a;
    if (!pk_is_const(b))
        return NULL;
    if (b->bits >= width && !sign)
        return zero_like(s, a);
    if (b->bits >= width)
        return pk_simple2(s, PK_OP_shr, a,
                          pk_const_int(s->fn, a->type, (int64_t)width - 1));
    /* A shift of a shift; by parts that each are below the width. */
    if (pk_is_op(a, inst->op) && pk_is_const(a->def->args[1]) &&
        a->def->args[1]->bits < width) {
        total = a->def->args[1]->bits + b->bits;
        if (total >= width && !sign)
            return zero_like(s, a);
        if (total >= width)
            total = width - 1;
        return pk_simple2(s, inst->op, a->def->args[0],
                          pk_const_int(s->fn, a->type, (int64_t)total));
    }
    return NULL;
}

static pk_value *simplify_wrap(pk_simplifier *s, const pk_inst *inst) {
    pk_value *a = inst->args[0];

    if (is_nonneg(a) || pk_is_const_int(inst->args[1], 0))
        return a;
    if (pk_is_const(a))
        return pk_simple2(s, PK_OP_add, inst->args[1], a);
    return NULL;
}

/* An operation that undoes itself. */
static pk_value *simplify_twice(const pk_inst *inst) {
    pk_value *a = inst->args[0];

    return pk_is_op(a, inst->op) ? a->def->args[0] : NULL;
}

pk_value *pk_simplify_int(pk_simplifier *s, const pk_inst *inst) {
    switch ((int)inst->op) {
    case PK_OP_add: return simplify_add(s, inst);
    case PK_OP_sub: return simplify_sub(s, inst);
    case PK_OP_mul: return simplify_mul(s, inst);
    case PK_OP_floor_div:
    case PK_OP_floor_mod: return simplify_floor(s, inst);
    case PK_OP_quot:
    case PK_OP_rem: return simplify_quot(s, inst);
    case PK_OP_and:
    case PK_OP_or:
    case PK_OP_xor: return simplify_bits(s, inst);
    case PK_OP_shl:
    case PK_OP_shr: return simplify_shift(s, inst);
    case PK_OP_wrap_index: return simplify_wrap(s, inst);
    case PK_OP_neg:
    case PK_OP_not:
    case PK_OP_brev: return simplify_twice(inst);
    case PK_OP_min:
    case PK_OP_max:
        return inst->args[0] == inst->args[1] ? inst->args[0] : NULL;
    case PK_OP_abs: return is_nonneg(inst->args[0]) ? inst->args[0] : NULL;
    }
    return NULL;
}
