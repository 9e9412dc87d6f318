/* SPDX-License-Identifier: Apache-2.0 */
/* With statements, as what they mean:
 *
 *     with parallel_chunksize(n):     before = parallel_chunksize.__enter__(n)
 *         A                           try: A
 *                                     finally:
 *                                         parallel_chunksize.__exit__(before)
 */
#include "frontend/values/with.h"

#include <string.h>

static const char *name_of(const pk_ast *node) {
    return node->kind == PK_AST_Name        ? node->Name.id
           : node->kind == PK_AST_Attribute ? node->Attribute.attr
                                            : "";
}

bool pk_with_is_known(const pk_ast *node) {
    const struct pk_ast_withitem *item;

    if (node->kind != PK_AST_With || node->With.items.count != 1)
        return false;
    item = &node->With.items.items[0]->withitem;
    return item->context_expr->kind == PK_AST_Call && !item->optional_vars &&
           strcmp(name_of(item->context_expr->Call.func),
                  "parallel_chunksize") == 0;
}

/* The call of a method of the manager. */
static pk_ast *method(pk_arena *arena, const pk_ast *call, const char *name,
                      pk_ast_list args) {
    pk_ast *func = pk_ast_copy(arena, call->Call.func);
    pk_ast *out = pk_ast_new(arena, PK_AST_Call, call);

    out->Call.func = pk_ast_attribute(arena, func, name, call);
    out->Call.args = args;
    return out;
}

pk_ast_list pk_with_written(pk_arena *arena, const pk_ast *node) {
    const pk_ast *call = node->With.items.items[0]->withitem.context_expr;
    /* Another pointer than those of names in the text. */
    const char *id = pk_arena_text(arena, "with", 4);
    pk_ast *before = pk_ast_name(arena, id, PK_AST_Load, call);
    pk_ast *enter = method(arena, call, "__enter__", call->Call.args);
    pk_ast *leave = pk_ast_new(arena, PK_AST_Expr, call);
    pk_ast *body = pk_ast_new(arena, PK_AST_Try, node);

    enter->Call.keywords = call->Call.keywords;
    leave->Expr.value =
        method(arena, call, "__exit__", pk_ast_list_of(arena, &before, 1));
    body->end_line = node->end_line;
    body->end_col = node->end_col;
    body->Try.body = node->With.body;
    body->Try.finalbody = pk_ast_list_of(arena, &leave, 1);
    return pk_ast_list_of(
        arena,
        (pk_ast *[]){pk_ast_assign(arena,
                                   pk_ast_name(arena, id, PK_AST_Store, call),
                                   enter, call),
                     body},
        2);
}
