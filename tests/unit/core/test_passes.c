/* SPDX-License-Identifier: Apache-2.0 */
/* Passes that simplify: small texts before and after. */
#include "passes_test.h"

#include <stdio.h>

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

/* @first and @second have the same table, @third another. */
static const char tables[] =
    "pkir 1\n\n"
    "device @first(%a: i64 scalar 0) -> f32 {\n"
    "    constant %table: f32[2] = {1, 2}\n"
    "    %2: ptr<constant, f32> = elem %table, %a\n"
    "    %3: f32 = load %2\n"
    "    return %3\n"
    "}\n\n"
    "device @second(%a: i64 scalar 0) -> f32 {\n"
    "    constant %table: f32[2] = {1, 2}\n"
    "    %2: ptr<constant, f32> = elem %table, %a\n"
    "    %3: f32 = load %2\n"
    "    return %3\n"
    "}\n\n"
    "device @third(%a: i64 scalar 0) -> f32 {\n"
    "    constant %table: f32[2] = {1, 3}\n"
    "    %2: ptr<constant, f32> = elem %table, %a\n"
    "    %3: f32 = load %2\n"
    "    return %3\n"
    "}\n\n"
    "kernel @k(%x: ptr<global, f32> data 0, %a: i64 scalar 1) {\n"
    "    %2: f32 = call @first(%a)\n"
    "    store %x, %2\n"
    "    %3: f32 = call @second(%a)\n"
    "    store %x, %3\n"
    "    %4: f32 = call @third(%a)\n"
    "    store %x, %4\n"
    "    %5: f32 = call @third(%a)\n"
    "    store %x, %5\n"
    "}\n";

/* The bodies of all three are the kernel's own in the end. */
START_TEST(equal_constants_are_one_and_the_last_call_takes_the_body)
{
    pk_error err = {0};
    uint32_t count = 0;
    pk_ir *ir;
    pk_func *k;

    pk_arena_init(&arena, &pk_heap);
    ck_assert_int_eq(pk_ir_parse(&arena, tables, sizeof tables - 1, &ir, &err),
                     PK_OK);
    k = pk_ir_find(ir, "k");
    ck_assert_int_eq(pk_pass_inline(k, &caps, &err), PK_OK);
    ck_assert_msg(pk_verify(ir, &err) == PK_OK, "%s", err.message);
    for (const pk_storage *s = k->storages; s; s = s->next)
        count++;
    ck_assert_uint_eq(count, 2);
    ck_assert_ptr_eq(ir->funcs, k);
    ck_assert_ptr_null(k->next);
    pk_arena_finish(&arena);
}
END_TEST

/* @f0 does something; each of the others calls the one before three times. */
static pk_ir *tower(pk_text *text, int floors, const char *wait) {
    pk_error err = {0};
    pk_ir *ir;

    pk_text_printf(text,
                   "pkir 1\n\ndevice @f0(%%x: i64 scalar 0) -> i64 {\n%s"
                   "    %%1: i64 = mul %%x, %%x\n"
                   "    return %%1\n}\n",
                   wait);
    for (int i = 1; i < floors; i++)
        pk_text_printf(text,
                       "\ndevice @f%d(%%x: i64 scalar 0) -> i64 {\n"
                       "    %%1: i64 = call @f%d(%%x)\n"
                       "    %%2: i64 = call @f%d(%%1)\n"
                       "    %%3: i64 = call @f%d(%%2)\n"
                       "    return %%3\n}\n",
                       i, i - 1, i - 1, i - 1);
    ck_assert_int_eq(pk_ir_parse(&arena, text->data, text->length, &ir, &err),
                     PK_OK);
    return ir;
}

/* 3^24 calls: functions grow to a bound, and the calls behind it stay. What
 * waits for other threads cannot be called, and is an error. */
START_TEST(inlining_has_a_budget)
{
    for (int waits = 0; waits < 2; waits++) {
        pk_status status = PK_OK;
        pk_error err = {0};
        pk_text text;
        pk_ir *ir;

        pk_arena_init(&arena, &pk_heap);
        pk_text_init(&text, &pk_heap);
        ir = tower(&text, 25, waits ? "    barrier\n" : "");
        for (pk_func *fn = ir->funcs; fn && status == PK_OK; fn = fn->next) {
            pk_func_number(fn);
            status = pk_pass_inline(fn, &caps, &err);
        }
        text.length = 0;
        pk_ir_print(ir, &text);
        ck_assert_uint_lt(text.length, 25u << 19);
        ck_assert_int_eq(status, waits ? PK_LIMIT : PK_OK);
        if (waits)
            ck_assert_str_eq(err.message,
                             "with this call of f8, which waits for other "
                             "threads, f9 passes 16384 instructions\n"
                             "call it in fewer places, or in a loop");
        else
            ck_assert_ptr_nonnull(strstr(pk_text_string(&text), "call @f"));
        pk_text_finish(&text);
        pk_arena_finish(&arena);
    }
}
END_TEST

