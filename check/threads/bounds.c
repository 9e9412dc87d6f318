/* SPDX-License-Identifier: Apache-2.0 */
/* A guard that is there, and lets the wrong threads through:
 *
 *     if i <= a.size:  a[i] = 0       the one behind the last, too
 *     if i >= a.size:  a[i] = 0       only those behind the end
 *
 *     if i < a.size:  a[i + 1] = 0    the last one reaches behind the end
 *
 *     if i < a.shape[0] or j < a.shape[1]:  a[i, j] = 0
 *                                     one of them is enough, and both count
 *
 * Nothing is said where the index is tested once more or assigned. */
#include "check/threads/threads.h"

#include "frontend/diag/codes.h"

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

/* i < a.size, or the other way round; `op` as if i stood on the left. */
static bool read_guard(pk_threads *t, const pk_ast *test, guard *g,
                       pk_ast_op *op) {
    const pk_ast *left, *right;

    if (test->kind != PK_AST_Compare || test->Compare.comparators.count != 1)
        return false;
    left = test->Compare.left;
    right = test->Compare.comparators.items[0];
    *op = (pk_ast_op)test->Compare.ops[0];
    if (left->kind != PK_AST_Name) {
        left = right;
        right = test->Compare.left;
        *op = turned(*op);
    }
    if (left->kind != PK_AST_Name || !(pk_threads_bits(t, left) & GRID))
        return false;
    *g = (guard){.index = left->Name.id};
    return read_extent(right, g);
}

/* One comparison of the condition `whole`. */
static void check_compare(pk_threads *t, const pk_ast *whole,
                          const pk_ast *test, const pk_ast_list *body) {
    pk_ast_op op;
    guard g;

    if (!read_guard(t, test, &g, &op) ||
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
                  : "only threads past the end run this: '%s' is not an "
                    "index of the array",
              g.index);
}

/* ---- a[i + 1] under i < a.size ---- */

/* Counts the uses of the index of a guard elsewhere in its function. */
typedef struct mentions {
    guard g;
    uint32_t tests, stores;
} mentions;

static void count_mentions(const pk_ast *node, void *arg) {
    mentions *m = arg;

    if (node->kind == PK_AST_Compare) {
        m->g.changed = false;
        pk_ast_below(node, find_mention, &m->g);
        m->tests += m->g.changed;
    }
    m->stores += is_name(node, m->g.index) && node->Name.ctx == PK_AST_Store;
    pk_ast_below(node, count_mentions, arg);
}

/* i + 1: by how much it is more; 0 for anything else. */
static int64_t ahead_of(const pk_ast *node, const char *index) {
    const pk_ast *left, *right;

    if (node->kind != PK_AST_BinOp || node->BinOp.op != PK_AST_OP_Add)
        return 0;
    left = node->BinOp.left;
    right = node->BinOp.right;
    if (is_name(right, index)) {
        right = left;
        left = node->BinOp.right;
    }
    return is_name(left, index) && right->kind == PK_AST_Constant &&
                   right->Constant.value.kind == PK_CONST_int
               ? (int64_t)right->Constant.value.integer
               : 0;
}

/* A search for a[i + 1] that every thread of the guard comes to. */
typedef struct reach {
    pk_threads *t;
    guard g;
    const pk_ast *found;
    int64_t ahead; /* of the index */
} reach;

static void find_reach(const pk_ast *node, void *arg) {
    reach *r = arg;
    uint32_t axis = r->g.axis == WHOLE ? 0 : (uint32_t)r->g.axis;
    const pk_ast *at;
    int64_t ahead;

    if (r->found || node->kind == PK_AST_IfExp || node->kind == PK_AST_BoolOp ||
        pk_ast_has_scope(node))
        return; /* what some threads do not come to */
    if (node->kind == PK_AST_Subscript &&
        is_name(node->Subscript.value, r->g.array)) {
        at = node->Subscript.slice;
        if (at->kind == PK_AST_Tuple)
            at = r->g.axis != WHOLE && axis < at->Tuple.elts.count
                     ? at->Tuple.elts.items[axis]
                     : node;
        else if (axis)
            at = node;
        ahead = ahead_of(at, r->g.index);
        if (ahead > 0 &&
            !pk_threads_fit(r->t, node->Subscript.value, axis, ahead)) {
            r->found = node;
            r->ahead = ahead;
        }
    }
    pk_ast_below(node, find_reach, arg);
}

/* Warns of an access past the end behind a guard: of a[i + 1] where the guard
 * is i < a.size. The threads that pass it run the statements of `body` from
 * `first` on. */
