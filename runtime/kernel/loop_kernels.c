/* SPDX-License-Identifier: Apache-2.0 */
/* Loading kernels that were made of parallel loops, and their form in the disk
 * cache and in bundles: a head, and for each kernel a head of its own, its
 * name, parameters, sites and recipe, each from a multiple of 8 bytes on. */
#include "runtime/kernel/loop_kernels.h"
#include "base/error.h"
#include "base/heap.h"
#include "base/try.h"
#include "runtime/kernel/stored.h"

#include <string.h>

pk_loop_kernels *pk_loop_kernels_new(pk_context *host, uint32_t device) {
    pk_loop_kernels *set = pk_heap_new(&host->allocator, sizeof *set);

    if (!set)
        return NULL;
    set->host = host;
    set->device = host->offload[device];
    pk_arena_init(&set->arena, &host->allocator);
    return set;
}

void pk_loop_kernels_destroy(pk_loop_kernels *set) {
    if (!set)
        return;
    if (set->mod && !pk_context_lost(set->device))
        set->device->plugin->module_free(set->mod);
    pk_arena_finish(&set->arena);
    pk_heap_free(&set->host->allocator, set, sizeof *set);
}

pk_status pk_loop_kernels_load(pk_loop_kernels *set,
                               const pk_artifact *artifact, pk_error *err) {
    const pk_plugin *plugin = set->device->plugin;
    pk_status status = PK_OK;
    pk_entry *entries;

    if (set->device->has_target)
        return PK_OK;
    entries = pk_arena_array(&set->arena, set->count, sizeof *entries);
    if (set->arena.failed)
        return pk_fail_no_memory(err);
    for (uint32_t i = 0; i < set->count; i++)
        entries[i] = set->items[i].entry;
    PK_TRY(plugin->module_load(set->device->dev, artifact, entries, set->count,
                               &set->mod, err));
    for (uint32_t i = 0; i < set->count && status == PK_OK; i++)
        status = plugin->function(set->mod, set->items[i].entry.name,
                                  &set->items[i].fun, err);
    if (status != PK_OK) {
        plugin->module_free(set->mod);
        set->mod = NULL;
    }
    return status;
}

pk_status pk_loop_kernels_load_kept(pk_loop_kernels *set,
                                    const pk_bundle *bundle,
                                    const pk_digest *digest, const pk_text *key,
                                    pk_error *err) {
    pk_context *ctx = set->host;
    pk_artifact artifact;
    pk_status status;

    if (!pk_stored_load(bundle, ctx, digest, key, &artifact))
        return pk_fail(err, PK_IO, "their code is not there any more");
    status = pk_loop_kernels_load(set, &artifact, err);
    pk_entry_artifact_free(&ctx->allocator, &artifact);
    if (status != PK_OK && !bundle)
        pk_cache_drop(ctx->cache, digest);
    return status;
}

/* Whether it has the parameters of one that joins, each a word. */
static bool may_join(const pk_loop_kernel_spec *k) {
    bool may = k->param_count == PK_JOIN_PARAMS && !k->reports &&
               k->entry.params_size <= PK_JOIN_BYTES;

    for (uint32_t i = 0; may && i < k->param_count; i++)
        may = k->entry.params[i].size == 8;
    return may;
}

bool pk_loop_kernels_match(pk_loop_kernels *set) {
    bool all = true;

    for (uint32_t i = 0; i < set->count; i++) {
        pk_loop_kernel_spec *k = &set->items[i];
        const size_t length = strlen(k->block);
        for (uint32_t n = 0; n < set->count && k->scratch_bytes; n++)
            if (!strncmp(set->items[n].block, k->block, length) &&
                !strcmp(set->items[n].block + length, ".join")) {
                k->join = &set->items[n];
                all &= may_join(k->join);
            }
    }
    return all;
}

/* ---- in the disk cache ---- */

enum { MAGIC = 0x6c6b6b70 /* "pkkl" */, VERSION = 2, MOST = 1 << 16 };

typedef struct head {
    uint32_t magic, version, count, reserved;
    pk_digest artifact;
} head;

typedef struct kernel_head {
    uint64_t scratch_bytes;
    uint32_t free, param_count, site_count;
    uint32_t name_size, recipe_size, sure, sum_count, reserved;
} kernel_head;

static void put_aligned(pk_text *out, const void *bytes, size_t size) {
    pk_text_bytes(out, bytes, size);
    pk_text_fill(out, '\0', -size % 8);
}

