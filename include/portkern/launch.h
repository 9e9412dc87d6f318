/* SPDX-License-Identifier: Apache-2.0 */
/* Queues, events and launches: what makes a device work. A part of portkern.h,
 * whose rules hold here, too. */
#ifndef PORTKERN_LAUNCH_H
#define PORTKERN_LAUNCH_H

#include "portkern/portkern.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- queues and events ---- */

/* Work in a queue is done in its order. Nothing is known to have started
 * before pk_queue_flush, pk_queue_finish or a wait for an event. */
PK_API pk_status pk_queue_create(pk_context *ctx, pk_queue **out,
                                 pk_error *err);
PK_API pk_queue *pk_queue_retain(pk_queue *queue);
/* The last release waits for the queue's work. */
PK_API void pk_queue_release(pk_queue *queue);
/* Starts what is in the queue. */
PK_API pk_status pk_queue_flush(pk_queue *queue, pk_error *err);
/* Waits for everything in the queue; then host arrays hold their results.
 * Returns the queue's failure when it has one: the kernel, the source line,
 * block and thread. */
PK_API pk_status pk_queue_finish(pk_queue *queue, pk_error *err);
/* The same for at most `timeout_ms` milliseconds, and PK_TIMEOUT when the work
 * takes longer: it goes on, and host arrays do not hold their results yet. A
 * timeout of 0 asks whether the queue is done. The timeout is no failure of the
 * queue and does not stay with it, unlike that of a launch which outran its
 * deadline; pk_queue_get_error tells them apart. PK_UNSUPPORTED with plugins of
 * ABI 1.0. On cpu and interp work is done when the call that asked for it
 * returns, so this does not wait. */
PK_API pk_status pk_queue_finish_for(pk_queue *queue, uint32_t timeout_ms,
                                     pk_error *err);
/* The failure that the queue keeps, PK_OK without; and forgets it. */
PK_API pk_status pk_queue_get_error(pk_queue *queue, pk_error *err);
PK_API pk_status pk_queue_clear(pk_queue *queue, pk_error *err);

/* Ends the launch that runs in the queue, and those to come until
 * pk_queue_clear: they fail with PK_CANCELLED. What such a launch was to write
 * is undefined. cpu leaves a kernel at the next turn of a `while`, of a `for`
 * around another loop, or at a call, and between blocks; interp and the
 * simulated GPU after some thousand operations.
 *
 * Returns at once. Safe to call from any thread while others use the queue.
 * PK_UNSUPPORTED where the device cannot stop a launch (opencl, cuda on a GPU):
 * then nothing changes. PK_BAD_HANDLE. */
PK_API pk_status pk_queue_cancel(pk_queue *queue, pk_error *err);

/* Copies in the queue's order. Host memory stays the queue's until
 * pk_queue_finish. Buffers may be the same when the ranges do not overlap. Of
 * two buffers one may be another context's: such copies go through host memory,
 * wait for work under way that uses that buffer and for the queue, and are done
 * when they return. */
PK_API pk_status pk_queue_write(pk_queue *queue, pk_buffer *dst, size_t offset,
                                const void *src, size_t size, pk_error *err);
PK_API pk_status pk_queue_read(pk_queue *queue, pk_buffer *src, size_t offset,
                               void *dst, size_t size, pk_error *err);
PK_API pk_status pk_queue_copy(pk_queue *queue, pk_buffer *dst,
                               size_t dst_offset, pk_buffer *src,
                               size_t src_offset, size_t size, pk_error *err);
/* pk_array_copy in the queue's order, between two contexts as above. The arrays
 * are copied; host memory stays the queue's until pk_queue_finish, and only
 * then holds what was copied there. A `src` in host memory that is not
 * contiguous is read before the call returns, which waits when earlier work of
 * the queue writes host memory. */
PK_API pk_status pk_queue_copy_array(pk_queue *queue, const pk_array *dst,
                                     const pk_array *src, pk_error *err);
PK_API pk_status pk_queue_fill(pk_queue *queue, pk_buffer *dst, size_t offset,
                               size_t size, const void *pattern,
                               size_t pattern_size, pk_error *err);

