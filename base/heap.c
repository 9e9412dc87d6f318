/* SPDX-License-Identifier: Apache-2.0 */
/* Memory from an allocator, and the allocator over malloc. */
#include "base/heap.h"

#include <stdlib.h>
#include <string.h>

static void *heap_alloc(void *self, size_t size) {
    (void)self;
    return malloc(size);
}

static void *heap_resize(void *self, void *old, size_t old_size, size_t size) {
    (void)self;
    (void)old_size;
    return realloc(old, size);
}

static void heap_release(void *self, void *old, size_t size) {
    (void)self;
    (void)size;
    free(old);
}

const pk_allocator pk_heap = {NULL, heap_alloc, heap_resize, heap_release};

void *pk_heap_new(const pk_allocator *allocator, size_t size) {
    void *memory = allocator->alloc(allocator->self, size);

    return memory ? memset(memory, 0, size) : NULL;
}

void pk_heap_free(const pk_allocator *allocator, void *memory, size_t size) {
    if (memory)
        allocator->release(allocator->self, memory, size);
}

char *pk_heap_text(const pk_allocator *allocator, const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = allocator->alloc(allocator->self, size);

    return copy ? memcpy(copy, text, size) : NULL;
}

void pk_heap_free_text(const pk_allocator *allocator, char *text) {
    if (text)
        allocator->release(allocator->self, text, strlen(text) + 1);
}

bool pk_heap_grow(const pk_allocator *allocator, void **items, size_t *capacity,
                  size_t count, size_t item) {
    size_t more = *capacity ? *capacity : 16;
    void *memory;

    if (count <= *capacity)
        return true;
    while (more < count)
        more *= 2;
    memory = *capacity ? allocator->resize(allocator->self, *items,
                                           *capacity * item, more * item)
                       : allocator->alloc(allocator->self, more * item);
    if (!memory)
        return false;
    *items = memory;
    *capacity = more;
    return true;
}
