/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays that are made of others: a.copy(), a.flatten(), a.astype(dtype).
 *
 * They lie in local memory, so it must be known how many elements they have at
 * most: known are the kernel's own arrays, constants, and slices whose bounds
 * are. A call has one piece of memory. In a loop each turn's copy overwrites
 * the last one's, whose names and views have no value from there on: the types
 * of what sees that memory say which call made it. */
#include "frontend/infer/latent.h"
#include "frontend/infer/memory.h"

#include "frontend/infer/typings.h"
#include "frontend/types/struct.h"
#include "frontend/values/frozen.h"
#include "frontend/values/known.h"

/* ---- how many places an array has at most ---- */

int64_t pk_most_along(pk_typed array, uint32_t axis) {
    const pk_frozen *frozen = pk_frozen_of(array);
    const int64_t *most = pk_most_of(array);

    return frozen ? (int64_t)frozen->shape[axis] : most ? most[axis] : -1;
}

bool pk_most_is_assumed(pk_typed array) {
    return pk_most_of(array) && array.known->assumed;
}

pk_typed pk_infer_with_most(pk_infer *in, const pk_ty *type,
                            const int64_t *most, bool assumed) {
    pk_known *known;
    int64_t *kept;
    bool any = false;

    for (uint32_t i = 0; i < type->ndim; i++)
        any = any || most[i] >= 0;
    if (type->kind != PK_TY_array || (type->ndim && !any))
        return of_type(type);
    known = PK_NEW(in->arena, pk_known);
    kept = pk_arena_array(in->arena, type->ndim + 1u, sizeof *kept);
    if (in->arena->failed)
        return of_type(type);
    for (uint32_t i = 0; i < type->ndim; i++)
        kept[i] = most[i];
    known->most = kept;
    known->assumed = assumed;
    return (pk_typed){.type = type, .known = known};
}

/* Who looks for the places of a slice; `latent` gets whom values are from that
 * are latent, NULL: such values do not count. */
typedef struct bounds {
    const pk_infer *in;
    pk_latent *latent;
} bounds;

static bool known_bound(const bounds *b, const pk_ast *node, int64_t *at) {
    pk_typed v = pk_note_find(b->in->instance, node)->v;

    return pk_known_is_int(b->latent ? pk_known_reveal(v, b->latent) : v, at);
}

static bool is_left_out(const pk_infer *in, const pk_ast *node) {
    return !node ||
           pk_note_find(in->instance, node)->v.type->kind == PK_TY_none;
}

static int64_t least(int64_t a, int64_t b) {
    return a < 0 || (b >= 0 && b < a) ? b : a;
}

/* Places between two bounds that are left out, or known; of `all` at most. A
 * bound of the same sign counts from the same end. */
static int64_t span(bool has_lower, int64_t lower, bool has_upper,
                    int64_t upper, int64_t all) {
    int64_t most = -1;

    if (!has_lower)
        lower = 0;
    if (has_upper && (lower < 0) == (upper < 0))
        most = upper > lower ? upper - lower : 0;
    else if (has_upper && upper >= 0)
        most = upper;
    else if (!has_upper && lower < 0)
        most = -lower;
    if (all >= 0 && lower >= 0 && has_upper && upper < 0)
        most = all - lower + upper > 0 ? all - lower + upper : 0;
    else if (all >= 0 && lower >= 0 && !has_upper)
        most = all > lower ? all - lower : 0;
    return least(most, all);
}

/* Backwards the bounds change places, and the lower one is among them. */
static int64_t span_back(bool has_lower, int64_t lower, bool has_upper,
                         int64_t upper, int64_t all) {
    int64_t most = -1;

    if (!has_lower)
        lower = -1;
    if (has_upper && (lower < 0) == (upper < 0))
        most = lower > upper ? lower - upper : 0;
    else if (lower >= 0)
        most = lower + 1;
    return least(most, all);
}

/* Whether a bound is there and known; where it is not known it may as well be
 * left out, which gives the most places. */
static bool has_bound(const bounds *b, const pk_ast *node, int64_t *at) {
    return !is_left_out(b->in, node) && known_bound(b, node, at) &&
           *at > -INT32_MAX && *at < INT32_MAX;
}

/* Returns how many places a slice has at most, of an axis with `all` places at
 * most; see pk_window_most. */
