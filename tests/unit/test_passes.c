/* SPDX-License-Identifier: Apache-2.0 */
/* Passes: small texts before and after, and random kernels that must leave
 * the same in memory. */
#include "core/passes/passes.h"

#include "core/arena.h"
#include "core/text.h"
#include "random_ir.h"

#include <stdio.h>
#include <string.h>

#include "check_main.h"

static pk_arena arena;
static const pk_caps caps = {
    .struct_size = sizeof(pk_caps), .form = PK_FORM_threads, .warp_size = 32};

/* The body goes into a kernel with an array of f32, its length and others;
 * before it is @twice, a device function. */
static const char head[] =
    "pkir 1\n\n"
    "device @pick(%a: i64 scalar 0, %b: i64 scalar 1) -> i64 {\n"
    "    %2: bool = lt %a, %b\n"
    "    if %2 {\n"
    "        return %a\n"
    "    }\n"
    "    return %b\n"
    "}\n\n"
    "device @twice(%a: i64 scalar 0) -> i64 {\n"
    "    %1: i64 = add %a, %a\n"
    "    return %1\n"
    "}\n\n"
    "kernel @k(%x: ptr<global, i64> data 0, %n: i64 shape 0 0, %a: i64 scalar "
    "1, %f: f64 scalar 2, %i: i32 scalar 3) {\n";

/* Runs the passes on the kernel and compares its body. */
static void check(const char *before, const char *after, pk_pass *const *passes,
                  size_t count) {
    pk_error err = {0};
    pk_text text;
    pk_ir *ir;
    pk_func *fn;
    const char *body;

    pk_arena_init(&arena, &pk_heap);
    pk_text_init(&text, &pk_heap);
    pk_text_printf(&text, "%s%s}\n", head, before);
    if (pk_ir_parse(&arena, text.data, text.length, &ir, &err) != PK_OK)
        ck_abort_msg("%u:%u: %s", err.line, err.col, err.message);
    fn = pk_ir_find(ir, "k");
    for (size_t i = 0; i < count; i++) {
        pk_func_number(fn);
        ck_assert_int_eq(passes[i](fn, &caps, &err), PK_OK);
        ck_assert_msg(pk_verify_func(fn, &err) == PK_OK, "%s", err.message);
    }
    text.length = 0;
    pk_func_print(fn, &text);
    body = strstr(pk_text_string(&text), "{\n") + 2;
    text.data[text.length - 2] = '\0';
    ck_assert_str_eq(body, after);
    pk_text_finish(&text);
    pk_arena_finish(&arena);
}

#define CHECK(before, after, ...)                                              \
    check(before, after, (pk_pass *const[]){__VA_ARGS__},                      \
          sizeof((pk_pass *const[]){__VA_ARGS__}) / sizeof(pk_pass *))

START_TEST(small_bodies_replace_calls)
{
    CHECK("    %5: i64 = call @twice(%n)\n"
          "    store %x, %5\n",
          "    %5: i64 = add %n, %n\n"
          "    store %x, %5\n",
          pk_pass_inline);
    CHECK("    %5: i64 = call @pick(%n, %a)\n"
          "    store %x, %5\n",
          "    local $pick: i64\n"
          "    block ^1 {\n"
          "        %5: bool = lt %n, %a\n"
          "        if %5 {\n"
          "            set $pick, %n\n"
          "            break ^1\n"
          "        }\n"
          "        set $pick, %a\n"
          "        break ^1\n"
          "    }\n"
          "    %6: i64 = get $pick\n"
          "    store %x, %6\n",
          pk_pass_inline);
}
END_TEST

START_TEST(locals_become_temporaries)
{
    CHECK("    local $v: i64\n"
          "    set $v, %n\n"
          "    %5: i64 = get $v\n"
          "    %6: bool = lt %5, %a\n"
          "    if %6 {\n"
          "        %7: i64 = get $v\n"
          "        store %x, %7\n"
          "        set $v, %a\n"
          "    } else {\n"
          "        %9: i64 = get $v\n"
          "        store %x, %9\n"
          "    }\n"
          "    %8: i64 = get $v\n"
          "    store %x, %8\n",
          "    local $v: i64\n"
          "    set $v, %n\n"
          "    %5: bool = lt %n, %a\n"
          "    if %5 {\n"
          "        store %x, %n\n"
          "        set $v, %a\n"
          "    } else {\n"
          "        store %x, %n\n"
          "    }\n"
          "    %6: i64 = get $v\n"
          "    store %x, %6\n",
          pk_pass_promote);
}
END_TEST

