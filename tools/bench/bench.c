/* SPDX-License-Identifier: Apache-2.0 */
/* portkern bench. A kernel with the words of its launch is measured
 * (tools/bench); here is `portkern bench compile`: how long kernels take to
 * compile, one after another in one process. A kernel's figure is the median of
 * some runs, each from the text of its file; its stages are those of that run.
 */
#include "tools/bench/kernel.h"
#include "tools/command.h"
#include "tools/list.h"
#include "tools/source.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_WORDS = 16, MAX_STAGES = 8, MAX_RUNS = 1000, MAX_SLOWEST = 100000 };

typedef struct run_time {
    uint64_t total, stages[MAX_STAGES]; /* nanoseconds */
} run_time;

/* A kernel of the list and what it took. */
typedef struct subject {
    char *file, *kernel, *signature; /* `file` owns FILE and KERNEL */
    uint32_t block[3];
    run_time time;
} subject;

typedef struct bench_args {
    const char *list, *stage, *target;
    uint32_t runs, slowest;
    subject one; /* named on the command line */
    bool json;
} bench_args;

typedef struct bench {
    bench_args args;
    pk_context *ctx;
    subject *subjects;
    size_t count, failed;
    const char *stages[MAX_STAGES];
    uint32_t stage_count;
    run_time *runs; /* of the kernel at hand */
} bench;

/* ---- one kernel ---- */

/* One run: text in, stage out. */
static pk_status compile_once(bench *b, const subject *s, pk_module **mod,
                              run_time *out, pk_error *err) {
    pk_emit_request request =
        PK_INIT(pk_emit_request, .kernel = s->kernel, .signature = s->signature,
                .stage = b->args.stage, .target = b->args.target);
    pk_emission *emission = NULL;
    pk_status status = source_open(b->ctx, s->file, mod, err);
    const char *stage;
    uint64_t ns;

    *out = (run_time){0};
    memcpy(request.block, s->block, sizeof request.block);
    if (status == PK_OK)
        status = pk_emit(*mod, &request, &emission, err);
    for (uint32_t i = 0; status == PK_OK && i < MAX_STAGES &&
                         pk_emission_timing(emission, i, &stage, &ns);
         i++) {
        b->stages[i] = stage;
        b->stage_count = i + 1;
        out->stages[i] = ns;
        out->total += ns;
    }
    pk_emission_release(emission);
    return status;
}

static int by_total(const void *a, const void *b) {
    uint64_t x = ((const run_time *)a)->total, y = ((const run_time *)b)->total;

    return (x > y) - (x < y);
}

static bool measure(bench *b, subject *s) {
    pk_status status = PK_OK;
    pk_module *mod = NULL;
    pk_error err;

    for (uint32_t i = 0; status == PK_OK && i < b->args.runs; i++) {
        pk_module_release(mod);
        mod = NULL;
        status = compile_once(b, s, &mod, &b->runs[i], &err);
    }
    if (status != PK_OK)
        print_failure(b->ctx, mod, &err);
    pk_module_release(mod);
    if (status != PK_OK)
        return false;
    qsort(b->runs, b->args.runs, sizeof *b->runs, by_total);
    s->time = b->runs[b->args.runs / 2];
    return true;
}

/* ---- what to compile ---- */

/* Takes FILE:KERNEL apart. */
static bool name_subject(words *w, subject *s, const char *word) {
    char *colon;

    free(s->file);
    s->file = strdup(word);
    colon = s->file ? strrchr(s->file, ':') : NULL;
    if (!colon || colon == s->file || !colon[1])
        words_fail(w, "expected FILE:KERNEL, got '%s'", word);
    else {
        *colon = '\0';
        s->kernel = colon + 1;
    }
    return !w->failed;
}

/* The options of one kernel. False when `word` is none of them. */
static bool read_subject(words *w, subject *s, const char *word) {
    const char *value;

    if (!word_is_option(word)) {
        if (s->file)
            words_fail(w, "takes one kernel, got '%s' too", word);
        else
            name_subject(w, s, word);
    } else if (!strcmp(word, "-s") || !strcmp(word, "--signature")) {
        value = words_value(w, word);
        free(s->signature);
        s->signature = value ? strdup(value) : NULL;
    } else if (!strcmp(word, "--block"))
        words_dims(w, word, 1024, s->block);
    else
        return false;
    return true;
}

