/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers, strings side by side, and f-strings. */
#include "base/text.h"
#include "frontend/parse/literal.h"
#include "frontend/parse/parse.h"

#include <string.h>

pk_ast *pk_py_number(pk_py_parser *p) {
    const pk_py_token *token = pk_py_peek(p, 0);
    pk_ast *node = pk_py_node(p, PK_AST_Constant, p->here);

    node->Constant.value = pk_literal_number(
        p->arena, p->source->text + token->start, token->end - token->start);
    pk_py_advance(p);
    return pk_py_done(p, node);
}

/* A row of strings on its way to one node: text that was decoded but is not
 * yet a constant, and the values before it (on the parser's stack). */
typedef struct joined {
    pk_py_parser *p;
    pk_text text;
    bool named;       /* the text has a \N{name} */
    bool formatted;   /* some part is an f-string */
    pk_py_place from; /* where the text starts */
    uint32_t mark;
} joined;

static void joined_init(joined *j, pk_py_parser *p) {
    *j = (joined){.p = p, .from = p->here, .mark = pk_py_list(p)};
    pk_text_init(&j->text, p->arena->allocator);
}

/* The place of a byte in a token, which may have several lines. */
static pk_py_place place_in(const pk_py_parser *p, const pk_py_token *token,
                            uint32_t offset) {
    uint32_t line = token->line;

    while (line < token->end_line && p->source->line_starts[line] <= offset)
        line++;
    return (pk_py_place){p->source->first_line + line - 1,
                         offset - p->source->line_starts[line - 1] + 1};
}

/* Decodes bytes `start` to `end` of the source, which lie in `token`. */
static void joined_decode(joined *j, const pk_py_token *token, uint32_t start,
                          uint32_t end, unsigned flags) {
    const char *text = j->p->source->text + start;
    size_t length = end - start, before = j->text.length, at = 0;
    const char *fault = NULL;

    if (length == 0)
        return;
    pk_text_bytes(&j->text, text, length); /* room: escapes only shrink */
    if (j->text.failed) {
        j->p->arena->failed = true;
        return;
    }
    length = pk_literal_decode(text, length, flags, j->text.data + before,
                               &fault, &at, &j->named);
    j->text.length = before + length;
    if (fault) {
        pk_py_place from = place_in(j->p, token, start + (uint32_t)at);

        pk_py_fail_range(j->p, PK_SYNTAX, from, from, "%s%s",
                         flags & PK_LITERAL_bytes ? "" : "(unicode error) ",
                         fault);
    }
}

static pk_ast *joined_constant(joined *j, pk_const_kind kind) {
    pk_py_parser *p = j->p;
    pk_ast *node = pk_py_node(p, PK_AST_Constant, j->from);
    pk_const *value = &node->Constant.value;

    value->kind = (uint8_t)kind;
    value->length = (uint32_t)j->text.length;
    value->text =
        pk_arena_text(p->arena, pk_text_string(&j->text), j->text.length);
    value->overflow = j->named;
    j->text.length = 0;
    j->named = false;
    return pk_py_done(p, node);
}

/* The text so far becomes a value. */
static void joined_flush(joined *j) {
    if (j->text.length)
        pk_py_push(j->p, joined_constant(j, PK_CONST_str));
    j->from = j->p->here;
}

static pk_ast *joined_finish(joined *j, pk_py_place from) {
    pk_ast *node;

    joined_flush(j);
    node = pk_py_node(j->p, PK_AST_JoinedStr, from);
    node->JoinedStr.values = pk_py_pop(j->p, j->mark);
    return pk_py_done(j->p, node);
}

/* ---- f-strings ---- */

static void parse_text(joined *j, unsigned flags);

static int32_t parse_conversion(pk_py_parser *p) {
    const pk_py_token *token;
    char letter;

    if (!pk_py_accept(p, PK_TOK_exclamation))
        return -1;
    token = pk_py_peek(p, 0);
    letter = p->source->text[token->start];
    if (!pk_py_at(p, PK_TOK_name))
        pk_py_fail_here(p, "f-string: invalid conversion character");
    else if (token->end - token->start != 1 || !strchr("sra", letter))
        pk_py_fail_here(p,
                        "f-string: invalid conversion character '%s': "
                        "expected 's', 'r', or 'a'",
                        token->name);
    pk_py_advance(p);
    return letter;
}

static pk_ast *parse_format_spec(pk_py_parser *p, unsigned flags) {
    pk_py_place from = p->here;
    pk_ast *node;
    joined spec;

    joined_init(&spec, p);
    while (pk_py_at(p, PK_TOK_fstring_middle) || pk_py_at(p, PK_TOK_lbrace))
        parse_text(&spec, flags);
    node = joined_finish(&spec, from);
    pk_text_finish(&spec.text);
    return node;
}

