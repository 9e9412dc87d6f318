/* SPDX-License-Identifier: Apache-2.0 */
/* structure-barriers and fission: what they make of a kernel computes the same
 * bits, whatever the order of threads. */
#define RANDOM_FUEL 20000000

#include "random_forms.h"

static const pk_caps threads_caps = {.form = PK_FORM_threads,
                                     .features = PK_CAP_loop_barrier};

/* The two passes alone, or all of them. */
static pk_status transform(pk_ir *ir, const pk_caps *caps, bool all) {
    pk_func *fn = pk_ir_find(ir, "k");
    pk_status status;

    if (all)
        return pk_run_passes(ir, caps, true, &err);
    status = pk_pass_structure_barriers(fn, caps, &err);
    if (status == PK_OK)
        status = pk_verify_func(fn, &err);
    if (status == PK_OK)
        status = pk_pass_fission(fn, caps, &err);
    if (status == PK_OK)
        status = pk_verify_func(fn, &err);
    pk_func_layout(fn);
    return status;
}

START_TEST(random_kernels_compute_the_same)
{
    check_seeds(&threads_caps, 150);
}
END_TEST

/* ---- what is refused ---- */

/* Runs the two passes over a kernel called k; the text of it is in `out`. */
static pk_status pass_text(const char *text, const pk_caps *caps,
                           pk_text *out) {
    pk_arena arena;
    pk_status status;
    pk_ir *ir;

    memset(&err, 0, sizeof err);
    pk_arena_init(&arena, &pk_heap);
    ir = ir_parse(&arena, text);
    status = transform(ir, caps, false);
    if (out && status == PK_OK)
        print_to(ir, out);
    pk_arena_finish(&arena);
    return status;
}

START_TEST(a_barrier_that_threads_must_miss_is_an_error_with_both_lines)
{
    static const char *const texts[] = {
        "kernel @k() {\n%t: i32 = thread_id.x\n%c: bool = lt %t, 16:i32\n"
        "if %c !3:8 {\nbarrier !4:9\n}\nreturn\n}\n",
        "kernel @k() {\n%t: i32 = thread_id.x\n"
        "for ^1 %i: i32 = 0:i32, %t, 1:i32 !3:8 {\nbarrier !4:9\n}\n"
        "return\n}\n"};
    static const char *const words[] = {"condition", "loop"};

    for (int i = 0; i < 2; i++) {
        char message[240];
        snprintf(message, sizeof message,
                 "not every thread of the block reaches this barrier: the %s "
                 "in line 3 depends on the thread\nmove the barrier before or "
                 "after it, so that all threads reach it",
                 words[i]);
        ck_assert_int_eq(pass_text(texts[i], &block_caps, NULL), PK_BARRIER);
        ck_assert_str_eq(err.message, message);
        ck_assert_str_eq(err.file, "k.py");
        ck_assert_uint_eq(err.line, 4);
        ck_assert_int_eq(pass_text(texts[i], &threads_caps, NULL), PK_BARRIER);
    }
}
END_TEST

START_TEST(a_condition_that_holds_for_the_whole_block_is_no_error)
{
    ck_assert_int_eq(
        pass_text("kernel @k() dims 16 1 1 {\n%t: i32 = thread_id.x\n"
                  "%c: bool = lt %t, 16:i32\nif %c {\nbarrier\n}\n"
                  "return\n}\n",
                  &block_caps, NULL),
        PK_OK);
    ck_assert_int_eq(
        pass_text("kernel @k() {\n%t: i32 = thread_id.x\n"
                  "%c: bool = lt %t, 1024:i32\nif %c {\nbarrier\n}\n"
                  "return\n}\n",
                  &threads_caps, NULL),
        PK_OK);
}
END_TEST