/* A function of the application in a queue. `self` is what pk_queue_callback
 * was given. `status` is PK_OK, or the failure of the device that keeps the
 * work before it from ending. What it returns, unless PK_OK, is a failure of
 * the queue, with the words that it puts into err->message. It calls neither
 * portkern nor the device's driver, and does not take long: work behind it
 * waits. */
typedef pk_status pk_queue_function(void *self, pk_status status,
                                    pk_error *err);

/* Calls `function` in the queue's order: when all work that is in the queue is
 * done, and before what is added later begins. It is called once, when this
 * returns PK_OK, and else never. Where the driver can (cuda), this returns at
 * once, and a thread of the driver calls it; when the device fails before, the
 * thread that waits for the queue does. On other devices this waits for the
 * queue and calls it.
 *
 * The function may look at buffers: their host addresses (pk_buffer_address)
 * have what the device wrote; host memory that work before it read may be given
 * back. What the queue copies to host memory is there when pk_queue_finish has
 * returned, and what kernels report (`raise`) is known then, too.
 *
 * A failure of the function stays with the queue as one of a kernel does, and
 * does not keep later work from running. PK_CANCELLED after pk_queue_cancel,
 * PK_BAD_ARG without a function, PK_NO_MEMORY. */
PK_API pk_status pk_queue_callback(pk_queue *queue, pk_queue_function *function,
                                   void *self, pk_error *err);

/* An event marks a place in a queue, with its time. Recorded again, it marks
 * the new place. */
PK_API pk_status pk_event_create(pk_context *ctx, pk_event **out,
                                 pk_error *err);
PK_API pk_event *pk_event_retain(pk_event *event);
PK_API void pk_event_release(pk_event *event);
PK_API pk_status pk_queue_record(pk_queue *queue, pk_event *event,
                                 pk_error *err);
/* Work that is added to the queue later waits for the event, in whichever queue
 * it was recorded: for one of another context, so another device, it is the
 * caller who waits. PK_BAD_ARG when it was never recorded. */
PK_API pk_status pk_queue_wait(pk_queue *queue, pk_event *event, pk_error *err);
/* The caller waits for the event. */
PK_API pk_status pk_event_wait(pk_event *event, pk_error *err);
/* The same for at most `timeout_ms` milliseconds: then PK_TIMEOUT. The event
 * can be waited for again. PK_UNSUPPORTED with plugins of ABI 1.0. */
PK_API pk_status pk_event_wait_for(pk_event *event, uint32_t timeout_ms,
                                   pk_error *err);
/* Whether the event has happened; does not wait. PK_BAD_ARG when it was never
 * recorded, PK_UNSUPPORTED with plugins of ABI 1.0. */
PK_API pk_status pk_event_query(pk_event *event, bool *happened, pk_error *err);
/* Nanoseconds of the device from one event to another, both waited for. */
PK_API pk_status pk_event_elapsed(pk_event *from, pk_event *to, uint64_t *ns,
                                  pk_error *err);

/* ---- the driver's own handles ---- */

/* The driver's handles of the device, for programs that use both: a CUdevice
 * and a CUcontext (the primary one, unless pk_context_options.native_context
 * says otherwise), or a cl_device_id and a cl_context. Pointers are stored as
 * their values. */
typedef struct pk_native {
    uint32_t struct_size;
    char api[16]; /* "cuda", "opencl" */
    uint64_t device, context;
} pk_native;

/* PK_UNSUPPORTED, here and below, for a backend that gives no handles. Fills in
 * the first `out->struct_size` bytes. */
PK_API pk_status pk_context_native(pk_context *ctx, pk_native *out,
                                   pk_error *err);
/* The CUstream or cl_command_queue of a queue, the CUdeviceptr or cl_mem of a
 * buffer (0 when its size is 0). They live as long as the object. */
