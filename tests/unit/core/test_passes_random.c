/* SPDX-License-Identifier: Apache-2.0 */
/* Passes on random kernels, which must leave the same in memory. */
#include "core/passes/passes.h"

#include "base/arena.h"
#include "base/text.h"
#include "random_ir.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/check_main.h"

static pk_arena arena;
static const pk_caps caps = {.struct_size = sizeof(pk_caps),
                             .form = PK_FORM_threads,
                             .warp_size = 32,
                             .features = PK_CAP_short_vectors};

/* Random kernels, through one pass or all. */
static void check_random(uint64_t first, uint64_t count, pk_pass *pass) {
    uint64_t ran = 0;

    for (uint64_t seed = first; seed < first + count; seed++) {
        int64_t expected[RANDOM_CELLS], got[RANDOM_CELLS];
        pk_error err = {0};
        pk_ir *ir;

        pk_arena_init(&arena, &pk_heap);
        ir = random_ir(&arena, seed);
        ck_assert_msg(pk_verify(ir, &err) == PK_OK, "%s", err.message);
        for (int i = 0; i < RANDOM_CELLS; i++)
            expected[i] = got[i] = i * 0x123456789 - 7;
        if (run_ir(ir, expected)) {
            ran++;
            if (!pass) {
                ck_assert_msg(pk_run_passes(ir, &caps, true, &err) == PK_OK,
                              "seed %llu: %s", (unsigned long long)seed,
                              err.message);
            } else {
                for (pk_func *fn = ir->funcs; fn; fn = fn->next) {
                    pk_func_number(fn);
                    ck_assert_int_eq(pass(fn, &caps, &err), PK_OK);
                }
                ck_assert_msg(pk_verify(ir, &err) == PK_OK, "seed %llu: %s",
                              (unsigned long long)seed, err.message);
            }
            ck_assert_msg(run_ir(ir, got), "seed %llu breaks",
                          (unsigned long long)seed);
            ck_assert_msg(!memcmp(got, expected, sizeof got),
                          "seed %llu differs", (unsigned long long)seed);
        }
        pk_arena_finish(&arena);
    }
    ck_assert_uint_gt(ran, count * 9 / 10);
}

enum { ROUNDS = 300 };

START_TEST(inline_changes_no_result)
{
    check_random(0, ROUNDS, pk_pass_inline);
}
END_TEST

START_TEST(promote_changes_no_result)
{
    check_random(1000, ROUNDS, pk_pass_promote);
}
END_TEST

START_TEST(simplify_changes_no_result)
{
    check_random(2000, ROUNDS, pk_pass_simplify);
}
END_TEST

START_TEST(dce_changes_no_result)
{
    check_random(3000, ROUNDS, pk_pass_dce);
}
END_TEST

START_TEST(cse_changes_no_result)
{
    check_random(4000, ROUNDS, pk_pass_cse);
}
END_TEST

START_TEST(facts_change_no_result)
{
    check_random(5000, ROUNDS, pk_pass_facts);
}
END_TEST

START_TEST(licm_changes_no_result)
{
    check_random(6000, ROUNDS, pk_pass_licm);
}
END_TEST

START_TEST(flatten_changes_no_result)
{
    check_random(7000, ROUNDS, pk_pass_flatten);
}
END_TEST

START_TEST(narrow_changes_no_result)
{
    check_random(8000, ROUNDS, pk_pass_narrow);
}
END_TEST

START_TEST(narrow16_changes_no_result)
{
    check_random(8500, ROUNDS, pk_pass_narrow16);
}
END_TEST

START_TEST(nest_changes_no_result)
{
    check_random(8700, ROUNDS, pk_pass_nest);
}
END_TEST

START_TEST(all_passes_together_change_no_result)
{
    check_random(9000, ROUNDS * 2, NULL);
}
END_TEST

TESTS("passes_random", inline_changes_no_result, promote_changes_no_result,
      simplify_changes_no_result, dce_changes_no_result, cse_changes_no_result,
      facts_change_no_result, licm_changes_no_result, flatten_changes_no_result,
      narrow_changes_no_result, narrow16_changes_no_result,
      nest_changes_no_result, all_passes_together_change_no_result)
