/* SPDX-License-Identifier: Apache-2.0 */
/* Launches of parallel loops. */
#include "runtime/offload/offload.h"
#include "base/counted.h"
#include "base/error.h"
#include "base/heap.h"
#include "base/try.h"
#include "recipe/report.h"
#include "runtime/kernel/arg_walk.h"
#include "runtime/kernel/loop_costs.h"
#include "runtime/launch/queue.h"
#include "runtime/memory/memory.h"

#include <string.h>

enum {
    THREADS = PK_LOOP_THREADS, /* of a block */
    PARTS = 8,                 /* of a chunk, where it has some */
    JOIN_PARAMS = 64,          /* bytes, with room */
    REPORT_BYTES = 8 * PK_REPORT_prints
};

/* A launch on its way. */
typedef struct loop {
    pk_offload *offload;
    const pk_loop_kernel_spec *kernel;
    const char *from; /* the packed block of the host's function */
    uint64_t count;   /* of threads */
    char *params;
    pk_ref *refs;
    uint32_t ref_count;
    pk_offload_use use;
} loop;

/* ---- the device ---- */

static pk_status fill_room(pk_context *device, pk_offload_room *room,
                           pk_error *err) {
    PK_TRY(pk_queue_create(device, &room->queue, err));
    return pk_buffer_create(device, REPORT_BYTES, 0, &room->report, err);
}

/* One that is not whole is kept for nobody. */
static pk_status take_room(pk_offload *o, pk_error *err) {
    pk_offload_room *room = atomic_exchange(&o->ctx->offload_room, NULL);
    pk_status status = PK_OK;

    if (!room) {
        room = pk_heap_new(&o->ctx->allocator, sizeof *room);
        status = room ? fill_room(o->ctx->offload, room, err)
                      : pk_fail_no_memory(err);
    }
    if (status == PK_OK)
        o->room = room;
    else
        pk_offload_room_free(o->ctx, room);
    return status;
}

static void give_room(pk_offload *o) {
    pk_offload_room *none = NULL;

    if (o->room && o->failure.status == PK_OK &&
        atomic_compare_exchange_strong(&o->ctx->offload_room, &none, o->room))
        return;
    pk_offload_room_free(o->ctx, o->room);
}

/* ---- arrays ---- */

static uint64_t number_at(const loop *l, uint32_t param) {
    const pk_entry *entry = &l->kernel->entry;
    uint64_t value = 0;

    memcpy(&value, l->from + l->kernel->params[param].from,
           entry->params[param].size);
    return value;
}

static bool is_scratch(const loop *l, uint32_t param) {
    return l->kernel->scratch_bytes && param + 1 == l->kernel->param_count;
}

static bool is_array(const loop *l, uint32_t param) {
    return l->kernel->entry.params[param].is_buffer && !is_scratch(l, param);
}

static pk_offload_memory *memory_of(const loop *l, uint32_t param) {
    return pk_offload_find(l->offload, number_at(l, param));
}

/* Whether all arrays lie in memory that may go to the device. */
static bool finds_all(const loop *l) {
    for (uint32_t i = 0; i < l->kernel->param_count; i++) {
        const pk_offload_memory *m = is_array(l, i) ? memory_of(l, i) : NULL;
        if (is_array(l, i) &&
            (!m || (!m->dense && l->kernel->params[i].written)))
            return false;
    }
    return true;
}

static pk_status send_all(const loop *l, pk_error *err) {
    for (uint32_t i = 0; i < l->kernel->param_count; i++)
        if (is_array(l, i))
            PK_TRY(pk_offload_send(l->offload, memory_of(l, i), err));
    return PK_OK;
}

/* The results are written by who joins the parts. */
static bool is_written(const loop *l, uint32_t param) {
    const bool result = l->kernel->join && param + 2 == l->kernel->param_count;

    return is_array(l, param) && (l->kernel->params[param].written || result);
}

static void note_written(const loop *l) {
    for (uint32_t i = 0; i < l->kernel->param_count; i++) {
        pk_offload_memory *m = is_written(l, i) ? memory_of(l, i) : NULL;
        if (!m)
            continue;
        m->away = true;
        m->fresh = false;
    }
}

