/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions from := down to the unary operators. */
#include "frontend/parse/parse.h"

#include <string.h>

bool pk_py_starts_expression(pk_py_token_kind kind) {
    switch (kind) {
    case PK_TOK_name:
    case PK_TOK_number:
    case PK_TOK_string:
    case PK_TOK_fstring_start:
    case PK_TOK_lparen:
    case PK_TOK_lbracket:
    case PK_TOK_lbrace:
    case PK_TOK_ellipsis:
    case PK_TOK_plus:
    case PK_TOK_minus:
    case PK_TOK_tilde:
    case PK_TOK_False:
    case PK_TOK_None:
    case PK_TOK_True:
    case PK_TOK_await:
    case PK_TOK_lambda:
    case PK_TOK_not: return true;
    default: return false;
    }
}

/* ---- unary and binary operators ---- */

static pk_ast *parse_factor(pk_py_parser *p);

static pk_ast *parse_power(pk_py_parser *p) {
    pk_py_place from = p->here;
    pk_ast *left = pk_py_primary(p), *node;

    if (!pk_py_at(p, PK_TOK_power) || !pk_py_enter(p))
        return left;
    pk_py_advance(p);
    node = pk_py_node(p, PK_AST_BinOp, from);
    node->BinOp.left = left;
    node->BinOp.op = PK_AST_OP_Pow;
    node->BinOp.right = parse_factor(p);
    pk_py_leave(p);
    return pk_py_done(p, node);
}

static pk_ast *parse_unary(pk_py_parser *p, pk_ast_op op,
                           pk_ast *(*operand)(pk_py_parser *)) {
    pk_ast *node = pk_py_node(p, PK_AST_UnaryOp, p->here);

    node->UnaryOp.op = op;
    if (!pk_py_enter(p))
        return node;
    pk_py_advance(p);
    node->UnaryOp.operand = operand(p);
    pk_py_leave(p);
    return pk_py_done(p, node);
}

static pk_ast *parse_factor(pk_py_parser *p) {
    switch (p->kind) {
    case PK_TOK_plus: return parse_unary(p, PK_AST_OP_UAdd, parse_factor);
    case PK_TOK_minus: return parse_unary(p, PK_AST_OP_USub, parse_factor);
    case PK_TOK_tilde: return parse_unary(p, PK_AST_OP_Invert, parse_factor);
    default: return parse_power(p);
    }
}

/* How tightly a binary operator binds; 0: it is none. */
static int binary_op(pk_py_token_kind kind, pk_ast_op *op) {
    switch (kind) {
    case PK_TOK_bar: *op = PK_AST_OP_BitOr; return 1;
    case PK_TOK_caret: *op = PK_AST_OP_BitXor; return 2;
    case PK_TOK_ampersand: *op = PK_AST_OP_BitAnd; return 3;
    case PK_TOK_lshift: *op = PK_AST_OP_LShift; return 4;
    case PK_TOK_rshift: *op = PK_AST_OP_RShift; return 4;
    case PK_TOK_plus: *op = PK_AST_OP_Add; return 5;
    case PK_TOK_minus: *op = PK_AST_OP_Sub; return 5;
    case PK_TOK_star: *op = PK_AST_OP_Mult; return 6;
    case PK_TOK_slash: *op = PK_AST_OP_Div; return 6;
    case PK_TOK_floordiv: *op = PK_AST_OP_FloorDiv; return 6;
    case PK_TOK_percent: *op = PK_AST_OP_Mod; return 6;
    case PK_TOK_at: *op = PK_AST_OP_MatMult; return 6;
    default: return 0;
    }
}

/* Operators that bind at least as tightly as `least`; recursion goes six deep
 * whatever the chain's length. */
static pk_ast *parse_binary(pk_py_parser *p, int least) {
    pk_py_place from = p->here;
    pk_ast *left = parse_factor(p);
    pk_ast_op op = PK_AST_OP_Add;

    for (;;) {
        int binds = binary_op(p->kind, &op);
        pk_ast *node;

        if (binds < least || binds == 0)
            return left;
        pk_py_advance(p);
        node = pk_py_node(p, PK_AST_BinOp, from);
        node->BinOp.left = left;
        node->BinOp.op = op;
        node->BinOp.right = parse_binary(p, binds + 1);
        left = pk_py_done(p, node);
    }
}

pk_ast *pk_py_bitor(pk_py_parser *p) {
    return parse_binary(p, 1);
}

/* ---- comparisons, not, and, or ---- */

