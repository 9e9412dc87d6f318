/* SPDX-License-Identifier: Apache-2.0 */
/* A source's text: cleaned, checked, cut into lines. */
#include "frontend/parse/source.h"

#include "base/source_max.h"
#include "base/text.h"
#include "frontend/diag/codes.h"

#include <ctype.h>
#include <string.h>

enum { MAX_FAULT = 24 }; /* bytes that are not text and are shown */

/* Bytes of the UTF-8 sequence at `text`, 0 when it is none (Unicode 15,
 * table 3-7). */
static size_t utf8_bytes(const unsigned char *text, size_t length) {
    unsigned char lead = text[0];
    size_t bytes = lead < 0x80                   ? 1
                   : lead >= 0xc2 && lead < 0xe0 ? 2
                   : lead >= 0xe0 && lead < 0xf0 ? 3
                   : lead >= 0xf0 && lead < 0xf5 ? 4
                                                 : 0;

    if (bytes > length)
        return 0;
    for (size_t i = 1; i < bytes; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    if ((lead == 0xe0 && text[1] < 0xa0) || (lead == 0xed && text[1] > 0x9f) ||
        (lead == 0xf0 && text[1] < 0x90) || (lead == 0xf4 && text[1] > 0x8f))
        return 0;
    return bytes;
}

/* U+202A-202E and U+2066-2069. */
static bool is_bidi(const unsigned char *text, size_t bytes) {
    if (bytes != 3 || text[0] != 0xe2)
        return false;
    return (text[1] == 0x80 && text[2] >= 0xaa && text[2] <= 0xae) ||
           (text[1] == 0x81 && text[2] >= 0xa6 && text[2] <= 0xa9);
}

/* Returns what is wrong with the bytes at `text`, NULL when they are well. */
static const char *fault(const unsigned char *text, size_t length,
                         size_t *bytes) {
    *bytes = utf8_bytes(text, length);
    if (text[0] == 0)
        return "source code cannot contain null bytes";
    if (*bytes == 0)
        return "invalid UTF-8";
    if (is_bidi(text, *bytes))
        return "a character that changes the direction of text\n"
               "delete it: editors do not show it, and it reverses the text "
               "around it";
    return NULL;
}

/* How many bytes at the start are ASCII without NUL and carriage return, in
 * eights: the top bit of a byte shows what is not. */
static size_t count_plain(const unsigned char *text, size_t length) {
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    size_t count = 0;

    for (; length - count >= sizeof ones; count += sizeof ones) {
        uint64_t bytes, returns;
        memcpy(&bytes, text + count, sizeof bytes);
        returns = bytes ^ '\r' * ones;
        if ((bytes | (bytes - ones) | ((returns - ones) & ~returns)) & tops)
            break;
    }
    return count;
}

/* Copies up to the first fault and gives its words, NULL when there is none.
 * `left` is how many bytes of `from` were not read. */
static const char *copy_text(char *to, size_t *length, const char *from,
                             size_t *left) {
    const unsigned char *in = (const unsigned char *)from;
    size_t size = *left, n = 0, i = 0, bytes;
    const char *why = NULL;

    while (i < size) {
        size_t plain = count_plain(in + i, size - i);

        memcpy(to + n, in + i, plain);
        n += plain;
        i += plain;
        if (i == size)
            break;
        if (in[i] - 1u < 0x7f && in[i] != '\r') {
            to[n++] = (char)in[i++];
            continue;
        }
        if (in[i] == '\r') {
            i += i + 1 < size && in[i + 1] == '\n' ? 2 : 1;
            to[n++] = '\n';
            continue;
        }
        why = fault(in + i, size - i, &bytes);
        if (why)
            break;
        memcpy(to + n, in + i, bytes);
        n += bytes;
        i += bytes;
    }
    to[n] = '\0';
    *length = n;
    *left = size - i;
    return why;
}

static void find_lines(pk_arena *arena, pk_source *source) {
    const char *text = source->text, *end = text + source->length;
    uint32_t count = 1, *starts;

    for (const char *at = text; (at = memchr(at, '\n', (size_t)(end - at)));)
        at++, count++;
    starts = pk_arena_array(arena, count, sizeof *starts);
    if (arena->failed)
        return;
    source->line_count = count;
    count = 1;
    for (const char *at = text; (at = memchr(at, '\n', (size_t)(end - at)));)
        starts[count++] = (uint32_t)(++at - text);
    source->line_starts = starts;
}

/* The coding that a line declares in a comment, as PEP 263 has it. */
static const char *find_coding(const char *line, size_t length, size_t *size) {
    size_t i = strspn(line, " \t\f");

    if (i >= length || line[i] != '#')
        return NULL;
    for (; i + 7 < length; i++) {
        size_t start = i + 7;

        if (memcmp(line + i, "coding", 6) != 0 ||
            (line[i + 6] != ':' && line[i + 6] != '='))
            continue;
        start += strspn(line + start, " \t");
        for (*size = 0; start + *size < length; ++*size) {
            unsigned char c = (unsigned char)line[start + *size];
            if (c >= 0x80 || !(isalnum(c) || strchr("-_.", c)))
                break;
        }
        return *size ? line + start : NULL;
    }
    return NULL;
}

/* Other codings that ASCII text reads the same in. */
static bool is_ascii_coding(const char *name, size_t size) {
    static const char *const names[] = {"ascii",      "us-ascii",    "latin-1",
                                        "iso-8859-1", "iso-8859-15", "cp1252"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == size && strncasecmp(names[i], name, size) == 0)
            return true;
    return false;
}

static bool is_utf8_coding(const char *name, size_t size) {
    return (size == 4 && strncasecmp(name, "utf8", 4) == 0) ||
           (size >= 5 && (strncasecmp(name, "utf-8", 5) == 0 ||
                          strncasecmp(name, "utf_8", 5) == 0));
}

static bool is_ascii(const pk_source *source) {
    for (size_t i = 0; i < source->length; i++)
        if (source->text[i] & 0x80)
            return false;
    return true;
}

static pk_status refuse(const pk_source *source, pk_diags *diags, pk_loc loc,
                        const char *message, const char *hint) {
    pk_source_report(source, diags,
                     (pk_diag){.status = PK_SYNTAX,
                               .row = pk_code_row(PK_E_encoding),
                               .loc = loc,
                               .message = message,
                               .hint = hint});
    return PK_SYNTAX;
}

/* Looks for a coding declaration in the first two lines. */
static pk_status check_coding(const pk_source *source, pk_diags *diags) {
    for (uint32_t i = 0; i < 2 && i < source->line_count; i++) {
        const char *line = source->text + source->line_starts[i];
        size_t length = strcspn(line, "\n"), size = 0;
        const char *name = find_coding(line, length, &size);
        char first = line[strspn(line, " \t\f")];
        uint32_t col;

        if (!name && (first == '#' || first == '\n'))
            continue;
        if (!name || is_utf8_coding(name, size) ||
            (is_ascii_coding(name, size) && is_ascii(source)))
            return PK_OK;
        col = (uint32_t)(name - line) + 1;
        return refuse(source, diags,
                      (pk_loc){.line = source->first_line + i,
                               .col = col,
                               .end_col = col + (uint32_t)size},
                      pk_arena_format(diags->arena, "unknown encoding: %.*s",
                                      size > 40 ? 40 : (int)size, name),
                      "only UTF-8 is read; convert the file");
    }
    return PK_OK;
}

/* Moves `at` to where a character of the text starts, backwards. */
static size_t character_at(const char *text, size_t at) {
    while (at && (text[at] & 0xc0) == 0x80)
        at--;
    return at;
}

/* The line, or so much of it around the place as anybody wants to see. */
static void show_line(const pk_source *source, pk_arena *arena, pk_diag *diag) {
    uint32_t index = diag->loc.line - source->first_line;
    size_t from = 0, at, length;
    const char *text;

    if (!diag->loc.line || index >= source->line_count)
        return;
    text = source->text + source->line_starts[index];
    length = strcspn(text, "\n");
    at = diag->loc.col ? diag->loc.col - 1 : 0;
    at = at < length ? at : length;
    if (at > PK_SOURCE_EXCERPT)
        from = character_at(text, at - PK_SOURCE_EXCERPT);
    if (length - at > PK_SOURCE_EXCERPT)
        length = character_at(text, at + PK_SOURCE_EXCERPT);
    diag->source_line = pk_arena_text(arena, text + from, length - from);
    diag->source_col = (uint32_t)from + 1;
}

/* The end of the text that was copied, and the bytes that stand behind it in
 * `from`, escaped: they are not text. */
static void show_fault(const pk_source *source, pk_arena *arena,
                       const char *from, size_t left, pk_diag *diag) {
    pk_text shown;

    show_line(source, arena, diag);
    pk_text_init(&shown, arena->allocator);
    pk_text_put(&shown, diag->source_line);
    for (size_t i = 0; i < left && i < MAX_FAULT && from[i] != '\n'; i++) {
        unsigned char c = (unsigned char)from[i];
        pk_text_printf(&shown, c < 0x20 || c >= 0x7f ? "\\x%02x" : "%c", c);
    }
    diag->source_line =
        pk_arena_text(arena, pk_text_string(&shown), shown.length);
    pk_text_finish(&shown);
}

/* Refuses what copy_text stopped at: the `left` bytes at `from`, which stand at
 * `offset` in the file. */
static pk_status refuse_fault(const pk_source *source, pk_diags *diags,
                              const char *why, const char *from, size_t left,
                              size_t offset) {
    uint32_t last = source->line_count - 1;
    uint32_t col = (uint32_t)(source->length - source->line_starts[last]) + 1;
    bool is_text = *from && utf8_bytes((const unsigned char *)from, left) != 0;
    pk_diag diag = {.status = PK_SYNTAX,
                    .row = pk_code_row(PK_E_encoding),
                    .loc = {.line = source->first_line + last, .col = col},
                    .message =
                        pk_arena_format(diags->arena, "%.*s (byte %zu)%s",
                                        (int)strcspn(why, "\n"), why, offset,
                                        why + strcspn(why, "\n")),
                    .hint = is_text ? NULL : "a source is text in UTF-8"};

    show_fault(source, diags->arena, from, left, &diag);
    pk_source_report(source, diags, diag);
    return PK_SYNTAX;
}

pk_status pk_source_read(pk_arena *arena, const char *text, size_t length,
                         const char *file, uint32_t first_line,
                         const pk_source **out, pk_diags *diags) {
    pk_source *source = PK_NEW(arena, pk_source);
    size_t whole = length, left;
    const char *why;
    char *copy;

    *out = source;
    *source = (pk_source){
        .file = file ? pk_arena_text(arena, file, strlen(file)) : "<source>",
        .text = "",
        .first_line = first_line ? first_line : 1};
    if (length > PK_SOURCE_MAX) {
        pk_source_report(
            source, diags,
            (pk_diag){.status = PK_LIMIT,
                      .row = pk_code_row(PK_E_text_limit),
                      .hint = "move functions to another module, and import "
                              "it",
                      .message = pk_arena_format(
                          diags->arena, "source of %zu bytes is over %d bytes",
                          length, PK_SOURCE_MAX)});
        return PK_LIMIT;
    }
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        text += 3, length -= 3;
    copy = pk_arena_array(arena, length + 1, 1);
    if (arena->failed)
        return PK_NO_MEMORY;
    left = length;
    why = copy_text(copy, &source->length, text, &left);
    source->text = copy;
    find_lines(arena, source);
    if (arena->failed)
        return PK_NO_MEMORY;
    if (why)
        return refuse_fault(source, diags, why, text + (length - left), left,
                            whole - left);
    return check_coding(source, diags);
}

const char *pk_source_line(const pk_source *source, uint32_t line,
                           pk_arena *arena) {
    uint32_t index = line - source->first_line;
    const char *text;

    if (index >= source->line_count)
        return NULL;
    text = source->text + source->line_starts[index];
    return pk_arena_text(arena, text, strcspn(text, "\n"));
}

void pk_source_report(const pk_source *source, pk_diags *diags, pk_diag diag) {
    const char *file = source->file;
    const char *hint = strchr(diag.message, '\n');

    diag.file = pk_arena_text(diags->arena, file, strlen(file));
    if (!diag.source_line)
        show_line(source, diags->arena, &diag);
    if (hint) {
        diag.message = pk_arena_text(diags->arena, diag.message,
                                     (size_t)(hint - diag.message));
        diag.hint = diag.hint ? diag.hint : hint + 1;
    }
    if (diag.row)
        diag.code = diag.row->code;
    if (!diag.hint && diag.row && diag.severity == PK_SEVERITY_error)
        diag.hint = diag.row->hint;
    pk_diag_add(diags, &diag);
}
