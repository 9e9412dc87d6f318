/* SPDX-License-Identifier: Apache-2.0 */
/* An arena that ends: every allocation in it can be the one that fails, not
 * only those that ask the allocator for a block. */
#ifndef PORTKERN_TESTS_STARVING_ARENA_H
#define PORTKERN_TESTS_STARVING_ARENA_H

#include "core/arena.h"

#include <stdlib.h>

static inline void *starving_refuse(void *self, size_t size) {
    (void)self, (void)size;
    return NULL;
}

static inline void *starving_keep(void *self, void *old, size_t old_size,
                                  size_t size) {
    (void)self, (void)old, (void)old_size, (void)size;
    return NULL;
}

static inline void starving_free(void *self, void *old, size_t size) {
    (void)self, (void)size;
    free(old);
}

static const pk_allocator starving_nothing = {NULL, starving_refuse,
                                              starving_keep, starving_free};

/* Leaves `room` bytes in an arena over pk_heap, a multiple of 16. */
static inline void starving_leave(pk_arena *arena, size_t room) {
    pk_arena_alloc(arena, room);
    arena->next = arena->end - room;
    arena->allocator = &starving_nothing;
}

#endif
