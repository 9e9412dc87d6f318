/* SPDX-License-Identifier: Apache-2.0 */
/* Times of one launch, or of one call of a function whose parallel loops may
 * run on a device, there. */
#ifndef PORTKERN_TOOLS_COMPARE_MEASURE_H
#define PORTKERN_TOOLS_COMPARE_MEASURE_H

#include "tools/launch_args.h"

/* Figures of one size; times are nanoseconds. */
typedef struct compared {
    double first;     /* with its compile, nothing being in the disk cache */
    double call;      /* the median of later ones, with arrays of the host */
    double copies;    /* copies of as many bytes as one copies */
    uint64_t copied;  /* bytes, both ways */
    uint32_t count;   /* how often it was measured */
    bool is_function; /* whose loops go to the device: */
    bool is_host;     /* the device is the host itself */
    uint64_t every, chosen; /* launches of a call, and of one by measurement */
} compared;

/* A device that is open for measuring. */
typedef struct measuring measuring;

/* Opens the device of that selector; NULL, with `err`, when that fails. */
measuring *measuring_open(const char *selector, pk_error *err);
void measuring_close(measuring *m); /* NULL is nothing */
/* Measures a launch for about so many seconds. The arrays of the arguments are
 * as they were. */
pk_status measuring_run(measuring *m, launch_args *args, double seconds,
                        compared *out, pk_error *err);
/* Where the sources of what failed last are. */
void measuring_print_failure(const measuring *m, const launch_args *args,
                             const pk_error *err);

#endif