START_TEST(loops_forget_what_they_set)
{
    CHECK("    local $v: i64\n"
          "    local $w: i64\n"
          "    set $v, %n\n"
          "    set $w, %a\n"
          "    for ^1 %5: i64 = 0:i64, %n, 1:i64 {\n"
          "        %6: i64 = get $v\n"
          "        %7: i64 = get $w\n"
          "        %8: i64 = add %6, %7\n"
          "        set $v, %8\n"
          "        %9: i64 = get $v\n"
          "        store %x, %9\n"
          "    }\n",
          "    local $v: i64\n"
          "    set $v, %n\n"
          "    for ^1 %5: i64 = 0:i64, %n, 1:i64 {\n"
          "        %6: i64 = get $v\n"
          "        %7: i64 = add %6, %a\n"
          "        set $v, %7\n"
          "        store %x, %7\n"
          "    }\n",
          pk_pass_promote, pk_pass_dce);
}
END_TEST

START_TEST(what_a_break_carries_out_is_not_forgotten)
{
    CHECK("    local $v: i64\n"
          "    set $v, %n\n"
          "    block ^1 {\n"
          "        %5: bool = lt %n, %a\n"
          "        if %5 {\n"
          "            set $v, %a\n"
          "            break ^1\n"
          "        }\n"
          "    }\n"
          "    %6: i64 = get $v\n"
          "    store %x, %6\n",
          "    local $v: i64\n"
          "    set $v, %n\n"
          "    block ^1 {\n"
          "        %5: bool = lt %n, %a\n"
          "        if %5 {\n"
          "            set $v, %a\n"
          "            break ^1\n"
          "        }\n"
          "    }\n"
          "    %6: i64 = get $v\n"
          "    store %x, %6\n",
          pk_pass_promote, pk_pass_dce);
}
END_TEST

START_TEST(what_nobody_needs_goes)
{
    CHECK("    shared %s: f32[8]\n"
          "    local $count: i64\n"
          "    %5: i64 = get $count\n"
          "    %6: i64 = add %5, 1:i64\n"
          "    set $count, %6\n"
          "    %7: i64 = load %x\n"
          "    if true:bool {\n"
          "    }\n"
          "    for ^1 %8: i64 = 0:i64, %7, 1:i64 {\n"
          "        %9: i64 = mul %8, %8\n"
          "    }\n"
          "    if true:bool {\n"
          "        return\n"
          "    } else {\n"
          "        return\n"
          "    }\n"
          "    store %x, %n\n",
          "    if true:bool {\n"
          "        return\n"
          "    } else {\n"
          "        return\n"
          "    }\n",
          pk_pass_dce, pk_pass_dce);
}
END_TEST

START_TEST(identities_are_exact)
{
    static const char *const same[][2] = {
        {"add %a, 0:i64", "%a"},
        {"sub %a, %a", "0:i64"},
        {"mul %a, 1:i64", "%a"},
        {"floor_mod %a, 1:i64", "0:i64"},
        {"floor_div %a, 0:i64", "0:i64"},
        {"xor %a, %a", "0:i64"},
        {"and %a, -1:i64", "%a"},
        {"shl %a, 64:i64", "0:i64"},
        {"wrap_index 3:i64, %n", "3:i64"},
        {"mul %f, 1.0:f64", "%f"},
        {"sub %f, 0.0:f64", "%f"},
        {"add %f, -0.0:f64", "%f"},
        {"div %f, 1.0:f64", "%f"},
        {"select true:bool, %a, %n", "%a"},
        {"floor_div -7:i64, 2:i64", "-4:i64"},
        {"mul 0.1:f64, 0.2:f64", "0.020000000000000004:f64"},
    };
    static const char *const kept[] = {
        "add %f, 0.0:f64", "mul %f, 0.0:f64",      "sub %f, %f",
        "sub 0.0:f64, %f", "floor_div %a, -1:i64", "div %f, 3.0:f64",
    };
    char before[256], after[256];

    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        const char *type = strstr(same[i][1], "%f") || strstr(same[i][1], "f64")
                               ? "f64"
                               : "i64";
        snprintf(before, sizeof before,
                 "    local $v: %s\n    %%5: %s = %s\n    set $v, %%5\n", type,
                 type, same[i][0]);
        snprintf(after, sizeof after, "    local $v: %s\n    set $v, %s\n",
                 type, same[i][1]);
        CHECK(before, after, pk_pass_simplify);
    }
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        const char *type =
            strstr(kept[i], "f64") || strstr(kept[i], "%f") ? "f64" : "i64";
        snprintf(before, sizeof before,
                 "    local $v: %s\n    %%5: %s = %s\n    set $v, %%5\n", type,
                 type, kept[i]);
        CHECK(before, before, pk_pass_simplify);
    }
}
END_TEST