static void describe(loop *l) {
    pk_offload_use *use = &l->use;

    use->waits = l->kernel->reports;
    for (uint32_t i = 0; i < l->kernel->param_count; i++) {
        const pk_offload_memory *m = is_array(l, i) ? memory_of(l, i) : NULL;
        if (m && !m->shared && !m->there && !m->fresh) {
            use->in_count++;
            use->in_bytes += m->end - m->begin;
        }
        if (m && !m->shared && !m->away && is_written(l, i)) {
            use->out_count++;
            use->out_bytes += m->end - m->begin;
        }
    }
}

/* ---- packing ---- */

static void put_buffer(loop *l, uint32_t param, const pk_buffer *buffer,
                       uint64_t offset) {
    const uint64_t address = buffer->device ? buffer->device + offset : 0;

    memcpy(l->params + l->kernel->entry.params[param].offset, &address,
           sizeof address);
    l->refs[l->ref_count++] = (pk_ref){.mem = buffer->mem, .offset = offset};
}

/* As parameter `param` the array that is parameter `which` of another kernel.
 */
static void put_array(loop *l, uint32_t param, const loop *of, uint32_t which) {
    const pk_offload_memory *m = memory_of(of, which);

    put_buffer(l, param, m->buffer, number_at(of, which) - m->begin);
}

static void pack(loop *l) {
    const pk_loop_kernel_spec *k = l->kernel;

    for (uint32_t i = 0; i < k->param_count; i++) {
        if (is_scratch(l, i))
            put_buffer(l, i, l->offload->room->scratch, 0);
        else if (is_array(l, i))
            put_array(l, i, l, i);
        else
            memcpy(l->params + k->entry.params[i].offset,
                   l->from + k->params[i].from, k->entry.params[i].size);
    }
    if (k->reports)
        put_buffer(l, k->param_count, l->offload->room->report, 0);
}

/* The results' buffer is the last array of the kernel. */
static void pack_join(loop *join, const loop *l, uint64_t chunks) {
    memcpy(join->params + join->kernel->entry.params[0].offset, &chunks,
           sizeof chunks);
    put_buffer(join, 1, l->offload->room->scratch, 0);
    put_array(join, 2, l, l->kernel->param_count - 2);
}

/* ---- running ---- */

static pk_status enter_and_launch(const loop *l, pk_error *err) {
    pk_queue *queue = l->offload->room->queue;
    pk_launch_desc desc = {.struct_size = sizeof desc,
                           .grid = {0, 1, 1},
                           .block = {THREADS, 1, 1},
                           .params = l->params,
                           .params_size = l->kernel->entry.params_size,
                           .refs = l->refs,
                           .ref_count = l->ref_count};
    pk_error why = {0};
    pk_status status;

    desc.grid[0] = (uint32_t)((l->count + THREADS - 1) / THREADS);
    PK_TRY(pk_queue_enter(queue, l->offload->ctx->offload, err));
    status = pk_queue_launch(queue, l->kernel->fun, &desc, 0, &why);
    if (status == PK_OK) {
        atomic_fetch_add(&queue->base.ctx->counters.launches, 1);
        status = pk_queue_count(queue, &why);
    }
    return pk_queue_leave(queue, status, &why, err);
}

/* The parts of the chunks become their results. */
static pk_status run_join(const loop *l, pk_error *err) {
    _Alignas(8) char params[JOIN_PARAMS] = {0};
    pk_ref refs[2];
    loop join = {.offload = l->offload,
                 .kernel = l->kernel->join,
                 .count = l->count / PARTS,
                 .params = params,
                 .refs = refs};

    pack_join(&join, l, join.count);
    return enter_and_launch(&join, err);
}

/* Scratch for the parts, of which earlier launches may still make use: they are
 * in front of this one in its queue. */
static pk_status need_scratch(const loop *l, pk_error *err) {
    pk_offload_room *room = l->offload->room;
    const size_t size = (size_t)l->kernel->scratch_bytes;

    if (!size || (room->scratch && room->scratch->size >= size))
        return PK_OK;
    PK_TRY(pk_offload_wait(l->offload, err));
    pk_buffer_release(room->scratch);
    room->scratch = NULL;
    return pk_buffer_create(l->offload->ctx->offload, size, 0, &room->scratch,
                            err);
}

/* The failure of the lowest thread, as the host's function would tell it. */
static void read_report(const loop *l, const uint64_t *words, int32_t at,
                        bool *failed) {
    const uint32_t site = (uint32_t)words[PK_REPORT_site];
    uint32_t *report;

    *failed = words[PK_REPORT_site] != UINT64_MAX;
    if (!*failed)
        return;
    memcpy(&report, l->from + at, sizeof report);
    report[PK_REPORT_site] =
        site && site <= l->kernel->site_count ? l->kernel->sites[site] : 0;
    for (int i = 0; i < 2 * PK_REPORT_VALUES; i++)
        report[PK_REPORT_values + i] = (uint32_t)words[PK_REPORT_values + i];
}

