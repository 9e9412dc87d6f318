/* SPDX-License-Identifier: Apache-2.0 */
/* Statements of one line. */
#include "frontend/parse/parse.h"

#include <string.h>

/* ---- assignments and expressions ---- */

static bool is_augmented(pk_py_token_kind kind, pk_ast_op *op) {
    switch (kind) {
    case PK_TOK_plus_eq: *op = PK_AST_OP_Add; return true;
    case PK_TOK_minus_eq: *op = PK_AST_OP_Sub; return true;
    case PK_TOK_star_eq: *op = PK_AST_OP_Mult; return true;
    case PK_TOK_at_eq: *op = PK_AST_OP_MatMult; return true;
    case PK_TOK_slash_eq: *op = PK_AST_OP_Div; return true;
    case PK_TOK_percent_eq: *op = PK_AST_OP_Mod; return true;
    case PK_TOK_power_eq: *op = PK_AST_OP_Pow; return true;
    case PK_TOK_lshift_eq: *op = PK_AST_OP_LShift; return true;
    case PK_TOK_rshift_eq: *op = PK_AST_OP_RShift; return true;
    case PK_TOK_bar_eq: *op = PK_AST_OP_BitOr; return true;
    case PK_TOK_caret_eq: *op = PK_AST_OP_BitXor; return true;
    case PK_TOK_ampersand_eq: *op = PK_AST_OP_BitAnd; return true;
    case PK_TOK_floordiv_eq: *op = PK_AST_OP_FloorDiv; return true;
    default: return false;
    }
}

static bool is_single_target(const pk_ast *node) {
    return node->kind == PK_AST_Name || node->kind == PK_AST_Attribute ||
           node->kind == PK_AST_Subscript;
}

static pk_ast *parse_augmented(pk_py_parser *p, pk_py_place from,
                               pk_ast *target, pk_ast_op op) {
    pk_ast *node = pk_py_node(p, PK_AST_AugAssign, from);

    if (!is_single_target(target))
        pk_py_fail_at(p, target, target,
                      "'%s' is an illegal expression for augmented "
                      "assignment",
                      pk_py_describe(target));
    pk_py_target(p, target, PK_TARGET_assign);
    pk_py_advance(p);
    node->AugAssign.target = target;
    node->AugAssign.op = op;
    node->AugAssign.value = pk_py_rhs(p);
    return pk_py_done(p, node);
}

static pk_ast *parse_annotated(pk_py_parser *p, pk_py_place from,
                               pk_ast *target) {
    pk_ast *node = pk_py_node(p, PK_AST_AnnAssign, from);

    if (target->kind == PK_AST_Tuple || target->kind == PK_AST_List)
        pk_py_fail_at(p, target, target,
                      "only single target (not %s) can be annotated",
                      pk_py_describe(target));
    if (!is_single_target(target))
        pk_py_fail_at(p, target, target, "illegal target for annotation");
    pk_py_target(p, target, PK_TARGET_assign);
    pk_py_advance(p);
    node->AnnAssign.target = target;
    node->AnnAssign.simple = target->kind == PK_AST_Name && !target->paren;
    node->AnnAssign.annotation = pk_py_expression(p);
    if (pk_py_accept(p, PK_TOK_assign))
        node->AnnAssign.value = pk_py_rhs(p);
    return pk_py_done(p, node);
}

static pk_ast *parse_assign(pk_py_parser *p, pk_py_place from, pk_ast *first) {
    pk_ast *node = pk_py_node(p, PK_AST_Assign, from);
    uint32_t mark = pk_py_list(p);
    pk_ast *value = first;

    while (pk_py_at(p, PK_TOK_assign)) {
        pk_py_target(p, value, PK_TARGET_assign);
        pk_py_push(p, value);
        pk_py_advance(p);
        value = pk_py_rhs(p);
    }
    node->Assign.targets = pk_py_pop(p, mark);
    node->Assign.value = value;
    return pk_py_done(p, node);
}

/* Two expressions side by side may be the print and exec of Python 2. */
static void check_legacy(pk_py_parser *p, const pk_ast *value) {
    const char *name;

    if (value->kind != PK_AST_Name || value->paren ||
        !pk_py_starts_expression(p->kind))
        return;
    name = value->Name.id;
    if (strcmp(name, "print") == 0 || strcmp(name, "exec") == 0)
        pk_py_fail_at(p, value, value,
                      "Missing parentheses in call to '%s'. Did you mean "
                      "%s(...)?",
                      name, name);
}

