/* SPDX-License-Identifier: Apache-2.0 */
/* Statements that hold blocks. */
#include "frontend/parse/parse.h"

#include <string.h>

/* ---- blocks ---- */

static void expect_colon(pk_py_parser *p) {
    if (!pk_py_at(p, PK_TOK_colon) && !p->panic) {
        if (p->lexer.level)
            pk_py_fail(p);
        pk_py_fail_here(
            p, "expected ':'\n"
               "a line of def, if, elif, else, for and while ends in ':'");
    }
    pk_py_accept(p, PK_TOK_colon);
}

/* Statements up to the dedent; each error among them ends with its own. */
static void parse_statements(pk_py_parser *p) {
    while (!pk_py_at(p, PK_TOK_dedent) && !pk_py_at(p, PK_TOK_end))
        pk_py_statement(p);
    pk_py_accept(p, PK_TOK_dedent);
}

pk_ast_list pk_py_statements(pk_py_parser *p) {
    uint32_t mark = pk_py_list(p);

    parse_statements(p);
    return pk_py_pop(p, mark);
}

pk_ast_list pk_py_block(pk_py_parser *p, const char *what, uint32_t line) {
    uint32_t mark = pk_py_list(p);

    expect_colon(p);
    if (p->panic)
        return (pk_ast_list){0};
    if (!pk_py_accept(p, PK_TOK_newline)) {
        pk_py_simple_line(p);
        return pk_py_pop(p, mark);
    }
    if (!pk_py_at(p, PK_TOK_indent)) {
        pk_py_fail_here(p,
                        "expected an indented block after %s on line %u\n"
                        "indent the lines of its block by four spaces; write "
                        "`pass` for an empty block",
                        what, line);
        return (pk_ast_list){0};
    }
    pk_py_advance(p);
    parse_statements(p);
    return pk_py_pop(p, mark);
}

/* A condition, in which = is most likely a slip. */
static pk_ast *parse_test(pk_py_parser *p) {
    pk_ast *test = pk_py_named(p);

    pk_py_check_equals(p, test);
    return test;
}

static pk_ast_list parse_else(pk_py_parser *p) {
    uint32_t line = p->here.line;

    if (!pk_py_accept(p, PK_TOK_else))
        return (pk_ast_list){0};
    if (pk_py_at(p, PK_TOK_if))
        pk_py_fail_here(p, "expected ':'. Maybe you meant 'elif' instead "
                           "of 'else if'?");
    return pk_py_block(p, "'else' statement", line);
}

/* ---- if, while, for ---- */

/* A chain of elif is a chain of If nodes, made by a loop. */
static pk_ast *parse_if(pk_py_parser *p) {
    pk_ast *first = NULL, *last = NULL;

    do {
        pk_py_place from = p->here;
        pk_ast *node = pk_py_node(p, PK_AST_If, from);

        pk_py_advance(p);
        node->If.test = parse_test(p);
        node->If.body = pk_py_block(
            p, last ? "'elif' statement" : "'if' statement", from.line);
        if (last)
            last->If.orelse = pk_py_single(p, node);
        else
            first = node;
        last = node;
    } while (pk_py_at(p, PK_TOK_elif));
    last->If.orelse = parse_else(p);
    for (pk_ast *node = first; node && !p->panic;
         node = node == last ? NULL : node->If.orelse.items[0]) {
        node->end_line = p->end_line;
        node->end_col = p->end_col;
    }
    return first;
}

static pk_ast *parse_while(pk_py_parser *p) {
    pk_py_place from = p->here;
    pk_ast *node = pk_py_node(p, PK_AST_While, from);

    pk_py_advance(p);
    node->While.test = parse_test(p);
    node->While.body = pk_py_block(p, "'while' statement", from.line);
    node->While.orelse = parse_else(p);
    return pk_py_done(p, node);
}

static pk_ast *parse_for(pk_py_parser *p, pk_ast_kind kind, pk_py_place from) {
    pk_ast *node = pk_py_node(p, kind, from);
    struct pk_ast_For *loop = &node->For;

    pk_py_advance(p);
    loop->target = pk_py_for_targets(p);
    pk_py_expect(p, PK_TOK_in);
    loop->iter = pk_py_star_expressions(p);
    loop->body = pk_py_block(p, "'for' statement", from.line);
    loop->orelse = parse_else(p);
    return pk_py_done(p, node);
}

/* ---- with ---- */

static pk_ast *parse_with_item(pk_py_parser *p) {
    pk_ast *node = pk_py_node(p, PK_AST_withitem, p->here);

    node->withitem.context_expr = pk_py_expression(p);
    if (pk_py_accept(p, PK_TOK_as)) {
        pk_ast *target =
            pk_py_at(p, PK_TOK_star) ? pk_py_star_named(p) : pk_py_bitor(p);

        pk_py_target(p, target, PK_TARGET_other);
        node->withitem.optional_vars = target;
    }
    return pk_py_done(p, node);
}

