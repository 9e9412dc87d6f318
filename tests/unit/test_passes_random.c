/* SPDX-License-Identifier: Apache-2.0 */
/* Passes on random kernels, which must leave the same in memory, and without
 * memory. */
#include "core/passes/passes.h"

#include "core/arena.h"
#include "core/text.h"
#include "random_ir.h"

#include <stdio.h>
#include <string.h>

#include "check_main.h"
#include "starving.h"
#include "starving_arena.h"

static pk_arena arena;
static const pk_caps caps = {
    .struct_size = sizeof(pk_caps), .form = PK_FORM_threads, .warp_size = 32};

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

START_TEST(all_passes_together_change_no_result)
{
    check_random(9000, ROUNDS * 2, NULL);
}
END_TEST

/* A random kernel whose passes have `room` bytes; returns how many they took.
 */
static size_t run_starved(uint64_t seed, size_t room) {
    pk_error err = {0};
    pk_status status;
    size_t used;
    pk_ir *ir;

    pk_arena_init(&arena, &pk_heap);
    ir = random_ir(&arena, seed);
    starving_leave(&arena, room);
    status = pk_run_passes(ir, &caps, false, &err);
    ck_assert(status == PK_NO_MEMORY || (status == PK_OK && !arena.failed));
    ck_assert_int_eq(err.status, status);
    used = room - (size_t)(arena.end - arena.next);
    pk_arena_finish(&arena);
    return used;
}

/* Some hundred of the arena's allocations, the same each time, are each the
 * first one that fails; then the allocator's. */
START_TEST(lack_of_memory_is_reported)
{
    uint64_t random = 1;

    for (uint64_t seed = 0; seed < 31; seed++) {
        size_t used = run_starved(seed, 4 << 20) / 16;
        ck_assert_uint_gt(used, 0);
        for (int i = 0; i < 12; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            run_starved(seed, 16 * ((random >> 33) % used));
        }
    }
}
END_TEST

START_TEST(a_block_that_is_not_to_be_had_is_reported)
{
    for (uint64_t seed = 0; seed < 8; seed++)
        for (long n = 0;; n++) {
            counter c = {.fail_at = n};
            pk_allocator a = starving_allocator(&c);
            pk_error err = {0};
            pk_status status;
            pk_ir *ir;
            pk_arena_init(&arena, &pk_heap);
            ir = random_ir(&arena, seed);
            arena.allocator = &a;
            status = pk_run_passes(ir, &caps, false, &err);
            ck_assert_int_eq(status, c.failed ? PK_NO_MEMORY : PK_OK);
            arena.allocator = &pk_heap;
            pk_arena_finish(&arena);
            if (!c.failed)
                break;
        }
}
END_TEST

TESTS("passes_random", inline_changes_no_result, promote_changes_no_result,
      simplify_changes_no_result, dce_changes_no_result, cse_changes_no_result,
      facts_change_no_result, licm_changes_no_result, flatten_changes_no_result,
      narrow_changes_no_result, all_passes_together_change_no_result,
      lack_of_memory_is_reported, a_block_that_is_not_to_be_had_is_reported)
