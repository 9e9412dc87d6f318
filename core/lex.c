/* SPDX-License-Identifier: Apache-2.0 */
/* Cuts the IR's text into tokens. */
#include "core/lex.h"

#include <string.h>

void pk_lexer_init(pk_lexer *lexer, const char *text, size_t length) {
    *lexer = (pk_lexer){text, text + length, text, 1};
}

static bool is_letter(char c) {
    return (unsigned)(c | 32) - 'a' < 26 || c == '_';
}

static bool is_digit(char c) {
    return (unsigned)c - '0' < 10;
}

static bool is_word(char c) {
    return is_letter(c) || is_digit(c) || c == '.';
}

static bool is_mark(char c) {
    static const bool marks[128] = {
        ['('] = true, [')'] = true, ['{'] = true, ['}'] = true, ['<'] = true,
        ['>'] = true, ['['] = true, [']'] = true, [','] = true, [':'] = true,
        ['='] = true, ['!'] = true, ['-'] = true};

    return (unsigned char)c < 128 && marks[(unsigned char)c];
}

/* Moves over blanks, comments and line ends; says whether a line ended. */
static bool skip_blanks(pk_lexer *x) {
    bool newline = false;

    for (; x->at < x->end; x->at++) {
        if (*x->at == '\n') {
            newline = true;
            x->line++;
            x->line_start = x->at + 1;
        } else if (*x->at == '#') {
            while (x->at + 1 < x->end && x->at[1] != '\n')
                x->at++;
        } else if (*x->at != ' ' && *x->at != '\t' && *x->at != '\r')
            break;
    }
    return newline;
}

static void take_words(pk_lexer *x) {
    while (x->at < x->end && is_word(*x->at))
        x->at++;
}

/* A number goes on over the sign behind its exponent: 1e-5, 0x1p+3. */
static void take_number(pk_lexer *x, const char *start) {
    bool hex = x->end - start > 1 && start[0] == '0' && (start[1] | 32) == 'x';

    for (;;) {
        take_words(x);
        if (x->at == x->end || x->at == start ||
            (*x->at != '-' && *x->at != '+') ||
            (x->at[-1] | 32) != (hex ? 'p' : 'e'))
            return;
        x->at++;
    }
}

static void take_string(pk_lexer *x, pk_token *token) {
    const char *close = memchr(x->at, '"', (size_t)(x->end - x->at));

    if (!close || memchr(x->at, '\n', (size_t)(close - x->at))) {
        token->kind = PK_TOKEN_bad;
        x->at = x->end;
        return;
    }
    token->kind = PK_TOKEN_string;
    token->text = x->at;
    token->length = (size_t)(close - x->at);
    x->at = close + 1;
}

pk_token pk_lexer_next(pk_lexer *x) {
    const char *before = x->at;
    pk_token token = {
        .text = before, .line_start = x->line_start, .line = x->line};
    char c;

    if (skip_blanks(x)) {
        token.kind = PK_TOKEN_newline;
        return token;
    }
    token.text = x->at;
    if (x->at == x->end)
        return token;
    c = *x->at++;
    token.sigil = c;
    if (is_letter(c)) {
        token.kind = PK_TOKEN_word;
        take_words(x);
    } else if (is_digit(c)) {
        token.kind = PK_TOKEN_number;
        take_number(x, token.text);
    } else if (c == '%' || c == '$' || c == '@' || c == '^') {
        token.kind = PK_TOKEN_name;
        token.text++;
        take_words(x);
    } else if (c == '"') {
        take_string(x, &token);
        return token;
    } else if (is_mark(c)) {
        token.kind = PK_TOKEN_mark;
        if (c == '-' && x->at < x->end && *x->at == '>') {
            token.sigil = '~';
            x->at++;
        }
    } else {
        token.kind = PK_TOKEN_bad;
    }
    token.length = (size_t)(x->at - token.text);
    return token;
}

/* From a quote to behind the one that closes it, or to the end. */
static const char *skip_string(const pk_lexer *x, const char *at) {
    const char *close = memchr(at + 1, '"', (size_t)(x->end - at - 1));

    return close ? close + 1 : x->end;
}

void pk_lexer_skip_braces(pk_lexer *x) {
    static const bool counts[256] = {
        ['{'] = true, ['}'] = true, ['"'] = true, ['#'] = true, ['\n'] = true};

    for (uint32_t open = 1; x->at < x->end && open;) {
        char c = *x->at;

        if (!counts[(unsigned char)c]) {
            x->at++;
        } else if (c == '"') {
            x->at = skip_string(x, x->at);
        } else if (c == '{' || c == '}') {
            open += c == '{' ? 1u : -1u;
            x->at++;
        } else {
            skip_blanks(x);
        }
    }
}
