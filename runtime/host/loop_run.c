/* SPDX-License-Identifier: Apache-2.0 */
/* Runs of loops over elements: which way fits the arrays, one call of the
 * plugin for it, and threads. */
#include "base/os/clock.h"
#include "base/try.h"
#include "recipe/report.h"
#include "runtime/context/diagnostics.h"
#include "runtime/host/call.h"
#include "runtime/host/loop.h"
#include "runtime/host/report.h"
#include "runtime/launch/coverage.h"
#include "runtime/services/public_struct.h"

#include <pthread.h>

enum {
    PARAMS = 4096,      /* bytes of a packed block that may be on the stack */
    FEW = 8,            /* calls that are not worth code of their own */
    PROBE = 64,         /* calls that are measured at first */
    ALONE_NS = 60000,   /* runs below stay in the caller's thread */
    RUN_NS = 25000,     /* parts of a run are at least this long, */
    FIRST_TURN = 256,   /* calls, where somebody may stop the run */
    TURN_NS = 20000000, /* and how long a turn lasts then, at most */
    PARTS_EACH = 8,     /* about so many for each thread where they can be */
    BLOCK = 512,        /* calls whose elements are put next to each other */
    WHOLE = 1024        /* bytes of an operand's axes that are worth a call */
};

/* One run, or a part of one. */
typedef struct run {
    pk_element_loop *loop;
    uint64_t count;
    void *data[PK_LOOP_OPERANDS];
    int64_t strides[PK_LOOP_OPERANDS];
    const int64_t *axis_shape, *axis_strides;
    const uint32_t *stop; /* or NULL */
} run;

/* ---- what is known of the operands ---- */

static int64_t bytes_of(const run *r, uint32_t i) {
    return (int64_t)pk_dtype_size(r->loop->operands[i].dtype);
}

/* The bytes that all calls use of an operand without axes. */
static void range_of(const run *r, uint32_t i, uintptr_t out[2]) {
    const int64_t last = r->strides[i] * (int64_t)(r->count - 1);
    const uintptr_t at = (uintptr_t)r->data[i];

    out[0] = at + (uintptr_t)(last < 0 ? last : 0);
    out[1] = at + (uintptr_t)(last < 0 ? 0 : last) + (uintptr_t)bytes_of(r, i);
}

static bool overlap(const run *r, uint32_t a, uint32_t b) {
    uintptr_t x[2], y[2];

    range_of(r, a, x);
    range_of(r, b, y);
    return x[0] < y[1] && y[0] < x[1];
}

/* Whether a call may use what another one writes. An operand that is the
 * written one element for element is used by its own calls only. */
static bool depends(const run *r) {
    const uint32_t out = r->loop->count - 1;
    const int64_t step = r->strides[out];

    if ((step < 0 ? -step : step) < bytes_of(r, out))
        return true;
    for (uint32_t i = 0; i < out; i++)
        if (overlap(r, i, out) &&
            (r->data[i] != r->data[out] || r->strides[i] != step ||
             bytes_of(r, i) != bytes_of(r, out)))
            return true;
    return false;
}

static bool is_fold(const run *r) {
    return r->loop->folds && r->data[0] == r->data[2] && !r->strides[0] &&
           !r->strides[2] && !overlap(r, 1, 2);
}

static pk_element_loop_way way_of_numbers(const run *r) {
    const uint32_t inputs = r->loop->count - 1;
    bool few = inputs <= PK_LOOP_MASKED;
    uint32_t mask = 0, in_place = 0, kind;
    bool close = true;

    if (r->count < FEW)
        return PK_LOOP_ORDERED;
    if (is_fold(r))
        return PK_LOOP_FOLD;
    if (depends(r))
        return PK_LOOP_ORDERED;
    for (uint32_t i = 0; i <= inputs; i++) {
        if (i < inputs && few && !r->strides[i])
            mask |= 1u << i;
        else
            close &= r->strides[i] == bytes_of(r, i);
        if (i < inputs && r->data[i] == r->data[inputs]) {
            few &= !in_place; /* one input only can be what is written */
            in_place = i + 1;
        }
    }
    if (in_place && !few)
        return PK_LOOP_ORDERED;
    kind = pk_element_loop_kind(mask, in_place);
    return (pk_element_loop_way)((close ? PK_LOOP_EACH_CLOSE : PK_LOOP_EACH) +
                                 kind);
}

