/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of subscripts: elements, rows, slices, items of tuples. */
#include "frontend/infer/latent.h"

#include "frontend/infer/tuple.h"
#include "frontend/infer/typings.h"
#include "frontend/module/classes.h"
#include "frontend/types/struct.h"
#include "frontend/values/known.h"

enum { MAX_INDICES = 64 };

/* The kinds of the indices of a subscript: for each a letter, the ellipsis left
 * out. */
typedef struct indices {
    uint32_t integers, slices, added; /* added: new axes */
    uint32_t count, split;            /* split: letters before the ellipsis */
    bool ellipsis;
    int64_t from; /* where the last slice begins, counted from the axis' start;
                     -1: not known */
    char kinds[MAX_INDICES]; /* i: integer, s: slice, t: with a step, n: None */
} indices;

/* A bound of a slice: an integer, or left out. False after an error. */
static bool check_bound(pk_infer *in, const pk_ast *node, pk_typed *v) {
    *v = node ? pk_infer_expr(in, node) : of_type(&pk_ty_none);
    if (v->type->kind == PK_TY_none || pk_ty_is_int(v->type))
        return true;
    if (v->type->kind != PK_TY_error)
        pk_say(in, node, PK_E_slice_bounds, NULL,
               "the bounds of a slice are integers, and this is %s",
               pk_named(in, v->type));
    return false;
}

static bool put_index(pk_infer *in, const pk_ast *node, indices *found,
                      char kind) {
    if (found->count == MAX_INDICES) {
        pk_say(in, node, PK_E_too_many, NULL, "more than %d indices",
               MAX_INDICES);
        return false;
    }
    found->integers += kind == 'i';
    found->slices += kind == 's' || kind == 't';
    found->added += kind == 'n';
    found->kinds[found->count++] = kind;
    return true;
}

static bool add_slice(pk_infer *in, const pk_ast *node, indices *found) {
    pk_typed lower, upper, step;
    int64_t by = 0;
    bool known;

    if (!check_bound(in, node->Slice.lower, &lower) ||
        !check_bound(in, node->Slice.upper, &upper) ||
        !check_bound(in, node->Slice.step, &step))
        return false;
    if (step.type->kind == PK_TY_none)
        by = 1;
    else if (pk_known_is_int(step, &by) && by == 0) {
        pk_say(in, node->Slice.step, PK_E_zero_step, NULL,
               "the step of a slice is 0");
        return false;
    }
    found->from = 0;
    known =
        lower.type->kind == PK_TY_none || pk_known_is_int(lower, &found->from);
    if (by <= 0 || !known || found->from < 0)
        found->from = -1;
    return put_index(in, node, found, by == 1 ? 's' : 't');
}

static const char *index_hint(const pk_ty *type) {
    if (pk_ty_is_float(type))
        return "a // b of integers is an integer, a / b never; int(x) makes "
               "an index of a float";
    if (pk_ty_is_bool(type))
        return "convert it with int(x)";
    if (type->kind == PK_TY_module)
        return "it has an axis each: .x, .y and .z";
    if (type->kind == PK_TY_builtin || type->kind == PK_TY_function)
        return "a function is called: cuda.grid(1)";
    if (type->kind == PK_TY_member)
        return PK_HINT_MEMBER;
    return type->kind == PK_TY_array || type->kind == PK_TY_lazy
               ? "an array of integers picks elements of an array of one "
                 "axis, to be stored, out[:] = a[m], or reduced; else loop"
               : NULL;
}

/* The code for what is no index. A name is right for records: a check that
 * knows no types says nothing of it. */
static pk_code index_code(const pk_ty *type) {
    return type->kind == PK_TY_text ? PK_E_index_name : PK_E_index_type;
}

/* An array without dimensions is the integer in it. */
static bool is_index(const pk_ty *type) {
    return pk_ty_is_int(type) || (type->kind == PK_TY_array && !type->ndim &&
                                  pk_ty_is_int(pk_ty_element(type)));
}

