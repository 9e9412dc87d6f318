/* SPDX-License-Identifier: Apache-2.0 */
/* The device library as a context has it. */
#include "compile/library_cache.h"

#include "runtime/context/context.h"

pk_library_cache *pk_library_cache_take(pk_context *ctx, pk_guard *guard) {
    pk_library_cache *cache = atomic_exchange(&ctx->library_cache, NULL);

    if (!cache) {
        cache = pk_heap_new(&ctx->allocator, sizeof *cache);
        if (!cache)
            return NULL;
        pk_guard_init(&cache->guard, &ctx->allocator);
        cache->library = pk_library_new(&cache->guard.allocator);
        if (!cache->library) {
            pk_library_cache_destroy(&ctx->allocator, cache);
            return NULL;
        }
    }
    cache->guard.escape = guard->escape;
    return cache;
}

void pk_library_cache_put(pk_context *ctx, pk_library_cache *cache) {
    pk_library_cache *empty = NULL;

    cache->guard.escape = NULL;
    if (!atomic_compare_exchange_strong(&ctx->library_cache, &empty, cache))
        pk_library_cache_destroy(&ctx->allocator, cache);
}

void pk_library_cache_destroy(const pk_allocator *allocator,
                              pk_library_cache *cache) {
    if (!cache)
        return;
    pk_guard_finish(&cache->guard); /* the library, too */
    pk_heap_free(allocator, cache, sizeof *cache);
}
