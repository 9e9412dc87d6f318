/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the two halves of the parser: parse.c reads modules and the heads
 * of functions, parse_inst.c reads instructions.
 *
 * Reading functions return false once something was wrong; the error then
 * stands in `err` already. */
#ifndef PORTKERN_CORE_TEXT_PARSE_H
#define PORTKERN_CORE_TEXT_PARSE_H

#include "core/ir_data.h"
#include "core/text/lex.h"

/* The temporaries by their numbers, which may be any: open addressing. */
typedef struct pk_temp {
    uint32_t number;
    pk_value *value; /* NULL: free */
} pk_temp;

typedef struct pk_temps {
    pk_temp *slots;
    uint32_t count, capacity; /* a power of two */
} pk_temps;

typedef struct pk_parser {
    const char *text;
    pk_lexer lexer;
    pk_token token; /* the next one, not yet taken */
    pk_ir *ir;
    pk_error *err;
    pk_status status;
    /* the function being read */
    pk_func *fn;
    pk_builder builder;
    pk_temps temps;
    uint32_t depth;
    /* operands or results of the instruction being read */
    pk_value **values;
    uint32_t value_count, value_capacity;
    uint8_t op_slots[256]; /* hash of operation names: number + 1 */
    uint32_t type_words[PK_TYPE_COUNT]; /* names of types, packed */
} pk_parser;

/* Fails at a token; always false. */
bool pk_parse_fail(pk_parser *p, const pk_token *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Fails at the next token: "expected `what`". */
bool pk_parse_expected(pk_parser *p, const char *what);

pk_token pk_parse_take(pk_parser *p);
bool pk_parse_is_mark(const pk_parser *p, char mark);
/* Takes the mark or word when it comes next. */
bool pk_parse_accept_mark(pk_parser *p, char mark);
bool pk_parse_accept_word(pk_parser *p, const char *word);
bool pk_parse_mark(pk_parser *p, char mark);
bool pk_parse_newline(pk_parser *p);
bool pk_parse_name(pk_parser *p, char sigil, pk_token *out);
/* A string's characters, its escapes undone. */
bool pk_parse_string(pk_parser *p, const char *what, const char **out);
bool pk_parse_u32(pk_parser *p, uint32_t *out);
bool pk_parse_u64(pk_parser *p, uint64_t *out);
bool pk_parse_type(pk_parser *p, pk_type *out);
/* The place of an instruction or function, when there is one. */
bool pk_parse_loc(pk_parser *p, pk_loc *out);

/* A number, bool or NaN, as its type will take it: the type of a constant
 * stands behind it. */
typedef struct pk_literal {
    pk_token token; /* number or word */
    pk_token bits;  /* nan(...): the number */
    bool minus;
} pk_literal;

bool pk_parse_literal(pk_parser *p, pk_literal *out);
bool pk_parse_literal_bits(pk_parser *p, const pk_literal *literal,
                           pk_type type, uint64_t *bits);

/* Fills in op_slots. */
void pk_parse_init_ops(pk_parser *p);
/* Instructions up to the closing brace, which is taken. */
bool pk_parse_region(pk_parser *p);

#endif