/* Takes a comparison operator; false when there is none. */
static bool accept_compare(pk_py_parser *p, pk_ast_op *op) {
    switch (p->kind) {
    case PK_TOK_eq: *op = PK_AST_OP_Eq; break;
    case PK_TOK_ne: *op = PK_AST_OP_NotEq; break;
    case PK_TOK_lt: *op = PK_AST_OP_Lt; break;
    case PK_TOK_le: *op = PK_AST_OP_LtE; break;
    case PK_TOK_gt: *op = PK_AST_OP_Gt; break;
    case PK_TOK_ge: *op = PK_AST_OP_GtE; break;
    case PK_TOK_in: *op = PK_AST_OP_In; break;
    case PK_TOK_not:
        if (pk_py_peek_kind(p, 1) != PK_TOK_in)
            return false;
        pk_py_advance(p);
        *op = PK_AST_OP_NotIn;
        break;
    case PK_TOK_is:
        pk_py_advance(p);
        *op = PK_AST_OP_Is;
        if (pk_py_accept(p, PK_TOK_not))
            *op = PK_AST_OP_IsNot;
        return true;
    default: return false;
    }
    pk_py_advance(p);
    return true;
}

/* The operators of a chain, one byte each, grown by doubling. */
static uint8_t *add_op(pk_py_parser *p, uint8_t *ops, uint32_t count,
                       pk_ast_op op) {
    if ((count & (count - 1)) == 0 && (count == 0 || count >= 16)) {
        uint8_t *more =
            pk_arena_array(p->arena, count ? count * 2 : 16, sizeof *ops);

        if (p->arena->failed)
            return ops;
        if (count)
            memcpy(more, ops, count);
        ops = more;
    }
    ops[count] = (uint8_t)op;
    return ops;
}

static pk_ast *parse_comparison(pk_py_parser *p) {
    pk_py_place from = p->here;
    pk_ast *left = pk_py_bitor(p), *node;
    uint32_t mark = pk_py_list(p), count = 0;
    uint8_t *ops = NULL;
    pk_ast_op op;

    while (accept_compare(p, &op)) {
        ops = add_op(p, ops, count++, op);
        pk_py_push(p, pk_py_bitor(p));
    }
    if (count == 0)
        return left;
    node = pk_py_node(p, PK_AST_Compare, from);
    node->Compare.left = left;
    node->Compare.ops = ops;
    node->Compare.comparators = pk_py_pop(p, mark);
    return pk_py_done(p, node);
}

static pk_ast *parse_not(pk_py_parser *p) {
    if (pk_py_at(p, PK_TOK_not))
        return parse_unary(p, PK_AST_OP_Not, parse_not);
    return parse_comparison(p);
}

/* item, then `word` item any number of times: one BoolOp. */
static pk_ast *parse_bool(pk_py_parser *p, pk_py_token_kind word, pk_ast_op op,
                          pk_ast *(*item)(pk_py_parser *)) {
    pk_py_place from = p->here;
    pk_ast *first = item(p), *node;
    uint32_t mark;

    if (!pk_py_at(p, word))
        return first;
    mark = pk_py_list(p);
    pk_py_push(p, first);
    while (pk_py_accept(p, word))
        pk_py_push(p, item(p));
    node = pk_py_node(p, PK_AST_BoolOp, from);
    node->BoolOp.op = op;
    node->BoolOp.values = pk_py_pop(p, mark);
    return pk_py_done(p, node);
}

static pk_ast *parse_conjunction(pk_py_parser *p) {
    return parse_bool(p, PK_TOK_and, PK_AST_OP_And, parse_not);
}

pk_ast *pk_py_disjunction(pk_py_parser *p) {
    return parse_bool(p, PK_TOK_or, PK_AST_OP_Or, parse_conjunction);
}

/* ---- whole expressions ---- */

static pk_ast *parse_lambda(pk_py_parser *p) {
    pk_ast *node = pk_py_node(p, PK_AST_Lambda, p->here);

    pk_py_advance(p);
    node->Lambda.args = pk_py_params(p, true);
    if (!pk_py_accept(p, PK_TOK_colon))
        pk_py_fail(p);
    node->Lambda.body = pk_py_expression(p);
    return pk_py_done(p, node);
}

static pk_ast *parse_ternary(pk_py_parser *p) {
    pk_py_place from = p->here;
    pk_ast *body = pk_py_disjunction(p), *node;

    if (!pk_py_accept(p, PK_TOK_if))
        return body;
    node = pk_py_node(p, PK_AST_IfExp, from);
    node->IfExp.body = body;
    node->IfExp.test = pk_py_disjunction(p);
    if (!pk_py_at(p, PK_TOK_else) && !pk_py_at(p, PK_TOK_colon))
        pk_py_fail_at(p, body, node->IfExp.test,
                      "expected 'else' after 'if' expression");
    pk_py_expect(p, PK_TOK_else);
    node->IfExp.orelse = pk_py_expression(p);
    return pk_py_done(p, node);
}

