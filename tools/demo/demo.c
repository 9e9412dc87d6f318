/* SPDX-License-Identifier: Apache-2.0 */
/* portkern demo: the same kernels on every device there is, each result
 * checked against plain C, with a table and two pictures. */
#include "tools/command.h"
#include "tools/demo/demo_cases.h"
#include "tools/demo/png.h"
#include "tools/times.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

extern const char demo_text[]; /* examples/demo.py */

typedef struct bench {
    pk_context *ctx;
    pk_queue *queue;
    pk_module *mod;
    const pk_device_info *device;
    const char *folder;
    bool *pictures;       /* one per case: was its turn */
    const char *saved[2]; /* files in folder */
    size_t saved_count;
    uint32_t failed;
    bool found; /* a row of the list that was asked for */
} bench;

typedef struct outcome {
    double compile_ms, launch_us, error;
} outcome;

static size_t array_size(const pk_array *a) {
    return (size_t)pk_array_count(a) * pk_dtype_size(a->dtype);
}

/* Host arrays to device arrays, and the kernel's arguments. */
static pk_status upload(bench *b, const problem *p, pk_array *device,
                        pk_arg *args, pk_error *err) {
    for (uint32_t i = 0; i < p->array_count; i++) {
        const pk_array *host = &p->arrays[i];
        pk_buffer *buf = NULL;
        if (pk_buffer_create(b->ctx, array_size(host), 0, &buf, err) != PK_OK)
            return err->status;
        device[i] = pk_array_device(buf, host->dtype, host->ndim, host->shape);
        args[i] = pk_inout(&device[i]);
        if (pk_buffer_write(buf, 0, host->host, array_size(host), err) != PK_OK)
            return err->status;
    }
    for (uint32_t i = 0; i < p->scalar_count; i++)
        args[p->array_count + i] = p->scalars[i];
    return PK_OK;
}

static pk_status launch_once(bench *b, pk_kernel *kernel, const problem *p,
                             const pk_arg *args, double *us, pk_error *err) {
    const double begin = now_ns();

    if (pk_launch(b->queue, kernel, &p->config, args,
                  p->array_count + p->scalar_count, err) != PK_OK)
        return err->status;
    if (pk_queue_finish(b->queue, err) != PK_OK)
        return err->status;
    *us = (now_ns() - begin) / 1e3;
    return PK_OK;
}

/* Median of launches for about a quarter of a second, 3 to 51 of them. */
static pk_status measure(bench *b, pk_kernel *kernel, const problem *p,
                         const pk_arg *args, double *median, pk_error *err) {
    double us[51], end = now_ns() + 250e6;
    size_t n = 0;

    while (n < 51 && (n < 3 || now_ns() < end)) {
        if (launch_once(b, kernel, p, args, &us[n], err) != PK_OK)
            return err->status;
        n++;
    }
    *median = median_of(us, n);
    return PK_OK;
}

static pk_status run_kernel(bench *b, const demo_case *c, problem *p,
                            pk_kernel *kernel, pk_array *device, outcome *out,
                            pk_error *err) {
    pk_arg args[DEMO_ARRAYS + DEMO_ARGS];
    pk_compile_info info = PK_INIT(pk_compile_info);
    pk_array *result = &p->arrays[p->output];

    if (upload(b, p, device, args, err) != PK_OK ||
        pk_kernel_compile(kernel, &p->config, args,
                          p->array_count + p->scalar_count, &info,
                          err) != PK_OK ||
        launch_once(b, kernel, p, args, &out->launch_us, err) != PK_OK ||
        pk_buffer_read(device[p->output].buffer, 0, result->host,
                       array_size(result), err) != PK_OK)
        return err->status;
    out->compile_ms = (double)info.compile_ns / 1e6;
    out->error = c->check(p);
    return measure(b, kernel, p, args, &out->launch_us, err);
}

/* ---- pictures ---- */

/* Colours that points outside of the set have, one after the other. */
static const uint8_t stops[][3] = {{0, 7, 100},     {32, 107, 203},
                                   {237, 255, 255}, {255, 170, 0},
                                   {107, 19, 0},    {0, 2, 7}};

/* Adds the colour of a point that leaves after `steps` to `sum`. */
static void add_colour(int32_t steps, uint32_t sum[3]) {
    const size_t count = sizeof stops / sizeof *stops;
    double place = 0.8 * log2(steps + 1.0), part = place - floor(place);
    const uint8_t *from = stops[(size_t)place % count];
    const uint8_t *to = stops[((size_t)place + 1) % count];

    for (int c = 0; c < 3; c++)
        sum[c] += (uint32_t)(from[c] + part * (to[c] - from[c]));
}

