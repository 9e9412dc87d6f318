/* SPDX-License-Identifier: Apache-2.0 */
/* The parse's memory. */
#include "sim/ptx/pool.h"

#include <string.h>

void *sim_pool_array(sim_pool *pool, size_t count, size_t size) {
    void *items = pk_arena_array(pool->arena, count, size);

    if (pool->arena->failed)
        longjmp(pool->end, 1);
    return items;
}

char *sim_pool_text(sim_pool *pool, const char *text, size_t length) {
    char *copy = sim_pool_array(pool, length + 1, 1);

    if (length)
        memcpy(copy, text, length);
    return copy;
}

void *sim_pool_room(sim_pool *pool, void *items, uint32_t *capacity,
                    uint32_t count, size_t size) {
    uint32_t wanted = *capacity ? *capacity * 2 : 8;
    void *grown;

    if (count < *capacity)
        return items;
    if (wanted < *capacity)
        longjmp(pool->end, 1);
    grown = sim_pool_array(pool, wanted, size);
    if (count)
        memcpy(grown, items, count * size);
    *capacity = wanted;
    return grown;
}
