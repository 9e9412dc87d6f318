/* SPDX-License-Identifier: Apache-2.0 */
/* Parallel loops of host functions: chunks, which are blocks of a function of
 * the module, over the host's threads.
 *
 * The chunks are cut into as many parts as threads may come, so that each goes
 * through memory of its own from one end to the other. A thread claims a few
 * chunks of its part at a time, then of those of others, until none is left. As
 * for launches, how many a claim is worth depends on
 * what a chunk costs, which the caller finds out where it is not known, and a
 * short loop stays with the caller. A loop within a chunk does, too.
 *
 * The loop fails as the lowest chunk that fails, whatever ran before: chunks
 * above one that has failed need not run, those below it do. Within a chunk
 * iterations are in order. Each thread has a report of its own.
 *
 * The caller may have another device, which is asked first. It may also say how
 * many iterations a chunk has: then loops whose results do not depend on that
 * have such chunks, and a thread claims one at a time. */
#include "plugins/cpu/cpu.h"

#include <pthread.h>
#include <string.h>

enum {
    ALIGN = 64,
    PROBE_NS = 20000, /* of work before a chunk's cost is believed */
    ALONE_NS = 30000, /* shorter loops stay with the caller */
    CLAIM_NS = 10000, /* claims are at least this long */
    CLAIMS_EACH = 8,  /* about so many for each thread where they can be */
    PARTS_MOST = 64,
    STACK_PARAMS = 1024,  /* bytes of parameters that may be on the stack */
    STACK_SCRATCH = 16384 /* and of a chunk's frame */
};

/* Neighbouring chunks, in a cache line of their own. */
typedef struct part {
    _Alignas(ALIGN) _Atomic uint64_t next; /* the first that nobody claimed */
    uint64_t end;
} part;

typedef struct loop {
    pk_fun *fun;
    const char *params;
    size_t size;
    int32_t report; /* in the parameters; -1: nothing fails */
    pk_native_launch shape;
    uint64_t count, step;
    uint64_t chunk;                 /* that the caller asks for; 0: none */
    bool asked;                     /* and the loop has */
    const pk_call_offload *offload; /* of the caller */
    uint32_t threads;               /* that the caller may have; 0: all */
    part *parts;                    /* PARTS_MOST */
    uint32_t part_count;
    _Atomic uint64_t failed; /* the lowest that is known to; count: none */
    pthread_mutex_t lock;    /* of the report, and of lowering `failed` */
} loop;

/* The memory of a thread in a loop. */
typedef struct room {
    char *params, *scratch;
    void *block; /* what the allocator gave */
    size_t block_size;
    uint32_t report[PK_NATIVE_REPORT_words];
} room;

/* ---- running ---- */

static uint32_t *report_of(const loop *l) {
    uint32_t *report;

    memcpy(&report, l->params + l->report, sizeof report);
    return report;
}

static void note_failure(loop *l, uint64_t chunk, const uint32_t *report) {
    pthread_mutex_lock(&l->lock);
    if (chunk < atomic_load(&l->failed)) {
        atomic_store(&l->failed, chunk);
        memcpy(report_of(l), report, PK_NATIVE_REPORT_words * sizeof *report);
    }
    pthread_mutex_unlock(&l->lock);
}

static bool is_over(loop *l, uint64_t chunk) {
    return chunk > atomic_load_explicit(&l->failed, memory_order_relaxed) ||
           __atomic_load_n(l->shape.stop, __ATOMIC_RELAXED);
}

/* A loaded function has no type record before its first instruction, where
 * clang's -fsanitize=function would look for one. */
#if defined(__clang__)
#define GENERATED __attribute__((no_sanitize("function")))
#else
#define GENERATED
#endif

GENERATED static void run_chunks(loop *l, room *r, uint64_t first,
                                 uint64_t last) {
    const char *params = l->report < 0 ? l->params : r->params;
    pk_native_launch shape = l->shape;

    for (uint64_t at = first; at < last && !is_over(l, at); at++) {
        shape.at[0] = (uint32_t)at;
        l->fun->entry(params, &shape, r->scratch);
        if (l->report >= 0 && r->report[PK_NATIVE_REPORT_site]) {
            note_failure(l, at, r->report);
            /* Chunks of other parts, which may be lower, come next. */
            memset(r->report, 0, sizeof r->report);
            return;
        }
    }
}

/* As in launches: new measurements count for a quarter. */
static void learn(pk_fun *fun, uint64_t ns, uint64_t chunks) {
    uint64_t now = ns * 1000 / chunks + 1;
    uint64_t old = atomic_load_explicit(&fun->picosecs, memory_order_relaxed);

    atomic_store_explicit(&fun->picosecs, old ? (3 * old + now) / 4 : now,
                          memory_order_relaxed);
}

/* ---- threads ---- */

