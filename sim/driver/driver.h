/* SPDX-License-Identifier: Apache-2.0 */
/* Inside the simulated driver: one device, its contexts and what they hold.
 *
 * Every entry point of driver.def is a wrapper (driver.c) around a function
 * drv_<body> declared here. The wrapper counts the call, injects faults, checks
 * what the row needs and takes the one lock of the driver; so bodies see a
 * driver that nobody else changes, and start with their own arguments.
 *
 * Work in streams is done at once, on the calling thread, in the order of the
 * calls. That is one of the orders that the API allows, the same in each run;
 * a fault shows at the next call that needs the context, as it would on a
 * device. Host functions run without the lock and may not call the API.
 *
 * A kernel runs without the lock too. Its stream is busy meanwhile: what other
 * threads ask of that stream waits its turn, what they ask of others does not,
 * and what a kernel may be using is given back when none runs. Grids of the
 * device run one at a time. */
#ifndef PORTKERN_SIM_DRIVER_H
#define PORTKERN_SIM_DRIVER_H

#include "base/os/fpenv.h"
#include "sim/cuda_api.h"
#include "sim/engine.h"

/* ---- handles ----
 *
 * A handle is a number that no other object ever had, not an address: stale
 * and invented ones are found out, and nothing is read through them. */

typedef enum drv_kind {
    DRV_NONE,
    DRV_context,
    DRV_stream,
    DRV_event,
    DRV_module,
    DRV_function,
    DRV_library,
    DRV_kernel,
    DRV_link,
    DRV_pool,
    DRV_graph,
    DRV_node,
    DRV_exec,
    DRV_user_object,
    DRV_KINDS
} drv_kind;

/* NULL when there is no memory. */
void *drv_handle_new(drv_kind kind, void *object);
/* NULL when `handle` is not a live one of that kind. */
void *drv_handle_get(drv_kind kind, const void *handle);
void drv_handle_drop(drv_kind kind, const void *handle);
/* The live objects of a kind, from *at = 0 on; NULL past the last. Dropping
 * the one returned is allowed. */
void *drv_handle_next(drv_kind kind, size_t *at);
size_t drv_handle_count(drv_kind kind);

/* ---- objects ---- */

typedef struct drv_context drv_context;
typedef struct drv_stream drv_stream;
typedef struct drv_graph drv_graph;
typedef struct drv_node drv_node;

/* The work that a capture has seen in one stream. */
typedef struct drv_capture drv_capture;

struct drv_stream {
    CUstream handle; /* NULL: one of a context's two default streams */
    drv_context *context;
    uint64_t id;
    unsigned flags;
    int priority;
    drv_capture *capture; /* NULL: not capturing */
    drv_node **last;      /* what the next node comes after */
    size_t last_count;
    unsigned busy; /* kernels of it that run */
};

struct drv_context {
    CUcontext handle;
    uint64_t id;
    bool primary, active; /* the primary one lives on as a shell */
    unsigned references;  /* of the primary one */
    unsigned usage;       /* creations and attachments, less detachments */
    unsigned flags, api_version;
    int cache, banks;
    CUresult dead; /* what killed it */
    size_t limits[CU_LIMIT_COUNT];
    drv_stream legacy, per_thread;
    unsigned busy; /* kernels of all its streams that run */
};

typedef struct drv_event {
    CUevent handle;
    drv_context *context;
    unsigned flags;
    bool recorded;
    uint64_t when;        /* ns */
    drv_capture *capture; /* recorded in a capture: */
    drv_node **last;      /* after these nodes */
    size_t last_count;
} drv_event;

typedef struct drv_module drv_module;
typedef struct drv_legacy_launch drv_legacy_launch;

typedef struct drv_function {
    CUfunction handle;
    drv_module *module;
    sim_function *sim;
    sim_function_info info;
    size_t params_size;
    uint32_t shared_allowed; /* dynamic shared memory of a launch */
    int carveout, cluster_policy, cache;
    drv_legacy_launch *legacy; /* set for cuLaunch; NULL: nothing was */
    struct drv_function *next;
} drv_function;

typedef struct drv_library drv_library;

struct drv_module {
    CUmodule handle;
    drv_context *context;
    drv_library *library; /* that it is an instance of, or NULL */
    sim_module *sim;
    drv_function *functions; /* those asked for */
};

