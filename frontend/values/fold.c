/* SPDX-License-Identifier: Apache-2.0 */
/* Folds a tree as CPython does before anything sees it, after its
 * Python/ast_opt.c, and leaves out what its compiler leaves out behind a
 * literal. Match statements become what they mean. */
#include "frontend/values/fold.h"

#include "frontend/values/exact.h"
#include "frontend/values/match.h"
#include "frontend/values/with.h"

#include <math.h>
#include <string.h>

enum { MOST_ITEMS = 256 }; /* of a tuple that is computed */

static void fold(pk_arena *arena, pk_ast **at);

/* ---- literals ---- */

static bool read_literal(const pk_const *c, pk_exact *out) {
    switch ((pk_const_kind)c->kind) {
    case PK_CONST_bool:
    case PK_CONST_int:
        *out = (pk_exact){.kind = c->kind == PK_CONST_int ? PK_EXACT_int
                                                          : PK_EXACT_bool,
                          .magnitude = (pk_u128)c->high << 64 | c->integer};
        return !c->huge;
    case PK_CONST_float:
        *out = (pk_exact){.kind = PK_EXACT_float, .re = c->real};
        return true;
    case PK_CONST_complex:
        *out = (pk_exact){.kind = PK_EXACT_complex, .re = c->re, .im = c->real};
        return true;
    default: return false;
    }
}

/* A literal, or one with a sign. */
static bool read_number(const pk_ast *node, pk_exact *out) {
    pk_exact a;

    switch (node->kind) {
    case PK_AST_Constant: return read_literal(&node->Constant.value, out);
    case PK_AST_UnaryOp:
        return node->UnaryOp.op == PK_AST_OP_USub &&
               read_number(node->UnaryOp.operand, &a) &&
               pk_exact_unary(PK_AST_OP_USub, &a, out);
    default: return false;
    }
}

static pk_ast *new_node(pk_arena *arena, pk_ast_kind kind,
                        const pk_ast *place) {
    pk_ast *node = pk_ast_new(arena, kind, place);

    node->paren = place->paren;
    return node;
}

static pk_ast *new_literal(pk_arena *arena, pk_const value,
                           const pk_ast *place) {
    pk_ast *node = new_node(arena, PK_AST_Constant, place);

    node->Constant.value = value;
    return node;
}

/* A literal has no sign. */
static pk_ast *new_signed(pk_arena *arena, pk_const value, bool negative,
                          const pk_ast *place) {
    pk_ast *literal = new_literal(arena, value, place), *node;

    if (!negative)
        return literal;
    node = new_node(arena, PK_AST_UnaryOp, place);
    node->height = 1;
    node->UnaryOp.op = PK_AST_OP_USub;
    node->UnaryOp.operand = literal;
    return node;
}

static pk_ast *new_number(pk_arena *arena, const pk_exact *v,
                          const pk_ast *place) {
    pk_const c = {.kind = PK_CONST_complex};

    switch (v->kind) {
    case PK_EXACT_bool:
    case PK_EXACT_int:
        c.kind = v->kind == PK_EXACT_int ? PK_CONST_int : PK_CONST_bool;
        c.integer = (uint64_t)v->magnitude;
        c.high = (uint64_t)(v->magnitude >> 64);
        c.overflow = c.high != 0;
        return new_signed(arena, c, v->negative, place);
    case PK_EXACT_float:
        c.kind = PK_CONST_float;
        c.real = fabs(v->re);
        return new_signed(arena, c, signbit(v->re), place);
    case PK_EXACT_complex:
        c.re = v->re;
        c.real = v->im;
        break;
    }
    return new_literal(arena, c, place);
}

static bool is_constant(const pk_ast *node) {
    pk_exact unused;

    if (node->kind == PK_AST_Constant)
        return true;
    if (node->kind != PK_AST_Tuple)
        return read_number(node, &unused);
    for (uint32_t i = 0; i < node->Tuple.elts.count; i++)
        if (!is_constant(node->Tuple.elts.items[i]))
            return false;
    return true;
}

/* Reads the truth of a literal; false: it is none. */
static bool read_truth(const pk_ast *node, bool *truth) {
    const pk_const *c = &node->Constant.value;
    pk_exact number;

    if (read_number(node, &number)) {
        *truth = pk_exact_truth(&number);
        return true;
    }
    *truth = false;
    return node->kind == PK_AST_Constant && c->kind == PK_CONST_None;
}

