/* SPDX-License-Identifier: Apache-2.0 */
/* Random kernels before and after the passes of a form: the same bits, in the
 * form that the including test names and in block form, where threads go in
 * any order. The test defines `transform` and RANDOM_FUEL, instructions that a
 * kernel may take; SEED=n runs one kernel, SEEDS=n that many. */
#ifndef RANDOM_FORMS_H
#define RANDOM_FORMS_H

#include "core/passes/passes.h"
#include "core/print.h"

#include <stdio.h>

#include "ir_random.h"
#include "ir_run.h"

static pk_error err;

static const pk_caps block_caps = {.form = PK_FORM_block};

/* The passes under test alone, or all of them, over the kernel k. */
static pk_status transform(pk_ir *ir, const pk_caps *caps, bool all);

static pk_ir *parse(pk_arena *arena, const pk_text *text) {
    pk_ir *ir = NULL;

    memset(&err, 0, sizeof err);
    pk_ir_parse(arena, text->data, text->length, &ir, &err);
    if (!ir)
        fprintf(stderr, "%s", text->data);
    ck_assert_msg(ir != NULL, "%u:%u: %s", err.line, err.col, err.message);
    return ir;
}

static void print_to(pk_ir *ir, pk_text *out) {
    out->length = 0;
    pk_ir_print(ir, out);
}

static int32_t x[RANDOM_OUT], want[RANDOM_OUT], got[RANDOM_OUT];

static pk_status run_random(pk_func *fn, int32_t *out, pk_interp_order order,
                            uint64_t seed) {
    ir_arg args[] = {ARRAY(x), SCALAR(seed % 7), {out, sizeof want, 0}};
    ir_launch at = {.grid = {RANDOM_GRID},
                    .block = {RANDOM_X, RANDOM_Y},
                    .options = {.order = order,
                                .seed = (uint32_t)seed,
                                .fuel = RANDOM_FUEL}};

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
                pk_form_name((pk_form)caps->form), pk_text_string(&printed));
    }
    ck_assert_msg(status == PK_OK, "seed %llu: %s: %s",
                  (unsigned long long)seed, pk_status_name(status),
                  err.message);
    ck_assert_msg(!memcmp(want, got, sizeof want), "seed %llu: other results",
                  (unsigned long long)seed);
    pk_text_finish(&printed);
    pk_arena_finish(&arena);
}

static void check_seed(uint64_t seed, const pk_caps *first) {
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
    check_form(&text, first, seed, PK_INTERP_FORWARD, seed % 2);
    for (int order = 0; order < 3; order++)
        check_form(&text, &block_caps, seed, (pk_interp_order)order,
                   seed / 2 % 2);
    pk_text_finish(&text);
}

static void check_seeds(const pk_caps *first, uint64_t count) {
    const char *one = getenv("SEED"), *many = getenv("SEEDS");

    if (one) {
        check_seed(strtoull(one, NULL, 10), first);
        return;
    }
    if (many)
        count = strtoull(many, NULL, 10);
    for (uint64_t seed = 0; seed < count; seed++)
        check_seed(seed, first);
}

#endif
