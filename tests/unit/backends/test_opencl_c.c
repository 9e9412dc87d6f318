/* SPDX-License-Identifier: Apache-2.0 */
/* Compares what the OpenCL C printer tells compilers about loops over
 * threads. */
#include "backends/opencl_c/opencl_c.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/check_main.h"

enum { POCL = PK_CAP_f64 | PK_CAP_sized_blocks };

#define KERNEL(loops)                                                          \
    "pkir 1\n"                                                                 \
    "kernel @k(%x: ptr<global, f32> data 0 noalias align 16, %n: i32 scalar "  \
    "1, %y: ptr<global, f64> data 2 noalias align 16) form block {\n" loops    \
    "}\n"

/* A loop over the threads of a line, `turns` of them, in a loop over those of
 * other axes. */
#define LINE(before, turns, body)                                              \
    "for.items ^1 %3: i32 = 0:i32, %n, 1:i32 {\n" before                       \
    "for.items ^2 %4: i32 = 0:i32, " turns ", 1:i32 {\n" body "}\n}\n"

#define COPY32                                                                 \
    "%5: ptr<global, f32> = elem %x, %4\n%6: f32 = load %5\nstore %5, %6\n"
#define COPY64                                                                 \
    "%5: ptr<global, f64> = elem %y, %4\n%6: f64 = load %5\nstore %5, %6\n"
#define TILE(columns, inner)                                                   \
    "for.items ^1 %3: i32 = 0:i32, 16:i32, 1:i32 {\n"                          \
    "for.items ^2 %4: i32 = 0:i32, " columns ", 1:i32 {\n" inner "}\n}\n"

static const char *emit(const char *ir_text, uint64_t features) {
    static char out[1 << 14];
    const char *extensions[PK_OPENCL_EXTENSIONS];
    const pk_caps caps = {.struct_size = sizeof caps,
                          .form = PK_FORM_block,
                          .features = features,
                          .max_block = 1024,
                          .param_bytes = 1024};
    pk_arena arena;
    pk_text text;
    pk_error err = {0};
    pk_ir *ir;

    pk_arena_init(&arena, &pk_heap);
    pk_text_init(&text, &pk_heap);
    ck_assert_msg(pk_ir_parse(&arena, ir_text, strlen(ir_text), &ir, &err) ==
                      PK_OK,
                  "%u: %s", err.line, err.message);
    ck_assert_msg(pk_opencl_c_emit(ir, &caps, false, &arena, &text, extensions,
                                   &err) == PK_OK,
                  "%s", err.message);
    snprintf(out, sizeof out, "%s", pk_text_string(&text));
    pk_text_finish(&text);
    pk_arena_finish(&arena);
    return out;
}

static int count(const char *text, const char *words) {
    int found = 0;

    while ((text = strstr(text, words)) != NULL) {
        found++;
        text++;
    }
    return found;
}

static void check(const char *ir_text, uint64_t features, int parts,
                  int interleaved, int unrolled) {
    const char *text = emit(ir_text, features);

    ck_assert_msg(count(text, "& -") == parts, "%s", text);
    ck_assert_msg(count(text, "interleave_count") == interleaved, "%s", text);
    ck_assert_msg(count(text, "unroll(full)") == unrolled, "%s", text);
}

START_TEST(a_line_of_threads_is_printed_for_whole_vectors_and_the_rest)
{
    const char *text = emit(KERNEL(LINE("", "%n", COPY32)), POCL);

    ck_assert_msg(strstr(text,
                         "int s4 = 0 + (v1 > 0 ? (v1 - 0) & -32 : 0);\n"
                         "        #pragma clang loop interleave_count(4)\n"
                         "        for (int v4 = 0; v4 < s4; v4++) {\n") != NULL,
                  "%s", text);
    ck_assert_msg(strstr(text, "for (int v4 = s4; v4 < v1; v4++) {") != NULL,
                  "%s", text);
    check(KERNEL(LINE("", "%n", COPY64)), POCL, 1, 1, 0);
}
END_TEST

/* A row of a block has 16 threads more often than 32. */
START_TEST(a_row_of_threads_is_printed_so_for_numbers_of_64_bits)
{
    check(KERNEL(LINE("%9: i32 = mul %3, %n\n", "%n", COPY64)), POCL, 1, 1, 0);
    check(KERNEL(LINE("%9: i32 = mul %3, %n\n", "%n", COPY32)), POCL, 0, 0, 0);
}
END_TEST

START_TEST(a_tile_has_no_loops)
{
    check(KERNEL(TILE("16:i32", COPY32)), POCL, 0, 1, 1);
    ck_assert_ptr_nonnull(strstr(emit(KERNEL(TILE("16:i32", COPY32)), POCL),
                                 "interleave_count(2)"));
    ck_assert_ptr_nonnull(strstr(emit(KERNEL(TILE("16:i32", COPY64)), POCL),
                                 "interleave_count(4)"));
    check(KERNEL(TILE("8:i32", COPY32)), POCL, 0, 0, 1);
    check(KERNEL(TILE("64:i32", COPY32)), POCL, 0, 0, 0);
}
END_TEST

START_TEST(loops_that_are_left_as_they_are)
{
    static const char serial[] =
        KERNEL(LINE("for ^7 %8: i32 = 0:i32, %n, 1:i32 {\n}\n", "%n", COPY32));

    check(serial, POCL, 0, 0, 0);
    check(KERNEL(LINE("", "%n", COPY32)), PK_CAP_f64, 0, 0, 0);
    check(KERNEL(LINE("", "%n", COPY32)), POCL | PK_CAP_wide_items, 0, 0, 0);
    check(KERNEL(TILE("16:i32", COPY32)), POCL | PK_CAP_wide_items, 0, 0, 0);
}
END_TEST

TESTS("opencl_c", a_line_of_threads_is_printed_for_whole_vectors_and_the_rest,
      a_row_of_threads_is_printed_so_for_numbers_of_64_bits,
      a_tile_has_no_loops, loops_that_are_left_as_they_are)
