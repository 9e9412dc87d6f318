/* SPDX-License-Identifier: Apache-2.0 */
/* The interpreter's reports on faulty kernels, word for word. */
#include "interp_test.h"

/* ---- bounds ---- */

START_TEST(an_index_past_the_array_is_named_with_its_thread)
{
    int32_t out[50];

    ck_assert_int_eq(RUN(OUT_HEAD GLOBAL_ID
                         "%p: ptr<global, i32> = elem %out, %i !6:3\n"
                         "store %p, %i !7:5-9\nreturn\n}\n",
                         AT(2, 32), ARRAY(out), SCALAR(40)),
                     PK_BOUNDS);
    ck_assert_str_eq(err.message, "out[40] is out of bounds: out has 40 "
                                  "elements; thread (8, 0, 0) of block (1, 0, "
                                  "0) (kernel k)");
    ck_assert_str_eq(err.file, "k.py");
    ck_assert_uint_eq(err.line, 7);
    ck_assert_uint_eq(err.col, 5);
    ck_assert_uint_eq(err.end_col, 9);
}
END_TEST

#define STORE_AT(index)                                                        \
    OUT_HEAD "shared %s: i32[4]\n%p: ptr<global, i32> = elem %out, " index     \
             "\nstore %p, 1:i32\nreturn\n}\n"

START_TEST(any_index_however_large_is_caught)
{
    static const char *const texts[] = {
        STORE_AT("-1:i64"),
        STORE_AT("8:i64"),
        STORE_AT("70368744177664:i64"), /* 2^46 elements wrap in 48 bits */
        STORE_AT("4611686018427387904:i64"),
        STORE_AT("-9223372036854775808:i64"),
        OUT_HEAD "%p: ptr<global, i32> = offset %out, 2:i64\n"
                 "store %p, 1:i32\nreturn\n}\n",
        OUT_HEAD "shared %s: i32[4]\nshared %t: i32[4]\n"
                 "%p: ptr<shared, i32> = elem %s, 4:i32\nstore %p, 1:i32\n"
                 "return\n}\n",
        OUT_HEAD "local %s: i32[4]\n%p: ptr<local, i32> = elem %s, -1:i32\n"
                 "store %p, 1:i32\nreturn\n}\n"};
    int32_t out[8];

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ck_assert_msg(RUN(texts[i], AT(1, 1), ARRAY(out), SCALAR(8)) ==
                          PK_BOUNDS,
                      "text %zu", i);
    ck_assert_int_eq(RUN(STORE_AT("0:i64"), AT(1, 1), SCALAR(0), SCALAR(0)),
                     PK_BOUNDS);
    ck_assert_str_eq(err.message, "out[0]: out is empty; a thread of block (0, "
                                  "0, 0) (kernel k)");
}
END_TEST

START_TEST(strides_give_an_array_its_bounds)
{
    static const char text[] =
        "kernel @k(%x: ptr<global, i32> data 0, %x.n: i64 shape 0 0, %x.s: i64 "
        "stride 0 0, %i: i64 scalar 1) {\n%p: ptr<global, i32> = offset %x, "
        "%i\n"
        "store %p, 7:i32\nreturn\n}\n";
    int32_t x[10] = {0};
    /* x[8::-4]: elements 8, 4 and 0 of the buffer. */
    ir_arg args[] = {{x + 8, 8, 0}, SCALAR(3), SCALAR(-16), SCALAR(-32)};

    args[0] = (ir_arg){x, sizeof x, 0};
    args[3].bits = 40;
    ck_assert_int_eq(run(text, (ir_launch)AT(1, 1), args, 4), PK_BOUNDS);
    args[2].bits = 16;
    args[3].bits = 32;
    assert_ok(run(text, (ir_launch)AT(1, 1), args, 4));
    ck_assert_int_eq(x[8], 7);
    args[3].bits = 36;
    ck_assert_int_eq(run(text, (ir_launch)AT(1, 1), args, 4), PK_BOUNDS);
}
END_TEST

