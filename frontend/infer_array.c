/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of subscripts: elements, rows, slices, items of tuples. */
#include "frontend/infer.h"

#include "frontend/known.h"

static pk_typed error(void) {
    return (pk_typed){&pk_ty_error, NULL};
}

/* What the indices of a subscript come to. */
typedef struct indices {
    uint32_t integers, slices, ellipses;
    bool contiguous; /* integers, then at most one slice without a step */
} indices;

/* A bound of a slice: an integer, or left out. False after an error. */
static bool check_bound(pk_infer *in, const pk_ast *node, pk_typed *v) {
    *v = node ? pk_infer_expr(in, node) : (pk_typed){&pk_ty_none, NULL};
    if (v->type->kind == PK_TY_none || pk_ty_is_int(v->type))
        return true;
    if (v->type->kind != PK_TY_error)
        pk_say(in, node, PK_TYPE, NULL,
               "the bounds of a slice are integers, and this is %s",
               pk_named(in, v->type));
    return false;
}

static bool add_slice(pk_infer *in, const pk_ast *node, indices *found) {
    pk_typed lower, upper, step;
    int64_t by = 1;

    if (!check_bound(in, node->Slice.lower, &lower) ||
        !check_bound(in, node->Slice.upper, &upper) ||
        !check_bound(in, node->Slice.step, &step))
        return false;
    if (step.type->kind != PK_TY_none &&
        (!pk_known_is_int(step, &by) || by == 0)) {
        pk_say_unsupported(in, node->Slice.step,
                           "a slice with a step that is not a constant, or 0",
                           "index in a loop");
        return false;
    }
    found->contiguous = found->contiguous && by == 1 && !found->slices;
    found->slices++;
    return true;
}

static const char *index_hint(const pk_ty *type) {
    if (pk_ty_is_float(type) || pk_ty_is_bool(type))
        return pk_ty_is_float(type) ? "int(x) makes an index of a float"
                                    : "int(x) makes an index of a bool";
    return type->kind == PK_TY_none ? "a new axis is not supported yet" : NULL;
}

/* One index; false after an error. */
static bool add_index(pk_infer *in, const pk_ast *node, indices *found) {
    const pk_ty *type, *bad = NULL;

    if (node->kind == PK_AST_Slice)
        return add_slice(in, node, found);
    type = pk_infer_expr(in, node).type;
    if (type->kind == PK_TY_error)
        return false;
    if (type->kind == PK_TY_ellipsis) {
        found->ellipses++;
        found->contiguous = false;
        return true;
    }
    if (type->kind == PK_TY_tuple) {
        for (uint32_t i = 0; i < type->count; i++)
            bad = pk_ty_is_int(type->items[i]) ? bad : type;
        found->integers += type->count;
    } else {
        bad = pk_ty_is_int(type) ? NULL : type;
        found->integers++;
    }
    found->contiguous = found->contiguous && !found->slices;
    if (bad)
        pk_say(in, node, PK_TYPE, index_hint(bad),
               "an index is an integer, and this is %s", pk_named(in, bad));
    return !bad;
}

static const pk_ty *view(pk_infer *in, const pk_ty *array, uint32_t ndim,
                         bool contiguous) {
    char layout = contiguous && array->layout == 'C' ? 'C' : 'A';

    return pk_ty_array(in->arena, pk_ty_element(array), ndim, layout,
                       (pk_space)array->space,
                       array->flags & (uint32_t)~PK_TYF_unsized);
}

void pk_say_indices(pk_infer *in, const pk_ast *node, uint32_t count,
                    const pk_ty *array) {
    const pk_ast *base =
        node->kind == PK_AST_Subscript ? node->Subscript.value : NULL;
    const char *name =
        base && base->kind == PK_AST_Name ? base->Name.id : "array";

    pk_say(in, node, PK_TYPE,
           array->ndim
               ? NULL
               : pk_arena_format(in->arena, "its one element is %s[()]", name),
           "%u %s for %s", count, count == 1 ? "index" : "indices",
           pk_named(in, array));
}

