/* SPDX-License-Identifier: Apache-2.0 */
/* One instruction, or a few, over many operands against an oracle. A case is
 * PTX that computes register d of a, b and c; what it should be is a function
 * of the operands' bits. */
#ifndef PORTKERN_TESTS_OP_TEST_H
#define PORTKERN_TESTS_OP_TEST_H

#include "tests/sim/sim_test.h"

/* Registers by letter: h 16 bits, w 32, l 64; of d also D: a double, where
 * every NaN is as good as another; n: there is none. */
typedef struct op_case {
    const char *text;
    char d, a, b, c;
    uint64_t (*oracle)(uint64_t a, uint64_t b, uint64_t c);
    uint64_t ulps; /* by which a number (d is w or D) may be off */
} op_case;

/* Operand bits that are worth trying, for integers and for numbers. */
static const uint64_t op_edges[] = {
    0,
    1,
    2,
    3,
    7,
    8,
    15,
    16,
    23,
    31,
    32,
    33,
    63,
    64,
    65,
    0x7f,
    0x80,
    0xff,
    0x100,
    0x3c00,
    0x7bff,
    0x7c00,
    0x7e00,
    0x7fff,
    0x8000,
    0x8001,
    0xbc00,
    0xfc00,
    0xffff,
    0x10000,
    0x3f80,
    0x007fffff,
    0x00800000,
    0x3effffff,
    0x3f000000,
    0x3f800000,
    0x3f800001,
    0x40490fdb,
    0x4f000000,
    0x5f000000,
    0x7f7fffff,
    0x7f800000,
    0x7fc00000,
    0x7fffffff,
    0x80000000,
    0x80000001,
    0x80800000,
    0xbf800000,
    0xc2fe0000,
    0xff7fffff,
    0xff800000,
    0xfffffffe,
    0xffffffff,
    UINT64_C(0x0000000100000000),
    UINT64_C(0x000fffffffffffff),
    UINT64_C(0x0010000000000000),
    UINT64_C(0x3810000000000000),
    UINT64_C(0x36a0000000000000),
    UINT64_C(0x3fdfffffffffffff),
    UINT64_C(0x3fe0000000000000),
    UINT64_C(0x3ff0000000000000),
    UINT64_C(0x3ff0000010000000),
    UINT64_C(0x400921fb54442d18),
    UINT64_C(0x41e0000000000000),
    UINT64_C(0x43e0000000000000),
    UINT64_C(0x47efffffe0000000),
    UINT64_C(0x47efffffefffffff),
    UINT64_C(0x7fefffffffffffff),
    UINT64_C(0x7ff0000000000000),
    UINT64_C(0x7ff8000000000000),
    UINT64_C(0x7fffffffffffffff),
    UINT64_C(0x8000000000000000),
    UINT64_C(0xbff0000000000000),
    UINT64_C(0xc008000000000000),
    UINT64_C(0xfff0000000000000),
    UINT64_C(0xffffffff00000000),
    UINT64_C(0xfffffffffffffffe),
    UINT64_C(0xffffffffffffffff),
};

enum {
    OP_EDGES = sizeof op_edges / sizeof *op_edges,
    OP_RANDOM = 4000,
    OP_COUNT = OP_EDGES * OP_EDGES + OP_RANDOM,
};

