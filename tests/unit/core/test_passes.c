/* SPDX-License-Identifier: Apache-2.0 */
/* Inlining in a module, and passes on a module without functions.
 * Passes on texts, before and after, are in test_golden_passes.c. */
#include "core/passes/passes.h"

#include "base/arena.h"
#include "base/text.h"

#include <string.h>

#include "tests/unit/check_main.h"

static pk_arena arena;
static const pk_caps caps = {
    .struct_size = sizeof(pk_caps), .form = PK_FORM_threads, .warp_size = 32};

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

TESTS("passes", equal_constants_are_one_and_the_last_call_takes_the_body,
      inlining_has_a_budget, a_function_grows_to_16384_instructions,
      a_module_need_not_have_functions)