/* One text, or the texts of a linked image. */
typedef struct drv_image {
    const char **texts;
    size_t *lengths;
    size_t count;
    int max_registers;
    char *storage; /* owned, or NULL */
    size_t storage_size;
} drv_image;

/* A place to remember where memory came from. */
typedef struct drv_memory {
    uint64_t address, size; /* as the program asked */
    drv_context *context;
    sim_memory_kind kind;
    bool registered; /* the program's own host memory */
    unsigned flags;
    struct drv_pool *pool; /* NULL: not from a pool */
    bool sync_memops;
} drv_memory;

typedef struct drv_pool {
    CUmemoryPool handle;
    bool is_default;
    uint64_t maximum, threshold;
    int reuse[3];
    uint64_t used, used_high, reserved, reserved_high;
} drv_pool;

/* ---- the driver ---- */

typedef struct drv_state {
    bool initialized;
    sim_device *device;
    sim_profile profile;
    drv_context *primary;
    drv_pool *default_pool, *pool;
    uint64_t next_id;
    unsigned primary_flags;
    unsigned running; /* kernels, for each of which a thread has no lock */
    bool checked;     /* the device keeps account of what is written */
} drv_state;

extern drv_state drv;

/* The calling thread. */
typedef struct drv_thread {
    CUcontext stack[64]; /* contexts, the last is current */
    int depth;
    drv_context *current; /* while a call runs; NULL: there is none */
    bool per_thread;      /* the call's default stream is the thread's own */
    bool in_callback;
    const pk_fpenv *env; /* the caller's, while a call runs */
    int capture_mode;
    const uint32_t *stop; /* of the kernels that it launches, or NULL */
} drv_thread;

extern _Thread_local drv_thread drv_self;

/* Starts the device that the environment asks for. */
CUresult drv_start(void);
void drv_lock(void);
void drv_unlock(void);
/* Gives the lock back until a kernel has ended. Whatever was looked up before
 * may be gone. */
void drv_wait(void);
void drv_kernel_begin(drv_stream *stream); /* gives the lock back */
void drv_kernel_end(drv_stream *stream);   /* takes it */
/* In a child of the process that initialised the driver. */
bool drv_forked(void);

