/* SPDX-License-Identifier: Apache-2.0 */
/* Python's own numbers at module level: calls that make one of others, as in
 * `BLOCKS = int(math.ceil(N / 256))`. */
#ifndef PORTKERN_FRONTEND_VALUES_PLAIN_H
#define PORTKERN_FRONTEND_VALUES_PLAIN_H

#include "frontend/builtins/builtins.h"

/* Python's own arithmetic: int, float, complex and bool, not NumPy's scalars,
 * whose results follow NumPy's rules. */
bool pk_is_plain(pk_typed v);

/* Computes an operator on plain numbers; `known` is NULL where Python raises an
 * error, and where its result is no int64, float, complex or bool. */
pk_typed pk_plain_binary(pk_arena *arena, uint8_t op, pk_typed a, pk_typed b);
pk_typed pk_plain_unary(pk_arena *arena, uint8_t op, pk_typed a);

/* Computes a builtin on `args`: abs, int, float, complex, round, pow, min, max
 * and sum, math's functions, np.sqrt. `known` is NULL when it is none of them,
 * an argument is not plain, or Python's result is no 64-bit number. */
pk_typed pk_plain_call(pk_arena *arena, const pk_builtin *builtin,
                       const pk_typed *args, uint32_t count);

/* math's functions of one or two floats; false for others, and where Python's
 * raise an error. `args` are plain numbers. */
bool pk_plain_math(pk_arena *arena, const char *path, const pk_typed *args,
                   uint32_t count, pk_typed *out);

/* float('inf'), float('1.5'), int('42'); false for other words. */
bool pk_plain_integer(pk_arena *arena, const char *word, pk_typed *out);
bool pk_plain_named(pk_arena *arena, const char *word, pk_typed *out);

#endif
