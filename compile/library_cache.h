/* SPDX-License-Identifier: Apache-2.0 */
/* Keeps the parts of the device library that compiles of a context have read,
 * for later compiles. A compile takes them for itself; one that finds them
 * taken reads for itself, and its copy is freed when the context has one
 * already. */
#ifndef PORTKERN_COMPILE_LIBRARY_CACHE_H
#define PORTKERN_COMPILE_LIBRARY_CACHE_H

#include "base/os/guard.h"
#include "frontend/frontend.h"
#include "runtime/context/context.h"

typedef struct pk_library_cache {
    pk_guard guard; /* its memory, which outlives the compile's */
    pk_library *library;
} pk_library_cache;

/* The context's, or an empty one; NULL without memory. While `guard` runs work
 * what the library wants is the work's: running out leaves it. Then the
 * cache must be destroyed. */
pk_library_cache *pk_library_cache_take(pk_context *ctx, pk_guard *guard);
/* Back to the context, after work that was not left. */
void pk_library_cache_put(pk_context *ctx, pk_library_cache *cache);
void pk_library_cache_destroy(const pk_allocator *allocator,
                              pk_library_cache *cache);

#endif
