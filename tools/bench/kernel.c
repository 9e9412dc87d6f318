/* SPDX-License-Identifier: Apache-2.0 */
/* portkern bench FILE:KERNEL: a table of devices, threads and shapes of
 * blocks. */
#include "tools/bench/kernel.h"

#include "tools/bench/reasons.h"
#include "tools/bench/variants.h"
#include "tools/fault.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_WORDS = 600 };

typedef struct kernel_bench {
    launch_args args;
    const char *json; /* file; NULL: none */
    double seconds;
    double bytes; /* of the arrays, each counted once */
    bench_place *places;
    size_t place_count;
    bench_variant *variants;
    size_t variant_count;
    bench_reasons reasons;
} kernel_bench;

/* ---- words ---- */

static void read_seconds(words *w, const char *text, kernel_bench *b) {
    char *end = NULL;

    if (text)
        b->seconds = strtod(text, &end);
    if (text && (end == text || *end || !(b->seconds > 0)))
        words_fail(w, "--seconds must be more than 0, got '%s'", text);
}

/* Takes its own words; the others are a launch's. */
static void read_words(words *w, kernel_bench *b, words *rest) {
    while (!w->failed && w->at < w->argc) {
        const char *word = w->argv[w->at];
        if (strncmp(word, "--json", 6) != 0 &&
            strncmp(word, "--seconds", 9) != 0) {
            if (rest->argc == MOST_WORDS)
                words_fail(w, "takes at most %d words", MOST_WORDS);
            else
                rest->argv[rest->argc++] = w->argv[w->at++];
            continue;
        }
        word = words_next(w);
        if (!strcmp(word, "--json"))
            b->json = words_value(w, word);
        else if (!strcmp(word, "--seconds"))
            read_seconds(w, words_value(w, word), b);
        else
            words_fail(w, "no option '%s'", word);
    }
}

/* Refuses what a launch may have and this may not. */
static void check_launch(words *w, const launch_args *args) {
    if (w->failed)
        return;
    if (args->list)
        words_fail(w, "takes one launch, no --list");
    else if (!args->config.grid[1])
        words_fail(w, "needs --grid and --block of a kernel's launch; portkern "
                      "compare measures calls of functions");
    for (size_t i = 0; i < args->count && !w->failed; i++)
        if (args->save[i])
            words_fail(w, "saves nothing: --save is for portkern run");
}

/* An exit status. */
static int read_launch(int argc, char **argv, kernel_bench *b) {
    static char *texts[MOST_WORDS + 1];
    words w = words_from(argc, argv), rest = words_from(1, texts);
    pk_error err = {0};

    texts[0] = argv[0];
    read_words(&w, b, &rest);
    if (w.failed)
        return EXIT_USAGE;
    if (launch_args_read(&rest, &b->args, &err) != PK_OK && !rest.failed) {
        print_failure(NULL, NULL, &err);
        return EXIT_FAILED;
    }
    check_launch(&rest, &b->args);
    return rest.failed ? EXIT_USAGE : EXIT_DONE;
}

/* ---- what to measure ---- */

static bool is_word_of(const char *word, size_t length, const char *text) {
    return length == strlen(text) && !strncmp(word, text, length);
}

/* The list names backends and devices; without one all are wanted that run at a
 * device's speed. */
static bool is_wanted(const char *list, const pk_device_info *d) {
    if (!list)
        return strcmp(d->backend, "interp") != 0;
    for (const char *at = list; *at;) {
        const size_t length = strcspn(at, ",");
        if (is_word_of(at, length, d->backend) ||
            is_word_of(at, length, d->selector))
            return true;
        at += length + (at[length] == ',');
    }
    return false;
}

static void add_place(kernel_bench *b, const char *selector, uint32_t threads,
                      bool unchecked) {
    bench_place *p = &b->places[b->place_count];

    if (b->place_count == MOST_PLACES)
        return;
    b->place_count++;
    snprintf(p->selector, sizeof p->selector, "%s", selector);
    p->threads = threads;
    p->unchecked = unchecked;
}

/* All threads come first, then one, and where the environment asks for checks
 * all without them. */
