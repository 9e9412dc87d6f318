/* SPDX-License-Identifier: Apache-2.0 */
/* Strings, and the text of f-strings. */
#include "frontend/parse/lexer.h"

#include <string.h>

static bool has_prefix(const pk_py_lexer *lexer, uint32_t start, char letter) {
    for (; start < lexer->at; start++)
        if ((lexer->source->text[start] | 32) == letter)
            return true;
    return false;
}

static bool at_quotes(const char *text, char quote, bool triple) {
    return text[0] == quote &&
           (!triple || (text[1] == quote && text[2] == quote));
}

/* The string that began at `start` on `line` does not end: the error, with a
 * range of its first line. */
static pk_py_token unterminated(pk_py_lexer *lexer, uint32_t start,
                                uint32_t line, bool triple, const char *what) {
    uint32_t end = start;
    const char *text = lexer->source->text;

    while (text[end] && text[end] != '\n')
        end++;
    return pk_py_lex_error(
        lexer, start, end, line,
        "unterminated %s%s literal (detected at line %u)%s",
        triple ? "triple-quoted " : "", what,
        lexer->source->first_line + lexer->line - 1,
        triple ? "\nend it with the same three quotes"
        : strcmp(what, "string") == 0
            ? "\nend the string on its line with the same quote; use ''' for a "
              "string of several lines"
            : "");
}

/* An f-string around is still open, and this is its own quote: a } is
 * missing, rather than a string begun. */
static bool closes_fstring(const pk_py_lexer *lexer, char quote, bool triple) {
    const pk_py_fstring *f;

    if (lexer->fstring_count == 0)
        return false;
    f = &lexer->fstrings[lexer->fstring_count - 1];
    return f->quote == quote && f->triple == triple;
}

static pk_py_token fstring_open(pk_py_lexer *lexer, uint32_t start,
                                uint32_t line, bool triple, bool raw) {
    char quote = lexer->source->text[lexer->at - 1];
    pk_py_token token =
        pk_py_lex_token(lexer, PK_TOK_fstring_start, start, line);

    if (lexer->fstring_count == PK_LEX_MAX_FSTRINGS)
        return pk_py_lex_limit(
            lexer, start, lexer->at, line,
            "too many nested f-strings (at most %d)\n"
            "compute the inner text's values first, and name them",
            PK_LEX_MAX_FSTRINGS);
    lexer->fstrings[lexer->fstring_count++] = (pk_py_fstring){
        .quote = quote,
        .triple = triple,
        .raw = raw,
        .in_text = true,
        .bracket_level = lexer->level,
        .start = start,
        .line = line,
    };
    return token;
}

pk_py_token pk_py_lex_string(pk_py_lexer *lexer, uint32_t start) {
    const char *text = lexer->source->text;
    uint32_t line = lexer->line;
    char quote = text[lexer->at];
    bool triple = text[lexer->at + 1] == quote && text[lexer->at + 2] == quote;
    bool raw = has_prefix(lexer, start, 'r');
    bool formatted = has_prefix(lexer, start, 'f');

    lexer->at += triple ? 3 : 1;
    if (formatted)
        return fstring_open(lexer, start, line, triple, raw);
    while (!at_quotes(text + lexer->at, quote, triple)) {
        if (!text[lexer->at] || (text[lexer->at] == '\n' && !triple)) {
            if (closes_fstring(lexer, quote, triple)) {
                lexer->level =
                    lexer->fstrings[--lexer->fstring_count].bracket_level;
                return pk_py_lex_error(lexer, start, start + 1, line,
                                       "f-string: expecting '}'");
            }
            return unterminated(lexer, start, line, triple, "string");
        }
        if (text[lexer->at] == '\\' && text[lexer->at + 1])
            lexer->at++;
        lexer->line += text[lexer->at] == '\n';
        lexer->at++;
    }
    lexer->at += triple ? 3 : 1;
    return pk_py_lex_token(lexer, PK_TOK_string, start, line);
}

