/* SPDX-License-Identifier: Apache-2.0 */
/* The plugin ABI: all that a backend sees of portkern.
 *
 * A plugin is the file portkern-NAME.so; NAME ([a-z0-9_]+) is what users
 * write in PORTKERN_BACKEND. It exports one symbol, pk_plugin_query, which
 * returns a const table. The table grows at its end only: `struct_size` says
 * how much of it there is, `abi` what it means; another major number is
 * refused. It is opened RTLD_NOW | RTLD_LOCAL and never closed.
 *
 * A plugin does two things: it turns the text of an IR module into an artifact
 * (`emit`: needs no device and no driver) and it drives a device. The runtime
 * has checked every argument before a plugin sees it, so entries are plain
 * driver calls. Objects are the plugin's own; the runtime only passes them
 * back, and releases children before their parents.
 *
 * Threads: query, device_count, device_info, target_caps, emit and everything
 * on a device may be called from any thread at once; one queue is used by one
 * thread at a time. */
#ifndef PORTKERN_PLUGIN_H
#define PORTKERN_PLUGIN_H

#include "portkern/caps.h"
#include "portkern/status.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PK_ABI(major, minor) (((uint32_t)(major) << 16) | (uint32_t)(minor))
#define PK_ABI_VERSION       PK_ABI(1, 1)
#define PK_ABI_MAJOR(abi)    ((abi) >> 16)

/* The plugin's objects. */
typedef struct pk_dev pk_dev;
typedef struct pk_mem pk_mem;
typedef struct pk_que pk_que;
typedef struct pk_evt pk_evt;
typedef struct pk_mod pk_mod;
typedef struct pk_fun pk_fun;
typedef struct pk_gra pk_gra;

/* The services of the runtime. Lives as long as the context. */
typedef struct pk_host {
    uint32_t struct_size, abi;
    const pk_allocator *allocator;
    void *self;
    /* One line for PORTKERN_LOG; level 0 error, 1 warning, 2 info, 3 debug. */
    void (*log)(void *self, int level, const char *topic, const char *text);
    /* The value of an environment variable or NULL. Variables that name files
     * are NULL in a process with raised privileges. */
    const char *(*option)(void *self, const char *name);
    /* Runs body(arg, begin, end, worker) over 0 .. count - 1, cut into runs of
     * about `grain` items, on the context's threads and the caller; returns
     * when all are done. `worker` is below worker_count() and no two bodies
     * of one call run at the same time under the same number. May be called
     * from any thread and from inside a body. */
    void (*parallel)(void *self, uint64_t count, uint64_t grain,
                     void (*body)(void *arg, uint64_t begin, uint64_t end,
                                  uint32_t worker),
                     void *arg);
    uint32_t (*worker_count)(void *self);
    /* A finished span for PORTKERN_PROFILE, in nanoseconds of CLOCK_MONOTONIC.
     */
    void (*trace)(void *self, const char *track, const char *name,
                  uint64_t begin_ns, uint64_t end_ns);
    /* Takes the text that a kernel prints. */
    void (*print)(void *self, const char *text, size_t length);
    /* They set it for later calls of the thread, as pk_thread_limit_set and
     * pk_loop_chunk_set do. */
    void (*set_thread_limit)(void *self, uint32_t threads);
    void (*set_loop_chunk)(void *self, uint64_t iterations);
} pk_host;

typedef struct pk_dev_info {
    uint32_t struct_size;
    char name[128];     /* the device */
    char platform[128]; /* whose driver, with its version */
    char suffix[64];    /* ICD suffix ("POCL") or "" */
    uint32_t is_gpu, is_cpu;
    uint32_t
        only_by_name; /* never chosen unless the user names it (oclgrind) */
} pk_dev_info;

enum { PK_ARTIFACT_NEEDS = 8 };

/* Code for a device. From `emit`: `bytes` are the plugin's, given back with
 * artifact_free. */
typedef struct pk_artifact {
    uint32_t struct_size;
    char format[16]; /* "opencl-c", "ptx", "native", "pkir" */
    void *bytes;
    size_t size;
    uint32_t is_text;
    /* From `emit`: what the code uses and not every device of the target has,
     * as OpenCL's extensions; constants of the plugin's, ended by NULL. */
    const char *needs[PK_ARTIFACT_NEEDS];
    /* From `emit` with `quick`: without it there is better code. */
    uint32_t quick;
} pk_artifact;

