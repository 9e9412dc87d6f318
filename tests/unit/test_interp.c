/* SPDX-License-Identifier: Apache-2.0 */
/* The interpreter: what kernels compute, against the same in C, and what it
 * finds wrong with them, word for word. */
#include "core/eval.h"

#include <math.h>

#include "ir_run.h"

static pk_error err;

static pk_status run(const char *text, ir_launch at, const ir_arg *args,
                     uint32_t count) {
    pk_arena arena;
    pk_status status;

    memset(&err, 0, sizeof err);
    pk_arena_init(&arena, &pk_heap);
    status = ir_run(ir_kernel(ir_parse(&arena, text)), &at, args, count, &err);
    pk_arena_finish(&arena);
    return status;
}

#define RUN(text, at, ...)                                                     \
    run(text, (ir_launch)at, (const ir_arg[]){__VA_ARGS__},                    \
        sizeof((const ir_arg[]){__VA_ARGS__}) / sizeof(ir_arg))
#define AT(grid_x, block_x)                                                    \
    {                                                                          \
        .grid = {grid_x}, .block = { block_x }                                 \
    }
#define GRID(gx, gy, bx, by)                                                   \
    {                                                                          \
        .grid = {gx, gy}, .block = { bx, by }                                  \
    }
#define SHARED(block_x, bytes) {.block = {block_x}, .shared = bytes}
#define IN_ORDER(block_x, o)                                                   \
    {.block = {block_x}, .options = {.order = (pk_interp_order)(o), .seed = 3}}
#define FUEL(block_x, f, ran)                                                  \
    {                                                                          \
        .block = {block_x}, .options = {.fuel = f, .operations = ran }         \
    }

static void assert_ok(pk_status status) {
    ck_assert_msg(status == PK_OK, "%s: %s", pk_status_name(status),
                  err.message);
}

/* Parameters and the global index that many kernels begin with. */
#define OUT_HEAD                                                               \
    "kernel @k(%out: ptr<global, i32> data 0, %n: i32 shape 0 0) {\n"
#define GLOBAL_ID                                                              \
    "%t: i32 = thread_id.x\n%b: i32 = block_id.x\n%d: i32 = block_dim.x\n"     \
    "%bd: i32 = mul %b, %d\n%i: i32 = add %bd, %t\n"

/* ---- values ---- */

START_TEST(a_guard_keeps_the_last_block_inside)
{
    float x[100], y[100], out[100] = {0};

    for (int i = 0; i < 100; i++) {
        x[i] = (float)i;
        y[i] = 0.5f * (float)i;
    }
    assert_ok(RUN("kernel @k(%x: ptr<global, f32> data 0 readonly, %n: i64 "
                  "shape 0 0, %y: ptr<global, f32> data 1 readonly, %out: "
                  "ptr<global, f32> data 2) {\n" GLOBAL_ID
                  "%w: i64 = convert %i\n%c: bool = lt %w, %n\nif %c {\n"
                  "%px: ptr<global, f32> = elem %x, %w\n"
                  "%py: ptr<global, f32> = elem %y, %w\n"
                  "%po: ptr<global, f32> = elem %out, %w\n"
                  "%vx: f32 = load %px\n%vy: f32 = load %py\n"
                  "%v: f32 = add %vx, %vy\nstore %po, %v\n}\nreturn\n}\n",
                  AT(4, 32), ARRAY(x), SCALAR(100), ARRAY(y), ARRAY(out)));
    for (int i = 0; i < 100; i++)
        ck_assert(out[i] == x[i] + y[i]);
}
END_TEST

static int collatz(int64_t n) {
    int steps = 0;
    for (; n != 1; steps++)
        n = n % 2 ? 3 * n + 1 : n / 2;
    return steps;
}

