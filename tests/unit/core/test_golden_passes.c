/* SPDX-License-Identifier: Apache-2.0 */
/* What lanes, structure-barriers and fission make of some kernels, as text:
 * each tests/golden/passes/NAME.pkir beside NAME.threads.pkir, or
 * NAME.lanes.pkir for what lanes do together, and NAME.block.pkir.
 * GOLDEN_UPDATE=1 in the environment rewrites the latter two: read the diff. */
#include "base/arena.h"
#include "base/text.h"
#include "core/passes/passes.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/check_main.h"

static void read_file(const char *path, pk_text *out) {
    FILE *file = fopen(path, "rb");
    char part[4096];
    size_t n;

    ck_assert_msg(file != NULL, "no %s", path);
    while ((n = fread(part, 1, sizeof part, file)))
        pk_text_bytes(out, part, n);
    fclose(file);
}

static void write_file(const char *path, const pk_text *text) {
    FILE *file = fopen(path, "wb");

    ck_assert_msg(file != NULL, "cannot write %s", path);
    ck_assert_uint_eq(fwrite(text->data, 1, text->length, file), text->length);
    fclose(file);
}

static void transform(const pk_text *from, const pk_caps *caps, pk_text *to) {
    pk_error err = {0};
    pk_arena arena;
    pk_func *fn;
    pk_ir *ir;

    pk_arena_init(&arena, &pk_heap);
    ck_assert_msg(pk_ir_parse(&arena, from->data, from->length, &ir, &err) ==
                      PK_OK,
                  "%u:%u: %s", err.line, err.col, err.message);
    fn = pk_ir_find(ir, "k");
    ck_assert_int_eq(pk_pass_expand_warps(fn, caps, &err), PK_OK);
    pk_func_number(fn);
    ck_assert_int_eq(pk_pass_lanes(fn, caps, &err), PK_OK);
    pk_func_number(fn);
    ck_assert_int_eq(pk_pass_structure_barriers(fn, caps, &err), PK_OK);
    pk_func_number(fn);
    ck_assert_int_eq(pk_pass_fission(fn, caps, &err), PK_OK);
    ck_assert_int_eq(pk_verify_func(fn, &err), PK_OK);
    pk_ir_print(ir, to);
    pk_arena_finish(&arena);
}

static void check(const char *name, const char *form, const pk_caps *caps) {
    char path[600];
    pk_text from, to, want;

    pk_text_init(&from, &pk_heap);
    pk_text_init(&to, &pk_heap);
    pk_text_init(&want, &pk_heap);
    snprintf(path, sizeof path, "%s/%s.pkir", GOLDEN_DIR, name);
    read_file(path, &from);
    transform(&from, caps, &to);
    snprintf(path, sizeof path, "%s/%s.%s.pkir", GOLDEN_DIR, name, form);
    if (getenv("GOLDEN_UPDATE"))
        write_file(path, &to);
    read_file(path, &want);
    ck_assert_msg(!strcmp(pk_text_string(&want), pk_text_string(&to)),
                  "%s is another text now", path);
    pk_text_finish(&from);
    pk_text_finish(&to);
    pk_text_finish(&want);
}

static const char *const names[] = {"tree_sum", "early_return", "tiled_matmul",
                                    "varying_continue"};
static const char *const warps[] = {"warp_sum", "warp_ragged"};

START_TEST(threads_form)
{
    static const pk_caps caps = {.form = PK_FORM_threads,
                                 .features = PK_CAP_loop_barrier};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        check(names[i], "threads", &caps);
}
END_TEST

START_TEST(block_form)
{
    static const pk_caps caps = {.form = PK_FORM_block};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        check(names[i], "block", &caps);
    for (size_t i = 0; i < sizeof warps / sizeof *warps; i++)
        check(warps[i], "block", &caps);
}
END_TEST

START_TEST(lanes_form)
{
    static const pk_caps caps = {.form = PK_FORM_threads,
                                 .features = PK_CAP_loop_barrier};

    for (size_t i = 0; i < sizeof warps / sizeof *warps; i++)
        check(warps[i], "lanes", &caps);
}
END_TEST

TESTS("golden passes", threads_form, block_form, lanes_form)