static pk_py_token fstring_fail(pk_py_lexer *lexer, const char *words) {
    uint32_t start = lexer->at++;

    return pk_py_lex_error(lexer, start, start + 1, lexer->line, "f-string: %s",
                           words);
}

static pk_py_token fstring_cut(pk_py_lexer *lexer, const pk_py_fstring *f) {
    pk_py_fstring copy = *f;

    lexer->fstring_count--;
    lexer->level = copy.bracket_level;
    if (copy.specs)
        return pk_py_lex_error(lexer, lexer->at, lexer->at, lexer->line,
                               "f-string: expecting '}'");
    return unterminated(lexer, copy.start, copy.line, copy.triple, "f-string");
}

/* A { or } of a replacement field, or the quotes that end the f-string. */
static pk_py_token fstring_mark(pk_py_lexer *lexer, pk_py_fstring *f) {
    const char *text = lexer->source->text;
    uint32_t start = lexer->at;
    char c = text[start];

    if (c == '{') {
        if (lexer->level == PK_LEX_MAX_BRACKETS || f->specs == 2) {
            /* Without its bracket the field has no end: nor has the string. */
            lexer->level = f->bracket_level;
            lexer->fstring_count--;
            lexer->at++;
            return pk_py_lex_limit(
                lexer, start, start + 1, lexer->line,
                "f-string: expressions nested too deeply\n"
                "compute the inner text's values first, and name them");
        }
        lexer->brackets[lexer->level++] = (pk_py_bracket){
            .open = '{', .in_fstring = true, .at = start, .line = lexer->line};
        f->in_text = false;
        lexer->at++;
        return pk_py_lex_token(lexer, PK_TOK_lbrace, start, lexer->line);
    }
    if (c == '}') {
        if (!f->specs)
            return fstring_fail(lexer, "single '}' is not allowed");
        lexer->level--;
        f->specs = (uint8_t)(lexer->level - f->bracket_level);
        lexer->at++;
        return pk_py_lex_token(lexer, PK_TOK_rbrace, start, lexer->line);
    }
    if (f->specs)
        return fstring_cut(lexer, f);
    lexer->at += f->triple ? 3 : 1;
    lexer->fstring_count--;
    return pk_py_lex_token(lexer, PK_TOK_fstring_end, start, lexer->line);
}

/* Steps over a backslash and what belongs to it; a brace after it starts a
 * field all the same. */
static void skip_escape(pk_py_lexer *lexer, const pk_py_fstring *f) {
    const char *text = lexer->source->text;

    lexer->at++;
    if (text[lexer->at] == '{' || text[lexer->at] == '}' || !text[lexer->at])
        return;
    if (!f->raw && text[lexer->at] == 'N' && text[lexer->at + 1] == '{')
        while (text[lexer->at] != '}' && text[lexer->at] != f->quote &&
               text[lexer->at + 1] && text[lexer->at + 1] != '\n')
            lexer->at++;
    lexer->line += text[lexer->at] == '\n';
    lexer->at++;
}

pk_py_token pk_py_lex_fstring(pk_py_lexer *lexer) {
    pk_py_fstring *f = &lexer->fstrings[lexer->fstring_count - 1];
    const char *text = lexer->source->text;
    uint32_t start = lexer->at, line = lexer->line;

    for (;;) {
        char c = text[lexer->at];

        if (!c || (c == '\n' && !f->triple))
            return fstring_cut(lexer, f);
        if (at_quotes(text + lexer->at, f->quote, f->triple))
            break;
        if (c == '{' || c == '}') {
            if (f->specs || text[lexer->at + 1] != c)
                break;
            lexer->at++;
        }
        if (c == '\\') {
            skip_escape(lexer, f);
            continue;
        }
        lexer->line += c == '\n';
        lexer->at++;
    }
    if (lexer->at > start)
        return pk_py_lex_token(lexer, PK_TOK_fstring_middle, start, line);
    return fstring_mark(lexer, f);
}
