/* SPDX-License-Identifier: Apache-2.0 */
/* A loop, or a part of it, as a launch on one device. */
#include "base/error.h"
#include "base/heap.h"
#include "base/try.h"
#include "recipe/report.h"
#include "runtime/launch/queue.h"
#include "runtime/memory/memory.h"
#include "runtime/offload/offload.h"

#include <string.h>

static pk_offload_device *device_of(const pk_offload_loop *l) {
    return &l->offload->devices[l->device];
}

/* ---- parameters ---- */

uint64_t pk_offload_number(const pk_offload_loop *l, uint32_t param) {
    const pk_entry *entry = &l->kernel->entry;
    uint64_t value = 0;

    memcpy(&value, l->from + l->kernel->params[param].from,
           entry->params[param].size);
    return value;
}

static bool is_scratch(const pk_offload_loop *l, uint32_t param) {
    return l->kernel->scratch_bytes && param + 1 == l->kernel->param_count;
}

/* The number of the launch's first thread is no parameter of the host's
 * function. */
static bool is_first(const pk_offload_loop *l, uint32_t param) {
    return !l->kernel->entry.params[param].is_buffer &&
           l->kernel->params[param].from == UINT32_MAX;
}

bool pk_offload_is_array(const pk_offload_loop *l, uint32_t param) {
    return l->kernel->entry.params[param].is_buffer && !is_scratch(l, param);
}

/* Which array gets the results of chunks whose parts are joined. */
static uint32_t results_param(const pk_offload_loop *l) {
    uint32_t param = l->kernel->param_count;

    while (!pk_offload_is_array(l, --param))
        ;
    return param;
}

bool pk_offload_is_written(const pk_offload_loop *l, uint32_t param) {
    return pk_offload_is_array(l, param) &&
           (l->kernel->params[param].written ||
            (l->kernel->join && param == results_param(l)));
}

pk_offload_memory *pk_offload_memory_of(const pk_offload_loop *l,
                                        uint32_t param) {
    return pk_offload_find(l->offload, pk_offload_number(l, param));
}

static pk_status send_all(const pk_offload_loop *l, pk_error *err) {
    for (uint32_t i = 0; i < l->kernel->param_count; i++)
        if (pk_offload_is_array(l, i))
            PK_TRY(pk_offload_send(l->offload, pk_offload_memory_of(l, i),
                                   l->device, err));
    return PK_OK;
}

static void note_written(const pk_offload_loop *l) {
    for (uint32_t i = 0; i < l->kernel->param_count; i++) {
        pk_offload_memory *m =
            pk_offload_is_written(l, i) ? pk_offload_memory_of(l, i) : NULL;
        if (!m)
            continue;
        for (uint32_t d = 0; d < l->offload->device_count; d++)
            m->copies[d].there &= d == l->device;
        m->copies[l->device].away = true;
        m->fresh = false;
    }
}

/* ---- packing ---- */

static void put_number(pk_offload_loop *l, uint32_t param, uint64_t number) {
    memcpy(l->params + l->kernel->entry.params[param].offset, &number,
           sizeof number);
}

static void put_buffer(pk_offload_loop *l, uint32_t param,
                       const pk_buffer *buffer, uint64_t offset) {
    put_number(l, param, buffer->device ? buffer->device + offset : 0);
    l->refs[l->ref_count++] = (pk_ref){.mem = buffer->mem, .offset = offset};
}

/* As parameter `param` the array that is parameter `which` of another kernel.
 */
static void put_array(pk_offload_loop *l, uint32_t param,
                      const pk_offload_loop *of, uint32_t which) {
    const pk_offload_memory *m = pk_offload_memory_of(of, which);

    put_buffer(l, param, m->copies[l->device].buffer,
               pk_offload_number(of, which) - m->begin);
}

static void pack(pk_offload_loop *l) {
    const pk_loop_kernel_spec *k = l->kernel;

    l->ref_count = 0;
    for (uint32_t i = 0; i < k->param_count; i++) {
        if (is_scratch(l, i))
            put_buffer(l, i, device_of(l)->room->scratch, 0);
        else if (is_first(l, i))
            put_number(l, i, l->first);
        else if (pk_offload_is_array(l, i))
            put_array(l, i, l, i);
        else
            memcpy(l->params + k->entry.params[i].offset,
                   l->from + k->params[i].from, k->entry.params[i].size);
    }
    if (k->reports)
        put_buffer(l, k->param_count, device_of(l)->room->report, 0);
}

/* Its chunks are counted up to the end of the part. */
static void pack_join(pk_offload_loop *join, const pk_offload_loop *l) {
    put_number(join, PK_JOIN_count, join->first + join->count);
    put_buffer(join, PK_JOIN_parts, device_of(l)->room->scratch, 0);
    put_array(join, PK_JOIN_results, l, results_param(l));
    put_number(join, PK_JOIN_first, join->first);
}

