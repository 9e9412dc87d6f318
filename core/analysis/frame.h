/* SPDX-License-Identifier: Apache-2.0 */
/* How much of a thread's stack a call takes, as far as the IR shows it. */
#ifndef PORTKERN_CORE_ANALYSIS_FRAME_H
#define PORTKERN_CORE_ANALYSIS_FRAME_H

#include "base/arena.h"
#include "portkern/ir.h"

/* Bytes of a call of the function while it calls another that
 * pk_ir_find_recursion has found: its locals and local arrays, the most values
 * that live across such a call, and some for return addresses and registers. */
uint64_t pk_frame_bytes(pk_func *fn, pk_arena *scratch);

/* The same of the function that takes most, 1 at least; 0: none calls itself.
 */
uint64_t pk_frame_most(const pk_ir *ir);

enum { PK_MAX_RECURSION = 1000 }; /* calls within each other: CPython's */

#endif