START_TEST(a_varying_loop_ends_for_each_thread_by_itself)
{
    int32_t out[300];

    assert_ok(RUN(OUT_HEAD
                  "local $v: i64\nlocal $s: i32\n" GLOBAL_ID
                  "%i1: i32 = add %i, 1:i32\n%w: i64 = convert %i1\n"
                  "set $v, %w\n"
                  "loop ^1 {\n%v: i64 = get $v\n%one: bool = eq %v, 1:i64\n"
                  "if %one {\nbreak ^1\n}\n"
                  "%odd: i64 = and %v, 1:i64\n%c: bool = eq %odd, 1:i64\n"
                  "if %c {\n%m: i64 = mul %v, 3:i64\n%m1: i64 = add %m, 1:i64\n"
                  "set $v, %m1\n} else {\n%h: i64 = shr %v, 1:i64\n"
                  "set $v, %h\n}\n"
                  "%s: i32 = get $s\n%s1: i32 = add %s, 1:i32\nset $s, %s1\n}\n"
                  "%p: ptr<global, i32> = elem %out, %i\n%r: i32 = get $s\n"
                  "store %p, %r\nreturn\n}\n",
                  AT(3, 100), ARRAY(out), SCALAR(300)));
    for (int i = 0; i < 300; i++)
        ck_assert_int_eq(out[i], collatz(i + 1));
}
END_TEST

START_TEST(exits_find_the_loop_they_name)
{
    int32_t out[64];

    assert_ok(RUN(OUT_HEAD
                  "local $s: i32\n%t: i32 = thread_id.x\n"
                  "for ^1 %a: i32 = 0:i32, %t, 1:i32 {\n"
                  "for ^2 %b: i32 = %t, 0:i32, -3:i32 {\n"
                  "%p: i32 = mul %a, %b\n%q: i32 = and %p, 7:i32\n"
                  "%c3: bool = eq %q, 3:i32\nif %c3 {\ncontinue ^1\n}\n"
                  "%c5: bool = eq %q, 5:i32\nif %c5 {\ncontinue ^2\n}\n"
                  "%big: bool = gt %p, 900:i32\nif %big {\nbreak ^1\n}\n"
                  "%s: i32 = get $s\n%s1: i32 = add %s, %p\nset $s, %s1\n"
                  "}\n}\n"
                  "block ^3 {\n%c: bool = lt %t, 50:i32\nif %c {\nbreak ^3\n}\n"
                  "set $s, -1:i32\n}\n"
                  "%o: ptr<global, i32> = elem %out, %t\n%r: i32 = get $s\n"
                  "store %o, %r\nreturn\n}\n",
                  AT(1, 64), ARRAY(out), SCALAR(64)));
    for (int t = 0; t < 64; t++) {
        int sum = 0;
        for (int a = 0; a < t; a++) {
            for (int b = t; b > 0; b -= 3) {
                if ((a * b & 7) == 3)
                    break;
                if ((a * b & 7) == 5)
                    continue;
                if (a * b > 900)
                    goto done;
                sum += a * b;
            }
        }
    done:
        ck_assert_int_eq(out[t], t < 50 ? sum : -1);
    }
}
END_TEST

START_TEST(ranges_do_not_overflow_at_their_ends)
{
    static const struct {
        int64_t start, stop, step;
        int32_t count;
    } rows[] = {{0, 10, 3, 4},
                {10, 0, -3, 4},
                {0, 10, 0, 0},
                {5, 5, 1, 0},
                {INT64_MAX - 1, INT64_MAX, 5, 1},
                {INT64_MIN, INT64_MAX, INT64_MAX, 3},
                {INT64_MAX, INT64_MIN, INT64_MIN, 2},
                {INT64_MIN + 1, INT64_MIN, -1, 1}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int32_t out[1] = {0};
        assert_ok(RUN("kernel @k(%out: ptr<global, i32> data 0, %a: i64 scalar "
                      "1, %b: i64 scalar 2, %c: i64 scalar 3) {\n"
                      "for ^1 %i: i64 = %a, %b, %c {\n"
                      "%v: i32 = load %out\n%w: i32 = add %v, 1:i32\n"
                      "store %out, %w\n}\nreturn\n}\n",
                      AT(1, 1), ARRAY(out), SCALAR(rows[i].start),
                      SCALAR(rows[i].stop), SCALAR(rows[i].step)));
        ck_assert_msg(out[0] == rows[i].count, "row %zu: %d", i, out[0]);
    }
}
END_TEST

