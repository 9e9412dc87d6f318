/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that lives as long as one compile: bump allocation out of blocks from
 * the context's allocator, all released together.
 *
 * Nobody checks each allocation. When the allocator has nothing left, the
 * arena sets `failed` and from then on hands out the same zeroed scratch
 * memory again and again, so that straight-line code may go on blindly; the
 * stage that owns the arena looks at `failed` and reports PK_NO_MEMORY. Code
 * that walks what it built (lists, trees) must look first: after a failure
 * structures may loop into themselves. A request over 64 KiB gives NULL after
 * a failure. */
#ifndef PORTKERN_BASE_ARENA_H
#define PORTKERN_BASE_ARENA_H

#include "base/heap.h"

#include <stdarg.h>
#include <stdbool.h>

typedef struct pk_arena_block pk_arena_block;

typedef struct pk_arena {
    const pk_allocator *allocator;
    pk_arena_block *blocks; /* newest first */
    char *next, *end;       /* free part of the newest block */
    char *zeroed;           /* what is free is zero up to here */
    size_t used;            /* bytes taken from the allocator */
    bool failed;
    unsigned scratch; /* number of what it hands out then, 0: none yet */
} pk_arena;

/* Starts an empty arena on `allocator`, which must outlive it. Takes no
 * memory yet. */
void pk_arena_init(pk_arena *arena, const pk_allocator *allocator);

/* The same with `size` bytes of the caller's, aligned to 16, to be used first:
 * few small allocations take nothing from the allocator. */
void pk_arena_init_in(pk_arena *arena, const pk_allocator *allocator,
                      void *memory, size_t size);

/* Gives everything back. The arena may be used again after init. */
void pk_arena_finish(pk_arena *arena);

/* `size` zeroed bytes, aligned to 16. */
void *pk_arena_alloc(pk_arena *arena, size_t size);

/* `count` zeroed items of `size` bytes; count * size may not overflow (that
 * counts as failure). NULL only on such a failure, or for count 0. */
void *pk_arena_array(pk_arena *arena, size_t count, size_t size);

/* A copy of the `length` bytes at `text`, ended with NUL. */
char *pk_arena_text(pk_arena *arena, const char *text, size_t length);

/* printf into the arena. */
char *pk_arena_format(pk_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#define PK_NEW(arena, type) ((type *)pk_arena_alloc((arena), sizeof(type)))

#endif
