/* SPDX-License-Identifier: Apache-2.0 */
/* The match statement and its patterns. */
#include "frontend/parse/parse.h"

#include <string.h>

static pk_ast *parse_pattern(pk_py_parser *p);

/* ---- match and case ---- */

/* `match` is a name unless its logical line ends with a colon: then it can be
 * nothing else. */
bool pk_py_at_match(pk_py_parser *p) {
    pk_py_token_kind last = PK_TOK_error, kind;

    if (!pk_py_at_word(p, "match"))
        return false;
    kind = pk_py_peek_kind(p, 1);
    if (!pk_py_starts_expression(kind) && kind != PK_TOK_star)
        return false;
    for (uint32_t i = 1;; i++) {
        kind = pk_py_peek_kind(p, i);
        if (kind == PK_TOK_newline)
            return last == PK_TOK_colon;
        if (kind == PK_TOK_end || kind == PK_TOK_error)
            return false;
        last = kind;
    }
}

static pk_ast *parse_case(pk_py_parser *p) {
    pk_py_place from = p->here;
    pk_ast *node = pk_py_node(p, PK_AST_match_case, from);

    pk_py_advance(p);
    node->match_case.pattern = pk_py_pattern_top(p);
    if (pk_py_accept(p, PK_TOK_if)) {
        node->match_case.guard = pk_py_named(p);
        pk_py_check_equals(p, node->match_case.guard);
    }
    node->match_case.body = pk_py_block(p, "'case' statement", from.line);
    return pk_py_done(p, node);
}

/* a, *b, c is a tuple; a alone is itself. */
static pk_ast *parse_subject(pk_py_parser *p) {
    pk_py_place from = p->here;
    uint32_t mark = pk_py_list(p);
    pk_ast *first = pk_py_star_named(p), *node;

    if (!pk_py_at(p, PK_TOK_comma)) {
        if (first->kind == PK_AST_Starred)
            pk_py_fail(p);
        return first;
    }
    pk_py_push(p, first);
    while (pk_py_accept(p, PK_TOK_comma) && !pk_py_at(p, PK_TOK_colon))
        pk_py_push(p, pk_py_star_named(p));
    node = pk_py_node(p, PK_AST_Tuple, from);
    node->Tuple.elts = pk_py_pop(p, mark);
    return pk_py_done(p, node);
}

pk_ast *pk_py_match(pk_py_parser *p) {
    pk_py_place from = p->here;
    pk_ast *node = pk_py_node(p, PK_AST_Match, from);
    uint32_t mark;

    pk_py_advance(p);
    node->Match.subject = parse_subject(p);
    if (!pk_py_accept(p, PK_TOK_colon))
        pk_py_fail_here(
            p, "expected ':'\n"
               "a line of def, if, elif, else, for and while ends in ':'");
    pk_py_expect(p, PK_TOK_newline);
    if (!pk_py_at(p, PK_TOK_indent))
        pk_py_fail_here(
            p,
            "expected an indented block after 'match' statement on line %u\n"
            "indent the lines of its block by four spaces; write `pass` for "
            "an empty block",
            from.line);
    pk_py_advance(p);
    if (p->panic)
        return node;
    mark = pk_py_list(p);
    while (!pk_py_at(p, PK_TOK_dedent) && !pk_py_at(p, PK_TOK_end)) {
        pk_py_forget(p);
        if (!pk_py_at_word(p, "case"))
            pk_py_fail(p);
        pk_py_push(p, parse_case(p));
        if (p->panic)
            pk_py_remains(p);
    }
    pk_py_accept(p, PK_TOK_dedent);
    node->Match.cases = pk_py_pop(p, mark);
    return pk_py_done(p, node);
}

/* ---- patterns ---- */

/* A capture: a MatchAs with a name, `_` with none. */
static pk_ast *parse_capture(pk_py_parser *p) {
    pk_ast *node = pk_py_node(p, PK_AST_MatchAs, p->here);
    const char *name = pk_py_name(p);

    if (strcmp(name, "_") != 0)
        node->MatchAs.name = name;
    return pk_py_done(p, node);
}

static pk_ast *parse_star_pattern(pk_py_parser *p) {
    pk_ast *node = pk_py_node(p, PK_AST_MatchStar, p->here);
    const char *name;

    pk_py_advance(p);
    name = pk_py_name(p);
    if (strcmp(name, "_") != 0)
        node->MatchStar.name = name;
    return pk_py_done(p, node);
}

