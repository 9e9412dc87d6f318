/* SPDX-License-Identifier: Apache-2.0 */
/* Names, literals, displays and comprehensions, and what may follow them:
 * attributes, subscripts, calls. */
#include "frontend/parse/parse.h"

static pk_py_place end_of(const pk_ast *node) {
    return (pk_py_place){node->end_line, node->end_col};
}

/* ---- closing brackets ---- */

void pk_py_expect_closer(pk_py_parser *p, pk_py_token_kind closer,
                         pk_ast *last) {
    uint32_t saved;
    pk_ast *next;

    if (pk_py_accept(p, closer))
        return;
    if (!p->quiet && last && last->kind != PK_AST_Starred &&
        pk_py_starts_expression(p->kind) && !pk_py_at(p, PK_TOK_not) &&
        !pk_py_at(p, PK_TOK_lambda) && !pk_py_lexer_never_closed(&p->lexer)) {
        saved = pk_py_try(p);
        next = pk_py_expression(p);
        if (pk_py_end_try(p, saved, false))
            pk_py_fail_at(p, last, next,
                          "invalid syntax. Perhaps you forgot a comma?");
    }
    pk_py_fail(p);
}

/* ---- comprehensions ---- */

static bool at_comprehension(pk_py_parser *p) {
    return pk_py_at(p, PK_TOK_for) ||
           (pk_py_at(p, PK_TOK_async) && pk_py_peek_kind(p, 1) == PK_TOK_for);
}

static pk_ast *parse_for_target(pk_py_parser *p) {
    pk_ast *node;

    if (!pk_py_at(p, PK_TOK_star))
        return pk_py_bitor(p);
    node = pk_py_node(p, PK_AST_Starred, p->here);
    pk_py_advance(p);
    node->Starred.value = pk_py_bitor(p);
    return pk_py_done(p, node);
}

pk_ast *pk_py_for_targets(pk_py_parser *p) {
    pk_py_place from = p->here;
    pk_ast *first = parse_for_target(p), *node = first;

    if (pk_py_at(p, PK_TOK_comma)) {
        uint32_t mark = pk_py_list(p);

        pk_py_push(p, first);
        while (pk_py_accept(p, PK_TOK_comma) && !pk_py_at(p, PK_TOK_in))
            pk_py_push(p, parse_for_target(p));
        node = pk_py_node(p, PK_AST_Tuple, from);
        node->Tuple.elts = pk_py_pop(p, mark);
        pk_py_done(p, node);
    }
    pk_py_target(p, node, PK_TARGET_other);
    return node;
}

static pk_ast *parse_comprehension(pk_py_parser *p) {
    pk_ast *node = pk_py_node(p, PK_AST_comprehension, p->here);
    uint32_t mark;

    node->comprehension.is_async = pk_py_accept(p, PK_TOK_async);
    pk_py_expect(p, PK_TOK_for);
    node->comprehension.target = pk_py_for_targets(p);
    pk_py_expect(p, PK_TOK_in);
    node->comprehension.iter = pk_py_disjunction(p);
    mark = pk_py_list(p);
    while (pk_py_accept(p, PK_TOK_if))
        pk_py_push(p, pk_py_disjunction(p));
    node->comprehension.ifs = pk_py_pop(p, mark);
    return pk_py_done(p, node);
}

pk_ast_list pk_py_comprehensions(pk_py_parser *p) {
    uint32_t mark = pk_py_list(p);

    while (at_comprehension(p))
        pk_py_push(p, parse_comprehension(p));
    return pk_py_pop(p, mark);
}

static void check_comprehension(pk_py_parser *p, const pk_ast *elt) {
    if (elt->kind == PK_AST_Starred)
        pk_py_fail_at(p, elt, elt,
                      "iterable unpacking cannot be used in comprehension");
}

/* `elt for ...` up to `closer`, for the three kinds with one element: their
 * fields lie alike, but each is written by its own name. */
