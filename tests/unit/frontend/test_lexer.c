/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"
#include "frontend/frontend.h"
#include "frontend/parse/lexer.h"
#include "frontend/parse/source.h"
#include "tests/unit/check_main.h"

#include <stdio.h>
#include <string.h>

/* The tokens of a text as words, names and numbers by their spelling. */
static const char *lex(const char *text) {
    static char result[2048];
    const pk_source *source;
    pk_py_lexer lexer;
    pk_arena arena;
    pk_diags diags;
    pk_text out;
    pk_py_token token;

    pk_arena_init(&arena, &pk_heap);
    pk_diags_init(&diags, &arena);
    pk_text_init(&out, &pk_heap);
    ck_assert_int_eq(
        pk_source_read(&arena, text, strlen(text), "t", 1, &source, &diags),
        PK_OK);
    pk_py_lexer_init(&lexer, source, pk_idents_new(&arena), &diags);
    do {
        bool spelled;

        token = pk_py_lexer_next(&lexer);
        spelled = token.end > token.start && token.kind > PK_TOK_dedent;
        if (out.length)
            pk_text_put(&out, " ");
        if (spelled)
            pk_text_bytes(&out, source->text + token.start,
                          token.end - token.start);
        else
            pk_text_printf(&out, "<%s>",
                           pk_py_token_words((pk_py_token_kind)token.kind));
    } while (token.kind != PK_TOK_end);
    snprintf(result, sizeof result, "%s", pk_text_string(&out));
    pk_text_finish(&out);
    pk_arena_finish(&arena);
    return result;
}

START_TEST(lines_end_and_blank_ones_do_not_count)
{
    ck_assert_str_eq(lex("a\n\n# c\n  \nb"),
                     "a <end of line> b <end of line> <end of file>");
    ck_assert_str_eq(lex(""), "<end of file>");
    ck_assert_str_eq(lex("\r\n\ra\r"), "a <end of line> <end of file>");
}
END_TEST

START_TEST(indentation_gives_indents_and_dedents)
{
    ck_assert_str_eq(lex("a:\n  b\n  c\nd"),
                     "a : <end of line> <indent> b <end of line> c "
                     "<end of line> <dedent> d <end of line> <end of file>");
    ck_assert_str_eq(lex("a:\n\tb:\n\t\tc"),
                     "a : <end of line> <indent> b : <end of line> <indent> c "
                     "<end of line> <dedent> <dedent> <end of file>");
    ck_assert_str_eq(lex("a:\n  b\n c\n"),
                     "a : <end of line> <indent> b <end of line> <error> "
                     "<dedent> c <end of line> <end of file>");
}
END_TEST

START_TEST(brackets_and_backslashes_join_lines)
{
    ck_assert_str_eq(lex("(a,\n  b)\nc"),
                     "( a , b ) <end of line> c <end of line> <end of file>");
    ck_assert_str_eq(lex("a + \\\n  b\n"), "a + b <end of line> <end of file>");
}
END_TEST

START_TEST(operators_are_the_longest_that_fit)
{
    ck_assert_str_eq(lex("a**=b//c->d...e:=f!=g"),
                     "a **= b // c -> d ... e := f != g <end of line> "
                     "<end of file>");
    ck_assert_str_eq(lex("a<<=b>>c<=d..e"),
                     "a <<= b >> c <= d . . e <end of line> <end of file>");
}
END_TEST

START_TEST(numbers_end_where_they_should)
{
    ck_assert_str_eq(lex("0x1F 1_0.5e-3j .5 1.if 0b1 0o7 1..a"),
                     "0x1F 1_0.5e-3j .5 1. if 0b1 0o7 1. . a <end of line> "
                     "<end of file>");
}
END_TEST

START_TEST(strings_take_their_prefix_and_quotes)
{
    ck_assert_str_eq(lex("rb'a\\'b' '''c\nd''' u\"\" 'e'f"),
                     "rb'a\\'b' '''c\nd''' u\"\" 'e' f <end of line> "
                     "<end of file>");
}
END_TEST

START_TEST(fstrings_are_text_and_expressions)
{
    ck_assert_str_eq(lex("f'a{b!r:>{c}}d'"),
                     "f' a { b ! r : > { c } } d ' <end of line> "
                     "<end of file>");
    ck_assert_str_eq(lex("f'{x[\"a\":1]}{{}}'"),
                     "f' { x [ \"a\" : 1 ] } {{}} ' <end of line> "
                     "<end of file>");
    ck_assert_str_eq(lex("f'{f'{a}'}'"),
                     "f' { f' { a } ' } ' <end of line> <end of file>");
}
END_TEST

