/* SPDX-License-Identifier: Apache-2.0 */
/* The state of one launch, shared by the interpreter's files.
 *
 * Registers hold a value's bits zero-extended to 64, as constants do, in
 * [value][thread] order. A pointer is the number of an array in its high 16
 * bits and a signed byte offset below: so it never loses the array it came
 * from, whatever is done with it. */
#ifndef PORTKERN_CORE_INTERP_MACHINE_H
#define PORTKERN_CORE_INTERP_MACHINE_H

#include "base/arena.h"
#include "core/interp/debug.h"
#include "core/interp/interp.h"
#include "core/interp/order.h"

enum { PK_INTERP_THREADS = 1024, PK_INTERP_WORDS = PK_INTERP_THREADS / 64 };

/* A set of a block's threads. */
typedef struct pk_mask {
    uint64_t word[PK_INTERP_WORDS];
} pk_mask;

/* The marks of a granule of memory that threads share; pk_rest is allocated
 * only for pages that need it. */
typedef struct pk_machine_cell {
    pk_mark write, read;
} pk_machine_cell;
typedef struct pk_rest {
    pk_mark read, update[2]; /* another reader, and atomics */
    pk_mark kept;            /* another write of what was there already */
} pk_rest;

/* Most arrays of a test are small: a page is 16 KiB. */
enum { PK_PAGE_CELLS = 512 };

typedef struct pk_page {
    pk_machine_cell cells[PK_PAGE_CELLS];
    pk_rest *rest;
} pk_page;

/* Memory of overlapping buffers, with its shadow in pages made when first
 * touched. */
typedef struct pk_shadow {
    uint8_t *host;
    uint64_t size;
    uint32_t granule; /* bytes that a cell stands for */
    bool watched;     /* somebody may write here */
    pk_page **pages;
    uint64_t page_count;
    bool of_object; /* its memory is the heap's */
} pk_shadow;

/* An array that pointers may point into. Offsets count from `base`. */
typedef struct pk_interp_array {
    const char *name;
    const pk_func *fn;
    const pk_storage *storage; /* NULL: parameter `param` of fn */
    const pk_param *param;
    pk_space space;
    uint32_t elem; /* bytes of an element, or of a record */
    bool readonly;
    uint8_t *base;
    int64_t low, high; /* bytes that may be touched: low <= offset < high */
    pk_shadow *shadow; /* global, shared */
    uint64_t pitch;    /* local: bytes from one thread's to the next's */
    uint8_t *init;     /* local, objects: one for each byte of it */
    bool given_back;   /* an object's that has no owner any more */
} pk_interp_array;

/* The IR's tree as a list of steps, for threads that take different ways
 * through it: code.c. */
typedef enum pk_step_kind {
    PK_STEP_compute, /* PURE */
    PK_STEP_get,
    PK_STEP_set,
    PK_STEP_access,      /* loads, stores, atomics */
    PK_STEP_order,       /* fences, clocks */
    PK_STEP_object,      /* alloc, retain, release */
    PK_STEP_debug,       /* the frame's debug operation number `target` */
    PK_STEP_warp,        /* operations of warps */
    PK_STEP_meet,        /* barriers */
    PK_STEP_split,       /* threads whose condition is false go to `target` */
    PK_STEP_jump,        /* to `target`, forward */
    PK_STEP_again,       /* to `target`, where the loop begins */
    PK_STEP_first,       /* a range without a first goes to `target` */
    PK_STEP_next,        /* threads that have a next go back to `target` */
    PK_STEP_items_first, /* the same for `for.items` in the block form */
    PK_STEP_items_next,
    PK_STEP_call, /* the function's call number `target` */
    PK_STEP_return
} pk_step_kind;

typedef struct pk_step {
    const pk_inst *inst; /* NULL: falls out of a function's end, or behind a
                            first region over the second */
    pk_step_kind kind;
    uint32_t target;
    uint32_t items; /* which of the frame's */
} pk_step;

/* Where a `for.items` is. */
typedef struct pk_items {
    uint64_t done, count, item, stride;
} pk_items;

/* The registers of one function. Only a function that calls itself has more
 * than one: another for each call of it that a call of it is within. Threads
 * in different calls at the same depth share it, as they share everything: by
 * thread. */
