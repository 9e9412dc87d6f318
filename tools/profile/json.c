/* SPDX-License-Identifier: Apache-2.0 */
/* A reader of JSON (RFC 8259). */
#include "tools/profile/json.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 200, KEY_SIZE = 64 };

json json_from(const char *text, size_t length) {
    return (json){.begin = text, .at = text, .end = text + length};
}

void json_fail(json *j, const char *fault) {
    if (!j->fault)
        j->fault = fault;
}

static char peek(json *j) {
    while (j->at < j->end && strchr(" \t\r\n", *j->at) && *j->at)
        j->at++;
    return j->fault || j->at == j->end ? '\0' : *j->at;
}

char json_next(json *j) {
    const char c = peek(j);

    if (c == '-' || isdigit((unsigned char)c))
        return '0';
    if (c == 'f')
        return 't';
    return c && strchr("{[\"tn", c) ? c : '\0';
}

/* Takes a character that must come next. */
static bool take(json *j, char wanted, const char *fault) {
    if (peek(j) == wanted) {
        j->at++;
        return true;
    }
    json_fail(j, j->at == j->end ? "the file ends here, before all is written"
                                 : fault);
    return false;
}

static bool take_word(json *j, const char *word) {
    const size_t length = strlen(word);

    if ((size_t)(j->end - j->at) < length || memcmp(j->at, word, length) != 0)
        return false;
    j->at += length;
    return true;
}

double json_number(json *j) {
    const char *start;
    char *end;
    double value;

    if (json_next(j) != '0') {
        take(j, '0', "a number is expected here");
        return 0;
    }
    start = j->at;
    value = strtod(start, &end);
    /* strtod takes "-inf" and "0x1p3", too. */
    for (const char *c = start; c < end; c++)
        if (!isdigit((unsigned char)*c) && !strchr("+-.eE", *c))
            end = (char *)start;
    if (end == start)
        json_fail(j, "this is no number");
    j->at = end;
    return value;
}

bool json_bool(json *j) {
    if (json_next(j) == 't') {
        if (take_word(j, "true"))
            return true;
        if (take_word(j, "false"))
            return false;
    }
    take(j, '\0', "true or false is expected here");
    return false;
}

/* ---- texts ---- */

typedef struct text_out {
    char *at, *end;
} text_out;

static void put(text_out *out, uint32_t byte) {
    if (out->at < out->end)
        *out->at++ = (char)byte;
}

/* A character that does not fit is left out as a whole. */
static void put_point(text_out *out, uint32_t point) {
    const int more = point < 0x80 ? 0 : point < 0x800 ? 1 : point >> 16 ? 3 : 2;
    static const uint32_t first[] = {0, 0xc0, 0xe0, 0xf0};

    if (out->end - out->at <= more) {
        out->end = out->at;
        return;
    }
    put(out, first[more] | point >> (6 * more));
    for (int i = more - 1; i >= 0; i--)
        put(out, 0x80 | (point >> (6 * i) & 0x3f));
}

static uint32_t read_hex(json *j) {
    uint32_t value = 0;

    for (int i = 0; i < 4; i++) {
        const char c = j->at < j->end ? *j->at : '\0';
        if (!isxdigit((unsigned char)c)) {
            json_fail(j, "\\u needs four hexadecimal digits");
            return 0;
        }
        value = value * 16 + (uint32_t)(isdigit((unsigned char)c)
                                            ? c - '0'
                                            : (c | 32) - 'a' + 10);
        j->at++;
    }
    return value;
}

/* Two of them are one character beyond the first 65536. */
static uint32_t read_point(json *j) {
    const uint32_t high = read_hex(j);
    uint32_t low;

    if (high < 0xd800 || high > 0xdfff)
        return high ? high : '?';
    if (high > 0xdbff || !take_word(j, "\\u"))
        return '?';
    low = read_hex(j);
    return low >= 0xdc00 && low <= 0xdfff
               ? 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)
               : '?';
}

static void read_escape(json *j, text_out *out) {
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const char c = j->at < j->end ? *j->at : '\0';
    const char *found = c ? strchr(from, c) : NULL;

    if (c == 'u') {
        j->at++;
        put_point(out, read_point(j));
    } else if (found) {
        j->at++;
        put(out, (unsigned char)to[found - from]);
    } else {
        json_fail(j, "this character cannot stand behind a \\");
    }
}

void json_text(json *j, char *out, size_t room) {
    text_out text = {out, out + room - 1};

    if (take(j, '"', "a text in quotes is expected here")) {
        while (!j->fault && j->at < j->end && *j->at != '"') {
            const unsigned char c = (unsigned char)*j->at;
            if (c < 32)
                json_fail(j, "a text goes on over the end of its line");
            else if (c == '\\' && j->at++)
                read_escape(j, &text);
            else
                put(&text, (unsigned char)*j->at++);
        }
        if (!j->fault)
            take(j, '"', "the text does not end");
    }
    while (text.at == out + room - 1 && text.at > out &&
           ((unsigned char)text.at[-1] & 0xc0) == 0x80)
        text.at--; /* of a character that was cut */
    *text.at = '\0';
}

/* ---- structures ---- */

static bool enter(json *j, char open, const char *fault) {
    if (j->depth == DEEPEST)
        json_fail(j, "this is nested too deeply");
    if (j->fault || !take(j, open, fault))
        return false;
    j->depth++;
    return true;
}

/* Whether another one follows. */
static bool goes_on(json *j, char close, const char *fault, bool *first) {
    if (j->fault)
        return false;
    if (peek(j) == close) {
        j->at++;
        j->depth--;
        return false;
    }
    if (!*first && !take(j, ',', fault))
        return false;
    *first = false;
    return true;
}

void json_members(json *j, json_member *each, void *self) {
    char key[KEY_SIZE];
    bool first = true;

    if (!enter(j, '{', "an object, { ... }, is expected here"))
        return;
    while (goes_on(j, '}', "',' or '}' is expected here", &first)) {
        json_text(j, key, sizeof key);
        if (take(j, ':', "':' is expected here"))
            each(self, j, key);
    }
}

void json_items(json *j, json_item *each, void *self) {
    bool first = true;

    if (!enter(j, '[', "a list, [ ... ], is expected here"))
        return;
    while (goes_on(j, ']', "',' or ']' is expected here", &first))
        each(self, j);
}

static void skip_member(void *self, json *j, const char *key) {
    (void)self, (void)key;
    json_skip(j);
}

static void skip_item(void *self, json *j) {
    (void)self;
    json_skip(j);
}

void json_skip(json *j) {
    char rest[8];

    switch (json_next(j)) {
    case '{': json_members(j, skip_member, NULL); break;
    case '[': json_items(j, skip_item, NULL); break;
    case '"': json_text(j, rest, sizeof rest); break;
    case '0': json_number(j); break;
    case 't': json_bool(j); break;
    case 'n':
        if (!take_word(j, "null"))
            json_fail(j, "this is no value of JSON");
        break;
    default: take(j, '\0', "this is no value of JSON");
    }
}

void json_end(json *j) {
    if (!j->fault && (peek(j), j->at != j->end))
        json_fail(j, "nothing can stand behind the end of the trace");
}

void json_place(const json *j, size_t *line, size_t *column) {
    *line = *column = 1;
    for (const char *c = j->begin; c < j->at; c++) {
        *line += *c == '\n';
        *column = *c == '\n' ? 1 : *column + 1;
    }
}
