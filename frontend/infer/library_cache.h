/* SPDX-License-Identifier: Apache-2.0 */
/* What compiles keep of the device library. */
#ifndef PORTKERN_FRONTEND_INFER_LIBRARY_CACHE_H
#define PORTKERN_FRONTEND_INFER_LIBRARY_CACHE_H

#include "base/arena.h"

/* What compiles have read of the device library's texts: a compile that is
 * given it reads only what is new to it. One compile has it at a time. Of one
 * that `allocator` left by a jump it is not to be used again. NULL: no memory.
 */
typedef struct pk_library pk_library;
pk_library *pk_library_new(const pk_allocator *allocator);
void pk_library_free(pk_library *library); /* takes NULL */

#endif
