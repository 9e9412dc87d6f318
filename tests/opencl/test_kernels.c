/* SPDX-License-Identifier: Apache-2.0 */
/* Whole kernels on a real device against the interpreter, array for array,
 * in the threads form as it stands and, after the passes, in every form; and
 * what the plugin promises beyond values. */
#include "core/error.h"
#include "tests/opencl/rig.h"

#include "../unit/ir_run.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const pk_plugin *plugin;
static pk_error err;

enum { RAW, THREADS, BLOCK, WAYS }; /* how a kernel reaches the device */

static const char *const way_names[] = {"raw threads", "threads", "block"};

static void open_rig(rig *r, const char *form) {
    memset(&err, 0, sizeof err);
    ck_assert_msg(rig_open(r, plugin, form, &err) == PK_OK, "%s", err.message);
}

static bool form_is(const pk_ir *ir, uint32_t form) {
    for (const pk_func *fn = ir->funcs; fn; fn = fn->next)
        if (fn->kind == PK_FUNC_kernel && fn->form != form)
            return false;
    return true;
}

static void run_way(const char *text, int way, const rig_launch *at,
                    const rig_arg *args, uint32_t count) {
    pk_arena arena;
    pk_ir *ir;
    rig r;

    open_rig(&r, way == BLOCK ? "block" : "threads");
    pk_arena_init(&arena, &pk_heap);
    ir = ir_parse(&arena, text);
    if (way != RAW)
        ck_assert_msg(pk_run_passes(ir, &r.caps, true, &err) == PK_OK,
                      "passes for %s: %s", way_names[way], err.message);
    ck_assert(form_is(ir, r.caps.form));
    ck_assert_msg(rig_run(&r, ir, "k", at, args, count, &err) == PK_OK,
                  "%s: %s", way_names[way], err.message);
    pk_arena_finish(&arena);
    rig_close(&r);
}

/* Runs the kernel in the interpreter, and on the device in each way from
 * `first` on, from the same inputs; the arrays end as the interpreter's. */
static void compare(const char *text, int first, rig_launch at, rig_arg *args,
                    uint32_t count) {
    ir_arg oracle[RUN_MAX];
    void *before[RUN_MAX] = {0}, *after[RUN_MAX] = {0};
    ir_launch where = {.shared = at.shared};
    pk_arena arena;

    ck_assert_uint_le(count, RUN_MAX);
    memcpy(where.grid, at.grid, sizeof at.grid);
    memcpy(where.block, at.block, sizeof at.block);
    for (uint32_t i = 0; i < count; i++) {
        before[i] = malloc(args[i].bytes + 1);
        after[i] = malloc(args[i].bytes + 1);
        if (args[i].bytes) {
            memcpy(before[i], args[i].data, args[i].bytes);
            memcpy(after[i], args[i].data, args[i].bytes);
        }
        oracle[i] = (ir_arg){args[i].bytes ? after[i] : NULL, args[i].bytes,
                             args[i].bits};
    }
    pk_arena_init(&arena, &pk_heap);
    ck_assert_msg(ir_run(ir_kernel(ir_parse(&arena, text)), &where, oracle,
                         count, &err) == PK_OK,
                  "interpreter: %s", err.message);
    pk_arena_finish(&arena);
    for (int way = first; way < WAYS; way++) {
        for (uint32_t i = 0; i < count; i++)
            if (args[i].bytes)
                memcpy(args[i].data, before[i], args[i].bytes);
        run_way(text, way, &at, args, count);
        for (uint32_t i = 0; i < count; i++)
            ck_assert_msg(!args[i].bytes ||
                              !memcmp(args[i].data, after[i], args[i].bytes),
                          "%s: argument %u differs", way_names[way], i);
    }
    for (uint32_t i = 0; i < count; i++) {
        free(before[i]);
        free(after[i]);
    }
}

#define COMPARE(text, first, at, ...)                                          \
    compare(text, first, (rig_launch)at, (rig_arg[]){__VA_ARGS__},             \
            sizeof((rig_arg[]){__VA_ARGS__}) / sizeof(rig_arg))
#define AT(g, b)                                                               \
    {                                                                          \
        .grid = {g}, .block = { b }                                            \
    }
#define AT_3D(gx, gy, gz, bx, by, bz)                                          \
    {                                                                          \
        .grid = {gx, gy, gz}, .block = { bx, by, bz }                          \
    }
