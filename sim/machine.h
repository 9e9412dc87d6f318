/* SPDX-License-Identifier: Apache-2.0 */
/* The machine that runs decoded programs, a warp at a time.
 *
 * An instruction becomes a step: a function and the rows it works on. It runs
 * over the lanes of a group, lanes of one warp that are at the same place. A
 * warp is one group until a branch divides it; the lowest place runs first,
 * in the deepest call, until it comes to where another group waits and joins
 * it. Groups that go round in circles give way to others, so that a lane may
 * wait for what another lane, warp or block does.
 *
 *     run      a grid: what all blocks share
 *     block    shared memory, barriers, warps
 *     warp     local memory, groups
 *     frame    a call's rows
 *
 * Everything runs on one thread, so every access is indivisible; what counts
 * as a race is decided by the checkers (check.h). */
#ifndef PORTKERN_SIM_MACHINE_H
#define PORTKERN_SIM_MACHINE_H

#include "sim/device.h"
#include "sim/program.h"

#include <string.h>

typedef struct sim_run sim_run_state;
typedef struct sim_block sim_block;
typedef struct sim_warp sim_warp;
typedef struct sim_frame sim_frame;
typedef struct sim_step sim_step;

/* How the machine goes on after a step. */
typedef enum sim_next {
    SIM_NEXT,  /* the instruction that follows */
    SIM_JUMP,  /* warp->pc and lanes have changed */
    SIM_PICK,  /* the current group is done with: choose another */
    SIM_FAULT, /* the run has failed; run->outcome says how */
} sim_next;

/* Runs one instruction over the lanes `mask`, which is not 0. */
typedef sim_next (*sim_step_fn)(sim_warp *warp, const sim_step *step,
                                char *rows, uint32_t mask);

/* Executes: hot fields only; the rest is inst's. Operands are byte offsets
 * into the frame's rows. */
struct sim_step {
    sim_step_fn run;
    sim_step_fn inner; /* what a checker calls, NULL: none is there */
    uint32_t guard;    /* SIM_NONE: no guard */
    uint32_t flip;     /* all ones where the guard is negated */
    uint32_t d, a, b, c;
    const sim_inst *inst;
    struct sim_hit *hit; /* of accesses to memory */
};

/* Where an instruction last found its bytes: most find the next ones there. */
typedef struct sim_hit {
    sim_range *range;
    uint64_t epoch; /* of the device's memory: older than it, forget it */
} sim_hit;

/* The executor's side of a function. */
typedef struct sim_code {
    const sim_function *function;
    sim_step *steps;
    uint32_t count;
    sim_frame *free_frames; /* constants are in place */
    size_t frame_size;      /* of its allocation */
    int64_t *issued;        /* differences of thread instructions run */
} sim_code;

struct sim_frame {
    sim_frame *parent;
    sim_code *code;
    uint32_t return_pc; /* in the parent */
    uint32_t depth;
    uint32_t lanes;      /* that have not returned */
    uint32_t local_base; /* of its .local variables */
    uint32_t local_end;  /* alloca moves it */
    uint32_t stack_used; /* bytes that calls took of the stack so far */
    void *defined;       /* masks of lanes set, see check/registers.c */
    char *rows;          /* aligned to 64 */
};

typedef enum sim_wait {
    SIM_READY,
    SIM_WAIT_BARRIER, /* of the block */
    SIM_WAIT_LANES,   /* for lanes of a member mask */
} sim_wait;

/* Lanes at one place. */
typedef struct sim_group {
    sim_frame *frame;
    uint32_t pc, lanes;
    sim_wait wait;
    uint32_t members; /* SIM_WAIT_LANES: the mask; BARRIER: its number */
    uint64_t turn;    /* when it last ran */
} sim_group;

struct sim_warp {
    sim_block *block;
    sim_run_state *run;
    uint32_t index;
    uint32_t all;  /* lanes that the block has */
    uint32_t live; /* and that have not exited */
    /* The group that runs; lanes 0: none does. */
    sim_frame *frame;
    uint32_t pc, lanes;
    uint32_t limit; /* the place where another group waits, or SIM_NONE */
    /* The others. */
    sim_group groups[SIM_LANES];
    uint32_t group_count;
    uint64_t turn;
    int32_t credit; /* until the group must give way */
    uint32_t unset; /* lanes that store what was never set */
    bool spun;      /* it looked at what others may change */
    uint32_t spins; /* branches backwards after that, of this turn */
    bool fair;      /* a group runs though another has a lower place */
    char *local;    /* the lanes' memory, one after another */
    uint32_t local_size;
    uint8_t *local_init; /* bits, where uninitialised reads are looked for */
    void *check;         /* the race checker's */
};

