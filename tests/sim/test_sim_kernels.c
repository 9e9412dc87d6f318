/* SPDX-License-Identifier: Apache-2.0 */
/* Whole kernels as nvcc compiles them, against the same thing in C. */
#include "tests/sim/sim_test.h"

#include <math.h>

enum { COUNT = 5000 };

static float numbers[COUNT];

static sim_bench bench;

static void open_kernels(int checked) {
    bench_open_with(&bench, checked ? SIM_CHECK_all : 0, 0);
    bench_load_file(&bench, "kernels.ptx");
    for (int i = 0; i < COUNT; i++)
        numbers[i] = (float)(i * 37 % 1001) / 8.0f;
}

START_TEST(saxpy_is_fused_as_compiled)
{
    const float *y;

    open_kernels(_i);
    bench_kernel(&bench, "saxpy", (COUNT + 127) / 128, 128);
    bench_int(&bench, COUNT);
    bench_float(&bench, 1.7f);
    bench_pointer(&bench, numbers, sizeof numbers);
    y = bench_pointer(&bench, numbers, sizeof numbers);
    bench_expect(&bench, SIM_DONE);
    for (int i = 0; i < COUNT; i++)
        ck_assert_float_eq(y[i], fmaf(1.7f, numbers[i], numbers[i]));
    bench_close(&bench);
}
END_TEST

START_TEST(tiles_wait_for_one_another)
{
    enum { N = 64 };
    const float *c;

    open_kernels(_i);
    bench_kernel(&bench, "matmul", N / 16, 16);
    bench.launch.grid[1] = N / 16;
    bench.launch.block[1] = 16;
    bench_int(&bench, N);
    bench_pointer(&bench, numbers, N * N * 4);
    bench_pointer(&bench, numbers, N * N * 4);
    c = bench_zeros(&bench, N * N * 4);
    bench_expect(&bench, SIM_DONE);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            float sum = 0;

            for (int k = 0; k < N; k++)
                sum = fmaf(numbers[i * N + k], numbers[k * N + j], sum);
            ck_assert_float_eq(c[i * N + j], sum);
        }
    bench_close(&bench);
}
END_TEST

static int escape(int i, int w, int h, int limit) {
    int column = i % w, row = i / w;
    float cx = fmaf(3.0f, (float)column, 0) / (float)w + -2.0f;
    float cy = 3.0f * (float)row / (float)h + -1.5f, x = 0, y = 0;
    int n = 0;

    while (n < limit) {
        float yy = y * y, t, xy;

        if (!(fmaf(x, x, yy) < 4.0f))
            break;
        t = fmaf(x, x, -yy) + cx;
        xy = x + x;
        y = fmaf(xy, y, cy);
        x = t;
        n++;
    }
    return n;
}

START_TEST(lanes_leave_a_loop_when_they_like)
{
    enum { W = 64, H = 48 };
    const int32_t *out;
    int unlike = 0;

    open_kernels(_i);
    bench_kernel(&bench, "mandel", W * H / 128, 128);
    bench_int(&bench, W);
    bench_int(&bench, H);
    bench_int(&bench, 200);
    out = bench_zeros(&bench, W * H * 4);
    bench_expect(&bench, SIM_DONE);
    /* Multiplications and additions that nvcc fuses round differently from
     * those written here. */
    for (int i = 0; i < W * H; i++)
        unlike += out[i] != escape(i, W, H, 200);
    ck_assert_int_lt(unlike, W * H / 100);
    bench_close(&bench);
}
END_TEST

START_TEST(shuffles_add_up)
{
    const float *out;
    float sum = 0, expected = 0;

    open_kernels(_i);
    bench_kernel(&bench, "reduce", 4, 256);
    bench_int(&bench, COUNT);
    bench_pointer(&bench, numbers, sizeof numbers);
    out = bench_zeros(&bench, 16);
    bench_expect(&bench, SIM_DONE);
    for (int i = 0; i < 4; i++)
        sum += out[i];
    for (int i = 0; i < COUNT; i++)
        expected += numbers[i];
    ck_assert_float_eq(sum, expected); /* eighths: exact */
    bench_close(&bench);
}
END_TEST

START_TEST(a_histogram_counts_everything)
{
    static uint32_t values[COUNT];
    uint32_t expected[256] = {0};
    const uint32_t *bins;

    open_kernels(_i);
    for (uint32_t i = 0; i < COUNT; i++) {
        values[i] = i * 2654435761u;
        expected[values[i] >> 13 & 255]++;
    }
    bench_kernel(&bench, "hist", 3, 256);
    bench_int(&bench, COUNT);
    bench_pointer(&bench, values, sizeof values);
    bins = bench_zeros(&bench, 1024);
    bench_expect(&bench, SIM_DONE);
    ck_assert_mem_eq(bins, expected, sizeof expected);
    bench_close(&bench);
}
END_TEST

