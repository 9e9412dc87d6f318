/* SPDX-License-Identifier: Apache-2.0 */
/* Reading JSON from its beginning to its end, value by value, without a tree:
 * traces are large. A fault stays with the reader, and what is read after it is
 * nothing. */
#ifndef PORTKERN_TOOLS_PROFILE_JSON_H
#define PORTKERN_TOOLS_PROFILE_JSON_H

#include <stdbool.h>
#include <stddef.h>

typedef struct json {
    const char *begin, *at, *end; /* there is a NUL at the end */
    const char *fault;            /* what is wrong at `at`; NULL: nothing */
    int depth;
} json;

json json_from(const char *text, size_t length);
/* Returns what comes next: '{', '[', '"', '0' for a number, 't' for true or
 * false, 'n' for null; '\0' for none of these. */
char json_next(json *j);
/* Sets the fault, unless there is one. */
void json_fail(json *j, const char *fault);

/* Each reads a value of its kind; another kind is a fault. */
double json_number(json *j);
bool json_bool(json *j);
/* The text in UTF-8, cut where `room` bytes with a NUL end. */
void json_text(json *j, char *out, size_t room);
/* Any value. */
void json_skip(json *j);
/* Calls `each`, which reads the value, for each member or item. */
typedef void json_member(void *self, json *j, const char *key);
typedef void json_item(void *self, json *j);
void json_members(json *j, json_member *each, void *self);
void json_items(json *j, json_item *each, void *self);
/* Nothing but blanks is left. */
void json_end(json *j);

/* Line and column of the place, from 1. */
void json_place(const json *j, size_t *line, size_t *column);

#endif
