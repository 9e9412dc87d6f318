/* SPDX-License-Identifier: Apache-2.0 */
/* Outlines are read as they were written, and bytes that are none do no harm.
 */
#include "../check_main.h"
#include "signature/outline.h"

#include <stdint.h>

static const pk_arg_type pair[] = {
    {.kind = PK_ARGTYPE_scalar, .dtype = PK_TYPE_f64},
    {.kind = PK_ARGTYPE_none}};
static const pk_default pair_items[] = {
    {.known = true,
     .type = {.kind = PK_ARGTYPE_scalar, .dtype = PK_TYPE_f64},
     .bits = {0x3ff0000000000000}},
    {.known = true, .type = {.kind = PK_ARGTYPE_none}}};
static const pk_default defaults[] = {
    {.known = false},
    {.known = true,
     .type = {.kind = PK_ARGTYPE_tuple, .count = 2, .items = pair},
     .items = pair_items}};
static const pk_arg_type declared_args[] = {
    {.kind = PK_ARGTYPE_array,
     .layout = 'C',
     .ndim = 2,
     .flags = PK_ARGF_readonly,
     .is_complex = 1,
     .dtype = PK_TYPE_f32},
    {.kind = PK_ARGTYPE_tuple, .count = 2, .items = pair}};
static const pk_declared declared[] = {
    {.args = declared_args,
     .count = 2,
     .has_result = true,
     .result = {.kind = PK_ARGTYPE_scalar, .dtype = PK_TYPE_i32},
     .file = "k.py",
     .loc = {.line = 3, .col = 5, .end_col = 9}}};
static const char *const names[] = {"out", "p"};
static const pk_function_info function = {.name = "step",
                                          .path = "Solver.step",
                                          .kind = PK_FUNCTION_kernel,
                                          .param_count = 2,
                                          .param_names = names,
                                          .file = "k.py",
                                          .line = 4,
                                          .col = 1,
                                          .declared = declared,
                                          .declared_count = 1,
                                          .defaults = defaults,
                                          .lineinfo = true};
static const pk_function_info *const functions[] = {&function};
static const pk_import_file files[] = {
    {.path = "numba.py"},
    {.path = "helper.py", .exists = true, .digest = {{1, 2, 3}}}};
static const pk_outline outline = {.maker = "1.2 abc",
                                   .digest = {{9, 8, 7}},
                                   .files = files,
                                   .file_count = 2,
                                   .functions = functions,
                                   .function_count = 1};

START_TEST(what_is_written_is_read)
{
    const pk_function_info *f;
    pk_outline read;
    pk_arena arena;
    pk_text text;

    pk_arena_init(&arena, &pk_heap);
    pk_text_init(&text, &pk_heap);
    ck_assert(pk_outline_write(&outline, &text));
    ck_assert(pk_outline_read(text.data, text.length, &arena, &read));
    ck_assert_str_eq(read.maker, "1.2 abc");
    ck_assert_mem_eq(&read.digest, &outline.digest, sizeof read.digest);
    ck_assert_uint_eq(read.file_count, 2);
    ck_assert_str_eq(read.files[0].path, "numba.py");
    ck_assert(!read.files[0].exists && read.files[1].exists);
    ck_assert_mem_eq(&read.files[1].digest, &files[1].digest,
                     sizeof files[1].digest);
    ck_assert_uint_eq(read.function_count, 1);
    f = read.functions[0];
    ck_assert_str_eq(f->name, "step");
    ck_assert_str_eq(f->path, "Solver.step");
    ck_assert_str_eq(f->file, "k.py");
    ck_assert(f->kind == PK_FUNCTION_kernel && f->lineinfo && !f->refused);
    ck_assert_uint_eq(f->line, 4);
    ck_assert_str_eq(f->param_names[1], "p");
    ck_assert(!f->defaults[0].known && f->defaults[1].known);
    ck_assert_uint_eq(f->defaults[1].items[0].bits[0], 0x3ff0000000000000);
    ck_assert_int_eq(f->defaults[1].type.items[1].kind, PK_ARGTYPE_none);
    ck_assert_uint_eq(f->declared_count, 1);
    ck_assert_uint_eq(f->declared[0].args[0].ndim, 2);
    ck_assert_uint_eq(f->declared[0].args[0].flags, PK_ARGF_readonly);
    ck_assert_uint_eq(f->declared[0].args[1].items[0].dtype, PK_TYPE_f64);
    ck_assert(f->declared[0].has_result);
    ck_assert_uint_eq(f->declared[0].result.dtype, PK_TYPE_i32);
    ck_assert_uint_eq(f->declared[0].loc.end_col, 9);
    pk_text_finish(&text);
    pk_arena_finish(&arena);
}
END_TEST

/* Reads a copy that ends where its memory does, for sanitizers to see. */
static bool reads(const char *bytes, size_t size) {
    char *copy = malloc(size + !size);
    pk_outline read;
    pk_arena arena;
    bool whole;

    ck_assert(copy != NULL);
    memcpy(copy, bytes, size);
    pk_arena_init(&arena, &pk_heap);
    whole = pk_outline_read(copy, size, &arena, &read);
    pk_arena_finish(&arena);
    free(copy);
    return whole;
}

START_TEST(part_of_an_outline_is_none)
{
    pk_text text;

    pk_text_init(&text, &pk_heap);
    ck_assert(pk_outline_write(&outline, &text));
    for (size_t i = 0; i < text.length; i++)
        ck_assert(!reads(text.data, i));
    pk_text_char(&text, 0);
    ck_assert(!reads(text.data, text.length));
    pk_text_finish(&text);
}
END_TEST

START_TEST(any_bytes_do_no_harm)
{
    static const char values[] = {0, 1, 7, 0x7f, (char)0x80, (char)0xff};
    pk_text text;

    pk_text_init(&text, &pk_heap);
    ck_assert(pk_outline_write(&outline, &text));
    for (size_t i = 0; i < text.length; i++)
        for (size_t k = 0; k < sizeof values; k++) {
            const char was = text.data[i];
            text.data[i] = values[k];
            (void)reads(text.data, text.length);
            text.data[i] = was;
        }
    ck_assert(reads(text.data, text.length));
    pk_text_finish(&text);
}
END_TEST

START_TEST(what_only_this_process_knows_is_not_written)
{
    const pk_refusal refusal = {.status = PK_SYNTAX};
    const pk_declared record = {
        .args = &(pk_arg_type){.kind = PK_ARGTYPE_array,
                               .record = (const struct pk_record *)names},
        .count = 1};
    pk_function_info other = function;
    const pk_function_info *list[] = {&other};
    pk_outline changed = outline;
    pk_text text;

    changed.functions = list;
    pk_text_init(&text, &pk_heap);
    other.refused = &refusal;
    ck_assert(!pk_outline_write(&changed, &text));
    other.refused = NULL;
    ck_assert(pk_outline_write(&changed, &text));
    other.declared = &record;
    ck_assert(!pk_outline_write(&changed, &text));
    pk_text_finish(&text);
}
END_TEST

TESTS("outline", what_is_written_is_read, part_of_an_outline_is_none,
      any_bytes_do_no_harm, what_only_this_process_knows_is_not_written)
