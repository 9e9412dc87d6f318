/* SPDX-License-Identifier: Apache-2.0 */
/* One leg of the GPU benchmarks, driven by scripts/gpu-check:
 *
 *     gpu_bench portkern KERNELS.py
 *     gpu_bench driver LIBCUDA IMAGE
 *
 * Reads commands and answers each with a line, `ok ...` or `no WHY`:
 *
 *     load KERNEL GX,GY BX,BY ARG...  ARG: f32:1024x1024:0:1 (an array with
 *                                     numbers from 0 up to 1) or f32:2.0
 *     time N       ok: device nanoseconds of one launch out of N
 *     latency N    ok: host nanoseconds to submit a launch, and of a launch
 *                  with the wait for its end; both once more for prepared
 *                  launches, where there are any
 *     save I FILE  fills the arrays anew, launches once, writes argument I
 *     drop
 */
#include "leg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

char leg_why[512];

bool leg_fail(const char *what, const char *why) {
    snprintf(leg_why, sizeof leg_why, "%s: %s", what, why);
    leg_why[strcspn(leg_why, "\n")] = '\0';
    return false;
}

/* ---- arrays ---- */

/* Bits that look random; rivals.py has the same. */
static uint32_t mix(uint32_t i) {
    i *= 2654435761u;
    i ^= i >> 15;
    i *= 2246822519u;
    return i ^ i >> 13;
}

static void fill(const leg_arg *a, void *out) {
    size_t count = a->bytes / (a->type == LEG_f64 ? 8 : 4);
    float low = (float)a->low, range = (float)(a->high - a->low);

    for (size_t i = 0; i < count; i++) {
        uint32_t bits = mix((uint32_t)i);
        float unit = (float)(bits >> 8) * 0x1p-24f;

        if (a->type == LEG_f32)
            ((float *)out)[i] = low + range * unit;
        else if (a->type == LEG_f64)
            ((double *)out)[i] = (double)(low + range * unit);
        else
            ((int32_t *)out)[i] =
                (int32_t)a->low +
                (range >= 1 ? (int32_t)(bits % (uint32_t)range) : 0);
    }
}

static bool fill_all(const leg *l, const leg_launch *launch) {
    bool good = true;

    for (size_t i = 0; good && i < launch->count; i++) {
        const leg_arg *a = &launch->args[i];
        void *data = a->ndim ? malloc(a->bytes) : NULL;

        if (!a->ndim)
            continue;
        if (!data)
            return leg_fail("fill", "out of memory");
        fill(a, data);
        good = l->write(i, data);
        free(data);
    }
    return good;
}

/* ---- commands ---- */

static bool read_arg(char *word, leg_arg *out) {
    char *type = strsep(&word, ":"), *shape = strsep(&word, ":");

    memset(out, 0, sizeof *out);
    if (!shape)
        return false;
    out->type = !strcmp(type, "f32")   ? LEG_f32
                : !strcmp(type, "f64") ? LEG_f64
                                       : LEG_i32;
    if (!word) {
        out->low = strtod(shape, NULL);
        return true;
    }
    out->bytes = out->type == LEG_f64 ? 8 : 4;
    for (char *part; (part = strsep(&shape, "x")); out->ndim++) {
        if (out->ndim == 2)
            return false;
        out->shape[out->ndim] = strtoll(part, NULL, 10);
        out->bytes *= (size_t)out->shape[out->ndim];
    }
    out->low = strtod(strsep(&word, ":"), NULL);
    out->high = word ? strtod(word, NULL) : out->low;
    return true;
}

static void read_pair(char *word, uint32_t out[2]) {
    char *x = strsep(&word, ",");

    out[0] = (uint32_t)strtoul(x, NULL, 10);
    out[1] = word ? (uint32_t)strtoul(word, NULL, 10) : 1;
}