static pk_ast *parse_expression_statement(pk_py_parser *p) {
    pk_py_place from = p->here;
    pk_ast *value = pk_py_rhs(p), *node;
    pk_ast_op op;

    if (is_augmented(p->kind, &op))
        return parse_augmented(p, from, value, op);
    if (pk_py_at(p, PK_TOK_colon))
        return parse_annotated(p, from, value);
    if (pk_py_at(p, PK_TOK_assign))
        return parse_assign(p, from, value);
    check_legacy(p, value);
    node = pk_py_node(p, PK_AST_Expr, from);
    node->Expr.value = value;
    return pk_py_done(p, node);
}

/* ---- import ---- */

/* a.b.c as one interned name. */
static const char *parse_dotted(pk_py_parser *p) {
    const char *name = pk_py_name(p);

    while (pk_py_accept(p, PK_TOK_dot)) {
        const char *more = pk_py_name(p);
        const char *both = pk_arena_format(p->arena, "%s.%s", name, more);

        if (p->panic || p->arena->failed)
            return "";
        name = pk_idents_add(p->names, both, strlen(both))->text;
    }
    return name;
}

static pk_ast *parse_alias(pk_py_parser *p, bool dotted) {
    pk_ast *node = pk_py_node(p, PK_AST_alias, p->here);

    node->alias.name = dotted ? parse_dotted(p) : pk_py_name(p);
    if (pk_py_accept(p, PK_TOK_as))
        node->alias.asname = pk_py_name(p);
    return pk_py_done(p, node);
}

static pk_ast *parse_import(pk_py_parser *p) {
    pk_ast *node = pk_py_node(p, PK_AST_Import, p->here);
    uint32_t mark = pk_py_list(p);

    pk_py_advance(p);
    do
        pk_py_push(p, parse_alias(p, true));
    while (pk_py_accept(p, PK_TOK_comma));
    node->Import.names = pk_py_pop(p, mark);
    return pk_py_done(p, node);
}

static pk_ast *parse_import_star(pk_py_parser *p) {
    pk_ast *node = pk_py_node(p, PK_AST_alias, p->here);

    node->alias.name = pk_idents_add(p->names, "*", 1)->text;
    pk_py_advance(p);
    return pk_py_done(p, node);
}

static pk_ast_list parse_from_names(pk_py_parser *p) {
    bool paren = pk_py_accept(p, PK_TOK_lparen);
    uint32_t mark = pk_py_list(p);

    if (!paren && pk_py_at(p, PK_TOK_star)) {
        pk_py_push(p, parse_import_star(p));
        return pk_py_pop(p, mark);
    }
    if (pk_py_at(p, PK_TOK_newline))
        pk_py_fail_here(p, "expected one or more names after 'import'");
    do {
        if (paren && pk_py_list(p) > mark && pk_py_at(p, PK_TOK_rparen))
            break;
        if (!paren && pk_py_list(p) > mark && pk_py_at(p, PK_TOK_newline))
            pk_py_fail_here(p, "trailing comma not allowed without "
                               "surrounding parentheses");
        pk_py_push(p, parse_alias(p, false));
    } while (pk_py_accept(p, PK_TOK_comma));
    if (paren)
        pk_py_expect(p, PK_TOK_rparen);
    return pk_py_pop(p, mark);
}

static pk_ast *parse_import_from(pk_py_parser *p) {
    pk_ast *node = pk_py_node(p, PK_AST_ImportFrom, p->here);
    int32_t level = 0;

    pk_py_advance(p);
    for (;;) {
        if (pk_py_accept(p, PK_TOK_dot))
            level += 1;
        else if (pk_py_accept(p, PK_TOK_ellipsis))
            level += 3;
        else
            break;
    }
    if (level == 0 || !pk_py_at(p, PK_TOK_import))
        node->ImportFrom.module = parse_dotted(p);
    pk_py_expect(p, PK_TOK_import);
    node->ImportFrom.names = parse_from_names(p);
    node->ImportFrom.level = level;
    return pk_py_done(p, node);
}

/* ---- the rest ---- */

static pk_ast *parse_return(pk_py_parser *p) {
    pk_ast *node = pk_py_node(p, PK_AST_Return, p->here);

    pk_py_advance(p);
    if (!pk_py_at(p, PK_TOK_newline) && !pk_py_at(p, PK_TOK_semicolon))
        node->Return.value = pk_py_star_expressions(p);
    return pk_py_done(p, node);
}

static pk_ast *parse_raise(pk_py_parser *p) {
    pk_ast *node = pk_py_node(p, PK_AST_Raise, p->here);

    pk_py_advance(p);
    if (!pk_py_at(p, PK_TOK_newline) && !pk_py_at(p, PK_TOK_semicolon)) {
        node->Raise.exc = pk_py_expression(p);
        if (pk_py_accept(p, PK_TOK_from))
            node->Raise.cause = pk_py_expression(p);
    }
    return pk_py_done(p, node);
}

