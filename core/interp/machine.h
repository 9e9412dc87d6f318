/* SPDX-License-Identifier: Apache-2.0 */
/* The state of one launch, shared by the interpreter's files.
 *
 * Registers hold a value's bits zero-extended to 64, as constants do, in
 * [value][thread] order. A pointer is the number of an array in its high 16
 * bits and a signed byte offset below: so it never loses the array it came
 * from, whatever is done with it. */
#ifndef PORTKERN_CORE_INTERP_MACHINE_H
#define PORTKERN_CORE_INTERP_MACHINE_H

#include "core/arena.h"
#include "core/interp/interp.h"

enum { PK_INTERP_THREADS = 1024, PK_INTERP_WORDS = PK_INTERP_THREADS / 64 };

/* A set of a block's threads. */
typedef struct pk_mask {
    uint64_t word[PK_INTERP_WORDS];
} pk_mask;

/* What is known of a granule of memory that threads share. A stamp names a
 * block and a stretch between two of its barriers, those of single warps
 * included; stamps only grow. */
typedef struct pk_cell {
    uint32_t written, read;  /* stamps of the last ones, 0: never */
    uint16_t writer, reader; /* threads, or sets of them (shadow.c) */
    uint16_t flags;
} pk_cell;

enum { PK_PAGE_CELLS = 4096 };

/* Memory of overlapping buffers, with its shadow in pages made when first
 * touched. */
typedef struct pk_shadow {
    uint8_t *host;
    uint64_t size;
    uint32_t granule; /* bytes that a cell stands for */
    bool watched;     /* somebody may write here */
    pk_cell **pages;
    uint64_t page_count;
} pk_shadow;

/* What a pointer may point into. Offsets count from `base`. */
typedef struct pk_interp_array {
    const char *name;
    const pk_func *fn;
    const pk_storage *storage; /* NULL: parameter `param` of fn */
    const pk_param *param;
    pk_space space;
    uint32_t elem; /* bytes of an element */
    bool readonly;
    uint8_t *base;
    int64_t low, high; /* bytes that may be touched: low <= offset < high */
    pk_shadow *shadow; /* global, shared */
    uint8_t *init;     /* local: one per element and thread */
} pk_interp_array;

/* The registers of one function. There is no recursion, so one each. */
typedef struct pk_frame {
    const pk_func *fn;
    uint64_t *values, *locals, *results;
    const bool *watched; /* by local: is to be set before it is read */
    uint64_t *unset;     /* of those: masks of threads that have not set it */
} pk_frame;

/* An enclosing for, loop or block and the threads that left for it. */
typedef struct pk_scope {
    const struct pk_scope *outer;
    const pk_inst *inst;
    pk_mask *broke, *continued;
} pk_scope;

typedef struct pk_stretch {
    uint32_t stamp; /* its first */
    uint32_t fence; /* of its last fence that other blocks see, 0: none */
} pk_stretch;

typedef struct pk_machine {
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
    uint32_t random;
    bool syncs_grid;         /* something reached is a grid_sync */
    struct pk_grid *grid;    /* all blocks, while they run together */
    const pk_inst *waits_at; /* the grid_sync that this block has come to */

    pk_frame *frames;
    uint32_t frame_count;
    pk_interp_array *arrays;
    uint32_t array_count;
    pk_shadow *shadows; /* global memory; [shadow_count] is shared memory */
    uint32_t shadow_count;

    /* Now, when this block began, and when it last met at a barrier. */
    uint32_t stamp, first_stamp, barrier_stamp;
    uint32_t warp_stamps[PK_INTERP_THREADS / 32]; /* the same for warps */
    uint32_t birth_stamp; /* when it began its first stretch */
    uint32_t grid_stamp;  /* when all blocks last met */
    bool acquired;        /* the block has done a global atomic */
    bool fenced;          /* some block has fenced */
    /* A stretch is a block, or what it does between two grid barriers. */
    uint64_t stretch;
    pk_stretch *stretches; /* those so far */
    uint64_t stretch_capacity;
} pk_machine;

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

static inline uint64_t pk_pointer_make(uint32_t array, int64_t offset) {
    return (uint64_t)array << PK_POINTER_BITS |
           ((uint64_t)offset & ((UINT64_C(1) << PK_POINTER_BITS) - 1));
}
static inline int64_t pk_pointer_offset(uint64_t pointer) {
    return (int64_t)(pointer << (64 - PK_POINTER_BITS)) >>
           (64 - PK_POINTER_BITS);
}