START_TEST(readonly_parameters_may_not_be_written)
{
    int32_t out[4];

    ck_assert_int_eq(RUN("kernel @k(%x: ptr<global, i32> data 0 readonly) {\n"
                         "store %x, 1:i32 !3:5\nreturn\n}\n",
                         AT(1, 1), ARRAY(out)),
                     PK_BOUNDS);
    ck_assert_str_eq(err.message, "x[0] is written, but x is read-only; a "
                                  "thread of block (0, 0, 0) (kernel k)");
}
END_TEST

/* ---- unwritten memory ---- */

START_TEST(reading_what_nobody_wrote_is_found)
{
    int32_t out[8];

    ck_assert_int_eq(
        RUN(OUT_HEAD "shared %s: i32[8]\n%t: i32 = thread_id.x\n"
                     "%p: ptr<shared, i32> = elem %s, %t\n"
                     "%c: bool = ne %t, 5:i32\nif %c {\nstore %p, 1:i32\n}\n"
                     "%v: i32 = load %p !5:1\nreturn\n}\n",
            AT(1, 8), ARRAY(out), SCALAR(8)),
        PK_UNINIT);
    ck_assert_str_eq(err.message, "s[5] is read before anything wrote it; "
                                  "thread (5, 0, 0) of block (0, 0, 0) (kernel "
                                  "k)");
    ck_assert_int_eq(
        RUN(OUT_HEAD "local %s: i32[8]\n%t: i32 = thread_id.x\n"
                     "%c: bool = eq %t, 0:i32\nif %c {\nstore %s, 1:i32\n}\n"
                     "%v: i32 = load %s !5:1\nreturn\n}\n",
            AT(1, 8), ARRAY(out), SCALAR(8)),
        PK_UNINIT);
    /* Values that the block before left behind do not count as written, either.
     */
    ck_assert_int_eq(
        RUN(OUT_HEAD "shared %s: i32[1]\n%b: i32 = block_id.x\n"
                     "%c: bool = eq %b, 0:i32\nif %c {\nstore %s, 1:i32\n}\n"
                     "%v: i32 = load %s\nreturn\n}\n",
            AT(2, 1), ARRAY(out), SCALAR(8)),
        PK_UNINIT);
}
END_TEST

/* ---- races ---- */

enum { WARNED = 100, WARNED_RACE };

/* The statements that 8 threads of 2 blocks run on out[...]; `want` is the
 * status that must come of it, or that there is a warning. */
static const struct {
    const char *body;
    int want;
} races[] = {
    {"store %out, %t\n", PK_RACE},
    {"store %out, 1:i32\n", PK_OK},
    {"store %out, 1:i32\nbarrier\n%v: i32 = load %out\n", /* blocks */
     WARNED_RACE},
    {"store %ps, %t\n%v: i32 = load %ps\n", PK_OK},
    {"store %ps, %t\n%v: i32 = load %pn\n", PK_RACE},
    {"store %ps, %t\nbarrier\n%v: i32 = load %pn\n", PK_OK},
    {"store %ps, %t\nbarrier\n%v: i32 = load %pn\nstore %ps, %v\n", PK_RACE},
    {"store %ps, %t\nbarrier\n%v: i32 = load %pn\nbarrier\nstore %ps, %v\n",
     PK_OK},
    {"%v: i32 = atomic_add %out, 1:i32\n", PK_OK},
    {"%v: i32 = atomic_add %out, 1:i32\n%w: i32 = load %out\n", PK_RACE},
    {"%w: i32 = load %out\n", PK_OK},
    {"%w: i32 = load %pg\nstore %pg, %w\n", PK_OK},
    {"%w: i32 = load %out\n%f: bool = eq %i, 15:i32\nif %f {\n"
     "store %out, %w\n}\n",
     WARNED}, /* it writes what is there */
    {"store %out, 0:i32\n%w: i32 = load %out\n", WARNED},
    {"store %out, 0:i32\n%v: i32 = atomic_add %out, 1:i32\n", PK_RACE},
    {"%f: bool = eq %i, 3:i32\n%v: i32 = convert %f\nstore %out, %v\n",
     PK_RACE},
    {"%f: bool = eq %i, 15:i32\n%v: i32 = convert %f\nstore %out, %v\n",
     PK_RACE},
    {"%f: bool = eq %i, 0:i32\n%v: i32 = convert %f\nstore %out, %v\n",
     PK_RACE},
    {"%o: i32 = load %out\n%v: i32 = atomic_cas %out, %o, 7:i32\n", WARNED},
    {"set $old, 0:i32\n%o: i32 = load %out\nset $old, %o\n%f: i32 = get $old\n"
     "%v: i32 = atomic_cas %out, %f, 7:i32\n",
     WARNED},
    {"%o: i32 = load %out\n%v: i32 = atomic_cas %out, 0:i32, %o\n", PK_RACE},
    {"%o: i32 = load %out\n%v: i32 = atomic_cas %out, %o, 7:i32\n"
     "store %out, %i\n",
     WARNED_RACE},
    {"%f: bool = eq %t, 0:i32\nif %f {\nstore %s, 0:i32\n}\nbarrier\n"
     "%v: i32 = atomic_add %s, 1:i32\nbarrier\n%w: i32 = load %s\n"
     "barrier\nif %f {\nstore %s, 9:i32\n}\n",
     PK_OK},
    {"%f: bool = eq %t, 0:i32\nif %f {\nstore %s, 0:i32\n}\n"
     "%v: i32 = atomic_add %s, 1:i32\n",
     PK_RACE},
};

