/* SPDX-License-Identifier: Apache-2.0 */
/* Python's own numbers at module level: calls that make one of others, as in
 * `BLOCKS = int(math.ceil(N / 256))`. */
#ifndef PORTKERN_FRONTEND_PLAIN_H
#define PORTKERN_FRONTEND_PLAIN_H

#include "frontend/builtins.h"

/* Python's own arithmetic: int, float, complex and bool, not NumPy's scalars,
 * whose results follow NumPy's rules. */
bool pk_is_plain(pk_typed v);

/* What a builtin gives of `args`: abs, int, float, round, min and max, and
 * math's ceil, floor, trunc, fabs and sqrt, np.sqrt. `known` is NULL when it is
 * none of them, an argument is not plain, or Python's result is no 64-bit
 * number. */
pk_typed pk_plain_call(pk_arena *arena, const pk_builtin *builtin,
                       const pk_typed *args, uint32_t count);

/* float('inf') and its like; false for other words. */
bool pk_plain_named(pk_arena *arena, const char *word, pk_typed *out);

#endif
