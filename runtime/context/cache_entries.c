/* SPDX-License-Identifier: Apache-2.0 */
/* The entries of a context's disk cache, for tools. */
#include "base/try.h"
#include "runtime/cache/cache.h"
#include "runtime/context/context.h"

const char *pk_cache_dir(const pk_context *ctx) {
    return pk_object_is(ctx, PK_OBJECT_context) ? pk_cache_folder(ctx->cache)
                                                : NULL;
}

pk_status pk_cache_list(pk_context *ctx,
                        bool (*visit)(void *self, const pk_cache_entry *entry),
                        void *self, pk_error *err) {
    PK_TRY(pk_object_check(ctx, PK_OBJECT_context, NULL, "ctx", err));
    if (!visit)
        return pk_fail(err, PK_BAD_ARG, "visit is NULL");
    return pk_cache_dir(ctx) ? pk_cache_each(ctx->cache, visit, self, err)
                             : PK_OK;
}

/* All entries, or those that are damaged. */
static pk_status remove_entries(pk_context *ctx, bool all, uint64_t *removed,
                                pk_error *err) {
    uint64_t count = 0;

    PK_TRY(pk_object_check(ctx, PK_OBJECT_context, NULL, "ctx", err));
    if (pk_cache_dir(ctx))
        PK_TRY(pk_cache_remove(ctx->cache, all, &count, err));
    if (removed)
        *removed = count;
    return PK_OK;
}

pk_status pk_cache_clear(pk_context *ctx, uint64_t *removed, pk_error *err) {
    return remove_entries(ctx, true, removed, err);
}

pk_status pk_cache_verify(pk_context *ctx, uint64_t *removed, pk_error *err) {
    return remove_entries(ctx, false, removed, err);
}
