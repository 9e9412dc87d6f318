/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of what evaluates some of its operands: `and`, `or`, a if b else c.
 */
#include "frontend/infer/latent.h"

#include "frontend/infer/typings.h"
#include "frontend/values/known.h"

static void find_named(const pk_ast *node, void *found) {
    bool *named = found;

    if (node->kind == PK_AST_NamedExpr)
        *named = true;
    else if (!*named && !pk_ast_has_scope(node))
        pk_ast_below(node, find_named, found);
}

bool pk_infer_assigns(const pk_infer *in, const pk_ast *node) {
    bool named = false;

    if (in->instance->vars.named)
        find_named(node, &named);
    return named;
}

/* A test that is settled while compiling, like `b is None`: what stands behind
 * one that decides is not looked at, and one that does not decide counts for
 * nothing. */
bool pk_bool_decides(const pk_note *note, pk_typed v) {
    bool truth;

    return (note->truth || pk_ty_is_bool(v.type)) && pk_known_test(v, &truth) &&
           truth == (note->node->BoolOp.op == PK_AST_OP_Or);
}

bool pk_bool_skips(const pk_note *note, pk_typed v) {
    bool truth;

    return (note->truth || pk_ty_is_bool(v.type)) && pk_known_test(v, &truth) &&
           !pk_bool_decides(note, v);
}

/* ---- tests ---- */

pk_typed pk_infer_test(pk_infer *in, const pk_ast *node) {
    const pk_ty *boolean = pk_ty_number(PK_TYPE_bool);
    pk_latent from = {0};
    pk_typed v;
    bool truth;

    in->truth = true;
    v = pk_infer_as_truth(in, node, pk_infer_optional(in, node));
    if (pk_ty_is_object(v.type))
        v = pk_infer_struct_truth(in, node, v);
    if (!pk_infer_condition(in, node, v))
        return error();
    if (pk_known_test(v, &truth))
        return pk_known_int(in->arena, boolean, truth);
    if (!pk_known_test(pk_known_reveal(v, &from), &truth))
        return of_type(boolean);
    return pk_known_hide(in->arena, of_type(boolean),
                         pk_known_int(in->arena, boolean, truth), &from);
}

/* An operand of `node`, or one of its two values: where only the truth of all
 * is wanted, a test. */
static pk_typed infer_part(pk_infer *in, const pk_ast *node,
                           const pk_ast *part) {
    return pk_note_at(in, node)->truth ? pk_infer_test(in, part)
                                       : pk_infer_optional(in, part);
}

/* ---- and, or ---- */

/* Whether the first `i` operands may as well not be evaluated. */
static bool are_idle(const pk_infer *in, const pk_ast *node, uint32_t i) {
    while (i-- > 0)
        if (pk_effect_of(in->instance, node->BoolOp.values.items[i]))
            return false;
    return true;
}

/* Unifies the operands up to number `last`, arrays without axes as their
 * elements; NULL: they do not unify. */
static const pk_ty *unify_elements(pk_infer *in, const pk_ast *node,
                                   uint32_t last) {
    const pk_note *note = pk_note_find(in->instance, node);
    const pk_ty *type = NULL;

    for (uint32_t i = 0; i <= last; i++) {
        const pk_ast *item = node->BoolOp.values.items[i];
        pk_typed v = pk_note_find(in->instance, item)->v;
        if (pk_bool_skips(note, v) && i < last)
            continue;
        v = pk_infer_single(in, item, v);
        type = type ? pk_rule_unify(in->arena, type, v.type) : v.type;
        if (!type)
            return NULL;
    }
    return type;
}

/* Returns the variables as they are where an operand is not evaluated: a test
 * in front of it did not hold, so that nothing is known of values that may be
 * None. */
static pk_env before_tests(pk_infer *in, const pk_narrowed *undo) {
    pk_env env = pk_env_copy(in, &in->env);

    for (; undo && env.slots; undo = undo->next)
        env.slots[undo->index].v.type = undo->type;
    return env;
}

/* Behind `node`, of which there is another path. */
static void meet(pk_infer *in, const pk_ast *node, const pk_env *other) {
    pk_env_join(in, &in->env, other, node);
    pk_note_at(in, node)->meets = pk_env_copy(in, &in->env).slots;
}

