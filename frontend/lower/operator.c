/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of operators with one and two operands. */
#include "frontend/lower/lower.h"

#include "frontend/infer/library.h"
#include "frontend/infer/typings.h"
#include "frontend/lower/report.h"
#include "frontend/values/known.h"

#include <string.h>

static pk_value *one(pk_lower *l, pk_type type) {
    return pk_type_is_float(type) ? pk_const_float(l->fn, type, 1)
                                  : pk_const_int(l->fn, type, 1);
}

/* One over a power of an integer: 0 but for 1 and -1, and the lowest number
 * for 0. Of x and not of its power, which may wrap to any of these. */
static pk_value *inverse(pk_lower *l, pk_type type, pk_value *x, bool odd) {
    pk_value *zero = pk_const_int(l->fn, type, 0);
    pk_value *low = pk_const_int(l->fn, type, INT64_MIN);
    pk_value *unit = pk_const_int(l->fn, type, 1);
    pk_value *is_unit = pk_emit2(&l->b, PK_OP_eq, x, unit);
    pk_value *minus, *is_zero, *others;

    if (pk_type_is_signed(type)) {
        minus = pk_const_int(l->fn, type, -1);
        minus = pk_emit2(&l->b, PK_OP_eq, x, minus);
        is_unit = pk_emit2(&l->b, PK_OP_or, is_unit, minus);
    }
    is_zero = pk_emit2(&l->b, PK_OP_eq, x, zero);
    others = pk_emit3(&l->b, PK_OP_select, is_zero, low, zero);
    return pk_emit3(&l->b, PK_OP_select, is_unit, odd ? x : unit, others);
}

static pk_value *static_power(pk_lower *l, pk_type type, pk_value *x,
                              int64_t exponent) {
    uint64_t left = exponent < 0 ? 0 - (uint64_t)exponent : (uint64_t)exponent;
    pk_value *r = NULL;

    if (exponent < 0 && !pk_type_is_float(type))
        return inverse(l, type, x, left & 1);
    for (; left; left >>= 1) {
        if (left & 1)
            r = r ? pk_emit2(&l->b, PK_OP_mul, r, x) : x;
        if (left > 1)
            x = pk_emit2(&l->b, PK_OP_mul, x, x);
    }
    r = r ? r : one(l, type);
    return exponent < 0 ? pk_emit2(&l->b, PK_OP_div, one(l, type), r) : r;
}

static pk_lv power(pk_lower *l, const pk_rule *rule, pk_lv a, pk_lv b,
                   pk_typed right) {
    pk_type type = rule->result->scalar;
    pk_lv args[2] = {a, b};
    pk_library_name called = pk_library_power(rule);
    int64_t n;

    if (pk_power_multiplies(rule, right, &n))
        return pk_lv_one(l, rule->result, static_power(l, type, a.parts[0], n));
    return pk_lower_library(l, called.name, called.scalar, args, 2);
}

/* Python's error model: 0 has no inverse. Operands are integers. */
static void check_power(pk_lower *l, pk_lv a, pk_lv b) {
    pk_type base = a.type->scalar, exponent = b.type->scalar;
    pk_value *is_zero, *negative;

    if (!l->instance->raises || !pk_ty_is_int(b.type) ||
        !pk_type_is_signed(exponent) ||
        (pk_is_const(b.parts[0]) && pk_const_get_int(b.parts[0]) >= 0))
        return;
    is_zero =
        pk_emit2(&l->b, PK_OP_eq, a.parts[0], pk_const_int(l->fn, base, 0));
    negative =
        pk_emit2(&l->b, PK_OP_lt, b.parts[0], pk_const_int(l->fn, exponent, 0));
    pk_lower_fail_if(l, pk_emit2(&l->b, PK_OP_and, is_zero, negative),
                     "ZeroDivisionError: 0 cannot be raised to a negative "
                     "power",
                     NULL, 0);
}

