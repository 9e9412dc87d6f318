/* SPDX-License-Identifier: Apache-2.0 */
/* What happens before what: threads learn of one another at barriers, where
 * lanes of a warp meet, and through flags: a thread that has passed a fence
 * and then writes a word as volatile, relaxed or atomic tells who reads that
 * word so. The reader's own fence is not asked for: programs leave it out, and
 * no device is known where that shows. */
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
    const sim_known *known = clock->threads[thread].known;

    if (mark->block == (uint32_t)warp->block->number) {
        if (mark->thread == thread || mark->epoch < clock->epoch)
            return true;
        if (mark->thread / SIM_LANES == warp->index &&
            clock->within[warp->index][lane][mark->thread % SIM_LANES] >=
                mark->time)
            return true;
    }
    return sim_known_time(known, SIM_KEY_BLOCK(mark->block)) > mark->epoch ||
           sim_known_time(known, SIM_KEY_THREAD(mark->block, mark->thread)) >=
               mark->time;
}

/* What the lane does from now on comes later. */
void sim_order_tell(const sim_warp *warp, uint32_t lane, sim_known **into) {
    sim_block_clock *clock = clock_of(warp);
    sim_clocks *clocks = &warp->run->checker->clocks;
    uint32_t thread = thread_of(warp, lane), count = 0;
    uint64_t block = warp->block->number;
    struct sim_known_entry entries[1 + SIM_LANES];

    entries[count++] =
        (struct sim_known_entry){SIM_KEY_BLOCK(block), clock->epoch};
    for (uint32_t m = 0; m < SIM_LANES; m++) {
        uint32_t other = SIM_LANES * warp->index + m;
        uint32_t time = m == lane ? clock->threads[thread].time
                                  : clock->within[warp->index][lane][m];

        if (time && other < warp->run->threads &&
            time >= clock->threads[other].epoch_time)
            entries[count++] =
                (struct sim_known_entry){SIM_KEY_THREAD(block, other), time};
    }
    sim_known_join(clocks, into, clock->threads[thread].known);
    sim_known_add(clocks, into, entries, count);
    clock->threads[thread].time++;
}

void sim_lane_fence(sim_warp *warp, uint32_t lane, uint8_t scope) {
    sim_thread_clock *thread = &clock_of(warp)->threads[thread_of(warp, lane)];

    sim_order_tell(warp, lane,
                   scope == SIM_SCOPE_cta ? &thread->fenced_block
                                          : &thread->fenced);
}

void sim_check_fence(sim_warp *warp, const sim_step *step, uint32_t mask) {
    uint8_t order = step->inst->order;

    if (!clock_of(warp) || order == SIM_ORDER_acquire)
        return;
    for (uint32_t left = mask; left; left &= left - 1)
        sim_lane_fence(warp, (uint32_t)__builtin_ctz(left), step->inst->scope);
}

/* --- meeting ----------------------------------------------------------------
 */

/* Lets threads share what they know, and what they have passed a fence with. */
typedef struct sharing {
    sim_clocks *clocks;
    sim_known *known, *fenced, *fenced_block;
} sharing;

static void put_in(sharing *all, const sim_thread_clock *thread) {
    sim_known_join(all->clocks, &all->known, thread->known);
    sim_known_join(all->clocks, &all->fenced, thread->fenced);
    sim_known_join(all->clocks, &all->fenced_block, thread->fenced_block);
}

static void replace(const sim_clocks *clocks, sim_known **old,
                    sim_known *fresh) {
    if (*old == fresh)
        return;
    sim_known_drop(clocks, *old);
    *old = sim_known_share(fresh);
}

static void take_out(const sharing *all, sim_thread_clock *thread) {
    replace(all->clocks, &thread->known, all->known);
    replace(all->clocks, &thread->fenced, all->fenced);
    replace(all->clocks, &thread->fenced_block, all->fenced_block);
}

static void end_sharing(sharing *all) {
    sim_known_drop(all->clocks, all->known);
    sim_known_drop(all->clocks, all->fenced);
    sim_known_drop(all->clocks, all->fenced_block);
}

void sim_check_lanes(sim_warp *warp, uint32_t lanes) {
    sim_block_clock *clock = clock_of(warp);
    uint32_t(*within)[SIM_LANES], row[SIM_LANES] = {0};
    sharing all = {.clocks = &warp->run->checker->clocks};

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
        put_in(&all, thread);
    }
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(left);
        sim_thread_clock *thread = &clock->threads[thread_of(warp, l)];

        memcpy(within[l], row, sizeof row);
        thread->time++;
        take_out(&all, thread);
    }
    end_sharing(&all);
}

/* Lanes arrive at a barrier that counts: they tell now, since others than
 * those that wait may have to learn of it. */
void sim_order_arrive(sim_warp *warp, uint32_t number, uint32_t mask) {
    sim_block_clock *clock = clock_of(warp);
    sim_clocks *clocks = &warp->run->checker->clocks;

    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(left);

        sim_order_tell(warp, l, &clock->partial[number]);
        sim_known_join(clocks, &clock->partial_fenced[number],
                       clock->threads[thread_of(warp, l)].fenced);
    }
}