START_TEST(division_by_powers_of_two_is_cheap)
{
    CHECK("    %5: i64 = floor_div %a, 16:i64\n"
          "    store %x, %5\n"
          "    %6: i64 = floor_mod %a, 16:i64\n"
          "    store %x, %6\n"
          "    %7: i64 = mul %a, 8:i64\n"
          "    store %x, %7\n",
          "    %5: i64 = shr %a, 4:i64\n"
          "    store %x, %5\n"
          "    %6: i64 = and %a, 15:i64\n"
          "    store %x, %6\n"
          "    %7: i64 = shl %a, 3:i64\n"
          "    store %x, %7\n",
          pk_pass_simplify);
}
END_TEST

START_TEST(conversions_that_undo_each_other_go)
{
    CHECK("    %5: i64 = convert %i\n"
          "    %6: f64 = convert %5\n"
          "    %7: i64 = convert %6\n"
          "    %8: bool = lt %5, 7:i64\n"
          "    if %8 {\n"
          "        store %x, %7\n"
          "    }\n",
          "    %5: i64 = convert %i\n"
          "    %6: bool = lt %i, 7:i32\n"
          "    if %6 {\n"
          "        store %x, %5\n"
          "    }\n",
          pk_pass_simplify, pk_pass_dce);
}
END_TEST

START_TEST(known_branches_are_taken)
{
    CHECK("    %5: bool = lt 1:i64, 2:i64\n"
          "    if %5 {\n"
          "        block ^1 {\n"
          "            store %x, %n\n"
          "            break ^1\n"
          "        }\n"
          "        return\n"
          "    } else {\n"
          "        store %x, %a\n"
          "    }\n"
          "    store %x, %a\n",
          "    store %x, %n\n"
          "    return\n",
          pk_pass_simplify);
}
END_TEST

START_TEST(nothing_is_computed_or_loaded_twice)
{
    CHECK("    %5: i64 = add %n, %a\n"
          "    %6: ptr<global, i64> = elem %x, %5\n"
          "    %7: i64 = load %6\n"
          "    %8: i64 = add %a, %n\n"
          "    %9: ptr<global, i64> = elem %x, %8\n"
          "    %10: i64 = load %9\n"
          "    %11: i64 = mul %7, %10\n"
          "    store %9, %11\n"
          "    %12: i64 = load %6\n"
          "    store %x, %12\n"
          "    %13: i64 = load %6\n"
          "    store %x, %13\n",
          "    %5: i64 = add %n, %a\n"
          "    %6: ptr<global, i64> = elem %x, %5\n"
          "    %7: i64 = load %6\n"
          "    %8: i64 = mul %7, %7\n"
          "    store %6, %8\n"
          "    store %x, %8\n"
          "    %9: i64 = load %6\n"
          "    store %x, %9\n",
          pk_pass_cse);
}
END_TEST

