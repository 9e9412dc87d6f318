/* SPDX-License-Identifier: Apache-2.0 */
/* The device's part of a profile: when work in a queue began and ended, by
 * events around it. They are read when the queue has been waited for; where the
 * device does not say, the times are those of the calls. Without a profile
 * nothing is measured. */
#ifndef PORTKERN_RUNTIME_CONTEXT_TIMELINE_H
#define PORTKERN_RUNTIME_CONTEXT_TIMELINE_H

#include "base/text.h"
#include "runtime/context/context.h"

/* NULL without memory. */
pk_timeline *pk_timeline_create(const pk_allocator *allocator);
/* NULL is fine. */
void pk_timeline_destroy(const pk_allocator *allocator, pk_timeline *timeline);

/* Work that is being put into a queue. */
typedef struct pk_timed {
    pk_evt *begin; /* NULL: the device does not say */
    uint64_t ns;   /* of the host; 0: it is not measured */
} pk_timed;

pk_timed pk_timeline_begin(pk_context *ctx, pk_que *que);
/* Adds what was put into the queue since `t`, whose times and track the event
 * does not have yet; NULL: nothing was. Returns its number. */
size_t pk_timeline_end(pk_context *ctx, pk_que *que, pk_timed t,
                       const pk_profile_event *event);
/* The same of a copy or, by a `src` of nothing, a fill. */
void pk_timeline_end_copy(pk_context *ctx, pk_que *que, pk_timed t,
                          pk_status status, pk_ref dst, pk_ref src,
                          uint64_t bytes);

static inline pk_timed pk_timed_begin(pk_context *ctx, pk_que *que) {
    return ctx->profile ? pk_timeline_begin(ctx, que) : (pk_timed){0};
}

/* Before a queue goes: nothing of it is under way. */
void pk_timeline_forget(pk_context *ctx, pk_que *que);

/* The plugin's entries of these names, with their part of the profile; a copy
 * is counted for pk_context_stats. */
pk_status pk_context_copy(pk_context *ctx, pk_que *que, pk_ref dst, pk_ref src,
                          uint64_t size, pk_error *err);
pk_status pk_context_fill(pk_context *ctx, pk_que *que, pk_ref dst,
                          uint64_t size, const void *pattern,
                          uint32_t pattern_size, pk_error *err);
pk_status pk_context_sync(pk_context *ctx, pk_que *que, pk_error *err);

/* The caller has waited, for the event of that number of the profile. */
void pk_timeline_waited(pk_context *ctx, const char *name, size_t from,
                        uint64_t begin_ns, uint64_t end_ns);
/* The device's memory in use has changed. */
void pk_timeline_count_memory(pk_context *ctx);

#endif