typedef struct pk_emit_options {
    uint32_t struct_size;
    uint32_t debug_lines; /* keep source lines in the artifact */
    uint32_t check;       /* verify what came in and what goes out */
    /* The output: NULL for the plugin's artifact, or a stage that users ask for
     * by name ("opencl", "ptx", "llvm", "asm"). */
    const char *stage;
    /* PK_CHECK_* that PORTKERN_CHECK asks compiled code for; a plugin leaves
     * alone what it cannot look for. */
    uint32_t checks;
    /* The kernel's launches have a deadline: code that looks at
     * pk_launch_desc.stop is to look often, also where that costs time. */
    uint32_t stoppable;
    /* Code that is made quickly is wanted, not the fastest; what it computes is
     * the same. A plugin that has no choice leaves it alone. */
    uint32_t quick;
} pk_emit_options;

/* One parameter of the packed block, in its order. */
typedef struct pk_param_info {
    uint32_t offset, size;
    uint32_t is_buffer; /* a pointer: bound, not read from the block */
    uint32_t flags;     /* PK_PARAM_readonly = 1 */
} pk_param_info;

/* A kernel of an artifact: its entry and its parameters. */
typedef struct pk_entry {
    uint32_t struct_size;
    const char *name;
    const pk_param_info *params;
    uint32_t param_count, params_size;
    uint32_t form;           /* pk_form of the text that was emitted */
    uint32_t shared_static;  /* bytes of declared shared arrays */
    uint32_t shared_dynamic; /* 1: also uses shared memory sized at launch */
    uint32_t local_static;   /* bytes of declared local arrays: of a thread, in
                                block form of a block; UINT32_MAX: or more */
    uint32_t swaps; /* the axis of the launch that is x of the kernel, and x is
                       that (PK_FUNC_swaps_y, PK_FUNC_swaps_z) */
} pk_entry;

/* A place in memory: `mem` and a byte offset, or host memory. mem NULL and
 * host NULL is the address of an empty array. */
typedef struct pk_ref {
    pk_mem *mem;
    void *host;
    uint64_t offset;
} pk_ref;

/* One launch. `params` is the packed block; places of buffers in it are
 * filled with an address when mem_address gives one, else 0. `refs` holds one
 * per buffer parameter, in order. Everything is copied before launch returns;
 * the runtime keeps the buffers alive until the queue is past it. */
typedef struct pk_launch_desc {
    uint32_t struct_size;
    uint32_t grid[3], block[3]; /* all at least 1 */
    uint32_t shared_dynamic;    /* bytes */
    const void *params;
    uint32_t params_size, ref_count;
    const pk_ref *refs;
    /* NULL, or a word that other threads set to anything but 0, atomically,
     * when the launch is to end early. A device with PK_CAP_stops, which runs
     * its work within `launch`, looks at it often and fails with PK_CANCELLED
     * then; the others leave it alone. */
    const uint32_t *stop;
    /* NULL, or who steps through the launch (debug.h): only where the device
     * has PK_CAP_raw. */
    struct pk_debugger *debugger;
} pk_launch_desc;

/* desc->stop, NULL where the host is older than it. */
static inline const uint32_t *pk_launch_stop(const pk_launch_desc *desc) {
    return desc->struct_size >=
                   offsetof(pk_launch_desc, stop) + sizeof desc->stop
               ? desc->stop
               : NULL;
}

/* The same of desc->debugger. */
static inline struct pk_debugger *
pk_launch_debugger(const pk_launch_desc *desc) {
    return desc->struct_size >=
                   offsetof(pk_launch_desc, debugger) + sizeof desc->debugger
               ? desc->debugger
               : NULL;
}

typedef struct pk_fun_limits {
    uint32_t struct_size;
    uint32_t max_block;    /* threads a block may have with this kernel */
    uint32_t shared_bytes; /* declared shared memory */
    uint32_t local_bytes;  /* private memory of one thread */
    uint32_t registers;    /* 0: unknown */
} pk_fun_limits;

enum { PK_MEM_pinned = 1 }; /* flags of mem_new */

