/* SPDX-License-Identifier: Apache-2.0 */
/* Names of kinds and operators. */
#include "frontend/ast.h"

static const struct {
    const char *name;
    uint8_t class;
} kinds[] = {
#define NODE(name, class, fields) {#name, PK_AST_CLASS_##class},
#define NODE0(name, class)        {#name, PK_AST_CLASS_##class},
#include "frontend/ast.def"
#undef NODE
#undef NODE0
};

static const struct {
    const char *name, *symbol;
} ops[] = {
#define AST_OP(name, symbol, class) {#name, symbol},
#include "frontend/ast_ops.def"
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