static pk_ast *parse_field_value(pk_py_parser *p) {
    if (pk_py_at(p, PK_TOK_rbrace) || pk_py_at(p, PK_TOK_exclamation) ||
        pk_py_at(p, PK_TOK_colon) || pk_py_at(p, PK_TOK_assign))
        pk_py_fail_here(p, "f-string: valid expression required before '%c'",
                        p->source->text[pk_py_peek(p, 0)->start]);
    return pk_py_rhs(p);
}

/* {value = !conversion :spec}. */
static void parse_field(joined *j, unsigned flags) {
    pk_py_parser *p = j->p;
    const pk_py_token open = *pk_py_peek(p, 0);
    pk_py_place from = p->here;
    bool verbatim;
    pk_ast *node, *value;

    pk_py_advance(p);
    value = parse_field_value(p);
    if (value->kind == PK_AST_Starred)
        pk_py_fail_at(p, value, value,
                      "f-string: cannot use starred expression here");
    verbatim = pk_py_accept(p, PK_TOK_assign);
    if (verbatim)
        pk_text_bytes(&j->text, p->source->text + open.end,
                      pk_py_peek(p, 0)->start - open.end);
    joined_flush(j);
    node = pk_py_node(p, PK_AST_FormattedValue, from);
    node->FormattedValue.value = value;
    node->FormattedValue.conversion = parse_conversion(p);
    if (pk_py_accept(p, PK_TOK_colon))
        node->FormattedValue.format_spec = parse_format_spec(p, flags);
    else if (verbatim && node->FormattedValue.conversion < 0)
        node->FormattedValue.conversion = 'r';
    if (!pk_py_accept(p, PK_TOK_rbrace))
        pk_py_fail_here(p, "f-string: expecting '}'");
    pk_py_push(p, pk_py_done(p, node));
    j->from = p->here;
}

/* A run of text or a field. */
static void parse_text(joined *j, unsigned flags) {
    pk_py_parser *p = j->p;

    if (pk_py_at(p, PK_TOK_lbrace)) {
        if (pk_py_enter(p))
            parse_field(j, flags);
        pk_py_leave(p);
    } else {
        const pk_py_token token = *pk_py_peek(p, 0);

        pk_py_advance(p);
        joined_decode(j, &token, token.start, token.end,
                      flags | PK_LITERAL_fstring);
    }
}

static unsigned prefix_flags(const pk_py_parser *p, const pk_py_token *token,
                             uint32_t *length) {
    const char *text = p->source->text + token->start;
    unsigned flags = 0;

    for (*length = 0; text[*length] != '"' && text[*length] != '\'';
         ++*length) {
        flags |= (text[*length] | 32) == 'r' ? PK_LITERAL_raw : 0;
        flags |= (text[*length] | 32) == 'b' ? PK_LITERAL_bytes : 0;
    }
    return flags;
}

static void parse_fstring(joined *j) {
    pk_py_parser *p = j->p;
    uint32_t prefix;
    unsigned flags = prefix_flags(p, pk_py_peek(p, 0), &prefix);

    j->formatted = true;
    pk_py_advance(p);
    while (pk_py_at(p, PK_TOK_fstring_middle) || pk_py_at(p, PK_TOK_lbrace))
        parse_text(j, flags);
    if (!pk_py_accept(p, PK_TOK_fstring_end))
        pk_py_fail(p);
}

/* ---- strings ---- */

static unsigned parse_string(joined *j) {
    pk_py_parser *p = j->p;
    const pk_py_token token = *pk_py_peek(p, 0);
    const char *text = p->source->text;
    uint32_t prefix, quotes, start;
    unsigned flags = prefix_flags(p, &token, &prefix);

    start = token.start + prefix;
    quotes = text[start + 1] == text[start] && text[start + 2] == text[start] &&
                     token.end - start >= 6
                 ? 3
                 : 1;
    joined_decode(j, &token, start + quotes, token.end - quotes, flags);
    pk_py_advance(p);
    return flags;
}

pk_ast *pk_py_strings(pk_py_parser *p) {
    pk_py_place from = p->here;
    uint32_t bytes = 0, count = 0;
    pk_ast *node;
    joined j;

    joined_init(&j, p);
    while (pk_py_at(p, PK_TOK_string) || pk_py_at(p, PK_TOK_fstring_start)) {
        if (pk_py_at(p, PK_TOK_string))
            bytes += (parse_string(&j) & PK_LITERAL_bytes) != 0;
        else
            parse_fstring(&j);
        count++;
    }
    if (bytes && bytes != count)
        pk_py_fail_range(p, PK_SYNTAX, from,
                         (pk_py_place){p->end_line, p->end_col},
                         "cannot mix bytes and nonbytes literals");
    if (j.formatted)
        node = joined_finish(&j, from);
    else
        node = joined_constant(&j, bytes ? PK_CONST_bytes : PK_CONST_str);
    pk_text_finish(&j.text);
    return node;
}