START_TEST(device_functions_return_early_and_more_than_one_value)
{
    int32_t out[40];

    assert_ok(
        RUN("device @f(%a: i32 scalar 0) -> i32, i32 {\n"
            "local $z: i32\n%c: bool = lt %a, 10:i32\nif %c {\n"
            "set $z, 7:i32\nreturn %a, 1:i32\n}\n"
            "%z: i32 = get $z\n%n: i32 = neg %a\nreturn %n, %z\n}\n" OUT_HEAD
            "%t: i32 = thread_id.x\n"
            "%u: i32, %v: i32 = call @f(%t)\n"
            "%w: i32, %x: i32 = call @f(%u)\n"
            "%m: i32 = mul %w, 100:i32\n%r: i32 = add %m, %x\n"
            "%o: ptr<global, i32> = elem %out, %t\nstore %o, %r\n"
            "return\n}\n",
            AT(1, 40), ARRAY(out), SCALAR(40)));
    for (int t = 0; t < 40; t++)
        ck_assert_int_eq(out[t], (t < 10 ? t : -t) * 100 + 1);
}
END_TEST

/* sum of n numbers, by halves; threads past n have left before. */
#define TREE_SUM                                                               \
    OUT_HEAD "shared %buf: i32[128]\nlocal $s: i32\n" GLOBAL_ID                \
             "%pb: ptr<shared, i32> = elem %buf, %t\n"                         \
             "%sq: i32 = mul %i, %i\nstore %pb, %sq\nbarrier !4:5\n"           \
             "%h: i32 = shr %d, 1:i32\nset $s, %h\n"                           \
             "loop ^1 {\n%s: i32 = get $s\n%z: bool = le %s, 0:i32\n"          \
             "if %z {\nbreak ^1\n}\n%c: bool = lt %t, %s\nif %c {\n"           \
             "%q: ptr<shared, i32> = elem %pb, %s\n%x: i32 = load %pb !8:1\n"  \
             "%y: i32 = load %q !8:9\n%w: i32 = add %x, %y\nstore %pb, %w\n"   \
             "}\n"

START_TEST(a_tree_of_barriers_sums_a_block)
{
    int32_t out[3] = {0};

    assert_ok(RUN(TREE_SUM "barrier\n%s2: i32 = shr %s, 1:i32\nset $s, %s2\n}\n"
                           "%f: bool = eq %t, 0:i32\nif %f {\n"
                           "%o: ptr<global, i32> = elem %out, %b\n"
                           "%r: i32 = load %buf\nstore %o, %r\n}\nreturn\n}\n",
                  AT(3, 128), ARRAY(out), SCALAR(3)));
    for (int b = 0; b < 3; b++) {
        int32_t sum = 0;
        for (int i = b * 128; i < b * 128 + 128; i++)
            sum += i * i;
        ck_assert_int_eq(out[b], sum);
    }
}
END_TEST

START_TEST(dynamic_shared_arrays_are_one_place)
{
    float out[8];

    assert_ok(RUN("kernel @k(%out: ptr<global, f32> data 0) {\n"
                  "shared %own: u8[3]\nshared %a: i32[]\nshared %b: f32[]\n"
                  "constant %c: i32[2] = {\n1065353216, 1073741824\n}\n"
                  "%t: i32 = thread_id.x\n%k: i32 = and %t, 1:i32\n"
                  "%pa: ptr<shared, i32> = elem %a, %t\n"
                  "%pb: ptr<shared, f32> = elem %b, %t\n"
                  "%pc: ptr<constant, i32> = elem %c, %k\n"
                  "%v: i32 = load %pc\nstore %pa, %v\n%f: f32 = load %pb\n"
                  "%o: ptr<global, f32> = elem %out, %t\nstore %o, %f\n"
                  "return\n}\n",
                  SHARED(8, 32), ARRAY(out)));
    for (int t = 0; t < 8; t++)
        ck_assert(out[t] == (t % 2 ? 2.0f : 1.0f));
}
END_TEST

/* ---- the block form ---- */

