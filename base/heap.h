/* SPDX-License-Identifier: Apache-2.0 */
/* Memory from an allocator, piece by piece. Each piece goes back by itself, to
 * the allocator that it came from. */
#ifndef PORTKERN_BASE_HEAP_H
#define PORTKERN_BASE_HEAP_H

#include "portkern/status.h"

#include <stdbool.h>

/* The allocator over malloc and free: what a context uses unless told
 * otherwise. */
extern const pk_allocator pk_heap;

void *pk_heap_new(const pk_allocator *allocator, size_t size); /* zeroed */
void pk_heap_free(const pk_allocator *allocator, void *memory, size_t size);
char *pk_heap_text(const pk_allocator *allocator, const char *text);
void pk_heap_free_text(const pk_allocator *allocator, char *text);
/* Makes room for `count` items in a growing array; false without memory. */
bool pk_heap_grow(const pk_allocator *allocator, void **items, size_t *capacity,
                  size_t count, size_t item);

#endif
