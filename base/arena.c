/* SPDX-License-Identifier: Apache-2.0 */
/* The arena of arena.h, and the allocator over malloc. */
#include "base/arena.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A block holds one allocation where tests need each to be one of the
 * allocator's. */
#ifdef PK_ARENA_EXACT
enum { FIRST_BLOCK = 1, LAST_BLOCK = 1 };
#else
enum { FIRST_BLOCK = 4096, LAST_BLOCK = 1 << 23 };
#endif
enum { ALIGN = 16, SCRATCH = 65536 };

/* So many bytes behind those that are handed out are zeroed already. */
enum { AHEAD = 1024 };

struct pk_arena_block {
    pk_arena_block *older;
    size_t size; /* of the whole block */
};

/* An arena that failed hands out this memory, over and over: no code reads what
 * failed code writes. Each such arena has a piece of its own, so that no two
 * threads write it at once; when all are taken they share the last.
 * Thread-local memory of that size would leave no room for threads with small
 * stacks. */
enum { SCRATCHES = 16 };

static union {
    max_align_t align;
    char bytes[SCRATCH];
} scratches[SCRATCHES];

static atomic_uint scratches_taken; /* a bit each */

static char *take_scratch(pk_arena *arena) {
    while (!arena->scratch) {
        unsigned taken = atomic_load(&scratches_taken), i = 0;

        while (i < SCRATCHES && taken >> i & 1)
            i++;
        if (i == SCRATCHES)
            return scratches[SCRATCHES - 1].bytes;
        if (atomic_compare_exchange_strong(&scratches_taken, &taken,
                                           taken | 1u << i))
            arena->scratch = i + 1;
    }
    return scratches[arena->scratch - 1].bytes;
}

static void give_scratch(const pk_arena *arena) {
    if (arena->scratch)
        atomic_fetch_and(&scratches_taken, ~(1u << (arena->scratch - 1)));
}

void pk_arena_init(pk_arena *arena, const pk_allocator *allocator) {
    *arena = (pk_arena){.allocator = allocator};
}

void pk_arena_init_in(pk_arena *arena, const pk_allocator *allocator,
                      void *memory, size_t size) {
    pk_arena_init(arena, allocator);
    arena->next = arena->zeroed = memory;
    arena->end = arena->next + size;
}

void pk_arena_finish(pk_arena *arena) {
    const pk_allocator *a = arena->allocator;

    for (pk_arena_block *block = arena->blocks, *older; block; block = older) {
        older = block->older;
        a->release(a->self, block, block->size);
    }
    give_scratch(arena);
    *arena = (pk_arena){.allocator = a};
}

/* Blocks grow fourfold up to 8 MiB; a larger request gets its own. Memory that
 * is not handed out is not touched. Of few large blocks the C library keeps
 * what the next compile needs; of twice as many it returns them to the system.
 */
static bool add_block(pk_arena *arena, size_t need) {
    size_t size = arena->blocks ? arena->blocks->size * 4 : FIRST_BLOCK;
    size_t head = (sizeof(pk_arena_block) + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    pk_arena_block *block;

    if (size > LAST_BLOCK)
        size = LAST_BLOCK;
    need = (need + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    if (size < need + head)
        size = need + head;
    block = arena->allocator->alloc(arena->allocator->self, size);
    if (!block)
        return false;
    *block = (pk_arena_block){arena->blocks, size};
    arena->blocks = block;
    arena->next = arena->zeroed = (char *)block + head;
    arena->end = (char *)block + size;
    arena->used += size;
    return true;
}

/* Allocates from a block of its own; after a failure, the memory of a failed
 * arena. */
__attribute__((noinline)) static void *alloc_more(pk_arena *arena,
                                                  size_t size) {
    if (size > SIZE_MAX / 2)
        arena->failed = true;
    if (!arena->failed && add_block(arena, size))
        return pk_arena_alloc(arena, size);
    arena->failed = true;
    return size > SCRATCH ? NULL : memset(take_scratch(arena), 0, size);
}

/* Zeroes the block up to `next`, and AHEAD bytes behind it. */
static void zero_to(pk_arena *arena, char *next) {
    size_t size = (size_t)(next - arena->zeroed);
    size_t left = (size_t)(arena->end - next);

    size += left < AHEAD ? left : AHEAD;
    memset(arena->zeroed, 0, size);
    arena->zeroed += size;
}

void *pk_arena_alloc(pk_arena *arena, size_t size) {
    size_t whole = (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    char *at = arena->next;

    if (whole < size || whole > (size_t)(arena->end - at) || arena->failed)
        return alloc_more(arena, size);
    arena->next = at + whole;
    if (arena->next > arena->zeroed)
        zero_to(arena, arena->next);
    return at;
}

void *pk_arena_array(pk_arena *arena, size_t count, size_t size) {
    size_t bytes;

    if (count == 0)
        return NULL;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        arena->failed = true;
        return NULL;
    }
    return pk_arena_alloc(arena, bytes);
}

char *pk_arena_text(pk_arena *arena, const char *text, size_t length) {
    char *copy = pk_arena_array(arena, length + 1, 1);

    if (copy && !arena->failed)
        memcpy(copy, text, length);
    return copy;
}

char *pk_arena_format(pk_arena *arena, const char *format, ...) {
    char words[256];
    va_list args;
    int length;
    char *text;

    va_start(args, format);
    length = vsnprintf(words, sizeof words, format, args);
    va_end(args);
    if (length < 0)
        return pk_arena_array(arena, 1, 1);
    if ((size_t)length < sizeof words)
        return pk_arena_text(arena, words, (size_t)length);
    text = pk_arena_array(arena, (size_t)length + 1, 1);
    if (text && !arena->failed) {
        va_start(args, format);
        vsnprintf(text, (size_t)length + 1, format, args);
        va_end(args);
    }
    return text;
}
