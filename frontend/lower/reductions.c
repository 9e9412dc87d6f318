/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays that the iterations of a loop reduce are found by the text:
 *
 *     for i in prange(n):
 *         total += rows[i]              a whole array
 *         counts[labels[i]] += 1        elements that several may have
 *         out[i] += x[i]                not: each has an element of its own
 *         out[i * width + k] += x[i]    not: each has a row of its own
 *         for k in range(ends[i], ends[i + 1]):
 *             out[k] += x[i]            not: each has a part of its own
 *         out[i + k] += x[i]            elements, which others have, too
 *
 * Which of these an index is depends on how the number of the iteration got
 * into the variables of it. */
#include "frontend/lower/reductions.h"

#include <string.h>

enum { MAX_DEPTH = 64, ROUNDS = 4 };

/* How a value depends on the number of the iteration. Values without a known
 * one come first, so that rounds begin with them. */
typedef enum way {
    UNKNOWN,
    SAME,   /* it does not */
    SPACED, /* it is other in each, with room for more: i * width */
    OWN,    /* it is other in each */
    FOUND,  /* an element at an index that is: labels[i] */
    VARIES  /* several may have it, or nothing is known of it */
} way;

typedef struct search {
    const pk_program *program;
    pk_arena *arena;
    const pk_vars *vars;
    const pk_ast *loop;
    uint8_t *ways, *next; /* of variables; in the round at hand */
    const char **tables;  /* of variables that are FOUND: where */
    bool *stored;         /* variables that the body stores */
    bool returns;         /* or makes functions */
    pk_reduction *found;
} search;

static int variable(const search *s, const pk_ast *node) {
    return node->kind == PK_AST_Name ? pk_vars_find(s->vars, node->Name.id)
                                     : -1;
}

static bool is_builtin(const search *s, const pk_ast *node, const char *path) {
    return pk_scope_is_builtin(s->program, s->arena, s->vars, node, path);
}

/* ---- the number of the iteration ---- */

static way way_of_sum(way a, way b) {
    if (a == SPACED || b == SPACED)
        return SPACED;
    if (a >= FOUND || b >= FOUND)
        return VARIES;
    return a > b ? a : b;
}

static way way_of_product(way a, way b) {
    if (a >= FOUND || b >= FOUND)
        return VARIES;
    return a >= SPACED || b >= SPACED ? SPACED : a > b ? a : b;
}

/* int(x), np.int64(x) and the like. */
static bool is_conversion(const pk_ast *call) {
    const pk_ast *func = call->Call.func;
    const char *name = func->kind == PK_AST_Name        ? func->Name.id
                       : func->kind == PK_AST_Attribute ? func->Attribute.attr
                                                        : "";

    return call->Call.args.count == 1 && !call->Call.keywords.count &&
           (strncmp(name, "int", 3) == 0 || strncmp(name, "uint", 4) == 0);
}

static way way_of(const search *s, const pk_ast *node, int depth);

static way way_of_parts(const search *s, const pk_ast *a, const pk_ast *b,
                        int depth) {
    const way first = way_of(s, a, depth), second = way_of(s, b, depth);

    return first > SAME || second > SAME ? VARIES
           : first > second              ? first
                                         : second;
}

static way way_of_operation(const search *s, const pk_ast *node, int depth) {
    const pk_ast *left = node->BinOp.left, *right = node->BinOp.right;

    switch (node->BinOp.op) {
    case PK_AST_OP_Add:
    case PK_AST_OP_Sub:
        return way_of_sum(way_of(s, left, depth), way_of(s, right, depth));
    case PK_AST_OP_Mult:
        return way_of_product(way_of(s, left, depth), way_of(s, right, depth));
    case PK_AST_OP_LShift:
        if (way_of(s, right, depth) <= SAME)
            return way_of_product(way_of(s, left, depth), SAME);
        return VARIES;
    default: return way_of_parts(s, left, right, depth);
    }
}

static way way_of(const search *s, const pk_ast *node, int depth) {
    int index;
    way inner;

    if (++depth > MAX_DEPTH)
        return VARIES;
    switch (node->kind) {
    case PK_AST_Constant: return SAME;
    case PK_AST_Name:
        index = variable(s, node);
        return index >= 0 && s->stored[index] ? (way)s->ways[index] : SAME;
    case PK_AST_Attribute:
        inner = way_of(s, node->Attribute.value, depth);
        return inner > SAME ? VARIES : inner;
    case PK_AST_Subscript:
        inner = way_of(s, node->Subscript.slice, depth);
        if (node->Subscript.value->kind == PK_AST_Name && inner == OWN)
            return FOUND;
        return way_of_parts(s, node->Subscript.value, node->Subscript.slice,
                            depth);
    case PK_AST_UnaryOp:
        inner = way_of(s, node->UnaryOp.operand, depth);
        return node->UnaryOp.op == PK_AST_OP_Not && inner > SAME ? VARIES
                                                                 : inner;
    case PK_AST_BinOp: return way_of_operation(s, node, depth);
    case PK_AST_Call:
        if (is_conversion(node))
            return way_of(s, node->Call.args.items[0], depth);
        if (is_builtin(s, node->Call.func, "numba.get_thread_id"))
            return OWN; /* another thread has another one */
        return is_builtin(s, node->Call.func, "builtins.len") ? SAME : VARIES;
    default: return VARIES;
    }
}

