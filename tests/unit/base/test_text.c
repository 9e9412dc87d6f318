/* SPDX-License-Identifier: Apache-2.0 */
/* Arena, text, errors and diagnostics: what everything else is built of. */
#include "base/error.h"
#include "base/heap.h"
#include "base/suggest.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/check_main.h"
#include "tests/unit/starving.h"

START_TEST(arena_memory_is_zeroed_aligned_and_returned)
{
    counter c = {.fail_at = -1};
    pk_allocator a = starving_allocator(&c);
    pk_arena arena;

    pk_arena_init(&arena, &a);
    for (size_t size = 1; size < 100000; size = size * 3 + 1) {
        unsigned char *p = pk_arena_alloc(&arena, size);
        ck_assert_ptr_nonnull(p);
        ck_assert_uint_eq((uintptr_t)p % 16, 0);
        for (size_t i = 0; i < size; i++)
            ck_assert_uint_eq(p[i], 0);
        memset(p, 0xff, size);
    }
    ck_assert(!arena.failed);
    ck_assert_int_gt(c.bytes, 0);
    pk_arena_finish(&arena);
    ck_assert_int_eq(c.bytes, 0);
}
END_TEST

START_TEST(arena_goes_on_when_memory_ends)
{
    counter c = {.fail_at = 1, .go_on_failing = true};
    pk_allocator a = starving_allocator(&c);
    pk_arena arena;

    pk_arena_init(&arena, &a);
    for (int i = 0; i < 1000; i++)
        ck_assert_ptr_nonnull(pk_arena_alloc(&arena, 100));
    ck_assert(arena.failed);
    ck_assert_str_eq(pk_arena_format(&arena, "%d", 7), "");
    ck_assert_ptr_null(pk_arena_array(&arena, SIZE_MAX, 2));
    pk_arena_finish(&arena);
    ck_assert_int_eq(c.bytes, 0);
}
END_TEST

START_TEST(text_grows_and_remembers_failure)
{
    counter c = {.fail_at = -1};
    pk_allocator a = starving_allocator(&c);
    pk_text text;

    pk_text_init(&text, &a);
    ck_assert_str_eq(pk_text_string(&text), "");
    for (int i = 0; i < 1000; i++)
        pk_text_printf(&text, "%03d,", i);
    ck_assert_uint_eq(text.length, 4000);
    ck_assert_int_eq(memcmp(text.data + 4 * 567, "567,", 4), 0);
    starve_after(&c, 0);
    for (int i = 0; i < 1000; i++)
        pk_text_put(&text, "more");
    ck_assert(text.failed);
    pk_text_finish(&text);
    ck_assert_int_eq(c.bytes, 0);
}
END_TEST

START_TEST(numbers_are_put_digit_by_digit)
{
    static const uint64_t numbers[] = {0,          9,         10,        99,
                                       100,        999,       1000,      123456,
                                       UINT32_MAX, INT64_MAX, UINT64_MAX};
    pk_text text;
    char like[64];

    pk_text_init(&text, &pk_heap);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        text.length = 0;
        pk_text_uint(&text, numbers[i]);
        pk_text_char(&text, ' ');
        pk_text_int(&text, (int64_t)numbers[i]);
        pk_text_char(&text, ' ');
        pk_text_hex(&text, numbers[i], 16);
        snprintf(like, sizeof like, "%" PRIu64 " %" PRId64 " %016" PRIX64,
                 numbers[i], (int64_t)numbers[i], numbers[i]);
        ck_assert_str_eq(text.data, like);
    }
    pk_text_finish(&text);
}
END_TEST

/* $a and $b are words of `arg`; a name behind @ is put in capitals. */
static const char *put_place(void *arg, pk_text *text, const char *at) {
    const char *const *words = arg;

    if (*at == '$') {
        pk_text_put(text, words[at[1] - 'a']);
        return at + 2;
    }
    for (at++; *at >= 'a' && *at <= 'z'; at++)
        pk_text_char(text, (char)(*at - 'a' + 'A'));
    return at;
}

