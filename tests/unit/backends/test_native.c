/* SPDX-License-Identifier: Apache-2.0 */
/* The text that the native backend prints, against golden files. With
 * PORTKERN_UPDATE=1 the files are rewritten: read the diff. */
#include "backends/native/native.h"
#include "base/arena.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/check_main.h"
#include "tests/unit/starving.h"

static size_t read_file(const char *name, const char *end, char *out,
                        size_t size) {
    char path[1024];
    FILE *file;
    size_t length;

    snprintf(path, sizeof path, "%s/%s.%s", getenv("PORTKERN_GOLDEN"), name,
             end);
    file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s", path);
    length = fread(out, 1, size - 1, file);
    fclose(file);
    out[length] = '\0';
    return length;
}

static void update(const char *name, const pk_text *text) {
    char path[1024];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s.ll", getenv("PORTKERN_GOLDEN"), name);
    file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fwrite(text->data, 1, text->length, file);
    fclose(file);
}

static void compare(const char *name, const char *got, const char *want) {
    int line = 1;

    for (; *got && *got == *want; got++, want++)
        line += *got == '\n';
    if (*got != *want)
        ck_abort_msg("%s.ll:%d: got \"%.*s\", want \"%.*s\"", name, line,
                     (int)strcspn(got, "\n"), got, (int)strcspn(want, "\n"),
                     want);
}

static void check_golden(const char *name, const pk_native_options *options) {
    static char input[1 << 16], want[1 << 18];
    size_t length = read_file(name, "pkir", input, sizeof input);
    pk_arena arena;
    pk_text text;
    pk_error err = {0};
    pk_ir *ir;

    pk_arena_init(&arena, &pk_heap);
    pk_text_init(&text, &pk_heap);
    ck_assert_msg(pk_ir_parse(&arena, input, length, &ir, &err) == PK_OK,
                  "%s.pkir:%u: %s", name, err.line, err.message);
    ck_assert_msg(pk_native_emit(ir, options, &text, &err) == PK_OK, "%s: %s",
                  name, err.message);
    if (getenv("PORTKERN_UPDATE"))
        update(name, &text);
    read_file(name, "ll", want, sizeof want);
    compare(name, text.data, want);
    pk_text_finish(&text);
    pk_arena_finish(&arena);
}

START_TEST(text_is_as_it_was)
{
    const pk_native_options plain = {.vectors = {32, 16}};
    const pk_native_options strips = {.vectors = {32, 16}, .strips = true};
    const pk_native_options wide = {.vectors = {64, 32}};

    check_golden("saxpy", &plain);
    check_golden("reduce", &plain);
    check_golden("odd", &plain);
    check_golden("lanes", &plain);
    check_golden("masks", &plain);
    check_golden("agreed", &wide);
    check_golden("host_loop", &plain); /* the first one only */
    check_golden("strips", &strips);
    check_golden("rows", &plain);
    check_golden("streams", &plain);
    check_golden("checks", &plain);
    check_golden("combined", &wide);
}
END_TEST

/* ---- memory ---- */

/* A kernel that melts with `body` for each thread, whose place is %5: how many
 * threads it has at least, and LLVM's passes from the vectoriser on. */
static uint32_t least_block(const char *words, const char *body,
                            const char **vector_passes, uint32_t *rows) {
    char text[2048];
    pk_arena arena;
    pk_text out;
    pk_error err = {0};
    pk_ir *ir;
    uint32_t least;
    int length =
        snprintf(text, sizeof text,
                 "pkir 1\n\nkernel @k(%%o: ptr<global, i32> data 0, "
                 "%%p: ptr<global, i32> data 1) form block melts%s {\n"
                 "    %%1: i32 = block_dim.x\n"
                 "    %%2: i64 = first_thread.x\n"
                 "    for.items ^1 %%3: i32 = 0:i32, %%1, 1:i32 {\n"
                 "        %%4: i64 = convert.nonneg %%3\n"
                 "        %%5: i64 = add.nonneg %%2, %%4\n"
                 "        %%6: ptr<global, i32> = elem %%o, %%5\n%s    }\n}\n",
                 words, body);

    pk_arena_init(&arena, &pk_heap);
    pk_text_init(&out, &pk_heap);
    ck_assert_msg(pk_ir_parse(&arena, text, (size_t)length, &ir, &err) == PK_OK,
                  "%u: %s", err.line, err.message);
    ck_assert_msg(pk_native_emit(ir, &(pk_native_options){.vectors = {32, 16}},
                                 &out, &err) == PK_OK,
                  "%s", err.message);
    least = ((const pk_native_frame *)ir->funcs->mark)->melts;
    *rows = ((const pk_native_frame *)ir->funcs->mark)->rows;
    *vector_passes = pk_native_vector_passes(ir);
    pk_text_finish(&out);
    pk_arena_finish(&arena);
    return least;
}

