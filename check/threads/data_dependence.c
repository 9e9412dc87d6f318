/* SPDX-License-Identifier: Apache-2.0 */
/* Finds what the value of an expression depends on: the thread's number, its
 * place in the grid, the block, memory. */
#include "check/threads/threads.h"

#include <string.h>

int pk_threads_find(const pk_threads *t, const pk_ast *node) {
    return node->kind == PK_AST_Name
               ? pk_vars_find(&t->a->instance->vars, node->Name.id)
               : -1;
}

bool pk_threads_is_path(const pk_threads *t, const pk_ast *node,
                        const char *path) {
    const char *found = pk_advise_path(t->a, node);

    return found && strcmp(found, path) == 0;
}

/* ---- what an expression depends on ---- */

typedef struct bits {
    pk_threads *t;
    uint8_t bits;
    int root;
} bits;

static void add_bits(const pk_ast *node, void *arg) {
    bits *b = arg;

    b->bits |= pk_threads_bits_of(b->t, node, &b->root);
}

/* The bits of a builtin: does its value depend on the thread or the block? */
static uint8_t bits_of_path(const char *path) {
    if (strncmp(path, "numba.cuda.threadIdx.", 21) == 0 ||
        strcmp(path, "numba.cuda.laneid") == 0)
        return DIRECT;
    if (strncmp(path, "numba.cuda.blockIdx.", 20) == 0)
        return BLOCK;
    return 0;
}

/* The bits of a value after an operation that may give several threads the same
 * result, or one thread the number of another. */
static uint8_t loosen(uint8_t b) {
    return (uint8_t)((b & VARIES ? LOOSE : 0) |
                     (b & (BLOCK | PAIRED | UNSEEN | BOTH_PARTS)));
}

/* A part of an array, which is the thread's own where its index is. */
static bool is_view(const pk_adviser *a, const pk_ast *node) {
    uint8_t kind = pk_advise_type(a, node)->kind;

    return kind == PK_TY_array || kind == PK_TY_record;
}

/* a.size, a.shape */
static bool is_extent(const pk_adviser *a, const pk_ast *node) {
    return pk_advise_type(a, node->Attribute.value)->kind == PK_TY_array &&
           !is_view(a, node);
}

static uint8_t bits_of_call(pk_threads *t, const pk_ast *node, int *root) {
    bits b = {.t = t, .root = *root};

    if (pk_threads_is_path(t, node->Call.func, "numba.cuda.grid"))
        return DIRECT | GRID;
    if (pk_advise_path(t->a, node->Call.func) &&
        strncmp(pk_advise_path(t->a, node->Call.func), "numba.cuda.atomic.",
                18) == 0)
        return LOOSE; /* what was there differs from thread to thread */
    if (node->Call.func->kind == PK_AST_Attribute && is_view(t->a, node)) {
        add_bits(node->Call.func->Attribute.value, &b); /* a[i].view(dtype) */
        return b.bits & (uint8_t)~GRID;
    }
    for (uint32_t i = 0; i < node->Call.args.count; i++)
        add_bits(node->Call.args.items[i], &b);
    if (pk_advise_path(t->a, node->Call.func) &&
        pk_advise_type(t->a, node->Call.func)->kind == PK_TY_dtype) {
        *root = b.root;
        return b.bits; /* a conversion */
    }
    if (pk_threads_is_path(t, node->Call.func, "builtins.divmod"))
        b.bits |= BOTH_PARTS;
    return loosen(b.bits);
}

static uint8_t part_of(pk_ast_op op) {
    return op == PK_AST_OP_FloorDiv || op == PK_AST_OP_RShift ? QUOTIENT
                                                              : REMAINDER;
}

