/* SPDX-License-Identifier: Apache-2.0 */
/* The value of each operation on single numbers: the definition behind constant
 * folding, which the interpreter's loops and every emitter are tested against.
 */
#ifndef PORTKERN_CORE_EVAL_H
#define PORTKERN_CORE_EVAL_H

#include "portkern/ir.h"

/* Applies a PURE operation on numbers to `args`, bits of the type `type` (of
 * the first operand; of the second for select), giving bits of the type
 * `result`; bits are zero-extended, as in a constant. False, with *out 0, for
 * operations on pointers, for queries, and where a promise is broken (quot
 * and rem by 0 and of MIN by -1). */
bool pk_eval(pk_op op, pk_type type, pk_type result, const uint64_t *args,
             uint64_t *out);

/* The value conversion alone. */
uint64_t pk_eval_convert(pk_type from, pk_type to, uint64_t bits);

#endif