static uint32_t least_threads(const char *body, const char **vector_passes) {
    uint32_t rows;

    return least_block("", body, vector_passes, &rows);
}

static const char plain_body[] = "        store %6, 1:i32\n";
static const char loop_body[] =
    "        for ^2 %7: i32 = 0:i32, 99:i32, 1:i32 {\n"
    "            %8: i32 = load %6\n"
    "            %9: i32 = add %8, %7\n"
    "            store %6, %9\n"
    "        }\n";
static const char atomic_body[] =
    "        for ^2 %7: i32 = 0:i32, 99:i32, 1:i32 {\n"
    "            %8: i32 = atomic_add %6, %7\n"
    "        }\n";

#define WAITING(loop, changed)                                                 \
    "        " loop " {\n"                                                     \
    "            %7: i32 = load %o\n"                                          \
    "            %8: bool = ge %7, %3\n"                                       \
    "            if %8 {\n"                                                    \
    "                break ^2\n"                                               \
    "            }\n"                                                          \
    "        }\n"                                                              \
    "        %9: i32 = atomic_add " changed ", 1:i32\n"
#define WAITING_ROUNDS(changed)                                                \
    WAITING("for ^2 %10: i32 = 0:i32, 99:i32, 1:i32", changed)

/* A few threads with much to do each go to all workers, unless vectors want
 * them together. */
START_TEST(blocks_that_a_launch_cuts_are_as_large_as_vectors)
{
    const char *passes;

    ck_assert_uint_eq(least_threads(plain_body, &passes), 64);
    ck_assert_uint_ge(least_threads(loop_body, &passes), 8);
    ck_assert_uint_eq(least_threads(atomic_body, &passes), 1);
}
END_TEST

START_TEST(blocks_are_narrow_and_high_where_rows_go_along_the_same_lines)
{
    const char *passes;
    uint32_t rows;

    ck_assert_uint_eq(least_block("", plain_body, &passes, &rows), 64);
    ck_assert_uint_eq(rows, 1);
    ck_assert_uint_eq(least_block(" across", plain_body, &passes, &rows), 16);
    ck_assert_uint_eq(rows, 8);
}
END_TEST

/* A loop without loops inside is LLVM's to vectorise. */
START_TEST(lanes_are_not_for_the_loop_vectoriser)
{
    const char *passes;

    least_threads(plain_body, &passes);
    ck_assert_ptr_nonnull(passes);
    least_threads(loop_body, &passes);
    ck_assert_ptr_null(passes);
    least_threads(atomic_body, &passes);
    ck_assert_ptr_nonnull(passes);
}
END_TEST

/* Lanes leave a loop together in which threads, one by one, wait for what the
 * one before does behind it. */
START_TEST(threads_that_may_wait_for_each_other_are_no_lanes)
{
    const char *passes;

    least_threads(WAITING("loop ^2", "%p"), &passes);
    ck_assert_ptr_null(passes);
    least_threads(WAITING("loop ^2", "%o"), &passes);
    ck_assert_ptr_nonnull(passes);
    least_threads(WAITING_ROUNDS("%p"), &passes);
    ck_assert_ptr_null(passes);
    least_threads(WAITING_ROUNDS("%o"), &passes);
    ck_assert_ptr_nonnull(passes);
}
END_TEST

