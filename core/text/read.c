/* SPDX-License-Identifier: Apache-2.0 */
/* A module that is read into an arena of its own: for plugins out of the tree,
 * which see the IR and no arenas. */
#include "base/arena.h"
#include "base/error.h"
#include "portkern/ir.h"

static void release_arena(pk_arena *arena) {
    const pk_allocator *allocator = arena->allocator;

    pk_arena_finish(arena);
    pk_heap_free(allocator, arena, sizeof *arena);
}

pk_status pk_ir_read(const pk_allocator *allocator, const char *text,
                     size_t length, pk_ir **out, pk_error *err) {
    pk_arena *arena = pk_heap_new(allocator, sizeof *arena);
    pk_status status;

    *out = NULL;
    if (!arena)
        return pk_fail_no_memory(err);
    pk_arena_init(arena, allocator);
    status = pk_ir_parse(arena, text, length, out, err);
    if (status != PK_OK)
        release_arena(arena);
    return status;
}

void pk_ir_release(pk_ir *ir) {
    if (ir)
        release_arena(ir->arena);
}
