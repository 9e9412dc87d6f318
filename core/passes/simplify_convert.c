/* SPDX-License-Identifier: Apache-2.0 */
/* Rules for conversions: chains of them, and those that a chain undoes. */
#include "core/passes/simplify.h"

/* Bits of magnitude that a type holds exactly. */
static uint32_t exact_bits(pk_type type) {
    switch (type) {
    case PK_TYPE_bool: return 1;
    case PK_TYPE_f16: return 11;
    case PK_TYPE_f32: return 24;
    case PK_TYPE_f64: return 53;
    default: return pk_type_bytes(type) * 8 - pk_type_is_signed(type);
    }
}

bool pk_type_holds(pk_type to, pk_type from) {
    if (to == from)
        return true;
    if (to == PK_TYPE_bool || to == PK_TYPE_f16)
        return from == PK_TYPE_bool ||
               (to == PK_TYPE_f16 && pk_type_bytes(from) == 1);
    if (pk_type_is_float(from) && !pk_type_is_float(to))
        return false;
    if (pk_type_is_signed(from) && !pk_type_is_signed(to) &&
        !pk_type_is_float(to))
        return false;
    return exact_bits(to) >= exact_bits(from);
}

/* x as `to`, where x was converted to `through` before. */
static pk_value *skip(pk_simplifier *s, pk_value *x, pk_type through,
                      pk_type to) {
    bool ints = (pk_type_is_int(x->type) || x->type == PK_TYPE_bool) &&
                pk_type_is_int(through) && pk_type_is_int(to);

    /* Cut to the lower bits, it does not matter what the upper ones were. */
    if (ints && pk_type_bytes(to) <= pk_type_bytes(through))
        return pk_simple_to(s, PK_OP_convert, to, x);
    if (!pk_type_holds(through, x->type))
        return NULL;
    /* The value is the same on the way, so it may go straight; but a float on
     * the way saturates where integers wrap. */
    if (pk_type_is_float(through) && pk_type_is_int(to) &&
        !pk_type_is_float(x->type) && !pk_type_holds(to, x->type))
        return NULL;
    return pk_simple_to(s, PK_OP_convert, to, x);
}

/* The operand as float32 without loss, NULL when it is more than that. */
static pk_value *as_f32(pk_simplifier *s, pk_value *v) {
    if (pk_is_const(v)) {
        pk_value *fit = pk_simple_to(s, PK_OP_convert, PK_TYPE_f32, v);
        return pk_simple_to(s, PK_OP_convert, PK_TYPE_f64, fit) == v ? fit
                                                                     : NULL;
    }
    if (!pk_is_op(v, PK_OP_convert) ||
        !pk_type_holds(PK_TYPE_f32, v->def->args[0]->type))
        return NULL;
    return pk_simple_to(s, PK_OP_convert, PK_TYPE_f32, v->def->args[0]);
}

/* A float64 operation on float32 values, rounded to float32 at once, is the
 * float32 operation. For + - * / and sqrt that is so because 53 bits are more
 * than twice 24 and two: what float64 rounds away never decides a tie (also
 * among subnormals, where sums are exact, products have 48 bits, and quotients
 * and roots keep their distance from ties). The others do not round. */
static pk_value *round_at_once(pk_simplifier *s, const pk_inst *inst) {
    const pk_inst *def = inst->args[0]->def;
    pk_value *args[2] = {NULL, NULL};

    if (inst->results[0]->type != PK_TYPE_f32 ||
        inst->args[0]->type != PK_TYPE_f64)
        return NULL;
    switch ((int)def->op) {
    case PK_OP_add:
    case PK_OP_sub:
    case PK_OP_mul:
    case PK_OP_div:
    case PK_OP_sqrt:
    case PK_OP_neg:
    case PK_OP_abs:
    case PK_OP_min:
    case PK_OP_max:
    case PK_OP_floor:
    case PK_OP_ceil:
    case PK_OP_trunc:
    case PK_OP_rint:
    case PK_OP_copysign: break;
    default: return NULL;
    }
    for (uint32_t i = 0; i < def->arg_count; i++) {
        args[i] = as_f32(s, def->args[i]);
        if (!args[i])
            return NULL;
    }
    s->b.flags = def->flags & PK_INST_fast;
    return args[1] ? pk_simple2(s, def->op, args[0], args[1])
                   : pk_simple1(s, def->op, args[0]);
}

/* ---- the lower bits of wider integers ---- */

enum { MAX_TERMS = 8 };

/* The lower bits of a result of these depend on those of the operands only. */
static bool is_modular(const pk_inst *inst) {
    switch ((int)inst->op) {
    case PK_OP_add:
    case PK_OP_sub:
    case PK_OP_mul:
    case PK_OP_neg:
    case PK_OP_and:
    case PK_OP_or:
    case PK_OP_xor:
    case PK_OP_not: return true;
    case PK_OP_shl:
        return pk_is_const(inst->args[1]) && inst->args[1]->bits < 32;
    }
    return false;
}

/* True when the lower bits are to be had without the upper ones. */
static bool has_lower(const pk_value *v, pk_type type, int *terms) {
    if (pk_is_const(v))
        return true;
    if (v->kind != PK_VALUE_result || ++*terms > MAX_TERMS)
        return false;
    if (v->def->op == PK_OP_convert)
        return pk_type_is_int(v->def->args[0]->type) &&
               pk_type_bytes(v->def->args[0]->type) <= pk_type_bytes(type);
    if (!is_modular(v->def))
        return false;
    for (uint32_t i = 0; i < v->def->arg_count; i++)
        if (!has_lower(v->def->args[i], type, terms))
            return false;
    return true;
}

static pk_value *lower(pk_simplifier *s, pk_value *v, pk_type type) {
    pk_value *args[2] = {NULL, NULL};

    if (pk_is_const(v) || v->def->op == PK_OP_convert)
        return pk_simple_to(s, PK_OP_convert, type, v);
    for (uint32_t i = 0; i < v->def->arg_count; i++)
        args[i] = lower(s, v->def->args[i], type);
    return v->def->arg_count == 1 ? pk_simple1(s, v->def->op, args[0])
                                  : pk_simple2(s, v->def->op, args[0], args[1]);
}

/* A sum of converted 32-bit integers that is cut to 32 bits is the sum with 32
 * bits; types smaller than that are computed with 32, too. */
static pk_value *cut_early(pk_simplifier *s, const pk_inst *inst) {
    pk_value *a = inst->args[0];
    pk_type to = inst->results[0]->type, type = to;
    int terms = 0;

    if (!pk_type_is_int(to) || !pk_type_is_int(a->type))
        return NULL;
    if (pk_type_bytes(to) < 4)
        type = PK_TYPE_i32;
    if (pk_type_bytes(a->type) <= pk_type_bytes(type) || !is_modular(a->def) ||
        !has_lower(a, type, &terms))
        return NULL;
    return pk_simple_to(s, PK_OP_convert, to, lower(s, a, type));
}

pk_value *pk_simplify_convert(pk_simplifier *s, const pk_inst *inst) {
    pk_value *a = inst->args[0];
    pk_type to = inst->results[0]->type;

    if (a->type == to)
        return a;
    if (a->kind != PK_VALUE_result)
        return NULL;
    if (a->def->op != inst->op)
        return inst->op != PK_OP_convert   ? NULL
               : pk_type_is_float(a->type) ? round_at_once(s, inst)
                                           : cut_early(s, inst);
    if (inst->op == PK_OP_bitcast)
        return pk_simple_to(s, PK_OP_bitcast, to, a->def->args[0]);
    return skip(s, a->def->args[0], a->type, to);
}
