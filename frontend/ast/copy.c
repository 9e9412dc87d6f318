/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of trees, for loops that are written out. */
#include "base/arena.h"
#include "frontend/ast/ast.h"

static pk_ast_list copy_list(pk_arena *arena, pk_ast_list list) {
    pk_ast_list copy = {pk_arena_array(arena, list.count + 1, sizeof(pk_ast *)),
                        list.count};

    for (uint32_t i = 0; copy.items && i < list.count; i++)
        copy.items[i] = pk_ast_copy(arena, list.items[i]);
    return copy.items ? copy : (pk_ast_list){0};
}

/* Names, operators and literals are the same objects. */
static void copy_fields(pk_arena *arena, const pk_ast *node, pk_ast *copy) {
    switch ((pk_ast_kind)node->kind) {
#define IDENT(f)     to->f = n->f;
#define OPT_IDENT(f) to->f = n->f;
#define CHILD(f)     to->f = pk_ast_copy(arena, n->f);
#define OPT(f)       to->f = pk_ast_copy(arena, n->f);
#define LIST(f)      to->f = copy_list(arena, n->f);
#define SPARSE(f)    to->f = copy_list(arena, n->f);
#define NAMES(f)     to->f = n->f;
#define OP(f)        to->f = n->f;
#define OPS(f)       to->f = n->f;
#define CTX(f)       to->f = n->f;
#define FLAG(f)      to->f = n->f;
#define INT(f)       to->f = n->f;
#define CONST(f)     to->f = n->f;
#define NODE(name, class, fields)                                              \
    case PK_AST_##name: {                                                      \
        const struct pk_ast_##name *n = &node->name;                           \
        struct pk_ast_##name *to = &copy->name;                                \
        fields break;                                                          \
    }
#define NODE0(name, class)                                                     \
    case PK_AST_##name: break;
#include "frontend/ast/ast.def"
#include "frontend/ast/undef.h"
    case PK_AST_COUNT: break;
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
