/* SPDX-License-Identifier: Apache-2.0 */
/* Whole kernels on a real device against the interpreter, array for array, in
 * the threads form as it stands and, after the passes, in every form. */
#include "tests/opencl/device_test.h"

#include <math.h>

/* ---- threads on their own ---- */

START_TEST(vector_add_leaves_the_rest_alone)
{
    static float x[1000], y[1000], out[1000];

    for (int i = 0; i < 1000; i++) {
        x[i] = (float)i / 3;
        y[i] = 1e-3f * (float)i;
        out[i] = -1;
    }
    COMPARE("kernel @k(%x: ptr<global, f32> data 0 readonly, %n: i64 shape 0 "
            "0, %y: ptr<global, f32> data 1 readonly, %out: ptr<global, f32> "
            "data 2 noalias) {\n" GLOBAL_ID
            "%w: i64 = convert %i\n%c: bool = lt %w, %n\nif %c {\n"
            "%px: ptr<global, f32> = elem %x, %w\n"
            "%py: ptr<global, f32> = elem %y, %w\n"
            "%po: ptr<global, f32> = elem %out, %w\n"
            "%vx: f32 = load %px\n%vy: f32 = load %py\n"
            "%v: f32 = add %vx, %vy\nstore %po, %v\n}\nreturn\n}\n",
            RAW, AT(8, 128), RIG_ARRAY(x), RIG_SCALAR(990), RIG_ARRAY(y),
            RIG_ARRAY(out));
}
END_TEST

START_TEST(exits_reach_the_loop_they_name)
{
    int32_t out[64];

    COMPARE("kernel @k(%out: ptr<global, i32> data 0) {\n"
            "local $s: i32\n%t: i32 = thread_id.x\n"
            "for ^1 %a: i32 = 0:i32, %t, 1:i32 {\n"
            "for ^2 %b: i32 = %t, 0:i32, -3:i32 {\n"
            "%p: i32 = mul %a, %b\n%q: i32 = and %p, 7:i32\n"
            "%c3: bool = eq %q, 3:i32\nif %c3 {\ncontinue ^1\n}\n"
            "%c5: bool = eq %q, 5:i32\nif %c5 {\ncontinue ^2\n}\n"
            "block ^4 {\n%c6: bool = eq %q, 6:i32\nif %c6 {\nbreak ^4\n}\n"
            "%c2: bool = eq %q, 2:i32\nif %c2 {\ncontinue ^2\n}\n"
            "%big: bool = gt %p, 900:i32\nif %big {\nbreak ^1\n}\n}\n"
            "%s: i32 = get $s\n%s1: i32 = add %s, %p\nset $s, %s1\n"
            "}\n}\n"
            "block ^3 {\n%c: bool = lt %t, 50:i32\nif %c {\nbreak ^3\n}\n"
            "set $s, -1:i32\n}\n"
            "%o: ptr<global, i32> = elem %out, %t\n%r: i32 = get $s\n"
            "store %o, %r\nreturn\n}\n",
            RAW, AT(1, 64), RIG_ARRAY(out));
}
END_TEST

/* Each row of `in` is a range; `out` has its trips and the sum of its values.
 * Ends at the type's limits are where a plain C loop never ends. */
