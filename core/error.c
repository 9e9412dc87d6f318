/* SPDX-License-Identifier: Apache-2.0 */
/* Statuses in words, filling in errors, collecting and printing diagnostics. */
#include "core/error.h"

#include "core/text.h"

#include <stdio.h>
#include <string.h>

#undef pk_fail
#undef pk_fail_at
#undef pk_fail_no_memory

const char *pk_status_name(pk_status status) {
    switch (status) {
#define STATUS(name, text)                                                     \
    case PK_##name: return #name;
#include "portkern/status.def"
#undef STATUS
    case PK_STATUS_COUNT: break;
    }
    return "?";
}

const char *pk_status_text(pk_status status) {
    switch (status) {
#define STATUS(name, text)                                                     \
    case PK_##name: return text;
#include "portkern/status.def"
#undef STATUS
    case PK_STATUS_COUNT: break;
    }
    return "?";
}

/* Copies words so that a terminal may be shown them: control characters but
 * newline become '?', and what does not fit ends in "...". */
static void copy_words(char *out, size_t size, const char *words) {
    size_t n = 0;

    for (; *words && n + 1 < size; words++) {
        unsigned char c = (unsigned char)*words;
        out[n++] = (c < 32 && c != '\n') || c == 127 ? '?' : (char)c;
    }
    out[n] = '\0';
    if (*words && size > 4)
        memcpy(out + size - 4, "...", 4);
}

static void fill(pk_error *err, pk_status status, const char *file, pk_loc loc,
                 const char *format, va_list args) {
    char words[2 * sizeof err->message];

    if (!err)
        return;
    vsnprintf(words, sizeof words, format, args);
    *err = (pk_error){.status = status,
                      .line = loc.line,
                      .col = loc.col,
                      .end_col = loc.end_col};
    copy_words(err->message, sizeof err->message, words);
    if (file)
        copy_words(err->file, sizeof err->file, file);
}

pk_status pk_fail(pk_error *err, pk_status status, const char *format, ...) {
    va_list args;

    va_start(args, format);
    fill(err, status, NULL, (pk_loc){0}, format, args);
    va_end(args);
    return status;
}

pk_status pk_fail_at(pk_error *err, pk_status status, const char *file,
                     pk_loc loc, const char *format, ...) {
    va_list args;

    va_start(args, format);
    fill(err, status, file, loc, format, args);
    va_end(args);
    return status;
}

pk_status pk_fail_no_memory(pk_error *err) {
    return pk_fail(err, PK_NO_MEMORY, "out of host memory");
}

void pk_diags_init(pk_diags *diags, pk_arena *arena) {
    *diags = (pk_diags){.arena = arena};
}

void pk_diag_add(pk_diags *diags, const pk_diag *diag) {
    pk_diag *copy;

    diags->errors += diag->severity == PK_SEVERITY_error;
    if (diags->count == PK_DIAG_MAX) {
        diags->dropped++;
        return;
    }
    copy = PK_NEW(diags->arena, pk_diag);
    if (diags->arena->failed)
        return;
    *copy = *diag;
    copy->next = NULL;
    if (diags->last)
        diags->last->next = copy;
    else
        diags->first = copy;
    diags->last = copy;
    diags->count++;
}

/* The source line, and a caret range below it. Tabs are kept as tabs in the
 * line of carets, so that it stays below what it points at. */
static void print_caret(const pk_diag *diag, pk_text *out) {
    const char *line = diag->source_line;
    size_t length = strcspn(line, "\r\n");
    uint32_t end = diag->loc.end_col;

    pk_text_put(out, "    ");
    for (size_t i = 0; i < length; i++) {
        char c = (unsigned char)line[i] < 32 && line[i] != '\t' ? ' ' : line[i];
        pk_text_bytes(out, &c, 1);
    }
    pk_text_put(out, "\n    ");
    for (size_t i = 0; i + 1 < diag->loc.col && i < length; i++)
        if ((line[i] & 0xc0) != 0x80)
            pk_text_bytes(out, line[i] == '\t' ? "\t" : " ", 1);
    pk_text_put(out, "^");
    for (uint32_t col = diag->loc.col + 1; col < end && col <= length; col++)
        if ((line[col - 1] & 0xc0) != 0x80)
            pk_text_put(out, "~");
    pk_text_put(out, "\n");
}

void pk_diag_print(const pk_diag *diag, pk_text *out) {
    static const char *const words[] = {"error", "warning", "note"};
    bool placed = diag->loc.line || (diag->file && *diag->file);

    if (diag->file && *diag->file)
        pk_text_printf(out, "%s:", diag->file);
    if (diag->loc.line)
        pk_text_printf(out, "%u:%u:", diag->loc.line, diag->loc.col);
    pk_text_printf(out, "%s%s: %s\n", placed ? " " : "", words[diag->severity],
                   diag->message);
    if (diag->source_line && diag->loc.line && diag->loc.col)
        print_caret(diag, out);
    if (diag->hint)
        pk_text_printf(out, "    hint: %s\n", diag->hint);
}

pk_status pk_diags_status(const pk_diags *diags, pk_error *err) {
    if (diags->arena->failed)
        return pk_fail_no_memory(err);
    for (const pk_diag *d = diags->first; d; d = d->next)
        if (d->severity == PK_SEVERITY_error)
            return pk_fail_at(err, d->status, d->file, d->loc, "%s%s%s",
                              d->message, d->hint ? "; " : "",
                              d->hint ? d->hint : "");
    return PK_OK;
}
