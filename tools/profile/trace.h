/* SPDX-License-Identifier: Apache-2.0 */
/* A trace that portkern wrote, read from its file. Times are microseconds. */
#ifndef PORTKERN_TOOLS_PROFILE_TRACE_H
#define PORTKERN_TOOLS_PROFILE_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The kind of an event, its "cat": docs/profiles.md. */
typedef enum trace_kind {
    TRACE_kernel,
    TRACE_copy,
    TRACE_event,
    TRACE_compile,
    TRACE_stage,
    TRACE_call,
    TRACE_launch,
    TRACE_wait,
    TRACE_span,
    TRACE_other, /* of another program: it is drawn */
    TRACE_KINDS
} trace_kind;

typedef struct trace_track {
    double pid, tid;
    const char *process, *name;
    bool is_device; /* of a queue */
} trace_track;

typedef struct trace_span {
    double begin, end;
    double bytes;
    const char *name, *device; /* device: of a compile; "" else */
    uint32_t track;
    trace_kind kind;
    bool cached;
} trace_span;

/* A value of the counter of a device's memory. */
typedef struct trace_count {
    double at, bytes;
    uint32_t track;
} trace_count;

/* From a track to another one, or to a later time. */
typedef struct trace_arrow {
    double id, from, to;
    uint32_t from_track, to_track;
    bool arrives;
} trace_arrow;

typedef struct trace {
    trace_track *tracks;
    trace_span *spans; /* by track, and by time within it */
    trace_count *counts;
    trace_arrow *arrows;
    size_t track_count, span_count, count_count, arrow_count;
    size_t track_room, span_room, count_room, arrow_room;
    double begin, end; /* of all spans */
    struct trace_text *texts[4096];
} trace;

/* Reads a file; false after printing why it cannot. */
bool trace_read(trace *t, const char *file);
void trace_free(trace *t);

#endif
