/* SPDX-License-Identifier: Apache-2.0 */
/* The tokens of the IR's text form. */
#ifndef PORTKERN_CORE_LEX_H
#define PORTKERN_CORE_LEX_H

#include "core/error.h"

typedef enum pk_token_kind {
    PK_TOKEN_end,
    PK_TOKEN_newline, /* any number of empty lines and comments is one */
    PK_TOKEN_word,    /* letter or _, then letters, digits, _ and . */
    PK_TOKEN_name,    /* %x $x @x ^1: `text` from behind the sigil */
    PK_TOKEN_number,  /* digits and what may follow in a number */
    PK_TOKEN_string,  /* `text` between the quotes, escapes as they stand */
    PK_TOKEN_mark,    /* one of ( ) { } < > [ ] , : = ! - or -> */
    PK_TOKEN_bad
} pk_token_kind;

typedef struct pk_token {
    pk_token_kind kind;
    char sigil; /* name: % $ @ ^; mark: the character, '>' for -> has '~' */
    const char *text;
    size_t length;
    const char *line_start; /* of the line that it is on */
    uint32_t line;
} pk_token;

typedef struct pk_lexer {
    const char *at, *end, *line_start;
    uint32_t line;
} pk_lexer;

void pk_lexer_init(pk_lexer *lexer, const char *text, size_t length);

/* The next token. After the end it gives `end` again and again. */
pk_token pk_lexer_next(pk_lexer *x);

/* Goes from behind an opening brace to behind the one that closes it, or to
 * the end. */
void pk_lexer_skip_braces(pk_lexer *x);

#endif
