/* SPDX-License-Identifier: Apache-2.0 */
/* The growing text of text.h. */
#include "base/text.h"

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

bool pk_text_grow(pk_text *text, size_t more) {
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

/* Numbers of up to five digits, most there are, straight into place. */
void pk_text_uint(pk_text *text, uint64_t number) {
    char digits[20], *at = digits + sizeof digits;
    uint32_t low = (uint32_t)number;

    if (number < 100000 && pk_text_reserve(text, 5)) {
        at = text->data + text->length;
        for (uint32_t ten = low < 1000    ? 0
                            : low < 10000 ? 1000
                                          : 10000;
             ten >= 1000; ten /= 10)
            *at++ = (char)('0' + low / ten % 10);
        if (low >= 100)
            *at++ = (char)('0' + low / 100 % 10);
        if (low >= 10)
            *at++ = (char)('0' + low / 10 % 10);
        *at++ = (char)('0' + low % 10);
        *at = '\0';
        text->length = (size_t)(at - text->data);
        return;
    }
    do
        *--at = (char)('0' + number % 10);
    while (number /= 10);
    pk_text_bytes(text, at, (size_t)(digits + sizeof digits - at));
}

void pk_text_hex(pk_text *text, uint64_t number, uint32_t digits) {
    if (!pk_text_reserve(text, digits))
        return;
    while (digits-- > 0)
        text->data[text->length++] =
            "0123456789ABCDEF"[number >> (4 * digits) & 15];
    text->data[text->length] = '\0';
}

void pk_text_int(pk_text *text, int64_t number) {
    if (number < 0)
        pk_text_char(text, '-');
    pk_text_uint(text, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

void pk_text_fill(pk_text *text, char c, size_t count) {
    if (!pk_text_reserve(text, count))
        return;
    memset(text->data + text->length, c, count);
    text->length += count;
    text->data[text->length] = '\0';
}

/* Written where it belongs; a second time when the room was too small. */
void pk_text_vprintf(pk_text *text, const char *format, va_list args) {
    va_list again;
    size_t room;
    int length;

    if (!pk_text_reserve(text, 0))
        return;
    room = text->capacity - text->length;
    va_copy(again, args);
    length = vsnprintf(text->data + text->length, room, format, again);
    va_end(again);
    if (length < 0) {
        text->data[text->length] = '\0';
        text->failed = true;
        return;
    }
    if ((size_t)length >= room) {
        if (!pk_text_reserve(text, (size_t)length)) {
            text->data[text->length] = '\0';
            return;
        }
        vsnprintf(text->data + text->length, (size_t)length + 1, format, args);
    }
    text->length += (size_t)length;
}

void pk_text_printf(pk_text *text, const char *format, ...) {
    va_list args;

    va_start(args, format);
    pk_text_vprintf(text, format, args);
    va_end(args);
}

void pk_text_expand(pk_text *text, const char *pattern, const char *marks,
                    pk_text_put_place *put, void *arg) {
    for (;;) {
        size_t plain = strcspn(pattern, marks);

        pk_text_bytes(text, pattern, plain);
        pattern += plain;
        if (!*pattern)
            return;
        pattern = put(arg, text, pattern);
    }
}

void pk_text_character(pk_text *text, uint32_t point) {
    const int more = (point >= 0x80) + (point >= 0x800) + (point >= 0x10000);
    char bytes[4] = {(char)point};

    for (int i = more; i > 0; i--, point >>= 6)
        bytes[i] = (char)(0x80 | (point & 0x3f));
    if (more)
        bytes[0] = (char)(0xf0 << (3 - more) | point);
    pk_text_bytes(text, bytes, (size_t)more + 1);
}

const char *pk_text_string(const pk_text *text) {
    return text->data ? text->data : "";
}
