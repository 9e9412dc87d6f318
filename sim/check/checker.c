/* SPDX-License-Identifier: Apache-2.0 */
/* The checkers of a run: their memory, and who looks at what. */
#include "sim/check/races.h"

static bool wants(const sim_run_state *run, uint32_t check) {
    return (run->checks & check) != 0;
}

sim_checker *sim_checker_new(sim_run_state *run) {
    sim_checker *checker = sim_alloc(run->device, sizeof *checker);

    if (!checker)
        return NULL;
    memset(checker, 0, sizeof *checker);
    checker->run = run;
    checker->clocks.allocator = run->device->options.allocator;
    pk_text_init(&checker->late, run->device->options.allocator);
    return checker;
}

static void forget_ranges(const sim_device *device) {
    for (size_t i = 0; i < device->memory.count; i++)
        device->memory.ranges[i]->cells = NULL;
}

void sim_checker_end(sim_checker *checker) {
    sim_run_state *run = checker->run;

    if (!checker->late.length)
        return;
    run->outcome = SIM_FINDING;
    pk_text_put(run->report, pk_text_string(&checker->late));
}

void sim_checker_free(sim_checker *checker) {
    sim_device *device;

    if (!checker)
        return;
    device = checker->run->device;
    pthread_mutex_lock(&device->lock);
    forget_ranges(device);
    pthread_mutex_unlock(&device->lock);
    for (sim_pages *next, *pages = checker->pages; pages; pages = next) {
        next = pages->next;
        sim_pages_finish(checker, pages);
        sim_release(device, pages, sizeof *pages);
    }
    pk_flags_finish(&checker->flags, &checker->clocks);
    sim_after_barrier_free(checker);
    pk_text_finish(&checker->late);
    sim_release(device, checker, sizeof *checker);
}

/* ---- a block's part ---- */

void sim_check_block_free(sim_block *block) {
    const sim_run_state *run = block->run;
    sim_checker *checker = run->checker;
    sim_block_clock *clock = block->check;

    if (block->shared_init)
        sim_release(run->device, block->shared_init,
                    (block->shared_size + 7) / 8);
    block->shared_init = NULL;
    if (!clock)
        return;
    for (uint32_t i = 0; clock->threads && i < run->threads; i++) {
        pk_thread_clock_drop(&checker->clocks, &clock->threads[i].clock);
        sim_release(run->device, clock->threads[i].copies,
                    clock->threads[i].copy_room * sizeof(sim_copy));
    }
    for (uint32_t i = 0; i < SIM_BARRIERS; i++) {
        pk_vector_clock_drop(&checker->clocks, clock->partial[i]);
        pk_vector_clock_drop(&checker->clocks, clock->partial_fenced[i]);
    }
    sim_release(run->device, clock->threads,
                run->threads * sizeof *clock->threads);
    sim_release(run->device, clock->within, run->warps * sizeof *clock->within);
    sim_pages_finish(checker, &clock->shared);
    sim_release(run->device, clock, sizeof *clock);
    block->check = NULL;
}

static bool start_clock(sim_block *block) {
    const sim_run_state *run = block->run;
    sim_block_clock *clock = sim_alloc(run->device, sizeof *clock);

    if (!clock)
        return false;
    memset(clock, 0, sizeof *clock);
    block->check = clock;
    clock->epoch = 1;
    clock->threads =
        sim_alloc(run->device, run->threads * sizeof *clock->threads);
    clock->within = sim_alloc(run->device, run->warps * sizeof *clock->within);
    if (clock->threads)
        memset(clock->threads, 0, run->threads * sizeof *clock->threads);
    if (!clock->threads || !clock->within ||
        !sim_pages_init(run->checker, &clock->shared, block->shared_size))
        return false;
    memset(clock->within, 0, run->warps * sizeof *clock->within);
    for (uint32_t i = 0; i < run->threads; i++)
        clock->threads[i].time = clock->threads[i].epoch_time = 1;
    return true;
}

bool sim_check_block_start(sim_block *block) {
    const sim_run_state *run = block->run;

    sim_check_block_free(block);
    if (wants(run, SIM_CHECK_uninit)) {
        size_t bytes = (block->shared_size + 7) / 8;

        block->shared_init = sim_alloc(run->device, bytes);
        if (!block->shared_init)
            return false;
        memset(block->shared_init, 0, bytes);
    }
    return !wants(run, SIM_CHECK_races) || start_clock(block);
}

sim_next sim_check_access(sim_warp *warp, const sim_step *step, sim_doing doing,
                          const sim_access *access) {
    if (wants(warp->run, SIM_CHECK_uninit) &&
        sim_check_written(warp, doing, access) != SIM_NEXT)
        return SIM_FAULT;
    if (wants(warp->run, SIM_CHECK_barriers) &&
        sim_check_beyond(warp, access->mask) != SIM_NEXT)
        return SIM_FAULT;
    if (wants(warp->run, SIM_CHECK_races))
        return sim_race_check(warp, step, doing, access);
    return SIM_NEXT;
}
