/* SPDX-License-Identifier: Apache-2.0 */
/* Random kernels, and a small evaluator of its own to run them: passes must
 * not change what a kernel leaves in memory.
 *
 * A random kernel has one array of i64, a few scalars, locals of several
 * types, calls and all kinds of control, and ends always: loops count. The
 * evaluator runs one thread. */
#ifndef PORTKERN_TESTS_RANDOM_IR_H
#define PORTKERN_TESTS_RANDOM_IR_H

#include "base/arena.h"
#include "portkern/ir.h"

enum { RANDOM_CELLS = 16 };

/* A module whose kernel is the last function; the same for the same seed. */
pk_ir *random_ir(pk_arena *arena, uint64_t seed);

/* Runs the kernel of the module on `cells`. False when it did not end within
 * the fuel or broke a promise (a bug of the test or of a pass). */
bool run_ir(const pk_ir *ir, int64_t cells[RANDOM_CELLS]);

#endif
