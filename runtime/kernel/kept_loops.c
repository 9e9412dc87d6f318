/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of parallel loops in the disk cache: by the key of the host's
 * function and the device, and their artifact by the digest that is found
 * there. What they cost is by the same key. */
#include "runtime/kernel/build.h"
#include "runtime/kernel/loop_costs.h"
#include "runtime/kernel/loop_kernels.h"

static const char format[] = "loops";

/* False where nothing is kept. */
static bool put_key(const pk_build *b, uint32_t number, pk_text *out) {
    const pk_context *device = b->ctx->offload[number];

    pk_text_init(out, &b->ctx->allocator);
    if (!b->stored.key.length || b->used || b->stored.bundle ||
        !pk_cache_dir(b->ctx))
        return false;
    pk_text_bytes(out, b->stored.key.data, b->stored.key.length);
    pk_text_put(out, "\nloops for\n");
    pk_plugin_put(device->plugin, out);
    pk_target_put(device, &device->caps, false, false, out);
    return !out->failed;
}

/* Times are of so many threads. */
pk_loop_costs *pk_loop_costs_of(pk_build *b) {
    pk_loop_costs *costs;
    pk_text key;
    const bool kept = put_key(b, 0, &key);

    pk_text_printf(&key, "\ncosts beside %u threads\n",
                   pk_pool_worker_count(b->ctx->pool));
    costs = pk_loop_costs_new(b->ctx, kept && !key.failed ? &key : NULL);
    pk_text_finish(&key);
    return costs;
}

static bool load_artifact(pk_loop_kernels *set, const pk_digest *digest) {
    pk_context *device = set->device;
    pk_artifact artifact;
    bool corrupt = false, loaded;

    if (!pk_cache_load(device->cache, digest, NULL, &artifact, &corrupt))
        return false;
    loaded = pk_loop_kernels_load(set, &artifact, NULL) == PK_OK;
    pk_entry_artifact_free(&device->allocator, &artifact);
    return loaded;
}

static bool load(pk_build *b, uint32_t device, const pk_text *key) {
    const pk_digest digest = pk_digest_of(key->data, key->length);
    pk_loop_kernels *set = pk_loop_kernels_new(b->ctx, device);
    pk_digest artifact;
    pk_artifact entry;
    bool corrupt = false, found;

    found = set && pk_cache_load(b->ctx->cache, &digest, key, &entry, &corrupt);
    if (found) {
        found = !strcmp(entry.format, format) &&
                pk_loop_kernels_read(set, entry.bytes, entry.size, &artifact) &&
                (!set->count || load_artifact(set, &artifact));
        pk_entry_artifact_free(&b->ctx->allocator, &entry);
    }
    if (found && set->count)
        b->spec->loops[device] = set;
    else
        pk_loop_kernels_destroy(set);
    return found;
}

bool pk_loop_kernels_find(pk_build *b, uint32_t device) {
    pk_text key;
    bool found = put_key(b, device, &key) && load(b, device, &key);

    pk_text_finish(&key);
    return found;
}

void pk_loop_kernels_keep(const pk_build *b, uint32_t device,
                          const pk_loop_kernels *set,
                          const pk_digest *artifact) {
    const pk_cache_label label = {.kernel = pk_function_path(b->variants->info),
                                  .backend =
                                      b->ctx->offload[device]->plugin->name,
                                  .target = b->ctx->offload[device]->caps.name};
    pk_artifact entry = {.struct_size = sizeof entry};
    pk_text key, bytes;

    pk_text_init(&bytes, &b->ctx->allocator);
    memcpy(entry.format, format, sizeof format);
    if (put_key(b, device, &key)) {
        const pk_digest digest = pk_digest_of(key.data, key.length);
        pk_loop_kernels_write(set, artifact, &bytes);
        entry.bytes = bytes.data;
        entry.size = bytes.length;
        if (!bytes.failed)
            pk_cache_store(b->ctx->cache, &digest, &key, &label, &entry);
    }
    pk_text_finish(&bytes);
    pk_text_finish(&key);
}
