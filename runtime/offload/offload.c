/* SPDX-License-Identifier: Apache-2.0 */
/* Launches of parallel loops. */
#include "runtime/offload/offload.h"
#include "base/error.h"
#include "base/heap.h"
#include "base/try.h"
#include "recipe/report.h"
#include "runtime/launch/queue.h"
#include "runtime/memory/memory.h"

#include <string.h>

enum {
    THREADS = PK_LOOP_THREADS, /* of a block */
    REPORT_BYTES = 8 * PK_REPORT_prints
};

/* A launch on its way. */
typedef struct loop {
    pk_offload *offload;
    const pk_loop_kernel_spec *kernel;
    const char *from; /* the packed block of the host's function */
    uint64_t count;   /* of threads */
    pk_buffer *parts; /* for results; NULL: it has none */
    char *params;
    pk_ref *refs;
    uint32_t ref_count;
} loop;

/* ---- the device ---- */

static void free_room(pk_context *ctx, pk_offload_room *room) {
    if (!room)
        return;
    pk_buffer_release(room->report);
    pk_queue_release(room->queue);
    pk_heap_free(&ctx->allocator, room, sizeof *room);
}

static pk_status take_room(pk_offload *o, pk_error *err) {
    pk_context *device = o->ctx->offload;

    o->room = atomic_exchange(&o->ctx->offload_room, NULL);
    if (o->room)
        return PK_OK;
    o->room = pk_heap_new(&o->ctx->allocator, sizeof *o->room);
    if (!o->room)
        return pk_fail_no_memory(err);
    PK_TRY(pk_queue_create(device, &o->room->queue, err));
    return pk_buffer_create(device, REPORT_BYTES, 0, &o->room->report, err);
}

static void give_room(pk_offload *o) {
    pk_offload_room *none = NULL;

    if (o->room && o->failure.status == PK_OK &&
        atomic_compare_exchange_strong(&o->ctx->offload_room, &none, o->room))
        return;
    free_room(o->ctx, o->room);
}

/* ---- arrays ---- */

static uint64_t number_at(const loop *l, uint32_t param) {
    const pk_entry *entry = &l->kernel->entry;
    uint64_t value = 0;

    memcpy(&value, l->from + l->kernel->params[param].from,
           entry->params[param].size);
    return value;
}

static bool is_array(const loop *l, uint32_t param) {
    return l->kernel->entry.params[param].is_buffer &&
           param != l->kernel->parts;
}

/* Whether all arrays lie in memory that may go to the device. */
static bool finds_all(const loop *l) {
    for (uint32_t i = 0; i < l->kernel->param_count; i++) {
        const pk_offload_memory *m =
            is_array(l, i) ? pk_offload_find(l->offload, number_at(l, i))
                           : NULL;
        if (is_array(l, i) &&
            (!m || (!m->dense && l->kernel->params[i].written)))
            return false;
    }
    return true;
}

static pk_status copy_in(const loop *l, pk_offload_memory *m, pk_error *err) {
    pk_context *device = l->offload->ctx->offload;
    const size_t size = (size_t)(m->end - m->begin);
    void *host = (void *)(uintptr_t)m->begin; /* NOLINT */

    if (!m->buffer && device->caps.features & PK_CAP_host_memory)
        m->shared = pk_buffer_import_host(device, host, size, &m->buffer,
                                          NULL) == PK_OK;
    if (!m->buffer)
        PK_TRY(pk_buffer_create(device, size, 0, &m->buffer, err));
    return m->shared ? PK_OK
                     : pk_queue_write(l->offload->room->queue, m->buffer, 0,
                                      host, size, err);
}

static pk_status copy_out(const loop *l, pk_offload_memory *m, pk_error *err) {
    void *host = (void *)(uintptr_t)m->begin; /* NOLINT */

    return m->shared ? PK_OK
                     : pk_queue_read(l->offload->room->queue, m->buffer, 0,
                                     host, (size_t)(m->end - m->begin), err);
}