void pk_loop_kernels_write(const pk_loop_kernels *set,
                           const pk_digest *artifact, pk_text *out) {
    const head h = {.magic = MAGIC,
                    .version = VERSION,
                    .count = set ? set->count : 0,
                    .artifact = *artifact};

    put_aligned(out, &h, sizeof h);
    for (uint32_t i = 0; i < h.count; i++) {
        const pk_loop_kernel_spec *k = &set->items[i];
        const kernel_head kh = {.scratch_bytes = k->scratch_bytes,
                                .free = k->free,
                                .param_count = k->param_count,
                                .site_count = k->site_count,
                                .name_size = (uint32_t)strlen(k->block) + 1,
                                .recipe_size = k->recipe->size,
                                .sure = k->sure,
                                .sum_count = k->sum_count};
        put_aligned(out, &kh, sizeof kh);
        put_aligned(out, k->block, kh.name_size);
        put_aligned(out, k->params, k->param_count * sizeof *k->params);
        put_aligned(out, k->sites, (k->site_count + 1u) * sizeof *k->sites);
        put_aligned(out, k->sums, k->sum_count * sizeof *k->sums);
        put_aligned(out, k->recipe, k->recipe->size);
    }
}

/* The bytes that are left. */
typedef struct reader {
    pk_arena *arena;
    const char *at;
    size_t left;
} reader;

/* A copy of the next bytes; NULL: there are not so many. */
static void *take(reader *r, size_t size) {
    const size_t whole = (size + 7) / 8 * 8;
    void *copy = whole <= r->left ? pk_arena_alloc(r->arena, whole + 8) : NULL;

    if (!copy)
        return NULL;
    memcpy(copy, r->at, whole);
    r->at += whole;
    r->left -= whole;
    return copy;
}

static bool sums_are_whole(const pk_loop_kernel_spec *k) {
    for (uint32_t i = 0; i < k->sum_count; i++) {
        const pk_loop_sum *sum = &k->sums[i];
        if (sum->count > PK_LOOP_TERMS)
            return false;
        for (uint32_t t = 0; t < sum->count; t++)
            for (int n = 0; n < 2; n++)
                if (sum->terms[t].params[n] != UINT32_MAX &&
                    sum->terms[t].params[n] >= k->param_count)
                    return false;
    }
    return true;
}

static bool params_fit(const pk_entry *entry) {
    for (uint32_t i = 0; i < entry->param_count; i++) {
        const pk_param_info *p = &entry->params[i];
        if (p->size > 8 || p->size > entry->params_size ||
            p->offset > entry->params_size - p->size)
            return false;
    }
    return true;
}

static bool take_kernel(reader *r, pk_loop_kernel_spec *k) {
    const kernel_head *h = take(r, sizeof *h);
    const char *name;

    if (!h || h->param_count > MOST || h->site_count > MOST ||
        h->sum_count > MOST || !h->name_size)
        return false;
    *k = (pk_loop_kernel_spec){.free = h->free != 0,
                               .scratch_bytes = h->scratch_bytes,
                               .param_count = h->param_count,
                               .site_count = h->site_count,
                               .sure = h->sure != 0,
                               .sum_count = h->sum_count};
    k->block = name = take(r, h->name_size);
    k->params = take(r, k->param_count * sizeof *k->params);
    k->sites = take(r, (k->site_count + 1u) * sizeof *k->sites);
    k->sums = take(r, k->sum_count * sizeof *k->sums);
    k->recipe = take(r, h->recipe_size);
    if (!k->sums || !sums_are_whole(k) || !name ||
        memchr(name, 0, h->name_size) != name + h->name_size - 1 ||
        !k->params || !k->sites || !k->recipe ||
        pk_recipe_check(k->recipe, h->recipe_size))
        return false;
    k->entry = pk_recipe_entry(k->recipe);
    k->reports = k->recipe->report_at != 0;
    return k->entry.param_count == k->param_count + 2u * k->reports &&
           k->site_count == k->recipe->messages.count && params_fit(&k->entry);
}

bool pk_loop_kernels_read(pk_loop_kernels *set, const void *bytes, size_t size,
                          pk_digest *artifact) {
    reader r = {&set->arena, bytes, size};
    const head *h = take(&r, sizeof *h);

    if (!h || h->magic != MAGIC || h->version != VERSION || h->count > MOST)
        return false;
    *artifact = h->artifact;
    set->items = pk_arena_array(&set->arena, h->count + 1u, sizeof *set->items);
    for (uint32_t i = 0; set->items && i < h->count; i++, set->count++)
        if (!take_kernel(&r, &set->items[i]))
            return false;
    return set->items && !r.left && pk_loop_kernels_match(set);
}