START_TEST(ranges_are_pythons_to_the_limits_of_the_type)
{
    static const int64_t big = INT64_MAX, low = INT64_MIN;
    int64_t in[][3] = {{0, 10, 3},         {10, 0, -3},     {5, 5, 1},
                       {0, 10, 0},         {3, -3, 1},      {big - 5, big, 2},
                       {low + 5, low, -2}, {low, big, big}, {big, low, low},
                       {big, low, -big},   {-7, 8, 5},      {7, -8, -4}};
    int64_t out[12][2] = {0};

    COMPARE("kernel @k(%in: ptr<global, i64> data 0, %out: ptr<global, i64> "
            "data 1) {\nlocal $n: i64\nlocal $s: i64\n%t: i32 = thread_id.x\n"
            "%w: i64 = convert %t\n%r: i64 = mul %w, 3:i64\n"
            "%pa: ptr<global, i64> = elem %in, %r\n"
            "%pb: ptr<global, i64> = elem %pa, 1:i64\n"
            "%pc: ptr<global, i64> = elem %pa, 2:i64\n"
            "%a: i64 = load %pa\n%b: i64 = load %pb\n%c: i64 = load %pc\n"
            "for ^1 %i: i64 = %a, %b, %c {\n%n: i64 = get $n\n"
            "%n1: i64 = add %n, 1:i64\nset $n, %n1\n%s: i64 = get $s\n"
            "%s1: i64 = add %s, %i\nset $s, %s1\n}\n"
            "%q: i64 = mul %w, 2:i64\n%po: ptr<global, i64> = elem %out, %q\n"
            "%ps: ptr<global, i64> = elem %po, 1:i64\n"
            "%m: i64 = get $n\nstore %po, %m\n%u: i64 = get $s\n"
            "store %ps, %u\nreturn\n}\n",
            RAW, AT(1, 12), RIG_ARRAY(in), RIG_ARRAY(out));
    ck_assert_int_eq(out[0][0], 4);
    ck_assert_int_eq(out[5][0], 3);
    ck_assert_int_eq(out[7][0], 3);
}
END_TEST

START_TEST(functions_give_several_results_and_arrays_are_where_they_say)
{
    int32_t out[128];

    COMPARE("device @pair(%a: i32 scalar 0, %b: f32 scalar 1, %p: ptr<global, "
            "i32> data 2) -> i32, f32, ptr<global, i32> {\n"
            "%c: bool = lt %a, 10:i32\n%q: ptr<global, i32> = elem %p, 1:i64\n"
            "if %c {\nreturn %a, %b, %p\n}\n%n: i32 = neg %a\n"
            "%m: f32 = neg %b\nreturn %n, %m, %q\n}\n"
            "device @halve(%x: f16 scalar 0) -> f16 {\n"
            "%h: f16 = mul %x, 0.5:f16\nreturn %h\n}\n"
            "device @poke(%p: ptr<global, i32> data 0) {\n"
            "%v: i32 = load %p\n%w: i32 = xor %v, 1024:i32\n"
            "store %p, %w\n}\n"
            "kernel @k(%out: ptr<global, i32> data 0) {\n"
            "constant %table: f32[3] = {\n-0.0, 2.5, 1e-45\n}\n"
            "constant %odd: bool[2] = {\nfalse, true\n}\n"
            "local %own: u8[4]\nlocal %half: f16[2]\nlocal %yes: bool[2]\n"
            "%t: i32 = thread_id.x\n%k: i32 = floor_mod %t, 3:i32\n"
            "%p: ptr<constant, f32> = elem %table, %k\n%f: f32 = load %p\n"
            "%even: i32 = mul %t, 2:i32\n"
            "%at: ptr<global, i32> = elem %out, %even\n"
            "%r: i32, %g: f32, %q: ptr<global, i32> = call @pair(%t, %f, %at)\n"
            "%bits: i32 = bitcast %g\n%sum: i32 = add %r, %bits\n"
            "%one: i32 = and %t, 1:i32\n"
            "%po: ptr<constant, bool> = elem %odd, %one\n"
            "%o: bool = load %po\n"
            "%py: ptr<local, bool> = elem %yes, %one\nstore %py, %o\n"
            "%y: bool = load %py\n"
            "%u: u8 = convert %t\n%pu: ptr<local, u8> = elem %own, 3:i64\n"
            "store %pu, %u\n%v: u8 = load %pu\n%x: i32 = convert %v\n"
            "%hf: f16 = convert %t\n%ph: ptr<local, f16> = elem %half, 1:i64\n"
            "store %ph, %hf\n%hg: f16 = load %ph\n"
            "%hh: f16 = call @halve(%hg)\n%hb: u16 = bitcast %hh\n"
            "%hi: i32 = convert %hb\n%x2: i32 = add %x, %hi\n"
            "%z: i32 = select %y, %x2, %sum\n%s: i32 = add %sum, %z\n"
            "store %at, 7:i32\n"
            "%a1: ptr<global, i32> = elem %at, 1:i64\nstore %a1, 8:i32\n"
            "store %q, %s\ncall @poke(%q)\nreturn\n}\n",
            RAW, AT(1, 64), RIG_ARRAY(out));
}
END_TEST