static int64_t most_of_slice(const bounds *b, const pk_ast *node, int64_t all,
                             bool *assumed) {
    const pk_ast *lower = node->Slice.lower, *upper = node->Slice.upper;
    int64_t from = 0, to = 0, step = 1, most;
    bool has_from = has_bound(b, lower, &from);
    bool has_to = has_bound(b, upper, &to), guess = false;

    if (!is_left_out(b->in, node->Slice.step) &&
        !has_bound(b, node->Slice.step, &step))
        return all;
    most = step > 0 ? span(has_from, from, has_to, to, all)
                    : span_back(has_from, from, has_to, to, all);
    if (step > 0 && !is_left_out(b->in, lower) && !is_left_out(b->in, upper)) {
        int64_t window = pk_window_most(b->in, b->latent, lower, upper, &guess);
        if (window >= 0 && (most < 0 || window < most)) {
            most = window;
            *assumed |= guess;
        }
    }
    step = step < 0 ? -step : step;
    return most <= 0 ? most : (most - 1) / step + 1;
}

/* `v` with the places of `shown`, which are latent, where these are other. */
static pk_typed with_latent(pk_infer *in, pk_typed v, pk_typed shown,
                            const pk_latent *from) {
    pk_latent *latent;

    if (!(from->facts || from->params) || !shown.known ||
        pk_known_same(v, shown))
        return v;
    latent = PK_NEW(in->arena, pk_latent);
    *latent = *from;
    latent->known = shown.known;
    v.latent = latent;
    return v;
}

/* Places of a view, axis by axis. */
typedef struct most_list {
    bounds bounds;
    pk_typed array;
    bool assumed;
    uint32_t axis, left; /* of the array; axes under the ellipsis */
    uint32_t count;
    int64_t items[PK_MAX_DIMS];
} most_list;

static void put_most(most_list *list, int64_t most) {
    if (list->count < PK_MAX_DIMS)
        list->items[list->count++] = most;
}

static void put_axes(most_list *list, uint32_t count) {
    for (; count; count--)
        put_most(list, pk_most_along(list->array, list->axis++));
}

static void put_index(most_list *list, const pk_ty *type) {
    if (pk_ty_is_slice(type)) {
        put_axes(list, 1);
        return;
    }
    switch ((pk_ty_kind)type->kind) {
    case PK_TY_tuple:
        for (uint32_t i = 0; i < type->count; i++)
            put_index(list, type->items[i]);
        break;
    case PK_TY_none: put_most(list, 1); break;
    case PK_TY_ellipsis: put_axes(list, list->left); break;
    default: list->axis++;
    }
}

static uint32_t axes_taken(const pk_ty *type) {
    uint32_t count = 0;

    if (type->kind != PK_TY_tuple || pk_ty_is_slice(type))
        return type->kind != PK_TY_none && type->kind != PK_TY_ellipsis;
    for (uint32_t i = 0; i < type->count; i++)
        count += axes_taken(type->items[i]);
    return count;
}

static pk_typed view_most(pk_infer *in, const pk_ty *view, pk_typed array,
                          const pk_ast *index, pk_latent *latent) {
    bool tuple = index->kind == PK_AST_Tuple;
    const pk_ast *const *nodes =
        tuple ? (const pk_ast *const *)index->Tuple.elts.items : &index;
    uint32_t count = tuple ? index->Tuple.elts.count : 1;
    most_list list = {.bounds = {in, latent},
                      .array = array,
                      .assumed = pk_most_is_assumed(array),
                      .left = array.type->ndim};

    for (uint32_t i = 0; i < count; i++)
        list.left -=
            nodes[i]->kind == PK_AST_Slice
                ? 1
                : axes_taken(pk_note_find(in->instance, nodes[i])->v.type);
    for (uint32_t i = 0; i < count; i++)
        if (nodes[i]->kind == PK_AST_Slice) {
            put_most(&list, most_of_slice(&list.bounds, nodes[i],
                                          pk_most_along(array, list.axis),
                                          &list.assumed));
            list.axis++;
        } else {
            put_index(&list, pk_note_find(in->instance, nodes[i])->v.type);
        }
    put_axes(&list, array.type->ndim - list.axis);
    return list.count == view->ndim
               ? pk_infer_with_most(in, view, list.items, list.assumed)
               : of_type(view);
}

pk_typed pk_infer_view_most(pk_infer *in, const pk_ty *view, pk_typed array,
                            const pk_ast *index) {
    pk_latent from = {0};
    pk_typed v, shown;

    if (view->kind != PK_TY_array)
        return of_type(view);
    v = view_most(in, view, array, index, NULL);
    shown = view_most(in, view, pk_known_reveal(array, &from), index, &from);
    return with_latent(in, v, shown, &from);
}

pk_typed pk_infer_row_most(pk_infer *in, const pk_ty *row, pk_typed array) {
    most_list list = {.bounds = {in, NULL}, .array = array, .axis = 1};

    if (row->kind != PK_TY_array)
        return of_type(row);
    put_axes(&list, row->ndim);
    return pk_infer_with_most(in, row, list.items, pk_most_is_assumed(array));
}