START_TEST(a_barrier_brings_what_others_wrote)
{
    CHECK("    shared %s: i64[4]\n"
          "    store %s, %n\n"
          "    barrier\n"
          "    %6: i64 = load %s\n"
          "    store %x, %6\n"
          "    for ^1 %7: i64 = 0:i64, %n, 1:i64 {\n"
          "        %8: i64 = load %s\n"
          "        store %x, %8\n"
          "        barrier\n"
          "    }\n",
          "    shared %s: i64[4]\n"
          "    store %s, %n\n"
          "    barrier\n"
          "    %6: i64 = load %s\n"
          "    store %x, %6\n"
          "    for ^1 %7: i64 = 0:i64, %n, 1:i64 {\n"
          "        %8: i64 = load %s\n"
          "        store %x, %8\n"
          "        barrier\n"
          "    }\n",
          pk_pass_cse);
}
END_TEST

START_TEST(an_index_that_is_not_negative_does_not_wrap)
{
    CHECK("    %5: i32 = thread_id.x\n"
          "    %6: i64 = convert %5\n"
          "    %7: bool = ge %6, %n\n"
          "    if %7 {\n"
          "        return\n"
          "    }\n"
          "    %8: i64 = wrap_index %6, %n\n"
          "    %9: ptr<global, i64> = elem %x, %8\n"
          "    store %9, %8\n",
          "    %5: i32 = thread_id.x.nonneg\n"
          "    %6: i64 = convert.nonneg %5\n"
          "    %7: bool = ge %6, %n\n"
          "    if %7 {\n"
          "        return\n"
          "    }\n"
          "    %8: ptr<global, i64> = elem %x, %6\n"
          "    store %8, %6\n",
          pk_pass_facts);
    /* What a condition says holds in its branch only. */
    CHECK("    %5: bool = gt %a, 7:i64\n"
          "    if %5 {\n"
          "        %6: i64 = floor_div %a, 3:i64\n"
          "        store %x, %6\n"
          "    }\n"
          "    %7: i64 = floor_div %a, 3:i64\n"
          "    store %x, %7\n",
          "    %5: bool = gt %a, 7:i64\n"
          "    if %5 {\n"
          "        %6: i64 = quot.nonneg %a, 3:i64\n"
          "        store %x, %6\n"
          "    }\n"
          "    %7: i64 = floor_div %a, 3:i64\n"
          "    store %x, %7\n",
          pk_pass_facts);
}
END_TEST

START_TEST(a_counter_that_goes_up_is_not_negative)
{
    CHECK("    local $c: i64\n"
          "    set $c, 0:i64\n"
          "    loop ^1 {\n"
          "        %5: i64 = get $c\n"
          "        %6: bool = lt %5, %n\n"
          "        if %6 {\n"
          "        } else {\n"
          "            break ^1\n"
          "        }\n"
          "        %7: i64 = wrap_index %5, %n\n"
          "        %8: ptr<global, i64> = elem %x, %7\n"
          "        store %8, 0:i64\n"
          "        %9: i64 = add %5, 1:i64\n"
          "        set $c, %9\n"
          "    }\n",
          "    local $c: i64\n"
          "    set $c, 0:i64\n"
          "    loop ^1 {\n"
          "        %5: i64 = get.nonneg $c\n"
          "        %6: bool = lt %5, %n\n"
          "        if %6 {\n"
          "        } else {\n"
          "            break ^1\n"
          "        }\n"
          "        %7: ptr<global, i64> = elem %x, %5\n"
          "        store %7, 0:i64\n"
          "        %8: i64 = add.nonneg %5, 1:i64\n"
          "        set $c, %8\n"
          "    }\n",
          pk_pass_facts);
}
END_TEST

