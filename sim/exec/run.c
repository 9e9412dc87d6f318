/* SPDX-License-Identifier: Apache-2.0 */
/* A grid: blocks one after another, a block's warps in turn. A block whose
 * warps only look and wait gives way to other blocks, new ones too, up to what
 * the device could hold at once; all of them when the launch is cooperative. */
#include "sim/check/checker.h"
#include "sim/rows.h"

#include <inttypes.h>
#include <time.h>

enum {
    IDLE_ROUNDS = 2, /* rounds of waiting until another block runs */
    SPINNING = 8,    /* branches backwards of a warp that only waits */
};

typedef enum block_state {
    BLOCK_DONE,
    BLOCK_RUNS,
    BLOCK_WAITS, /* for something that others must do */
    BLOCK_FAULT,
} block_state;

/* ---- blocks ---- */

static uint32_t shared_size(const sim_run_state *run) {
    const sim_function *function = run->function;
    uint32_t align = function->shared_align > 16 ? function->shared_align : 16;

    return ((function->shared_static + align - 1) & ~(align - 1)) +
           run->launch->shared_dynamic;
}

static void free_block(sim_run_state *run, sim_block *block) {
    if (!block)
        return;
    if (run->checker)
        sim_check_block_free(block);
    for (uint32_t i = 0; block->warps && i < run->warps; i++) {
        size_t size = (size_t)block->warps[i].local_size * SIM_LANES;

        sim_release(run->device, block->warps[i].local, size);
        sim_release(run->device, block->warps[i].local_init, size / 8);
    }
    sim_release(run->device, block->warps, run->warps * sizeof *block->warps);
    sim_release(run->device, block->shared, block->shared_size);
    sim_release(run->device, block, sizeof *block);
}

static sim_block *new_block(sim_run_state *run) {
    sim_block *block = sim_alloc(run->device, sizeof *block);

    if (!block)
        return NULL;
    memset(block, 0, sizeof *block);
    block->run = run;
    block->warp_count = run->warps;
    block->shared_size = shared_size(run);
    block->shared = sim_alloc(run->device, block->shared_size);
    block->warps = sim_alloc(run->device, run->warps * sizeof *block->warps);
    if (block->warps)
        memset(block->warps, 0, run->warps * sizeof *block->warps);
    if (!block->shared || !block->warps) {
        free_block(run, block);
        return NULL;
    }
    memset(block->shared, 0, block->shared_size);
    return block;
}

/* Lanes of warp `index` that the block has. */
static uint32_t lanes_of(const sim_run_state *run, uint32_t index) {
    uint32_t left = run->threads - SIM_LANES * index;

    return left >= SIM_LANES ? SIM_FULL : (UINT32_C(1) << left) - 1;
}

/* Puts the next block of the grid into `block`. */
static bool start_block(sim_run_state *run, sim_block *block) {
    const uint32_t *grid = run->launch->grid;
    sim_code *code = run->function->executor;
    uint64_t number = run->next_block++;

    block->number = number;
    block->id[0] = (uint32_t)(number % grid[0]);
    block->id[1] = (uint32_t)(number / grid[0] % grid[1]);
    block->id[2] = (uint32_t)(number / grid[0] / grid[1]);
    block->threads_live = run->threads;
    block->idle_rounds = 0;
    memset(block->barriers, 0, sizeof block->barriers);
    memset(block->awaited, 0, sizeof block->awaited);
    for (uint32_t i = 0; i < run->warps; i++) {
        sim_warp *warp = &block->warps[i];
        char *local = warp->local;
        uint8_t *local_init = warp->local_init;
        uint32_t local_size = warp->local_size;

        memset(warp, 0, sizeof *warp);
        warp->local = local;
        warp->local_init = local_init;
        warp->local_size = local_size;
        warp->block = block;
        warp->run = run;
        warp->index = i;
        warp->all = warp->live = warp->lanes = lanes_of(run, i);
        warp->limit = SIM_NONE;
        warp->frame = sim_frame_push(warp, code, NULL, warp->lanes);
        if (!warp->frame)
            return false;
    }
    if (run->checker && !sim_check_block_start(block)) {
        run->outcome = SIM_NO_MEMORY;
        return false;
    }
    return true;
}

/* ---- deadlock ---- */

static void put_waiting(pk_text *report, const sim_warp *warp,
                        const sim_group *group, bool first) {
    const sim_function *function = group->frame->code->function;
    bool barrier = group->wait == SIM_WAIT_BARRIER;
    uint32_t pc = group->pc - barrier;

    sim_put_place(report, function, pc);
    pk_text_printf(report, "%s%d lanes of warp %" PRIu32 " wait at ",
                   first ? "error: deadlock: " : "note: ",
                   __builtin_popcount(group->lanes), warp->index);
    if (barrier)
        pk_text_printf(report, "barrier %" PRIu32 "\n", group->members);
    else
        pk_text_printf(report, "%s with member mask 0x%08" PRIx32 "\n",
                       sim_ops[function->code[pc].op].name, group->members);
    sim_put_thread(report, warp, (uint32_t)__builtin_ctz(group->lanes));
}

