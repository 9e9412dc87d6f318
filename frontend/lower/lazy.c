/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of what fills an array: values, other arrays, and array
 * expressions, which are computed element by element in loops over the place.
 *
 * The arrays and numbers that an expression is made of, its leaves, are
 * evaluated once, in front of the loops. Leaves with fewer axes, or with one
 * place along an axis, serve all of that axis: NumPy's broadcasting. */
#include "frontend/lower/lower.h"

#include "core/report.h"
#include "frontend/infer/typings.h"
#include "frontend/lower/report.h"

#include <assert.h>
#include <string.h>

typedef struct pk_operand operand;
struct pk_operand {
    pk_lv leaf;          /* type NULL: computed by `call` */
    const pk_call *call; /* of an element, from arguments */
    const pk_ast *node;
    operand **args;
    uint32_t count;
    pk_value *single[PK_MAX_DIMS]; /* array: the axis has one place; NULL: it
                                      has as many as the place it goes to */
};

/* ---- operands ---- */

static operand *leaf_operand(pk_lower *l, pk_lv leaf) {
    operand *s = PK_NEW(l->arena, operand);

    s->leaf = leaf;
    return s;
}

static operand *make_operand(pk_lower *l, const pk_ast *node);

/* The array that elements are picked from, as a tuple of one: not an element
 * of it goes to each place. */
static operand *picked_from(pk_lower *l, const pk_call *call) {
    operand *s = PK_NEW(l->arena, operand);

    s->leaf = (pk_lv){call->element->args[0].type,
                      pk_lower_expr(l, call->nodes[0]).parts};
    return s;
}

/* `first` stands for the first argument where it is given. */
static operand *call_operand(pk_lower *l, const pk_ast *node,
                             const pk_call *call, const pk_lv *first) {
    operand *s = PK_NEW(l->arena, operand);

    s->call = call->element;
    s->node = node;
    s->args = pk_arena_array(l->arena, call->count + 1, sizeof *s->args);
    for (uint32_t i = 0; s->args && i < call->count; i++, s->count++)
        s->args[i] = i == 0 && first ? leaf_operand(l, *first)
                     : i == 0 && pk_call_picks(call)
                         ? picked_from(l, call)
                         : make_operand(l, call->nodes[i]);
    return s;
}

static operand *make_operand(pk_lower *l, const pk_ast *node) {
    const pk_note *note = pk_note_find(l->instance, node);

    if (note->v.type && note->v.type->kind == PK_TY_lazy && note->call->spread)
        return make_operand(l, note->call->spread);
    if (note->v.type && note->v.type->kind == PK_TY_lazy)
        return call_operand(l, node, note->call, NULL);
    return leaf_operand(l, pk_lower_expr(l, node));
}

/* ---- shapes ---- */

typedef struct shape_words {
    pk_text text;
    pk_value *values[2 * PK_MAX_DIMS];
    uint32_t count;
} shape_words;

/* "({}, {})", "({},)" */
static void put_shape(shape_words *w, pk_lv array) {
    uint32_t ndim = array.type->ndim;

    pk_text_put(&w->text, "(");
    for (uint32_t i = 0; i < ndim; i++) {
        pk_text_put(&w->text, i ? ", {}" : "{}");
        w->values[w->count++] = array.parts[PK_PART_shape + i];
    }
    pk_text_put(&w->text, ndim == 1 ? ",)" : ")");
}

static void fail_unless_fits(pk_lower *l, pk_value *bad, pk_lv from,
                             pk_lv place) {
    shape_words w = {.count = 0};

    pk_text_init(&w.text, l->arena->allocator);
    pk_text_put(&w.text, "ValueError: could not broadcast input array");
    if (from.type->ndim + place.type->ndim <= PK_REPORT_VALUES) {
        pk_text_put(&w.text, " from shape ");
        put_shape(&w, from);
        pk_text_put(&w.text, " into shape ");
        put_shape(&w, place);
    }
    pk_lower_fail_if(l, bad, pk_text_string(&w.text), w.values, w.count);
    l->arena->failed |= w.text.failed;
    pk_text_finish(&w.text);
}

static pk_value *either(pk_lower *l, pk_value *a, pk_value *b) {
    return a ? pk_emit2(&l->b, PK_OP_or, a, b) : b;
}

/* Finds the axes along which a leaf has one place; fails when others differ
 * from those of the place. */
