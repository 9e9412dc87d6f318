/* SPDX-License-Identifier: Apache-2.0 */
/* Nodes for what is written out: what the text means, as more text would say
 * it. */
#include "base/arena.h"
#include "frontend/ast/ast.h"

#include <string.h>

pk_ast *pk_ast_new(pk_arena *arena, pk_ast_kind kind, const pk_ast *at) {
    pk_ast *node = PK_NEW(arena, pk_ast);

    node->kind = (uint8_t)kind;
    node->line = at->line;
    node->col = at->col;
    node->end_line = at->end_line;
    node->end_col = at->end_col;
    return node;
}

pk_ast_list pk_ast_list_of(pk_arena *arena, pk_ast *const *items,
                           uint32_t count) {
    pk_ast_list list = {pk_arena_array(arena, count + 1, sizeof(pk_ast *)),
                        count};

    if (!list.items)
        return (pk_ast_list){0};
    if (count)
        memcpy(list.items, items, count * sizeof *items);
    return list;
}

pk_ast *pk_ast_name(pk_arena *arena, const char *id, pk_ast_ctx ctx,
                    const pk_ast *at) {
    pk_ast *node = pk_ast_new(arena, PK_AST_Name, at);

    node->Name.id = id;
    node->Name.ctx = ctx;
    return node;
}

pk_ast *pk_ast_literal(pk_arena *arena, pk_const_kind kind, uint32_t value,
                       const pk_ast *at) {
    pk_ast *node = pk_ast_new(arena, PK_AST_Constant, at);

    node->Constant.value = (pk_const){.kind = (uint8_t)kind, .integer = value};
    return node;
}

pk_ast *pk_ast_attribute(pk_arena *arena, pk_ast *value, const char *attr,
                         const pk_ast *at) {
    pk_ast *node = pk_ast_new(arena, PK_AST_Attribute, at);

    node->Attribute.value = value;
    node->Attribute.attr = attr;
    return node;
}

pk_ast *pk_ast_compare(pk_arena *arena, pk_ast *a, uint8_t op, pk_ast *b,
                       const pk_ast *at) {
    static const uint8_t ops[] = {
#define AST_OP(name, symbol, class) PK_AST_OP_##name,
#include "frontend/ast/ops.def"
#undef AST_OP
    };
    pk_ast *node = pk_ast_new(arena, PK_AST_Compare, at);

    node->Compare.left = a;
    node->Compare.ops = &ops[op];
    node->Compare.comparators = pk_ast_list_of(arena, &b, 1);
    return node;
}

pk_ast *pk_ast_assign(pk_arena *arena, pk_ast *target, pk_ast *value,
                      const pk_ast *at) {
    pk_ast *node = pk_ast_new(arena, PK_AST_Assign, at);

    node->Assign.targets = pk_ast_list_of(arena, &target, 1);
    node->Assign.value = value;
    return node;
}