static block_state deadlock(sim_block *block) {
    pk_text *report = block->run->report;
    uint32_t count = 0;

    for (uint32_t w = 0; w < block->warp_count; w++) {
        const sim_warp *warp = &block->warps[w];

        for (uint32_t i = 0; i < warp->group_count; i++, count++)
            if (count < 8)
                put_waiting(report, warp, &warp->groups[i], count == 0);
    }
    if (count > 8)
        pk_text_printf(report, "    and %" PRIu32 " more\n", count - 8);
    block->run->outcome = SIM_DEADLOCK;
    return BLOCK_FAULT;
}

/* ---- turns ---- */

/* One turn for each warp. */
static block_state run_block(sim_block *block) {
    bool running = false, idle = true;

    block->progressed = false;
    for (uint32_t w = 0; w < block->warp_count; w++) {
        sim_warp *warp = &block->warps[w];

        if (!warp->live)
            continue;
        switch (sim_warp_run(warp)) {
        case SIM_PAUSE_DONE: idle = false; break;
        case SIM_PAUSE_WAITING: break;
        case SIM_PAUSE_TURN:
            running = true;
            idle = idle && warp->spins >= SPINNING;
            break;
        case SIM_PAUSE_FAULT: return BLOCK_FAULT;
        }
    }
    if (!block->threads_live)
        return BLOCK_DONE;
    if (block->progressed)
        return BLOCK_RUNS;
    if (!running && idle) {
        /* Exits may have made a barrier complete for an earlier warp. */
        for (uint32_t w = 0; w < block->warp_count; w++)
            for (uint32_t i = 0; i < block->warps[w].group_count; i++)
                if (block->warps[w].groups[i].wait == SIM_READY)
                    return BLOCK_RUNS;
        return deadlock(block);
    }
    if (!idle)
        block->idle_rounds = 0;
    else if (++block->idle_rounds >= IDLE_ROUNDS)
        return BLOCK_WAITS;
    return BLOCK_RUNS;
}

/* A block of the grid that is not resident yet. */
static bool admit(sim_run_state *run) {
    sim_block *block;

    if (run->resident_count == run->resident_max ||
        run->next_block == run->block_count)
        return true;
    block = new_block(run);
    if (!block) {
        run->outcome = SIM_NO_MEMORY;
        return false;
    }
    run->resident[run->resident_count++] = block;
    return start_block(run, block);
}

static bool finish_block(sim_run_state *run, uint32_t *at) {
    sim_block *block = run->resident[*at];

    if (run->next_block < run->block_count)
        return start_block(run, block);
    free_block(run, block);
    run->resident[*at] = run->resident[--run->resident_count];
    if (*at >= run->resident_count)
        *at = 0;
    return true;
}

static void run_grid(sim_run_state *run) {
    uint32_t at = 0;

    do {
        if (!admit(run))
            return;
    } while (run->launch->cooperative &&
             run->resident_count < run->block_count);
    while (run->resident_count) {
        sim_block *block = run->resident[at];

        switch (run_block(block)) {
        case BLOCK_DONE:
            if (!finish_block(run, &at))
                return;
            break;
        case BLOCK_RUNS: break;
        case BLOCK_WAITS:
            block->idle_rounds = 0;
            if (++at == run->resident_count && !admit(run))
                return;
            if (at >= run->resident_count)
                at = 0;
            break;
        case BLOCK_FAULT: return;
        }
    }
}

/* ---- launches ---- */

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* Blocks that the device holds at once. */
static uint64_t resident_limit(const sim_run_state *run) {
    const sim_profile *profile = &run->device->profile;
    uint32_t shared = shared_size(run) + 1024;
    uint64_t each = profile->blocks_sm ? profile->blocks_sm : 1;

    if (run->launch->cooperative)
        return run->block_count;
    each = least(each, profile->threads_sm / (run->warps * SIM_LANES));
    each = least(each, profile->shared_sm / shared);
    each = (each ? each : 1) * (uint64_t)profile->sm_count;
    return least(each, least(run->block_count, 4096));
}

enum { WORKSPACE = 64 };

/* Memory where a cooperative grid counts who has come to its barrier: its
 * size, then zeros. */
static bool make_workspace(sim_run_state *run) {
    uint32_t size = WORKSPACE;
    char *bytes;

    run->workspace = sim_memory_malloc(run->device, WORKSPACE);
    if (!run->workspace)
        return false;
    bytes = sim_memory_bytes(run->device, run->workspace, WORKSPACE, true);
    memset(bytes, 0, WORKSPACE);
    memcpy(bytes, &size, sizeof size);
    return true;
}

