/* SPDX-License-Identifier: Apache-2.0 */
/* The pass coverage: words of memory for what operations say, through calls. */
#include "base/arena.h"
#include "base/text.h"
#include "core/callgraph.h"
#include "core/coverage.h"
#include "core/passes/passes.h"
#include "core/report.h"
#include "recipe/report.h"

#include <string.h>

#include "tests/unit/check_main.h"

#define HEAD "pkir 1\nsource 0 \"k.py\"\nsource 1 \"h.py\"\n"

static pk_error err;
static pk_arena arena;

static pk_ir *expand(const char *text) {
    pk_ir *ir;

    pk_arena_init(&arena, &pk_heap);
    ck_assert_msg(pk_ir_parse(&arena, text, strlen(text), &ir, &err) == PK_OK,
                  "%u:%u: %s", err.line, err.col, err.message);
    ck_assert_msg(pk_verify(ir, &err) == PK_OK, "%s", err.message);
    pk_ir_find_recursion(ir);
    ck_assert_int_eq(pk_coverage_expand(ir, &err), PK_OK);
    ck_assert_msg(pk_verify(ir, &err) == PK_OK, "%s", err.message);
    ck_assert_int_eq(pk_report_refuse(ir, &err), PK_OK);
    return ir;
}

static const char *last_param(const pk_ir *ir, const char *name) {
    const pk_func *fn = pk_ir_find(ir, name);

    ck_assert_ptr_nonnull(fn);
    return fn->param_count ? fn->params[fn->param_count - 1].name : "";
}

START_TEST(functions_that_reach_an_operation_get_the_words)
{
    pk_ir *ir = expand(HEAD "device @none() {\n}\n"
                            "device @low() {\n    coverage \"7\" !1:7:1\n}\n"
                            "device @middle() {\n    call @low()\n}\n"
                            "kernel @k(%x: i32 scalar 0) {\n"
                            "    coverage \"-3 4\" !0:4:1\n"
                            "    call @none()\n    call @middle()\n"
                            "    coverage \"4 -3\" !0:4:1\n}\n");

    ck_assert_str_eq(last_param(ir, "none"), "");
    ck_assert_str_eq(last_param(ir, "low"), "coverage");
    ck_assert_str_eq(last_param(ir, "middle"), "coverage");
    ck_assert_str_eq(last_param(ir, "k"), "coverage");
    ck_assert_uint_eq(pk_ir_find(ir, "k")->params[1].arg, PK_COVERAGE_ARG);
    ck_assert_uint_eq(ir->point_count, 3);
    ck_assert_int_eq(ir->points[0].from, 7);
    ck_assert_int_eq(ir->points[0].to, 7);
    ck_assert_uint_eq(ir->points[0].file, 1);
    ck_assert_int_eq(ir->points[1].from, -3);
    ck_assert_int_eq(ir->points[1].to, 4);
    ck_assert_int_eq(ir->points[2].to, -3);
    ck_assert_uint_eq(ir->points[2].file, 0);
    pk_arena_finish(&arena);
}
END_TEST

START_TEST(functions_that_call_each_other_in_a_circle_have_them_too)
{
    pk_ir *ir = expand(HEAD "device @a() {\n    call @b()\n}\n"
                            "device @b() {\n    call @a()\n    call @c()\n}\n"
                            "device @c() {\n    coverage \"2\" !0:2:1\n}\n"
                            "kernel @k() {\n    call @a()\n}\n");

    ck_assert_str_eq(last_param(ir, "a"), "coverage");
    ck_assert_str_eq(last_param(ir, "b"), "coverage");
    ck_assert_str_eq(last_param(ir, "k"), "coverage");
    pk_arena_finish(&arena);
}
END_TEST

START_TEST(a_module_without_them_stays_as_it_is)
{
    pk_ir *ir = expand(HEAD "kernel @k() {\n    return\n}\n");

    ck_assert_str_eq(last_param(ir, "k"), "");
    ck_assert_uint_eq(ir->point_count, 0);
    pk_arena_finish(&arena);
}
END_TEST

START_TEST(words_that_are_no_lines_are_refused)
{
    static const char *const wrong[] = {
        "",      "0",   "12 ", " ",   "a",    "1 2 3",      "-1",
        "-1 -2", "1 0", "1.5", "1  ", "1 2 ", "99999999999"};

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_msg(pk_coverage_check(wrong[i]), "'%s'", wrong[i]);
    ck_assert_ptr_null(pk_coverage_check("1"));
    ck_assert_ptr_null(pk_coverage_check("1 1"));
    ck_assert_ptr_null(pk_coverage_check("-1 2"));
    ck_assert_ptr_null(pk_coverage_check("2147483647 -2147483647"));
}
END_TEST

START_TEST(backends_refuse_what_no_pass_has_rewritten)
{
    const char *text = HEAD "kernel @k() {\n    coverage \"2\" !0:2:1\n}\n";
    pk_ir *ir;

    pk_arena_init(&arena, &pk_heap);
    ck_assert_int_eq(pk_ir_parse(&arena, text, strlen(text), &ir, &err), PK_OK);
    ck_assert_int_eq(pk_report_refuse(ir, &err), PK_UNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(err.message, "the pass coverage"));
    pk_arena_finish(&arena);
}
END_TEST

TESTS("coverage", functions_that_reach_an_operation_get_the_words,
      functions_that_call_each_other_in_a_circle_have_them_too,
      a_module_without_them_stays_as_it_is, words_that_are_no_lines_are_refused,
      backends_refuse_what_no_pass_has_rewritten)
