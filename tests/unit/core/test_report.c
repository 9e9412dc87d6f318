/* SPDX-License-Identifier: Apache-2.0 */
/* Reports: words with numbers in them, as CPython writes them; prints and
 * failures out of a report's words, whatever these are. */
#include "base/arena.h"
#include "base/format.h"
#include "core/callgraph.h"
#include "core/passes/passes.h"
#include "core/report.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/check_main.h"

/* ---- numbers ---- */

static const struct {
    pk_type type;
    uint64_t bits;
    const char *spec, *want;
} formats[] = {
#define FORMAT(type, bits, spec, want) {PK_TYPE_##type, bits, spec, want},
#include "formats.def"
#undef FORMAT
};

static void check_formats(void) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        const char *spec = formats[i].spec;
        pk_text out;

        pk_text_init(&out, &pk_heap);
        ck_assert_msg(!pk_format_check(spec, strlen(spec), formats[i].type),
                      "'%s' is refused", spec);
        pk_format(spec, strlen(spec), formats[i].type, formats[i].bits, &out);
        ck_assert_msg(!strcmp(pk_text_string(&out), formats[i].want),
                      "%s %llx as '%s': got '%s', want '%s'",
                      pk_type_name(formats[i].type),
                      (unsigned long long)formats[i].bits, spec,
                      pk_text_string(&out), formats[i].want);
        pk_text_finish(&out);
    }
}

START_TEST(numbers_are_printed_as_python_does)
{
    check_formats();
    if (setlocale(LC_ALL, "de_DE.UTF-8")) {
        check_formats();
        setlocale(LC_ALL, "C");
    }
}
END_TEST

START_TEST(specifications_that_are_not_known_are_refused)
{
    static const char *const wrong[] = {"n",      "c",  "s",  "5",     "1000",
                                        ".1000f", ".f", "x ", "d",     "b",
                                        "08,d",   "?",  "-1", "<<<<5", ".3"};

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (strcmp(wrong[i], "5") != 0 && strcmp(wrong[i], "-1") != 0)
            ck_assert_msg(
                pk_format_check(wrong[i], strlen(wrong[i]), PK_TYPE_f64),
                "'%s' is taken", wrong[i]);
    ck_assert_ptr_nonnull(pk_format_check(".2d", 3, PK_TYPE_i64));
    ck_assert_ptr_nonnull(pk_format_check("#.2f", 4, PK_TYPE_i64));
}
END_TEST

START_TEST(complex_numbers_have_two_parts)
{
    static const struct {
        double real, imag;
        const char *want;
    } rows[] = {{1, 2, "(1+2j)"},
                {0, -3.5, "-3.5j"},
                {-0.0, 1, "(-0+1j)"},
                {1e20, -0.0, "(1e+20-0j)"},
                {0.5, 1.25, "(0.5+1.25j)"}};
    pk_text out;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t re, im;
        memcpy(&re, &rows[i].real, 8);
        memcpy(&im, &rows[i].imag, 8);
        pk_text_init(&out, &pk_heap);
        pk_format_complex(PK_TYPE_f64, re, im, &out);
        ck_assert_str_eq(pk_text_string(&out), rows[i].want);
        pk_text_finish(&out);
    }
}
END_TEST

/* ---- reports ---- */

enum { ROOM = 20, WORDS = PK_REPORT_prints + ROOM };

/* A recipe that says three things. */
static const pk_recipe *recipe;

static pk_message_piece put_text(pk_recipe_writer *w, const char *text) {
    return (pk_message_piece){.kind = PK_PIECE_text,
                              .at = pk_recipe_put_text(w, text),
                              .length = (uint32_t)strlen(text)};
}

static void make_recipe(pk_recipe_writer *w) {
    pk_message messages[3] = {{.kind = PK_MESSAGE_print, .words = 3},
                              {.kind = PK_MESSAGE_print},
                              {.kind = PK_MESSAGE_launch, .words = 14}};
    pk_message_piece pieces[5], plain;

    pk_recipe_begin(w, &pk_heap);
    pieces[0] = put_text(w, "a{} ");
    pieces[1] = (pk_message_piece){.kind = PK_PIECE_number, .type = PK_TYPE_i8};
    pieces[2] = put_text(w, " ");
    pieces[3] =
        (pk_message_piece){.kind = PK_PIECE_number, .type = PK_TYPE_f64};
    pieces[4] = put_text(w, "\n");
    messages[0].pieces = pk_recipe_put(w, pieces, 5, sizeof *pieces);
    plain = put_text(w, "plain\n");
    messages[1].pieces = pk_recipe_put(w, &plain, 1, sizeof plain);
    messages[2].kernel = pk_recipe_put_text(w, "k");
    w->head.name = messages[2].kernel;
    w->head.messages = pk_recipe_put(w, messages, 3, sizeof *messages);
    w->head.params_size = 16;
    w->head.launch_at = 8;
    recipe = pk_recipe_end(w);
    ck_assert_ptr_nonnull(recipe);
    ck_assert_ptr_null(pk_recipe_check(recipe, recipe->size));
}

static const pk_recipe *find(void *self, uint32_t launch) {
    ck_assert_ptr_null(self);
    return launch == 7 ? recipe : NULL;
}

static uint32_t launched;

static void note_launch(void *self, uint32_t launch, const pk_message *message,
                        const uint32_t *values) {
    ck_assert_ptr_null(self);
    ck_assert_uint_eq(launch, 7);
    ck_assert_int_eq(message->kind, PK_MESSAGE_launch);
    for (uint32_t i = 0; i < message->words; i++)
        launched += values[i];
}

