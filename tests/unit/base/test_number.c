/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers as text, against the C library where it knows better. */
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/check_main.h"

static uint64_t state = 1;
static uint64_t random_bits(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static uint64_t read(const char *text, pk_type type) {
    uint64_t bits = 0;

    ck_assert_msg(pk_float_parse(text, strlen(text), type, &bits), "%s", text);
    return bits;
}

START_TEST(random_floats_read_like_strtod_and_back)
{
    char text[80];

    for (int i = 0; i < 20000; i++) {
        uint64_t bits = random_bits();
        double d = pk_float_value(PK_TYPE_f64, bits);
        float f = (float)pk_float_value(PK_TYPE_f32, (uint32_t)bits);
        if (!isnan(d)) {
            ck_assert_uint_eq(pk_float_print(text, PK_TYPE_f64, bits),
                              strlen(text));
            ck_assert_uint_eq(read(text, PK_TYPE_f64), bits);
            ck_assert(strtod(text, NULL) == d);
            snprintf(text, sizeof text, "%a", d);
            ck_assert_uint_eq(read(text, PK_TYPE_f64), bits);
            snprintf(text, sizeof text, "%.25e", d);
            ck_assert_uint_eq(read(text, PK_TYPE_f64),
                              pk_float_bits(PK_TYPE_f64, strtod(text, NULL)));
            snprintf(text, sizeof text, "%.25e", d * 1e-280);
            ck_assert_uint_eq(read(text, PK_TYPE_f32),
                              pk_float_bits(PK_TYPE_f32, strtof(text, NULL)));
        }
        if (!isnan(f)) {
            pk_float_print(text, PK_TYPE_f32, (uint32_t)bits);
            ck_assert_uint_eq(read(text, PK_TYPE_f32), (uint32_t)bits);
            ck_assert(strtof(text, NULL) == f);
        }
    }
}
END_TEST

START_TEST(every_half_is_read_back)
{
    char text[PK_NUMBER_MAX];

    for (uint32_t bits = 0; bits < 65536; bits++) {
        double value = pk_float_value(PK_TYPE_f16, bits);
        pk_float_print(text, PK_TYPE_f16, bits);
        ck_assert_uint_eq(read(text, PK_TYPE_f16), bits);
        if (!isnan(value))
            ck_assert_uint_eq(pk_float_bits(PK_TYPE_f16, value), bits);
    }
}
END_TEST

START_TEST(halves_round_to_even)
{
    ck_assert_uint_eq(pk_float_bits(PK_TYPE_f16, 1.0 + 0x1p-11), 0x3c00);
    ck_assert_uint_eq(pk_float_bits(PK_TYPE_f16, 1.0 + 0x1.8p-10), 0x3c02);
    ck_assert_uint_eq(pk_float_bits(PK_TYPE_f16, 65519.0), 0x7bff);
    ck_assert_uint_eq(pk_float_bits(PK_TYPE_f16, 65520.0), 0x7c00);
    ck_assert_uint_eq(pk_float_bits(PK_TYPE_f16, -0x1p-25), 0x8000);
    ck_assert_uint_eq(pk_float_bits(PK_TYPE_f16, 0x1.8p-25), 1);
    ck_assert_uint_eq(pk_float_bits(PK_TYPE_f16, 0x1.ffep-15), 0x400);
}
END_TEST

START_TEST(shortest_text_is_printed)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0.1, "0.1"},         {-0.0, "-0.0"},
                 {100.0, "100.0"},     {1e15, "1000000000000000.0"},
                 {1e16, "1e+16"},      {1.5e300, "1.5e+300"},
                 {0.0001, "0.0001"},   {0.00001, "1e-05"},
                 {5e-324, "5e-324"},   {1.0 / 3, "0.3333333333333333"},
                 {INFINITY, "inf"},    {-INFINITY, "-inf"},
                 {123.456, "123.456"}, {0x1p53, "9007199254740992.0"}};
    char text[PK_NUMBER_MAX];

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pk_float_print(text, PK_TYPE_f64,
                       pk_float_bits(PK_TYPE_f64, cases[i].value));
        ck_assert_str_eq(text, cases[i].text);
    }
    pk_float_print(text, PK_TYPE_f32, pk_float_bits(PK_TYPE_f32, 0.1));
    ck_assert_str_eq(text, "0.1");
    pk_float_print(text, PK_TYPE_f16, pk_float_bits(PK_TYPE_f16, 0.1));
    ck_assert_str_eq(text, "0.1");
}
END_TEST

START_TEST(long_decimals_round_once)
{
    char text[2000];
    size_t length;

    /* A little above halfway between 1 and its successor, in digit 1000. */
    memset(text, '0', sizeof text);
    length = (size_t)sprintf(text, "1.00000000000000011102230246251565404236316"
                                   "680908203125");
    ck_assert_uint_eq(read(text, PK_TYPE_f64), 0x3ff0000000000000);
    text[length] = '0';
    text[1000] = '1';
    text[1001] = '\0';
    ck_assert_uint_eq(read(text, PK_TYPE_f64), 0x3ff0000000000001);
    ck_assert_uint_eq(read("1e999999999999999999999", PK_TYPE_f64),
                      0x7ff0000000000000);
    ck_assert_uint_eq(read("1e-999999999999999999999", PK_TYPE_f64), 0);
    ck_assert_uint_eq(read("0e999999999999999999999", PK_TYPE_f64), 0);
    ck_assert_uint_eq(read("0x1p-1075", PK_TYPE_f64), 0);
    ck_assert_uint_eq(read("0x1.8p-1075", PK_TYPE_f64), 1);
    ck_assert_uint_eq(read("0x.00000000000000000000001p92", PK_TYPE_f64),
                      0x3ff0000000000000);
}
END_TEST

START_TEST(other_words_are_no_numbers)
{
    static const char *const words[] = {
        "",    "-",        ".",    "e5",    "1e",   "1e+",   "1.2.3",
        "0x",  "0xg",      "0x1p", "in",    "nan(", "1f",    "1 ",
        "--1", "nan(0x0)", "infi", "1e5.0", "nanx", "0x1p1p"};
    uint64_t bits;

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        ck_assert_msg(
            !pk_float_parse(words[i], strlen(words[i]), PK_TYPE_f64, &bits),
            "%s", words[i]);
    ck_assert(pk_uint_parse("18446744073709551615", 20, &bits));
    ck_assert(!pk_uint_parse("18446744073709551616", 20, &bits));
    ck_assert(pk_uint_parse("0xffffffffffffffff", 18, &bits));
    ck_assert(!pk_uint_parse("0x10000000000000000", 19, &bits));
    ck_assert(!pk_uint_parse("1a", 2, &bits));
}
END_TEST

TESTS("number", random_floats_read_like_strtod_and_back,
      every_half_is_read_back, halves_round_to_even, shortest_text_is_printed,
      long_decimals_round_once, other_words_are_no_numbers)
