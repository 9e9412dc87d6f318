/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of a parse: an arena that does not return when memory is at its end
 * but jumps to where the parse began (sim_unit_parse). The parser owns nothing
 * but the arena, so that nothing is lost on the way, and no step of it has to
 * ask whether it got what it asked for. */
#ifndef PORTKERN_SIM_PTX_POOL_H
#define PORTKERN_SIM_PTX_POOL_H

#include "base/arena.h"

#include <setjmp.h>

typedef struct sim_pool {
    pk_arena *arena;
    jmp_buf end;
} sim_pool;

/* Zeroed memory for `count` items of `size` bytes. */
void *sim_pool_array(sim_pool *pool, size_t count, size_t size);
/* A copy of the bytes, ended with NUL. */
char *sim_pool_text(sim_pool *pool, const char *text, size_t length);
#define SIM_NEW(pool, type) ((type *)sim_pool_array((pool), 1, sizeof(type)))

/* A growing array of T. */
#define SIM_LIST(T)                                                            \
    struct {                                                                   \
        T *items;                                                              \
        uint32_t count, capacity;                                              \
    }
/* `items` with room for one more. */
void *sim_pool_room(sim_pool *pool, void *items, uint32_t *capacity,
                    uint32_t count, size_t size);
/* A place for one more item. */
#define SIM_PUSH(pool, list)                                                   \
    ((list)->items = sim_pool_room((pool), (list)->items, &(list)->capacity,   \
                                   (list)->count, sizeof *(list)->items),      \
     &(list)->items[(list)->count++])

#endif