PK_API pk_status pk_queue_native(pk_queue *queue, uint64_t *out, pk_error *err);
PK_API pk_status pk_buffer_native(pk_buffer *buf, uint64_t *out, pk_error *err);
/* A queue or a buffer of `size` bytes (1 at least) over the caller's handle of
 * the same context, which must outlive it and is not freed. A cl_command_queue
 * must run its commands in order, else PK_BAD_ARG. */
PK_API pk_status pk_queue_import_native(pk_context *ctx, uint64_t handle,
                                        pk_queue **out, pk_error *err);
PK_API pk_status pk_buffer_import_native(pk_context *ctx, uint64_t handle,
                                         size_t size, pk_buffer **out,
                                         pk_error *err);

/* ---- launches ---- */

typedef struct pk_launch_config {
    uint32_t struct_size;
    uint32_t grid[3];      /* blocks along x, y, z; 0 in y or z means 1 */
    uint32_t block[3];     /* threads along x, y, z; 0 in y or z means 1 */
    uint32_t shared_bytes; /* dynamic shared memory per block, in bytes */
    /* How long the launch may run, in milliseconds, and each launch that its
     * kernel makes; 0: the context's deadline_ms. PK_TIMEOUT when it runs
     * longer, PK_UNSUPPORTED where the device cannot stop a launch. A kernel is
     * compiled once for launches with a deadline and once for those without. */
    uint32_t deadline_ms;
} pk_launch_config;

/* Puts one launch of `kernel` into `queue`, compiling it first when these
 * types of arguments are new. grid[0] of 0 runs nothing. PK_BAD_ARG names the
 * argument, what was expected and what was found; PK_LIMIT the limit that
 * grid, block or shared memory exceed. The diagnostics of a failed compile
 * are in pk_context_diagnostics, the first of them in `err`. Outputs are not
 * touched when the launch is refused. */
PK_API pk_status pk_launch(pk_queue *queue, pk_kernel *kernel,
                           const pk_launch_config *config, const pk_arg *args,
                           size_t arg_count, pk_error *err);

typedef struct pk_compile_info {
    uint32_t struct_size;
    uint32_t from_cache;   /* 1: taken from the disk cache */
    uint32_t max_block;    /* threads a block may have with this kernel */
    uint32_t shared_bytes; /* declared shared memory */
    uint32_t local_bytes;  /* private memory of one thread */
    uint32_t registers;    /* 0: unknown */
    uint64_t compile_ns;   /* from types to a loaded kernel, when made */
} pk_compile_info;

/* Compiles for a launch with these arguments without making it, and fills in
 * the first `out->struct_size` bytes (`out` may be NULL). Array memory is not
 * touched. */
PK_API pk_status pk_kernel_compile(pk_kernel *kernel,
                                   const pk_launch_config *config,
                                   const pk_arg *args, size_t arg_count,
                                   pk_compile_info *out, pk_error *err);

/* How many threads a block of such a launch should have, along x, and how many
 * such blocks the device runs at once (0: unknown; `blocks` may be NULL): for
 * kernels of one axis that may have any block. Compiles for the launch when it
 * is new. `config`, which may be NULL, gives shared_bytes, and by block[0] the
 * most threads that are wanted (0: any).
 *
 * On cuda it is what the driver says: the largest block with which the device
 * holds the most of this kernel's threads, by its registers and shared memory.
 * Elsewhere it is 256, and as many blocks as the context has CPU threads; what
 * the kernel cannot have (launch_bounds, local arrays, limits of the device) is
 * taken off, in whole warps where there are some. On cpu, kernels without
 * barriers run as fast in any block.
 *
 * Fails as pk_kernel_compile does; PK_LIMIT when the kernel can have no block
 * at all. Array memory is not touched. Any thread. */
PK_API pk_status pk_kernel_suggest_block(pk_kernel *kernel,
                                         const pk_launch_config *config,
                                         const pk_arg *args, size_t arg_count,
                                         uint32_t *threads, uint32_t *blocks,
                                         pk_error *err);

/* The signatures that the kernel has been compiled for in this context so far,
 * the oldest first, in the words of messages: float32[:] has any strides,
 * [::1] C order, [::1, :] Fortran order. Some of one text differ in what text
 * does not show: arrays that are read-only, overlap or are not aligned, and
 * values of the launch that the kernel is compiled for. The list is the
 * caller's to release. Any thread. */
