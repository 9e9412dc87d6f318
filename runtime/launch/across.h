/* SPDX-License-Identifier: Apache-2.0 */
/* Copies between two devices, each of a context of its own: through host
 * memory. The caller waits. */
#ifndef PORTKERN_RUNTIME_LAUNCH_ACROSS_H
#define PORTKERN_RUNTIME_LAUNCH_ACROSS_H

#include "portkern/portkern.h"

/* Whether both are buffers, and of two contexts. */
bool pk_is_across(const pk_buffer *a, const pk_buffer *b);

/* pk_queue_copy, whose queue is of one of the contexts; ranges are within. */
pk_status pk_copy_across(pk_queue *queue, pk_buffer *dst, size_t dst_offset,
                         pk_buffer *src, size_t src_offset, size_t size,
                         pk_error *err);
/* pk_array_copy, or with a queue pk_queue_copy_array. */
pk_status pk_copy_array_across(pk_queue *queue, const pk_array *dst,
                               const pk_array *src, pk_error *err);

#endif