/* For each memory that the kernel is passed, once. */
static pk_status for_memory(const loop *l, bool written,
                            pk_status (*visit)(const loop *l,
                                               pk_offload_memory *m,
                                               pk_error *err),
                            pk_error *err) {
    for (uint32_t i = 0; i < l->kernel->param_count; i++) {
        pk_offload_memory *m;
        bool again = false;
        if (!is_array(l, i) || (written && !l->kernel->params[i].written))
            continue;
        m = pk_offload_find(l->offload, number_at(l, i));
        for (uint32_t k = 0; k < i && !again; k++)
            again = is_array(l, k) &&
                    (!written || l->kernel->params[k].written) &&
                    pk_offload_find(l->offload, number_at(l, k)) == m;
        if (!again)
            PK_TRY(visit(l, m, err));
    }
    return PK_OK;
}

/* ---- packing ---- */

static void put_buffer(loop *l, uint32_t param, pk_buffer *buffer,
                       uint64_t offset) {
    const uint64_t address = buffer->device ? buffer->device + offset : 0;

    memcpy(l->params + l->kernel->entry.params[param].offset, &address,
           sizeof address);
    l->refs[l->ref_count++] = (pk_ref){.mem = buffer->mem, .offset = offset};
}

static void pack(loop *l) {
    const pk_loop_kernel_spec *k = l->kernel;

    for (uint32_t i = 0; i < k->param_count; i++) {
        const uint64_t value = number_at(l, i);
        const pk_offload_memory *m;
        if (i == k->parts) {
            put_buffer(l, i, l->parts, 0);
        } else if (k->entry.params[i].is_buffer) {
            m = pk_offload_find(l->offload, value);
            put_buffer(l, i, m->buffer, value - m->begin);
        } else {
            memcpy(l->params + k->entry.params[i].offset, &value,
                   k->entry.params[i].size);
        }
    }
    if (k->free) { /* a thread for each iteration */
        const uint64_t one = 1;
        memcpy(l->params + k->entry.params[1].offset, &one, sizeof one);
    }
    if (k->reports)
        put_buffer(l, k->param_count, l->offload->room->report, 0);
}

/* ---- running ---- */

static pk_status enter_and_launch(const loop *l, pk_error *err) {
    pk_queue *queue = l->offload->room->queue;
    pk_launch_desc desc = {.struct_size = sizeof desc,
                           .grid = {0, 1, 1},
                           .block = {THREADS, 1, 1},
                           .params = l->params,
                           .params_size = l->kernel->entry.params_size,
                           .refs = l->refs,
                           .ref_count = l->ref_count};
    pk_error why = {0};
    pk_status status;

    desc.grid[0] = (uint32_t)((l->count + THREADS - 1) / THREADS);
    PK_TRY(pk_queue_enter(queue, l->offload->ctx->offload, err));
    status = pk_queue_launch(queue, l->kernel->fun, &desc, 0, &why);
    if (status == PK_OK) {
        atomic_fetch_add(&queue->base.ctx->counters.launches, 1);
        status = pk_queue_count(queue, &why);
    }
    return pk_queue_leave(queue, status, &why, err);
}

/* The failure of the lowest thread, as the host's function would tell it. */
static void read_report(const loop *l, const uint64_t *words, int32_t at,
                        bool *failed) {
    const uint32_t site = (uint32_t)words[PK_REPORT_site];
    uint32_t *report;

    *failed = words[PK_REPORT_site] != UINT64_MAX;
    if (!*failed)
        return;
    memcpy(&report, l->from + at, sizeof report);
    report[PK_REPORT_site] =
        site && site <= l->kernel->site_count ? l->kernel->sites[site] : 0;
    for (int i = 0; i < 2 * PK_REPORT_VALUES; i++)
        report[PK_REPORT_values + i] = (uint32_t)words[PK_REPORT_values + i];
}

