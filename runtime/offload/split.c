/* SPDX-License-Identifier: Apache-2.0 */
/* A loop whose iterations are split among several devices, so that all are done
 * at the same time, by what earlier parts took (shares.c).
 *
 * Each device has copies of all arrays. Which elements its part writes is not
 * known: so what differs from what was there before is what it wrote, byte by
 * byte, and two iterations write no element in common (else they race). Chunks
 * are the same as on one device, and so are results, wherever they are cut. */
#include "base/error.h"
#include "base/heap.h"
#include "base/try.h"
#include "recipe/report.h"
#include "runtime/kernel/loop_costs.h"
#include "runtime/launch/queue.h"
#include "runtime/offload/offload.h"

#include <inttypes.h>
#include <string.h>

typedef struct split {
    const pk_offload_loop *whole;
    pk_offload_loop parts[PK_OFFLOAD_MOST];
    uint32_t count;
} split;

/* Blocks of threads that a part has are whole, and those that join chunks. */
static uint64_t unit_of(const pk_offload_loop *l) {
    return l->kernel->join ? PK_LOOP_THREADS * PK_LOOP_PARTS : PK_LOOP_THREADS;
}

bool pk_offload_splits(const pk_offload_loop *l) {
    return l->offload->device_count > 1 && l->count > unit_of(l);
}

/* Devices that have no kernel get no part. */
static uint32_t find_able(const pk_offload_loop *l, pk_offload_loop *parts) {
    const pk_offload *o = l->offload;
    uint32_t able = 0;

    for (uint32_t i = 0; i < o->device_count; i++) {
        parts[able] = *l;
        parts[able].device = i;
        parts[able].kernel =
            pk_offload_kernel(o->devices[i].kernels, l->use.function);
        able += parts[able].kernel != NULL;
    }
    return able;
}

static void share(const pk_offload_loop *l, const pk_offload_loop *parts,
                  uint32_t count, double *shares) {
    pk_offload_split s = {.function = l->use.function,
                          .iterations = l->use.iterations,
                          .count = count,
                          .least = (double)unit_of(l) / 2 / (double)l->count};

    if (s.least > 1.0 / count)
        s.least = 1.0 / count;
    for (uint32_t i = 0; i < count; i++)
        s.speeds[i] = l->offload->devices[parts[i].device].speeds;
    pk_offload_share(&s, shares);
}

/* Iterations are as many for each thread. */
static void describe(pk_offload_loop *part, const pk_offload_loop *l) {
    pk_loop_costs *speeds = l->offload->devices[part->device].speeds;

    part->use.waits = pk_loop_may_fail(part->kernel);
    part->use.iterations = (uint64_t)((double)l->use.iterations *
                                      (double)part->count / (double)l->count);
    part->timed = speeds && pk_offload_wants_time(speeds, &part->use);
    pk_log(&l->offload->ctx->log, PK_LOG_debug, "offload",
           "%s: %" PRIu64 " of %" PRIu64 " iterations on %s", l->use.function,
           part->use.iterations, l->use.iterations,
           l->offload->devices[part->device].ctx->device.selector);
}

static void cut(split *s) {
    const pk_offload_loop *l = s->whole;
    const uint64_t unit = unit_of(l), units = (l->count + unit - 1) / unit;
    const uint32_t able = find_able(l, s->parts);
    double shares[PK_OFFLOAD_MOST], all = 0;
    uint64_t at = 0;

    share(l, s->parts, able, shares);
    for (uint32_t i = 0; i < able; i++) {
        pk_offload_loop *part = &s->parts[s->count];
        uint64_t end;
        all += shares[i];
        end = i + 1 < able ? (uint64_t)((double)units * all + 0.5) * unit
                           : l->count;
        *part = s->parts[i];
        part->first = at;
        part->count = (end < l->count ? end : l->count) - at;
        at += part->count;
        if (!part->count)
            continue;
        describe(part, l);
        s->count++;
    }
}

/* ---- arrays ---- */

/* The arrays are on the host, as all devices are to get them, and those that
 * are written are marked. */
static pk_status gather(const split *s, pk_error *err) {
    const pk_offload_loop *l = s->whole;
    pk_offload *o = l->offload;

    for (size_t i = 0; i < o->count; i++)
        o->memory[i].split = false;
    for (uint32_t i = 0; i < l->kernel->param_count; i++) {
        pk_offload_memory *m =
            pk_offload_is_array(l, i) ? pk_offload_memory_of(l, i) : NULL;
        if (!m)
            continue;
        PK_TRY(pk_offload_bring(o, m, false, err));
        m->fresh = false; /* what is in them differs, else */
        m->split |= pk_offload_is_written(l, i);
    }
    return PK_OK;
}

