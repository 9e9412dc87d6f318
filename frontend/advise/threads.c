/* SPDX-License-Identifier: Apache-2.0 */
/* Traps of threads: an index that nothing guards, elements that several threads
 * write, barriers that not all come to, shared memory read too early.
 *
 * The body is gone through in order with, for each variable, what it hangs on:
 * the thread directly (an index made of it differs from thread to thread), the
 * thread by way of memory or a remainder (it differs, but not for all), a
 * place in the whole grid (that may lie behind an array's end). */
#include "frontend/advise/advise.h"

#include <string.h>

enum {
    DIRECT = 1, /* made of the thread's number: another for each */
    LOOSE = 2,  /* differs between threads, perhaps not between all */
    GRID = 4,   /* counts through the whole grid: may pass the end */
    BLOCK = 8,  /* made of the block's number */
    VARIES = DIRECT | LOOSE
};

typedef struct variable {
    uint8_t bits;
    bool tested;   /* compared with something */
    bool reported; /* its guard is missing, which was said */
    int root;      /* the variable that it is made of, or -1 */
} variable;

/* An array of the kernel's own, as the block goes through it. */
typedef struct own_array {
    int index; /* of its variable; -1: no such array */
    bool shared, stored, reported;
    const pk_ast *written, *read; /* indices since the last barrier */
} own_array;

enum { MAX_OWN = 16, MAX_AROUND = 64 };

typedef struct threads {
    const pk_adviser *a;
    variable *vars;
    own_array own[MAX_OWN];
    uint32_t own_count;
    /* The conditions around that differ between threads; `picks` counts those
     * that let one thread through, like tid == 0. */
    const pk_ast *around[MAX_AROUND];
    uint32_t depth, picks, loops;
    const pk_ast *first_grid; /* i = cuda.grid(1), the first of them */
    bool writes;              /* something that others see */
} threads;

static void walk_block(threads *t, const pk_ast_list *body);

static int find(const threads *t, const pk_ast *node) {
    return node->kind == PK_AST_Name
               ? pk_vars_find(&t->a->instance->vars, node->Name.id)
               : -1;
}

static bool is_path(const threads *t, const pk_ast *node, const char *path) {
    const char *found = pk_advise_path(t->a, node);

    return found && strcmp(found, path) == 0;
}

/* ---- what an expression hangs on ---- */

typedef struct bits {
    threads *t;
    uint8_t bits;
    int root;
} bits;

static uint8_t bits_of(threads *t, const pk_ast *node, int *root);

static void add_bits(const pk_ast *node, void *arg) {
    bits *b = arg;

    b->bits |= bits_of(b->t, node, &b->root);
}

static uint8_t bits_of_path(const char *path) {
    if (strncmp(path, "numba.cuda.threadIdx.", 21) == 0 ||
        strcmp(path, "numba.cuda.laneid") == 0)
        return DIRECT;
    if (strncmp(path, "numba.cuda.blockIdx.", 20) == 0)
        return BLOCK;
    return 0;
}

/* A thread's number in something that makes it another one, or the same for
 * several. */
static uint8_t loosen(uint8_t b) {
    return (uint8_t)((b & VARIES ? LOOSE : 0) | (b & BLOCK));
}

static uint8_t bits_of_call(threads *t, const pk_ast *node, int *root) {
    bits b = {.t = t, .root = *root};

    if (is_path(t, node->Call.func, "numba.cuda.grid"))
        return DIRECT | GRID;
    for (uint32_t i = 0; i < node->Call.args.count; i++)
        add_bits(node->Call.args.items[i], &b);
    if (pk_advise_path(t->a, node->Call.func) &&
        pk_advise_type(t->a, node->Call.func)->kind == PK_TY_dtype) {
        *root = b.root;
        return b.bits; /* a conversion */
    }
    return loosen(b.bits);
}

