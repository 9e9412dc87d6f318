/* SPDX-License-Identifier: Apache-2.0 */
/* Used by all benchmarks: the end at a failure, and clocks. */
#ifndef PORTKERN_BENCH_BENCH_H
#define PORTKERN_BENCH_BENCH_H

#include <portkern/portkern.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static pk_error err;

static inline void check(pk_status status, const char *what) {
    if (status == PK_OK)
        return;
    fprintf(stderr, "%s: %s: %s\n", what, pk_status_name(status), err.message);
    exit(EXIT_FAILURE);
}

/* Seconds by a clock of the system's. */
static inline double seconds(clockid_t clock) {
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

#endif
