/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"
#include "frontend/parse/parser.h"
#include "tests/unit/check_main.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static pk_arena arena;
static pk_diags diags;
static pk_parse parse;

/* Parses into the statics above. finish() gives the memory back. */
static pk_status start_flags(const char *text, uint32_t line, uint32_t flags) {
    pk_arena_init(&arena, &pk_heap);
    pk_diags_init(&diags, &arena);
    return pk_parse_source(&arena, text, strlen(text), "k.py", line, flags,
                           &parse, &diags);
}

static pk_status start(const char *text) {
    return start_flags(text, 1, 0);
}

static void finish(void) {
    pk_arena_finish(&arena);
}

/* The value of a source that is one expression. */
static const pk_ast *value_of(const char *text) {
    ck_assert_int_eq(start(text), PK_OK);
    ck_assert_uint_eq(parse.module->Module.body.count, 1);
    return parse.module->Module.body.items[0]->Expr.value;
}

START_TEST(a_tree_has_kinds_fields_and_places)
{
    const pk_ast *node = value_of("a +\\\n  f(b)");

    ck_assert_int_eq(node->kind, PK_AST_BinOp);
    ck_assert_int_eq(node->BinOp.op, PK_AST_OP_Add);
    ck_assert_str_eq(node->BinOp.left->Name.id, "a");
    ck_assert_int_eq(node->BinOp.right->kind, PK_AST_Call);
    ck_assert_uint_eq(node->BinOp.right->line, 2);
    ck_assert_uint_eq(node->BinOp.right->col, 3);
    ck_assert_uint_eq(node->BinOp.right->end_col, 7);
    ck_assert_uint_eq(pk_ast_loc(node, 3).file, 3);
    ck_assert_uint_eq(pk_ast_loc(node, 3).end_col, 0);
    ck_assert_uint_eq(node->height, 2);
    finish();
}
END_TEST

START_TEST(lines_count_from_the_first_line_given)
{
    ck_assert_int_eq(start_flags("x\ny y", 41, 0), PK_SYNTAX);
    ck_assert_ptr_null(parse.module);
    ck_assert_uint_eq(diags.first->loc.line, 42);
    ck_assert_str_eq(diags.first->source_line, "y y");
    ck_assert_str_eq(diags.first->file, "k.py");
    ck_assert_str_eq(pk_source_line(parse.source, 41, &arena), "x");
    ck_assert_ptr_null(pk_source_line(parse.source, 40, &arena));
    ck_assert_ptr_null(pk_source_line(parse.source, 43, &arena));
    finish();
}
END_TEST

START_TEST(equal_names_are_equal_pointers)
{
    const pk_ast *node = value_of("abc + abc");

    ck_assert_ptr_eq(node->BinOp.left->Name.id, node->BinOp.right->Name.id);
    ck_assert_ptr_eq(pk_idents_find(parse.names, "abc"),
                     node->BinOp.left->Name.id);
    ck_assert_ptr_null(pk_idents_find(parse.names, "abcd"));
    finish();
}
END_TEST

START_TEST(integers_have_their_value_or_say_that_it_is_too_large)
{
    static const struct {
        const char *text;
        uint64_t value;
        bool overflow;
    } cases[] = {
        {"0", 0, false},
        {"1_000", 1000, false},
        {"0xFF_ff", 0xffff, false},
        {"0o777", 0777, false},
        {"0b101", 5, false},
        {"18446744073709551615", UINT64_MAX, false},
        {"18446744073709551616", 0, true},
        {"0x1_0000_0000_0000_0001", 1, true},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const pk_const *value = &value_of(cases[i].text)->Constant.value;

        ck_assert_int_eq(value->kind, PK_CONST_int);
        ck_assert_uint_eq(value->integer, cases[i].value);
        ck_assert_int_eq(value->overflow, cases[i].overflow);
        finish();
    }
}
END_TEST

START_TEST(floats_are_rounded_right_in_any_locale)
{
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        {"0.1", 0.1},
        {"1e400", INFINITY},
        {"5e-324", 5e-324},
        {"1_0.2_5", 10.25},
        {"2.5j", 2.5},
        {".5e1", 5.0},
        {"9007199254740993.0", 9007199254740992.0},
    };

    setlocale(LC_ALL, "de_DE.UTF-8"); /* its point is a comma, if it is there */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert(value_of(cases[i].text)->Constant.value.real ==
                  cases[i].value);
        finish();
    }
    setlocale(LC_ALL, "C");
}
END_TEST

START_TEST(hexadecimal_floats_are_for_the_device_library)
{
    ck_assert_int_eq(start_flags("0x1.8p-3", 1, PK_PARSE_hex_floats), PK_OK);
    ck_assert(
        parse.module->Module.body.items[0]->Expr.value->Constant.value.real ==
        0x1.8p-3);
    finish();
    ck_assert_int_eq(start("0x1.8p-3"), PK_SYNTAX);
    finish();
}
END_TEST

