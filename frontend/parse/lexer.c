/* SPDX-License-Identifier: Apache-2.0 */
/* Lines, indentation, names, operators and brackets. */
#include "frontend/parse/lexer.h"
#include "frontend/diag/codes.h"

#include <stdio.h>
#include <string.h>

static const char *const words[] = {
#define TOKEN(name, words)   words,
#define MARK(name, spelling) "'" spelling "'",
#define KEYWORD(name)        "'" #name "'",
#include "frontend/parse/tokens.def"
#undef TOKEN
#undef MARK
#undef KEYWORD
};

typedef struct mark {
    const char *spelling;
    uint8_t length, kind;
} mark;

static const mark marks[] = {
#define TOKEN(name, words)
#define MARK(name, spelling) {spelling, sizeof spelling - 1, PK_TOK_##name},
#define KEYWORD(name)
#include "frontend/parse/tokens.def"
#undef TOKEN
#undef MARK
#undef KEYWORD
};
enum { MARKS = sizeof marks / sizeof *marks };
_Static_assert((int)MARKS <= (int)PK_PY_LEX_MARKS, "a row for each operator");

const char *pk_py_token_words(pk_py_token_kind kind) {
    return kind < PK_TOK_COUNT ? words[kind] : "?";
}

bool pk_py_token_is_keyword(pk_py_token_kind kind) {
    return kind >= PK_TOK_False && kind < PK_TOK_COUNT;
}

void pk_py_lexer_init(pk_py_lexer *lexer, const pk_source *source,
                      pk_idents *names, pk_diags *diags) {
    memset(lexer, 0, sizeof *lexer);
    lexer->source = source;
    lexer->names = names;
    lexer->diags = diags;
    lexer->line = 1;
    lexer->line_start = true;
    lexer->line_empty = true;
    lexer->indent_count = 1; /* column 0 */
    for (int i = 0; i < MARKS; i++) {
        uint8_t *first = &lexer->first_mark[(uint8_t)marks[i].spelling[0]];

        lexer->next_mark[i] = *first;
        *first = (uint8_t)(i + 1);
    }
}

void pk_py_lexer_restart(pk_py_lexer *lexer, uint32_t line) {
    lexer->at = lexer->source->line_starts[line - 1];
    lexer->line = line;
    lexer->level = 0;
    lexer->fstring_count = 0;
    lexer->line_start = true;
    lexer->line_empty = true;
    lexer->last_line = 0;
}

bool pk_py_lexer_never_closed(const pk_py_lexer *lexer) {
    pk_py_lexer ahead = *lexer;
    pk_py_token token;

    if (lexer->level == 0)
        return false;
    ahead.diags = NULL;
    do {
        token = pk_py_lexer_next(&ahead);
        if (ahead.level < lexer->level)
            return false;
    } while (token.kind != PK_TOK_end);
    return true;
}

static uint32_t col_of(const pk_py_lexer *lexer, uint32_t offset,
                       uint32_t line) {
    return offset - lexer->source->line_starts[line - 1] + 1;
}

pk_py_token pk_py_lex_token(const pk_py_lexer *lexer, pk_py_token_kind kind,
                            uint32_t start, uint32_t line) {
    return (pk_py_token){.kind = (uint8_t)kind,
                         .start = start,
                         .end = lexer->at,
                         .line = line,
                         .end_line = lexer->line};
}

static pk_py_token report(pk_py_lexer *lexer, pk_status status,
                          pk_py_mistake mistake, uint32_t start, uint32_t end,
                          uint32_t line, const char *format, va_list args) {
    pk_py_token token = pk_py_lex_token(lexer, PK_TOK_error, start, line);
    const pk_source *source = lexer->source;
    char text[512];

    if (!lexer->diags)
        return token;
    vsnprintf(text, sizeof text, format, args);
    pk_source_report(
        source, lexer->diags,
        (pk_diag){
            .status = status,
            .row =
                pk_code_row(status == PK_LIMIT ? PK_E_text_limit : PK_E_syntax),
            .loc = {.line = source->first_line + line - 1,
                    .col = col_of(lexer, start, line),
                    .end_col = col_of(lexer, end, line)},
            .message = pk_arena_text(lexer->diags->arena, text, strlen(text)),
            .hint = pk_py_foreign_hint(source, source->first_line + line - 1,
                                       col_of(lexer, start, line), mistake)});
    return token;
}