static inline uint64_t op_mix(uint64_t x) {
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* The i-th operand: edges with edges first, the third at random; of random
 * ones some are small, so that counts and shifts are met. */
static inline uint64_t op_operand(uint32_t i, int which) {
    uint64_t word = op_mix(i * UINT64_C(3) + (uint64_t)which + 1);

    if (i >= OP_EDGES * OP_EDGES)
        return word >> (op_mix(word) % 4 ? 0 : op_mix(word + 1) % 64);
    if (which == 0)
        return op_edges[i % OP_EDGES];
    if (which == 1)
        return op_edges[i / OP_EDGES];
    return word & 1 ? op_edges[word % OP_EDGES] : word;
}

static inline uint32_t op_bytes(char letter) {
    return letter == 'h' ? 2 : letter == 'w' ? 4 : 8;
}

static inline uint64_t op_cut(uint64_t value, char letter) {
    return letter == 'n'   ? 0
           : letter == 'h' ? value & 0xffff
           : letter == 'w' ? value & 0xffffffff
                           : value;
}

static inline void op_put_kernel(pk_text *out, const op_case *it) {
    static const char names[] = "abcd";
    const char letters[] = {it->a, it->b, it->c, it->d};

    pk_text_put(out, ".version 8.6\n.target sm_90\n.address_size 64\n"
                     ".visible .entry k(.param .u64 pa, .param .u64 pb,"
                     " .param .u64 pc, .param .u64 pd) {\n"
                     ".reg .b32 t<4>; .reg .b64 x<5>; .reg .pred p, q;\n"
                     ".reg .b32 u, v; .reg .b64 y, z; .reg .b16 s, r;\n"
                     "mov.u32 t0, %ctaid.x; mov.u32 t1, %ntid.x;\n"
                     "mov.u32 t2, %tid.x; mad.lo.u32 t3, t0, t1, t2;\n");
    for (int i = 0; i < 4; i++) {
        uint32_t bytes = op_bytes(letters[i]);

        pk_text_printf(out,
                       ".reg .b%u %c;\nld.param.u64 x%d, [p%c];\n"
                       "mad.wide.u32 x%d, t3, %u, x%d;\n",
                       8 * bytes, names[i], i, names[i], i, bytes, i);
        if (i < 3)
            pk_text_printf(out, "ld.global.b%u %c, [x%d];\n", 8 * bytes,
                           names[i], i);
    }
    pk_text_printf(out, "%s\nst.global.b%u [x3], d;\nret;\n}\n", it->text,
                   8 * op_bytes(it->d));
}

/* Places on the line of numbers, -0 and +0 alike. */
static inline int64_t op_place(uint64_t bits, char letter) {
    uint64_t sign = letter == 'w' ? UINT64_C(1) << 31 : UINT64_C(1) << 63;

    return bits & sign ? -(int64_t)(bits & (sign - 1)) : (int64_t)bits;
}

static inline bool op_same(const op_case *it, uint64_t got, uint64_t expected) {
    uint64_t infinity =
        it->d == 'w' ? UINT64_C(0x7f800000) : UINT64_C(0x7ff0000000000000);
    uint64_t size = it->d == 'w' ? 0x7fffffff : ~(UINT64_C(1) << 63);
    bool number = it->d == 'D' || it->ulps;
    int64_t distance;

    if (got == expected || !number)
        return got == expected;
    if ((got & size) > infinity || (expected & size) > infinity)
        return (got & size) > infinity && (expected & size) > infinity;
    distance = op_place(got, it->d) - op_place(expected, it->d);
    return distance <= (int64_t)it->ulps && -distance <= (int64_t)it->ulps &&
           (distance || it->ulps);
}

static inline void op_check(const op_case *it, uint32_t count,
                            uint64_t (*operand)(uint32_t i, int which)) {
    const char letters[] = {it->a, it->b, it->c};
    size_t padded = (size_t)(count + 127) / 128 * 128 * 8;
    char *bytes = calloc(1, padded);
    const char *results;
    uint32_t width = op_bytes(it->d);
    sim_bench bench;
    pk_text text;

    ck_assert_ptr_nonnull(bytes);
    bench_open(&bench);
    pk_text_init(&text, &pk_heap);
    op_put_kernel(&text, it);
    bench_load(&bench, pk_text_string(&text));
    bench_kernel(&bench, "k", (count + 127) / 128, 128);
    for (int which = 0; which < 3; which++) {
        uint32_t size = op_bytes(letters[which]);

        for (uint32_t i = 0; i < count; i++) {
            uint64_t value = operand(i, which);

            memcpy(bytes + (size_t)i * size, &value, size);
        }
        bench_pointer(&bench, bytes, padded);
    }
    results = bench_zeros(&bench, padded);
    bench_expect(&bench, SIM_DONE);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t a = op_cut(operand(i, 0), it->a);
        uint64_t b = op_cut(operand(i, 1), it->b);
        uint64_t c = op_cut(operand(i, 2), it->c), got = 0;
        uint64_t expected =
            op_cut(it->oracle(a, b, c), it->d == 'D' ? 'l' : it->d);

        memcpy(&got, results + (size_t)i * width, width);
        ck_assert_msg(op_same(it, got, expected),
                      "%s a %#llx b %#llx c %#llx: got %#llx, not %#llx",
                      it->text, (unsigned long long)a, (unsigned long long)b,
                      (unsigned long long)c, (unsigned long long)got,
                      (unsigned long long)expected);
    }
    pk_text_finish(&text);
    bench_close(&bench);
    free(bytes);
}

/* CASES(TABLE): each row CASE(name, text, d, a, b, c, expression) of `table`
 * becomes an oracle and a line of `op_cases`. */
#define OP_ORACLE(name, text, d, la, lb, lc, ...)                              \
    static uint64_t name(uint64_t a, uint64_t b, uint64_t c) {                 \
        (void)a, (void)b, (void)c;                                             \
        return (uint64_t)(__VA_ARGS__);                                        \
    }
#define OP_ROW(name, text, d, la, lb, lc, ...)                                 \
    {text, #d[0], #la[0], #lb[0], #lc[0], name, 0},

#endif
