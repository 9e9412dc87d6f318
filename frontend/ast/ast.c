/* SPDX-License-Identifier: Apache-2.0 */
/* Names of kinds and operators, and a node's children. */
#include "frontend/ast/ast.h"
#include "base/arena.h"

static const struct {
    const char *name;
    uint8_t class;
} kinds[] = {
#define NODE(name, class, fields) {#name, PK_AST_CLASS_##class},
#define NODE0(name, class)        {#name, PK_AST_CLASS_##class},
#include "frontend/ast/ast.def"
#undef NODE
#undef NODE0
};

static const struct {
    const char *name, *symbol;
} ops[] = {
#define AST_OP(name, symbol, class) {#name, symbol},
#include "frontend/ast/ops.def"
#undef AST_OP
};

const char *pk_ast_kind_name(pk_ast_kind kind) {
    return kind < PK_AST_COUNT ? kinds[kind].name : "?";
}

pk_ast_class pk_ast_kind_class(pk_ast_kind kind) {
    return kind < PK_AST_COUNT ? (pk_ast_class)kinds[kind].class
                               : PK_AST_CLASS_part;
}

const char *pk_ast_op_name(pk_ast_op op) {
    return op < PK_AST_OP_COUNT ? ops[op].name : "?";
}

const char *pk_ast_op_symbol(pk_ast_op op) {
    return op < PK_AST_OP_COUNT ? ops[op].symbol : "?";
}

pk_loc pk_ast_loc(const pk_ast *node, uint32_t file) {
    return (pk_loc){.file = file,
                    .line = node->line,
                    .col = node->col,
                    .end_col =
                        node->end_line == node->line ? node->end_col : 0};
}

const pk_ast *pk_ast_elif(const pk_ast *node) {
    const pk_ast_list *orelse = &node->If.orelse;

    return node->kind == PK_AST_If && orelse->count == 1 &&
                   orelse->items[0]->kind == PK_AST_If
               ? orelse->items[0]
               : NULL;
}

static void visit_list(const pk_ast_list *list, pk_ast_visit visit, void *arg) {
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i])
            visit(list->items[i], arg);
}

const pk_ast **pk_ast_chain(pk_arena *arena, const pk_ast *node,
                            const pk_ast **first, uint32_t *count) {
    const pk_ast **chain;

    *count = 0;
    for (*first = node; (*first)->kind == PK_AST_BinOp;
         *first = (*first)->BinOp.left)
        ++*count;
    chain = pk_arena_array(arena, *count, sizeof *chain);
    for (uint32_t i = *count; chain && i-- > 0; node = node->BinOp.left)
        chain[i] = node;
    return chain;
}

void pk_ast_children(const pk_ast *node, pk_ast_visit visit, void *arg) {
    pk_ast_fields f = pk_ast_fields_of(node);

    while (pk_ast_next_field(&f)) {
        const pk_ast *const *child = pk_ast_field(node, &f);
        if (f.kind == PK_FIELD_child && *child)
            visit(*child, arg);
        else if (f.kind == PK_FIELD_list)
            visit_list(pk_ast_field(node, &f), visit, arg);
    }
}

void pk_ast_below(const pk_ast *node, pk_ast_visit visit, void *arg) {
    const pk_ast *top = node, *next;

    for (; node->kind == PK_AST_BinOp; node = node->BinOp.left)
        visit(node->BinOp.right, arg);
    if (node != top) {
        visit(node, arg);
        return;
    }
    for (; (next = pk_ast_elif(node)); node = next) {
        visit(node->If.test, arg);
        visit_list(&node->If.body, visit, arg);
    }
    pk_ast_children(node, visit, arg);
}

static void find_yield(const pk_ast *node, void *arg) {
    const pk_ast **found = arg;

    if (*found || node->kind == PK_AST_FunctionDef ||
        node->kind == PK_AST_Lambda || node->kind == PK_AST_ClassDef)
        return;
    if (node->kind == PK_AST_Yield || node->kind == PK_AST_YieldFrom)
        *found = node;
    else
        pk_ast_below(node, find_yield, arg);
}

const pk_ast *pk_ast_find_yield(const pk_ast_list *body) {
    const pk_ast *found = NULL;

    for (uint32_t i = 0; i < body->count; i++)
        find_yield(body->items[i], &found);
    return found;
}
