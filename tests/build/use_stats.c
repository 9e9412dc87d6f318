/* SPDX-License-Identifier: Apache-2.0 */
/* Calls a library that `portkern build` made, by its header alone; C11 and
 * C++17. With a number it says what calls cost, in nanoseconds. */
#include "stats.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static stats_error err;

static void works(int status) {
    if (!status)
        return;
    fprintf(stderr, "%d: %s\n", status, err.message);
    exit(1);
}

static void want(bool holds, const char *what) {
    if (holds)
        return;
    fprintf(stderr, "wrong: %s\n", what);
    exit(1);
}

static void calls_with_any_strides(void) {
    double x[9] = {3, -1, -1, 4, -1, -1, 12, -1, -1}, r = 0;
    stats_f64_1d a = stats_f64_1d_of(x, 3);

    a.strides[0] = 24;
    works(stats_norm(&a, 2, &r, &err));
    want(r == 13, "norm of strided elements");
    a = stats_f64_1d_of(x + 1, 2);
    works(stats_norm(&a, 1, &r, NULL));
    want(r == 2, "norm of memory that is not aligned");
    works(stats_norm(&a, 1, NULL, &err));
}

static void gives_arrays(void) {
    double x[2] = {1, 2};
    stats_f64_1d a = stats_f64_1d_of(x, 2), r;

    works(stats_scaled(&a, 3, &r, &err));
    want(r.shape[0] == 2 && r.data[1] == 6 && r.strides[0] == 8 && r.owner,
         "an array");
    stats_release(r.owner);
    stats_release(NULL);
}

static void gives_tuples(void) {
    float x[3] = {2, 1, 3}, low = 0;
    stats_f32_1d a = stats_f32_1d_of(x, 3), above;
    int64_t count = 0;
    bool positive = false;

    works(stats_split(&a, 1.5f, &low, &above, &count, &positive, &err));
    want(low == 1 && above.shape[0] == 2 && above.data[1] == 3 && count == 3 &&
             positive,
         "a tuple");
    stats_release(above.owner);
}

static void gives_views(void) {
    double x[6] = {0, 1, 2, 3, 4, 5};
    stats_f64_2d a = stats_f64_2d_of(x, 2, 3), r;

    works(stats_turned(&a, &r, &err));
    want(r.data == x && !r.owner && r.shape[0] == 3 && r.strides[0] == 8,
         "a view of an argument");
}

static void shifts_overlapping(void) {
    double x[4] = {0, 0, 0, 0};
    stats_f64_1d a = stats_f64_1d_of(x, 4);

    works(stats_shift(&a, &a, &err));
    want(x[3] == 3, "arrays that overlap");
}

static void raises(void) {
    double x[2] = {1, 2};
    stats_f64_1d a = stats_f64_1d_of(x, 2), r;

    want(stats_scaled(&a, 0, &r, &err) == STATS_RAISED &&
             err.status == STATS_RAISED &&
             !strcmp(err.message, "ValueError: 0.0 of 2 is zero") &&
             err.line == 18 && strstr(err.file, "stats.py"),
         "an exception");
    want(stats_scaled(&a, 0, &r, NULL) == STATS_RAISED, "without an error");
}

static void refuses_arguments(void) {
    double x[4] = {0};
    stats_f64_1d a = stats_f64_1d_of(x, 2);
    double r;

    want(stats_norm(NULL, 2, &r, &err) == STATS_BAD_ARGUMENT &&
             !strcmp(err.message, "norm: argument 'x' is NULL"),
         "NULL");
    a.strides[0] = 16;
    want(stats_total(&a, &r, &err) == STATS_BAD_ARGUMENT &&
             !strcmp(err.message, "total: argument 'x' is not in C order"),
         "strides that it does not take");
    a = stats_f64_1d_of(NULL, 2);
    want(stats_total(&a, &r, &err) == STATS_BAD_ARGUMENT, "no memory");
    a = stats_f64_1d_of(x, -2);
    want(stats_total(&a, &r, &err) == STATS_BAD_ARGUMENT, "a shape below 0");
}

static void adds(void) {
    stats_c128 a = {1, 2}, b = {3, 4}, sum;
    int32_t whole = 0;
    float rounded = 0;

    works(stats_addc(a, b, &sum, &err));
    want(sum.real == 4 && sum.imag == 6, "complex numbers");
    works(stats_add(2, 3, &whole, &err));
    works(stats_addf(0.25, 0.5, &rounded, &err));
    want(whole == 5 && rounded == 0.75f, "numbers");
}

