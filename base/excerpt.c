/* SPDX-License-Identifier: Apache-2.0 */
/* A diagnostic as users see it: the message, the source line, a caret range.
 *
 * Sources may hold anything. What a terminal would act on or could not show is
 * escaped, and of a long line only the part around the place is shown. */
#include "base/error.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

/* Lines are shown whole up to MOST columns; of others SHOWN columns, BEFORE of
 * them in front of the place. */
enum { MOST = 120, SHOWN = 100, BEFORE = 60 };

/* One character of the line as it is shown. */
typedef struct cell {
    size_t bytes;   /* of the line */
    uint32_t width; /* columns */
    char text[12];
} cell;

/* The code point at `text` and its bytes; bytes 0 when it is not UTF-8. */
static uint32_t decode(const char *text, size_t left, size_t *bytes) {
    unsigned char lead = (unsigned char)text[0];
    uint32_t code = lead;

    *bytes = lead < 0x80                   ? 1
             : lead >= 0xc2 && lead < 0xe0 ? 2
             : lead >= 0xe0 && lead < 0xf0 ? 3
             : lead >= 0xf0 && lead < 0xf5 ? 4
                                           : 0;
    if (*bytes > left)
        *bytes = 0;
    if (*bytes > 1)
        code = lead & (0xffu >> (*bytes + 1));
    for (size_t i = 1; i < *bytes; i++) {
        if ((text[i] & 0xc0) != 0x80) {
            *bytes = 0;
            break;
        }
        code = code << 6 | ((unsigned char)text[i] & 0x3f);
    }
    return code;
}

/* Control characters, and those that change the direction of text. */
static bool is_unsafe(uint32_t code) {
    return code < 0x20 || (code >= 0x7f && code < 0xa0) ||
           (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069) ||
           (code >= 0xd800 && code < 0xe000);
}

/* Tabs stay: a tab in the line of carets keeps it below what it points at. */
static cell cell_at(const char *text, size_t left) {
    cell c = {.width = 1};
    uint32_t code = decode(text, left, &c.bytes);

    if (c.bytes && (code == '\t' || !is_unsafe(code))) {
        memcpy(c.text, text, c.bytes);
        return c;
    }
    if (!c.bytes) {
        code = (unsigned char)text[0];
        c.bytes = 1;
    }
    c.width = (uint32_t)snprintf(c.text, sizeof c.text,
                                 code < 0x100 ? "\\x%02x" : "\\u%04x", code);
    return c;
}

/* Columns of the first `bytes` bytes. */
static uint32_t columns(const char *line, size_t length, size_t bytes) {
    uint32_t width = 0;

    for (size_t at = 0; at < bytes && at < length;) {
        cell c = cell_at(line + at, length - at);
        width += c.width;
        at += c.bytes;
    }
    return width;
}

/* The columns from..to of the line, as text or (blank) as the space that it
 * takes. */
static void put_part(pk_text *out, const char *line, size_t length,
                     uint32_t from, uint32_t to, bool blank) {
    uint32_t column = 0;

    for (size_t at = 0; at < length && column < to;) {
        cell c = cell_at(line + at, length - at);
        if (column >= from && !blank)
            pk_text_put(out, c.text);
        for (uint32_t i = 0; column >= from && blank && i < c.width; i++)
            pk_text_put(out, c.text[0] == '\t' ? "\t" : " ");
        column += c.width;
        at += c.bytes;
    }
}

static void print_caret(const pk_diag *diag, pk_text *out) {
    const char *line = diag->source_line;
    size_t length = strcspn(line, "\r\n");
    uint32_t first = diag->source_col ? diag->source_col : 1;
    uint32_t at = columns(line, length, diag->loc.col - first);
    uint32_t end = diag->loc.end_col > diag->loc.col
                       ? columns(line, length, diag->loc.end_col - first)
                       : at + 1;
    uint32_t width = columns(line, length, length), from = 0, to = width;

    if (width > MOST) {
        from = at > BEFORE ? at - BEFORE : 0;
        to = from + SHOWN < width ? from + SHOWN : width;
        end = end < to ? end : to;
    }
    pk_text_printf(out, "    %s", from ? "..." : "");
    put_part(out, line, length, from, to, false);
    pk_text_printf(out, "%s\n    %s", to < width ? "..." : "",
                   from ? "   " : "");
    put_part(out, line, length, from, at, true);
    pk_text_put(out, "^");
    for (uint32_t column = at + 1; column < end; column++)
        pk_text_put(out, "~");
    pk_text_put(out, "\n");
}

void pk_diag_print(const pk_diag *diag, pk_text *out) {
    bool placed = diag->loc.line || (diag->file && *diag->file);

    if (diag->file && *diag->file)
        pk_text_printf(out, "%s:", diag->file);
    if (diag->loc.line)
        pk_text_printf(out, "%u:%u:", diag->loc.line, diag->loc.col);
    pk_text_printf(out, "%s%s: %s", placed ? " " : "",
                   pk_severity_name(diag->severity), diag->message);
    if (diag->code && diag->severity != PK_SEVERITY_note)
        pk_text_printf(out, " [%s]", diag->code);
    pk_text_put(out, "\n");
    if (diag->source_line && *diag->source_line && diag->loc.line &&
        diag->loc.col >= (diag->source_col ? diag->source_col : 1))
        print_caret(diag, out);
    if (diag->hint)
        pk_text_printf(out, "    hint: %s\n", diag->hint);
}
