/* SPDX-License-Identifier: Apache-2.0 */
/* Traps of threads: a function is visited for accesses that go wrong (access.c)
 * and for barriers that not all threads of a block come to.
 *
 * The body is gone through in order with, for each variable, what it depends
 * on: the thread directly (an index made of it differs from thread to thread),
 * the thread by way of memory or a remainder (it differs, but not for all), a
 * place in the whole grid (that may lie behind an array's end). */
#include "check/threads/threads.h"
#include "check/threads/advice.h"

#include "check/threads/abstract_exec.h"

#include "frontend/values/known.h"

#include <string.h>

static void walk_block(pk_threads *t, const pk_ast_list *body);

/* ---- tests ---- */

static void mark_tested(pk_threads *t, int index) {
    while (index >= 0) {
        t->vars[index].tested = true;
        index = t->vars[index].root;
    }
}

/* Marks the variables of a test, and what they are made of, as tested. */
static void mark_names(const pk_ast *node, void *arg) {
    if (node->kind == PK_AST_Name)
        mark_tested(arg, pk_threads_find(arg, node));
    else
        pk_ast_children(node, mark_names, arg);
}

/* ---- expressions ---- */

static void walk_expression(const pk_ast *node, void *arg);

static void clear_shared(pk_threads *t) {
    for (uint32_t i = 0; i < t->own_count; i++)
        t->own[i].written = t->own[i].read = t->own[i].updated = NULL;
}

/* The outermost condition that parts the threads of a block in any launch that
 * it is meant for. tid < n does not where a launch has n threads. */
static const pk_ast *parting_test(pk_threads *t) {
    for (uint32_t i = 0; i < t->depth; i++) {
        uint8_t b = pk_threads_bits(t, t->around[i]);
        if (!(b & UNSEEN) || (b & (GRID | LOOSE)) || !(b & DIRECT))
            return t->around[i];
    }
    return NULL;
}

static void check_barrier(pk_threads *t, const pk_ast *node) {
    pk_meet meet = pk_abstract_run_meet(t->a->run, node);
    const pk_ast *test = parting_test(t);

    clear_shared(t);
    if (!t->depth || meet == PK_MEET_all || (!meet && !test))
        return;
    pk_advise(t->a, node, PK_E_barrier_under_if,
              "move the barrier out of it, and leave the condition around the "
              "rest",
              "not all threads of the block come to this barrier: those that "
              "wait, wait for ever");
    pk_advise_note(t->a, test ? test : t->around[t->depth - 1],
                   "this differs between threads");
}

/* Warps that meet, the grid's barrier, functions of the module. */
static bool may_hold_barrier(const pk_threads *t, const pk_ast *call,
                             const char *path) {
    const pk_ast *func = call->Call.func;

    if (path)
        return strcmp(path, "numba.cuda.syncwarp") == 0;
    return pk_advise_type(t->a, func)->kind == PK_TY_function ||
           (func->kind == PK_AST_Attribute &&
            strcmp(func->Attribute.attr, "sync") == 0);
}

/* Stores to an array by another function or through a view are not followed: it
 * counts as stored to. */
static void hand_on(pk_threads *t, const pk_ast *array) {
    pk_own_array *own = pk_threads_own(t, array);

    if (own)
        own->stored = true;
}

static void walk_call(pk_threads *t, const pk_ast *node) {
    const char *path = pk_advise_path(t->a, node->Call.func);

    if (path && strncmp(path, "numba.cuda.syncthreads", 22) == 0)
        check_barrier(t, node);
    else if (may_hold_barrier(t, node, path))
        clear_shared(t);
    if (path && strncmp(path, "numba.cuda.atomic.", 18) == 0)
        pk_threads_check_atomic(t, node);
    /* Arrays that a call gets may be written there. */
    t->writes |= !path || strncmp(path, "numba.cuda.atomic.", 18) == 0 ||
                 strcmp(path, "builtins.print") == 0 ||
                 strncmp(path, "numpy.", 6) == 0;
    for (uint32_t i = 0; i < node->Call.args.count; i++)
        hand_on(t, node->Call.args.items[i]);
    if (node->Call.func->kind == PK_AST_Attribute &&
        pk_threads_array_type(t, node))
        hand_on(t, node->Call.func->Attribute.value);
}

