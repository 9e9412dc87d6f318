/* SPDX-License-Identifier: Apache-2.0 */
/* Operations that end later than their instruction: copies by cp.async, whose
 * bytes no thread may touch before the copy has been waited for, not even its
 * own; and the phases of an mbarrier, at the end of which those that wait learn
 * of all that those knew who arrived.
 *
 * A thread has a list of its copies by group. The cells of a copy are marked
 * as pending until the thread waits for its group, or has an mbarrier wait for
 * it. Of an mbarrier the word's flag holds what the phase of now has gathered,
 * and the next word's what the last one had. */
#include "sim/check/races.h"

static sim_block_clock *clock_of(const sim_warp *warp) {
    return warp->block->check;
}

static sim_thread_clock *thread_of(const sim_warp *warp, uint32_t lane) {
    return &clock_of(warp)->threads[SIM_LANES * warp->index + lane];
}

/* ---- copies ---- */

static bool add_copy(const sim_device *device, sim_thread_clock *thread,
                     sim_copy copy) {
    if (thread->copy_count == thread->copy_room) {
        uint32_t room = thread->copy_room ? 2 * thread->copy_room : 8;
        sim_copy *copies = sim_alloc(device, room * sizeof *copies);

        if (!copies)
            return false;
        if (thread->copies)
            memcpy(copies, thread->copies, thread->copy_count * sizeof *copies);
        sim_release(device, thread->copies, thread->copy_room * sizeof *copies);
        thread->copies = copies;
        thread->copy_room = room;
    }
    thread->copies[thread->copy_count++] = copy;
    return true;
}

sim_next sim_check_copy(sim_warp *warp, const sim_access *access) {
    if (!clock_of(warp))
        return SIM_NEXT;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(left);
        sim_thread_clock *thread = thread_of(warp, l);

        if (!add_copy(warp->run->device, thread,
                      (sim_copy){.offset = access->offset[l],
                                 .bytes = access->bytes,
                                 .group = thread->copy_group}))
            return sim_fail(warp, SIM_NO_MEMORY);
    }
    return SIM_NEXT;
}

/* The copy is done: a write of the thread that ends now. */
static void settle(sim_warp *warp, uint32_t lane, const sim_copy *copy) {
    sim_block_clock *clock = clock_of(warp);
    sim_thread_clock *thread = thread_of(warp, lane);
    bool fine = false;

    for (uint64_t at = copy->offset; at < copy->offset + copy->bytes;
         at += fine ? 1 : 4) {
        sim_cell *cell =
            sim_pages_at(warp->run->checker, &clock->shared, at, false, &fine);

        if (!cell || !cell->write.pending ||
            cell->write.thread != SIM_LANES * warp->index + lane)
            continue;
        cell->write.pending = false;
        cell->write.epoch = clock->epoch;
        cell->write.time = thread->time;
    }
}

/* Settles the copies of all groups before `group`, and keeps the others. */
static void settle_before(sim_warp *warp, uint32_t lane, uint32_t group) {
    sim_thread_clock *thread = thread_of(warp, lane);
    uint32_t kept = 0;

    for (uint32_t i = 0; i < thread->copy_count; i++)
        if (thread->copies[i].group < group)
            settle(warp, lane, &thread->copies[i]);
        else
            thread->copies[kept++] = thread->copies[i];
    thread->copy_count = kept;
}

void sim_check_copy_group(sim_warp *warp, const sim_step *step, uint32_t mask) {
    const sim_inst *inst = step->inst;

    if (!clock_of(warp))
        return;
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(left);
        sim_thread_clock *thread = thread_of(warp, l);

        if (inst->op == SIM_OP_cp_async_commit_group)
            thread->copy_group++;
        else if (inst->op == SIM_OP_cp_async_wait_all)
            settle_before(warp, l, UINT32_MAX);
        else if ((uint64_t)inst->offset < thread->copy_group)
            settle_before(warp, l, thread->copy_group - (uint32_t)inst->offset);
    }
}

/* ---- mbarriers ---- */

/* The flags of the phase of now and of the last one; false without memory. */
static bool flags_of(sim_warp *warp, uint64_t offset, pk_flag *flags[2]) {
    sim_checker *checker = warp->run->checker;
    uint32_t number = (uint32_t)warp->block->number;

    /* The second may move the first. */
    for (int i = 0; i < 4; i++) {
        uint64_t address = SIM_FLAG_SHARED(number, offset) + 4 * (i & 1);

        flags[i & 1] = sim_flag_at(checker, address, true);
        if (!flags[i & 1])
            return false;
        flags[i & 1]->owner = number;
    }
    return true;
}

static void forget(pk_vector_clocks *clocks, pk_vector_clock **known) {
    pk_vector_clock_drop(clocks, *known);
    *known = NULL;
}

void sim_check_mbarrier_init(sim_warp *warp, uint64_t offset) {
    pk_flag *flags[2];

    if (!clock_of(warp) || !flags_of(warp, offset, flags))
        return;
    for (int i = 0; i < 2; i++) {
        forget(&warp->run->checker->clocks, &flags[i]->block);
        forget(&warp->run->checker->clocks, &flags[i]->device);
    }
}

/* A flag's `block` is what is known, its `device` what has passed a fence. */
void sim_check_mbarrier_arrive(sim_warp *warp, const sim_step *step,
                               uint32_t lane, uint64_t offset, bool awaits,
                               bool ends) {
    pk_vector_clocks *clocks = &warp->run->checker->clocks;
    pk_flag *flags[2];

    if (!clock_of(warp) || !flags_of(warp, offset, flags))
        return;
    if (awaits)
        settle_before(warp, lane, UINT32_MAX);
    if (step->inst->order != SIM_ORDER_relaxed) {
        sim_order_tell(warp, lane, &flags[0]->block);
        pk_vector_clock_join(clocks, &flags[0]->device,
                             thread_of(warp, lane)->clock.fenced);
    }
    if (!ends)
        return;
    pk_vector_clock_join(clocks, &flags[1]->block, flags[0]->block);
    pk_vector_clock_join(clocks, &flags[1]->device, flags[0]->device);
    forget(clocks, &flags[0]->block);
    forget(clocks, &flags[0]->device);
}

void sim_check_mbarrier_wait(sim_warp *warp, const sim_step *step,
                             uint32_t lane, uint64_t offset) {
    pk_vector_clocks *clocks = &warp->run->checker->clocks;
    pk_flag *flags[2];

    if (!clock_of(warp) || step->inst->order == SIM_ORDER_relaxed ||
        !flags_of(warp, offset, flags))
        return;
    pk_vector_clock_join(clocks, &thread_of(warp, lane)->clock.known,
                         flags[1]->block);
    pk_vector_clock_join(clocks, &thread_of(warp, lane)->clock.fenced,
                         flags[1]->device);
}
