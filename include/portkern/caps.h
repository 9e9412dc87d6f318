/* SPDX-License-Identifier: Apache-2.0 */
/* The capabilities of a target: data that passes, emitters, error messages and
 * tests read. Plugins fill it in, for a device or for a target's name alone. */
#ifndef PORTKERN_CAPS_H
#define PORTKERN_CAPS_H

#include <stdint.h>

/* How a kernel's threads are laid out in the text that an emitter gets. */
typedef enum pk_form {
    PK_FORM_threads,   /* one work-item per thread */
    PK_FORM_subgroups, /* the same, warps are sub-groups of 32 */
    PK_FORM_lanes,     /* one work-item per warp: of kernels with warp
                          operations where the target has none, or of all
                          where it is the target's form */
    PK_FORM_block,     /* one work-item per block, no barrier left */
    PK_FORM_COUNT
} pk_form;

enum {
    PK_CAP_f64 = 1 << 0,                /* float64 arithmetic */
    PK_CAP_f16 = 1 << 1,                /* float16 arithmetic of its own */
    PK_CAP_atomic_i64 = 1 << 2,         /* 64-bit integer atomics */
    PK_CAP_atomic_f32 = 1 << 3,         /* native float32 atomic add */
    PK_CAP_atomic_f64 = 1 << 4,         /* native float64 atomic add */
    PK_CAP_divergent_barriers = 1 << 5, /* barriers under uniform control work
                                           as they stand: no restructuring */
    PK_CAP_loop_barrier = 1 << 6,   /* a loop that holds a barrier must begin
                                       with one (OpenCL on CPUs) */
    PK_CAP_host_memory = 1 << 7,    /* device memory is host memory */
    PK_CAP_div_sqrt = 1 << 8,       /* float32 / and sqrt are exact by a flag */
    PK_CAP_raw = 1 << 9,            /* run no optimising pass (the oracle) */
    PK_CAP_gpu = 1 << 10,           /* a GPU, and not a CPU */
    PK_CAP_fork = 1 << 11,          /* goes on in a child after fork() */
    PK_CAP_warps = 1 << 12,         /* operations of a warp, lane_id */
    PK_CAP_barrier_votes = 1 << 13, /* barrier_count, _and, _or */
    PK_CAP_fences = 1 << 14,        /* fences that other blocks see */
    PK_CAP_grid_sync = 1 << 15,     /* all blocks at once, and a barrier */
    PK_CAP_clocks = 1 << 16,        /* clock, clock64, global_timer */
    PK_CAP_atomic_inc = 1 << 17,    /* 32-bit atomic_inc and atomic_dec */
    PK_CAP_approx = 1 << 18,        /* exp2_approx and its kin */
    PK_CAP_batches = 1 << 19,  /* an artifact of many kernels is loaded much
                                  faster than one of each */
    PK_CAP_stops = 1 << 20,    /* ends a launch when pk_launch_desc.stop says
                                  so */
    PK_CAP_host = 1 << 21,     /* runs host functions: extension "host" */
    PK_CAP_parallel = 1 << 22, /* they have threads: `parallel` */
    PK_CAP_offload = 1 << 23,  /* these may run on another device: `home` */
    PK_CAP_melts = 1 << 24,    /* cuts grids into blocks of its own, where their
                                  shape does not show (passes/melt.c) */
    PK_CAP_wide_items = 1 << 25,    /* its compiler makes vectors of work-items:
                                       kernels whose threads never meet, or run
                                       loops of their own, stay threads in block
                                       form, too */
    PK_CAP_sized_blocks = 1 << 26,  /* loops over the threads of a block are
                                       better where their number is known */
    PK_CAP_streams = 1 << 27,       /* stores past the caches, if a kernel that
                                       stores arrays and does not read them is
                                       `many` */
    PK_CAP_short_vectors = 1 << 28, /* its vectors hold twice as many numbers of
                                       16 bits as of 32 */
    PK_CAP_axes = 1 << 29, /* swaps axes of the grid where a kernel that melts
                              asks for that (passes/axes.c) */
};

/* The checks of a launch: bits of PORTKERN_CHECK. */
enum {
#define CHECK(name, meaning) PK_CHECK_BIT_##name,
#include "portkern/checks.def"
#undef CHECK
    PK_CHECK_COUNT,
    PK_CHECK_all = (1 << PK_CHECK_COUNT) - 1,
#define CHECK(name, meaning) PK_CHECK_##name = 1 << PK_CHECK_BIT_##name,
#include "portkern/checks.def"
#undef CHECK
};

typedef struct pk_caps {
    uint32_t struct_size;
    uint32_t form;      /* pk_form */
    uint64_t features;  /* PK_CAP_* */
    char name[64];      /* target: "sm_75", "block", "native", "znver3" */
    char cache_id[128]; /* device, driver and ISA: part of cache keys */
    uint32_t version;   /* the target's own number (sm_75: 75) or 0 */
    uint32_t warp_size; /* always 32 for the language */
    uint32_t max_block; /* threads of a block, at most 1024 */
    uint32_t max_block_dim[3];
    uint32_t max_grid_dim[3];
    uint32_t shared_bytes; /* shared memory of a block */
    uint32_t local_bytes;  /* private memory of a block's threads together,
                              0: no limit known */
    uint32_t param_bytes;  /* the packed parameter block */
    uint64_t global_bytes; /* all memory, 0: unknown */
    uint64_t max_alloc;    /* largest buffer, 0: unknown */
    char title[64];        /* in messages: "OpenCL 1.2"; "": the name */
    uint32_t stack_bytes;  /* of a thread, for functions that call themselves;
                              0: there can be none */
} pk_caps;

#endif
