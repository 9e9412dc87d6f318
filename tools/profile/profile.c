/* SPDX-License-Identifier: Apache-2.0 */
/* portkern profile: what a trace says, as tables and as a picture. */
#include "tools/profile/profile.h"
#include "tools/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct options {
    const char *file, *out;
    window shown;
} options;

static void read_ms(words *w, const char *name, double *us) {
    const char *text = words_value(w, name);
    char *end = NULL;
    const double ms = text ? strtod(text, &end) : 0;

    if (!text)
        return;
    if (end == text || *end || !(ms >= 0) || ms > 1e15)
        words_fail(w, "%s takes milliseconds, got '%s'", name, text);
    *us = 1000 * ms;
}

static void read_word(words *w, const char *word, options *o) {
    if (!strcmp(word, "-o"))
        o->out = words_value(w, word);
    else if (!strcmp(word, "--from"))
        read_ms(w, word, &o->shown.from);
    else if (!strcmp(word, "--to"))
        read_ms(w, word, &o->shown.to);
    else if (word_is_option(word))
        words_fail(w, "no option '%s'", word);
    else
        words_file(w, word, &o->file);
}

static bool ends_in(const char *name, const char *end) {
    const size_t length = strlen(name);

    return length > strlen(end) && !strcmp(name + length - strlen(end), end);
}

static void check_words(words *w, const options *o) {
    if (w->failed)
        return;
    if (!o->file)
        words_fail(w, "needs FILE.json, a trace that PORTKERN_PROFILE or "
                      "portkern.profile() wrote");
    else if (o->out && !ends_in(o->out, ".svg") && !ends_in(o->out, ".png"))
        words_fail(w,
                   "the timeline is drawn as SVG or PNG: -o takes a name that "
                   "ends in .svg or .png, not '%s'",
                   o->out);
    else if (!(o->shown.from < o->shown.to))
        words_fail(w, "--from must be less than --to");
    else if (!o->out && (o->shown.from > 0 || o->shown.to < 1e18))
        words_fail(w, "--from and --to choose what -o FILE.svg draws");
}

static bool draw_png(const trace *t, const options *o) {
    pk_error err;

    if (write_png(t, o->shown, o->out, &err) == PK_OK)
        return true;
    fprintf(stderr, "portkern: error: %s\n", err.message);
    return false;
}

/* True when the picture is whole; prints why it is not. */
static bool draw(const trace *t, const options *o) {
    FILE *out;
    bool good;
    int fault;
    char took[24];

    if (o->shown.from >= t->end - t->begin) {
        fprintf(stderr,
                "portkern: error: nothing to draw: %s ends %s after its "
                "beginning, before --from\n",
                o->file, duration_words(t->end - t->begin, took));
        return false;
    }
    if (ends_in(o->out, ".png"))
        return draw_png(t, o);
    out = fopen(o->out, "w");
    good = out && write_svg(t, o->shown, out);
    fault = out ? 0 : errno;
    if (out && (fflush(out) != 0 || ferror(out))) {
        fault = errno;
        good = false;
    }
    if (out && fclose(out) != 0) {
        fault = errno;
        good = false;
    }
    if (!good)
        fprintf(stderr, "portkern: error: cannot write %s: %s\n", o->out,
                strerror(fault ? fault : ENOMEM));
    return good;
}

static int profile(int argc, char **argv) {
    words w = words_from(argc, argv);
    options o = {.shown = {0, 1e18}};
    trace *t = calloc(1, sizeof *t);
    const char *word;
    bool good;

    while ((word = words_next(&w)))
        read_word(&w, word, &o);
    check_words(&w, &o);
    if (w.failed) {
        free(t);
        return EXIT_USAGE;
    }
    good = t && trace_read(t, o.file);
    if (good && !print_tables(t)) {
        fprintf(stderr, "portkern: error: out of memory\n");
        good = false;
    }
    if (good && o.out)
        good = draw(t, &o);
    if (t)
        trace_free(t);
    free(t);
    return good ? EXIT_DONE : EXIT_FAILED;
}

const command command_profile = {
    .name = "profile",
    .summary = "show where the time of a program went",
    .run = profile,
    .help =
        "usage: portkern profile FILE.json [-o FILE.svg|FILE.png] [--from MS]\n"
        "                        [--to MS]\n\n"
        "Prints tables of a trace: the time by kernel, copies with bytes and\n"
        "GB/s, compiles, waits, and how long each queue was idle between its\n"
        "first and last work.\n\n"
        "  PORTKERN_PROFILE=FILE.json PROGRAM   writes a trace, and so does\n"
        "  portkern.profile().save(FILE.json)   in Python\n\n"
        "  -o FILE.svg, -o FILE.png   draws the timeline\n"
        "  --from MS, --to MS         of these milliseconds after its "
        "beginning\n",
};