#define STORE(name, index)                                                     \
    "%v" name ": f64 = convert %" name "\n%p" name                             \
    ": ptr<global, f64> = elem %out, " index ":i64\nstore %p" name ", %v" name \
    "\n"
#define SCALAR_STORES                                                          \
    STORE("a", "0")                                                            \
    STORE("b", "1")                                                            \
    STORE("c", "2")                                                            \
    STORE("d", "3")                                                            \
    STORE("e", "4")                                                            \
    STORE("f", "5")                                                            \
    STORE("g", "6")                                                            \
    STORE("h", "7")                                                            \
    STORE("i", "8")                                                            \
    STORE("j", "9")                                                            \
    STORE("l", "10")

START_TEST(scalars_of_every_type_arrive)
{
    double out[13] = {0};
    uint64_t f32_bits = 0xbfc00000, f64_bits = 0x4004000000000000ULL;

    COMPARE("kernel @k(%a: bool scalar 0, %b: i8 scalar 1, %c: i16 scalar 2, "
            "%d: i32 scalar 3, %e: i64 scalar 4, %f: u8 scalar 5, %g: u16 "
            "scalar 6, %h: u32 scalar 7, %i: u64 scalar 8, %j: f16 scalar 9, "
            "%l: f32 scalar 10, %m: f64 scalar 11, %out: ptr<global, f64> "
            "data 12) {\n" SCALAR_STORES
            "%pm: ptr<global, f64> = elem %out, 11:i64\nstore %pm, %m\n"
            "return\n}\n",
            RAW, AT(1, 1), RIG_SCALAR(1), RIG_SCALAR(-3), RIG_SCALAR(-300),
            RIG_SCALAR(-70000), RIG_SCALAR(-5000000000), RIG_SCALAR(200),
            RIG_SCALAR(60000), RIG_SCALAR(4000000000),
            RIG_SCALAR(UINT64_MAX - 1023), RIG_SCALAR(0x3e00),
            RIG_SCALAR(f32_bits), RIG_SCALAR(f64_bits), RIG_ARRAY(out));
    ck_assert(out[0] == 1 && out[1] == -3 && out[9] == 1.5 && out[10] == -1.5);
}
END_TEST

START_TEST(grids_have_three_dimensions)
{
    int32_t out[2 * 3 * 4 * 2 * 3 * 5];

    COMPARE("kernel @k(%out: ptr<global, i32> data 0) {\n"
            "%tx: i32 = thread_id.x\n%ty: i32 = thread_id.y\n"
            "%tz: i32 = thread_id.z\n%bx: i32 = block_id.x\n"
            "%by: i32 = block_id.y\n%bz: i32 = block_id.z\n"
            "%dx: i32 = block_dim.x\n%dy: i32 = block_dim.y\n"
            "%dz: i32 = block_dim.z\n%gx: i32 = grid_dim.x\n"
            "%gy: i32 = grid_dim.y\n"
            "%a: i32 = mul %bz, %gy\n%a1: i32 = add %a, %by\n"
            "%a2: i32 = mul %a1, %gx\n%a3: i32 = add %a2, %bx\n"
            "%b: i32 = mul %a3, %dz\n%b1: i32 = add %b, %tz\n"
            "%b2: i32 = mul %b1, %dy\n%b3: i32 = add %b2, %ty\n"
            "%c: i32 = mul %b3, %dx\n%c1: i32 = add %c, %tx\n"
            "%p: ptr<global, i32> = elem %out, %c1\n"
            "%q: i32 = mul %c1, 3:i32\nstore %p, %q\nreturn\n}\n",
            RAW, AT_3D(2, 3, 4, 2, 3, 5), RIG_ARRAY(out));
    ck_assert_int_eq(out[719], 719 * 3);
}
END_TEST