/* with (a as b, c as d): -- only when a colon follows; otherwise the
 * parentheses belong to the first item's expression. */
static bool parse_paren_items(pk_py_parser *p, uint32_t mark) {
    uint32_t saved = pk_py_try(p);
    bool good;

    pk_py_advance(p);
    do {
        if (pk_py_at(p, PK_TOK_rparen))
            break;
        pk_py_push(p, parse_with_item(p));
    } while (pk_py_accept(p, PK_TOK_comma));
    good = pk_py_list(p) > mark && pk_py_accept(p, PK_TOK_rparen) &&
           pk_py_at(p, PK_TOK_colon);
    if (!good)
        p->panic = true;
    if (!pk_py_end_try(p, saved, true)) {
        p->stack_count = mark;
        return false;
    }
    return true;
}

static pk_ast *parse_with(pk_py_parser *p, pk_ast_kind kind, pk_py_place from) {
    pk_ast *node = pk_py_node(p, kind, from);
    struct pk_ast_With *with = &node->With;
    uint32_t mark;

    pk_py_advance(p);
    mark = pk_py_list(p);
    if (!pk_py_at(p, PK_TOK_lparen) || !parse_paren_items(p, mark)) {
        do
            pk_py_push(p, parse_with_item(p));
        while (pk_py_accept(p, PK_TOK_comma));
    }
    with->items = pk_py_pop(p, mark);
    with->body = pk_py_block(p, "'with' statement", from.line);
    return pk_py_done(p, node);
}

/* ---- try ---- */

static pk_ast *parse_handler(pk_py_parser *p, bool *star) {
    pk_py_place from = p->here;
    pk_ast *node = pk_py_node(p, PK_AST_ExceptHandler, from);
    struct pk_ast_ExceptHandler *handler = &node->ExceptHandler;

    pk_py_advance(p);
    *star = pk_py_accept(p, PK_TOK_star);
    if (*star && pk_py_at(p, PK_TOK_colon))
        pk_py_fail_here(p, "expected one or more exception types");
    if (!pk_py_at(p, PK_TOK_colon)) {
        handler->type = pk_py_expression(p);
        if (pk_py_at(p, PK_TOK_comma))
            pk_py_fail_at(p, handler->type, handler->type,
                          "multiple exception types must be parenthesized");
        if (pk_py_accept(p, PK_TOK_as))
            handler->name = pk_py_name(p);
    }
    handler->body = pk_py_block(
        p, *star ? "'except*' statement" : "'except' statement", from.line);
    return pk_py_done(p, node);
}

static pk_ast_list parse_handlers(pk_py_parser *p, bool *star) {
    uint32_t mark = pk_py_list(p);
    bool first = true;

    while (pk_py_at(p, PK_TOK_except)) {
        bool this_star;
        pk_py_place from = p->here;

        pk_py_push(p, parse_handler(p, &this_star));
        if (!first && this_star != *star)
            pk_py_fail_range(p, PK_SYNTAX, from,
                             (pk_py_place){from.line, from.col + 6},
                             "cannot have both 'except' and 'except*' on "
                             "the same 'try'");
        *star = this_star;
        first = false;
    }
    return pk_py_pop(p, mark);
}

static pk_ast *parse_try(pk_py_parser *p) {
    pk_py_place from = p->here;
    pk_ast *node = pk_py_node(p, PK_AST_Try, from);
    struct pk_ast_Try *t = &node->Try;
    bool star = false;

    pk_py_advance(p);
    t->body = pk_py_block(p, "'try' statement", from.line);
    t->handlers = parse_handlers(p, &star);
    if (t->handlers.count)
        t->orelse = parse_else(p);
    if (pk_py_at(p, PK_TOK_finally)) {
        uint32_t line = p->here.line;

        pk_py_advance(p);
        t->finalbody = pk_py_block(p, "'finally' statement", line);
    } else if (!t->handlers.count) {
        pk_py_fail_here(p, "expected 'except' or 'finally' block");
    }
    if (star)
        node->kind = PK_AST_TryStar; /* the same fields */
    return pk_py_done(p, node);
}

/* ---- def and class ---- */

/* Skips to the next line that begins in the first column. */
static void skip_body(pk_py_parser *p) {
    const pk_source *source = p->source;
    uint32_t line;

    expect_colon(p);
    line = p->end_line - source->first_line + 2;
    while (line < source->line_count &&
           strchr(" \n", source->text[source->line_starts[line - 1]]))
        line++;
    if (!p->panic)
        pk_py_restart(p, line);
}