#define AT_SHARED(g, b, bytes) {.grid = {g}, .block = {b}, .shared = bytes}

#define GLOBAL_ID                                                              \
    "%t: i32 = thread_id.x\n%b: i32 = block_id.x\n%d: i32 = block_dim.x\n"     \
    "%bd: i32 = mul %b, %d\n%i: i32 = add %bd, %t\n"

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

/* ---- what cannot be had ---- */

static pk_status emit_with(const char *text, uint64_t without, pk_form form) {
    pk_artifact artifact = {0};
    pk_arena arena;
    pk_status status;
    pk_ir *ir;
    rig r;

    open_rig(&r, "threads");
    r.caps.features &= ~without;
    pk_arena_init(&arena, &pk_heap);
    ir = ir_parse(&arena, text);
    ir_kernel(ir)->form = form;
    status = rig_emit(&r, ir, &artifact, &err);
    if (status == PK_OK)
        plugin->artifact_free(&r.host, &artifact);
    pk_arena_finish(&arena);
    rig_close(&r);
    return status;
}

#define LACKS(line)                                                            \
    "kernel @k(%x: ptr<global, f64> data 0, %y: ptr<global, f32> data 1, %i: " \
    "ptr<global, i64> data 2, %f: f32 scalar 3) {\n" line "return\n}\n"

START_TEST(what_the_device_lacks_is_refused_with_its_line)
{
    ck_assert_int_eq(
        emit_with(LACKS("%v: f64 = load %x !0:7:3-9\n"), PK_CAP_f64, 0),
        PK_UNSUPPORTED);
    ck_assert_msg(strstr(err.message, "float64") != NULL, "%s", err.message);
    ck_assert_uint_eq(err.line, 7);
    ck_assert_str_eq(err.file, "k.py");
    ck_assert_int_eq(emit_with(LACKS("%o: i64 = atomic_add %i, 1:i64 !8:1\n"),
                               PK_CAP_atomic_i64, 0),
                     PK_UNSUPPORTED);
    ck_assert_uint_eq(err.line, 8);
    ck_assert_int_eq(emit_with(LACKS("%q: f32 = div %f, 3.0:f32 !9:1\n"),
                               PK_CAP_div_sqrt, 0),
                     PK_OK);
    ck_assert_int_eq(emit_with(LACKS("%q: f32 = div %f, 3.0:f32 !9:1\n"),
                               PK_CAP_div_sqrt | PK_CAP_f64, 0),
                     PK_UNSUPPORTED);
    ck_assert_int_eq(emit_with(LACKS("barrier\n"), 0, PK_FORM_block),
                     PK_VERIFY);
}
END_TEST

/* As deep as the IR may be: within what the lint and clang take. */
START_TEST(the_deepest_kernel_is_not_too_deep_for_a_compiler)
{
    enum { DEPTH = 199 };
    pk_text text;

    pk_text_init(&text, &pk_heap);
    pk_text_put(&text, "kernel @k(%x: bool scalar 0) {\n");
    for (int i = 0; i < DEPTH; i++)
        pk_text_put(&text, "if %x {\n");
    for (int i = 0; i < DEPTH; i++)
        pk_text_put(&text, "}\n");
    pk_text_put(&text, "return\n}\n");
    ck_assert_msg(emit_with(text.data, 0, PK_FORM_threads) == PK_OK, "%s",
                  err.message);
    pk_text_finish(&text);
}
END_TEST

START_TEST(targets_have_names)
{
    pk_host host = {0};
    pk_caps caps;

    ck_assert_int_eq(plugin->target_caps(&host, NULL, &caps, &err), PK_OK);
    ck_assert_str_eq(caps.name, "threads");
    ck_assert_int_eq(plugin->target_caps(&host, "block", &caps, &err), PK_OK);
    ck_assert_int_eq(caps.form, PK_FORM_block);
    ck_assert_int_eq(plugin->target_caps(&host, "lanes", &caps, &err), PK_OK);
    ck_assert_int_eq(caps.form, PK_FORM_lanes);
    ck_assert_int_eq(plugin->target_caps(&host, "subgroups", &caps, &err),
                     PK_OK);
    ck_assert_int_eq(caps.form, PK_FORM_subgroups);
    ck_assert_int_eq(plugin->target_caps(&host, "sm_75", &caps, &err),
                     PK_BAD_ARG);
}
END_TEST

