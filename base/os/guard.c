/* SPDX-License-Identifier: Apache-2.0 */
/* Guarded memory: a list of blocks, and a way out. */
#include "base/os/guard.h"

#include "base/error.h"
#include "base/os/thread.h"

#include <assert.h>

/* In front of each piece, and as large as keeps its alignment. */
typedef struct pk_guard_block {
    struct pk_guard_block *next, **link;
    size_t size; /* of the piece */
    size_t unused;
} pk_guard_block;

static_assert(sizeof(pk_guard_block) % 16 == 0, "keeps 16-byte alignment");

static void *give_out(pk_guard *guard, pk_guard_block *block, size_t size) {
    block->size = size;
    block->next = guard->blocks;
    block->link = &guard->blocks;
    if (block->next)
        block->next->link = &block->next;
    guard->blocks = block;
    return block + 1;
}

static pk_guard_block *take_back(void *memory) {
    pk_guard_block *block = (pk_guard_block *)memory - 1;

    *block->link = block->next;
    if (block->next)
        block->next->link = block->link;
    return block;
}

static void *run_out(pk_guard *guard) {
    if (guard->escape)
        longjmp(*guard->escape, 1);
    return NULL;
}

static void *guard_alloc(void *self, size_t size) {
    pk_guard *guard = self;
    const pk_allocator *base = guard->base;
    pk_guard_block *block = NULL;

    if (size <= SIZE_MAX - sizeof *block)
        block = base->alloc(base->self, size + sizeof *block);
    return block ? give_out(guard, block, size) : run_out(guard);
}

static void *guard_resize(void *self, void *old, size_t old_size, size_t size) {
    pk_guard *guard = self;
    const pk_allocator *base = guard->base;
    pk_guard_block *block = take_back(old), *more = NULL;

    if (size <= SIZE_MAX - sizeof *block)
        more = base->resize(base->self, block, old_size + sizeof *block,
                            size + sizeof *block);
    if (more)
        return give_out(guard, more, size);
    give_out(guard, block, old_size);
    return run_out(guard);
}

static void guard_release(void *self, void *old, size_t size) {
    const pk_allocator *base = ((pk_guard *)self)->base;

    base->release(base->self, take_back(old), size + sizeof(pk_guard_block));
}

void pk_guard_init(pk_guard *guard, const pk_allocator *base) {
    *guard = (pk_guard){
        .allocator = {guard, guard_alloc, guard_resize, guard_release},
        .base = base};
}

void pk_guard_finish(pk_guard *guard) {
    while (guard->blocks)
        guard_release(guard, guard->blocks + 1, guard->blocks->size);
}

/* A piece of work, and what it runs in. */
typedef struct piece {
    pk_guard *guard;
    pk_status (*work)(void *arg, pk_error *err);
    void *arg;
} piece;

static pk_status run_piece(void *arg, pk_error *err) {
    const piece *p = arg;
    jmp_buf escape;
    pk_status status;

    if (setjmp(escape)) {
        p->guard->escape = NULL;
        pk_guard_finish(p->guard);
        return pk_fail_no_memory(err);
    }
    p->guard->escape = &escape;
    status = p->work(p->arg, err);
    p->guard->escape = NULL;
    return status;
}

pk_status pk_guard_run(pk_guard *guard,
                       pk_status (*work)(void *arg, pk_error *err), void *arg,
                       pk_error *err) {
    piece p = {guard, work, arg};

    return pk_thread_run(run_piece, &p, err);
}