static bool is_complex(const pk_ast *node) {
    return node->kind == PK_AST_Constant &&
           node->Constant.value.kind == PK_CONST_complex;
}

/* A number with its sign. */
static pk_ast *parse_signed(pk_py_parser *p) {
    pk_ast *node;

    if (!pk_py_at(p, PK_TOK_minus))
        return pk_py_at(p, PK_TOK_number) ? pk_py_number(p) : pk_py_atom(p);
    node = pk_py_node(p, PK_AST_UnaryOp, p->here);
    pk_py_advance(p);
    node->UnaryOp.op = PK_AST_OP_USub;
    if (!pk_py_at(p, PK_TOK_number))
        pk_py_fail(p);
    node->UnaryOp.operand = pk_py_number(p);
    return pk_py_done(p, node);
}

/* Numbers (with a sign, or real + imaginary) and strings. */
static pk_ast *parse_literal(pk_py_parser *p) {
    pk_ast *left, *node;
    pk_ast_op op;

    if (pk_py_at(p, PK_TOK_string) || pk_py_at(p, PK_TOK_fstring_start)) {
        node = pk_py_strings(p);
        if (node->kind == PK_AST_JoinedStr)
            pk_py_fail_at(p, node, node,
                          "patterns may only match literals and attribute "
                          "lookups");
        return node;
    }
    left = parse_signed(p);
    op = pk_py_at(p, PK_TOK_minus) ? PK_AST_OP_Sub : PK_AST_OP_Add;
    if (!pk_py_at(p, PK_TOK_plus) && !pk_py_at(p, PK_TOK_minus))
        return left;
    node = pk_py_node(p, PK_AST_BinOp, pk_py_start(left));
    if (is_complex(left) ||
        (left->kind == PK_AST_UnaryOp && is_complex(left->UnaryOp.operand)))
        pk_py_fail_at(p, left, left, "real number required in complex literal");
    pk_py_advance(p);
    node->BinOp.left = left;
    node->BinOp.op = op;
    if (!pk_py_at(p, PK_TOK_number))
        pk_py_fail(p);
    node->BinOp.right = pk_py_number(p);
    if (!is_complex(node->BinOp.right))
        pk_py_fail_at(p, node->BinOp.right, node->BinOp.right,
                      "imaginary number required in complex literal");
    return pk_py_done(p, node);
}

/* a.b.c */
static pk_ast *parse_lookup(pk_py_parser *p) {
    pk_ast *node = pk_py_atom(p);

    while (pk_py_at(p, PK_TOK_dot)) {
        pk_ast *attr = pk_py_node(p, PK_AST_Attribute, pk_py_start(node));

        pk_py_advance(p);
        attr->Attribute.value = node;
        attr->Attribute.attr = pk_py_name(p);
        node = pk_py_done(p, attr);
    }
    return node;
}

static pk_ast *value_pattern(pk_py_parser *p, pk_ast *value) {
    pk_ast *node = pk_py_node(p, PK_AST_MatchValue, pk_py_start(value));

    node->MatchValue.value = value;
    return pk_py_done(p, node);
}

static pk_ast *parse_singleton(pk_py_parser *p) {
    pk_ast *node = pk_py_node(p, PK_AST_MatchSingleton, p->here);
    pk_ast *constant = pk_py_atom(p);

    if (!p->panic)
        node->MatchSingleton.value = constant->Constant.value;
    return pk_py_done(p, node);
}

/* Patterns up to `closer`, which is taken; *tuple: there was a comma. */
static pk_ast_list parse_patterns(pk_py_parser *p, pk_py_token_kind closer,
                                  bool *tuple) {
    uint32_t mark = pk_py_list(p);

    *tuple = false;
    while (!pk_py_at(p, closer) && !p->panic) {
        pk_py_push(p, pk_py_at(p, PK_TOK_star) ? parse_star_pattern(p)
                                               : parse_pattern(p));
        if (!pk_py_accept(p, PK_TOK_comma))
            break;
        *tuple = true;
    }
    pk_py_expect_closer(p, closer, NULL);
    return pk_py_pop(p, mark);
}

