/* SPDX-License-Identifier: Apache-2.0 */
/* Operators on known numbers. Their values are those of the IR's operations
 * (core/eval.h), so that it makes no difference where a number is computed;
 * what is NumPy's and Numba's here is the types, and what is left to run time.
 */
#include "frontend/values/known.h"

#include "base/number.h"
#include "core/eval.h"

pk_op pk_known_op(uint8_t op) {
    switch (op) {
    case PK_AST_OP_Add: return PK_OP_add;
    case PK_AST_OP_Sub: return PK_OP_sub;
    case PK_AST_OP_Mult: return PK_OP_mul;
    case PK_AST_OP_Div: return PK_OP_div;
    case PK_AST_OP_FloorDiv: return PK_OP_floor_div;
    case PK_AST_OP_Mod: return PK_OP_floor_mod;
    case PK_AST_OP_LShift: return PK_OP_shl;
    case PK_AST_OP_RShift: return PK_OP_shr;
    case PK_AST_OP_BitAnd: return PK_OP_and;
    case PK_AST_OP_BitOr: return PK_OP_or;
    case PK_AST_OP_BitXor: return PK_OP_xor;
    case PK_AST_OP_Eq: return PK_OP_eq;
    case PK_AST_OP_NotEq: return PK_OP_ne;
    case PK_AST_OP_Lt: return PK_OP_lt;
    case PK_AST_OP_LtE: return PK_OP_le;
    case PK_AST_OP_Gt: return PK_OP_gt;
    case PK_AST_OP_GtE: return PK_OP_ge;
    default: return PK_OP_COUNT;
    }
}

bool pk_known_order(uint8_t op, int64_t a, int64_t b, bool *truth) {
    const uint64_t args[] = {(uint64_t)a, (uint64_t)b};
    pk_op by = pk_known_op(op);
    uint64_t out;

    if (by < PK_OP_eq || by > PK_OP_ge ||
        !pk_eval(by, PK_TYPE_i64, PK_TYPE_bool, args, &out))
        return false;
    *truth = out;
    return true;
}

/* ---- conversions ---- */

static pk_typed convert(pk_arena *arena, pk_typed v, const pk_ty *to) {
    pk_type from = v.type->scalar;
    pk_known *known;

    if (!v.known || !pk_ty_is_numeric(v.type) || !pk_ty_is_numeric(to))
        return (pk_typed){.type = to};
    if (pk_ty_equal(v.type, to))
        return v;
    if (v.type->kind == PK_TY_complex && to->kind != PK_TY_complex)
        return (pk_typed){.type = to};
    known = PK_NEW(arena, pk_known);
    known->bits[0] = pk_eval_convert(from, to->scalar, v.known->bits[0]);
    if (v.type->kind == PK_TY_complex)
        known->bits[1] = pk_eval_convert(from, to->scalar, v.known->bits[1]);
    return (pk_typed){.type = to, .known = known};
}

pk_typed pk_known_convert(pk_arena *arena, pk_typed v, const pk_ty *to) {
    pk_latent from = {0};
    pk_typed shown = pk_known_reveal(v, &from);

    if (v.known)
        return convert(arena, shown, to);
    return pk_known_hide(arena, (pk_typed){.type = to},
                         convert(arena, shown, to), &from);
}

/* ---- two operands ---- */

static bool negation_wraps(pk_type type, uint64_t bits) {
    uint64_t negative;

    pk_eval(PK_OP_neg, type, type, &bits, &negative);
    return bits && (negative == bits || !pk_type_is_signed(type));
}

/* Python raises where a divisor is zero, and NumPy has another value than the
 * IR for the least integer divided by -1: neither is a constant. */
static bool is_left_to_run(pk_op op, pk_type type, const uint64_t *args) {
    if (op != PK_OP_div && op != PK_OP_floor_div && op != PK_OP_floor_mod)
        return false;
    if (pk_type_is_float(type))
        return pk_float_value(type, args[1]) == 0;
    return args[1] == 0 ||
           (pk_type_is_signed(type) && negation_wraps(type, args[0]) &&
            (int64_t)pk_eval_convert(type, PK_TYPE_i64, args[1]) == -1);
}

/* Powers of small integers: shapes and sizes are written so. */
static bool int_power(pk_typed a, pk_typed b, uint64_t *out) {
    int64_t exponent = pk_known_get_int(b);
    uint64_t base = (uint64_t)pk_known_get_int(a);

    if (exponent < 0 || exponent > 64 || !pk_type_is_signed(a.type->scalar))
        return false;
    *out = 1;
    for (int64_t i = 0; i < exponent; i++)
        *out *= base;
    return true;
}