static void check_subject(words *w, const subject *s) {
    if (!w->failed && !s->file)
        words_fail(w, "needs FILE:KERNEL");
    else if (!w->failed && !s->signature)
        words_fail(w, "needs -s SIGNATURE, as in -s \"f32[:], i64\"");
}

static bool add_subject(bench *b, const subject *s) {
    subject *more = realloc(b->subjects, (b->count + 1) * sizeof *more);

    if (!more)
        return false;
    b->subjects = more;
    b->subjects[b->count++] = *s;
    return true;
}

static void free_subject(subject *s) {
    free(s->file);
    free(s->signature);
}

/* The list's kernel of that number: the words of a command line with one
 * kernel. */
static bool read_line(bench *b, const char *path, int number, char *line) {
    char *argv[MAX_WORDS + 1] = {(char *)"bench"};
    words w = words_from_line(line, argv, MAX_WORDS);
    subject s = {0};
    const char *word;

    while ((word = words_next(&w)))
        if (!read_subject(&w, &s, word))
            words_fail(&w, "no option '%s'", word);
    check_subject(&w, &s);
    if (!w.failed && add_subject(b, &s))
        return true;
    fprintf(stderr, "portkern: %s:%d: %s\n", path, number,
            w.failed ? w.message : "out of memory");
    free_subject(&s);
    return false;
}

static bool read_list(bench *b, const char *path) {
    FILE *file = list_open(path);
    bool good = file != NULL;
    int count = 0;
    char *line;

    for (int n = 1; good && (count = list_read(file, &line, 1)) > 0; n++) {
        good = read_line(b, path, n, line);
        free(line);
    }
    if (file)
        fclose(file);
    return good && count >= 0;
}

static void read_words(words *w, bench_args *out) {
    const char *word = words_next(w); /* "compile" */

    while (!w->failed && (word = words_next(w))) {
        if (!strcmp(word, "--list"))
            out->list = words_value(w, word);
        else if (!strcmp(word, "--to"))
            out->stage = words_value(w, word);
        else if (!strcmp(word, "--target"))
            out->target = words_value(w, word);
        else if (!strcmp(word, "--runs"))
            words_number(w, word, MAX_RUNS, &out->runs);
        else if (!strcmp(word, "--slowest"))
            words_number(w, word, MAX_SLOWEST, &out->slowest);
        else if (!strcmp(word, "--json"))
            out->json = true;
        else if (!read_subject(w, &out->one, word))
            words_fail(w, "no option '%s'", word);
    }
    if (!w->failed && !out->runs)
        words_fail(w, "--runs must be at least 1");
    if (!out->list)
        check_subject(w, &out->one);
    else if (!w->failed && (out->one.file || out->one.signature))
        words_fail(w, "--list FILE and a kernel exclude each other");
}

/* ---- the report ---- */

static double ms(uint64_t ns) {
    return (double)ns / 1e6;
}

static int slowest_first(const void *a, const void *b) {
    return by_total(&((const subject *)b)->time, &((const subject *)a)->time);
}

static void print_table(const bench *b, uint64_t median) {
    for (uint32_t i = 0; i < b->stage_count; i++)
        printf("%9s", b->stages[i]);
    printf("%9s  kernel\n", "total ms");
    for (size_t n = 0; n < b->count && n < b->args.slowest; n++) {
        const subject *s = &b->subjects[n];
        for (uint32_t i = 0; i < b->stage_count; i++)
            printf("%9.3f", ms(s->time.stages[i]));
        printf("%9.3f  %s:%s %s\n", ms(s->time.total), s->file, s->kernel,
               s->signature);
    }
    printf("%zu kernels, %zu failed, median %.3f ms, longest %.3f ms\n",
           b->count, b->failed, ms(median),
           b->count ? ms(b->subjects[0].time.total) : 0.0);
}

