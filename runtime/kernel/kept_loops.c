/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of parallel loops in the disk cache and in bundles: by the key of the
 * host's function and the device, and their artifact by the digest that is
 * found there. What they cost is by the same key. */
#include "base/error.h"
#include "base/try.h"
#include "runtime/kernel/build.h"
#include "runtime/kernel/loop_costs.h"
#include "runtime/kernel/loop_kernels.h"

static const char format[] = "loops";

/* For a target of the device. False where nothing is kept. */
static bool put_key(const pk_build *b, const pk_context *device,
                    const pk_caps *caps, pk_text *out) {
    const pk_bundle *bundle = b->stored.bundle;

    pk_text_init(out, &b->ctx->allocator);
    if (!b->stored.key.length || b->used || (!bundle && !pk_cache_dir(b->ctx)))
        return false;
    pk_text_bytes(out, b->stored.key.data, b->stored.key.length);
    pk_text_put(out, "\nloops for\n");
    if (!pk_maker_put(bundle, device->plugin, out))
        return false;
    pk_target_put(device, caps, false, false, out);
    return !out->failed;
}

static pk_loop_costs *costs_of(pk_build *b, uint32_t number, const char *what,
                               uint32_t amount) {
    const pk_context *device = b->ctx->offload[number];
    pk_loop_costs *costs;
    pk_text key;
    const bool kept = put_key(b, device, &device->caps, &key);

    pk_text_printf(&key, "\n%s %u\n", what, amount);
    costs =
        pk_loop_costs_new(b->ctx, number, kept && !key.failed ? &key : NULL);
    pk_text_finish(&key);
    return costs;
}

pk_loop_costs *pk_loop_costs_of(pk_build *b) {
    return costs_of(
        b, 0, "costs beside threads:", pk_pool_worker_count(b->ctx->pool));
}

/* Devices of one kind have the same name: their numbers tell which one it is.
 */
pk_loop_costs *pk_loop_speeds_of(pk_build *b, uint32_t number) {
    return costs_of(b, number, "parts on device",
                    b->ctx->offload[number]->device.index);
}

/* Sets `there`, where the entry is, which may say that there are none. */
static pk_status read_set(pk_build *b, pk_loop_kernels *set, const pk_text *key,
                          bool *there, pk_error *err) {
    const pk_bundle *bundle = b->stored.bundle;
    const pk_digest digest = pk_digest_of(key->data, key->length);
    pk_digest artifact;
    pk_artifact entry;
    bool whole;

    *there = pk_stored_load(bundle, b->ctx, &digest, key, &entry);
    if (!*there)
        return PK_IO;
    whole = !strcmp(entry.format, format) &&
            pk_loop_kernels_read(set, entry.bytes, entry.size, &artifact);
    pk_entry_artifact_free(&b->ctx->allocator, &entry);
    if (!whole)
        return pk_fail(err, PK_IO,
                       "what says how they are launched is damaged");
    if (set->count)
        PK_TRY(pk_loop_kernels_load_kept(set, bundle, &artifact, NULL, err));
    pk_spec_entries_add(&b->stored.entries, &digest);
    if (set->count)
        pk_spec_entries_add(&b->stored.entries, &artifact);
    return PK_OK;
}

static pk_status load(pk_build *b, uint32_t number, const pk_text *key,
                      bool *there, pk_error *err) {
    pk_loop_kernels *set = pk_loop_kernels_new(b->ctx, number);
    pk_status status;

    if (!set)
        return pk_fail_no_memory(err);
    status = read_set(b, set, key, there, err);
    if (status == PK_OK && set->count)
        b->spec->loops[number] = set;
    else
        pk_loop_kernels_destroy(set);
    return status;
}

pk_status pk_loop_kernels_find(pk_build *b, uint32_t number, pk_error *err) {
    const pk_context *device = b->ctx->offload[number];
    pk_status status = PK_IO;
    bool there = false;
    pk_caps caps;
    pk_text key;

    for (uint32_t i = 0; !there && (!i || b->stored.bundle) &&
                         pk_bundled_target(device, i, &caps);
         i++) {
        if (put_key(b, device, &caps, &key))
            status = load(b, number, &key, &there, err);
        pk_text_finish(&key);
    }
    return there || !b->stored.bundle
               ? status
               : pk_fail(err, PK_UNSUPPORTED,
                         "the bundle does not have them for %s: build it for "
                         "one of its targets, too",
                         device->device.name);
}

void pk_loop_kernels_keep(pk_build *b, uint32_t number,
                          const pk_loop_kernels *set,
                          const pk_digest *artifact) {
    const pk_context *device = b->ctx->offload[number];
    const pk_cache_label label = {.kernel = pk_function_path(b->variants->info),
                                  .backend = device->plugin->name,
                                  .target = device->caps.name};
    pk_spec_entries *entries = &b->stored.entries;
    pk_artifact entry = {.struct_size = sizeof entry};
    pk_text key, bytes;

    pk_text_init(&bytes, &b->ctx->allocator);
    memcpy(entry.format, format, sizeof format);
    if (put_key(b, device, &device->caps, &key)) {
        const pk_digest digest = pk_digest_of(key.data, key.length);
        pk_loop_kernels_write(set, artifact, &bytes);
        entry.bytes = bytes.data;
        entry.size = bytes.length;
        entries->incomplete |=
            bytes.failed ||
            !pk_cache_store(b->ctx->cache, &digest, &key, &label, &entry);
        pk_spec_entries_add(entries, &digest);
        if (set)
            pk_spec_entries_add(entries, artifact);
    }
    pk_text_finish(&bytes);
    pk_text_finish(&key);
}