uint8_t pk_threads_bits_of(pk_threads *t, const pk_ast *node, int *root) {
    bits b = {.t = t, .root = -1};
    const char *path;
    int index;

    switch ((pk_ast_kind)node->kind) {
    case PK_AST_Name:
        index = pk_threads_find(t, node);
        if (index < 0)
            return 0;
        if (t->vars[index].bits & GRID)
            *root = t->vars[index].root >= 0 ? t->vars[index].root : index;
        return t->vars[index].bits;
    case PK_AST_Attribute:
        path = pk_advise_path(t->a, node);
        return path ? bits_of_path(path)
               : is_extent(t->a, node)
                   ? UNSEEN
                   : pk_threads_bits_of(t, node->Attribute.value, root);
    case PK_AST_Call: return bits_of_call(t, node, root);
    case PK_AST_Subscript:
        /* cuda.grid(2)[0] is no load, but a tuple's item */
        if (pk_advise_type(t->a, node->Subscript.value)->kind == PK_TY_tuple)
            return pk_threads_bits_of(t, node->Subscript.value, root);
        pk_ast_children(node, add_bits, &b);
        return is_view(t->a, node) ? b.bits & (uint8_t)~GRID
                                   : loosen(b.bits | UNSEEN);
    case PK_AST_BinOp:
        for (; node->kind == PK_AST_BinOp; node = node->BinOp.left) {
            uint8_t right = pk_threads_bits_of(t, node->BinOp.right, &b.root);
            if (node->BinOp.op == PK_AST_OP_Mod ||
                node->BinOp.op == PK_AST_OP_FloorDiv ||
                node->BinOp.op == PK_AST_OP_RShift ||
                node->BinOp.op == PK_AST_OP_BitAnd) {
                b.bits |= loosen(
                    (uint8_t)(right | pk_threads_bits_of(t, node->BinOp.left,
                                                         &b.root)));
                return b.bits | part_of((pk_ast_op)node->BinOp.op);
            }
            b.bits |= right;
            if (node->BinOp.op == PK_AST_OP_BitXor)
                b.bits |= PAIRED;
        }
        b.bits |= pk_threads_bits_of(t, node, &b.root);
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

uint8_t pk_threads_bits(pk_threads *t, const pk_ast *node) {
    int root = -1;

    return pk_threads_bits_of(t, node, &root);
}

bool pk_threads_picks_one(pk_threads *t, const pk_ast *test) {
    if (test->kind == PK_AST_BoolOp && test->BoolOp.op == PK_AST_OP_And) {
        for (uint32_t i = 0; i < test->BoolOp.values.count; i++)
            if (pk_threads_picks_one(t, test->BoolOp.values.items[i]))
                return true;
        return false;
    }
    return test->kind == PK_AST_Compare &&
           test->Compare.comparators.count == 1 &&
           test->Compare.ops[0] == PK_AST_OP_Eq &&
           ((pk_threads_bits(t, test->Compare.left) & VARIES) != 0) !=
               ((pk_threads_bits(t, test->Compare.comparators.items[0]) &
                 VARIES) != 0);
}

/* ---- what branches have used ---- */

const pk_own_array *pk_own_copy(pk_threads *t) {
    pk_own_array *copy =
        pk_arena_array(t->a->c->arena, t->own_count + 1, sizeof *copy);

    if (copy)
        memcpy(copy, t->own, t->own_count * sizeof *copy);
    return copy;
}

void pk_own_uses_restore(pk_own_array *own, const pk_own_array *before) {
    own->written = before->written;
    own->writer = before->writer;
    own->narrowed = before->narrowed;
    own->read = before->read;
    own->updated = before->updated;
}

/* The use (NULL: none since the last barrier) where two branches meet again,
 * of what it was at the fork and at the end of each branch. A use of the fork
 * that one branch does not have any more was ended by a barrier in it, which is
 * taken for one in both: its author may know when it is needed. */
static const pk_ast *join(const pk_ast *at_fork, const pk_ast *then,
                          const pk_ast *otherwise) {
    if (at_fork && !then)
        return otherwise == at_fork ? NULL : otherwise;
    if (at_fork && !otherwise)
        return then == at_fork ? NULL : then;
    return otherwise ? otherwise : then;
}

void pk_own_uses_join(pk_own_array *own, const pk_own_array *at_fork,
                      const pk_own_array *then) {
    const pk_ast *written = join(at_fork->written, then->written, own->written);

    if (written && written == then->written) {
        own->writer = then->writer;
        own->narrowed = then->narrowed;
    }
    own->written = written;
    own->read = join(at_fork->read, then->read, own->read);
    own->updated = join(at_fork->updated, then->updated, own->updated);
}
