/* SPDX-License-Identifier: Apache-2.0 */
/* Host memory for the bookkeeping of launches. */
#ifndef PORTKERN_RUNTIME_MEMORY_SCRATCH_H
#define PORTKERN_RUNTIME_MEMORY_SCRATCH_H

#include "base/heap.h"

/* Memory for one launch's bookkeeping, kept from launch to launch. */
typedef struct pk_scratch {
    const pk_allocator *allocator;
    void *memory;
    size_t size;
    bool lent; /* the memory is somebody else's */
} pk_scratch;

/* At least `size` bytes, with any content; NULL without memory. */
void *pk_scratch_take(pk_scratch *scratch, size_t size);
void pk_scratch_finish(pk_scratch *scratch);

#endif
