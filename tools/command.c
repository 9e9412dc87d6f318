/* SPDX-License-Identifier: Apache-2.0 */
/* Reading words and reporting failures, for every subcommand. */
#include "tools/command.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

words words_of(int argc, char **argv) {
    return (words){.argc = argc, .argv = argv, .at = 1};
}

/* "-2.0:f64" and "-inf:f64" are numbers. */
bool word_is_option(const char *word) {
    if (word[0] != '-' || !word[1])
        return false;
    return !(isdigit((unsigned char)word[1]) || word[1] == '.' ||
             !strncmp(word, "-inf", 4) || !strncmp(word, "-nan", 4));
}

const char *words_next(words *w) {
    char *word, *equals;

    w->value = NULL;
    if (w->at >= w->argc)
        return NULL;
    word = w->argv[w->at++];
    equals = word_is_option(word) && word[1] == '-' ? strchr(word, '=') : NULL;
    if (equals) {
        *equals = '\0';
        w->value = equals + 1;
    }
    return word;
}

const char *words_value(words *w, const char *name) {
    if (w->value)
        return w->value;
    if (w->at < w->argc)
        return w->argv[w->at++];
    words_fail(w, "%s wants a value", name);
    return NULL;
}

void words_fail(words *w, const char *format, ...) {
    va_list args;

    fprintf(stderr, "portkern %s: ", w->argv[0]);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "; see portkern %s --help\n", w->argv[0]);
    w->failed = true;
}

pk_status fail(pk_error *err, pk_status status, const char *format, ...) {
    va_list args;

    memset(err, 0, sizeof *err);
    err->status = status;
    va_start(args, format);
    vsnprintf(err->message, sizeof err->message, format, args);
    va_end(args);
    return status;
}

/* True when the context has diagnostics and `err` is the first error among
 * them: else they are of an older failure. */
static bool print_diagnostics(pk_context *ctx, const pk_error *err) {
    pk_diagnostics *list = NULL;
    bool ours = false;

    if (!ctx || !err->line || pk_context_diagnostics(ctx, &list, NULL) != PK_OK)
        return false;
    for (size_t i = 0; i < pk_diagnostics_count(list); i++) {
        const pk_diagnostic *d = pk_diagnostics_get(list, i);
        ours |= d->line == err->line && d->col == err->col &&
                !strcmp(d->file, err->file);
    }
    if (ours)
        fputs(pk_diagnostics_text(list), stderr);
    pk_diagnostics_release(list);
    return ours;
}

void print_failure(pk_context *ctx, const pk_error *err) {
    if (print_diagnostics(ctx, err))
        return;
    if (err->line)
        fprintf(stderr, "%s:%u:%u: error: %s\n", err->file, err->line, err->col,
                err->message);
    else
        fprintf(stderr, "portkern: error: %s\n", err->message);
}

pk_context *open_context(const char *backend, uint32_t flags) {
    pk_context_options options = {
        .struct_size = sizeof options, .flags = flags, .backend = backend};
    pk_context *ctx = NULL;
    pk_error err;

    if (pk_context_create(&options, &ctx, &err) != PK_OK)
        print_failure(NULL, &err);
    return ctx;
}

void print_json_string(FILE *out, const char *text) {
    putc('"', out);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < 32)
            fprintf(out, "\\u%04x", c);
        else
            putc(c, out);
    }
    putc('"', out);
}
