/* SPDX-License-Identifier: Apache-2.0 */
/* Parallel loops of a host function on the device of another context.
 *
 * A call that has such kernels (kernel/loop_kernels.h) is given a table of the
 * memory that they may be passed: that of its arguments, and what it makes. A
 * loop whose arrays all lie in it is a launch: what the kernel is passed is
 * copied to the device, unless it is there, and stays there until the host's
 * code asks for it (the operation `home`) or the call ends. Any other loop runs
 * on the host's threads, to which all memory comes back; so does one that is
 * faster there, in a context that measures. */
#ifndef PORTKERN_RUNTIME_OFFLOAD_OFFLOAD_H
#define PORTKERN_RUNTIME_OFFLOAD_OFFLOAD_H

#include "runtime/kernel/args.h"
#include "runtime/kernel/loop_kernels.h"
#include "runtime/kernel/specialise.h"

#include <pthread.h>

/* Memory that loops may be passed. */
typedef struct pk_offload_memory {
    uint64_t begin, end; /* addresses of the host */
    bool dense;          /* no bytes within are anybody else's */
    bool given;          /* of an argument */
    pk_buffer *buffer;   /* its copy on the device; NULL: none yet */
    bool shared;         /* the buffer is the host's memory itself */
    bool fresh;          /* nothing was written since it was made */
    bool there;          /* the copy is as new as the host's, or newer: */
    bool away;           /* the host's is older */
    bool busy;           /* work under way uses it */
} pk_offload_memory;

/* A call. */
typedef struct pk_offload {
    pk_call_offload table; /* for the plugin */
    const pk_spec *spec;
    pk_context *ctx; /* of the call */
    pk_offload_room *room;
    pk_offload_memory *memory; /* by address */
    size_t count, capacity;
    pthread_mutex_t lock; /* of it, while the host's threads run a loop */
    pk_error failure;     /* of the device; status PK_OK: none */

    const pk_loop_kernels *kernels; /* NULL: none yet, or no loop can go */
    struct pk_loop_costs *costs;    /* NULL: every loop goes that can */
    double saved_ns;   /* that the device would have, were there no copies */
    uint64_t begin_ns; /* of the run that is measured */
} pk_offload;

/* A loop that could go to the device, and what would be copied for it: there,
 * and what it writes, when the host asks for that. */
typedef struct pk_offload_use {
    const char *function;
    uint64_t iterations;
    bool waits; /* for the device, measured or not */
    uint32_t in_count, out_count;
    uint64_t in_bytes, out_bytes;
} pk_offload_use;

/* Begins a call with the frame's arrays, which are of these arguments.
 * pk_offload_finish also after a failure. */
pk_status pk_offload_begin(pk_offload *offload, pk_context *ctx,
                           const pk_spec *spec, const pk_frame *frame,
                           const pk_arg *args, size_t count, pk_error *err);
/* The failure of the device in the call, PK_OK without. */
pk_status pk_offload_finish(pk_offload *offload, pk_error *err);

/* ---- choice.c ---- */

/* Whether the loop is to run on the device. */
bool pk_offload_chooses(pk_offload *offload, const pk_offload_use *use);
/* Before and behind a run on the device: waits, where it is to be measured. */
pk_status pk_offload_measure(pk_offload *offload, const pk_offload_use *use,
                             pk_error *err);
pk_status pk_offload_measured(pk_offload *offload, const pk_offload_use *use,
                              pk_error *err);
/* The host's threads have run a loop. */
void pk_offload_ran_here(pk_offload *offload, const char *function,
                         uint64_t iterations, uint64_t ns);

/* ---- memory.c ---- */

/* Enters memory; what overlaps it and is of no argument is gone, with one of an
 * argument it becomes one. False without memory. */
bool pk_offload_enter(pk_offload *offload, pk_offload_memory memory);
/* The memory at the address; NULL: there is none. */
pk_offload_memory *pk_offload_find(const pk_offload *offload, uint64_t at);
void pk_offload_forget(pk_offload *offload, uint64_t begin);
void pk_offload_forget_all(pk_offload *offload);
/* Puts it on the device for a kernel, which may write it. */
pk_status pk_offload_send(pk_offload *offload, pk_offload_memory *memory,
                          pk_error *err);
/* Has it as the host wants it, to write it, too, or not. */
pk_status pk_offload_bring(pk_offload *offload, pk_offload_memory *memory,
                           bool written, pk_error *err);
pk_status pk_offload_bring_all(pk_offload *offload, pk_error *err);
/* Waits for the device. */
pk_status pk_offload_wait(pk_offload *offload, pk_error *err);

#endif