/* ---- modules ---- */

static const char trivial[] =
    "kernel @k(%x: ptr<global, i32> data 0) {\nstore %x, 42:i32\nreturn\n}\n";

static pk_status load(rig *r, const pk_artifact *artifact, pk_mod **mod) {
    pk_arena arena;
    pk_entry entry;
    pk_status status;

    pk_arena_init(&arena, &pk_heap);
    entry = rig_entry(&arena, ir_kernel(ir_parse(&arena, trivial)));
    status = plugin->module_load(r->dev, artifact, &entry, 1, mod, &err);
    pk_arena_finish(&arena);
    return status;
}

START_TEST(a_binary_loads_again_and_a_damaged_one_does_not)
{
    pk_artifact source = {0}, binary = {0};
    pk_mod *mod = NULL, *again = NULL;
    pk_arena arena;
    char *bytes;
    rig r;

    open_rig(&r, "threads");
    pk_arena_init(&arena, &pk_heap);
    ck_assert_int_eq(rig_emit(&r, ir_parse(&arena, trivial), &source, &err),
                     PK_OK);
    ck_assert_int_eq(load(&r, &source, &mod), PK_OK);
    ck_assert_int_eq(plugin->module_binary(mod, &binary, &err), PK_OK);
    ck_assert_str_eq(binary.format, "opencl-binary");
    ck_assert_msg(load(&r, &binary, &again) == PK_OK, "%s", err.message);
    plugin->module_free(again);
    bytes = binary.bytes;
    for (size_t i = 0; i < binary.size; i += 1 + binary.size / 50) {
        bytes[i] ^= 4;
        ck_assert_int_eq(load(&r, &binary, &again), PK_BAD_ARG);
        bytes[i] ^= 4;
    }
    binary.size -= 7;
    ck_assert_int_eq(load(&r, &binary, &again), PK_BAD_ARG);
    binary.size += 7;
    plugin->artifact_free(&r.host, &binary);
    plugin->artifact_free(&r.host, &source);
    plugin->module_free(mod);
    pk_arena_finish(&arena);
    rig_close(&r);
    ck_assert_uint_eq(rig_live_bytes, 0);
}
END_TEST

START_TEST(a_text_that_does_not_build_gives_the_compilers_words)
{
    char text[] = "__kernel void k_k(int x) { undeclared = 1; }";
    pk_artifact artifact = {.format = "opencl-c",
                            .bytes = text,
                            .size = sizeof text - 1,
                            .is_text = 1};
    pk_mod *mod = NULL;
    rig r;

    open_rig(&r, "threads");
    ck_assert_int_eq(load(&r, &artifact, &mod), PK_COMPILE);
    ck_assert_msg(strstr(err.message, "undeclared") != NULL, "%s", err.message);
    artifact.size = sizeof "__kernel void k_k(int x) {" - 1;
    ck_assert_int_eq(load(&r, &artifact, &mod), PK_COMPILE);
    strcpy(artifact.format, "ptx");
    ck_assert_int_eq(load(&r, &artifact, &mod), PK_BAD_ARG);
    strcpy(artifact.format, "opencl-c");
    strcpy(text, "__kernel void k_k(int x) { }");
    artifact.size = strlen(text);
    ck_assert_int_eq(load(&r, &artifact, &mod), PK_BAD_ARG); /* arguments */
    strcpy(text, "__kernel void other(int x) { }");
    artifact.size = strlen(text);
    ck_assert_int_eq(load(&r, &artifact, &mod), PK_DRIVER);
    rig_close(&r);
    ck_assert_uint_eq(rig_live_bytes, 0);
}
END_TEST

/* ---- memory, queues, processes ---- */