static bool load(const leg *l, leg_launch *launch, char *line) {
    static char kernel[64];
    char *name = strsep(&line, " "), *grid = strsep(&line, " ");
    char *block = strsep(&line, " ");

    if (!block)
        return leg_fail("load", "wants a kernel, a grid and a block");
    memset(launch, 0, sizeof *launch);
    snprintf(kernel, sizeof kernel, "%s", name);
    launch->kernel = kernel;
    read_pair(grid, launch->grid);
    read_pair(block, launch->block);
    for (char *word; (word = strsep(&line, " ")); launch->count++)
        if (launch->count == LEG_ARGS ||
            !read_arg(word, &launch->args[launch->count]))
            return leg_fail("load", "cannot read an argument");
    return l->load(launch) && fill_all(l, launch);
}

static double now(void) {
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Puts `count` launches into the queue, or waits for each. */
static bool latency_of(const leg *l, uint32_t count, bool prepared, bool wait,
                       double *ns) {
    bool good = l->launch(prepared) && l->finish();
    double start = now();

    for (uint32_t i = 0; good && i < count; i++)
        good = l->launch(prepared) && (!wait || l->finish());
    *ns = (now() - start) / count;
    return good && l->finish();
}

static bool latency(const leg *l, uint32_t count) {
    double ns[4] = {0};
    int n = l->has_prepared ? 4 : 2;

    for (int i = 0; i < n; i++)
        if (!latency_of(l, count, i >= 2, i % 2, &ns[i]))
            return false;
    printf("ok");
    for (int i = 0; i < n; i++)
        printf(" %.1f", ns[i]);
    printf("\n");
    return true;
}

static bool save(const leg *l, const leg_launch *launch, char *line) {
    size_t arg = strtoul(line, &line, 10);
    size_t bytes = arg < launch->count ? launch->args[arg].bytes : 0;
    void *data = malloc(bytes ? bytes : 1);
    FILE *file = NULL;
    bool good = data && bytes && fill_all(l, launch) && l->launch(true) &&
                l->finish() && l->read(arg, data);

    if (good) {
        file = fopen(line + strspn(line, " "), "wb");
        good = file && fwrite(data, 1, bytes, file) == bytes;
        if (!good)
            leg_fail("save", "cannot write the file");
    }
    if (file)
        good = !fclose(file) && good;
    free(data);
    return good;
}

static bool obey(const leg *l, leg_launch *launch, char *line) {
    char *word = strsep(&line, " ");
    uint32_t count = line ? (uint32_t)strtoul(line, NULL, 10) : 0;
    double ns;

    leg_fail(word, "no such command, or not all of it");
    if (!strcmp(word, "time") && count) {
        if (!l->time(count, &ns))
            return false;
        printf("ok %.1f\n", ns / count);
        return true;
    }
    if (!strcmp(word, "latency") && count)
        return latency(l, count);
    if (!strcmp(word, "drop"))
        l->drop();
    else if (!line || (strcmp(word, "load") && strcmp(word, "save")))
        return false;
    else if (!(!strcmp(word, "load") ? load(l, launch, line)
                                     : save(l, launch, line)))
        return false;
    puts("ok");
    return true;
}

int main(int argc, char **argv) {
    const leg *l =
        argc > 2 && !strcmp(argv[1], "driver") ? &leg_driver : &leg_portkern;
    leg_launch launch = {0};
    size_t room = 0;
    char *line = NULL;

    if (argc < 3) {
        fprintf(stderr, "usage: gpu_bench portkern KERNELS.py\n"
                        "       gpu_bench driver LIBCUDA IMAGE\n");
        return 2;
    }
    if (!l->open(argc - 2, argv + 2)) {
        printf("no %s\n", leg_why);
        return 1;
    }
    puts("ok");
    fflush(stdout);
    while (getline(&line, &room, stdin) > 0) {
        line[strcspn(line, "\n")] = '\0';
        if (!obey(l, &launch, line))
            printf("no %s\n", leg_why);
        fflush(stdout);
    }
    l->drop();
    free(line);
    return 0;
}
