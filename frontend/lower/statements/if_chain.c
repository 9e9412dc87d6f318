/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of if: a region within a region for each elif; where that would be
 * deep, tests one behind the other in a block that the first body leaves. */
#include "frontend/lower/lower.h"

enum { MAX_LEVELS = 64 /* regions within regions that ifs make */ };

/* How deep the place is in regions, with all the elif that would nest. */
static uint32_t levels(const pk_lower *l, const pk_ast *node) {
    uint32_t count = 0;

    for (const pk_region *at = l->b.region; at->owner; at = at->owner->parent)
        count++;
    for (; node && count <= MAX_LEVELS; node = pk_ast_elif(node))
        count++;
    return count;
}

static const pk_ast_list *branch_of(const pk_ast *node, bool taken) {
    return taken ? &node->If.body : &node->If.orelse;
}

static void step_into(pk_lower *l, const pk_ast *node, bool taken) {
    pk_lower_coverage_step(l, node,
                           pk_lower_first_line(l, branch_of(node, taken), 0));
}

static void lower_branch(pk_lower *l, const pk_ast *node, bool taken) {
    step_into(l, node, taken);
    pk_lower_block(l, branch_of(node, taken));
}

/* One test of a chain and its body, which leaves the block of the chain. */
static void lower_rung(pk_lower *l, const pk_ast *node, pk_inst *block,
                       const pk_slot *joined) {
    pk_value *test = pk_lower_test(l, node->If.test);
    pk_inst *inst = pk_begin_if(&l->b, test);
    pk_place *saved = pk_lower_save(l);

    pk_lower_narrow(l, node->If.test, true, NULL);
    lower_branch(l, node, true);
    if (l->live) {
        pk_lower_meet(l, joined);
        pk_emit_exit(&l->b, PK_OP_break, block);
    }
    pk_end_control(&l->b, inst);
    pk_lower_restore(l, saved);
    pk_lower_narrow(l, node->If.test, false, NULL);
    l->live = true;
    step_into(l, node, false);
}

/* A long chain is a block that the first body to run leaves. */
static void lower_chain(pk_lower *l, const pk_ast *node) {
    const pk_slot *joined = pk_note_find(l->instance, node)->joined;
    pk_inst *block = pk_begin_block(&l->b);
    const pk_ast *first = node;
    const pk_ast_list *rest = NULL;

    for (; !rest && !l->arena->failed; node = pk_ast_elif(node)) {
        const pk_note *note = pk_note_find(l->instance, node);
        if (node != first) {
            pk_lower_debug_line(l, node);
            pk_lower_coverage_line(l, node);
        }
        if (note->taken || note->skipped) {
            pk_lower_effects(l, node->If.test);
            step_into(l, node, note->taken);
        } else {
            lower_rung(l, node, block, joined);
        }
        if (note->taken)
            rest = &node->If.body;
        else if (!pk_ast_elif(node))
            rest = &node->If.orelse;
    }
    if (rest)
        pk_lower_block(l, rest);
    if (l->live)
        pk_lower_meet(l, joined);
    pk_end_control(&l->b, block);
    pk_lower_arrive(l, joined);
}

void pk_lower_if(pk_lower *l, const pk_ast *node) {
    const pk_note *note = pk_note_find(l->instance, node);
    pk_place *saved;
    pk_inst *inst;

    if (note->taken || note->skipped) { /* the test is known */
        pk_lower_effects(l, node->If.test);
        lower_branch(l, node, note->taken);
        if (l->live)
            pk_lower_meet(l, note->joined);
        pk_lower_arrive(l, note->joined);
        return;
    }
    if (pk_ast_elif(node) && levels(l, node) > MAX_LEVELS) {
        lower_chain(l, node);
        return;
    }
    inst = pk_begin_if(&l->b, pk_lower_test(l, node->If.test));
    saved = pk_lower_save(l);
    pk_lower_narrow(l, node->If.test, true, NULL);
    lower_branch(l, node, true);
    if (l->live)
        pk_lower_meet(l, note->joined);
    pk_begin_else(&l->b, inst);
    pk_lower_restore(l, saved);
    pk_lower_narrow(l, node->If.test, false, NULL);
    l->live = true;
    lower_branch(l, node, false);
    if (l->live)
        pk_lower_meet(l, note->joined);
    pk_end_control(&l->b, inst);
    pk_lower_arrive(l, note->joined);
}
