/* SPDX-License-Identifier: Apache-2.0 */
/* The signatures of a kernel's decorator, at a launch. */
#ifndef PORTKERN_RUNTIME_KERNEL_DECLARED_H
#define PORTKERN_RUNTIME_KERNEL_DECLARED_H

#include "runtime/kernel/args.h"

/* Converts the leaves of a frame, and the words of its key, to the signature
 * of `info` that fits the arguments best; PK_TYPE when none does, or several.
 * `room` has place for as many types as the key has words for arguments. */
pk_status pk_frame_declare(pk_frame *frame, const pk_function_info *info,
                           const pk_arg *args, size_t count, pk_arg_type *room,
                           const pk_allocator *allocator, pk_error *err);

#endif