pk_py_token pk_py_lex_error(pk_py_lexer *lexer, uint32_t start, uint32_t end,
                            uint32_t line, const char *format, ...) {
    pk_py_token token;
    va_list args;

    va_start(args, format);
    token = report(lexer, PK_SYNTAX, PK_MISTAKE_other, start, end, line, format,
                   args);
    va_end(args);
    return token;
}

pk_py_token pk_py_lex_invalid(pk_py_lexer *lexer, pk_py_mistake mistake,
                              uint32_t start, uint32_t end, const char *format,
                              ...) {
    pk_py_token token;
    va_list args;

    va_start(args, format);
    token = report(lexer, PK_SYNTAX, mistake, start, end, lexer->line, format,
                   args);
    va_end(args);
    return token;
}

pk_py_token pk_py_lex_limit(pk_py_lexer *lexer, uint32_t start, uint32_t end,
                            uint32_t line, const char *format, ...) {
    pk_py_token token;
    va_list args;

    va_start(args, format);
    token = report(lexer, PK_LIMIT, PK_MISTAKE_other, start, end, line, format,
                   args);
    va_end(args);
    return token;
}

/* ---- indentation ---- */

/* Measures white space at the start of a line: with tabs to the next multiple
 * of 8, and of 1. A backslash joins the next line; the first one that stands
 * behind white space settles the column. */
static void measure_indent(pk_py_lexer *lexer, uint32_t *col, uint32_t *alt) {
    const char *text = lexer->source->text;
    uint32_t joined = 0;

    *col = *alt = 0;
    for (;; lexer->at++) {
        switch (text[lexer->at]) {
        case ' ': ++*col, ++*alt; continue;
        case '\t':
            *col = (*col / 8 + 1) * 8;
            ++*alt;
            continue;
        case '\f': *col = *alt = 0; continue;
        case '\\':
            if (text[lexer->at + 1] != '\n' || !text[lexer->at + 2])
                break;
            joined = joined ? joined : *col;
            lexer->at++;
            lexer->line++;
            continue;
        default: break;
        }
        if (joined)
            *col = *alt = joined;
        return;
    }
}

static pk_py_token tab_error(pk_py_lexer *lexer) {
    return pk_py_lex_error(
        lexer, lexer->at, lexer->at, lexer->line,
        "inconsistent use of tabs and spaces in indentation\n"
        "indent by spaces only");
}

static pk_py_token indent_more(pk_py_lexer *lexer, uint32_t col, uint32_t alt) {
    uint32_t n = lexer->indent_count;

    if (alt <= lexer->alt_indents[n - 1])
        return tab_error(lexer);
    if (n > PK_AST_MAX_BLOCKS - 1)
        return pk_py_lex_limit(lexer, lexer->at, lexer->at, lexer->line,
                               "too many levels of indentation (at most %d)\n"
                               "move the inner loops into a device function",
                               PK_AST_MAX_BLOCKS - 1);
    lexer->indents[n] = col;
    lexer->alt_indents[n] = alt;
    lexer->indent_count++;
    return pk_py_lex_token(lexer, PK_TOK_indent, lexer->at, lexer->line);
}

/* Leaves blocks down to `col`; the dedents come from `pending`. */
static pk_py_token indent_less(pk_py_lexer *lexer, uint32_t col, uint32_t alt) {
    while (lexer->indent_count > 1 &&
           col < lexer->indents[lexer->indent_count - 1]) {
        lexer->indent_count--;
        lexer->pending++;
    }
    if (col != lexer->indents[lexer->indent_count - 1])
        return pk_py_lex_error(
            lexer, lexer->at, lexer->at, lexer->line,
            "unindent does not match any outer indentation level\n"
            "give the lines of a block the same indentation");
    if (alt != lexer->alt_indents[lexer->indent_count - 1])
        return tab_error(lexer);
    return (pk_py_token){.kind = PK_TOK_COUNT};
}

