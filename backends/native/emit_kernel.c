/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels, each as two functions. @k.NAME reads the parameters from their
 * block and calls @NAME.block, where they are arguments and can say what is
 * known of them (noalias, readonly, align), and which LLVM inlines, noting
 * that:
 *
 *     define void @k.saxpy(ptr %params, ptr %launch, ptr %scratch)
 *     define internal void @saxpy.block(ptr %launch, ptr %scratch,
 *                                       float %p.a, ptr %p.x, ...)
 *
 * Whoever calls has the loop over blocks, whose place and extents it works out:
 * printed here it took LLVM as long as all of a small kernel.
 *
 * With barriers of the grid a kernel runs in phases: a block that comes to one
 * notes the place and leaves; when it is called again it jumps there. The pass
 * phases has seen to it that locals and arrays are all that it needs then, and
 * these lie in its frame, but for those that one loop over threads has to
 * itself.
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
#include "core/callgraph.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { SLOT = 8 }; /* bytes of a local in a frame */

/* ---- phases ---- */

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

/* ---- parameters and the launch ---- */

/* Prints a parameter of @NAME.block; with `attributes`, what is known of the
 * memory it points to, too. */
static void put_param(pk_native_emitter *e, const pk_param *p,
                      bool attributes) {
    pk_text_printf(e->out, ", %s ", pk_native_type(p->value->type));
    if (pk_type_is_ptr(p->value->type) && attributes) {
        if (p->flags & PK_PARAM_noalias)
            pk_text_put(e->out, "noalias ");
        if (p->flags & PK_PARAM_readonly)
            pk_text_put(e->out, "readonly ");
        if (p->align > 1)
            pk_text_printf(e->out, "align %u ", p->align);
    }
    pk_text_printf(e->out, "%%p.%s", p->name);
}

/* The launch along an axis, as code names it. */
static const struct {
    pk_op op;
    const char *name, *type;
    unsigned offset, bytes;
} queries[] = {
    {PK_OP_grid_dim, "grid", "i32", offsetof(pk_native_launch, grid), 4},
    {PK_OP_block_dim, "dim", "i32", offsetof(pk_native_launch, dim), 4},
    {PK_OP_block_id, "block", "i32", offsetof(pk_native_launch, at), 4},
    {PK_OP_grid_threads, "threads", "i64", offsetof(pk_native_launch, threads),
     8},
    {PK_OP_first_thread, "first", "i64", offsetof(pk_native_launch, first), 8},
};

static bool uses(const pk_func *fn, pk_op op, int axis) {
    for (const pk_inst *i = fn->body->first; i; i = pk_inst_following(i))
        if (i->op == op && i->axis == axis)
            return true;
    return false;
}

/* A number that the text is made for: the size of blocks where that is known,
 * and those of a function of the host, which is one block. NULL: none. */
static const uint32_t *known(const pk_native_emitter *e, pk_op op, int axis) {
    static const uint32_t one = 1, none = 0;

    if (e->frame->single)
        return op == PK_OP_grid_dim || op == PK_OP_block_dim ? &one : &none;
    return op == PK_OP_block_dim && e->fn->block[axis] ? &e->fn->block[axis]
                                                       : NULL;
}

void pk_native_put_launch_word(pk_native_emitter *e, const char *name,
                               const char *type, unsigned offset) {
    const bool is_count = strcmp(type, "i64") == 0;

    pk_text_printf(e->out,
                   "  %%%s.at = getelementptr inbounds i8, ptr %%launch, i64 "
                   "%u\n"
                   "  %%%s = load %s, ptr %%%s.at, align %d",
                   name, offset, name, type, name,
                   strcmp(type, "i32") == 0 ? 4 : 8);
    if (is_count)
        pk_text_printf(e->out, ", !range !%u", PK_NATIVE_COUNT);
    pk_text_put(e->out, "\n");
}