/* A variable has a value of one of several assignments. */
static void meet(search *s, const pk_ast *target, way got) {
    const int index = variable(s, target);
    uint8_t *at = index >= 0 ? &s->next[index] : NULL;

    if (target->kind == PK_AST_Tuple || target->kind == PK_AST_List) {
        const pk_ast_list *items = target->kind == PK_AST_Tuple
                                       ? &target->Tuple.elts
                                       : &target->List.elts;
        for (uint32_t i = 0; i < items->count; i++)
            meet(s, items->items[i], VARIES);
    }
    if (!at)
        return;
    s->stored[index] = true;
    if (*at == UNKNOWN || got == UNKNOWN)
        *at = *at > got ? *at : (uint8_t)got;
    else if (*at == SAME && got == SAME)
        *at = VARIES;
    else if (*at != got)
        *at = *at >= SPACED && got >= SPACED && *at <= OWN && got <= OWN
                  ? OWN
                  : VARIES;
}

/* Where a value was looked up; NULL: it is not known, or was not. */
static const char *table_of(const search *s, const pk_ast *node) {
    const int index = variable(s, node);

    if (node->kind == PK_AST_Subscript &&
        node->Subscript.value->kind == PK_AST_Name)
        return node->Subscript.value->Name.id;
    return index >= 0 ? s->tables[index] : NULL;
}

static void note_table(search *s, const pk_ast *target, const pk_ast *value) {
    const int index = variable(s, target);

    if (index >= 0 && value->kind == PK_AST_Subscript)
        s->tables[index] = table_of(s, value);
}

/* The indices of a loop within: several iterations have them, but where it goes
 * over a range of the iteration's own, range(i * n, (i + 1) * n) or
 * range(ends[i], ends[i + 1]). */
static way way_of_inner(const search *s, const pk_ast *over) {
    const pk_ast_list *args = &over->Call.args;
    way low, high;

    if (over->kind != PK_AST_Call || args->count < 2)
        return VARIES;
    low = way_of(s, args->items[0], 0);
    high = way_of(s, args->items[1], 0);
    if (low == FOUND && high == FOUND) {
        const char *table = table_of(s, args->items[0]);
        return table && table == table_of(s, args->items[1]) ? SPACED : VARIES;
    }
    return low != SAME && high != SAME && low < FOUND && high < FOUND ? SPACED
                                                                      : VARIES;
}

static void meet_assignment(search *s, const pk_ast *node) {
    way got;

    switch (node->kind) {
    case PK_AST_Assign:
        got = way_of(s, node->Assign.value, 0);
        for (uint32_t i = 0; i < node->Assign.targets.count; i++) {
            note_table(s, node->Assign.targets.items[i], node->Assign.value);
            meet(s, node->Assign.targets.items[i], got);
        }
        break;
    case PK_AST_AnnAssign:
        if (node->AnnAssign.value)
            meet(s, node->AnnAssign.target,
                 way_of(s, node->AnnAssign.value, 0));
        break;
    case PK_AST_AugAssign:
        got = VARIES;
        if (node->AugAssign.op == PK_AST_OP_Add ||
            node->AugAssign.op == PK_AST_OP_Sub)
            got = way_of_sum(way_of(s, node->AugAssign.target, 0),
                             way_of(s, node->AugAssign.value, 0));
        meet(s, node->AugAssign.target, got);
        break;
    case PK_AST_NamedExpr: meet(s, node->NamedExpr.target, VARIES); break;
    case PK_AST_comprehension:
        meet(s, node->comprehension.target, VARIES);
        break;
    case PK_AST_For:
        meet(s, node->For.target, way_of_inner(s, node->For.iter));
        break;
    default: break;
    }
}

static void find_store(const pk_ast *node, void *arg) {
    const char **name = arg;

    if (node->kind == PK_AST_Name && node->Name.ctx == PK_AST_Store &&
        node->Name.id == *name)
        *name = NULL;
    pk_ast_below(node, find_store, arg);
}

