/* SPDX-License-Identifier: Apache-2.0 */
/* Uninitialised reads, barriers that threads go round, padding, misaligned and
 * freed memory. */
#include "tests/sim/sim_test.h"

static sim_bench bench;

/* Runs a kernel of checks.ptx over 64 threads and 65 ints. */
static sim_outcome run_check(uint32_t checks, const char *name) {
    sim_outcome outcome;

    bench_open_with(&bench, checks, 10000000);
    bench_load_file(&bench, "checks.ptx");
    bench_kernel(&bench, name, 1, 64);
    if (strcmp(name, "unset_global") == 0)
        bench_pointer(&bench, NULL, 256);
    bench_zeros(&bench, 65 * 4);
    if (strcmp(name, "unset_local") == 0)
        bench_int(&bench, 0);
    outcome = bench_run(&bench);
    return outcome;
}

#define expect(outcome, checks, name)                                          \
    do {                                                                       \
        sim_outcome got_ = run_check(checks, name);                            \
        ck_assert_msg(got_ == (outcome), "%s: outcome %d: %.500s", name,       \
                      (int)got_, pk_text_string(&bench.report));               \
    } while (0)

START_TEST(bytes_that_nobody_wrote_are_found)
{
    expect(SIM_FINDING, SIM_CHECK_uninit, "unset_global");
    bench_report_has(&bench, "checks.cu:5:");
    bench_report_has(&bench, "nothing was written");
    bench_close(&bench);
    expect(SIM_DONE, SIM_CHECK_races, "unset_global");
    bench_close(&bench);
    expect(SIM_FINDING, SIM_CHECK_all, "unset_shared");
    bench_report_has(&bench, "thread (0, 0, 0)");
    bench_close(&bench);
    expect(SIM_DONE, SIM_CHECK_all, "set_shared");
    bench_close(&bench);
    expect(SIM_FINDING, SIM_CHECK_all, "unset_local");
    bench_report_has(&bench, "of local memory, where nothing was written");
    bench_close(&bench);
}
END_TEST

START_TEST(threads_that_go_round_a_barrier_are_found)
{
    static const char *const names[] = {"part_of_block", "two_places",
                                        "unlike_counts"};

    for (int i = 0; i < 3; i++) {
        expect(SIM_FINDING, SIM_CHECK_barriers, names[i]);
        bench_report_has(&bench, "divergent barrier");
        bench_report_has(&bench, "checks.cu:");
        bench_close(&bench);
        expect(SIM_DONE, 0, names[i]);
        bench_close(&bench);
    }
}
END_TEST

START_TEST(threads_that_returned_are_not_missed)
{
    static const char *const names[] = {"returns_early", "by_warps",
                                        "diverged_then_whole"};

    for (int i = 0; i < 3; i++) {
        expect(SIM_DONE, SIM_CHECK_all, names[i]);
        bench_close(&bench);
    }
}
END_TEST

START_TEST(lanes_wait_for_those_that_live)
{
    expect(SIM_DONE, 0, "lanes_exited");
    bench_close(&bench);
    /* Who never comes goes round for ever. */
    expect(SIM_FUEL, 0, "lanes_missing");
    bench_close(&bench);
}
END_TEST

