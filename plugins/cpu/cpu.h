/* SPDX-License-Identifier: Apache-2.0 */
/* The cpu plugin's objects, and what its files do for each other. */
#ifndef PORTKERN_PLUGINS_CPU_H
#define PORTKERN_PLUGINS_CPU_H

#include "backends/native/llvm/llvm.h"
#include "backends/native/native.h"
#include "portkern/plugin.h"

#include <stdatomic.h>

/* The order in which blocks run: for tests, any but the first. */
typedef enum pk_cpu_order {
    PK_CPU_IN_ORDER,
    PK_CPU_REVERSED,
    PK_CPU_SHUFFLED
} pk_cpu_order;

/* How a kernel stores what is large and not read: for tests, the first and the
 * last wherever that can be. */
typedef enum pk_cpu_stores {
    PK_CPU_CACHED,
    PK_CPU_AS_IT_PAYS, /* large launches find out */
    PK_CPU_STREAMED    /* past the caches */
} pk_cpu_stores;

struct pk_dev {
    const pk_host *host;
    pk_caps caps;
    pk_cpu_order order;
    pk_cpu_stores stores;
};

struct pk_mem {
    pk_dev *dev;
    char *base;
    void *block; /* what the allocator gave; NULL: memory of others */
    size_t block_size;
};

/* Launches run to completion, so a queue is only the memory that kernels
 * work in: one scratch area per worker, or per block, `stride` bytes apart. */
struct pk_que {
    pk_dev *dev;
    char *scratch;
    size_t stride;
    void *block;
    size_t block_size;
};

struct pk_fun {
    pk_mod *mod;
    const char *name;
    pk_native_entry entry;
    uint64_t scratch; /* bytes of its frame */
    bool phases;      /* it has barriers of the grid */
    uint32_t melts;   /* not 0: a launch may cut the grid into other blocks,
   of so many threads at least */
    uint32_t rows;    /* along y that run together */
    uint32_t swaps;   /* the axis that is x of the kernel, and x is that */
    uint32_t streams; /* bytes that a thread may store past the caches */
    uint32_t stack;   /* bytes that recursion takes, as the IR shows */
    _Atomic uint64_t picosecs; /* one block took, 0: not known yet */
    _Atomic uint64_t ways[2];  /* the same of large launches, plain and past
                                  the caches */
    _Atomic uint32_t runs;     /* of such launches, so far */
};

/* Executable memory, and the blob that it was made of. */
struct pk_mod {
    pk_dev *dev;
    void *code;
    size_t code_size; /* whole pages */
    void *blob;
    size_t blob_size;
    pk_fun *funs;
    uint32_t fun_count;
    bool has_imports;         /* its code calls functions of others */
    bool asks_call;           /* among them those that ask about the call */
    _Atomic(pk_mod *) better; /* of the same functions: what is called runs
                                 these; NULL: none */
};
/* The vectors of the processor that the caps are of. */
pk_native_vectors pk_cpu_vectors(const pk_caps *caps);

/* target.c: the caps of a processor, by its name or "native". */
pk_status pk_cpu_target(const pk_host *host, const char *name, pk_caps *out,
                        pk_error *err);
/* The caps of the processor that this one is taken for: what
 * PORTKERN_CPU_TARGET names, which it must be able to run, else itself. */
pk_status pk_cpu_device_target(const pk_host *host, pk_caps *out,
                               pk_error *err);
/* The caps of the name number `i` of the extension "targets"; false behind the
 * last. */
bool pk_cpu_other_caps(pk_dev *dev, uint32_t i, pk_caps *out);
extern const pk_targets_ext pk_cpu_targets;
/* Returns LLVM's names for the caps; NULL stands for this machine. */
void pk_cpu_llvm_names(const pk_caps *caps, const char **cpu,
                       const char **triple);
/* Whether PORTKERN_CPU_CODE, for tests, has a word that begins like this, with
 * the number behind it: "plain" is without LLVM's passes, "scalar" without
 * lanes; "vectors" has loops over threads as vectors wherever they can be,
 * "vectors32" with so many lanes, "rows4" so many rows together, "slices3"
 * slices of 1 << 3 turns; "blocks" keeps the blocks of the launch, which run
 * "reversed" or "shuffled"; "streams" stores past the caches wherever that can
 * be, "caches" never. */
bool pk_cpu_code_has(const pk_host *host, const char *word,
                     unsigned long *number);
/* The processor's name for people. */
void pk_cpu_describe(char *out, size_t size);

/* compile.c */
pk_status pk_cpu_emit(const pk_host *host, const pk_caps *target,
                      const char *ir, size_t length,
                      const pk_emit_options *options, pk_artifact *out,
                      pk_error *err);