pk_typed pk_infer_same_most(pk_infer *in, const pk_ty *type, pk_typed array) {
    int64_t most[PK_MAX_DIMS];

    for (uint32_t i = 0; i < type->ndim; i++)
        most[i] = pk_most_along(array, i);
    return pk_infer_with_most(in, type, most, pk_most_is_assumed(array));
}

pk_typed pk_infer_reversed_most(pk_infer *in, pk_typed array) {
    const pk_ty *type = pk_ty_reversed(in->arena, array.type);
    int64_t most[PK_MAX_DIMS];

    for (uint32_t i = 0; i < type->ndim; i++)
        most[i] = pk_most_along(array, type->ndim - 1 - i);
    return pk_infer_with_most(in, type, most, pk_most_is_assumed(array));
}

/* All places; -1 where an axis is not known. */
static int64_t most_in_all(pk_typed array) {
    int64_t total = 1, most;

    for (uint32_t i = 0; i < array.type->ndim; i++) {
        most = pk_most_along(array, i);
        if (most < 0 || (most && total > INT32_MAX / most))
            return -1;
        total *= most;
    }
    return total;
}

pk_typed pk_infer_flat_most(pk_infer *in, const pk_ty *type, pk_typed array) {
    int64_t total = most_in_all(array);

    return pk_infer_with_most(in, type, &total, pk_most_is_assumed(array));
}

/* An extent of -1 is what the others leave. */
pk_typed pk_infer_shaped_most(pk_infer *in, const pk_ty *type, pk_typed array,
                              const pk_typed *extents) {
    int64_t total = most_in_all(array), most[PK_MAX_DIMS], others = 1;
    bool rest = false;

    for (uint32_t i = 0; i < type->ndim; i++) {
        if (!pk_known_is_int(extents[i], &most[i]) || most[i] < -1 ||
            most[i] > INT32_MAX)
            others = 0, most[i] = -1;
        else if (most[i] == -1)
            rest = true;
        else
            others = others > INT32_MAX ? 0 : others * most[i];
    }
    for (uint32_t i = 0; i < type->ndim; i++)
        if (rest && most[i] == -1 && others && total >= 0)
            most[i] = total / others;
    return pk_infer_with_most(in, type, most,
                              rest && pk_most_is_assumed(array));
}

pk_typed pk_infer_resized_most(pk_infer *in, const pk_ty *type,
                               pk_typed array) {
    int64_t from = pk_ty_bytes(pk_ty_element(array.type));
    int64_t to = pk_ty_bytes(pk_ty_element(type)), most[PK_MAX_DIMS];
    uint32_t last = type->ndim - 1u;

    for (uint32_t i = 0; i < type->ndim; i++)
        most[i] = pk_most_along(array, i);
    if (most[last] > INT32_MAX)
        most[last] = -1;
    else if (most[last] >= 0)
        most[last] = most[last] * from / to;
    return pk_infer_with_most(in, type, most, pk_most_is_assumed(array));
}

pk_typed pk_infer_field_most(pk_infer *in, pk_typed base,
                             const pk_field *field) {
    const pk_ty *type = pk_ty_of_field(in->arena, base.type, field);
    uint32_t axes = base.type->kind == PK_TY_array ? base.type->ndim : 0;
    int64_t most[PK_MAX_DIMS];

    if (type->kind != PK_TY_array)
        return of_type(type);
    for (uint32_t i = 0; i < type->ndim; i++)
        most[i] =
            i < axes ? pk_most_along(base, i) : (int64_t)field->shape[i - axes];
    return pk_infer_with_most(in, type, most, pk_most_is_assumed(base));
}

/* ---- the call ---- */

/* The first slice of a subscript that may have any number of places; NULL. */
static const pk_ast *unbounded_slice(const pk_infer *in, const pk_ast *node) {
    pk_typed array = pk_note_find(in->instance, node->Subscript.value)->v;
    const pk_ast *index = node->Subscript.slice;
    bool tuple = index->kind == PK_AST_Tuple;
    uint32_t count = tuple ? index->Tuple.elts.count : 1;
    bool assumed = false;

    for (uint32_t i = 0; i < count && i < array.type->ndim; i++) {
        const pk_ast *item = tuple ? index->Tuple.elts.items[i] : index;
        if (item->kind == PK_AST_Slice &&
            most_of_slice(&(bounds){in, NULL}, item, pk_most_along(array, i),
                          &assumed) < 0)
            return item;
    }
    return NULL;
}

/* The part of an array's expression that has no bound: a slice, or what slices
 * and views are of. */
