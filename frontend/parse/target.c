/* SPDX-License-Identifier: Apache-2.0 */
/* Decides what may be assigned to, and has the words of messages for the rest.
 */
#include "frontend/parse/parse.h"

static const char *describe_constant(const pk_const *value) {
    switch ((pk_const_kind)value->kind) {
    case PK_CONST_None: return "None";
    case PK_CONST_bool: return value->integer ? "True" : "False";
    case PK_CONST_Ellipsis: return "ellipsis";
    case PK_CONST_int:
    case PK_CONST_float:
    case PK_CONST_complex:
    case PK_CONST_str:
    case PK_CONST_bytes: break;
    }
    return "literal";
}

const char *pk_py_describe(const pk_ast *node) {
    switch ((pk_ast_kind)node->kind) {
    case PK_AST_Attribute: return "attribute";
    case PK_AST_Subscript: return "subscript";
    case PK_AST_Starred: return "starred";
    case PK_AST_Name: return "name";
    case PK_AST_List: return "list";
    case PK_AST_Tuple: return "tuple";
    case PK_AST_Lambda: return "lambda";
    case PK_AST_Call: return "function call";
    case PK_AST_GeneratorExp: return "generator expression";
    case PK_AST_Yield:
    case PK_AST_YieldFrom: return "yield expression";
    case PK_AST_Await: return "await expression";
    case PK_AST_ListComp: return "list comprehension";
    case PK_AST_SetComp: return "set comprehension";
    case PK_AST_DictComp: return "dict comprehension";
    case PK_AST_Dict: return "dict literal";
    case PK_AST_Set: return "set display";
    case PK_AST_JoinedStr:
    case PK_AST_FormattedValue: return "f-string expression";
    case PK_AST_Constant: return describe_constant(&node->Constant.value);
    case PK_AST_Compare: return "comparison";
    case PK_AST_IfExp: return "conditional expression";
    case PK_AST_NamedExpr: return "named expression";
    default: return "expression";
    }
}

/* The first node in a would-be target that is none; NULL when all are. */
static const pk_ast *find_fault(const pk_ast *node, bool del) {
    const pk_ast_list *elts = NULL;

    switch ((pk_ast_kind)node->kind) {
    case PK_AST_Name:
    case PK_AST_Attribute:
    case PK_AST_Subscript: return NULL;
    case PK_AST_Starred:
        return del ? node : find_fault(node->Starred.value, del);
    case PK_AST_List: elts = &node->List.elts; break;
    case PK_AST_Tuple: elts = &node->Tuple.elts; break;
    default: return node;
    }
    for (uint32_t i = 0; i < elts->count; i++) {
        const pk_ast *fault = find_fault(elts->items[i], del);

        if (fault)
            return fault;
    }
    return NULL;
}

static void set_ctx(pk_ast *node, pk_ast_ctx ctx) {
    pk_ast_list *elts = NULL;

    switch ((pk_ast_kind)node->kind) {
    case PK_AST_Name: node->Name.ctx = ctx; return;
    case PK_AST_Attribute: node->Attribute.ctx = ctx; return;
    case PK_AST_Subscript: node->Subscript.ctx = ctx; return;
    case PK_AST_Starred:
        node->Starred.ctx = ctx;
        set_ctx(node->Starred.value, ctx);
        return;
    case PK_AST_List:
        node->List.ctx = ctx;
        elts = &node->List.elts;
        break;
    case PK_AST_Tuple:
        node->Tuple.ctx = ctx;
        elts = &node->Tuple.elts;
        break;
    default: return;
    }
    for (uint32_t i = 0; i < elts->count; i++)
        set_ctx(elts->items[i], ctx);
}

void pk_py_target(pk_py_parser *p, pk_ast *node, pk_py_target_use use) {
    const pk_ast *fault;

    if (p->panic)
        return;
    fault = find_fault(node, use == PK_TARGET_del);
    if (!fault)
        set_ctx(node, use == PK_TARGET_del ? PK_AST_Del : PK_AST_Store);
    else if (fault->kind == PK_AST_Yield || fault->kind == PK_AST_YieldFrom)
        pk_py_fail_at(p, fault, fault,
                      "assignment to yield expression not possible");
    else if (use == PK_TARGET_assign && fault == node)
        pk_py_fail_at(p, fault, fault,
                      "cannot assign to %s here. Maybe you meant '==' "
                      "instead of '='?",
                      pk_py_describe(fault));
    else
        pk_py_fail_at(p, fault, fault, "cannot %s %s",
                      use == PK_TARGET_del ? "delete" : "assign to",
                      pk_py_describe(fault));
}