static pk_status run(loop *l, int32_t report, bool *failed, pk_error *err) {
    const pk_loop_kernel_spec *k = l->kernel;
    pk_queue *queue = l->offload->room->queue;
    static const uint64_t none = UINT64_MAX;
    uint64_t words[PK_REPORT_prints];

    if (k->parts != UINT32_MAX)
        PK_TRY(pk_buffer_create(l->offload->ctx->offload,
                                (size_t)k->parts_bytes, 0, &l->parts, err));
    PK_TRY(for_memory(l, false, copy_in, err));
    if (k->reports)
        PK_TRY(pk_queue_fill(queue, l->offload->room->report, 0, REPORT_BYTES,
                             &none, sizeof none, err));
    pack(l);
    PK_TRY(enter_and_launch(l, err));
    PK_TRY(for_memory(l, true, copy_out, err));
    if (l->parts)
        PK_TRY(pk_queue_read(queue, l->parts, 0,
                             (void *)(uintptr_t)number_at(l, k->parts),
                             (size_t)k->parts_bytes, err));
    if (k->reports)
        PK_TRY(pk_queue_read(queue, l->offload->room->report, 0, words,
                             sizeof words, err));
    PK_TRY(pk_queue_finish(queue, err));
    if (k->reports)
        read_report(l, words, report, failed);
    return PK_OK;
}

static pk_status run_with_memory(loop *l, int32_t report, bool *failed,
                                 pk_error *err) {
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
    status = run(l, report, failed, err);
    pk_buffer_release(l->parts);
    pk_heap_free(a, block, size);
    return status;
}

static const pk_loop_kernel_spec *find_kernel(const pk_loop_kernels *set,
                                              const char *block) {
    for (uint32_t i = 0; i < set->count; i++)
        if (!strcmp(set->items[i].block, block))
            return &set->items[i];
    return NULL;
}

/* A thread's number is the upper half of a failure's words. */
static bool fits(const pk_offload *o, uint64_t count) {
    return count < UINT32_MAX &&
           count / THREADS < o->ctx->offload->caps.max_grid_dim[0];
}

static bool run_loop(void *self, const char *function, const void *params,
                     int32_t report, uint64_t count, bool *failed) {
    pk_offload *o = self;
    loop l = {.offload = o,
              .kernel = find_kernel(o->spec->loops, function),
              .from = params,
              .count = count};

    if (!l.kernel || o->failure.status != PK_OK)
        return false;
    if (l.kernel->free)
        l.count = number_at(&l, 0);
    if (!fits(o, l.count) || !finds_all(&l))
        return false;
    *failed = false;
    if (run_with_memory(&l, report, failed, &o->failure) != PK_OK)
        *failed = true;
    return true;
}

/* ---- the call ---- */

static void made(void *self, void *memory, uint64_t size) {
    pk_offload *o = self;
    const uint64_t begin = (uintptr_t)memory;

    pk_offload_enter(o, (pk_offload_memory){.begin = begin,
                                            .end = begin + size,
                                            .dense = true});
}

static void gone(void *self, void *memory) {
    pk_offload_forget(self, (uintptr_t)memory);
}

static bool enter_leaf(pk_offload *o, const pk_leaf *leaf) {
    const pk_array *a = leaf->array;
    uint64_t bytes = 0;

    if (leaf->kind != PK_ARGTYPE_array || leaf->end <= leaf->begin)
        return true;
    bytes = leaf->extent.count * (uint64_t)pk_array_item_size(a);
    return pk_offload_enter(
        o, (pk_offload_memory){.begin = leaf->begin,
                               .end = leaf->end,
                               .dense = bytes == leaf->end - leaf->begin,
                               .given = true});
}

pk_status pk_offload_begin(pk_offload *o, const pk_spec *spec,
                           const pk_frame *frame, pk_error *err) {
    *o = (pk_offload){
        .table = {.self = o, .run = run_loop, .made = made, .gone = gone},
        .spec = spec,
        .ctx = spec->loops->host};
    for (uint32_t i = 0; i < frame->leaf_count; i++)
        if (!enter_leaf(o, &frame->leaves[i]))
            return pk_fail_no_memory(err);
    return take_room(o, err);
}

pk_status pk_offload_finish(pk_offload *o, pk_error *err) {
    pk_offload_forget_all(o);
    give_room(o);
    if (o->failure.status != PK_OK && err)
        *err = o->failure;
    return o->failure.status;
}
