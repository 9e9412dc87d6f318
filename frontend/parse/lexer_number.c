/* SPDX-License-Identifier: Apache-2.0 */
/* Where a number ends, and whether it is one. Values are for literal.c. */
#include "frontend/parse/lexer.h"

#include <string.h>

static bool is_digit(char c, int base) {
    if (base == 16)
        return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'f');
    return c >= '0' && c < '0' + base;
}

static bool is_word(char c) {
    return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') ||
           c == '_' || (c & 0x80);
}

/* Digits with single underscores between them. Returns false when there is
 * none, or an underscore is not followed by one. */
static bool skip_digits(pk_py_lexer *lexer, int base) {
    const char *text = lexer->source->text;

    for (;;) {
        if (!is_digit(text[lexer->at], base))
            return false;
        while (is_digit(text[lexer->at], base))
            lexer->at++;
        if (text[lexer->at] != '_')
            return true;
        lexer->at++;
    }
}

static pk_py_token invalid(pk_py_lexer *lexer, uint32_t start,
                           const char *kind) {
    uint32_t end;

    while (is_word(lexer->source->text[lexer->at]))
        lexer->at++;
    end = lexer->at;
    return pk_py_lex_invalid(lexer, PK_MISTAKE_number, start, end,
                             "invalid %s literal", kind);
}

/* A number may touch a keyword ("1if x else 2"), but no other word. */
static bool ends_well(const pk_py_lexer *lexer) {
    static const char *const words[] = {"and", "else", "for", "if",
                                        "in",  "is",   "or",  "not"};
    const char *text = lexer->source->text + lexer->at;

    if (!is_word(text[0]))
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(text, words[i], strlen(words[i])) == 0)
            return true;
    return false;
}

static pk_py_token finish(pk_py_lexer *lexer, uint32_t start,
                          const char *kind) {
    if (!ends_well(lexer))
        return invalid(lexer, start, kind);
    return pk_py_lex_token(lexer, PK_TOK_number, start, lexer->line);
}

/* 0x1.8p-3: digits and a point, then p and an exponent. The first digits were
 * read. */
static pk_py_token hex_float(pk_py_lexer *lexer, uint32_t start) {
    const char *text = lexer->source->text;

    if (text[lexer->at] == '.') {
        lexer->at++;
        while (is_digit(text[lexer->at], 16))
            lexer->at++;
    }
    if ((text[lexer->at] | 32) != 'p')
        return invalid(lexer, start, "hexadecimal float");
    lexer->at++;
    if (text[lexer->at] == '+' || text[lexer->at] == '-')
        lexer->at++;
    if (!skip_digits(lexer, 10))
        return invalid(lexer, start, "hexadecimal float");
    return finish(lexer, start, "hexadecimal float");
}

/* 0x, 0o, 0b and their digits. */
static pk_py_token lex_based(pk_py_lexer *lexer, int base, const char *kind) {
    const char *text = lexer->source->text;
    uint32_t start = lexer->at;
    bool good;
    char c;

    lexer->at += 2;
    if (text[lexer->at] == '_')
        lexer->at++;
    good = skip_digits(lexer, base);
    c = text[lexer->at];
    if (base != 16 && is_digit(c, 10)) {
        uint32_t at = lexer->at;
        while (is_word(text[lexer->at]))
            lexer->at++;
        return pk_py_lex_invalid(lexer, PK_MISTAKE_number, at, at + 1,
                                 "invalid digit '%c' in %s literal", c, kind);
    }
    if (!good)
        return invalid(lexer, start, kind);
    if (base == 16 && lexer->hex_floats && (c == '.' || (c | 32) == 'p'))
        return hex_float(lexer, start);
    return finish(lexer, start, kind);
}

/* An exponent, when e is followed by one: "1else" is a number and a word. */
static bool skip_exponent(pk_py_lexer *lexer) {
    const char *text = lexer->source->text + lexer->at;
    bool sign = (text[0] | 32) == 'e' && (text[1] == '+' || text[1] == '-');

    if ((text[0] | 32) != 'e' || (!sign && !is_digit(text[1], 10)))
        return true;
    lexer->at += sign ? 2 : 1;
    return skip_digits(lexer, 10);
}

/* 012 is an error, so that it is not taken for octal; 000, 012.5 and 012j are
 * none. */
static pk_py_token leading_zero(pk_py_lexer *lexer, uint32_t start) {
    uint32_t end = start;

    while (lexer->source->text[end] == '0' || lexer->source->text[end] == '_')
        end++;
    return pk_py_lex_error(lexer, start, end, lexer->line,
                           "leading zeros in decimal integer literals are not "
                           "permitted; use an 0o prefix for octal integers");
}

static bool is_nonzero(const pk_py_lexer *lexer, uint32_t start) {
    for (; start < lexer->at; start++)
        if (lexer->source->text[start] != '0' &&
            lexer->source->text[start] != '_')
            return true;
    return false;
}

pk_py_token pk_py_lex_number(pk_py_lexer *lexer) {
    const char *text = lexer->source->text;
    uint32_t start = lexer->at, whole;
    char second = text[start + 1] | 32;

    if (text[start] == '0' && second == 'x')
        return lex_based(lexer, 16, "hexadecimal");
    if (text[start] == '0' && second == 'o')
        return lex_based(lexer, 8, "octal");
    if (text[start] == '0' && second == 'b')
        return lex_based(lexer, 2, "binary");
    if (text[start] != '.' && !skip_digits(lexer, 10))
        return invalid(lexer, start, "decimal");
    whole = lexer->at;
    if (text[lexer->at] == '.') {
        lexer->at++;
        if (is_digit(text[lexer->at], 10) && !skip_digits(lexer, 10))
            return invalid(lexer, start, "decimal");
    }
    if (!skip_exponent(lexer))
        return invalid(lexer, start, "decimal");
    if ((text[lexer->at] | 32) == 'j') {
        lexer->at++;
        return finish(lexer, start, "imaginary");
    }
    if (lexer->at == whole && text[start] == '0' && is_nonzero(lexer, start))
        return leading_zero(lexer, start);
    return finish(lexer, start, "decimal");
}