/* At the start of a logical line. Gives indent or error, or kind COUNT when
 * the line begins with another token. */
static pk_py_token lex_line_start(pk_py_lexer *lexer) {
    uint32_t col, alt, top;
    char c;

    measure_indent(lexer, &col, &alt);
    c = lexer->source->text[lexer->at];
    lexer->line_start = false;
    if (c == '#' || c == '\n' || c == '\0')
        return (pk_py_token){.kind = PK_TOK_COUNT};
    top = lexer->indent_count - 1;
    if (col > lexer->indents[top])
        return indent_more(lexer, col, alt);
    if (col < lexer->indents[top])
        return indent_less(lexer, col, alt);
    if (alt != lexer->alt_indents[top])
        return tab_error(lexer);
    return (pk_py_token){.kind = PK_TOK_COUNT};
}

/* ---- names ---- */

/* A prefix of a string: r, b, u, f, br and rb, fr and rf in any case. */
static bool is_prefix(const char *text, uint32_t length) {
    char a = text[0] | 32, b = length == 2 ? text[1] | 32 : 0;

    if (length == 1)
        return strchr("rbuf", a) != NULL;
    return length == 2 && ((a == 'r' && (b == 'b' || b == 'f')) ||
                           (b == 'r' && (a == 'b' || a == 'f')));
}

static bool is_id_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (c >= '0' && c <= '9');
}

static pk_py_token bad_character(pk_py_lexer *lexer) {
    uint32_t start = lexer->at, bytes;
    uint32_t point = pk_utf8_decode(lexer->source->text + start, &bytes);
    bool plain = point > 32 && point < 127;

    lexer->at += bytes;
    if (point < 32 || point == 127 || (point >= 0x80 && point < 0xa1) ||
        (point >= 0x2000 && point <= 0x200f) || point == 0xfeff)
        return pk_py_lex_invalid(lexer, PK_MISTAKE_character, start, lexer->at,
                                 "invalid non-printable character U+%04X",
                                 point);
    if (plain)
        return pk_py_lex_invalid(lexer, PK_MISTAKE_character, start, lexer->at,
                                 "invalid character '%c'", (int)point);
    return pk_py_lex_invalid(lexer, PK_MISTAKE_character, start, lexer->at,
                             "invalid character '%.*s' (U+%04X)", (int)bytes,
                             lexer->source->text + start, point);
}

static pk_py_token lex_name(pk_py_lexer *lexer) {
    const char *text = lexer->source->text;
    uint32_t start = lexer->at;
    const pk_ident *slot;
    pk_py_token token;

    for (;;) {
        uint32_t bytes = 1;

        if (is_id_byte(text[lexer->at])) {
            lexer->at++;
            continue;
        }
        if (!(text[lexer->at] & 0x80))
            break;
        if (!pk_is_id_continue(pk_utf8_decode(text + lexer->at, &bytes)))
            return bad_character(lexer);
        lexer->at += bytes;
    }
    if ((text[lexer->at] == '"' || text[lexer->at] == '\'') &&
        is_prefix(text + start, lexer->at - start))
        return pk_py_lex_string(lexer, start);
    slot = pk_idents_add(lexer->names, text + start, lexer->at - start);
    token = pk_py_lex_token(lexer, (pk_py_token_kind)slot->token, start,
                            lexer->line);
    token.name = slot->text;
    return token;
}

/* ---- brackets and operators ---- */

static pk_py_token open_bracket(pk_py_lexer *lexer, char open,
                                pk_py_token token) {
    if (lexer->level == PK_LEX_MAX_BRACKETS)
        return pk_py_lex_limit(lexer, token.start, token.end, token.line,
                               "too many nested parentheses (at most %d)",
                               PK_LEX_MAX_BRACKETS);
    lexer->brackets[lexer->level++] =
        (pk_py_bracket){.open = open, .at = token.start, .line = token.line};
    return token;
}