static pk_ast *finish_comp(pk_py_parser *p, pk_ast_kind kind, pk_py_place from,
                           pk_ast *elt, pk_py_token_kind closer) {
    pk_ast *node = pk_py_node(p, kind, from);
    pk_ast_list generators;

    check_comprehension(p, elt);
    generators = pk_py_comprehensions(p);
    pk_py_expect_closer(p, closer, NULL);
    switch (kind) {
    case PK_AST_ListComp:
        node->ListComp.elt = elt;
        node->ListComp.generators = generators;
        break;
    case PK_AST_SetComp:
        node->SetComp.elt = elt;
        node->SetComp.generators = generators;
        break;
    default:
        node->GeneratorExp.elt = elt;
        node->GeneratorExp.generators = generators;
        break;
    }
    return pk_py_done(p, node);
}

/* ---- displays ---- */

/* Items up to `closer`, after the first. */
static pk_ast_list parse_items(pk_py_parser *p, pk_ast *first,
                               pk_py_token_kind closer) {
    uint32_t mark = pk_py_list(p);
    pk_ast *last = first;

    pk_py_push(p, first);
    while (pk_py_accept(p, PK_TOK_comma) && !pk_py_at(p, closer)) {
        last = pk_py_star_named(p);
        pk_py_push(p, last);
        if (at_comprehension(p))
            pk_py_fail_at(p, first, last,
                          "did you forget parentheses around the "
                          "comprehension target?");
    }
    pk_py_expect_closer(p, closer, last);
    return pk_py_pop(p, mark);
}

/* Reads parentheses that are no call: a tuple, a generator, or one expression,
 * which stays itself. */
static pk_ast *parse_parens(pk_py_parser *p) {
    pk_py_place from = p->here;
    pk_ast *first, *node;

    pk_py_advance(p);
    if (pk_py_accept(p, PK_TOK_rparen)) {
        node = pk_py_node(p, PK_AST_Tuple, from);
        node->paren = true;
        return pk_py_done(p, node);
    }
    if (pk_py_at(p, PK_TOK_yield)) {
        first = pk_py_rhs(p);
        pk_py_expect_closer(p, PK_TOK_rparen, NULL);
        first->paren = true;
        return first;
    }
    first = pk_py_star_named(p);
    if (at_comprehension(p))
        return finish_comp(p, PK_AST_GeneratorExp, from, first, PK_TOK_rparen);
    if (pk_py_at(p, PK_TOK_comma)) {
        pk_ast_list elts = parse_items(p, first, PK_TOK_rparen);

        node = pk_py_node(p, PK_AST_Tuple, from);
        node->Tuple.elts = elts;
        node->paren = true;
        return pk_py_done(p, node);
    }
    if (first->kind == PK_AST_Starred && pk_py_at(p, PK_TOK_rparen))
        pk_py_fail_at(p, first, first, "cannot use starred expression here");
    pk_py_expect_closer(p, PK_TOK_rparen, first);
    first->paren = true;
    return first;
}

static pk_ast *parse_list(pk_py_parser *p) {
    pk_py_place from = p->here;
    pk_ast_list elts = {0};
    pk_ast *node;

    pk_py_advance(p);
    if (!pk_py_accept(p, PK_TOK_rbracket)) {
        pk_ast *first = pk_py_star_named(p);

        if (at_comprehension(p))
            return finish_comp(p, PK_AST_ListComp, from, first,
                               PK_TOK_rbracket);
        elts = parse_items(p, first, PK_TOK_rbracket);
    }
    node = pk_py_node(p, PK_AST_List, from);
    node->List.elts = elts;
    return pk_py_done(p, node);
}

/* `: value` of a dict's item. */
static pk_ast *parse_dict_value(pk_py_parser *p, const pk_ast *key) {
    if (!pk_py_accept(p, PK_TOK_colon))
        pk_py_fail_at(p, key, key, "':' expected after dictionary key");
    if (pk_py_at(p, PK_TOK_star))
        pk_py_fail_here(
            p, "cannot use a starred expression in a dictionary value");
    if (pk_py_at(p, PK_TOK_rbrace) || pk_py_at(p, PK_TOK_comma))
        pk_py_fail_here(p, "expression expected after dictionary key and ':'");
    return pk_py_expression(p);
}

static pk_ast *parse_dict_comp(pk_py_parser *p, pk_py_place from, pk_ast *key,
                               pk_ast *value) {
    pk_ast *node = pk_py_node(p, PK_AST_DictComp, from);

    if (!key)
        pk_py_fail_at(p, value, value,
                      "dict unpacking cannot be used in dict comprehension");
    node->DictComp.key = key;
    node->DictComp.value = value;
    node->DictComp.generators = pk_py_comprehensions(p);
    pk_py_expect_closer(p, PK_TOK_rbrace, NULL);
    return pk_py_done(p, node);
}