START_TEST(a_pattern_is_copied_but_for_its_places)
{
    static const char *words[] = {"%1", "%2"};
    pk_text text;

    pk_text_init(&text, &pk_heap);
    pk_text_expand(&text, "add $a, $b", "$@", put_place, words);
    pk_text_expand(&text, "; @name($b) % 7", "$@", put_place, words);
    pk_text_expand(&text, "", "$@", put_place, words);
    pk_text_expand(&text, " @ $", "", put_place, words);
    ck_assert_str_eq(pk_text_string(&text), "add %1, %2; NAME(%2) % 7 @ $");
    pk_text_finish(&text);
}
END_TEST

START_TEST(error_words_fit_and_cannot_steer_a_terminal)
{
    pk_error err;
    char name[4000];

    memset(name, 'x', sizeof name);
    name[0] = '\033';
    name[sizeof name - 1] = '\0';
    ck_assert_int_eq(pk_fail(&err, PK_NAME, "%s", name), PK_NAME);
    ck_assert_int_eq(err.status, PK_NAME);
    ck_assert_int_eq(err.message[0], '?');
    ck_assert_str_eq(err.message + sizeof err.message - 5, "x...");
    ck_assert_int_eq(pk_fail(NULL, PK_IO, "nobody listens"), PK_IO);
}
END_TEST

START_TEST(diagnostic_shows_line_caret_and_hint)
{
    pk_arena arena;
    pk_diags diags;
    pk_text out;
    pk_diag diag = {.severity = PK_SEVERITY_error,
                    .status = PK_TYPE,
                    .code = "E0203",
                    .file = "k.py",
                    .loc = {.line = 3, .col = 10, .end_col = 15},
                    .message = "cannot add int64 and a tuple",
                    .hint = "unpack it first",
                    .source_line = "\t    y = a + b\n"};
    pk_error err = {0};

    pk_arena_init(&arena, &pk_heap);
    pk_diags_init(&diags, &arena);
    pk_text_init(&out, &pk_heap);
    ck_assert_int_eq(pk_diags_status(&diags, &err), PK_OK);
    pk_diag_add(&diags, &diag);
    pk_diag_print(diags.first, &out);
    ck_assert_str_eq(pk_text_string(&out),
                     "k.py:3:10: error: cannot add int64 and a tuple [E0203]\n "
                     "   \t    y = a + b\n "
                     "   \t        ^~~~~\n    hint: unpack it first\n");
    ck_assert_int_eq(pk_diags_status(&diags, &err), PK_TYPE);
    ck_assert_uint_eq(err.line, 3);
    ck_assert_str_eq(err.file, "k.py");
    pk_text_finish(&out);
    pk_arena_finish(&arena);
}
END_TEST

/* Returns the lines printed below the message for a place in a line. */
static const char *excerpt(char *shown, size_t size, const char *line,
                           uint32_t col, uint32_t end_col,
                           uint32_t source_col) {
    pk_diag diag = {.message = "m",
                    .loc = {.line = 1, .col = col, .end_col = end_col},
                    .source_line = line,
                    .source_col = source_col};
    pk_text out;

    pk_text_init(&out, &pk_heap);
    pk_diag_print(&diag, &out);
    snprintf(shown, size, "%s", strchr(pk_text_string(&out), '\n') + 1);
    pk_text_finish(&out);
    return shown;
}

START_TEST(what_a_terminal_would_act_on_is_escaped_above_its_caret)
{
    char shown[400];

    ck_assert_str_eq(excerpt(shown, sizeof shown, "a\x1b[31m\tb", 8, 9, 0),
                     "    a\\x1b[31m\tb\n             \t^\n");
    ck_assert_str_eq(excerpt(shown, sizeof shown, "\xff\xc3\xa9x", 4, 0, 0),
                     "    \\xff\xc3\xa9x\n         ^\n");
    ck_assert_str_eq(excerpt(shown, sizeof shown, "\xe2\x80\xae = 1", 1, 4, 0),
                     "    \\u202e = 1\n    ^~~~~~\n");
    ck_assert_str_eq(excerpt(shown, sizeof shown, "", 1, 0, 0), "");
    ck_assert_str_eq(excerpt(shown, sizeof shown, "x = (", 6, 0, 0),
                     "    x = (\n         ^\n");
}
END_TEST

