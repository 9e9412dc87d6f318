/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of diagnostics. A kept list lives in the context and so may not keep
 * it alive: lists are counted by themselves, and a list that the user takes is
 * a handle around it. */
#include "runtime/diagnostics.h"

#include "core/text.h"

/* What a compile said: shared by the context and any number of handles. */
typedef struct pk_said {
    const pk_allocator *allocator;
    atomic_uint refs;
    pk_arena arena;
    pk_diagnostic *items;
    size_t count, dropped;
    const char *text;
} pk_said;

struct pk_diagnostics {
    pk_object base;
    pk_said *said;
};

static void release_said(pk_said *said) {
    const pk_allocator *allocator;

    if (!said || atomic_fetch_sub(&said->refs, 1) != 1)
        return;
    allocator = said->allocator;
    pk_arena_finish(&said->arena);
    pk_heap_free(allocator, said, sizeof *said);
}

static void destroy_list(pk_object *object) {
    release_said(((pk_diagnostics *)object)->said);
}

static const char *keep_text(pk_arena *arena, const char *text) {
    return text ? pk_arena_text(arena, text, strlen(text)) : "";
}

static void copy_diag(pk_arena *arena, const pk_diag *from, pk_diagnostic *to) {
    *to = (pk_diagnostic){
        .severity = pk_severity_name(from->severity),
        .status = from->status,
        .code = keep_text(arena, from->code),
        .file = keep_text(arena, from->file),
        .line = from->loc.line,
        .col = from->loc.col,
        .end_col = from->loc.end_col,
        .message = keep_text(arena, from->message),
        .hint = keep_text(arena, from->hint),
        .source_line = keep_text(arena, from->source_line),
        .source_col = from->source_col ? from->source_col : 1,
    };
}

static void fill_said(pk_said *said, const pk_diags *diags) {
    pk_text text;
    size_t i = 0;

    pk_text_init(&text, said->allocator);
    said->items =
        pk_arena_array(&said->arena, diags->count, sizeof *said->items);
    if (said->arena.failed)
        return;
    for (const pk_diag *d = diags->first; d; d = d->next, i++) {
        copy_diag(&said->arena, d, &said->items[i]);
        pk_diag_print(d, &text);
    }
    if (diags->dropped)
        pk_text_printf(&text, "%u more not shown\n", diags->dropped);
    said->count = i;
    said->dropped = diags->dropped;
    said->text =
        pk_arena_text(&said->arena, pk_text_string(&text), text.length);
    said->arena.failed |= text.failed;
    pk_text_finish(&text);
}

static pk_said *new_said(const pk_allocator *allocator, const pk_diags *diags) {
    pk_said *said = pk_heap_new(allocator, sizeof *said);

    if (!said)
        return NULL;
    said->allocator = allocator;
    atomic_init(&said->refs, 1);
    pk_arena_init(&said->arena, allocator);
    fill_said(said, diags);
    if (!said->arena.failed)
        return said;
    release_said(said);
    return NULL;
}

/* The place for this thread: its own, or the one used longest ago. */
static pk_failure *find_place(pk_context *ctx) {
    for (int i = 0; i < PK_FAILURES_KEPT; i++)
        if (ctx->failures[i].said &&
            pthread_equal(ctx->failures[i].thread, pthread_self()))
            return &ctx->failures[i];
    return &ctx->failures[ctx->next_failure++ % PK_FAILURES_KEPT];
}

pk_status pk_diagnostics_keep(pk_context *ctx, const pk_diags *diags,
                              pk_status status, pk_error *err) {
    pk_said *said, *old;
    pk_failure *place;

    if (pk_diags_status(diags, err) == PK_OK)
        pk_fail(err, status, "the compiler gave no reason");
    if (diags->arena->failed)
        return PK_NO_MEMORY;
    said = new_said(&ctx->allocator, diags);
    if (!said)
        return status;
    pthread_mutex_lock(&ctx->lock);
    place = find_place(ctx);
    old = place->said;
    *place = (pk_failure){pthread_self(), said};
    pthread_mutex_unlock(&ctx->lock);
    release_said(old);
    return status;
}

pk_diagnostics *pk_diagnostics_make(pk_context *ctx, const pk_diags *diags) {
    pk_said *said = new_said(&ctx->allocator, diags);
    pk_diagnostics *list = said ? pk_object_create(ctx, PK_OBJECT_diagnostics,
                                                   sizeof *list, destroy_list)
                                : NULL;

    if (list)
        list->said = said;
    else
        release_said(said);
    return list;
}

void pk_diagnostics_forget(pk_context *ctx) {
    for (int i = 0; i < PK_FAILURES_KEPT; i++)
        release_said(ctx->failures[i].said);
}

pk_status pk_context_diagnostics(pk_context *ctx, pk_diagnostics **out,
                                 pk_error *err) {
    pk_diagnostics *list;
    pk_said *said = NULL;

    PK_TRY(pk_object_check(ctx, PK_OBJECT_context, NULL, "ctx", err));
    if (!out)
        return pk_fail(err, PK_BAD_ARG, "out is NULL");
    pthread_mutex_lock(&ctx->lock);
    for (int i = 0; i < PK_FAILURES_KEPT; i++)
        if (ctx->failures[i].said &&
            pthread_equal(ctx->failures[i].thread, pthread_self()))
            said = ctx->failures[i].said;
    if (said)
        atomic_fetch_add(&said->refs, 1);
    pthread_mutex_unlock(&ctx->lock);
    if (!said)
        return pk_fail(err, PK_BAD_ARG,
                       "no compile has failed on this thread lately");
    list = pk_object_create(ctx, PK_OBJECT_diagnostics, sizeof *list,
                            destroy_list);
    if (!list) {
        release_said(said);
        return pk_fail_no_memory(err);
    }
    list->said = said;
    *out = list;
    return PK_OK;
}

void pk_diagnostics_release(pk_diagnostics *list) {
    if (pk_object_is(list, PK_OBJECT_diagnostics))
        pk_object_release(&list->base);
}

size_t pk_diagnostics_count(const pk_diagnostics *list) {
    return pk_object_is(list, PK_OBJECT_diagnostics) ? list->said->count : 0;
}

size_t pk_diagnostics_dropped(const pk_diagnostics *list) {
    return pk_object_is(list, PK_OBJECT_diagnostics) ? list->said->dropped : 0;
}

const pk_diagnostic *pk_diagnostics_get(const pk_diagnostics *list, size_t i) {
    return i < pk_diagnostics_count(list) ? &list->said->items[i] : NULL;
}

const char *pk_diagnostics_text(const pk_diagnostics *list) {
    return pk_object_is(list, PK_OBJECT_diagnostics) ? list->said->text : "";
}
