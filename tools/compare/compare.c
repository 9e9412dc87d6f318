/* SPDX-License-Identifier: Apache-2.0 */
/* portkern compare: how long a launch or a call takes on each device, and from
 * which size on one is worth it. The word N in the arguments is the size. */
#include "tools/compare/measure.h"
#include "tools/fault.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SIZES = 16, MOST_DEVICES = 32, MOST_WORDS = 600 };

typedef struct device_row {
    char selector[64], kind[16];
    compared found[MOST_SIZES];
    bool measured[MOST_SIZES];
    pk_error why; /* of the first that was not; status PK_OK: none */
} device_row;

typedef struct comparison {
    const char *name; /* of the function */
    char *launch[MOST_WORDS];
    int word_count;
    const char *devices; /* selectors with commas; NULL: all */
    uint64_t sizes[MOST_SIZES];
    uint32_t size_count;
    double seconds;
    bool json;
    device_row rows[MOST_DEVICES];
    uint32_t row_count;
} comparison;

/* ---- words ---- */

static void read_sizes(words *w, const char *text, comparison *c) {
    while (text && *text && !w->failed) {
        char *end;
        errno = 0;
        const uint64_t size = strtoull(text, &end, 10);
        if (!isdigit((unsigned char)*text) || errno || !size ||
            (*end && *end != ','))
            words_fail(w, "--sizes must be numbers with commas, 1000,100000");
        else if (c->size_count == MOST_SIZES)
            words_fail(w, "--sizes takes at most %d", MOST_SIZES);
        else
            c->sizes[c->size_count++] = size;
        text = *end ? end + 1 : end;
    }
}

static void read_seconds(words *w, const char *text, comparison *c) {
    char *end = NULL;

    if (text)
        c->seconds = strtod(text, &end);
    if (text && (end == text || *end || !(c->seconds > 0)))
        words_fail(w, "--seconds must be more than 0, got '%s'", text);
}

/* Other words are for the launch. */
static void read_words(words *w, comparison *c) {
    c->launch[c->word_count++] = w->argv[0];
    while (!w->failed && w->at < w->argc) {
        const char *word = w->argv[w->at];
        const bool mine =
            !strcmp(word, "--json") || !strncmp(word, "--sizes", 7) ||
            !strncmp(word, "--seconds", 9) || !strncmp(word, "--devices", 9);
        if (!mine) {
            if (c->word_count == MOST_WORDS)
                words_fail(w, "takes at most %d words", MOST_WORDS);
            else
                c->launch[c->word_count++] = w->argv[w->at++];
            continue;
        }
        word = words_next(w);
        if (!word)
            break;
        if (!strcmp(word, "--json"))
            c->json = true;
        else if (!strcmp(word, "--sizes"))
            read_sizes(w, words_value(w, word), c);
        else if (!strcmp(word, "--seconds"))
            read_seconds(w, words_value(w, word), c);
        else if (!strcmp(word, "--devices"))
            c->devices = words_value(w, word);
        else
            words_fail(w, "no option '%s'", word);
    }
}

