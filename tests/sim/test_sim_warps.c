/* SPDX-License-Identifier: Apache-2.0 */
/* warps.cu: lanes, blocks and grids that work together, calls, the stack and
 * the heap; what each thread should see is worked out in C. */
#include "tests/sim/sim_test.h"

static sim_bench bench;

static void open_warps(int checked, const char *kernel, uint32_t grid,
                       uint32_t block) {
    bench_open_with(&bench, checked ? SIM_CHECK_all : 0, 100000000);
    bench_load_file(&bench, "warps.ptx");
    bench_kernel(&bench, kernel, grid, block);
}

static int lane_in(int base, int offset, int width, bool up, int l) {
    int from = up ? l - offset : l + offset, first = l / width * width;

    (void)base;
    return from < first || from >= first + width ? l : from;
}

START_TEST(shuffles_take_from_the_right_lane)
{
    const int32_t *out;

    open_warps(_i, "shuffles", 1, 64);
    out = bench_zeros(&bench, 64 * 32);
    bench_expect(&bench, SIM_DONE);
    for (int t = 0; t < 64; t++) {
        int l = t % 32;
        const int expected[] = {
            (l ^ 5) * 10,
            lane_in(0, 3, 32, true, l) * 10,
            lane_in(0, 3, 8, false, l) * 10,
            (l ^ 9) * 10,
            (l / 8 * 8 + 3) * 10,
            lane_in(0, 2, 16, true, l) * 10,
            l % 3 == 0 ? 90 : 40,
            l ^ 1,
        };

        for (int i = 0; i < 8; i++)
            ck_assert_msg(out[8 * t + i] == expected[i],
                          "thread %d, shuffle %d: %d, not %d", t, i,
                          out[8 * t + i], expected[i]);
    }
    bench_close(&bench);
}
END_TEST

START_TEST(votes_and_reductions_see_all_lanes)
{
    const uint32_t *out;

    open_warps(_i, "votes", 1, 64);
    out = bench_zeros(&bench, 64 * 32);
    bench_expect(&bench, SIM_DONE);
    for (int t = 0; t < 64; t++) {
        int l = t % 32;
        uint32_t fifths = 0, same = 0;

        for (int i = 0; i < 32; i++) {
            fifths |= (uint32_t)(i % 5 == 0) << i;
            same |= (uint32_t)(i / 3 == l / 3) << i;
        }
        ck_assert_uint_eq(out[8 * t + 0], fifths);
        ck_assert_uint_eq(out[8 * t + 1], 1 + 2);
        ck_assert_uint_eq(out[8 * t + 2], same);
        ck_assert_uint_eq(out[8 * t + 3], 0xffffffffu + 1);
        ck_assert_uint_eq(out[8 * t + 4], 0);
        ck_assert_uint_eq(out[8 * t + 6], 31 * 16 + 31);
        ck_assert_uint_eq(out[8 * t + 7], 0xffffffffu ^ 0 ^ 64 ^ (uint32_t)-31);
    }
    bench_close(&bench);
}
END_TEST

START_TEST(lanes_with_masks_of_their_own_do_not_wait)
{
    const int32_t *out;

    open_warps(_i, "partitions", 1, 32);
    out = bench_zeros(&bench, 128);
    bench_expect(&bench, SIM_DONE);
    for (int t = 0; t < 32; t++)
        ck_assert_int_eq(out[t], (t % 5 < 2 ? 700 : 600) + t / 5);
    bench_close(&bench);
}
END_TEST

START_TEST(barriers_count_and_vote)
{
    const int32_t *out;

    open_warps(_i, "block_votes", 1, 100);
    out = bench_zeros(&bench, 1200);
    bench_expect(&bench, SIM_DONE);
    for (int t = 0; t < 100; t++) {
        ck_assert_int_eq(out[3 * t], 34);
        ck_assert_int_eq(!!out[3 * t + 1], 1);
        ck_assert_int_eq(!!out[3 * t + 2], 1);
    }
    bench_close(&bench);
}
END_TEST

