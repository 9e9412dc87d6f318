/* SPDX-License-Identifier: Apache-2.0 */
/* Parallel loops: which locals are what, and what becomes of the loop. That
 * results are right is tested by tests/host/prange.py. */
#include "core/analysis/fresh.h"
#include "core/analysis/parallel.h"

#include "base/arena.h"
#include "base/text.h"
#include "core/passes/passes.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/check_main.h"

static pk_arena arena, scratch;
static const pk_caps threads = {.struct_size = sizeof(pk_caps),
                                .form = PK_FORM_block,
                                .features = PK_CAP_host | PK_CAP_parallel},
                     alone = {.struct_size = sizeof(pk_caps),
                              .form = PK_FORM_block,
                              .features = PK_CAP_host};

/* A host function with the locals $a and $b (i64) and $s (f64), a loop with
 * that body, and what is behind it. */
static pk_ir *module_of(const char *body, const char *behind) {
    pk_error err = {0};
    pk_text text;
    pk_ir *ir;

    pk_arena_init(&arena, &pk_heap);
    pk_arena_init(&scratch, &pk_heap);
    pk_text_init(&text, &pk_heap);
    pk_text_printf(&text,
                   "pkir 1\n\nhost @f(%%n: i64 scalar 0, %%x: ptr<global, f64> "
                   "data 1) dims 1 1 1 {\n"
                   "    local $a: i64\n    local $b: i64\n    local $s: f64\n"
                   "    for.parallel ^1 %%2: i64 = 0:i64, %%n, 1:i64 {\n"
                   "        %%3: ptr<global, f64> = elem %%x, %%2\n"
                   "        %%4: f64 = load %%3\n%s"
                   "    }\n%s}\n",
                   body, behind);
    if (pk_ir_parse(&arena, pk_text_string(&text), text.length, &ir, &err) !=
        PK_OK)
        ck_abort_msg("%s", err.message);
    pk_text_finish(&text);
    return ir;
}

static void finish(void) {
    pk_arena_finish(&arena);
    pk_arena_finish(&scratch);
}

static pk_parallel_local local_of(pk_ir *ir, const char *name) {
    pk_func *fn = ir->funcs;
    pk_inst *loop = fn->body->first;
    pk_parallel_local *found;

    while (loop->op != PK_OP_for)
        loop = loop->next;
    found = pk_parallel_find_locals(fn, loop, &scratch);
    for (const pk_local *l = fn->locals; l; l = l->next)
        if (strcmp(l->name, name) == 0)
            return found[l->id];
    ck_abort_msg("no local %s", name);
}

static pk_parallel_local look(const char *name, const char *body,
                              const char *behind) {
    pk_parallel_local found = local_of(module_of(body, behind), name);

    finish();
    return found;
}

#define ADD                                                                    \
    "        %5: f64 = get $s\n        %6: f64 = add %5, %4\n"                 \
    "        set $s, %6\n"

START_TEST(what_is_only_added_to_is_reduced)
{
    pk_parallel_local s = look("s", ADD, "");

    ck_assert_int_eq(s.role, PK_PARALLEL_reduced);
    ck_assert_int_eq(s.op, PK_OP_add);
    s = look("s",
             ADD "        %7: f64 = get $s\n        %8: f64 = sub %7, %4\n"
                 "        set $s, %8\n",
             "");
    ck_assert_int_eq(s.role, PK_PARALLEL_reduced);
}
END_TEST

START_TEST(the_lesser_of_two_is_reduced)
{
    pk_parallel_local s =
        look("s",
             "        %5: f64 = get $s\n        %6: bool = lt %4, %5\n"
             "        %7: f64 = select %6, %4, %5\n        set $s, %7\n",
             "");

    ck_assert_int_eq(s.role, PK_PARALLEL_reduced);
    ck_assert_int_eq(s.op, PK_OP_min);
    s = look("s",
             "        %5: f64 = get $s\n        %6: bool = lt %4, %5\n"
             "        %7: f64 = select %6, %5, %4\n        set $s, %7\n",
             "");
    ck_assert_int_eq(s.op, PK_OP_max);
    s = look("s",
             "        %5: f64 = get $s\n        %6: bool = lt %4, 3.0:f64\n"
             "        %7: f64 = select %6, %5, %4\n        set $s, %7\n",
             "");
    ck_assert_int_eq(s.role, PK_PARALLEL_carried);
}
END_TEST

