/* SPDX-License-Identifier: Apache-2.0 */
/* Finds what holds a kernel back, as far as the compiler and the measurements
 * tell: loops over threads that are no vectors, what `portkern check --perf`
 * notes (elements far apart, indices from memory, float64 by accident), and
 * what is faster: other blocks, more threads, no checks. */
#ifndef PORTKERN_TOOLS_BENCH_REASONS_H
#define PORTKERN_TOOLS_BENCH_REASONS_H

#include "tools/bench/variants.h"

typedef struct bench_reason {
    /* loop, apart, note, block, threads, checks, memory or launch */
    const char *kind;
    char *text;
} bench_reason;

typedef struct bench_reasons {
    bench_reason *items;
    size_t count;
    char *loops;    /* the stage `vectors`; NULL: it was not asked */
    bool any_block; /* the kernel cannot tell the shape of its blocks */
} bench_reasons;

/* Adds what the compiler says of a kernel that has been compiled there; of
 * loops of the cpu backend if that is measured. */
void bench_look_at_kernel(bench_reasons *r, const bench_place *p,
                          const char *kernel, const pk_launch_config *config,
                          bool on_cpu);
/* Adds what the times of all variants say; `bytes` are those of the arrays. */
void bench_look_at_times(bench_reasons *r, const bench_variant *variants,
                         size_t count, double bytes);
void bench_free_reasons(bench_reasons *r);

#endif
