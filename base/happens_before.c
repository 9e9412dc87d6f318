/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of what is known to have happened, and who may learn of it where. */
#include "base/happens_before.h"

#include <string.h>

static size_t size_of(uint32_t count) {
    return sizeof(pk_vector_clock) +
           count * sizeof(struct pk_vector_clock_entry);
}

void pk_vector_clock_drop(const pk_vector_clocks *sets,
                          pk_vector_clock *known) {
    if (known && --known->references == 0)
        sets->allocator->release(sets->allocator->self, known,
                                 size_of(known->count));
}

uint32_t pk_vector_clock_time(const pk_vector_clock *known, uint64_t key) {
    uint32_t low = 0, high = known ? known->count : 0;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (known->entries[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return known && low < known->count && known->entries[low].key == key
               ? known->entries[low].time
               : 0;
}

/* How many entries the union has, and whether it is just `a`. */
static uint32_t union_count(const pk_vector_clock *a,
                            const struct pk_vector_clock_entry *b,
                            uint32_t count, bool *same) {
    uint32_t i = 0, j = 0, total = 0;

    *same = true;
    while (i < a->count || j < count) {
        if (j == count || (i < a->count && a->entries[i].key < b[j].key)) {
            i++;
        } else if (i == a->count || b[j].key < a->entries[i].key) {
            *same = false;
            j++;
        } else {
            if (b[j].time > a->entries[i].time)
                *same = false;
            i++;
            j++;
        }
        total++;
    }
    return total;
}

static void merge(pk_vector_clock *out, const pk_vector_clock *a,
                  const struct pk_vector_clock_entry *b, uint32_t count) {
    uint32_t i = 0, j = 0, at = 0;

    while (i < a->count || j < count) {
        if (j == count || (i < a->count && a->entries[i].key < b[j].key)) {
            out->entries[at++] = a->entries[i++];
        } else if (i == a->count || b[j].key < a->entries[i].key) {
            out->entries[at++] = b[j++];
        } else {
            out->entries[at] = a->entries[i++];
            if (b[j].time > out->entries[at].time)
                out->entries[at].time = b[j].time;
            j++;
            at++;
        }
    }
}

void pk_vector_clock_add(pk_vector_clocks *sets, pk_vector_clock **into,
                         const struct pk_vector_clock_entry *entries,
                         uint32_t count) {
    static const pk_vector_clock empty = {0};
    const pk_vector_clock *old = *into ? *into : &empty;
    pk_vector_clock *fresh;
    uint32_t total;
    bool same;

    if (!count)
        return;
    total = union_count(old, entries, count, &same);
    if (same)
        return;
    fresh = sets->allocator->alloc(sets->allocator->self, size_of(total));
    if (!fresh) {
        sets->failed = true;
        return;
    }
    fresh->references = 1;
    fresh->count = total;
    merge(fresh, old, entries, count);
    pk_vector_clock_drop(sets, *into);
    *into = fresh;
}

void pk_vector_clock_join(pk_vector_clocks *sets, pk_vector_clock **into,
                          pk_vector_clock *more) {
    if (*into == more || !more)
        return;
    if (!*into) {
        *into = pk_vector_clock_share(more);
        return;
    }
    pk_vector_clock_add(sets, into, more->entries, more->count);
}

void pk_vector_clock_replace(const pk_vector_clocks *sets,
                             pk_vector_clock **old, pk_vector_clock *fresh) {
    if (*old == fresh)
        return;
    pk_vector_clock_drop(sets, *old);
    *old = pk_vector_clock_share(fresh);
}

/* ---- the clocks of a thread ---- */

void pk_thread_clock_join(pk_vector_clocks *sets, pk_thread_clock *into,
                          const pk_thread_clock *more) {
    pk_vector_clock_join(sets, &into->known, more->known);
    pk_vector_clock_join(sets, &into->fenced, more->fenced);
    pk_vector_clock_join(sets, &into->fenced_block, more->fenced_block);
}

void pk_thread_clock_replace(const pk_vector_clocks *sets, pk_thread_clock *old,
                             const pk_thread_clock *fresh) {
    pk_vector_clock_replace(sets, &old->known, fresh->known);
    pk_vector_clock_replace(sets, &old->fenced, fresh->fenced);
    pk_vector_clock_replace(sets, &old->fenced_block, fresh->fenced_block);
}

void pk_thread_clock_drop(const pk_vector_clocks *sets,
                          pk_thread_clock *clock) {
    pk_thread_clock_replace(sets, clock, &(pk_thread_clock){0});
}

/* ---- flags ---- */

enum { FIRST_FLAGS = 256 };

/* Where the address is, or may be put. */
static pk_flag *find_slot(const pk_flags *flags, uint64_t address) {
    uint64_t at = address * UINT64_C(0x9e3779b97f4a7c15) >> 20;

    for (;; at++) {
        pk_flag *flag = &flags->slots[at & (flags->capacity - 1)];
        if (!flag->address || flag->address == address)
            return flag;
    }
}

static bool grow(pk_flags *flags, pk_vector_clocks *sets) {
    const pk_allocator *a = sets->allocator;
    pk_flags more = {.count = flags->count,
                     .capacity =
                         flags->capacity ? flags->capacity * 2 : FIRST_FLAGS};
    size_t size = more.capacity * sizeof *more.slots;

    more.slots = a->alloc(a->self, size);
    if (!more.slots) {
        sets->failed = true;
        return false;
    }
    memset(more.slots, 0, size);
    for (uint32_t i = 0; i < flags->capacity; i++)
        if (flags->slots[i].address)
            *find_slot(&more, flags->slots[i].address) = flags->slots[i];
    if (flags->slots)
        a->release(a->self, flags->slots,
                   flags->capacity * sizeof *flags->slots);
    *flags = more;
    return true;
}

pk_flag *pk_flags_at(pk_flags *flags, pk_vector_clocks *sets, uint64_t address,
                     bool make) {
    pk_flag *flag = flags->capacity ? find_slot(flags, address) : NULL;

    if (flag && flag->address)
        return flag;
    if (!make)
        return NULL;
    if (flags->count * 2 >= flags->capacity && !grow(flags, sets))
        return NULL;
    flag = find_slot(flags, address);
    flags->count++;
    flag->address = address;
    return flag;
}

void pk_flag_learn(pk_vector_clocks *sets, const pk_flag *flag, uint32_t block,
                   pk_thread_clock *thread) {
    pk_vector_clock_join(sets, &thread->known, flag->device);
    if (flag->owner == block)
        pk_vector_clock_join(sets, &thread->known, flag->block);
}

void pk_flag_publish(pk_vector_clocks *sets, pk_flag *flag, uint32_t block,
                     const pk_thread_clock *thread, bool anew, bool narrow) {
    if (anew)
        pk_vector_clock_replace(sets, &flag->device, NULL);
    if (anew || flag->owner != block)
        pk_vector_clock_replace(sets, &flag->block, NULL);
    flag->owner = block;
    pk_vector_clock_join(sets, &flag->block, thread->fenced_block);
    pk_vector_clock_join(sets, narrow ? &flag->block : &flag->device,
                         thread->fenced);
}

void pk_flags_finish(pk_flags *flags, const pk_vector_clocks *sets) {
    for (uint32_t i = 0; i < flags->capacity; i++) {
        pk_vector_clock_drop(sets, flags->slots[i].device);
        pk_vector_clock_drop(sets, flags->slots[i].block);
    }
    if (flags->slots)
        sets->allocator->release(sets->allocator->self, flags->slots,
                                 flags->capacity * sizeof *flags->slots);
    *flags = (pk_flags){0};
}