START_TEST(copies_and_fills_take_any_offset)
{
    char data[1000], back[1000], want[1000];
    pk_ref a = {0}, b = {0}, host = {.host = data}, to = {.host = back};
    const uint64_t pattern = 0x1122334455667788;
    pk_mem *big;
    rig r;

    open_rig(&r, NULL);
    for (int i = 0; i < 1000; i++)
        data[i] = (char)(i * 7);
    memcpy(want, data, sizeof want);
    ck_assert_int_eq(plugin->mem_new(r.dev, 1000, 0, &a.mem, &err), PK_OK);
    ck_assert_int_eq(plugin->mem_new(r.dev, 1000, PK_MEM_pinned, &b.mem, &err),
                     PK_OK);
    ck_assert_int_eq(plugin->copy(r.que, a, host, 1000, &err), PK_OK);
    ck_assert_int_eq(plugin->copy(r.que, b, a, 1000, &err), PK_OK);
    b.offset = 13, a.offset = 500; /* between buffers */
    memcpy(want + 13, data + 500, 77);
    ck_assert_int_eq(plugin->copy(r.que, b, a, 77, &err), PK_OK);
    plugin->mem_free(a.mem);
    a = b, a.offset = 20; /* onto itself, overlapping both ways */
    memmove(want + 20, want + 13, 300);
    ck_assert_int_eq(plugin->copy(r.que, a, b, 300, &err), PK_OK);
    memmove(want + 13, want + 20, 300);
    ck_assert_int_eq(plugin->copy(r.que, b, a, 300, &err), PK_OK);
    for (uint32_t size = 1; size <= 8; size *= 2) {
        b.offset = 400 + size * 16;
        for (uint32_t i = 0; i < 3 * size; i++)
            want[b.offset + i] = ((const char *)&pattern)[i % size];
        ck_assert_int_eq(plugin->fill(r.que, b, 3 * size, &pattern, size, &err),
                         PK_OK);
        b.offset += 200 + 1; /* no multiple of the pattern */
        for (uint32_t i = 0; i < 3 * size; i++)
            want[b.offset + i] = ((const char *)&pattern)[i % size];
        ck_assert_int_eq(plugin->fill(r.que, b, 3 * size, &pattern, size, &err),
                         PK_OK);
    }
    b.offset = 0;
    ck_assert_int_eq(plugin->copy(r.que, to, b, 1000, &err), PK_OK);
    ck_assert_int_eq(plugin->sync(r.que, &err), PK_OK);
    ck_assert_mem_eq(back, want, 1000);
    ck_assert_int_eq(plugin->mem_new(r.dev, UINT64_MAX / 4, 0, &big, &err),
                     PK_NO_DEVICE_MEMORY);
    plugin->mem_free(b.mem);
    rig_close(&r);
    ck_assert_uint_eq(rig_live_bytes, 0);
}
END_TEST

START_TEST(events_order_queues_and_tell_the_time)
{
    static int32_t data[1 << 16], back[1 << 16];
    pk_ref mem = {0}, host = {.host = data}, to = {.host = back};
    pk_evt *begin, *end;
    uint64_t ns = 0;
    pk_que *other;
    rig r;

    open_rig(&r, NULL);
    for (int i = 0; i < 1 << 16; i++)
        data[i] = i;
    ck_assert_int_eq(plugin->queue_new(r.dev, &other, &err), PK_OK);
    ck_assert_int_eq(plugin->event_new(r.dev, &begin, &err), PK_OK);
    ck_assert_int_eq(plugin->event_new(r.dev, &end, &err), PK_OK);
    ck_assert_int_eq(plugin->event_sync(end, &err), PK_BAD_ARG);
    ck_assert_int_eq(plugin->event_wait(other, end, &err), PK_BAD_ARG);
    ck_assert_int_eq(plugin->mem_new(r.dev, sizeof data, 0, &mem.mem, &err),
                     PK_OK);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(plugin->event_record(r.que, begin, &err), PK_OK);
        ck_assert_int_eq(plugin->copy(r.que, mem, host, sizeof data, &err),
                         PK_OK);
        ck_assert_int_eq(plugin->event_record(r.que, end, &err), PK_OK);
        ck_assert_int_eq(plugin->event_wait(other, end, &err), PK_OK);
        ck_assert_int_eq(plugin->copy(other, to, mem, sizeof data, &err),
                         PK_OK);
        ck_assert_int_eq(plugin->sync(other, &err), PK_OK);
        ck_assert_mem_eq(back, data, sizeof data);
        ck_assert_int_eq(plugin->event_sync(end, &err), PK_OK);
        ck_assert_msg(plugin->event_elapsed(begin, end, &ns, &err) == PK_OK,
                      "%s", err.message);
        ck_assert_uint_lt(ns, UINT64_C(10000000000));
        data[17] = -i;
    }
    plugin->event_free(begin);
    plugin->event_free(end);
    plugin->queue_free(other);
    plugin->mem_free(mem.mem);
    rig_close(&r);
    ck_assert_uint_eq(rig_live_bytes, 0);
}
END_TEST

