/* SPDX-License-Identifier: Apache-2.0 */
/* Barriers that a part of the threads goes round. Threads that have returned
 * are not missed; but one that reads or writes behind a barrier where others
 * still wait went past it, and lanes of one warp that wait at two different
 * barrier instructions never meet on some devices.
 *
 * Behind a barrier is what can be reached from it and from where it cannot be
 * reached again. */
#include "sim/check/races.h"

static bool has_bit(const uint8_t *bits, uint32_t i) {
    return bits[i / 8] >> i % 8 & 1;
}

/* Adds the places that follow `pc` to the list of those to visit. */
static void visit(uint8_t *seen, uint32_t *list, uint32_t *count, uint32_t pc) {
    if (has_bit(seen, pc))
        return;
    seen[pc / 8] |= (uint8_t)(1u << pc % 8);
    list[(*count)++] = pc;
}

static bool falls_through(const sim_inst *inst) {
    bool ends = inst->op == SIM_OP_bra || inst->op == SIM_OP_ret ||
                inst->op == SIM_OP_exit || inst->op == SIM_OP_trap ||
                inst->op == SIM_OP_brx;

    return !ends || inst->guard != SIM_NONE;
}

/* Marks what can be reached from `start`, itself only over a way round. */
static void reach(const sim_function *function, uint32_t start, uint8_t *seen,
                  uint32_t *list) {
    uint32_t count = 0, done = 0;

    list[count++] = start;
    while (done < count) {
        uint32_t pc = list[done++];
        const sim_inst *inst = &function->code[pc];

        if (inst->op == SIM_OP_bra)
            visit(seen, list, &count, inst->target);
        if (inst->op == SIM_OP_brx)
            for (int64_t i = 0; i < inst->offset; i++)
                visit(seen, list, &count, function->list[inst->list + i]);
        if (falls_through(inst) && pc + 1 < function->code_count)
            visit(seen, list, &count, pc + 1);
    }
}

/* Bits of the places behind the barrier at `pc`; NULL when there is no memory.
 * A place from which the barrier is reached is before it. */
static uint8_t *places_behind(const sim_device *device,
                              const sim_function *function, uint32_t pc) {
    uint32_t count = function->code_count;
    size_t bytes = (count + 7) / 8;
    size_t size = 2 * bytes + (count + 1) * sizeof(uint32_t);
    uint32_t *list = sim_alloc(device, size);
    uint8_t *behind = sim_alloc(device, bytes), *seen;

    if (list && behind) {
        seen = (uint8_t *)(list + count + 1);
        memset(behind, 0, bytes);
        reach(function, pc, behind, list);
        for (uint32_t i = 0; i < count; i++) {
            if (!has_bit(behind, i))
                continue;
            memset(seen, 0, bytes);
            reach(function, i, seen, list);
            if (i == pc || has_bit(seen, pc))
                behind[i / 8] &= (uint8_t)~(1u << i % 8);
        }
    } else {
        sim_release(device, behind, bytes);
        behind = NULL;
    }
    sim_release(device, list, size);
    return behind;
}

static sim_after_barrier *behind_of(sim_checker *checker,
                                    const sim_function *function, uint32_t pc) {
    const sim_device *device = checker->run->device;
    sim_after_barrier *behind;

    for (behind = checker->behind; behind; behind = behind->next)
        if (behind->function == function && behind->pc == pc)
            return behind;
    behind = sim_alloc(device, sizeof *behind);
    if (!behind)
        return NULL;
    *behind = (sim_after_barrier){.next = checker->behind,
                                  .function = function,
                                  .pc = pc,
                                  .bits = places_behind(device, function, pc)};
    if (!behind->bits) {
        sim_release(device, behind, sizeof *behind);
        return NULL;
    }
    checker->behind = behind;
    return behind;
}

void sim_after_barrier_free(sim_checker *checker) {
    const sim_device *device = checker->run->device;

    for (sim_after_barrier *next, *behind = checker->behind; behind;
         behind = next) {
        next = behind->next;
        sim_release(device, behind->bits,
                    (behind->function->code_count + 7) / 8);
        sim_release(device, behind, sizeof *behind);
    }
}

/* Lanes of the warp that wait at another instruction for the same barrier. */
static sim_next check_warp(sim_warp *warp, uint32_t number, uint32_t mask) {
    for (uint32_t i = 0; i < warp->group_count; i++) {
        const sim_group *group = &warp->groups[i];
        const sim_function *function = group->frame->code->function;

        if (group->wait != SIM_WAIT_BARRIER || group->members != number ||
            (group->pc == warp->pc + 1 && group->frame == warp->frame))
            continue;
        sim_fault(warp, SIM_FINDING, (uint32_t)__builtin_ctz(mask),
                  "divergent barrier: %d lanes of a warp come to barrier %u "
                  "here and %d at another place",
                  __builtin_popcount(mask), (unsigned)number,
                  __builtin_popcount(group->lanes));
        sim_put_place(warp->run->report, function, group->pc - 1);
        pk_text_put(warp->run->report, "note: the other place\n");
        return SIM_FAULT;
    }
    return SIM_NEXT;
}

sim_next sim_check_barrier(sim_warp *warp, const sim_step *step,
                           uint32_t number, uint32_t expected, uint32_t mask) {
    sim_run_state *run = warp->run;
    sim_after_barrier *behind;

    if (warp->block->check && expected)
        sim_order_arrive(warp, number, mask);
    if (!(run->checks & SIM_CHECK_barriers) || expected)
        return SIM_NEXT;
    if (step->inst->aligned && check_warp(warp, number, mask) != SIM_NEXT)
        return SIM_FAULT;
    behind = behind_of(run->checker, warp->frame->code->function, warp->pc);
    if (!behind)
        return sim_fail(warp, SIM_NO_MEMORY);
    warp->block->awaited[number] = behind;
    return SIM_NEXT;
}

/* An access of lanes while others of the block wait. */
sim_next sim_check_beyond(sim_warp *warp, uint32_t mask) {
    const sim_block *block = warp->block;

    for (uint32_t i = 0; i < SIM_BARRIERS; i++) {
        const sim_after_barrier *behind = block->awaited[i];

        if (!behind || !block->barriers[i].waiting ||
            behind->function != warp->frame->code->function ||
            !has_bit(behind->bits, warp->pc))
            continue;
        sim_fault(warp, SIM_FINDING, (uint32_t)__builtin_ctz(mask),
                  "divergent barrier: this is after a barrier at which %u "
                  "threads of the block wait",
                  (unsigned)block->barriers[i].waiting);
        sim_put_place(warp->run->report, behind->function, behind->pc);
        pk_text_put(warp->run->report, "note: the barrier\n");
        return SIM_FAULT;
    }
    return SIM_NEXT;
}
