/* SPDX-License-Identifier: Apache-2.0 */
/* The tokens of the IR's text form. */
#ifndef PORTKERN_CORE_TEXT_LEX_H
#define PORTKERN_CORE_TEXT_LEX_H

#include "base/error.h"

typedef enum pk_token_kind {
    PK_TOKEN_end,
    PK_TOKEN_newline, /* any number of empty lines and comments is one */
    PK_TOKEN_word,    /* letter or _, then letters, digits, _ and . */
    PK_TOKEN_name,    /* %x $x @x ^1: `text` from behind the sigil */
    PK_TOKEN_number,  /* digits and what may follow in a number */
    PK_TOKEN_string,  /* `text` between the quotes, escapes as they stand */
    PK_TOKEN_place,   /* !1:2-3: `text` from behind the ! */
    PK_TOKEN_mark,    /* one of ( ) { } < > [ ] , : = - or -> */
    PK_TOKEN_bad
} pk_token_kind;

/* Small enough to travel in registers. Its line is counted when an error asks
 * for it. */
typedef struct pk_token {
    const char *text;
    uint32_t length;
    uint8_t kind; /* pk_token_kind */
    char sigil;   /* name: % $ @ ^; mark: the character, '>' for -> has '~' */
} pk_token;

typedef struct pk_lexer {
    const char *at, *end;
} pk_lexer;

void pk_lexer_init(pk_lexer *lexer, const char *text, uint32_t length);

/* The next token. After the end it gives `end` again and again. */
pk_token pk_lexer_next(pk_lexer *x);

/* Goes from behind an opening brace to behind the one that closes it, or to
 * the end. */
void pk_lexer_skip_braces(pk_lexer *x);

#endif