/* A loop that cannot fail need not have ended. */
static pk_status run(loop *l, int32_t report, bool *failed, pk_error *err) {
    static const uint64_t none = UINT64_MAX;
    const pk_loop_kernel_spec *k = l->kernel;
    pk_queue *queue = l->offload->room->queue;
    uint64_t words[PK_REPORT_prints];

    PK_TRY(need_scratch(l, err));
    PK_TRY(send_all(l, err));
    if (k->reports)
        PK_TRY(pk_queue_fill(queue, l->offload->room->report, 0, REPORT_BYTES,
                             &none, sizeof none, err));
    pack(l);
    PK_TRY(pk_offload_measure(l->offload, &l->use, err));
    PK_TRY(enter_and_launch(l, err));
    note_written(l);
    if (k->join)
        PK_TRY(run_join(l, err));
    PK_TRY(pk_offload_measured(l->offload, &l->use, err));
    if (!k->reports)
        return PK_OK;
    PK_TRY(pk_queue_read(queue, l->offload->room->report, 0, words,
                         sizeof words, err));
    PK_TRY(pk_offload_wait(l->offload, err));
    read_report(l, words, report, failed);
    return PK_OK;
}

static pk_status run_with_memory(loop *l, int32_t report, bool *failed,
                                 pk_error *err) {
    const pk_allocator *a = &l->offload->ctx->allocator;
    const pk_entry *entry = &l->kernel->entry;
    const size_t refs = entry->param_count * sizeof(pk_ref);
    const size_t size = refs + entry->params_size + 8;
    char *block = pk_heap_new(a, size);
    pk_status status;

    if (!block)
        return pk_fail_no_memory(err);
    l->refs = (pk_ref *)(void *)block;
    l->params = block + refs;
    status = run(l, report, failed, err);
    pk_heap_free(a, block, size);
    return status;
}

static const pk_loop_kernel_spec *find_kernel(const pk_loop_kernels *set,
                                              const char *block) {
    for (uint32_t i = 0; set && i < set->count; i++)
        if (!strcmp(set->items[i].block, block))
            return &set->items[i];
    return NULL;
}

/* How many iterations a loop has is what its block is passed first. */
static uint64_t iterations_of(const void *params) {
    uint64_t count;

    memcpy(&count, params, sizeof count);
    return count;
}

/* A thread's number, or its iteration's, is the upper half of a failure's
 * words. */
static bool fits(const pk_offload *o, uint64_t count) {
    return count < UINT32_MAX &&
           count / THREADS < o->ctx->offload->caps.max_grid_dim[0];
}

static void home(void *self, uint64_t address, bool written) {
    pk_offload *o = self;
    pk_offload_memory *m = address ? pk_offload_find(o, address) : NULL;

    if (o->failure.status != PK_OK)
        return;
    if (m)
        pk_offload_bring(o, m, written, &o->failure);
    else if (!address)
        pk_offload_bring_all(o, &o->failure);
}

/* Whether the device can run it. */
static bool can_run(const loop *l) {
    return l->kernel && fits(l->offload, l->count) &&
           l->use.iterations < UINT32_MAX && finds_all(l);
}

/* Whether it does. */
static bool chooses(loop *l) {
    if (!can_run(l))
        return false;
    describe(l);
    return pk_offload_chooses(l->offload, &l->use);
}

static uint64_t threads_of(const loop *l, uint64_t chunks) {
    return l->kernel->free   ? l->use.iterations
           : l->kernel->join ? chunks * PARTS
                             : chunks;
}

static bool run_loop(void *self, const char *function, const void *params,
                     int32_t report, uint64_t count, bool *failed) {
    pk_offload *o = self;
    loop l = {
        .offload = o,
        .kernel = find_kernel(o->kernels, function),
        .from = params,
        .use = {.function = function, .iterations = iterations_of(params)}};

    *failed = o->failure.status != PK_OK;
    if (*failed) /* what the host has may be old */
        return true;
    if (l.kernel)
        l.count = threads_of(&l, count);
    if (!chooses(&l)) {
        home(o, 0, true);
        *failed = o->failure.status != PK_OK;
        return *failed;
    }
    if (run_with_memory(&l, report, failed, &o->failure) != PK_OK)
        *failed = true;
    return true;
}

