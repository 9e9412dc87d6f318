/* SPDX-License-Identifier: Apache-2.0 */
/* Comparisons at module level, of numbers as Python has them, strings, None. */
#include "frontend/module/scope.h"
#include "frontend/values/known.h"

#include <string.h>

static bool is_number(pk_typed v) {
    return v.known && pk_ty_is_number(v.type) &&
           (v.type->scalar == PK_TYPE_i64 || v.type->scalar == PK_TYPE_f64 ||
            v.type->scalar == PK_TYPE_bool);
}

static bool is_known(pk_typed v) {
    return v.type->kind != PK_TY_hidden && v.type->kind != PK_TY_foreign;
}

/* Whether two known values are equal; numbers, strings, None. */
static bool eval_equal(pk_typed a, pk_typed b, bool *out) {
    if (a.type->kind == PK_TY_none || b.type->kind == PK_TY_none) {
        *out = a.type->kind == b.type->kind;
        return is_known(a) && is_known(b);
    }
    if (a.type->kind == PK_TY_text && b.type->kind == PK_TY_text && a.known &&
        b.known) {
        *out = pk_known_same_text(a.known, b.known);
        return true;
    }
    if (!is_number(a) || !is_number(b))
        return false;
    *out = pk_ty_is_float(a.type) || pk_ty_is_float(b.type)
               ? pk_known_get_float(a) == pk_known_get_float(b)
               : pk_known_get_int(a) == pk_known_get_int(b);
    return true;
}

static bool eval_less(pk_typed a, pk_typed b, bool *out) {
    if (!is_number(a) || !is_number(b))
        return false;
    *out = pk_ty_is_float(a.type) || pk_ty_is_float(b.type)
               ? pk_known_get_float(a) < pk_known_get_float(b)
               : pk_known_get_int(a) < pk_known_get_int(b);
    return true;
}

static bool eval_link(uint8_t op, pk_typed a, pk_typed b, bool *out) {
    bool known;

    switch (op) {
    case PK_AST_OP_Is:
    case PK_AST_OP_IsNot:
        if (a.type->kind != PK_TY_none && b.type->kind != PK_TY_none)
            return false;
        /* fall through */
    case PK_AST_OP_Eq:
    case PK_AST_OP_NotEq:
        known = eval_equal(a, b, out);
        *out ^= op == PK_AST_OP_IsNot || op == PK_AST_OP_NotEq;
        return known;
    case PK_AST_OP_Lt: return eval_less(a, b, out);
    case PK_AST_OP_Gt: return eval_less(b, a, out);
    case PK_AST_OP_LtE:
    case PK_AST_OP_GtE:
        known =
            op == PK_AST_OP_LtE ? eval_less(b, a, out) : eval_less(a, b, out);
        *out = !*out;
        return known;
    default: return false;
    }
}

pk_typed pk_scope_compare(pk_scope *s, const pk_ast *node) {
    pk_typed left = pk_scope_eval(s, node->Compare.left);
    bool all = true, holds = false;

    for (uint32_t i = 0; i < node->Compare.comparators.count; i++) {
        pk_typed right = pk_scope_eval(s, node->Compare.comparators.items[i]);
        if (!eval_link(node->Compare.ops[i], left, right, &holds))
            return pk_scope_hidden(s, "expression");
        all = all && holds;
        left = right;
    }
    return pk_known_int(s->arena, pk_ty_number(PK_TYPE_bool), all);
}