static void release_all(sim_block *block) {
    sim_block_clock *clock = block->check;
    sharing all = {.clocks = &block->run->checker->clocks};

    for (uint32_t i = 0; i < block->run->threads; i++)
        put_in(&all, &clock->threads[i]);
    for (uint32_t i = 0; i < block->run->threads; i++) {
        take_out(&all, &clock->threads[i]);
        clock->threads[i].epoch_time = clock->threads[i].time;
    }
    end_sharing(&all);
    clock->epoch++;
}

static void release_some(sim_block *block, uint32_t number) {
    sim_block_clock *clock = block->check;
    sim_clocks *clocks = &block->run->checker->clocks;

    for (uint32_t w = 0; w < block->warp_count; w++) {
        const sim_warp *warp = &block->warps[w];

        for (uint32_t i = 0; i < warp->group_count; i++) {
            const sim_group *group = &warp->groups[i];

            if (group->wait != SIM_WAIT_BARRIER || group->members != number)
                continue;
            for (uint32_t left = group->lanes; left; left &= left - 1) {
                sim_thread_clock *thread = &clock->threads[thread_of(
                    warp, (uint32_t)__builtin_ctz(left))];

                sim_known_join(clocks, &thread->known, clock->partial[number]);
                sim_known_join(clocks, &thread->fenced,
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
    replace(&block->run->checker->clocks, &clock->partial[number], NULL);
    replace(&block->run->checker->clocks, &clock->partial_fenced[number], NULL);
}

/* --- flags -------------------------------------------------------------------
 */

static bool grow_flags(sim_checker *checker) {
    uint32_t capacity = checker->flag_capacity * 2;
    sim_flag *old = checker->flags;
    sim_flag *flags = sim_alloc(checker->run->device, capacity * sizeof *flags);

    if (!flags)
        return false;
    memset(flags, 0, capacity * sizeof *flags);
    for (uint32_t i = 0; i < checker->flag_capacity; i++) {
        uint64_t at = old[i].address * UINT64_C(0x9e3779b97f4a7c15) >> 20;

        if (!old[i].address)
            continue;
        while (flags[at & (capacity - 1)].address)
            at++;
        flags[at & (capacity - 1)] = old[i];
    }
    sim_release(checker->run->device, old,
                checker->flag_capacity * sizeof *old);
    checker->flags = flags;
    checker->flag_capacity = capacity;
    return true;
}

sim_flag *sim_flag_at(sim_checker *checker, uint64_t address, bool make) {
    uint64_t at = address * UINT64_C(0x9e3779b97f4a7c15) >> 20;
    sim_flag *flag;

    for (;; at++) {
        flag = &checker->flags[at & (checker->flag_capacity - 1)];
        if (flag->address == address)
            return flag;
        if (!flag->address)
            break;
    }
    if (!make)
        return NULL;
    if (checker->flag_count * 2 >= checker->flag_capacity) {
        if (!grow_flags(checker)) {
            checker->clocks.failed = true;
            return NULL;
        }
        return sim_flag_at(checker, address, make);
    }
    checker->flag_count++;
    flag->address = address;
    return flag;
}

static void learn(sim_warp *warp, sim_thread_clock *thread,
                  const sim_flag *flag) {
    sim_clocks *clocks = &warp->run->checker->clocks;

    sim_known_join(clocks, &thread->known, flag->device);
    if (flag->owner == (uint32_t)warp->block->number)
        sim_known_join(clocks, &thread->known, flag->block);
}

static void publish(sim_warp *warp, const sim_thread_clock *thread,
                    sim_flag *flag, bool anew, bool narrow) {
    sim_clocks *clocks = &warp->run->checker->clocks;
    uint32_t number = (uint32_t)warp->block->number;

    /* A store begins anew; an update goes on with what was there. */
    if (anew)
        replace(clocks, &flag->device, NULL);
    if (anew || flag->owner != number)
        replace(clocks, &flag->block, NULL);
    flag->owner = number;
    sim_known_join(clocks, &flag->block, thread->fenced_block);
    sim_known_join(clocks, narrow ? &flag->block : &flag->device,
                   thread->fenced);
}

/* What is narrower than 4 bytes has its word's flag, since a swap of the word
 * may be meant for it. */
void sim_flag_touch(sim_warp *warp, const sim_step *step, uint32_t lane,
                    sim_doing doing, uint64_t address) {
    const sim_inst *inst = step->inst;
    sim_checker *checker = warp->run->checker;
    sim_thread_clock *thread = &clock_of(warp)->threads[thread_of(warp, lane)];
    bool narrow = inst->scope == SIM_SCOPE_cta;
    bool whole = sim_types[inst->type].bytes >= 4, tells;
    sim_flag *flag;

    if (doing != SIM_READS &&
        (inst->order == SIM_ORDER_release || inst->order == SIM_ORDER_acq_rel ||
         inst->order == SIM_ORDER_sc))
        sim_lane_fence(warp, lane, inst->scope);
    tells = doing != SIM_READS && (thread->fenced || thread->fenced_block);
    flag = sim_flag_at(checker, address & ~UINT64_C(3), tells);
    if (!flag)
        return;
    if (doing != SIM_WRITES)
        learn(warp, thread, flag);
    if (doing != SIM_READS)
        publish(warp, thread, flag, whole && doing == SIM_WRITES, narrow);
}