pk_lv pk_lower_binary(pk_lower *l, uint8_t op, const pk_rule *rule, pk_lv a,
                      pk_lv b, pk_typed right) {
    int64_t exponent;
    pk_lv joined;

    if (a.type->kind == PK_TY_tuple) {
        const pk_ty **items = pk_arena_array(
            l->arena, a.type->count + b.type->count + 1, sizeof *items);
        if (!items)
            return a;
        for (uint32_t i = 0; i < a.type->count + b.type->count; i++)
            items[i] = i < a.type->count ? a.type->items[i]
                                         : b.type->items[i - a.type->count];
        joined = pk_lv_new(
            l, pk_ty_tuple(l->arena, items, a.type->count + b.type->count));
        memcpy(joined.parts, a.parts, a.type->parts * sizeof *joined.parts);
        memcpy(joined.parts + a.type->parts, b.parts,
               b.type->parts * sizeof *joined.parts);
        return joined;
    }
    a = pk_lower_convert(l, a, rule->left);
    b = pk_lower_convert(l, b, rule->right);
    pk_lower_zero_division(l, op, b, false);
    if (rule->result->kind == PK_TY_complex && op == PK_AST_OP_Pow)
        return pk_power_multiplies(rule, right, &exponent)
                   ? pk_lower_complex(l, PK_AST_OP_Mult, a, a)
                   : pk_lower_complex_power(l, a, b);
    if (rule->result->kind == PK_TY_complex)
        return pk_lower_complex(l, op, a, b);
    if (op == PK_AST_OP_Pow && pk_ty_is_int(rule->result))
        check_power(l, a, b);
    if (op == PK_AST_OP_Pow)
        return power(l, rule, a, b, right);
    return pk_lv_one(l, rule->result,
                     pk_emit2(&l->b, pk_known_op(op), a.parts[0], b.parts[0]));
}

/* x in (a, b) */
static pk_lv lower_in(pk_lower *l, uint8_t op, pk_lv x, pk_lv tuple) {
    pk_value *found = NULL, *same;
    pk_rule rule;

    for (uint32_t i = 0; i < tuple.type->count; i++) {
        pk_lv item = pk_lv_item(l, tuple, i);
        pk_rule_compare(PK_AST_OP_Eq, x.type, item.type, &rule);
        same = pk_lower_compare(l, PK_AST_OP_Eq, &rule, x, item).parts[0];
        found = found ? pk_emit2(&l->b, PK_OP_or, found, same) : same;
    }
    if (!found)
        found = pk_const_int(l->fn, PK_TYPE_bool, 0);
    if (op == PK_AST_OP_NotIn)
        found = pk_emit1(&l->b, PK_OP_not, found);
    return pk_lv_one(l, pk_ty_number(PK_TYPE_bool), found);
}

/* Whether two values are one: an array by its place, shape and strides, objects
 * by their reference. */
static pk_value *lower_same(pk_lower *l, const pk_rule *rule, pk_lv a,
                            pk_lv b) {
    const bool array = a.type->kind == PK_TY_array;
    const uint32_t count =
        array ? pk_array_parts(a.type->ndim, a.type->layout == 'A') : 1;
    pk_value *same;

    if (!array && a.type->kind != PK_TY_struct && a.type->kind != PK_TY_list &&
        a.type->kind != PK_TY_dict)
        return pk_lower_compare(l, PK_AST_OP_Eq, rule, a, b).parts[0];
    same = pk_emit2(&l->b, PK_OP_eq, a.parts[0], b.parts[0]);
    for (uint32_t i = 1; i < count; i++)
        same = pk_emit2(&l->b, PK_OP_and, same,
                        pk_emit2(&l->b, PK_OP_eq, a.parts[i], b.parts[i]));
    return same;
}

/* Two values that may be None are also one where both are. */
static pk_value *lower_is(pk_lower *l, uint8_t op, const pk_rule *rule, pk_lv a,
                          pk_lv b) {
    const bool a_maybe = a.type->kind == PK_TY_optional,
               b_maybe = b.type->kind == PK_TY_optional;
    const pk_lv x = {pk_ty_present(a.type), a.parts + a_maybe},
                y = {pk_ty_present(b.type), b.parts + b_maybe};
    pk_value *same = lower_same(l, rule, x, y), *a_none, *b_none;

    if (a_maybe || b_maybe) {
        a_none = pk_lower_is_none(l, a);
        b_none = pk_lower_is_none(l, b);
        same = pk_emit3(&l->b, PK_OP_select,
                        pk_emit2(&l->b, PK_OP_or, a_none, b_none),
                        pk_emit2(&l->b, PK_OP_and, a_none, b_none), same);
    }
    return op == PK_AST_OP_Is ? same : pk_emit1(&l->b, PK_OP_not, same);
}

