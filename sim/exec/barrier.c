/* SPDX-License-Identifier: Apache-2.0 */
/* Barriers of a block: sixteen, each complete when as many threads have come
 * as it counts, or all that live. Waiting threads are groups of their warps
 * (PTX ISA 9.7.13.1). */
#include "sim/check/checker.h"
#include "sim/rows.h"

/* Threads as a barrier with a count counts them: a warp of which all lanes
 * that live have come is 32, even when it has fewer. */
static uint32_t counted(const sim_warp *warp, uint32_t number, uint32_t lanes) {
    uint32_t here = lanes;

    for (uint32_t i = 0; i < warp->group_count; i++)
        if (warp->groups[i].wait == SIM_WAIT_BARRIER &&
            warp->groups[i].members == number)
            here |= warp->groups[i].lanes;
    return (uint32_t)__builtin_popcount(lanes) +
           (here == warp->live
                ? SIM_LANES - (uint32_t)__builtin_popcount(warp->live)
                : 0);
}

static uint32_t result_of(const sim_barrier *barrier, uint8_t op) {
    switch (op) {
    case SIM_SUB_popc: return barrier->value_count;
    case SIM_SUB_or: return barrier->value_count != 0;
    default: return barrier->value_count == barrier->waiting;
    }
}

/* The result of bar.red for lanes that waited. */
static void give_result(const sim_group *group, const sim_barrier *barrier) {
    const sim_inst *inst = &group->frame->code->function->code[group->pc - 1];
    char *rows = group->frame->rows;
    uint32_t value;

    if (inst->sub != SIM_SUB_red)
        return;
    value = result_of(barrier, inst->bool_op);
    if (inst->bool_op != SIM_SUB_popc) {
        sim_mask_set(rows, inst->dst[0], group->lanes, value ? SIM_FULL : 0);
        return;
    }
    for (uint32_t left = group->lanes; left; left &= left - 1)
        SIM_ROW(uint32_t, inst->dst[0])[__builtin_ctz(left)] = value;
}

static void release(sim_block *block, uint32_t number) {
    sim_barrier *barrier = &block->barriers[number];

    for (uint32_t w = 0; w < block->warp_count; w++) {
        sim_warp *warp = &block->warps[w];

        for (uint32_t i = 0; i < warp->group_count; i++) {
            sim_group *group = &warp->groups[i];

            if (group->wait != SIM_WAIT_BARRIER || group->members != number)
                continue;
            give_result(group, barrier);
            group->wait = SIM_READY;
        }
    }
    *barrier = (sim_barrier){.phase = barrier->phase + 1};
    block->awaited[number] = NULL;
    block->progressed = true;
}

static bool is_complete(const sim_block *block, const sim_barrier *barrier) {
    if (!barrier->waiting && !barrier->arrived)
        return false;
    return barrier->expected ? barrier->arrived >= barrier->expected
                             : barrier->waiting == block->threads_live;
}

void sim_block_barriers(sim_block *block) {
    for (uint32_t i = 0; i < SIM_BARRIERS; i++)
        if (is_complete(block, &block->barriers[i])) {
            if (block->run->checker)
                sim_check_release(block, i);
            release(block, i);
        }
}

static sim_next arrive(sim_warp *warp, const sim_step *step, char *rows,
                       uint32_t mask, uint32_t number, uint32_t expected) {
    const sim_inst *inst = step->inst;
    sim_barrier *barrier = &warp->block->barriers[number];
    uint32_t threads = (uint32_t)__builtin_popcount(mask);
    uint32_t bits;

    if (warp->run->checker &&
        sim_check_barrier(warp, step, number, expected, mask) != SIM_NEXT)
        return SIM_FAULT;
    barrier->expected = expected;
    barrier->arrived += counted(warp, number, mask);
    if (inst->sub == SIM_SUB_arrive) {
        sim_block_barriers(warp->block);
        return SIM_NEXT;
    }
    if (inst->sub == SIM_SUB_red) {
        bits = *sim_mask_at(rows, inst->src[2]);
        bits = (inst->not_pred ? ~bits : bits) & mask;
        barrier->value_count += (uint32_t)__builtin_popcount(bits);
    }
    barrier->waiting += threads;
    sim_warp_leave(warp, mask, warp->pc + 1, SIM_WAIT_BARRIER)->members =
        number;
    if (warp->lanes) /* whom the guard kept out */
        sim_warp_leave(warp, warp->lanes, warp->pc + 1, SIM_READY);
    sim_block_barriers(warp->block);
    return SIM_PICK;
}

SIM_STEP(barrier) {
    const sim_inst *inst = step->inst;
    uint32_t lane = (uint32_t)__builtin_ctz(mask);
    uint32_t number =
        inst->src[0] == SIM_NONE ? 0 : SIM_ROW(uint32_t, inst->src[0])[lane];
    uint32_t expected =
        inst->src[1] == SIM_NONE ? 0 : SIM_ROW(uint32_t, inst->src[1])[lane];

    if (number >= SIM_BARRIERS)
        return sim_fault(warp, SIM_ILLEGAL_INSTRUCTION, lane,
                         "barrier %u: there are 16", (unsigned)number);
    if (expected % SIM_LANES)
        return sim_fault(warp, SIM_ILLEGAL_INSTRUCTION, lane,
                         "barrier of %u threads: not a multiple of 32",
                         (unsigned)expected);
    if (inst->sub == SIM_SUB_arrive && !expected)
        return sim_fault(warp, SIM_ILLEGAL_INSTRUCTION, lane,
                         "bar.arrive of 0 threads");
    return arrive(warp, step, rows, mask, number, expected);
}

/* Everything is in order here already: fences matter to the race checker. */
SIM_STEP(fence) {
    (void)rows;
    if (warp->run->checker)
        sim_check_fence(warp, step, mask);
    return SIM_NEXT;
}

SIM_STEP(nothing) {
    (void)warp, (void)step, (void)rows, (void)mask;
    return SIM_NEXT;
}

/* Others first. */
SIM_STEP(sleep) {
    (void)step, (void)rows, (void)mask;
    warp->spun = true;
    warp->credit = 0;
    warp->spins++;
    if (warp->lanes != mask)
        return SIM_NEXT;
    warp->pc++;
    return SIM_JUMP;
}

sim_step_fn sim_bind_sync(const sim_inst *inst) {
    switch (inst->op) {
    case SIM_OP_bar: return barrier;
    case SIM_OP_membar:
    case SIM_OP_fence: return fence;
    case SIM_OP_nanosleep: return sleep;
    case SIM_OP_griddepcontrol: return nothing;
    default: return NULL;
    }
}
