/* SPDX-License-Identifier: Apache-2.0 */
/* The interpreter: what kernels compute, against the same in C. */
#include "interp_test.h"

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

/* ---- limits ---- */

START_TEST(fuel_ends_an_endless_loop)
{
    int32_t out[1];
    uint64_t operations = 0;

    ck_assert_int_eq(RUN(OUT_HEAD "loop ^1 {\ncontinue ^1 !2:2\n}\n}\n",
                         FUEL(4, 1000, &operations), ARRAY(out), SCALAR(1)),
                     PK_TIMEOUT);
    ck_assert_uint_eq(operations, 1000);
    ck_assert_str_eq(
        err.message,
        "the launch has used up its operations (PORTKERN_INTERP_FUEL=1000); "
        "thread (0, 0, 0) of block (0, 0, 0) is here (kernel k)");
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

/* Runs the kernel over three blocks with ever more memory until there is
 * enough; out is what it wrote. */
static void run_until_enough(const char *text, uint32_t threads,
                             int32_t out[3]) {
    static const pk_allocator some = {NULL, limited_alloc, NULL,
                                      limited_release};
    pk_interp_memory memory = {out, 3 * sizeof *out};
    struct {
        int32_t *out;
        int32_t n;
    } params = {out, 3};
    pk_interp_config config = {.grid = {3, 1, 1},
                               .block = {threads, 1, 1},
                               .params = &params,
                               .params_size = sizeof params,
                               .memory = &memory,
                               .memory_count = 1};
    pk_status status = PK_NO_MEMORY;
    pk_arena arena;
    pk_func *fn;

    pk_arena_init(&arena, &pk_heap);
    fn = ir_kernel(ir_parse(&arena, text));
    for (size_t left = 0; status != PK_OK; left++) {
        ck_assert_uint_lt(left, 400);
        memset(out, 0, 3 * sizeof *out);
        blocks_left = left;
        status = pk_interp_launch(fn, &config, NULL, &some, &err);
        ck_assert(status == PK_OK || status == PK_NO_MEMORY);
    }
    pk_arena_finish(&arena);
}

START_TEST(a_launch_ends_well_wherever_memory_ends)
{
    int32_t out[3];

    run_until_enough(TREE_SUM "barrier\n%s2: i32 = shr %s, 1:i32\n"
                              "set $s, %s2\n}\nreturn\n}\n",
                     128, out);
}
END_TEST

/* Each block waits for the one behind it: machines, groups, sets and flags. */
START_TEST(blocks_that_wait_end_well_wherever_memory_ends)
{
    int32_t out[3];

    run_until_enough(OUT_HEAD
                     "%t: i32 = thread_id.x\n%b: i32 = block_id.x\n"
                     "%f: bool = eq %t, 0:i32\nif %f {\n"
                     "%b1: i32 = add %b, 1:i32\n"
                     "%p: ptr<global, i32> = elem %out, %b1\n"
                     "%l: bool = lt %b, 2:i32\nif %l {\nloop ^1 {\n"
                     "%v: i32 = atomic_add %p, 0:i32\n%s: bool = ne %v, 0:i32\n"
                     "if %s {\nbreak ^1\n}\n}\n}\nfence_device\n"
                     "%q: ptr<global, i32> = elem %out, %b\n"
                     "%w: i32 = atomic_add %q, 7:i32\n}\nreturn\n}\n",
                     40, out);
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(out[i], 7);
}
END_TEST

TESTS("interp", a_guard_keeps_the_last_block_inside,
      a_varying_loop_ends_for_each_thread_by_itself,
      exits_find_the_loop_they_name, ranges_do_not_overflow_at_their_ends,
      device_functions_return_early_and_more_than_one_value,
      a_tree_of_barriers_sums_a_block, dynamic_shared_arrays_are_one_place,
      items_run_in_any_order_once_each, fuel_ends_an_endless_loop,
      blocks_that_cannot_be_are_refused,
      a_launch_ends_well_wherever_memory_ends,
      blocks_that_wait_end_well_wherever_memory_ends)
