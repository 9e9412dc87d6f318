/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the parser's files: a recursive descent over a buffer of tokens.
 *
 * The first error in a statement is reported and sets `panic`. From then on
 * the current token is `error`, nothing is accepted and nothing reported, so
 * that every loop ends and straight-line code may go on with nodes that say
 * nothing; parse functions never return NULL. The loops over statements skip
 * to the next statement and clear it (pk_py_recover).
 *
 * Recursion is bounded by `depth` and by the lexer's limits on brackets and
 * blocks. */
#ifndef PORTKERN_FRONTEND_PARSE_H
#define PORTKERN_FRONTEND_PARSE_H

#include "frontend/parse/lexer.h"

/* Line and column as nodes have them. */
typedef struct pk_py_place {
    uint32_t line, col;
} pk_py_place;

typedef struct pk_py_parser {
    pk_arena *arena;
    pk_diags *diags;
    const pk_source *source;
    pk_idents *names;
    pk_py_lexer lexer;

    pk_py_token *tokens; /* read and not yet forgotten */
    uint32_t at, count, capacity;
    pk_py_token_kind kind;      /* of the current token; error in panic */
    pk_py_place here;           /* and its place */
    uint32_t end_line, end_col; /* end of the last token taken */

    bool panic;
    bool quiet;     /* trying something: errors are not reported */
    bool stop;      /* no memory or enough errors: the text is over */
    bool outline;   /* PK_PARSE_outline */
    uint32_t depth; /* nesting of expressions */

    pk_ast **stack; /* items of the lists that are being read */
    uint32_t stack_count, stack_capacity;
} pk_py_parser;

/* ---- tokens ---- */

/* The token `ahead` places behind the current one. */
const pk_py_token *pk_py_peek(pk_py_parser *p, uint32_t ahead);
pk_py_token_kind pk_py_peek_kind(pk_py_parser *p, uint32_t ahead);
void pk_py_advance(pk_py_parser *p);
bool pk_py_accept(pk_py_parser *p, pk_py_token_kind kind);
/* Takes a token of this kind, or reports a syntax error. */
void pk_py_expect(pk_py_parser *p, pk_py_token_kind kind);
/* Takes a name; "" after an error. */
const char *pk_py_name(pk_py_parser *p);
/* Whether the current token is this name (a soft keyword). */
bool pk_py_at_word(pk_py_parser *p, const char *word);

static inline bool pk_py_at(const pk_py_parser *p, pk_py_token_kind kind) {
    return p->kind == kind;
}

/* Forgets tokens that were taken. No saved place may be alive. */
void pk_py_forget(pk_py_parser *p);

/* Goes on at the start of a line, whatever was read before. */
void pk_py_restart(pk_py_parser *p, uint32_t line);

/* Trying: errors between try and end are silent. end goes back to `saved` when
 * `keep` is false; it returns whether there was no error. */
uint32_t pk_py_try(pk_py_parser *p);
bool pk_py_end_try(pk_py_parser *p, uint32_t saved, bool keep);

/* ---- errors ---- */

/* "invalid syntax" at the current token, or better words where it shows what
 * is wrong. */