static uint8_t bits_of(threads *t, const pk_ast *node, int *root) {
    bits b = {.t = t, .root = -1};
    const char *path;
    int index;

    switch ((pk_ast_kind)node->kind) {
    case PK_AST_Name:
        index = find(t, node);
        if (index < 0)
            return 0;
        if (t->vars[index].bits & GRID)
            *root = t->vars[index].root >= 0 ? t->vars[index].root : index;
        return t->vars[index].bits;
    case PK_AST_Attribute:
        path = pk_advise_path(t->a, node);
        return path ? bits_of_path(path) : 0;
    case PK_AST_Call: return bits_of_call(t, node, root);
    case PK_AST_Subscript:
        /* cuda.grid(2)[0] is no load, but a tuple's item */
        if (pk_advise_type(t->a, node->Subscript.value)->kind == PK_TY_tuple)
            return bits_of(t, node->Subscript.value, root);
        pk_ast_children(node, add_bits, &b);
        return loosen(b.bits);
    case PK_AST_BinOp:
        for (; node->kind == PK_AST_BinOp; node = node->BinOp.left) {
            uint8_t right = bits_of(t, node->BinOp.right, &b.root);
            if (node->BinOp.op == PK_AST_OP_Mod ||
                node->BinOp.op == PK_AST_OP_FloorDiv ||
                node->BinOp.op == PK_AST_OP_RShift ||
                node->BinOp.op == PK_AST_OP_BitAnd) {
                b.bits |= loosen(
                    (uint8_t)(right | bits_of(t, node->BinOp.left, &b.root)));
                return b.bits;
            }
            b.bits |= right;
        }
        b.bits |= bits_of(t, node, &b.root);
        if ((b.bits & DIRECT) && (b.bits & BLOCK))
            b.bits |= GRID;
        *root = b.root >= 0 ? b.root : *root;
        return b.bits;
    default:
        pk_ast_children(node, add_bits, &b);
        *root = b.root >= 0 ? b.root : *root;
        return b.bits;
    }
}

static uint8_t bits_only(threads *t, const pk_ast *node) {
    int root = -1;

    return bits_of(t, node, &root);
}

/* ---- tests ---- */

static void mark_tested(threads *t, int index) {
    while (index >= 0) {
        t->vars[index].tested = true;
        index = t->vars[index].root;
    }
}

static void mark_name(const pk_ast *node, void *arg) {
    if (node->kind == PK_AST_Name)
        mark_tested(arg, find(arg, node));
    else
        pk_ast_children(node, mark_name, arg);
}

/* tid == 0 lets one thread through, i == j does not. */
static bool picks_one(threads *t, const pk_ast *test) {
    if (test->kind == PK_AST_BoolOp && test->BoolOp.op == PK_AST_OP_And) {
        for (uint32_t i = 0; i < test->BoolOp.values.count; i++)
            if (picks_one(t, test->BoolOp.values.items[i]))
                return true;
        return false;
    }
    return test->kind == PK_AST_Compare &&
           test->Compare.comparators.count == 1 &&
           test->Compare.ops[0] == PK_AST_OP_Eq &&
           ((bits_only(t, test->Compare.left) & VARIES) != 0) !=
               ((bits_only(t, test->Compare.comparators.items[0]) & VARIES) !=
                0);
}

/* ---- arrays ---- */

static own_array *find_own(threads *t, const pk_ast *node) {
    int index = find(t, node);

    for (uint32_t i = 0; index >= 0 && i < t->own_count; i++)
        if (t->own[i].index == index)
            return &t->own[i];
    return NULL;
}

static const pk_ty *array_type(const threads *t, const pk_ast *node) {
    const pk_ty *type = pk_advise_type(t->a, node);

    return type->kind == PK_TY_array ? type : NULL;
}

/* An index that counts through the grid must have been compared. */
static void check_guard(threads *t, const pk_ast *node) {
    const pk_ty *type = array_type(t, node->Subscript.value);
    int root = -1;

    if (!type || type->space != PK_SPACE_global)
        return;
    if (!(bits_of(t, node->Subscript.slice, &root) & GRID) || root < 0)
        return;
    if (t->vars[root].tested || t->vars[root].reported)
        return;
    t->vars[root].reported = true;
    pk_advise(
        t->a, node, PK_E_no_guard,
        node->Subscript.value->kind == PK_AST_Name
            ? pk_arena_format(
                  t->a->c->arena, "if %s < %s.shape[%d]:",
                  t->a->instance->vars.items[root].name,
                  node->Subscript.value->Name.id,
                  node->Subscript.slice->kind == PK_AST_Tuple &&
                          find(t, node->Subscript.slice->Tuple.elts.items[0]) !=
                              root
                      ? 1
                      : 0)
            : NULL,
        "'%s' counts through the whole grid, and nothing keeps it within "
        "the array: threads behind the end write or read out of bounds",
        t->a->instance->vars.items[root].name);
}