static bool prepare(sim_run_state *run) {
    const sim_launch *launch = run->launch;
    uint64_t limit;

    run->threads = launch->block[0] * launch->block[1] * launch->block[2];
    run->warps = (run->threads + SIM_LANES - 1) / SIM_LANES;
    run->block_count =
        (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    run->stack_bytes = launch->stack_bytes ? launch->stack_bytes : 1024;
    limit = resident_limit(run);
    run->params = sim_alloc(run->device, run->function->param_bytes + 16);
    run->resident =
        limit <= UINT32_MAX / 2
            ? sim_alloc(run->device, (size_t)limit * sizeof *run->resident)
            : NULL;
    run->resident_max = (uint32_t)limit;
    if (!run->params || !run->resident ||
        !sim_code_of(run->device, run->function) ||
        (launch->cooperative && !make_workspace(run)))
        return false;
    memset(run->params, 0, run->function->param_bytes + 16);
    if (launch->params)
        memcpy(run->params, launch->params,
               least(launch->params_size, run->function->param_bytes));
    if (run->checks) {
        run->checker = sim_checker_new(run);
        return run->checker != NULL;
    }
    return true;
}

static void clean_up(sim_run_state *run) {
    for (uint32_t i = 0; run->resident && i < run->resident_count; i++) {
        sim_block *block = run->resident[i];

        /* Frames that a fault left behind: lanes leave them all. */
        for (uint32_t w = 0; w < run->warps; w++) {
            sim_warp *warp = &block->warps[w];

            sim_warp_abandon(warp);
        }
        free_block(run, block);
    }
    sim_release(run->device, run->resident,
                (size_t)run->resident_max * sizeof *run->resident);
    sim_release(run->device, run->params, run->function->param_bytes + 16);
    sim_checker_free(run->checker);
    if (run->workspace)
        sim_memory_free_heap(run->device, run->workspace);
}

/* Adds up what each instruction was issued and clears the counts. */
static void add_counts(sim_code *code, sim_tally *tally) {
    int64_t now = 0;

    for (uint32_t i = 0; i < code->count; i++) {
        const sim_inst *inst = &code->function->code[i];
        uint8_t fidelity = sim_ops[inst->op].fidelity;

        now += code->issued[i];
        code->issued[i] = 0;
        if (fidelity == SIM_FIDELITY_REFUSED)
            tally->refused += (uint64_t)now;
        else if (fidelity == SIM_FIDELITY_BOUNDED && inst->bounded)
            tally->bounded += (uint64_t)now;
        else
            tally->exact += (uint64_t)now;
    }
    code->issued[code->count] = 0;
}

static sim_tally *tally_of(sim_device *device, const char *kernel) {
    size_t size = strlen(kernel) + 1;
    sim_tally **at = &device->tallies, *tally;

    for (; *at; at = &(*at)->next)
        if (strcmp((*at)->kernel, kernel) == 0)
            return *at;
    tally = sim_alloc(device, sizeof *tally);
    if (!tally)
        return NULL;
    memset(tally, 0, sizeof *tally);
    tally->kernel = sim_alloc(device, size);
    if (!tally->kernel) {
        sim_release(device, tally, sizeof *tally);
        return NULL;
    }
    memcpy(tally->kernel, kernel, size);
    tally->kernel_size = size;
    *at = tally;
    return tally;
}

static void account(sim_run_state *run) {
    sim_device *device = run->device;
    sim_module *module = run->function->module;
    sim_tally *tally, none = {0};

    pthread_mutex_lock(&device->lock);
    tally = tally_of(device, run->function->name);
    if (tally)
        tally->launches++;
    for (uint32_t i = 0; i < module->function_count; i++)
        if (module->functions[i].executor)
            add_counts(module->functions[i].executor, tally ? tally : &none);
    pthread_mutex_unlock(&device->lock);
}

/* Waits for the grid that runs. False when the launch was stopped meanwhile. */
static bool take_device(sim_device *device, const uint32_t *stop) {
    const struct timespec pause = {.tv_nsec = 1000000};

    if (!stop)
        return pthread_mutex_lock(&device->running) == 0;
    while (pthread_mutex_trylock(&device->running) != 0) {
        if (sim_is_stopped(stop))
            return false;
        nanosleep(&pause, NULL);
    }
    return true;
}

sim_outcome sim_run(sim_function *function, const sim_launch *launch,
                    pk_text *report) {
    sim_device *device = function->module->device;
    sim_run_state run = {
        .device = device,
        .function = function,
        .launch = launch,
        .report = report,
        .outcome = SIM_DONE,
        .checks = device->options.checks &
                  (SIM_CHECK_uninit | SIM_CHECK_races | SIM_CHECK_barriers),
        .reserve = device->options.fuel ? device->options.fuel : UINT64_MAX};

    if (!launch->grid[0] || !launch->grid[1] || !launch->grid[2] ||
        !launch->block[0] || !launch->block[1] || !launch->block[2])
        return SIM_DONE;
    if (!take_device(device, launch->stop))
        return SIM_STOPPED;
    run.grid_id = ++device->grids;
    if (prepare(&run))
        run_grid(&run);
    else
        run.outcome = SIM_NO_MEMORY;
    if (run.checker && run.outcome == SIM_DONE)
        sim_checker_end(run.checker);
    account(&run);
    clean_up(&run);
    pthread_mutex_unlock(&device->running);
    return run.outcome;
}
