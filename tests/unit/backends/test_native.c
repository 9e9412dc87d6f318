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

static void check_golden(const char *name, bool strips) {
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
    ck_assert_msg(pk_native_emit(ir,
                                 &(pk_native_options){.vectors = {32, 16},
                                                      .strips = strips},
                                 &text, &err) == PK_OK,
                  "%s: %s", name, err.message);
    if (getenv("PORTKERN_UPDATE"))
        update(name, &text);
    read_file(name, "ll", want, sizeof want);
    compare(name, text.data, want);
    pk_text_finish(&text);
    pk_arena_finish(&arena);
}

START_TEST(text_is_as_it_was)
{
    check_golden("saxpy", false);
    check_golden("reduce", false);
    check_golden("odd", false);
    check_golden("lanes", false);
    check_golden("masks", false);
    check_golden("host_loop", false); /* the first one only */
    check_golden("strips", true);
}
END_TEST

/* ---- memory ---- */

START_TEST(without_memory_there_is_a_status_and_no_more)
{
    static char input[1 << 16];
    size_t length = read_file("odd", "pkir", input, sizeof input);
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
END_TEST

TESTS("native", text_is_as_it_was, without_memory_there_is_a_status_and_no_more)