/* The names of what the code asks of its launch. */
static void put_launch(pk_native_emitter *e) {
    for (size_t q = 0; q < sizeof queries / sizeof *queries; q++)
        for (int i = 0; i < 3; i++) {
            const uint32_t *value = known(e, queries[q].op, i);
            char name[16];

            if (!uses(e->fn, queries[q].op, i))
                continue;
            snprintf(name, sizeof name, "%s.%c", queries[q].name, "xyz"[i]);
            if (value)
                pk_text_printf(e->out, "  %%%s = add %s %u, 0\n", name,
                               queries[q].type, *value);
            else
                pk_native_put_launch_word(e, name, queries[q].type,
                                          queries[q].offset +
                                              (unsigned)i * queries[q].bytes);
        }
    if (e->frame->stream_bytes) {
        pk_native_put_launch_word(e, "streams.word", "i32",
                                  offsetof(pk_native_launch, streams));
        pk_text_put(e->out, "  %streams = icmp ne i32 %streams.word, 0\n");
    }
    if (e->stops && e->is_host) /* another word may take its place */
        pk_text_printf(e->out,
                       "  %%stop = getelementptr inbounds i8, ptr %%launch, "
                       "i64 %zu\n",
                       offsetof(pk_native_launch, stop));
    else if (e->stops)
        pk_native_put_launch_word(e, "stop", "ptr",
                                  offsetof(pk_native_launch, stop));
}

static void put_param_load(pk_native_emitter *e, const pk_param *p) {
    pk_type type = p->value->type;
    bool is_bool = type == PK_TYPE_bool;

    pk_text_printf(e->out,
                   "  %%p.%s.at = getelementptr inbounds i8, ptr %%params, "
                   "i64 %u\n"
                   "  %%p.%s%s = load %s, ptr %%p.%s.at, align %u\n",
                   p->name, p->offset, p->name, is_bool ? ".m" : "",
                   is_bool ? "i8" : pk_native_type(type), p->name,
                   pk_type_bytes(type));
    if (is_bool)
        pk_text_printf(e->out, "  %%p.%s = icmp ne i8 %%p.%s.m, 0\n", p->name,
                       p->name);
}

static void put_entry(pk_native_emitter *e) {
    const pk_func *fn = e->fn;

    pk_text_printf(e->out,
                   "\ndefine void @k.%s(ptr readonly %%params, ptr readonly "
                   "%%launch, ptr %%scratch) #0 {\n",
                   fn->name);
    for (uint32_t i = 0; i < fn->param_count; i++)
        put_param_load(e, &fn->params[i]);
    pk_text_printf(e->out, "  call void @%s.block(ptr %%launch, ptr %%scratch",
                   fn->name);
    for (uint32_t i = 0; i < fn->param_count; i++)
        put_param(e, &fn->params[i], false);
    pk_text_put(e->out, ")\n  ret void\n}\n");
}

/* The stack that code needs is known when it is printed, and has to stand
 * before it. */
static void put_body(pk_native_emitter *e) {
    pk_text *out = e->out, body;

    pk_text_init(&body, out->allocator);
    pk_text_init(&e->allocas, out->allocator);
    e->out = &body;
    pk_native_put_zeros(e);
    pk_native_put_region(e, e->fn->body);
    if (!pk_region_ends(e->fn->body))
        pk_text_put(e->out, e->frame->phases ? "  br label %block.ends\n"
                                             : "  br label %block.end\n");
    if (e->frame->phases)
        pk_native_put_end(e);
    e->out = out;
    pk_text_put(out, pk_text_string(&e->allocas));
    put_launch(e);
    pk_native_put_arrays(e);
    if (e->frame->phases)
        pk_native_put_resume(e);
    else
        pk_native_put_privates(e);
    pk_text_bytes(out, pk_text_string(&body), body.length);
    pk_text_put(out, "block.end:\n");
    pk_native_put_private_sums(e);
    pk_text_put(out, "  ret void\n}\n");
    out->failed |= body.failed || e->allocas.failed;
    pk_text_finish(&body);
    pk_text_finish(&e->allocas);
}

void pk_native_put_kernel(pk_native_emitter *e) {
    const pk_func *fn = e->fn;

    pk_text_printf(e->out,
                   "\ndefine internal void @%s.block(ptr %%launch, ptr noalias "
                   "%%scratch",
                   fn->name);
    for (uint32_t i = 0; i < fn->param_count; i++)
        put_param(e, &fn->params[i], true);
    pk_text_put(e->out, ") #1 {\n");
    pk_native_put_stack_arrays(e);
    pk_native_put_locals(e);
    put_body(e);
    put_entry(e);
}
