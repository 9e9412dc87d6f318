/* SPDX-License-Identifier: Apache-2.0 */
/* An allocator that counts what it gives, and fails at one allocation or from
 * it on. */
#ifndef PORTKERN_TESTS_STARVING_H
#define PORTKERN_TESTS_STARVING_H

#include <portkern/status.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct counter {
    atomic_long taken; /* allocations asked for */
    long fail_at;      /* the first one that fails; negative: none */
    bool go_on_failing;
    atomic_bool failed;
    atomic_llong bytes; /* not given back */
} counter;

static inline bool starving_fails(counter *c) {
    long n = atomic_fetch_add(&c->taken, 1);
    bool now = c->fail_at >= 0 &&
               (c->go_on_failing ? n >= c->fail_at : n == c->fail_at);

    if (now)
        atomic_store(&c->failed, true);
    return now;
}

static inline void *starving_take(void *self, size_t size) {
    counter *c = self;
    void *memory = starving_fails(c) ? NULL : malloc(size);

    if (memory)
        atomic_fetch_add(&c->bytes, (long long)size);
    return memory;
}

static inline void *starving_resize(void *self, void *old, size_t old_size,
                                    size_t size) {
    counter *c = self;
    void *memory = starving_fails(c) ? NULL : realloc(old, size);

    if (memory)
        atomic_fetch_add(&c->bytes, (long long)size - (long long)old_size);
    return memory;
}

static inline void starving_give(void *self, void *old, size_t size) {
    atomic_fetch_sub(&((counter *)self)->bytes, (long long)size);
    free(old);
}

/* Lets `count` more allocations succeed, and none after them; negative: all. */
static inline void starve_after(counter *c, long count) {
    c->fail_at = count < 0 ? -1 : atomic_load(&c->taken) + count;
    c->go_on_failing = true;
}

static inline pk_allocator starving_allocator(counter *c) {
    return (pk_allocator){c, starving_take, starving_resize, starving_give};
}

#endif