static void walk_expression(const pk_ast *node, void *arg) {
    pk_threads *t = arg;

    if (pk_ast_has_scope(node))
        return;
    switch ((pk_ast_kind)node->kind) {
    case PK_AST_FunctionDef: return;
    case PK_AST_Call: walk_call(t, node); break;
    case PK_AST_IfExp:
    case PK_AST_BoolOp:
    case PK_AST_Compare: mark_names(node, t); break;
    case PK_AST_Subscript:
        if (node->Subscript.ctx == PK_AST_Load)
            pk_threads_check_read(t, node);
        break;
    default: break;
    }
    pk_ast_children(node, walk_expression, arg);
}

/* ---- statements ---- */

static void assign_name(pk_threads *t, const pk_ast *name, uint8_t b,
                        int root) {
    int index = pk_threads_find(t, name);

    if (index < 0)
        return;
    t->vars[index].bits |= b;
    if (root != index && root >= 0)
        t->vars[index].root = root;
    if (!(b & GRID))
        t->vars[index].root = -1;
}

static void note_own(pk_threads *t, const pk_ast *name, const pk_ast *value) {
    int index = pk_threads_find(t, name);
    bool shared =
        value->kind == PK_AST_Call &&
        pk_threads_is_path(t, value->Call.func, "numba.cuda.shared.array");

    if (index < 0 || t->own_count == MAX_OWN || value->kind != PK_AST_Call ||
        (!shared &&
         !pk_threads_is_path(t, value->Call.func, "numba.cuda.local.array")))
        return;
    t->own[t->own_count++] = (pk_own_array){.index = index, .shared = shared};
}

/* t * chunk, by the thread's number. */
static bool is_chunk(pk_threads *t, const pk_ast *node) {
    int index = pk_threads_find(t, node);

    return index >= 0 ? t->vars[index].chunk
                      : node->kind == PK_AST_BinOp &&
                            node->BinOp.op == PK_AST_OP_Mult &&
                            (pk_threads_bits(t, node) & DIRECT);
}

static void note_chunk(pk_threads *t, const pk_ast *name, const pk_ast *value) {
    int index = pk_threads_find(t, name);

    if (index >= 0)
        t->vars[index].chunk = is_chunk(t, value);
}

/* row = cuda.grid(1); col = cuda.grid(1): both are the same number. */
static void check_grids(pk_threads *t, const pk_ast *target,
                        const pk_ast *value) {
    if (value->kind != PK_AST_Call || target->kind != PK_AST_Name ||
        !pk_threads_is_path(t, value->Call.func, "numba.cuda.grid") ||
        pk_advise_type(t->a, value)->kind == PK_TY_tuple)
        return;
    if (!t->first_grid)
        t->first_grid = target;
    if (strcmp(t->first_grid->Name.id, target->Name.id) == 0)
        return;
    pk_advise(t->a, value, PK_E_grid_order,
              pk_arena_format(t->a->c->arena,
                              "did you mean %s, %s = cuda.grid(2)?",
                              t->first_grid->Name.id, target->Name.id),
              "cuda.grid(1) is the same number each time: '%s' is '%s'",
              target->Name.id, t->first_grid->Name.id);
}

static void walk_target(pk_threads *t, const pk_ast *target,
                        const pk_ast *value, uint8_t b, int root,
                        bool updates) {
    const pk_ast_list *elts = target->kind == PK_AST_Tuple ? &target->Tuple.elts
                              : target->kind == PK_AST_List ? &target->List.elts
                                                            : NULL;
    pk_own_array *own;

    if (target->kind == PK_AST_Name) {
        assign_name(t, target, b, root);
        note_chunk(t, target, value);
        note_own(t, target, value);
        check_grids(t, target, value);
    }
    for (uint32_t i = 0; elts && i < elts->count; i++)
        walk_target(t, elts->items[i], value, b, -1, updates);
    t->writes |= target->kind == PK_AST_Attribute; /* of a record */
    if (target->kind != PK_AST_Subscript)
        return;
    walk_expression(target->Subscript.slice, t);
    own = pk_threads_own(t, target->Subscript.value);
    if (updates && own)
        pk_threads_check_read(t, target);
    pk_threads_check_guard(t, target);
    pk_threads_check_race(t, target, updates, b);
    t->writes |= !own;
    if (own) {
        own->stored = true;
        pk_threads_check_shared_write(t, own, target);
    }
}

typedef struct search {
    const pk_ast *wanted;
    bool found;
} search;

static void look_for(const pk_ast *node, void *arg) {
    search *s = arg;

    s->found = s->found || pk_ast_same(node, s->wanted);
    if (!s->found)
        pk_ast_children(node, look_for, arg);
}

/* x[k] = x[k] + 1 is x[k] += 1. */
static bool is_update(const pk_ast *target, const pk_ast *value) {
    search s = {.wanted = target};

    if (target->kind == PK_AST_Subscript)
        look_for(value, &s);
    return s.found;
}

