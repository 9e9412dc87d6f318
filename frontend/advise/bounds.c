/* SPDX-License-Identifier: Apache-2.0 */
/* A guard that is there, and lets the wrong threads through:
 *
 *     if i <= a.size:  a[i] = 0       the one behind the last, too
 *     if i >= a.size:  a[i] = 0       only those behind the end
 *
 * Nothing is said where the index is tested once more or assigned. */
#include "frontend/advise/threads.h"

#include "frontend/codes.h"

#include <string.h>

enum { WHOLE = -1 };

typedef struct guard {
    const char *index, *array;
    int64_t axis;       /* of shape[axis]; WHOLE: a.size, len(a) */
    bool used, changed; /* array[index] stands below; index is seen to again */
} guard;

static bool is_shape(const pk_ast *extent) {
    return extent->kind == PK_AST_Subscript &&
           extent->Subscript.value->kind == PK_AST_Attribute &&
           strcmp(extent->Subscript.value->Attribute.attr, "shape") == 0 &&
           extent->Subscript.slice->kind == PK_AST_Constant &&
           extent->Subscript.slice->Constant.value.kind == PK_CONST_int;
}

/* The array whose extent this is: a.size, a.shape[0], len(a). */
static bool read_extent(const pk_ast *extent, guard *g) {
    const pk_ast *base = NULL;

    g->axis = WHOLE;
    if (is_shape(extent)) {
        base = extent->Subscript.value->Attribute.value;
        g->axis = extent->Subscript.slice->Constant.value.integer;
    } else if (extent->kind == PK_AST_Attribute &&
               strcmp(extent->Attribute.attr, "size") == 0) {
        base = extent->Attribute.value;
    } else if (extent->kind == PK_AST_Call && extent->Call.args.count == 1 &&
               extent->Call.func->kind == PK_AST_Name &&
               strcmp(extent->Call.func->Name.id, "len") == 0) {
        base = extent->Call.args.items[0];
    }
    if (!base || base->kind != PK_AST_Name)
        return false;
    g->array = base->Name.id;
    return true;
}

static bool is_name(const pk_ast *node, const char *name) {
    return node->kind == PK_AST_Name && strcmp(node->Name.id, name) == 0;
}

/* i > 0: no end. */
static bool is_start(const pk_ast *node, const guard *g) {
    return node->kind == PK_AST_Compare &&
           node->Compare.comparators.count == 1 &&
           node->Compare.comparators.items[0]->kind == PK_AST_Constant &&
           is_name(node->Compare.left, g->index) &&
           (node->Compare.ops[0] == PK_AST_OP_Gt ||
            node->Compare.ops[0] == PK_AST_OP_GtE);
}

/* In a comparison: the index itself, not what it picks. */
static void find_mention(const pk_ast *node, void *arg) {
    guard *g = arg;

    g->changed |= is_name(node, g->index);
    if (node->kind != PK_AST_Subscript && !is_start(node, g))
        pk_ast_below(node, find_mention, arg);
}

static void find_use(const pk_ast *node, void *arg) {
    guard *g = arg;

    if (node->kind == PK_AST_Subscript &&
        is_name(node->Subscript.value, g->array)) {
        const pk_ast *slice = node->Subscript.slice;
        g->used |= is_name(slice, g->index) && g->axis <= 0;
        g->used |= slice->kind == PK_AST_Tuple && g->axis >= 0 &&
                   g->axis < slice->Tuple.elts.count &&
                   is_name(slice->Tuple.elts.items[g->axis], g->index);
    }
    if (node->kind == PK_AST_Compare)
        find_mention(node, arg);
    g->changed |= is_name(node, g->index) && node->Name.ctx == PK_AST_Store;
    pk_ast_below(node, find_use, arg);
}

/* a <= b as b >= a. */
static pk_ast_op turned(pk_ast_op op) {
    return op == PK_AST_OP_Lt    ? PK_AST_OP_Gt
           : op == PK_AST_OP_LtE ? PK_AST_OP_GtE
           : op == PK_AST_OP_Gt  ? PK_AST_OP_Lt
           : op == PK_AST_OP_GtE ? PK_AST_OP_LtE
                                 : op;
}

/* One comparison of the condition `whole`. */
static void check_compare(pk_threads *t, const pk_ast *whole,
                          const pk_ast *test, const pk_ast_list *body) {
    const pk_ast *left = test->Compare.left,
                 *right = test->Compare.comparators.items[0];
    pk_ast_op op = (pk_ast_op)test->Compare.ops[0];
    guard g;

    if (left->kind != PK_AST_Name) {
        const pk_ast *other = left;
        left = right;
        right = other;
        op = turned(op);
    }
    if (left->kind != PK_AST_Name || !(pk_threads_bits(t, left) & GRID))
        return;
    g = (guard){.index = left->Name.id};
    if (!read_extent(right, &g) ||
        (op != PK_AST_OP_LtE && op != PK_AST_OP_Gt && op != PK_AST_OP_GtE))
        return;
    for (uint32_t i = 0; i < body->count; i++)
        find_use(body->items[i], &g);
    for (uint32_t i = 0; whole != test && i < whole->BoolOp.values.count; i++)
        if (whole->BoolOp.values.items[i] != test)
            find_mention(whole->BoolOp.values.items[i], &g);
    if (!g.used || g.changed)
        return;
    pk_advise(t->a, test, PK_E_no_guard,
              "an index is less than the extent: write <",
              op == PK_AST_OP_LtE
                  ? "'%s' may be as large as the array here, and its last "
                    "index is one less: a thread writes or reads out of bounds"
                  : "only threads behind the end come here: '%s' is no index "
                    "of the array",
              g.index);
}

static void check_part(pk_threads *t, const pk_ast *whole, const pk_ast *test,
                       const pk_ast_list *body) {
    if (test->kind == PK_AST_Compare && test->Compare.comparators.count == 1)
        check_compare(t, whole, test, body);
}

void pk_threads_check_bound(pk_threads *t, const pk_ast *test,
                            const pk_ast_list *body) {
    if (test->kind == PK_AST_BoolOp && test->BoolOp.op == PK_AST_OP_And)
        for (uint32_t i = 0; i < test->BoolOp.values.count; i++)
            check_part(t, test, test->BoolOp.values.items[i], body);
    else
        check_part(t, test, test, body);
}