static const pk_report_reader reader = {NULL, find, note_launch};

/* Reads a copy of the words that are to be read, and of no more. */
static uint32_t read_copy(const uint32_t *words, pk_text *out) {
    uint32_t count = pk_report_words(words, WORDS), lost;
    uint32_t *copy = malloc(count * sizeof *copy);

    ck_assert_ptr_nonnull(copy);
    ck_assert_uint_le(count, WORDS);
    memcpy(copy, words, count * sizeof *copy);
    lost = pk_report_read(copy, count, &reader, out);
    free(copy);
    return lost;
}

static uint32_t read_words(const uint32_t *words, const char *want) {
    pk_text out;
    uint32_t lost;

    pk_text_init(&out, &pk_heap);
    lost = read_copy(words, &out);
    ck_assert_str_eq(pk_text_string(&out), want);
    pk_text_finish(&out);
    return lost;
}

START_TEST(prints_come_out_in_order)
{
    uint32_t words[WORDS] = {[PK_REPORT_capacity] = ROOM};
    pk_recipe_writer w;
    const uint32_t said[] = {1, 7, (uint32_t)-3, 0, 0x3ff80000, 2, 7,
                             1, 7, 0x17f,        0, 0x40000000};

    make_recipe(&w);
    ck_assert_uint_eq(read_words(words, ""), 0);
    memcpy(words + PK_REPORT_prints, said, sizeof said);
    words[PK_REPORT_used] = 12;
    ck_assert_uint_eq(read_words(words, "a{} -3 1.5\nplain\na{} 127 2.0\n"), 0);
    /* The third did not fit, nor 40 others. */
    words[PK_REPORT_used] = 300;
    words[PK_REPORT_end] = 7;
    words[PK_REPORT_lost] = 41;
    ck_assert_uint_eq(read_words(words, "a{} -3 1.5\nplain\n"), 41);
    pk_text_finish(&w.out);
}
END_TEST

START_TEST(words_that_nobody_wrote_do_no_harm)
{
    uint32_t words[WORDS], state = 1;
    pk_recipe_writer w;

    make_recipe(&w);
    for (int round = 0; round < 2000; round++) {
        pk_text out, same;
        for (int i = 0; i < WORDS; i++) {
            state = state * 1664525 + 1013904223;
            words[i] = round % 2 ? state : state >> 29;
        }
        if (round % 4 == 0)
            words[PK_REPORT_capacity] = ROOM;
        pk_text_init(&out, &pk_heap);
        pk_text_init(&same, &pk_heap);
        ck_assert_uint_eq(pk_report_read(words, WORDS, &reader, &out),
                          read_copy(words, &same));
        ck_assert(!out.failed);
        ck_assert_str_eq(pk_text_string(&same), pk_text_string(&out));
        pk_text_finish(&out);
        pk_text_finish(&same);
    }
    pk_text_finish(&w.out);
}
END_TEST

/* Each site as "line words\n", in their order. */
static void check_sites(const char *text, const char *want) {
    pk_error err = {0};
    pk_arena arena;
    pk_text out;
    pk_ir *ir;

    pk_arena_init(&arena, &pk_heap);
    pk_text_init(&out, &pk_heap);
    ck_assert_msg(pk_ir_parse(&arena, text, strlen(text), &ir, &err) == PK_OK,
                  "%u:%u: %s", err.line, err.col, err.message);
    pk_ir_find_recursion(ir);
    ck_assert_int_eq(pk_report_expand(ir, &err), PK_OK);
    ck_assert_msg(pk_verify(ir, &err) == PK_OK, "%s", err.message);
    for (uint32_t i = 0; i < ir->site_count; i++)
        pk_text_printf(&out, "%u %s\n", ir->sites[i].loc.line,
                       ir->sites[i].text);
    ck_assert_str_eq(pk_text_string(&out), want);
    pk_text_finish(&out);
    pk_arena_finish(&arena);
}

START_TEST(a_failure_without_a_place_has_that_of_the_call)
{
    check_sites("pkir 1\nsource 0 \"k.py\"\n"
                "device @low(%c: bool scalar 0) -> i64 {\n"
                "    if %c {\n        fail \"first\"\n    }\n"
                "    fail \"second\"\n}\n"
                "device @middle(%c: bool scalar 0) {\n"
                "    if %c {\n        fail \"own\" !2:5\n    }\n"
                "    if %c {\n        fail \"third\"\n    }\n"
                "    %1: i64 = call @low(%c)\n}\n"
                "kernel @k(%c: bool scalar 0) {\n"
                "    call @middle(%c) !7:1\n"
                "    %1: i64 = call @low(%c) !8:1\n"
                "    call @middle(%c)\n}\n",
                "2 own\n"
                "7 third\n7 first\n7 second\n"
                "8 first\n8 second\n"
                "0 third\n0 first\n0 second\n");
}
END_TEST

START_TEST(functions_that_call_themselves_keep_their_failures)
{
    check_sites("pkir 1\nsource 0 \"k.py\"\n"
                "device @self(%c: bool scalar 0) {\n"
                "    if %c {\n        fail \"deep\"\n    }\n"
                "    call @self(%c)\n}\n"
                "kernel @k(%c: bool scalar 0) {\n"
                "    call @self(%c) !7:1\n}\n",
                "0 deep\n");
}
END_TEST

TESTS("report", a_failure_without_a_place_has_that_of_the_call,
      functions_that_call_themselves_keep_their_failures,
      numbers_are_printed_as_python_does,
      specifications_that_are_not_known_are_refused,
      complex_numbers_have_two_parts, prints_come_out_in_order,
      words_that_nobody_wrote_do_no_harm)
