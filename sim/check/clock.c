/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of what is known to have happened. */
#include "sim/check/clock.h"

static size_t size_of(uint32_t count) {
    return sizeof(sim_known) + count * sizeof(struct sim_known_entry);
}

void sim_known_drop(const sim_clocks *clocks, sim_known *known) {
    if (known && --known->references == 0)
        sim_release(clocks->device, known, size_of(known->count));
}

uint32_t sim_known_time(const sim_known *known, uint64_t key) {
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
static uint32_t union_count(const sim_known *a, const struct sim_known_entry *b,
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

static void merge(sim_known *out, const sim_known *a,
                  const struct sim_known_entry *b, uint32_t count) {
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

void sim_known_add(sim_clocks *clocks, sim_known **into,
                   const struct sim_known_entry *entries, uint32_t count) {
    static const sim_known empty = {0};
    const sim_known *old = *into ? *into : &empty;
    sim_known *fresh;
    uint32_t total;
    bool same;

    if (!count)
        return;
    total = union_count(old, entries, count, &same);
    if (same)
        return;
    fresh = sim_alloc(clocks->device, size_of(total));
    if (!fresh) {
        clocks->failed = true;
        return;
    }
    fresh->references = 1;
    fresh->count = total;
    merge(fresh, old, entries, count);
    sim_known_drop(clocks, *into);
    *into = fresh;
}

void sim_known_join(sim_clocks *clocks, sim_known **into, sim_known *more) {
    if (*into == more || !more)
        return;
    if (!*into) {
        *into = sim_known_share(more);
        return;
    }
    sim_known_add(clocks, into, more->entries, more->count);
}