/* ---- expressions ---- */

/* (0,) * 3, 3 * (0,) */
static pk_ast *repeated(pk_arena *arena, const pk_ast *node) {
    const pk_ast *tuple = node->BinOp.left, *times = node->BinOp.right;
    pk_ast_list items = {0};
    pk_exact n;
    pk_ast *out;

    if (tuple->kind != PK_AST_Tuple) {
        tuple = node->BinOp.right;
        times = node->BinOp.left;
    }
    if (tuple->kind != PK_AST_Tuple || !is_constant(tuple) ||
        !read_number(times, &n) || n.kind > PK_EXACT_int || n.negative ||
        n.magnitude > MOST_ITEMS ||
        n.magnitude * tuple->Tuple.elts.count > MOST_ITEMS)
        return NULL;
    out = new_node(arena, PK_AST_Tuple, node);
    out->height = tuple->height;
    items.count = (uint32_t)n.magnitude * tuple->Tuple.elts.count;
    items.items = pk_arena_array(arena, items.count + 1, sizeof *items.items);
    for (uint32_t i = 0; items.items && i < items.count; i++)
        items.items[i] = pk_ast_copy(
            arena, tuple->Tuple.elts.items[i % tuple->Tuple.elts.count]);
    if (!items.items)
        return NULL;
    out->Tuple.elts = items;
    return out;
}

static pk_ast *folded_binary(pk_arena *arena, const pk_ast *node) {
    pk_exact a, b, result;

    if (node->BinOp.op == PK_AST_OP_Mult &&
        (node->BinOp.left->kind == PK_AST_Tuple ||
         node->BinOp.right->kind == PK_AST_Tuple))
        return repeated(arena, node);
    if (!read_number(node->BinOp.left, &a) ||
        !read_number(node->BinOp.right, &b) ||
        !pk_exact_binary((uint8_t)node->BinOp.op, &a, &b, &result))
        return NULL;
    return new_number(arena, &result, node);
}

static pk_ast *folded_unary(pk_arena *arena, const pk_ast *node) {
    const pk_ast *operand = node->UnaryOp.operand;
    pk_exact a, result;
    bool truth;

    if (node->UnaryOp.op == PK_AST_OP_Not) {
        if (!read_truth(operand, &truth))
            return NULL;
        result = (pk_exact){.kind = PK_EXACT_bool, .magnitude = !truth};
        return new_number(arena, &result, node);
    }
    if (node->UnaryOp.op == PK_AST_OP_USub &&
        operand->kind == PK_AST_Constant &&
        operand->Constant.value.kind != PK_CONST_bool)
        return NULL; /* as it stays */
    return read_number(operand, &a) &&
                   pk_exact_unary((uint8_t)node->UnaryOp.op, &a, &result)
               ? new_number(arena, &result, node)
               : NULL;
}

/* A literal that does not decide counts for nothing, unless it is the last;
 * what stands behind one that does is not reached. */
static pk_ast *folded_bool(pk_ast *node) {
    pk_ast_list *values = &node->BoolOp.values;
    bool decides = node->BoolOp.op == PK_AST_OP_Or, truth;
    uint32_t kept = 0;

    for (uint32_t i = 0; i < values->count; i++) {
        bool is_literal = read_truth(values->items[i], &truth);
        if (is_literal && truth != decides && i + 1 < values->count)
            continue;
        values->items[kept++] = values->items[i];
        if (is_literal && truth == decides)
            break;
    }
    values->count = kept;
    return kept == 1 ? values->items[0] : NULL;
}

static pk_ast *folded(pk_arena *arena, pk_ast *node) {
    pk_const yes = {.kind = PK_CONST_bool, .integer = 1};
    bool truth;

    switch (node->kind) {
    case PK_AST_BinOp: return folded_binary(arena, node);
    case PK_AST_UnaryOp: return folded_unary(arena, node);
    case PK_AST_BoolOp: return folded_bool(node);
    case PK_AST_IfExp:
        return !read_truth(node->IfExp.test, &truth) ? NULL
               : truth                               ? node->IfExp.body
                                                     : node->IfExp.orelse;
    case PK_AST_Name:
        return node->Name.ctx == PK_AST_Load &&
                       strcmp(node->Name.id, "__debug__") == 0
                   ? new_literal(arena, yes, node)
                   : NULL;
    default: return NULL;
    }
}

