/* SPDX-License-Identifier: Apache-2.0 */
/* Uses the library that `portkern build` makes of stats.py. */
#include <stats.h>

#include <stdio.h>

int main(void) {
    double x[6] = {1, 2, 3, 4, 5, 9}, mean;
    stats_f64_1d a = stats_f64_1d_of(x, 6), smooth;
    stats_error err;

    if (stats_mean(&a, &mean, &err) != STATS_OK ||
        stats_smooth(&a, 3, &smooth, &err) != STATS_OK) {
        fprintf(stderr, "%s:%d: %s\n", err.file, err.line, err.message);
        return 1;
    }
    printf("mean %g, smooth", mean);
    for (int64_t i = 0; i < smooth.shape[0]; i++)
        printf(" %g", smooth.data[i]);
    printf("\n");
    stats_release(smooth.owner);

    a = stats_f64_1d_of(x, 0);
    if (stats_mean(&a, &mean, &err) == STATS_RAISED)
        printf("line %d: %s\n", err.line, err.message);
    return 0;
}
