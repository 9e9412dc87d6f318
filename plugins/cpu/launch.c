/* SPDX-License-Identifier: Apache-2.0 */
/* Launches: the grid's blocks, numbered in a row, over the host's threads.
 *
 * How many blocks make a run worth handing to another thread depends on what
 * a block costs, so each function remembers how long its blocks took. Before
 * it knows, the caller runs some blocks itself and looks at the clock; work
 * that would end before another thread has woken up stays with the caller.
 *
 * A kernel to which the shape of its blocks does not show gets others: rows of
 * the grid as long as vectors like them.
 *
 * Where blocks wait for each other at barriers of the grid, all of them run up
 * to the next one, and again, until all have ended. */
#include "plugins/cpu/cpu.h"

#include "base/error.h"
#include "base/os/fpenv.h"
#include "base/os/thread.h"
#include "base/try.h"

#include <string.h>

enum {
    ALIGN = 64,
    PROBE_NS = 20000,    /* of work before a block's cost is believed */
    ALONE_NS = 60000,    /* whole launches below stay on the caller */
    RUN_NS = 25000,      /* runs are at least this long, */
    RUNS_EACH = 8,       /* about so many per worker where they can be, */
    RUNS_MOST = 1 << 20, /* at most so many asked of the pool at a time, */
    LONG_NS = 2000000,   /* and no longer than this: between them it may stop */
    MOST_THREADS = 1024, /* of a block that is cut here, along an axis, and in
                            all unless rows run together */
    KEPT = 64 << 20,     /* bytes of blocks' frames that a queue keeps */
};

typedef struct job {
    pk_fun *fun;
    const void *params;
    pk_native_launch shape;
    char *scratch;
    size_t stride;
    uint32_t unit; /* threads whose cost is remembered: 0: those of a block */
    pk_cpu_stores stores;
    _Atomic bool waits; /* a block has come to a barrier of the grid */
    pk_cpu_order order;
    uint64_t total; /* blocks, where they do not run in order */
} job;

/* ---- running ---- */

/* A loaded kernel has no type record before its first instruction, where
 * clang's -fsanitize=function would look for one. */
#if defined(__clang__)
#define GENERATED __attribute__((no_sanitize("function")))
#else
#define GENERATED
#endif

GENERATED static void enter(const job *j, const pk_native_launch *at,
                            char *scratch) {
    j->fun->entry(j->params, at, scratch);
}

/* The block's threads along an axis: the last block may have fewer. */
static void place(pk_native_launch *l, int axis, uint32_t at) {
    uint64_t left;

    l->at[axis] = at;
    l->first[axis] = (uint64_t)at * l->block[axis];
    left = l->threads[axis] - l->first[axis];
    l->dim[axis] = left < l->block[axis] ? (uint32_t)left : l->block[axis];
}

/* Block number i is the one at x = i % grid.x, y = i / grid.x % grid.y, z = the
 * rest. */
static void place_number(pk_native_launch *l, uint64_t i) {
    const uint64_t row = i / l->grid[0];

    place(l, 0, (uint32_t)(i % l->grid[0]));
    place(l, 1, (uint32_t)(row % l->grid[1]));
    place(l, 2, (uint32_t)(row / l->grid[1]));
}

static void place_next(pk_native_launch *l) {
    for (int axis = 0; axis < 3; axis++) {
        const uint32_t next = l->at[axis] + 1;

        place(l, axis, next < l->grid[axis] ? next : 0);
        if (next < l->grid[axis])
            return;
    }
}

static bool is_stopped(const job *j) {
    return __atomic_load_n(j->shape.stop, __ATOMIC_RELAXED) != 0;
}

/* Blocks first .. last - 1, in the same scratch, which is NULL where they need
 * none, unless each has its own. */
static void enter_run(const job *j, uint64_t first, uint64_t last,
                      char *scratch, bool streams) {
    pk_native_launch at = j->shape;

    at.streams = streams;
    place_number(&at, first);
    for (at.behind = last - first; at.behind-- && !is_stopped(j); at.before++) {
        enter(j, &at,
              j->fun->phases ? scratch + (first + at.before) * j->stride
                             : scratch);
        place_next(&at);
    }
}