START_TEST(what_a_loop_does_not_change_goes_before_it)
{
    CHECK("    for ^1 %5: i64 = 0:i64, %n, 1:i64 {\n"
          "        for ^2 %6: i64 = 0:i64, %n, 1:i64 {\n"
          "            %7: i64 = mul %a, %n\n"
          "            %8: i64 = mul %5, %n\n"
          "            %9: i64 = add %7, %8\n"
          "            %10: i64 = rem %a, %n\n"
          "            %11: ptr<global, i64> = elem %x, %9\n"
          "            store %11, %10\n"
          "        }\n"
          "    }\n",
          "    %5: i64 = mul %a, %n\n"
          "    for ^1 %6: i64 = 0:i64, %n, 1:i64 {\n"
          "        %7: i64 = mul %6, %n\n"
          "        %8: i64 = add %5, %7\n"
          "        %9: ptr<global, i64> = elem %x, %8\n"
          "        for ^2 %10: i64 = 0:i64, %n, 1:i64 {\n"
          "            %11: i64 = rem %a, %n\n"
          "            store %9, %11\n"
          "        }\n"
          "    }\n",
          pk_pass_licm);
    CHECK("    for ^1 %5: i64 = 0:i64, %n, 1:i64 {\n"
          "        %6: bool = lt %5, %a\n"
          "        if %6 {\n"
          "            %7: i64 = floor_div %a, %n\n"
          "            %8: i64 = add %a, %n\n"
          "            %9: i64 = mul %7, %8\n"
          "            store %x, %9\n"
          "        }\n"
          "    }\n",
          "    %5: i64 = add %a, %n\n"
          "    for ^1 %6: i64 = 0:i64, %n, 1:i64 {\n"
          "        %7: bool = lt %6, %a\n"
          "        if %7 {\n"
          "            %8: i64 = floor_div %a, %n\n"
          "            %9: i64 = mul %8, %5\n"
          "            store %x, %9\n"
          "        }\n"
          "    }\n",
          pk_pass_licm);
}
END_TEST

START_TEST(joined_conditions_are_one)
{
    CHECK("    local $v: bool\n"
          "    %5: bool = lt %n, %a\n"
          "    set $v, %5\n"
          "    if %5 {\n"
          "        %6: bool = lt %i, 7:i32\n"
          "        set $v, %6\n"
          "    }\n"
          "    %7: bool = get $v\n"
          "    if %7 {\n"
          "        store %x, %n\n"
          "    }\n",
          "    %5: bool = lt %n, %a\n"
          "    %6: bool = lt %i, 7:i32\n"
          "    %7: bool = and %5, %6\n"
          "    if %7 {\n"
          "        store %x, %n\n"
          "    }\n",
          pk_pass_promote, pk_pass_flatten, pk_pass_promote, pk_pass_simplify,
          pk_pass_dce);
}
END_TEST

START_TEST(float64_between_float32_goes_where_it_is_exact)
{
    CHECK("    %5: f32 = convert %i\n"
          "    %6: f64 = convert %5\n"
          "    %7: f64 = mul %6, 0.5:f64\n"
          "    %8: f32 = convert %7\n"
          "    %9: f64 = mul %6, 0.1:f64\n"
          "    %10: f32 = convert %9\n"
          "    %11: f32 = mul %8, %10\n"
          "    %12: i64 = convert %11\n"
          "    store %x, %12\n",
          "    %5: f32 = convert %i\n"
          "    %6: f64 = convert %5\n"
          "    %7: f32 = mul %5, 0.5:f32\n"
          "    %8: f64 = mul %6, 0.1:f64\n"
          "    %9: f32 = convert %8\n"
          "    %10: f32 = mul %7, %9\n"
          "    %11: i64 = convert %10\n"
          "    store %x, %11\n",
          pk_pass_simplify, pk_pass_dce);
}
END_TEST