typedef struct sim_barrier {
    uint32_t arrived;  /* threads, as the hardware counts them */
    uint32_t expected; /* 0: all threads that live */
    uint32_t waiting;  /* threads that wait */
    uint32_t value_count, value_any, value_all;
    uint64_t phase;
} sim_barrier;

struct sim_block {
    sim_run_state *run;
    uint32_t id[3];
    uint64_t number;
    sim_warp *warps;
    uint32_t warp_count;
    uint32_t threads_live;
    char *shared;
    uint32_t shared_size;
    uint8_t *shared_init;
    void *shared_cells; /* of the race checker */
    sim_barrier barriers[SIM_BARRIERS];
    /* The code after the barriers where threads wait, for the checkers. */
    struct sim_after_barrier *awaited[SIM_BARRIERS];
    uint32_t idle_rounds; /* rounds in which all warps span */
    bool progressed;
    void *check;
};

/* A grid that runs. */
struct sim_run {
    sim_device *device;
    sim_function *function;
    const sim_launch *launch;
    pk_text *report;
    sim_outcome outcome;
    uint32_t checks;
    uint64_t fuel;    /* left until sim_refuel is called */
    uint64_t reserve; /* left beyond that; UINT64_MAX: no limit */
    uint64_t grid_id;
    uint64_t block_count;
    uint32_t threads; /* of a block */
    uint32_t warps;
    uint32_t stack_bytes;
    uint64_t clock; /* instructions of warps so far */
    uint64_t start_time;
    char *params;       /* a copy of the block, padded */
    uint64_t workspace; /* of a cooperative grid: its barrier's address */
    sim_block **resident;
    uint32_t resident_count, resident_max;
    uint64_t next_block;
    struct sim_checker *checker; /* NULL when nothing is checked */
};

/* The word of a launch (sim_launch.stop) is set. */
static inline bool sim_is_stopped(const uint32_t *stop) {
    return stop && __atomic_load_n(stop, __ATOMIC_RELAXED);
}

#define SIM_FULL UINT32_C(0xffffffff)

/* The bytes that the lanes of an instruction access. */
typedef struct sim_access {
    uint32_t bytes; /* of a lane */
    uint32_t mask;
    uint64_t address[SIM_LANES];
    char *host[SIM_LANES];
    uint8_t space[SIM_LANES];    /* global for const too; never generic */
    sim_range *range[SIM_LANES]; /* of global ones */
    uint64_t offset[SIM_LANES];  /* in the range, in the space */
    char (*values)[32];          /* what a store writes, for the checkers */
    /* For a compare-and-swap: a bit for each byte that it swaps, NULL: it swaps
     * all. Code that has only wider ones swaps one byte of several, and writes
     * back the others as it found them: they may belong to other variables, and
     * may lie past an end. */
    const uint8_t *meant;
} sim_access;

typedef enum sim_doing { SIM_READS, SIM_WRITES, SIM_UPDATES } sim_doing;

/* exec/address.c: finds the bytes at address row `at` plus `offset` in
 * `space`, aligned to `align`. SIM_FAULT when one of them is not there. */
sim_next sim_resolve(sim_warp *warp, const sim_step *step, const char *rows,
                     uint32_t mask, uint32_t at, int64_t offset, uint8_t space,
                     uint32_t bytes, sim_doing doing, sim_access *out);
/* The same with bytes meant, which alone must be there; and how many of the
 * access's bytes of a lane are. */
sim_next sim_resolve_meant(sim_warp *warp, const sim_step *step,
                           const char *rows, uint32_t mask, uint32_t at,
                           int64_t offset, uint8_t space, uint32_t bytes,
                           sim_doing doing, const uint8_t *meant,
                           sim_access *out);
uint32_t sim_access_within(const sim_warp *warp, const sim_access *access,
                           uint32_t lane);