static void check_shared_read(threads *t, own_array *own, const pk_ast *node) {
    const pk_ast *index = node->Subscript.slice;

    if (own->shared && own->written && !own->reported &&
        !pk_advise_same(own->written, index)) {
        own->reported = true;
        pk_advise(t->a, node, PK_E_no_barrier,
                  "cuda.syncthreads() between them",
                  "other threads wrote what is read here, and no barrier is in "
                  "between");
        pk_advise_note(t->a, own->written, "written here");
    }
    own->read = index;
}

static void check_read(threads *t, const pk_ast *node) {
    own_array *own = find_own(t, node->Subscript.value);

    check_guard(t, node);
    if (!own)
        return;
    if (!own->stored && !own->reported) {
        own->reported = true;
        pk_advise(t->a, node, PK_E_uninitialised, "store into it first",
                  "the array is read before anything is stored in it: it "
                  "starts with any content");
    }
    check_shared_read(t, own, node);
}

static void check_shared_write(threads *t, own_array *own, const pk_ast *node) {
    const pk_ast *index = node->Subscript.slice;

    if (own->shared && own->read && t->loops && !own->reported &&
        !pk_advise_same(own->read, index)) {
        own->reported = true;
        pk_advise(t->a, node, PK_E_no_barrier,
                  "cuda.syncthreads() at the end of the loop",
                  "other threads may still read, from the round before, what "
                  "is written here");
        pk_advise_note(t->a, own->read, "read here");
    }
    own->written = index;
}

/* Several threads store into one element. */
static void check_race(threads *t, const pk_ast *node, bool updates,
                       uint8_t value) {
    const pk_ty *type = array_type(t, node->Subscript.value);
    uint8_t index = bits_only(t, node->Subscript.slice);

    if (!type || type->space == PK_SPACE_local || t->a->alone || t->picks ||
        (index & DIRECT) || !t->a->instance->is_kernel)
        return;
    if (updates)
        pk_advise(t->a, node, PK_E_race,
                  "cuda.atomic.add(array, index, value), or let one thread do "
                  "it: if tid == 0",
                  index & LOOSE
                      ? "threads for which the index is the same update one "
                        "element at the same time: updates are lost"
                      : "all threads%s update this element at the same time: "
                        "updates are lost",
                  index & BLOCK ? " of the block" : "");
    else if (!(index & LOOSE) && (value & VARIES))
        pk_advise(t->a, node, PK_E_race,
                  "index with the thread's number, or let one thread write: if "
                  "tid == 0",
                  "all threads%s write this element, each another value: one "
                  "of them stays",
                  index & BLOCK ? " of the block" : "");
}

/* ---- expressions ---- */

static void walk_expression(const pk_ast *node, void *arg);

static void clear_shared(threads *t) {
    for (uint32_t i = 0; i < t->own_count; i++)
        t->own[i].written = t->own[i].read = NULL;
}

static void check_barrier(threads *t, const pk_ast *node) {
    clear_shared(t);
    if (!t->depth)
        return;
    pk_advise(t->a, node, PK_E_barrier_under_if,
              "move the barrier out of it, and leave the condition around the "
              "rest",
              "not all threads of the block come to this barrier: those that "
              "wait, wait for ever");
    pk_advise_note(t->a, t->around[t->depth - 1],
                   "this differs between threads");
}

