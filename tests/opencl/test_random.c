/* SPDX-License-Identifier: Apache-2.0 */
/* Random kernels through all passes and the opencl plugin, in each form,
 * against the interpreter on the kernel as it was: SEED=n runs one, SEEDS=n
 * that many. Barriers in random control are what drivers get wrong. */
#include "tests/opencl/rig.h"

#include "tests/unit/core/ir_random.h"
#include "tests/unit/core/ir_run.h"
#include "tests/unit/core/random_ir.h"

#include <stdio.h>
#include <stdlib.h>

static const pk_plugin *plugin;
static pk_error err;

/* PoCL 3.1's optimiser gets one kernel wrong as work-items: it is right there
 * with -cl-opt-disable and in block form, the default, and on oclgrind, which
 * sees no race in it. */
static bool is_known_wrong(rig *r, const char *form, uint64_t seed) {
    pk_dev_info info = {0};

    r->plugin->device_info(&r->host, 0, &info, &err);
    return form && !strcmp(form, "threads") && seed == 1 &&
           strstr(info.platform, "PoCL 3.1");
}

static void for_seeds(const char *form, uint64_t normally,
                      void (*check)(rig *r, uint64_t seed)) {
    const char *one = getenv("SEED"), *many = getenv("SEEDS");
    uint64_t count = many ? strtoull(many, NULL, 10) : normally;
    rig r;

    ck_assert_msg(rig_open(&r, plugin, form, &err) == PK_OK, "%s", err.message);
    if (one)
        check(&r, strtoull(one, NULL, 10));
    for (uint64_t seed = 0; seed < count && !one; seed++)
        if (!is_known_wrong(&r, form, seed))
            check(&r, seed);
    rig_close(&r);
}

static void run(rig *r, pk_ir *ir, const char *kernel, const rig_launch *at,
                const rig_arg *args, uint32_t count, uint64_t seed) {
    ck_assert_msg(pk_run_passes(ir, &r->caps, true, &err) == PK_OK,
                  "seed %llu: %s", (unsigned long long)seed, err.message);
    ck_assert_msg(rig_run(r, ir, kernel, at, args, count, &err) == PK_OK,
                  "seed %llu: %s", (unsigned long long)seed, err.message);
}

/* ---- barriers ---- */

static int32_t x[RANDOM_OUT], want[RANDOM_OUT], got[RANDOM_OUT];

static void check_barriers(rig *r, uint64_t seed) {
    const ir_arg oracle[] = {ARRAY(x), SCALAR(seed % 7), ARRAY(want)};
    const rig_arg args[] = {RIG_ARRAY(x), RIG_SCALAR(seed % 7), RIG_ARRAY(got)};
    const ir_launch at = {.grid = {RANDOM_GRID}, .block = {RANDOM_X, RANDOM_Y}};
    const rig_launch there = {.grid = {RANDOM_GRID},
                              .block = {RANDOM_X, RANDOM_Y}};
    pk_arena arena;
    pk_text text;
    pk_ir *ir = NULL;

    for (int i = 0; i < RANDOM_OUT; i++) {
        x[i] = i * 37 % 101;
        want[i] = got[i] = -1;
    }
    pk_arena_init(&arena, &pk_heap);
    pk_text_init(&text, &pk_heap);
    ir_random_kernel(seed, &text);
    pk_ir_parse(&arena, text.data, text.length, &ir, &err);
    ck_assert_msg(ir != NULL, "%s", err.message);
    ck_assert_msg(ir_run(ir_kernel(ir), &at, oracle, 3, &err) == PK_OK, "%s",
                  err.message);
    run(r, ir, "k", &there, args, 3, seed);
    ck_assert_msg(memcmp(want, got, sizeof want) == 0,
                  "seed %llu: other results", (unsigned long long)seed);
    pk_text_finish(&text);
    pk_arena_finish(&arena);
}

START_TEST(random_barriers_compute_the_same_in_threads_form)
{
    for_seeds("threads", 10, check_barriers);
}
END_TEST

START_TEST(random_barriers_compute_the_same_in_block_form)
{
    for_seeds("block", 10, check_barriers);
}
END_TEST

/* ---- arithmetic, control and calls of one thread ---- */

static void check_thread(rig *r, uint64_t seed) {
    int64_t expected[RANDOM_CELLS], cells[RANDOM_CELLS];
    const rig_arg args[] = {RIG_ARRAY(cells), RIG_SCALAR(3),
                            RIG_SCALAR(1000000), RIG_SCALAR(17)};
    const rig_launch at = {{0}, {0}, 0};
    pk_arena arena;
    pk_func *fn;
    pk_ir *ir;

    for (int i = 0; i < RANDOM_CELLS; i++)
        expected[i] = cells[i] = i * 1000003 - 5000;
    pk_arena_init(&arena, &pk_heap);
    ir = random_ir(&arena, seed);
    for (fn = ir->funcs; fn->kind != PK_FUNC_kernel; fn = fn->next)
        continue;
    if (run_ir(ir, expected)) {
        run(r, ir, fn->name, &at, args, 4, seed);
        for (int i = 0; i < RANDOM_CELLS; i++)
            ck_assert_msg(cells[i] == expected[i],
                          "seed %llu: cell %d is %lld, not %lld",
                          (unsigned long long)seed, i, (long long)cells[i],
                          (long long)expected[i]);
    }
    pk_arena_finish(&arena);
}

START_TEST(random_threads_compute_the_same)
{
    for_seeds(NULL, 10, check_thread);
}
END_TEST

int main(int argc, char **argv) {
    const TTest *const tests[] = {
        random_barriers_compute_the_same_in_threads_form,
        random_barriers_compute_the_same_in_block_form,
        random_threads_compute_the_same,
    };
    rig r;

    plugin = argc > 1 ? rig_load(argv[1], &err) : NULL;
    if (!plugin || rig_open(&r, plugin, NULL, &err) != PK_OK) {
        printf("1..0 # SKIP %s\n", err.message);
        return 0;
    }
    rig_close(&r);
    return run_tests("opencl random", tests, sizeof tests / sizeof *tests, 1);
}
