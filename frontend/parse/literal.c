/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers and strings to values. */
#include "frontend/parse/literal.h"

#include "base/number.h"

#include <string.h>

static int digit_of(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* ---- numbers ---- */

__extension__ typedef unsigned __int128 uint128;

static pk_const integer(const char *text, size_t length, unsigned base) {
    pk_const value = {.kind = PK_CONST_int};
    uint128 all = 0;

    for (size_t i = 0; i < length; i++) {
        if (text[i] == '_')
            continue;
        value.huge |= __builtin_mul_overflow(all, (uint128)base, &all);
        value.huge |=
            __builtin_add_overflow(all, (uint128)digit_of(text[i]), &all);
    }
    value.integer = (uint64_t)all;
    value.high = (uint64_t)(all >> 64);
    value.overflow = value.huge || value.high;
    return value;
}

/* A float, of the text without its underscores. */
static double real_of(pk_arena *arena, const char *text, size_t length) {
    char small[64], *copy = small;
    uint64_t bits = 0;
    size_t n = 0;

    if (length >= sizeof small)
        copy = pk_arena_array(arena, length, 1);
    if (arena->failed)
        return 0;
    for (size_t i = 0; i < length; i++)
        if (text[i] != '_')
            copy[n++] = text[i];
    pk_float_parse(copy, n, PK_TYPE_f64, &bits);
    return pk_float_value(PK_TYPE_f64, bits);
}

static bool is_real(const char *text, size_t length, bool hex) {
    for (size_t i = 0; i < length; i++)
        if (text[i] == '.' || (text[i] | 32) == (hex ? 'p' : 'e'))
            return true;
    return false;
}

pk_const pk_literal_number(pk_arena *arena, const char *text, size_t length) {
    char second = length > 1 && text[0] == '0' ? text[1] | 32 : 0;
    bool hex = second == 'x';
    bool imaginary = !hex && (text[length - 1] | 32) == 'j';

    length -= imaginary;
    if (!imaginary && second == 'o')
        return integer(text + 2, length - 2, 8);
    if (!imaginary && second == 'b')
        return integer(text + 2, length - 2, 2);
    if (!imaginary && !is_real(text, length, hex))
        return hex ? integer(text + 2, length - 2, 16)
                   : integer(text, length, 10);
    return (pk_const){.kind = imaginary ? PK_CONST_complex : PK_CONST_float,
                      .real = real_of(arena, text, length)};
}

/* ---- strings ---- */

static size_t encode(uint32_t point, char *out) {
    if (point < 0x80) {
        out[0] = (char)point;
        return 1;
    }
    if (point < 0x800) {
        out[0] = (char)(0xc0 | point >> 6);
        out[1] = (char)(0x80 | (point & 0x3f));
        return 2;
    }
    if (point < 0x10000) {
        out[0] = (char)(0xe0 | point >> 12);
        out[1] = (char)(0x80 | (point >> 6 & 0x3f));
        out[2] = (char)(0x80 | (point & 0x3f));
        return 3;
    }
    out[0] = (char)(0xf0 | point >> 18);
    out[1] = (char)(0x80 | (point >> 12 & 0x3f));
    out[2] = (char)(0x80 | (point >> 6 & 0x3f));
    out[3] = (char)(0x80 | (point & 0x3f));
    return 4;
}

typedef struct decoder {
    const char *text;
    size_t length, at;
    unsigned flags;
    char *out;
    size_t size;
    const char *fault;
    bool named;
} decoder;

static void put(decoder *d, uint32_t point) {
    if (d->flags & PK_LITERAL_bytes)
        d->out[d->size++] = (char)point;
    else
        d->size += encode(point, d->out + d->size);
}

/* Exactly `count` hexadecimal digits. */
static void put_hex(decoder *d, unsigned count, const char *fault) {
    uint32_t point = 0;

    for (unsigned i = 0; i < count; i++, d->at++) {
        int digit = d->at < d->length ? digit_of(d->text[d->at]) : -1;

        if (digit < 0) {
            d->fault = fault;
            return;
        }
        point = point << 4 | (uint32_t)digit;
    }
    if (point > 0x10ffff)
        d->fault = "no character has so high a number";
    else
        put(d, point);
}

/* Up to three octal digits; the first was seen. */
static void put_octal(decoder *d) {
    uint32_t point = 0;

    for (int i = 0; i < 3 && d->at < d->length; i++, d->at++) {
        char c = d->text[d->at];

        if (c < '0' || c > '7')
            break;
        point = point << 3 | (uint32_t)(c - '0');
    }
    put(d, d->flags & PK_LITERAL_bytes ? point & 255 : point);
}

/* \N{name}: checked for its form only. */
static void put_named(decoder *d, size_t start) {
    const char *close = NULL;

    if (d->at < d->length && d->text[d->at] == '{')
        close = memchr(d->text + d->at, '}', d->length - d->at);
    if (!close || close == d->text + d->at + 1) {
        d->fault = "malformed \\N character escape";
        return;
    }
    d->at = (size_t)(close - d->text) + 1;
    memcpy(d->out + d->size, d->text + start, d->at - start);
    d->size += d->at - start;
    d->named = true;
}

/* An escape; `at` is behind the backslash. */
static void put_escape(decoder *d) {
    static const char from[] = "\\'\"abfnrtv", to[] = "\\'\"\a\b\f\n\r\t\v";
    bool bytes = d->flags & PK_LITERAL_bytes;
    char c = d->text[d->at];
    const char *simple = c ? strchr(from, c) : NULL;

    if (c == '\n') {
        d->at++;
    } else if (simple) {
        d->at++;
        d->out[d->size++] = to[simple - from];
    } else if (c >= '0' && c <= '7') {
        put_octal(d);
    } else if (c == 'x') {
        d->at++;
        put_hex(d, 2, bytes ? "invalid \\x escape" : "truncated \\xXX escape");
    } else if (c == 'u' && !bytes) {
        d->at++;
        put_hex(d, 4, "truncated \\uXXXX escape");
    } else if (c == 'U' && !bytes) {
        d->at++;
        put_hex(d, 8, "truncated \\UXXXXXXXX escape");
    } else if (c == 'N' && !bytes) {
        d->at++;
        put_named(d, d->at - 2);
    } else {
        d->out[d->size++] = '\\'; /* no escape: both characters stay */
    }
}

size_t pk_literal_decode(const char *text, size_t length, unsigned flags,
                         char *out, const char **fault, size_t *at,
                         bool *named) {
    decoder d = {.text = text, .length = length, .flags = flags, .out = out};

    while (d.at < length) {
        char c = text[d.at];

        *at = d.at++;
        if (c == '\\' && !(flags & PK_LITERAL_raw) && d.at < length) {
            put_escape(&d);
        } else if ((flags & PK_LITERAL_bytes) && (c & 0x80)) {
            d.fault = "bytes can only contain ASCII literal characters";
        } else {
            d.out[d.size++] = c;
            if ((flags & PK_LITERAL_fstring) && (c == '{' || c == '}'))
                d.at++;
        }
        if (d.fault)
            break;
    }
    *fault = d.fault;
    *named |= d.named;
    return d.size;
}
