/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of trees, for loops that are written out. */
#include "base/arena.h"
#include "frontend/ast/ast.h"

#include <string.h>

static pk_ast_list copy_list(pk_arena *arena, pk_ast_list list) {
    pk_ast_list copy = {pk_arena_array(arena, list.count + 1, sizeof(pk_ast *)),
                        list.count};

    for (uint32_t i = 0; copy.items && i < list.count; i++)
        copy.items[i] = pk_ast_copy(arena, list.items[i]);
    return copy.items ? copy : (pk_ast_list){0};
}

/* Names, operators and literals are the same objects. */
static void copy_fields(pk_arena *arena, const pk_ast *node, pk_ast *copy) {
    pk_ast_fields f = pk_ast_fields_of(node);

    while (pk_ast_next_field(&f)) {
        const void *from = pk_ast_field(node, &f);
        void *to = pk_ast_field(copy, &f);
        if (f.kind == PK_FIELD_child)
            *(pk_ast **)to = pk_ast_copy(arena, *(pk_ast *const *)from);
        else if (f.kind == PK_FIELD_list)
            *(pk_ast_list *)to = copy_list(arena, *(const pk_ast_list *)from);
        else
            memcpy(to, from, f.behind - f.at);
    }
}

pk_ast *pk_ast_copy(pk_arena *arena, const pk_ast *node) {
    pk_ast *copy;

    if (!node || arena->failed)
        return NULL;
    copy = PK_NEW(arena, pk_ast);
    copy->kind = node->kind;
    copy->paren = node->paren;
    copy->height = node->height;
    copy->line = node->line;
    copy->col = node->col;
    copy->end_line = node->end_line;
    copy->end_col = node->end_col;
    copy_fields(arena, node, copy);
    return copy;
}