/* (...) and [...]: a group when it is one pattern in parentheses. */
static pk_ast *parse_sequence(pk_py_parser *p) {
    pk_ast *node = pk_py_node(p, PK_AST_MatchSequence, p->here);
    bool paren = pk_py_at(p, PK_TOK_lparen), tuple;
    pk_ast_list items;

    pk_py_advance(p);
    items = parse_patterns(p, paren ? PK_TOK_rparen : PK_TOK_rbracket, &tuple);
    if (paren && !tuple && items.count == 1) {
        if (items.items[0]->kind == PK_AST_MatchStar)
            pk_py_fail(p);
        return items.items[0];
    }
    node->MatchSequence.patterns = items;
    return pk_py_done(p, node);
}

/* A key: a literal, None, True, False or a dotted name. */
static pk_ast *parse_key(pk_py_parser *p) {
    switch (p->kind) {
    case PK_TOK_number:
    case PK_TOK_minus:
    case PK_TOK_string:
    case PK_TOK_fstring_start: return parse_literal(p);
    case PK_TOK_None:
    case PK_TOK_True:
    case PK_TOK_False: return pk_py_atom(p);
    default:
        if (!pk_py_at(p, PK_TOK_name) || pk_py_peek_kind(p, 1) != PK_TOK_dot)
            pk_py_fail(p);
        return parse_lookup(p);
    }
}

static pk_ast *parse_mapping(pk_py_parser *p) {
    pk_ast *node = pk_py_node(p, PK_AST_MatchMapping, p->here);
    struct pk_ast_MatchMapping *map = &node->MatchMapping;
    uint32_t mark = pk_py_list(p);
    pk_ast_list pairs;

    pk_py_advance(p);
    while (!pk_py_at(p, PK_TOK_rbrace) && !p->panic) {
        if (map->rest)
            pk_py_fail(p);
        if (pk_py_accept(p, PK_TOK_power)) {
            map->rest = pk_py_name(p);
            if (strcmp(map->rest, "_") == 0)
                pk_py_fail(p);
        } else {
            pk_py_push(p, parse_key(p));
            pk_py_expect(p, PK_TOK_colon);
            pk_py_push(p, parse_pattern(p));
        }
        if (!pk_py_accept(p, PK_TOK_comma))
            break;
    }
    pk_py_expect_closer(p, PK_TOK_rbrace, NULL);
    pairs = pk_py_pop(p, mark);
    for (uint32_t i = 0; i < pairs.count; i += 2)
        pk_py_push(p, pairs.items[i]);
    map->keys = pk_py_pop(p, mark);
    for (uint32_t i = 1; i < pairs.count; i += 2)
        pk_py_push(p, pairs.items[i]);
    map->patterns = pk_py_pop(p, mark);
    return pk_py_done(p, node);
}

/* name=pattern of a class pattern: the name is kept as a Name node until the
 * list is whole. */
static pk_ast_names names_of(pk_py_parser *p, const pk_ast_list *pairs) {
    pk_ast_names names = {0};

    if (pairs->count == 0 || p->panic)
        return names;
    names.items =
        pk_arena_array(p->arena, pairs->count / 2, sizeof *names.items);
    if (p->arena->failed)
        return (pk_ast_names){0};
    for (uint32_t i = 0; i + 1 < pairs->count; i += 2)
        names.items[names.count++] = pairs->items[i]->Name.id;
    return names;
}

static pk_ast *parse_class_pattern(pk_py_parser *p, pk_ast *cls) {
    pk_ast *node = pk_py_node(p, PK_AST_MatchClass, pk_py_start(cls));
    struct pk_ast_MatchClass *match = &node->MatchClass;
    uint32_t mark = pk_py_list(p);
    bool named = false;
    pk_ast_list pairs = {0};

    pk_py_advance(p);
    match->cls = cls;
    while (!pk_py_at(p, PK_TOK_rparen) && !p->panic) {
        bool is_named =
            pk_py_at(p, PK_TOK_name) && pk_py_peek_kind(p, 1) == PK_TOK_assign;

        if (is_named && !named) {
            match->patterns = pk_py_pop(p, mark);
            named = true;
        }
        if (named && !is_named)
            pk_py_fail_here(p, "positional patterns follow keyword patterns");
        if (is_named) {
            pk_py_push(p, pk_py_atom(p));
            pk_py_advance(p);
        }
        pk_py_push(p, parse_pattern(p));
        if (!pk_py_accept(p, PK_TOK_comma))
            break;
    }
    pk_py_expect_closer(p, PK_TOK_rparen, NULL);
    if (!named) {
        match->patterns = pk_py_pop(p, mark);
        return pk_py_done(p, node);
    }
    pairs = pk_py_pop(p, mark);
    match->kwd_attrs = names_of(p, &pairs);
    for (uint32_t i = 1; i < pairs.count; i += 2)
        pk_py_push(p, pairs.items[i]);
    match->kwd_patterns = pk_py_pop(p, mark);
    return pk_py_done(p, node);
}