typedef struct pk_machine_frame {
    const pk_func *fn;
    const pk_step *steps;
    uint32_t step_count, call_count, items_count, debug_count;
    struct pk_debug_table *debug; /* NULL: nobody debugs the launch */
    pk_items *items;
    uint64_t *values, *locals;
    const bool *watched;  /* by local: is to be set before it is read */
    uint64_t *unset;      /* of those: masks of threads that have not set it */
    const bool *compared; /* by value: for a compare-and-swap; NULL: none */
    struct pk_machine_frame *deeper; /* of the next call within, once made */
    struct pk_machine_call *idle;    /* calls of it that no thread is in */
} pk_machine_frame;

/* A way into a function: the kernel itself, or a call in another's code. It
 * lives as long as threads are in it. */
typedef struct pk_machine_call {
    struct pk_machine_call *outer; /* of an idle one: the next */
    uint32_t pc;                   /* of the call, in outer's code */
    uint32_t depth;
    uint32_t inside; /* threads */
    pk_machine_frame *frame;
    struct pk_machine_call *
        *calls; /* by the frame's call numbers, while taken */
} pk_machine_call;

typedef enum pk_wait {
    PK_READY,
    PK_AT_BARRIER,
    PK_AT_LANES, /* at an operation of a warp */
    PK_AT_GRID   /* at a grid_sync, to go on behind it */
} pk_wait;

/* Threads that are at the same place. */
typedef struct pk_machine_group {
    pk_mask mask;
    pk_machine_call *call;
    uint32_t pc;
    pk_wait wait;
    uint32_t spins; /* turns of loops since it last gave way, weighted */
    uint64_t turn;  /* when that was, 0: never */
} pk_machine_group;

typedef struct pk_machine_span {
    uint32_t low, high;
} pk_machine_span;

/* A loop that is running. */
typedef struct pk_machine_loop {
    const pk_machine_call *call; /* whose code has it; NULL: there is none */
    uint32_t first, last;        /* its steps */
} pk_machine_loop;

/* The loop over prange that is running (iterations.c). */
typedef struct pk_iterations {
    pk_machine_loop chunks, part; /* over its chunks; over one's iterations */
    bool turns;                   /* several parts of the chunk take turns */
    uint64_t base;                /* iteration from which turns count */
} pk_iterations;

/* Why a block stops running. */
typedef enum pk_pause {
    PK_PAUSE_done,  /* or the launch has failed */
    PK_PAUSE_spins, /* it may wait for other blocks */
    PK_PAUSE_grid   /* all its threads are at a grid_sync */
} pk_pause;

struct pk_machine {
    const pk_interp_config *config;
    const pk_interp_options *options;
    pk_arena arena;
    pk_error *err;
    pk_status status;

    uint32_t threads; /* registers' width: of a block, or 1 in block form */
    uint32_t words;   /* of a mask in use */
    pk_mask all, live;
    uint32_t block[3]; /* the one running */
    uint64_t block_number;
    uint64_t fuel;
    const uint32_t *stop; /* NULL, or set by another thread to end it */
    uint32_t random;
    uint32_t least_elem; /* bytes of the smallest element of pointers that
                            changed theirs, 0: none did */
    bool syncs_grid;     /* something reached is a grid_sync */
    bool alone;          /* no other block is left to wait for */

    pk_machine_call *root;    /* the kernel */
    pk_machine_group now;     /* who runs; unless idle */
    pk_machine_group *groups; /* the others, each at another place */
    uint32_t group_count, group_capacity;
    bool idle;
    bool torn;       /* a group has given way: see groups.c */
    uint32_t stuck;  /* rounds in which all waited */
    uint32_t limit;  /* step of this call at which `now` meets others */
    uint32_t looked; /* since the last turn of a loop: weight of the reads */
    uint64_t turns;  /* so far */
    uint64_t spent,
        patience; /* spins of this block's turn, and until it ends */
    pk_machine_span
        *spans; /* threads that an operation is done for: all of now's */
    uint32_t span_count, width; /* width: threads in all of them */

    pk_machine_frame *frames;
    uint32_t frame_count;
    pk_interp_array *arrays;
    uint32_t array_count, array_capacity;
    struct pk_machine_objects *objects; /* NULL: there were none */
    pk_shadow *shadows; /* global memory; [shadow_count] is shared memory */
    uint32_t shadow_count;

