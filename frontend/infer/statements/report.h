/* SPDX-License-Identifier: Apache-2.0 */
/* Types of assert, raise and print: words with places for the numbers in them.
 */
#ifndef PORTKERN_FRONTEND_INFER_STATEMENTS_REPORT_H
#define PORTKERN_FRONTEND_INFER_STATEMENTS_REPORT_H

#include "frontend/infer/infer.h"

/* Infers a value that may be printed: a string, an f-string, a number, a tuple.
 */
void pk_infer_words(pk_infer *in, const pk_ast *node);
pk_typed pk_infer_print(pk_infer *in, const pk_ast *node);
void pk_infer_assert(pk_infer *in, const pk_ast *node);
void pk_infer_raise(pk_infer *in, const pk_ast *node);

/* The format specification of an f-string's field, "" without; NULL when it
 * has fields itself. */
const char *pk_report_spec(pk_arena *arena, const pk_ast *field);

/* The row of x of cuda.threadIdx and its like, which print as a tuple; NULL of
 * any other value. */
const pk_builtin *pk_report_dim3(pk_arena *arena, const pk_ty *type);

/* Whether words of an exception are made while the function runs: strings are
 * among them, or f-strings with other words. */
bool pk_report_is_made(const pk_instance *instance, const pk_ast_list *words);

#endif
