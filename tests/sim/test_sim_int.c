/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions on whole numbers and bits against C. */
#include "tests/sim/op_test.h"

__extension__ typedef __int128 i128;
__extension__ typedef unsigned __int128 u128;

static int64_t s8(uint64_t x) {
    return (int8_t)x;
}
static int64_t s16(uint64_t x) {
    return (int16_t)x;
}
static int64_t s32(uint64_t x) {
    return (int32_t)x;
}
static int64_t s24(uint64_t x) {
    return (int64_t)((x & 0xffffff) ^ 0x800000) - 0x800000;
}
static int64_t clamp_to(int64_t x, int64_t low, int64_t high) {
    return x < low ? low : x > high ? high : x;
}
static int64_t clamp32(int64_t x) {
    return clamp_to(x, INT32_MIN, INT32_MAX);
}
static int64_t clamp_low(int64_t x) {
    return x < 0 ? 0 : x;
}

static uint64_t dot4(uint64_t a, uint64_t b, uint64_t c, int sa, int sb) {
    for (int i = 0; i < 32; i += 8)
        c += (uint64_t)((sa ? s8(a >> i) : (int64_t)(a >> i & 0xff)) *
                        (sb ? s8(b >> i) : (int64_t)(b >> i & 0xff)));
    return c;
}

static int64_t bit_count(uint64_t x) {
    int count = 0;

    for (; x; x >>= 1)
        count += (int)(x & 1);
    return count;
}

static int64_t top_bit(uint64_t x) {
    int place = -1;

    for (; x; x >>= 1)
        place++;
    return place;
}

static uint64_t reversed(uint64_t x, int width) {
    uint64_t result = 0;

    for (int i = 0; i < width; i++)
        result |= (x >> i & 1) << (width - 1 - i);
    return result;
}

/* As the ISA's pseudocode has it, a bit at a time. */
static uint64_t field(uint64_t a, uint64_t b, uint64_t c, int width,
                      bool sign) {
    int at = (int)(b & 0xff), length = (int)(c & 0xff), top = width - 1;
    int last = at + length - 1 < top ? at + length - 1 : top;
    uint64_t filler = sign && length ? a >> last & 1 : 0, result = 0;

    for (int i = 0; i <= top; i++)
        result |= (i < length && at + i <= top ? a >> (at + i) & 1 : filler)
                  << i;
    return result;
}

static uint64_t put_field(uint64_t a, uint64_t b, uint64_t c, int length,
                          int width) {
    int at = (int)(c & 0xff);

    for (int i = 0; i < length && at + i < width; i++) {
        b &= ~(UINT64_C(1) << (at + i));
        b |= (a >> i & 1) << (at + i);
    }
    return b;
}

static uint64_t permuted(uint64_t a, uint64_t b, uint64_t c) {
    uint8_t bytes[8];
    uint64_t both = b << 32 | a, result = 0;

    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(both >> 8 * i);
    for (int i = 0; i < 4; i++) {
        int pick = (int)(c >> 4 * i & 15);
        uint8_t byte = bytes[pick & 7];

        if (pick & 8)
            byte = byte & 0x80 ? 0xff : 0;
        result |= (uint64_t)byte << 8 * i;
    }
    return result;
}

static int64_t nth_bit(uint64_t x, uint64_t from, int count) {
    for (int at = (int)from; at < 32; at++)
        if (x >> at & 1 && --count == 0)
            return at;
    return -1;
}

static float float_of(uint64_t bits) {
    uint32_t word = (uint32_t)bits;
    float value;

    memcpy(&value, &word, 4);
    return value;
}

#define CASE OP_ORACLE
#include "op_int.def"
#undef CASE

static const op_case cases[] = {
#define CASE OP_ROW
#include "op_int.def"
#undef CASE
};

START_TEST(every_instruction_does_what_c_does)
{
    op_check(&cases[_i], OP_COUNT, op_operand);
}
END_TEST

LOOP_TESTS("integers", sizeof cases / sizeof *cases,
           every_instruction_does_what_c_does)
