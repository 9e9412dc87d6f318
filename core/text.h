/* SPDX-License-Identifier: Apache-2.0 */
/* A growing run of text or bytes: what printers and emitters write into.
 * Like the arena it remembers failure instead of reporting it: after `failed`
 * is set every append does nothing. */
#ifndef PORTKERN_CORE_TEXT_H
#define PORTKERN_CORE_TEXT_H

#include "portkern/status.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct pk_text {
    const pk_allocator *allocator;
    char *data; /* always ended with NUL once something was appended */
    size_t length, capacity;
    bool failed;
} pk_text;

void pk_text_init(pk_text *text, const pk_allocator *allocator);
void pk_text_finish(pk_text *text);

void pk_text_bytes(pk_text *text, const void *bytes, size_t length);
void pk_text_put(pk_text *text, const char *words);
/* What printers put most, without going through printf: one character, a
 * number in decimal, a character several times. */
void pk_text_char(pk_text *text, char c);
void pk_text_uint(pk_text *text, uint64_t number);
void pk_text_int(pk_text *text, int64_t number);
void pk_text_fill(pk_text *text, char c, size_t count);
void pk_text_printf(pk_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void pk_text_vprintf(pk_text *text, const char *format, va_list args);

/* The text so far, "" when nothing was appended. */
const char *pk_text_string(const pk_text *text);

#endif
