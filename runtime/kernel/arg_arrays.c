/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays as arguments, alone and as the items of lists: where their memory is,
 * whether all of it is there, and how they lie in it. */
#include "base/try.h"
#include "portkern/host.h"
#include "recipe/spread.h"
#include "runtime/context/structure.h"
#include "runtime/kernel/arg_walk.h"
#include "runtime/memory/memory.h"

#include <inttypes.h>

/* ---- arrays ---- */

static pk_status find_place(const pk_walk *w, pk_leaf *leaf) {
    pk_error why;
    const pk_status status =
        pk_array_place(w->ctx, leaf->array, &leaf->extent, &leaf->place, &why);

    return status == PK_OK ? PK_OK : pk_walk_fail(w, status, "%s", why.message);
}

/* Records may lie anywhere: those that are not aligned are compiled for. */
static void choose_record(pk_leaf *leaf) {
    const pk_array *a = leaf->array;
    const pk_record *record = a->structure->record;
    const int64_t align = record->align;
    bool aligned =
        (leaf->place.begin - (uint64_t)leaf->extent.low) % record->align == 0;

    for (uint32_t i = 0; i < a->ndim; i++)
        aligned = aligned && (a->shape[i] <= 1 || a->strides[i] % align == 0);
    leaf->record = aligned ? record : a->structure->unaligned;
}

/* Where the array's memory is, and whether all of it is there. */
static pk_status place_array(const pk_walk *w, pk_leaf *leaf) {
    const pk_array *a = leaf->array;
    const uint64_t align = pk_dtype_align(a->dtype), below = align - 1;
    uint64_t first;

    PK_TRY(find_place(w, leaf));
    if (a->structure)
        leaf->record = a->structure->record;
    if (!leaf->extent.count)
        return PK_OK;
    if (a->structure) {
        choose_record(leaf);
        return PK_OK;
    }
    first = leaf->place.begin - (uint64_t)leaf->extent.low;
    if (first & below) /* a power of two: no division */
        return pk_walk_fail(w, PK_BAD_ARG,
                            "it starts at byte %" PRIu64
                            ", elements must lie at multiples of "
                            "%" PRIu64,
                            first, align);
    for (uint32_t i = 0; i < a->ndim; i++)
        if (a->shape[i] > 1 && (uint64_t)a->strides[i] & below)
            return pk_walk_fail(w, PK_BAD_ARG,
                                "strides[%u] is %" PRId64
                                ", no multiple of %" PRIu64,
                                i, a->strides[i], align);
    return PK_OK;
}

pk_status pk_walk_array(const pk_walk *w, const pk_array *a, bool reads,
                        pk_leaf *leaf) {
    const uint64_t small = (uint64_t)1 << 31;
    pk_error why;
    pk_status status;

    if (!a)
        return pk_walk_fail(w, PK_BAD_ARG, "the array is NULL");
    leaf->kind = PK_ARGTYPE_array;
    leaf->array = a;
    leaf->ndim = (uint8_t)a->ndim;
    leaf->dtype = a->structure ? PK_DTYPE_u8 : a->dtype;
    if (a->structure)
        PK_TRY(pk_object_check(a->structure, PK_OBJECT_structure, w->ctx,
                               "the structure of an array", w->err));
    status = pk_array_measure(a, &leaf->extent, &why);
    if (status != PK_OK)
        return pk_walk_fail(w, status, "%s", why.message);
    PK_TRY(place_array(w, leaf));
    leaf->layout = (uint8_t)pk_array_layout(a);
    if (reads)
        leaf->flags |= PK_ARGF_readonly;
    if ((leaf->place.begin - (uint64_t)leaf->extent.low) % 16 == 0)
        leaf->flags |= PK_ARGF_aligned;
    if (leaf->place.end - leaf->place.begin < small)
        leaf->flags |= PK_ARGF_small;
    for (uint32_t i = 0; i < a->ndim; i++) /* strides of 0, or no elements */
        if ((uint64_t)a->shape[i] >= small)
            leaf->flags &= (uint8_t)~PK_ARGF_small;
    return PK_OK;
}

