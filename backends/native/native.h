/* SPDX-License-Identifier: Apache-2.0 */
/* IR in block form to the text of an LLVM module.
 *
 * One exported function per kernel, @k.NAME, of type pk_native_entry, runs a
 * block. Printing needs no LLVM: the text is what golden tests compare and what
 * portkern-cpu-llvm.so compiles.
 *
 * A kernel with barriers of the grid runs in phases: a call takes each of its
 * blocks up to its next such barrier, or to its end. Whoever calls lets all
 * blocks of the grid get there before any goes on. */
#ifndef PORTKERN_BACKENDS_NATIVE_H
#define PORTKERN_BACKENDS_NATIVE_H

#include "base/text.h"
#include "portkern/ir.h"
#include "recipe/report.h"

/* The launch as code reads it, and the block of it that a call is for. */
typedef struct pk_native_launch {
    uint32_t grid[3], block[3]; /* blocks, and threads of a whole one */
    uint64_t threads[3];  /* of the grid. Where the kernel melts they may be
                             fewer than grid * block: the last block along an
                             axis has the rest of them */
    const uint32_t *stop; /* never NULL: when it is not 0, code that runs long
                             leaves, whatever it has not done; what a host
                             function calls may give it another word */
    uint32_t at[3];       /* the place of the block in the grid, */
    uint32_t dim[3];      /* its threads, */
    uint64_t first[3];    /* and the first of them */
    uint64_t before, behind; /* other blocks of its run, one after the other on
                                one thread in the same scratch */
    uint32_t streams;        /* not 0: stores may go past the caches */
} pk_native_launch;

/* Runs a block. `scratch` is aligned to 64 and holds `scratch` bytes of the
 * kernel's frame and behind them the shared memory sized at launch; nobody else
 * uses it while the run lasts. In phases each block of the grid has its own; a
 * frame begins with where its block is, a uint32_t: 0 at the start of the
 * launch, PK_NATIVE_ENDED at its end, else it waits at a barrier. */
typedef void (*pk_native_entry)(const void *params,
                                const pk_native_launch *launch, void *scratch);

#define PK_NATIVE_ENDED UINT32_MAX

/* The words of a report that a host function writes when it fails, and the one
 * of them that is not 0 then. */
enum {
    PK_NATIVE_REPORT_words = PK_REPORT_used,
    PK_NATIVE_REPORT_site = PK_REPORT_site
};

/* The memory that a kernel's blocks work in: for one at a time, or in phases
 * for each. Set in the mark of the kernel by pk_native_emit. */
/* An array of which each run of blocks has a copy (privatise.c). */
typedef struct pk_native_private {
    struct pk_native_private *next;
    const pk_param *array;
    pk_op op; /* that combines what is in the copies */
    uint32_t number;
    uint64_t at; /* of the copy, in the frame */
} pk_native_private;

typedef struct pk_native_frame {
    uint64_t scratch; /* bytes, a multiple of 64 */
    bool phases;
    bool single; /* a launch is one block of one thread */
    bool lanes;  /* loops over threads are lanes, */
    bool scalar; /* or not, and wait for LLVM's passes */
    /* Threads that a block has at least where a launch may cut the grid into
     * other blocks: as vectors have it; 0: it may not. */
    uint32_t melts;
    uint32_t rows;  /* along y that run together, or go along the same lines of
                       the cache; 1: each by itself */
    uint32_t waits; /* grid barriers printed so far */
    uint32_t *kept; /* by local id: its byte in the frame, 0: it is not there */
    struct pk_native_private *privates;
    bool *streams; /* by parameter: what may be stored past the caches; NULL:
                      nothing may */
    uint32_t stream_bytes; /* that each thread stores so */
} pk_native_frame;

/* How loops over threads are printed. */
typedef enum pk_native_lanes {
    PK_NATIVE_LANES_where_it_pays, /* vectors of threads, by rules of thumb */
    PK_NATIVE_LANES_wherever,      /* wherever they can be: for tests */
    PK_NATIVE_LANES_nowhere,       /* one thread at a time: for tests */
} pk_native_lanes;

/* Vectors of the processor that code is for: how many lanes of a loop it holds
 * in registers (lanes_width.c). */
typedef struct pk_native_vectors {
    uint32_t bytes, registers;
} pk_native_vectors;

enum {
    PK_NATIVE_LEAST_LANES = 8,
    PK_NATIVE_MOST_LANES = 64,
    PK_NATIVE_MOST_ROWS = 8,
    /* Threads of a block of a kernel that melts whose rows run together: what
       they keep from one slice of a loop to the next has room for so many. */
    PK_NATIVE_MOST_TOGETHER = 16 << 10
};

#define PK_NATIVE_NOTE ";loop "
#define PK_NATIVE_MARK "portkern.loop"

typedef struct pk_native_options {
    pk_native_lanes lanes;
    uint32_t width; /* of lane loops, a multiple of 8 up to 64: for tests; 0: as
                       registers and blocks have it */
    uint32_t rows;  /* of threads that run together, up to 8, wherever they can:
                       for tests; 0: as registers have it */
    pk_native_vectors vectors;
    bool streams; /* kernels of few threads have stores past the caches where
                     others have them: for tests */
    bool strips;  /* a launch that is stopped leaves an innermost `for` of many
                     rounds, too, which makes short ones slower */
    uint32_t slice_bits; /* of the turns of a slice (rows_slices.c): for tests;
                            0: as caches have it */
    /* Notes on loops, as comments: lines of PK_NATIVE_NOTE, the loop's number
     * in its PK_NATIVE_MARK, its lanes, and with tabs between its place, what
     * it is over, and why there may be no vectors of it, or of lanes where
     * they load and store apart from each other. 0 lanes: LLVM decides. */
    bool notes;
} pk_native_options;

/* Appends the LLVM module for all functions of `ir`, whose kernels must be in
 * block form. The IR has passed pk_verify and pk_func_layout; marks in it are
 * overwritten. */
pk_status pk_native_emit(pk_ir *ir, const pk_native_options *options,
                         pk_text *out, pk_error *err);

/* The LLVM passes that the module wants, once it has been printed, as LLVM's
 * pass builder reads them: those in front of the loop vectoriser, and those
 * from it on, NULL where it has nothing to do. */
const char *pk_native_passes(const pk_ir *ir);
const char *pk_native_vector_passes(const pk_ir *ir);

/* Whether the module is of a function of the host. */
bool pk_native_is_host(const pk_ir *ir);
/* The least that any module needs: helpers are inlined and no more. */
extern const char pk_native_plain_passes[];

#endif