/* A line for PORTKERN_LOG, and how much of it is wanted. */
enum {
#define LOG_LEVEL(name, adds) DRV_LOG_##name,
#include "portkern/log_levels.def"
#undef LOG_LEVEL
};
void drv_log(int level, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
const char *drv_option(const char *name, bool names_a_file);

/* Remembers and publishes the report on a kernel. */
void drv_report(const char *text);
/* Publishes a line that is about no kernel. */
void drv_report_line(const char *subject, const char *words);

/* ---- faults on demand ---- */

/* False when the plan is malformed; see cudasim.h. */
bool drv_fault_plan(const char *plan);
/* Reads PORTKERN_SIM_FAULT, which also the first call does; false when it is
 * malformed. */
bool drv_fault_start(void);
bool drv_is_function(const char *name);
/* Returns the failure that the plan has for this call of `symbol`, whose name
 * without version is `name`; CUDA_SUCCESS: none. */
CUresult drv_fault_next(const char *symbol, const char *name, bool *sticky);
/* A sticky fault of a function goes on. */
void drv_fault_forever(const char *symbol, const char *name);
/* CUDA_SUCCESS when there is none. */
CUresult drv_result_named(const char *name);

/* ---- contexts ---- */

drv_context *drv_context_get(CUcontext handle);
/* Everything that the context holds is given back. */
void drv_context_clear(drv_context *context);
CUresult drv_device_check(CUdevice device);
/* Returns the result of a call that releases an object which does not exist:
 * about the current context, when that is the reason. */
CUresult drv_unknown(CUresult because);
/* Kills the context of work that failed. */
void drv_context_kill(drv_context *context, CUresult why);

/* ---- memory ---- */

drv_memory *drv_memory_at(uint64_t address); /* that starts there */
/* Returns the memory that contains the address, which may be a module's
 * variable (`out` only). */
drv_memory *drv_memory_holding(uint64_t address, sim_allocation *out);
CUresult drv_memory_new(sim_memory_kind kind, size_t size, unsigned flags,
                        drv_pool *pool, uint64_t *address);
void drv_memory_release(drv_memory *memory);
void drv_memory_clear(drv_context *context);
void drv_memory_count(uint64_t counts[4], uint64_t *device_bytes,
                      uint64_t *pinned_bytes);
/* The memory of a pool that goes is plain device memory from then on. */
void drv_memory_orphan(const drv_pool *pool);
CUresult drv_check_place(CUmemLocation place);
CUresult drv_pool_start(void);
/* `size` bytes leave; they stay reserved up to the pool's threshold. */
void drv_pool_leave(drv_pool *pool, uint64_t size);
drv_pool *drv_pool_get(CUmemoryPool handle);

/* ---- work ---- */

/* A box of bytes in memory: `width` bytes of each of `height` rows of `depth`
 * slices. */
typedef struct drv_box {
    uint64_t address;
    bool host; /* plain host memory of the program's */
    size_t pitch, slice;
} drv_box;

typedef enum drv_work_kind {
    DRV_WORK_kernel,
    DRV_WORK_copy,
    DRV_WORK_fill,
    DRV_WORK_host,
    DRV_WORK_child,
    DRV_WORK_empty,
    DRV_WORK_wait,
    DRV_WORK_record,
} drv_work_kind;

typedef struct drv_work {
    drv_work_kind kind;
    union {
        struct {
            CUfunction function;
            uint32_t grid[3], block[3], shared;
            void *params; /* owned by the work */
            size_t params_size;
            bool cooperative;
        } kernel;
        struct {
            drv_box to, from;
            size_t width, height, depth;
        } copy;
        struct {
            drv_box to;
            uint32_t value, element;
            size_t width, height; /* in elements, rows */
        } fill;
        struct {
            CUhostFn function;
            CUstreamCallback callback; /* the older form, or NULL */
            CUstream stream;           /* for the callback */
            void *data;
        } host;
        CUevent event;
        drv_graph *child; /* owned by the work */
    };
} drv_work;

/* Does the work now, or adds it to the capture that the stream is in. Takes
 * over what the work owns, also on failure. */
CUresult drv_submit(drv_stream *stream, drv_work *work);
CUresult drv_work_run(drv_stream *stream, const drv_work *work);
CUresult drv_work_copy(const drv_work *work, drv_work *out);
void drv_work_finish(drv_work *work);

/* Bodies of work. */
CUresult drv_run_kernel(drv_stream *stream, const drv_work *work);
CUresult drv_run_copy(const drv_work *work);
CUresult drv_run_fill(const drv_work *work);
CUresult drv_run_graph(drv_stream *stream, drv_graph *graph);
CUresult drv_record_now(CUevent handle);

/* The kernel work of a launch, checked: its parameters packed. */
CUresult drv_kernel_work(drv_function *function, const unsigned grid[3],
                         const unsigned block[3], unsigned shared,
                         void **params, void **extra, bool cooperative,
                         drv_work *out);
CUresult drv_copy_work(const CUDA_MEMCPY3D *copy, drv_work *out);
CUresult drv_fill_work(uint64_t to, size_t pitch, unsigned value,
                       unsigned element, size_t width, size_t height,
                       drv_work *out);

/* The stream of a handle: NULL and the two named ones are the current
 * context's. NULL when the handle is not one. */
drv_stream *drv_stream_get(CUstream handle);
/* Waits until the kernels have ended that work in `stream` comes after; says
 * when it or its context has gone meanwhile, or is dead. */
CUresult drv_stream_turn(drv_stream *stream);
/* Whether the stream that had `handle` is still there, given that its context
 * is. */
bool drv_stream_lives(const drv_stream *stream, CUstream handle);
void drv_stream_free(drv_stream *stream);
void drv_stream_forget(drv_stream *stream); /* leaves its capture */
drv_event *drv_event_get(CUevent handle);
void drv_event_free(drv_event *event);

/* ---- graphs and captures ---- */

drv_graph *drv_graph_new(void);
void drv_graph_free(drv_graph *graph);
/* Takes the user objects that no one refers to any more; their destructors are
 * called without the lock. */
typedef struct drv_user_object drv_user_object;
drv_user_object *drv_user_objects_doomed(void);
void drv_user_objects_destroy(drv_user_object *list);
drv_graph *drv_graph_copy(const drv_graph *graph);
/* Adds a node after `after`. Takes over the work. */
CUresult drv_graph_add(drv_graph *graph, drv_node *const *after, size_t count,
                       drv_work *work, drv_node **out);
/* Whether `node` is `earlier` or comes after it. */
bool drv_node_follows(drv_node *node, const drv_node *earlier);

CUresult drv_capture_work(drv_stream *stream, drv_work *work);
CUresult drv_capture_record(drv_stream *stream, drv_event *event);
CUresult drv_capture_wait(drv_stream *stream, drv_event *event);
/* A call that a global capture of this or another thread forbids. */
CUresult drv_capture_unsafe(void);
/* Work in the legacy stream, which a capturing stream would wait for. */
CUresult drv_capture_implicit(drv_context *context);
/* Something happened that no capture can hold: it is good for nothing now. */
CUresult drv_capture_break(drv_capture *capture);
void drv_event_uncapture(drv_event *event);

/* ---- modules ---- */

drv_module *drv_module_get(CUmodule handle);
/* The handle is a function's, or a kernel's in the current context. */
drv_function *drv_function_get(CUfunction handle);
/* Returns the function that runs in `context`: a kernel's function there; NULL
 * when there is none or the function is another context's. */
drv_function *drv_function_in(CUfunction handle, drv_context *context);
CUresult drv_function_attribute(const drv_function *function,
                                CUfunction_attribute attribute, int *value);
CUresult drv_function_set(drv_function *function,
                          CUfunction_attribute attribute, int value);
CUresult drv_function_place(const drv_function *function, size_t index,
                            size_t *offset, size_t *size);

/* Reads what cuModuleLoadData and its like were given. `size` 0: not known.
 * `log` gets what is wrong with it. */
CUresult drv_image_read(const void *image, size_t size, pk_text *log,
                        drv_image *out);
void drv_image_finish(drv_image *image);
CUresult drv_image_file(const char *name, char **bytes, size_t *size);
/* An image of several texts as one block, which drv_image_read takes. */
CUresult drv_image_pack(const char *const *texts, const size_t *lengths,
                        size_t count, int max_registers, char **bytes,
                        size_t *size);
/* Unpack an LZ4 block or a Zstandard frame of exactly `size` bytes. */
bool drv_unpack_lz4(const void *from, size_t length, char *to, size_t size);
bool drv_unpack_zstd(const void *from, size_t length, char *to, size_t size);

/* Options of the JIT: what they ask, and where texts and sizes go. */
typedef struct drv_jit {
    unsigned count;
    const CUjit_option *options;
    void **values;
    int max_registers;
    bool verbose;
    uint32_t info_room, error_room; /* of the buffers, as they were given */
    uint64_t begin;
} drv_jit;

CUresult drv_jit_read(unsigned count, const CUjit_option *options,
                      void **values, drv_jit *out);
void drv_jit_write(const drv_jit *jit, const char *info, const char *errors);

/* Compiles an image; `log` gets what ptxas would say. */
CUresult drv_image_load(const drv_image *image, int max_registers, pk_text *log,
                        sim_module **out);
/* A module of no context yet, with the options' logs written. */
CUresult drv_module_new(const drv_image *image, const drv_jit *jit,
                        pk_text *errors, drv_module **out);
void drv_module_free(drv_module *module);
void drv_module_describe(sim_module *module, pk_text *out);
CUresult drv_module_find(drv_module *module, const char *name,
                         drv_function **out);
void drv_library_forget(drv_library *library, const drv_module *module);

/* PTX in the place of libcudadevrt.a. */
const char *drv_devrt(void);

CUresult drv_outcome(sim_outcome outcome);

/* Blocks of `threads` threads that one multiprocessor holds. */
unsigned drv_occupancy(const drv_function *function, unsigned threads,
                       uint64_t shared_dynamic);

#define CUDA(name, version, since, body, needs, streams, params, args)         \
    CUresult drv_##body params;
#define REFUSED(name, version, since, streams)
#include "sim/driver/driver.def"
#undef CUDA
#undef REFUSED

#endif