START_TEST(what_is_looked_at_too_is_not)
{
    ck_assert_int_eq(
        look("s", ADD "        %7: f64 = get $s\n        store %3, %7\n", "")
            .role,
        PK_PARALLEL_carried);
    ck_assert_int_eq(look("s", ADD "        store %3, %6\n", "").role,
                     PK_PARALLEL_carried);
    ck_assert_int_eq(look("s", ADD "        store %3, %5\n", "").role,
                     PK_PARALLEL_carried);
}
END_TEST

START_TEST(two_operations_are_no_reduction)
{
    ck_assert_int_eq(
        look("s",
             ADD "        %7: f64 = get $s\n        %8: f64 = mul %7, %4\n"
                 "        set $s, %8\n",
             "")
            .role,
        PK_PARALLEL_carried);
    /* x - s */
    ck_assert_int_eq(
        look("s",
             "        %5: f64 = get $s\n        %6: f64 = sub %4, %5\n"
             "        set $s, %6\n",
             "")
            .role,
        PK_PARALLEL_carried);
}
END_TEST

START_TEST(set_before_it_is_read_is_own)
{
    static const char body[] = "        set $s, %4\n        %5: f64 = get $s\n"
                               "        store %3, %5\n";
    pk_parallel_local s = look("s", body, "");

    ck_assert_int_eq(s.role, PK_PARALLEL_own);
    ck_assert(!s.live);
    s = look("s", body, "    %6: f64 = get $s\n    store %x, %6\n");
    ck_assert(s.live && !s.sometimes);
    s = look("s", body,
             "    set $s, 0.0:f64\n    %6: f64 = get $s\n"
             "    store %x, %6\n");
    ck_assert(!s.live);
}
END_TEST

/* The set behind is not on every path. */
START_TEST(a_set_that_is_passed_by_hides_no_read)
{
    ck_assert(look("a", "        set $a, %2\n",
                   "    block ^1 {\n        %5: bool = lt %n, 3:i64\n"
                   "        if %5 {\n            break ^1\n        }\n"
                   "        set $a, 0:i64\n    }\n    %6: i64 = get $a\n"
                   "    set $b, %6\n")
                  .live);
}
END_TEST

START_TEST(set_under_a_condition_is_live_sometimes)
{
    pk_parallel_local a =
        look("a",
             "        %5: bool = lt %2, 3:i64\n        if %5 {\n"
             "            set $a, %2\n        }\n",
             "    %6: i64 = get $a\n    set $b, %6\n");

    ck_assert_int_eq(a.role, PK_PARALLEL_own);
    ck_assert(a.live && a.sometimes);
}
END_TEST

START_TEST(maybe_read_before_it_is_set_begins_as_in_front)
{
    ck_assert_int_eq(look("a",
                          "        %5: bool = lt %2, 3:i64\n        if %5 {\n"
                          "            set $a, %2\n        }\n"
                          "        %6: i64 = get $a\n        set $b, %6\n",
                          "")
                         .role,
                     PK_PARALLEL_first);
}
END_TEST

/* ---- the pass ---- */

static char *passed(const char *body, const char *behind, const pk_caps *caps,
                    pk_error *err) {
    pk_ir *ir = module_of(body, behind);
    char *out = NULL;
    pk_text text;

    *err = (pk_error){0};
    if (pk_run_passes(ir, caps, true, err) == PK_OK) {
        pk_text_init(&text, &pk_heap);
        pk_ir_print(ir, &text);
        out = strdup(pk_text_string(&text));
        pk_text_finish(&text);
    }
    finish();
    return out;
}

START_TEST(threads_run_a_function_of_their_own)
{
    pk_error err;
    char *text = passed("        store %3, 1.0:f64\n", "", &threads, &err);

    ck_assert_msg(text != NULL, "%s", err.message);
    ck_assert_ptr_nonnull(strstr(text, "host @f.block("));
    ck_assert_ptr_nonnull(strstr(text, "parallel.apart @f.block("));
    ck_assert_ptr_null(strstr(text, "for.parallel"));
    ck_assert_ptr_nonnull(strstr(text, ".apart"));
    free(text);
    text = passed("        store %3, 1.0:f64\n", "", &alone, &err);
    ck_assert_msg(text != NULL, "%s", err.message);
    ck_assert_ptr_null(strstr(text, "parallel"));
    free(text);
    text = passed("        chunk_least 100:i64\n        store %3, 1.0:f64\n",
                  "", &threads, &err); /* of whole arrays, in order */
    ck_assert_msg(text != NULL, "%s", err.message);
    ck_assert_ptr_null(strstr(text, ".apart"));
    free(text);
}
END_TEST