PK_API pk_status pk_kernel_signatures(pk_kernel *kernel, pk_signatures **out,
                                      pk_error *err);
PK_API void pk_signatures_release(pk_signatures *list);
PK_API size_t pk_signatures_count(const pk_signatures *list);
/* NULL when `i` is past the end; lives as long as the list. */
PK_API const pk_signature_info *pk_signatures_get(const pk_signatures *list,
                                                  size_t i);

/* One of the launches that pk_kernels_compile prepares. */
typedef struct pk_compile_request {
    uint32_t struct_size; /* the same in all requests of a call */
    pk_status status;     /* set by pk_kernels_compile */
    pk_kernel *kernel;
    const pk_launch_config *config;
    const pk_arg *args;
    size_t arg_count;
} pk_compile_request;

/* pk_kernel_compile for many launches at once. A driver's compiler may spend
 * most of its time on what is the same for every program (PoCL 140 ms of 240
 * for a small kernel): there kernels become one program, up to 32 of them. What
 * cannot be compiled does not keep others from it. All kernels are of the
 * first one's context. Returns the status of the first request that failed,
 * with its words in `err`; when there is no memory, or the first kernel is no
 * handle, the requests' own are not set. */
PK_API pk_status pk_kernels_compile(pk_compile_request *requests, size_t count,
                                    pk_error *err);

/* A launch bound once, to be made many times. It holds its buffers; host
 * arrays are copied in at each launch as pk_launch does. */
PK_API pk_status pk_prepared_create(pk_kernel *kernel,
                                    const pk_launch_config *config,
                                    const pk_arg *args, size_t arg_count,
                                    pk_prepared **out, pk_error *err);
/* Changes one argument. PK_TYPE when it is of another type than the one the
 * launch was prepared with (another dtype, dimension, layout). */
PK_API pk_status pk_prepared_set_arg(pk_prepared *prepared, size_t i,
                                     pk_arg arg, pk_error *err);
PK_API pk_status pk_prepared_set_config(pk_prepared *prepared,
                                        const pk_launch_config *config,
                                        pk_error *err);
PK_API pk_status pk_prepared_launch(pk_prepared *prepared, pk_queue *queue,
                                    pk_error *err);
PK_API pk_prepared *pk_prepared_retain(pk_prepared *prepared);
PK_API void pk_prepared_release(pk_prepared *prepared);

/* ---- graphs ---- */

/* Records work in place of doing it: what is put into the queue until
 * pk_graph_end. That may be launches of kernels, prepared ones too, whose
 * arrays are in buffers, pk_queue_fill and pk_queue_copy; kernels are compiled
 * now. The queue's earlier work is waited for first.
 *
 * A call that a graph cannot have is refused, and leaves the recording as it
 * was: PK_UNSUPPORTED for arrays and copies of host memory, and for kernels
 * that raise, print, assert or launch others; PK_BAD_ARG for all other calls on
 * the queue, which pk_queue_release ends without a graph. */
PK_API pk_status pk_graph_begin(pk_queue *queue, pk_error *err);
/* Ends it: *out is what was recorded, of which nothing has been done. It holds
 * the buffers and modules. On cuda it is a graph of the driver's. PK_BAD_ARG
 * when the queue records nothing. */
PK_API pk_status pk_graph_end(pk_queue *queue, pk_graph **out, pk_error *err);
/* Puts the recorded work into a queue of the same context, as if each call was
 * made again with the same arguments, in that order. A launch in it that has a
 * deadline has it each time. Any number of queues and threads may launch a
 * graph at the same time. Fails as the recorded calls do: then a part of the
 * work may be in the queue. */
PK_API pk_status pk_graph_launch(pk_graph *graph, pk_queue *queue,
                                 pk_error *err);
PK_API pk_graph *pk_graph_retain(pk_graph *graph);
PK_API void pk_graph_release(pk_graph *graph);

#ifdef __cplusplus
}
#endif
#endif
