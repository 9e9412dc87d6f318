/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels with barriers of the grid: a block that comes to one notes the place
 * and leaves; when it is called again it jumps there. The pass phases has seen
 * to it that locals and arrays are all that it needs then, and these lie in its
 * frame, but for those that one loop over threads has to itself.
 *
 *     in front:                            grid_sync number 1:
 *       switch state, 0: block.start,        store 1, state
 *                     1: grid1.resume        br block.end
 *     block.start:                         grid1.resume:
 *       ...                                  ...
 *                                          block.ends:
 *                                            store -1, state; br block.end
 */
#include "backends/native/emit.h"

#include "base/arena.h"

enum { SLOT = 8 };

/* The users of locals and arrays: NULL, one outermost loop over threads, or
 * `more`. */
typedef struct users {
    const pk_inst **of_local, **of_array; /* by id of local, of value */
    const pk_inst *more;
} users;

static void note(const users *u, const pk_inst **at, const pk_inst *piece) {
    if (!*at)
        *at = piece ? piece : u->more;
    else if (*at != piece)
        *at = u->more;
}

static bool find_users(const users *u, const pk_region *region,
                       const pk_inst *piece) {
    bool waits = false;

    for (const pk_inst *i = region ? region->first : NULL; i; i = i->next) {
        const pk_inst *inner =
            !piece && (i->flags & PK_INST_items) && i->op == PK_OP_for ? i
                                                                       : piece;
        waits |= i->op == PK_OP_grid_sync;
        if (i->local)
            note(u, &u->of_local[i->local->id], piece);
        for (uint32_t k = 0; k < i->arg_count; k++)
            if (i->args[k]->kind == PK_VALUE_storage)
                note(u, &u->of_array[i->args[k]->id], piece);
        waits |= find_users(u, i->body, inner);
        waits |= find_users(u, i->other, inner);
    }
    return waits;
}

uint64_t pk_native_find_phases(pk_native_emitter *e) {
    pk_func *fn = e->fn;
    pk_arena *arena = fn->ir->arena;
    pk_inst more = {.op = PK_OP_COUNT};
    users u = {.more = &more};
    uint32_t at = SLOT;

    u.of_local = pk_arena_array(arena, fn->local_count + 1, sizeof(void *));
    u.of_array = pk_arena_array(arena, fn->value_count + 1, sizeof(void *));
    e->frame->kept =
        pk_arena_array(arena, fn->local_count + 1, sizeof(uint32_t));
    if (arena->failed)
        return 0;
    e->frame->phases = find_users(&u, fn->body, NULL);
    for (const pk_storage *s = fn->storages; s; s = s->next)
        ((pk_native_array *)s->value->mark)->in_piece =
            u.of_array[s->value->id] != &more;
    for (const pk_local *l = fn->locals; l && e->frame->phases; l = l->next)
        if (u.of_local[l->id] == &more) {
            e->frame->kept[l->id] = at;
            at += SLOT;
        }
    return e->frame->phases ? at : 0;
}

void pk_native_put_resume(pk_native_emitter *e) {
    for (const pk_local *l = e->fn->locals; l; l = l->next)
        if (e->frame->kept[l->id])
            pk_text_printf(
                e->out,
                "  %%l.%s = getelementptr inbounds i8, ptr %%scratch, "
                "i64 %u\n",
                l->name, e->frame->kept[l->id]);
    pk_text_put(e->out, "  %state = load i32, ptr %scratch, align 64\n"
                        "  switch i32 %state, label %block.end [ i32 0, label "
                        "%block.start");
    for (uint32_t n = 1; n <= e->frame->waits; n++)
        pk_text_printf(e->out, " i32 %u, label %%grid%u.resume", n, n);
    pk_text_put(e->out, " ]\nblock.start:\n");
}

void pk_native_put_end(pk_native_emitter *e) {
    pk_text_put(e->out, "block.ends:\n"
                        "  store i32 -1, ptr %scratch, align 64\n"
                        "  br label %block.end\n");
}

void pk_native_put_grid_sync(pk_native_emitter *e) {
    uint32_t n = ++e->frame->waits;

    pk_text_printf(e->out,
                   "  store i32 %u, ptr %%scratch, align 64\n"
                   "  br label %%block.end\n"
                   "grid%u.resume:\n",
                   n, n);
}
