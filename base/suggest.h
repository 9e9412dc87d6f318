/* SPDX-License-Identifier: Apache-2.0 */
/* "Did you mean": the name that is nearest to an unknown word.
 *
 * Inserting, dropping, replacing a letter and swapping two neighbours are one
 * slip each; another case of a letter is half of one. Words under three
 * letters may differ in case only, those under six by one slip, longer ones by
 * two. Of names equally near the first one wins. */
#ifndef PORTKERN_BASE_SUGGEST_H
#define PORTKERN_BASE_SUGGEST_H

#include "base/arena.h"

typedef struct pk_suggest {
    const char *word;
    const char *best; /* NULL: nothing near yet; not ended with NUL */
    size_t length;    /* of best */
    int cost;         /* of best, in half slips; before it, one too many */
} pk_suggest;

/* Starts a search; `word` must outlive it, and so must the names tried. */
pk_suggest pk_suggest_start(const char *word);
void pk_suggest_try(pk_suggest *search, const char *name, size_t length);
void pk_suggest_name(pk_suggest *search, const char *name);

/* "did you mean NAME?" in the arena, NULL when no name was near. */
const char *pk_suggest_hint(pk_arena *arena, const pk_suggest *search);

/* Returns the answer that a table of words and answers has for this word, or
 * NULL. */
const char *pk_suggest_answer(const char *const (*rows)[2], size_t count,
                              const char *word);

#endif