static void check_reach(pk_threads *t, const pk_ast *test, const guard *g,
                        const pk_ast_list *body, uint32_t first) {
    const pk_ast_list *all = &t->a->instance->function->def->FunctionDef.body;
    mentions m = {.g = *g};
    reach r = {.t = t, .g = *g};

    for (uint32_t i = 0; i < all->count; i++)
        count_mentions(all->items[i], &m);
    if (m.tests != 1 || m.stores != 1 || t->depth || t->loops)
        return;
    for (uint32_t i = first; i < body->count; i++)
        if (body->items[i]->kind == PK_AST_Assign ||
            body->items[i]->kind == PK_AST_AugAssign)
            find_reach(body->items[i], &r);
        else if (body->items[i]->kind != PK_AST_Expr)
            break; /* it may return */
    if (!r.found)
        return;
    pk_advise(
        t->a, r.found, PK_E_no_guard,
        pk_arena_format(t->a->c->arena, "if %s + %lld < %s.%s:", g->index,
                        (long long)r.ahead, g->array,
                        g->axis == WHOLE
                            ? "size"
                            : pk_arena_format(t->a->c->arena, "shape[%lld]",
                                              (long long)g->axis)),
        "'%s' may be the last index here, and this is past it: a thread "
        "writes or reads out of bounds",
        g->index);
    pk_advise_note(t->a, test, "this keeps '%s' itself within '%s'", g->index,
                   g->array);
}

void pk_threads_check_reach(pk_threads *t, const pk_ast_list *body,
                            uint32_t at) {
    const pk_ast *node = body->items[at];
    const pk_ast_list *then = &node->If.body;
    pk_ast_op op;
    guard g;

    if (node->If.orelse.count || !read_guard(t, node->If.test, &g, &op))
        return;
    if (op == PK_AST_OP_Lt)
        check_reach(t, node->If.test, &g, then, 0);
    else if (op == PK_AST_OP_GtE && then->count == 1 &&
             then->items[0]->kind == PK_AST_Return)
        check_reach(t, node->If.test, &g, body, at + 1);
}

/* ---- one of two tests ---- */

/* Whether each launch that the script has fits into both axes, whichever of the
 * grid's follows which. */
static bool both_fit(const pk_threads *t, const char *array, const guard *g) {
    const pk_function_info *info = &t->a->instance->function->info;
    bool any = false;
    uint32_t arg = 0;

    while (arg < info->param_count &&
           strcmp(info->param_names[arg], array) != 0)
        arg++;
    for (const pk_launch_site *l = t->a->launches; l; l = l->next) {
        int64_t x, y, a, b;
        if (!pk_launch_is_of(l, info))
            continue;
        any = true;
        if (!l->grid[0] || !l->block[0] || arg >= l->signature.count ||
            g[0].axis >= PK_SITE_AXES || g[1].axis >= PK_SITE_AXES)
            return false;
        x = (int64_t)l->grid[0] * l->block[0];
        y = (int64_t)l->grid[1] * l->block[1];
        a = l->extents[arg][g[0].axis];
        b = l->extents[arg][g[1].axis];
        if ((a < b ? a : b) < (x < y ? x : y) ||
            (a < b ? b : a) < (x < y ? y : x))
            return false;
    }
    return any;
}

/* Tests of two indices of one array, of which one lets a thread through. */
static void check_either(pk_threads *t, const pk_ast *test, pk_ast_op wanted,
                         const char *hint, const pk_ast_list *body) {
    guard g[2];
    pk_ast_op op;

    if (test->BoolOp.values.count != 2)
        return;
    for (uint32_t i = 0; i < 2; i++) {
        if (!read_guard(t, test->BoolOp.values.items[i], &g[i], &op) ||
            op != wanted || g[i].axis == WHOLE)
            return;
        for (uint32_t k = 0; k < body->count; k++)
            find_use(body->items[k], &g[i]);
        if (!g[i].used)
            return;
    }
    if (strcmp(g[0].array, g[1].array) != 0 || g[0].axis == g[1].axis ||
        strcmp(g[0].index, g[1].index) == 0 || both_fit(t, g[0].array, g))
        return;
    pk_advise(t->a, test, PK_E_no_guard, hint,
              "a thread goes on when one of '%s' and '%s' is within '%s', and "
              "both have to be: it writes or reads out of bounds",
              g[0].index, g[1].index, g[0].array);
}

/* ---- who asks ---- */

void pk_threads_check_bound(pk_threads *t, const pk_ast *test,
                            const pk_ast_list *body) {
    const pk_ast_list *all = &t->a->instance->function->def->FunctionDef.body;

    if (test->kind == PK_AST_BoolOp && test->BoolOp.op == PK_AST_OP_Or)
        check_either(t, test, PK_AST_OP_Lt, "write and for or", body);
    else if (test->kind == PK_AST_BoolOp && body->count == 1 &&
             body->items[0]->kind == PK_AST_Return)
        check_either(t, test, PK_AST_OP_GtE, "write or for and", all);
    if (test->kind == PK_AST_BoolOp && test->BoolOp.op == PK_AST_OP_And)
        for (uint32_t i = 0; i < test->BoolOp.values.count; i++)
            check_compare(t, test, test->BoolOp.values.items[i], body);
    else
        check_compare(t, test, test, body);
}
