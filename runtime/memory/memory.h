/* SPDX-License-Identifier: Apache-2.0 */
/* Device memory, counted against what the device has: some drivers promise
 * more than there is. */
#ifndef PORTKERN_RUNTIME_MEMORY_MEMORY_H
#define PORTKERN_RUNTIME_MEMORY_MEMORY_H

#include "runtime/context/context.h"
#include "runtime/memory/array.h"

struct pk_buffer {
    pk_object base;
    pk_mem *mem; /* NULL when size is 0 */
    size_t size;
    uint64_t device; /* address, 0 when there is none */
    char *host;      /* likewise, NULL */
    bool imported;   /* the caller's memory: not counted */
};

/* Takes `size` (at least 1) bytes. PK_NO_DEVICE_MEMORY, refused here or by the
 * driver, says what was asked and what there is. */
pk_status pk_memory_take(pk_context *ctx, uint64_t size, uint32_t flags,
                         pk_mem **out, pk_error *err);
void pk_memory_give(pk_context *ctx, pk_mem *mem, uint64_t size);

/* Starts a buffer, without memory yet, and ends it: with `status` not OK it is
 * freed, else its addresses are asked and it is the caller's. */
pk_status pk_buffer_begin(pk_context *ctx, pk_buffer **out, pk_buffer **buf,
                          pk_error *err);
pk_status pk_buffer_end(pk_buffer *buf, pk_status status, pk_buffer **out);

/* Where an array's elements are. */
typedef struct pk_location {
    const void *space;   /* what begin and end count in: NULL for addresses of
                            the host, else a buffer */
    uint64_t begin, end; /* the bytes there; equal without elements */
    pk_ref ref;          /* of an array in a buffer: its first element */
    uint64_t address;    /* of that on the device, 0 when there is none */
} pk_location;

/* Finds an array that has been measured. Fails with words that begin after
 * "argument 2 'x': ": PK_BAD_ARG when elements have no memory or leave it,
 * PK_BAD_HANDLE when its buffer is none of the context's. */
pk_status pk_array_place(const pk_context *ctx, const pk_array *array,
                         const pk_extent *extent, pk_location *out,
                         pk_error *err);

/* PK_BAD_ARG unless `size` bytes from `offset` lie in the buffer. */
pk_status pk_buffer_check_range(const pk_buffer *buf, size_t offset,
                                size_t size, pk_error *err);
/* PK_BAD_ARG unless a pattern of that size can fill that range. */
pk_status pk_buffer_check_pattern(size_t offset, size_t size,
                                  const void *pattern, size_t pattern_size,
                                  pk_error *err);

#endif