static void fit_leaf(pk_lower *l, operand *s, pk_lv place) {
    uint32_t skip = place.type->ndim - s->leaf.type->ndim;
    pk_value *bad = NULL;

    for (uint32_t i = 0; i < s->leaf.type->ndim; i++) {
        pk_value *have = s->leaf.parts[PK_PART_shape + i];
        pk_value *want = place.parts[PK_PART_shape + skip + i];
        pk_value *differs, *many;
        if (have == want || (pk_is_const(have) && pk_is_const(want) &&
                             pk_const_get_int(have) == pk_const_get_int(want)))
            continue;
        if (pk_is_const_int(have, 1)) {
            s->single[i] = pk_const_int(l->fn, PK_TYPE_bool, 1);
            continue;
        }
        s->single[i] = pk_emit2(&l->b, PK_OP_eq, have, pk_i64(l, 1));
        differs = pk_emit2(&l->b, PK_OP_ne, have, want);
        many = pk_emit1(&l->b, PK_OP_not, s->single[i]);
        bad = either(l, bad, pk_emit2(&l->b, PK_OP_and, differs, many));
    }
    if (bad)
        fail_unless_fits(l, bad, s->leaf, place);
}

static void fit(pk_lower *l, operand *s, pk_lv place, pk_overlap *overlap) {
    if (s->leaf.type && s->leaf.type->kind == PK_TY_array) {
        fit_leaf(l, s, place);
        pk_overlap_add(l, overlap, place, s->leaf);
    } else if (s->leaf.type && s->leaf.type->kind == PK_TY_tuple) {
        pk_overlap_any(l, overlap, place, pk_lv_item(l, s->leaf, 0));
    }
    for (uint32_t i = 0; i < s->count; i++)
        fit(l, s->args[i], place, overlap);
}

/* ---- elements ---- */

static pk_lv leaf_element(pk_lower *l, const operand *s, pk_value *const *index,
                          uint32_t ndim) {
    pk_value *at[PK_MAX_DIMS];
    pk_target target;
    uint32_t first;

    if (s->leaf.type->kind != PK_TY_array)
        return s->leaf;
    assert(index ||
           !s->leaf.type->ndim); /* an array of no axes wants no index */
    first = ndim - s->leaf.type->ndim;
    for (uint32_t i = 0; i < s->leaf.type->ndim; i++) {
        if (!s->single[i])
            at[i] = index[first + i];
        else if (pk_is_const(s->single[i]))
            at[i] = pk_i64(l, 0);
        else
            at[i] = pk_emit3(&l->b, PK_OP_select, s->single[i], pk_i64(l, 0),
                             index[first + i]);
    }
    target = pk_lower_place(l, s->leaf, at);
    return pk_lower_load(l, &target);
}

/* The value for the place at `index`, which has `ndim` axes. */
static pk_lv element(pk_lower *l, const operand *s, pk_value *const *index,
                     uint32_t ndim) {
    pk_lv args[PK_MAX_UFUNC_ARGS], v;

    if (!s->call)
        return leaf_element(l, s, index, ndim);
    for (uint32_t i = 0; i < s->count && i < PK_MAX_UFUNC_ARGS; i++)
        args[i] = element(l, s->args[i], index, ndim);
    pk_lower_at(l, s->node);
    l->given = args;
    v = pk_lower_builtin(l, s->node, s->call);
    l->given = NULL;
    return v;
}

/* ---- filling ---- */

/* The index, counted from the end where `back`. */
static pk_value *from_end(pk_lower *l, pk_value *back, pk_value *index,
                          pk_value *extent) {
    pk_value *last = pk_emit2(&l->b, PK_OP_sub, extent, pk_i64(l, 1));
    pk_value *other = pk_emit2(&l->b, PK_OP_sub, last, index);

    return pk_emit3(&l->b, PK_OP_select, back, other, index);
}

static void fill_in_order(pk_lower *l, pk_lv place, operand *s,
                          const pk_overlap *overlap) {
    pk_value *index[PK_MAX_DIMS], *back = overlap->backward;
    pk_loc loc = l->b.loc;
    pk_nest nest;
    pk_target target;
    pk_lv v;

    pk_nest_over(l, &nest, place);
    pk_nest_begin(l, &nest, place.type->ndim && pk_lower_has_threads(l),
                  pk_overlap_in_order(l, overlap));
    pk_nest_index(l, &nest, place, index);
    for (uint32_t i = 0; back && i < place.type->ndim; i++)
        index[i] = from_end(l, back, index[i], place.parts[PK_PART_shape + i]);
    v = element(l, s, index, place.type->ndim);
    l->b.loc = loc;
    target = pk_lower_place(l, place, index);
    pk_lower_put(l, &target, v);
    pk_nest_end(l, &nest);
}

/* Fills an array aside, from which all goes to its place. */
static void fill_aside(pk_lower *l, pk_lv place, operand *s, pk_local *kept) {
    const pk_overlap apart = {0};
    pk_lv aside = pk_lower_aside(l, place, kept);

    fill_in_order(l, aside, s, &apart);
    fill_in_order(l, place, leaf_operand(l, aside), &apart);
}