static void count_warning(void *arg, const pk_error *what) {
    ck_assert_int_eq(what->status, PK_RACE);
    ++*(int *)arg;
}

START_TEST(races_are_found_and_nothing_else)
{
    for (size_t i = 0; i < sizeof races / sizeof *races; i++) {
        int32_t out[16] = {0};
        pk_text text;
        int want = races[i].want, warnings = 0;
        pk_status got, status = want == WARNED        ? PK_OK
                                : want == WARNED_RACE ? PK_RACE
                                                      : (pk_status)want;
        ir_launch at = {
            .grid = {2},
            .block = {8},
            .options = {.warn = count_warning, .warn_arg = &warnings}};
        const ir_arg args[] = {ARRAY(out), SCALAR(16)};

        pk_text_init(&text, &pk_heap);
        pk_text_put(&text,
                    OUT_HEAD "local $old: i32\nshared %s: i32[16]\n" GLOBAL_ID
                             "%pg: ptr<global, i32> = elem %out, %i\n"
                             "%ps: ptr<shared, i32> = elem %s, %t\n"
                             "%t1: i32 = add %t, 1:i32\n"
                             "%tn: i32 = and %t1, 7:i32\n"
                             "%pn: ptr<shared, i32> = elem %s, %tn\n");
        pk_text_put(&text, races[i].body);
        pk_text_put(&text, "return\n}\n");
        got = run(text.data, at, args, 2);
        ck_assert_msg(got == status, "%s%s: %s", races[i].body,
                      pk_status_name(got), err.message);
        ck_assert_msg(warnings == (want >= WARNED), "%s%d warnings",
                      races[i].body, warnings);
        pk_text_finish(&text);
    }
}
END_TEST

START_TEST(a_race_names_both_threads)
{
    int32_t out[4] = {0};

    ck_assert_int_eq(RUN(OUT_HEAD "%t: i32 = thread_id.x\n"
                                  "store %out, %t !3:1\nreturn\n}\n",
                         GRID(1, 1, 4, 2), ARRAY(out), SCALAR(4)),
                     PK_RACE);
    ck_assert_str_eq(err.message,
                     "race: thread (1, 0, 0) of block (0, 0, 0) writes out[0], "
                     "which thread (0, 0, 0) of block (0, 0, 0) wrote in line "
                     "3, with no barrier between (kernel k)");
    ck_assert_int_eq(RUN(OUT_HEAD "%t: i32 = block_id.x\n"
                                  "store %out, %t !3:1\nreturn\n}\n",
                         GRID(4, 2, 1, 1), ARRAY(out), SCALAR(4)),
                     PK_RACE);
    ck_assert_str_eq(err.message,
                     "race: a thread of block (1, 0, 0) writes out[0], which a "
                     "thread of block (0, 0, 0) wrote in line 3 (kernel k)");
}
END_TEST

