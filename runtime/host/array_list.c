/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of arrays as arguments. Compiled code works on the memory of their
 * items and counts no owners of it, unless it may keep some: whose it is is
 * found by the address when the function has returned. */
#include "runtime/host/array_list.h"

#include "base/counted.h"
#include "base/error.h"
#include "base/heap.h"
#include "runtime/memory/array.h"

#include <stdlib.h>
#include <string.h>

/* ---- memory of the program's own ---- */

/* The data of such memory, behind its head. */
typedef struct foreign {
    void (*release)(void *self);
    void *self;
} foreign;

/* The allocator of such memory, when its last owner has gone. */
static void release_foreign(void *head, void *block, size_t size) {
    const foreign *f = pk_counted_data(head);
    const foreign copy = *f;

    pk_heap.release(pk_heap.self, block, size);
    copy.release(copy.self);
}

pk_status pk_kept_memory_create(void (*release)(void *self), void *self,
                                pk_kept_memory **out, pk_error *err) {
    pk_counted *counted;

    if (!release || !out)
        return pk_fail(err, PK_BAD_ARG, "%s is NULL",
                       release ? "out" : "release");
    counted = pk_counted_new(&pk_heap, sizeof(foreign), false);
    if (!counted)
        return pk_fail_no_memory(err);
    *(foreign *)pk_counted_data(counted) = (foreign){release, self};
    counted->allocator.self = counted;
    counted->allocator.release = release_foreign;
    *out = (pk_kept_memory *)counted;
    return PK_OK;
}

void *pk_kept_memory_self(const pk_kept_memory *memory,
                          void (*release)(void *self)) {
    pk_counted *counted = (pk_counted *)(uintptr_t)memory;
    const foreign *f = memory ? pk_counted_data(counted) : NULL;

    return f && counted->allocator.release == release_foreign &&
                   f->release == release
               ? f->self
               : NULL;
}

/* ---- owners ---- */

static bool same_axes(const pk_array *item, const pk_result *after) {
    for (uint32_t i = 0; i < item->ndim; i++)
        if (item->shape[i] != after->shape[i] ||
            (item->shape[i] > 1 && item->strides[i] != after->strides[i]))
            return false;
    return true;
}

typedef struct search {
    const pk_arg *args;
    size_t count;
    pk_arena *arena;
    pk_adopted **kept;
    size_t near; /* the item that was found last, and is looked at first */
} search;

static bool has_byte(const pk_array *item, const void *data) {
    const uint64_t at = (uintptr_t)data, host = (uintptr_t)item->host;
    pk_extent e;

    return pk_array_measure(item, &e, NULL) == PK_OK &&
           at - (host + (uint64_t)e.low) < (uint64_t)(e.high - e.low);
}

/* The owner of the item that the array is, or else of one that has it. */
static pk_kept_memory *owner_in(search *s, const pk_array_list *list,
                                const pk_result *r, bool is_item) {
    for (size_t i = 0; list->owners && i < list->count; i++) {
        const size_t at = (s->near + i) % list->count;
        const pk_array *item = &list->items[at];
        if (!list->owners[at] ||
            !(is_item ? item->host == r->data && item->ndim == r->count &&
                            same_axes(item, r)
                      : has_byte(item, r->data)))
            continue;
        s->near = at + 1;
        return list->owners[at];
    }
    return NULL;
}

static pk_kept_memory *find_owner(search *s, const pk_result *r) {
    pk_kept_memory *found = NULL;

    for (int pass = 0; pass < 2 && !found; pass++)
        for (size_t i = 0; i < s->count && !found; i++)
            if (s->args[i].kind == PK_ARG_arrays)
                found = owner_in(s, s->args[i].value.arrays, r, !pass);
    return found;
}

static void adopt(search *s, pk_result *r, bool held) {
    pk_adopted *a = NULL;

    for (uint32_t i = 0; r->items && i < r->count; i++)
        adopt(s, &r->items[i], held || r->kind != PK_RESULT_TUPLE);
    if (r->kind != PK_RESULT_ARRAY || r->memory)
        return;
    r->memory = find_owner(s, r);
    if (r->memory && held) {
        a = PK_NEW(s->arena, pk_adopted);
        if (s->arena->failed) {
            r->memory = NULL;
            return;
        }
        *a = (pk_adopted){*s->kept, r->memory};
        *s->kept = a;
    }
    pk_counted_retain((pk_counted *)r->memory);
}

void pk_array_lists_adopt(const pk_arg *args, size_t count, pk_result *result,
                          pk_arena *arena, pk_adopted **kept) {
    search s = {args, count, arena, kept, 0};

    adopt(&s, result, false);
}

/* ---- ranges ---- */

size_t pk_array_lists_count(const pk_arg *args, size_t count) {
    size_t items = 0;

    for (size_t i = 0; i < count; i++)
        if (args[i].kind == PK_ARG_arrays)
            items += args[i].value.arrays->count;
    return items;
}

static pk_call_range range_of(const pk_array *item) {
    pk_extent e;

    if (pk_array_measure(item, &e, NULL) != PK_OK)
        return (pk_call_range){0};
    return (pk_call_range){(char *)item->host + e.low,
                           (uint64_t)(e.high - e.low)};
}

void pk_array_lists_ranges(const pk_arg *args, size_t count,
                           pk_call_range *out) {
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0;
             args[i].kind == PK_ARG_arrays && k < args[i].value.arrays->count;
             k++)
            *out++ = range_of(&args[i].value.arrays->items[k]);
}

static int compare(const void *a, const void *b) {
    const uintptr_t x = (uintptr_t)((const pk_call_range *)a)->host;
    const uintptr_t y = (uintptr_t)((const pk_call_range *)b)->host;

    return x < y ? -1 : x > y;
}

uint32_t pk_ranges_merge(pk_call_range *ranges, uint32_t count) {
    uint32_t kept = 0;

    qsort(ranges, count, sizeof *ranges, compare);
    for (uint32_t i = 0; i < count; i++) {
        pk_call_range *last = &ranges[kept ? kept - 1 : 0];
        const uint64_t begin = (uintptr_t)ranges[i].host;
        const uint64_t end = begin + ranges[i].size;
        if (kept && begin < (uintptr_t)last->host + last->size) {
            if (end > (uintptr_t)last->host + last->size)
                last->size = end - (uintptr_t)last->host;
        } else if (ranges[i].size) {
            ranges[kept++] = ranges[i];
        }
    }
    return kept;
}