/* ---- threads together ---- */

#define ATOMIC(op, type, index, value)                                         \
    "%p" #op #type ": ptr<global, " #type "> = elem %" #type ", " #index       \
    ":i64\n%o" #op #type ": " #type " = atomic_" #op " %p" #op #type           \
    ", " value "\n"

/* Sums of small integers are the same in any order, in floats, too. */
START_TEST(atomics_of_all_types_lose_no_update)
{
    int32_t i32[8] = {0, 0, 1000000, -1000000, -1, 0, 0, 0};
    uint32_t u32[4] = {0, 0, 4000000000u, 0};
    int64_t i64[8] = {0, 0, INT64_MAX, INT64_MIN, -1, 0, 0, 0};
    float f32[4] = {0, 0, 1e9f, -1e9f};
    double f64[4] = {0, 0, 1e300, -1e300};

    COMPARE(
        "kernel @k(%i32: ptr<global, i32> data 0, %u32: ptr<global, u32> "
        "data 1, %i64: ptr<global, i64> data 2, %f32: ptr<global, f32> "
        "data 3, %f64: ptr<global, f64> data 4) {\n" GLOBAL_ID
        "%u: u32 = convert %i\n%w: i64 = convert %i\n"
        "%f: f32 = convert %i\n%g: f64 = convert %i\n" ATOMIC(add, i32, 0, "%i")
            ATOMIC(sub, i32, 1, "%i") ATOMIC(min, i32, 2, "%i") ATOMIC(
                max, i32, 3, "%i") ATOMIC(and, i32, 4, "%i")
                ATOMIC(or, i32, 5, "%i") ATOMIC(xor, i32, 6, "%i") ATOMIC(
                    add, u32, 0, "%u") ATOMIC(min, u32, 2, "%u")
                    ATOMIC(max, u32, 3, "%u") ATOMIC(add, i64, 0, "%w") ATOMIC(
                        sub, i64, 1, "%w") ATOMIC(min, i64, 2, "%w")
                        ATOMIC(max, i64, 3, "%w") ATOMIC(and, i64, 4, "%w")
                            ATOMIC(or, i64, 5, "%w") ATOMIC(xor, i64, 6, "%w")
                                ATOMIC(add, f32, 0, "%f") ATOMIC(
                                    sub, f32, 1, "%f") ATOMIC(min, f32, 2, "%f")
                                    ATOMIC(max, f32, 3, "%f") ATOMIC(add, f64,
                                                                     0, "%g")
                                        ATOMIC(sub, f64, 1, "%g")
                                            ATOMIC(min, f64, 2, "%g") ATOMIC(
                                                max, f64, 3,
                                                "%g") "%pc: ptr<global, i32> = "
                                                      "elem %i32, 7:i64\n"
                                                      "%old: i32 = atomic_cas "
                                                      "%pc, 0:i32, 5:i32\n"
                                                      "%pe: ptr<global, f32> = "
                                                      "elem %f32, 0:i64\n"
                                                      "return\n}\n",
        RAW, AT(4, 64), RIG_ARRAY(i32), RIG_ARRAY(u32), RIG_ARRAY(i64),
        RIG_ARRAY(f32), RIG_ARRAY(f64));
    ck_assert_int_eq(i32[0], 255 * 128);
    ck_assert(f64[1] == -255 * 128);
}
END_TEST