typedef struct pk_plugin {
    uint32_t struct_size, abi;
    const char *name; /* "opencl" */
    const char *version;
    const char *build_id; /* part of cache keys: changes when the output may */

    /* Devices: known without opening one. No driver is PK_NO_DRIVER with the
     * library sought and dlopen's answer; a driver without devices is count 0.
     */
    pk_status (*device_count)(const pk_host *host, uint32_t *count,
                              pk_error *err);
    pk_status (*device_info)(const pk_host *host, uint32_t index,
                             pk_dev_info *out, pk_error *err);
    pk_status (*device_open)(const pk_host *host, uint32_t index, pk_dev **out,
                             pk_error *err);
    void (*device_close)(pk_dev *dev);
    pk_status (*device_caps)(pk_dev *dev, pk_caps *out, pk_error *err);

    /* The compiler: needs no device. `name` NULL: the default target.
     *
     * What the target cannot have emit refuses by PK_UNSUPPORTED, PK_LIMIT or
     * PK_BARRIER with the place in the source; behind the words and a line
     * break may stand what to do instead, which users see as the hint. */
    pk_status (*target_caps)(const pk_host *host, const char *name,
                             pk_caps *out, pk_error *err);
    pk_status (*emit)(const pk_host *host, const pk_caps *target,
                      const char *ir, size_t length,
                      const pk_emit_options *options, pk_artifact *out,
                      pk_error *err);
    void (*artifact_free)(const pk_host *host, pk_artifact *artifact);

    /* Memory. `size` is at least 1. mem_address gives the device address or
     * 0, and the host address or NULL. mem_import wraps host memory that the
     * caller keeps alive (PK_UNSUPPORTED where a copy would be needed). */
    pk_status (*mem_new)(pk_dev *dev, uint64_t size, uint32_t flags,
                         pk_mem **out, pk_error *err);
    pk_status (*mem_import)(pk_dev *dev, void *host, uint64_t size,
                            pk_mem **out, pk_error *err);
    void (*mem_free)(pk_mem *mem);
    void (*mem_address)(pk_mem *mem, uint64_t *device, void **host);

    /* In-order queues. copy: at most one side is host memory, which must stay
     * until the queue is past it; fill repeats `pattern` of 1, 2, 4 or 8
     * bytes over `size` bytes. */
    pk_status (*queue_new)(pk_dev *dev, pk_que **out, pk_error *err);
    void (*queue_free)(pk_que *que);
    pk_status (*copy)(pk_que *que, pk_ref dst, pk_ref src, uint64_t size,
                      pk_error *err);
    pk_status (*fill)(pk_que *que, pk_ref dst, uint64_t size,
                      const void *pattern, uint32_t pattern_size,
                      pk_error *err);
    pk_status (*launch)(pk_que *que, pk_fun *fun, const pk_launch_desc *desc,
                        pk_error *err);
    pk_status (*flush)(pk_que *que, pk_error *err);
    /* Waits. Failures of kernels (with their source place) come out here. */
    pk_status (*sync)(pk_que *que, pk_error *err);

    /* Events: record marks a place in a queue; wait makes another queue wait
     * for it; elapsed is nanoseconds between two that have happened. */
    pk_status (*event_new)(pk_dev *dev, pk_evt **out, pk_error *err);
    void (*event_free)(pk_evt *evt);
    pk_status (*event_record)(pk_que *que, pk_evt *evt, pk_error *err);
    pk_status (*event_wait)(pk_que *que, pk_evt *evt, pk_error *err);
    pk_status (*event_sync)(pk_evt *evt, pk_error *err);
    pk_status (*event_elapsed)(pk_evt *from, pk_evt *to, uint64_t *ns,
                               pk_error *err);

    /* Loading. module_binary gives the form to cache (a driver's binary, or
     * the artifact itself), freed with artifact_free; module_load takes either
     * form back. `log` may be NULL; else it receives the driver's words. */
    pk_status (*module_load)(pk_dev *dev, const pk_artifact *artifact,
                             const pk_entry *entries, uint32_t entry_count,
                             pk_mod **out, pk_error *err);
    pk_status (*module_binary)(pk_mod *mod, pk_artifact *out, pk_error *err);
    void (*module_free)(pk_mod *mod);
    pk_status (*function)(pk_mod *mod, const char *name, pk_fun **out,
                          pk_error *err); /* lives with mod */
    pk_status (*function_limits)(pk_fun *fun, pk_fun_limits *out,
                                 pk_error *err);

    /* Optional tables by name ("native", "graph", ...), NULL when unknown. */
    const void *(*extension)(pk_dev *dev, const char *name, uint32_t version);

    /* From ABI 1.1 on. Each may be NULL. */

    /* As `copy`, of `rows` rows of `width` bytes, 1 at least, whose beginnings
     * lie dst_pitch and src_pitch bytes apart, which is `width` at least. dst
     * and src do not overlap. NULL: the runtime copies row by row. */
    pk_status (*copy_rows)(pk_que *que, pk_ref dst, uint64_t dst_pitch,
                           pk_ref src, uint64_t src_pitch, uint64_t width,
                           uint64_t rows, pk_error *err);
    /* Bytes of the device's memory, and those that nobody has taken. NULL, or
     * PK_UNSUPPORTED: the runtime answers from device_caps and what it took. */
    pk_status (*memory_info)(pk_dev *dev, uint64_t *free_bytes,
                             uint64_t *total_bytes, pk_error *err);
    /* Whether a recorded event has happened; does not wait. NULL: nobody can
     * wait for an event with a timeout. */
    pk_status (*event_query)(pk_evt *evt, bool *happened, pk_error *err);
    /* Has function(arg) called, once, when the work before it is done, and
     * before that behind it begins; by any thread. It may not be called when
     * work before it failed, and then `sync` fails; behind `sync` it is not
     * called any more. NULL, or PK_UNSUPPORTED: the runtime waits for the queue
     * and calls it. */
    pk_status (*call)(pk_que *que, void (*function)(void *arg), void *arg,
                      pk_error *err);
    /* The threads of a block, `most` at most, with which the device runs the
     * most threads of this kernel at once, and how many such blocks these are.
     * NULL, or PK_UNSUPPORTED: the runtime takes a usual number. */
    pk_status (*suggest_block)(pk_fun *fun, uint32_t shared_dynamic,
                               uint32_t most, uint32_t *threads,
                               uint32_t *blocks, pk_error *err);
    /* All four, or none. From graph_begin to graph_end launches, fills and
     * copies between device memory are not done but make a graph, which
     * graph_launch does in a queue; graph_free is called when no queue uses it
     * any more. One of these operations may be refused then, by any status:
     * graph_end is called nevertheless. `stop` is as in pk_launch_desc.
     * PK_UNSUPPORTED from graph_begin: there are none. NULL: the runtime keeps
     * a list. */
    pk_status (*graph_begin)(pk_que *que, pk_error *err);
    pk_status (*graph_end)(pk_que *que, pk_gra **out, pk_error *err);
    pk_status (*graph_launch)(pk_que *que, pk_gra *graph, const uint32_t *stop,
                              pk_error *err);
    void (*graph_free)(pk_gra *graph);
} pk_plugin;

