/* SPDX-License-Identifier: Apache-2.0 */
/* The device library as a context has it. */
#include "compile/library.h"

#include "runtime/context/context.h"

pk_shelf *pk_shelf_take(pk_context *ctx, pk_guard *guard) {
    pk_shelf *shelf = atomic_exchange(&ctx->shelf, NULL);

    if (!shelf) {
        shelf = pk_heap_new(&ctx->allocator, sizeof *shelf);
        if (!shelf)
            return NULL;
        pk_guard_init(&shelf->guard, &ctx->allocator);
        shelf->library = pk_library_new(&shelf->guard.allocator);
        if (!shelf->library) {
            pk_shelf_destroy(&ctx->allocator, shelf);
            return NULL;
        }
    }
    shelf->guard.escape = guard->escape;
    return shelf;
}

void pk_shelf_give(pk_context *ctx, pk_shelf *shelf) {
    pk_shelf *empty = NULL;

    shelf->guard.escape = NULL;
    if (!atomic_compare_exchange_strong(&ctx->shelf, &empty, shelf))
        pk_shelf_destroy(&ctx->allocator, shelf);
}

void pk_shelf_destroy(const pk_allocator *allocator, pk_shelf *shelf) {
    if (!shelf)
        return;
    pk_guard_finish(&shelf->guard); /* the library, too */
    pk_heap_free(allocator, shelf, sizeof *shelf);
}
