/* SPDX-License-Identifier: Apache-2.0 */
/* Variables that may be None: what tests say of them.
 *
 *     if x is not None and x > 0:      x is a number from `and` on
 *         ...
 *     if x is None: return
 *     ...                              and here
 */
#include "frontend/infer/infer.h"

static bool is_none(const pk_ast *node) {
    return node->kind == PK_AST_Constant &&
           node->Constant.value.kind == PK_CONST_None;
}

bool pk_asks_none(const pk_ast *node) {
    uint8_t op = node->Compare.ops[0];

    return node->Compare.comparators.count == 1 &&
           (op == PK_AST_OP_Is || op == PK_AST_OP_IsNot || op == PK_AST_OP_Eq ||
            op == PK_AST_OP_NotEq) &&
           (is_none(node->Compare.left) ||
            is_none(node->Compare.comparators.items[0]));
}

static void narrow_compare(const pk_ast *node, bool holds,
                           pk_narrow_visit *visit, void *arg) {
    uint8_t op = node->Compare.ops[0];
    const pk_ast *name = node->Compare.left;

    if (!pk_asks_none(node))
        return;
    if (is_none(name))
        name = node->Compare.comparators.items[0];
    if (name->kind == PK_AST_Name)
        visit(arg, name, (op == PK_AST_OP_Is || op == PK_AST_OP_Eq) == holds);
}

void pk_narrow(const pk_ast *test, bool holds, pk_narrow_visit *visit,
               void *arg) {
    while (test->kind == PK_AST_UnaryOp && test->UnaryOp.op == PK_AST_OP_Not) {
        test = test->UnaryOp.operand;
        holds = !holds;
    }
    if (test->kind == PK_AST_Compare)
        narrow_compare(test, holds, visit, arg);
    /* All of `and` hold where it does, none of `or` where it does not. */
    if (test->kind == PK_AST_BoolOp &&
        (test->BoolOp.op == PK_AST_OP_And) == holds)
        for (uint32_t i = 0; i < test->BoolOp.values.count; i++)
            pk_narrow(test->BoolOp.values.items[i], holds, visit, arg);
}

typedef struct narrowing {
    pk_infer *in;
    pk_narrowed *undo;
} narrowing;

static void narrow_slot(void *arg, const pk_ast *name, bool none) {
    narrowing *n = arg;
    int index = pk_vars_find(&n->in->instance->vars, name->Name.id);
    pk_slot *slot = index >= 0 ? &n->in->env.slots[index] : NULL;
    pk_narrowed *undo;

    if (!slot || !slot->v.type || slot->v.type->kind != PK_TY_optional)
        return;
    undo = PK_NEW(n->in->arena, pk_narrowed);
    *undo = (pk_narrowed){n->undo, index, slot->v.type};
    n->undo = undo;
    slot->v.type = none ? &pk_ty_none : slot->v.type->items[0];
}

pk_narrowed *pk_infer_narrow(pk_infer *in, const pk_ast *test, bool holds,
                             pk_narrowed *undo) {
    narrowing n = {in, undo};

    if (in->env.slots)
        pk_narrow(test, holds, narrow_slot, &n);
    return n.undo;
}

void pk_infer_widen(pk_infer *in, const pk_narrowed *undo) {
    for (; undo && in->env.slots; undo = undo->next)
        in->env.slots[undo->index].v.type = undo->type;
}
