/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of diagnostics. A kept list lives in the context and so may not keep
 * it alive: lists are counted by themselves, and a list that the user takes is
 * a handle around it. */
#include "runtime/context/diagnostics.h"

#include "base/os/thread.h"
#include "base/text.h"
#include "base/try.h"

/* The diagnostics of a compile: shared by the context and any number of
 * handles. */
struct pk_diag_list {
    const pk_allocator *allocator;
    atomic_uint refs;
    pk_arena arena;
    pk_diagnostic *items;
    size_t count, dropped;
    const char *text;
};

struct pk_diagnostics {
    pk_object base;
    pk_diag_list *said;
};

pk_diag_list *pk_diag_list_retain(pk_diag_list *said) {
    if (said)
        atomic_fetch_add(&said->refs, 1);
    return said;
}

void pk_diag_list_release(pk_diag_list *said) {
    const pk_allocator *allocator;

    if (!said || atomic_fetch_sub(&said->refs, 1) != 1)
        return;
    allocator = said->allocator;
    pk_arena_finish(&said->arena);
    pk_heap_free(allocator, said, sizeof *said);
}

static void destroy_list(pk_object *object) {
    pk_diag_list_release(((pk_diagnostics *)object)->said);
}

static const char *keep_text(pk_arena *arena, const char *text) {
    return text ? pk_arena_text(arena, text, strlen(text)) : "";
}

static void copy_diag(pk_arena *arena, const pk_diag *from, pk_diagnostic *to) {
    *to = (pk_diagnostic){
        .severity = from->severity,
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

static void fill_said(pk_diag_list *said, const pk_diags *diags) {
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

static pk_diag_list *new_said(const pk_allocator *allocator,
                              const pk_diags *diags) {
    pk_diag_list *said = pk_heap_new(allocator, sizeof *said);

    if (!said)
        return NULL;
    said->allocator = allocator;
    atomic_init(&said->refs, 1);
    pk_arena_init(&said->arena, allocator);
    fill_said(said, diags);
    if (!said->arena.failed)
        return said;
    pk_diag_list_release(said);
    return NULL;
}

/* ---- what a thread has kept ---- */

/* The lock is held; NULL when this thread has nothing. */
static pk_failure *find_place(pk_context *ctx) {
    for (int i = 0; i < PK_FAILURES_KEPT; i++)
        if (ctx->failures[i].said &&
            pthread_equal(ctx->failures[i].thread, pk_thread_caller()))
            return &ctx->failures[i];
    return NULL;
}

/* The lock is held. One that is free, or the one that was filled longest ago.
 */
static pk_failure *make_place(pk_context *ctx) {
    pk_failure *oldest = ctx->failures;

    for (int i = 0; i < PK_FAILURES_KEPT; i++) {
        pk_failure *place = &ctx->failures[i];
        if (!place->said)
            return place;
        if (place->number < oldest->number)
            oldest = place;
    }
    return oldest;
}

/* Sets what a place holds; returns what it held. The lock is held. */
static pk_diag_list *exchange(pk_context *ctx, pk_failure *place,
                              pk_diag_list *said) {
    pk_diag_list *old = place->said;

    atomic_fetch_add(&ctx->failures_held, (said != NULL) - (old != NULL));
    place->said = said;
    return old;
}

pk_diag_list *pk_diagnostics_take(pk_context *ctx) {
    pk_failure *place;
    pk_diag_list *said = NULL;

    if (!pk_lock_enter(&ctx->lock))
        return NULL;
    place = find_place(ctx);
    if (place && !place->settled)
        said = exchange(ctx, place, NULL);
    pk_lock_leave(&ctx->lock);
    return said;
}

/* In the thread's own place, or the one used longest ago. What is settled is
 * replaced only by what another compile said. */
void pk_diagnostics_put(pk_context *ctx, pk_diag_list *said) {
    pk_diag_list *old = NULL;
    pk_failure *place;

    if (!pk_lock_enter(&ctx->lock)) {
        pk_diag_list_release(said);
        return;
    }
    place = find_place(ctx);
    if (!place && said)
        place = make_place(ctx);
    if (place && (said || !place->settled)) {
        old = exchange(ctx, place, said);
        place->thread = pk_thread_caller();
        place->settled = false;
        place->number = ++ctx->failure_count;
    }
    pk_lock_leave(&ctx->lock);
    pk_diag_list_release(old);
}

pk_status pk_diagnostics_settle(const void *handle, pk_status status) {
    const pk_object *object = handle;
    pk_failure *place;
    pk_context *ctx;
    pk_diag_list *gone = NULL;

    if (!object || !pk_object_is(object, (pk_object_kind)object->kind))
        return status;
    ctx = object->ctx;
    if (!atomic_load(&ctx->failures_held)) /* what this thread held counts */
        return status;
    if (!pk_lock_enter(&ctx->lock))
        return status;
    place = find_place(ctx);
    if (place && place->settled == (status != PK_OK)) {
        gone = exchange(ctx, place, NULL);
    } else if (place) {
        place->settled = true;
    }
    pk_lock_leave(&ctx->lock);
    pk_diag_list_release(gone);
    return status;
}

pk_status pk_diagnostics_keep(pk_context *ctx, const pk_diags *diags,
                              pk_status status, pk_error *err) {
    pk_diag_list *said;

    if (pk_diags_status(diags, err) == PK_OK)
        pk_fail(err, status, "no reason given");
    if (diags->arena->failed)
        return PK_NO_MEMORY;
    said = new_said(&ctx->allocator, diags);
    if (said)
        pk_diagnostics_put(ctx, said);
    return status;
}

pk_diagnostics *pk_diagnostics_make(pk_context *ctx, const pk_diags *diags) {
    pk_diag_list *said = new_said(&ctx->allocator, diags);
    pk_diagnostics *list = said ? pk_object_create(ctx, PK_OBJECT_diagnostics,
                                                   sizeof *list, destroy_list)
                                : NULL;

    if (list)
        list->said = said;
    else
        pk_diag_list_release(said);
    return list;
}

void pk_diagnostics_forget(pk_context *ctx) {
    for (int i = 0; i < PK_FAILURES_KEPT; i++)
        pk_diag_list_release(ctx->failures[i].said);
}

pk_status pk_context_diagnostics(pk_context *ctx, pk_diagnostics **out,
                                 pk_error *err) {
    pk_diagnostics *list;
    pk_failure *place;
    pk_diag_list *said;

    PK_TRY(pk_object_check(ctx, PK_OBJECT_context, NULL, "ctx", err));
    if (!out)
        return pk_fail(err, PK_BAD_ARG, "out is NULL");
    if (!pk_lock_enter(&ctx->lock))
        return pk_context_fail_forked(err);
    place = find_place(ctx);
    said = pk_diag_list_retain(place ? place->said : NULL);
    pk_lock_leave(&ctx->lock);
    if (!said)
        return pk_fail(err, PK_BAD_ARG,
                       "there are no diagnostics: the call that failed last "
                       "on this thread has none; its error says all");
    list = pk_object_create(ctx, PK_OBJECT_diagnostics, sizeof *list,
                            destroy_list);
    if (!list) {
        pk_diag_list_release(said);
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