START_TEST(places_are_offsets_and_lines)
{
    const char *text = "x = '''\n''' + y\n";
    const pk_source *source;
    pk_py_lexer lexer;
    pk_py_token token;
    pk_arena arena;
    pk_diags diags;

    pk_arena_init(&arena, &pk_heap);
    pk_diags_init(&diags, &arena);
    pk_source_read(&arena, text, strlen(text), "t", 1, &source, &diags);
    pk_py_lexer_init(&lexer, source, pk_idents_new(&arena), &diags);
    token = pk_py_lexer_next(&lexer);
    ck_assert(token.first);
    token = pk_py_lexer_next(&lexer);
    token = pk_py_lexer_next(&lexer);
    ck_assert_int_eq(token.kind, PK_TOK_string);
    ck_assert_uint_eq(token.start, 4);
    ck_assert_uint_eq(token.end, 11);
    ck_assert_uint_eq(token.line, 1);
    ck_assert_uint_eq(token.end_line, 2);
    ck_assert(!token.first);
    token = pk_py_lexer_next(&lexer);
    ck_assert_uint_eq(token.line, 2);
    ck_assert(!token.first);
    pk_arena_finish(&arena);
}
END_TEST

START_TEST(names_are_interned)
{
    pk_arena arena;
    pk_idents *names;
    const char *first;

    pk_arena_init(&arena, &pk_heap);
    names = pk_idents_new(&arena);
    first = pk_idents_add(names, "alpha beta", 5)->text;
    ck_assert_str_eq(first, "alpha");
    for (int i = 0; i < 5000; i++) {
        char text[16];
        int length = snprintf(text, sizeof text, "n%d", i);

        pk_idents_add(names, text, (size_t)length);
    }
    ck_assert_ptr_eq(pk_idents_add(names, "alpha", 5)->text, first);
    ck_assert_ptr_eq(pk_idents_find(names, "alpha"), first);
    ck_assert_ptr_null(pk_idents_find(names, "n5000"));
    ck_assert_ptr_null(pk_idents_find(names, "while"));
    ck_assert_int_eq(pk_idents_add(names, "while", 5)->token, PK_TOK_while);
    pk_arena_finish(&arena);
}
END_TEST

/* Status and first message of reading a source. */
static pk_status read_source(const char *text, size_t length, pk_error *err) {
    const pk_source *source;
    pk_arena arena;
    pk_diags diags;
    pk_status status;

    pk_arena_init(&arena, &pk_heap);
    pk_diags_init(&diags, &arena);
    status = pk_source_read(&arena, text, length, "t", 10, &source, &diags);
    ck_assert_int_eq(pk_diags_status(&diags, err), status);
    pk_arena_finish(&arena);
    return status;
}

START_TEST(bytes_that_are_no_text_are_refused_with_their_place)
{
    pk_error err = {0};

    ck_assert_int_eq(read_source("a\nb\0c", 5, &err), PK_SYNTAX);
    ck_assert_uint_eq(err.line, 11);
    ck_assert_uint_eq(err.col, 2);
    ck_assert_str_eq(err.message,
                     "source code cannot contain null bytes (byte 3); a source "
                     "is text in UTF-8");
    ck_assert_int_eq(read_source("a\xff", 2, &err), PK_SYNTAX);
    ck_assert_str_eq(err.message,
                     "invalid UTF-8 (byte 1); a source is text in UTF-8");
    ck_assert_int_eq(read_source("\xed\xa0\x80", 3, &err), PK_SYNTAX);
    ck_assert_int_eq(read_source("\xc0\x80", 2, &err), PK_SYNTAX);
    ck_assert_int_eq(read_source("\xf4\x90\x80\x80", 4, &err), PK_SYNTAX);
    ck_assert_int_eq(read_source("x\xc3", 2, &err), PK_SYNTAX);
    ck_assert_int_eq(read_source("'\xe2\x80\xae'", 5, &err), PK_SYNTAX);
    ck_assert_ptr_nonnull(strstr(err.message, "direction of text"));
    ck_assert_int_eq(read_source("\xef\xbb\xbfx", 4, &err), PK_OK);
}
END_TEST

START_TEST(other_codings_are_refused_by_name)
{
    const char *text = "#!/bin/sh\n# -*- coding: koi8-r -*-\n";
    pk_error err = {0};

    ck_assert_int_eq(read_source(text, strlen(text), &err), PK_SYNTAX);
    ck_assert_uint_eq(err.line, 11);
    ck_assert_uint_eq(err.col, 15);
    ck_assert_ptr_nonnull(strstr(err.message, "unknown encoding: koi8-r"));
}
END_TEST

START_TEST(a_source_over_the_limit_is_refused)
{
    size_t length = PK_SOURCE_MAX + 1;
    char *text = malloc(length);
    pk_error err = {0};

    memset(text, '#', length);
    ck_assert_int_eq(read_source(text, length, &err), PK_LIMIT);
    ck_assert_int_eq(read_source(text, length - 1, &err), PK_OK);
    free(text);
}
END_TEST

TESTS("lexer", lines_end_and_blank_ones_do_not_count,
      indentation_gives_indents_and_dedents,
      brackets_and_backslashes_join_lines, operators_are_the_longest_that_fit,
      numbers_end_where_they_should, strings_take_their_prefix_and_quotes,
      fstrings_are_text_and_expressions, places_are_offsets_and_lines,
      names_are_interned, bytes_that_are_no_text_are_refused_with_their_place,
      other_codings_are_refused_by_name, a_source_over_the_limit_is_refused)