/* Adds one item of an index; false after an error. */
static bool add_item(pk_infer *in, const pk_ast *node, const pk_ty *type,
                     indices *found) {
    if (type->kind == PK_TY_ellipsis && found->ellipsis) {
        pk_say(in, node, PK_E_ellipsis, NULL,
               "more than one ellipsis in an index");
        return false;
    }
    if (type->kind == PK_TY_ellipsis) {
        found->ellipsis = true;
        found->split = found->count;
        return true;
    }
    if (type->kind == PK_TY_none)
        return put_index(in, node, found, 'n');
    if (is_index(type))
        return put_index(in, node, found, 'i');
    if (pk_ty_is_slice(type)) {
        found->from = -1;
        return put_index(in, node, found, type->count == 2 ? 's' : 't');
    }
    if (type->kind != PK_TY_hidden ||
        pk_infer_has_value(in, node, (pk_typed){.type = type}))
        pk_say(in, node, index_code(type), index_hint(type),
               "an index is an integer, and this is %s", pk_named(in, type));
    return false;
}

/* One index, which may be a tuple of them; false after an error. */
static bool add_index(pk_infer *in, const pk_ast *node, indices *found) {
    const pk_ty *type;

    if (node->kind == PK_AST_Slice)
        return add_slice(in, node, found);
    type = pk_infer_expr(in, node).type;
    if (type->kind == PK_TY_error)
        return false;
    if (type->kind != PK_TY_tuple || pk_ty_is_slice(type))
        return add_item(in, node, type, found);
    for (uint32_t i = 0; i < type->count; i++)
        if (!add_item(in, node, type->items[i], found))
            return false;
    return true;
}

/* Whether the indices leave what was contiguous so: integers, then at most
 * one slice without a step, from the outer axis to the inner. */
static bool stays_contiguous(const indices *found, bool inner_is_last) {
    uint32_t inner = inner_is_last ? found->count - 1 : 0;

    for (uint32_t i = 0; i < found->count; i++)
        if (found->kinds[i] != 'i' && (found->kinds[i] != 's' || i != inner))
            return false;
    return true;
}

/* Numba's rule: the indices in front of the ellipsis keep 'C', those behind it
 * 'F'; where all axes have an index it does not matter where it stands. */
static char view_layout(const pk_ty *array, const indices *found) {
    bool all = found->integers + found->slices == array->ndim;
    bool in_front = all || found->split == found->count;
    bool behind = all || found->split == 0;

    if (array->layout == 'C' && in_front && stays_contiguous(found, true))
        return 'C';
    if (array->layout == 'F' && behind && stays_contiguous(found, false))
        return 'F';
    return 'A';
}

/* At which multiples of bytes the view's lines along its last axis begin: as
 * the array's where that is its last axis, from a known place on. */
static uint32_t view_unit(const pk_ty *array, const indices *found) {
    uint32_t used = found->integers + found->slices;
    bool whole = used < array->ndim &&
                 (!found->ellipsis || found->split == found->count);
    uint64_t from = (uint64_t)found->from * pk_ty_bytes(pk_ty_element(array));
    char last = found->count ? found->kinds[found->count - 1] : 'i';

    if (whole)
        return array->align;
    return (last == 's' || last == 't') && found->from >= 0
               ? pk_align_at(array->align, (uint32_t)from)
               : 0;
}

void pk_say_indices(pk_infer *in, const pk_ast *node, uint32_t count,
                    const pk_ty *array) {
    const pk_ast *base =
        node->kind == PK_AST_Subscript ? node->Subscript.value : NULL;
    const char *name =
        base && base->kind == PK_AST_Name ? base->Name.id : "array";

    pk_say(in, node, PK_E_index_count,
           array->ndim
               ? pk_arena_format(in->arena, "it has %u %s: %s[%s]", array->ndim,
                                 array->ndim == 1 ? "axis" : "axes", name,
                                 array->ndim == 1   ? "i"
                                 : array->ndim == 2 ? "i, j"
                                 : array->ndim == 3 ? "i, j, k"
                                                    : "i, j, ...")
               : pk_arena_format(in->arena, "its one element is %s[()]", name),
           "%u %s for %s", count, count == 1 ? "index" : "indices",
           pk_named(in, array));
}

