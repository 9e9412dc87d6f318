/* SPDX-License-Identifier: Apache-2.0 */
/* The parallel loops of a call: which go to a device, and what memory they may
 * be passed. */
#include "runtime/offload/offload.h"
#include "base/counted.h"
#include "base/error.h"
#include "base/heap.h"
#include "base/os/clock.h"
#include "base/try.h"
#include "recipe/report.h"
#include "runtime/kernel/arg_walk.h"
#include "runtime/kernel/loop_costs.h"
#include "runtime/launch/queue.h"
#include "runtime/memory/memory.h"

#include <stdio.h>
#include <string.h>

/* An error is left, too, by work that was tried again with success. */
pk_status pk_offload_note(pk_offload *o, pk_status status,
                          const pk_error *why) {
    if (status != PK_OK)
        o->failure = *why;
    o->table.lost = o->failure.status != PK_OK;
    return status;
}

/* ---- the device ---- */

static pk_status fill_room(pk_context *device, pk_offload_room *room,
                           pk_error *err) {
    PK_TRY(pk_queue_create(device, &room->queue, err));
    return pk_buffer_create(device, PK_LOOP_REPORT, 0, &room->report, err);
}

/* One that is not whole is kept for nobody. */
static pk_status take_room(pk_offload *o, uint32_t device, pk_error *err) {
    pk_offload_room *room =
        atomic_exchange(&o->ctx->offload_room[device], NULL);
    pk_status status = PK_OK;

    if (!room) {
        room = pk_heap_new(&o->ctx->allocator, sizeof *room);
        status = room ? fill_room(o->ctx->offload[device], room, err)
                      : pk_fail_no_memory(err);
    }
    if (status == PK_OK)
        o->devices[device].room = room;
    else
        pk_offload_room_free(o->ctx, room);
    return status;
}

static void give_room(pk_offload *o, uint32_t device) {
    pk_offload_room *none = NULL, *room = o->devices[device].room;

    if (room && o->failure.status == PK_OK &&
        atomic_compare_exchange_strong(&o->ctx->offload_room[device], &none,
                                       room))
        return;
    pk_offload_room_free(o->ctx, room);
}

/* ---- loops ---- */

/* Whether all arrays lie in memory that may go to the device. */
static bool finds_all(const pk_offload_loop *l) {
    for (uint32_t i = 0; i < l->kernel->param_count; i++) {
        const pk_offload_memory *m =
            pk_offload_is_array(l, i) ? pk_offload_memory_of(l, i) : NULL;
        if (pk_offload_is_array(l, i) &&
            (!m || (!m->dense && pk_offload_is_written(l, i))))
            return false;
    }
    return true;
}

/* Notes the copies that it needs on the first device. */
static void describe(pk_offload_loop *l) {
    pk_offload_use *use = &l->use;

    use->waits = pk_loop_may_fail(l->kernel);
    for (uint32_t i = 0; i < l->kernel->param_count; i++) {
        const pk_offload_memory *m =
            pk_offload_is_array(l, i) ? pk_offload_memory_of(l, i) : NULL;
        const pk_offload_copy *c = m ? &m->copies[0] : NULL;
        if (c && !c->shared && !c->there && !m->fresh) {
            use->in_count++;
            use->in_bytes += m->end - m->begin;
        }
        if (c && !c->shared && !c->away && pk_offload_is_written(l, i)) {
            use->out_count++;
            use->out_bytes += m->end - m->begin;
        }
    }
}