START_TEST(what_fits_is_computed_with_32_bits)
{
    CHECK("    local $step: i64\n"
          "    shared %s: i64[64]\n"
          "    %5: i32 = thread_id.x\n"
          "    %6: i64 = convert %5\n"
          "    set $step, 16:i64\n"
          "    loop ^1 {\n"
          "        %7: i64 = get $step\n"
          "        %8: bool = le %7, 0:i64\n"
          "        if %8 {\n"
          "            break ^1\n"
          "        }\n"
          "        %9: i64 = add %6, %7\n"
          "        %10: ptr<shared, i64> = elem %s, %9\n"
          "        store %10, %7\n"
          "        %11: i64 = floor_div %7, 2:i64\n"
          "        set $step, %11\n"
          "    }\n"
          "    for ^2 %12: i64 = 0:i64, 8:i64, 1:i64 {\n"
          "        %13: i64 = mul %12, 5:i64\n"
          "        %14: ptr<shared, i64> = elem %s, %13\n"
          "        store %14, %n\n"
          "    }\n",
          "    shared %s: i64[64]\n"
          "    local $step: i32\n"
          "    %6: i32 = thread_id.x.nonneg\n"
          "    set $step, 16:i32\n"
          "    loop ^1 {\n"
          "        %7: i32 = get.nonneg $step\n"
          "        %8: i64 = convert.nonneg %7\n"
          "        %9: bool = le %7, 0:i32\n"
          "        if %9 {\n"
          "            break ^1\n"
          "        }\n"
          "        %10: i32 = add.nonneg %6, %7\n"
          "        %11: ptr<shared, i64> = elem %s, %10\n"
          "        store %11, %8\n"
          "        %12: i32 = quot.nonneg %7, 2:i32\n"
          "        set $step, %12\n"
          "    }\n"
          "    for ^2 %13: i32 = 0:i32, 8:i32, 1:i32 {\n"
          "        %14: i32 = mul.nonneg %13, 5:i32\n"
          "        %15: ptr<shared, i64> = elem %s, %14\n"
          "        store %15, %n\n"
          "    }\n",
          pk_pass_facts, pk_pass_narrow, pk_pass_dce);
}
END_TEST

START_TEST(a_loop_that_counts_far_stays_wide)
{
    static const char body[] =
        "    for ^1 %5: i64 = 2147483640:i64, 2147483647:i64, 5:i64 {\n"
        "        store %x, %5\n"
        "    }\n"
        "    %6: i64 = convert %i\n"
        "    for ^2 %7: i64 = 0:i64, %6, 2:i64 {\n"
        "        store %x, %7\n"
        "    }\n";

    CHECK(body, body, pk_pass_narrow, pk_pass_dce);
    CHECK("    %5: i64 = convert %i\n"
          "    for ^1 %6: i64 = 0:i64, %5, 1:i64 {\n"
          "        store %x, %6\n"
          "    }\n",
          "    for ^1 %5: i32 = 0:i32, %i, 1:i32 {\n"
          "        %6: i64 = convert %5\n"
          "        store %x, %6\n"
          "    }\n",
          pk_pass_narrow, pk_pass_dce);
}
END_TEST

START_TEST(sums_that_are_cut_are_cut_before)
{
    CHECK("    %5: i64 = convert %i\n"
          "    %6: i64 = mul %5, %5\n"
          "    %7: i64 = add %6, 4294967297:i64\n"
          "    %8: i32 = convert %7\n"
          "    %9: u8 = convert %7\n"
          "    %10: i64 = convert %8\n"
          "    %11: i64 = convert %9\n"
          "    store %x, %10\n"
          "    store %x, %11\n",
          "    %5: i32 = mul %i, %i\n"
          "    %6: i32 = add %5, 1:i32\n"
          "    %7: u8 = convert %6\n"
          "    %8: i64 = convert %6\n"
          "    %9: i64 = convert %7\n"
          "    store %x, %8\n"
          "    store %x, %9\n",
          pk_pass_simplify, pk_pass_cse, pk_pass_dce);
}
END_TEST

/* Random kernels, through one pass or all. */
static void check_random(uint64_t first, uint64_t count, pk_pass *pass) {
    uint64_t ran = 0;

    for (uint64_t seed = first; seed < first + count; seed++) {
        int64_t expected[RANDOM_CELLS], got[RANDOM_CELLS];
        pk_error err = {0};
        pk_ir *ir;

        pk_arena_init(&arena, &pk_heap);
        ir = random_ir(&arena, seed);
        ck_assert_msg(pk_verify(ir, &err) == PK_OK, "%s", err.message);
        for (int i = 0; i < RANDOM_CELLS; i++)
            expected[i] = got[i] = i * 0x123456789 - 7;
        if (run_ir(ir, expected)) {
            ran++;
            if (!pass) {
                ck_assert_msg(pk_run_passes(ir, &caps, true, &err) == PK_OK,
                              "seed %llu: %s", (unsigned long long)seed,
                              err.message);
            } else {
                for (pk_func *fn = ir->funcs; fn; fn = fn->next) {
                    pk_func_number(fn);
                    ck_assert_int_eq(pass(fn, &caps, &err), PK_OK);
                }
                ck_assert_msg(pk_verify(ir, &err) == PK_OK, "seed %llu: %s",
                              (unsigned long long)seed, err.message);
            }
            ck_assert_msg(run_ir(ir, got), "seed %llu breaks",
                          (unsigned long long)seed);
            ck_assert_msg(!memcmp(got, expected, sizeof got),
                          "seed %llu differs", (unsigned long long)seed);
        }
        pk_arena_finish(&arena);
    }
    ck_assert_uint_gt(ran, count * 9 / 10);
}