    pk_order *order; /* the launch's */
    pk_iterations iterations;
    struct pk_debug_session *debug; /* the launch's; NULL: nobody debugs it */
    uint32_t blamed; /* thread whose fault is being reported, PK_INTERP_THREADS
                        where it is not known */
    pk_block_order mine;
};

static inline bool pk_mask_any(const pk_machine *m, const pk_mask *mask) {
    uint64_t any = 0;

    for (uint32_t w = 0; w < m->words; w++)
        any |= mask->word[w];
    return any;
}

/* Runs `body` for each thread `t` of the mask. */
#define PK_EACH_THREAD(m, mask, t)                                             \
    for (uint32_t w_ = 0, t; w_ < (m)->words; w_++)                            \
        for (uint64_t bits_ = (mask)->word[w_];                                \
             bits_ && (t = w_ * 64 + (uint32_t)__builtin_ctzll(bits_), true);  \
             bits_ &= bits_ - 1)

enum { PK_POINTER_BITS = 48 };
/* Offsets of pointers are computed up to here, to either side. */
#define PK_POINTER_FAR (INT64_C(1) << (PK_POINTER_BITS - 2))

static inline uint64_t pk_pointer_make(uint32_t array, int64_t offset) {
    return (uint64_t)array << PK_POINTER_BITS |
           ((uint64_t)offset & ((UINT64_C(1) << PK_POINTER_BITS) - 1));
}
static inline int64_t pk_pointer_offset(uint64_t pointer) {
    return (int64_t)(pointer << (64 - PK_POINTER_BITS)) >>
           (64 - PK_POINTER_BITS);
}

static inline uint64_t *pk_frame_value(const pk_machine *m,
                                       const pk_machine_frame *f,
                                       const pk_value *value) {
    return f->values + (size_t)value->id * m->threads;
}

/* ---- setup.c ---- */

/* Makes frames, arrays and shadows for everything that `fn` reaches. */
pk_status pk_machine_init(pk_machine *m, const pk_func *fn);
void pk_machine_finish(pk_machine *m);
/* The frame for calls of its function that are made within it. NULL: there is
 * no room. */
pk_machine_frame *pk_frame_deeper(pk_machine *m, pk_machine_frame *f);
/* Whether so many more arrays can have numbers; there is room for them then. */
bool pk_machine_has_numbers(pk_machine *m, uint32_t arrays);
/* Makes the machine block number `number`, at its start. */
void pk_machine_begin_block(pk_machine *m, uint64_t number);

/* ---- code.c ---- */

/* Makes the steps of the frame's function. */
void pk_code_make(pk_machine *m, pk_machine_frame *f);

/* ---- groups.c ---- */

/* Puts all threads at the kernel's beginning. */
void pk_groups_begin(pk_machine *m);
/* Puts threads of `now`, which keeps the rest, at another place of its call.
 * `pk_groups_settle` is to follow. */
void pk_groups_put(pk_machine *m, const pk_mask *mask, uint32_t pc);
/* After `now` has moved or changed: takes in the group that is at its place,
 * and lets the one go first that is before it. */
void pk_groups_settle(pk_machine *m);
/* Puts threads of `now` aside, to wait where they are; not all of them. */
void pk_groups_part(pk_machine *m, const pk_mask *mask, pk_wait wait);
/* Puts `now` aside, to wait or, PK_READY, to let all others go first. */
void pk_groups_leave(pk_machine *m, pk_wait wait);
/* Makes another group `now`; false when there is none that could go on. */
bool pk_groups_pick(pk_machine *m);
/* True when a group other than `now` could run. */
bool pk_groups_others(const pk_machine *m);

/* ---- exec.c ---- */

/* Runs the block until it is done or has to wait for others. */
pk_pause pk_machine_run(pk_machine *m);

/* ---- control.c ---- */

/* Steps from PK_STEP_split on: `now` and the other groups move. */
void pk_machine_control(pk_machine *m, const pk_step *step);
/* Locals of threads that enter the function read as zero, and arrays are
 * unwritten. */
void pk_machine_enter(pk_machine *m, const pk_machine_frame *f);

/* ---- grid.c ---- */

/* Runs all blocks of the grid; `m` is ready for the first. */
void pk_grid_run(pk_machine *m, const pk_func *fn, uint64_t blocks);

/* ---- compute.c ---- */

/* A PURE operation, for threads lo .. hi - 1: nobody sees the results of
 * threads that are off. */
