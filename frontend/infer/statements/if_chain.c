/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions, and if with all its elif: down the chain in a loop, as it has no
 * limit, and up again to join what the bodies leave. */
#include "frontend/infer/latent.h"

#include "frontend/infer/typings.h"
#include "frontend/values/known.h"

/* a.flat, true where it has elements. */
static bool is_flat(const pk_ty *type) {
    return type->kind == PK_TY_element_iter &&
           type->layout == PK_ELEMENT_ITER_values;
}

bool pk_infer_condition(pk_infer *in, const pk_ast *node, pk_typed v) {
    if (v.type->kind == PK_TY_error)
        return false;
    v.type = pk_ty_present(v.type);
    if (pk_ty_is_numeric(v.type) || v.type->kind == PK_TY_none ||
        v.type->kind == PK_TY_struct || v.type->kind == PK_TY_tuple ||
        pk_ty_is_container(v.type) || (v.type->kind == PK_TY_text && v.known))
        return true;
    if (v.type->kind == PK_TY_ellipsis || is_flat(v.type))
        return true;
    if (v.type->kind == PK_TY_array && !pk_ty_is_records(v.type))
        return pk_infer_sized(in, node, v.type);
    if (pk_infer_has_value(in, node, v))
        pk_say(in, node, PK_E_condition,
               v.type->kind == PK_TY_array
                   ? "compare a field: a[i].x != 0"
                   : pk_type_hint(PK_E_condition, v.type, NULL),
               "%s cannot be a condition", pk_named(in, v.type));
    return false;
}

typedef struct rung {
    struct rung *below;
    const pk_ast *node;
    pk_env after; /* its body */
    bool taken, skipped;
    pk_doubt *doubt;
} rung;

/* The test and the body; what goes on is the path past them. */
static void infer_rung(pk_infer *in, const pk_ast *node, rung *r) {
    pk_typed test = pk_decided_test(in, node, pk_infer_test(in, node->If.test));
    pk_env other;

    r->node = node;
    r->taken = test.known && pk_known_truth(test);
    r->skipped = test.known && !r->taken;
    r->doubt = pk_doubt_new(in, node, test);
    other = pk_env_copy(in, &in->env);
    if (r->doubt && !r->doubt->truth)
        in->env.doubt = r->doubt;
    pk_infer_narrow(in, node->If.test, true, NULL);
    if (!r->skipped)
        pk_infer_block(in, &node->If.body);
    else
        in->env.live = false;
    r->after = in->env;
    in->env = other;
    if (r->doubt && r->doubt->truth)
        in->env.doubt = r->doubt;
    pk_infer_narrow(in, node->If.test, false, NULL);
    if (r->taken)
        in->env.live = false;
}

/* Joins the body with the path past it, which is at hand. */
static void meet(pk_infer *in, rung *r) {
    pk_doubt *doubt = r->doubt;
    pk_env taken = {0};

    if (doubt && r->after.live && in->env.live)
        taken = pk_env_copy(in, doubt->truth ? &r->after : &in->env);
    pk_env_join(in, &r->after, &in->env, r->node);
    in->env = r->after;
    if (!doubt)
        return;
    doubt->closed = true;
    r->taken = doubt->settled && doubt->truth;
    r->skipped = doubt->settled && !doubt->truth;
    if (taken.slots)
        pk_doubt_choose(in, doubt, &taken);
}

void pk_infer_if(pk_infer *in, const pk_ast *node) {
    rung *top = NULL, *next;
    pk_note *note;

    for (;; node = pk_ast_elif(node)) {
        next = PK_NEW(in->arena, rung);
        if (in->arena->failed)
            return;
        next->below = top;
        top = next;
        infer_rung(in, node, top);
        if (!pk_ast_elif(node))
            pk_infer_block(in, &node->If.orelse);
        else if (in->env.live && pk_infer_step(in, node, 1))
            continue;
        break;
    }
    for (; top; top = top->below) {
        meet(in, top);
        note = pk_note_at(in, top->node);
        note->taken = top->taken;
        note->skipped = top->skipped;
        note->joined = in->env.live ? pk_env_copy(in, &in->env).slots : NULL;
    }
}