/* A kernel of `size` instructions with a call of a function of 1000. */
static bool call_stays(uint32_t size) {
    pk_error err = {0};
    pk_text text;
    bool stays;
    pk_ir *ir;

    pk_arena_init(&arena, &pk_heap);
    pk_text_init(&text, &pk_heap);
    pk_text_put(&text, "pkir 1\n\ndevice @f(%x: i64 scalar 0) -> i64 {\n");
    for (int i = 0; i < 999; i++)
        pk_text_printf(&text, "    %%%d: i64 = add %%x, %d:i64\n", i, i);
    pk_text_put(&text, "    return %998\n}\n\n"
                       "kernel @k(%out: ptr<global, i64> data 0, "
                       "%n: i64 scalar 1) {\n");
    for (uint32_t i = 0; i < size - 2; i++)
        pk_text_printf(&text, "    %%%u: i64 = add %%n, %u:i64\n", i, i);
    pk_text_put(&text, "    %99999: i64 = call @f(%n)\n"
                       "    store %out, %99999\n}\n");
    ck_assert_msg(pk_ir_parse(&arena, text.data, text.length, &ir, &err) ==
                      PK_OK,
                  "%s", err.message);
    ck_assert_int_eq(pk_pass_inline(pk_ir_find(ir, "k"), &caps, &err), PK_OK);
    text.length = 0;
    pk_ir_print(ir, &text);
    stays = strstr(pk_text_string(&text), "call @f") != NULL;
    pk_text_finish(&text);
    pk_arena_finish(&arena);
    return stays;
}

START_TEST(a_function_grows_to_16384_instructions)
{
    ck_assert(!call_stays(16384 - 1000));
    ck_assert(call_stays(16384 - 1000 + 1));
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

/* x.n[i, j] and x[i].n[j], for records of 40 bytes in columns. */
START_TEST(a_place_is_found_however_it_is_reckoned)
{
    CHECK("    %5: i64 = mul %a, %n\n"
          "    %6: i64 = add %5, %n\n"
          "    %7: i64 = mul %6, 40:i64\n"
          "    %8: i64 = add %7, 8:i64\n"
          "    %9: ptr<global, i64> = offset %x, %8\n"
          "    %10: i64 = load %9\n"
          "    %11: i64 = mul %n, 40:i64\n"
          "    %12: i64 = add %a, 1:i64\n"
          "    %13: i64 = mul %11, %12\n"
          "    %14: ptr<global, i64> = elem %x, 1:i64\n"
          "    %15: ptr<global, i64> = offset %14, %13\n"
          "    %16: i64 = load %15\n"
          "    %17: i64 = mul %10, %16\n"
          "    %18: ptr<global, f32> = offset %14, %13\n"
          "    store %15, %17\n",
          "    %5: i64 = mul %a, %n\n"
          "    %6: i64 = add %5, %n\n"
          "    %7: i64 = mul %6, 40:i64\n"
          "    %8: i64 = add %7, 8:i64\n"
          "    %9: ptr<global, i64> = offset %x, %8\n"
          "    %10: i64 = load %9\n"
          "    %11: i64 = mul %10, %10\n"
          "    store %9, %11\n",
          pk_pass_cse, pk_pass_dce);
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

START_TEST(a_module_need_not_have_functions)
{
    for (pk_form form = 0; form < PK_FORM_COUNT; form++)
        for (int gpu = 0; gpu < 2; gpu++) {
            const char text[] = "pkir 1\nsource 0 \"k.py\"\n";
            pk_caps target = caps;
            pk_error err = {0};
            pk_ir *ir;

            target.form = form;
            target.features = gpu ? PK_CAP_gpu | PK_CAP_warps : 0;
            pk_arena_init(&arena, &pk_heap);
            ck_assert_int_eq(
                pk_ir_parse(&arena, text, sizeof text - 1, &ir, &err), PK_OK);
            ck_assert_int_eq(pk_run_passes(ir, &target, true, &err), PK_OK);
            pk_arena_finish(&arena);
        }
}
END_TEST

TESTS("passes", small_bodies_replace_calls,
      equal_constants_are_one_and_the_last_call_takes_the_body,
      inlining_has_a_budget, a_function_grows_to_16384_instructions,
      locals_become_temporaries, loops_forget_what_they_set,
      what_a_break_carries_out_is_not_forgotten, what_nobody_needs_goes,
      identities_are_exact, division_by_powers_of_two_is_cheap,
      conversions_that_undo_each_other_go, known_branches_are_taken,
      nothing_is_computed_or_loaded_twice,
      a_place_is_found_however_it_is_reckoned,
      a_barrier_brings_what_others_wrote, a_module_need_not_have_functions)
