/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/host/words.h"

#include "recipe/report.h"

#include <string.h>

enum { MARK_BYTES = 4, NO_MARK = 0 };

/* Returns the mark that the text begins with. */
static uint32_t mark_at(const char *at, const char *end) {
    return end - at >= MARK_BYTES && memcmp(at, "\xf4\x90\x80", 3) == 0
               ? PK_MARK_words + ((uint32_t)at[3] & 0x3f)
               : NO_MARK;
}

/* As Python's repr() says it, but for the choice of quotes. */
static void put_quoted(const char *text, size_t length, pk_text *out) {
    pk_text_put(out, "'");
    for (size_t i = 0; i < length; i++) {
        const uint8_t c = (uint8_t)text[i];
        if (c < ' ' || c == 0x7f)
            pk_text_printf(out, "\\x%02x", c);
        else
            pk_text_printf(out, c == '\'' || c == '\\' ? "\\%c" : "%c", c);
    }
    pk_text_put(out, "'");
}

/* A string between two marks; returns where it ends. */
static const char *put_string(const char *at, const char *end, uint32_t mark,
                              pk_text *out) {
    const char *stop = at;

    while (stop < end && !mark_at(stop, end))
        stop++;
    if (mark == PK_MARK_string ||
        pk_words_are_ambiguous(at, (size_t)(stop - at)))
        put_quoted(at, (size_t)(stop - at), out);
    else
        pk_text_bytes(out, at, (size_t)(stop - at));
    return stop < end ? stop + MARK_BYTES : end;
}

void pk_words_split(const pk_text *said, pk_text *printed, pk_text *words) {
    const char *at = pk_text_string(said), *end = at + said->length;
    bool inside = false;

    while (at < end) {
        uint32_t mark = mark_at(at, end);
        if (mark == NO_MARK) {
            pk_text_bytes(inside ? words : printed, at++, 1);
            continue;
        }
        at += MARK_BYTES;
        if (mark != PK_MARK_words) {
            at = put_string(at, end, mark, words);
            continue;
        }
        inside = !inside;
        if (inside)
            words->length = 0;
    }
}

void pk_words_fill(pk_text *message, const pk_text *words) {
    const char *text = pk_text_string(message);

    for (size_t i = 0; i < message->length; i++)
        if (mark_at(text + i, text + message->length)) {
            message->length = i;
            pk_text_bytes(message, pk_text_string(words), words->length);
            return;
        }
}
