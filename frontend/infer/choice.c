/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of what evaluates some of its operands: `and`, `or`, a if b else c.
 */
#include "frontend/infer/infer.h"

#include "frontend/known.h"

/* A test that is settled while compiling, like `b is None`: what stands behind
 * one that decides is not looked at, and one that does not decide counts for
 * nothing. */
bool pk_bool_decides(const pk_ast *node, pk_typed v) {
    return v.known && pk_ty_is_bool(v.type) &&
           pk_known_truth(v) == (node->BoolOp.op == PK_AST_OP_Or);
}

bool pk_bool_skips(const pk_ast *node, pk_typed v) {
    return v.known && pk_ty_is_bool(v.type) && !pk_bool_decides(node, v);
}

/* Whether the first `i` operands may as well not be evaluated. */
static bool are_idle(const pk_infer *in, const pk_ast *node, uint32_t i) {
    while (i-- > 0)
        if (pk_effect_of(in->instance, node->BoolOp.values.items[i]))
            return false;
    return true;
}

/* What operands up to number `last` become where those without axes are their
 * elements; NULL: nothing. */
static const pk_ty *unify_elements(pk_infer *in, const pk_ast *node,
                                   uint32_t last) {
    const pk_ty *type = NULL;

    for (uint32_t i = 0; i <= last; i++) {
        const pk_ast *item = node->BoolOp.values.items[i];
        pk_typed v = pk_note_find(in->instance, item)->v;
        if (pk_bool_skips(node, v) && i < last)
            continue;
        v = pk_infer_single(in, item, v);
        type = type ? pk_rule_unify(in->arena, type, v.type) : v.type;
        if (!type)
            return NULL;
    }
    return type;
}

/* a and b and c: the first that decides, all unified. `a and False` is known,
 * too, where nothing but its truth is wanted of a. */
pk_typed pk_infer_bool(pk_infer *in, const pk_ast *node) {
    pk_narrowed *undo = NULL;
    const pk_ty *type = NULL;
    bool bad = false;

    for (uint32_t i = 0; i < node->BoolOp.values.count; i++) {
        const pk_ast *item = node->BoolOp.values.items[i];
        const pk_ty *unified;
        pk_typed v;
        in->maybe += i > 0;
        v = pk_infer_optional(in, item);
        in->maybe -= i > 0;
        if (!pk_infer_condition(in, item, v)) {
            bad = true;
            continue;
        }
        if (pk_bool_decides(node, v) && !bad &&
            (!type || (pk_ty_is_bool(type) && are_idle(in, node, i + 1)))) {
            pk_infer_widen(in, undo);
            return v;
        }
        if (v.known && pk_ty_is_bool(v.type) && !type && !bad &&
            i + 1 == node->BoolOp.values.count) {
            pk_infer_widen(in, undo);
            return v;
        }
        undo =
            pk_infer_narrow(in, item, node->BoolOp.op == PK_AST_OP_And, undo);
        if (pk_bool_skips(node, v) && i + 1 < node->BoolOp.values.count)
            continue;
        unified = type ? pk_rule_unify(in->arena, type, v.type) : v.type;
        if (!unified)
            unified = unify_elements(in, node, i);
        if (!unified) {
            pk_say(in, item, PK_E_unify_values, NULL,
                   "cannot unify %s and %s of '%s'", pk_named(in, type),
                   pk_named(in, v.type),
                   pk_ast_op_symbol((pk_ast_op)node->BoolOp.op));
            bad = true;
        } else {
            type = unified;
        }
    }
    pk_infer_widen(in, undo);
    pk_note_at(in, node)->rule.result = type;
    return (bad && !in->c->unknown) || !type ? error() : of_type(type);
}

pk_typed pk_infer_choice(pk_infer *in, const pk_ast *node) {
    pk_typed test = pk_infer_optional(in, node->IfExp.test), a, b;
    pk_narrowed *undo;
    bool known = test.known && pk_ty_is_numeric(test.type);
    const pk_ty *type;

    pk_infer_condition(in, node->IfExp.test, test);
    if (known)
        return pk_infer_optional(in, pk_known_truth(test) ? node->IfExp.body
                                                          : node->IfExp.orelse);
    in->maybe++;
    undo = pk_infer_narrow(in, node->IfExp.test, true, NULL);
    a = pk_infer_optional(in, node->IfExp.body);
    pk_infer_widen(in, undo);
    undo = pk_infer_narrow(in, node->IfExp.test, false, NULL);
    b = pk_infer_optional(in, node->IfExp.orelse);
    pk_infer_widen(in, undo);
    in->maybe--;
    if (a.type->kind == PK_TY_error || b.type->kind == PK_TY_error)
        return !in->c->unknown ? error() : a.type->kind == PK_TY_error ? b : a;
    if (!pk_infer_has_value(in, node->IfExp.body, a) ||
        !pk_infer_has_value(in, node->IfExp.orelse, b))
        return error();
    type = pk_rule_unify(in->arena, a.type, b.type);
    if (!type) {
        a = pk_infer_single(in, node->IfExp.body, a);
        b = pk_infer_single(in, node->IfExp.orelse, b);
        type = pk_rule_unify(in->arena, a.type, b.type);
    }
    if (!type)
        return pk_say(in, node, PK_E_unify_values, NULL,
                      "cannot unify %s and %s", pk_named(in, a.type),
                      pk_named(in, b.type));
    pk_note_at(in, node)->rule.result = type;
    return (pk_typed){type, pk_known_same(a, b) ? a.known : NULL};
}
