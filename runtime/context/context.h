/* SPDX-License-Identifier: Apache-2.0 */
/* A context: one open device and everything that the library knows. There is
 * no other state; what lies here is set while the context is made and read-only
 * afterwards, unless it is atomic or under `lock`. */
#ifndef PORTKERN_RUNTIME_CONTEXT_CONTEXT_H
#define PORTKERN_RUNTIME_CONTEXT_CONTEXT_H

#include "base/os/lock.h"
#include "portkern/plugin.h"
#include "runtime/cache/cache.h"
#include "runtime/context/object.h"
#include "runtime/context/parts.h"
#include "runtime/context/registry.h"
#include "runtime/services/log.h"
#include "runtime/services/pool.h"
#include "runtime/services/profile.h"
#include "runtime/services/watchdog.h"

#include <pthread.h>

typedef struct pk_timeline pk_timeline; /* runtime/context/timeline.h */

/* Counters of pk_context_stats. */
typedef struct pk_counters {
    atomic_uint buffers;
    atomic_ullong device_bytes, launches, specialisations, compiles;
    atomic_ullong cache_hits, cache_misses, cache_corrupt, frontends, parses;
    atomic_ullong copied_in, copied_out, compiling;
    atomic_ullong host_compiles, host_cache_hits, improved;
} pk_counters;

/* The threads whose compile failed last, a few of them, and its diagnostics. */
enum { PK_FAILURES_KEPT = 8 };
typedef struct pk_failure {
    pthread_t thread;
    struct pk_diag_list *said; /* NULL: a free place */
    bool settled;              /* the call that failed has returned */
    uint64_t number;           /* grows with each that is filled */
} pk_failure;

/* How kernels are compiled, where the plugin has the choice. */
typedef enum pk_compiles {
    PK_COMPILES_full,  /* optimised */
    PK_COMPILES_quick, /* not */
    PK_COMPILES_tiered /* not, and optimised in the background */
} pk_compiles;

enum { PK_OFFLOAD_MOST = 8 /* devices that loops of a function run on */ };

/* Calls take these for the device that their loops run on, and give them back.
 */
typedef struct pk_offload_room {
    pk_queue *queue;
    pk_buffer *report;
    pk_buffer *scratch;    /* for parts of chunks; NULL: none yet */
    pk_event *begin, *end; /* of a part that is timed; NULL: none yet */
} pk_offload_room;

/* Times of copies to the device that loops run on, and back. */
typedef struct pk_copy_costs {
    double least_ns; /* of any work */
    double in_ns_per_byte, out_ns_per_byte;
} pk_copy_costs;

struct pk_context {
    pk_object base;
    pk_allocator allocator;
    pk_context_options options; /* its text is not kept */
    pk_logger log;
    uint32_t dump;        /* PORTKERN_DUMP: bits of stages.def's rows */
    char *dump_dir;       /* its folder, NULL: stderr */
    uint32_t checks;      /* PK_CHECK_* of PORTKERN_CHECK */
    bool native_math;     /* of PORTKERN_MATH */
    pk_compiles compiles; /* of PORTKERN_COMPILE */
    unsigned process;     /* pk_process_number() when it was made */
    pk_pool *pool;
    pk_watchdog *watchdog;
    uint32_t deadline_ms; /* of launches that say none; 0: none */
    pk_host host;
    pk_registry registry;
    pk_cache *cache;
    pk_profile *profile;   /* NULL: none */
    pk_timeline *timeline; /* what it has not got of the device; NULL without */
    pk_counters counters;
    atomic_ullong epochs; /* given to queues so far */

    /* The device; plugin NULL for a context without one. */
    const pk_plugin *plugin;
    pk_dev *dev;
    struct pk_context *offload[PK_OFFLOAD_MOST]; /* whose devices get parallel
                                                    loops of host functions */
    uint32_t offload_count;                      /* of them */
    _Atomic(pk_offload_room *)
        offload_room[PK_OFFLOAD_MOST];   /* for the next
                                            call; or NULL */
    _Atomic(pk_copy_costs *) copy_costs; /* NULL: not measured yet */
    bool has_target;             /* it compiles for `caps`, and has no device */
    const pk_host_ext *host_ext; /* NULL: it does not run host functions */
    const pk_forms_ext *forms;   /* NULL: kernels have one form */
    pk_caps caps;
    pk_device_info device;

    pk_lock lock;
    pk_queue *queues; /* all that live */
    struct pk_structure *structures;
    /* Newest first; only more are added while the context lives. */
    _Atomic(struct pk_kept_class *) classes;
    _Atomic(struct pk_library_cache *)
        library_cache;            /* NULL: a compile has it, or none yet */
    struct pk_improver *improver; /* under lock; NULL: none yet */
    pk_lock transfer_lock;
    pk_que *transfers; /* for pk_buffer_read and its like, made when wanted */
    struct pk_coverage *coverages; /* under transfer_lock */
    pk_failure failures[PK_FAILURES_KEPT];
    atomic_uint failures_held; /* places that hold something */
    uint64_t failure_count;    /* filled so far */
};

/* PK_BAD_HANDLE, PK_FORKED in a child whose device did not survive, or OK.
 * The first thing that a public function asks about its handle. */
pk_status pk_context_check(const pk_context *ctx, pk_error *err);
pk_status pk_object_use(const void *object, pk_object_kind kind,
                        const char *what, pk_error *err);

/* PK_FORKED: a lock of the context is lost. */
pk_status pk_context_fail_forked(pk_error *err);

/* True in a child process that the device did not follow into: then no call of
 * the plugin is safe, and only host memory is freed. */
bool pk_context_lost(const pk_context *ctx);

/* PK_NO_DEVICE for a context without one. */
pk_status pk_context_need_device(const pk_context *ctx, pk_error *err);
/* Counts a copy for pk_context_stats; of memory of the device within it
 * nothing. */
static inline void pk_context_count_copy(pk_context *ctx, pk_ref dst,
                                         pk_ref src, uint64_t size) {
    if (src.host && dst.mem)
        atomic_fetch_add(&ctx->counters.copied_in, size);
    else if (dst.host && src.mem)
        atomic_fetch_add(&ctx->counters.copied_out, size);
}

/* The same for what is compiled: a target is as good. `host`: a function of the
 * host. */
pk_status pk_context_need_compiles(const pk_context *ctx, bool host,
                                   pk_error *err);
/* PK_UNSUPPORTED where the device does not run host functions. */
pk_status pk_context_need_host(const pk_context *ctx, pk_error *err);
/* PK_UNSUPPORTED where the device runs every launch to its end; `what` is the
 * option or function that wants another. */
pk_status pk_context_need_stops(const pk_context *ctx, const char *what,
                                pk_error *err);

/* A stage of a compile that is done, for the trace and for the caller's
 * function. */
void pk_context_stage(pk_context *ctx, const char *name, uint64_t begin_ns,
                      uint64_t end_ns);

/* Prints the text of a kernel: to the caller's function or to the standard
 * output, whose failure is PK_IO. */
pk_status pk_context_print(pk_context *ctx, const char *text, size_t length,
                           pk_error *err);

/* The end of what a context keeps for calls whose loops run on another device;
 * NULL is nothing. */
void pk_offload_room_free(pk_context *ctx, pk_offload_room *room);

/* A context with its services, but no device and no cache, for pk_context_
 * create and the device list. */
pk_status pk_context_new(const pk_context_options *given, pk_context **out,
                         pk_error *err);

#endif