START_TEST(lanes_recurse_to_different_depths)
{
    static const int fib[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
    const int32_t *out;

    open_kernels(_i);
    bench_kernel(&bench, "fibs", 1, 64);
    out = bench_zeros(&bench, 256);
    bench_expect(&bench, SIM_DONE);
    for (int i = 0; i < 64; i++)
        ck_assert_int_eq(out[i], fib[i % 12]);
    bench.launch.stack_bytes = 64;
    bench_expect(&bench, SIM_HARDWARE_STACK);
    bench_report_has(&bench, "called from");
    bench_close(&bench);
}
END_TEST

START_TEST(printf_formats_what_the_host_would)
{
    char expected[256];

    open_kernels(_i);
    bench_kernel(&bench, "hello", 1, 2);
    bench_zeros(&bench, 256);
    bench_expect(&bench, SIM_DONE);
    snprintf(expected, sizeof expected,
             "hello %d %f %s %lld\nhello %d %f %s %lld\n", 0, 0.0, "text",
             123456789012ll, 1, 1.5, "text", 123456789012ll);
    ck_assert_str_eq(pk_text_string(&bench.printed), expected);
    bench_close(&bench);
}
END_TEST

/* Locks that lanes of a warp, warps and blocks contend for; one leaves the
 * loop to go on, the other goes on in it. */
START_TEST(spinning_lanes_let_the_owner_go_on)
{
    static const char *const names[] = {"spin_lanes", "spin_bad"};

    for (int i = 0; i < 2; i++) {
        const int32_t *counter;

        open_kernels(_i);
        bench_kernel(&bench, names[i], 3, 64);
        bench_zeros(&bench, 4);
        counter = bench_zeros(&bench, 4);
        bench_expect(&bench, SIM_DONE);
        ck_assert_int_eq(*counter, 3 * 64);
        bench_close(&bench);
    }
}
END_TEST

START_TEST(blocks_wait_for_later_blocks)
{
    const int32_t *out;

    open_kernels(_i);
    bench_kernel(&bench, "chain", 60, 32);
    bench_zeros(&bench, 60 * 4);
    out = bench_zeros(&bench, 60 * 4);
    bench_expect(&bench, SIM_DONE);
    for (int i = 0; i < 60; i++)
        ck_assert_int_eq(out[i], i);
    bench_close(&bench);
}
END_TEST

START_TEST(barriers_that_nobody_completes_are_a_deadlock)
{
    open_kernels(_i);
    bench_kernel(&bench, "deadlock", 1, 64);
    bench_zeros(&bench, 256);
    bench_expect(&bench, SIM_DEADLOCK);
    bench_report_has(&bench, "deadlock: 32 lanes of warp 0 wait at barrier 1");
    bench_report_has(&bench, "32 lanes of warp 1 wait at barrier 2");
    bench_report_has(&bench, "kernels.cu:");
    bench_close(&bench);
}
END_TEST

START_TEST(the_last_block_sees_what_all_have_written)
{
    const float *out;
    float sum = 0;

    open_kernels(_i);
    bench_kernel(&bench, "lastblock", 16, 256);
    bench_pointer(&bench, numbers, 16 * 256 * 4);
    bench_zeros(&bench, 64);
    out = bench_zeros(&bench, 4);
    bench_zeros(&bench, 4);
    bench_expect(&bench, SIM_DONE);
    for (int i = 0; i < 16 * 256; i++)
        sum += numbers[i];
    ck_assert_float_eq(*out, sum);
    bench_close(&bench);
}
END_TEST

START_TEST(a_stray_write_is_named)
{
    open_kernels(_i);
    bench_kernel(&bench, "oob", 1, 64);
    bench_zeros(&bench, 1024);
    bench_expect(&bench, SIM_ILLEGAL_ADDRESS);
    bench_report_has(&bench, "write of 4 bytes 398976 bytes past the end of "
                             "cuMemAlloc #");
    bench_report_has(&bench, "block (0, 0, 0), thread (0, 0, 0)");
    bench_report_has(&bench, "kernels.cu:");
    bench_close(&bench);
}
END_TEST

START_TEST(a_loop_without_end_runs_out_of_fuel)
{
    bench_open_with(&bench, 0, 100000);
    bench_load(&bench, ".version 7.0\n.target sm_75\n.address_size 64\n"
                       ".visible .entry f() {\nL: bra L;\n}\n");
    bench_kernel(&bench, "f", 1, 1);
    bench_expect(&bench, SIM_FUEL);
    bench_close(&bench);
}
END_TEST

/* The word wins over fuel that lasts longer, and not over fuel that is gone. */
START_TEST(a_loop_without_end_is_stopped_by_a_word)
{
    uint32_t stop = 1;

    bench_open_with(&bench, 0, 100000);
    bench_load(&bench, ".version 7.0\n.target sm_75\n.address_size 64\n"
                       ".visible .entry f() {\nL: bra L;\n}\n");
    bench_kernel(&bench, "f", 4, 64);
    bench.launch.stop = &stop;
    bench_expect(&bench, SIM_STOPPED);
    bench_report_has(&bench, "the launch was stopped");
    stop = 0;
    bench_expect(&bench, SIM_FUEL);
    bench_close(&bench);
}
END_TEST

LOOP_TESTS("simulated kernels", 2, saxpy_is_fused_as_compiled,
           tiles_wait_for_one_another, lanes_leave_a_loop_when_they_like,
           shuffles_add_up, a_histogram_counts_everything,
           lanes_recurse_to_different_depths,
           printf_formats_what_the_host_would,
           spinning_lanes_let_the_owner_go_on, blocks_wait_for_later_blocks,
           barriers_that_nobody_completes_are_a_deadlock,
           the_last_block_sees_what_all_have_written, a_stray_write_is_named,
           a_loop_without_end_runs_out_of_fuel,
           a_loop_without_end_is_stopped_by_a_word)
