/* SPDX-License-Identifier: Apache-2.0 */
/* The happens-before order: threads learn of one another at barriers, where
 * lanes of a warp meet, and through flags: a thread that has passed a fence and
 * then writes a word as volatile, relaxed or atomic passes on what it knows to
 * the threads that read that word in the same way. The reader's own fence is
 * not asked for: programs leave it out, and no device is known where that
 * shows. */
#include "sim/check/races.h"

static sim_block_clock *clock_of(const sim_warp *warp) {
    return warp->block->check;
}

static uint32_t thread_of(const sim_warp *warp, uint32_t lane) {
    return SIM_LANES * warp->index + lane;
}

bool sim_happened(const sim_warp *warp, uint32_t lane, const sim_mark *mark) {
    const sim_block_clock *clock = clock_of(warp);
    uint32_t thread = thread_of(warp, lane);
    const pk_vector_clock *known = clock->threads[thread].clock.known;

    if (mark->block == (uint32_t)warp->block->number) {
        if (mark->thread == thread || mark->epoch < clock->epoch)
            return true;
        if (mark->thread / SIM_LANES == warp->index &&
            clock->within[warp->index][lane][mark->thread % SIM_LANES] >=
                mark->time)
            return true;
    }
    return pk_vector_clock_time(known, PK_KNOWN_BLOCK(mark->block)) >
               mark->epoch ||
           pk_vector_clock_time(
               known, PK_KNOWN_THREAD(mark->block, mark->thread)) >= mark->time;
}

/* Adds what the lane has done so far to a clock; from now on its accesses are
 * later. */
void sim_order_tell(const sim_warp *warp, uint32_t lane,
                    pk_vector_clock **into) {
    sim_block_clock *clock = clock_of(warp);
    pk_vector_clocks *clocks = &warp->run->checker->clocks;
    uint32_t thread = thread_of(warp, lane), count = 0;
    uint64_t block = warp->block->number;
    struct pk_vector_clock_entry entries[1 + SIM_LANES];

    entries[count++] =
        (struct pk_vector_clock_entry){PK_KNOWN_BLOCK(block), clock->epoch};
    for (uint32_t m = 0; m < SIM_LANES; m++) {
        uint32_t other = SIM_LANES * warp->index + m;
        uint32_t time = m == lane ? clock->threads[thread].time
                                  : clock->within[warp->index][lane][m];

        if (time && other < warp->run->threads &&
            time >= clock->threads[other].epoch_time)
            entries[count++] = (struct pk_vector_clock_entry){
                PK_KNOWN_THREAD(block, other), time};
    }
    pk_vector_clock_join(clocks, into, clock->threads[thread].clock.known);
    pk_vector_clock_add(clocks, into, entries, count);
    clock->threads[thread].time++;
}

void sim_lane_fence(sim_warp *warp, uint32_t lane, uint8_t scope) {
    sim_thread_clock *thread = &clock_of(warp)->threads[thread_of(warp, lane)];

    sim_order_tell(warp, lane,
                   scope == SIM_SCOPE_cta ? &thread->clock.fenced_block
                                          : &thread->clock.fenced);
}

void sim_check_fence(sim_warp *warp, const sim_step *step, uint32_t mask) {
    uint8_t order = step->inst->order;

    if (!clock_of(warp) || order == SIM_ORDER_acquire)
        return;
    for (uint32_t left = mask; left; left &= left - 1)
        sim_lane_fence(warp, (uint32_t)__builtin_ctz(left), step->inst->scope);
}

/* ---- meeting ---- */

void sim_check_lanes(sim_warp *warp, uint32_t lanes) {
    sim_block_clock *clock = clock_of(warp);
    uint32_t(*within)[SIM_LANES], row[SIM_LANES] = {0};
    pk_vector_clocks *clocks = &warp->run->checker->clocks;
    pk_thread_clock all = {0};

    if (!clock || !(lanes & (lanes - 1)))
        return;
    within = clock->within[warp->index];
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(left);
        sim_thread_clock *thread = &clock->threads[thread_of(warp, l)];

        within[l][l] = thread->time;
        for (int m = 0; m < SIM_LANES; m++)
            if (within[l][m] > row[m])
                row[m] = within[l][m];
        pk_thread_clock_join(clocks, &all, &thread->clock);
    }
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(left);
        sim_thread_clock *thread = &clock->threads[thread_of(warp, l)];

        memcpy(within[l], row, sizeof row);
        thread->time++;
        pk_thread_clock_replace(clocks, &thread->clock, &all);
    }
    pk_thread_clock_drop(clocks, &all);
}