static pk_ast *parse_del(pk_py_parser *p) {
    pk_ast *node = pk_py_node(p, PK_AST_Delete, p->here);
    uint32_t mark;

    pk_py_advance(p);
    mark = pk_py_list(p);
    do {
        pk_ast *target;

        if (pk_py_list(p) > mark &&
            (pk_py_at(p, PK_TOK_newline) || pk_py_at(p, PK_TOK_semicolon)))
            break;
        target =
            pk_py_at(p, PK_TOK_star) ? pk_py_star_named(p) : pk_py_bitor(p);
        pk_py_target(p, target, PK_TARGET_del);
        pk_py_push(p, target);
    } while (pk_py_accept(p, PK_TOK_comma));
    node->Delete.targets = pk_py_pop(p, mark);
    return pk_py_done(p, node);
}

static pk_ast *parse_assert(pk_py_parser *p) {
    pk_ast *node = pk_py_node(p, PK_AST_Assert, p->here);

    pk_py_advance(p);
    node->Assert.test = pk_py_expression(p);
    pk_py_check_equals(p, node->Assert.test);
    if (pk_py_accept(p, PK_TOK_comma))
        node->Assert.msg = pk_py_expression(p);
    return pk_py_done(p, node);
}

/* global and nonlocal. */
static pk_ast *parse_scope(pk_py_parser *p, pk_ast_kind kind) {
    pk_ast *node = pk_py_node(p, kind, p->here);
    uint32_t count = 0;
    pk_ast_names names = {0};

    pk_py_advance(p);
    do {
        /* grown by doubling, like the operators of a comparison */
        if ((count & (count - 1)) == 0) {
            const char **more =
                pk_arena_array(p->arena, count ? count * 2 : 1, sizeof *more);

            if (p->arena->failed)
                break;
            if (count)
                memcpy(more, names.items, count * sizeof *more);
            names.items = more;
        }
        names.items[count++] = pk_py_name(p);
    } while (pk_py_accept(p, PK_TOK_comma));
    names.count = count;
    if (kind == PK_AST_Global)
        node->Global.names = names;
    else
        node->Nonlocal.names = names;
    return pk_py_done(p, node);
}

/* type Name[T] = value; `type` alone is a name like any other. */
static bool at_type_alias(pk_py_parser *p) {
    pk_py_token_kind after;

    if (!pk_py_at_word(p, "type") || pk_py_peek_kind(p, 1) != PK_TOK_name)
        return false;
    after = pk_py_peek_kind(p, 2);
    return after == PK_TOK_assign || after == PK_TOK_lbracket;
}

static pk_ast *parse_type_alias(pk_py_parser *p) {
    pk_ast *node = pk_py_node(p, PK_AST_TypeAlias, p->here);

    pk_py_advance(p);
    node->TypeAlias.name = pk_py_atom(p);
    pk_py_target(p, node->TypeAlias.name, PK_TARGET_assign);
    node->TypeAlias.type_params = pk_py_type_params(p);
    pk_py_expect(p, PK_TOK_assign);
    node->TypeAlias.value = pk_py_expression(p);
    return pk_py_done(p, node);
}

static pk_ast *parse_word(pk_py_parser *p, pk_ast_kind kind) {
    pk_ast *node = pk_py_node(p, kind, p->here);

    pk_py_advance(p);
    return pk_py_done(p, node);
}

static pk_ast *parse_simple(pk_py_parser *p) {
    switch (p->kind) {
    case PK_TOK_import: return parse_import(p);
    case PK_TOK_from: return parse_import_from(p);
    case PK_TOK_return: return parse_return(p);
    case PK_TOK_raise: return parse_raise(p);
    case PK_TOK_pass: return parse_word(p, PK_AST_Pass);
    case PK_TOK_break: return parse_word(p, PK_AST_Break);
    case PK_TOK_continue: return parse_word(p, PK_AST_Continue);
    case PK_TOK_del: return parse_del(p);
    case PK_TOK_assert: return parse_assert(p);
    case PK_TOK_global: return parse_scope(p, PK_AST_Global);
    case PK_TOK_nonlocal: return parse_scope(p, PK_AST_Nonlocal);
    default: break;
    }
    if (at_type_alias(p))
        return parse_type_alias(p);
    return parse_expression_statement(p);
}

void pk_py_simple_line(pk_py_parser *p) {
    do {
        if (pk_py_at(p, PK_TOK_newline))
            break;
        pk_py_push(p, parse_simple(p));
    } while (pk_py_accept(p, PK_TOK_semicolon));
    pk_py_expect(p, PK_TOK_newline);
}