/* A pixel is the mean of 2 x 2 points: edges are smooth. */
static pk_status save_mandelbrot(const problem *p, const char *path,
                                 pk_error *err) {
    const pk_array *out = &p->arrays[p->output];
    uint32_t rows = (uint32_t)out->shape[0] / 2;
    uint32_t cols = (uint32_t)out->shape[1] / 2;
    const int32_t *steps = out->host;
    uint8_t *rgb = malloc((size_t)rows * cols * 3);
    pk_status status;

    if (!rgb)
        return fail_with(err, PK_NO_MEMORY, "no memory for a picture");
    for (size_t i = 0; i < (size_t)rows * cols; i++) {
        const int32_t *first = &steps[i / cols * 4 * cols + i % cols * 2];
        const int32_t four[] = {first[0], first[1], first[2 * cols],
                                first[2 * cols + 1]};
        uint32_t sum[3] = {0};
        for (int k = 0; k < 4; k++)
            if (four[k] < 200)
                add_colour(four[k], sum);
        for (int c = 0; c < 3; c++)
            rgb[3 * i + (size_t)c] = (uint8_t)(sum[c] / 4);
    }
    status = png_save(path, rgb, cols, rows, 3, err);
    free(rgb);
    return status;
}

/* The picture that was given and the gray one, side by side. */
static pk_status save_gray(const problem *p, const char *path, pk_error *err) {
    const pk_array *out = &p->arrays[p->output];
    const uint8_t *gray = out->host, *given = p->arrays[0].host;
    size_t rows = (size_t)out->shape[0], cols = (size_t)out->shape[1];
    uint8_t *rgb = malloc(rows * cols * 6);
    pk_status status;

    if (!rgb)
        return fail_with(err, PK_NO_MEMORY, "no memory for a picture");
    for (size_t i = 0; i < rows; i++) {
        uint8_t *row = &rgb[i * cols * 6];
        memcpy(row, &given[i * cols * 3], cols * 3);
        for (size_t j = 0; j < cols; j++)
            memset(&row[3 * (cols + j)], gray[i * cols + j], 3);
    }
    status = png_save(path, rgb, 2 * (uint32_t)cols, (uint32_t)rows, 3, err);
    free(rgb);
    return status;
}

/* The first full-size result of a case with a picture is written. */
static void save_picture(bench *b, size_t which, const problem *p) {
    bool mandelbrot = !strcmp(p->kernel, "mandelbrot");
    const char *name = mandelbrot ? "mandelbrot.png" : "gray.png";
    char path[4096];
    pk_status status;
    pk_error err;

    if (b->pictures[which] ||
        (!mandelbrot && strcmp(p->kernel, "grayscale") != 0))
        return;
    snprintf(path, sizeof path, "%s/%s", b->folder, name);
    b->pictures[which] = true;
    status =
        mandelbrot ? save_mandelbrot(p, path, &err) : save_gray(p, path, &err);
    if (status == PK_OK) {
        b->saved[b->saved_count++] = name;
        return;
    }
    print_failure(NULL, NULL, &err);
    if (status != PK_UNSUPPORTED) /* built without libpng: nobody's fault */
        b->failed++;
}

/* ---- the table ---- */

static void print_row(const bench *b, const demo_case *c, const problem *p,
                      const outcome *out) {
    bool good = out->error <= c->limit;

    printf("%-12.12s %-16s %9.2f %11.1f %9.2f %-8s %9.2g  %s\n",
           b->device->selector, c->title, out->compile_ms, out->launch_us,
           p->work / out->launch_us / 1e3, p->unit, out->error,
           good ? "ok" : "WRONG");
}

static void run_case(bench *b, size_t which) {
    const demo_case *c = &demo_cases[which];
    bool small = !strcmp(b->device->backend, "interp");
    pk_array device[DEMO_ARRAYS] = {{.dtype = PK_DTYPE_void}};
    problem p = {.kernel = NULL};
    pk_kernel *kernel = NULL;
    outcome out = {0, 0, 0};
    pk_error err;
    pk_status status;

    if (!c->make(&p, small))
        status = fail_with(&err, PK_NO_MEMORY, "out of memory");
    else
        status = pk_module_kernel(b->mod, p.kernel, &kernel, &err);
    if (status == PK_OK)
        status = run_kernel(b, c, &p, kernel, device, &out, &err);
    if (status == PK_OK) {
        print_row(b, c, &p, &out);
        b->failed += !(out.error <= c->limit);
        if (!small && out.error <= c->limit)
            save_picture(b, which, &p);
    } else {
        printf("%-12.12s %-16s failed: %s\n", b->device->selector, c->title,
               err.message);
        b->failed++;
    }
    fflush(stdout);
    pk_queue_clear(b->queue, NULL);
    for (int i = 0; i < DEMO_ARRAYS; i++)
        pk_buffer_release(device[i].buffer);
    pk_kernel_release(kernel);
    problem_free(&p);
}