/* ---- arrays for each call ---- */

static uint32_t axis_of(const pk_element_loop *loop, uint32_t operand,
                        uint32_t axis) {
    for (uint32_t i = 0; i < operand; i++)
        axis += loop->operands[i].ndim;
    return axis;
}

/* The memory of one operand with all its axes. */
static pk_call_range range_with_axes(const run *r, uint32_t i) {
    const uint32_t axis = axis_of(r->loop, i, 0);
    char *low = r->data[i], *high = low;
    int64_t last = r->strides[i] * (int64_t)(r->count - 1);

    for (uint32_t k = 0; k <= r->loop->operands[i].ndim; k++) {
        if (k)
            last = r->axis_strides[axis + k - 1] *
                   (r->axis_shape[axis + k - 1] - 1);
        low += last < 0 ? last : 0;
        high += last < 0 ? 0 : last;
    }
    return (pk_call_range){low, (uint64_t)(high - low + bytes_of(r, i))};
}

static bool is_empty(const run *r, uint32_t i) {
    const uint32_t axis = axis_of(r->loop, i, 0);

    for (uint32_t k = 0; k < r->loop->operands[i].ndim; k++)
        if (!r->axis_shape[axis + k])
            return true;
    return false;
}

/* Whether no array that is written shares memory with another one. */
static bool is_apart(const run *r) {
    pk_call_range found[PK_LOOP_OPERANDS];

    for (uint32_t i = 0; i < r->loop->count; i++) {
        found[i] = is_empty(r, i) ? (pk_call_range){0} : range_with_axes(r, i);
        for (uint32_t k = 0; k < i; k++)
            if ((r->loop->operands[i].writes || r->loop->operands[k].writes) &&
                (uintptr_t)found[i].host <
                    (uintptr_t)found[k].host + found[k].size &&
                (uintptr_t)found[k].host <
                    (uintptr_t)found[i].host + found[i].size)
                return false;
    }
    return true;
}

/* Bytes of what a call gets of an operand, if its elements lie next to each
 * other in C order; -1 if not. */
static int64_t close_bytes(const run *r, uint32_t i, uint32_t axis) {
    const uint32_t ndim = r->loop->operands[i].ndim;
    int64_t bytes = bytes_of(r, i);

    for (uint32_t k = axis + ndim; k-- > axis;) {
        if (r->axis_shape[k] > 1 && r->axis_strides[k] != bytes)
            return -1;
        bytes *= r->axis_shape[k];
    }
    return bytes;
}

/* How close the elements of all operands are: of each call, and of all calls
 * together. */
static void find_close(const run *r, bool *each, bool *all, bool *large) {
    uint32_t axis = 0;

    *each = *all = true;
    *large = false;
    for (uint32_t i = 0; i < r->loop->count; i++) {
        int64_t bytes = close_bytes(r, i, axis);
        *each &= bytes >= 0;
        *large |= bytes >= WHOLE;
        *all &= bytes >= 0 && r->strides[i] == bytes;
        axis += r->loop->operands[i].ndim;
    }
}

/* ---- one call of the plugin ---- */

/* A number for all calls as the bits of a parameter. */
static uint64_t number_bits(const run *r, uint32_t i, uint32_t part) {
    const pk_dtype dtype = r->loop->operands[i].dtype;
    const bool complex = dtype == PK_DTYPE_c64 || dtype == PK_DTYPE_c128;
    const size_t size = (size_t)bytes_of(r, i) / (complex ? 2 : 1);
    unsigned char byte;
    uint64_t bits = 0;

    if (dtype == PK_DTYPE_bool) {
        memcpy(&byte, r->data[i], 1);
        return byte != 0;
    }
    memcpy(&bits, (const char *)r->data[i] + part * size, size);
    return bits;
}

/* Finds the value of a parameter of the packed block: leaf 0 is the number of
 * calls, leaf i + 1 operand i. */