/* Visits what is below a node. Within a loop that does not store its own index
 * that is what this loop makes of it, whatever others do. */
static void visit_below(search *s, const pk_ast *node, pk_ast_visit visit) {
    const int index =
        node->kind == PK_AST_For ? variable(s, node->For.target) : -1;
    const char *name = index >= 0 ? node->For.target->Name.id : NULL;
    uint8_t around;

    for (uint32_t i = 0; name && i < node->For.body.count; i++)
        find_store(node->For.body.items[i], &name);
    if (!name) {
        pk_ast_below(node, visit, s);
        return;
    }
    around = s->ways[index];
    s->ways[index] = (uint8_t)way_of_inner(s, node->For.iter);
    pk_ast_below(node, visit, s);
    s->ways[index] = around;
}

static void look_at_assignments(const pk_ast *node, void *arg) {
    search *s = arg;

    s->returns |= node->kind == PK_AST_Return ||
                  node->kind == PK_AST_FunctionDef ||
                  node->kind == PK_AST_Lambda;
    meet_assignment(s, node);
    visit_below(s, node, look_at_assignments);
}

static void find_ways(search *s) {
    const pk_ast_list *body = &s->loop->For.body;
    uint8_t *done;

    for (int round = 0; round < ROUNDS; round++) {
        memset(s->next, UNKNOWN, s->vars->count);
        meet(s, s->loop->For.target, OWN);
        for (uint32_t i = 0; i < body->count; i++)
            look_at_assignments(body->items[i], s);
        done = s->next;
        s->next = s->ways;
        s->ways = done;
    }
}

/* Whether each iteration has elements of its own at an index. */
static bool is_own(const search *s, const pk_ast *index) {
    const pk_ast_list one = {.items = (pk_ast **)&index, .count = 1};
    const pk_ast_list *axes =
        index->kind == PK_AST_Tuple ? &index->Tuple.elts : &one;

    for (uint32_t i = 0; i < axes->count; i++) {
        const pk_ast *axis = axes->items[i];
        way w;
        if (axis->kind == PK_AST_Slice) {
            const pk_ast *low = axis->Slice.lower, *high = axis->Slice.upper;
            if ((low && way_of(s, low, 0) != SAME) ||
                (high && way_of(s, high, 0) != SAME))
                return true;
            continue;
        }
        w = way_of(s, axis, 0);
        if (w == SPACED || w == OWN)
            return true;
    }
    return false;
}

/* ---- changes ---- */

static pk_op joins(pk_ast_op op) {
    switch (op) {
    case PK_AST_OP_Add:
    case PK_AST_OP_Sub: return PK_OP_add;
    case PK_AST_OP_Mult:
    case PK_AST_OP_Div: return PK_OP_mul;
    case PK_AST_OP_BitAnd: return PK_OP_and;
    case PK_AST_OP_BitOr: return PK_OP_or;
    case PK_AST_OP_BitXor: return PK_OP_xor;
    default: return PK_OP_COUNT;
    }
}

/* y[k] = y[k] + value and, of what can be exchanged, y[k] = value + y[k]. */
static bool is_sum(const pk_ast *target, const pk_ast *node, pk_change *out) {
    const pk_ast_op op = (pk_ast_op)node->BinOp.op;

    out->joins = joins(op);
    out->divides = op == PK_AST_OP_Div;
    out->value = node->BinOp.right;
    if (pk_ast_same(target, node->BinOp.left))
        return true;
    out->value = node->BinOp.left;
    return op != PK_AST_OP_Sub && op != PK_AST_OP_Div &&
           pk_ast_same(target, node->BinOp.right);
}

/* y[k] = max(y[k], value), max(value, y[k]). */
static bool is_bound(const search *s, const pk_ast *target, const pk_ast *node,
                     pk_change *out) {
    static const struct {
        const char *path;
        pk_op op;
    } calls[] = {{"builtins.min", PK_OP_min},
                 {"builtins.max", PK_OP_max},
                 {"numpy.minimum", PK_OP_min_nan},
                 {"numpy.maximum", PK_OP_max_nan}};
    const pk_ast_list *args = &node->Call.args;

    if (args->count != 2 || node->Call.keywords.count)
        return false;
    out->joins = PK_OP_COUNT;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (is_builtin(s, node->Call.func, calls[i].path))
            out->joins = calls[i].op;
    out->first = !pk_ast_same(target, args->items[0]);
    out->value = args->items[!out->first];
    return out->joins != PK_OP_COUNT &&
           pk_ast_same(target, args->items[out->first]);
}