static bool is_name(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* The word with the size for each N; "N/256" is rounded up. */
static char *with_size(const char *word, uint64_t size) {
    char *out = malloc(strlen(word) * 21 + 1), *to = out;
    const char *at = word;

    while (out && *at) {
        if (*at != 'N' || (at > word && is_name(at[-1])) || is_name(at[1]) ||
            at[1] == '=') {
            *to++ = *at++;
            continue;
        }
        uint64_t value = size, by = 1;
        at++;
        if (*at == '/' && isdigit((unsigned char)at[1]))
            by = strtoull(at + 1, (char **)&at, 10);
        value = by ? value / by + (value % by != 0) : 0;
        to += sprintf(to, "%llu", (unsigned long long)value);
    }
    if (out)
        *to = '\0';
    return out;
}

/* ---- measuring ---- */

static bool read_launch(const comparison *c, uint64_t size, bool quiet,
                        char **texts, launch_args *out, pk_error *err) {
    words w;
    bool sized = true;

    texts[0] = c->launch[0];
    for (int i = 1; i < c->word_count; i++) {
        texts[i] = c->size_count && i > 1 ? with_size(c->launch[i], size)
                                          : strdup(c->launch[i]);
        sized &= texts[i] != NULL;
    }
    if (!sized) {
        fail_with(err, PK_NO_MEMORY, "out of memory");
        return false;
    }
    w = words_from(c->word_count, texts);
    w.quiet = quiet;
    if (launch_args_read(&w, out, err) == PK_OK && !out->list && !out->backend)
        return true;
    if (out->list || out->backend)
        words_fail(&w, "takes --devices, not --list or --backend");
    if (w.failed)
        fail_with(err, PK_BAD_ARG, "%s", w.message);
    return false;
}

static void free_launch(const comparison *c, char **texts, launch_args *args) {
    launch_args_free(args);
    for (int i = 1; i < c->word_count; i++)
        free(texts[i]);
}

static void measure(const comparison *c, device_row *row) {
    static launch_args args; /* large, and one at a time */
    char *texts[MOST_WORDS] = {0};
    pk_error err;
    measuring *m = measuring_open(row->selector, &row->why);

    for (uint32_t i = 0; m && i < (c->size_count ? c->size_count : 1); i++) {
        const bool read = read_launch(c, c->sizes[i], true, texts, &args, &err);
        fault_watch(&args);
        row->measured[i] = read && measuring_run(m, &args, c->seconds,
                                                 &row->found[i], &err) == PK_OK;
        fault_unwatch();
        if (!row->measured[i] && row->why.status == PK_OK)
            row->why = err;
        free_launch(c, texts, &args);
        if (!row->measured[i])
            break;
    }
    measuring_close(m);
}

static bool is_wanted(const comparison *c, const pk_device_info *d) {
    const char *at = c->devices;
    const size_t backend = strlen(d->backend);

    while (at && *at) {
        const size_t length = strcspn(at, ",");
        if ((length == backend && !strncmp(at, d->backend, length)) ||
            (length == strlen(d->selector) &&
             !strncmp(at, d->selector, length)))
            return true;
        at += length + (at[length] == ',');
    }
    return !c->devices;
}

static bool find_devices(comparison *c) {
    pk_device_list *list = NULL;
    pk_error err;

    if (pk_device_list_create(NULL, &list, &err) != PK_OK) {
        print_failure(NULL, NULL, &err);
        return false;
    }
    for (size_t i = 0; i < pk_device_list_count(list); i++) {
        const pk_device_info *d = pk_device_list_get(list, i);
        device_row *row = &c->rows[c->row_count];
        if (d->status != PK_OK || c->row_count == MOST_DEVICES ||
            !is_wanted(c, d))
            continue;
        c->row_count++;
        snprintf(row->selector, sizeof row->selector, "%s", d->selector);
        snprintf(row->kind, sizeof row->kind, "%s",
                 d->is_gpu   ? "GPU"
                 : d->is_cpu ? "CPU"
                             : "");
    }
    pk_device_list_release(list);
    if (!c->row_count)
        fprintf(stderr,
                "portkern: error: no device is %s: `portkern devices` lists "
                "all\n",
                c->devices ? c->devices : "here");
    return c->row_count > 0;
}

/* ---- what was found ---- */

static const char *duration(double ns, char out[16]) {
    const char *unit = ns < 1e3   ? "ns"
                       : ns < 1e6 ? "us"
                       : ns < 1e9 ? "ms"
                                  : "s";
    const double by = ns < 1e3 ? 1 : ns < 1e6 ? 1e3 : ns < 1e9 ? 1e6 : 1e9;

    snprintf(out, 16, "%.3g %s", ns / by, unit);
    return out;
}

static void print_row(const comparison *c, const device_row *row, uint32_t i) {
    const compared *f = &row->found[i];
    char first[16], call[16], copies[16], rest[16], size[24] = "";

    if (c->size_count)
        snprintf(size, sizeof size, "%llu", (unsigned long long)c->sizes[i]);
    printf("%12s  %-10s%12s%12s%12s%14llu%12s", size, row->selector,
           i ? "-" : duration(f->first, first), duration(f->call, call),
           f->copied ? duration(f->copies, copies) : "-",
           (unsigned long long)f->copied,
           f->call > f->copies ? duration(f->call - f->copies, rest) : "-");
    if (f->is_function && !f->is_host)
        printf("%5llu of %llu", (unsigned long long)f->chosen,
               (unsigned long long)f->every);
    printf("\n");
}

/* The CPU that others are compared with, else the first that was measured. */
static const device_row *reference(const comparison *c) {
    const device_row *found = NULL;

    for (uint32_t i = 0; i < c->row_count; i++) {
        if (!c->rows[i].measured[0])
            continue;
        if (!strncmp(c->rows[i].selector, "cpu", 3))
            return &c->rows[i];
        found = found ? found : &c->rows[i];
    }
    return found;
}

/* Where two lines through neighbouring sizes cross. */
static uint64_t crossing(const comparison *c, const device_row *mine,
                         const device_row *other, uint32_t i) {
    const double before = mine->found[i - 1].call - other->found[i - 1].call;
    const double after = mine->found[i].call - other->found[i].call;
    const double share = before / (before - after);

    return c->sizes[i - 1] +
           (uint64_t)(share * (double)(c->sizes[i] - c->sizes[i - 1]));
}

/* Whether all of a function ran on the host, whatever the device. */
static bool stays_here(const comparison *c, const device_row *row) {
    for (uint32_t i = 0; i < (c->size_count ? c->size_count : 1); i++)
        if (row->measured[i] && (!row->found[i].is_function ||
                                 row->found[i].is_host || row->found[i].every))
            return false;
    return true;
}

static void print_break_even(const comparison *c, const device_row *mine,
                             const device_row *other) {
    uint32_t count = 0, faster = 0, change = 0, changes = 0;
    bool before = false;

    if (stays_here(c, mine)) {
        printf("%s gets no loop of it: all runs on the host (`portkern emit "
               "--to loops` and PORTKERN_LOG=info say why)\n",
               mine->selector);
        return;
    }
    for (; count < (c->size_count ? c->size_count : 1) &&
           mine->measured[count] && other->measured[count];
         count++) {
        const bool now = mine->found[count].call < other->found[count].call;
        if (count && now != before) {
            change = count;
            changes++;
        }
        faster += now;
        before = now;
    }
    printf("%s is ", mine->selector);
    if (!c->size_count)
        printf("%s than %s", faster ? "faster" : "slower", other->selector);
    else if (!changes)
        printf("%s than %s for all sizes", faster ? "faster" : "slower",
               other->selector);
    else if (changes > 1)
        printf("now faster and now slower than %s", other->selector);
    else
        printf("faster than %s %s about N = %llu", other->selector,
               before ? "from" : "below",
               (unsigned long long)crossing(c, mine, other, change));
    printf(", for one call with arrays of the host\n");
}

static void print_failures(const comparison *c) {
    for (uint32_t i = 0; i < c->row_count; i++)
        if (c->rows[i].why.status != PK_OK)
            printf("%s: %s\n", c->rows[i].selector, c->rows[i].why.message);
}

static void print_table(const comparison *c) {
    const device_row *other = reference(c);
    bool loops = false;

    printf("%12s  %-10s%12s%12s%12s%14s%12s%9s\n", c->size_count ? "N" : "",
           "device", "first", "one call", "copies", "bytes copied", "the rest",
           "auto");
    for (uint32_t i = 0; i < (c->size_count ? c->size_count : 1); i++)
        for (uint32_t n = 0; n < c->row_count; n++)
            if (c->rows[n].measured[i]) {
                print_row(c, &c->rows[n], i);
                loops |= c->rows[n].found[i].is_function;
            }
    printf("\n");
    for (uint32_t n = 0; n < c->row_count; n++)
        if (other && &c->rows[n] != other && c->rows[n].measured[0])
            print_break_even(c, &c->rows[n], other);
    if (loops)
        printf("auto: so many of the launches of a call go to the device by "
               "measurement\n");
    print_failures(c);
}

static void print_json(const comparison *c) {
    bool some = false;

    printf("[");
    for (uint32_t n = 0; n < c->row_count; n++)
        for (uint32_t i = 0; i < (c->size_count ? c->size_count : 1); i++) {
            const compared *f = &c->rows[n].found[i];
            if (!c->rows[n].measured[i])
                continue;
            printf("%s\n {\"device\": ", some ? "," : "");
            print_json_string(stdout, c->rows[n].selector);
            if (c->size_count)
                printf(", \"size\": %llu", (unsigned long long)c->sizes[i]);
            printf(", \"first_ns\": %.0f, \"call_ns\": %.0f, \"copy_ns\": %.0f"
                   ", \"bytes_copied\": %llu, \"count\": %u",
                   f->first, f->call, f->copies, (unsigned long long)f->copied,
                   f->count);
            if (f->is_function && !f->is_host)
                printf(", \"launches\": %llu, \"auto_launches\": %llu",
                       (unsigned long long)f->every,
                       (unsigned long long)f->chosen);
            printf("}");
            some = true;
        }
    printf("\n]\n");
}

/* ---- the command ---- */

/* Reads the words once more than it needs, to tell what is wrong with them. */
static int check(const comparison *c) {
    static launch_args args; /* large, and one at a time */
    char *texts[MOST_WORDS] = {0};
    pk_error err = {0};
    const bool read = read_launch(c, c->sizes[0], false, texts, &args, &err);

    free_launch(c, texts, &args);
    if (read)
        return EXIT_DONE;
    if (err.status == PK_BAD_ARG)
        return EXIT_USAGE;
    print_failure(NULL, NULL, &err);
    return EXIT_FAILED;
}

static int run(comparison *c) {
    bool measured = false;

    for (uint32_t i = 0; i < c->row_count; i++) {
        measure(c, &c->rows[i]);
        measured |= c->rows[i].measured[0];
    }
    if (!measured) {
        print_failure(NULL, NULL, &c->rows[0].why);
        return EXIT_FAILED;
    }
    if (c->json)
        print_json(c);
    else
        print_table(c);
    return EXIT_DONE;
}

static int compare(int argc, char **argv) {
    comparison *c = calloc(1, sizeof *c);
    words w = words_from(argc, argv);
    int status;

    if (!c)
        return EXIT_FAILED;
    c->seconds = 0.3;
    read_words(&w, c);
    status = w.failed ? EXIT_USAGE : check(c);
    if (status == EXIT_DONE)
        status = find_devices(c) ? run(c) : EXIT_FAILED;
    free(c);
    return status;
}

const command command_compare = {
    .name = "compare",
    .summary = "measure a launch or a call on each device",
    .run = compare,
    .help =
        "usage: portkern compare FILE:FUNCTION [--sizes N,N,...] [ARG...]\n"
        "       portkern compare FILE:KERNEL --grid G --block B [ARG...]\n\n"
        "Measures on each device: a call of a function with "
        "njit(parallel=True) whose\n"
        "parallel loops run there, or a launch of a kernel; with arrays of the "
        "host, which\n"
        "are copied. What a function's loops cost is kept in the cache folder, "
        "where\n"
        "PORTKERN_BACKEND=auto and offload=\"auto\" find it.\n\n"
        "  ARG              as in portkern run; with --sizes the word N is the "
        "size, and\n"
        "                   N/256 a part of it, rounded up:\n"
        "                   zeros:f64:N  N  --grid N/256\n"
        "  --sizes N,N,...  measure each of these\n"
        "  --devices LIST   backends or devices, with commas; default all\n"
        "  --path FOLDER    where to look for imports, too\n"
        "  --seconds S      how long to measure each; default 0.3\n"
        "  --json           the numbers, for machines\n",
};