static void add_device(kernel_bench *b, const pk_device_info *d) {
    const char *checks = getenv("PORTKERN_CHECK");

    add_place(b, d->selector, 0, false);
    if (!strcmp(d->backend, "cpu") && sysconf(_SC_NPROCESSORS_ONLN) > 1)
        add_place(b, d->selector, 1, false);
    if (checks && *checks && strcmp(d->backend, "interp") != 0)
        add_place(b, d->selector, 0, true);
}

static bool find_places(kernel_bench *b) {
    const char *wanted = b->args.backend;
    pk_device_list *list = NULL;
    pk_error err;

    if (pk_device_list_create(NULL, &list, &err) != PK_OK) {
        print_failure(NULL, NULL, &err);
        return false;
    }
    for (size_t i = 0; i < pk_device_list_count(list); i++) {
        const pk_device_info *d = pk_device_list_get(list, i);
        if (d->status == PK_OK && is_wanted(wanted, d))
            add_device(b, d);
    }
    pk_device_list_release(list);
    if (!b->place_count)
        fprintf(stderr,
                "portkern: error: no device is %s: `portkern devices` "
                "lists all\n",
                wanted ? wanted : "here");
    return b->place_count > 0;
}

static bench_variant *add_variant(kernel_bench *b, bench_place *p,
                                  const pk_launch_config *config, bool given) {
    bench_variant *v = &b->variants[b->variant_count];

    if (b->variant_count == MOST_VARIANTS)
        return NULL;
    b->variant_count++;
    v->place = p;
    v->config = *config;
    v->given = given;
    return v;
}

/* The launch's threads in blocks of another shape, if that fits exactly. */
static bool reshape(const pk_launch_config *given, uint32_t x, uint32_t y,
                    pk_launch_config *out) {
    const uint32_t shape[2] = {x, y};

    *out = *given;
    for (int i = 0; i < 2; i++) {
        const uint64_t threads = (uint64_t)given->grid[i] * given->block[i];
        if (!threads || threads % shape[i] || threads / shape[i] > UINT32_MAX)
            return false;
        out->grid[i] = (uint32_t)(threads / shape[i]);
        out->block[i] = shape[i];
    }
    return given->block[2] == 1 &&
           (x != given->block[0] || y != given->block[1]);
}

static void add_blocks(kernel_bench *b, bench_place *p) {
    static const uint32_t shapes[][2] = {
        {1, 1},    {32, 1},  {64, 1}, {128, 1}, {256, 1}, {512, 1},
        {1024, 1}, {16, 16}, {32, 8}, {8, 32},  {32, 32}, {1, 256}};
    const pk_launch_config *given = &b->args.config;
    const bool flat = (uint64_t)given->grid[1] * given->block[1] == 1;
    pk_launch_config config;

    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if ((!flat || shapes[i][1] == 1) &&
            reshape(given, shapes[i][0], shapes[i][1], &config))
            add_variant(b, p, &config, false);
}

/* ---- measuring ---- */

/* The arrays that the kernel is given, whether or not it uses all of them. */
static double bytes_of(const launch_args *args) {
    double bytes = 0;

    for (size_t i = 0; i < args->count; i++)
        bytes += (double)host_array_size(&args->arrays[i]);
    for (const launch_part *part = args->parts; part; part = part->next)
        bytes += (double)host_array_size(&part->array);
    return bytes;
}

/* Places that cannot be opened have a variant that failed. */
static void open_places(kernel_bench *b) {
    for (size_t i = 0; i < b->place_count; i++) {
        bench_place *p = &b->places[i];
        bench_variant *v = add_variant(b, p, &b->args.config, true);
        pk_error err;
        if (v && bench_place_open(p, &b->args, &err) != PK_OK)
            v->why = err;
        if (v && v->why.status == PK_OK &&
            bench_place_find_limit(p, &err) != PK_OK)
            p->limit = 0; /* there is less memory, or no float64 */
    }
}

/* Compiles it on the first device that can, to know whether blocks may have
 * other shapes. */
