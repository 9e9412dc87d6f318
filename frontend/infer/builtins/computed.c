/* SPDX-License-Identifier: Apache-2.0 */
/* Array expressions that come down to a number: np.sum(a * b).
 *
 * The reduction is a function of the library, inferred for an array whose
 * elements are computed when they are read. Its type says how, so that one
 * function serves all expressions of one form, and no array is made. */
#include "frontend/infer/typings.h"

#include <string.h>

/* The nodes of the expression that are evaluated once, in order. */
typedef struct leaf_list {
    const pk_ty **items;
    uint32_t count;
} leaf_list;

/* A call with `*x` is written out in a call of its own. */
static const pk_note *lazy_note(pk_infer *in, const pk_ast *node) {
    const pk_note *note = pk_note_find(in->instance, node);

    if (!note->v.type || note->v.type->kind != PK_TY_lazy)
        return NULL;
    return note->call->spread ? pk_note_find(in->instance, note->call->spread)
                              : note;
}

static uint32_t count_leaves(pk_infer *in, const pk_ast *node) {
    const pk_note *note = lazy_note(in, node);
    uint32_t count = 0;

    if (!note)
        return 1;
    for (uint32_t i = 0; i < note->call->count; i++)
        count += i == 0 && pk_call_picks(note->call)
                     ? 1
                     : count_leaves(in, note->call->nodes[i]);
    return count;
}

/* The array that elements are picked from: one value for all of them. */
static const pk_tree *picked_from(pk_infer *in, const pk_note *note,
                                  leaf_list *leaves) {
    pk_tree *tree = PK_NEW(in->arena, pk_tree);

    *tree = (pk_tree){.node = note->call->nodes[0], .leaf = leaves->count};
    leaves->items[leaves->count++] = note->call->element->args[0].type;
    return tree;
}

static const pk_tree *make_tree(pk_infer *in, const pk_ast *node,
                                leaf_list *leaves) {
    const pk_note *note = lazy_note(in, node);
    pk_tree *tree = PK_NEW(in->arena, pk_tree);
    const pk_tree **args;

    *tree = (pk_tree){.node = node, .leaf = leaves->count};
    if (!note) {
        leaves->items[leaves->count++] =
            pk_note_find(in->instance, node)->v.type;
        return tree;
    }
    args = pk_arena_array(in->arena, note->call->count + 1, sizeof *args);
    if (!args)
        return tree;
    for (uint32_t i = 0; i < note->call->count; i++)
        args[i] = i == 0 && pk_call_picks(note->call)
                      ? picked_from(in, note, leaves)
                      : make_tree(in, note->call->nodes[i], leaves);
    tree->call = note->call->element;
    tree->builtin = tree->call->builtin;
    tree->args = args;
    tree->count = note->call->count;
    return tree;
}

const pk_ty *pk_infer_computed(pk_infer *in, const pk_ast *node,
                               const pk_ty *lazy) {
    leaf_list leaves = {0};
    const pk_tree *tree;

    leaves.items = pk_arena_array(in->arena, count_leaves(in, node) + 1,
                                  sizeof *leaves.items);
    if (!leaves.items)
        return &pk_ty_error;
    tree = make_tree(in, node, &leaves);
    return pk_ty_computed(in->arena, lazy, tree, leaves.items, leaves.count);
}

const pk_ty *pk_computed_in_c(pk_infer *in, const pk_ty *computed) {
    pk_ty *type = PK_NEW(in->arena, pk_ty);

    *type = *computed;
    type->layout = 'C';
    return type;
}

pk_typed pk_infer_computed_attribute(pk_infer *in, const pk_ast *node,
                                     const pk_ty *computed) {
    const char *attr = node->Attribute.attr;
    pk_ty *type;

    if (strcmp(attr, "size") == 0)
        return of_type(pk_ty_number(PK_TYPE_i64));
    if (strcmp(attr, "shape") == 0)
        return of_type(pk_ty_shape(in->arena, computed->ndim));
    if (strcmp(attr, "flat") == 0)
        return of_type(pk_ty_over(in->arena, PK_TY_element_iter, computed,
                                  PK_ELEMENT_ITER_values));
    if (strcmp(attr, "dtype") == 0) {
        type = PK_NEW(in->arena, pk_ty);
        *type = (pk_ty){.kind = PK_TY_dtype, .made = pk_ty_element(computed)};
        return of_type(type);
    }
    return pk_say(in, node, PK_E_attribute_unknown,
                  pk_hint_attribute(computed, attr), "%s has no attribute '%s'",
                  pk_named(in, computed), attr);
}