static const pk_ast *unbounded_part(const pk_infer *in, const pk_ast *node) {
    const pk_ast *slice;

    for (;;) {
        pk_typed v = pk_note_find(in->instance, node)->v;
        if (!v.type || v.type->kind != PK_TY_array)
            return NULL;
        if (node->kind == PK_AST_Attribute) {
            node = node->Attribute.value;
        } else if (node->kind == PK_AST_Call &&
                   node->Call.func->kind == PK_AST_Attribute) {
            node = node->Call.func->Attribute.value;
        } else if (node->kind == PK_AST_Subscript) {
            slice = unbounded_slice(in, node);
            if (slice)
                return slice;
            node = node->Subscript.value;
        } else {
            return node;
        }
    }
}

static pk_typed unbounded(pk_infer *in, const pk_ast *node,
                          const pk_call *call) {
    const pk_ast *part = unbounded_part(in, call->nodes[0]);
    bool slice = part && part->kind == PK_AST_Slice;

    pk_say(in, node, PK_E_shape_unknown,
           slice ? "write a slice of known length, a[i:i + 4], or copy into "
                   "an existing array: out[:] = a"
           : call->builtin->param == PK_COPY_as
               ? "convert elements where they are used, float32(a[i]), "
                 "or slice as much as is needed: "
                 "a[:4].astype(np.float32)"
               : "copy a slice of known length, a[:4].copy(), or copy into "
                 "an existing array: out[:] = a",
           "how many elements %s copies at most must be known when "
           "compiling",
           pk_builtin_name(call->builtin));
    if (part)
        pk_say_in(in->c, in->program, part, PK_SEVERITY_note, PK_OK, NULL,
                  slice ? "this slice may have any number of places"
                        : "this array may have any number of places");
    return error();
}

static bool is_bounded(pk_typed array) {
    for (uint32_t i = 0; i < array.type->ndim; i++)
        if (pk_most_along(array, i) < 0)
            return false;
    return true;
}

/* How many elements there are at most; -1 after an error. */
static int64_t count_most(pk_infer *in, const pk_ast *node, const pk_call *call,
                          uint32_t bytes) {
    int64_t total = 1, most;

    for (uint32_t i = 0; i < call->args[0].type->ndim; i++) {
        most = pk_most_along(call->args[0], i);
        if (most < 0) {
            unbounded(in, node, call);
            return -1;
        }
        if (most && total > (INT64_C(1) << 30) / bytes / most) {
            pk_say(in, node, PK_E_array_too_large,
                   "each thread has its own local array: pass an array "
                   "argument with a part for each thread",
                   "a copy of over 1 GiB of local memory");
            return -1;
        }
        total *= most;
    }
    return total;
}

/* The type of its elements; NULL after an error. */
static const pk_ty *element_of_copy(pk_infer *in, const pk_call *call) {
    const pk_ty *element = pk_ty_element(call->args[0].type), *to;

    if (call->builtin->param != PK_COPY_as)
        return element;
    to = pk_ty_of_dtype(call->args[1]);
    if (!to || !pk_ty_is_numeric(to)) {
        pk_say(in, call->nodes[1], PK_E_dtype, "write np.float32, or a.dtype",
               "this is not a dtype");
        return NULL;
    }
    if (pk_rule_converts(element, to))
        return to;
    pk_say(in, call->nodes[1], PK_E_convert,
           pk_type_hint(PK_E_convert, call->args[0].type, NULL),
           "cannot convert %s to %s", pk_named(in, call->args[0].type),
           pk_named(in, to));
    return NULL;
}

pk_typed pk_type_copy(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *array = call->args[0].type, *element, *type;
    bool flat = call->builtin->param == PK_COPY_flat;
    int64_t most[PK_MAX_DIMS], total;
    pk_copies *copied;

    if (array->kind != PK_TY_array)
        return pk_say_argument(in, call, 0, "an array");
    element = element_of_copy(in, call);
    if (!element || !pk_infer_sized(in, call->nodes[0], array))
        return error();
    if (!is_bounded(call->args[0]))
        call->args[0] = pk_infer_constant(in, call->args[0]);
    total = count_most(in, node, call, pk_ty_bytes(element));
    if (total < 0)
        return error();
    for (uint32_t i = 0; i < array->ndim; i++)
        most[i] = pk_most_along(call->args[0], i);
    if (flat)
        most[0] = total;
    type = pk_ty_array(in->arena, element, flat ? 1 : array->ndim, 'C',
                       PK_SPACE_local, 0);
    copied = PK_NEW(in->arena, pk_copies);
    copied->call = node;
    if (in->loop)
        pk_infer_spoil(in, node);
    return pk_infer_with_most(in, pk_ty_with_copies(in->arena, type, copied),
                              most, false);
}