static void look_at_kernel(kernel_bench *b) {
    bool on_cpu = false;

    for (size_t i = 0; i < b->place_count; i++) {
        bench_variant *v = &b->variants[i];
        if (v->why.status == PK_OK)
            bench_compile(v);
        on_cpu |= strncmp(b->places[i].selector, "cpu", 3) == 0;
    }
    for (size_t i = 0; i < b->place_count; i++)
        if (b->variants[i].why.status == PK_OK) {
            bench_look_at_kernel(&b->reasons, &b->places[i], b->args.kernel,
                                 &b->args.config, on_cpu);
            break;
        }
    for (size_t i = 0; i < b->place_count && b->reasons.any_block; i++)
        if (b->variants[i].why.status == PK_OK && b->places[i].threads != 1 &&
            !b->places[i].unchecked)
            add_blocks(b, &b->places[i]);
}

/* ---- the table ---- */

static const char *duration(double ns, char out[16]) {
    const char *unit = ns < 1e3   ? "ns"
                       : ns < 1e6 ? "us"
                       : ns < 1e9 ? "ms"
                                  : "s";
    const double by = ns < 1e3 ? 1 : ns < 1e6 ? 1e3 : ns < 1e9 ? 1e6 : 1e9;

    snprintf(out, 16, "%.3g %s", ns / by, unit);
    return out;
}

static const char *threads_of(const bench_variant *v) {
    if (strncmp(v->place->selector, "cpu", 3) != 0)
        return "-";
    return v->place->threads == 1 ? "1" : "all";
}

static void print_row(const kernel_bench *b, const bench_variant *v) {
    char compile[16] = "-", first[16] = "-", time[16], blocks[40], limit[16];
    const double speed = b->bytes / v->median;

    snprintf(blocks, sizeof blocks, "%u,%u,%u", v->config.block[0],
             v->config.block[1], v->config.block[2]);
    snprintf(limit, sizeof limit, "%.0f %%", 100 * speed / v->place->limit);
    if (v->given) {
        duration(v->compile, compile);
        duration(v->first, first);
    }
    printf("%-12s%9s%12s%11s%11s%11s%9.3g%10s%s\n", v->place->selector,
           threads_of(v), blocks, compile, first, duration(v->median, time),
           speed, v->place->limit > 0 && b->bytes > 0 ? limit : "-",
           v->place->unchecked ? "  without checks" : "");
}

static void print_table(const kernel_bench *b) {
    printf("%s:%s, arrays of %.0f bytes\n\n", b->args.file, b->args.kernel,
           b->bytes);
    printf("%-12s%9s%12s%11s%11s%11s%9s%10s\n", "device", "threads", "block",
           "compile", "first", "time", "GB/s", "of limit");
    for (size_t i = 0; i < b->variant_count; i++)
        if (b->variants[i].count)
            print_row(b, &b->variants[i]);
    printf("\n");
    for (size_t i = 0; i < b->variant_count; i++)
        if (!b->variants[i].count)
            printf("%s: %s\n", b->variants[i].place->selector,
                   b->variants[i].why.message);
    if (!b->reasons.any_block)
        printf("blocks keep their shape, on which the kernel depends\n");
    printf("%s\n", b->reasons.count ? "what holds it back:"
                                    : "nothing was found that holds it back");
    for (size_t i = 0; i < b->reasons.count; i++)
        printf("  %-8s %s\n", b->reasons.items[i].kind,
               b->reasons.items[i].text);
}

/* ---- JSON ---- */

static void write_row(FILE *out, const kernel_bench *b,
                      const bench_variant *v) {
    fprintf(out, "{\"device\": ");
    print_json_string(out, v->place->selector);
    fprintf(out, ", \"threads\": ");
    print_json_string(out, threads_of(v));
    fprintf(out,
            ", \"checked\": %s, \"block\": [%u, %u, %u], \"grid\": [%u, %u, "
            "%u]",
            getenv("PORTKERN_CHECK") && !v->place->unchecked ? "true" : "false",
            v->config.block[0], v->config.block[1], v->config.block[2],
            v->config.grid[0], v->config.grid[1], v->config.grid[2]);
    if (v->given)
        fprintf(out, ", \"compile_ns\": %.0f, \"first_ns\": %.0f", v->compile,
                v->first);
    fprintf(out,
            ", \"median_ns\": %.0f, \"least_ns\": %.0f, \"count\": %zu, "
            "\"bytes_per_second\": %.0f, \"limit_bytes_per_second\": %.0f}",
            v->median, v->times[0], v->count, b->bytes / v->median * 1e9,
            v->place->limit * 1e9);
}

