/* SPDX-License-Identifier: Apache-2.0 */
/* Values known while compiling: making them and computing with them, with the
 * meaning that the IR's operations have. */
#ifndef PORTKERN_FRONTEND_VALUES_KNOWN_H
#define PORTKERN_FRONTEND_VALUES_KNOWN_H

#include "base/shared.h"
#include "frontend/ast/ast.h"
#include "frontend/types/types.h"

/* The value with what is latent of it known; the facts and parameters that this
 * is from are added to `from`. */
pk_typed pk_known_reveal(pk_typed v, pk_latent *from);
/* `open`, with the value of `revealed` as a latent one where that is known and
 * comes `from` something. */
pk_typed pk_known_hide(pk_arena *arena, pk_typed open, pk_typed revealed,
                       const pk_latent *from);
/* The tuple of these items, with what is known and latent of each. */
pk_typed pk_known_tuple(pk_arena *arena, const pk_ty *type,
                        const pk_typed *items);

/* A number by its bits, as a constant of the IR has them. */
pk_typed pk_known_bits(pk_arena *arena, const pk_ty *type, uint64_t bits);
pk_typed pk_known_int(pk_arena *arena, const pk_ty *type, int64_t value);
pk_typed pk_known_float(pk_arena *arena, const pk_ty *type, double value);

/* Reads a scalar back; an integer by its type's sign. */
int64_t pk_known_get_int(pk_typed v);
double pk_known_get_float(pk_typed v);
/* A number of any type that is known, as bool: what `if` makes of it. */
bool pk_known_truth(pk_typed v);
/* True when a test of `v`, of any type, has one answer each time the kernel
 * runs, which depends on a known value or on the type alone; the answer. */
bool pk_known_test(pk_typed v, bool *truth);

/* True when `v` is a known integer; its value. */
PK_SHARED bool pk_known_is_int(pk_typed v, int64_t *value);

/* A string without NUL. */
pk_typed pk_known_text(pk_arena *arena, const char *text);
/* Compares two strings, also by `in`; false where these are no known strings,
 * or do not compare. */
bool pk_known_texts(pk_arena *arena, uint8_t op, pk_typed a, pk_typed b,
                    pk_typed *out);

/* The value of a literal. Type error when an integer needs over 64 bits. */
pk_typed pk_known_literal(pk_arena *arena, const pk_const *literal);

/* `-9223372036854775808` is one number to Python, which int64 holds though its
 * literal alone does not: its value, not known for any other node. */
pk_typed pk_known_least(pk_arena *arena, const pk_ast *node);
/* -9223372036854775809 and below, which no type holds. */
bool pk_known_below_int64(const pk_ast *node);

/* `v` converted to another number type, as the IR converts. */
pk_typed pk_known_convert(pk_arena *arena, pk_typed v, const pk_ty *to);

/* Item `index` of a known tuple. */
pk_typed pk_known_item(pk_typed tuple, uint32_t index);

bool pk_known_same(pk_typed a, pk_typed b);
/* Returns what is known of a value that is one of the two. */
const pk_known *pk_known_meet(pk_arena *arena, pk_typed a, pk_typed b);

/* The IR's operation that a binary operator or a comparison is on numbers of
 * one type; PK_OP_COUNT: none alone. */
pk_op pk_known_op(uint8_t op);
/* Compares two integers; false where `op` is no comparison of numbers. */
bool pk_known_order(uint8_t op, int64_t a, int64_t b, bool *truth);

/* The value of an operation on known numbers of type `work`, giving `result`;
 * known is NULL where it is left to run time. Integers wrap; `overflow` (may be
 * NULL) is set when a negation did, which Python's would not. */
pk_typed pk_known_binary(pk_arena *arena, uint8_t op, const pk_rule *rule,
                         pk_typed a, pk_typed b);
pk_typed pk_known_unary(pk_arena *arena, uint8_t op, const pk_rule *rule,
                        pk_typed a, bool *overflow);

#endif
