/* SPDX-License-Identifier: Apache-2.0 */
/* Loading kernels that were made of parallel loops. */
#include "runtime/kernel/loop_kernels.h"
#include "base/error.h"
#include "base/heap.h"
#include "base/try.h"

pk_loop_kernels *pk_loop_kernels_new(pk_context *host) {
    pk_loop_kernels *set = pk_heap_new(&host->allocator, sizeof *set);

    if (!set)
        return NULL;
    set->host = host;
    set->device = host->offload;
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
    pk_entry *entries =
        pk_arena_array(&set->arena, set->count, sizeof *entries);

    if (set->arena.failed)
        return pk_fail_no_memory(err);
    for (uint32_t i = 0; i < set->count; i++)
        entries[i] = set->items[i].entry;
    PK_TRY(plugin->module_load(set->device->dev, artifact, entries, set->count,
                               &set->mod, err));
    for (uint32_t i = 0; i < set->count; i++)
        PK_TRY(plugin->function(set->mod, set->items[i].entry.name,
                                &set->items[i].fun, err));
    return PK_OK;
}