START_TEST(a_long_line_is_cut_around_the_place)
{
    char line[301], shown[400], *caret, *place;

    memset(line, 'x', 300);
    line[300] = '\0';
    for (uint32_t col = 1; col <= 300; col += 13) {
        /* The line may itself be cut in front: the place stays the place. */
        for (uint32_t first = 1; first <= col; first += 50) {
            memset(line, 'x', 300);
            line[col - first] = '@';
            excerpt(shown, sizeof shown, line, col, 0, first);
            caret = strchr(shown, '\n') + 1;
            place = strchr(shown, '@');
            ck_assert_ptr_nonnull(place);
            ck_assert_int_eq(strchr(caret, '^') - caret, place - shown);
            ck_assert_int_le(caret - shown, 4 + 3 + 100 + 3 + 1);
        }
    }
}
END_TEST

START_TEST(diagnostics_past_the_limit_are_counted)
{
    pk_arena arena;
    pk_diags diags;
    pk_diag diag = {.severity = PK_SEVERITY_error, .message = "m"};

    pk_arena_init(&arena, &pk_heap);
    pk_diags_init(&diags, &arena);
    for (int i = 0; i < 30; i++)
        pk_diag_add(&diags, &diag);
    ck_assert_uint_eq(diags.count, PK_DIAG_MAX);
    ck_assert_uint_eq(diags.dropped, 30 - PK_DIAG_MAX);
    ck_assert_uint_eq(diags.errors, 30);
    pk_arena_finish(&arena);
}
END_TEST

/* The nearest of `names` (ended with NULL) to a word, "" when none is near. */
static const char *nearest(const char *word, const char *const *names) {
    pk_suggest search = pk_suggest_start(word);

    for (; *names; names++)
        pk_suggest_name(&search, *names);
    return search.best ? search.best : "";
}

START_TEST(the_nearest_name_is_one_slip_away_or_two_in_long_words)
{
    static const char *const names[] = {"grid",      "gridsize", "syncthreads",
                                        "shared",    "x",        "y",
                                        "threadIdx", NULL};

    ck_assert_str_eq(nearest("gird", names), "grid");
    ck_assert_str_eq(nearest("shred", names), "shared");
    ck_assert_str_eq(nearest("X", names), "x");
    ck_assert_str_eq(nearest("threadidx", names), "threadIdx");
    ck_assert_str_eq(nearest("sycnthread", names), "syncthreads");
    ck_assert_str_eq(nearest("girdsiez", names), "gridsize");
}
END_TEST

START_TEST(words_too_far_or_too_long_get_no_suggestion)
{
    static const char *const names[] = {"grid", "z", "syncthreads", NULL};
    char word[200];

    memset(word, 's', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    ck_assert_str_eq(nearest("w", names), "");
    ck_assert_str_eq(nearest("gidr2", names), "");
    ck_assert_str_eq(nearest("syncwarp", names), "");
    ck_assert_str_eq(nearest("grid", names), "");
    ck_assert_str_eq(nearest("", names), "");
    ck_assert_str_eq(nearest(word, names), "");
}
END_TEST

START_TEST(every_status_has_a_name_and_a_meaning)
{
    for (int s = 0; s < PK_STATUS_COUNT; s++) {
        ck_assert_str_ne(pk_status_name((pk_status)s), "?");
        ck_assert_uint_gt(strlen(pk_status_text((pk_status)s)), 6);
    }
    ck_assert_str_eq(pk_status_name((pk_status)12345), "?");
}
END_TEST

TESTS("text", arena_memory_is_zeroed_aligned_and_returned,
      arena_goes_on_when_memory_ends, text_grows_and_remembers_failure,
      numbers_are_put_digit_by_digit, a_pattern_is_copied_but_for_its_places,
      error_words_fit_and_cannot_steer_a_terminal,
      diagnostic_shows_line_caret_and_hint,
      what_a_terminal_would_act_on_is_escaped_above_its_caret,
      a_long_line_is_cut_around_the_place,
      diagnostics_past_the_limit_are_counted,
      the_nearest_name_is_one_slip_away_or_two_in_long_words,
      words_too_far_or_too_long_get_no_suggestion,
      every_status_has_a_name_and_a_meaning)
