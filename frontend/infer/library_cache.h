/* SPDX-License-Identifier: Apache-2.0 */
/* The part of the device library that compiles keep. */
#ifndef PORTKERN_FRONTEND_INFER_LIBRARY_CACHE_H
#define PORTKERN_FRONTEND_INFER_LIBRARY_CACHE_H

#include "base/arena.h"
#include "base/shared.h"

/* The texts of the device library that compiles have read: a compile that gets
 * it reads only texts that are new to it. One compile has it at a time. After
 * an `allocator` has left a compile by a jump, its library must not be used
 * again. NULL: no memory. */
typedef struct pk_library pk_library;
PK_SHARED pk_library *pk_library_new(const pk_allocator *allocator);
void pk_library_free(pk_library *library); /* takes NULL */

#endif
