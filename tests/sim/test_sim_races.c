/* SPDX-License-Identifier: Apache-2.0 */
/* races.cu: patterns of threads that work together, right and wrong, in some
 * shapes of grid. The race checker must tell them apart without a mistake. */
#include "tests/sim/sim_test.h"

enum { KERNELS = 87, N = 2048 };

static const struct {
    uint32_t grid, block;
} shapes[] = {{2, 64}, {3, 128}, {5, 256}, {4, 192}};

static bool ends_with(const char *name, const char *end) {
    size_t length = strlen(name), tail = strlen(end);

    return length >= tail && strcmp(name + length - tail, end) == 0;
}

static void put_arguments(sim_bench *bench) {
    static float numbers[2 * N];
    static uint32_t counts[N];

    for (int i = 0; i < 2 * N; i++)
        numbers[i] = (float)(i % 17);
    bench_pointer(bench, numbers, sizeof numbers);
    bench_zeros(bench, sizeof numbers);
    bench_pointer(bench, counts, sizeof counts);
    bench_zeros(bench, N);
    bench_int(bench, N);
}

START_TEST(right_and_wrong_patterns_are_told_apart)
{
    sim_bench bench;
    sim_function_info info;
    bool bad;

    bench_open_with(&bench, SIM_CHECK_all, 0);
    bench_load_file(&bench, "races.ptx");
    ck_assert_ptr_nonnull(sim_module_entry(bench.module, (size_t)_i));
    sim_function_info_get(sim_module_entry(bench.module, (size_t)_i), &info);
    bad = ends_with(info.name, "_bad");
    ck_assert(bad || ends_with(info.name, "_ok"));
    for (size_t shape = 0; shape < sizeof shapes / sizeof *shapes; shape++) {
        sim_outcome outcome;

        bench_kernel(&bench, info.name, shapes[shape].grid,
                     shapes[shape].block);
        bench.launch.cooperative = true;
        put_arguments(&bench);
        outcome = bench_run(&bench);
        ck_assert_msg(outcome == (bad ? SIM_FINDING : SIM_DONE),
                      "%s, %u blocks of %u: outcome %d %.500s", info.name,
                      shapes[shape].grid, shapes[shape].block, (int)outcome,
                      pk_text_string(&bench.report));
        if (bad) {
            bench_report_has(&bench, "races.cu:");
            bench_report_has(&bench, "error: race: ");
            bench_report_has(&bench, "note: the other one, a");
        }
    }
    ck_assert_ptr_null(sim_module_entry(bench.module, KERNELS));
    bench_close(&bench);
}
END_TEST

LOOP_TESTS("races", KERNELS, right_and_wrong_patterns_are_told_apart)