/* Parts are joined in a loop over chunks, with threads and without. */
START_TEST(parts_are_joined_in_order)
{
    pk_error err;
    char *text =
        passed(ADD, "    %7: f64 = get $s\n    store %x, %7\n", &threads, &err);

    ck_assert_msg(text != NULL, "%s", err.message);
    ck_assert_ptr_nonnull(strstr(text, "set $s, -0.0:f64"));
    ck_assert_ptr_nonnull(strstr(text, "alloc 8192:i64"));
    ck_assert_ptr_nonnull(strstr(text, "parallel @f.block(")); /* its chunks */
    ck_assert_ptr_nonnull(strstr(text, "release"));
    free(text);
    text =
        passed(ADD, "    %7: f64 = get $s\n    store %x, %7\n", &alone, &err);
    ck_assert_msg(text != NULL, "%s", err.message);
    ck_assert_ptr_nonnull(strstr(text, "-0.0:f64"));
    ck_assert_ptr_null(strstr(text, "alloc"));
    free(text);
}
END_TEST

/* A loop of small iterations has a call for its only chunk beside the blocks,
 * where there are threads. */
START_TEST(only_chunk_is_a_call)
{
    static const char body[] =
        "        chunk_least 1024:i64\n        store %3, 1.0:f64\n";
    pk_error err;
    char *text = passed(body, "", &threads, &err);

    ck_assert_msg(text != NULL, "%s", err.message);
    ck_assert_ptr_nonnull(strstr(text, "1024:i64"));
    ck_assert_ptr_nonnull(strstr(text, "parallel @f.block("));
    ck_assert_ptr_nonnull(strstr(text, "} else {"));
    ck_assert_ptr_null(strstr(text, "chunk_least"));
    free(text);
    text = passed(body, "", &alone, &err);
    ck_assert_msg(text != NULL, "%s", err.message);
    ck_assert_ptr_null(strstr(text, "chunk_least"));
    free(text);
}
END_TEST

/* The first line of the function that threads run, of a loop over two arrays.
 */
static char *block_of(const char *flags, const char *front, const char *from) {
    pk_error err = {0};
    pk_text text, out;
    pk_ir *ir;
    char *at, *line;

    pk_arena_init(&arena, &pk_heap);
    pk_arena_init(&scratch, &pk_heap);
    pk_text_init(&text, &pk_heap);
    pk_text_init(&out, &pk_heap);
    pk_text_printf(&text,
                   "pkir 1\n\nhost @f(%%n: i64 scalar 0, %%x: ptr<global, f64> "
                   "data 1%s, %%y: ptr<global, f64> data 2%s) dims 1 1 1 {\n%s"
                   "    for.parallel ^1 %%3: i64 = 0:i64, %%n, 1:i64 {\n"
                   "        %%4: ptr<global, f64> = elem %s, %%3\n"
                   "        %%5: f64 = load %%4\n"
                   "        %%6: ptr<global, f64> = elem %%y, %%3\n"
                   "        store %%6, %%5\n    }\n}\n",
                   flags, flags, front, from);
    if (pk_ir_parse(&arena, pk_text_string(&text), text.length, &ir, &err) !=
            PK_OK ||
        pk_run_passes(ir, &threads, true, &err) != PK_OK)
        ck_abort_msg("%s", err.message);
    pk_ir_print(ir, &out);
    at = strstr(pk_text_string(&out), "host @f.block(");
    ck_assert_ptr_nonnull(at);
    line = strndup(at, strcspn(at, "\n"));
    pk_text_finish(&out);
    pk_text_finish(&text);
    finish();
    return line;
}

static int times(const char *text, const char *word) {
    int n = 0;

    for (; (text = strstr(text, word)); text++)
        n++;
    return n;
}

START_TEST(arrays_that_are_apart_are_apart_for_threads)
{
    char *line = block_of(" noalias", "", "%x");

    ck_assert_int_eq(times(line, "noalias"), 2);
    free(line);
    line = block_of("", "", "%x");
    ck_assert_int_eq(times(line, "noalias"), 0);
    free(line);
    line = block_of(" noalias", "    %7: ptr<global, f64> = elem %y, 1:i64\n",
                    "%7");
    ck_assert_int_eq(times(line, "noalias"), 0);
    free(line);
    line = block_of(" noalias",
                    "    %7: ref, %8: ptr<global, f64> = alloc 800:i64\n"
                    "    retain %7\n",
                    "%8");
    ck_assert_int_eq(times(line, "noalias"), 2);
    free(line);
    line = block_of("", "    %7: ref, %8: ptr<global, f64> = alloc 800:i64\n",
                    "%8"); /* made here, so not the argument */
    ck_assert_int_eq(times(line, "noalias"), 2);
    free(line);
}
END_TEST