START_TEST(atomics_lose_nothing)
{
    enum { N = 4 * 96 };
    const int32_t *a, *old;
    const uint32_t *b;
    const uint64_t *c;
    const float *f;
    const double *d;
    int32_t start[16] = {0};
    uint32_t first[4] = {0, 0, 0, 0xffffffff};
    int all = 0, bits = 0, last = 0, seen[N] = {0};

    start[4] = -1;
    open_warps(_i, "atomics", 4, 96);
    a = bench_pointer(&bench, start, sizeof start);
    b = bench_pointer(&bench, first, sizeof first);
    c = bench_zeros(&bench, 64);
    f = bench_zeros(&bench, 16);
    d = bench_zeros(&bench, 16);
    old = bench_zeros(&bench, N * 4);
    bench_expect(&bench, SIM_DONE);
    for (int i = 0; i < N; i++) {
        all ^= i;
        last += i;
        bits |= 1 << i % 20;
        ck_assert_int_lt(old[i], N);
        seen[old[i]]++;
    }
    for (int i = 0; i < N; i++)
        ck_assert_int_eq(seen[i], 1);
    ck_assert_int_eq(a[0], last);
    ck_assert_int_eq(a[1], -last);
    ck_assert_int_eq(a[2], 50 - (N - 1));
    ck_assert_int_eq(a[3], N - 1 - 50);
    ck_assert_int_eq(a[4], ~bits);
    ck_assert_int_eq(a[5], bits);
    ck_assert_int_eq(a[6], all);
    ck_assert_int_eq(a[7], N);
    ck_assert_int_eq(a[8], 3 * N);
    ck_assert_int_eq(a[9], 77);
    ck_assert_int_eq(a[10], last + N);
    ck_assert_uint_eq(b[0], N % 37);
    ck_assert_uint_eq(b[1], (37 - N % 37) % 37);
    ck_assert_uint_eq(b[2], 0x80000000u + N - 1);
    ck_assert_uint_eq(b[3], 0x80000000u);
    ck_assert_uint_eq(c[0], (uint64_t)N << 33);
    ck_assert_uint_eq(c[1], (uint64_t)(N - 1) << 40);
    ck_assert_int_eq((int64_t)c[2], -((int64_t)(N - 1) << 40));
    ck_assert_float_eq(*f, N * 0.5f);
    ck_assert_double_eq(*d, N * 0.25);
    bench_close(&bench);
}
END_TEST

START_TEST(a_cooperative_grid_meets)
{
    enum { N = 6 * 64, STEPS = 5 };
    int32_t values[N], next[N];
    const int32_t *in;

    for (int i = 0; i < N; i++)
        values[i] = i * i;
    open_warps(_i, "grid_sync", 6, 64);
    bench.launch.cooperative = true;
    in = bench_pointer(&bench, values, sizeof values);
    bench_zeros(&bench, sizeof values);
    bench_int(&bench, STEPS);
    bench_expect(&bench, SIM_DONE);
    for (int k = 0; k < STEPS; k++) {
        for (int i = 0; i < N; i++)
            next[i] = values[(i + 1) % N] + 1;
        memcpy(values, next, sizeof values);
    }
    ck_assert_mem_eq(in, values, sizeof values);
    bench_close(&bench);
}
END_TEST

START_TEST(tiles_of_a_block_reduce)
{
    const int32_t *out;

    open_warps(_i, "tiles", 1, 64);
    out = bench_zeros(&bench, 256);
    bench_expect(&bench, SIM_DONE);
    for (int t = 0; t < 64; t++)
        ck_assert_int_eq(out[t], t / 8 * 64 + 28);
    bench_close(&bench);
}
END_TEST