/* module.c */
void pk_cpu_artifact_free(const pk_host *host, pk_artifact *artifact);
pk_status pk_cpu_artifact_copy(const pk_host *host, const void *bytes,
                               size_t size, pk_artifact *out, pk_error *err);
/* compile.c: the same of text, in that format. vectors.c: the text of the
 * stage `vectors`, by the LLVM text with notes and what `job` found. */
pk_status pk_cpu_artifact_text(const pk_host *host, const char *format,
                               const void *bytes, size_t size, pk_artifact *out,
                               pk_error *err);
pk_status pk_cpu_describe_vectors(const pk_host *host, const pk_text *text,
                                  const pk_native_job *job, pk_artifact *out,
                                  pk_error *err);
pk_status pk_cpu_module_load(pk_dev *dev, const pk_artifact *artifact,
                             pk_mod **out, pk_error *err);
void pk_cpu_module_free(pk_mod *mod);
/* The function's best code there is, for a whole launch or call. */
static inline pk_fun *pk_cpu_best(pk_fun *fun) {
    pk_mod *better =
        atomic_load_explicit(&fun->mod->better, memory_order_acquire);

    return better ? &better->funs[fun - fun->mod->funs] : fun;
}
extern const pk_improve_ext pk_cpu_improve;

/* launch.c */
pk_status pk_cpu_launch(pk_que *que, pk_fun *fun, const pk_launch_desc *desc,
                        pk_error *err);

/* The innermost call of a host function that a thread is in. */
typedef struct pk_cpu_running {
    const pk_fun *fun;
    pk_native_launch *launch; /* of the function that was called */
    const uint32_t *stop;
    const pk_call_offload *offload; /* NULL: loops run here */
    uint64_t chunk;   /* of parallel loops, where it may be any; 0: any */
    uint32_t threads; /* that a parallel loop may have; 0: all */
    uint32_t worker; /* below the number of threads that run the loop at hand */
    bool nested;     /* in a chunk of a parallel loop */
    bool starved;    /* a parallel loop had no memory to run */
} pk_cpu_running;

/* host.c: host functions; memory with a count of owners (base/counted.h). */
extern const pk_host_ext pk_cpu_host;
extern _Thread_local pk_cpu_running pk_cpu_at;
/* Ends the call where its offload is lost. */
void pk_cpu_end_lost(void);
/* parallel.c: code runs blocks 0 .. count - 1 of the module's function of that
 * number; its report is at that byte of the parameters (-1: it has none).
 * `apart`: the parameters begin with how many turns the blocks have together
 * and how many each has, and blocks may have others.
 * Returns whether one has failed: then the report is the one of the first. */
int32_t pk_cpu_parallel(int32_t number, const void *params, int32_t size,
                        int32_t report, int64_t count, int32_t apart);
int64_t pk_cpu_thread_number(void);
int64_t pk_cpu_thread_count(void);
int64_t pk_cpu_thread_total(void);
int64_t pk_cpu_loop_chunk(void);
/* They hold for the rest of the call, and what is set outside of parallel loops
 * for later calls of the thread, too. */
void pk_cpu_set_thread_count(int64_t threads);
void pk_cpu_set_loop_chunk(int64_t iterations);
void *pk_cpu_alloc(uint64_t size);
void *pk_cpu_alloc_zero(uint64_t size);
void *pk_cpu_alloc_refs(uint64_t size, uint64_t words, uint64_t refs);
/* See the operation `lapack`; a real number has that many bytes. */
int64_t pk_cpu_lapack(void *block, int32_t bytes, int32_t which, int64_t m,
                      int64_t n, int64_t k);
/* See the operation `sole`. */
bool pk_cpu_sole(const void *counted, const void *data, uint64_t bytes);
/* See the operation `home`. */
void pk_cpu_home(uint64_t address, int32_t written);
void pk_cpu_retain(void *counted);
void pk_cpu_release(void *counted);

/* clock.c: the clocks of kernels. Nanoseconds since some moment; and what
 * counts fastest. */
uint64_t pk_cpu_now(void);
uint64_t pk_cpu_cycles(void);

/* streams.c: how a launch of so many threads stores; whether its next run is to
 * stream; what a unit of a run took, where it is to be found out; in front of
 * whatever says that a run which streamed has ended. Any thread may call them.
 */
pk_cpu_stores pk_cpu_stores_of(const pk_fun *fun, const uint64_t threads[3]);
bool pk_cpu_streams_next(pk_fun *fun, pk_cpu_stores how);
void pk_cpu_learn_way(pk_fun *fun, bool streams, uint64_t picosecs);
void pk_cpu_end_streams(void);

#endif