/* The failure of the lowest thread, as the host's function would tell it. */
static void put_report(const pk_offload_loop *l, const uint64_t *words,
                       int32_t at, bool *failed) {
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
static pk_status run(pk_offload_loop *l, int32_t report, bool *failed,
                     pk_error *err) {
    uint64_t words[PK_REPORT_prints];

    if (pk_offload_splits(l)) {
        PK_TRY(pk_offload_run_split(l, words, err));
    } else {
        PK_TRY(pk_offload_launch(l, err));
        if (pk_loop_may_fail(l->kernel))
            PK_TRY(pk_offload_read_report(l, words, err));
    }
    if (pk_loop_may_fail(l->kernel))
        put_report(l, words, report, failed);
    return PK_OK;
}

const pk_loop_kernel_spec *pk_offload_kernel(const pk_loop_kernels *set,
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
           count / PK_LOOP_THREADS < o->ctx->offload[0]->caps.max_grid_dim[0];
}

static void home(void *self, uint64_t address, bool written) {
    pk_offload *o = self;
    pk_offload_memory *m = address ? pk_offload_find(o, address) : NULL;
    pk_error why;

    if (o->failure.status != PK_OK)
        return;
    if (m)
        pk_offload_note(o, pk_offload_bring(o, m, written, &why), &why);
    else if (!address)
        pk_offload_note(o, pk_offload_bring_all(o, &why), &why);
}

/* Whether it cannot fail, where its kernel does not ask. It may, where a sum
 * does not fit. */
static bool is_sure(const pk_offload_loop *l) {
    for (uint32_t i = 0; i < l->kernel->sum_count; i++) {
        const pk_loop_sum *sum = &l->kernel->sums[i];
        int64_t all = 0;
        for (uint32_t t = 0; t < sum->count; t++) {
            int64_t product = sum->terms[t].factor;
            for (int n = 0; n < 2; n++)
                if (sum->terms[t].params[n] != UINT32_MAX &&
                    __builtin_mul_overflow(
                        product,
                        (int64_t)pk_offload_number(l, sum->terms[t].params[n]),
                        &product))
                    return false;
            if (__builtin_add_overflow(all, product, &all))
                return false;
        }
        if (all < 0)
            return false;
    }
    return true;
}

/* Whether the device can run it. */
static bool can_run(const pk_offload_loop *l) {
    return l->kernel && fits(l->offload, l->count) &&
           l->use.iterations < UINT32_MAX && is_sure(l) && finds_all(l);
}

/* Whether it does. */
static bool chooses(pk_offload_loop *l) {
    if (!can_run(l))
        return false;
    if (!l->offload->costs)
        return true;
    describe(l);
    return pk_offload_chooses(l->offload, &l->use);
}

static uint64_t threads_of(const pk_offload_loop *l, uint64_t chunks) {
    return l->kernel->free   ? l->use.iterations
           : l->kernel->join ? chunks * PK_LOOP_PARTS
                             : chunks;
}

/* A span of the trace: a loop that cannot fail may end later than it. */
static void trace(const pk_offload *o, const char *device, const char *function,
                  uint64_t begin) {
    char track[80];

    if (!o->ctx->profile)
        return;
    snprintf(track, sizeof track, "loops on %s", device);
    pk_profile_span(o->ctx->profile, track, function, begin, pk_now());
}

/* A loop whose arrays the device has no room for runs on the host, and leaves
 * later ones what room there is. */
static void make_room(pk_offload *o, const char *function) {
    pk_log(&o->ctx->log, PK_LOG_info, "offload", "%s runs on the host: %s",
           function, o->failure.message);
    o->failure = (pk_error){.status = PK_OK};
    o->table.lost = false;
    home(o, 0, true);
    for (size_t i = 0; i < o->count && o->failure.status == PK_OK; i++)
        pk_offload_drop_copies(o, &o->memory[i]);
}

static bool run_loop(void *self, const char *function, const void *params,
                     int32_t report, uint64_t count, bool *failed) {
    pk_offload *o = self;
    pk_offload_loop l = {
        .offload = o,
        .kernel = pk_offload_kernel(o->devices[0].kernels, function),
        .from = params,
        .use = {.function = function, .iterations = iterations_of(params)}};
    const uint64_t begin = o->ctx->profile ? pk_now() : 0;
    pk_error why;

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
    if (pk_offload_note(o, run(&l, report, failed, &why), &why) == PK_OK) {
        trace(o,
              pk_offload_splits(&l) ? "several devices"
                                    : o->ctx->offload[0]->device.selector,
              function, begin);
        return true;
    }
    if (o->failure.status == PK_NO_DEVICE_MEMORY && !l.launched)
        make_room(o, function);
    *failed = o->failure.status != PK_OK;
    return *failed;
}

static void ran(void *self, const char *function, const void *params,
                uint64_t ns) {
    const pk_offload *o = self;

    trace(o, o->ctx->device.selector, function, pk_now() - ns);
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
           enter_given(o, leaf->place.begin, leaf->place.end,
                       leaf->extent.dense);
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
                      .ctx = ctx,
                      .device_count = ctx->offload_count,
                      .costs = spec->costs};
    for (uint32_t i = 0; i < o->device_count; i++)
        o->devices[i] = (pk_offload_device){.ctx = ctx->offload[i],
                                            .kernels = spec->loops[i],
                                            .speeds = spec->speeds[i]};
    if (o->costs)
        o->devices[0].kernels = atomic_load(&o->costs->kernels);
    pthread_mutex_init(&o->lock, NULL);
    PK_TRY(enter_all(o, frame, args, count, err));
    for (uint32_t i = 0; i < o->device_count; i++)
        PK_TRY(take_room(o, i, err));
    return PK_OK;
}

/* Adds to a failure how many of the caller's arrays only a device had. */
static void say_what_is_lost(pk_offload *o) {
    char *message = o->failure.message;
    const size_t length = strlen(message);
    unsigned lost = 0;

    for (size_t i = 0; i < o->count; i++)
        lost += o->memory[i].given && o->memory[i].copies[0].away &&
                !o->memory[i].copies[0].shared;
    if (lost)
        snprintf(message + length, sizeof o->failure.message - length,
                 "; what loops wrote to %u arrays is lost", lost);
}

pk_status pk_offload_finish(pk_offload *o, pk_error *err) {
    home(o, 0, true);
    if (o->failure.status != PK_OK)
        say_what_is_lost(o);
    pk_offload_forget_all(o);
    for (uint32_t i = 0; i < o->device_count; i++)
        give_room(o, i);
    pthread_mutex_destroy(&o->lock);
    if (o->failure.status != PK_OK && err)
        *err = o->failure;
    return o->failure.status;
}
