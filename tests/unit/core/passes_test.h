/* SPDX-License-Identifier: Apache-2.0 */
/* A pass on the body of a kernel, compared as text. */
#ifndef PORTKERN_TESTS_PASSES_TEST_H
#define PORTKERN_TESTS_PASSES_TEST_H

#include "core/passes/passes.h"

#include "base/arena.h"
#include "base/text.h"

#include <string.h>

#include "tests/unit/check_main.h"

/* What a test file's target can do, and what is known of the array. */
#ifndef PASSES_FEATURES
#define PASSES_FEATURES 0
#define PASSES_ARRAY    ""
#endif

static pk_arena arena;
static const pk_caps caps = {.struct_size = sizeof(pk_caps),
                             .form = PK_FORM_threads,
                             .features = PASSES_FEATURES,
                             .warp_size = 32};

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
    "kernel @k(%x: ptr<global, i64> data 0" PASSES_ARRAY
    ", %n: i64 shape 0 0, %a: i64 scalar "
    "1, %f: f64 scalar 2, %i: i32 scalar 3) {\n";

/* Runs the passes on the kernel and compares its body. */
static inline void check(const char *before, const char *after,
                         pk_pass *const *passes, size_t count) {
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

#endif