static uint64_t value_of(const run *r, const pk_pack_step *step) {
    const uint32_t i = step->leaf - 1;

    if (!step->leaf)
        return r->count;
    switch (step->role) {
    case PK_ROLE_data: return (uintptr_t)r->data[i];
    case PK_ROLE_shape:
        return step->axis
                   ? (uint64_t)
                         r->axis_shape[axis_of(r->loop, i, step->axis - 1u)]
                   : r->count;
    case PK_ROLE_stride:
        return (uint64_t)(step->axis ? r->axis_strides[axis_of(r->loop, i,
                                                               step->axis - 1u)]
                                     : r->strides[i]);
    default: return number_bits(r, i, step->axis);
    }
}

static void pack(const run *r, const pk_recipe *recipe, char *params) {
    const pk_pack_step *steps = pk_recipe_steps(recipe);

    for (uint32_t i = 0; i < recipe->steps.count; i++) {
        uint64_t value = value_of(r, &steps[i]);
        memcpy(params + steps[i].offset, &value, steps[i].size);
    }
}

typedef struct blocks {
    char *params;
    uint32_t *report;
    size_t report_words;
} blocks;

static pk_status call_plugin(const run *r, const pk_element_loop_variant *v,
                             const blocks *b, pk_error *err) {
    pk_call_range ranges[PK_LOOP_OPERANDS + 2], coverage = {0};
    pk_frame frame = {.params = b->params};
    pk_call_desc desc = {.struct_size = sizeof desc,
                         .stop = r->stop,
                         .params = b->params,
                         .params_size = v->spec->recipe->params_size};

    if (v->spec->recipe->points.count)
        PK_TRY(pk_coverage_bind_call(r->loop->base.ctx, v->spec, &frame,
                                     &coverage, err));
    if (r->loop->base.ctx->host_ext->wants_ranges) {
        desc.ranges = ranges;
        for (uint32_t i = 0; i < r->loop->count; i++)
            if (!is_empty(r, i))
                ranges[desc.range_count++] = range_with_axes(r, i);
        if (b->report_words)
            ranges[desc.range_count++] =
                (pk_call_range){b->report, b->report_words * sizeof *b->report};
        if (coverage.size)
            ranges[desc.range_count++] = coverage;
    }
    return pk_call_enter(v->kernel, v->spec, &desc, err);
}

static pk_status run_blocks(const run *r, const pk_element_loop_variant *v,
                            const blocks *b, pk_error *err) {
    const pk_recipe *recipe = v->spec->recipe;
    const pk_call_report report = {v->kernel, v->spec, r->stop, b->report};
    uint64_t results[2], at = (uintptr_t)results;

    pack(r, recipe, b->params);
    memcpy(b->params + recipe->results_at, &at, sizeof at);
    if (!b->report_words)
        return call_plugin(r, v, b, err);
    pk_call_begin_report(recipe, b->report, b->params);
    PK_TRY(call_plugin(r, v, b, err));
    return pk_call_end_report(&report, err);
}

static pk_status run_variant(const run *r, const pk_element_loop_variant *v,
                             pk_error *err) {
    const pk_allocator *a = &r->loop->base.ctx->allocator;
    const pk_recipe *recipe = v->spec->recipe;
    _Alignas(16) char params[PARAMS];
    uint32_t report[PK_REPORT_prints];
    const size_t words = pk_call_report_words(recipe);
    const size_t room = (recipe->params_size + 15u) / 16 * 16;
    blocks b = {.params = params, .report = report, .report_words = words};
    size_t size = 0;
    char *more;
    pk_status status;

    if (room <= sizeof params && words <= PK_REPORT_prints)
        return run_blocks(r, v, &b, err);
    size = room + words * sizeof *report;
    more = pk_heap_new(a, size);
    if (!more)
        return pk_fail_no_memory(err);
    b.params = more;
    b.report = (uint32_t *)(void *)(more + room);
    status = run_blocks(r, v, &b, err);
    pk_heap_free(a, more, size);
    return status;
}

/* ---- runs ---- */

static pk_status run_way(const run *r, pk_element_loop_way way, pk_error *err) {
    const pk_element_loop_variant *v;

    PK_TRY(pk_element_loop_variant_get(r->loop, way, &v, err));
    return run_variant(r, v, err);
}

