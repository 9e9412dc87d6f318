/* SPDX-License-Identifier: Apache-2.0 */
/* Finds what evaluating an expression does besides giving a value. An
 * expression whose value inference knows is a constant in the IR; its effect
 * decides whether it must be evaluated all the same. */
#include "frontend/infer/infer.h"

typedef struct search {
    const pk_instance *instance;
    pk_effect effect;
} search;

static void raise_to(search *s, pk_effect effect) {
    if (effect > s->effect)
        s->effect = effect;
}

/* The effect of the builtin itself, without that of its arguments. */
static pk_effect effect_of_builtin(const pk_builtin *builtin) {
    const uint32_t changes = PK_OPF_WRITES | PK_OPF_SYNC | PK_OPF_WARP;

    switch ((pk_how)builtin->how) {
    case PK_HOW_atomic:
    case PK_HOW_atomic_cas:
    case PK_HOW_next:
    case PK_HOW_random:
    case PK_HOW_print: return PK_EFFECT_changes;
    case PK_HOW_direct:
        return pk_op_table[builtin->param].flags & changes ? PK_EFFECT_changes
                                                           : PK_EFFECT_none;
    case PK_HOW_reshape:
    case PK_HOW_view:
    case PK_HOW_item: return PK_EFFECT_fails;
    default: return PK_EFFECT_none;
    }
}

static pk_effect effect_of_call(const pk_call *call) {
    bool own;

    if (!call)
        return PK_EFFECT_changes;
    if (call->element)
        return call->out ? PK_EFFECT_changes : effect_of_call(call->element);
    own = call->instance &&
          call->instance->function->program->kind != PK_PROGRAM_library;
    if (own || call->launched || call->out)
        return PK_EFFECT_changes;
    return call->builtin ? effect_of_builtin(call->builtin) : PK_EFFECT_none;
}

/* Whether it raises in Python's error model: for a zero divisor, for zero to a
 * negative power. */
static bool may_divide_by_zero(const search *s, uint8_t op) {
    return s->instance->raises &&
           (op == PK_AST_OP_Div || op == PK_AST_OP_FloorDiv ||
            op == PK_AST_OP_Mod || op == PK_AST_OP_Pow);
}

static void find(const pk_ast *node, void *arg) {
    search *s = arg;
    const pk_note *note;

    if (s->effect == PK_EFFECT_changes)
        return;
    switch (node->kind) {
    case PK_AST_Yield:
    case PK_AST_NamedExpr: raise_to(s, PK_EFFECT_changes); return;
    case PK_AST_Subscript:
        raise_to(s, PK_EFFECT_fails);
        note = pk_note_find(s->instance, node);
        if (note->is_written)
            find(note->written, s);
        break;
    case PK_AST_BinOp:
        /* The node is the last operator of a chain, of which any may divide. */
        for (const pk_ast *n = node; n->kind == PK_AST_BinOp; n = n->BinOp.left)
            if (may_divide_by_zero(s, (uint8_t)n->BinOp.op))
                raise_to(s, PK_EFFECT_fails);
        break;
    case PK_AST_Attribute: /* a property */
        note = pk_note_find(s->instance, node);
        if (note->call && note->call->instance)
            raise_to(s, PK_EFFECT_changes);
        if (note->is_written)
            find(note->written, s);
        break;
    case PK_AST_Call:
        note = pk_note_find(s->instance, node);
        raise_to(s, effect_of_call(note->call));
        if (note->call && note->call->spread)
            find(note->call->spread, s);
        break;
    case PK_AST_Lambda: /* its defaults are evaluated, its body is not */
        pk_ast_below(node->Lambda.args, find, s);
        return;
    default: break;
    }
    pk_ast_below(node, find, s);
}

pk_effect pk_effect_of(const pk_instance *instance, const pk_ast *node) {
    search s = {instance, PK_EFFECT_none};

    find(node, &s);
    return s.effect;
}
