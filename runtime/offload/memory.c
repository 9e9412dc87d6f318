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

pk_status pk_offload_wait(pk_offload *o, uint32_t device, pk_error *err) {
    pk_status status = pk_queue_finish(o->devices[device].room->queue, err);

    for (size_t i = 0; i < o->count; i++)
        o->memory[i].copies[device].busy = false;
    return status;
}

static void *host_of(const pk_offload_memory *m) {
    return (void *)(uintptr_t)m->begin; /* NOLINT(performance-no-int-to-ptr) */
}

pk_status pk_offload_send(pk_offload *o, pk_offload_memory *m, uint32_t device,
                          pk_error *err) {
    const pk_offload_device *d = &o->devices[device];
    const size_t size = (size_t)(m->end - m->begin);
    pk_offload_copy *c = &m->copies[device];

    /* Several devices have copies, which are compared (split.c). */
    if (!c->buffer && o->device_count == 1 &&
        d->ctx->caps.features & PK_CAP_host_memory)
        c->shared = pk_buffer_import_host(d->ctx, host_of(m), size, &c->buffer,
                                          NULL) == PK_OK;
    if (!c->buffer)
        PK_TRY(pk_buffer_create(d->ctx, size, 0, &c->buffer, err));
    if (!c->shared && !c->there && !m->fresh)
        PK_TRY(pk_queue_write(d->room->queue, c->buffer, 0, host_of(m), size,
                              err));
    c->there = c->busy = true;
    return PK_OK;
}

/* Has what is away copied, by the time that the queue is waited for. */
static pk_status copy_back(pk_offload *o, const pk_offload_memory *m,
                           uint32_t device, pk_error *err) {
    const pk_offload_copy *c = &m->copies[device];

    return c->away && !c->shared
               ? pk_queue_read(o->devices[device].room->queue, c->buffer, 0,
                               host_of(m), (size_t)(m->end - m->begin), err)
               : PK_OK;
}

pk_status pk_offload_bring(pk_offload *o, pk_offload_memory *m, bool written,
                           pk_error *err) {
    for (uint32_t i = 0; i < o->device_count; i++) {
        pk_offload_copy *c = &m->copies[i];
        PK_TRY(copy_back(o, m, i, err));
        if (c->away || (c->busy && written))
            PK_TRY(pk_offload_wait(o, i, err));
        c->away = false;
        c->there &= !written;
    }
    m->fresh &= !written;
    return PK_OK;
}

pk_status pk_offload_bring_all(pk_offload *o, pk_error *err) {
    for (uint32_t device = 0; device < o->device_count; device++) {
        bool busy = false;
        for (size_t i = 0; i < o->count; i++) {
            pk_offload_memory *m = &o->memory[i];
            pk_offload_copy *c = &m->copies[device];
            busy |= c->busy || c->away;
            PK_TRY(copy_back(o, m, device, err));
            c->away = c->there = m->fresh = false;
        }
        if (busy)
            PK_TRY(pk_offload_wait(o, device, err));
    }
    return PK_OK;
}

/* Work that fails is found by who waits next. */
void pk_offload_drop_copies(pk_offload *o, pk_offload_memory *m) {
    for (uint32_t device = 0; device < o->device_count; device++) {
        pk_offload_copy *c = &m->copies[device];
        if (c->busy)
            pk_offload_wait(o, device, NULL);
        pk_buffer_release(c->buffer);
        *c = (pk_offload_copy){.buffer = NULL};
    }
}

static void take_out(pk_offload *o, size_t i) {
    pk_offload_drop_copies(o, &o->memory[i]);
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