static const char *const unset =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry copied(.param .u64 p) {\n"
    ".reg .b64 x; .reg .b32 a, b, c; .reg .pred q;\n"
    "ld.param.u64 x, [p]; mov.b32 b, a; add.u32 c, b, 1;\n"
    "setp.eq.u32 q, b, b; selp.u32 c, 1, c, q; ret;\n}\n"
    ".visible .entry branched(.param .u64 p) {\n"
    ".reg .b32 a, b; .reg .pred q;\n"
    "add.u32 b, a, 1; setp.gt.u32 q, b, 3;\n@q bra L; L: ret;\n}\n"
    ".visible .entry addressed(.param .u64 p) {\n"
    ".reg .b64 x, y; .reg .b32 a; .reg .pred q;\n"
    "ld.param.u64 x, [p]; setp.ne.u64 q, x, x;\n"
    "@q mov.b64 y, 0; add.u64 x, x, y; ld.global.u32 a, [x]; ret;\n}\n"
    ".visible .entry stored(.param .u64 p) {\n"
    ".reg .b64 x; .reg .b32 a, b;\n"
    "ld.param.u64 x, [p]; st.global.u32 [x], a;\n"
    "ld.global.u32 b, [x+4]; st.global.u32 [x+8], b; ret;\n}\n"
    ".visible .entry loaded(.param .u64 p) {\n"
    ".reg .b64 x; .reg .b32 a;\n"
    "ld.param.u64 x, [p]; ld.global.u32 a, [x]; ret;\n}\n";

START_TEST(registers_that_nobody_set_matter_where_they_are_used)
{
    bench_open_with(&bench, SIM_CHECK_uninit, 0);
    bench_load(&bench, unset);
    bench_kernel(&bench, "copied", 1, 32);
    bench_zeros(&bench, 64);
    bench_expect(&bench, SIM_DONE);
    bench_kernel(&bench, "branched", 1, 32);
    bench_zeros(&bench, 64);
    bench_expect(&bench, SIM_FINDING);
    bench_report_has(&bench, "the condition of this branch");
    bench_kernel(&bench, "addressed", 1, 32);
    bench_zeros(&bench, 64);
    bench_expect(&bench, SIM_FINDING);
    bench_report_has(&bench, "this address is a register that was never set");
    bench_kernel(&bench, "stored", 1, 1);
    bench_pointer(&bench, NULL, 64);
    memset(sim_memory_bytes(bench.device, *(uint64_t *)(void *)bench.params + 4,
                            4, true),
           0, 4);
    bench_expect(&bench, SIM_DONE);
    bench.function = sim_module_function(bench.module, "loaded");
    bench_expect(&bench, SIM_FINDING);
    bench_report_has(&bench, "nothing was written");
    bench_close(&bench);
}
END_TEST

START_TEST(lanes_and_blocks_that_wait_for_each_other_are_a_deadlock)
{
    bench_open_with(&bench, (uint32_t)_i, 0);
    bench_load(&bench, ".version 7.0\n.target sm_75\n.address_size 64\n"
                       ".visible .entry f() {\n.reg .b32 a, d; .reg .pred p;\n"
                       "mov.u32 a, %laneid; setp.lt.u32 p, a, 16;\n"
                       "@p bra A;\nbar.sync 0;\nret;\n"
                       "A: shfl.sync.idx.b32 d, a, 0, 31, 0xffffffff;\n"
                       "ret;\n}\n");
    bench_kernel(&bench, "f", 1, 32);
    bench_expect(&bench, SIM_DEADLOCK);
    bench_report_has(&bench, "16 lanes of warp 0 wait at barrier 0");
    bench_report_has(&bench, "wait at shfl with member mask 0xffffffff");
    bench_close(&bench);
}
END_TEST

/* Two branches, each with its own shuffle, votes and match. */
#define SIDE(flip)                                                             \
    "shfl.sync.bfly.b32 b|q, a, 16, 31, 0xffffffff;\n"                         \
    "vote.sync.ballot.b32 c, " flip "p, 0xffffffff;\n"                         \
    "match.any.sync.b32 d, e, 0xffffffff;\n"                                   \
    "vote.sync.any.pred r, q, 0xffffffff;\n"
static const char *const two_sides =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry f(.param .u64 out) {\n"
    ".reg .b32 a, b, c, d, e; .reg .pred p, q, r; .reg .b64 x, y;\n"
    "mov.u32 a, %laneid; and.b32 e, a, 3; setp.lt.u32 p, a, 16;\n"
    "@p bra A;\n" SIDE(
        "!") "add.u32 b, b, 100; bra.uni B;\n"
             "A: " SIDE("") "B: ld.param.u64 x, [out]; mul.wide.u32 y, a, 16;\n"
                            "add.u64 x, x, y; st.global.v4.u32 [x], {b, c, d, "
                            "e}; @!r trap; ret;\n}\n";

START_TEST(lanes_meet_at_instructions_that_are_alike)
{
    const uint32_t *out;

    bench_open_with(&bench, (uint32_t)_i, 0);
    bench_load(&bench, two_sides);
    bench_kernel(&bench, "f", 1, 32);
    out = bench_zeros(&bench, 32 * 16);
    bench_expect(&bench, SIM_DONE);
    for (uint32_t i = 0; i < 32; i++) {
        ck_assert_uint_eq(out[4 * i], (i ^ 16) + (i < 16 ? 0 : 100));
        ck_assert_uint_eq(out[4 * i + 1], 0xffffffff);
        ck_assert_uint_eq(out[4 * i + 2], 0x11111111u << i % 4);
    }
    bench_close(&bench);
}
END_TEST

START_TEST(lanes_do_not_meet_at_others)
{
    bench_open_with(&bench, (uint32_t)_i, 0);
    bench_load(&bench, ".version 7.0\n.target sm_75\n.address_size 64\n"
                       ".visible .entry f() {\n.reg .b32 a, d; .reg .pred p;\n"
                       "mov.u32 a, %laneid; setp.lt.u32 p, a, 16;\n"
                       "@p bra A;\n"
                       "shfl.sync.up.b32 d, a, 1, 0, 0xffffffff;\nret;\n"
                       "A: shfl.sync.down.b32 d, a, 1, 31, 0xffffffff;\n"
                       "ret;\n}\n");
    bench_kernel(&bench, "f", 1, 32);
    bench_expect(&bench, SIM_DEADLOCK);
    bench_close(&bench);
}
END_TEST

static const char *const touch =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry f(.param .u64 p, .param .u32 count) {\n"
    ".reg .b64 x, y; .reg .b32 v, n;\n"
    "ld.param.u64 x, [p]; ld.param.u32 n, [count];\n"
    "cvt.s64.s32 y, n; add.s64 x, x, y;\n"
    "ld.global.u32 v, [x]; st.global.u32 [x], v;\nret;\n}\n";

static sim_outcome touch_at(uint32_t checks, int32_t offset, uint64_t *base) {
    bench_open_with(&bench, checks, 0);
    bench_load(&bench, touch);
    bench_kernel(&bench, "f", 1, 1);
    bench_zeros(&bench, 100);
    memcpy(base, bench.params, 8);
    bench_int(&bench, offset);
    return bench_run(&bench);
}

START_TEST(an_access_is_bounded_by_its_allocation)
{
    static const struct {
        uint32_t checks;
        int32_t offset;
        sim_outcome outcome;
        const char *words;
    } cases[] = {
        {0, 0, SIM_DONE, ""},
        {0, 96, SIM_DONE, ""},
        {0, 100, SIM_DONE, ""}, /* padding, as on a device */
        {SIM_CHECK_bounds, 96, SIM_DONE, ""},
        {SIM_CHECK_bounds, 100, SIM_ILLEGAL_ADDRESS, "right past the end of"},
        {0, 256, SIM_ILLEGAL_ADDRESS, "156 bytes past the end of cuMemAlloc"},
        {0, -4, SIM_ILLEGAL_ADDRESS, "4 bytes before the start of"},
        {0, 2, SIM_MISALIGNED, "misaligned address"},
    };
    uint64_t base;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_int_eq(touch_at(cases[i].checks, cases[i].offset, &base),
                         cases[i].outcome);
        bench_report_has(&bench, cases[i].words);
        bench_close(&bench);
    }
}
END_TEST

/* Thread 0 swaps halves of a word, the others write each a byte of it. */
static const char *const swap =
    ".version 6.3\n.target sm_70\n.address_size 64\n"
    ".visible .entry f(.param .u64 p, .param .u32 half, .param .u32 from,\n"
    ".param .u32 to, .param .u32 first) {\n"
    ".reg .b64 x, y; .reg .b32 a, b, c, t; .reg .b16 h<4>; .reg .pred q;\n"
    "ld.param.u64 x, [p]; mov.u32 t, %tid.x; setp.eq.u32 q, t, 0;\n"
    "@q bra SWAP;\n"
    "ld.param.u32 a, [first]; add.u32 a, a, t; cvt.u64.u32 y, a;\n"
    "add.u64 x, x, y; st.global.u8 [x], t; ret;\n"
    "SWAP: ld.param.u32 a, [half]; cvt.u64.u32 y, a; add.u64 x, x, y;\n"
    "ld.param.u32 b, [from]; ld.param.u32 c, [to];\n"
    "cvt.u16.u32 h0, b; cvt.u16.u32 h1, c;\n"
    "atom.global.cas.b16 h2, [x], h0, h1; ret;\n}\n";

/* Swaps `from` for `to` at byte `half` of `size` bytes, and writes the byte
 * behind `first`. */
static sim_outcome swap_half(size_t size, int half, int from, int to, int first,
                             uint32_t threads, unsigned char *after) {
    unsigned char bytes[8] = {0}, *host;
    sim_outcome outcome;

    bench_open_with(&bench, SIM_CHECK_all, 0);
    bench_load(&bench, swap);
    bench_kernel(&bench, "f", 1, threads);
    host = bench_pointer(&bench, bytes, size);
    bench_int(&bench, half);
    bench_int(&bench, from);
    bench_int(&bench, to);
    bench_int(&bench, first);
    outcome = bench_run(&bench);
    memcpy(after, host, size);
    return outcome;
}

START_TEST(a_swap_is_about_the_bytes_that_it_changes)
{
    unsigned char after[8];

    /* The upper byte of a half, beside a write of the lower one. */
    ck_assert_int_eq(swap_half(4, 0, 1, 0x501, -1, 2, after), SIM_DONE);
    ck_assert_uint_eq(after[1], 5);
    bench_close(&bench);
    ck_assert_int_eq(swap_half(4, 0, 0, 0x500, 0, 2, after), SIM_FINDING);
    bench_report_has(&bench, "race: ");
    bench_close(&bench);
    /* One that changes nothing looks at all. */
    ck_assert_int_eq(swap_half(4, 0, 7, 7, -1, 2, after), SIM_FINDING);
    bench_close(&bench);
    /* The last byte of an odd number, and the one behind it. */
    ck_assert_int_eq(swap_half(3, 2, 0, 9, -3, 1, after), SIM_DONE);
    ck_assert_uint_eq(after[2], 9);
    bench_close(&bench);
    ck_assert_int_eq(swap_half(3, 2, 0, 0x900, -3, 1, after),
                     SIM_ILLEGAL_ADDRESS);
    bench_report_has(&bench, "over the end of cuMemAlloc");
    bench_close(&bench);
}
END_TEST

START_TEST(freed_and_null_memory_is_named)
{
    uint64_t base, null = 0;

    ck_assert_int_eq(touch_at(0, 0, &base), SIM_DONE);
    ck_assert(sim_memory_free(bench.device, base));
    ck_assert(!sim_memory_free(bench.device, base));
    bench_expect(&bench, SIM_ILLEGAL_ADDRESS);
    bench_report_has(&bench, "which was freed");
    memcpy(bench.params, &null, 8);
    bench_expect(&bench, SIM_ILLEGAL_ADDRESS);
    bench_report_has(&bench, "null pointer");
    bench_close(&bench);
}
END_TEST

START_TEST(allocations_are_found_and_counted)
{
    sim_allocation one, found;
    uint64_t before, after, total;
    static char mine[1000];

    bench_open(&bench);
    sim_memory_usage(bench.device, &before, &total);
    one = bench_memory(&bench, NULL, 1000);
    sim_memory_usage(bench.device, &after, &total);
    ck_assert_uint_eq(before - after, 1024);
    ck_assert_uint_eq(one.address % 256, 0);
    ck_assert(sim_memory_find(bench.device, one.address + 999, &found));
    ck_assert_uint_eq(found.address, one.address);
    ck_assert(!sim_memory_find(bench.device, one.address + 1000, &found));
    ck_assert_ptr_null(
        sim_memory_bytes(bench.device, one.address + 990, 11, false));
    ck_assert(!sim_memory_free(bench.device, one.address + 4));
    ck_assert(sim_memory_free(bench.device, one.address));
    ck_assert(
        sim_memory_new(bench.device, SIM_MEMORY_host, sizeof mine, mine, &one));
    ck_assert_uint_eq(one.address, (uintptr_t)mine);
    ck_assert(
        sim_memory_new(bench.device, SIM_MEMORY_managed, 10, NULL, &found));
    ck_assert_uint_eq(found.address, (uintptr_t)found.host);
    ck_assert(!sim_memory_new(bench.device, SIM_MEMORY_device,
                              UINT64_C(1) << 40, NULL, &found));
    bench_close(&bench);
}
END_TEST

TESTS("checks", lanes_and_blocks_that_wait_for_each_other_are_a_deadlock,
      lanes_meet_at_instructions_that_are_alike, lanes_do_not_meet_at_others,
      registers_that_nobody_set_matter_where_they_are_used,
      bytes_that_nobody_wrote_are_found,
      threads_that_go_round_a_barrier_are_found,
      threads_that_returned_are_not_missed, lanes_wait_for_those_that_live,
      an_access_is_bounded_by_its_allocation,
      a_swap_is_about_the_bytes_that_it_changes, freed_and_null_memory_is_named,
      allocations_are_found_and_counted)
