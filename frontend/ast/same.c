/* SPDX-License-Identifier: Apache-2.0 */
/* Whether two expressions are written alike. */
#include "frontend/ast/ast.h"

#include <string.h>

enum { MAX_SAME = 24 }; /* levels that are compared */

static bool same_list(const pk_ast_list *a, const pk_ast_list *b, int depth);

/* Whether a call gives the same for the same: int(x), np.int64(x), len(x). */
static bool is_plain(const pk_ast *call) {
    static const char names[][6] = {"abs", "float", "len", "max", "min"};
    const pk_ast *func = call->Call.func;
    const char *name = func->kind == PK_AST_Name        ? func->Name.id
                       : func->kind == PK_AST_Attribute ? func->Attribute.attr
                                                        : "";

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return !call->Call.keywords.count;
    return !call->Call.keywords.count &&
           (strncmp(name, "int", 3) == 0 || strncmp(name, "uint", 4) == 0);
}

static bool same(const pk_ast *a, const pk_ast *b, int depth) {
    if (!a || !b || a->kind != b->kind || depth > MAX_SAME)
        return a == b;
    switch (a->kind) {
    case PK_AST_Name: return a->Name.id == b->Name.id;
    case PK_AST_Constant:
        return a->Constant.value.kind == PK_CONST_int &&
               b->Constant.value.kind == PK_CONST_int &&
               a->Constant.value.integer == b->Constant.value.integer;
    case PK_AST_Attribute:
        return a->Attribute.attr == b->Attribute.attr &&
               same(a->Attribute.value, b->Attribute.value, depth + 1);
    case PK_AST_BinOp:
        return a->BinOp.op == b->BinOp.op &&
               same(a->BinOp.left, b->BinOp.left, depth + 1) &&
               same(a->BinOp.right, b->BinOp.right, depth + 1);
    case PK_AST_UnaryOp:
        return a->UnaryOp.op == b->UnaryOp.op &&
               same(a->UnaryOp.operand, b->UnaryOp.operand, depth + 1);
    case PK_AST_Subscript:
        return same(a->Subscript.value, b->Subscript.value, depth + 1) &&
               same(a->Subscript.slice, b->Subscript.slice, depth + 1);
    case PK_AST_Compare:
        return a->Compare.comparators.count == 1 &&
               a->Compare.ops[0] == b->Compare.ops[0] &&
               same(a->Compare.left, b->Compare.left, depth + 1) &&
               same_list(&a->Compare.comparators, &b->Compare.comparators,
                         depth);
    case PK_AST_Call:
        return is_plain(a) && is_plain(b) &&
               same(a->Call.func, b->Call.func, depth + 1) &&
               same_list(&a->Call.args, &b->Call.args, depth);
    case PK_AST_Tuple: return same_list(&a->Tuple.elts, &b->Tuple.elts, depth);
    default: return false;
    }
}

static bool same_list(const pk_ast_list *a, const pk_ast_list *b, int depth) {
    if (a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!same(a->items[i], b->items[i], depth + 1))
            return false;
    return true;
}

bool pk_ast_same(const pk_ast *a, const pk_ast *b) {
    return same(a, b, 0);
}