/* The block that runs as number `i`. */
static uint64_t turn_of(const job *j, uint64_t i) {
    const uint64_t prime = 2654435761; /* divides no total that is below */

    if (j->order == PK_CPU_REVERSED)
        return j->total - 1 - i;
    if (j->order == PK_CPU_SHUFFLED && j->total <= INT32_MAX)
        return i * prime % j->total;
    return i;
}

static void call(const job *j, uint64_t first, uint64_t last, char *scratch,
                 bool streams) {
    pk_fpenv old = pk_fpenv_enter();

    if (j->order == PK_CPU_IN_ORDER)
        enter_run(j, first, last, scratch, streams);
    else
        for (uint64_t i = first; i < last; i++)
            enter_run(j, turn_of(j, i), turn_of(j, i) + 1, scratch, streams);
    if (streams)
        pk_cpu_end_streams();
    pk_fpenv_leave(&old);
}

/* Where the block is, at the start of its frame. */
static uint32_t *place_of(const job *j, uint64_t block) {
    return (uint32_t *)(void *)(j->scratch + block * j->stride);
}

static void run_blocks(job *j, uint64_t first, uint64_t last, uint32_t worker,
                       bool streams) {
    bool waits = false;

    if (!j->fun->phases) {
        call(j, first, last,
             j->scratch ? j->scratch + worker * j->stride : NULL, streams);
        return;
    }
    call(j, first, last, j->scratch, false);
    for (uint64_t i = first; i < last && !waits; i++)
        waits = *place_of(j, turn_of(j, i)) != PK_NATIVE_ENDED;
    if (waits)
        atomic_store_explicit(&j->waits, true, memory_order_relaxed);
}

static uint64_t units_of(const job *j, uint64_t blocks) {
    return blocks * (j->unit ? j->unit : 1);
}

/* New measurements count for a quarter, so that one slow run does not decide.
 * Threads may overwrite each other's: it is an estimate. */
static void learn(job *j, uint64_t ns, uint64_t blocks, bool streams) {
    _Atomic uint64_t *known = &j->fun->picosecs;
    uint64_t now = ns * 1000 / units_of(j, blocks ? blocks : 1) + 1;
    uint64_t old = atomic_load_explicit(known, memory_order_relaxed);

    atomic_store_explicit(known, old ? (3 * old + now) / 4 : now,
                          memory_order_relaxed);
    if (j->stores == PK_CPU_AS_IT_PAYS)
        pk_cpu_learn_way(j->fun, streams, now);
}

/* Runs blocks until enough time has passed to know their cost; returns how
 * many were run. */
static uint64_t probe(job *j, uint64_t total) {
    const bool streams = j->stores == PK_CPU_STREAMED;
    uint64_t start = pk_cpu_now(), done = 0, step = 1, spent = 0;

    while (done < total && spent < PROBE_NS && !is_stopped(j)) {
        uint64_t end = total - done < step ? total : done + step;
        run_blocks(j, done, end, 0, streams);
        done = end;
        step *= 2;
        spent = pk_cpu_now() - start;
    }
    learn(j, spent, done, streams);
    return done;
}

/* A range that does not start at 0 for the pool. */
typedef struct rest {
    job *job;
    uint64_t first;
} rest;

static void run_rest(void *arg, uint64_t first, uint64_t last,
                     uint32_t worker) {
    const rest *r = arg;
    const bool streams = pk_cpu_streams_next(r->job->fun, r->job->stores);
    uint64_t start = pk_cpu_now();

    if (is_stopped(r->job))
        return;
    run_blocks(r->job, r->first + first, r->first + last, worker, streams);
    learn(r->job, pk_cpu_now() - start, last - first, streams);
}

/* Some runs at a time: one that is stopped would go through all that are left,
 * which may take days. */
static void run_runs(const pk_host *host, rest r, uint64_t left,
                     uint64_t grain) {
    const uint64_t most = grain * RUNS_MOST;

    while (left && !is_stopped(r.job)) {
        const uint64_t now = left < most ? left : most;

        host->parallel(host->self, now, grain, run_rest, &r);
        r.first += now;
        left -= now;
    }
}

