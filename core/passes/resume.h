/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that leave in the middle and go on there when they are called
 * again, as generators do.
 *
 * What such a function knows between two calls is in its frame, memory of words
 * of 8 bytes that its first parameter points to. Word 0 is an i64: 0
 * before the first call, the number of the place where it left, or -1 where it
 * runs or has ended. Behind it are words that the maker of the frame fills,
 * then those that the function itself uses, then those of locals that live
 * across a place. Its first result is a bool: whether it left at such a place.
 */
#ifndef PORTKERN_CORE_PASSES_RESUME_H
#define PORTKERN_CORE_PASSES_RESUME_H

#include "base/arena.h"
#include "portkern/ir.h"

enum { PK_FRAME_WORDS = 255, PK_FRAME_REFS = 64 };

typedef struct pk_resume {
    pk_func *fn;
    /* The places: each an `if` of true, with nothing but a return in it. */
    pk_inst **leaves;
    uint32_t leave_count;
    /* In: words that are filled, with word 0; those with the function's own;
     * and which are references, by bits. The first are free once the function
     * has begun. Out: all words; at most PK_FRAME_WORDS, references among the
     * first PK_FRAME_REFS, or the frame is too large. */
    uint32_t filled, words;
    uint64_t refs;
    bool too_large;
} pk_resume;

/* Has the function go on where it left. The mark of a local that has a pointer
 * is the local with the reference that owns its memory, NULL: none does; behind
 * this no local has a mark. Fails by the arena. */
void pk_resume_make(pk_resume *r);

#endif