static void run_device(bench *b) {
    pk_error err;

    b->ctx = context_open(b->device->selector, 0, &err);
    if (!b->ctx) {
        b->failed++;
        return;
    }
    if (pk_queue_create(b->ctx, &b->queue, &err) == PK_OK &&
        pk_module_from_source(b->ctx, demo_text, "demo.py", 1, NULL, 0, &b->mod,
                              &err) == PK_OK) {
        for (size_t i = 0; i < demo_case_count; i++)
            run_case(b, i);
    } else {
        print_failure(b->ctx, b->mod, &err);
        b->failed++;
    }
    pk_module_release(b->mod);
    pk_queue_release(b->queue);
    b->failed += context_close(b->ctx, EXIT_DONE) != EXIT_DONE;
    b->mod = NULL;
    b->queue = NULL;
}

static void print_head(void) {
    printf("%-12s %-16s %9s %11s %18s %9s\n", "device", "kernel", "compile ms",
           "launch us", "speed", "max error");
}

/* Fast devices first: the pictures are theirs. */
static void run_devices(bench *b, const pk_device_list *list,
                        const char *only) {
    for (int slow = 0; slow < 2; slow++)
        for (size_t i = 0; i < pk_device_list_count(list); i++) {
            const pk_device_info *d = pk_device_list_get(list, i);
            if ((!strcmp(d->backend, "interp")) != slow)
                continue;
            if (only && strcmp(only, d->backend) != 0 &&
                strcmp(only, d->selector) != 0)
                continue;
            if (!b->found)
                print_head();
            b->found = true;
            b->failed += only && d->status != PK_OK;
            if (d->status != PK_OK)
                printf("%-12.12s not available: %s\n", d->backend, d->reason);
            else if (!d->only_by_name && strcmp(d->backend, "null") != 0) {
                b->device = d;
                run_device(b);
            }
        }
}

static bool make_folder(const char *path) {
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    fprintf(stderr, "portkern: error: cannot make %s: %s\n", path,
            strerror(errno));
    return false;
}

static int demo(int argc, char **argv) {
    words w = words_from(argc, argv);
    bool pictures[16] = {false};
    bench b = {.folder = ".", .pictures = pictures};
    const char *word, *only = NULL;
    pk_device_list *list = NULL;
    pk_error err;

    while ((word = words_next(&w))) {
        if (!strcmp(word, "--out"))
            b.folder = words_value(&w, word);
        else if (!strcmp(word, "--backend"))
            only = words_value(&w, word);
        else
            words_fail(&w, "does not know '%s'", word);
    }
    if (w.failed)
        return EXIT_USAGE;
    if (!make_folder(b.folder))
        return EXIT_FAILED;
    if (pk_device_list_create(NULL, &list, &err) != PK_OK) {
        print_failure(NULL, NULL, &err);
        return EXIT_FAILED;
    }
    run_devices(&b, list, only);
    pk_device_list_release(list);
    if (!b.found) {
        fprintf(stderr,
                "portkern: error: no backend or device is called %s; see "
                "portkern devices\n",
                only ? only : "");
        return EXIT_FAILED;
    }
    if (b.failed)
        printf("%u failed\n", b.failed);
    else
        puts("every result is right");
    for (size_t i = 0; i < b.saved_count; i++)
        printf("picture: %s/%s\n", b.folder, b.saved[i]);
    return b.failed ? EXIT_FAILED : EXIT_DONE;
}

const command command_demo = {
    .name = "demo",
    .summary = "six kernels on every device, checked, with two pictures",
    .run = demo,
    .help =
        "usage: portkern demo [--out FOLDER] [--backend NAME]\n\n"
        "Runs vector add, tiled matrix product, block reduction, histogram, "
        "Mandelbrot set and\n"
        "a picture turned gray on every device present, compares each result "
        "with plain C,\n"
        "prints compile time, launch time (median, device arrays), speed and "
        "the largest error,\n"
        "and writes mandelbrot.png and gray.png to FOLDER (default: here).\n"
        "The interpreter, which checks every access, runs smaller sizes.\n",
};