static void walk_assign(pk_threads *t, const pk_ast *node) {
    const pk_ast *value = node->Assign.value;
    int root = -1;
    uint8_t b;

    walk_expression(value, t);
    b = pk_threads_bits_of(t, value, &root);
    for (uint32_t i = 0; i < node->Assign.targets.count; i++)
        walk_target(t, node->Assign.targets.items[i], value, b, root,
                    is_update(node->Assign.targets.items[i], value));
}

static void walk_augmented(pk_threads *t, const pk_ast *node) {
    const pk_ast *target = node->AugAssign.target;
    int root = -1;
    uint8_t b;

    walk_expression(node->AugAssign.value, t);
    b = pk_threads_bits_of(t, node->AugAssign.value, &root);
    b |= pk_threads_bits_of(t, target, &root);
    walk_target(t, target, node->AugAssign.value, b, root, true);
}

/* Walks what runs under a condition. */
static void walk_under(pk_threads *t, const pk_ast *test, bool varies,
                       bool picks, const pk_ast_list *body) {
    bool deeper = varies && t->depth < MAX_AROUND;
    const pk_ast *picked = t->picked;

    if (deeper)
        t->around[t->depth++] = test;
    t->picks += picks;
    t->picked = picks && !picked ? test : picked;
    walk_block(t, body);
    t->picks -= picks;
    t->picked = picked;
    t->depth -= deeper;
}

/* All threads of the block take the same of two branches: neither comes behind
 * the other. */
static void walk_either(pk_threads *t, const pk_ast *node, bool picks) {
    const pk_own_array *before = pk_own_copy(t), *first;
    uint32_t count = t->own_count;

    walk_under(t, node->If.test, false, picks, &node->If.body);
    first = pk_own_copy(t);
    if (!before || !first || t->a->c->arena->failed)
        return;
    for (uint32_t i = 0; i < count; i++)
        pk_own_uses_restore(&t->own[i], &before[i]);
    walk_under(t, node->If.test, false, false, &node->If.orelse);
    for (uint32_t i = 0; i < count; i++)
        pk_own_uses_join(&t->own[i], &before[i], &first[i]);
}

static void walk_if(pk_threads *t, const pk_ast *node) {
    const pk_ast *test = node->If.test;
    bool picks;

    walk_expression(test, t);
    mark_names(test, t);
    pk_threads_check_bound(t, test, &node->If.body);
    picks = pk_threads_picks_one(t, test);
    if (!(pk_threads_bits(t, test) & VARIES)) {
        walk_either(t, node, picks);
        return;
    }
    walk_under(t, test, true, picks, &node->If.body);
    walk_under(t, test, true, false, &node->If.orelse);
}

/* A loop comes round to its top again; deep in other loops that is not looked
 * at, for time. */
static int rounds(const pk_threads *t) {
    return t->loops < 3 ? 2 : 1;
}

/* range(tid, n, threads): each thread has others; and so it has in
 * range(tid * chunk, min((tid + 1) * chunk, n)). */
static bool begins_at_thread(pk_threads *t, const pk_ast *iter) {
    const pk_ast_list *args =
        iter->kind == PK_AST_Call ? &iter->Call.args : NULL;

    if (!args || (!pk_threads_is_path(t, iter->Call.func, "builtins.range") &&
                  !pk_threads_is_path(t, iter->Call.func, "numba.prange")))
        return false;
    if (args->count == 2)
        return is_chunk(t, args->items[0]) &&
               (pk_threads_bits(t, args->items[1]) & VARIES);
    return args->count == 3 && (pk_threads_bits(t, args->items[0]) & DIRECT);
}

/* The index of a loop is bounded by what it runs to. */
static void walk_for(pk_threads *t, const pk_ast *node) {
    uint8_t b = pk_threads_bits(t, node->For.iter);

    walk_expression(node->For.iter, t);
    if (pk_threads_find(t, node->For.target) >= 0)
        assign_name(t, node->For.target,
                    (b & (uint8_t)~GRID) |
                        (begins_at_thread(t, node->For.iter) ? DIRECT : 0),
                    -1);
    t->loops++;
    for (int round = 0; round < rounds(t); round++)
        walk_under(t, node->For.iter, b & VARIES, false, &node->For.body);
    t->loops--;
    walk_block(t, &node->For.orelse);
}

