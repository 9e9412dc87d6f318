/* SPDX-License-Identifier: Apache-2.0 */
/* The memory that the loops of a call may be passed, in order of addresses. */
#include "base/heap.h"
#include "base/try.h"
#include "runtime/offload/offload.h"

#include <string.h>

/* The number of those that end at the address or before it. */
static size_t rank(const pk_offload *o, uint64_t at) {
    size_t low = 0, high = o->count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (o->memory[middle].end <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

pk_offload_memory *pk_offload_find(const pk_offload *o, uint64_t at) {
    const size_t i = rank(o, at);

    return i < o->count && o->memory[i].begin <= at ? &o->memory[i] : NULL;
}

pk_status pk_offload_wait(pk_offload *o, pk_error *err) {
    pk_status status = pk_queue_finish(o->room->queue, err);

    for (size_t i = 0; i < o->count; i++)
        o->memory[i].busy = false;
    return status;
}

static void *host_of(const pk_offload_memory *m) {
    return (void *)(uintptr_t)m->begin; /* NOLINT(performance-no-int-to-ptr) */
}

pk_status pk_offload_send(pk_offload *o, pk_offload_memory *m, pk_error *err) {
    pk_context *device = o->ctx->offload;
    const size_t size = (size_t)(m->end - m->begin);

    if (!m->buffer && device->caps.features & PK_CAP_host_memory)
        m->shared = pk_buffer_import_host(device, host_of(m), size, &m->buffer,
                                          NULL) == PK_OK;
    if (!m->buffer)
        PK_TRY(pk_buffer_create(device, size, 0, &m->buffer, err));
    if (!m->shared && !m->there && !m->fresh)
        PK_TRY(pk_queue_write(o->room->queue, m->buffer, 0, host_of(m), size,
                              err));
    m->there = m->busy = true;
    return PK_OK;
}

/* Has what is away copied, by the time that the queue is waited for. */
static pk_status copy_back(pk_offload *o, const pk_offload_memory *m,
                           pk_error *err) {
    return m->away && !m->shared
               ? pk_queue_read(o->room->queue, m->buffer, 0, host_of(m),
                               (size_t)(m->end - m->begin), err)
               : PK_OK;
}

pk_status pk_offload_bring(pk_offload *o, pk_offload_memory *m, bool written,
                           pk_error *err) {
    PK_TRY(copy_back(o, m, err));
    if (m->away || (m->busy && written))
        PK_TRY(pk_offload_wait(o, err));
    m->away = false;
    if (written)
        m->there = m->fresh = false;
    return PK_OK;
}

pk_status pk_offload_bring_all(pk_offload *o, pk_error *err) {
    bool busy = false;

    for (size_t i = 0; i < o->count; i++) {
        pk_offload_memory *m = &o->memory[i];
        busy |= m->busy || m->away;
        PK_TRY(copy_back(o, m, err));
        m->away = m->there = m->fresh = false;
    }
    return busy ? pk_offload_wait(o, err) : PK_OK;
}

/* Work that fails is found by who waits next. */
static void take_out(pk_offload *o, size_t i) {
    if (o->memory[i].busy)
        pk_offload_wait(o, NULL);
    pk_buffer_release(o->memory[i].buffer);
    o->count--;
    memmove(o->memory + i, o->memory + i + 1,
            (o->count - i) * sizeof *o->memory);
}

bool pk_offload_enter(pk_offload *o, pk_offload_memory m) {
    void *items = o->memory;
    size_t i;

    if (m.begin >= m.end)
        return true;
    for (i = rank(o, m.begin); i < o->count && o->memory[i].begin < m.end;) {
        const pk_offload_memory old = o->memory[i];
        if (m.given && old.given) {
            m.dense &= old.dense;
            m.begin = old.begin < m.begin ? old.begin : m.begin;
            m.end = old.end > m.end ? old.end : m.end;
        }
        take_out(o, i);
    }
    if (!pk_heap_grow(&o->ctx->allocator, &items, &o->capacity, o->count + 1,
                      sizeof *o->memory))
        return false;
    o->memory = items;
    memmove(o->memory + i + 1, o->memory + i,
            (o->count - i) * sizeof *o->memory);
    o->memory[i] = m;
    o->count++;
    return true;
}

void pk_offload_forget(pk_offload *o, uint64_t begin) {
    const size_t i = rank(o, begin);

    if (i < o->count && o->memory[i].begin == begin && !o->memory[i].given)
        take_out(o, i);
}

void pk_offload_forget_all(pk_offload *o) {
    while (o->count)
        take_out(o, o->count - 1);
    pk_heap_free(&o->ctx->allocator, o->memory,
                 o->capacity * sizeof *o->memory);
    o->memory = NULL;
    o->capacity = 0;
}