static char *host_of(const pk_offload_memory *m) {
    return (char *)(uintptr_t)m->begin; /* NOLINT(performance-no-int-to-ptr) */
}

static void merge(char *host, const char *before, const char *copy,
                  size_t size) {
    for (size_t i = 0; i < size; i++)
        if (copy[i] != before[i])
            host[i] = copy[i];
}

static pk_status merge_copies(const split *s, pk_offload_memory *m,
                              char *before, char *copy, pk_error *err) {
    pk_offload *o = s->whole->offload;
    const size_t size = (size_t)(m->end - m->begin);

    memcpy(before, host_of(m), size);
    for (uint32_t i = 0; i < s->count; i++) {
        const uint32_t device = s->parts[i].device;
        PK_TRY(pk_queue_read(o->devices[device].room->queue,
                             m->copies[device].buffer, 0, copy, size, err));
        PK_TRY(pk_offload_wait(o, device, err));
        merge(host_of(m), before, copy, size);
    }
    return PK_OK;
}

/* Joins what the devices wrote. */
static pk_status join(const split *s, pk_offload_memory *m, pk_error *err) {
    const pk_allocator *a = &s->whole->offload->ctx->allocator;
    const size_t size = (size_t)(m->end - m->begin);
    char *room = pk_heap_new(a, 2 * size);
    pk_status status;

    if (!room)
        return pk_fail_no_memory(err);
    status = merge_copies(s, m, room, room + size, err);
    pk_heap_free(a, room, 2 * size);
    for (uint32_t i = 0; i < s->whole->offload->device_count; i++) {
        m->copies[i].away = false;
        m->copies[i].there = false; /* it has its own part only */
    }
    return status;
}

static pk_status join_all(const split *s, pk_error *err) {
    pk_offload *o = s->whole->offload;

    for (size_t i = 0; i < o->count; i++)
        if (o->memory[i].split)
            PK_TRY(join(s, &o->memory[i], err));
    return PK_OK;
}

/* The host has all that was there before: parts that were begun are of no use.
 */
static void forget(const split *s) {
    pk_offload *o = s->whole->offload;

    for (size_t i = 0; i < o->count; i++)
        for (uint32_t n = 0; n < o->device_count && o->memory[i].split; n++) {
            o->memory[i].copies[n].away = false;
            o->memory[i].copies[n].there = false;
        }
}

/* ---- running ---- */

/* The lowest thread's report; of the devices all are waited for. */
static pk_status read_reports(const split *s, uint64_t *words, pk_error *err) {
    uint64_t each[PK_REPORT_prints];

    words[PK_REPORT_site] = UINT64_MAX;
    for (uint32_t i = 0; i < s->count; i++) {
        PK_TRY(pk_offload_read_report(&s->parts[i], each, err));
        if (each[PK_REPORT_site] < words[PK_REPORT_site])
            memcpy(words, each, sizeof each);
    }
    return PK_OK;
}

/* Notes the times of parts that are timed, where the driver tells them. */
static void note_times(const split *s) {
    for (uint32_t i = 0; i < s->count; i++) {
        const pk_offload_loop *part = &s->parts[i];
        const pk_offload_device *d = &part->offload->devices[part->device];
        uint64_t ns;
        if (part->timed && pk_event_wait(d->room->end, NULL) == PK_OK &&
            pk_event_elapsed(d->room->begin, d->room->end, &ns, NULL) ==
                PK_OK &&
            ns)
            pk_offload_add_time(d->speeds, &part->use, ns);
    }
}

pk_status pk_offload_run_split(pk_offload_loop *l, uint64_t *words,
                               pk_error *err) {
    split s = {.whole = l};
    pk_status status = PK_OK;

    cut(&s);
    PK_TRY(gather(&s, err));
    for (uint32_t i = 0; i < s.count && status == PK_OK; i++)
        status = pk_offload_launch(&s.parts[i], err);
    if (status != PK_OK)
        forget(&s);
    PK_TRY(status);
    if (pk_loop_may_fail(l->kernel))
        PK_TRY(read_reports(&s, words, err));
    PK_TRY(join_all(&s, err));
    note_times(&s);
    return PK_OK;
}