static bool take_room(const loop *l, room *r, char *params, char *scratch) {
    const pk_allocator *a = l->fun->mod->dev->host->allocator;
    const bool large =
        l->size > STACK_PARAMS || l->fun->scratch > STACK_SCRATCH;

    r->params = params;
    r->scratch = scratch;
    r->block = NULL;
    if (large) {
        r->block_size = l->size + (size_t)l->fun->scratch + 2 * ALIGN;
        r->block = a->alloc(a->self, r->block_size);
        if (!r->block)
            return false;
        r->scratch = (char *)r->block + ALIGN - (uintptr_t)r->block % ALIGN;
        r->params = r->scratch + l->fun->scratch;
    }
    if (l->report >= 0) {
        uint32_t *report = r->report;
        memset(r->report, 0, sizeof r->report);
        memcpy(r->params, l->params, l->size);
        memcpy(r->params + l->report, &report, sizeof report);
    }
    return true;
}

static void give_room(const loop *l, const room *r) {
    const pk_allocator *a = l->fun->mod->dev->host->allocator;

    if (r->block)
        a->release(a->self, r->block, r->block_size);
}

/* A part's chunks until none is left, or for so many nanoseconds; returns how
 * many. */
static uint64_t run_part(loop *l, part *p, room *r, uint64_t most_ns) {
    const uint64_t start = pk_cpu_now();
    uint64_t done = 0, spent = 0, step = most_ns == UINT64_MAX ? l->step : 1;

    while (spent < most_ns) {
        uint64_t at = atomic_fetch_add(&p->next, step), end;
        if (at >= p->end || is_over(l, at))
            break;
        end = p->end - at < step ? p->end : at + step;
        run_chunks(l, r, at, end);
        done += end - at;
        if (most_ns != UINT64_MAX) {
            step *= 2;
            spent = pk_cpu_now() - start;
        }
    }
    return done;
}

/* A thread's own part, then what is left of the others. */
static void run_thread(loop *l, room *r, uint32_t number, uint64_t most_ns) {
    const uint64_t start = pk_cpu_now();
    uint64_t done = 0;

    for (uint32_t i = 0; i < l->part_count; i++)
        done +=
            run_part(l, &l->parts[(number + i) % l->part_count], r, most_ns);
    if (done && !l->asked)
        learn(l->fun, pk_cpu_now() - start, done);
}

/* The chunks first .. count - 1 in that many parts. */
static void cut(loop *l, uint64_t first, uint32_t parts) {
    const uint64_t size = (l->count - first) / parts;
    const uint64_t more = (l->count - first) % parts; /* have one more */

    for (uint32_t i = 0; i < parts; i++) {
        atomic_init(&l->parts[i].next, first);
        first += size + (i < more);
        l->parts[i].end = first;
    }
    l->part_count = parts;
}

static void enter_loop(loop *l, uint32_t worker, uint64_t most_ns) {
    char params[STACK_PARAMS] __attribute__((aligned(ALIGN)));
    char scratch[STACK_SCRATCH] __attribute__((aligned(ALIGN)));
    const pk_cpu_running outer = pk_cpu_at;
    room r;

    if (!take_room(l, &r, params, scratch))
        return;
    pk_cpu_at = (pk_cpu_running){.fun = l->fun,
                                 .stop = l->shape.stop,
                                 .offload = l->offload,
                                 .chunk = l->chunk,
                                 .threads = l->threads,
                                 .worker = outer.nested ? outer.worker : worker,
                                 .nested = true};
    run_thread(l, &r, worker, most_ns);
    pk_cpu_at = outer;
    give_room(l, &r);
}

static void run_workers(void *arg, uint64_t first, uint64_t last,
                        uint32_t unused) {
    (void)unused;
    for (uint64_t i = first; i < last; i++)
        enter_loop(arg, (uint32_t)i, UINT64_MAX);
}

/* ---- the loop ---- */

int64_t pk_cpu_thread_number(void) {
    return pk_cpu_at.worker;
}

int64_t pk_cpu_thread_total(void) {
    const pk_host *host = pk_cpu_at.fun->mod->dev->host;

    return host->worker_count(host->self);
}

int64_t pk_cpu_thread_count(void) {
    const uint32_t all = (uint32_t)pk_cpu_thread_total();

    return pk_cpu_at.threads && pk_cpu_at.threads < all ? pk_cpu_at.threads
                                                        : all;
}

void pk_cpu_set_thread_count(int64_t threads) {
    const pk_host *host = pk_cpu_at.fun->mod->dev->host;

    pk_cpu_at.threads = (uint32_t)threads;
    if (!pk_cpu_at.nested)
        host->set_thread_limit(host->self, pk_cpu_at.threads);
}

int64_t pk_cpu_loop_chunk(void) {
    return (int64_t)pk_cpu_at.chunk;
}