const pk_ty *pk_infer_index(pk_infer *in, const pk_ast *node,
                            const pk_ty *array, const pk_ast *index) {
    indices found = {0};
    uint32_t used, ndim;
    bool ok = true;

    if (!index)
        found = (indices){.integers = 1, .count = 1, .kinds = "i"};
    else if (index->kind == PK_AST_Tuple)
        for (uint32_t i = 0; i < index->Tuple.elts.count; i++)
            ok = add_index(in, index->Tuple.elts.items[i], &found) && ok;
    else
        ok = add_index(in, index, &found);
    if (!ok)
        return &pk_ty_error;
    if (!found.ellipsis)
        found.split = found.count;
    used = found.integers + found.slices;
    ndim = array->ndim - found.integers + found.added;
    if (used > array->ndim || ndim > PK_MAX_DIMS) {
        pk_say_indices(in, node, used, array);
        return &pk_ty_error;
    }
    if (found.slices && !pk_infer_sized(in, node, array))
        return &pk_ty_error;
    if (!ndim)
        return pk_ty_element(array);
    return pk_ty_aligned(
        in->arena,
        pk_ty_view(in->arena, array, ndim, view_layout(array, &found)),
        view_unit(array, &found));
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

static bool are_alike(const pk_ty *tuple) {
    for (uint32_t i = 1; i < tuple->count; i++)
        if (!pk_ty_equal(tuple->items[0], tuple->items[i]))
            return false;
    return true;
}

/* The type of any item of a tuple: that of all, or one of the functions that
 * they are; NULL: there is none. */
static const pk_ty *any_item(pk_infer *in, const pk_ty *tuple) {
    const pk_ty *type = tuple->count ? tuple->items[0] : &pk_ty_none;

    for (uint32_t i = 1; !are_alike(tuple) && type && i < tuple->count; i++)
        type = type->kind == PK_TY_function || type->kind == PK_TY_choice
                   ? pk_rule_unify(in->arena, type, tuple->items[i])
                   : NULL;
    return type;
}

/* An item of a tuple whose items are of one type. */
static pk_typed latent_item(pk_infer *in, pk_typed tuple, pk_typed index) {
    pk_typed v = of_type(any_item(in, tuple.type));
    pk_latent from = {0};
    int64_t at;

    if (v.type->kind == PK_TY_choice ||
        !pk_known_is_int(pk_known_reveal(index, &from), &at))
        return v;
    at += at < 0 ? tuple.type->count : 0;
    if (at < 0 || at >= tuple.type->count)
        return v;
    return pk_known_hide(
        in->arena, v,
        pk_known_reveal(pk_known_item(tuple, (uint32_t)at), &from), &from);
}

static pk_typed tuple_item(pk_infer *in, const pk_ast *node, pk_typed tuple) {
    const pk_ast *place = node->Subscript.slice;
    uint32_t count = tuple.type->count;
    pk_typed index;
    int64_t at;

    if (place->kind == PK_AST_Slice)
        return pk_infer_tuple_slice(in, node, tuple);
    if (place->kind == PK_AST_Tuple)
        return pk_say(in, place, PK_E_index_type,
                      "t[i][j] is an item of an item",
                      "the index of a tuple is an integer or a slice, and this "
                      "is a tuple");
    index = pk_infer_expr(in, place);
    if (index.type->kind == PK_TY_error)
        return index;
    if (!any_item(in, tuple.type)) {
        if (index.latent && in->c->signature->example) /* any that there is */
            index = pk_known_int(in->arena, index.type, 0);
        else
            index = pk_infer_constant(in, index);
        pk_note_at(in, place)->v = index;
    }
    if (pk_known_is_int(index, &at)) {
        if (at < -(int64_t)count || at >= (int64_t)count)
            return pk_say(in, node, PK_E_index_range,
                          !count ? "it has no items"
                                 : pk_arena_format(
                                       in->arena,
                                       count == 1 ? "it has 1 item: [0]"
                                                  : "its items are [0] to [%u]",
                                       count - 1),
                          "index %lld is outside the %u items of %s",
                          (long long)at, count, pk_named(in, tuple.type));
        return pk_known_item(tuple, (uint32_t)(at < 0 ? at + count : at));
    }
    if (!pk_ty_is_int(index.type))
        return pk_say(in, node, index_code(index.type), NULL,
                      "an index is an integer, and this is %s",
                      pk_named(in, index.type));
    if (in->strict)
        return of_type(pk_tuple_table(tuple));
    if (!any_item(in, tuple.type))
        return pk_say(in, node, PK_E_index_unknown,
                      "the items have different types: index with a constant",
                      "the index of %s must be known when compiling",
                      pk_named(in, tuple.type));
    if (!count)
        return pk_say(in, node, PK_E_index_range, NULL,
                      "an empty tuple has no items");
    return latent_item(in, tuple, index);
}

/* a.flat[i] */
static pk_typed flat_item(pk_infer *in, const pk_ast *node, const pk_ty *iter) {
    pk_typed index;

    if (node->Subscript.slice->kind == PK_AST_Slice)
        return pk_say(in, node, PK_E_index_type, "slice the array itself",
                      "a.flat[i] takes an integer, not a slice");
    index = pk_infer_expr(in, node->Subscript.slice);
    if (index.type->kind == PK_TY_error)
        return index;
    if (iter->layout == PK_ELEMENT_ITER_values && pk_ty_is_int(index.type))
        return of_type(pk_ty_element(iter->items[0]));
    return pk_say(in, node, PK_E_index_type, "a.flat[i] takes an integer",
                  "%s cannot be indexed with %s", pk_named(in, iter),
                  pk_named(in, index.type));
}

/* a['x'] */
static bool names_field(pk_infer *in, const pk_ast *node, pk_typed array,
                        pk_typed *out) {
    const pk_ast *slice = node->Subscript.slice;
    pk_typed index;

    if (!pk_ty_is_records(array.type) ||
        (slice->kind != PK_AST_Constant && slice->kind != PK_AST_Name))
        return false;
    index = pk_infer_expr(in, slice);
    if (index.type->kind != PK_TY_text)
        return false;
    *out = pk_infer_field_index(in, node, array, index);
    return true;
}

/* Color['RED'] */
static pk_typed enum_item(pk_infer *in, const pk_ast *node, const pk_ty *type) {
    pk_typed v = pk_infer_expr(in, node->Subscript.slice);
    const char *name = v.known && v.known->text ? v.known->text : "";

    if (v.type->kind == PK_TY_error ||
        (*name && pk_enum_member(in->arena, type->members, name, &v)))
        return v;
    return pk_say(in, node, PK_E_member_unknown, pk_hint_enum(in, type, name),
                  "%s has no such member", type->members->name);
}

/* SIZES['tile'] */
static pk_typed dict_item(pk_infer *in, const pk_ast *node, pk_typed table) {
    pk_typed key = pk_infer_expr(in, node->Subscript.slice), v;

    if (key.type->kind == PK_TY_error)
        return key;
    key = pk_infer_constant_at(in, node->Subscript.slice, key);
    if (key.known && pk_table_find(table, key, &v))
        return v;
    return pk_say(in, node, PK_E_member_unknown,
                  key.known ? pk_hint_keys(in, table)
                            : "index it with a constant, or look the value up "
                              "on the host and pass it",
                  "the dict has no such key, or the key or its value is "
                  "not known when compiling");
}

static pk_typed not_indexable(pk_infer *in, const pk_ast *node,
                              const pk_ty *type) {
    if (type->kind == PK_TY_function)
        return pk_say(in, node, PK_E_not_indexable,
                      type->function->info.kind == PK_FUNCTION_kernel
                          ? "launch it: kernel[grid, block](arguments)"
                          : "call it: only kernels are launched",
                      "a function cannot be indexed");
    return pk_say(in, node, PK_E_not_indexable,
                  type->kind == PK_TY_module && pk_hint_axes(type->path)
                      ? index_hint(type)
                      : pk_type_hint(PK_E_not_indexable, type, NULL),
                  "%s cannot be indexed", pk_named(in, type));
}

/* a[m]: an array of integers picks elements. Also of a[i] the element, so that
 * the index is looked at once. */
static bool picks(pk_infer *in, const pk_ast *node, pk_typed array,
                  pk_typed *out) {
    const pk_ast *index = node->Subscript.slice;
    bool computed = index->kind == PK_AST_BinOp ||
                    index->kind == PK_AST_UnaryOp || index->kind == PK_AST_Call;
    pk_typed v;

    if (array.type->ndim != 1 || node->Subscript.ctx != PK_AST_Load ||
        !(computed || index->kind == PK_AST_Name ||
          index->kind == PK_AST_Attribute || index->kind == PK_AST_Subscript))
        return false;
    v = pk_infer_operand(in, index);
    if (is_index(v.type)) {
        *out = of_type(pk_ty_element(array.type));
        return true;
    }
    if (!pk_ty_is_arrays(v.type) || !v.type->ndim)
        return false;
    *out = pk_infer_picked(in, node, array, v);
    return true;
}

pk_typed pk_infer_subscript(pk_infer *in, const pk_ast *node) {
    pk_typed base = pk_infer_expr(in, node->Subscript.value);
    pk_typed v = error();
    bool of_list;

    if (pk_ty_is_object(base.type))
        return pk_infer_struct_item(in, node, base);
    if (pk_ty_is_container(base.type)) {
        pk_note_at(in, node)->is_written = false;
        if (!pk_ty_is_flat_list(base.type) || pk_ty_is_text(base.type) ||
            pk_infer_is_slice(in, node))
            return pk_infer_container_item(in, node, base);
    }
    of_list = pk_ty_is_container(base.type);
    base = pk_infer_as_items(in, node->Subscript.value, base);

    switch ((pk_ty_kind)base.type->kind) {
    case PK_TY_error: break;
    case PK_TY_tuple: v = tuple_item(in, node, base); break;
    case PK_TY_record:
        v = pk_infer_field_index(in, node, base,
                                 pk_infer_expr(in, node->Subscript.slice));
        break;
    case PK_TY_array:
        if (names_field(in, node, base, &v) ||
            pk_infer_reads_by_array(in, node, base, &v) ||
            picks(in, node, base, &v))
            break;
        v.type = pk_infer_index(in, node, base.type, node->Subscript.slice);
        v = pk_infer_view_most(in, v.type, base, node->Subscript.slice);
        if (of_list && v.type->kind == PK_TY_array)
            v = pk_say_unsupported(in, node,
                                   "a list's index that is computed "
                                   "and no integer",
                                   "assign the slice to a variable first");
        break;
    case PK_TY_enum: v = enum_item(in, node, base.type); break;
    case PK_TY_table: v = dict_item(in, node, base); break;
    case PK_TY_element_iter: v = flat_item(in, node, base.type); break;
    case PK_TY_hidden:
    case PK_TY_foreign:
        v = pk_say_hidden(in, node, base.type,
                          "arrays come in as arguments of the kernel");
        break;
    default: v = not_indexable(in, node, base.type);
    }
    pk_note_at(in, node)->v = v;
    return v;
}
