/* SPDX-License-Identifier: Apache-2.0 */
/* lanes, alone and before fission: what they make of a kernel with operations
 * of warps computes the same bits, whatever the order of lanes. */
#ifndef RANDOM_X
#define RANDOM_X 36
#endif
#define RANDOM_WARPS 1

#include "core/passes/passes.h"

#include <stdio.h>

#include "ir_random.h"
#include "ir_run.h"

static pk_error err;

static const pk_caps lanes_caps = {.form = PK_FORM_lanes,
                                   .features = PK_CAP_loop_barrier};
static const pk_caps block_caps = {.form = PK_FORM_block};

static pk_ir *parse(pk_arena *arena, const pk_text *text) {
    pk_ir *ir = NULL;

    memset(&err, 0, sizeof err);
    pk_ir_parse(arena, text->data, text->length, &ir, &err);
    if (!ir)
        fprintf(stderr, "%s", text->data);
    ck_assert_msg(ir != NULL, "%u:%u: %s", err.line, err.col, err.message);
    return ir;
}

/* The passes for it alone, or all of them. */
static pk_status transform(pk_ir *ir, const pk_caps *caps, bool all) {
    static pk_pass *const steps[] = {pk_pass_expand_warps, pk_pass_lanes,
                                     pk_pass_structure_barriers,
                                     pk_pass_fission};
    pk_func *fn = pk_ir_find(ir, "k");
    pk_status status;

    if (all)
        return pk_run_passes(ir, caps, true, &err);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        pk_func_number(fn);
        status = steps[i](fn, caps, &err);
        if (status == PK_OK)
            status = pk_verify_func(fn, &err);
        if (status != PK_OK)
            return status;
    }
    pk_func_layout(fn);
    return PK_OK;
}

static void print_to(pk_ir *ir, pk_text *out) {
    out->length = 0;
    pk_ir_print(ir, out);
}

static int32_t x[RANDOM_OUT], want[RANDOM_OUT], got[RANDOM_OUT];

static pk_status run_random(pk_func *fn, int32_t *out, pk_interp_order order,
                            uint64_t seed) {
    ir_arg args[] = {ARRAY(x), SCALAR(seed % 7), {out, sizeof want, 0}};
    ir_launch at = {
        .grid = {RANDOM_GRID},
        .block = {RANDOM_X, RANDOM_Y},
        .options = {.order = order, .seed = (uint32_t)seed, .fuel = 400000000}};

    for (int i = 0; i < RANDOM_OUT; i++) {
        x[i] = i * 37 % 101;
        out[i] = -1;
    }
    return ir_run(fn, &at, args, 3, &err);
}

static void check_form(const pk_text *text, const pk_caps *caps, uint64_t seed,
                       pk_interp_order order, bool all) {
    pk_arena arena;
    pk_status status;
    pk_text printed;
    pk_ir *ir;

    pk_arena_init(&arena, &pk_heap);
    pk_text_init(&printed, &pk_heap);
    ir = parse(&arena, text);
    status = transform(ir, caps, all);
    if (status == PK_OK)
        status = run_random(pk_ir_find(ir, "k"), got, order, seed);
    if (status != PK_OK || memcmp(want, got, sizeof want) != 0) {
        pk_func_number(pk_ir_find(ir, "k"));
        print_to(ir, &printed);
        fprintf(stderr, "%s\n--> %s\n%s\n", text->data,
                caps->form == PK_FORM_block ? "block" : "lanes",
                pk_text_string(&printed));
    }
    ck_assert_msg(status == PK_OK, "seed %llu: %s: %s",
                  (unsigned long long)seed, pk_status_name(status),
                  err.message);
    ck_assert_msg(!memcmp(want, got, sizeof want), "seed %llu: other results",
                  (unsigned long long)seed);
    pk_text_finish(&printed);
    pk_arena_finish(&arena);
}

static void check_seed(uint64_t seed) {
    pk_arena arena;
    pk_status status;
    pk_text text;
    pk_ir *ir;

    pk_text_init(&text, &pk_heap);
    ir_random_kernel(seed, &text);
    pk_arena_init(&arena, &pk_heap);
    ir = parse(&arena, &text);
    pk_func_layout(pk_ir_find(ir, "k"));
    status = run_random(pk_ir_find(ir, "k"), want, PK_INTERP_FORWARD, seed);
    if (status != PK_OK)
        fprintf(stderr, "%s", text.data);
    ck_assert_msg(status == PK_OK, "seed %llu: %u: %s",
                  (unsigned long long)seed, err.line, err.message);
    pk_arena_finish(&arena);
    check_form(&text, &lanes_caps, seed, PK_INTERP_FORWARD, seed % 2);
    for (int order = 0; order < 3; order++)
        check_form(&text, &block_caps, seed, (pk_interp_order)order,
                   seed / 2 % 2);
    pk_text_finish(&text);
}

START_TEST(random_kernels_compute_the_same)
{
    const char *one = getenv("SEED"), *many = getenv("SEEDS");
    uint64_t count = many ? strtoull(many, NULL, 10) : 20;

    if (one)
        check_seed(strtoull(one, NULL, 10));
    for (uint64_t seed = 0; seed < count && !one; seed++)
        check_seed(seed);
}
END_TEST

TESTS("lanes", random_kernels_compute_the_same)