/* A dict from its first key on (NULL: at `**`). Keys and values are stacked in
 * turn. */
static pk_ast *parse_dict(pk_py_parser *p, pk_py_place from, pk_ast *key) {
    uint32_t mark = pk_py_list(p);
    pk_ast *node, *value;
    pk_ast_list pairs;

    for (;;) {
        if (pk_py_accept(p, PK_TOK_power)) {
            key = NULL;
            value = pk_py_bitor(p);
        } else {
            if (!key)
                key = pk_py_expression(p);
            value = parse_dict_value(p, key);
        }
        if (at_comprehension(p) && pk_py_list(p) == mark)
            return parse_dict_comp(p, from, key, value);
        pk_py_push(p, key);
        pk_py_push(p, value);
        key = NULL;
        if (!pk_py_accept(p, PK_TOK_comma) || pk_py_at(p, PK_TOK_rbrace))
            break;
    }
    pk_py_expect_closer(p, PK_TOK_rbrace, value);
    pairs = pk_py_pop(p, mark);
    for (uint32_t i = 0; i < pairs.count; i += 2)
        pk_py_push(p, pairs.items[i]);
    node = pk_py_node(p, PK_AST_Dict, from);
    node->Dict.keys = pk_py_pop(p, mark);
    for (uint32_t i = 1; i < pairs.count; i += 2)
        pk_py_push(p, pairs.items[i]);
    node->Dict.values = pk_py_pop(p, mark);
    return pk_py_done(p, node);
}

static pk_ast *parse_braces(pk_py_parser *p) {
    pk_py_place from = p->here;
    pk_ast *first, *node;
    pk_ast_list elts;

    pk_py_advance(p);
    if (pk_py_accept(p, PK_TOK_rbrace))
        return pk_py_done(p, pk_py_node(p, PK_AST_Dict, from));
    if (pk_py_at(p, PK_TOK_power))
        return parse_dict(p, from, NULL);
    first = pk_py_star_named(p);
    if (pk_py_at(p, PK_TOK_colon) && first->kind != PK_AST_Starred &&
        (first->kind != PK_AST_NamedExpr || first->paren))
        return parse_dict(p, from, first);
    if (at_comprehension(p))
        return finish_comp(p, PK_AST_SetComp, from, first, PK_TOK_rbrace);
    elts = parse_items(p, first, PK_TOK_rbrace);
    node = pk_py_node(p, PK_AST_Set, from);
    node->Set.elts = elts;
    return pk_py_done(p, node);
}

/* ---- atoms ---- */

static pk_ast *parse_constant(pk_py_parser *p, pk_const_kind kind,
                              uint64_t value) {
    pk_ast *node = pk_py_node(p, PK_AST_Constant, p->here);

    node->Constant.value.kind = (uint8_t)kind;
    node->Constant.value.integer = value;
    pk_py_advance(p);
    return pk_py_done(p, node);
}

pk_ast *pk_py_atom(pk_py_parser *p) {
    pk_ast *node;

    switch (p->kind) {
    case PK_TOK_name:
        node = pk_py_node(p, PK_AST_Name, p->here);
        node->Name.id = pk_py_name(p);
        return pk_py_done(p, node);
    case PK_TOK_number: return pk_py_number(p);
    case PK_TOK_string:
    case PK_TOK_fstring_start: return pk_py_strings(p);
    case PK_TOK_lparen: return parse_parens(p);
    case PK_TOK_lbracket: return parse_list(p);
    case PK_TOK_lbrace: return parse_braces(p);
    case PK_TOK_ellipsis: return parse_constant(p, PK_CONST_Ellipsis, 0);
    case PK_TOK_None: return parse_constant(p, PK_CONST_None, 0);
    case PK_TOK_True: return parse_constant(p, PK_CONST_bool, 1);
    case PK_TOK_False: return parse_constant(p, PK_CONST_bool, 0);
    default: pk_py_fail(p); return pk_py_node(p, PK_AST_Pass, (pk_py_place){0});
    }
}

/* ---- subscripts ---- */

