/* SPDX-License-Identifier: Apache-2.0 */
/* Whether runs of blocks store past the caches (backends/native/streams.c).
 *
 * Past them a large array is stored without being read first, and leaves room
 * for what is read. But where a cache that all cores share holds what is
 * stored, and hardly less where the system has only just given the memory, the
 * plain way is faster. Neither can be told from sizes: of the last cache a
 * virtual machine is shown more than it gets. So large launches find out: a
 * function remembers what its blocks cost both ways, and some of its runs go
 * the other way to see whether that still holds. */
#include "plugins/cpu/cpu.h"

enum {
    LARGE = 4 << 20, /* bytes that a launch stores: below, near caches may hold
                        them */
    RUNS = 64        /* one in so many tries the other way; at first, more */
};

pk_cpu_stores pk_cpu_stores_of(const pk_fun *fun, const uint64_t threads[3]) {
    const pk_cpu_stores how = fun->mod->dev->stores;
    uint64_t bytes = fun->streams;
    bool large = false;

    for (int i = 0; i < 3; i++)
        large |= __builtin_mul_overflow(bytes, threads[i], &bytes);
    if (!fun->streams || (how == PK_CPU_AS_IT_PAYS && !large && bytes < LARGE))
        return PK_CPU_CACHED;
    return how;
}

bool pk_cpu_streams_next(pk_fun *fun, pk_cpu_stores how) {
    uint64_t plain, past;
    uint32_t run;
    bool other;

    if (how != PK_CPU_AS_IT_PAYS)
        return how == PK_CPU_STREAMED;
    run = atomic_fetch_add_explicit(&fun->runs, 1, memory_order_relaxed);
    plain = atomic_load_explicit(&fun->ways[0], memory_order_relaxed);
    past = atomic_load_explicit(&fun->ways[1], memory_order_relaxed);
    if (!plain || !past)
        return run & 1;
    other = run < RUNS ? (run & (run - 1)) == 0 : run % RUNS == 0;
    return (past < plain) != other;
}

/* A run that was faster than was known is believed at once, for what it was
 * slower with may have been new memory, or other work on the machine; one that
 * was slower is believed slowly. */
void pk_cpu_learn_way(pk_fun *fun, bool streams, uint64_t picosecs) {
    _Atomic uint64_t *way = &fun->ways[streams];
    const uint64_t old = atomic_load_explicit(way, memory_order_relaxed);
    const uint64_t most = old && picosecs > 2 * old ? 2 * old : picosecs;
    const uint64_t now = old <= most && old ? (7 * old + most) / 8 : most;

    atomic_store_explicit(way, now + !now, memory_order_relaxed);
}

void pk_cpu_end_streams(void) {
#if defined(__x86_64__)
    __builtin_ia32_sfence();
#else
    atomic_thread_fence(memory_order_seq_cst);
#endif
}
