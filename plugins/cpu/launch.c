/* SPDX-License-Identifier: Apache-2.0 */
/* Launches: the grid's blocks, numbered in a row, over the host's threads.
 *
 * How many blocks make a run worth handing to another thread depends on what
 * a block costs, so each function remembers how long its blocks took. Before
 * it knows, the caller runs some blocks itself and looks at the clock; work
 * that would end before another thread has woken up stays with the caller. */
#include "plugins/cpu/cpu.h"

#include "core/error.h"

#include <string.h>
#include <time.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

enum {
    ALIGN = 64,
    PROBE_NS = 20000, /* of work before a block's cost is believed */
    ALONE_NS = 60000, /* whole launches below stay on the caller */
    RUN_NS = 25000,   /* runs are at least this long, */
    RUNS_EACH = 8,    /* and about so many per worker where they can be */
};

typedef struct job {
    pk_fun *fun;
    const void *params;
    pk_native_launch shape;
    char *scratch;
    size_t stride;
} job;

uint64_t pk_cpu_now(void) {
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* ---- the floating-point environment ---- */

/* Kernels run rounding to nearest, with subnormals, without traps, whatever
 * the application has set; it gets its own setting back. */
#if defined(__x86_64__)
typedef unsigned fp_state;
static fp_state enter_fp(void) {
    fp_state old = _mm_getcsr();

    if (old != 0x1f80)
        _mm_setcsr(0x1f80);
    return old;
}
static void leave_fp(fp_state old) {
    if (_mm_getcsr() != old)
        _mm_setcsr(old);
}
#else
typedef uint64_t fp_state;
static fp_state enter_fp(void) {
    fp_state old;

    __asm__ volatile("mrs %0, fpcr" : "=r"(old));
    __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)0));
    return old;
}
static void leave_fp(fp_state old) {
    __asm__ volatile("msr fpcr, %0" : : "r"(old));
}
#endif

/* ---- running ---- */

/* A loaded kernel has no type record before its first instruction, where
 * clang's -fsanitize=function would look for one. */
#if defined(__clang__)
#define GENERATED __attribute__((no_sanitize("function")))
#else
#define GENERATED
#endif

GENERATED static void run_blocks(const job *j, uint64_t first, uint64_t last,
                                 uint32_t worker) {
    char *scratch = j->scratch ? j->scratch + worker * j->stride : NULL;
    fp_state old = enter_fp();

    j->fun->entry(j->params, &j->shape, first, last, scratch);
    leave_fp(old);
}

static void run_part(void *arg, uint64_t first, uint64_t last,
                     uint32_t worker) {
    const job *j = arg;

    run_blocks(j, first, last, worker);
}

/* New measurements count for a quarter, so that one slow run does not decide.
 * Threads may overwrite each other's: it is an estimate. */
static void learn(pk_fun *fun, uint64_t ns, uint64_t blocks) {
    uint64_t now = ns * 1000 / blocks + 1;
    uint64_t old = atomic_load_explicit(&fun->picosecs, memory_order_relaxed);

    atomic_store_explicit(&fun->picosecs, old ? (3 * old + now) / 4 : now,
                          memory_order_relaxed);
}

/* Runs blocks until enough time has passed to know their cost; returns how
 * many were run. */
static uint64_t probe(const job *j, uint64_t total) {
    uint64_t start = pk_cpu_now(), done = 0, step = 1, spent = 0;

    while (done < total && spent < PROBE_NS) {
        uint64_t end = total - done < step ? total : done + step;
        run_blocks(j, done, end, 0);
        done = end;
        step *= 2;
        spent = pk_cpu_now() - start;
    }
    learn(j->fun, spent, done);
    return done;
}

/* A range that does not start at 0 for the pool. */
typedef struct rest {
    const job *job;
    uint64_t first;
} rest;

static void run_rest(void *arg, uint64_t first, uint64_t last,
                     uint32_t worker) {
    const rest *r = arg;
    uint64_t start = pk_cpu_now();

    run_blocks(r->job, r->first + first, r->first + last, worker);
    learn(r->job->fun, pk_cpu_now() - start, last - first);
}

static void run_all(const pk_host *host, const job *j, uint64_t total) {
    uint64_t cost =
        atomic_load_explicit(&j->fun->picosecs, memory_order_relaxed);
    rest r = {j, 0};
    uint64_t left, grain, even;

    if (cost == 0) {
        r.first = probe(j, total);
        cost = atomic_load_explicit(&j->fun->picosecs, memory_order_relaxed);
    }
    left = total - r.first;
    if (left == 0)
        return;
    if (left < UINT64_MAX / cost && left * cost < ALONE_NS * UINT64_C(1000)) {
        run_part((void *)(uintptr_t)j, r.first, total, 0);
        return;
    }
    grain = RUN_NS * UINT64_C(1000) / cost + 1;
    even = left / ((uint64_t)host->worker_count(host->self) * RUNS_EACH);
    host->parallel(host->self, left, grain > even ? grain : even, run_rest, &r);
}

/* ---- launching ---- */

static pk_status grow_scratch(pk_que *que, size_t stride, pk_error *err) {
    const pk_host *host = que->dev->host;
    const pk_allocator *a = host->allocator;
    size_t size;

    stride = (stride + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    if (stride <= que->stride)
        return PK_OK;
    if (que->block)
        a->release(a->self, que->block, que->block_size);
    que->block = NULL;
    que->stride = 0;
    if (__builtin_mul_overflow(stride, host->worker_count(host->self), &size))
        return pk_fail_no_memory(err);
    size += ALIGN;
    que->block = a->alloc(a->self, size);
    if (!que->block)
        return pk_fail(err, PK_NO_MEMORY,
                       "no memory for the kernel's arrays: %zu bytes", size);
    que->block_size = size;
    que->stride = stride;
    que->scratch =
        (char *)(((uintptr_t)que->block + ALIGN - 1) & ~(uintptr_t)(ALIGN - 1));
    return PK_OK;
}

pk_status pk_cpu_launch(pk_que *que, pk_fun *fun, const pk_launch_desc *desc,
                        pk_error *err) {
    const pk_host *host = que->dev->host;
    job j = {.fun = fun, .params = desc->params};
    uint64_t total = (uint64_t)desc->grid[0] * desc->grid[1] * desc->grid[2];

    memcpy(j.shape.grid, desc->grid, sizeof j.shape.grid);
    memcpy(j.shape.block, desc->block, sizeof j.shape.block);
    PK_TRY(grow_scratch(que, fun->scratch + desc->shared_dynamic, err));
    j.scratch = que->scratch;
    j.stride = que->stride;
    run_all(host, &j, total);
    return PK_OK;
}
