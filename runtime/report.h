/* SPDX-License-Identifier: Apache-2.0 */
/* What kernels say, from their report (core/report.h) to a failure of the
 * queue and to pk_context_options.print.
 *
 * A queue has one report for all of its launches, made when a kernel that can
 * say something is first launched in it. It is read when the queue is waited
 * for: prints in the order of launches, and the first failure. */
#ifndef PORTKERN_RUNTIME_REPORT_H
#define PORTKERN_RUNTIME_REPORT_H

#include "core/report.h"
#include "runtime/specialise.h"

/* What a kernel may say, kept with its specialisation; one piece of memory. */
typedef struct pk_speech {
    size_t size; /* of that piece */
    bool prints;
    uint32_t report_at, launch_at; /* bytes of the packed block */
    const char **files;            /* by pk_loc.file */
    uint32_t site_count;
    pk_site sites[];
} pk_speech;

/* Copies what the module's passes noted; NULL in `out` when the kernel says
 * nothing. */
pk_status pk_speech_make(const pk_allocator *allocator, const pk_func *fn,
                         pk_speech **out, pk_error *err);

/* Room for the report of launches that may print, or not, before anything of
 * the launch is in the queue. May wait for the queue's work. */
pk_status pk_report_need(pk_queue *queue, bool prints, pk_error *err);
/* Gives the launch of `spec` that report: fills in the packed block, and the
 * reference behind `count` others in `refs`. Cannot fail. */
void pk_report_bind(pk_queue *queue, const pk_spec *spec, const char *kernel,
                    char *params, pk_ref *ref);

/* Around the wait of a queue: asks for the report, then prints and returns the
 * failure in it. `synced` is what the wait gave. */
void pk_report_fetch(pk_queue *queue);
pk_status pk_report_take(pk_queue *queue, pk_status synced, pk_error *err);

void pk_report_destroy(pk_queue *queue);

#endif