static pk_ast *parse_def(pk_py_parser *p, pk_ast_kind kind, pk_py_place from,
                         pk_ast_list decorators) {
    pk_ast *node = pk_py_node(p, kind, from);
    struct pk_ast_FunctionDef *def = &node->FunctionDef;

    pk_py_advance(p);
    def->decorator_list = decorators;
    def->name = pk_py_name(p);
    def->type_params = pk_py_type_params(p);
    if (!pk_py_at(p, PK_TOK_lparen))
        pk_py_fail_here(p, "expected '('");
    pk_py_expect(p, PK_TOK_lparen);
    def->args = pk_py_params(p, false);
    pk_py_expect_closer(p, PK_TOK_rparen, NULL);
    if (pk_py_accept(p, PK_TOK_arrow))
        def->returns = pk_py_expression(p);
    if (p->outline && from.col == 1)
        skip_body(p);
    else
        def->body = pk_py_block(p, "function definition", from.line);
    return pk_py_done(p, node);
}

static pk_ast *parse_class(pk_py_parser *p, pk_ast_list decorators) {
    pk_py_place from = p->here;
    pk_ast *node = pk_py_node(p, PK_AST_ClassDef, from);
    struct pk_ast_ClassDef *def = &node->ClassDef;

    pk_py_advance(p);
    def->decorator_list = decorators;
    def->name = pk_py_name(p);
    def->type_params = pk_py_type_params(p);
    if (pk_py_at(p, PK_TOK_lparen)) {
        pk_py_place open = p->here;

        pk_py_advance(p);
        pk_py_call_args(p, open, &def->bases, &def->keywords);
    }
    def->body = pk_py_block(p, "class definition", from.line);
    return pk_py_done(p, node);
}

static pk_ast *parse_async(pk_py_parser *p, pk_ast_list decorators,
                           bool decorated) {
    pk_py_place from = p->here;
    pk_py_token_kind next = pk_py_peek_kind(p, 1);

    pk_py_advance(p);
    if (next == PK_TOK_def)
        return parse_def(p, PK_AST_AsyncFunctionDef, from, decorators);
    if (next == PK_TOK_for && !decorated)
        return parse_for(p, PK_AST_AsyncFor, from);
    if (next == PK_TOK_with && !decorated)
        return parse_with(p, PK_AST_AsyncWith, from);
    pk_py_fail(p);
    return pk_py_node(p, PK_AST_Pass, from);
}

static pk_ast *parse_decorated(pk_py_parser *p) {
    uint32_t mark = pk_py_list(p);
    pk_ast_list decorators;
    pk_py_place from;

    while (pk_py_accept(p, PK_TOK_at)) {
        pk_py_push(p, pk_py_named(p));
        pk_py_expect(p, PK_TOK_newline);
    }
    decorators = pk_py_pop(p, mark);
    from = p->here;
    switch (p->kind) {
    case PK_TOK_def: return parse_def(p, PK_AST_FunctionDef, from, decorators);
    case PK_TOK_class: return parse_class(p, decorators);
    case PK_TOK_async: return parse_async(p, decorators, true);
    default: pk_py_fail(p); return pk_py_node(p, PK_AST_Pass, from);
    }
}

/* ---- any statement ---- */

pk_ast *pk_py_compound(pk_py_parser *p) {
    pk_py_place from = p->here;
    pk_ast_list none = {0};

    switch (p->kind) {
    case PK_TOK_if: return parse_if(p);
    case PK_TOK_while: return parse_while(p);
    case PK_TOK_for: return parse_for(p, PK_AST_For, from);
    case PK_TOK_with: return parse_with(p, PK_AST_With, from);
    case PK_TOK_try: return parse_try(p);
    case PK_TOK_def: return parse_def(p, PK_AST_FunctionDef, from, none);
    case PK_TOK_class: return parse_class(p, none);
    case PK_TOK_async: return parse_async(p, none, false);
    case PK_TOK_at: return parse_decorated(p);
    case PK_TOK_name: return pk_py_at_match(p) ? pk_py_match(p) : NULL;
    default: return NULL;
    }
}

static bool starts_clause(pk_py_token_kind kind) {
    return kind == PK_TOK_elif || kind == PK_TOK_else ||
           kind == PK_TOK_except || kind == PK_TOK_finally;
}

void pk_py_remains(pk_py_parser *p) {
    uint32_t mark = pk_py_list(p);

    pk_py_recover(p);
    while (!p->stop) {
        if (pk_py_at(p, PK_TOK_indent)) {
            pk_py_advance(p);
            parse_statements(p);
        } else if (starts_clause(p->kind)) {
            p->panic = true;
            pk_py_recover(p);
        } else {
            break;
        }
    }
    p->stack_count = mark;
}

void pk_py_statement(pk_py_parser *p) {
    uint32_t mark = pk_py_list(p);
    pk_ast *node;

    pk_py_forget(p);
    node = pk_py_compound(p);
    if (node)
        pk_py_push(p, node);
    else
        pk_py_simple_line(p);
    if (!p->panic)
        return;
    p->stack_count = mark;
    pk_py_remains(p);
}
