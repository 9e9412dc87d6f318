/* SPDX-License-Identifier: Apache-2.0 */
/* The least number that a sum is in any round of a loop and of the loops
 * within, as a sum of what these loops do not change:
 *
 *     for ^1 %i = 0, %n, 1 {
 *         for ^2 %j = %i, %n, 1 {
 *             %j - %i                  0
 *             %m - %j                  %m - %n + 1
 *
 * Indices give way to their bounds, those of inner loops first, so that what
 * two indices have in common is gone before: Fourier and Motzkin's elimination
 * for bounds of one side.
 *
 * A sum is only its number modulo 2^64. It is the number itself where all
 * values in it are small enough, which the nest keeps a list of: a value of
 * that list must be compared with its limit in front of the loop. */
#ifndef PORTKERN_CORE_ANALYSIS_EXTREMES_H
#define PORTKERN_CORE_ANALYSIS_EXTREMES_H

#include "core/analysis/sum.h"

enum { PK_NEST_LEAVES = 12, PK_NEST_LOOPS = 12, PK_NEST_WRAPS = 32 };

/* A value that no loop of the nest changes: -2^bits <= value < 2^bits. */
typedef struct pk_nest_leaf {
    const pk_value *value;
    uint32_t bits;
    bool from_zero; /* and is not negative */
} pk_nest_leaf;

typedef struct pk_nest_loop {
    const pk_inst *loop;
    uint32_t bits, weight;
} pk_nest_loop;

typedef struct pk_loop_nest {
    const pk_func *fn;
    const pk_inst *loop;  /* the outermost one */
    const pk_value *last; /* its index in the last round, NULL: stop - 1 */
    /* Where the outermost one is no `for` but what a thread runs: its number,
     * which counts from 0 to below `threads`; else NULL. */
    const pk_value *thread, *threads;
    pk_sums sums;
    pk_nest_leaf leaves[PK_NEST_LEAVES];
    pk_nest_loop loops[PK_NEST_LOOPS];
    const pk_value *wraps[PK_NEST_WRAPS]; /* wrap_index that change nothing */
    uint32_t leaf_count, loop_count, wrap_count;
} pk_loop_nest;

/* Begins with a loop of a function that has been numbered. */
void pk_nest_init(pk_loop_nest *nest, const pk_func *fn, const pk_inst *loop,
                  pk_arena *arena);

/* Whether the integer is the number of its sum in all rounds, once the leaves
 * are in their limits. Where it is not, leaves may have been added. */
bool pk_nest_is_exact(pk_loop_nest *nest, const pk_value *v);

/* Makes the sum of exact values its least number. False where that is unknown.
 */
bool pk_nest_least(pk_loop_nest *nest, pk_sum_draft *sum);

/* Adds an integer to a sum. False when there are too many terms. */
bool pk_nest_add(pk_loop_nest *nest, pk_sum_draft *to, const pk_value *v,
                 int64_t factor, int64_t more);

/* Whether the sum of leaves cannot be negative. */
bool pk_nest_is_from_zero(const pk_loop_nest *nest, const pk_sum_draft *sum);

/* Whether a leaf is within its limits whatever the program is given. */
bool pk_nest_leaf_holds(const pk_loop_nest *nest, const pk_nest_leaf *leaf);

#endif
