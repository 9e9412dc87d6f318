/* SPDX-License-Identifier: Apache-2.0 */
/* Times that the command measures. */
#include "tools/times.h"

#include <stdlib.h>
#include <time.h>

double now_ns(void) {
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double median_of(double *times, size_t count) {
    qsort(times, count, sizeof *times, by_size);
    return count % 2 ? times[count / 2]
                     : (times[count / 2 - 1] + times[count / 2]) / 2;
}