START_TEST(items_run_in_any_order_once_each)
{
    static const char text[] =
        "kernel @k(%out: ptr<global, i32> data 0, %n: ptr<global, i32> data 1) "
        "form block {\n%d: i32 = block_dim.x\n"
        "for.items ^1 %t: i32 = 0:i32, %d, 1:i32 {\n"
        "%v: i32 = load %n\n%w: i32 = add %v, 1:i32\nstore %n, %w\n"
        "%o: ptr<global, i32> = elem %out, %t\nstore %o, %v\n"
        "continue ^1\n}\nreturn\n}\n";
    int32_t out[3][7];

    for (uint32_t order = 0; order < 3; order++) {
        int32_t n[1] = {0}, seen = 0;
        assert_ok(RUN(text, IN_ORDER(7, order), ARRAY(out[order]), ARRAY(n)));
        for (int t = 0; t < 7; t++)
            seen |= 1 << out[order][t];
        ck_assert_int_eq(seen, 127);
    }
    for (int t = 0; t < 7; t++) {
        ck_assert_int_eq(out[0][t], t);
        ck_assert_int_eq(out[1][t], 6 - t);
    }
    ck_assert_int_ne(memcmp(out[0], out[2], sizeof out[0]), 0);
}
END_TEST

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
    /* What the block before left behind is not written, either. */
    ck_assert_int_eq(
        RUN(OUT_HEAD "shared %s: i32[1]\n%b: i32 = block_id.x\n"
                     "%c: bool = eq %b, 0:i32\nif %c {\nstore %s, 1:i32\n}\n"
                     "%v: i32 = load %s\nreturn\n}\n",
            AT(2, 1), ARRAY(out), SCALAR(8)),
        PK_UNINIT);
}
END_TEST

/* ---- races ---- */

/* What 8 threads of 2 blocks do to out[...]; `want` is what must come of it. */
static const struct {
    const char *body;
    pk_status want;
} races[] = {
    {"store %out, %t\n", PK_RACE},
    {"store %out, 1:i32\n", PK_OK},
    {"store %out, 1:i32\nbarrier\n%v: i32 = load %out\n", PK_RACE}, /* blocks */
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
     PK_RACE},
    {"%f: bool = eq %t, 0:i32\nif %f {\nstore %s, 0:i32\n}\nbarrier\n"
     "%v: i32 = atomic_add %s, 1:i32\nbarrier\n%w: i32 = load %s\n"
     "barrier\nif %f {\nstore %s, 9:i32\n}\n",
     PK_OK},
    {"%f: bool = eq %t, 0:i32\nif %f {\nstore %s, 0:i32\n}\n"
     "%v: i32 = atomic_add %s, 1:i32\n",
     PK_RACE},
};