static bool at_slice_end(const pk_py_parser *p) {
    return pk_py_at(p, PK_TOK_colon) || pk_py_at(p, PK_TOK_comma) ||
           pk_py_at(p, PK_TOK_rbracket);
}

static pk_ast *parse_slice(pk_py_parser *p) {
    pk_py_place from = p->here;
    pk_ast *lower = NULL, *node;

    if (!pk_py_at(p, PK_TOK_colon)) {
        lower = pk_py_star_named(p);
        if (!pk_py_at(p, PK_TOK_colon) || lower->kind == PK_AST_Starred ||
            (lower->kind == PK_AST_NamedExpr && !lower->paren))
            return lower;
    }
    node = pk_py_node(p, PK_AST_Slice, from);
    node->Slice.lower = lower;
    pk_py_expect(p, PK_TOK_colon);
    if (!at_slice_end(p))
        node->Slice.upper = pk_py_expression(p);
    if (pk_py_accept(p, PK_TOK_colon) && !at_slice_end(p))
        node->Slice.step = pk_py_expression(p);
    return pk_py_done(p, node);
}

static pk_ast *parse_subscript(pk_py_parser *p, pk_py_place from,
                               pk_ast *value) {
    pk_ast *node = pk_py_node(p, PK_AST_Subscript, from);
    uint32_t mark = pk_py_list(p);
    pk_ast *first, *last, *slice;
    pk_py_place inner;

    pk_py_advance(p);
    inner = p->here;
    first = last = slice = parse_slice(p);
    if (pk_py_at(p, PK_TOK_comma) || first->kind == PK_AST_Starred) {
        pk_py_push(p, first);
        while (pk_py_accept(p, PK_TOK_comma) && !pk_py_at(p, PK_TOK_rbracket)) {
            last = parse_slice(p);
            pk_py_push(p, last);
        }
        slice = pk_py_node(p, PK_AST_Tuple, inner);
        slice->Tuple.elts = pk_py_pop(p, mark);
        pk_py_done(p, slice);
    }
    pk_py_expect_closer(p, PK_TOK_rbracket, last);
    node->Subscript.value = value;
    node->Subscript.slice = slice;
    return pk_py_done(p, node);
}

/* ---- calls ---- */

/* name=value, or **value. */
static pk_ast *parse_keyword(pk_py_parser *p) {
    pk_ast *node = pk_py_node(p, PK_AST_keyword, p->here);

    if (pk_py_accept(p, PK_TOK_power)) {
        node->keyword.value = pk_py_expression(p);
        return pk_py_done(p, node);
    }
    node->keyword.arg = pk_py_name(p);
    pk_py_expect(p, PK_TOK_assign);
    if (pk_py_at(p, PK_TOK_comma) || pk_py_at(p, PK_TOK_rparen))
        pk_py_fail_here(p, "expected argument value expression");
    node->keyword.value = pk_py_expression(p);
    if (at_comprehension(p))
        pk_py_fail_range(p, PK_SYNTAX, pk_py_start(node),
                         end_of(node->keyword.value),
                         "invalid syntax. Maybe you meant '==' or ':=' "
                         "instead of '='?");
    return pk_py_done(p, node);
}

static pk_ast *parse_positional(pk_py_parser *p, bool keyword, bool unpacked) {
    bool star = pk_py_at(p, PK_TOK_star);
    pk_ast *node;

    if (star) {
        node = pk_py_node(p, PK_AST_Starred, p->here);
        pk_py_advance(p);
        node->Starred.value = pk_py_expression(p);
        pk_py_done(p, node);
    } else {
        node = pk_py_named(p);
    }
    if (pk_py_at(p, PK_TOK_assign) && node->kind == PK_AST_Constant &&
        node->Constant.value.kind <= PK_CONST_bool)
        pk_py_fail_at(p, node, node, "cannot assign to %s",
                      pk_py_describe(node));
    if (pk_py_at(p, PK_TOK_assign))
        pk_py_fail_at(p, node, node,
                      "expression cannot contain assignment, perhaps you "
                      "meant \"==\"?");
    if (star && unpacked)
        pk_py_fail_at(p, node, node,
                      "iterable argument unpacking follows keyword "
                      "argument unpacking");
    if (!star && (keyword || unpacked))
        pk_py_fail_at(p, node, node,
                      "positional argument follows keyword argument%s",
                      unpacked ? " unpacking" : "");
    return node;
}