static void walk_call(threads *t, const pk_ast *node) {
    const char *path = pk_advise_path(t->a, node->Call.func);

    if (path && strncmp(path, "numba.cuda.syncthreads", 22) == 0)
        check_barrier(t, node);
    /* What is handed on may be written there. */
    t->writes |= !path || strncmp(path, "numba.cuda.atomic.", 18) == 0 ||
                 strcmp(path, "builtins.print") == 0 ||
                 strncmp(path, "numpy.", 6) == 0;
    for (uint32_t i = 0; i < node->Call.args.count; i++) {
        own_array *own = find_own(t, node->Call.args.items[i]);
        if (own)
            own->stored = true;
    }
}

static void walk_expression(const pk_ast *node, void *arg) {
    threads *t = arg;

    switch ((pk_ast_kind)node->kind) {
    case PK_AST_Lambda:
    case PK_AST_FunctionDef: return;
    case PK_AST_Call: walk_call(t, node); break;
    case PK_AST_IfExp:
    case PK_AST_BoolOp:
    case PK_AST_Compare: mark_name(node, t); break;
    case PK_AST_Subscript:
        if (node->Subscript.ctx == PK_AST_Load)
            check_read(t, node);
        break;
    default: break;
    }
    pk_ast_children(node, walk_expression, arg);
}

/* ---- statements ---- */

static void assign_name(threads *t, const pk_ast *name, uint8_t b, int root) {
    int index = find(t, name);

    if (index < 0)
        return;
    t->vars[index].bits |= b;
    if (root != index && root >= 0)
        t->vars[index].root = root;
    if (!(b & GRID))
        t->vars[index].root = -1;
}

static void note_own(threads *t, const pk_ast *name, const pk_ast *value) {
    int index = find(t, name);
    bool shared = value->kind == PK_AST_Call &&
                  is_path(t, value->Call.func, "numba.cuda.shared.array");

    if (index < 0 || t->own_count == MAX_OWN || value->kind != PK_AST_Call ||
        (!shared && !is_path(t, value->Call.func, "numba.cuda.local.array")))
        return;
    t->own[t->own_count++] = (own_array){.index = index, .shared = shared};
}

/* row = cuda.grid(1); col = cuda.grid(1): both are the same number. */
static void check_grids(threads *t, const pk_ast *target, const pk_ast *value) {
    if (value->kind != PK_AST_Call || target->kind != PK_AST_Name ||
        !is_path(t, value->Call.func, "numba.cuda.grid") ||
        pk_advise_type(t->a, value)->kind == PK_TY_tuple)
        return;
    if (!t->first_grid) {
        t->first_grid = target;
        return;
    }
    pk_advise(t->a, value, PK_E_grid_order,
              pk_arena_format(t->a->c->arena,
                              "did you mean %s, %s = cuda.grid(2)?",
                              t->first_grid->Name.id, target->Name.id),
              "cuda.grid(1) is the same number each time: '%s' is '%s'",
              target->Name.id, t->first_grid->Name.id);
}

static void walk_target(threads *t, const pk_ast *target, const pk_ast *value,
                        uint8_t b, int root, bool updates) {
    const pk_ast_list *elts = target->kind == PK_AST_Tuple ? &target->Tuple.elts
                              : target->kind == PK_AST_List ? &target->List.elts
                                                            : NULL;
    own_array *own;

    if (target->kind == PK_AST_Name) {
        assign_name(t, target, b, root);
        note_own(t, target, value);
        check_grids(t, target, value);
    }
    for (uint32_t i = 0; elts && i < elts->count; i++)
        walk_target(t, elts->items[i], value, b, -1, updates);
    if (target->kind != PK_AST_Subscript)
        return;
    walk_expression(target->Subscript.slice, t);
    own = find_own(t, target->Subscript.value);
    if (updates && own)
        check_read(t, target);
    check_guard(t, target);
    check_race(t, target, updates, b);
    t->writes |= !own;
    if (own) {
        own->stored = true;
        check_shared_write(t, own, target);
    }
}

static void walk_assign(threads *t, const pk_ast *node) {
    const pk_ast *value = node->Assign.value;
    int root = -1;
    uint8_t b;

    walk_expression(value, t);
    b = bits_of(t, value, &root);
    for (uint32_t i = 0; i < node->Assign.targets.count; i++)
        walk_target(t, node->Assign.targets.items[i], value, b, root, false);
}

