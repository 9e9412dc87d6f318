/* SPDX-License-Identifier: Apache-2.0 */
/* Rules for comparisons, bool and select. */
#include "core/passes/simplify.h"

#include "core/compare.h"

/* The comparison that is true where this one is not. */
static bool negated(const pk_inst *inst, pk_op *out) {
    *out = pk_op_negated(inst->op);
    return *out != PK_OP_COUNT &&
           (!pk_type_is_float(inst->args[0]->type) || inst->op == PK_OP_eq ||
            inst->op == PK_OP_ne);
}

static pk_value *truth(pk_simplifier *s, bool value) {
    return pk_const_int(s->fn, PK_TYPE_bool, value);
}

/* The operand of a conversion that loses nothing and keeps order. */
static pk_value *origin(const pk_value *v) {
    if (!pk_is_op(v, PK_OP_convert) ||
        !pk_type_holds(v->type, v->def->args[0]->type))
        return NULL;
    return v->def->args[0];
}

/* The constant in another type, NULL when it has no such value. */
static pk_value *fit_const(pk_simplifier *s, pk_value *c, pk_type type) {
    pk_value *fit = pk_simple_to(s, PK_OP_convert, type, c);
    pk_value *back = pk_simple_to(s, PK_OP_convert, c->type, fit);

    return back == c ? fit : NULL;
}

/* Compares before conversion what is compared behind it. */
static pk_value *compare_origins(pk_simplifier *s, const pk_inst *inst) {
    pk_value *a = origin(inst->args[0]), *b = origin(inst->args[1]);

    if (!a)
        return NULL;
    if (pk_is_const(inst->args[1]))
        b = fit_const(s, inst->args[1], a->type);
    if (!b || a->type != b->type)
        return NULL;
    if (a->type == PK_TYPE_bool && inst->op != PK_OP_eq && inst->op != PK_OP_ne)
        return NULL;
    return pk_simple2(s, inst->op, a, b);
}

static pk_value *compare_bool(pk_simplifier *s, const pk_inst *inst) {
    pk_value *a = inst->args[0], *b = inst->args[1];

    if (!pk_is_const(b))
        return NULL;
    return (b->bits != 0) == (inst->op == PK_OP_eq)
               ? a
               : pk_simple1(s, PK_OP_not, a);
}

static pk_value *simplify_compare(pk_simplifier *s, const pk_inst *inst) {
    pk_value *a = inst->args[0], *b = inst->args[1];

    if (a == b && !pk_type_is_float(a->type))
        return truth(s, inst->op == PK_OP_eq || inst->op == PK_OP_le ||
                            inst->op == PK_OP_ge);
    if (pk_is_const(a) && !pk_is_const(b))
        return pk_simple2(s, pk_op_swapped(inst->op), b, a);
    if (a->type == PK_TYPE_bool)
        return compare_bool(s, inst);
    if (pk_is_const_int(b, 0) && !pk_type_is_signed(a->type)) {
        if (inst->op == PK_OP_lt)
            return truth(s, false);
        if (inst->op == PK_OP_ge)
            return truth(s, true);
    }
    return compare_origins(s, inst);
}

static pk_value *simplify_select(pk_simplifier *s, const pk_inst *inst) {
    pk_value *c = inst->args[0], *a = inst->args[1], *b = inst->args[2];

    if (pk_is_const(c))
        return c->bits ? a : b;
    if (a == b)
        return a;
    if (pk_is_op(c, PK_OP_not)) {
        pk_value *v = pk_emit3(&s->b, PK_OP_select, c->def->args[0], b, a);
        pk_value *better = pk_simplify_value(s, v->def);
        return better ? better : v;
    }
    if (a->type != PK_TYPE_bool)
        return NULL;
    if (b == c)
        return pk_simple2(s, PK_OP_and, c, a);
    if (a == c)
        return pk_simple2(s, PK_OP_or, c, b);
    if (pk_are_opposite(b, c))
        return pk_simple2(s, PK_OP_or, b, a);
    if (pk_are_opposite(a, c))
        return pk_simple2(s, PK_OP_and, a, b);
    if (pk_is_const(a))
        return a->bits
                   ? pk_simple2(s, PK_OP_or, c, b)
                   : pk_simple2(s, PK_OP_and, pk_simple1(s, PK_OP_not, c), b);
    if (pk_is_const(b))
        return b->bits ? pk_simple2(s, PK_OP_or, pk_simple1(s, PK_OP_not, c), a)
                       : pk_simple2(s, PK_OP_and, c, a);
    return NULL;
}

static pk_value *simplify_not(pk_simplifier *s, const pk_inst *inst) {
    pk_value *a = inst->args[0];
    const pk_inst *def = a->def;
    pk_op op;

    if (pk_is_op(a, PK_OP_not))
        return def->args[0];
    if (a->kind == PK_VALUE_result && negated(def, &op))
        return pk_simple2(s, op, def->args[0], def->args[1]);
    return NULL;
}

static pk_value *simplify_logic(pk_simplifier *s, const pk_inst *inst) {
    pk_value *a = inst->args[0], *b = inst->args[1];

    if (inst->op == PK_OP_xor) {
        if (a == b)
            return truth(s, false);
        if (pk_is_const(b))
            return b->bits ? pk_simple1(s, PK_OP_not, a) : a;
        return NULL;
    }
    if (a == b)
        return a;
    if (pk_is_const(b))
        return (b->bits != 0) == (inst->op == PK_OP_and) ? a : b;
    return NULL;
}

pk_value *pk_simplify_bool(pk_simplifier *s, const pk_inst *inst) {
    if (inst->op == PK_OP_select)
        return simplify_select(s, inst);
    if (inst->op == PK_OP_not)
        return simplify_not(s, inst);
    if (pk_op_table[inst->op].rule == PK_RULE_COMPARE)
        return simplify_compare(s, inst);
    return simplify_logic(s, inst);
}
