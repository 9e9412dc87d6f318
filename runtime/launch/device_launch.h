/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that kernels launch.
 *
 * A launch within a kernel is a note in the report of the queue. The launch of
 * a kernel that can leave such notes waits for the kernel to end, and then
 * launches what it asks for, and what that asks for, until no kernel asks: so
 * all of it comes before whatever is put into the queue next. Arrays travel as
 * a parameter of the kernel and bytes from there. */
#ifndef PORTKERN_RUNTIME_LAUNCH_DEVICE_LAUNCH_H
#define PORTKERN_RUNTIME_LAUNCH_DEVICE_LAUNCH_H

#include "runtime/launch/report.h"

/* Kernels launched by kernels, in a row. */
enum { PK_DEVICE_LAUNCH_DEPTH = 4096 };

/* An array of a launch as a buffer: the caller's, or one made of the launch's
 * copy on the device. */
typedef struct pk_root {
    pk_buffer *buffer; /* one reference; NULL: no array, or an empty one */
    size_t offset;     /* of its first element */
    bool readonly;
} pk_root;

/* The roots of a launch, by leaf of its arguments. */
struct pk_roots {
    uint32_t count;
    pk_root items[];
};

/* Makes the roots of a frame whose arrays are on the device. */
pk_status pk_roots_make(pk_context *ctx, const pk_frame *frame, pk_roots **out,
                        pk_error *err);
void pk_roots_destroy(pk_context *ctx, pk_roots *roots);

/* Launches what the queue's work has asked for, and so on, each with that
 * deadline. */
pk_status pk_device_launches_run(pk_queue *queue, uint32_t deadline_ms,
                                 pk_error *err);

#endif