static void walk_augmented(threads *t, const pk_ast *node) {
    const pk_ast *target = node->AugAssign.target;
    int root = -1;
    uint8_t b;

    walk_expression(node->AugAssign.value, t);
    b = bits_of(t, node->AugAssign.value, &root);
    b |= bits_of(t, target, &root);
    walk_target(t, target, node->AugAssign.value, b, root, true);
}

/* Walks what runs under a condition. */
static void walk_under(threads *t, const pk_ast *test, bool varies, bool picks,
                       const pk_ast_list *body) {
    bool deeper = varies && t->depth < MAX_AROUND;

    if (deeper)
        t->around[t->depth++] = test;
    t->picks += picks;
    walk_block(t, body);
    t->picks -= picks;
    t->depth -= deeper;
}

static void walk_if(threads *t, const pk_ast *node) {
    const pk_ast *test = node->If.test;
    bool varies;

    walk_expression(test, t);
    mark_name(test, t);
    varies = bits_only(t, test) & VARIES;
    walk_under(t, test, varies, picks_one(t, test), &node->If.body);
    walk_under(t, test, varies, false, &node->If.orelse);
}

/* A loop comes round to its top again; deep in other loops that is not looked
 * at, for time. */
static int rounds(const threads *t) {
    return t->loops < 3 ? 2 : 1;
}

/* The index of a loop is bounded by what it runs to. */
static void walk_for(threads *t, const pk_ast *node) {
    uint8_t b = bits_only(t, node->For.iter);

    walk_expression(node->For.iter, t);
    if (find(t, node->For.target) >= 0)
        assign_name(t, node->For.target, b & (uint8_t)~GRID, -1);
    t->loops++;
    for (int round = 0; round < rounds(t); round++)
        walk_under(t, node->For.iter, b & VARIES, false, &node->For.body);
    t->loops--;
    walk_block(t, &node->For.orelse);
}

static void walk_while(threads *t, const pk_ast *node) {
    const pk_ast *test = node->While.test;

    t->loops++;
    for (int round = 0; round < rounds(t); round++) {
        walk_expression(test, t);
        mark_name(test, t);
        walk_under(t, test, bits_only(t, test) & VARIES, false,
                   &node->While.body);
    }
    t->loops--;
    walk_block(t, &node->While.orelse);
}

/* Neighbouring threads that take turns: tid % 2 == 0. */
static void check_divergence(threads *t, const pk_ast *test) {
    const pk_ast *left = test;

    if (test->kind == PK_AST_Compare)
        left = test->Compare.left;
    if (left->kind != PK_AST_BinOp || left->BinOp.op != PK_AST_OP_Mod ||
        !(bits_only(t, left->BinOp.left) & DIRECT))
        return;
    pk_advise(t->a, test, PK_E_divergent_branch,
              "let whole warps decide alike: test thread // 32, or give the "
              "work to the first threads",
              "neighbouring threads of a warp go different ways here: both "
              "are run, one after the other");
}

static void walk_statement(threads *t, const pk_ast *node) {
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
    default: pk_ast_children(node, walk_expression, t); break;
    }
}

static void walk_block(threads *t, const pk_ast_list *body) {
    for (uint32_t i = 0; i < body->count; i++)
        walk_statement(t, body->items[i]);
}

void pk_advise_threads(const pk_adviser *a) {
    const pk_function *fn = a->instance->function;
    const pk_ast_list *body = &fn->def->FunctionDef.body;
    threads t = {.a = a};

    t.vars = pk_arena_array(a->c->arena, a->instance->vars.count + 1,
                            sizeof *t.vars);
    if (!t.vars)
        return;
    for (uint32_t i = 0; i < a->instance->vars.count; i++)
        t.vars[i].root = -1;
    walk_block(&t, body);
    if (a->instance->is_kernel && !t.writes && body->count)
        pk_advise(a, fn->def, PK_E_unused_kernel_result,
                  "write the result into an array argument",
                  "kernel '%s' writes into none of its arguments",
                  fn->info.name);
}