/* Lanes arrive at a barrier that counts: they tell now, since others than
 * those that wait may have to learn of it. */
void sim_order_arrive(sim_warp *warp, uint32_t number, uint32_t mask) {
    sim_block_clock *clock = clock_of(warp);
    pk_vector_clocks *clocks = &warp->run->checker->clocks;

    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(left);

        sim_order_tell(warp, l, &clock->partial[number]);
        pk_vector_clock_join(clocks, &clock->partial_fenced[number],
                             clock->threads[thread_of(warp, l)].clock.fenced);
    }
}

/* After a barrier of the whole block each thread knows what all others have
 * done. */
static void release_all(sim_block *block) {
    sim_block_clock *clock = block->check;
    pk_vector_clocks *clocks = &block->run->checker->clocks;
    pk_thread_clock all = {0};

    for (uint32_t i = 0; i < block->run->threads; i++)
        pk_thread_clock_join(clocks, &all, &clock->threads[i].clock);
    for (uint32_t i = 0; i < block->run->threads; i++) {
        pk_thread_clock_replace(clocks, &clock->threads[i].clock, &all);
        clock->threads[i].epoch_time = clock->threads[i].time;
    }
    pk_thread_clock_drop(clocks, &all);
    clock->epoch++;
}

/* After a barrier of a part of the block, those that wait at it know what those
 * that arrived at it have done. */
static void release_some(sim_block *block, uint32_t number) {
    sim_block_clock *clock = block->check;
    pk_vector_clocks *clocks = &block->run->checker->clocks;

    for (uint32_t w = 0; w < block->warp_count; w++) {
        const sim_warp *warp = &block->warps[w];

        for (uint32_t i = 0; i < warp->group_count; i++) {
            const sim_group *group = &warp->groups[i];

            if (group->wait != SIM_WAIT_BARRIER || group->members != number)
                continue;
            for (uint32_t left = group->lanes; left; left &= left - 1) {
                sim_thread_clock *thread = &clock->threads[thread_of(
                    warp, (uint32_t)__builtin_ctz(left))];

                pk_vector_clock_join(clocks, &thread->clock.known,
                                     clock->partial[number]);
                pk_vector_clock_join(clocks, &thread->clock.fenced,
                                     clock->partial_fenced[number]);
            }
        }
    }
}

void sim_check_release(sim_block *block, uint32_t number) {
    sim_block_clock *clock = block->check;
    const sim_barrier *barrier = &block->barriers[number];

    if (!clock)
        return;
    /* Without a count all are meant, and those that have ended are done. */
    if (!barrier->expected || barrier->waiting == block->run->threads)
        release_all(block);
    else
        release_some(block, number);
    pk_vector_clock_replace(&block->run->checker->clocks,
                            &clock->partial[number], NULL);
    pk_vector_clock_replace(&block->run->checker->clocks,
                            &clock->partial_fenced[number], NULL);
}

/* ---- flags ---- */

pk_flag *sim_flag_at(sim_checker *checker, uint64_t address, bool make) {
    return pk_flags_at(&checker->flags, &checker->clocks, address, make);
}

/* Accesses narrower than 4 bytes use their word's flag, since a swap of the
 * word may be meant for them. */
void sim_flag_touch(sim_warp *warp, const sim_step *step, uint32_t lane,
                    sim_doing doing, uint64_t address) {
    const sim_inst *inst = step->inst;
    sim_checker *checker = warp->run->checker;
    sim_thread_clock *thread = &clock_of(warp)->threads[thread_of(warp, lane)];
    uint32_t block = (uint32_t)warp->block->number;
    bool narrow = inst->scope == SIM_SCOPE_cta;
    bool whole = sim_types[inst->type].bytes >= 4, tells;
    pk_flag *flag;

    if (doing != SIM_READS &&
        (inst->order == SIM_ORDER_release || inst->order == SIM_ORDER_acq_rel ||
         inst->order == SIM_ORDER_sc))
        sim_lane_fence(warp, lane, inst->scope);
    tells = doing != SIM_READS &&
            (thread->clock.fenced || thread->clock.fenced_block);
    flag = sim_flag_at(checker, address & ~UINT64_C(3), tells);
    if (!flag)
        return;
    if (doing != SIM_WRITES)
        pk_flag_learn(&checker->clocks, flag, block, &thread->clock);
    if (doing != SIM_READS)
        pk_flag_publish(&checker->clocks, flag, block, &thread->clock,
                        whole && doing == SIM_WRITES, narrow);
}
