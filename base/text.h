/* SPDX-License-Identifier: Apache-2.0 */
/* A growing run of text or bytes: what printers and emitters write into.
 * Like the arena it remembers failure instead of reporting it: after `failed`
 * is set every append does nothing. */
#ifndef PORTKERN_BASE_TEXT_H
#define PORTKERN_BASE_TEXT_H

#include "portkern/status.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct pk_text {
    const pk_allocator *allocator;
    char *data; /* always ended with NUL once something was appended */
    size_t length, capacity;
    bool failed;
} pk_text;

void pk_text_init(pk_text *text, const pk_allocator *allocator);
void pk_text_finish(pk_text *text);

/* Makes room for `more` bytes and a NUL; false when that fails or has. */
bool pk_text_grow(pk_text *text, size_t more);

static inline bool pk_text_reserve(pk_text *text, size_t more) {
    return (!text->failed && more < text->capacity - text->length) ||
           pk_text_grow(text, more);
}

static inline void pk_text_bytes(pk_text *text, const void *bytes,
                                 size_t length) {
    if (!pk_text_reserve(text, length))
        return;
    if (length)
        memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = '\0';
}

static inline void pk_text_put(pk_text *text, const char *words) {
    pk_text_bytes(text, words, strlen(words));
}

/* Appends a character in UTF-8. */
void pk_text_character(pk_text *text, uint32_t point);

/* The pieces that printers put most, without a call of printf: one character, a
 * number in decimal or in so many hexadecimal digits, a character several
 * times. */
static inline void pk_text_char(pk_text *text, char c) {
    if (!pk_text_reserve(text, 1))
        return;
    text->data[text->length++] = c;
    text->data[text->length] = '\0';
}

void pk_text_uint(pk_text *text, uint64_t number);
void pk_text_int(pk_text *text, int64_t number);
void pk_text_hex(pk_text *text, uint64_t number, uint32_t digits);
void pk_text_fill(pk_text *text, char c, size_t count);
void pk_text_printf(pk_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void pk_text_vprintf(pk_text *text, const char *format, va_list args);

/* Appends what a place in a pattern stands for, and returns where the pattern
 * goes on. The place begins at `at`, with one of the marks. */
typedef const char *pk_text_put_place(void *arg, pk_text *text, const char *at);

/* Appends a pattern: as it is, but for the places that one of `marks` begins,
 * which are up to `put`. "add $t $a, $b" with the mark "$" has three. */
void pk_text_expand(pk_text *text, const char *pattern, const char *marks,
                    pk_text_put_place *put, void *arg);

/* The text so far, "" when nothing was appended. */
const char *pk_text_string(const pk_text *text);

#endif
