/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a loop runs on the device or on the host's threads, by what runs of
 * it have taken.
 *
 * The host's runs are measured as they happen, the device's the first few of
 * each size. A loop goes where run and copies together take less. Where only
 * the copies speak against the device, what it would have saved is added up
 * over the loops of the call, which may use the same arrays again, and arrays
 * go when that has become as much as the copies take. */
#include "base/heap.h"
#include "base/os/clock.h"
#include "base/try.h"
#include "runtime/kernel/loop_costs.h"
#include "runtime/offload/offload.h"

#include <string.h>

enum {
    SELDOM = 16,  /* runs that are not measured, of one that is */
    HOPELESS = 8, /* times the host's time: the device is not tried again */
    SMALL = 64,
    LARGE = 1 << 20, /* bytes copied to learn what copies take */
    TIMES = 3
};

/* Kernels are compiled when so much has been lost. */
static const double compile_ns = 250e6;

/* ---- copies ---- */

typedef struct copy_test {
    pk_queue *queue;
    pk_buffer *buffer;
    void *host;
} copy_test;

/* The least of some times. */
static pk_status time_copy(const copy_test *t, bool in, size_t size,
                           double *least, pk_error *err) {
    for (int i = 0; i < TIMES; i++) {
        const uint64_t begin = pk_now();
        double ns;
        PK_TRY(in ? pk_queue_write(t->queue, t->buffer, 0, t->host, size, err)
                  : pk_queue_read(t->queue, t->buffer, 0, t->host, size, err));
        PK_TRY(pk_queue_finish(t->queue, err));
        ns = (double)(pk_now() - begin);
        if (!i || ns < *least)
            *least = ns;
    }
    return PK_OK;
}

static pk_status measure_copies(const copy_test *t, bool shared,
                                pk_copy_costs *out, pk_error *err) {
    double in, back;

    PK_TRY(time_copy(t, true, SMALL, &out->least_ns, err));
    if (shared) /* with the host's memory nothing is copied */
        return PK_OK;
    PK_TRY(time_copy(t, true, LARGE, &in, err));
    PK_TRY(time_copy(t, false, LARGE, &back, err));
    out->in_ns_per_byte = in > out->least_ns ? (in - out->least_ns) / LARGE : 0;
    out->out_ns_per_byte =
        back > out->least_ns ? (back - out->least_ns) / LARGE : 0;
    return PK_OK;
}

static pk_status make_copy_costs(pk_offload *o, pk_copy_costs *out,
                                 pk_error *err) {
    pk_context *device = o->ctx->offload[0];
    copy_test t = {.queue = o->devices[0].room->queue};
    pk_status status;

    PK_TRY(pk_buffer_create(device, LARGE, 0, &t.buffer, err));
    t.host = pk_heap_new(&o->ctx->allocator, LARGE);
    status =
        t.host ? measure_copies(&t, device->caps.features & PK_CAP_host_memory,
                                out, err)
               : pk_fail_no_memory(err);
    pk_queue_finish(t.queue, NULL);
    pk_heap_free(&o->ctx->allocator, t.host, LARGE);
    pk_buffer_release(t.buffer);
    return status;
}

/* NULL: the device failed, or there is no memory. */
static const pk_copy_costs *copy_costs(pk_offload *o) {
    pk_copy_costs *costs = atomic_load(&o->ctx->copy_costs), *made;
    pk_error why;

    if (costs)
        return costs;
    made = pk_heap_new(&o->ctx->allocator, sizeof *made);
    if (!made)
        return NULL;
    if (pk_offload_note(o, make_copy_costs(o, made, &why), &why) == PK_OK &&
        atomic_compare_exchange_strong(&o->ctx->copy_costs, &costs, made))
        return made;
    pk_heap_free(&o->ctx->allocator, made, sizeof *made);
    return costs;
}

/* ---- the choice ---- */

static double copies_ns(const pk_offload_use *use, const pk_copy_costs *c) {
    return (use->in_count + use->out_count) * c->least_ns +
           (double)use->in_bytes * c->in_ns_per_byte +
           (double)use->out_bytes * c->out_ns_per_byte;
}

/* A run on the host copies all that is away. */
static double returns_ns(const pk_offload *o, const pk_copy_costs *c) {
    double ns = 0;

    for (size_t i = 0; i < o->count; i++)
        if (o->memory[i].copies[0].away)
            ns +=
                c->least_ns + (double)(o->memory[i].end - o->memory[i].begin) *
                                  c->out_ns_per_byte;
    return ns;
}

/* Whether the host runs it in between, to be measured again: after 4 runs on
 * the device, 8 more, 16 more, and so on. */
static bool is_hosts_turn(pk_loop_cost *cost) {
    if (!cost->stay)
        cost->stay = 4;
    if (++cost->away <= cost->stay)
        return false;
    cost->away = 0;
    cost->stay += cost->stay < UINT32_MAX / 4 ? cost->stay : 0;
    return true;
}