/* How many rows run together of rows.pkir where each thread sets $t to the
 * number of its row, with `more` behind its loops. */
static uint32_t rows_with(const char *more) {
    static char input[1 << 14], text[1 << 15];
    const size_t length = read_file("rows", "pkir", input, sizeof input);
    char *local = strstr(input, "    local $s"), *set;
    pk_arena arena;
    pk_text out;
    pk_error err = {0};
    pk_ir *ir;
    uint32_t rows;

    ck_assert_ptr_nonnull(local);
    set = strstr(local, "            set $s");
    ck_assert_ptr_nonnull(set);
    ck_assert_str_eq(input + length - 2, "}\n");
    input[length - 2] = '\0';
    snprintf(text, sizeof text,
             "%.*s    local $t: i64\n%.*s            set $t, %%7\n%s%s}\n",
             (int)(local - input), input, (int)(set - local), local, set, more);
    pk_arena_init(&arena, &pk_heap);
    pk_text_init(&out, &pk_heap);
    ck_assert_msg(pk_ir_parse(&arena, text, strlen(text), &ir, &err) == PK_OK,
                  "%u: %s", err.line, err.message);
    ck_assert_int_eq(pk_native_emit(ir,
                                    &(pk_native_options){.vectors = {32, 16}},
                                    &out, &err),
                     PK_OK);
    rows = ((const pk_native_frame *)ir->funcs->mark)->rows;
    pk_text_finish(&out);
    pk_arena_finish(&arena);
    return rows;
}

/* Each of the rows that run together has a local of its own: nobody can tell
 * which of them was set last. */
START_TEST(rows_run_one_by_one_where_the_last_one_leaves_a_local_to_others)
{
    ck_assert_uint_gt(rows_with(""), 1);
    ck_assert_uint_gt(
        rows_with("    for.items ^4 %29: i32 = 0:i32, %1, 1:i32 {\n"
                  "        set $t, 2:i64\n"
                  "        %30: i64 = get $t\n"
                  "        %31: f64 = convert %30\n"
                  "        %32: ptr<global, f64> = elem %c, %29\n"
                  "        store %32, %31\n"
                  "    }\n"),
        1);
    ck_assert_uint_eq(
        rows_with("    for.items ^4 %29: i32 = 0:i32, %1, 1:i32 {\n"
                  "        %30: i64 = get $t\n"
                  "        %31: f64 = convert %30\n"
                  "        %32: ptr<global, f64> = elem %c, %29\n"
                  "        store %32, %31\n"
                  "    }\n"),
        1);
}
END_TEST

static void starve(const char *name) {
    static char input[1 << 16];
    size_t length = read_file(name, "pkir", input, sizeof input);
    pk_status status = PK_NO_MEMORY;

    for (int limit = 0; status == PK_NO_MEMORY; limit++) {
        counter c = {.fail_at = -1};
        pk_allocator a = starving_allocator(&c);
        pk_arena arena;
        pk_text text;
        pk_error err = {0};
        pk_ir *ir;

        ck_assert_int_lt(limit, 200);
        pk_arena_init(&arena, &a);
        ck_assert_int_eq(pk_ir_parse(&arena, input, length, &ir, &err), PK_OK);
        pk_text_init(&text, &a);
        starve_after(&c, limit);
        status = pk_native_emit(ir, &(pk_native_options){.vectors = {32, 16}},
                                &text, &err);
        pk_text_finish(&text);
        pk_arena_finish(&arena);
    }
    ck_assert_int_eq(status, PK_OK);
}

START_TEST(without_memory_there_is_a_status_and_no_more)
{
    starve("odd");
    starve("rows");
}
END_TEST

TESTS("native", text_is_as_it_was,
      blocks_that_a_launch_cuts_are_as_large_as_vectors,
      blocks_are_narrow_and_high_where_rows_go_along_the_same_lines,
      lanes_are_not_for_the_loop_vectoriser,
      threads_that_may_wait_for_each_other_are_no_lanes,
      rows_run_one_by_one_where_the_last_one_leaves_a_local_to_others,
      without_memory_there_is_a_status_and_no_more)
