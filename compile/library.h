/* SPDX-License-Identifier: Apache-2.0 */
/* Keeps the parts of the device library that compiles of a context have read,
 * for later compiles. A compile takes them for itself; one that finds them
 * taken reads for itself, and its copy is freed when the context has one
 * already. */
#ifndef PORTKERN_COMPILE_LIBRARY_H
#define PORTKERN_COMPILE_LIBRARY_H

#include "base/os/guard.h"
#include "frontend/frontend.h"
#include "runtime/context/context.h"

typedef struct pk_shelf {
    pk_guard guard; /* its memory, which outlives the compile's */
    pk_library *library;
} pk_shelf;

/* The context's, or an empty one; NULL without memory. While `guard` runs work
 * what the library wants is the work's: running out leaves it. Then the shelf
 * is to be destroyed. */
pk_shelf *pk_shelf_take(pk_context *ctx, pk_guard *guard);
/* Back to the context, after work that was not left. */
void pk_shelf_give(pk_context *ctx, pk_shelf *shelf);
void pk_shelf_destroy(const pk_allocator *allocator, pk_shelf *shelf);

#endif
