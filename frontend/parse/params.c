/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters of functions and lambdas, and type parameters. */
#include "frontend/parse/parse.h"

/* The state of the list so far. */
typedef struct params {
    pk_py_parser *p;
    bool lambda;
    bool slash, star, bare_star, double_star, has_default;
    uint32_t positional; /* plain parameters before a * */
    pk_ast *vararg, *kwarg;
} params;

static pk_py_token_kind closer(const params *s) {
    return s->lambda ? PK_TOK_colon : PK_TOK_rparen;
}

static pk_ast *parse_arg(params *s, bool star) {
    pk_py_parser *p = s->p;
    pk_ast *node = pk_py_node(p, PK_AST_arg, p->here);

    if (pk_py_at(p, PK_TOK_lparen))
        pk_py_fail_here(p, "%s parameters cannot be parenthesized",
                        s->lambda ? "Lambda expression" : "Function");
    node->arg.arg = pk_py_name(p);
    if (!s->lambda && pk_py_accept(p, PK_TOK_colon)) {
        if (star && pk_py_at(p, PK_TOK_star))
            node->arg.annotation = pk_py_star_named(p);
        else
            node->arg.annotation = pk_py_expression(p);
    }
    return pk_py_done(p, node);
}

/* `= value`, or NULL. */
static pk_ast *parse_default(params *s) {
    if (!pk_py_accept(s->p, PK_TOK_assign))
        return NULL;
    if (pk_py_at(s->p, PK_TOK_comma) || pk_py_at(s->p, closer(s)))
        pk_py_fail_here(s->p, "expected default value expression");
    return pk_py_expression(s->p);
}

static void parse_slash(params *s) {
    if (s->slash)
        pk_py_fail_here(s->p, "/ may appear only once");
    if (s->star)
        pk_py_fail_here(s->p, "/ must be ahead of *");
    if (s->positional == 0)
        pk_py_fail_here(s->p, "at least one argument must precede /");
    s->slash = true;
    pk_py_advance(s->p);
}

static void parse_star(params *s) {
    pk_py_parser *p = s->p;

    if (s->star)
        pk_py_fail_here(p, "* argument may appear only once");
    pk_py_advance(p);
    s->star = true;
    s->bare_star = pk_py_at(p, PK_TOK_comma);
    if (pk_py_at(p, closer(s)))
        pk_py_fail_here(p, "named arguments must follow bare *");
    if (s->bare_star)
        return;
    s->vararg = parse_arg(s, true);
    if (pk_py_at(p, PK_TOK_assign))
        pk_py_fail_here(p, "var-positional argument cannot have default value");
}

static void parse_double_star(params *s) {
    pk_py_parser *p = s->p;

    if (s->bare_star)
        pk_py_fail_here(p, "named arguments must follow bare *");
    pk_py_advance(p);
    s->double_star = true;
    s->kwarg = parse_arg(s, false);
    if (pk_py_at(p, PK_TOK_assign))
        pk_py_fail_here(p, "var-keyword argument cannot have default value");
}

/* A plain parameter: it goes onto the stack, and its default (or NULL) above
 * it. */
static void parse_plain(params *s) {
    pk_ast *arg = parse_arg(s, false), *value = parse_default(s);

    pk_py_push(s->p, arg);
    pk_py_push(s->p, value);
    if (s->star) {
        s->bare_star = false;
        return;
    }
    s->positional++;
    if (value)
        s->has_default = true;
    else if (s->has_default)
        pk_py_fail_at(s->p, arg, arg,
                      "non-default argument follows default argument");
}

/* Items first, first + 2, ... before `end`; NULLs only when sparse. */
static pk_ast_list every_other(params *s, const pk_ast_list *pairs,
                               uint32_t first, uint32_t end, bool sparse) {
    uint32_t mark = pk_py_list(s->p);

    for (uint32_t i = first; i < end && i < pairs->count; i += 2)
        if (pairs->items[i] || sparse)
            pk_py_push(s->p, pairs->items[i]);
    return pk_py_pop(s->p, mark);
}

pk_ast *pk_py_params(pk_py_parser *p, bool lambda) {
    params s = {.p = p, .lambda = lambda};
    pk_ast *node = pk_py_node(p, PK_AST_arguments, p->here);
    uint32_t mark = pk_py_list(p), only = 0, split;
    pk_ast_list pairs;

    while (!pk_py_at(p, closer(&s)) && !p->panic) {
        if (s.double_star)
            pk_py_fail_here(p, "arguments cannot follow var-keyword argument");
        if (pk_py_at(p, PK_TOK_slash)) {
            only = s.positional;
            parse_slash(&s);
        } else if (pk_py_at(p, PK_TOK_star)) {
            parse_star(&s);
        } else if (pk_py_at(p, PK_TOK_power)) {
            parse_double_star(&s);
        } else {
            parse_plain(&s);
        }
        if (!pk_py_accept(p, PK_TOK_comma))
            break;
    }
    if (s.bare_star && pk_py_at(p, closer(&s)))
        pk_py_fail_here(p, "named arguments must follow bare *");
    pairs = pk_py_pop(p, mark);
    split = 2 * s.positional;
    node->arguments.posonlyargs = every_other(&s, &pairs, 0, 2 * only, true);
    node->arguments.args = every_other(&s, &pairs, 2 * only, split, true);
    node->arguments.defaults = every_other(&s, &pairs, 1, split, false);
    node->arguments.kwonlyargs =
        every_other(&s, &pairs, split, pairs.count, true);
    node->arguments.kw_defaults =
        every_other(&s, &pairs, split + 1, pairs.count, true);
    node->arguments.vararg = s.vararg;
    node->arguments.kwarg = s.kwarg;
    return pk_py_done(p, node);
}

/* ---- [T, *Ts, **P] ---- */

static pk_ast *parse_type_param(pk_py_parser *p) {
    pk_py_place from = p->here;
    pk_ast *node;

    if (pk_py_accept(p, PK_TOK_star)) {
        node = pk_py_node(p, PK_AST_TypeVarTuple, from);
        node->TypeVarTuple.name = pk_py_name(p);
    } else if (pk_py_accept(p, PK_TOK_power)) {
        node = pk_py_node(p, PK_AST_ParamSpec, from);
        node->ParamSpec.name = pk_py_name(p);
    } else {
        node = pk_py_node(p, PK_AST_TypeVar, from);
        node->TypeVar.name = pk_py_name(p);
        if (pk_py_accept(p, PK_TOK_colon))
            node->TypeVar.bound = pk_py_expression(p);
    }
    return pk_py_done(p, node);
}

pk_ast_list pk_py_type_params(pk_py_parser *p) {
    uint32_t mark = pk_py_list(p);

    if (!pk_py_accept(p, PK_TOK_lbracket))
        return (pk_ast_list){0};
    if (pk_py_at(p, PK_TOK_rbracket))
        pk_py_fail_here(p, "Type parameter list cannot be empty");
    while (!pk_py_at(p, PK_TOK_rbracket) && !p->panic) {
        pk_py_push(p, parse_type_param(p));
        if (!pk_py_accept(p, PK_TOK_comma))
            break;
    }
    pk_py_expect(p, PK_TOK_rbracket);
    return pk_py_pop(p, mark);
}
