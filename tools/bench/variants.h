/* SPDX-License-Identifier: Apache-2.0 */
/* One launch in several variants, of which each has its device, number of
 * threads and shape of blocks: they take turns, so that what else the machine
 * does meets all of them. Arrays are in the device's memory, and have the same
 * contents before each launch. */
#ifndef PORTKERN_TOOLS_BENCH_VARIANTS_H
#define PORTKERN_TOOLS_BENCH_VARIANTS_H

#include "tools/launch_args.h"

enum { MOST_PLACES = 64, MOST_VARIANTS = 512, MOST_TIMES = 400 };

/* An argument that is an array: in the device's memory, and the launch's. */
typedef struct bench_array {
    pk_array device; /* without a buffer: no such argument, or it is empty */
    const pk_array *host;
    size_t size;
    bool changes; /* a launch leaves something else in it */
} bench_array;

/* A device with so many threads. */
typedef struct bench_place {
    char selector[64];
    uint32_t threads; /* of the cpu backend; 0: all, or it is another device */
    bool unchecked;   /* without the checks of PORTKERN_CHECK */
    pk_context *ctx;
    pk_queue *queue;
    pk_module *mod;
    pk_kernel *kernel;
    size_t count; /* of arguments */
    pk_arg bound[MAX_ARGS];
    bench_array arrays[MAX_ARGS];
    double limit; /* bytes that memory moves in a nanosecond; 0: not known */
} bench_place;

typedef struct bench_variant {
    bench_place *place;
    pk_launch_config config;
    bool given; /* the launch's own blocks, compiled for the first time: */
    double compile, first; /* how long that takes, and the first launch then */
    double times[MOST_TIMES]; /* nanoseconds */
    size_t count;             /* 0: it failed, */
    pk_error why;             /* for this reason */
    double median;
} bench_variant;

/* Opens the place with the selector, threads and checks that it has, and
 * nothing in the disk cache, and gives it the launch's arguments. */
pk_status bench_place_open(bench_place *p, launch_args *args, pk_error *err);
/* Finds the limit: a kernel adds two arrays that no cache holds. It stays
 * unknown where that takes too long. */
pk_status bench_place_find_limit(bench_place *p, pk_error *err);
void bench_place_close(bench_place *p);
/* Compiles for a variant of the launch's own blocks, or says why not. */
void bench_compile(bench_variant *v);
/* Measures all that have not failed for about so many seconds each, in turns.
 */
void bench_measure(bench_variant *variants, size_t count, double seconds);

#endif