const pk_ty *pk_infer_index(pk_infer *in, const pk_ast *node,
                            const pk_ty *array, const pk_ast *index) {
    indices found = {.contiguous = true};
    uint32_t used;
    bool ok = true;

    if (!index)
        found.integers = 1;
    else if (index->kind == PK_AST_Tuple)
        for (uint32_t i = 0; i < index->Tuple.elts.count; i++)
            ok = add_index(in, index->Tuple.elts.items[i], &found) && ok;
    else
        ok = add_index(in, index, &found);
    if (!ok)
        return &pk_ty_error;
    used = found.integers + found.slices;
    if (used > array->ndim || found.ellipses > 1) {
        pk_say_indices(in, node, used + found.ellipses, array);
        return &pk_ty_error;
    }
    if (array->flags & PK_TYF_unsized && found.slices) {
        pk_say_unsupported(in, node, "a slice of dynamic shared memory",
                           "add the offset to the index");
        return &pk_ty_error;
    }
    if (found.integers == array->ndim)
        return pk_ty_element(array);
    return view(in, array, array->ndim - found.integers, found.contiguous);
}

/* Library tables are of integers: 32 bits where those hold all of them. */
const pk_ty *pk_tuple_table(pk_typed tuple) {
    uint64_t bits = 0;

    for (uint32_t i = 0; i < tuple.type->count; i++) {
        pk_typed item = pk_known_item(tuple, i);
        if (!item.known || !pk_ty_is_int(item.type))
            return &pk_ty_error;
        bits |= item.known->bits[0];
    }
    return pk_ty_number(bits >> 32 ? PK_TYPE_u64 : PK_TYPE_u32);
}

static pk_typed tuple_item(pk_infer *in, const pk_ast *node, pk_typed tuple) {
    pk_typed index = pk_infer_expr(in, node->Subscript.slice);
    uint32_t count = tuple.type->count;
    int64_t at;

    if (index.type->kind == PK_TY_error)
        return index;
    if (pk_known_is_int(index, &at)) {
        if (at < -(int64_t)count || at >= (int64_t)count)
            return pk_say(in, node, PK_TYPE, NULL,
                          "index %lld is outside the %u items of %s",
                          (long long)at, count, pk_named(in, tuple.type));
        return pk_known_item(tuple, (uint32_t)(at < 0 ? at + count : at));
    }
    if (!pk_ty_is_int(index.type))
        return pk_say(in, node, PK_TYPE, NULL,
                      "an index is an integer, and this is %s",
                      pk_named(in, index.type));
    if (in->strict)
        return (pk_typed){pk_tuple_table(tuple), NULL};
    for (uint32_t i = 1; i < count; i++)
        if (!pk_ty_equal(tuple.type->items[0], tuple.type->items[i]))
            return pk_say(in, node, PK_TYPE,
                          "the items have different types: index with a "
                          "constant",
                          "the index of %s must be known when compiling",
                          pk_named(in, tuple.type));
    if (!count)
        return pk_say(in, node, PK_TYPE, NULL, "an empty tuple has no items");
    return (pk_typed){tuple.type->items[0], NULL};
}

pk_typed pk_infer_subscript(pk_infer *in, const pk_ast *node) {
    pk_typed base = pk_infer_expr(in, node->Subscript.value);
    pk_typed v = error();

    switch ((pk_ty_kind)base.type->kind) {
    case PK_TY_error: break;
    case PK_TY_tuple: v = tuple_item(in, node, base); break;
    case PK_TY_array:
        v.type = pk_infer_index(in, node, base.type, node->Subscript.slice);
        break;
    case PK_TY_hidden:
    case PK_TY_foreign:
        v = pk_say_hidden(in, node, base.type,
                          "arrays come in as arguments of the kernel");
        break;
    case PK_TY_function:
        v = pk_say(in, node, PK_UNSUPPORTED,
                   "launch it: kernel[grid, block](arguments)",
                   "a function cannot be indexed");
        break;
    default:
        v = pk_say(in, node, PK_TYPE, NULL, "%s cannot be indexed",
                   pk_named(in, base.type));
    }
    pk_note_at(in, node)->v = v;
    return v;
}
