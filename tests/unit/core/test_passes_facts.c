/* SPDX-License-Identifier: Apache-2.0 */
/* Passes that use what is known of ranges, loops and widths: small texts before
 * and after. */
#include "passes_test.h"

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

/* The bytes of an array, counted as elements again. */
START_TEST(what_was_shifted_and_lost_nothing_is_shifted_back)
{
    CHECK("    %5: i64 = mul %n, 4:i64\n"
          "    %6: i64 = and %5, 3:i64\n"
          "    %7: i64 = and %5, 4:i64\n"
          "    %8: i64 = floor_div %5, 4:i64\n"
          "    %9: i64 = floor_div %5, 2:i64\n"
          "    store %x, %6\n"
          "    store %x, %7\n"
          "    store %x, %8\n"
          "    store %x, %9\n",
          "    %5: i64 = shl.nonneg %n, 2:i64\n"
          "    %6: i64 = and.nonneg %5, 4:i64\n"
          "    %7: i64 = shr.nonneg %5, 1:i64\n"
          "    store %x, 0:i64\n"
          "    store %x, %6\n"
          "    store %x, %n\n"
          "    store %x, %7\n",
          pk_pass_simplify, pk_pass_facts, pk_pass_dce);
    CHECK("    %5: i64 = shl %a, 2:i64\n"
          "    %6: i64 = shr %5, 2:i64\n"
          "    store %x, %6\n",
          "    %5: i64 = shl %a, 2:i64\n"
          "    %6: i64 = shr %5, 2:i64\n"
          "    store %x, %6\n",
          pk_pass_simplify, pk_pass_facts, pk_pass_dce);
}
END_TEST

TESTS("passes_facts", an_index_that_is_not_negative_does_not_wrap,
      a_counter_that_goes_up_is_not_negative,
      what_a_loop_does_not_change_goes_before_it, joined_conditions_are_one,
      float64_between_float32_goes_where_it_is_exact,
      what_fits_is_computed_with_32_bits, a_loop_that_counts_far_stays_wide,
      sums_that_are_cut_are_cut_before,
      what_was_shifted_and_lost_nothing_is_shifted_back)