pk_status pk_walk_dict(const pk_walk *w, const pk_arg *arg) {
    const pk_array *keys = arg->value.dict.keys;
    const pk_array *values =
        arg->kind == PK_ARG_dict ? arg->value.dict.values : keys;

    if (!keys || !values)
        return pk_walk_fail(w, PK_BAD_ARG, "its %s are NULL",
                            keys ? "values" : "keys");
    if (keys->dtype == PK_DTYPE_c64 || keys->dtype == PK_DTYPE_c128)
        return pk_walk_fail(w, PK_TYPE,
                            "its keys are complex: keys are integers, bools or "
                            "floats");
    if (keys->ndim == 1 && values->ndim == 1 &&
        keys->shape[0] != values->shape[0])
        return pk_walk_fail(w, PK_BAD_ARG,
                            "it has %" PRId64 " keys and %" PRId64 " values",
                            keys->shape[0], values->shape[0]);
    return PK_OK;
}

/* The items of a list, which the function copies. */
pk_status pk_walk_list(const pk_walk *w, const pk_arg *arg, pk_leaf *leaf) {
    const pk_array *items = arg->value.list.items;

    PK_TRY(pk_walk_array(w, items, true, leaf));
    if (items->ndim != 1 || items->structure || leaf->layout != 'C')
        return pk_walk_fail(
            w, PK_BAD_ARG,
            "the items of a list, dict or set are contiguous arrays of numbers "
            "with one axis");
    leaf->arg_kind = PK_ARG_in;
    leaf->flags = PK_ARGF_list | PK_ARGF_readonly;
    return PK_OK;
}

/* ---- lists of arrays ---- */

/* One that is an argument before; NULL: none is. */
static const pk_leaf *find_list(const pk_walk *w, const pk_array *items) {
    for (uint32_t i = 0; i + 1 < w->frame->leaf_count; i++)
        if (w->frame->leaves[i].items == items)
            return &w->frame->leaves[i];
    return NULL;
}

/* The list's leaf says what all items have in common. */
static pk_status join_item(const pk_walk *w, const pk_array *item,
                           bool readonly, size_t number, pk_leaf *leaf) {
    pk_leaf one = {.arg_kind = PK_ARG_inout};

    PK_TRY(pk_walk_array(w, item, readonly, &one));
    if (item->buffer || !item->ndim)
        return pk_walk_fail(
            w, PK_BAD_ARG,
            "item %zu is %s: the items of a list are arrays in "
            "memory of the host",
            number, item->ndim ? "in a buffer" : "an array without axes");
    if (!number) {
        leaf->dtype = one.dtype;
        leaf->ndim = one.ndim;
        leaf->layout = one.layout;
        leaf->record = one.record;
        return PK_OK;
    }
    if (item->dtype != leaf->items->dtype || one.ndim != leaf->ndim ||
        item->structure != leaf->items->structure)
        return pk_walk_fail(
            w, PK_TYPE,
            "item %zu has another dtype, or number of axes, than "
            "item 0",
            number);
    if (one.layout != leaf->layout)
        leaf->layout = 'A';
    if (one.record && one.record == item->structure->unaligned)
        leaf->record = one.record;
    return PK_OK;
}

/* The words of an item: the address, the extents, the strides where the layout
 * does not say them, and the owner, NULL where nobody may keep it. */
static uint64_t *put_item(const pk_array *item, const pk_leaf *leaf,
                          const pk_kept_memory *owner, uint64_t *out) {
    *out++ = (uintptr_t)item->host;
    for (uint32_t i = 0; i < leaf->ndim; i++)
        *out++ = (uint64_t)item->shape[i];
    for (uint32_t i = 0; leaf->layout == 'A' && i < leaf->ndim; i++)
        *out++ = (uint64_t)item->strides[i];
    *out++ = (uintptr_t)owner;
    return out;
}