pk_ast *pk_py_expression(pk_py_parser *p) {
    pk_ast *node;

    if (!pk_py_enter(p))
        return pk_py_node(p, PK_AST_Pass, (pk_py_place){0});
    node = pk_py_at(p, PK_TOK_lambda) ? parse_lambda(p) : parse_ternary(p);
    pk_py_leave(p);
    return node;
}

void pk_py_check_equals(pk_py_parser *p, pk_ast *left) {
    uint32_t saved;
    pk_ast *right;
    bool good;

    if (!pk_py_at(p, PK_TOK_assign))
        return;
    if (p->quiet) {
        pk_py_fail(p);
        return;
    }
    saved = pk_py_try(p);
    pk_py_advance(p);
    right = pk_py_bitor(p);
    good = !pk_py_at(p, PK_TOK_assign) && !pk_py_at(p, PK_TOK_walrus);
    good &= pk_py_end_try(p, saved, false);
    if (!good)
        pk_py_fail(p);
    else if (left->kind == PK_AST_Name)
        pk_py_fail_at(p, left, right,
                      "invalid syntax. Maybe you meant '==' or ':=' "
                      "instead of '='?");
    else
        pk_py_fail_at(p, left, left,
                      "cannot assign to %s here. Maybe you meant '==' "
                      "instead of '='?",
                      pk_py_describe(left));
}

pk_ast *pk_py_named(pk_py_parser *p) {
    pk_py_place from = p->here;
    pk_ast *left = pk_py_expression(p), *node;

    if (!pk_py_at(p, PK_TOK_walrus))
        return left;
    if (left->kind != PK_AST_Name || left->paren)
        pk_py_fail_at(p, left, left,
                      "cannot use assignment expressions with %s",
                      pk_py_describe(left));
    pk_py_advance(p);
    node = pk_py_node(p, PK_AST_NamedExpr, from);
    pk_py_target(p, left, PK_TARGET_other);
    node->NamedExpr.target = left;
    node->NamedExpr.value = pk_py_expression(p);
    return pk_py_done(p, node);
}

static pk_ast *parse_starred(pk_py_parser *p) {
    pk_ast *node = pk_py_node(p, PK_AST_Starred, p->here);

    pk_py_advance(p);
    node->Starred.value = pk_py_bitor(p);
    return pk_py_done(p, node);
}

pk_ast *pk_py_star_named(pk_py_parser *p) {
    pk_ast *node;

    if (pk_py_at(p, PK_TOK_star))
        return parse_starred(p);
    node = pk_py_named(p);
    pk_py_check_equals(p, node);
    return node;
}

static pk_ast *parse_star_expression(pk_py_parser *p) {
    return pk_py_at(p, PK_TOK_star) ? parse_starred(p) : pk_py_expression(p);
}

pk_ast *pk_py_star_expressions(pk_py_parser *p) {
    pk_py_place from = p->here;
    pk_ast *first = parse_star_expression(p), *node;
    uint32_t mark;

    if (!pk_py_at(p, PK_TOK_comma))
        return first;
    mark = pk_py_list(p);
    pk_py_push(p, first);
    while (pk_py_accept(p, PK_TOK_comma)) {
        if (!pk_py_starts_expression(p->kind) && !pk_py_at(p, PK_TOK_star))
            break;
        pk_py_push(p, parse_star_expression(p));
    }
    node = pk_py_node(p, PK_AST_Tuple, from);
    node->Tuple.elts = pk_py_pop(p, mark);
    return pk_py_done(p, node);
}

static pk_ast *parse_yield(pk_py_parser *p) {
    pk_py_place from = p->here;
    pk_ast *node;

    pk_py_advance(p);
    if (pk_py_accept(p, PK_TOK_from)) {
        node = pk_py_node(p, PK_AST_YieldFrom, from);
        node->YieldFrom.value = pk_py_expression(p);
        return pk_py_done(p, node);
    }
    node = pk_py_node(p, PK_AST_Yield, from);
    if (pk_py_starts_expression(p->kind) || pk_py_at(p, PK_TOK_star))
        node->Yield.value = pk_py_star_expressions(p);
    return pk_py_done(p, node);
}

pk_ast *pk_py_rhs(pk_py_parser *p) {
    return pk_py_at(p, PK_TOK_yield) ? parse_yield(p)
                                     : pk_py_star_expressions(p);
}