/* Says that an operand of `and` or `or` does not unify with those before it. */
static void say_operands(pk_infer *in, const pk_ast *item, pk_ast_op op,
                         const pk_ty *before, const pk_ty *type) {
    const char *names[2];
    bool apart = pk_ty_names_apart(in->arena, before, type, names);

    pk_say(in, item, PK_E_unify_values, pk_unify_hint(before, type, apart),
           "cannot unify %s and %s of '%s'", names[0], names[1],
           pk_ast_op_symbol(op));
}

/* a and b and c: the first that decides, all unified. `a and False` is known,
 * too, where nothing but its truth is wanted of a. */
pk_typed pk_infer_bool(pk_infer *in, const pk_ast *node) {
    const pk_note *note = pk_note_at(in, node);
    pk_narrowed *undo = NULL;
    const pk_ty *type = NULL;
    bool bad = false;

    for (uint32_t i = 0; i < node->BoolOp.values.count; i++) {
        const pk_ast *item = node->BoolOp.values.items[i];
        bool forks = type && pk_infer_assigns(in, item);
        pk_env without = {0};
        const pk_ty *unified;
        pk_typed v;
        if (forks)
            without = before_tests(in, undo);
        in->maybe += type && !forks;
        v = infer_part(in, node, item);
        in->maybe -= type && !forks;
        if (forks) {
            meet(in, item, &without);
            undo = NULL;
        }
        if (note->truth ? v.type->kind == PK_TY_error
                        : !pk_infer_condition(in, item, v)) {
            bad = true;
            continue;
        }
        if (pk_bool_decides(note, v) && !bad &&
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
        if (pk_bool_skips(note, v) && i + 1 < node->BoolOp.values.count)
            continue;
        unified = type ? pk_rule_unify(in->arena, type, v.type) : v.type;
        if (!unified)
            unified = unify_elements(in, node, i);
        if (!unified) {
            say_operands(in, item, (pk_ast_op)node->BoolOp.op, type, v.type);
            bad = true;
        } else {
            type = unified;
        }
    }
    pk_infer_widen(in, undo);
    pk_note_at(in, node)->rule.result = type;
    if ((bad && !in->c->unknown) || !type)
        return error();
    return pk_ty_is_bool(type) ? pk_latent_bool(in, node, of_type(type))
                               : of_type(type);
}

/* The two values of `node` do not unify: which of them is what. */
static pk_typed say_apart(pk_infer *in, const pk_ast *node, const pk_ty *a,
                          const pk_ty *b) {
    const char *names[2];
    bool places = pk_ty_names_apart(in->arena, a, b, names);
    pk_typed wrong =
        pk_say(in, node, PK_E_unify_values, pk_unify_hint(a, b, places),
               "cannot unify %s and %s", names[0], names[1]);

    if (!places)
        return wrong;
    pk_say_in(in->c, in->program, node->IfExp.body, PK_SEVERITY_note, PK_OK,
              NULL, "%s here", names[0]);
    pk_say_in(in->c, in->program, node->IfExp.orelse, PK_SEVERITY_note, PK_OK,
              NULL, "%s here", names[1]);
    return wrong;
}

pk_typed pk_infer_choice(pk_infer *in, const pk_ast *node) {
    pk_typed test = pk_infer_test(in, node->IfExp.test), a, b;
    pk_narrowed *undo;
    bool forks;
    pk_env env, other = {0};
    const pk_ty *type;
    pk_typed v;

    if (test.known)
        return infer_part(in, node,
                          pk_known_truth(test) ? node->IfExp.body
                                               : node->IfExp.orelse);
    forks = pk_infer_assigns(in, node->IfExp.body) ||
            pk_infer_assigns(in, node->IfExp.orelse);
    if (forks)
        other = pk_env_copy(in, &in->env);
    in->maybe += !forks;
    undo = pk_infer_narrow(in, node->IfExp.test, true, NULL);
    a = infer_part(in, node, node->IfExp.body);
    if (forks) {
        env = in->env;
        in->env = other;
        other = env;
    } else {
        pk_infer_widen(in, undo);
    }
    undo = pk_infer_narrow(in, node->IfExp.test, false, NULL);
    b = infer_part(in, node, node->IfExp.orelse);
    if (forks)
        meet(in, node, &other);
    else
        pk_infer_widen(in, undo);
    in->maybe -= !forks;
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
        return say_apart(in, node, a.type, b.type);
    pk_note_at(in, node)->rule.result = type;
    v = (pk_typed){.type = type, .known = pk_known_meet(in->arena, a, b)};
    return v.known ? v : pk_latent_choice(in, v, test, a, b);
}