/* Picoseconds that a block takes; 0: not known yet. */
static uint64_t cost_of(const job *j) {
    return units_of(
        j, atomic_load_explicit(&j->fun->picosecs, memory_order_relaxed));
}

static void run_all(const pk_host *host, job *j, uint64_t total) {
    uint64_t cost = cost_of(j);
    rest r = {j, 0};
    uint64_t left, grain, even, most;

    if (cost == 0) {
        r.first = probe(j, total);
        cost = cost_of(j);
    }
    left = total - r.first;
    if (left == 0 || is_stopped(j))
        return;
    if (left < UINT64_MAX / cost && left * cost < ALONE_NS * UINT64_C(1000)) {
        run_blocks(j, r.first, total, 0, j->stores == PK_CPU_STREAMED);
        return;
    }
    grain = RUN_NS * UINT64_C(1000) / cost + 1;
    most = LONG_NS * UINT64_C(1000) / cost + 1;
    even = left / ((uint64_t)host->worker_count(host->self) * RUNS_EACH);
    even = even < most ? even : most;
    run_runs(host, r, left, grain > even ? grain : even);
}

/* ---- launching ---- */

static void drop_scratch(pk_que *que) {
    const pk_allocator *a = que->dev->host->allocator;

    if (que->block)
        a->release(a->self, que->block, que->block_size);
    que->block = NULL;
    que->block_size = 0;
    que->scratch = NULL;
}

/* Memory for so many areas, from que->scratch on. */
static pk_status grow_scratch(pk_que *que, size_t stride, uint64_t areas,
                              pk_error *err) {
    const pk_allocator *a = que->dev->host->allocator;
    size_t size;

    if (__builtin_mul_overflow(stride, areas, &size) ||
        __builtin_add_overflow(size, ALIGN, &size))
        return pk_fail_no_memory(err);
    if (stride == 0 || size <= que->block_size)
        return PK_OK;
    drop_scratch(que);
    que->block = a->alloc(a->self, size);
    if (!que->block)
        return pk_fail(err, PK_NO_MEMORY,
                       "no memory for the kernel's arrays: %zu bytes", size);
    que->block_size = size;
    que->scratch =
        (char *)(((uintptr_t)que->block + ALIGN - 1) & ~(uintptr_t)(ALIGN - 1));
    return PK_OK;
}

/* Each block keeps its frame as long as the grid runs. */
static pk_status check_frames(const pk_que *que, const job *j, uint64_t blocks,
                              pk_error *err) {
    uint64_t most = que->dev->caps.global_bytes / 2;

    if (!most || blocks <= most / j->stride)
        return PK_OK;
    return pk_fail(err, PK_LIMIT,
                   "%s: a grid of %llu blocks that wait for each other keeps "
                   "%zu bytes of each, more than half of this machine's "
                   "memory: launch fewer blocks",
                   j->fun->name, (unsigned long long)blocks, j->stride);
}

static void run_phases(const pk_host *host, job *j, uint64_t blocks) {
    for (uint64_t i = 0; i < blocks; i++)
        *place_of(j, i) = 0;
    do {
        atomic_store_explicit(&j->waits, false, memory_order_relaxed);
        run_all(host, j, blocks);
    } while (atomic_load_explicit(&j->waits, memory_order_relaxed) &&
             !is_stopped(j));
}

/* Parts of `count`, about equal and of at most `most`: multiples of `least` but
 * for the last one. */
static uint32_t part_of(uint64_t count, uint64_t least, uint64_t most) {
    uint64_t parts, each;

    if (count <= most)
        return (uint32_t)count;
    parts = (count + most - 1) / most;
    each = (count + parts - 1) / parts;
    return (uint32_t)((each + least - 1) / least * least);
}

/* Cuts the grid along an axis into blocks of at least `least` threads and,
 * where that is more, at most `most`. Returns the threads of a block along it.
 */
