/* SPDX-License-Identifier: Apache-2.0 */
/* Memory with a count of its owners: what a `ref` of the IR refers to. The
 * runtime, compiled code and the interpreter share it, and it outlives the
 * function that made it: an array that a function returns is such memory. */
#ifndef PORTKERN_BASE_COUNTED_H
#define PORTKERN_BASE_COUNTED_H

#include "portkern/status.h"

#include <stdatomic.h>
#include <stdbool.h>

enum { PK_COUNTED_ALIGN = 64 };

/* The head; the memory itself is behind it. */
typedef struct pk_counted {
    _Alignas(PK_COUNTED_ALIGN) atomic_uint owners;
    uint8_t before; /* bytes of the allocator's in front of the head */
    uint8_t words;  /* of 8 bytes, of an element that holds references; 0: none
                       does */
    uint64_t size;  /* bytes behind the head */
    pk_allocator allocator;
    uint64_t refs; /* which of its words do, by bits */
    uint64_t mark; /* free for who runs the code */
} pk_counted;

/* Memory of `size` bytes, aligned to PK_COUNTED_ALIGN, with one owner. NULL:
 * there is none. The allocator is copied and used until the last owner has
 * gone. */
pk_counted *pk_counted_new(const pk_allocator *allocator, uint64_t size,
                           bool zero);

/* The same, all zero, of elements of `words` words; those whose bits `refs` has
 * hold counted memory or NULL, and the memory is an owner of it; none behind
 * the first 64 does. */
pk_counted *pk_counted_new_refs(const pk_allocator *allocator, uint64_t size,
                                uint32_t words, uint64_t refs);

static inline void *pk_counted_data(pk_counted *counted) {
    return counted + 1;
}

/* Whether the memory, of `bytes` bytes from `data` on, has one owner: where
 * that is the caller, nobody else can reach it. */
static inline bool pk_counted_is_sole(const pk_counted *counted,
                                      const void *data, uint64_t bytes) {
    return counted && counted + 1 == data && counted->size == bytes &&
           atomic_load_explicit(&counted->owners, memory_order_acquire) == 1;
}

/* One owner more or fewer; the last frees it. NULL is nothing. Any thread. */
static inline void pk_counted_retain(pk_counted *counted) {
    if (counted)
        atomic_fetch_add_explicit(&counted->owners, 1, memory_order_relaxed);
}
void pk_counted_release(pk_counted *counted);

#endif