/* Whether a table, which may be of an older version, has an entry. */
#define PK_PLUGIN_HAS(plugin, entry)                                           \
    ((plugin)->struct_size >=                                                  \
         offsetof(pk_plugin, entry) + sizeof((plugin)->entry) &&               \
     (plugin)->entry != NULL)

/* extension(dev, "native", 1), where dev may be NULL: handles of the driver, as
 * numbers (a pointer's value, a CUdeviceptr). `api` names whose they are. What
 * is imported stays the caller's and is not freed. */
typedef struct pk_native_ext {
    uint32_t struct_size;
    const char *api; /* "cuda", "opencl" */
    void (*device)(pk_dev *dev, uint64_t *device, uint64_t *context);
    uint64_t (*queue)(pk_que *que);
    uint64_t (*mem)(pk_mem *mem);
    pk_status (*queue_import)(pk_dev *dev, uint64_t handle, pk_que **out,
                              pk_error *err);
    pk_status (*mem_import)(pk_dev *dev, uint64_t handle, uint64_t size,
                            pk_mem **out, pk_error *err);
    /* device_open in the caller's context. PK_NO_DEVICE when that is none of
     * the device's. */
    pk_status (*device_adopt)(const pk_host *host, uint32_t index,
                              uint64_t context, pk_dev **out, pk_error *err);
} pk_native_ext;

/* Memory of the host, `size` bytes. */
typedef struct pk_call_range {
    void *host;
    uint64_t size;
} pk_call_range;

/* Functions of a host that has another device for the parallel loops of a
 * call. */
