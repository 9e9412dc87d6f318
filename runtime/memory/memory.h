/* SPDX-License-Identifier: Apache-2.0 */
/* Device memory, counted against what the device has: some drivers promise
 * more than there is. */
#ifndef PORTKERN_RUNTIME_MEMORY_MEMORY_H
#define PORTKERN_RUNTIME_MEMORY_MEMORY_H

#include "runtime/context/context.h"

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

/* PK_BAD_ARG unless `size` bytes from `offset` lie in the buffer. */
pk_status pk_buffer_check_range(const pk_buffer *buf, size_t offset,
                                size_t size, pk_error *err);
/* PK_BAD_ARG unless a pattern of that size can fill that range. */
pk_status pk_buffer_check_pattern(size_t offset, size_t size,
                                  const void *pattern, size_t pattern_size,
                                  pk_error *err);

#endif
