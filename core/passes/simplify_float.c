/* SPDX-License-Identifier: Apache-2.0 */
/* Rules for floats: only those that give the same bits for every operand,
 * zeros and infinities included. The sign and payload of a NaN are nobody's
 * promise. */
#include "base/number.h"
#include "core/passes/simplify.h"

static bool is_bits_of(const pk_value *v, double value) {
    return pk_is_const(v) && v->bits == pk_float_bits(v->type, value);
}

/* 1 / c when dividing by c and multiplying by that are the same: c is a power
 * of two and neither is subnormal. */
static pk_value *exact_inverse(pk_simplifier *s, const pk_value *c) {
    uint32_t fraction = c->type == PK_TYPE_f64   ? 52
                        : c->type == PK_TYPE_f32 ? 23
                                                 : 10;
    uint64_t bits = c->bits << 1 >> 1, all, exponent;

    if (!pk_is_const(c) || (bits & ((UINT64_C(1) << fraction) - 1)))
        return NULL;
    all = (UINT64_C(1) << (pk_type_bytes(c->type) * 8 - 1 - fraction)) - 1;
    exponent = bits >> fraction & all;
    /* 2^(e - bias) has the inverse 2^(bias - e), that is e' = 2 bias - e. */
    if (exponent < 1 || exponent > all - 2)
        return NULL;
    return pk_const_float(s->fn, c->type, 1 / pk_const_get_float(c));
}

static pk_value *simplify_mul(pk_simplifier *s, const pk_inst *inst) {
    pk_value *a = inst->args[0], *b = inst->args[1];

    if (is_bits_of(b, 1))
        return a;
    if (is_bits_of(b, -1))
        return pk_simple1(s, PK_OP_neg, a);
    return NULL;
}

static pk_value *simplify_div(pk_simplifier *s, const pk_inst *inst) {
    pk_value *inverse = exact_inverse(s, inst->args[1]);

    return inverse ? pk_simple2(s, PK_OP_mul, inst->args[0], inverse) : NULL;
}

pk_value *pk_simplify_float(pk_simplifier *s, const pk_inst *inst) {
    pk_value *a = inst->args[0];
    pk_value *b = inst->args[inst->arg_count - 1]; /* of one operand: it */

    switch ((int)inst->op) {
    case PK_OP_add: return is_bits_of(b, -0.0) ? a : NULL;
    case PK_OP_sub: return is_bits_of(b, 0.0) ? a : NULL;
    case PK_OP_mul: return simplify_mul(s, inst);
    case PK_OP_div: return simplify_div(s, inst);
    case PK_OP_neg: return pk_is_op(a, PK_OP_neg) ? a->def->args[0] : NULL;
    case PK_OP_abs:
        if (pk_is_op(a, PK_OP_abs))
            return a;
        if (pk_is_op(a, PK_OP_neg))
            return pk_simple1(s, PK_OP_abs, a->def->args[0]);
        return NULL;
    case PK_OP_min:
    case PK_OP_max:
    case PK_OP_min_num:
    case PK_OP_max_num:
    case PK_OP_min_nan:
    case PK_OP_max_nan: return a == b ? a : NULL;
    case PK_OP_floor:
    case PK_OP_ceil:
    case PK_OP_trunc:
    case PK_OP_rint:
        return pk_is_op(a, PK_OP_floor) || pk_is_op(a, PK_OP_ceil) ||
                       pk_is_op(a, PK_OP_trunc) || pk_is_op(a, PK_OP_rint)
                   ? a
                   : NULL;
    }
    return NULL;
}
