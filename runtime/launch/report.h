/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the reports of kernels (recipe/report.h): failures become the queue's,
 * prints go to pk_context_options.print.
 *
 * A queue has one report for all of its launches, made when a kernel that can
 * say something is first launched in it. It is read when the queue is waited
 * for: prints in the order of launches, and the first failure. */
#ifndef PORTKERN_RUNTIME_LAUNCH_REPORT_H
#define PORTKERN_RUNTIME_LAUNCH_REPORT_H

#include "recipe/report.h"
#include "runtime/kernel/specialise.h"

typedef struct pk_roots pk_roots; /* runtime/launch/device_launch.h */

/* A launch whose kernel may write to the report, or several in a row of one
 * spec. */
typedef struct pk_launch_record {
    const pk_spec *spec;
    pk_module *mod;
    const char *kernel;
    pk_roots *roots; /* its arrays, when it launches others */
} pk_launch_record;

/* A launch that a kernel asked for. */
typedef struct pk_device_launch {
    const pk_launch_record *by;
    const pk_message *message;
    const uint32_t *values; /* its operands' words */
} pk_device_launch;

/* The launches that a report asks for, with what they refer to. */
typedef struct pk_device_launches {
    pk_device_launch *items;
    size_t count, capacity;
    pk_launch_record *records;
    size_t record_count, record_capacity;
    uint32_t *words;
    size_t words_size; /* bytes */
    bool failed;       /* no memory for all of them */
} pk_device_launches;

void pk_device_launches_finish(pk_context *ctx, pk_device_launches *list);

/* Room for the report of a launch of `spec`, before anything of it is in the
 * queue. May wait for the queue's work. */
pk_status pk_report_need(pk_queue *queue, const pk_spec *spec, pk_error *err);
/* Gives the launch that report: fills in the packed block and `ref`. */
pk_status pk_report_bind(pk_queue *queue, const pk_kernel *kernel,
                         const pk_spec *spec, const pk_frame *frame,
                         pk_ref *ref, pk_error *err);

/* Around the wait of a queue: asks for the report, then prints and returns the
 * failure in it. `synced` is what the wait gave. Launches that kernels ask for
 * go to `nested`, which pk_device_launches_finish gives back, after a failure
 * too; NULL where there can be none. */
void pk_report_fetch(pk_queue *queue);
pk_status pk_report_take(pk_queue *queue, pk_status synced,
                         pk_device_launches *nested, pk_error *err);

void pk_report_destroy(pk_queue *queue);

#endif
