/* SPDX-License-Identifier: Apache-2.0 */
/* structure-barriers, for the lanes of a warp: operations that they do
 * together, in code that not all of them run.
 *
 *     if %c {                              %p1 = and %p, %c
 *         %b = ballot ~0, %p               %b = ballot ~0, %p1
 *         %r = shuffle_idx ~0, %v, %i -->  %on = ballot ~0, %c
 *     }                                    %r = shuffle_idx %on, %v, %i
 *
 * All lanes come to them, and what they compute for those that were not here
 * nobody looks at. The pass expand-warps has left only these and match_any. */
#include "core/passes/structure.h"

/* The lanes that are here, as a mask; NULL: all that there are. */
static pk_value *lanes_here(pk_structurer *t, pk_builder *b) {
    pk_value *active;

    if (!t->here && pk_structure_guarded(t)) {
        active = pk_structure_active(t, b);
        t->here =
            pk_emit2(b, PK_OP_ballot,
                     pk_const_bits(t->fn, PK_TYPE_u32, UINT32_MAX), active);
    }
    return t->here;
}

/* The result of the instruction shall be that and more. */
static void and_result(pk_structurer *t, pk_builder *b, pk_inst *inst,
                       pk_value *mask) {
    pk_value *old = inst->results[0];
    pk_value *mine = pk_value_new(t->fn, PK_VALUE_result, old->type);
    pk_inst *both = pk_inst_new(t->fn, PK_OP_and, 2, 1);

    if (t->fn->ir->arena->failed)
        return;
    mine->def = inst;
    inst->results[0] = mine;
    both->loc = inst->loc;
    both->args[0] = mine;
    both->args[1] = mask;
    both->results[0] = old;
    old->def = both;
    pk_inst_insert(b->region, NULL, both);
}

/* Threads that are not here do not vote. */
static void vote_here(pk_structurer *t, pk_builder *b, pk_inst *inst) {
    pk_value *here = pk_structure_active(t, b);
    bool all = inst->op == PK_OP_barrier_and;

    if (all)
        here = pk_emit1(b, PK_OP_not, here);
    inst->args[0] =
        pk_emit2(b, all ? PK_OP_or : PK_OP_and, inst->args[0], here);
}

void pk_structure_cut(pk_structurer *t, pk_inst *inst) {
    pk_builder b = pk_structure_at(t, t->out, inst->loc);
    bool shuffles = pk_op_table[inst->op].rule == PK_RULE_SHUFFLE;
    pk_value *mask = NULL;

    pk_structure_flush(t);
    if (inst->op == PK_OP_ballot && pk_structure_guarded(t))
        inst->args[1] =
            pk_emit2(&b, PK_OP_and, inst->args[1], pk_structure_active(t, &b));
    else if (pk_op_table[inst->op].rule == PK_RULE_BARRIER &&
             pk_structure_guarded(t))
        vote_here(t, &b, inst);
    else if (shuffles || inst->op == PK_OP_match_any)
        mask = lanes_here(t, &b);
    if (mask && shuffles)
        inst->args[0] = pk_emit2(&b, PK_OP_and, inst->args[0], mask);
    pk_inst_insert(t->out, NULL, inst);
    if (mask && inst->op == PK_OP_match_any)
        and_result(t, &b, inst, mask);
}
