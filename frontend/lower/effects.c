/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluates expressions whose value is not used, and in the order that is
 * written.
 *
 *     len((f(x), y))      call @f(%x); 2
 *     g(b=f(x), a=y)      %b = call @f(%x); call @g(%y, %b)
 */
#include "frontend/lower/lower.h"

#include "frontend/values/known.h"

bool pk_lower_is_known(pk_typed v) {
    if (!v.type)
        return false;
    if (v.type->kind == PK_TY_array && v.known && v.known->most)
        return false;
    if (pk_ty_is_numeric(v.type) || v.type->kind == PK_TY_array ||
        v.type->kind == PK_TY_member || v.type->kind == PK_TY_record)
        return v.known != NULL;
    if (v.type->kind == PK_TY_text)
        return v.type->text != NULL;
    if (v.type->kind != PK_TY_tuple || !v.known || !v.known->items)
        return false;
    for (uint32_t i = 0; i < v.type->count; i++)
        if (!pk_lower_is_known(pk_known_item(v, i)))
            return false;
    return true;
}

/* ---- operands in the order that is written ---- */

struct pk_evaluated {
    struct pk_evaluated *outer;
    const pk_ast *node;
    pk_lv value;
};

const pk_lv *pk_lower_evaluated(const pk_lower *l, const pk_ast *node) {
    const struct pk_evaluated *e = l->evaluated;

    while (e && e->node != node)
        e = e->outer;
    return e ? &e->value : NULL;
}

static void evaluate(const pk_ast *node, void *arg);

/* Calls `visit` for what a call evaluates: the array whose method it is, the
 * call that makes what is called, the grid and block of a launch, the
 * arguments, the keywords. */
static void visit_operands(const pk_ast *call, pk_ast_visit visit, void *arg) {
    const pk_ast *func = call->Call.func;

    if (func->kind == PK_AST_Attribute)
        visit(func->Attribute.value, arg);
    if (func->kind == PK_AST_Call)
        visit(func, arg);
    if (func->kind == PK_AST_Subscript &&
        func->Subscript.slice->kind == PK_AST_Tuple)
        pk_ast_children(func->Subscript.slice, visit, arg);
    for (uint32_t i = 0; i < call->Call.args.count; i++)
        visit(call->Call.args.items[i], arg);
    for (uint32_t i = 0; i < call->Call.keywords.count; i++)
        visit(call->Call.keywords.items[i]->keyword.value, arg);
}

/* Evaluates the leaves of an array expression: the rest is computed where it is
 * stored. */
static void evaluate_leaves(pk_lower *l, const pk_ast *node) {
    if (node->kind == PK_AST_Call)
        visit_operands(node, evaluate, l);
    else
        pk_ast_children(node, evaluate, l);
}

void pk_lower_remember(pk_lower *l, const pk_ast *node) {
    struct pk_evaluated *e = PK_NEW(l->arena, struct pk_evaluated);

    *e = (struct pk_evaluated){.node = node, .value = pk_lower_expr(l, node)};
    e->outer = l->evaluated;
    l->evaluated = e;
}

static void evaluate(const pk_ast *node, void *arg) {
    pk_lower *l = arg;
    const pk_ty *type = pk_note_find(l->instance, node)->v.type;

    if (!type || type->kind == PK_TY_error)
        return;
    if (type->kind == PK_TY_lazy) {
        evaluate_leaves(l, node);
        return;
    }
    pk_lower_remember(l, node);
}

typedef struct any_change {
    const pk_instance *instance;
    bool found;
} any_change;

static void find_change(const pk_ast *node, void *arg) {
    any_change *any = arg;

    any->found =
        any->found || pk_effect_of(any->instance, node) == PK_EFFECT_changes;
}

struct pk_evaluated *pk_lower_operands(pk_lower *l, const pk_ast *node) {
    struct pk_evaluated *outer = l->evaluated;
    any_change any = {l->instance, false};

    if (node->kind == PK_AST_Call)
        visit_operands(node, find_change, &any);
    else
        pk_ast_children(node, find_change, &any);
    if (any.found)
        evaluate_leaves(l, node);
    return outer;
}

/* ---- effects ---- */

static void visit_effects(const pk_ast *node, void *arg) {
    pk_lower_effects(arg, node);
}

/* Evaluates `and` and `or` that have a value, up to the operand that decides.
 */
static void effects_of_bool(pk_lower *l, const pk_ast *node) {
    const pk_note *note = pk_note_find(l->instance, node);
    const pk_ast_list *values = &node->BoolOp.values;

    for (uint32_t i = 0; i < values->count; i++) {
        pk_lower_effects(l, values->items[i]);
        if (pk_bool_decides(note,
                            pk_note_find(l->instance, values->items[i])->v))
            return;
    }
}

static void effects_of_choice(pk_lower *l, const pk_ast *node) {
    pk_typed test = pk_note_find(l->instance, node->IfExp.test)->v;
    bool truth;

    if (!pk_known_test(test, &truth)) {
        pk_lower_choice(l, node);
        return;
    }
    pk_lower_effects(l, node->IfExp.test);
    pk_lower_effects(l, truth ? node->IfExp.body : node->IfExp.orelse);
}

static void effects_of_chain(pk_lower *l, const pk_ast *node) {
    uint32_t count;
    const pk_ast *first;
    const pk_ast **chain = pk_ast_chain(l->arena, node, &first, &count);

    if (!chain)
        return;
    pk_lower_effects(l, first);
    for (uint32_t i = 0; i < count; i++)
        pk_lower_effects(l, chain[i]->BinOp.right);
}

static void effects_of_call(pk_lower *l, const pk_ast *node) {
    const pk_call *call = pk_note_find(l->instance, node)->call;

    if (call->spread || call->launched || (call->instance && !call->builtin))
        pk_lower_call(l, node);
    else
        visit_operands(node, visit_effects, l);
}

/* Evaluates an expression whose value is known for its effects. */
static void effects_of_known(pk_lower *l, const pk_ast *node) {
    switch (node->kind) {
    case PK_AST_BoolOp: effects_of_bool(l, node); break;
    case PK_AST_IfExp: effects_of_choice(l, node); break;
    case PK_AST_BinOp: effects_of_chain(l, node); break;
    case PK_AST_Call: effects_of_call(l, node); break;
    case PK_AST_NamedExpr:
        pk_lower_store(l, node->NamedExpr.target,
                       pk_lower_expr(l, node->NamedExpr.value));
        break;
    default: pk_ast_children(node, visit_effects, l);
    }
}

void pk_lower_effects(pk_lower *l, const pk_ast *node) {
    const pk_ty *type = pk_note_find(l->instance, node)->v.type;

    if (pk_lower_evaluated(l, node) ||
        pk_effect_of(l->instance, node) == PK_EFFECT_none)
        return;
    if (!type) /* a slice */
        pk_ast_children(node, visit_effects, l);
    else
        pk_lower_expr(l, node);
}

void pk_lower_effects_of_known(pk_lower *l, const pk_ast *node) {
    if (pk_effect_of(l->instance, node) != PK_EFFECT_none)
        effects_of_known(l, node);
}
