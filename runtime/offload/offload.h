/* SPDX-License-Identifier: Apache-2.0 */
/* Parallel loops of a host function on the devices of other contexts.
 *
 * A call that has such kernels (kernel/loop_kernels.h) is given a table of the
 * memory that they may be passed: that of its arguments, and what it makes. A
 * loop whose arrays all lie in it is a launch: what the kernel is passed is
 * copied to the device, unless it is there, and stays there until the host's
 * code asks for it (the operation `home`) or the call ends. Any other loop runs
 * on the host's threads, to which all memory comes back; so does one that is
 * faster there, in a context that measures. With several devices the iterations
 * of a loop are split among them (split.c). */
#ifndef PORTKERN_RUNTIME_OFFLOAD_OFFLOAD_H
#define PORTKERN_RUNTIME_OFFLOAD_OFFLOAD_H

#include "recipe/report.h"
#include "runtime/kernel/args.h"
#include "runtime/kernel/loop_kernels.h"
#include "runtime/kernel/specialise.h"

#include <pthread.h>

enum {
    PK_LOOP_PARTS = 8,                    /* of a chunk, where it has some */
    PK_LOOP_REPORT = 8 * PK_REPORT_prints /* bytes */
};

/* The copy on a device of memory of the host. */
typedef struct pk_offload_copy {
    pk_buffer *buffer; /* NULL: none yet */
    bool shared;       /* it is the host's memory itself */
    bool there;        /* it is as new as the host's, or newer: */
    bool away;         /* the host's is older, and that of other devices */
    bool busy;         /* work under way uses it */
} pk_offload_copy;

/* Memory that loops may be passed. */
typedef struct pk_offload_memory {
    uint64_t begin, end; /* addresses of the host */
    bool dense;          /* no bytes within are anybody else's */
    bool given;          /* of an argument */
    bool fresh;          /* nothing was written since it was made */
    bool split;          /* the loop that runs on several devices writes it */
    pk_offload_copy copies[PK_OFFLOAD_MOST]; /* of each device */
} pk_offload_memory;

/* A device in a call. */
typedef struct pk_offload_device {
    pk_context *ctx;
    pk_offload_room *room;
    const pk_loop_kernels *kernels; /* NULL: none yet, or no loop can go */
    struct pk_loop_costs *speeds;   /* of parts; NULL: unknown */
} pk_offload_device;

/* A call. */
typedef struct pk_offload {
    pk_call_offload table; /* for the plugin */
    pk_context *ctx;       /* of the call */
    pk_offload_device devices[PK_OFFLOAD_MOST];
    uint32_t device_count;
    pk_offload_memory *memory; /* by address */
    size_t count, capacity;
    pthread_mutex_t lock; /* of it, while the host's threads run a loop */
    pk_error failure;     /* of the device; status PK_OK: none */

    struct pk_loop_costs *costs; /* NULL: every loop goes that can */
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

/* Keeps the failure of the device, if the status is one; returns it. */
pk_status pk_offload_note(pk_offload *offload, pk_status status,
                          const pk_error *why);

/* ---- choice.c ---- */

/* Whether the loop is to run on the device, in a call with costs. */
bool pk_offload_chooses(pk_offload *offload, const pk_offload_use *use);
/* Before and behind a run on the device: waits, where it is to be measured. */
pk_status pk_offload_measure(pk_offload *offload, const pk_offload_use *use,
                             pk_error *err);
pk_status pk_offload_measured(pk_offload *offload, const pk_offload_use *use,
                              pk_error *err);
/* The same of any times: whether another run is to be measured, and what it
 * took.
 */
bool pk_offload_wants_time(struct pk_loop_costs *costs,
                           const pk_offload_use *use);
void pk_offload_add_time(struct pk_loop_costs *costs, const pk_offload_use *use,
                         uint64_t ns);
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
/* Puts it on the device of that number for a kernel, which may write it. */
pk_status pk_offload_send(pk_offload *offload, pk_offload_memory *memory,
                          uint32_t device, pk_error *err);
/* Has it as the host wants it, to write it, too, or not. */
pk_status pk_offload_bring(pk_offload *offload, pk_offload_memory *memory,
                           bool written, pk_error *err);
/* Gives up its copies, which are nowhere newer than the host's. */
void pk_offload_drop_copies(pk_offload *offload, pk_offload_memory *memory);
pk_status pk_offload_bring_all(pk_offload *offload, pk_error *err);
/* Waits for the device. */
pk_status pk_offload_wait(pk_offload *offload, uint32_t device, pk_error *err);

/* ---- loops ---- */

/* A loop, or a part of it, on its way to a device. */
typedef struct pk_offload_loop {
    pk_offload *offload;
    uint32_t device; /* number */
    const pk_loop_kernel_spec *kernel;
    bool launched;         /* so it has written, perhaps */
    bool timed;            /* the room's events are around it */
    const char *from;      /* the packed block of the host's function */
    uint64_t first, count; /* of threads */
    char *params;
    pk_ref *refs;
    uint32_t ref_count;
    pk_offload_use use;
} pk_offload_loop;

/* The number that the host's function was passed as a parameter. */
uint64_t pk_offload_number(const pk_offload_loop *loop, uint32_t param);
bool pk_offload_is_array(const pk_offload_loop *loop, uint32_t param);
/* The memory that the array of a parameter lies in. */
pk_offload_memory *pk_offload_memory_of(const pk_offload_loop *loop,
                                        uint32_t param);
bool pk_offload_is_written(const pk_offload_loop *loop, uint32_t param);
/* Puts the arrays on the device and launches; does not wait. */
pk_status pk_offload_launch(pk_offload_loop *loop, pk_error *err);
/* The words of its report, when all is done; PK_REPORT_site is UINT64_MAX
 * where nothing failed. */
pk_status pk_offload_read_report(const pk_offload_loop *loop, uint64_t *words,
                                 pk_error *err);

/* The kernel of a set for the host's function of that name; NULL: none. */
const pk_loop_kernel_spec *pk_offload_kernel(const pk_loop_kernels *set,
                                             const char *block);

/* ---- shares.c ---- */

/* A loop that is to be divided. */
typedef struct pk_offload_split {
    const char *function;
    uint64_t iterations;
    uint32_t count;                                /* of devices */
    struct pk_loop_costs *speeds[PK_OFFLOAD_MOST]; /* theirs; NULL: unknown */
    double least; /* share of it that a device can have, at most 1 / count */
} pk_offload_split;

/* Sets the shares, which add up to 1, that devices should have to be done at
 * the same time; equal ones where a speed is unknown. */
void pk_offload_share(const pk_offload_split *s, double *shares);

/* ---- split.c ---- */

/* Whether the loop is one for several devices. */
bool pk_offload_splits(const pk_offload_loop *loop);
/* Runs it there; the report is that of its lowest iteration. */
pk_status pk_offload_run_split(pk_offload_loop *loop, uint64_t *words,
                               pk_error *err);

#endif
