/* SPDX-License-Identifier: Apache-2.0 */
/* Cuts the IR's text into tokens. */
#include "core/text/lex.h"

#include <string.h>

/* The classes of a character. The three of a word's characters are consecutive,
 * and the two between tokens are last. */
enum { NONE, SIGIL, MARK, QUOTE, PLACE, LETTER, DIGIT, DOT, BLANK, BREAK };

static const uint8_t classes[256] = {
    [' '] = BLANK,  ['\t'] = BLANK, ['\r'] = BLANK, ['\n'] = BREAK,
    ['#'] = BREAK,  ['%'] = SIGIL,  ['$'] = SIGIL,  ['@'] = SIGIL,
    ['^'] = SIGIL,  ['('] = MARK,   [')'] = MARK,   ['{'] = MARK,
    ['}'] = MARK,   ['<'] = MARK,   ['>'] = MARK,   ['['] = MARK,
    [']'] = MARK,   [','] = MARK,   [':'] = MARK,   ['='] = MARK,
    ['-'] = MARK,   ['"'] = QUOTE,  ['!'] = PLACE,  ['_'] = LETTER,
    ['.'] = DOT,    ['0'] = DIGIT,  ['1'] = DIGIT,  ['2'] = DIGIT,
    ['3'] = DIGIT,  ['4'] = DIGIT,  ['5'] = DIGIT,  ['6'] = DIGIT,
    ['7'] = DIGIT,  ['8'] = DIGIT,  ['9'] = DIGIT,  ['A'] = LETTER,
    ['B'] = LETTER, ['C'] = LETTER, ['D'] = LETTER, ['E'] = LETTER,
    ['F'] = LETTER, ['G'] = LETTER, ['H'] = LETTER, ['I'] = LETTER,
    ['J'] = LETTER, ['K'] = LETTER, ['L'] = LETTER, ['M'] = LETTER,
    ['N'] = LETTER, ['O'] = LETTER, ['P'] = LETTER, ['Q'] = LETTER,
    ['R'] = LETTER, ['S'] = LETTER, ['T'] = LETTER, ['U'] = LETTER,
    ['V'] = LETTER, ['W'] = LETTER, ['X'] = LETTER, ['Y'] = LETTER,
    ['Z'] = LETTER, ['a'] = LETTER, ['b'] = LETTER, ['c'] = LETTER,
    ['d'] = LETTER, ['e'] = LETTER, ['f'] = LETTER, ['g'] = LETTER,
    ['h'] = LETTER, ['i'] = LETTER, ['j'] = LETTER, ['k'] = LETTER,
    ['l'] = LETTER, ['m'] = LETTER, ['n'] = LETTER, ['o'] = LETTER,
    ['p'] = LETTER, ['q'] = LETTER, ['r'] = LETTER, ['s'] = LETTER,
    ['t'] = LETTER, ['u'] = LETTER, ['v'] = LETTER, ['w'] = LETTER,
    ['x'] = LETTER, ['y'] = LETTER, ['z'] = LETTER,
};

static uint8_t class_of(char c) {
    return classes[(unsigned char)c];
}

static bool is_word(char c) {
    return class_of(c) >= LETTER && class_of(c) <= DOT;
}

void pk_lexer_init(pk_lexer *lexer, const char *text, uint32_t length) {
    *lexer = (pk_lexer){text, text + length};
}

/* From the # to the end of its line. */
static const char *skip_comment(const char *at, const char *end) {
    const char *line = memchr(at, '\n', (size_t)(end - at));

    return line ? line : end;
}

/* Moves over blanks, comments and line ends; says whether a line ended. */
static bool skip_blanks(pk_lexer *x) {
    const char *at = x->at, *end = x->end;
    bool newline = false;

    for (; at < end && class_of(*at) >= BLANK; at++)
        if (*at == '#')
            at = skip_comment(at, end) - 1;
        else
            newline |= *at == '\n';
    x->at = at;
    return newline;
}

static const char *skip_words(const char *at, const char *end) {
    while (at < end && is_word(*at))
        at++;
    return at;
}

/* A number goes on over the sign behind its exponent: 1e-5, 0x1p+3. */
static const char *skip_number(const char *start, const char *end) {
    bool hex = end - start > 1 && start[0] == '0' && (start[1] | 32) == 'x';
    const char *at = start;

    for (;;) {
        at = skip_words(at, end);
        if (at == end || (*at != '-' && *at != '+') ||
            (at[-1] | 32) != (hex ? 'p' : 'e'))
            return at;
        at++;
    }
}

static const char *skip_place(const char *at, const char *end) {
    while (at < end && (class_of(*at) == DIGIT || *at == ':' || *at == '-'))
        at++;
    return at;
}

static pk_token take_string(pk_lexer *x) {
    const char *start = x->at + 1, *end = x->end;
    const char *close = memchr(start, '"', (size_t)(end - start));

    if (!close || memchr(start, '\n', (size_t)(close - start))) {
        x->at = end;
        return (pk_token){start - 1, 0, PK_TOKEN_bad, '"'};
    }
    x->at = close + 1;
    return (pk_token){start, (uint32_t)(close - start), PK_TOKEN_string, '"'};
}

/* The token from `start` on, behind which the lexer goes on. */
static pk_token take(pk_lexer *x, pk_token_kind kind, char sigil,
                     const char *start, const char *behind) {
    x->at = behind;
    return (pk_token){start, (uint32_t)(behind - start), (uint8_t)kind, sigil};
}

pk_token pk_lexer_next(pk_lexer *x) {
    const char *before = x->at, *at, *end = x->end;
    char c;

    if (skip_blanks(x))
        return (pk_token){before, 0, PK_TOKEN_newline, 0};
    at = x->at;
    if (at == end)
        return (pk_token){at, 0, PK_TOKEN_end, 0};
    c = *at;
    switch (class_of(c)) {
    case LETTER: return take(x, PK_TOKEN_word, c, at, skip_words(at, end));
    case DIGIT: return take(x, PK_TOKEN_number, c, at, skip_number(at, end));
    case SIGIL:
        return take(x, PK_TOKEN_name, c, at + 1, skip_words(at + 1, end));
    case PLACE:
        return take(x, PK_TOKEN_place, c, at + 1, skip_place(at + 1, end));
    case QUOTE: return take_string(x);
    case MARK:
        if (c == '-' && at + 1 < end && at[1] == '>')
            return take(x, PK_TOKEN_mark, '~', at, at + 2);
        return take(x, PK_TOKEN_mark, c, at, at + 1);
    }
    return take(x, PK_TOKEN_bad, c, at, at + 1);
}

/* From a quote to behind the one that closes it, or to the end. */
static const char *skip_string(const char *at, const char *end) {
    const char *close = memchr(at + 1, '"', (size_t)(end - at - 1));

    return close ? close + 1 : end;
}

void pk_lexer_skip_braces(pk_lexer *x) {
    static const bool counts[256] = {
        ['{'] = true, ['}'] = true, ['"'] = true, ['#'] = true};
    const char *at = x->at, *end = x->end;

    for (uint32_t open = 1; open;) {
        while (at < end && !counts[(unsigned char)*at])
            at++;
        if (at == end)
            break;
        if (*at == '"') {
            at = skip_string(at, end);
        } else if (*at == '#') {
            at = skip_comment(at, end);
        } else {
            open += *at == '{' ? 1u : -1u;
            at++;
        }
    }
    x->at = at;
}