typedef struct pk_call_offload {
    void *self;
    /* The device has failed, and with it what loops have written: the call is
     * to end as if its caller wanted that. Set in `run` and `home`. */
    bool lost;
    /* Runs blocks 0 .. count - 1 of the host function of that name, whose
     * packed block is `params`. False: it does not, and nothing has happened.
     * `failed`: some block has, and the report of the lowest is that of the
     * parameters, which is at that byte (-1: they have none). */
    bool (*run)(void *self, const char *function, const void *params,
                int32_t report, uint64_t count, bool *failed);
    /* The host has run such blocks itself, without a failure, in so many
     * nanoseconds. */
    void (*ran)(void *self, const char *function, const void *params,
                uint64_t ns);
    /* The memory at an address (0: all), which loops may have, is to be the
     * host's again, to write it, too, or not: of code for a target with
     * PK_CAP_offload, which says so where it goes to memory itself. */
    void (*home)(void *self, uint64_t address, bool written);
    /* Memory that code makes, all zero or of any content, and that it gives
     * back: also in threads that run a loop, at once. */
    void (*made)(void *self, void *memory, uint64_t size, bool zero);
    void (*gone)(void *self, void *memory);
} pk_call_offload;

/* One call of a host function. `params` is the packed block, in which addresses
 * are the host's; among them is that of the block for the results. */
typedef struct pk_call_desc {
    uint32_t struct_size;
    uint32_t params_size;
    const void *params;
    const uint32_t *stop; /* as in pk_launch_desc */
    /* Memory that the addresses lead to, where the device wants to know. */
    const pk_call_range *ranges;
    uint32_t range_count;
    uint32_t threads;               /* that a parallel loop may have; 0: all */
    const pk_call_offload *offload; /* NULL: nobody */
    uint64_t chunk; /* iterations that a thread takes of a parallel loop whose
                       results do not depend on it; 0: any number */
} pk_call_desc;

/* desc->offload, NULL where the host is older than it. */
static inline const pk_call_offload *
pk_call_offload_of(const pk_call_desc *desc) {
    return desc->struct_size >=
                   offsetof(pk_call_desc, offload) + sizeof desc->offload
               ? desc->offload
               : NULL;
}

/* desc->threads, 0 where the host is older than it. */
static inline uint32_t pk_call_threads(const pk_call_desc *desc) {
    return desc->struct_size >=
                   offsetof(pk_call_desc, threads) + sizeof desc->threads
               ? desc->threads
               : 0;
}

/* desc->chunk, 0 where the host is older than it. */
static inline uint64_t pk_call_chunk(const pk_call_desc *desc) {
    return desc->struct_size >=
                   offsetof(pk_call_desc, chunk) + sizeof desc->chunk
               ? desc->chunk
               : 0;
}

/* extension(dev, "host", 1), of devices with PK_CAP_host: host functions. Any
 * number of threads may call one at once. */
typedef struct pk_host_ext {
    uint32_t struct_size;
    uint32_t wants_ranges; /* of calls: it checks what code does with them */
    /* Runs it in the calling thread, and returns when it is done. */
    pk_status (*call)(pk_fun *fun, const pk_call_desc *desc, pk_error *err);
} pk_host_ext;

/* extension(dev, "targets", 1): which targets' artifacts the device loads
 * besides those of its own caps, the best first, for bundles. */
typedef struct pk_targets_ext {
    uint32_t struct_size;
    /* The name of number `i`, as target_caps takes it; NULL behind the last. */
    const char *(*name)(pk_dev *dev, uint32_t i);
} pk_targets_ext;

/* extension(dev, "forms", 1): kernels can have another form on the device than
 * that which the caps choose, with the same results. */
typedef struct pk_forms_ext {
    uint32_t struct_size;
    /* The caps for another form than that one; false: there is none. Both forms
     * of a kernel are loaded side by side. */
    bool (*other)(pk_dev *dev, pk_form form, pk_caps *out);
} pk_forms_ext;

/* extension(dev, "improve", 1), of plugins that know `quick` of
 * pk_emit_options. */
typedef struct pk_improve_ext {
    uint32_t struct_size;
    /* Has launches and calls of the module's functions that begin from now on
     * run the artifact's code, which was emitted of the same IR; those under
     * way, in any thread, go on. At most once a module. */
    pk_status (*improve)(pk_mod *mod, const pk_artifact *artifact,
                         pk_error *err);
} pk_improve_ext;

/* The one exported symbol. `host_abi` is the newest the host speaks; NULL and
 * a reason in `err` when the plugin speaks none up to it. Callable any number
 * of times, without effect. */
PK_API const pk_plugin *pk_plugin_query(uint32_t host_abi, pk_error *err);
typedef const pk_plugin *(*pk_plugin_query_fn)(uint32_t host_abi,
                                               pk_error *err);

#ifdef __cplusplus
}
#endif
#endif
