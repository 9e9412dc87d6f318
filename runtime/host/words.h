/* SPDX-License-Identifier: Apache-2.0 */
/* The words of exceptions that a call made while it ran: they are among what it
 * printed, between marks (recipe/report.h). */
#ifndef PORTKERN_RUNTIME_HOST_WORDS_H
#define PORTKERN_RUNTIME_HOST_WORDS_H

#include "base/text.h"

/* Copies what was said to `printed`, without the words of exceptions; `words`
 * gets those of the last one. */
void pk_words_split(const pk_text *said, pk_text *printed, pk_text *words);

/* Puts them in the place of the mark in an exception's message. */
void pk_words_fill(pk_text *message, const pk_text *words);

#endif
