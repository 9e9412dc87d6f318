/* SPDX-License-Identifier: Apache-2.0 */
/* Random kernels through all passes and the cpu plugin, against the
 * interpreter on the kernel as it was: SEED=n runs one, SEEDS=n that many. */
#include "cpu_device.h"

#include <stdio.h>

/* More threads than there are lanes, and some left over. */
#define RANDOM_X 21

#include "tests/unit/core/ir_random.h"
#include "tests/unit/core/ir_run.h"
#include "tests/unit/core/random_ir.h"

static uint64_t seed_count(uint64_t normally) {
    const char *many = getenv("SEEDS");

    return many ? strtoull(many, NULL, 10) : normally;
}

/* Runs the passes and compiles. */
static pk_mod *compile(cpu_device *d, pk_ir *ir, bool lanes, uint64_t seed) {
    pk_artifact artifact;
    pk_error err = {0};
    pk_mod *mod;

    if (pk_run_passes(ir, &d->caps, true, &err) != PK_OK)
        ck_abort_msg("seed %llu: %s", (unsigned long long)seed, err.message);
    artifact = lanes ? cpu_emit_lanes(d, ir) : cpu_emit_ir(d, ir, NULL);
    mod = cpu_load(d, &artifact);
    d->plugin->artifact_free(&d->host, &artifact);
    return mod;
}

/* ---- barriers ---- */

typedef enum flavour {
    PLAIN,
    LANES, /* loops over threads as vectors wherever they can be */
    GRID   /* its barriers are the grid's: blocks wait for each other as often
              as they come to one, with the same results */
} flavour;

static void make_grid(pk_inst *inst, void *arg) {
    (void)arg;
    if (inst->op == PK_OP_barrier)
        inst->op = PK_OP_grid_sync;
}

static int32_t x[RANDOM_OUT], want[RANDOM_OUT], got[RANDOM_OUT];

static void check_barriers(cpu_device *d, flavour f, uint64_t seed) {
    ir_arg args[] = {ARRAY(x), SCALAR(seed % 7), ARRAY(want)};
    const ir_launch at = {.grid = {RANDOM_GRID, 1, 1},
                          .block = {RANDOM_X, RANDOM_Y, 1}};
    struct {
        void *x;
        int32_t n;
        void *out;
    } params = {x, (int32_t)(seed % 7), got};
    pk_error err = {0};
    pk_arena arena;
    pk_text text;
    pk_mod *mod;
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
    ck_assert_msg(ir_run(ir_kernel(ir), &at, args, 3, &err) == PK_OK, "%s",
                  err.message);
    if (f == GRID)
        pk_region_visit(ir_kernel(ir)->body, make_grid, NULL);
    mod = compile(d, ir, f == LANES, seed);
    cpu_run(d, mod, "k", at.grid, at.block, 0, &params, sizeof params);
    if (memcmp(want, got, sizeof want) != 0)
        ck_abort_msg("seed %llu: other results", (unsigned long long)seed);
    d->plugin->module_free(mod);
    pk_text_finish(&text);
    pk_arena_finish(&arena);
}

static void check_all_barriers(flavour f, uint64_t normally) {
    const char *one = getenv("SEED");
    cpu_device d;

    cpu_open(&d, 2);
    if (one)
        check_barriers(&d, f, strtoull(one, NULL, 10));
    for (uint64_t seed = 0; seed < seed_count(normally) && !one; seed++)
        check_barriers(&d, f, seed);
    cpu_close(&d);
}

START_TEST(random_kernels_with_barriers_compute_the_same)
{
    check_all_barriers(PLAIN, 8);
}
END_TEST

START_TEST(random_kernels_over_lanes_compute_the_same)
{
    check_all_barriers(LANES, 8);
}
END_TEST

START_TEST(random_kernels_with_grid_barriers_compute_the_same)
{
    check_all_barriers(GRID, 12);
}
END_TEST

/* ---- arithmetic, control and calls of one thread ---- */

static void check_thread(cpu_device *d, uint64_t seed) {
    int64_t expected[RANDOM_CELLS], cells[RANDOM_CELLS];
    struct {
        void *x;
        int64_t p[3];
    } params = {cells, {3, 1000000, 17}};
    const uint32_t one[3] = {1, 1, 1};
    pk_arena arena;
    pk_func *fn;
    pk_mod *mod;
    pk_ir *ir;

    for (int i = 0; i < RANDOM_CELLS; i++)
        expected[i] = cells[i] = i * 1000003 - 5000;
    pk_arena_init(&arena, &pk_heap);
    ir = random_ir(&arena, seed);
    if (!run_ir(ir, expected)) {
        pk_arena_finish(&arena);
        return;
    }
    mod = compile(d, ir, false, seed);
    for (fn = ir->funcs; fn->kind != PK_FUNC_kernel; fn = fn->next)
        continue;
    cpu_run(d, mod, fn->name, one, one, 0, &params, sizeof params);
    /* Kernels look at the bits of NaNs, whose sign nobody promises. */
    for (int i = 0; i < RANDOM_CELLS; i++)
        if (cells[i] != expected[i] && (cells[i] ^ expected[i]) != INT64_MIN)
            ck_abort_msg("seed %llu: cell %d is %lld, not %lld",
                         (unsigned long long)seed, i, (long long)cells[i],
                         (long long)expected[i]);
    d->plugin->module_free(mod);
    pk_arena_finish(&arena);
}

START_TEST(random_threads_compute_the_same)
{
    const char *one = getenv("SEED");
    cpu_device d;

    cpu_open(&d, 1);
    if (one)
        check_thread(&d, strtoull(one, NULL, 10));
    for (uint64_t seed = 0; seed < seed_count(10) && !one; seed++)
        check_thread(&d, seed);
    cpu_close(&d);
}
END_TEST

TESTS("cpu random", random_kernels_with_barriers_compute_the_same,
      random_kernels_over_lanes_compute_the_same,
      random_kernels_with_grid_barriers_compute_the_same,
      random_threads_compute_the_same)