START_TEST(a_forked_child_is_told_and_not_hung)
{
    uint32_t count;
    pid_t child;
    int status;
    rig r;

    open_rig(&r, NULL);
    child = fork();
    if (child == 0) {
        pk_mem *mem;
        bool right = plugin->device_count(&r.host, &count, &err) == PK_FORKED &&
                     plugin->sync(r.que, &err) == PK_FORKED &&
                     plugin->mem_new(r.dev, 1, 0, &mem, &err) == PK_FORKED;
        rig_close(&r); /* frees what is the host's, calls no driver */
        _exit(right ? 0 : 1);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    rig_close(&r);
}
END_TEST

typedef struct worker {
    pthread_t thread;
    rig *rig;
    pk_fun *fun;
    int number, right;
} worker;

/* Launches one shared kernel with an array of its own, again and again. */
static void *work(void *arg) {
    worker *w = arg;
    const pk_plugin *p = w->rig->plugin;
    int64_t params[2] = {0, w->number};
    pk_ref mem = {0}, to = {0};
    pk_launch_desc desc = {.struct_size = sizeof desc,
                           .grid = {1, 1, 1},
                           .block = {1, 1, 1},
                           .params = params,
                           .params_size = sizeof params,
                           .ref_count = 1,
                           .refs = &mem};
    int64_t out = 0;
    pk_que *que;

    if (p->queue_new(w->rig->dev, &que, NULL) != PK_OK)
        return NULL;
    p->mem_new(w->rig->dev, sizeof out, 0, &mem.mem, NULL);
    to.host = &out;
    for (int i = 0; i < 20; i++) {
        params[1] = w->number * 1000 + i;
        p->launch(que, w->fun, &desc, NULL);
        p->copy(que, to, mem, sizeof out, NULL);
        p->sync(que, NULL);
        w->right += out == params[1];
    }
    p->mem_free(mem.mem);
    p->queue_free(que);
    return NULL;
}

START_TEST(threads_launch_one_kernel_at_the_same_time)
{
    const char *text = "kernel @k(%x: ptr<global, i64> data 0, %v: i64 scalar "
                       "1) {\nstore %x, %v\nreturn\n}\n";
    pk_artifact source = {0};
    pk_arena arena;
    pk_entry entry;
    pk_mod *mod;
    worker w[4];
    pk_ir *ir;
    rig r;

    open_rig(&r, "threads");
    pk_arena_init(&arena, &pk_heap);
    ir = ir_parse(&arena, text);
    entry = rig_entry(&arena, ir_kernel(ir));
    ck_assert_int_eq(rig_emit(&r, ir, &source, &err), PK_OK);
    ck_assert_int_eq(plugin->module_load(r.dev, &source, &entry, 1, &mod, &err),
                     PK_OK);
    for (int i = 0; i < 4; i++) {
        w[i] = (worker){.rig = &r, .number = i + 1};
        ck_assert_int_eq(plugin->function(mod, "k", &w[i].fun, &err), PK_OK);
        ck_assert_int_eq(pthread_create(&w[i].thread, NULL, work, &w[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(w[i].thread, NULL);
        ck_assert_int_eq(w[i].right, 20);
    }
    plugin->artifact_free(&r.host, &source);
    plugin->module_free(mod);
    pk_arena_finish(&arena);
    rig_close(&r);
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
        what_the_device_lacks_is_refused_with_its_line,
        the_deepest_kernel_is_not_too_deep_for_a_compiler,
        targets_have_names,
        a_binary_loads_again_and_a_damaged_one_does_not,
        a_text_that_does_not_build_gives_the_compilers_words,
        copies_and_fills_take_any_offset,
        events_order_queues_and_tell_the_time,
        a_forked_child_is_told_and_not_hung,
        threads_launch_one_kernel_at_the_same_time,
    };
    rig r;

    plugin = argc > 1 ? rig_load(argv[1], &err) : NULL;
    if (!plugin || rig_open(&r, plugin, NULL, &err) != PK_OK) {
        printf("1..0 # SKIP %s\n", err.message);
        return 0;
    }
    rig_close(&r);
    return run_tests("opencl kernels", tests, sizeof tests / sizeof *tests, 1);
}
