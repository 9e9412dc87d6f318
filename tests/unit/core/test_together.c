/* SPDX-License-Identifier: Apache-2.0 */
/* Threads together: what expand makes of operations that a target lacks does
 * the same in the interpreter; what it cannot make is refused with its place;
 * and how the interpreter takes warps. */
#include "core/passes/passes.h"

#include "ir_run.h"

#include <math.h>
#include <stdio.h>

static pk_error err;
static const pk_caps bare = {.struct_size = sizeof(pk_caps),
                             .form = PK_FORM_threads,
                             .name = "bare",
                             .warp_size = 32};

/* Parses a kernel, expands it for the bare target when asked, and runs it. */
static void run(const char *text, bool expanded, const ir_launch *at,
                const ir_arg *args, uint32_t count) {
    pk_arena arena;
    pk_ir *ir;
    pk_func *fn;

    pk_arena_init(&arena, &pk_heap);
    ir = ir_parse(&arena, text);
    fn = ir_kernel(ir);
    if (expanded) {
        ck_assert_int_eq(pk_pass_expand(fn, &bare, &err), PK_OK);
        ck_assert_msg(pk_verify(ir, &err) == PK_OK, "%s", err.message);
    }
    ck_assert_msg(ir_run(fn, at, args, count, &err) == PK_OK, "%s",
                  err.message);
    pk_arena_finish(&arena);
}

/* ---- what cannot be ---- */

START_TEST(what_a_target_lacks_is_refused_with_its_place)
{
    static const struct {
        const char *text, *lack;
    } rows[] = {
        {"fence_device", "fence that other blocks see\nlet the kernel end"},
        {"fence_system", "fence that the host or other devices see\nlet"},
        {"grid_sync", "barrier for all blocks of a grid\nlet the kernel end"},
        {"%a: i64 = clock64", "clock that kernels can read\ntime the launch"},
        {"%a: i32 = clock", "clock that kernels can read\ntime the launch"},
    };
    char text[200], words[200];
    pk_arena arena;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(text, sizeof text, "kernel @k() {\n    %s !7:5-9\n}\n",
                 rows[i].text);
        snprintf(words, sizeof words, "bare has no %s", rows[i].lack);
        pk_arena_init(&arena, &pk_heap);
        ck_assert_int_eq(
            pk_pass_expand(ir_kernel(ir_parse(&arena, text)), &bare, &err),
            PK_UNSUPPORTED);
        ck_assert_msg(strstr(err.message, words) != NULL, "%s", err.message);
        ck_assert_uint_eq(err.line, 7);
        pk_arena_finish(&arena);
    }
}
END_TEST

/* ---- atomics ---- */

static bool takes(pk_op op, pk_type type) {
    switch ((int)pk_op_table[op].rule) {
    case PK_RULE_ATOMIC: return type != PK_TYPE_bool;
    case PK_RULE_ATOMIC_FLOAT: return pk_type_is_float(type);
    case PK_RULE_ATOMIC_UNSIGNED:
        return pk_type_is_int(type) && !pk_type_is_signed(type);
    case PK_RULE_ATOMIC_BITS: return !pk_type_is_float(type);
    case PK_RULE_ATOMIC_ANY: return op != PK_OP_atomic_cas;
    }
    return false;
}

/* Small numbers, the ends of the type, and of floats zeros and a NaN. */
static uint64_t edge(pk_type type, int i) {
    static const uint16_t halves[] = {0,      0x8000, 0x3c00,
                                      0xc000, 0x7e00, 0x7c00};
    static const float singles[] = {0, -0.0f, 1, -2, NAN, INFINITY};
    static const int64_t numbers[] = {0, 1, 5, -1, INT8_MIN, INT64_MAX};
    double wide = singles[i];
    uint64_t bits = 0;

    if (type == PK_TYPE_bool)
        return i & 1;
    if (type == PK_TYPE_f16)
        return halves[i];
    if (type == PK_TYPE_f32)
        memcpy(&bits, &singles[i], 4);
    else if (type == PK_TYPE_f64)
        memcpy(&bits, &wide, 8);
    else
        bits = (uint64_t)numbers[i];
    return bits;
}

