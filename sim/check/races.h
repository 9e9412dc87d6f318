/* SPDX-License-Identifier: Apache-2.0 */
/* The race checker's state: see check/race.c for the rules. */
#ifndef PORTKERN_SIM_RACES_H
#define PORTKERN_SIM_RACES_H

#include "base/happens_before.h"
#include "sim/check/checker.h"

/* One access, remembered. */
typedef struct sim_mark {
    const sim_inst *inst; /* NULL: nothing yet */
    uint32_t block;
    uint16_t thread; /* of the block */
    uint8_t strong;  /* its scope, 0: a plain access */
    bool pending;    /* a copy that has not been waited for */
    uint32_t epoch, time;
} sim_mark;

/* The accesses to a granule that are remembered: the last plain write, and
 * since then two each of the plain reads, of the strong reads and of the strong
 * writes that nothing orders. */
typedef struct sim_cell {
    sim_mark write, reads[2], strong_reads[2], strong_writes[2];
} sim_cell;

/* Cells of 4096 bytes of memory, made when they are first touched: a cell for
 * 4 bytes, or for each byte once something smaller was accessed. */
enum { SIM_PAGE = 4096 };
typedef struct sim_page {
    bool fine;
    sim_cell cells[]; /* 1024 or 4096 */
} sim_page;

/* Pages of one memory: a range's or a block's shared memory. */
typedef struct sim_pages {
    struct sim_pages *next; /* of all that a run has */
    sim_page **table;
    size_t count;
} sim_pages;

/* A copy to shared memory that a thread has not waited for. */
typedef struct sim_copy {
    uint64_t offset;
    uint32_t bytes, group;
} sim_copy;

/* A thread's times and knowledge. */
typedef struct sim_thread_clock {
    uint32_t time;       /* goes up when it lets others know */
    uint32_t epoch_time; /* what it was at the last barrier */
    pk_thread_clock clock;
    sim_copy *copies;
    uint32_t copy_count, copy_room;
    uint32_t copy_group; /* those that were closed */
} sim_thread_clock;

/* The clocks by which a block's threads know of one another. */
typedef struct sim_block_clock {
    uint32_t epoch; /* barriers of all threads so far, from 1 */
    sim_thread_clock *threads;
    /* within[warp][l][m]: time of lane m that lane l knows of. */
    uint32_t (*within)[SIM_LANES][SIM_LANES];
    /* Clocks gathered at barriers with a count. */
    pk_vector_clock *partial[SIM_BARRIERS], *partial_fenced[SIM_BARRIERS];
    sim_pages shared;
} sim_block_clock;

/* The address that a flag in a block's shared memory has. */
#define SIM_FLAG_SHARED(block, offset)                                         \
    (UINT64_C(1) << 63 | (uint64_t)(block) << 32 | ((offset) + 4))

/* The instructions after a barrier, a bit each (check/barrier.c). */
typedef struct sim_after_barrier {
    struct sim_after_barrier *next;
    const sim_function *function;
    uint32_t pc;
    uint8_t *bits;
} sim_after_barrier;

struct sim_checker {
    sim_run_state *run;
    pk_vector_clocks clocks;
    sim_pages *pages; /* all tables, for the end */
    pk_flags flags;
    sim_after_barrier *behind;
    pk_text late; /* a finding that waits for a better one */
};

/* Whether what a mark says happened before what the thread does now. */
bool sim_happened(const sim_warp *warp, uint32_t lane, const sim_mark *mark);

bool sim_pages_init(sim_checker *checker, sim_pages *pages, uint64_t size);
void sim_pages_finish(const sim_checker *checker, sim_pages *pages);
/* The cell of a byte offset; `fine` wants bytes told apart, `is_fine` says
 * whether they are. NULL when there is no memory. */
sim_cell *sim_pages_at(sim_checker *checker, sim_pages *pages, uint64_t offset,
                       bool fine, bool *is_fine);

sim_next sim_race_check(sim_warp *warp, const sim_step *step, sim_doing doing,
                        const sim_access *access);
/* A strong access of a lane lets others know and learns. */
void sim_flag_touch(sim_warp *warp, const sim_step *step, uint32_t lane,
                    sim_doing doing, uint64_t address);
/* The flag of an address; NULL when there is none and none is to be made, or
 * no memory. Making one may move all others. */
pk_flag *sim_flag_at(sim_checker *checker, uint64_t address, bool make);
/* Adds to `into` all that the lane knows, its own doings with it. */
void sim_order_tell(const sim_warp *warp, uint32_t lane,
                    pk_vector_clock **into);
/* Lanes arrive at a barrier that counts. */
void sim_order_arrive(sim_warp *warp, uint32_t number, uint32_t mask);
void sim_lane_fence(sim_warp *warp, uint32_t lane, uint8_t scope);

sim_next sim_check_written(sim_warp *warp, sim_doing doing,
                           const sim_access *access);
/* An access while other threads of the block wait at barriers. */
sim_next sim_check_beyond(sim_warp *warp, uint32_t mask);
void sim_after_barrier_free(sim_checker *checker);

#endif
