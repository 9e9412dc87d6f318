/* SPDX-License-Identifier: Apache-2.0 */
/* The device library's texts, deflated: whole, and damaged. */
#include "lib/lib.h"

#include "tests/unit/check_main.h"

#include <string.h>

START_TEST(every_source_is_a_text_of_its_length)
{
    for (uint32_t i = 0; i < pk_lib_source_count; i++) {
        const pk_lib_source *source = &pk_lib_sources[i];
        char *text = malloc(source->length + 1u);
        ck_assert_ptr_nonnull(text);
        memset(text, 1, source->length + 1u);
        ck_assert_msg(pk_lib_unpack(source, text), "%s", source->name);
        ck_assert_uint_eq(strlen(text), source->length);
        ck_assert_msg(strstr(text, "def "), "%s", source->name);
        free(text);
    }
}
END_TEST

/* Bytes are changed, and texts cut: a sanitizer sees what is written behind the
 * text's room. */
static void damage(const pk_lib_source *source) {
    uint8_t *packed = malloc(source->packed_size);
    char *text = malloc(source->length + 1u);
    pk_lib_source copy = *source;
    uint32_t refused = 0;

    ck_assert(packed && text);
    copy.packed = packed;
    memcpy(packed, source->packed, source->packed_size);
    for (uint32_t at = 0; at < source->packed_size; at += 7) {
        packed[at] ^= (uint8_t)(1u << at % 8);
        refused += !pk_lib_unpack(&copy, text);
        packed[at] = source->packed[at];
        copy.packed_size = at / 2;
        ck_assert(!pk_lib_unpack(&copy, text));
        copy.packed_size = source->packed_size;
    }
    ck_assert_uint_gt(refused, 0);
    free(packed);
    free(text);
}

START_TEST(damage_is_refused_or_stays_within_the_text)
{
    for (uint32_t i = 0; i < pk_lib_source_count; i++)
        damage(&pk_lib_sources[i]);
}
END_TEST

/* A stored block, and codes that name nothing. */
START_TEST(blocks_of_other_kinds_are_refused)
{
    static const uint8_t blocks[][4] = {
        {0x01, 0x01, 0x00, 0xfe}, {0x07, 0, 0, 0}, {0x05, 0, 0, 0}, {0x04}};
    char text[8];

    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        pk_lib_source source = pk_lib_sources[0];
        source.packed = blocks[i];
        source.packed_size = sizeof blocks[i];
        source.length = sizeof text - 1;
        ck_assert_msg(!pk_lib_unpack(&source, text), "%zu", i);
    }
}
END_TEST

TESTS("unpack", every_source_is_a_text_of_its_length,
      damage_is_refused_or_stays_within_the_text,
      blocks_of_other_kinds_are_refused)