static char closer_of(char open) {
    return open == '(' ? ')' : open == '[' ? ']' : '}';
}

static pk_py_token mismatch(pk_py_lexer *lexer, char c, pk_py_token token) {
    const pk_py_bracket *top = &lexer->brackets[lexer->level - 1];
    uint32_t line = lexer->source->first_line + top->line - 1;

    if (top->in_fstring)
        return pk_py_lex_error(lexer, token.start, token.end, token.line,
                               "f-string: unmatched '%c'", c);
    if (top->line != token.line)
        return pk_py_lex_error(
            lexer, token.start, token.end, token.line,
            "closing parenthesis '%c' does not match opening "
            "parenthesis '%c' on line %u",
            c, top->open, line);
    return pk_py_lex_error(lexer, token.start, token.end, token.line,
                           "closing parenthesis '%c' does not match opening "
                           "parenthesis '%c'",
                           c, top->open);
}

static pk_py_token close_bracket(pk_py_lexer *lexer, char c,
                                 pk_py_token token) {
    const pk_py_bracket *top;

    if (lexer->level == 0)
        return pk_py_lex_error(lexer, token.start, token.end, token.line,
                               "unmatched '%c'", c);
    top = &lexer->brackets[lexer->level - 1];
    if (closer_of(top->open) != c) {
        token = mismatch(lexer, c, token);
        if (!top->in_fstring)
            lexer->level--;
        return token;
    }
    lexer->level--;
    if (top->in_fstring) {
        pk_py_fstring *f = &lexer->fstrings[lexer->fstring_count - 1];
        f->in_text = true;
        f->specs = (uint8_t)(lexer->level - f->bracket_level);
    }
    return token;
}

/* The longest operator at the current place; COUNT when there is none. */
static pk_py_token_kind match_operator(const pk_py_lexer *lexer,
                                       const char *text, uint32_t *length) {
    pk_py_token_kind best = PK_TOK_COUNT;
    uint8_t i = text[0] & 0x80 ? 0 : lexer->first_mark[(uint8_t)text[0]];

    *length = 0;
    for (; i; i = lexer->next_mark[i - 1]) {
        const mark *m = &marks[i - 1];

        if (m->length > *length && strncmp(m->spelling, text, m->length) == 0) {
            best = (pk_py_token_kind)m->kind;
            *length = m->length;
        }
    }
    return best;
}

/* Whether the next byte is in a replacement field itself, not in brackets
 * inside it: there : and ! end the expression. */
static bool at_field_level(const pk_py_lexer *lexer) {
    return lexer->level && lexer->brackets[lexer->level - 1].in_fstring;
}

static pk_py_token lex_operator(pk_py_lexer *lexer) {
    const char *text = lexer->source->text + lexer->at;
    uint32_t start = lexer->at, length;
    pk_py_token_kind kind = match_operator(lexer, text, &length);
    pk_py_token token;

    if (kind == PK_TOK_COUNT)
        return bad_character(lexer);
    if (kind == PK_TOK_walrus && at_field_level(lexer)) {
        kind = PK_TOK_colon;
        length = 1;
    }
    lexer->at += length;
    token = pk_py_lex_token(lexer, kind, start, lexer->line);
    switch (text[0]) {
    case '(':
    case '[':
    case '{': return open_bracket(lexer, text[0], token);
    case ')':
    case ']':
    case '}': return close_bracket(lexer, text[0], token);
    case ':':
        if (kind == PK_TOK_colon && at_field_level(lexer)) {
            pk_py_fstring *f = &lexer->fstrings[lexer->fstring_count - 1];
            f->in_text = true;
            f->specs = (uint8_t)(lexer->level - f->bracket_level);
        }
        break;
    default: break;
    }
    return token;
}

/* ---- the whole ---- */

/* Skips white space, comments, joined lines and line ends that mean nothing.
 * Returns false after a backslash that joins nothing. */