START_TEST(shared_memory_and_barriers_sum_a_block)
{
    static float x[1024], out[8];

    for (int i = 0; i < 1024; i++)
        x[i] = (float)(i % 37) * 0.125f;
    COMPARE("kernel @k(%x: ptr<global, f32> data 0, %out: ptr<global, f32> "
            "data 1) {\nshared %buf: f32[128]\nlocal $h: i32\n" GLOBAL_ID
            "%px: ptr<global, f32> = elem %x, %i\n%v: f32 = load %px\n"
            "%pb: ptr<shared, f32> = elem %buf, %t\nstore %pb, %v\n"
            "barrier\nset $h, 64:i32\n"
            "loop ^1 {\nbarrier\n%h: i32 = get $h\n"
            "%end: bool = eq %h, 0:i32\nif %end {\nbreak ^1\n}\n"
            "%in: bool = lt %t, %h\nif %in {\n%th: i32 = add %t, %h\n"
            "%pq: ptr<shared, f32> = elem %buf, %th\n%a: f32 = load %pb\n"
            "%c: f32 = load %pq\n%s: f32 = add %a, %c\nstore %pb, %s\n}\n"
            "%h2: i32 = shr %h, 1:i32\nset $h, %h2\n}\n"
            "%first: bool = eq %t, 0:i32\nif %first {\n"
            "%r: f32 = load %buf\n%po: ptr<global, f32> = elem %out, %b\n"
            "store %po, %r\n}\nreturn\n}\n",
            RAW, AT(8, 128), RIG_ARRAY(x), RIG_ARRAY(out));
}
END_TEST

START_TEST(a_histogram_in_memory_sized_at_launch_adds_up)
{
    static uint8_t x[4096];
    static int32_t out[64];
    static float weight[64];

    for (int i = 0; i < 4096; i++)
        x[i] = (uint8_t)(i * i % 61);
    COMPARE("kernel @k(%x: ptr<global, u8> data 0, %out: ptr<global, i32> "
            "data 1, %weight: ptr<global, f32> data 2) {\n"
            "shared %bins: i32[]\nshared %sums: f32[64]\n" GLOBAL_ID
            "%pb: ptr<shared, i32> = elem %bins, %t\nstore %pb, 0:i32\n"
            "%ps: ptr<shared, f32> = elem %sums, %t\nstore %ps, 0.0:f32\n"
            "barrier\n"
            "for ^1 %k: i32 = %i, 4096:i32, 256:i32 {\n"
            "%px: ptr<global, u8> = elem %x, %k\n%v: u8 = load %px\n"
            "%w: i32 = convert %v\n%pv: ptr<shared, i32> = elem %bins, %w\n"
            "%o: i32 = atomic_add %pv, 1:i32\n"
            "%pw: ptr<shared, f32> = elem %sums, %w\n"
            "%of: f32 = atomic_add %pw, 0.5:f32\n}\n"
            "barrier\n%n: i32 = load %pb\n"
            "%po: ptr<global, i32> = elem %out, %t\n"
            "%oo: i32 = atomic_add %po, %n\n%m: f32 = load %ps\n"
            "%pm: ptr<global, f32> = elem %weight, %t\n"
            "%om: f32 = atomic_add %pm, %m\nreturn\n}\n",
            RAW, AT_SHARED(4, 64, 256), RIG_ARRAY(x), RIG_ARRAY(out),
            RIG_ARRAY(weight));
    ck_assert(weight[0] == 0.5f * (float)out[0]);
}
END_TEST

/* ---- parameters ---- */

/* A kernel with `scalars` i64 parameters between two arrays: folds them into
 * one number, which goes to out[1], negated when `flag`. */