static void ran(void *self, const char *function, const void *params,
                uint64_t ns) {
    pk_offload_ran_here(self, function, iterations_of(params), ns);
}

/* ---- the call ---- */

static void made(void *self, void *memory, uint64_t size, bool zero) {
    pk_offload *o = self;
    const uint64_t begin = (uintptr_t)memory;

    pthread_mutex_lock(&o->lock);
    pk_offload_enter(o, (pk_offload_memory){.begin = begin,
                                            .end = begin + size,
                                            .dense = true,
                                            .fresh = !zero});
    pthread_mutex_unlock(&o->lock);
}

static void gone(void *self, void *memory) {
    pk_offload *o = self;

    pthread_mutex_lock(&o->lock);
    pk_offload_forget(o, (uintptr_t)memory);
    pthread_mutex_unlock(&o->lock);
}

static bool enter_given(pk_offload *o, uint64_t begin, uint64_t end,
                        bool dense) {
    return pk_offload_enter(
        o, (pk_offload_memory){
               .begin = begin, .end = end, .dense = dense, .given = true});
}

/* Items may overlap each other and other arguments. */
static bool enter_items(pk_offload *o, const pk_leaf *leaf) {
    bool entered = true;

    for (uint32_t i = 0; entered && i < leaf->item_count; i++) {
        const uint64_t at = (uintptr_t)leaf->items[i].host;
        pk_extent e = {0};
        if (pk_array_measure(&leaf->items[i], &e, NULL) == PK_OK)
            entered = enter_given(o, at + (uint64_t)e.low,
                                  at + (uint64_t)e.high, e.dense);
    }
    return entered;
}

static bool enter_leaf(pk_offload *o, const pk_leaf *leaf) {
    if (leaf->items)
        return enter_items(o, leaf);
    return leaf->kind != PK_ARGTYPE_array ||
           enter_given(o, leaf->begin, leaf->end, leaf->extent.dense);
}

/* Whether the argument is the frame of a generator, or an object that has
 * references (pk_arg_is_owned): it is unknown where the arrays in it lie. */
static bool hides_arrays(const pk_arg *arg) {
    const pk_arg *items = arg->value.tuple.items;
    const pk_function_info *class;
    const pk_counted *memory;
    uint32_t number;

    if (arg->kind != PK_ARG_tuple)
        return false;
    if (arg->value.tuple.count == 2 && items[0].kind == PK_ARG_function &&
        items[1].kind == PK_ARG_scalar && items[1].dtype == PK_DTYPE_u64) {
        class = pk_walk_function(&items[0], &number);
        memory = (const pk_counted *)(uintptr_t)items[1].value.u;
        return class && (class->generates ||
                         (class->is_class && memory && memory->refs));
    }
    for (size_t i = 0; i < arg->value.tuple.count; i++)
        if (hides_arrays(&items[i]))
            return true;
    return false;
}

static pk_status enter_all(pk_offload *o, const pk_frame *frame,
                           const pk_arg *args, size_t count, pk_error *err) {
    for (size_t i = 0; i < count; i++)
        if (hides_arrays(&args[i]))
            return PK_OK; /* they may overlap the frame's */
    for (uint32_t i = 0; i < frame->leaf_count; i++)
        if (!enter_leaf(o, &frame->leaves[i]))
            return pk_fail_no_memory(err);
    return PK_OK;
}

pk_status pk_offload_begin(pk_offload *o, pk_context *ctx, const pk_spec *spec,
                           const pk_frame *frame, const pk_arg *args,
                           size_t count, pk_error *err) {
    *o = (pk_offload){.table = {.self = o,
                                .run = run_loop,
                                .ran = ran,
                                .home = home,
                                .made = made,
                                .gone = gone},
                      .spec = spec,
                      .ctx = ctx,
                      .kernels = spec->loops,
                      .costs = spec->costs};
    if (o->costs)
        o->kernels = atomic_load(&o->costs->kernels);
    pthread_mutex_init(&o->lock, NULL);
    PK_TRY(enter_all(o, frame, args, count, err));
    return take_room(o, err);
}

pk_status pk_offload_finish(pk_offload *o, pk_error *err) {
    home(o, 0, true);
    pk_offload_forget_all(o);
    give_room(o);
    pthread_mutex_destroy(&o->lock);
    if (o->failure.status != PK_OK && err)
        *err = o->failure;
    return o->failure.status;
}
