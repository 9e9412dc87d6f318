/* SPDX-License-Identifier: Apache-2.0 */
/* The problems of `portkern demo`: their data, and their answers computed in
 * plain C. */
#ifndef PORTKERN_TOOLS_DEMO_DEMO_CASES_H
#define PORTKERN_TOOLS_DEMO_DEMO_CASES_H

#include "portkern/portkern.h"

enum { DEMO_ARRAYS = 3, DEMO_ARGS = 6 };

/* One problem: a kernel, its arguments and what is to be said of its speed.
 * Arrays are host arrays from malloc; the last one written is the output. */
typedef struct problem {
    const char *kernel;
    pk_launch_config config;
    pk_array arrays[DEMO_ARRAYS];
    uint32_t array_count, output;
    pk_arg scalars[DEMO_ARGS]; /* after the arrays */
    uint32_t scalar_count;
    double work;      /* bytes moved or operations done */
    const char *unit; /* "GB/s" or "GFLOP/s"; "" to say nothing */
} problem;

typedef struct demo_case {
    const char *title;
    /* Fills in the problem; `small` for slow devices. False: no memory. */
    bool (*make)(problem *p, bool small);
    /* The largest error of the output, against plain C. */
    double (*check)(const problem *p);
    double limit; /* what it may be */
} demo_case;

extern const demo_case demo_cases[];
extern const uint32_t demo_case_count;

void problem_free(problem *p);

#endif
