/* SPDX-License-Identifier: Apache-2.0 */
/* Races between iterations of a loop over prange.
 *
 * Iterations have no order, as blocks of a grid have none: while one runs it is
 * the machine's block, and what was done in front of the loop happened before
 * all of them, what is done behind it after. The pass outline made two loops
 * of it: over chunks, and over the iterations of a chunk. The outermost loop
 * that it marked is the one at hand, and the outermost within that is the one
 * over a chunk; others, in the code or in functions that iterations call, are
 * parts of an iteration. Where several parts of a chunk take turns, the loop
 * over the chunk goes from the first of them to the next, and has one over as
 * many iterations within. */
#include "core/interp/machine.h"
#include "core/ir_data.h"

static bool is_within(const pk_machine_loop *l, const pk_machine *m,
                      uint32_t pc) {
    return l->call == m->now.call && pc >= l->first && pc <= l->last;
}

/* Whether the step now is the head or the end of the loop. */
static bool is_step_of(const pk_machine_loop *l, const pk_machine *m) {
    return l->call == m->now.call &&
           (m->now.pc == l->first || m->now.pc == l->last);
}

static bool begins(const pk_step *step) {
    return step->kind == PK_STEP_first || step->kind == PK_STEP_items_first;
}

static pk_machine_loop loop_now(const pk_machine *m, const pk_step *step) {
    return (pk_machine_loop){m->now.call, m->now.pc, step->target - 1};
}

static void meet_all(pk_machine *m) {
    m->order->grid_stamp = ++m->order->stamp;
}

static void end(pk_machine *m) {
    m->iterations = (pk_iterations){.base = 0};
    m->block_number = 0;
    meet_all(m);
}

static bool takes_turns(const pk_inst *loop) {
    return !(loop->flags & PK_INST_items) &&
           !(pk_is_const(loop->args[2]) &&
             pk_const_get_int(loop->args[2]) == 1);
}

/* A turn of a loop within the one at hand. */
static void turn_within(pk_machine *m, const pk_step *step, bool has,
                        uint64_t index) {
    pk_iterations *i = &m->iterations;
    bool of_part;

    if (!i->part.call && has && begins(step)) {
        i->part = loop_now(m, step);
        i->turns = takes_turns(step->inst);
        i->base = 0;
    }
    of_part = is_step_of(&i->part, m);
    if (of_part && !has)
        i->part.call = NULL;
    else if (of_part && i->turns)
        i->base = index;
    if (has && (of_part || (i->turns && is_within(&i->part, m, m->now.pc))))
        m->block_number = 1 + index + (of_part ? 0 : i->base);
}

void pk_iterations_turn(pk_machine *m, const pk_step *step, bool has,
                        uint64_t index) {
    pk_iterations *i = &m->iterations;

    if (!i->chunks.call) {
        if (!has || step->kind != PK_STEP_first)
            return;
        i->chunks = loop_now(m, step);
        meet_all(m);
    } else if (!is_step_of(&i->chunks, m)) {
        turn_within(m, step, has, index);
    } else if (!has) {
        end(m);
    }
}

void pk_iterations_jump(pk_machine *m, uint32_t to) {
    pk_iterations *i = &m->iterations;

    if (i->part.call == m->now.call && !is_within(&i->part, m, to))
        i->part.call = NULL;
    if (i->chunks.call == m->now.call && !is_within(&i->chunks, m, to))
        end(m);
}

void pk_iterations_return(pk_machine *m) {
    pk_iterations *i = &m->iterations;

    if (i->part.call == m->now.call)
        i->part.call = NULL;
    if (i->chunks.call == m->now.call)
        end(m);
}