/* ---- the tree ---- */

static bool means_others(const pk_ast *node) {
    return node && (node->kind == PK_AST_Match ? !pk_match_unsupported(node)
                                               : pk_with_is_known(node));
}

/* Puts what match and with statements mean in their places. */
static void write_out(pk_arena *arena, pk_ast_list *list) {
    pk_ast_list *parts;
    pk_ast **items;
    uint32_t count = 0, at = 0;
    bool any = false;

    for (uint32_t i = 0; i < list->count; i++)
        any = any || means_others(list->items[i]);
    parts = any ? pk_arena_array(arena, list->count, sizeof *parts) : NULL;
    if (!parts)
        return;
    for (uint32_t i = 0; i < list->count; i++) {
        pk_ast *node = list->items[i];
        parts[i] = !means_others(node) ? (pk_ast_list){&list->items[i], 1}
                   : node->kind == PK_AST_Match ? pk_match_written(arena, node)
                                                : pk_with_written(arena, node);
        count += parts[i].count;
    }
    items = pk_arena_array(arena, count, sizeof *items);
    if (!items || arena->failed)
        return;
    for (uint32_t i = 0; i < list->count; i++)
        for (uint32_t j = 0; j < parts[i].count; j++)
            items[at++] = parts[i].items[j];
    *list = (pk_ast_list){items, count};
}

static void fold_list(pk_arena *arena, pk_ast_list *list) {
    for (uint32_t i = 0; i < list->count; i++)
        fold(arena, &list->items[i]);
    write_out(arena, list);
}

/* a + b + c ... leans to the left, as long as it likes. */
static void fold_chain(pk_arena *arena, pk_ast **at) {
    pk_ast ***links;
    uint32_t count = 0;

    for (pk_ast *n = *at; n->kind == PK_AST_BinOp; n = n->BinOp.left)
        count++;
    links = pk_arena_array(arena, count, sizeof(pk_ast **));
    if (!links)
        return;
    for (uint32_t i = 0; i < count; i++, at = &(*at)->BinOp.left)
        links[i] = at;
    fold(arena, at);
    while (count--) {
        pk_ast *node = *links[count], *result;
        fold(arena, &node->BinOp.right);
        result = folded(arena, node);
        if (result)
            *links[count] = result;
    }
}

static void fold_fields(pk_arena *arena, pk_ast *node) {
    pk_ast_fields f = pk_ast_fields_of(node);

    while (pk_ast_next_field(&f))
        if (f.kind == PK_FIELD_child)
            fold(arena, pk_ast_field(node, &f));
        else if (f.kind == PK_FIELD_list)
            fold_list(arena, pk_ast_field(node, &f));
}

/* A chain of elif is walked with a loop. */
static void fold_if_chain(pk_arena *arena, pk_ast *node) {
    for (;; node = node->If.orelse.items[0]) {
        fold(arena, &node->If.test);
        fold_list(arena, &node->If.body);
        if (!pk_ast_elif(node))
            break;
    }
    fold_list(arena, &node->If.orelse);
}

/* A loop that never runs is a choice that was made. */
static void fold_while(pk_arena *arena, pk_ast **at) {
    pk_ast *node = *at, *choice;
    bool truth;

    fold_fields(arena, node);
    if (!read_truth(node->While.test, &truth) || truth)
        return;
    choice = new_node(arena, PK_AST_If, node);
    choice->If.test = node->While.test;
    choice->If.body = node->While.body;
    choice->If.orelse = node->While.orelse;
    *at = choice;
}

static void fold(pk_arena *arena, pk_ast **at) {
    pk_ast *node = *at, *result;

    if (!node || arena->failed)
        return;
    switch (node->kind) {
    case PK_AST_BinOp: fold_chain(arena, at); return;
    case PK_AST_If: fold_if_chain(arena, node); return;
    case PK_AST_While: fold_while(arena, at); return;
    default: break;
    }
    fold_fields(arena, node);
    result = folded(arena, node);
    if (result)
        *at = result;
}

void pk_fold_literals(pk_arena *arena, pk_ast *node) {
    fold(arena, &node);
}
