/* SPDX-License-Identifier: Apache-2.0 */
/* Running the text of a kernel in the interpreter. */
#ifndef PORTKERN_TESTS_INTERP_TEST_H
#define PORTKERN_TESTS_INTERP_TEST_H

#include "ir_run.h"

static pk_error err;

static inline pk_status run(const char *text, ir_launch at, const ir_arg *args,
                            uint32_t count) {
    pk_arena arena;
    pk_status status;

    memset(&err, 0, sizeof err);
    pk_arena_init(&arena, &pk_heap);
    status = ir_run(ir_kernel(ir_parse(&arena, text)), &at, args, count, &err);
    pk_arena_finish(&arena);
    return status;
}

#define RUN(text, at, ...)                                                     \
    run(text, (ir_launch)at, (const ir_arg[]){__VA_ARGS__},                    \
        sizeof((const ir_arg[]){__VA_ARGS__}) / sizeof(ir_arg))
#define AT(grid_x, block_x)                                                    \
    {                                                                          \
        .grid = {grid_x}, .block = { block_x }                                 \
    }
#define GRID(gx, gy, bx, by)                                                   \
    {                                                                          \
        .grid = {gx, gy}, .block = { bx, by }                                  \
    }
#define SHARED(block_x, bytes) {.block = {block_x}, .shared = bytes}
#define IN_ORDER(block_x, o)                                                   \
    {.block = {block_x}, .options = {.order = (pk_interp_order)(o), .seed = 3}}
#define FUEL(block_x, f, ran)                                                  \
    {                                                                          \
        .block = {block_x}, .options = {.fuel = f, .operations = ran }         \
    }

static inline void assert_ok(pk_status status) {
    ck_assert_msg(status == PK_OK, "%s: %s", pk_status_name(status),
                  err.message);
}

/* Parameters and the global index that many kernels begin with. */
#define OUT_HEAD                                                               \
    "kernel @k(%out: ptr<global, i32> data 0, %n: i32 shape 0 0) {\n"
#define GLOBAL_ID                                                              \
    "%t: i32 = thread_id.x\n%b: i32 = block_id.x\n%d: i32 = block_dim.x\n"     \
    "%bd: i32 = mul %b, %d\n%i: i32 = add %bd, %t\n"

#endif