/* The time of the next run on the device, with hope where few were measured: it
 * is one to learn from, and the device may be good for a size that is new. */
static double hoped_ns(const pk_loop_times *times, uint64_t iterations,
                       double device) {
    const double floor = pk_loop_times_floor(times, iterations);

    if (!pk_loop_times_want(times, iterations))
        return device;
    device /= HOPELESS;
    return floor < device ? floor : device;
}

static bool prefers_device(pk_offload *o, const pk_offload_use *use,
                           const pk_loop_cost *cost, const pk_copy_costs *c) {
    const double copies = copies_ns(use, c);
    double host =
        pk_loop_times_estimate(&cost->host, use->iterations, c->least_ns / 8);
    double device =
        pk_loop_times_estimate(&cost->device, use->iterations, c->least_ns);
    const bool tried = device >= 0;
    double hoped; /* of the next run */

    if (!pk_loop_times_known(&cost->host, use->iterations))
        return false;
    host += returns_ns(o, c);
    if (!tried) /* the best that could be */
        device = c->least_ns;
    hoped = tried ? hoped_ns(&cost->device, use->iterations, device) : device;
    if (hoped + copies < host)
        return true;
    if (device < host)
        o->saved_ns += host - device;
    if (o->saved_ns < copies)
        return false;
    o->saved_ns = 0;
    return hoped < host;
}

/* Whether another measurement could change the choice. */
static bool may_be_wrong(const pk_loop_cost *cost, const pk_offload_use *use) {
    const double host = pk_loop_times_estimate(&cost->host, use->iterations, 0);
    const double device =
        pk_loop_times_estimate(&cost->device, use->iterations, 0);

    return device >= 0 && host < HOPELESS * device &&
           !pk_loop_times_want(&cost->device, use->iterations);
}

bool pk_offload_chooses(pk_offload *o, const pk_offload_use *use) {
    const pk_copy_costs *c;
    pk_loop_cost *cost;
    bool chosen;

    c = copy_costs(o);
    if (!c)
        return false;
    pthread_mutex_lock(&o->costs->lock);
    cost = pk_loop_costs_find(o->costs, use->function);
    chosen = cost && prefers_device(o, use, cost, c) &&
             (!may_be_wrong(cost, use) || !is_hosts_turn(cost));
    pthread_mutex_unlock(&o->costs->lock);
    return chosen;
}

/* ---- what runs took ---- */

/* Measuring waits, so that once enough is known a loop that need not wait is
 * measured now and then. The first run of a process has the driver make ready,
 * and does not count. */
bool pk_offload_wants_time(pk_loop_costs *costs, const pk_offload_use *use) {
    pk_loop_cost *cost;
    bool wanted = false;

    pthread_mutex_lock(&costs->lock);
    cost = pk_loop_costs_find(costs, use->function);
    if (cost)
        wanted = !cost->warm || use->waits || ++cost->unmeasured > SELDOM ||
                 pk_loop_times_want(&cost->device, use->iterations);
    if (wanted)
        cost->unmeasured = 0;
    pthread_mutex_unlock(&costs->lock);
    return wanted;
}

void pk_offload_add_time(pk_loop_costs *costs, const pk_offload_use *use,
                         uint64_t ns) {
    pk_loop_cost *cost;

    pthread_mutex_lock(&costs->lock);
    cost = pk_loop_costs_find(costs, use->function);
    if (cost && cost->warm)
        pk_loop_costs_add(costs, cost, true, use->iterations, ns);
    if (cost)
        cost->warm = true;
    pthread_mutex_unlock(&costs->lock);
}

pk_status pk_offload_measure(pk_offload *o, const pk_offload_use *use,
                             pk_error *err) {
    o->begin_ns = 0;
    if (!o->costs || !pk_offload_wants_time(o->costs, use))
        return PK_OK;
    PK_TRY(pk_offload_wait(o, 0, err));
    o->begin_ns = pk_now();
    return PK_OK;
}

pk_status pk_offload_measured(pk_offload *o, const pk_offload_use *use,
                              pk_error *err) {
    if (!o->begin_ns)
        return PK_OK;
    PK_TRY(pk_offload_wait(o, 0, err));
    pk_offload_add_time(o->costs, use, pk_now() - o->begin_ns);
    return PK_OK;
}

void pk_offload_ran_here(pk_offload *o, const char *function,
                         uint64_t iterations, uint64_t ns) {
    pk_loop_costs *costs = o->costs;
    pk_loop_cost *cost;
    double device;

    if (!costs)
        return;
    pthread_mutex_lock(&costs->lock);
    cost = pk_loop_costs_find(costs, function);
    if (cost) {
        pk_loop_costs_add(costs, cost, false, iterations, ns);
        device = pk_loop_times_estimate(&cost->device, iterations, 0);
        if (device < (double)ns)
            costs->lost_ns += (double)ns - (device < 0 ? 0 : device);
    }
    if (costs->lost_ns > compile_ns)
        atomic_store(&costs->wanted, true);
    pthread_mutex_unlock(&costs->lock);
}
