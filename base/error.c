/* SPDX-License-Identifier: Apache-2.0 */
/* Statuses in words, filling in errors, collecting diagnostics. */
#include "base/error.h"

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

const char *pk_severity_name(pk_severity severity) {
    static const char *const words[] = {"error", "warning", "note", "perf"};

    return (unsigned)severity < sizeof words / sizeof *words ? words[severity]
                                                             : "?";
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

pk_status pk_fail_words(pk_error *err, pk_status status, const char *file,
                        pk_loc loc, const char *words) {
    if (!err)
        return status;
    *err = (pk_error){.status = status,
                      .line = loc.line,
                      .col = loc.col,
                      .end_col = loc.end_col};
    copy_words(err->message, sizeof err->message, words);
    if (file)
        copy_words(err->file, sizeof err->file, file);
    return status;
}

static void fill(pk_error *err, pk_status status, const char *file, pk_loc loc,
                 const char *format, va_list args) {
    char words[2 * sizeof err->message];

    if (!err)
        return;
    vsnprintf(words, sizeof words, format, args);
    pk_fail_words(err, status, file, loc, words);
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
    bool note = diag->severity == PK_SEVERITY_note;
    uint32_t most = diags->most ? diags->most : PK_DIAG_MAX;
    pk_diag *copy;

    diags->errors += diag->severity == PK_SEVERITY_error;
    if (note ? diags->dropped > 0 : diags->count - diags->notes >= most) {
        diags->dropped += !note;
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
    diags->notes += note;
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
