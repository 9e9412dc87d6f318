/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of array expressions that come down to a number: where the reduction
 * is called, the shape and the leaves; in the library's function, an element
 * from them (infer/computed.c).
 *
 *     np.sum(a * b)    call @np_sum(%shape, %a, %a.shape0, %b, %b.shape0)
 */
#include "frontend/lower/lower.h"

#include "frontend/lower/report.h"

pk_lv pk_lower_computed_leaf(pk_lv computed, uint32_t number) {
    uint32_t at = computed.type->ndim;

    for (uint32_t i = 0; i < number; i++)
        at += computed.type->items[i]->parts;
    return (pk_lv){computed.type->items[number], computed.parts + at};
}

/* ---- the call ---- */

/* Computes the leaves of an array expression once and puts them into their
 * places in `computed`. */
static void put_leaves(pk_lower *l, const pk_tree *tree, pk_lv computed) {
    pk_lv leaf, to;

    for (uint32_t i = 0; i < tree->count; i++)
        put_leaves(l, tree->args[i], computed);
    if (tree->call)
        return;
    leaf = pk_lower_expr(l, tree->node);
    to = pk_lower_computed_leaf(computed, tree->leaf);
    for (uint32_t i = 0; i < leaf.type->parts; i++)
        to.parts[i] = leaf.parts[i];
}

static bool same(pk_value *a, pk_value *b) {
    return a == b || (pk_is_const(a) && pk_is_const(b) &&
                      pk_const_get_int(a) == pk_const_get_int(b));
}

/* The places along an axis of both, of which one may have a single one. */
static pk_value *meet(pk_lower *l, pk_value *a, pk_value *b, uint32_t axis) {
    pk_value *one = pk_i64(l, 1), *bad, *single;

    if (!a || pk_is_const_int(a, 1) || same(a, b))
        return b;
    if (pk_is_const_int(b, 1))
        return a;
    single = emit(l, PK_OP_eq, a, one);
    bad =
        emit(l, PK_OP_and, emit(l, PK_OP_ne, a, b), emit(l, PK_OP_ne, b, one));
    bad = emit(l, PK_OP_and, bad, pk_emit1(&l->b, PK_OP_not, single));
    pk_lower_fail_if(l, bad,
                     "ValueError: operands could not be broadcast together: "
                     "{} and {} places along axis {}",
                     (pk_value *[]){a, b, pk_i64(l, axis)}, 3);
    return pk_emit3(&l->b, PK_OP_select, single, b, a);
}

static void set_shape(pk_lower *l, pk_lv computed) {
    uint32_t ndim = computed.type->ndim;

    for (uint32_t axis = 0; axis < ndim; axis++) {
        pk_value *places = NULL;
        for (uint32_t i = 0; i < computed.type->count; i++) {
            pk_lv leaf = pk_lower_computed_leaf(computed, i);
            uint32_t skip = ndim - leaf.type->ndim;
            if (leaf.type->kind == PK_TY_array && axis >= skip)
                places = meet(l, places,
                              leaf.parts[PK_PART_shape + axis - skip], axis);
        }
        computed.parts[axis] = places ? places : pk_i64(l, 1);
    }
}

pk_lv pk_lower_computed(pk_lower *l, const pk_ast *node, const pk_ty *type) {
    pk_lv v = pk_lv_new(l, type);

    if (!v.parts || l->arena->failed)
        return pk_lv_zero(l, type);
    put_leaves(l, type->tree, v);
    pk_lower_at(l, node);
    set_shape(l, v);
    return v;
}

/* ---- the library's function ---- */

/* One place along an axis serves all of it; a single array has no other. */
static pk_lv leaf_at(pk_lower *l, pk_lv computed, uint32_t number,
                     pk_value *const *index) {
    pk_lv leaf = pk_lower_computed_leaf(computed, number);
    uint32_t skip = computed.type->ndim - leaf.type->ndim, arrays = 0;
    pk_value *at[PK_MAX_DIMS];
    pk_target target;

    if (leaf.type->kind != PK_TY_array)
        return leaf;
    for (uint32_t i = 0; i < computed.type->count; i++)
        arrays += computed.type->items[i]->kind == PK_TY_array;
    for (uint32_t i = 0; i < leaf.type->ndim; i++) {
        pk_value *places = leaf.parts[PK_PART_shape + i];
        at[i] = index[skip + i];
        if (arrays > 1)
            at[i] = pk_emit3(&l->b, PK_OP_select,
                             emit(l, PK_OP_eq, places, pk_i64(l, 1)),
                             pk_i64(l, 0), at[i]);
    }
    target = pk_lower_place(l, leaf, at);
    return pk_lower_load(l, &target);
}

static pk_lv value_at(pk_lower *l, pk_lv computed, const pk_tree *tree,
                      const pk_ast *node, pk_value *const *index) {
    pk_lv args[PK_MAX_UFUNC_ARGS], v;

    if (!tree->call)
        return leaf_at(l, computed, tree->leaf, index);
    for (uint32_t i = 0; i < tree->count && i < PK_MAX_UFUNC_ARGS; i++)
        args[i] = value_at(l, computed, tree->args[i], node, index);
    l->given = args;
    v = pk_lower_builtin(l, node, tree->call);
    l->given = NULL;
    return v;
}

pk_lv pk_lower_computed_at(pk_lower *l, const pk_ast *node, pk_lv computed,
                           pk_value *const *index) {
    return value_at(l, computed, computed.type->tree, node, index);
}

pk_lv pk_lower_computed_flat(pk_lower *l, const pk_ast *node, pk_lv computed,
                             pk_value *number) {
    uint32_t ndim = computed.type->ndim;
    pk_value *at[PK_MAX_DIMS];

    for (uint32_t i = 0; i < ndim; i++) {
        uint32_t axis = computed.type->layout == 'F' ? i : ndim - 1 - i;
        pk_value *places = computed.parts[axis];
        at[axis] = emit(l, PK_OP_floor_mod, number, places);
        number = emit(l, PK_OP_floor_div, number, places);
    }
    return pk_lower_computed_at(l, node, computed, at);
}

pk_lv pk_lower_computed_attribute(pk_lower *l, pk_lv computed,
                                  const pk_ty *type) {
    pk_value *size = pk_i64(l, 1);

    if (type->kind == PK_TY_element_iter || type->kind == PK_TY_tuple)
        return (pk_lv){type, computed.parts}; /* .flat, .shape */
    for (uint32_t i = 0; i < computed.type->ndim; i++)
        size = emit(l, PK_OP_mul, size, computed.parts[i]);
    return pk_lv_one(l, type, size);
}