static void print_json(const bench *b, uint64_t median) {
    printf("{\"stage\": ");
    print_json_string(stdout, b->args.stage);
    printf(", \"runs\": %u, \"failed\": %zu, \"median_ms\": %.6f,\n"
           " \"kernels\": [",
           b->args.runs, b->failed, ms(median));
    for (size_t n = 0; n < b->count; n++) {
        const subject *s = &b->subjects[n];
        printf("%s\n  {\"file\": ", n ? "," : "");
        print_json_string(stdout, s->file);
        printf(", \"kernel\": ");
        print_json_string(stdout, s->kernel);
        printf(", \"signature\": ");
        print_json_string(stdout, s->signature);
        for (uint32_t i = 0; i < b->stage_count; i++)
            printf(", \"%s_ms\": %.6f", b->stages[i], ms(s->time.stages[i]));
        printf(", \"total_ms\": %.6f}", ms(s->time.total));
    }
    printf("]}\n");
}

/* Kernels that failed go; the others come in order, slowest first. */
static void report(bench *b) {
    uint64_t median;

    qsort(b->subjects, b->count, sizeof *b->subjects, slowest_first);
    median = b->count ? b->subjects[b->count / 2].time.total : 0;
    if (b->args.json)
        print_json(b, median);
    else
        print_table(b, median);
}

static void measure_all(bench *b) {
    size_t kept = 0;

    for (size_t i = 0; i < b->count; i++) {
        if (measure(b, &b->subjects[i]))
            b->subjects[kept++] = b->subjects[i];
        else {
            free_subject(&b->subjects[i]);
            b->failed++;
        }
    }
    b->count = kept;
}

static bool prepare(bench *b) {
    pk_error err;

    if (b->args.list) {
        if (!read_list(b, b->args.list))
            return false;
    } else {
        if (!add_subject(b, &b->args.one))
            return false;
        b->args.one = (subject){0};
    }
    b->runs = calloc(b->args.runs, sizeof *b->runs);
    b->ctx = context_open(NULL, PK_CONTEXT_no_device, &err);
    return b->runs && b->ctx;
}

static int run_bench(int argc, char **argv) {
    words w = words_from(argc, argv);
    bench b = {.args = {.stage = "ptx", .runs = 5, .slowest = 10}};
    int status = EXIT_USAGE;

    if (argc < 2 || strcmp(argv[1], "compile") != 0)
        return bench_kernel(argc, argv);
    read_words(&w, &b.args);
    if (!w.failed) {
        status = EXIT_FAILED;
        if (prepare(&b)) {
            measure_all(&b);
            report(&b);
            status = b.failed || !b.count ? EXIT_FAILED : EXIT_DONE;
        }
    }
    for (size_t i = 0; i < b.count; i++)
        free_subject(&b.subjects[i]);
    free_subject(&b.args.one);
    free(b.subjects);
    free(b.runs);
    return context_close(b.ctx, status);
}

const command command_bench = {
    .name = "bench",
    .summary = "time a kernel, or the compiler, and say what is slow",
    .run = run_bench,
    .help =
        "usage: portkern bench FILE:KERNEL --grid G --block B [ARG...]\n"
        "       portkern bench compile FILE:KERNEL -s SIGNATURE\n"
        "       portkern bench compile --list FILE\n\n"
        "The first measures a launch on each device, on the cpu backend with "
        "one thread and\n"
        "with all, and in other shapes of blocks where the kernel allows it; "
        "and says what\n"
        "holds the kernel back. Arguments are those of portkern run.\n\n"
        "  --path FOLDER    where to look for imports, too\n"
        "  --backend LIST   backends or devices; default all but interp\n"
        "  --seconds S      how long to measure each variant; default 0.3\n"
        "  --json FILE      write the numbers to a file, too\n\n"
        "`compile` compiles kernels from their text to a stage and prints "
        "milliseconds: "
        "the stages of\n"
        "the slowest ones, the median of all and the longest. A kernel's "
        "figure is the\n"
        "median of its runs. Needs no device.\n\n"
        "  -s SIGNATURE     as in portkern emit\n"
        "  --block B        block dimensions to compile for\n"
        "  --list FILE      a kernel a line: FILE:KERNEL -s SIGNATURE "
        "[--block B]\n"
        "  --to STAGE       default ptx\n"
        "  --target T       as in portkern emit\n"
        "  --runs N         how often each is compiled; default 5\n"
        "  --slowest N      rows of the table; default 10\n"
        "  --json           all kernels, for machines\n",
};