static void write_failures(FILE *out, const kernel_bench *b) {
    bool some = false;

    fprintf(out, " \"failures\": [");
    for (size_t i = 0; i < b->variant_count; i++) {
        const bench_variant *v = &b->variants[i];
        if (v->count)
            continue;
        fprintf(out, "%s\n  {\"device\": ", some ? "," : "");
        print_json_string(out, v->place->selector);
        fprintf(out, ", \"why\": ");
        print_json_string(out, v->why.message);
        fprintf(out, "}");
        some = true;
    }
    fprintf(out, "],\n");
}

static void write_reasons(FILE *out, const bench_reasons *r) {
    fprintf(out,
            " \"any_block\": %s, \"loops\": ", r->any_block ? "true" : "false");
    print_json_string(out, r->loops ? r->loops : "");
    fprintf(out, ",\n \"reasons\": [");
    for (size_t i = 0; i < r->count; i++) {
        fprintf(out, "%s\n  {\"kind\": ", i ? "," : "");
        print_json_string(out, r->items[i].kind);
        fprintf(out, ", \"text\": ");
        print_json_string(out, r->items[i].text);
        fprintf(out, "}");
    }
    fprintf(out, "]}\n");
}

static bool write_json(const kernel_bench *b) {
    FILE *out = fopen(b->json, "we");
    bool some = false, whole;

    if (!out) {
        fprintf(stderr, "portkern: error: cannot write %s: %s\n", b->json,
                strerror(errno));
        return false;
    }
    fprintf(out, "{\"file\": ");
    print_json_string(out, b->args.file);
    fprintf(out, ", \"kernel\": ");
    print_json_string(out, b->args.kernel);
    fprintf(out, ", \"bytes\": %.0f,\n \"rows\": [", b->bytes);
    for (size_t i = 0; i < b->variant_count; i++) {
        if (!b->variants[i].count)
            continue;
        fprintf(out, "%s\n  ", some ? "," : "");
        write_row(out, b, &b->variants[i]);
        some = true;
    }
    fprintf(out, "],\n");
    write_failures(out, b);
    write_reasons(out, &b->reasons);
    whole = !ferror(out);
    whole &= fclose(out) == 0;
    if (!whole)
        fprintf(stderr, "portkern: error: %s could not be written whole\n",
                b->json);
    return whole;
}

/* ---- the command ---- */

static bool has_times(const kernel_bench *b) {
    for (size_t i = 0; i < b->variant_count; i++)
        if (b->variants[i].count)
            return true;
    return false;
}

static int run(kernel_bench *b) {
    b->places = calloc(MOST_PLACES, sizeof *b->places);
    b->variants = calloc(MOST_VARIANTS, sizeof *b->variants);
    if (!b->places || !b->variants || !find_places(b))
        return EXIT_FAILED;
    open_places(b);
    look_at_kernel(b);
    fault_watch(&b->args);
    bench_measure(b->variants, b->variant_count, b->seconds);
    fault_unwatch();
    if (!has_times(b)) {
        print_failure(b->places[0].ctx, b->places[0].mod, &b->variants[0].why);
        return EXIT_FAILED;
    }
    b->bytes = bytes_of(&b->args);
    bench_look_at_times(&b->reasons, b->variants, b->variant_count, b->bytes);
    print_table(b);
    return !b->json || write_json(b) ? EXIT_DONE : EXIT_FAILED;
}

int bench_kernel(int argc, char **argv) {
    static kernel_bench b; /* large, and one at a time */
    int status;

    b = (kernel_bench){.seconds = 0.3};
    status = read_launch(argc, argv, &b);
    if (status == EXIT_DONE)
        status = run(&b);
    for (size_t i = 0; i < b.place_count; i++)
        bench_place_close(&b.places[i]);
    bench_free_reasons(&b.reasons);
    launch_args_free(&b.args);
    free(b.places);
    free(b.variants);
    return status;
}