START_TEST(races_are_found_and_nothing_else)
{
    for (size_t i = 0; i < sizeof races / sizeof *races; i++) {
        int32_t out[16] = {0};
        pk_text text;
        pk_status got;

        pk_text_init(&text, &pk_heap);
        pk_text_put(&text, OUT_HEAD "shared %s: i32[16]\n" GLOBAL_ID
                                    "%pg: ptr<global, i32> = elem %out, %i\n"
                                    "%ps: ptr<shared, i32> = elem %s, %t\n"
                                    "%t1: i32 = add %t, 1:i32\n"
                                    "%tn: i32 = and %t1, 7:i32\n"
                                    "%pn: ptr<shared, i32> = elem %s, %tn\n");
        pk_text_put(&text, races[i].body);
        pk_text_put(&text, "return\n}\n");
        got = RUN(text.data, AT(2, 8), ARRAY(out), SCALAR(16));
        ck_assert_msg(got == races[i].want, "%s%s: %s", races[i].body,
                      pk_status_name(got), err.message);
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
                     "which thread (0, 0, 0) of block (0, 0, 0) wrote, with no "
                     "barrier between (kernel k)");
    ck_assert_int_eq(RUN(OUT_HEAD "%t: i32 = block_id.x\n"
                                  "store %out, %t !3:1\nreturn\n}\n",
                         GRID(4, 2, 1, 1), ARRAY(out), SCALAR(4)),
                     PK_RACE);
    ck_assert_str_eq(err.message,
                     "race: a thread of block (1, 0, 0) writes out[0], which a "
                     "thread of block (0, 0, 0) wrote (kernel k)");
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

/* ---- limits ---- */

START_TEST(fuel_ends_an_endless_loop)
{
    int32_t out[1];
    uint64_t operations = 0;

    ck_assert_int_eq(RUN(OUT_HEAD "loop ^1 {\ncontinue ^1 !2:2\n}\n}\n",
                         FUEL(4, 1000, &operations), ARRAY(out), SCALAR(1)),
                     PK_TIMEOUT);
    ck_assert_uint_eq(operations, 1000);
    ck_assert_str_eq(err.message, "the kernel ran out of fuel (kernel k)");
}
END_TEST

START_TEST(blocks_that_cannot_be_are_refused)
{
    int32_t out[1];

    ck_assert_int_eq(
        RUN(OUT_HEAD "return\n}\n", AT(1, 1025), ARRAY(out), SCALAR(1)),
        PK_BAD_ARG);
    ck_assert_int_eq(
        RUN(OUT_HEAD "return\n}\n", GRID(1, 1, 64, 32), ARRAY(out), SCALAR(1)),
        PK_BAD_ARG);
}
END_TEST

static size_t blocks_left;

static void *limited_alloc(void *self, size_t size) {
    (void)self;
    return blocks_left ? blocks_left--, malloc(size) : NULL;
}

static void limited_release(void *self, void *old, size_t size) {
    (void)self, (void)size;
    free(old);
}

START_TEST(a_launch_ends_well_wherever_memory_ends)
{
    static const pk_allocator some = {NULL, limited_alloc, NULL,
                                      limited_release};
    int32_t out[3] = {0};
    pk_interp_memory memory = {out, sizeof out};
    struct {
        int32_t *out;
        int32_t n;
    } params = {out, 3};
    pk_interp_config config = {.grid = {3, 1, 1},
                               .block = {128, 1, 1},
                               .params = &params,
                               .params_size = sizeof params,
                               .memory = &memory,
                               .memory_count = 1};
    pk_status status = PK_NO_MEMORY;
    pk_arena arena;
    pk_func *fn;

    pk_arena_init(&arena, &pk_heap);
    fn = ir_kernel(ir_parse(&arena,
                            TREE_SUM "barrier\n%s2: i32 = shr %s, 1:i32\n"
                                     "set $s, %s2\n}\nreturn\n}\n"));
    for (size_t left = 0; status != PK_OK; left++) {
        ck_assert_uint_lt(left, 200);
        blocks_left = left;
        status = pk_interp_launch(fn, &config, NULL, &some, &err);
        ck_assert(status == PK_OK || status == PK_NO_MEMORY);
    }
    pk_arena_finish(&arena);
}
END_TEST

/* ---- every operation as pk_eval has it ---- */

static const uint64_t edges[] = {0,
                                 1,
                                 2,
                                 3,
                                 7,
                                 31,
                                 32,
                                 63,
                                 64,
                                 0x7f,
                                 0x80,
                                 0xff,
                                 0x7fff,
                                 0x8000,
                                 0x3c00,
                                 0x7c01,
                                 0xffff,
                                 0x7fffffff,
                                 0x80000000,
                                 0xffffffff,
                                 0x3f800000,
                                 0xbfc00000,
                                 0x7fc00000,
                                 0x7f800000,
                                 0x7fffffffffffffff,
                                 0x8000000000000000,
                                 0xffffffffffffffff,
                                 0xfffffffffffffff9,
                                 0x3ff0000000000000,
                                 0xc004000000000000,
                                 0x7ff8000000000000,
                                 0x4340000000000001};
enum { EDGES = sizeof edges / sizeof *edges };

static uint64_t to_type(pk_type type, uint64_t bits) {
    uint32_t unused = 64 - 8 * pk_type_bytes(type);
    return type == PK_TYPE_bool ? bits & 1 : bits << unused >> unused;
}

/* NaN results may differ in sign and payload. */
static bool same_bits(pk_type type, uint64_t a, uint64_t b) {
    if (pk_type_is_float(type)) {
        double x, y;
        uint64_t wide_a = pk_eval_convert(type, PK_TYPE_f64, a);
        uint64_t wide_b = pk_eval_convert(type, PK_TYPE_f64, b);
        memcpy(&x, &wide_a, sizeof x);
        memcpy(&y, &wide_b, sizeof y);
        if (isnan(x) && isnan(y))
            return true;
    }
    return a == b;
}

/* Runs `result = op a b` for each pair of edges: block a, thread b. */
static void check_op(const char *op, pk_op code, pk_type type, pk_type result) {
    uint32_t size = pk_type_bytes(type), out_size = pk_type_bytes(result);
    const char *tn = pk_type_name(type), *rn = pk_type_name(result);
    uint8_t x[EDGES * 8], out[EDGES * EDGES * 8];
    pk_text text;

    for (int i = 0; i < EDGES; i++) {
        uint64_t bits = to_type(type, edges[i]);
        memcpy(x + (size_t)i * size, &bits, size);
    }
    pk_text_init(&text, &pk_heap);
    pk_text_printf(&text,
                   "kernel @k(%%x: ptr<global, %s> data 0 readonly, %%out: "
                   "ptr<global, %s> data 1) {\n%s"
                   "%%pa: ptr<global, %s> = elem %%x, %%b\n"
                   "%%pb: ptr<global, %s> = elem %%x, %%t\n"
                   "%%va: %s = load %%pa\n%%vb: %s = load %%pb\n"
                   "%%r: %s = %s %%va%s\n"
                   "%%po: ptr<global, %s> = elem %%out, %%i\n"
                   "store %%po, %%r\nreturn\n}\n",
                   tn, rn, GLOBAL_ID, tn, tn, tn, tn, rn, op,
                   pk_op_table[code].args > 1 ? ", %vb" : "", rn);
    assert_ok(RUN(text.data, AT(EDGES, EDGES), ARRAY(x), ARRAY(out)));
    for (int i = 0; i < EDGES * EDGES; i++) {
        uint64_t args[2] = {to_type(type, edges[i / EDGES]),
                            to_type(type, edges[i % EDGES])};
        uint64_t want, got = 0;
        pk_eval(code, type, result, args, &want);
        memcpy(&got, out + (size_t)i * out_size, out_size);
        ck_assert_msg(same_bits(result, got, want),
                      "%s %s: %llx %llx gives %llx, not %llx", op, tn,
                      (unsigned long long)args[0], (unsigned long long)args[1],
                      (unsigned long long)got, (unsigned long long)want);
    }
    pk_text_finish(&text);
}

static bool takes(pk_op_rule rule, pk_type type) {
    bool number = pk_type_is_int(type) || pk_type_is_float(type);

    return rule == PK_RULE_SAME_NUMBER || rule == PK_RULE_COMPARE ? number
           : rule == PK_RULE_SAME_INT   ? pk_type_is_int(type)
           : rule == PK_RULE_SAME_FLOAT ? pk_type_is_float(type)
           : rule == PK_RULE_SAME_BITS
               ? pk_type_is_int(type) || type == PK_TYPE_bool
               : false;
}

START_TEST(operations_over_threads_are_those_on_numbers)
{
    int checked = 0;

    for (int op = 0; op < PK_OP_COUNT; op++) {
        const pk_op_info *info = &pk_op_table[op];
        bool compare = info->rule == PK_RULE_COMPARE;
        for (pk_type type = PK_TYPE_bool; type < PK_TYPE_COUNT; type++) {
            if (!takes((pk_op_rule)info->rule, type) || info->args > 2)
                continue;
            check_op(info->name, (pk_op)op, type,
                     compare ? PK_TYPE_bool : type);
            checked++;
        }
    }
    for (pk_type from = PK_TYPE_bool; from < PK_TYPE_COUNT; from++)
        for (pk_type to = PK_TYPE_bool; to < PK_TYPE_COUNT; to++)
            if (from != to)
                check_op("convert", PK_OP_convert, from, to);
    ck_assert_int_gt(checked, 300);
}
END_TEST

TESTS("interp", a_guard_keeps_the_last_block_inside,
      a_varying_loop_ends_for_each_thread_by_itself,
      exits_find_the_loop_they_name, ranges_do_not_overflow_at_their_ends,
      device_functions_return_early_and_more_than_one_value,
      a_tree_of_barriers_sums_a_block, dynamic_shared_arrays_are_one_place,
      items_run_in_any_order_once_each,
      an_index_past_the_array_is_named_with_its_thread,
      any_index_however_large_is_caught, strides_give_an_array_its_bounds,
      readonly_parameters_may_not_be_written,
      reading_what_nobody_wrote_is_found, races_are_found_and_nothing_else,
      a_race_names_both_threads, arrays_that_overlap_are_one_memory,
      barriers_must_be_reached_by_all_that_still_run,
      a_divergent_barrier_names_two_threads, fuel_ends_an_endless_loop,
      blocks_that_cannot_be_are_refused,
      a_launch_ends_well_wherever_memory_ends,
      operations_over_threads_are_those_on_numbers)
