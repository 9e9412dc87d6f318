/* SPDX-License-Identifier: Apache-2.0 */
/* The life of coverage. */
#include "runtime/context/coverage.h"

#include "base/heap.h"

pk_coverage *pk_coverage_create(pk_context *ctx) {
    return pk_heap_new(&ctx->allocator, sizeof(pk_coverage));
}

void pk_coverage_leave(pk_context *ctx, pk_coverage *coverage) {
    if (!coverage)
        return;
    if (coverage->recipe) /* the list has it, until it is read */
        atomic_store(&coverage->over, true);
    else
        pk_coverage_destroy(ctx, coverage);
}

void pk_coverage_destroy(pk_context *ctx, pk_coverage *coverage) {
    pk_mem *mem = atomic_load(&coverage->mem);

    if (mem && !pk_context_lost(ctx))
        ctx->plugin->mem_free(mem);
    pk_heap_free(&ctx->allocator, coverage->recipe, coverage->recipe_size);
    pk_heap_free(&ctx->allocator, coverage, sizeof *coverage);
}

void pk_coverage_finish(pk_context *ctx) {
    while (ctx->coverages) {
        pk_coverage *first = ctx->coverages;
        ctx->coverages = first->next;
        pk_coverage_destroy(ctx, first);
    }
}
