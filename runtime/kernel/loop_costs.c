/* SPDX-License-Identifier: Apache-2.0 */
/* Times of loops, and their form in the disk cache: a head, and the loops as
 * they lie in memory. */
#include "runtime/kernel/loop_costs.h"
#include "base/heap.h"
#include "runtime/kernel/loop_kernels.h"

#include <math.h>
#include <string.h>

enum {
    MAGIC = 0x636c6b70 /* "pklc" */,
    VERSION = 2,
    ENOUGH = 3, /* runs of a size */
    MOST = 4096 /* loops */
};

static const char format[] = "costs";

typedef struct head {
    uint32_t magic, version, count, reserved;
} head;

typedef struct kept {
    pk_loop_times host, device;
    char name[PK_LOOP_NAME];
} kept;

/* ---- times ---- */

static int size_of(uint64_t count) {
    const int size = count ? 63 - __builtin_clzll(count) : 0;

    return size < PK_LOOP_SIZES ? size : PK_LOOP_SIZES - 1;
}

bool pk_loop_times_want(const pk_loop_times *times, uint64_t count) {
    return times->runs[size_of(count)] < ENOUGH;
}

/* A run of this size, else of the nearest. */
static int nearest(const pk_loop_times *times, int size) {
    for (int away = 0; away < PK_LOOP_SIZES; away++) {
        if (size - away >= 0 && times->runs[size - away])
            return size - away;
        if (size + away < PK_LOOP_SIZES && times->runs[size + away])
            return size + away;
    }
    return -1;
}

bool pk_loop_times_known(const pk_loop_times *times, uint64_t count) {
    const int size = nearest(times, size_of(count));

    return size >= 0 && times->runs[size] == ENOUGH;
}

bool pk_loop_times_known_somewhere(const pk_loop_times *times) {
    bool known = false;

    for (int size = 0; size < PK_LOOP_SIZES; size++)
        known |= times->runs[size] == ENOUGH;
    return known;
}

/* The sizes that were measured with the next smaller and larger number of
 * iterations, or with that one; -1: none. */
static void find_around(const pk_loop_times *times, uint64_t count, int *low,
                        int *high) {
    *low = *high = -1;
    for (int size = 0; size < PK_LOOP_SIZES; size++) {
        if (!times->runs[size])
            continue;
        if (times->count[size] <= (float)count)
            *low = size;
        if (times->count[size] >= (float)count && *high < 0)
            *high = size;
    }
}

/* On the line between the two. */
static double between(const pk_loop_times *times, int low, int high,
                      uint64_t count) {
    const double from = (double)times->count[low];
    const double span = (double)times->count[high] - from;
    const double ns = (double)times->ns[low];

    return span > 0 ? ns + ((double)times->ns[high] - ns) *
                               ((double)count - from) / span
                    : ns;
}

double pk_loop_times_estimate(const pk_loop_times *times, uint64_t count,
                              double least) {
    int low, high, size;
    double ns;

    find_around(times, count, &low, &high);
    if (low >= 0 && high >= 0)
        return between(times, low, high, count);
    size = low >= 0 ? low : high;
    if (size < 0)
        return -1;
    ns = (double)times->ns[size];
    least = least < ns ? least : ns;
    return least + (ns - least) * (double)count / (double)times->count[size];
}

static bool is_faster(const pk_loop_cost *cost, int size) {
    return cost->device.ns[size] * cost->host.count[size] <
           cost->host.ns[size] * cost->device.count[size];
}

double pk_loop_times_floor(const pk_loop_times *times, uint64_t count) {
    int low, high;

    find_around(times, count, &low, &high);
    return low < 0 || times->runs[size_of(count)] ? (double)INFINITY
                                                  : (double)times->ns[low];
}

/* 1: a run of some size was faster on the device, -1: all were slower, 0: there
 * were none. */
static int verdict_of(const pk_loop_cost *cost) {
    int verdict = 0;

    for (int size = 0; size < PK_LOOP_SIZES; size++)
        if (cost->device.runs[size] && cost->host.runs[size])
            verdict = verdict == 1 || is_faster(cost, size) ? 1 : -1;
    return verdict;
}

bool pk_loop_costs_oppose(const pk_loop_costs *costs) {
    bool slower = false;

    for (const pk_loop_cost *c = costs->first; c; c = c->next) {
        const int verdict = verdict_of(c);
        if (verdict > 0)
            return false;
        slower |= verdict < 0;
    }
    return slower;
}

/* ---- in the disk cache ---- */