static inline uint64_t *pk_frame_value(const pk_machine *m, const pk_frame *f,
                                       const pk_value *value) {
    return f->values + (size_t)value->id * m->threads;
}

/* ---- setup.c ---- */

/* Makes frames, arrays and shadows for everything that `fn` reaches. */
pk_status pk_machine_init(pk_machine *m, const pk_func *fn);
void pk_machine_finish(pk_machine *m);
/* Makes the machine block number `number`, at its start. */
void pk_machine_begin_block(pk_machine *m, uint64_t number);
/* Begins the next stretch: of another block, or of the same. */
void pk_machine_begin_stretch(pk_machine *m);

/* ---- exec.c ---- */

/* Runs the kernel's body for the block that m->block names. */
void pk_machine_run_block(pk_machine *m);

/* ---- grid.c ---- */

/* Runs all blocks together, from grid barrier to grid barrier, by copies of
 * the machine. */
void pk_grid_run(pk_machine *m, const pk_func *fn, uint64_t blocks);
/* The block has come to a grid barrier: returns when all have. */
void pk_grid_wait(pk_machine *m, const pk_inst *inst);

/* ---- compute.c ---- */

/* A PURE operation, for threads lo .. hi - 1: nobody sees the results of
 * threads that are off. */
void pk_machine_compute(pk_machine *m, const pk_frame *f, const pk_inst *inst,
                        uint32_t lo, uint32_t hi);

/* ---- warp.c ---- */

/* Operations of warps (PK_OPF_WARP). */
void pk_machine_warp(pk_machine *m, const pk_frame *f, const pk_inst *inst,
                     const pk_mask *mask);
/* barrier_count, _and, _or, after the barrier. */
void pk_machine_barrier_vote(pk_machine *m, const pk_frame *f,
                             const pk_inst *inst, const pk_mask *mask);
void pk_machine_clock(pk_machine *m, const pk_frame *f, const pk_inst *inst,
                      const pk_mask *mask);

/* ---- memory.c, shadow.c ---- */

/* load, store and atomics. */
void pk_machine_access(pk_machine *m, const pk_frame *f, const pk_inst *inst,
                       const pk_mask *mask);

/* The address that a pointer stands for, for eq and ne. */
uint64_t pk_pointer_address(const pk_machine *m, uint64_t pointer);

typedef enum pk_access { PK_READ, PK_WRITE, PK_ATOMIC } pk_access;

/* Notes an access of `size` bytes by thread `t`; `same`: it writes what was
 * there. Fails the launch when it races or reads what was never written. */
bool pk_shadow_access(pk_machine *m, const pk_inst *inst,
                      const pk_interp_array *array, int64_t offset,
                      uint32_t size, uint32_t t, pk_access access, bool same);

/* What the block's threads, or the lanes of a warp, did before is ordered
 * before all that they do from now on. */
void pk_shadow_barrier(pk_machine *m);
void pk_shadow_warp_sync(pk_machine *m, uint32_t warp);
/* What the block did before is seen by blocks that do an atomic from now on. */
void pk_shadow_fence(pk_machine *m);

/* ---- report.c ---- */

/* Each fails the launch, once, with words and place. */
void pk_report(pk_machine *m, const pk_inst *inst, pk_status status,
               const char *format, ...) __attribute__((format(printf, 4, 5)));
void pk_report_unset(pk_machine *m, const pk_frame *f, const pk_inst *get,
                     uint32_t t);
void pk_report_bounds(pk_machine *m, const pk_inst *inst,
                      const pk_interp_array *array, int64_t offset,
                      uint32_t size, uint32_t t);
/* "thread (1, 0, 0) of block (2, 0, 0)" into `out`; from PK_INTERP_THREADS on:
 * "a thread of block (2, 0, 0)". */
enum { PK_WHO_MAX = 120 };
const char *pk_report_who(const pk_machine *m, uint32_t t, uint64_t block,
                          char out[PK_WHO_MAX]);
/* "x[3]" or "2 bytes into x[3]" */
const char *pk_report_element(const pk_interp_array *array, int64_t offset,
                              char out[PK_WHO_MAX]);

#endif
