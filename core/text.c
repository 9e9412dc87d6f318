/* SPDX-License-Identifier: Apache-2.0 */
/* The growing text of text.h. */
#include "core/text.h"

#include <stdio.h>
#include <string.h>

void pk_text_init(pk_text *text, const pk_allocator *allocator) {
    *text = (pk_text){.allocator = allocator};
}

void pk_text_finish(pk_text *text) {
    const pk_allocator *a = text->allocator;

    if (text->data)
        a->release(a->self, text->data, text->capacity);
    *text = (pk_text){.allocator = a};
}

/* Makes room for `more` bytes and a NUL. */
static bool reserve(pk_text *text, size_t more) {
    const pk_allocator *a = text->allocator;
    size_t need, capacity = text->capacity ? text->capacity : 256;
    char *data;

    if (text->failed || __builtin_add_overflow(text->length, more, &need) ||
        need > SIZE_MAX / 4) {
        text->failed = true;
        return false;
    }
    if (need < text->capacity)
        return true;
    while (capacity <= need)
        capacity *= 2;
    data = text->data ? a->resize(a->self, text->data, text->capacity, capacity)
                      : a->alloc(a->self, capacity);
    if (!data) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void pk_text_bytes(pk_text *text, const void *bytes, size_t length) {
    if (!reserve(text, length))
        return;
    if (length)
        memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void pk_text_put(pk_text *text, const char *words) {
    pk_text_bytes(text, words, strlen(words));
}

void pk_text_vprintf(pk_text *text, const char *format, va_list args) {
    va_list again;
    int length;

    va_copy(again, args);
    length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0)
        text->failed = true;
    else if (reserve(text, (size_t)length)) {
        vsnprintf(text->data + text->length, (size_t)length + 1, format, args);
        text->length += (size_t)length;
    }
}

void pk_text_printf(pk_text *text, const char *format, ...) {
    va_list args;

    va_start(args, format);
    pk_text_vprintf(text, format, args);
    va_end(args);
}

const char *pk_text_string(const pk_text *text) {
    return text->data ? text->data : "";
}
