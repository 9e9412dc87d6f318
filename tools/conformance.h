/* SPDX-License-Identifier: Apache-2.0 */
/* The conformance suite: what every plugin must do, tried on one through the
 * public API, against values computed here in C. It knows no backend. */
#ifndef PORTKERN_TOOLS_CONFORMANCE_H
#define PORTKERN_TOOLS_CONFORMANCE_H

#include "portkern/portkern.h"

#include <stdio.h>

/* Runs the suite on the first device of the plugin's file, or on that which
 * `backend` names (NULL: any), each test in a process of its own: one that
 * crashes, or takes five minutes, has failed. Prints TAP to `out`: a line for
 * each test, "not ok" with the reason, and "# SKIP" with it where the device
 * says that it cannot (no float64; blocks of 0 threads: runs no kernels). Gives
 * the number of tests that failed; a plugin that does not open is one. */
int conformance_run(const char *plugin_file, const char *backend, FILE *out);

/* ---- for the files of the suite ---- */

typedef struct conformance {
    pk_context *ctx;
    pk_queue *queue;
    pk_device_limits limits;
    const char *plugin_file, *backend;
    char reason[512]; /* of the failure or skip at hand */
    bool failed, skipped;
    pk_error err; /* of the last call */
} conformance;

typedef struct conformance_test {
    const char *name;
    bool launches; /* skipped on a device that runs no kernels */
    void (*run)(conformance *c);
} conformance_test;

/* Tests of launches, ended by a row without a name. */
extern const conformance_test conformance_launch_tests[];
extern const conformance_test conformance_value_tests[];
/* Tests of what a device may refuse. */
extern const conformance_test conformance_feature_tests[];

/* Fails the test unless `right`; the first reason is kept. Gives `right`. */
bool conformance_check(conformance *c, bool right, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Fails the test unless the call gave PK_OK, with the words of c->err. */
bool conformance_ok(conformance *c, pk_status status, const char *what);
/* Fails the test unless the call gave `want`. */
bool conformance_is(conformance *c, pk_status status, pk_status want,
                    const char *what);
void conformance_skip(conformance *c, const char *reason);

/* Compiles `kernel` of `source`, launches it and waits; gives the first status
 * that is not PK_OK. conformance_launch fails the test then. */
pk_status conformance_try(conformance *c, const char *source,
                          const char *kernel, const pk_launch_config *config,
                          const pk_arg *args, size_t arg_count);
bool conformance_launch(conformance *c, const char *source, const char *kernel,
                        const pk_launch_config *config, const pk_arg *args,
                        size_t arg_count);

/* The first lines of every source. */
#define HEAD                                                                   \
    "from numba import cuda, float32, float64, int32, int64, uint8\n"          \
    "import math\n"

#define CONFIG_1D(blocks, threads)                                             \
    (&PK_INIT(pk_launch_config, .grid = {blocks}, .block = {threads}))

#define LAUNCH(c, source, kernel, config, ...)                                 \
    conformance_launch(c, source, kernel, config, (pk_arg[]){__VA_ARGS__},     \
                       sizeof((pk_arg[]){__VA_ARGS__}) / sizeof(pk_arg))

#define ONE_D(array, dtype, n)                                                 \
    pk_array_host((array), (dtype), 1, (int64_t[]){n})

#endif
