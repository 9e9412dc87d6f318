/* SPDX-License-Identifier: Apache-2.0 */
/* Races between iterations of a loop over prange.
 *
 * Iterations have no order, as blocks of a grid have none: while one runs it is
 * the machine's block, and what was done in front of the loop happened before
 * all of them, what is done behind it after. The pass outline made two loops
 * of it: over chunks, and over the iterations of a chunk. The outermost loop
 * that it marked is the one at hand; those in functions that iterations call
 * are parts of these. Where several parts of a chunk take turns, there is a
 * loop over as many iterations within that over the chunk's, which goes from
 * the first of them to the next. */
#include "core/interp/machine.h"

static bool is_at_hand(const pk_machine *m) {
    const pk_iterations *i = &m->iterations;

    return i->call == m->now.call &&
           (m->now.pc == i->first || m->now.pc == i->last);
}

static void meet_all(pk_machine *m) {
    m->order->grid_stamp = ++m->order->stamp;
}

static void end(pk_machine *m) {
    m->iterations = (pk_iterations){.call = NULL};
    m->block_number = 0;
    meet_all(m);
}

void pk_iterations_turn(pk_machine *m, const pk_step *step, bool has,
                        uint64_t index) {
    pk_iterations *i = &m->iterations;
    const uint32_t depth = m->now.call->depth + 1;

    if (i->call && is_at_hand(m)) {
        if (!has)
            end(m);
    } else if (i->call) {
        if (!i->depth)
            i->depth = depth;
        if (has && i->depth == depth) {
            if (!(step->inst->flags & PK_INST_items))
                i->base = index;
            m->block_number = i->base + 1;
            if (step->inst->flags & PK_INST_items)
                m->block_number += index;
        }
    } else if (has && step->kind == PK_STEP_first) {
        *i = (pk_iterations){
            .call = m->now.call, .first = m->now.pc, .last = step->target - 1};
        meet_all(m);
    }
}

void pk_iterations_jump(pk_machine *m, uint32_t to) {
    const pk_iterations *i = &m->iterations;

    if (i->call == m->now.call && (to < i->first || to > i->last))
        end(m);
}

void pk_iterations_return(pk_machine *m) {
    if (m->iterations.call == m->now.call)
        end(m);
}