static bool skip_space(pk_py_lexer *lexer) {
    const char *text = lexer->source->text;

    for (;;) {
        switch (text[lexer->at]) {
        case ' ':
        case '\t':
        case '\f': lexer->at++; continue;
        case '#':
            lexer->at += (uint32_t)strcspn(text + lexer->at, "\n");
            continue;
        case '\\':
            if (text[lexer->at + 1] != '\n' || !text[lexer->at + 2])
                return false;
            lexer->at += 2;
            lexer->line++;
            continue;
        case '\n':
            if (lexer->level == 0)
                return true;
            lexer->at++;
            lexer->line++;
            continue;
        default: return true;
        }
    }
}

static pk_py_token bad_backslash(pk_py_lexer *lexer) {
    uint32_t start = lexer->at++;

    if (lexer->source->text[lexer->at] == '\n' ||
        !lexer->source->text[lexer->at])
        return pk_py_lex_error(lexer, start, lexer->at, lexer->line,
                               "unexpected end of file after '\\'");
    return pk_py_lex_error(lexer, start, lexer->at, lexer->line,
                           "unexpected character after line continuation "
                           "character");
}

/* The last line may lack its line end; then every open block ends. */
static pk_py_token lex_end(pk_py_lexer *lexer) {
    if (!lexer->line_empty && lexer->level == 0) {
        lexer->line_empty = true;
        lexer->line_start = true;
        return pk_py_lex_token(lexer, PK_TOK_newline, lexer->at, lexer->line);
    }
    if (lexer->indent_count > 1 && lexer->level == 0) {
        lexer->indent_count--;
        return pk_py_lex_token(lexer, PK_TOK_dedent, lexer->at, lexer->line);
    }
    return pk_py_lex_token(lexer, PK_TOK_end, lexer->at, lexer->line);
}

static pk_py_token lex_one(pk_py_lexer *lexer) {
    const char *text = lexer->source->text;
    char c = text[lexer->at], next = c ? text[lexer->at + 1] : '\0';
    uint32_t bytes;

    if (is_id_byte(c) && !(c >= '0' && c <= '9'))
        return lex_name(lexer);
    if ((c >= '0' && c <= '9') || (c == '.' && next >= '0' && next <= '9'))
        return pk_py_lex_number(lexer);
    if (c == '"' || c == '\'')
        return pk_py_lex_string(lexer, lexer->at);
    if ((c & 0x80) && pk_is_id_start(pk_utf8_decode(text + lexer->at, &bytes)))
        return lex_name(lexer);
    return lex_operator(lexer);
}

/* The next token outside the text of an f-string. */
static pk_py_token lex_code(pk_py_lexer *lexer) {
    pk_py_token token;

    for (;;) {
        if (lexer->line_start && lexer->level == 0) {
            token = lex_line_start(lexer);
            if (token.kind != PK_TOK_COUNT)
                return token;
        }
        if (lexer->pending) {
            lexer->pending--;
            return pk_py_lex_token(lexer, PK_TOK_dedent, lexer->at,
                                   lexer->line);
        }
        if (!skip_space(lexer))
            return bad_backslash(lexer);
        if (lexer->at >= lexer->source->length)
            return lex_end(lexer);
        if (lexer->source->text[lexer->at] != '\n')
            return lex_one(lexer);
        lexer->at++;
        token =
            pk_py_lex_token(lexer, PK_TOK_newline, lexer->at - 1, lexer->line);
        lexer->line++;
        lexer->line_start = true;
        if (!lexer->line_empty) {
            lexer->line_empty = true;
            return token;
        }
    }
}

static bool is_layout(uint8_t kind) {
    return kind == PK_TOK_newline || kind == PK_TOK_indent ||
           kind == PK_TOK_dedent || kind == PK_TOK_end;
}

pk_py_token pk_py_lexer_next(pk_py_lexer *lexer) {
    bool in_text = lexer->fstring_count &&
                   lexer->fstrings[lexer->fstring_count - 1].in_text;
    pk_py_token token = in_text ? pk_py_lex_fstring(lexer) : lex_code(lexer);

    if (is_layout(token.kind))
        return token;
    lexer->line_empty = false;
    token.first = token.line != lexer->last_line;
    lexer->last_line = token.end_line;
    return token;
}