void pk_py_fail(pk_py_parser *p);
/* These words at the current token, at a node, or from a node to another. */
void pk_py_fail_here(pk_py_parser *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void pk_py_fail_at(pk_py_parser *p, const pk_ast *first, const pk_ast *last,
                   const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void pk_py_fail_range(pk_py_parser *p, pk_status status, pk_py_place from,
                      pk_py_place to, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* After an error: skips the rest of the statement, and ends the panic. After
 * the last error that is kept, or without memory, it ends the text. */
void pk_py_recover(pk_py_parser *p);

/* Counts nesting; pair enter with leave. Reports LIMIT when it is too deep. */
bool pk_py_enter(pk_py_parser *p);
void pk_py_leave(pk_py_parser *p);

/* ---- nodes ---- */

/* A node from `from` to the last token taken, without fields. */
pk_ast *pk_py_node(pk_py_parser *p, pk_ast_kind kind, pk_py_place from);
pk_py_place pk_py_start(const pk_ast *node);
/* The expression's end is here, and its children are known. Returns it. */
pk_ast *pk_py_done(pk_py_parser *p, pk_ast *node);

/* Lists are read onto a stack and copied when they are whole. */
uint32_t pk_py_list(const pk_py_parser *p);
void pk_py_push(pk_py_parser *p, pk_ast *item);
pk_ast_list pk_py_pop(pk_py_parser *p, uint32_t mark);
/* A list of one. */
pk_ast_list pk_py_single(pk_py_parser *p, pk_ast *item);

/* ---- grammar ---- */

pk_ast *pk_py_expression(pk_py_parser *p);       /* no := and no tuple */
pk_ast *pk_py_named(pk_py_parser *p);            /* with := */
pk_ast *pk_py_bitor(pk_py_parser *p);            /* binary operators */
pk_ast *pk_py_disjunction(pk_py_parser *p);      /* or, and, not, compares */
pk_ast *pk_py_star_expressions(pk_py_parser *p); /* a tuple or one */
pk_ast *pk_py_star_named(pk_py_parser *p);       /* an item of a display */
pk_ast *pk_py_rhs(pk_py_parser *p);              /* yield or tuple or one */
pk_ast *pk_py_primary(pk_py_parser *p);
pk_ast *pk_py_atom(pk_py_parser *p);
pk_ast *pk_py_strings(pk_py_parser *p);
pk_ast *pk_py_number(pk_py_parser *p);
pk_ast_list pk_py_comprehensions(pk_py_parser *p); /* for ... in ... if ... */
/* Arguments up to `)`, which is taken. `open` is the bracket's place. */
void pk_py_call_args(pk_py_parser *p, pk_py_place open, pk_ast_list *args,
                     pk_ast_list *keywords);
/* The targets of for and of comprehensions, as targets of ctx Store. */
pk_ast *pk_py_for_targets(pk_py_parser *p);
/* Whether a token may start an expression. */
bool pk_py_starts_expression(pk_py_token_kind kind);
/* An = where a condition stands. */
void pk_py_check_equals(pk_py_parser *p, pk_ast *left);
/* Takes a closing bracket. Where an expression stands behind `last` instead
 * (NULL: nothing), the error asks for a comma, as CPython's. */
void pk_py_expect_closer(pk_py_parser *p, pk_py_token_kind closer,
                         pk_ast *last);

/* Returns the words of messages for an expression: "function call". */
const char *pk_py_describe(const pk_ast *node);
typedef enum pk_py_target_use {
    PK_TARGET_assign, /* the words for = */
    PK_TARGET_other,  /* with, for, comprehensions, items of these */
    PK_TARGET_del
} pk_py_target_use;
/* Makes `node` a target, or reports what in it cannot be one. */
void pk_py_target(pk_py_parser *p, pk_ast *node, pk_py_target_use use);

/* Parameters: up to `)` or, of a lambda, `:`, which is not taken. */
pk_ast *pk_py_params(pk_py_parser *p, bool lambda);
pk_ast *pk_py_pattern_top(pk_py_parser *p);

/* Statements: pushes what it reads, one or (with semicolons) more. */
void pk_py_statement(pk_py_parser *p);
/* Reads the block and the further clauses below a statement or case that was
 * refused, for errors of their own, and drops them. */
void pk_py_remains(pk_py_parser *p);
void pk_py_simple_line(pk_py_parser *p);
/* The compound statement at the current token; NULL when it starts none. */
pk_ast *pk_py_compound(pk_py_parser *p);
pk_ast *pk_py_match(pk_py_parser *p);
bool pk_py_at_match(pk_py_parser *p);
/* `:` and what follows; `what` and `line` are for "expected an indented block
 * after 'if' statement on line 3". */
pk_ast_list pk_py_block(pk_py_parser *p, const char *what, uint32_t line);
pk_ast_list pk_py_type_params(pk_py_parser *p);
/* Statements up to the dedent, which is taken. */
pk_ast_list pk_py_statements(pk_py_parser *p);

#endif