/* The memory that a function returns may be what it was given. */
START_TEST(returned_arguments_are_not_made)
{
    static const char format[] =
        "pkir 1\n\ndevice @g(%%a: ptr<global, f64> data 0) -> "
        "ptr<global, f64> {\n%s    return %s\n}\n\n"
        "host @f(%%n: i64 scalar 0, %%y: ptr<global, f64> data 2 noalias) dims "
        "1 1 1 {\n    %%2: ptr<global, f64> = call @g(%%y)\n}\n";
    static const char alloc[] =
        "    %1: ref, %2: ptr<global, f64> = alloc 80:i64\n";
    pk_error err = {0};
    char text[600];
    pk_ir *ir;

    for (int made = 0; made < 2; made++) {
        pk_arena_init(&arena, &pk_heap);
        pk_arena_init(&scratch, &pk_heap);
        snprintf(text, sizeof text, format, made ? alloc : "",
                 made ? "%2" : "%a");
        if (pk_ir_parse(&arena, text, strlen(text), &ir, &err) != PK_OK)
            ck_abort_msg("%s", err.message);
        ck_assert_ptr_eq(
            pk_maker_of_memory(ir->funcs->next,
                               ir->funcs->next->body->first->results[0]),
            made ? ir->funcs->next->body->first : NULL);
        ck_assert_ptr_eq(
            pk_maker_of_memory(ir->funcs, ir->funcs->params[0].value),
            &ir->funcs->next->params[1]);
        finish();
    }
}
END_TEST

START_TEST(a_loop_that_is_left_or_prints_has_one_thread)
{
    pk_error err;
    char *text = passed("        %5: bool = lt %4, 0.0:f64\n        if %5 {\n"
                        "            break ^1\n        }\n",
                        "", &threads, &err);

    ck_assert_msg(text != NULL, "%s", err.message);
    ck_assert_ptr_null(strstr(text, "parallel"));
    free(text);
    text = passed("        print \"{}\", %4\n", "", &threads, &err);
    ck_assert_msg(text != NULL, "%s", err.message);
    ck_assert_ptr_null(strstr(text, "parallel"));
    free(text);
}
END_TEST

START_TEST(a_value_that_is_carried_is_refused)
{
    pk_error err;
    char *text = passed(ADD "        store %3, %5\n", "", &threads, &err);

    ck_assert_ptr_null(text);
    ck_assert_int_eq(err.status, PK_UNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(err.message,
                                 "s is read before this iteration of "
                                 "prange sets it"));
}
END_TEST

START_TEST(pointers_are_data_of_chunks)
{
    /* A device function may call a pointer a scalar. */
    static const char text[] =
        "pkir 1\n\ndevice @f(%a: ptr<global, f64> scalar 0, %n: i64 shape 0 0) "
        "{\n"
        "    for.parallel ^1 %2: i64 = 0:i64, %n, 1:i64 {\n"
        "        %3: ptr<global, f64> = elem %a, %2\n"
        "        store %3, 1.0:f64\n"
        "    }\n    return\n}\n\n"
        "host @k(%a: ptr<global, f64> data 0, %n: i64 shape 0 0) dims 1 1 1 {\n"
        "    call @f(%a, %n)\n"
        "}\n";
    const pk_caps *const caps[] = {&alone, &threads};
    pk_error err = {0};
    pk_ir *ir;

    for (int i = 0; i < 2; i++) {
        pk_arena_init(&arena, &pk_heap);
        pk_arena_init(&scratch, &pk_heap);
        if (pk_ir_parse(&arena, text, sizeof text - 1, &ir, &err) != PK_OK ||
            pk_run_passes(ir, caps[i], true, &err) != PK_OK)
            ck_abort_msg("%s", err.message);
        finish();
    }
}
END_TEST

TESTS("parallel_loops", what_is_only_added_to_is_reduced,
      the_lesser_of_two_is_reduced, what_is_looked_at_too_is_not,
      two_operations_are_no_reduction, set_before_it_is_read_is_own,
      a_set_that_is_passed_by_hides_no_read,
      set_under_a_condition_is_live_sometimes,
      maybe_read_before_it_is_set_begins_as_in_front,
      threads_run_a_function_of_their_own, parts_are_joined_in_order,
      only_chunk_is_a_call, arrays_that_are_apart_are_apart_for_threads,
      a_loop_that_is_left_or_prints_has_one_thread,
      returned_arguments_are_not_made, a_value_that_is_carried_is_refused,
      pointers_are_data_of_chunks)
