/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions of a loop and of the loops within that hold in no round, if some
 * sums are not negative that are the same in all rounds, and values are within
 * limits (extremes.h): whoever takes the conditions for false has to ask so
 * in front of the loop. */
#ifndef PORTKERN_CORE_ANALYSIS_QUESTIONS_H
#define PORTKERN_CORE_ANALYSIS_QUESTIONS_H

#include "core/analysis/extremes.h"

enum { PK_QUESTIONS = 64, PK_QUESTION_SUMS = 16 /* different ones */ };

typedef struct pk_questions {
    const pk_inst *loop;
    bool any; /* also of what is computed in front of it */
    pk_loop_nest nest;
    pk_value *conds[PK_QUESTIONS];       /* that hold in no round if */
    pk_sum_draft sums[PK_QUESTION_SUMS]; /* none of these is negative, and the
                                            nest's leaves are in their limits */
    pk_value *always[PK_QUESTIONS]; /* the same of those that hold in all */
    uint32_t count, always_count, sum_count;
} pk_questions;

/* Begins with a loop of a function that has been numbered. */
void pk_questions_init(pk_questions *questions, const pk_func *fn,
                       const pk_inst *loop, pk_arena *arena);
/* Adds a condition, unless it may hold whatever is asked. */
void pk_questions_ask(pk_questions *questions, pk_value *cond);
bool pk_questions_have(const pk_questions *questions, const pk_value *cond);
/* Adds one that holds in all rounds, computed wherever, unless it may not. */
void pk_questions_ask_always(pk_questions *questions, pk_value *cond);
bool pk_questions_always(const pk_questions *questions, const pk_value *cond);
/* Adds a wrap_index to the nest's, unless its index may be negative. */
void pk_questions_ask_wrap(pk_questions *questions, const pk_value *wrap);

/* Whether it is a `for` with an index of at least 32 bits that grows. */
bool pk_counts_up(const pk_inst *loop);

#endif