enum { ROUNDS = 300 };

START_TEST(inline_changes_no_result)
{
    check_random(0, ROUNDS, pk_pass_inline);
}
END_TEST

START_TEST(promote_changes_no_result)
{
    check_random(1000, ROUNDS, pk_pass_promote);
}
END_TEST

START_TEST(simplify_changes_no_result)
{
    check_random(2000, ROUNDS, pk_pass_simplify);
}
END_TEST

START_TEST(dce_changes_no_result)
{
    check_random(3000, ROUNDS, pk_pass_dce);
}
END_TEST

START_TEST(cse_changes_no_result)
{
    check_random(4000, ROUNDS, pk_pass_cse);
}
END_TEST

START_TEST(facts_change_no_result)
{
    check_random(5000, ROUNDS, pk_pass_facts);
}
END_TEST

START_TEST(licm_changes_no_result)
{
    check_random(6000, ROUNDS, pk_pass_licm);
}
END_TEST

START_TEST(flatten_changes_no_result)
{
    check_random(7000, ROUNDS, pk_pass_flatten);
}
END_TEST

START_TEST(narrow_changes_no_result)
{
    check_random(8000, ROUNDS, pk_pass_narrow);
}
END_TEST

START_TEST(all_passes_together_change_no_result)
{
    check_random(9000, ROUNDS * 2, NULL);
}
END_TEST

/* pk_heap until `left` bytes are gone. */
static void *limited_alloc(void *self, size_t size) {
    size_t *left = self;

    if (size > *left)
        return NULL;
    *left -= size;
    return malloc(size);
}

static void *limited_resize(void *self, void *old, size_t old_size,
                            size_t size) {
    (void)old_size;
    return size > *(size_t *)self ? NULL : realloc(old, size);
}

static void limited_release(void *self, void *old, size_t size) {
    (void)self;
    (void)size;
    free(old);
}

START_TEST(lack_of_memory_is_reported)
{
    for (size_t limit = 0; limit < 1500000; limit += 4099) {
        size_t left = limit;
        pk_allocator a = {&left, limited_alloc, limited_resize,
                          limited_release};
        pk_error err = {0};
        pk_status status;
        pk_ir *ir;
        pk_arena_init(&arena, &pk_heap);
        ir = random_ir(&arena, limit % 31);
        arena.allocator = &a;
        status = pk_run_passes(ir, &caps, false, &err);
        ck_assert(status == PK_OK || status == PK_NO_MEMORY);
        arena.allocator = &pk_heap;
        pk_arena_finish(&arena);
    }
}
END_TEST

TESTS("passes", small_bodies_replace_calls, locals_become_temporaries,
      loops_forget_what_they_set, what_a_break_carries_out_is_not_forgotten,
      what_nobody_needs_goes, identities_are_exact,
      division_by_powers_of_two_is_cheap, conversions_that_undo_each_other_go,
      known_branches_are_taken, nothing_is_computed_or_loaded_twice,
      a_barrier_brings_what_others_wrote,
      an_index_that_is_not_negative_does_not_wrap,
      a_counter_that_goes_up_is_not_negative,
      what_a_loop_does_not_change_goes_before_it, joined_conditions_are_one,
      what_fits_is_computed_with_32_bits, a_loop_that_counts_far_stays_wide,
      sums_that_are_cut_are_cut_before,
      float64_between_float32_goes_where_it_is_exact, inline_changes_no_result,
      promote_changes_no_result, simplify_changes_no_result,
      dce_changes_no_result, cse_changes_no_result, facts_change_no_result,
      licm_changes_no_result, flatten_changes_no_result,
      narrow_changes_no_result, all_passes_together_change_no_result,
      lack_of_memory_is_reported)
