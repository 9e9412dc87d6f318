/* SPDX-License-Identifier: Apache-2.0 */
/* The lexer: a source's text to tokens, one call for each.
 *
 * It follows CPython's tokenizer: indentation with tabs of 8 (and of 1, to
 * refuse ambiguous mixtures), lines joined in brackets and by backslashes, and
 * f-strings as 3.12 has them: start, runs of text and the tokens of the
 * expressions in between, nested to any depth that the limits allow. */
#ifndef PORTKERN_FRONTEND_LEXER_H
#define PORTKERN_FRONTEND_LEXER_H

#include "frontend/parse/idents.h"

typedef enum pk_py_token_kind {
#define TOKEN(name, words)   PK_TOK_##name,
#define MARK(name, spelling) PK_TOK_##name,
#define KEYWORD(name)        PK_TOK_##name,
#include "frontend/parse/tokens.def"
#undef TOKEN
#undef MARK
#undef KEYWORD
    PK_TOK_COUNT
} pk_py_token_kind;

/* How messages show a kind: "'('", "name". */
const char *pk_py_token_words(pk_py_token_kind kind);
bool pk_py_token_is_keyword(pk_py_token_kind kind);

/* Offsets are bytes of the source; lines count from 1 whatever first_line. */
typedef struct pk_py_token {
    uint8_t kind;
    bool first; /* nothing but white space stands before it on its line */
    uint32_t start, end;
    uint32_t line, end_line;
    const char *name; /* name: interned */
} pk_py_token;

enum {
    PK_LEX_MAX_BRACKETS = PK_AST_MAX_NESTING,
    PK_LEX_MAX_FSTRINGS = 100,
    PK_PY_LEX_MARKS = 64, /* room for the operators */
};

typedef struct pk_py_bracket {
    char open;
    bool in_fstring; /* the { of a replacement field */
    uint32_t at, line;
} pk_py_bracket;

typedef struct pk_py_fstring {
    char quote;
    bool triple, raw;
    bool in_text;           /* the next token is text (or its end) */
    uint8_t specs;          /* format specs around, above 0: this text is one */
    uint32_t bracket_level; /* brackets open where it starts */
    uint32_t start, line;
} pk_py_fstring;

typedef struct pk_py_lexer {
    const pk_source *source;
    pk_idents *names;
    pk_diags *diags; /* NULL: be silent */
    bool hex_floats;
    /* Operators by their first byte, as lists: row + 1, 0 ends. */
    uint8_t first_mark[128], next_mark[PK_PY_LEX_MARKS];

    uint32_t at, line;  /* next byte, and its line */
    uint32_t last_line; /* where the last token ended */
    bool line_start;    /* at the start of a logical line */
    bool line_empty;    /* no token yet on the logical line */
    uint32_t pending;   /* dedents to give */
    uint32_t indent_count;
    uint32_t indents[PK_AST_MAX_BLOCKS + 1], alt_indents[PK_AST_MAX_BLOCKS + 1];
    uint32_t level;
    pk_py_bracket brackets[PK_LEX_MAX_BRACKETS];
    uint32_t fstring_count;
    pk_py_fstring fstrings[PK_LEX_MAX_FSTRINGS];
} pk_py_lexer;

void pk_py_lexer_init(pk_py_lexer *lexer, const pk_source *source,
                      pk_idents *names, pk_diags *diags);

/* The next token. After the last one `end` comes again and again. An `error`
 * token was reported to `diags`; lexing goes on behind it. */
pk_py_token pk_py_lexer_next(pk_py_lexer *lexer);

/* Forgets open brackets and f-strings and goes on at the start of a line: how
 * the parser finds the next statement after an error. */
void pk_py_lexer_restart(pk_py_lexer *lexer, uint32_t line);

/* Whether the innermost bracket open now is never closed in the rest of the
 * text. */
bool pk_py_lexer_never_closed(const pk_py_lexer *lexer);

/* The kind of a syntax error, on which its hint depends. */
typedef enum pk_py_mistake {
    PK_MISTAKE_other,     /* its message says all */
    PK_MISTAKE_character, /* a character that begins no token */
    PK_MISTAKE_number,    /* a number that is not written as Python's are */
    PK_MISTAKE_token,     /* "invalid syntax": a token where none like it may
                             stand */
} pk_py_mistake;

/* ---- between the lexer's files ---- */

/* Reports an error from `start` to `end` on line `line`, and gives the token
 * for it. */
pk_py_token pk_py_lex_error(pk_py_lexer *lexer, uint32_t start, uint32_t end,
                            uint32_t line, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* The same for a character or a number that is invalid. */
pk_py_token pk_py_lex_invalid(pk_py_lexer *lexer, pk_py_mistake mistake,
                              uint32_t start, uint32_t end, const char *format,
                              ...) __attribute__((format(printf, 5, 6)));
/* The same for text that nests deeper than is read. */
pk_py_token pk_py_lex_limit(pk_py_lexer *lexer, uint32_t start, uint32_t end,
                            uint32_t line, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* A token from `start`, which is on line `line`, to the current place. */
pk_py_token pk_py_lex_token(const pk_py_lexer *lexer, pk_py_token_kind kind,
                            uint32_t start, uint32_t line);

pk_py_token pk_py_lex_number(pk_py_lexer *lexer);
/* A string whose prefix starts at `start` and whose quote is the next byte. */
pk_py_token pk_py_lex_string(pk_py_lexer *lexer, uint32_t start);
/* In the text of an f-string: a run of text, or its end, or the { or } that
 * stands next. */
pk_py_token pk_py_lex_fstring(pk_py_lexer *lexer);

/* The code point at `text` (valid UTF-8) and its bytes. */
uint32_t pk_utf8_decode(const char *text, uint32_t *bytes);
bool pk_is_id_start(uint32_t point);
bool pk_is_id_continue(uint32_t point);

/* Returns what to write for a construct of another language at the place of an
 * error; NULL. */
const char *pk_py_foreign_hint(const pk_source *source, uint32_t line,
                               uint32_t col, pk_py_mistake mistake);

#endif