/* sim_resolve for a global address of one lane, for builtins: NULL is a fault
 * that has been reported. At least one byte; `room` tells how many follow. */
char *sim_resolve_one(sim_warp *warp, uint32_t lane, uint64_t address,
                      uint64_t bytes, uint64_t *room);

/* exec/bind.c: the code of a function, made when it is first run. NULL when
 * there is no memory. */
sim_code *sim_code_of(sim_device *device, sim_function *function);

/* Each file of the executor chooses the functions for its class; NULL for a
 * form that is not simulated. */
sim_step_fn sim_bind_int(const sim_inst *inst);
sim_step_fn sim_bind_bits(const sim_inst *inst);
sim_step_fn sim_bind_carry(const sim_inst *inst);
sim_step_fn sim_bind_float(const sim_inst *inst);
sim_step_fn sim_bind_approx(const sim_inst *inst);
sim_step_fn sim_bind_half(const sim_inst *inst);
sim_step_fn sim_bind_compare(const sim_inst *inst);
sim_step_fn sim_bind_move(const sim_inst *inst);
sim_step_fn sim_bind_convert(const sim_inst *inst);
sim_step_fn sim_bind_memory(const sim_inst *inst, uint32_t checks);
sim_step_fn sim_bind_atomic(const sim_inst *inst);
sim_step_fn sim_bind_mbarrier(const sim_inst *inst);
sim_step_fn sim_bind_sync(const sim_inst *inst);
sim_step_fn sim_bind_warp(const sim_inst *inst);
sim_step_fn sim_bind_control(const sim_inst *inst);
sim_step_fn sim_bind_video(const sim_inst *inst);

/* exec/warp.c */
typedef enum sim_pause {
    SIM_PAUSE_DONE,    /* no lane is left */
    SIM_PAUSE_WAITING, /* every lane waits */
    SIM_PAUSE_TURN,    /* others should run for a while */
    SIM_PAUSE_FAULT,
} sim_pause;

/* Runs a warp until it can or should not go on. */
sim_pause sim_warp_run(sim_warp *warp);
/* Charges a branch backwards to the group's credit. */
void sim_warp_pay(sim_warp *warp);
/* Makes a waiting group of the current lanes `lanes` at `pc`. The current
 * group keeps the others. */
sim_group *sim_warp_leave(sim_warp *warp, uint32_t lanes, uint32_t pc,
                          sim_wait wait);
/* Lanes that end. */
void sim_warp_exit(sim_warp *warp, uint32_t lanes);
/* Gives the frames of a warp back that will not go on. */
void sim_warp_abandon(sim_warp *warp);

/* exec/frame.c: a frame for a call; NULL after a failure (outcome is set). */
sim_frame *sim_frame_push(sim_warp *warp, sim_code *code, sim_frame *parent,
                          uint32_t lanes);
void sim_frame_drop(sim_warp *warp, sim_frame *frame, uint32_t lanes);
/* Makes the local memory of the current frame end at `end`. */
bool sim_frame_local(sim_warp *warp, uint32_t end);

/* exec/barrier.c: releases barriers that became complete, also by exits. */
void sim_block_barriers(sim_block *block);

/* exec/fault.c */
/* Ends the run: writes the place of the current instruction and the words,
 * then block and thread of `lane` (SIM_NONE: none). */
sim_next sim_fault(sim_warp *warp, sim_outcome outcome, uint32_t lane,
                   const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Just the outcome, for what has no place. */
sim_next sim_fail(sim_warp *warp, sim_outcome outcome);
/* "k.py:12:5: " of an instruction, or "saxpy+7: ". */
void sim_put_inst_place(pk_text *out, const sim_module *module,
                        const sim_inst *inst);
/* "    inlined at k.cu:30:5\n" for each call that was. */
void sim_put_inlined(pk_text *out, const sim_module *module,
                     const sim_inst *inst);
void sim_put_place(pk_text *out, const sim_function *function, uint32_t pc);
/* "    block (0, 0, 0), thread (33, 0, 0)\n" */
void sim_put_thread(pk_text *out, const sim_warp *warp, uint32_t lane);

/* Thread of the block that a lane is, as three coordinates. */
void sim_thread_id(const sim_warp *warp, uint32_t lane, uint32_t id[3]);

#endif
