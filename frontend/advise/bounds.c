/* SPDX-License-Identifier: Apache-2.0 */
/* A guard that is there, and lets the wrong threads through:
 *
 *     if i <= a.size:  a[i] = 0       the one behind the last, too
 *     if i >= a.size:  a[i] = 0       only those behind the end */
#include "frontend/advise/threads.h"

#include "frontend/codes.h"

#include <string.h>

typedef struct guard {
    const char *index, *array;
    bool used; /* array[index] stands below */
} guard;

/* The array whose extent this is: a.size, a.shape[0], len(a). */
static const char *array_of(const pk_ast *extent) {
    const pk_ast *base = NULL;

    if (extent->kind == PK_AST_Subscript &&
        extent->Subscript.value->kind == PK_AST_Attribute &&
        strcmp(extent->Subscript.value->Attribute.attr, "shape") == 0)
        base = extent->Subscript.value->Attribute.value;
    else if (extent->kind == PK_AST_Attribute &&
             strcmp(extent->Attribute.attr, "size") == 0)
        base = extent->Attribute.value;
    else if (extent->kind == PK_AST_Call && extent->Call.args.count == 1 &&
             extent->Call.func->kind == PK_AST_Name &&
             strcmp(extent->Call.func->Name.id, "len") == 0)
        base = extent->Call.args.items[0];
    return base && base->kind == PK_AST_Name ? base->Name.id : NULL;
}

static bool is_name(const pk_ast *node, const char *name) {
    return node->kind == PK_AST_Name && strcmp(node->Name.id, name) == 0;
}

static void find_use(const pk_ast *node, void *arg) {
    guard *g = arg;

    if (node->kind == PK_AST_Subscript &&
        is_name(node->Subscript.value, g->array)) {
        const pk_ast *slice = node->Subscript.slice;
        g->used |= is_name(slice, g->index);
        for (uint32_t i = 0;
             slice->kind == PK_AST_Tuple && i < slice->Tuple.elts.count; i++)
            g->used |= is_name(slice->Tuple.elts.items[i], g->index);
    }
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

static void check_compare(pk_threads *t, const pk_ast *test,
                          const pk_ast_list *body) {
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
    g = (guard){.index = left->Name.id, .array = array_of(right)};
    if (!g.array ||
        (op != PK_AST_OP_LtE && op != PK_AST_OP_Gt && op != PK_AST_OP_GtE))
        return;
    for (uint32_t i = 0; i < body->count; i++)
        find_use(body->items[i], &g);
    if (!g.used)
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

void pk_threads_check_bound(pk_threads *t, const pk_ast *test,
                            const pk_ast_list *body) {
    if (test->kind == PK_AST_BoolOp && test->BoolOp.op == PK_AST_OP_And)
        for (uint32_t i = 0; i < test->BoolOp.values.count; i++)
            pk_threads_check_bound(t, test->BoolOp.values.items[i], body);
    else if (test->kind == PK_AST_Compare &&
             test->Compare.comparators.count == 1)
        check_compare(t, test, body);
}
