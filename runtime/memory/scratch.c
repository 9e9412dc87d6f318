/* SPDX-License-Identifier: Apache-2.0 */
/* Scratch memory, which only grows. */
#include "runtime/memory/scratch.h"

void *pk_scratch_take(pk_scratch *scratch, size_t size) {
    const pk_allocator *allocator = scratch->allocator;

    if (size <= scratch->size)
        return scratch->memory;
    pk_scratch_finish(scratch);
    size = (size + 4095) / 4096 * 4096;
    scratch->memory = allocator->alloc(allocator->self, size);
    scratch->size = scratch->memory ? size : 0;
    return scratch->memory;
}

void pk_scratch_finish(pk_scratch *scratch) {
    if (!scratch->lent)
        pk_heap_free(scratch->allocator, scratch->memory, scratch->size);
    scratch->memory = NULL;
    scratch->size = 0;
    scratch->lent = false;
}