void pk_cpu_set_loop_chunk(int64_t iterations) {
    const pk_host *host = pk_cpu_at.fun->mod->dev->host;

    pk_cpu_at.chunk = (uint64_t)iterations;
    if (!pk_cpu_at.nested)
        host->set_loop_chunk(host->self, pk_cpu_at.chunk);
}

static uint64_t cost_of(const loop *l) {
    return atomic_load_explicit(&l->fun->picosecs, memory_order_relaxed);
}

/* The chunks that are left, of which each takes so many picoseconds, by as many
 * threads as that is worth. */
static void run_rest(loop *l, uint64_t left, uint64_t threads, uint64_t cost) {
    const pk_host *host = l->fun->mod->dev->host;
    uint64_t even;

    if (threads == 1 || left == 1 ||
        (!l->asked && left < ALONE_NS * UINT64_C(1000) / cost)) {
        enter_loop(l, 0, UINT64_MAX);
        return;
    }
    l->step = CLAIM_NS * UINT64_C(1000) / cost + 1;
    even = left / (threads * CLAIMS_EACH) + 1;
    l->step = l->asked ? 1 : l->step < even ? l->step : even;
    cut(l, l->count - left,
        (uint32_t)(threads < PARTS_MOST ? threads : PARTS_MOST));
    host->parallel(host->self, threads, 1, run_workers, l);
}

static void run_loop(loop *l) {
    const uint64_t threads =
        pk_cpu_at.nested ? 1 : (uint64_t)pk_cpu_thread_count();
    uint64_t left;

    l->step = l->count;
    if (threads > 1 && l->count > 1 && !l->asked && !cost_of(l))
        enter_loop(l, 0, PROBE_NS);
    left = atomic_load(&l->parts[0].next);
    if (left < l->count)
        run_rest(l, l->count - left, threads, cost_of(l) + 1);
}

/* Whether all chunks have been claimed. */
static bool is_claimed(loop *l) {
    for (uint32_t i = 0; i < l->part_count; i++)
        if (atomic_load(&l->parts[i].next) < l->parts[i].end)
            return false;
    return true;
}

/* The parameters that come first where blocks may have any size. */
typedef struct cut_params {
    int64_t turns, size; /* of all blocks, and of each */
} cut_params;

/* Chunks as the caller wants to have them, where the parameters have room in
 * `params`. */
static void cut_as_asked(loop *l, char params[STACK_PARAMS]) {
    cut_params c;
    int64_t count;

    if (l->size > STACK_PARAMS)
        return;
    memcpy(&c, l->params, sizeof c);
    c.size = l->chunk < (uint64_t)c.turns ? (int64_t)l->chunk : c.turns;
    count = (c.turns - 1) / c.size + 1;
    if (count > UINT32_MAX)
        return;
    memcpy(params, l->params, l->size);
    memcpy(params, &c, sizeof c);
    l->params = params;
    l->count = (uint64_t)count;
    l->shape.grid[0] = (uint32_t)count;
    l->asked = true;
}

int32_t pk_cpu_parallel(int32_t number, const void *params, int32_t size,
                        int32_t report, int64_t count, int32_t apart) {
    char own[STACK_PARAMS] __attribute__((aligned(ALIGN)));
    part parts[PARTS_MOST];
    loop l = {.fun = &pk_cpu_at.fun->mod->funs[number],
              .params = params,
              .size = (size_t)size,
              .report = report,
              .shape = {.grid = {(uint32_t)count, 1, 1},
                        .block = {1, 1, 1},
                        .dim = {1, 1, 1},
                        .stop = pk_cpu_at.stop},
              .count = (uint64_t)count,
              .parts = parts,
              .offload = pk_cpu_at.offload,
              .chunk = pk_cpu_at.chunk,
              .threads = pk_cpu_at.threads};
    const bool offloads = l.offload && !pk_cpu_at.nested;
    uint64_t begin;
    bool done;

    if (count <= 0)
        return 0;
    if (offloads && l.offload->run(l.offload->self, l.fun->name, params, report,
                                   l.count, &done)) {
        pk_cpu_end_lost();
        return done;
    }
    begin = offloads ? pk_cpu_now() : 0;
    if (apart && l.chunk)
        cut_as_asked(&l, own);
    cut(&l, 0, 1);
    atomic_init(&l.failed, l.count);
    pthread_mutex_init(&l.lock, NULL);
    run_loop(&l);
    pthread_mutex_destroy(&l.lock);
    done = is_claimed(&l);
    if (offloads && done)
        l.offload->ran(l.offload->self, l.fun->name, params,
                       pk_cpu_now() - begin);
    if (!done && atomic_load(&l.failed) == l.count &&
        !__atomic_load_n(l.shape.stop, __ATOMIC_RELAXED))
        pk_cpu_at.starved = true; /* no thread had memory */
    return atomic_load(&l.failed) < l.count || pk_cpu_at.starved;
}