/* ---- launching ---- */

static pk_status enter_and_launch(const pk_offload_loop *l, pk_error *err) {
    pk_queue *queue = device_of(l)->room->queue;
    pk_launch_desc desc = {.struct_size = sizeof desc,
                           .grid = {0, 1, 1},
                           .block = {PK_LOOP_THREADS, 1, 1},
                           .params = l->params,
                           .params_size = l->kernel->entry.params_size,
                           .refs = l->refs,
                           .ref_count = l->ref_count};
    pk_error why = {0};
    pk_status status;

    desc.grid[0] =
        (uint32_t)((l->count + PK_LOOP_THREADS - 1) / PK_LOOP_THREADS);
    PK_TRY(pk_queue_enter(queue, device_of(l)->ctx, err));
    status = pk_launch_named(queue, l->use.function, NULL, l->kernel->fun,
                             &desc, 0, &why);
    if (status == PK_OK) {
        atomic_fetch_add(&queue->base.ctx->counters.launches, 1);
        status = pk_queue_count(queue, &why);
    }
    return pk_queue_leave(queue, status, &why, err);
}

/* The parts of the chunks become their results. */
static pk_status run_join(const pk_offload_loop *l, pk_error *err) {
    _Alignas(8) char params[PK_JOIN_BYTES] = {0};
    pk_ref refs[2];
    pk_offload_loop join = {.offload = l->offload,
                            .device = l->device,
                            .kernel = l->kernel->join,
                            .use = {.function = l->use.function},
                            .first = l->first / PK_LOOP_PARTS,
                            .count = l->count / PK_LOOP_PARTS,
                            .params = params,
                            .refs = refs};

    pack_join(&join, l);
    return enter_and_launch(&join, err);
}

/* Scratch for the parts, of which earlier launches may still make use: they are
 * in front of this one in its queue. */
static pk_status need_scratch(const pk_offload_loop *l, pk_error *err) {
    pk_offload_room *room = device_of(l)->room;
    const size_t size = (size_t)l->kernel->scratch_bytes;

    if (!size || (room->scratch && room->scratch->size >= size))
        return PK_OK;
    PK_TRY(pk_offload_wait(l->offload, l->device, err));
    pk_buffer_release(room->scratch);
    room->scratch = NULL;
    return pk_buffer_create(device_of(l)->ctx, size, 0, &room->scratch, err);
}

/* The time of a part is that between two events: devices run theirs at once. */
static pk_status need_events(const pk_offload_loop *l, pk_error *err) {
    pk_offload_room *room = device_of(l)->room;

    if (!room->begin)
        PK_TRY(pk_event_create(device_of(l)->ctx, &room->begin, err));
    if (!room->end)
        PK_TRY(pk_event_create(device_of(l)->ctx, &room->end, err));
    return PK_OK;
}

static pk_status launch(pk_offload_loop *l, pk_error *err) {
    static const uint64_t none = UINT64_MAX;
    pk_offload_room *room = device_of(l)->room;

    PK_TRY(need_scratch(l, err));
    if (l->timed)
        PK_TRY(need_events(l, err));
    PK_TRY(send_all(l, err));
    if (pk_loop_may_fail(l->kernel))
        PK_TRY(pk_queue_fill(room->queue, room->report, 0, PK_LOOP_REPORT,
                             &none, sizeof none, err));
    pack(l);
    PK_TRY(pk_offload_measure(l->offload, &l->use, err));
    if (l->timed)
        PK_TRY(pk_queue_record(room->queue, room->begin, err));
    PK_TRY(enter_and_launch(l, err));
    l->launched = true;
    note_written(l);
    if (l->kernel->join)
        PK_TRY(run_join(l, err));
    if (l->timed)
        PK_TRY(pk_queue_record(room->queue, room->end, err));
    return pk_offload_measured(l->offload, &l->use, err);
}

pk_status pk_offload_launch(pk_offload_loop *l, pk_error *err) {
    const pk_allocator *a = &l->offload->ctx->allocator;
    const pk_entry *entry = &l->kernel->entry;
    const size_t refs = entry->param_count * sizeof(pk_ref);
    const size_t size = refs + entry->params_size + 8;
    char *block = pk_heap_new(a, size);
    pk_status status;

    if (!block)
        return pk_fail_no_memory(err);
    l->refs = (pk_ref *)(void *)block;
    l->params = block + refs;
    status = launch(l, err);
    pk_heap_free(a, block, size);
    return status;
}

pk_status pk_offload_read_report(const pk_offload_loop *l, uint64_t *words,
                                 pk_error *err) {
    pk_offload_room *room = device_of(l)->room;

    PK_TRY(pk_queue_read(room->queue, room->report, 0, words, PK_LOOP_REPORT,
                         err));
    return pk_offload_wait(l->offload, l->device, err);
}