static uint32_t cut_axis(pk_native_launch *s, int axis, uint64_t least,
                         uint64_t most) {
    const uint64_t threads = s->threads[axis];
    /* As many as it takes for blocks to have numbers. */
    const uint64_t few = (threads / UINT32_MAX / least + 1) * least;

    if (most > MOST_THREADS)
        most = MOST_THREADS;
    most = most < few ? few : most / least * least;
    s->block[axis] = part_of(threads, least, most);
    s->grid[axis] = (uint32_t)((threads + s->block[axis] - 1) / s->block[axis]);
    return s->block[axis];
}

/* Cuts the grid anew: as few blocks as there may be for all workers to have
 * work until the end, as long along x as they can be. Where rows run together,
 * or go along the same lines of the cache, blocks are narrow and high: what
 * rows have in common is still near when the next ones want it. */
static void cut_grid(job *j, uint32_t workers) {
    pk_native_launch *s = &j->shape;
    const uint32_t x = j->fun->swaps; /* of the kernel */
    const uint64_t along = s->threads[x];
    uint64_t limit = MOST_THREADS, most;
    bool together;

    s->threads[x] = s->threads[0];
    s->threads[0] = along;
    together = j->fun->rows > 1 && s->threads[1] >= j->fun->rows;
    if (together)
        limit = PK_NATIVE_MOST_TOGETHER;

    if (__builtin_mul_overflow(s->threads[0], s->threads[1], &most) ||
        __builtin_mul_overflow(most, s->threads[2], &most))
        most = UINT64_MAX; /* a wrapped product would make too many blocks */
    most = most / ((uint64_t)workers * RUNS_EACH);
    most = most < limit ? most : limit;
    j->unit = cut_axis(s, 0, j->fun->melts, together ? 0 : most);
    j->unit *= cut_axis(s, 1, j->fun->rows, most / j->unit);
    j->unit *= cut_axis(s, 2, 1, most / j->unit);
}

static pk_status launch(pk_que *que, pk_fun *fun, const pk_launch_desc *desc,
                        pk_error *err) {
    static const uint32_t never = 0;
    const pk_host *host = que->dev->host;
    const uint32_t *stop = pk_launch_stop(desc);
    job j = {.fun = fun,
             .params = desc->params,
             .order = que->dev->order,
             .shape = {.stop = stop ? stop : &never}};
    uint64_t total = 1;

    memcpy(j.shape.grid, desc->grid, sizeof j.shape.grid);
    memcpy(j.shape.block, desc->block, sizeof j.shape.block);
    for (int i = 0; i < 3; i++)
        j.shape.threads[i] = (uint64_t)desc->grid[i] * desc->block[i];
    j.stores = pk_cpu_stores_of(fun, j.shape.threads);
    if (fun->melts)
        cut_grid(&j, host->worker_count(host->self));
    for (int i = 0; i < 3; i++)
        total *= j.shape.grid[i];
    j.total = total;
    j.stride = (fun->scratch + desc->shared_dynamic + ALIGN - 1) &
               ~(size_t)(ALIGN - 1);
    if (fun->phases)
        PK_TRY(check_frames(que, &j, total, err));
    PK_TRY(grow_scratch(que, j.stride,
                        fun->phases ? total : host->worker_count(host->self),
                        err));
    j.scratch = que->scratch;
    if (fun->phases)
        run_phases(host, &j, total);
    else
        run_all(host, &j, total);
    if (fun->phases && que->block_size > KEPT)
        drop_scratch(que);
    return is_stopped(&j)
               ? pk_fail(err, PK_CANCELLED, "kernel %s was stopped", fun->name)
               : PK_OK;
}

typedef struct deep_launch {
    pk_que *que;
    pk_fun *fun;
    const pk_launch_desc *desc;
} deep_launch;

static pk_status run_deep(void *arg, pk_error *err) {
    const deep_launch *d = arg;

    return launch(d->que, d->fun, d->desc, err);
}

/* The caller's stack may be smaller than what the target promises to functions
 * that call themselves, whose frames may be those of all lanes. */
pk_status pk_cpu_launch(pk_que *que, pk_fun *fun, const pk_launch_desc *desc,
                        pk_error *err) {
    deep_launch d = {que, pk_cpu_best(fun), desc};

    fun = d.fun;
    return fun->stack ? pk_thread_run(run_deep, &d, err)
                      : launch(que, fun, desc, err);
}
