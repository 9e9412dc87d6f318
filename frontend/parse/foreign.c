/* SPDX-License-Identifier: Apache-2.0 */
/* Syntax of other languages, and of text that was copied out of a page: what
 * Python has instead. Only the hint knows; the message is CPython's. */
#include "frontend/parse/lexer.h"

#include <string.h>

/* Words with which other languages declare a variable. */
static bool is_declarator(const char *word, size_t length) {
    static const char words[] =
        " int float double long short char bool unsigned auto var let const "
        "float32 float64 int32 int64 __shared__ size_t ";
    const char *at = words;

    for (; (at = strchr(at, ' ')) && at[1]; at++)
        if (strncmp(at + 1, word, length) == 0 && at[1 + length] == ' ')
            return true;
    return false;
}

static bool is_name_byte(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

/* `int i = ...`: the word before the one that is not expected. */
static bool follows_declarator(const char *line, const char *at) {
    const char *end = at, *start;

    while (end > line && end[-1] == ' ')
        end--;
    start = end;
    while (start > line && is_name_byte(start[-1]))
        start--;
    return end < at && start < end && is_name_byte(*at) &&
           is_declarator(start, (size_t)(end - start));
}

/* !pip install numba, %timeit f(x), %%time, x = !ls, k?, of IPython and its
 * notebooks. */
static const char *notebook_hint(const char *line, const char *at) {
    const char *first = line + strspn(line, " \t"), *before = at;

    while (before > first && before[-1] == ' ')
        before--;
    if (at == first && (*at == '!' || *at == '%'))
        return "this is a notebook's command, not Python: put # before it";
    if (before > first && before[-1] == '=' && before - first > 1 &&
        !strchr("=<>!+-*/%&|^", before[-2]) &&
        ((*at == '!' && at[1] != '=') || *at == '%'))
        return "this is a notebook's command, not Python: put # before it";
    if (*at == '?' && (at[1] == '\0' || at[1] == '\n' || at[1] == '\r' ||
                       at[1] == '?' || at == first))
        return "this is a notebook's question for help, not Python: put # "
               "before it";
    return NULL;
}

static const char *operator_hint(const char *line, const char *at) {
    char before = at > line ? at[-1] : 0;

    if (*at == '&' && before == '&')
        return "write `and`";
    if (*at == '|' && before == '|')
        return "write `or`";
    if (*at == '!')
        return at[1] == '=' ? NULL : "write `not`";
    if (*at == '?')
        return "write `x if condition else y`";
    if (*at == '>' && before == '<')
        return "write `!=`";
    if (at - line > 2 && (*at == '\n' || *at == ';') &&
        (before == '+' || before == '-') && at[-2] == before)
        return before == '+' ? "write `+= 1`" : "write `-= 1`";
    if (*at == ':' && at[1] == '=')
        return "a statement assigns by =";
    return NULL;
}

/* 10L, 1.5f */
static bool has_suffix(const char *at) {
    at += strspn(at, "0123456789.");
    return *at && strchr("lLfFuU", *at) &&
           !is_name_byte(at[strspn(at, "lLfFuU")]);
}

static const char *character_hint(const char *at) {
    static const char *const quotes[] = {"\xe2\x80\x98", "\xe2\x80\x99",
                                         "\xe2\x80\x9c", "\xe2\x80\x9d"};
    static const char *const dashes[] = {"\xe2\x80\x93", "\xe2\x88\x92",
                                         "\xe2\x80\x94"};
    static const char *const spaces[] = {"\xc2\xa0", "\xe2\x80\x8b",
                                         "\xe2\x80\x89", "\xef\xbb\xbf"};

    for (size_t i = 0; i < sizeof quotes / sizeof *quotes; i++)
        if (strncmp(at, quotes[i], 3) == 0)
            return "it came with copied text: type the quotes anew";
    for (size_t i = 0; i < sizeof dashes / sizeof *dashes; i++)
        if (strncmp(at, dashes[i], 3) == 0)
            return "it came with copied text: type a plain minus";
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (strncmp(at, spaces[i], strlen(spaces[i])) == 0)
            return "it came with copied text: type the space anew";
    return NULL;
}

static bool begins_compound(const char *at) {
    static const char *const words[] = {"if ",   "for ", "while ",
                                        "with ", "def ", "try:"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(at, words[i], strlen(words[i])) == 0)
            return true;
    return false;
}

const char *pk_py_foreign_hint(const pk_source *source, uint32_t line,
                               uint32_t col, pk_py_mistake mistake) {
    uint32_t number = line - source->first_line;
    const char *start, *at, *before;

    if (!col || number >= source->line_count ||
        source->line_starts[number] + col - 1 > source->length)
        return NULL;
    start = source->text + source->line_starts[number];
    at = start + col - 1;
    if (strncmp(at, "<<<", 3) == 0 ||
        (at - start > 1 && strncmp(at - 2, "<<<", 3) == 0))
        return "a launch is k[blocks, threads](...), where the kernel is used";
    if (mistake == PK_MISTAKE_other)
        return NULL;
    if (notebook_hint(start, at))
        return notebook_hint(start, at);
    if (mistake == PK_MISTAKE_number)
        return has_suffix(at)
                   ? "numbers have no suffix: int32(10), float32(1.5)"
                   : NULL;
    if (mistake == PK_MISTAKE_character)
        return *at == '?' ? operator_hint(start, at) : character_hint(at);
    if (follows_declarator(start, at))
        return "variables are not declared: `i = ...` makes one";
    for (before = at; before > start && before[-1] == ' ';)
        before--;
    if (before > start && before[-1] == ';' && begins_compound(at))
        return "begin a new line for it";
    return operator_hint(start, at);
}