static void launches(void) {
    enum { COUNT = 1000 };
    static float x[COUNT], y[COUNT];
    const stats_f32_1d a = stats_f32_1d_of(x, COUNT);
    const stats_f32_1d b = stats_f32_1d_of(y, COUNT);
    stats_launch launch = {{8, 0, 0}, {128, 0, 0}, 0};

    for (int i = 0; i < COUNT; i++)
        x[i] = (float)i;
    works(stats_axpy(&launch, 2, &a, &b, &err));
    want(y[999] == 1998, "a kernel");
    want(stats_axpy(NULL, 2, &a, &b, &err) == STATS_BAD_ARGUMENT, "no launch");
    launch.block[0] = 100000;
    want(stats_axpy(&launch, 2, &a, &b, &err) == STATS_BAD_ARGUMENT,
         "a block that is too large");
}

static void sums_on_all_cores(void) {
    enum { COUNT = 200000 };
    double *x = (double *)malloc(COUNT * sizeof *x), r = 0;
    stats_f64_1d a = stats_f64_1d_of(x, COUNT);

    want(x != NULL, "memory");
    for (int i = 0; i < COUNT; i++)
        x[i] = 0.5;
    works(stats_total(&a, &r, &err));
    want(r == COUNT / 2, "a parallel loop");
    free(x);
}

/* The first calls of a function are made at once. */
static void *call_often(void *unused) {
    double x[2] = {1, 2}, r;
    stats_f64_1d a = stats_f64_1d_of(x, 2), out;
    stats_error mine;

    for (int i = 0; i < 300; i++) {
        if (stats_norm(&a, 1, &r, &mine) || r != 3 ||
            stats_scaled(&a, 2, &out, &mine) || out.data[1] != 4)
            return &err; /* not NULL */
        stats_release(out.owner);
        if (stats_scaled(&a, 0, &out, &mine) != STATS_RAISED)
            return &err;
    }
    return unused;
}

static void calls_from_threads(void) {
    enum { COUNT = 8 };
    pthread_t threads[COUNT];
    void *failed;

    for (int i = 0; i < COUNT; i++)
        want(!pthread_create(&threads[i], NULL, call_often, NULL), "a thread");
    for (int i = 0; i < COUNT; i++) {
        pthread_join(threads[i], &failed);
        want(!failed, "calls from threads");
    }
}

/* Neither a compiler nor LLVM nor Python is in the process. */
static void has_no_compiler(void) {
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[4096];

    want(maps != NULL, "/proc/self/maps");
    while (fgets(line, sizeof line, maps))
        want(!strstr(line, "LLVM") && !strstr(line, "cpu-llvm") &&
                 !strstr(line, "libportkern.so") && !strstr(line, "libpython"),
             line);
    fclose(maps);
}

static double now(void) {
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static void print_costs(int calls) {
    double x[4] = {1, 2, 3, 4}, r, begin;
    stats_f64_1d a = stats_f64_1d_of(x, 4), out;
    float f;

    begin = now();
    for (int i = 0; i < calls; i++)
        stats_addf(1, i, &f, &err);
    printf("two numbers      %6.0f ns\n", (now() - begin) / calls);
    begin = now();
    for (int i = 0; i < calls; i++)
        stats_norm(&a, 2, &r, &err);
    printf("an array         %6.0f ns\n", (now() - begin) / calls);
    begin = now();
    for (int i = 0; i < calls; i++) {
        stats_scaled(&a, 2, &out, &err);
        stats_release(out.owner);
    }
    printf("a returned array %6.0f ns\n", (now() - begin) / calls);
}

int main(int argc, char **argv) {
    const char *backend = getenv("PORTKERN_BACKEND");

    calls_from_threads();
    works(stats_open(&err));
    calls_with_any_strides();
    gives_arrays();
    gives_tuples();
    gives_views();
    shifts_overlapping();
    raises();
    refuses_arguments();
    adds();
    launches();
    sums_on_all_cores();
    if (!backend || strcmp(backend, "opencl") != 0) /* drivers have their own */
        has_no_compiler();
    if (argc > 1)
        print_costs(atoi(argv[1]));
    return 0;
}