/* Sums and differences of complex numbers, part by part. */
static pk_typed complex_binary(pk_arena *arena, uint8_t op, const pk_rule *rule,
                               pk_typed a, pk_typed b) {
    pk_typed none = {.type = rule->result};
    pk_known *sum;

    a = pk_known_convert(arena, a, rule->result);
    b = pk_known_convert(arena, b, rule->result);
    if (!a.known || !b.known || (op != PK_AST_OP_Add && op != PK_AST_OP_Sub))
        return none;
    sum = PK_NEW(arena, pk_known);
    for (int i = 0; i < 2; i++) {
        const uint64_t args[] = {a.known->bits[i], b.known->bits[i]};
        pk_type part = rule->result->scalar;
        pk_eval(pk_known_op(op), part, part, args, &sum->bits[i]);
    }
    return (pk_typed){.type = rule->result, .known = sum};
}

static pk_typed binary(pk_arena *arena, uint8_t op, const pk_rule *rule,
                       pk_typed a, pk_typed b) {
    pk_typed none = {.type = rule->result};
    pk_op by = pk_known_op(op);
    uint64_t args[2], out;
    pk_type type;

    if (!a.known || !b.known)
        return none;
    if (rule->result->kind == PK_TY_complex)
        return complex_binary(arena, op, rule, a, b);
    if (rule->left->kind != PK_TY_number || rule->right->kind != PK_TY_number)
        return none;
    a = pk_known_convert(arena, a, rule->left);
    b = pk_known_convert(arena, b, rule->right);
    if (!a.known || !b.known)
        return none;
    if (op == PK_AST_OP_Pow)
        return pk_ty_is_int(a.type) && pk_ty_is_int(b.type) &&
                       int_power(a, b, &out)
                   ? pk_known_int(arena, rule->result, (int64_t)out)
                   : none;
    type = a.type->scalar;
    args[0] = a.known->bits[0];
    args[1] = b.known->bits[0];
    if (by == PK_OP_COUNT || b.type->scalar != type ||
        is_left_to_run(by, type, args) ||
        !pk_eval(by, type, rule->result->scalar, args, &out))
        return none;
    return pk_known_bits(arena, rule->result, out);
}

pk_typed pk_known_binary(pk_arena *arena, uint8_t op, const pk_rule *rule,
                         pk_typed a, pk_typed b) {
    pk_latent from = {0};
    pk_typed x = pk_known_reveal(a, &from), y = pk_known_reveal(b, &from);
    pk_typed v = binary(arena, op, rule, x, y);

    if (a.latent || b.latent)
        v = pk_known_hide(arena, (pk_typed){.type = rule->result}, v, &from);
    return v;
}

/* ---- one operand ---- */

static pk_typed negated(pk_arena *arena, pk_typed v, const pk_ty *type) {
    pk_known *known = PK_NEW(arena, pk_known);

    for (int i = 0; i < (type->kind == PK_TY_complex ? 2 : 1); i++)
        pk_eval(PK_OP_neg, type->scalar, type->scalar, &v.known->bits[i],
                &known->bits[i]);
    return (pk_typed){.type = type, .known = known};
}

static pk_typed unary(pk_arena *arena, uint8_t op, const pk_rule *rule,
                      pk_typed a, bool *overflow) {
    pk_typed none = {.type = rule->result};
    const pk_ty *work = rule->left;
    uint64_t out;

    if (!a.known)
        return none;
    if (work->kind == PK_TY_complex)
        return op == PK_AST_OP_USub ? negated(arena, a, work) : none;
    if (work->kind != PK_TY_number)
        return none;
    if (op == PK_AST_OP_Not)
        return pk_known_int(arena, rule->result, !pk_known_truth(a));
    a = pk_known_convert(arena, a, work);
    if (!a.known)
        return none;
    if (op == PK_AST_OP_USub) {
        if (overflow && pk_ty_is_int(work))
            *overflow |= negation_wraps(work->scalar, a.known->bits[0]);
        a = negated(arena, a, work);
    } else if (op == PK_AST_OP_Invert) {
        if (!pk_eval(PK_OP_not, work->scalar, work->scalar, a.known->bits,
                     &out))
            return none;
        a = pk_known_bits(arena, work, out);
    }
    return pk_known_convert(arena, a, rule->result);
}

pk_typed pk_known_unary(pk_arena *arena, uint8_t op, const pk_rule *rule,
                        pk_typed a, bool *overflow) {
    pk_latent from = {0};
    pk_typed v = unary(arena, op, rule, pk_known_reveal(a, &from), overflow);

    if (a.latent)
        v = pk_known_hide(arena, (pk_typed){.type = rule->result}, v, &from);
    return v;
}