static void walk_while(pk_threads *t, const pk_ast *node) {
    const pk_ast *test = node->While.test;

    t->loops++;
    for (int round = 0; round < rounds(t); round++) {
        walk_expression(test, t);
        mark_names(test, t);
        walk_under(t, test, pk_threads_bits(t, test) & VARIES, false,
                   &node->While.body);
    }
    t->loops--;
    walk_block(t, &node->While.orelse);
}

static int64_t known_from(const pk_threads *t, const pk_ast *node) {
    pk_typed v = pk_note_find(t->a->instance, node)->v;
    int64_t n = 0;

    return v.type && pk_known_is_int(v, &n) ? n : 0;
}

/* Neighbouring threads that take turns: tid % 2 == 0. */
static void check_divergence(pk_threads *t, const pk_ast *test) {
    const pk_ast *left = test;

    if (test->kind == PK_AST_Compare)
        left = test->Compare.left;
    if (left->kind != PK_AST_BinOp || left->BinOp.op != PK_AST_OP_Mod ||
        !(pk_threads_bits(t, left->BinOp.left) & DIRECT) ||
        known_from(t, left->BinOp.right) >= 32) /* one thread of a warp */
        return;
    pk_advise(t->a, test, PK_E_divergent_branch,
              "let whole warps decide alike: test thread // 32, or give the "
              "work to the first threads",
              "neighbouring threads of a warp go different ways here: both "
              "are run, one after the other");
}

static void walk_statement(pk_threads *t, const pk_ast *node) {
    switch ((pk_ast_kind)node->kind) {
    case PK_AST_FunctionDef: break;
    case PK_AST_Assign: walk_assign(t, node); break;
    case PK_AST_AugAssign: walk_augmented(t, node); break;
    case PK_AST_If:
        if (t->a->perf)
            check_divergence(t, node->If.test);
        walk_if(t, node);
        break;
    case PK_AST_For: walk_for(t, node); break;
    case PK_AST_While: walk_while(t, node); break;
    case PK_AST_Assert:
    case PK_AST_Raise:
        t->writes = true; /* a failure is seen */
        pk_ast_children(node, walk_expression, t);
        break;
    default: pk_ast_children(node, walk_expression, t); break;
    }
}

static void walk_block(pk_threads *t, const pk_ast_list *body) {
    for (uint32_t i = 0; i < body->count; i++) {
        if (body->items[i]->kind == PK_AST_If)
            pk_threads_check_reach(t, body, i);
        walk_statement(t, body->items[i]);
    }
}

static void find_atomic(const pk_ast *node, void *found) {
    *(bool *)found |= node->kind == PK_AST_Attribute &&
                      strcmp(node->Attribute.attr, "atomic") == 0;
    pk_ast_children(node, find_atomic, found);
}

/* cuda.atomic.cas and exch, and loops that wait for an atomic, are what locks
 * are made of: what is written behind one has no race that could be seen. */
static void find_locks(const pk_ast *node, void *found) {
    if (node->kind == PK_AST_While)
        find_atomic(node->While.test, found);
    if (node->kind == PK_AST_Attribute)
        *(bool *)found |= strcmp(node->Attribute.attr, "cas") == 0 ||
                          strcmp(node->Attribute.attr, "exch") == 0 ||
                          strcmp(node->Attribute.attr, "compare_and_swap") == 0;
    pk_ast_children(node, find_locks, found);
}

static bool has_locks(const pk_adviser *a) {
    bool found = false;

    for (const pk_instance *i = a->c->instances; i; i = i->next)
        if (i->function->program->kind == PK_PROGRAM_user)
            find_locks(i->function->def, &found);
    return found;
}

static void note_unseen(pk_threads *t, const char *param) {
    int index = pk_vars_find(&t->a->instance->vars, param);

    if (index >= 0)
        t->vars[index].bits = UNSEEN;
}

void pk_advise_threads(const pk_adviser *a) {
    const pk_function *fn = a->instance->function;
    const pk_ast_list *body = &fn->def->FunctionDef.body;
    pk_threads t = {.a = a, .locks = has_locks(a)};

    t.vars = pk_arena_array(a->c->arena, a->instance->vars.count + 1,
                            sizeof *t.vars);
    if (!t.vars)
        return;
    for (uint32_t i = 0; i < a->instance->vars.count; i++)
        t.vars[i].root = -1;
    for (uint32_t i = 0; i < fn->info.param_count; i++)
        note_unseen(&t, fn->info.param_names[i]);
    walk_block(&t, body);
    if (a->instance->is_kernel && !t.writes && body->count)
        pk_advise(a, fn->def, PK_E_unused_kernel_result,
                  "write the result into an array argument",
                  "kernel '%s' writes to none of its arguments", fn->info.name);
}
