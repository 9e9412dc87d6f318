/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses and integers as sums of products in a normal form: what is one
 * number, however the text multiplies out and sets brackets, is one sum.
 *
 *     (%j * %n + %i) * 40 + 8   =>   8 + 40 %i + 40 %j %n
 *     %i * 40 + %j * (%n * 40) + 8   =>   the same
 *
 * Integers wrap, so both sides are equal in the ring of numbers modulo 2^64.
 * It is the global reassociation of Briggs and Cooper (Effective Partial
 * Redundancy Elimination, PLDI 1994, section 3.1), but for one thing: the text
 * stays as it is, and a sum is only the key under which it is found. */
#ifndef PORTKERN_CORE_ANALYSIS_SUM_H
#define PORTKERN_CORE_ANALYSIS_SUM_H

#include "base/arena.h"
#include "portkern/ir.h"

enum {
    PK_SUM_DEGREE =
        4,           /* values in a product; what has more is a value itself */
    PK_SUM_TERMS = 8 /* products in a sum; likewise */
};

typedef struct pk_term {
    uint64_t factor;                /* never 0 */
    uint32_t values[PK_SUM_DEGREE]; /* ids + 1, ascending; 0 is none */
} pk_term;

typedef struct pk_sum {
    uint32_t hash, count;
    pk_term terms[]; /* each of other values, in an order of theirs */
} pk_sum;

/* A sum while it is put together; terms are in order of their values. */
typedef struct pk_sum_draft {
    uint32_t count;
    pk_term terms[PK_SUM_TERMS];
} pk_sum_draft;

typedef struct pk_sums {
    pk_arena *arena;
    const pk_sum **known;    /* by value id: NULL until asked for */
    const pk_value **values; /* by value id: those that stand in sums */
} pk_sums;

/* Begins with a function that has been numbered; sums are in `arena`, and when
 * that has failed none may be asked for. */
void pk_sums_init(pk_sums *sums, const pk_func *fn, pk_arena *arena);

/* Has a value stand for itself in sums that are not known yet, however it is
 * computed. */
void pk_sums_hold(pk_sums *sums, const pk_value *v);

/* The sum that is an integer, or an address in bytes, modulo 2^64. It counts on
 * the operands on the way to stay what they are. */
const pk_sum *pk_sum_of(pk_sums *sums, const pk_value *v);

/* Whether both sums are the same number, whatever their values are. */
bool pk_sum_equal(const pk_sum *a, const pk_sum *b);

/* Adds `by` times those terms. False when there are too many. */
bool pk_sum_add(pk_sum_draft *to, const pk_term *terms, uint32_t count,
                uint64_t by);

/* Puts a sum in the place of a value (its id + 1) that no product has twice.
 * False when there are too many terms, or values in a product. */
bool pk_sum_put(pk_sum_draft *in, uint32_t value, const pk_sum_draft *sum);

/* Whether the product has the value (its id + 1). */
bool pk_term_has(const pk_term *term, uint32_t value);

#endif