pk_lv pk_lower_compare(pk_lower *l, uint8_t op, const pk_rule *rule, pk_lv a,
                       pk_lv b) {
    pk_value *r, *re, *im;

    if (a.type->kind == PK_TY_none || b.type->kind == PK_TY_none) {
        r = pk_lower_is_none(l, a.type->kind == PK_TY_none ? b : a);
        if (op == PK_AST_OP_IsNot || op == PK_AST_OP_NotEq)
            r = pk_emit1(&l->b, PK_OP_not, r);
        return pk_lv_one(l, pk_ty_number(PK_TYPE_bool), r);
    }
    if (op == PK_AST_OP_In || op == PK_AST_OP_NotIn)
        return lower_in(l, op, a, b);
    if (op == PK_AST_OP_Alike) /* a function is number b of its choice */
        return pk_lv_one(l, pk_ty_number(PK_TYPE_bool),
                         pk_emit2(&l->b, PK_OP_eq, a.parts[0], b.parts[0]));
    if (op == PK_AST_OP_Is || op == PK_AST_OP_IsNot)
        return pk_lv_one(l, pk_ty_number(PK_TYPE_bool),
                         lower_is(l, op, rule, a, b));
    if (a.type->kind == PK_TY_tuple)
        return pk_lv_one(l, pk_ty_number(PK_TYPE_bool),
                         pk_lower_compare_tuples(l, op, a, b));
    a = pk_lower_convert(l, a, rule->left);
    b = pk_lower_convert(l, b, rule->right);
    if (pk_ty_is_str(rule->left))
        return pk_lower_compare_texts(l, op, a, b);
    if (rule->left->kind == PK_TY_complex) {
        re = pk_emit2(&l->b, pk_known_op(op), a.parts[0], b.parts[0]);
        im = pk_emit2(&l->b, pk_known_op(op), a.parts[1], b.parts[1]);
        r = pk_emit2(&l->b, op == PK_AST_OP_Eq ? PK_OP_and : PK_OP_or, re, im);
    } else {
        r = pk_emit2(&l->b, pk_known_op(op), a.parts[0], b.parts[0]);
    }
    return pk_lv_one(l, pk_ty_number(PK_TYPE_bool), r);
}

pk_lv pk_lower_binop(pk_lower *l, const pk_ast *node) {
    uint32_t count;
    const pk_ast *first;
    const pk_ast **chain = pk_ast_chain(l->arena, node, &first, &count);
    uint32_t start = 0; /* behind the last operators that made an array */
    pk_lv value;

    if (!chain)
        return pk_lv_zero(l, &pk_ty_none);
    for (uint32_t i = 0; i + 1 < count; i++)
        if (pk_note_find(l->instance, chain[i])->fresh)
            start = i + 1;
    value = start ? pk_lower_fresh(l, chain[start - 1],
                                   pk_note_find(l->instance, chain[start - 1]))
                  : pk_lower_expr(l, first);
    for (uint32_t i = start; i < count; i++) {
        const pk_note *note = pk_note_find(l->instance, chain[i]);
        const pk_ast *right = chain[i]->BinOp.right;
        pk_lv b = pk_lower_expr(l, right);
        pk_lower_at(l, chain[i]);
        if (pk_ty_is_object(value.type) || pk_ty_is_object(b.type)) {
            value = pk_lower_struct_operator(
                l, chain[i], (uint8_t)chain[i]->BinOp.op, value, b);
            continue;
        }
        if (pk_ty_is_container(value.type) || pk_ty_is_container(b.type)) {
            value = pk_lower_container_operator(l, chain[i], value, b);
            continue;
        }
        if (chain[i]->BinOp.op == PK_AST_OP_MatMult) {
            l->given = (pk_lv[]){value, b};
            value = pk_lower_builtin(l, chain[i], note->call);
            l->given = NULL;
            continue;
        }
        value = pk_lower_is_known(note->v)
                    ? pk_lv_known(l, note->v)
                    : pk_lower_binary(l, (uint8_t)chain[i]->BinOp.op,
                                      &note->rule, value, b,
                                      pk_note_find(l->instance, right)->v);
    }
    return value;
}

pk_lv pk_lower_unary(pk_lower *l, const pk_ast *node) {
    const pk_note *note = pk_note_find(l->instance, node);
    const pk_rule *rule = &note->rule;
    pk_lv a, r;

    if (node->UnaryOp.op == PK_AST_OP_Not) {
        pk_value *test = pk_lower_test(l, node->UnaryOp.operand);
        pk_lower_at(l, node);
        return pk_lv_one(l, pk_ty_number(PK_TYPE_bool),
                         pk_emit1(&l->b, PK_OP_not, test));
    }
    a = pk_lower_expr(l, node->UnaryOp.operand);
    pk_lower_at(l, node);
    if (pk_ty_is_object(a.type))
        return pk_lower_given(l, node, note->call, &a);
    a = pk_lower_convert(l, a, rule->left);
    r = a;
    if (node->UnaryOp.op != PK_AST_OP_UAdd) {
        r = pk_lv_new(l, rule->left);
        for (uint32_t i = 0; i < rule->left->parts; i++)
            r.parts[i] = pk_emit1(
                &l->b,
                node->UnaryOp.op == PK_AST_OP_USub ? PK_OP_neg : PK_OP_not,
                a.parts[i]);
    }
    return pk_lower_convert(l, r, rule->result);
}
