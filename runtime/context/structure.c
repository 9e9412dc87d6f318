/* SPDX-License-Identifier: Apache-2.0 */
/* Structured dtypes of callers. A context keeps each one once: their numbers
 * are words of keys. */
#include "runtime/context/structure.h"
#include "base/try.h"

#include "runtime/context/context.h"

#include <pthread.h>

static pk_structure *find(const pk_context *ctx, const pk_record *record) {
    for (pk_structure *s = ctx->structures; s; s = s->next)
        if (pk_record_equal(s->record, record) &&
            s->record->align == record->align)
            return s;
    return NULL;
}

/* A new one, whose memory goes with the context. */
static pk_structure *add(pk_context *ctx, const pk_record *record) {
    pk_structure *s = pk_heap_new(&ctx->allocator, sizeof *s);

    if (!s)
        return NULL;
    pk_arena_init(&s->arena, &ctx->allocator);
    s->record = pk_record_copy(&s->arena, record);
    s->unaligned = s->record ? pk_record_unaligned(&s->arena, s->record) : NULL;
    if (s->arena.failed) {
        pk_arena_finish(&s->arena);
        pk_heap_free(&ctx->allocator, s, sizeof *s);
        return NULL;
    }
    s->base.kind = PK_OBJECT_structure;
    s->base.ctx = ctx;
    s->number = ctx->structures ? ctx->structures->number + 1 : 1;
    s->next = ctx->structures;
    ctx->structures = s;
    return s;
}

void pk_structures_finish(pk_context *ctx) {
    while (ctx->structures) {
        pk_structure *s = ctx->structures;
        ctx->structures = s->next;
        s->base.kind = 0;
        pk_arena_finish(&s->arena);
        pk_heap_free(&ctx->allocator, s, sizeof *s);
    }
}

pk_status pk_structure_get(pk_context *ctx, const char *description,
                           uint32_t flags, const pk_structure **out,
                           pk_error *err) {
    const char *at = description, *why = NULL;
    const pk_record *record;
    pk_structure *s = NULL;
    bool locked;
    pk_arena arena;

    PK_TRY(pk_object_check(ctx, PK_OBJECT_context, NULL, "ctx", err));
    if (!out || !description)
        return pk_fail(err, PK_BAD_ARG, "%s is NULL",
                       out ? "description" : "out");
    if (flags & ~(uint32_t)PK_STRUCTURE_aligned)
        return pk_fail(err, PK_BAD_ARG, "flags 0x%x of a structure: unknown",
                       flags);
    pk_arena_init(&arena, &ctx->allocator);
    record = pk_record_parse(&arena, &at, flags & PK_STRUCTURE_aligned, &why);
    if (record && at[strspn(at, " \t\n")])
        why = "the end is wanted";
    if (arena.failed) { /* what was not read is no fault of the text */
        record = NULL;
        why = NULL;
    }
    locked = record && !why && pk_lock_enter(&ctx->lock);
    if (locked) {
        s = find(ctx, record);
        s = s ? s : add(ctx, record);
        pk_lock_leave(&ctx->lock);
    }
    pk_arena_finish(&arena);
    if (why)
        return pk_fail(err, PK_BAD_ARG, "dtype \"%.200s\", column %d: %s",
                       description, (int)(at - description) + 1, why);
    if (record && !locked)
        return pk_context_fail_forked(err);
    if (!s)
        return pk_fail_no_memory(err);
    *out = s;
    return PK_OK;
}

size_t pk_structure_size(const pk_structure *structure) {
    return pk_object_is(structure, PK_OBJECT_structure)
               ? structure->record->size
               : 0;
}

bool pk_structure_field(const pk_structure *structure, const char *name,
                        size_t *offset) {
    const pk_field *field = pk_object_is(structure, PK_OBJECT_structure) && name
                                ? pk_record_find(structure->record, name)
                                : NULL;

    if (field && offset)
        *offset = field->offset;
    return field != NULL;
}
