/* SPDX-License-Identifier: Apache-2.0 */
/* Reading words and reporting failures, for every subcommand. */
#include "tools/command.h"
#include "tools/source.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

words words_from(int argc, char **argv) {
    return (words){.argc = argc, .argv = argv, .at = 1};
}

words words_from_line(char *line, char **argv, int most) {
    words w = words_from(1, argv);
    char quote = 0;

    w.quiet = true;
    while (!quote) {
        char *to;
        while (isspace((unsigned char)*line))
            line++;
        if (!*line || *line == '#')
            return w;
        if (w.argc > most)
            break;
        argv[w.argc++] = to = line;
        for (; *line && (quote || !isspace((unsigned char)*line)); line++) {
            if (quote ? *line == quote : *line == '\'' || *line == '"')
                quote = quote ? 0 : *line;
            else
                *to++ = *line;
        }
        if (*line)
            line++;
        *to = '\0';
    }
    if (quote)
        words_fail(&w, "the quote %c stays open", quote);
    else
        words_fail(&w, "more than %d words", most);
    return w;
}

/* "-2.0:f64" and "-inf:f64" are numbers. */
bool word_is_option(const char *word) {
    if (word[0] != '-' || !word[1])
        return false;
    return !(isdigit((unsigned char)word[1]) || word[1] == '.' ||
             !strncmp(word, "-inf", 4) || !strncmp(word, "-nan", 4));
}

/* Commands that read sources take --path FOLDER anywhere. */
static bool takes_path(const words *w, const char *word) {
    static const char *const names[] = {"run",   "emit",    "check",
                                        "build", "compare", "bench"};
    bool reads = false;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        reads |= w->argv[0] && !strcmp(w->argv[0], names[i]);
    return reads && !strcmp(word, "--path");
}

static void take_path(words *w) {
    const char *folders = words_value(w, "--path");

    if (folders && !source_add_path(folders))
        words_fail(w, "out of memory");
}

const char *words_next(words *w) {
    char *word, *equals;

    if (w->value)
        words_fail(w, "%s takes no value", w->option);
    if (w->failed || w->at >= w->argc)
        return NULL;
    word = w->argv[w->at++];
    equals = word_is_option(word) && word[1] == '-' ? strchr(word, '=') : NULL;
    if (equals) {
        *equals = '\0';
        w->value = equals + 1;
    }
    w->option = word;
    if (!takes_path(w, word))
        return word;
    take_path(w);
    return words_next(w);
}

const char *words_value(words *w, const char *name) {
    const char *value = w->value;

    w->value = NULL;
    if (value)
        return value;
    if (w->at < w->argc)
        return w->argv[w->at++];
    words_fail(w, "%s needs a value", name);
    return NULL;
}

void words_file(words *w, const char *word, const char **file) {
    if (*file)
        words_fail(w, "takes one file, got '%s' too", word);
    *file = word;
}

bool words_function(words *w, const char *word, const char **function,
                    const char **signature) {
    if (!strcmp(word, "-k") || !strcmp(word, "--kernel"))
        *function = words_value(w, word);
    else if (!strcmp(word, "-s") || !strcmp(word, "--signature"))
        *signature = words_value(w, word);
    else
        return false;
    return true;
}

void words_fail(words *w, const char *format, ...) {
    va_list args;

    va_start(args, format);
    vsnprintf(w->message, sizeof w->message, format, args);
    va_end(args);
    if (!w->quiet)
        fprintf(stderr, "portkern %s: %s; see portkern %s --help\n", w->argv[0],
                w->message, w->argv[0]);
    w->failed = true;
}

/* Reads digits up to `end`: 1 when they are a number up to `most`, 0 when it
 * is larger, -1 when they are something else. */
static int read_digits(const char *text, size_t length, uint32_t most,
                       uint32_t *out) {
    uint64_t n = 0;

    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        n = n > most ? n : 10 * n + (uint64_t)(text[i] - '0');
    }
    *out = (uint32_t)n;
    return length == 0 ? -1 : n <= most;
}

bool words_number(words *w, const char *name, uint32_t most, uint32_t *out) {
    const char *text = words_value(w, name);
    int read = text ? read_digits(text, strlen(text), most, out) : 1;

    if (read < 0)
        words_fail(w, "%s must be a whole number, got '%s'", name, text);
    else if (read == 0)
        words_fail(w, "%s %s is out of range: the most is %u", name, text,
                   most);
    return !w->failed;
}

bool words_dims(words *w, const char *name, uint32_t most, uint32_t out[3]) {
    const char *text = words_value(w, name), *at = text;
    int read = 1;

    out[0] = out[1] = out[2] = 1;
    for (int i = 0; text && read > 0; i++) {
        size_t length = strcspn(at, ",");
        read = i < 3 ? read_digits(at, length, most, &out[i]) : -1;
        if (!at[length])
            break;
        at += length + 1;
    }
    if (read < 0)
        words_fail(w, "%s must be x, x,y or x,y,z, got '%s'", name, text);
    else if (read == 0)
        words_fail(w, "%s %s is out of range: the most is %u", name, text,
                   most);
    return !w->failed;
}

pk_status fail_with(pk_error *err, pk_status status, const char *format, ...) {
    va_list args;

    memset(err, 0, sizeof *err);
    err->status = status;
    va_start(args, format);
    vsnprintf(err->message, sizeof err->message, format, args);
    va_end(args);
    return status;
}

/* Whether `err` says what this one does. */
static bool is_same(const pk_diagnostic *d, const pk_error *err) {
    size_t length = strlen(d->message);
    size_t most = sizeof err->message - sizeof "...";

    return d->line == err->line && d->col == err->col &&
           !strcmp(d->file, err->file) &&
           !strncmp(d->message, err->message, length < most ? length : most);
}

/* True when the context has diagnostics and `err` is the first error among
 * them: else they are of an older failure. */
static bool print_diagnostics(pk_context *ctx, const pk_error *err) {
    pk_diagnostics *list = NULL;
    bool ours = false;

    if (!ctx || pk_context_diagnostics(ctx, &list, NULL) != PK_OK)
        return false;
    for (size_t i = 0; i < pk_diagnostics_count(list); i++) {
        ours |= is_same(pk_diagnostics_get(list, i), err);
    }
    if (ours)
        fputs(pk_diagnostics_text(list), stderr);
    pk_diagnostics_release(list);
    return ours;
}

void print_failure(pk_context *ctx, const pk_module *mod, const pk_error *err) {
    char text[4096];

    if (print_diagnostics(ctx, err))
        return;
    if (err->line && pk_module_explain(mod, err, text, sizeof text))
        fputs(text, stderr);
    else
        fprintf(stderr, "portkern: error: %s\n", err->message);
}

pk_context *context_open(const char *backend, uint32_t flags, pk_error *err) {
    pk_context_options options =
        PK_INIT(pk_context_options, .flags = flags, .backend = backend);
    pk_context *ctx = NULL;

    if (pk_context_create(&options, &ctx, err) != PK_OK)
        print_failure(NULL, NULL, err);
    return ctx;
}

int context_close(pk_context *ctx, int exit_status) {
    pk_error err;

    if (ctx && pk_context_write_profile(ctx, &err) != PK_OK) {
        print_failure(NULL, NULL, &err);
        if (exit_status == EXIT_DONE)
            exit_status = EXIT_FAILED;
    }
    pk_context_release(ctx);
    return exit_status;
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