START_TEST(lanes_call_through_pointers_and_tables)
{
    const int32_t *out;

    open_warps(_i, "indirect", 1, 64);
    out = bench_zeros(&bench, 256);
    bench_expect(&bench, SIM_DONE);
    for (int t = 0; t < 64; t++)
        ck_assert_int_eq(out[t], t % 3 == 0 ? 2 * t : t % 3 == 1 ? t * t : -t);
    bench_kernel(&bench, "switched", 1, 64);
    out = bench_zeros(&bench, 256);
    bench_int(&bench, 20);
    bench_expect(&bench, SIM_DONE);
    for (int t = 0; t < 64; t++) {
        int x = t;

        for (int i = 0; i < 20; i++)
            switch ((x + i) % 7) {
            case 0: x += 3; break;
            case 1: x = (int)((unsigned)x * 5); break;
            case 2: x ^= 9; break;
            case 3: x -= 1; break;
            case 4: x = (int)((unsigned)x << 1 | 1); break;
            case 5: x = ~x & 0xffff; break;
            default: x += i; break;
            }
        ck_assert_int_eq(out[t], x);
    }
    bench_close(&bench);
}
END_TEST

START_TEST(each_lane_has_a_stack_and_a_heap)
{
    const int32_t *out;

    open_warps(_i, "stack", 1, 64);
    out = bench_zeros(&bench, 256);
    bench_int(&bench, 40);
    bench_expect(&bench, SIM_DONE);
    for (int t = 0; t < 64; t++) {
        int sum = 0;

        for (int i = 0; i < 40; i++)
            sum += (i * 7 + t) % 32 * t;
        ck_assert_int_eq(out[t], sum);
    }
    bench_kernel(&bench, "heap", 2, 64);
    out = bench_zeros(&bench, 256);
    bench_expect(&bench, SIM_DONE);
    for (int t = 0; t < 64; t++)
        ck_assert_int_eq(out[t], 16 * t + 120);
    bench_close(&bench);
}
END_TEST

START_TEST(assertions_say_what_failed)
{
    int32_t values[32] = {0};

    values[17] = 6;
    open_warps(_i, "asserts", 1, 32);
    bench_pointer(&bench, values, sizeof values);
    bench_expect(&bench, SIM_ASSERT);
    bench_report_has(&bench, "Assertion `out[T] < 5` failed.");
    bench_report_has(&bench, "thread (17, 0, 0)");
    bench_close(&bench);
}
END_TEST

START_TEST(threads_know_their_places)
{
    const int32_t *out;

    open_warps(_i, "places", 2, 5);
    bench.launch.grid[1] = 3;
    bench.launch.grid[2] = 2;
    bench.launch.block[1] = 4;
    bench.launch.block[2] = 3;
    out = bench_zeros(&bench, 12 * 60 * 4);
    bench_expect(&bench, SIM_DONE);
    for (int i = 0; i < 12 * 60; i++)
        ck_assert_int_eq(out[i], i);
    bench_close(&bench);
}
END_TEST

START_TEST(dynamic_shared_memory_follows_the_static)
{
    const int32_t *out;

    open_warps(_i, "dynamic", 2, 64);
    out = bench_zeros(&bench, 256);
    bench_int(&bench, 100);
    bench.launch.shared_dynamic = 400;
    bench_expect(&bench, SIM_DONE);
    for (int t = 0; t < 64; t++)
        ck_assert_int_eq(out[t], 4950 + 5);
    bench.launch.shared_dynamic = 396;
    bench_expect(&bench, SIM_ILLEGAL_ADDRESS);
    bench_report_has(&bench, "of shared memory, which is 524 bytes long");
    bench_close(&bench);
}
END_TEST

START_TEST(a_warp_waits_for_another)
{
    const int32_t *out;

    open_warps(_i, "handed_over", 1, 64);
    bench_zeros(&bench, 16);
    out = bench_zeros(&bench, 256);
    bench_expect(&bench, SIM_DONE);
    for (int t = 0; t < 32; t++)
        ck_assert_int_eq(out[t], 99);
    bench_close(&bench);
}
END_TEST

LOOP_TESTS("warps", 2, shuffles_take_from_the_right_lane,
           votes_and_reductions_see_all_lanes,
           lanes_with_masks_of_their_own_do_not_wait, barriers_count_and_vote,
           atomics_lose_nothing, a_cooperative_grid_meets,
           tiles_of_a_block_reduce, lanes_call_through_pointers_and_tables,
           each_lane_has_a_stack_and_a_heap, assertions_say_what_failed,
           threads_know_their_places, dynamic_shared_memory_follows_the_static,
           a_warp_waits_for_another)