/* The part of a run that begins with call `first`. */
static run part_of(const run *r, uint64_t first, uint64_t count) {
    run part = *r;

    part.count = count;
    for (uint32_t i = 0; i < r->loop->count; i++)
        part.data[i] = first
                           ? (char *)r->data[i] + (int64_t)first * r->strides[i]
                           : r->data[i];
    return part;
}

/* One call at a time, each of arrays in C order. */
static pk_status run_singly(const run *r, pk_element_loop_way way,
                            pk_error *err) {
    for (uint64_t i = 0; i < r->count; i++) {
        run one = part_of(r, i, 1);
        PK_TRY(run_way(&one, way, err));
    }
    return PK_OK;
}

static pk_status run_arrays(const run *r, pk_error *err) {
    const bool apart = is_apart(r);
    const pk_element_loop_way close =
        apart ? PK_LOOP_APART_CLOSE : PK_LOOP_ORDERED_CLOSE;
    bool each, all, large;

    find_close(r, &each, &all, &large);
    if (all || (each && r->count == 1))
        return run_way(r, close, err);
    return each && large
               ? run_singly(r, close, err)
               : run_way(r, apart ? PK_LOOP_APART : PK_LOOP_ORDERED, err);
}

/* ---- elements that lie apart ---- */

/* Copies elements of 1 to 16 bytes, each apart from the one before. */
static void copy_elements(char *to, int64_t to_step, const char *from,
                          int64_t from_step, uint64_t count, size_t size) {
    for (uint64_t i = 0; i < count; i++, to += to_step, from += from_step)
        switch (size) {
        case 1: *to = *from; break;
        case 2: memcpy(to, from, 2); break;
        case 4: memcpy(to, from, 4); break;
        case 8: memcpy(to, from, 8); break;
        default: memcpy(to, from, 16); break;
        }
}

/* One block: through memory where elements lie next to each other. */
static pk_status run_block(const run *r, uint32_t mask, uint32_t in_place,
                           char room[][BLOCK * 16], pk_error *err) {
    const uint32_t out = r->loop->count - 1;
    run close = *r;

    for (uint32_t i = 0; i <= out; i++) {
        const int64_t bytes = bytes_of(r, i);
        if ((i < out && mask >> i & 1) || r->strides[i] == bytes)
            continue;
        if (i < out)
            copy_elements(room[i], bytes, r->data[i], r->strides[i], r->count,
                          (size_t)bytes);
        if (in_place == i + 1)
            in_place = 0;
        close.data[i] = room[i];
        close.strides[i] = bytes;
    }
    PK_TRY(run_way(&close,
                   (pk_element_loop_way)(PK_LOOP_EACH_CLOSE +
                                         pk_element_loop_kind(mask, in_place)),
                   err));
    if (close.data[out] != r->data[out])
        copy_elements(r->data[out], r->strides[out], close.data[out],
                      close.strides[out], r->count, (size_t)bytes_of(r, out));
    return PK_OK;
}

static pk_status run_in_blocks(const run *r, uint32_t kind, pk_error *err) {
    _Alignas(64) char room[PK_LOOP_MASKED + 1][BLOCK * 16];

    for (uint64_t first = 0; first < r->count; first += BLOCK) {
        const uint64_t left = r->count - first;
        run block = part_of(r, first, left < BLOCK ? left : BLOCK);
        PK_TRY(run_block(&block, kind % PK_LOOP_MASKS, kind / PK_LOOP_MASKS,
                         room, err));
    }
    return PK_OK;
}

static pk_status run_numbers(const run *r, pk_error *err) {
    const pk_element_loop_way way = way_of_numbers(r);

    return way < PK_LOOP_EACH || way >= PK_LOOP_EACH_CLOSE ||
                   r->loop->count > PK_LOOP_MASKED + 1
               ? run_way(r, way, err)
               : run_in_blocks(r, (uint32_t)(way - PK_LOOP_EACH), err);
}

static pk_status run_here(const run *r, pk_error *err) {
    if (!r->count)
        return PK_OK;
    return r->loop->returns && !r->loop->axes ? run_numbers(r, err)
                                              : run_arrays(r, err);
}

/* ---- turns ---- */

