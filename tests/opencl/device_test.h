/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the tests on an OpenCL device: kernels on it and in the
 * interpreter. */
#ifndef PORTKERN_TESTS_OPENCL_DEVICE_TEST_H
#define PORTKERN_TESTS_OPENCL_DEVICE_TEST_H

#include "base/error.h"
#include "tests/opencl/rig.h"

#include "tests/unit/core/ir_run.h"

#include <stdio.h>
#include <stdlib.h>

static const pk_plugin *plugin;
static pk_error err;

enum { RAW, THREADS, BLOCK, WAYS }; /* how a kernel reaches the device */

static const char *const way_names[] = {"raw threads", "threads", "block"};

static inline void open_rig(rig *r, const char *form) {
    memset(&err, 0, sizeof err);
    ck_assert_msg(rig_open(r, plugin, form, &err) == PK_OK, "%s", err.message);
}

static inline bool form_is(const pk_ir *ir, uint32_t form) {
    for (const pk_func *fn = ir->funcs; fn; fn = fn->next)
        if (fn->kind == PK_FUNC_kernel && fn->form != form)
            return false;
    return true;
}

static inline void run_way(const char *text, int way, const rig_launch *at,
                           const rig_arg *args, uint32_t count) {
    pk_arena arena;
    pk_ir *ir;
    rig r;

    open_rig(&r, way == BLOCK ? "block" : "threads");
    pk_arena_init(&arena, &pk_heap);
    ir = ir_parse(&arena, text);
    if (way != RAW)
        ck_assert_msg(pk_run_passes(ir, &r.caps, true, &err) == PK_OK,
                      "passes for %s: %s", way_names[way], err.message);
    ck_assert(form_is(ir, r.caps.form));
    ck_assert_msg(rig_run(&r, ir, "k", at, args, count, &err) == PK_OK,
                  "%s: %s", way_names[way], err.message);
    pk_arena_finish(&arena);
    rig_close(&r);
}

/* Runs the kernel in the interpreter, and on the device in each way from
 * `first` on, from the same inputs; the arrays end as the interpreter's. */
static inline void compare(const char *text, int first, rig_launch at,
                           rig_arg *args, uint32_t count) {
    ir_arg oracle[RUN_MAX];
    void *before[RUN_MAX] = {0}, *after[RUN_MAX] = {0};
    ir_launch where = {.shared = at.shared};
    pk_arena arena;

    ck_assert_uint_le(count, RUN_MAX);
    memcpy(where.grid, at.grid, sizeof at.grid);
    memcpy(where.block, at.block, sizeof at.block);
    for (uint32_t i = 0; i < count; i++) {
        before[i] = malloc(args[i].bytes + 1);
        after[i] = malloc(args[i].bytes + 1);
        if (args[i].bytes) {
            memcpy(before[i], args[i].data, args[i].bytes);
            memcpy(after[i], args[i].data, args[i].bytes);
        }
        oracle[i] = (ir_arg){args[i].bytes ? after[i] : NULL, args[i].bytes,
                             args[i].bits};
    }
    pk_arena_init(&arena, &pk_heap);
    ck_assert_msg(ir_run(ir_kernel(ir_parse(&arena, text)), &where, oracle,
                         count, &err) == PK_OK,
                  "interpreter: %s", err.message);
    pk_arena_finish(&arena);
    for (int way = first; way < WAYS; way++) {
        for (uint32_t i = 0; i < count; i++)
            if (args[i].bytes)
                memcpy(args[i].data, before[i], args[i].bytes);
        run_way(text, way, &at, args, count);
        for (uint32_t i = 0; i < count; i++)
            ck_assert_msg(!args[i].bytes ||
                              !memcmp(args[i].data, after[i], args[i].bytes),
                          "%s: argument %u differs", way_names[way], i);
    }
    for (uint32_t i = 0; i < count; i++) {
        free(before[i]);
        free(after[i]);
    }
}

#define COMPARE(text, first, at, ...)                                          \
    compare(text, first, (rig_launch)at, (rig_arg[]){__VA_ARGS__},             \
            sizeof((rig_arg[]){__VA_ARGS__}) / sizeof(rig_arg))
#define AT(g, b)                                                               \
    {                                                                          \
        .grid = {g}, .block = { b }                                            \
    }
#define AT_3D(gx, gy, gz, bx, by, bz)                                          \
    {                                                                          \
        .grid = {gx, gy, gz}, .block = { bx, by, bz }                          \
    }
#define AT_SHARED(g, b, bytes) {.grid = {g}, .block = {b}, .shared = bytes}

#define GLOBAL_ID                                                              \
    "%t: i32 = thread_id.x\n%b: i32 = block_id.x\n%d: i32 = block_dim.x\n"     \
    "%bd: i32 = mul %b, %d\n%i: i32 = add %bd, %t\n"

/* The tests, when the plugin named by the first word finds a device. */
static inline int run_on_device(int argc, char **argv, const char *name,
                                const TTest *const *tests, size_t count) {
    rig r;

    plugin = argc > 1 ? rig_load(argv[1], &err) : NULL;
    if (!plugin || rig_open(&r, plugin, NULL, &err) != PK_OK) {
        printf("1..0 # SKIP %s\n", err.message);
        return 0;
    }
    rig_close(&r);
    return run_tests(name, tests, count, 1);
}

#endif
