/* SPDX-License-Identifier: Apache-2.0 */
/* A leg of the GPU benchmarks: one way to launch a kernel. gpu_bench.c reads
 * commands and has a leg do them; leg_portkern.c is the library's public API,
 * leg_driver.c the CUDA Driver API with an image of nvcc's. */
#ifndef PORTKERN_BENCH_GPU_LEG_H
#define PORTKERN_BENCH_GPU_LEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LEG_ARGS = 12 };

typedef enum leg_type { LEG_f32, LEG_f64, LEG_i32 } leg_type;

/* An argument: an array of one or two dimensions with numbers from `low` up to
 * `high`, or a scalar (ndim 0), `low`. */
typedef struct leg_arg {
    leg_type type;
    uint32_t ndim;
    int64_t shape[2];
    double low, high;
    size_t bytes; /* of the array */
} leg_arg;

typedef struct leg_launch {
    const char *kernel;
    uint32_t grid[2], block[2];
    leg_arg args[LEG_ARGS];
    size_t count;
} leg_launch;

/* Functions return false with the reason in `leg_why`. There is one launch at a
 * time: `load` makes its arrays, without content, `drop` takes them away. */
typedef struct leg {
    bool (*open)(int argc, char **argv);
    bool (*load)(const leg_launch *launch);
    bool (*write)(size_t arg, const void *data);
    bool (*read)(size_t arg, void *data);
    /* One launch; `prepared` where the leg has another way for that. */
    bool (*launch)(bool prepared);
    bool (*finish)(void);
    /* Device nanoseconds of `count` launches in a row. */
    bool (*time)(uint32_t count, double *ns);
    void (*drop)(void);
    bool has_prepared;
} leg;

extern const leg leg_portkern, leg_driver;
extern char leg_why[512];

bool leg_fail(const char *what, const char *why);

#endif