/* The words of all items are passed as an array. */
static void put_words(const pk_walk *w, const pk_array_list *list,
                      pk_leaf *leaf) {
    const int64_t parts = 1 + pk_array_parts(leaf->ndim, leaf->layout == 'A');
    const int64_t shape = (int64_t)list->count * parts;
    pk_array *words = (pk_array *)(void *)w->frame->lists;
    uint64_t *at = (uint64_t *)(void *)(words + 1);

    *words = pk_array_host(at, PK_DTYPE_i64, 1, &shape);
    words->structure = list->items->structure;
    for (size_t i = 0; i < list->count; i++)
        at = put_item(&list->items[i], leaf,
                      list->keeps && list->owners ? list->owners[i] : NULL, at);
    w->frame->lists = (char *)at;
    leaf->array = words;
    leaf->place.begin = (uintptr_t)(words + 1);
    leaf->place.end = (uintptr_t)at;
}

pk_status pk_walk_arrays(const pk_walk *w, const pk_arg *arg, pk_leaf *leaf) {
    const pk_array_list *list = arg->value.arrays;
    const pk_leaf *same = find_list(w, list->items);
    const size_t count = list->count ? list->count : 1;

    leaf->kind = PK_ARGTYPE_array;
    leaf->items = list->items;
    leaf->arg_kind = list->readonly ? PK_ARG_in : PK_ARG_inout;
    leaf->flags =
        PK_ARGF_list | PK_ARGF_arrays | (list->readonly ? PK_ARGF_readonly : 0);
    for (size_t i = 0; i < count; i++)
        PK_TRY(join_item(w, &list->items[i], list->readonly, i, leaf));
    leaf->place.space = NULL;
    leaf->place.ref = (pk_ref){0};
    leaf->extent = (pk_extent){0};
    put_words(w, list, leaf);
    if (same)
        leaf->array = same->array;
    leaf->item_count = (uint32_t)list->count;
    leaf->place.address = (uintptr_t)leaf->array->host;
    return PK_OK;
}

/* Whether an item of the list shares bytes with the array that either may
 * write. */
static bool item_overlaps(const pk_leaf *list, const pk_leaf *array) {
    if (array->place.space ||
        (list->arg_kind == PK_ARG_in && array->arg_kind == PK_ARG_in))
        return false;
    for (uint32_t i = 0; i < list->item_count; i++) {
        const uint64_t at = (uintptr_t)list->items[i].host;
        pk_extent e;
        if (pk_array_measure(&list->items[i], &e, NULL) == PK_OK && e.count &&
            at + (uint64_t)e.low < array->place.end &&
            array->place.begin < at + (uint64_t)e.high)
            return true;
    }
    return false;
}

/* Whether two arrays, or an array and an item of a list, share bytes that one
 * of them may write. Code does not expect that items of lists are apart. */
static bool overlap(const pk_leaf *a, const pk_leaf *b) {
    if ((a->flags | b->flags) & PK_ARGF_arrays)
        return (a->items || b->items) && !(a->items && b->items) &&
               (a->items ? item_overlaps(a, b) : item_overlaps(b, a));
    return a->place.space == b->place.space && a->place.begin < b->place.end &&
           b->place.begin < a->place.end &&
           !(a->arg_kind == PK_ARG_in && b->arg_kind == PK_ARG_in);
}

bool pk_frame_no_overlap(const pk_frame *frame) {
    if (frame->array_count < 2)
        return true;
    for (uint32_t i = 0; i < frame->leaf_count; i++) {
        const pk_leaf *a = &frame->leaves[i];
        if (a->flags & PK_ARGF_pointer)
            return false;
        if (a->place.begin == a->place.end)
            continue;
        for (uint32_t j = 0; j < i; j++) {
            if (frame->leaves[j].kind == PK_ARGTYPE_array &&
                overlap(a, &frame->leaves[j]))
                return false;
        }
    }
    return true;
}
