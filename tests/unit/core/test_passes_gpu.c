/* SPDX-License-Identifier: Apache-2.0 */
/* Passes for GPUs: small texts before and after. */
#include "portkern/caps.h"

#define PASSES_FEATURES PK_CAP_gpu
#define PASSES_ARRAY    " small"
#include "passes_test.h"

START_TEST(places_in_small_arrays_have_32_bits)
{
    CHECK("    %5: i64 = mul %a, %n\n"
          "    %6: i64 = add %5, %a\n"
          "    %7: ptr<global, i64> = elem %x, %6\n"
          "    store %7, 1:i64\n",
          "    %5: i32 = convert %n\n"
          "    %6: i32 = convert %a\n"
          "    %7: i32 = mul %6, %5\n"
          "    %8: i32 = add %7, %6\n"
          "    %9: ptr<global, i64> = elem %x, %8\n"
          "    store %9, 1:i64\n",
          pk_pass_indices, pk_pass_dce);
}
END_TEST

START_TEST(what_is_wanted_whole_is_cut_behind)
{
    CHECK("    %5: i64 = mul %a, %n\n"
          "    %6: bool = lt %5, %n\n"
          "    if %6 {\n"
          "        %7: i64 = add %5, 1:i64\n"
          "        %8: ptr<global, i64> = elem %x, %7\n"
          "        store %8, %5\n"
          "    }\n",
          "    %5: i64 = mul %a, %n\n"
          "    %6: i32 = convert %5\n"
          "    %7: bool = lt %5, %n\n"
          "    if %7 {\n"
          "        %8: i32 = add %6, 1:i32\n"
          "        %9: ptr<global, i64> = elem %x, %8\n"
          "        store %9, %5\n"
          "    }\n",
          pk_pass_indices, pk_pass_dce);
}
END_TEST

START_TEST(constants_go_last)
{
    CHECK("    %5: i64 = add %n, -3:i64\n"
          "    %6: i64 = add %5, %a\n"
          "    %7: ptr<global, i64> = elem %x, %6\n"
          "    store %7, 1:i64\n"
          "    %8: i64 = shl %6, 1:i64\n"
          "    %9: i64 = sub %8, 7:i64\n"
          "    %10: ptr<global, i64> = elem %x, %9\n"
          "    store %10, 2:i64\n",
          "    %5: i32 = convert %a\n"
          "    %6: i32 = convert %n\n"
          "    %7: i32 = add %6, %5\n"
          "    %8: i32 = add %7, -3:i32\n"
          "    %9: ptr<global, i64> = elem %x, %8\n"
          "    store %9, 1:i64\n"
          "    %10: i32 = shl %8, 1:i32\n"
          "    %11: i32 = sub %10, 7:i32\n"
          "    %12: ptr<global, i64> = elem %x, %11\n"
          "    store %12, 2:i64\n",
          pk_pass_indices, pk_pass_dce);
}
END_TEST

START_TEST(bytes_are_counted_with_64_bits)
{
    CHECK("    for ^1 %5: i64 = 0:i64, %n, 1:i64 {\n"
          "        %6: i64 = mul %5, %a\n"
          "        %7: ptr<global, i64> = offset %x, %6\n"
          "        store %7, 1:i64\n"
          "    }\n",
          "    %5: i32 = convert %a\n"
          "    for ^1 %6: i64 = 0:i64, %n, 1:i64 {\n"
          "        %7: i32 = convert %6\n"
          "        %8: i32 = mul %7, %5\n"
          "        %9: i64 = convert %8\n"
          "        %10: ptr<global, i64> = offset %x, %9\n"
          "        store %10, 1:i64\n"
          "    }\n",
          pk_pass_indices, pk_pass_dce);
}
END_TEST

START_TEST(loops_to_extents_count_with_32_bits)
{
    CHECK("    %5: i32 = grid_dim.x\n"
          "    %6: i64 = convert %5\n"
          "    for ^1 %7: i64 = 0:i64, %n, 1:i64 {\n"
          "        %8: ptr<global, i64> = elem %x, %7\n"
          "        store %8, 1:i64\n"
          "    }\n"
          "    for ^2 %9: i64 = 0:i64, %n, %6 {\n"
          "        store %x, %9\n"
          "    }\n"
          "    for ^3 %10: i64 = 0:i64, %n, %a {\n"
          "        store %x, %10\n"
          "    }\n",
          "    %5: i32 = grid_dim.x\n"
          "    %6: i64 = convert %5\n"
          "    %7: i32 = convert %n\n"
          "    for.nonneg ^1 %8: i32 = 0:i32, %7, 1:i32 {\n"
          "        %9: ptr<global, i64> = elem %x, %8\n"
          "        store %9, 1:i64\n"
          "    }\n"
          "    for.nonneg ^2 %10: i64 = 0:i64, %n, %6 {\n"
          "        store %x, %10\n"
          "    }\n"
          "    for ^3 %11: i64 = 0:i64, %n, %a {\n"
          "        store %x, %11\n"
          "    }\n",
          pk_pass_narrow, pk_pass_dce);
}
END_TEST

TESTS("passes_gpu", loops_to_extents_count_with_32_bits,
      places_in_small_arrays_have_32_bits, what_is_wanted_whole_is_cut_behind,
      constants_go_last, bytes_are_counted_with_64_bits)
