/* SPDX-License-Identifier: Apache-2.0 */
/* An index is followed from the number of the iteration through assignments:
 *
 *     out[i], out[i * width + k]            each has an element of its own
 *     for k in range(ends[i], ends[i + 1]):
 *         out[k]                            each has a part of its own
 *     out[i // width, i % width]            the same
 *     out[i + k], counts[labels[i]]         several may have it */
#include "frontend/lower/ways.h"

#include <string.h>

enum { MAX_DEPTH = 64, ROUNDS = 4, MAX_AXES = 16 };

static int variable(const pk_ways *w, const pk_ast *node) {
    return node->kind == PK_AST_Name ? pk_vars_find(w->vars, node->Name.id)
                                     : -1;
}

static bool is_builtin(const pk_ways *w, const pk_ast *node, const char *path) {
    return pk_scope_is_builtin(w->program, w->arena, w->vars, node, path);
}

/* ---- the number of the iteration ---- */

static pk_way way_of_sum(pk_way a, pk_way b) {
    if (a == PK_WAY_spaced || b == PK_WAY_spaced)
        return PK_WAY_spaced;
    if (a >= PK_WAY_found || b >= PK_WAY_found)
        return PK_WAY_varies;
    return a > b ? a : b;
}

static pk_way way_of_product(pk_way a, pk_way b) {
    if (a >= PK_WAY_found || b >= PK_WAY_found)
        return PK_WAY_varies;
    if (a == PK_WAY_clipped || b == PK_WAY_clipped)
        return PK_WAY_clipped;
    return a >= PK_WAY_spaced || b >= PK_WAY_spaced ? PK_WAY_spaced
           : a > b                                  ? a
                                                    : b;
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

static pk_way way_of(const pk_ways *w, const pk_ast *node, int depth);

static pk_way way_of_parts(const pk_ways *w, const pk_ast *a, const pk_ast *b,
                           int depth) {
    const pk_way first = way_of(w, a, depth), second = way_of(w, b, depth);

    return first > PK_WAY_same || second > PK_WAY_same ? PK_WAY_varies
           : first > second                            ? first
                                                       : second;
}

static pk_way way_of_operation(const pk_ways *w, const pk_ast *node,
                               int depth) {
    const pk_ast *left = node->BinOp.left, *right = node->BinOp.right;

    switch (node->BinOp.op) {
    case PK_AST_OP_Add:
    case PK_AST_OP_Sub:
        return way_of_sum(way_of(w, left, depth), way_of(w, right, depth));
    case PK_AST_OP_Mult:
        return way_of_product(way_of(w, left, depth), way_of(w, right, depth));
    case PK_AST_OP_LShift:
        if (way_of(w, right, depth) <= PK_WAY_same)
            return way_of_product(way_of(w, left, depth), PK_WAY_same);
        return PK_WAY_varies;
    default: return way_of_parts(w, left, right, depth);
    }
}

/* The end of a part that an iteration has: min((i + 1) * size, n). */
static pk_way way_of_bounds(const pk_ways *w, const pk_ast *call, int depth) {
    const pk_ast_list *args = &call->Call.args;
    pk_way most = PK_WAY_same;

    for (uint32_t i = 0; i < args->count; i++) {
        const pk_way way = way_of(w, args->items[i], depth);
        if (way >= PK_WAY_found)
            return PK_WAY_varies;
        most = way > PK_WAY_same ? PK_WAY_clipped : most;
    }
    return most;
}

static pk_way way_of_call(const pk_ways *w, const pk_ast *node, int depth) {
    const pk_ast *func = node->Call.func;

    if (is_conversion(node))
        return way_of(w, node->Call.args.items[0], depth);
    if (is_builtin(w, func, "numba.get_thread_id"))
        return PK_WAY_own; /* another thread has another one */
    if (is_builtin(w, func, "builtins.min") ||
        is_builtin(w, func, "builtins.max"))
        return way_of_bounds(w, node, depth);
    return is_builtin(w, func, "builtins.len") ? PK_WAY_same : PK_WAY_varies;
}

static pk_way way_of_name(const pk_ways *w, const pk_ast *name) {
    const int index = variable(w, name);

    if (index >= 0)
        return w->stored[index] ? (pk_way)w->ways[index] : PK_WAY_same;
    return w->around ? way_of_name(w->around, name) : PK_WAY_same;
}

static pk_way way_of(const pk_ways *w, const pk_ast *node, int depth) {
    pk_way inner;

    if (++depth > MAX_DEPTH)
        return PK_WAY_varies;
    switch (node->kind) {
    case PK_AST_Constant: return PK_WAY_same;
    case PK_AST_Name: return way_of_name(w, node);
    case PK_AST_Attribute:
        inner = way_of(w, node->Attribute.value, depth);
        return inner > PK_WAY_same ? PK_WAY_varies : inner;
    case PK_AST_Subscript:
        inner = way_of(w, node->Subscript.slice, depth);
        if (node->Subscript.value->kind == PK_AST_Name && inner == PK_WAY_own)
            return PK_WAY_found;
        return way_of_parts(w, node->Subscript.value, node->Subscript.slice,
                            depth);
    case PK_AST_UnaryOp:
        inner = way_of(w, node->UnaryOp.operand, depth);
        return node->UnaryOp.op == PK_AST_OP_Not && inner > PK_WAY_same
                   ? PK_WAY_varies
                   : inner;
    case PK_AST_BinOp: return way_of_operation(w, node, depth);
    case PK_AST_Call: return way_of_call(w, node, depth);
    default: return PK_WAY_varies;
    }
}

pk_way pk_way_of(const pk_ways *w, const pk_ast *node) {
    return way_of(w, node, 0);
}

const char *pk_way_table(const pk_ways *w, const pk_ast *node) {
    const int index = variable(w, node);

    if (node->kind == PK_AST_Subscript &&
        node->Subscript.value->kind == PK_AST_Name)
        return node->Subscript.value->Name.id;
    return index >= 0 ? w->tables[index] : NULL;
}

pk_division pk_way_division(const pk_ways *w, const pk_ast *node) {
    const int index = variable(w, node);
    pk_division d = {0};

    if (index >= 0)
        return w->divisions[index];
    if (node->kind != PK_AST_BinOp || (node->BinOp.op != PK_AST_OP_FloorDiv &&
                                       node->BinOp.op != PK_AST_OP_Mod))
        return d;
    d = (pk_division){node->BinOp.left, node->BinOp.right,
                      node->BinOp.op == PK_AST_OP_Mod};
    if (pk_way_of(w, d.number) != PK_WAY_own ||
        pk_way_of(w, d.by) != PK_WAY_same)
        d = (pk_division){0};
    return d;
}

/* ---- assignments ---- */

static void meet_index(pk_ways *w, int index, pk_way got) {
    uint8_t *at = &w->next[index];

    w->stored[index] = true;
    if (*at == PK_WAY_unknown || got == PK_WAY_unknown)
        *at = *at > got ? *at : (uint8_t)got;
    else if (*at == PK_WAY_same && got == PK_WAY_same)
        *at = PK_WAY_varies;
    else if (*at != got)
        *at = *at >= PK_WAY_spaced && got >= PK_WAY_spaced &&
                      *at <= PK_WAY_own && got <= PK_WAY_own
                  ? PK_WAY_own
                  : PK_WAY_varies;
}

/* A variable has a value of one of several assignments. */
static void meet(pk_ways *w, const pk_ast *target, pk_way got) {
    const int index = variable(w, target);

    if (target->kind == PK_AST_Tuple || target->kind == PK_AST_List) {
        const pk_ast_list *items = target->kind == PK_AST_Tuple
                                       ? &target->Tuple.elts
                                       : &target->List.elts;
        for (uint32_t i = 0; i < items->count; i++)
            meet(w, items->items[i], PK_WAY_varies);
    }
    if (index >= 0)
        meet_index(w, index, got);
}

static void note_division(pk_ways *w, const pk_ast *target, pk_division d) {
    const int index = variable(w, target);

    if (index >= 0 && w->vars->items[index].stores == 1)
        w->divisions[index] = d;
}

/* Notes where a variable was looked up, k = labels[i], and of which division it
 * is a part, y = i // n and y, x = divmod(i, n). */
static void note_value(pk_ways *w, const pk_ast *target, const pk_ast *value) {
    const int index = variable(w, target);

    if (index >= 0 && value->kind == PK_AST_Subscript)
        w->tables[index] = pk_way_table(w, value);
    if (index >= 0)
        note_division(w, target, pk_way_division(w, value));
    if (target->kind == PK_AST_Tuple && target->Tuple.elts.count == 2 &&
        value->kind == PK_AST_Call && value->Call.args.count == 2 &&
        is_builtin(w, value->Call.func, "builtins.divmod")) {
        pk_division d = {value->Call.args.items[0], value->Call.args.items[1],
                         false};
        if (pk_way_of(w, d.number) != PK_WAY_own ||
            pk_way_of(w, d.by) != PK_WAY_same)
            return;
        note_division(w, target->Tuple.elts.items[0], d);
        d.rest = true;
        note_division(w, target->Tuple.elts.items[1], d);
    }
}

/* Whether what begins and ends with these is the iteration's own, i * n and
 * (i + 1) * n, or ends[i] and ends[i + 1]. That from i to i + n has parts of
 * others. */
static bool is_own_part(const pk_ways *w, const pk_ast *from,
                        const pk_ast *to) {
    const pk_way low = pk_way_of(w, from), high = pk_way_of(w, to);

    if (low == PK_WAY_found && high == PK_WAY_found) {
        const char *table = pk_way_table(w, from);
        return table && table == pk_way_table(w, to);
    }
    return low != PK_WAY_same && low != PK_WAY_own && high != PK_WAY_same &&
           low < PK_WAY_found && high < PK_WAY_found;
}

/* The indices of a loop within: several iterations have them, but where it goes
 * over a range of the iteration's own. */
static pk_way way_of_inner(const pk_ways *w, const pk_ast *over) {
    const pk_ast_list *args = &over->Call.args;

    return over->kind == PK_AST_Call && args->count >= 2 &&
                   is_own_part(w, args->items[0], args->items[1])
               ? PK_WAY_spaced
               : PK_WAY_varies;
}

/* j, k = i, 0 is j = i and k = 0. */
static void assign(pk_ways *w, const pk_ast *target, const pk_ast *value) {
    if (target->kind == PK_AST_Tuple && value->kind == PK_AST_Tuple &&
        target->Tuple.elts.count == value->Tuple.elts.count) {
        for (uint32_t i = 0; i < value->Tuple.elts.count; i++)
            assign(w, target->Tuple.elts.items[i], value->Tuple.elts.items[i]);
        return;
    }
    note_value(w, target, value);
    meet(w, target, pk_way_of(w, value));
}

static void meet_assignment(pk_ways *w, const pk_ast *node) {
    pk_way got;

    switch (node->kind) {
    case PK_AST_Assign:
        for (uint32_t i = 0; i < node->Assign.targets.count; i++)
            assign(w, node->Assign.targets.items[i], node->Assign.value);
        break;
    case PK_AST_AnnAssign:
        if (node->AnnAssign.value)
            meet(w, node->AnnAssign.target,
                 pk_way_of(w, node->AnnAssign.value));
        break;
    case PK_AST_AugAssign:
        got = PK_WAY_varies;
        if (node->AugAssign.op == PK_AST_OP_Add ||
            node->AugAssign.op == PK_AST_OP_Sub)
            got = way_of_sum(pk_way_of(w, node->AugAssign.target),
                             pk_way_of(w, node->AugAssign.value));
        meet(w, node->AugAssign.target, got);
        break;
    case PK_AST_NamedExpr:
        meet(w, node->NamedExpr.target, PK_WAY_varies);
        break;
    case PK_AST_comprehension:
        meet(w, node->comprehension.target, PK_WAY_varies);
        break;
    case PK_AST_For:
        meet(w, node->For.target, way_of_inner(w, node->For.iter));
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

void pk_ways_below(pk_ways *w, const pk_ast *node, pk_ast_visit visit,
                   void *arg) {
    const int index =
        node->kind == PK_AST_For ? variable(w, node->For.target) : -1;
    const char *name = index >= 0 ? node->For.target->Name.id : NULL;
    uint8_t around;

    for (uint32_t i = 0; name && i < node->For.body.count; i++)
        find_store(node->For.body.items[i], &name);
    if (!name) {
        pk_ast_below(node, visit, arg);
        return;
    }
    around = w->ways[index];
    w->ways[index] = (uint8_t)way_of_inner(w, node->For.iter);
    pk_ast_below(node, visit, arg);
    w->ways[index] = around;
}

static void look_at_assignments(const pk_ast *node, void *arg) {
    pk_ways *w = arg;

    w->returns |= node->kind == PK_AST_Return;
    w->makes |= node->kind == PK_AST_FunctionDef || node->kind == PK_AST_Lambda;
    meet_assignment(w, node);
    pk_ways_below(w, node, look_at_assignments, w);
}

bool pk_ways_init(pk_ways *w, const pk_program *program, pk_arena *arena,
                  const pk_vars *vars, const pk_ast_list *body) {
    const uint32_t count = vars->count + 1u;

    *w = (pk_ways){
        .program = program, .arena = arena, .vars = vars, .body = body};
    w->given = pk_arena_array(arena, count, 1);
    w->ways = pk_arena_array(arena, count, 1);
    w->next = pk_arena_array(arena, count, 1);
    w->tables = pk_arena_array(arena, count, sizeof *w->tables);
    w->divisions = pk_arena_array(arena, count, sizeof *w->divisions);
    w->stored = pk_arena_array(arena, count, sizeof *w->stored);
    return !arena->failed;
}

void pk_ways_find(pk_ways *w) {
    for (int round = 0; round < ROUNDS; round++) {
        uint8_t *done;
        memset(w->next, PK_WAY_unknown, w->vars->count);
        for (uint32_t i = 0; i < w->vars->count; i++)
            if (w->given[i] != PK_WAY_unknown)
                meet_index(w, (int)i, (pk_way)w->given[i]);
        for (uint32_t i = 0; i < w->body->count; i++)
            look_at_assignments(w->body->items[i], w);
        done = w->next;
        w->next = w->ways;
        w->ways = done;
    }
}

/* ---- indices ---- */

static uint32_t axes_of(const pk_ast *const *indices, uint32_t count,
                        const pk_ast **axes) {
    uint32_t found = 0;

    for (uint32_t i = 0; i < count; i++) {
        const pk_ast_list one = {.items = (pk_ast **)&indices[i], .count = 1};
        const pk_ast_list *list =
            indices[i]->kind == PK_AST_Tuple ? &indices[i]->Tuple.elts : &one;
        for (uint32_t k = 0; k < list->count && found < MAX_AXES; k++)
            axes[found++] = list->items[k];
    }
    return found;
}

static bool is_own(const pk_ways *w, const pk_ast *axis) {
    pk_way way;

    if (axis->kind == PK_AST_Slice)
        return axis->Slice.lower && axis->Slice.upper &&
               is_own_part(w, axis->Slice.lower, axis->Slice.upper);
    way = pk_way_of(w, axis);
    return way == PK_WAY_spaced || way == PK_WAY_own;
}

/* The quotient and the rest of one division. */
static bool is_pair(const pk_ways *w, const pk_ast *a, const pk_ast *b) {
    const pk_division first = pk_way_division(w, a),
                      second = pk_way_division(w, b);

    return first.number && second.number && first.rest != second.rest &&
           pk_ast_same(first.number, second.number) &&
           pk_ast_same(first.by, second.by);
}

bool pk_ways_own(const pk_ways *w, const pk_ast *const *indices,
                 uint32_t count) {
    const pk_ast *axes[MAX_AXES];
    const uint32_t found = axes_of(indices, count, axes);

    for (uint32_t i = 0; i < found; i++) {
        if (is_own(w, axes[i]))
            return true;
        for (uint32_t k = 0; k < i; k++)
            if (is_pair(w, axes[i], axes[k]))
                return true;
    }
    return false;
}
