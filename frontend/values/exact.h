/* SPDX-License-Identifier: Apache-2.0 */
/* Python's own arithmetic: integers that do not wrap, floats, complex numbers.
 * What CPython computes before a kernel is typed has these values. */
#ifndef PORTKERN_FRONTEND_VALUES_EXACT_H
#define PORTKERN_FRONTEND_VALUES_EXACT_H

#include <stdbool.h>
#include <stdint.h>

typedef enum pk_exact_kind {
    PK_EXACT_bool,
    PK_EXACT_int,
    PK_EXACT_float,
    PK_EXACT_complex
} pk_exact_kind;

__extension__ typedef unsigned __int128 pk_u128;

typedef struct pk_exact {
    pk_exact_kind kind;
    bool negative;     /* int */
    pk_u128 magnitude; /* int; bool: 0 or 1 */
    double re, im;     /* float: re */
} pk_exact;

/* `op` is a pk_ast_op. False where Python raises an error, where CPython leaves
 * the operation to run time (shifts, products and powers of more than 128
 * bits), and where an integer needs more than 128 bits. */
bool pk_exact_binary(uint8_t op, const pk_exact *a, const pk_exact *b,
                     pk_exact *out);
bool pk_exact_unary(uint8_t op, const pk_exact *a, pk_exact *out);

/* Returns the truth of a value, as `if` has it. */
bool pk_exact_truth(const pk_exact *v);

#endif