static void try_atomic(pk_op op, pk_type type) {
    const char *t = pk_type_name(type), *name = pk_op_table[op].name;
    size_t size = pk_type_bytes(type);
    uint64_t cell[2][2], old[2][2];
    char text[400];

    snprintf(text, sizeof text,
             "kernel @k(%%x: ptr<global, %s> data 0, %%y: ptr<global, %s> data "
             "1, %%b: %s scalar 2) {\n"
             "    %%o: %s = %s %%x, %%b\n"
             "    store %%y, %%o\n"
             "}\n",
             t, t, t, t, name);
    for (int i = 0; i < 36; i++) {
        uint64_t a = edge(type, i / 6), b = edge(type, i % 6);
        for (int k = 0; k < 2; k++) {
            ir_arg args[] = {ARRAY(cell[k]), ARRAY(old[k]), SCALAR(b)};
            memset(cell[k], 0, sizeof cell[k]);
            memset(old[k], 0, sizeof old[k]);
            memcpy(cell[k], &a, size);
            run(text, k, &(ir_launch){0}, args, 3);
        }
        ck_assert_msg(!memcmp(cell[0], cell[1], sizeof *cell), "%s %s %d", name,
                      t, i);
        ck_assert_msg(!memcmp(old[0], old[1], sizeof *old), "%s %s %d", name, t,
                      i);
    }
}

START_TEST(atomics_by_compare_and_exchange_do_the_same)
{
    for (int op = 0; op < PK_OP_COUNT; op++)
        for (pk_type type = PK_TYPE_bool; type < PK_TYPE_NUMBERS; type++)
            if (takes((pk_op)op, type))
                try_atomic((pk_op)op, type);
}
END_TEST

/* ---- the block ---- */

START_TEST(votes_by_a_counter_do_the_same)
{
    static const char text[] =
        "kernel @k(%x: ptr<global, i32> data 0, %y: ptr<global, i32> data 1) "
        "{\n"
        "    %t: i32 = thread_id.x\n"
        "    %p: ptr<global, i32> = elem %x, %t\n"
        "    %v: i32 = load %p\n"
        "    %gone: bool = lt %v, 0:i32\n"
        "    if %gone {\n"
        "        return\n"
        "    }\n"
        "    %yes: bool = gt %v, 1:i32\n"
        "    %n: i32 = barrier_count %yes\n"
        "    %all: i32 = barrier_and %yes\n"
        "    %any: i32 = barrier_or %yes\n"
        "    %lane: i32 = lane_id\n"
        "    %s: i32 = mul %all, 1000:i32\n"
        "    %u: i32 = mul %any, 10000:i32\n"
        "    %w: i32 = mul %lane, 100000:i32\n"
        "    %a: i32 = add %n, %s\n"
        "    %b: i32 = add %a, %u\n"
        "    %c: i32 = add %b, %w\n"
        "    %q: ptr<global, i32> = elem %y, %t\n"
        "    store %q, %c\n"
        "}\n";

    for (int kind = 0; kind < 3; kind++) {
        int32_t x[40], y[2][40] = {{0}};
        for (int i = 0; i < 40; i++)
            x[i] = kind == 0 ? 5 : kind == 1 ? 0 : i % 7 - 1;
        for (int k = 0; k < 2; k++) {
            ir_arg args[] = {ARRAY(x), ARRAY(y[k])};
            run(text, k, &(ir_launch){.block = {40}}, args, 2);
        }
        ck_assert_int_eq(memcmp(y[0], y[1], sizeof *y), 0);
        ck_assert_int_eq(y[0][33], kind == 0   ? 111040
                                   : kind == 1 ? 100000
                                               : 110000 + 22);
    }
}
END_TEST

/* ---- warps ---- */

/* Thread 7 has returned, and the warp ends at thread 19: neither is waited
 * for, and who reads from them gets its own. */
START_TEST(lanes_that_are_gone_give_nothing)
{
    static const char text[] =
        "kernel @k(%y: ptr<global, i32> data 0) {\n"
        "    %t: i32 = thread_id.x\n"
        "    %seven: bool = eq %t, 7:i32\n"
        "    if %seven {\n"
        "        return\n"
        "    }\n"
        "    %v: i32 = shuffle_down 4294967295:u32, %t, 1:i32\n"
        "    %b: u32 = ballot 4294967295:u32, true:bool\n"
        "    %n: u32 = popc %b\n"
        "    %m: i32 = bitcast %n\n"
        "    %s: i32 = mul %m, 100:i32\n"
        "    %r: i32 = add %v, %s\n"
        "    %q: ptr<global, i32> = elem %y, %t\n"
        "    store %q, %r\n"
        "}\n";
    int32_t y[20] = {0};
    ir_arg args[] = {ARRAY(y)};

    run(text, false, &(ir_launch){.block = {20}}, args, 1);
    for (int i = 0; i < 20; i++)
        ck_assert_int_eq(y[i], i == 7              ? 0
                               : i == 6 || i == 19 ? 1900 + i
                                                   : 1901 + i);
}
END_TEST

TESTS("together", what_a_target_lacks_is_refused_with_its_place,
      atomics_by_compare_and_exchange_do_the_same,
      votes_by_a_counter_do_the_same, lanes_that_are_gone_give_nothing)
