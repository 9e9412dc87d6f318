/* SPDX-License-Identifier: Apache-2.0 */
/* Results of calls, and the lists, dicts and sets that were arguments as they
 * are afterwards. */
#include "runtime/host/give.h"

#include "runtime/host/array_list.h"

#include <string.h>

enum { LISTS_ROOM = 848 }; /* for a few items, an array */

/* The lists of a result, and a copy of the allocator that they are of. */
typedef struct lists {
    pk_arena arena;
    pk_allocator allocator;
    pk_adopted *adopted;
    _Alignas(16) char room[LISTS_ROOM]; /* for the first of them */
} lists;

_Static_assert(PK_DIRECT_ITEMS * sizeof(pk_result) <= LISTS_ROOM,
               "items that are read directly have room");

static lists *new_lists(const pk_context *ctx) {
    const pk_allocator *a = &ctx->allocator;
    lists *l = a->alloc(a->self, sizeof *l);

    if (!l)
        return NULL;
    l->allocator = *a;
    l->adopted = NULL;
    pk_arena_init_in(&l->arena, &l->allocator, l->room, sizeof l->room);
    return l;
}

static void free_lists(lists *l) {
    const pk_allocator a = l->allocator;

    for (const pk_adopted *each = l->adopted; each; each = each->next)
        pk_kept_memory_release(each->memory);
    pk_arena_finish(&l->arena);
    a.release(a.self, l, sizeof *l);
}

/* Gives the next result to `out`, NULL: to nobody. */
static pk_status give_next(const pk_giving *g, pk_result_cursor *at,
                           pk_result *out, pk_error *err) {
    lists *l;

    if (out && !pk_result_has_lists(at->words)) {
        pk_result_next(at, NULL, out);
        return PK_OK;
    }
    l = out ? new_lists(g->ctx) : NULL;
    if (!l) {
        pk_result_drop_next(at);
        return out ? pk_fail_no_memory(err) : PK_OK;
    }
    pk_result_next(at, &l->arena, out);
    if (g->adopts && !l->arena.failed)
        pk_array_lists_adopt(g->args, g->arg_count, out, &l->arena,
                             &l->adopted);
    out->block = l;
    if (!l->arena.failed)
        return PK_OK;
    pk_result_release(out);
    return pk_fail_no_memory(err);
}

pk_status pk_give_result(const pk_giving *g, pk_result *out, pk_error *err) {
    pk_result_cursor at = {g->words, g->parts, 0};

    return give_next(g, &at, out, err);
}

static bool same_items(const pk_array *before, const pk_result *after) {
    return before->shape[0] == after->shape[0] &&
           (!after->shape[0] ||
            !memcmp(before->host, after->data,
                    (size_t)(after->shape[0] * after->strides[0])));
}

/* Whether a list of arrays, the next result, has the words that it was made
 * of. */
static bool has_same_words(const pk_giving *g, uint32_t arg,
                           const pk_result_cursor *at) {
    const pk_leaf *leaf = g->leaves;

    while (leaf->arg != arg)
        leaf++;
    return pk_result_is_list_of(at, leaf->array->host, leaf->item_count,
                                (size_t)(leaf->place.end - leaf->place.begin));
}

/* Where the caller wants to have a list, dict or set that is an argument; NULL
 * also when it is none. */
static pk_result *after_of(const pk_arg *arg) {
    switch ((int)arg->kind) {
    case PK_ARG_list: return arg->value.list.after;
    case PK_ARG_arrays: return arg->value.arrays->after;
    case PK_ARG_dict:
    case PK_ARG_set: return arg->value.dict.after;
    }
    return NULL;
}

static void release_all(const pk_giving *g, pk_result *out) {
    pk_result_release(out);
    for (size_t i = 0; i < g->arg_count; i++)
        pk_result_release(after_of(&g->args[i]));
}

pk_status pk_give_all(const pk_giving *g, pk_result *out, pk_error *err) {
    pk_result_cursor at = {g->words, g->parts, 0};
    pk_status status = give_next(g, &at, out, err), next;

    for (size_t i = 0; i < g->arg_count && *at.words; i++) {
        pk_result *after = after_of(&g->args[i]);
        if (!pk_arg_is_container(&g->args[i]))
            continue;
        if (after) /* one that is given twice */
            pk_result_release(after);
        if (g->args[i].kind == PK_ARG_arrays &&
            has_same_words(g, (uint32_t)i, &at))
            after = NULL;
        next = give_next(g, &at, after, err);
        status = status == PK_OK ? next : status;
        if (next == PK_OK && after && g->args[i].kind == PK_ARG_list &&
            same_items(g->args[i].value.list.items, after))
            pk_result_release(after);
    }
    if (status != PK_OK)
        release_all(g, out);
    return status;
}

void pk_result_release(pk_result *result) {
    lists *l = result ? result->block : NULL;

    if (!result)
        return;
    if (result->kind == PK_RESULT_NUMBER && !result->block) {
        result->kind = PK_RESULT_NONE;
        return;
    }
    pk_result_drop(result);
    *result = (pk_result){.kind = PK_RESULT_NONE};
    if (l)
        free_lists(l);
}

/* ---- without lists ---- */

pk_status pk_give_numbers(const pk_context *ctx, const pk_direct_result *direct,
                          const uint64_t *parts, pk_result *out,
                          pk_error *err) {
    lists *l = new_lists(ctx);

    if (!l)
        return pk_fail_no_memory(err);
    pk_result_read_numbers(direct, (const char *)parts,
                           (pk_result *)(void *)l->room);
    *out = (pk_result){.kind = PK_RESULT_TUPLE,
                       .count = direct->count,
                       .items = (pk_result *)(void *)l->room,
                       .name = "",
                       .class_name = "",
                       .format = "",
                       .block = l};
    return PK_OK;
}

void pk_give_nothing(const pk_arg *args, size_t count) {
    for (size_t i = 0; args && i < count; i++)
        if (args[i].kind != PK_ARG_arrays || args[i].value.arrays)
            pk_give_none(after_of(&args[i]));
}