START_TEST(strings_are_decoded)
{
    const pk_const *value =
        &value_of("'a\\n\\x41\\u00e9' r'\\n' '''\\\n'''")->Constant.value;

    ck_assert_int_eq(value->kind, PK_CONST_str);
    ck_assert_str_eq(value->text, "a\nA\xc3\xa9\\n");
    ck_assert_uint_eq(value->length, 7);
    finish();
    value = &value_of("b'\\xff\\0a'")->Constant.value;
    ck_assert_int_eq(value->kind, PK_CONST_bytes);
    ck_assert_uint_eq(value->length, 3);
    ck_assert_mem_eq(value->text, "\xff\0a", 3);
    finish();
}
END_TEST

/* The printed form of a source, with and without an indent. */
static void check_print(const char *text, uint32_t indent, const char *want) {
    pk_ast_print_options options = {.indent = indent};
    pk_text out;

    pk_text_init(&out, &pk_heap);
    ck_assert_int_eq(start(text), PK_OK);
    pk_ast_print(parse.module, &options, &out);
    ck_assert_str_eq(pk_text_string(&out), want);
    pk_text_finish(&out);
    finish();
}

START_TEST(trees_print_as_cpythons_dump)
{
    check_print("x = a < b <= 1.5", 0,
                "Module(body=[Assign(targets=[Name(id='x', ctx=Store())], "
                "value=Compare(left=Name(id='a'), ops=[Lt(), LtE()], "
                "comparators=[Name(id='b'), Constant(value=1.5)]))])");
    check_print("-1", 2,
                "Module(\n  body=[\n    Expr(\n      value=UnaryOp(\n"
                "        op=USub(),\n        operand=Constant(\n"
                "          value=1)))])");
    check_print("if a: b\nelif c: d", 0,
                "Module(body=[If(test=Name(id='a'), body=[Expr(value="
                "Name(id='b'))], orelse=[If(test=Name(id='c'), body=[Expr("
                "value=Name(id='d'))])])])");
}
END_TEST

START_TEST(an_error_does_not_hide_the_next)
{
    ck_assert_int_eq(start("def f():\n  x = = 1\n  y = 2\n  z 3\nclass\n"),
                     PK_SYNTAX);
    ck_assert_uint_eq(diags.errors, 3);
    ck_assert_uint_eq(diags.first->loc.line, 2);
    ck_assert_uint_eq(diags.first->next->loc.line, 4);
    ck_assert_uint_eq(diags.last->loc.line, 5);
    finish();
}
END_TEST

START_TEST(at_most_twenty_errors_are_reported)
{
    char text[4 * 1000 + 1];

    for (int i = 0; i < 1000; i++)
        memcpy(text + 4 * i, "a b\n", 5);
    ck_assert_int_eq(start(text), PK_SYNTAX);
    ck_assert_uint_eq(diags.count, PK_DIAG_MAX);
    finish();
}
END_TEST

/* An allocator that fails from the `left`th request on. */
typedef struct failing {
    size_t left;
    long held;
} failing;

static void *failing_alloc(void *self, size_t size) {
    failing *f = self;

    if (f->left == 0)
        return NULL;
    f->left--;
    f->held++;
    return malloc(size);
}

static void *failing_resize(void *self, void *old, size_t old_size,
                            size_t size) {
    failing *f = self;

    (void)old_size;
    if (f->left == 0)
        return NULL;
    f->left--;
    return realloc(old, size);
}

static void failing_release(void *self, void *old, size_t size) {
    failing *f = self;

    (void)size;
    f->held--;
    free(old);
}

START_TEST(every_failed_allocation_is_reported_and_nothing_leaks)
{
    char text[20000];
    size_t length = 0;

    for (int i = 0; i < 60; i++)
        length += (size_t)snprintf(
            text + length, sizeof text - length,
            "def f%d(a, *b, c=1):\n  x, (y, *z) = [a for a in b if a], {1: 2}\n"
            "  match x:\n    case [1, {'k': v}] | A(b=2): return "
            "f'{x!r:>{y}}'\n"
            "  if x: pass\n  elif y < 1 < 2: del y[0:1], z.w\n"
            "  import m%d.n as o\n  with (p as q, r): s += lambda t: u\n",
            i, i);
    for (size_t n = 0;; n++) {
        failing self = {.left = n};
        pk_allocator allocator = {&self, failing_alloc, failing_resize,
                                  failing_release};
        pk_ast *module;
        pk_status status;

        pk_arena_init(&arena, &allocator);
        pk_diags_init(&diags, &arena);
        status = pk_ast_parse(&arena, text, length, "k.py", 1, &module, &diags);
        pk_arena_finish(&arena);
        ck_assert_int_eq(self.held, 0);
        if (status == PK_OK)
            break;
        ck_assert_int_eq(status, PK_NO_MEMORY);
        ck_assert_ptr_null(module);
        ck_assert_uint_lt(n, 1000);
    }
}
END_TEST

TESTS("parser", a_tree_has_kinds_fields_and_places,
      lines_count_from_the_first_line_given, equal_names_are_equal_pointers,
      integers_have_their_value_or_say_that_it_is_too_large,
      floats_are_rounded_right_in_any_locale,
      hexadecimal_floats_are_for_the_device_library, strings_are_decoded,
      trees_print_as_cpythons_dump, an_error_does_not_hide_the_next,
      at_most_twenty_errors_are_reported,
      every_failed_allocation_is_reported_and_nothing_leaks)