static pk_status check_stop(const run *r, pk_error *err) {
    return r->stop && __atomic_load_n(r->stop, __ATOMIC_RELAXED)
               ? pk_fail(err, PK_CANCELLED, "the run was stopped")
               : PK_OK;
}

/* Runs in this thread, in turns that are short for whoever stops it. */
static pk_status run_alone(const run *r, pk_error *err) {
    uint64_t size = FIRST_TURN;

    if (!r->stop || r->count <= size)
        return run_here(r, err);
    for (uint64_t at = 0; at < r->count;) {
        const uint64_t left = r->count - at, start = pk_now();
        const run turn = part_of(r, at, left < size ? left : size);
        PK_TRY(check_stop(r, err));
        PK_TRY(run_here(&turn, err));
        at += turn.count;
        if (pk_now() - start < TURN_NS / 2)
            size *= 2;
        else if (pk_now() - start > TURN_NS && size > 1)
            size /= 2;
    }
    return PK_OK;
}

/* ---- threads ---- */

/* A run on several threads: parts that begin before the first failure go on. */
typedef struct shared_run {
    const run *run;
    uint64_t first; /* call that number 0 is here */
    uint64_t count, grain;
    _Atomic uint64_t next; /* that no thread has taken */
    _Atomic uint64_t failed;
    pthread_mutex_t lock;
    pk_status status; /* of the failure with the lowest number */
    pk_error err;
} shared_run;

static void learn(pk_element_loop *loop, uint64_t ns, uint64_t calls) {
    const uint64_t now = ns * 1000 / calls + 1;
    const uint64_t old =
        atomic_load_explicit(&loop->picosecs, memory_order_relaxed);

    atomic_store_explicit(&loop->picosecs, old ? (3 * old + now) / 4 : now,
                          memory_order_relaxed);
}

static void note_failure(shared_run *s, uint64_t first, pk_status status,
                         const pk_error *err) {
    pthread_mutex_lock(&s->lock);
    if (first < atomic_load(&s->failed)) {
        atomic_store(&s->failed, first);
        s->status = status;
        s->err = *err;
    }
    pthread_mutex_unlock(&s->lock);
}

static void run_part(shared_run *s, uint64_t begin, uint64_t end) {
    run part = part_of(s->run, s->first + begin, end - begin);
    const uint64_t start = pk_now();
    pk_status status;
    pk_error err;

    if (begin > atomic_load(&s->failed))
        return;
    status = check_stop(&part, &err);
    if (status == PK_OK)
        status = run_here(&part, &err);
    if (status != PK_OK)
        note_failure(s, begin, status, &err);
    else
        learn(part.loop, pk_now() - start, end - begin);
}

/* A thread takes parts until none is left. */
static void run_parts(void *arg, uint64_t begin, uint64_t end,
                      uint32_t worker) {
    shared_run *s = arg;

    (void)begin;
    (void)end;
    (void)worker;
    for (;;) {
        const uint64_t at = atomic_fetch_add(&s->next, s->grain);
        if (at >= s->count)
            return;
        run_part(s, at, s->count - at < s->grain ? s->count : at + s->grain);
    }
}

/* How many threads calls of this thread may have. */
static uint32_t thread_count(const pk_pool *pool) {
    const uint32_t all = pk_pool_worker_count(pool), limit = pk_thread_limit();

    return limit && limit < all ? limit : all;
}

static pk_status run_on_threads(const run *r, uint64_t first, uint64_t cost,
                                pk_error *err) {
    pk_pool *pool = r->loop->base.ctx->pool;
    const uint32_t threads = thread_count(pool);
    const uint64_t left = r->count - first;
    const uint64_t least = RUN_NS * UINT64_C(1000) / cost + 1;
    const uint64_t even = left / (threads * PARTS_EACH) + 1;
    shared_run s = {.run = r,
                    .first = first,
                    .count = left,
                    .grain = least > even ? least : even,
                    .failed = UINT64_MAX,
                    .lock = PTHREAD_MUTEX_INITIALIZER};

    pk_pool_parallel(pool, threads, 1, run_parts, &s);
    pthread_mutex_destroy(&s.lock);
    if (s.status != PK_OK && err)
        *err = s.err;
    return s.status;
}