static void fill(pk_lower *l, pk_lv place, operand *s) {
    pk_overlap overlap = {0};
    pk_value *none;
    pk_local *kept;
    pk_inst *aside;

    fit(l, s, place, &overlap);
    none = pk_overlap_none(l, &overlap);
    if (!none || !pk_lower_goes_aside(l, place)) {
        if (none)
            pk_overlap_fail(l, none);
        fill_in_order(l, place, s, &overlap);
        return;
    }
    kept = pk_lower_keep_later(l);
    aside = pk_begin_if(&l->b, none);
    fill_aside(l, place, s, kept);
    pk_begin_else(&l->b, aside);
    fill_in_order(l, place, s, &overlap);
    pk_end_control(&l->b, aside);
}

/* The items of a tuple one by one. */
static void fill_items(pk_lower *l, pk_lv place, pk_lv tuple) {
    pk_value *length = place.parts[PK_PART_shape];
    uint32_t count = tuple.type->count;

    if (!pk_is_const_int(length, count))
        pk_lower_fail_if(
            l, pk_emit2(&l->b, PK_OP_ne, length, pk_i64(l, count)),
            pk_arena_format(l->arena,
                            "ValueError: could not broadcast input array from "
                            "shape (%u,) into shape ({},)",
                            count),
            &length, 1);
    for (uint32_t i = 0; i < count; i++) {
        pk_value *at = pk_i64(l, i);
        pk_target item = pk_lower_place(l, place, &at);
        pk_lower_put(l, &item, pk_lv_item(l, tuple, i));
    }
}

void pk_lower_fill(pk_lower *l, const pk_target *target, pk_lv value) {
    bool of_array = value.type->kind == PK_TY_array;
    pk_target element;

    if (target->is_view && value.type->kind == PK_TY_tuple) {
        fill_items(l, target->view, value);
    } else if (target->is_view) {
        fill(l, target->view, leaf_operand(l, value));
    } else if (of_array) { /* without dimensions */
        element = pk_lower_place(l, value, NULL);
        pk_lower_put(l, target, pk_lower_load(l, &element));
    } else {
        pk_lower_put(l, target, value);
    }
}

void pk_lower_fill_lazy(pk_lower *l, const pk_target *target,
                        const pk_ast *value) {
    operand *s = make_operand(l, value);

    if (target->is_view)
        fill(l, target->view, s);
    else
        pk_lower_put(l, target, element(l, s, NULL, 0));
}

pk_lv pk_lower_single(pk_lower *l, const pk_ast *node, const pk_lv *array) {
    const pk_note *note = pk_note_find(l->instance, node);
    operand *s = array                ? leaf_operand(l, *array)
                 : note->call->spread ? make_operand(l, note->call->spread)
                                      : call_operand(l, node, note->call, NULL);

    return element(l, s, NULL, 0);
}

/* NumPy's messages for an array with other than one element; for an empty one
 * since its 2.2. */
#define EMPTY                                                                  \
    "ValueError: The truth value of an empty array is ambiguous. Use "         \
    "`array.size > 0` to check that an array is not empty."
#define AMBIGUOUS                                                              \
    "ValueError: The truth value of an array with more than one element is "   \
    "ambiguous. Use a.any() or a.all()"

pk_value *pk_lower_array_truth(pk_lower *l, pk_lv array) {
    pk_value *at[PK_MAX_DIMS], *size = NULL;
    pk_target first;

    for (uint32_t i = 0; i < array.type->ndim; i++) {
        pk_value *places = array.parts[PK_PART_shape + i];
        at[i] = pk_i64(l, 0);
        size = size ? pk_emit2(&l->b, PK_OP_mul, size, places) : places;
    }
    if (size) {
        pk_lower_fail_if(l, pk_emit2(&l->b, PK_OP_eq, size, pk_i64(l, 0)),
                         EMPTY, NULL, 0);
        pk_lower_fail_if(l, pk_emit2(&l->b, PK_OP_gt, size, pk_i64(l, 1)),
                         AMBIGUOUS, NULL, 0);
    }
    first = pk_lower_place(l, array, at);
    return pk_lower_truth(l, pk_lower_load(l, &first));
}

void pk_lower_augment(pk_lower *l, const pk_ast *node, pk_lv array) {
    const pk_note *note = pk_note_find(l->instance, node);

    fill(l, array, call_operand(l, node, note->call, &array));
}

pk_lv pk_lower_into(pk_lower *l, const pk_ast *node, const pk_call *call) {
    operand *s = call_operand(l, node, call, NULL);
    pk_lv out = pk_lower_expr(l, call->out);

    pk_lower_at(l, node);
    fill(l, out, s);
    return out;
}
