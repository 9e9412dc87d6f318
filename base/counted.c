/* SPDX-License-Identifier: Apache-2.0 */
/* Counted memory. */
#include "base/counted.h"

#include "base/heap.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(pk_counted) == PK_COUNTED_ALIGN,
               "code counts on the memory behind 64 bytes");

/* Bytes of a block that are not the memory's. */
enum { MORE = sizeof(pk_counted) + PK_COUNTED_ALIGN };

/* The system's memory is zero where it is new, and only there it need not be
 * written. */
static void *take(const pk_allocator *allocator, size_t size, bool zero) {
    void *block;

    if (zero && allocator->alloc == pk_heap.alloc)
        return calloc(1, size);
    block = allocator->alloc(allocator->self, size);
    if (block && zero)
        memset(block, 0, size);
    return block;
}

pk_counted *pk_counted_new(const pk_allocator *allocator, uint64_t size,
                           bool zero) {
    pk_counted *counted;
    uint8_t before;
    char *block;

    if (size > SIZE_MAX / 2)
        return NULL;
    block = take(allocator, (size_t)size + MORE, zero);
    if (!block)
        return NULL;
    before = (uint8_t)(PK_COUNTED_ALIGN - (uintptr_t)block % PK_COUNTED_ALIGN);
    counted = (pk_counted *)(void *)(block + before);
    *counted =
        (pk_counted){.before = before, .size = size, .allocator = *allocator};
    atomic_init(&counted->owners, 1);
    return counted;
}

pk_counted *pk_counted_new_refs(const pk_allocator *allocator, uint64_t size,
                                uint32_t words, uint64_t refs) {
    pk_counted *counted = pk_counted_new(allocator, size, true);

    if (counted) {
        counted->words = (uint8_t)words;
        counted->refs = refs;
    }
    return counted;
}

/* Its memory is an owner no more. */
static void release_refs(pk_counted *counted) {
    pk_counted **word = pk_counted_data(counted);
    const uint64_t count = counted->size / sizeof *word;

    for (uint64_t i = 0; counted->words && i < count; i += counted->words)
        for (uint32_t k = 0; k < counted->words && k < 64 && i + k < count; k++)
            if (counted->refs >> k & 1)
                pk_counted_release(word[i + k]);
}

/* A thread that is the only owner need not subtract: no other thread can
 * reach the object. */
static bool is_last_owner(pk_counted *counted) {
    return atomic_load_explicit(&counted->owners, memory_order_acquire) == 1 ||
           atomic_fetch_sub_explicit(&counted->owners, 1,
                                     memory_order_acq_rel) == 1;
}

void pk_counted_release(pk_counted *counted) {
    if (!counted || !is_last_owner(counted))
        return;
    release_refs(counted);
    counted->allocator.release(counted->allocator.self,
                               (char *)counted - counted->before,
                               (size_t)counted->size + MORE);
}