static pk_ir *wide_kernel(pk_arena *arena, int scalars) {
    int v = 1; /* temporaries */
    pk_ir *ir = NULL;
    pk_text text;

    pk_text_init(&text, &pk_heap);
    pk_text_put(&text, "pkir 1\nkernel @k(%x: ptr<global, i64> data 0");
    for (int i = 0; i < scalars; i++)
        pk_text_printf(&text, ", %%s%d: i64 scalar %d", i, i + 1);
    pk_text_printf(&text,
                   ", %%flag: bool scalar %d, %%out: ptr<global, i64> data "
                   "%d) {\n%%1: i64 = load %%x\n",
                   scalars + 1, scalars + 2);
    for (int i = 0; i < scalars; i++, v += 2)
        pk_text_printf(&text,
                       "%%%d: i64 = mul %%%d, 3:i64\n"
                       "%%%d: i64 = add %%%d, %%s%d\n",
                       v + 1, v, v + 2, v + 1, i);
    pk_text_printf(&text,
                   "%%%d: i64 = neg %%%d\n%%%d: i64 = select %%flag, %%%d, "
                   "%%%d\n%%%d: ptr<global, i64> = elem %%out, 1:i64\n"
                   "store %%%d, %%%d\nreturn\n}\n",
                   v + 1, v, v + 2, v + 1, v, v + 3, v + 3, v + 2);
    ck_assert_msg(pk_ir_parse(arena, text.data, text.length, &ir, &err) ==
                      PK_OK,
                  "%u: %s", err.line, err.message);
    pk_text_finish(&text);
    return ir;
}

START_TEST(more_parameters_than_a_device_takes_go_through_a_buffer)
{
    enum { SCALARS = 100, ALL = SCALARS + 3 };
    int64_t x[1] = {5}, out[2] = {0}, want = 5;
    rig_arg args[ALL] = {RIG_ARRAY(x)};
    const rig_launch at = {.grid = {1}};
    pk_arena arena;

    for (int i = 0; i < SCALARS; i++) {
        args[i + 1] = (rig_arg)RIG_SCALAR(i * i - 50);
        want = (int64_t)((uint64_t)want * 3 + (uint64_t)(i * i - 50));
    }
    args[SCALARS + 1] = (rig_arg)RIG_SCALAR(1);
    args[SCALARS + 2] = (rig_arg)RIG_ARRAY(out);
    for (int way = 0; way < 2; way++) {
        rig r;
        open_rig(&r, "threads");
        pk_arena_init(&arena, &pk_heap);
        r.caps.param_bytes = way ? 256 : 4096;
        ck_assert_msg(rig_run(&r, wide_kernel(&arena, SCALARS), "k", &at, args,
                              ALL, &err) == PK_OK,
                      "%s", err.message);
        ck_assert_int_eq(out[0], 0);
        ck_assert_int_eq(out[1], -want);
        pk_arena_finish(&arena);
        rig_close(&r);
    }
}
END_TEST

START_TEST(an_empty_array_is_null_and_not_read)
{
    int64_t out[4] = {1, 2, 3, 4};

    COMPARE("kernel @k(%x: ptr<global, i64> data 0, %n: i64 shape 0 0, %out: "
            "ptr<global, i64> data 1) {\n%t: i32 = thread_id.x\n"
            "%w: i64 = convert %t\n%c: bool = lt %w, %n\nif %c {\n"
            "%p: ptr<global, i64> = elem %x, %w\nstore %p, 1:i64\n}\n"
            "%q: ptr<global, i64> = elem %out, %w\nstore %q, %n\n"
            "return\n}\n",
            RAW, AT(1, 4), {NULL, 0, 0}, RIG_SCALAR(0), RIG_ARRAY(out));
}
END_TEST

int main(int argc, char **argv) {
    const TTest *const tests[] = {
        vector_add_leaves_the_rest_alone,
        exits_reach_the_loop_they_name,
        ranges_are_pythons_to_the_limits_of_the_type,
        functions_give_several_results_and_arrays_are_where_they_say,
        scalars_of_every_type_arrive,
        grids_have_three_dimensions,
        atomics_of_all_types_lose_no_update,
        shared_memory_and_barriers_sum_a_block,
        a_histogram_in_memory_sized_at_launch_adds_up,
        more_parameters_than_a_device_takes_go_through_a_buffer,
        an_empty_array_is_null_and_not_read,
    };

    return run_on_device(argc, argv, "opencl kernels", tests,
                         sizeof tests / sizeof *tests);
}