void pk_machine_compute(pk_machine *m, const pk_machine_frame *f,
                        const pk_inst *inst, uint32_t lo, uint32_t hi);

/* ---- warp.c ---- */

/* Operations of warps (PK_OPF_WARP). */
void pk_machine_warp(pk_machine *m, const pk_machine_frame *f,
                     const pk_inst *inst, const pk_mask *mask);
/* Lanes of `now` in whose warp one is named that is not here, into `out`. */
void pk_warp_incomplete(const pk_machine *m, const pk_machine_frame *f,
                        const pk_inst *inst, pk_mask *out);
/* barrier_count, _and, _or, after the barrier. */
void pk_machine_barrier_vote(pk_machine *m, const pk_machine_frame *f,
                             const pk_inst *inst, const pk_mask *mask);
/* clocks, and stopped: whether the launch is to end. */
void pk_machine_clock(pk_machine *m, const pk_machine_frame *f,
                      const pk_inst *inst, const pk_mask *mask);

/* ---- objects.c ---- */

/* alloc, retain, release. */
void pk_machine_object(pk_machine *m, const pk_machine_frame *f,
                       const pk_inst *inst, const pk_mask *mask);
/* A reference is stored to memory, over another one. */
void pk_machine_give(pk_machine *m, const pk_inst *inst, uint64_t ref,
                     uint64_t old);
/* At the end of a launch: objects must have the owners that they were given to
 * and no others. What a failed launch has made is freed. */
void pk_machine_settle(pk_machine *m, const pk_func *fn);

/* Makes the shadow of an array that is an object's; NULL without memory. */
pk_shadow *pk_machine_watch_object(pk_machine *m, pk_interp_array *array);

/* ---- iterations.c ---- */

/* A loop that is `apart` has another turn, at that index, or none. */
void pk_iterations_turn(pk_machine *m, const pk_step *step, bool has,
                        uint64_t index);
/* The function goes on elsewhere, or returns. */
void pk_iterations_jump(pk_machine *m, uint32_t to);
void pk_iterations_return(pk_machine *m);

/* ---- memory.c, shadow.c ---- */

/* load, store and atomics. */
void pk_machine_access(pk_machine *m, const pk_machine_frame *f,
                       const pk_inst *inst, const pk_mask *mask);

/* The address that a pointer stands for, for eq and ne. */
uint64_t pk_pointer_address(const pk_machine *m, uint64_t pointer);

typedef enum pk_access { PK_READ, PK_WRITE, PK_ATOMIC } pk_access;

/* Notes an access of `size` bytes by thread `t`. `harmless`: a write of what
 * was there, or a read for a compare-and-swap to compare. Fails the launch when
 * it races or reads what was never written. */
bool pk_shadow_access(pk_machine *m, const pk_inst *inst,
                      const pk_interp_array *array, int64_t offset,
                      uint32_t size, uint32_t t, pk_access access,
                      bool harmless);

/* ---- report.c ---- */

/* The place of what the running group does: of the instruction or, where it has
 * none, of the call that led to it. */
pk_loc pk_report_place(const pk_machine *m, const pk_inst *inst);
/* Each fails the launch, once, with words and place. */
void pk_report(pk_machine *m, const pk_inst *inst, pk_status status,
               const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Warns with words and place, and lets the launch go on. */
void pk_report_warning(const pk_machine *m, const pk_inst *inst,
                       pk_status status, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void pk_report_unset(pk_machine *m, const pk_machine_frame *f,
                     const pk_inst *get, uint32_t t);
/* `f` is the frame of `inst`: the index that the source has is in its
 * registers. */
void pk_report_bounds(pk_machine *m, const pk_machine_frame *f,
                      const pk_inst *inst, const pk_interp_array *array,
                      int64_t offset, uint32_t size, uint32_t t);
/* "thread (1, 0, 0) of block (2, 0, 0)" into `out`; from PK_INTERP_THREADS on:
 * "a thread of block (2, 0, 0)". */
enum { PK_WHO_MAX = 120 };
const char *pk_report_who(const pk_machine *m, uint32_t t, uint64_t block,
                          char out[PK_WHO_MAX]);
/* "x[3]" or "2 bytes into x[3]" */
const char *pk_report_element(const pk_interp_array *array, int64_t offset,
                              char out[PK_WHO_MAX]);

#endif