/* Measures some calls when none were; compiles happen before the clock runs. */
static pk_status probe(const run *r, uint64_t *done, pk_error *err) {
    const uint64_t count = r->count < PROBE ? r->count : PROBE;
    run part = part_of(r, 0, count);
    uint64_t start;

    PK_TRY(run_here(&part, err));
    *done = count;
    if (r->count < (uint64_t)2 * PROBE)
        return PK_OK;
    part = part_of(r, count, PROBE);
    start = pk_now();
    PK_TRY(run_here(&part, err));
    learn(r->loop, pk_now() - start, PROBE);
    *done += PROBE;
    return PK_OK;
}

static pk_status run_parallel(const run *r, pk_error *err) {
    uint64_t cost =
        atomic_load_explicit(&r->loop->picosecs, memory_order_relaxed);
    uint64_t done = 0;
    run rest;

    if (r->loop->returns && !r->loop->axes && (is_fold(r) || depends(r)))
        return run_alone(r, err);
    if (!cost) {
        PK_TRY(probe(r, &done, err));
        cost = atomic_load_explicit(&r->loop->picosecs, memory_order_relaxed);
    }
    rest = part_of(r, done, r->count - done);
    if (!cost || rest.count < ALONE_NS * UINT64_C(1000) / cost ||
        thread_count(r->loop->base.ctx->pool) == 1)
        return run_alone(&rest, err);
    return run_on_threads(r, done, cost, err);
}

/* ---- the entry ---- */

static pk_status check_desc(const pk_element_loop *loop,
                            const pk_element_loop_run_desc *d, pk_error *err) {
    if (!d->count)
        return PK_OK;
    if (d->count > INT64_MAX)
        return pk_fail(err, PK_BAD_ARG, "count is more than 2^63");
    if (!d->data || !d->strides)
        return pk_fail(err, PK_BAD_ARG, "%s is NULL",
                       d->data ? "strides" : "data");
    if (loop->axes && (!d->axis_shape || !d->axis_strides))
        return pk_fail(err, PK_BAD_ARG, "%s is NULL, and operands have axes",
                       d->axis_shape ? "axis_strides" : "axis_shape");
    for (uint32_t i = 0; i < loop->axes; i++)
        if (d->axis_shape[i] < 0)
            return pk_fail(err, PK_BAD_ARG, "axis_shape[%u] is negative", i);
    for (uint32_t i = 0; i < loop->count; i++) {
        const uint64_t align = pk_dtype_align(loop->operands[i].dtype);
        if ((uintptr_t)d->data[i] % align)
            return pk_fail(err, PK_BAD_ARG,
                           "data[%u] is no multiple of %u bytes", i,
                           (unsigned)align);
        if (!d->data[i])
            return pk_fail(err, PK_BAD_ARG, "data[%u] is NULL", i);
    }
    return PK_OK;
}

static pk_status run_checked(pk_element_loop *loop,
                             const pk_element_loop_run_desc *given,
                             pk_error *err) {
    pk_element_loop_run_desc d;
    run r = {.loop = loop};

    PK_TRY(pk_object_use(loop, PK_OBJECT_loop, "loop", err));
    if (!given)
        return pk_fail(err, PK_BAD_ARG, "desc is NULL");
    PK_TRY(pk_options_read(&pk_element_loop_run_desc_layout, given, &d, err));
    PK_TRY(check_desc(loop, &d, err));
    if (!d.count)
        return PK_OK;
    r.count = d.count;
    memcpy(r.data, d.data, loop->count * sizeof *d.data);
    memcpy(r.strides, d.strides, loop->count * sizeof *d.strides);
    r.axis_shape = d.axis_shape;
    r.axis_strides = d.axis_strides;
    r.stop = d.stop;
    PK_TRY(check_stop(&r, err));
    return d.flags & PK_LOOP_parallel ? run_parallel(&r, err)
                                      : run_alone(&r, err);
}

pk_status pk_element_loop_run(pk_element_loop *loop,
                              const pk_element_loop_run_desc *desc,
                              pk_error *err) {
    pk_status status = run_checked(loop, desc, err);

    return status == PK_OK ? PK_OK : pk_diagnostics_settle(loop, status);
}
