/* SPDX-License-Identifier: Apache-2.0 */
/* In-order queues, and what they hold until their work is done.
 *
 * A queue keeps a reference to everything that work under way uses, and the
 * device copies of host arrays. `epoch`, a number that no other queue of the
 * context ever has, changes whenever the queue has waited for all of its work;
 * an object that notes it is held already. Work is bounded:
 * past a number of launches or bytes of copies the queue waits by itself. */
#ifndef PORTKERN_RUNTIME_LAUNCH_QUEUE_H
#define PORTKERN_RUNTIME_LAUNCH_QUEUE_H

#include "runtime/context/context.h"
#include "runtime/memory/scratch.h"

/* Memory that work took for a host array. `bounce` is host memory between the
 * array and the device. Where the device's bytes go to it, the elements of
 * `from`, which lie in it, are copied to `array` when the queue is done. */
typedef struct pk_staged {
    pk_mem *mem;
    uint64_t bytes; /* 0: imported host memory, not counted */
    char *bounce;
    size_t bounce_size;
    pk_array array, from; /* array.host NULL: nothing is copied */
} pk_staged;

typedef struct pk_report pk_report;
typedef struct pk_callback pk_callback;

struct pk_queue {
    pk_object base;
    pk_queue *next, **link; /* in the context's list */
    pk_lock lock;           /* contended only by pk_buffer_read and its like */
    pk_que *que;
    pk_evt *mark;           /* for waits with a timeout; NULL: none yet */
    uint64_t begun, marked; /* objects that operations since the last wait use,
                               and how many of them `mark` is behind */
    uint64_t epoch;
    pk_object **held;
    size_t held_count, held_capacity;
    pk_staged *staged;
    size_t staged_count, staged_capacity;
    uint64_t staged_bytes;
    pk_callback *callbacks, **callbacks_end; /* that the device calls */
    pk_graph *recording;    /* of work that is not done; NULL: all is */
    uint32_t bounces;       /* staged items to be copied to their arrays */
    uint32_t downloads;     /* operations that write host memory, since then */
    uint32_t in_flight;     /* operations since the last wait */
    pk_error failure;       /* status PK_OK: none */
    uint32_t stop;          /* PK_STOP_*; atomic, others set it */
    uint32_t deadline_ms;   /* of the last launch that was watched */
    size_t launching;       /* number in the profile of the launch at hand; 0 */
    struct pk_forms *timed; /* of the launch at hand; NULL: nobody times it */
    struct pk_debugger *debugger; /* pk_queue_debug */
    pk_scratch scratch;           /* of the thread that uses the queue */
    pk_report *report;            /* what kernels say, NULL: nothing yet */
};

/* Checks the handle and the failure that it keeps, and locks it. */
pk_status pk_queue_enter(pk_queue *queue, const pk_context *ctx, pk_error *err);
/* The same for work that a graph may have: pk_queue_enter refuses a queue that
 * records. */
pk_status pk_queue_enter_work(pk_queue *queue, const pk_context *ctx,
                              pk_error *err);
/* Unlocks; `status` is of the work just done: a failure of a kernel or device
 * stays with the queue. Returns it. */
pk_status pk_queue_leave(pk_queue *queue, pk_status status, const pk_error *why,
                         pk_error *err);

/* The rest is for whoever has entered. */

/* Makes room to hold `count` more objects and stage as many arrays, so that
 * the two calls below cannot fail after work was handed to the device. */
pk_status pk_queue_reserve(pk_queue *queue, size_t count, pk_error *err);
void pk_queue_hold(pk_queue *queue, pk_object *object);
void pk_queue_stage(pk_queue *queue, const pk_staged *staged);
/* Copies what is to be copied, unless the work is not `done`, and frees it. */
void pk_staged_finish(pk_context *ctx, pk_staged *staged, bool done);
/* Before the device gets host memory of the caller's: waits where elements that
 * belong there are still in a bounce. */
pk_status pk_queue_settle_bounces(pk_queue *queue, pk_error *err);
/* PK_CANCELLED when the queue was cancelled. */
pk_status pk_queue_check_stop(pk_queue *queue, pk_error *err);
/* The status of a launch that failed; a cancelled one says who stopped it. */
pk_status pk_queue_explain_stop(const pk_queue *queue, pk_status status,
                                pk_error *why);
/* Gives what the queue holds to the graph that it records, and records no more.
 */
void pk_queue_stop_recording(pk_queue *queue);
/* A failure stays with the queue, unless it has one. */
void pk_queue_keep_failure(pk_queue *queue, pk_status status,
                           const pk_error *why);
/* Hands a launch to the device, which may run it at once: with the queue's word
 * to stop it, and watched where there is a deadline (0: there is none). */
pk_status pk_queue_launch(pk_queue *queue, pk_fun *fun, pk_launch_desc *desc,
                          uint32_t deadline_ms, pk_error *err);
/* The same as a span of the profile, if there is one; `args` are members of a
 * JSON object, or NULL. */
pk_status pk_launch_named(pk_queue *queue, const char *name, const char *args,
                          pk_fun *fun, pk_launch_desc *desc,
                          uint32_t deadline_ms, pk_error *err);
/* Waits for everything; the device's failure, which says who stopped it. */
pk_status pk_queue_sync(pk_queue *queue, pk_error *err);
/* Lets go of what the queue holds: its work is over, and `done` unless it
 * failed. */
void pk_queue_let_go(pk_queue *queue, bool done);
uint64_t pk_queue_new_epoch(pk_context *ctx);
pk_status pk_queue_fail_forked(pk_error *err);
/* Waits for everything, then lets go of it. */
pk_status pk_queue_settle(pk_queue *queue, pk_error *err);
/* Counts one operation, and waits when there are too many. */
pk_status pk_queue_count(pk_queue *queue, pk_error *err);

/* A new queue; with `native` over the caller's handle. */
pk_status pk_queue_make(pk_context *ctx, const pk_native_ext *native,
                        uint64_t handle, pk_queue **out, pk_error *err);

/* A buffer over the caller's handle of the driver. */
pk_status pk_buffer_wrap(pk_context *ctx, const pk_native_ext *native,
                         uint64_t handle, size_t size, pk_buffer **out,
                         pk_error *err);

/* The plugin's queue for blocking transfers, for whoever has entered the
 * context's transfer_lock. */
pk_status pk_context_transfers(pk_context *ctx, pk_que **out, pk_error *err);

/* Waits for all queues of the context, or for those that use the object, whose
 * failures it returns. False when there is no queue. */
bool pk_queues_settle(pk_context *ctx);
pk_status pk_queues_settle_object(pk_object *object, pk_error *err);

#endif