START_TEST(arrays_that_overlap_are_one_memory)
{
    int32_t x[8] = {0};
    static const char text[] =
        "kernel @k(%a: ptr<global, i32> data 0, %b: ptr<global, i32> data 1) "
        "{\n"
        "%t: i32 = thread_id.x\n%u: i32 = sub 3:i32, %t\n"
        "%p: ptr<global, i32> = elem %a, %t\n"
        "%q: ptr<global, i32> = elem %b, %u\n"
        "store %p, %t\n%v: i32 = load %q\nreturn\n}\n";
    ir_arg args[] = {{x, 16, 0}, {x + 2, 16, 0}};

    ck_assert_int_eq(run(text, (ir_launch)AT(1, 4), args, 2), PK_RACE);
    args[1].data = x + 4;
    assert_ok(run(text, (ir_launch)AT(1, 4), args, 2));
}
END_TEST

/* ---- barriers ---- */

static const struct {
    const char *body;
    pk_status want;
} barriers[] = {
    {"if %c {\nbarrier\n}\n", PK_BARRIER},
    {"if %c {\nbarrier\n} else {\nbarrier\n}\n", PK_BARRIER},
    {"if %c {\nreturn\n}\nbarrier\n", PK_OK},
    {"for ^1 %k: i32 = 0:i32, %t, 1:i32 {\nbarrier\n}\n", PK_BARRIER},
    {"for ^1 %k: i32 = 0:i32, 9:i32, 1:i32 {\nbarrier\nif %c {\ncontinue "
     "^1\n}\n}\n",
     PK_OK},
    {"for ^1 %k: i32 = 0:i32, 9:i32, 1:i32 {\nif %c {\ncontinue "
     "^1\n}\nbarrier\n}\n",
     PK_BARRIER},
    {"loop ^1 {\nif %c {\nbreak ^1\n}\nbarrier\nbreak ^1\n}\n", PK_BARRIER},
    {"%e: bool = ge %t, 0:i32\nif %e {\nbarrier\n}\n", PK_OK},
    {"call @w(%t)\n", PK_BARRIER},
};

START_TEST(barriers_must_be_reached_by_all_that_still_run)
{
    for (size_t i = 0; i < sizeof barriers / sizeof *barriers; i++) {
        int32_t out[1];
        pk_text text;
        pk_status got;

        pk_text_init(&text, &pk_heap);
        pk_text_put(&text, "device @w(%t: i32 scalar 0) {\n"
                           "%c: bool = lt %t, 5:i32\nif %c {\nreturn\n}\n"
                           "barrier\nreturn\n}\n" OUT_HEAD
                           "%t: i32 = thread_id.x\n%c: bool = lt %t, 5:i32\n");
        pk_text_put(&text, barriers[i].body);
        pk_text_put(&text, "return\n}\n");
        got = RUN(text.data, AT(1, 70), ARRAY(out), SCALAR(1));
        ck_assert_msg(got == barriers[i].want, "%s%s: %s", barriers[i].body,
                      pk_status_name(got), err.message);
        pk_text_finish(&text);
    }
}
END_TEST

START_TEST(a_divergent_barrier_names_two_threads)
{
    int32_t out[1];

    ck_assert_int_eq(RUN(OUT_HEAD
                         "%t: i32 = thread_id.x\n"
                         "%c: bool = lt %t, 2:i32\nif %c {\nbarrier !9:5\n}\n"
                         "return\n}\n",
                         AT(1, 4), ARRAY(out), SCALAR(1)),
                     PK_BARRIER);
    ck_assert_str_eq(err.message,
                     "divergent barrier: thread (0, 0, 0) of block (0, 0, 0) "
                     "waits here, thread (2, 0, 0) of block (0, 0, 0) does not "
                     "come (kernel k)");
    ck_assert_uint_eq(err.line, 9);
}
END_TEST

TESTS("interp_checks", an_index_past_the_array_is_named_with_its_thread,
      any_index_however_large_is_caught, strides_give_an_array_its_bounds,
      readonly_parameters_may_not_be_written,
      reading_what_nobody_wrote_is_found, races_are_found_and_nothing_else,
      a_race_names_both_threads, arrays_that_overlap_are_one_memory,
      barriers_must_be_reached_by_all_that_still_run,
      a_divergent_barrier_names_two_threads)