static void store(const pk_loop_costs *costs) {
    const pk_context *device = costs->ctx->offload[costs->device];
    const pk_cache_label label = {.kernel =
                                      costs->first ? costs->first->name : "",
                                  .backend = device->plugin->name,
                                  .target = device->caps.name};
    pk_artifact entry = {.struct_size = sizeof entry};
    head h = {.magic = MAGIC, .version = VERSION};
    pk_text bytes;

    if (!costs->key.length)
        return;
    pk_text_init(&bytes, &costs->ctx->allocator);
    for (const pk_loop_cost *c = costs->first; c; c = c->next)
        h.count++;
    pk_text_bytes(&bytes, &h, sizeof h);
    for (const pk_loop_cost *c = costs->first; c; c = c->next) {
        kept k = {.host = c->host, .device = c->device};
        memcpy(k.name, c->name, sizeof k.name);
        pk_text_bytes(&bytes, &k, sizeof k);
    }
    memcpy(entry.format, format, sizeof format);
    entry.bytes = bytes.data;
    entry.size = bytes.length;
    if (!bytes.failed)
        pk_cache_store(costs->ctx->cache, &costs->digest, &costs->key, &label,
                       &entry);
    pk_text_finish(&bytes);
}

static void read_loops(pk_loop_costs *costs, const char *bytes, size_t size) {
    head h;
    kept k;

    if (size < sizeof h)
        return;
    memcpy(&h, bytes, sizeof h);
    if (h.magic != MAGIC || h.version != VERSION || h.count > MOST ||
        size != sizeof h + h.count * sizeof k)
        return;
    for (uint32_t i = 0; i < h.count; i++) {
        pk_loop_cost *cost;
        memcpy(&k, bytes + sizeof h + i * sizeof k, sizeof k);
        k.name[sizeof k.name - 1] = '\0';
        cost = pk_loop_costs_find(costs, k.name);
        if (cost) {
            cost->host = k.host;
            cost->device = k.device;
        }
    }
}

static void load(pk_loop_costs *costs) {
    pk_artifact entry;
    bool corrupt = false;

    if (!pk_cache_load(costs->ctx->cache, &costs->digest, &costs->key, &entry,
                       &corrupt))
        return;
    if (!strcmp(entry.format, format))
        read_loops(costs, entry.bytes, entry.size);
    pk_entry_artifact_free(&costs->ctx->allocator, &entry);
}

/* ---- all of a function's ---- */

pk_loop_costs *pk_loop_costs_new(pk_context *ctx, uint32_t device,
                                 const pk_text *key) {
    pk_loop_costs *costs = pk_heap_new(&ctx->allocator, sizeof *costs);

    if (!costs)
        return NULL;
    costs->ctx = ctx;
    costs->device = device;
    pthread_mutex_init(&costs->lock, NULL);
    pk_text_init(&costs->key, &ctx->allocator);
    if (!key)
        return costs;
    pk_text_bytes(&costs->key, key->data, key->length);
    if (costs->key.failed) {
        pk_loop_costs_destroy(costs);
        return NULL;
    }
    costs->digest = pk_digest_of(key->data, key->length);
    load(costs);
    return costs;
}

void pk_loop_costs_destroy(pk_loop_costs *costs) {
    const pk_allocator *a = costs ? &costs->ctx->allocator : NULL;

    if (!costs)
        return;
    pk_loop_kernels_destroy(atomic_load(&costs->kernels));
    while (costs->first) {
        pk_loop_cost *cost = costs->first;
        costs->first = cost->next;
        pk_heap_free(a, cost, sizeof *cost);
    }
    pk_text_finish(&costs->key);
    pthread_mutex_destroy(&costs->lock);
    pk_heap_free(a, costs, sizeof *costs);
}

pk_loop_cost *pk_loop_costs_find(pk_loop_costs *costs, const char *name) {
    const size_t length = strlen(name);
    pk_loop_cost *cost;

    if (length >= PK_LOOP_NAME)
        name += length - PK_LOOP_NAME + 1;
    for (cost = costs->first; cost; cost = cost->next)
        if (!strcmp(cost->name, name))
            return cost;
    cost = pk_heap_new(&costs->ctx->allocator, sizeof *cost);
    if (!cost)
        return NULL;
    memcpy(cost->name, name, strlen(name) + 1);
    cost->next = costs->first;
    costs->first = cost;
    return cost;
}

/* A machine that does other things makes a run longer, never shorter. So a
 * faster one counts at once, and a slower one is a quarter of what is known
 * then, once there were some: a machine that has become slower is noticed. */
static void add(pk_loop_times *times, uint64_t count, uint64_t ns) {
    const int size = size_of(count);
    const bool some = times->runs[size], enough = times->runs[size] == ENOUGH;
    const float turns = count ? (float)count : 1, now = (float)ns;
    /* what is known, of as many iterations */
    const float known =
        some ? times->ns[size] * turns / times->count[size] : now;

    times->runs[size] += !enough;
    if (now > known && !enough)
        return;
    times->ns[size] = now > known ? (3 * known + now) / 4 : now;
    times->count[size] = turns;
}

/* All is kept when something was learned that a later process would have to
 * learn, too. */
void pk_loop_costs_add(pk_loop_costs *costs, pk_loop_cost *cost, bool device,
                       uint64_t count, uint64_t ns) {
    pk_loop_times *times = device ? &cost->device : &cost->host;
    const bool wanted = pk_loop_times_want(times, count);

    add(times, count, ns);
    if (wanted && (device || !pk_loop_times_want(times, count)))
        store(costs);
}