static pk_ast *parse_name_pattern(pk_py_parser *p) {
    pk_py_token_kind next = pk_py_peek_kind(p, 1);
    pk_ast *value;

    if (next != PK_TOK_dot && next != PK_TOK_lparen)
        return parse_capture(p);
    value = parse_lookup(p);
    if (pk_py_at(p, PK_TOK_lparen))
        return parse_class_pattern(p, value);
    return value_pattern(p, value);
}

static pk_ast *parse_closed(pk_py_parser *p) {
    switch (p->kind) {
    case PK_TOK_number:
    case PK_TOK_minus:
    case PK_TOK_string:
    case PK_TOK_fstring_start: return value_pattern(p, parse_literal(p));
    case PK_TOK_None:
    case PK_TOK_True:
    case PK_TOK_False: return parse_singleton(p);
    case PK_TOK_name: return parse_name_pattern(p);
    case PK_TOK_lparen:
    case PK_TOK_lbracket: return parse_sequence(p);
    case PK_TOK_lbrace: return parse_mapping(p);
    default: pk_py_fail(p); return pk_py_node(p, PK_AST_Pass, (pk_py_place){0});
    }
}

static pk_ast *parse_or(pk_py_parser *p) {
    pk_py_place from = p->here;
    pk_ast *first = parse_closed(p), *node;
    uint32_t mark;

    if (!pk_py_at(p, PK_TOK_bar))
        return first;
    mark = pk_py_list(p);
    pk_py_push(p, first);
    while (pk_py_accept(p, PK_TOK_bar))
        pk_py_push(p, parse_closed(p));
    node = pk_py_node(p, PK_AST_MatchOr, from);
    node->MatchOr.patterns = pk_py_pop(p, mark);
    return pk_py_done(p, node);
}

static pk_ast *parse_pattern(pk_py_parser *p) {
    pk_py_place from = p->here;
    pk_ast *inner, *node;
    const char *name;

    if (!pk_py_enter(p))
        return pk_py_node(p, PK_AST_Pass, (pk_py_place){0});
    inner = parse_or(p);
    pk_py_leave(p);
    if (!pk_py_accept(p, PK_TOK_as))
        return inner;
    node = pk_py_node(p, PK_AST_MatchAs, from);
    if (!pk_py_at(p, PK_TOK_name))
        pk_py_fail_here(p, "invalid pattern target");
    if (pk_py_at_word(p, "_"))
        pk_py_fail_here(p, "cannot use '_' as a target");
    name = pk_py_name(p);
    if (pk_py_at(p, PK_TOK_dot) || pk_py_at(p, PK_TOK_lparen))
        pk_py_fail_here(p, "invalid pattern target");
    node->MatchAs.pattern = inner;
    node->MatchAs.name = name;
    return pk_py_done(p, node);
}

pk_ast *pk_py_pattern_top(pk_py_parser *p) {
    bool star = pk_py_at(p, PK_TOK_star);
    uint32_t mark = pk_py_list(p);
    pk_py_place from = p->here;
    pk_ast *first = star ? parse_star_pattern(p) : parse_pattern(p), *node;

    if (!star && !pk_py_at(p, PK_TOK_comma))
        return first;
    pk_py_push(p, first);
    if (!pk_py_at(p, PK_TOK_comma))
        pk_py_fail(p);
    while (pk_py_accept(p, PK_TOK_comma)) {
        if (pk_py_at(p, PK_TOK_colon) || pk_py_at(p, PK_TOK_if))
            break;
        pk_py_push(p, pk_py_at(p, PK_TOK_star) ? parse_star_pattern(p)
                                               : parse_pattern(p));
    }
    node = pk_py_node(p, PK_AST_MatchSequence, from);
    node->MatchSequence.patterns = pk_py_pop(p, mark);
    return pk_py_done(p, node);
}