START_TEST(places_of_an_array_are_kept_as_numbers)
{
    ck_assert_int_eq(
        pass_text("kernel @k(%x: ptr<global, i32> data 0, "
                  "%n: i64 shape 0 0) {\n"
                  "local $p: ptr<global, i32>\n%t: i32 = thread_id.x\n"
                  "%i: i64 = convert %t\n"
                  "%q: ptr<global, i32> = elem %x, %i\nset $p, %q\n"
                  "for ^1 %k: i64 = 0:i64, %n, 1:i64 {\n"
                  "%o: ptr<global, i32> = get $p\n"
                  "%s: ptr<global, i32> = elem %o, %k\nset $p, %s\nbarrier\n"
                  "}\n"
                  "%r: ptr<global, i32> = get $p\nstore %r, 1:i32\n"
                  "return\n}\n",
                  &block_caps, NULL),
        PK_OK);
}
END_TEST

START_TEST(places_of_two_arrays_are_not_kept_across_a_barrier)
{
    ck_assert_int_eq(
        pass_text("kernel @k(%x: ptr<global, i32> data 0, "
                  "%y: ptr<global, i32> data 1) {\n"
                  "local $p: ptr<global, i32>\n%t: i32 = thread_id.x\n"
                  "%i: i64 = convert %t\n%c: bool = lt %t, 3:i32\n"
                  "if %c {\n%q: ptr<global, i32> = elem %x, %i\nset $p, %q\n"
                  "} else {\n%w: ptr<global, i32> = elem %y, %i\nset $p, %w\n"
                  "}\nbarrier\n"
                  "%r: ptr<global, i32> = get $p\nstore %r, 1:i32\n"
                  "return\n}\n",
                  &block_caps, NULL),
        PK_UNSUPPORTED);
    ck_assert_str_eq(
        err.message,
        "'p' in k is a different array in different threads, and is used "
        "across a barrier\n"
        "choose the array again after the barrier, or use one array with "
        "different indices");
}
END_TEST

START_TEST(kernels_that_a_target_takes_as_they_are_stay)
{
    static const pk_caps gpu = {.form = PK_FORM_threads,
                                .features = PK_CAP_divergent_barriers};
    static const char text[] =
        "\nkernel @k() {\n    %0: i32 = thread_id.x\n"
        "    %1: bool = lt %0, 16:i32\n    if %1 {\n        return\n    }\n"
        "    barrier\n    return\n}\n";
    pk_text out;

    pk_text_init(&out, &pk_heap);
    ck_assert_int_eq(pass_text(text, &gpu, &out), PK_OK);
    ck_assert_ptr_nonnull(strstr(out.data, text));
    pk_text_finish(&out);
}
END_TEST

/* ---- memory ---- */

typedef struct limited {
    size_t left;
} limited;

static void *limited_alloc(void *self, size_t size) {
    limited *l = self;
    if (!l->left)
        return NULL;
    l->left--;
    return malloc(size);
}

static void *limited_resize(void *self, void *old, size_t old_size,
                            size_t size) {
    limited *l = self;
    (void)old_size;
    if (!l->left)
        return NULL;
    l->left--;
    return realloc(old, size);
}

static void limited_release(void *self, void *old, size_t size) {
    (void)self, (void)size;
    free(old);
}

START_TEST(passes_end_well_wherever_memory_ends)
{
    pk_text text;
    bool done = false;

    pk_text_init(&text, &pk_heap);
    ir_random_kernel(7, &text);
    for (size_t left = 0; !done; left++) {
        limited l = {left};
        pk_allocator some = {&l, limited_alloc, limited_resize,
                             limited_release};
        pk_arena arena;
        pk_ir *ir;
        pk_status status;

        ck_assert_uint_lt(left, 5000);
        pk_arena_init(&arena, &some);
        status = pk_ir_parse(&arena, text.data, text.length, &ir, &err);
        if (status == PK_OK)
            status = transform(ir, &block_caps, false);
        ck_assert(status == PK_OK || status == PK_NO_MEMORY);
        done = status == PK_OK;
        pk_arena_finish(&arena);
    }
    pk_text_finish(&text);
}
END_TEST

TESTS("barriers", random_kernels_compute_the_same,
      a_barrier_that_threads_must_miss_is_an_error_with_both_lines,
      a_condition_that_holds_for_the_whole_block_is_no_error,
      places_of_an_array_are_kept_as_numbers,
      places_of_two_arrays_are_not_kept_across_a_barrier,
      kernels_that_a_target_takes_as_they_are_stay,
      passes_end_well_wherever_memory_ends)
