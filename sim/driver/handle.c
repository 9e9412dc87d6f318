/* SPDX-License-Identifier: Apache-2.0 */
/* Handles: a kind, a place in one table, and how often that place was used. */
#include "sim/driver/driver.h"

#include <stdlib.h>

/* Places start here, so that no handle is NULL or one of the small numbers
 * that name the default streams. */
enum { FIRST = 16, KIND_BITS = 4, SLOT_BITS = 32, SLOT_SHIFT = KIND_BITS };

typedef struct slot {
    void *object; /* NULL: free */
    drv_kind kind;
    uint32_t generation;
    size_t next_free; /* of a free one; 0: the last */
} slot;

static slot *slots;
static size_t slot_count, slot_capacity, first_free;
static size_t counts[DRV_KINDS];

static bool grow(void) {
    size_t capacity = slot_capacity ? slot_capacity * 2 : 64;
    slot *more = realloc(slots, capacity * sizeof *slots);

    if (!more)
        return false;
    slots = more;
    slot_capacity = capacity;
    return true;
}

static size_t take_slot(void) {
    size_t index = first_free;

    if (index) {
        first_free = slots[index].next_free;
        return index;
    }
    if (slot_count < FIRST)
        slot_count = FIRST;
    if (slot_count == slot_capacity || !slots)
        if (!grow())
            return 0;
    slots[slot_count] = (slot){0};
    return slot_count++;
}

void *drv_handle_new(drv_kind kind, void *object) {
    size_t index = take_slot();
    slot *s;

    if (!index)
        return NULL;
    s = &slots[index];
    s->object = object;
    s->kind = kind;
    s->generation = (s->generation + 1) & 0xffffff;
    counts[kind]++;
    return (void *)(uintptr_t)((uint64_t)s->generation
                                   << (SLOT_BITS + SLOT_SHIFT) |
                               (uint64_t)index << SLOT_SHIFT | (uint64_t)kind);
}

static slot *find(drv_kind kind, const void *handle) {
    uint64_t bits = (uintptr_t)handle;
    size_t index = bits >> SLOT_SHIFT & UINT32_MAX;
    slot *s;

    if ((bits & ((1 << KIND_BITS) - 1)) != kind || index < FIRST ||
        index >= slot_count)
        return NULL;
    s = &slots[index];
    return s->object && s->kind == kind &&
                   bits >> (SLOT_BITS + SLOT_SHIFT) == s->generation
               ? s
               : NULL;
}

void *drv_handle_get(drv_kind kind, const void *handle) {
    slot *s = find(kind, handle);

    return s ? s->object : NULL;
}

void drv_handle_drop(drv_kind kind, const void *handle) {
    slot *s = find(kind, handle);

    if (!s)
        return;
    s->object = NULL;
    s->next_free = first_free;
    first_free = (size_t)(s - slots);
    counts[kind]--;
}

void *drv_handle_next(drv_kind kind, size_t *at) {
    for (size_t i = *at < FIRST ? FIRST : *at; i < slot_count; i++)
        if (slots[i].object && slots[i].kind == kind) {
            *at = i + 1;
            return slots[i].object;
        }
    *at = slot_count;
    return NULL;
}

size_t drv_handle_count(drv_kind kind) {
    return counts[kind];
}