/* Finds what a statement changes by one operation; false: it does not. */
static bool find_change(const search *s, const pk_ast *node, pk_change *out) {
    *out = (pk_change){.joins = PK_OP_COUNT};
    if (node->kind == PK_AST_AugAssign) {
        const pk_ast_op op = (pk_ast_op)node->AugAssign.op;
        out->target = node->AugAssign.target;
        out->value = node->AugAssign.value;
        out->joins = joins(op);
        out->divides = op == PK_AST_OP_Div;
    } else if (node->kind == PK_AST_Assign && node->Assign.targets.count == 1) {
        const pk_ast *value = node->Assign.value;
        out->target = node->Assign.targets.items[0];
        if (out->target->kind != PK_AST_Subscript ||
            !((value->kind == PK_AST_BinOp &&
               is_sum(out->target, value, out)) ||
              (value->kind == PK_AST_Call &&
               is_bound(s, out->target, value, out))))
            return false;
    } else {
        return false;
    }
    return out->target->kind == PK_AST_Name ||
           (out->target->kind == PK_AST_Subscript &&
            out->target->Subscript.value->kind == PK_AST_Name);
}

static pk_reduction *reduction_of(search *s, const pk_ast *name) {
    pk_reduction *r = s->found;

    while (r && r->name != name->Name.id)
        r = r->next;
    if (!r && variable(s, name) >= 0) {
        r = PK_NEW(s->arena, pk_reduction);
        if (!r)
            return NULL;
        *r = (pk_reduction){s->found, name->Name.id, PK_OP_COUNT, false, NULL};
        s->found = r;
    }
    return r;
}

static void look(const pk_ast *node, void *arg);

static void look_at_change(search *s, const pk_change *c) {
    const bool element = c->target->kind == PK_AST_Subscript;
    const pk_ast *name = element ? c->target->Subscript.value : c->target;
    pk_reduction *r = reduction_of(s, name);
    pk_change *own = r ? PK_NEW(s->arena, pk_change) : NULL;

    if (element)
        look(c->target->Subscript.slice, s);
    look(c->value, s);
    if (!own)
        return;
    *own = *c;
    own->own = element && is_own(s, c->target->Subscript.slice);
    own->next = r->changes;
    r->changes = own;
    r->joins = own->joins;
    r->elements |= element;
}

/* A variable that is used in any other way is not reduced. */
static void look(const pk_ast *node, void *arg) {
    static const char shapes[][6] = {"shape", "size", "ndim", "dtype"};
    search *s = arg;
    pk_change c, *use;
    pk_reduction *r;

    if (find_change(s, node, &c)) {
        look_at_change(s, &c);
        return;
    }
    if (node->kind == PK_AST_Attribute &&
        node->Attribute.value->kind == PK_AST_Name)
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
            if (strcmp(node->Attribute.attr, shapes[i]) == 0)
                return;
    if (node->kind == PK_AST_Call && node->Call.args.count == 1 &&
        node->Call.args.items[0]->kind == PK_AST_Name &&
        is_builtin(s, node->Call.func, "builtins.len"))
        return;
    if (node->kind != PK_AST_Name) {
        visit_below(s, node, look);
        return;
    }
    r = reduction_of(s, node);
    use = r ? PK_NEW(s->arena, pk_change) : NULL;
    if (!use)
        return;
    *use = (pk_change){.next = r->changes, .joins = PK_OP_COUNT};
    r->changes = use;
    r->joins = PK_OP_COUNT;
}

static bool is_reduced(const pk_reduction *r) {
    bool own = true;

    for (const pk_change *c = r->changes; c; c = c->next) {
        own &= c->own;
        if (c->joins != r->joins || c->joins == PK_OP_COUNT)
            return false;
    }
    return !own;
}

pk_reduction *pk_reductions_find(const pk_program *program, pk_arena *arena,
                                 const pk_vars *vars, const pk_ast *loop) {
    search s = {.program = program, .arena = arena, .vars = vars, .loop = loop};
    pk_reduction *out = NULL;

    s.ways = pk_arena_array(arena, vars->count + 1u, 1);
    s.next = pk_arena_array(arena, vars->count + 1u, 1);
    s.tables = pk_arena_array(arena, vars->count + 1u, sizeof *s.tables);
    s.stored = pk_arena_array(arena, vars->count + 1u, sizeof *s.stored);
    if (arena->failed)
        return NULL;
    find_ways(&s);
    if (s.returns || loop->For.orelse.count)
        return NULL;
    look(loop->For.target, &s);
    for (uint32_t i = 0; i < loop->For.body.count; i++)
        look(loop->For.body.items[i], &s);
    for (pk_reduction *r = s.found, *next; r; r = next) {
        next = r->next;
        if (arena->failed || !is_reduced(r))
            continue;
        r->next = out;
        out = r;
    }
    return out;
}