/* A generator without parentheses of its own must be the only argument. */
static pk_ast *parse_bare_generator(pk_py_parser *p, pk_py_place open,
                                    pk_ast *elt, bool only) {
    pk_ast *node = pk_py_node(p, PK_AST_GeneratorExp, pk_py_start(elt));

    check_comprehension(p, elt);
    node->GeneratorExp.elt = elt;
    node->GeneratorExp.generators = pk_py_comprehensions(p);
    pk_py_done(p, node);
    if (!only || !pk_py_at(p, PK_TOK_rparen)) {
        if (only && !pk_py_at(p, PK_TOK_comma))
            pk_py_fail(p);
        pk_py_fail_at(p, node, node,
                      "Generator expression must be parenthesized");
    }
    node->line = open.line;
    node->col = open.col;
    return node;
}

void pk_py_call_args(pk_py_parser *p, pk_py_place open, pk_ast_list *args,
                     pk_ast_list *keywords) {
    uint32_t mark = pk_py_list(p), count = 0, named = 0;
    bool keyword = false, unpacked = false;
    pk_ast *last = NULL, *generator = NULL;
    pk_ast_list all;

    while (!pk_py_at(p, PK_TOK_rparen) && !p->panic) {
        bool is_named =
            pk_py_at(p, PK_TOK_name) && pk_py_peek_kind(p, 1) == PK_TOK_assign;

        if (is_named || pk_py_at(p, PK_TOK_power)) {
            unpacked |= pk_py_at(p, PK_TOK_power);
            keyword |= is_named;
            last = parse_keyword(p);
        } else {
            last = parse_positional(p, keyword, unpacked);
            if (at_comprehension(p))
                last = generator =
                    parse_bare_generator(p, open, last, count == 0);
        }
        pk_py_push(p, last);
        count++;
        if (!pk_py_accept(p, PK_TOK_comma))
            break;
    }
    pk_py_expect_closer(p, PK_TOK_rparen, last);
    if (generator) {
        generator->end_line = p->end_line;
        generator->end_col = p->end_col;
    }
    all = pk_py_pop(p, mark);
    for (uint32_t i = 0; i < all.count; i++)
        if (all.items[i]->kind != PK_AST_keyword)
            pk_py_push(p, all.items[i]);
    *args = pk_py_pop(p, mark);
    for (uint32_t i = 0; i < all.count; i++)
        if (all.items[i]->kind == PK_AST_keyword)
            pk_py_push(p, all.items[i]), named++;
    *keywords = named ? pk_py_pop(p, mark) : (pk_ast_list){0};
}

static pk_ast *parse_call(pk_py_parser *p, pk_py_place from, pk_ast *func) {
    pk_ast *node = pk_py_node(p, PK_AST_Call, from);
    pk_py_place open = p->here;

    pk_py_advance(p);
    node->Call.func = func;
    pk_py_call_args(p, open, &node->Call.args, &node->Call.keywords);
    return pk_py_done(p, node);
}

static pk_ast *parse_attribute(pk_py_parser *p, pk_py_place from,
                               pk_ast *value) {
    pk_ast *node = pk_py_node(p, PK_AST_Attribute, from);

    pk_py_advance(p);
    node->Attribute.value = value;
    node->Attribute.attr = pk_py_name(p);
    return pk_py_done(p, node);
}

pk_ast *pk_py_primary(pk_py_parser *p) {
    pk_py_place from = p->here;
    bool await = pk_py_accept(p, PK_TOK_await);
    pk_py_place start = p->here;
    pk_ast *node = pk_py_atom(p), *whole;

    for (;;) {
        if (pk_py_at(p, PK_TOK_dot))
            node = parse_attribute(p, start, node);
        else if (pk_py_at(p, PK_TOK_lbracket))
            node = parse_subscript(p, start, node);
        else if (pk_py_at(p, PK_TOK_lparen))
            node = parse_call(p, start, node);
        else
            break;
        if (p->panic)
            break;
    }
    if (!await)
        return node;
    whole = pk_py_node(p, PK_AST_Await, from);
    whole->Await.value = node;
    return pk_py_done(p, whole);
}
