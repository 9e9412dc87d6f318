/* SPDX-License-Identifier: Apache-2.0 */
/* Bits: the intrinsics of words, and the instructions behind them, against
 * loops over bits. */
#include "reference.h"

#ifdef __CUDACC__
static __device__ uint32_t bfe_u32(uint32_t a, uint32_t b, uint32_t c) {
    uint32_t d;
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    return d;
}
static __device__ int32_t bfe_s32(int32_t a, uint32_t b, uint32_t c) {
    int32_t d;
    asm("bfe.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    return d;
}
static __device__ uint64_t bfe_u64(uint64_t a, uint32_t b, uint32_t c) {
    uint64_t d;
    asm("bfe.u64 %0, %1, %2, %3;" : "=l"(d) : "l"(a), "r"(b), "r"(c));
    return d;
}
static __device__ uint32_t bfi_b32(uint32_t a, uint32_t b, uint32_t at) {
    uint32_t d;
    asm("bfi.b32 %0, %1, %2, %3, 9;" : "=r"(d) : "r"(a), "r"(b), "r"(at));
    return d;
}
static __device__ uint64_t bfi_b64(uint64_t a, uint64_t b, uint32_t at) {
    uint64_t d;
    asm("bfi.b64 %0, %1, %2, %3, 21;" : "=l"(d) : "l"(a), "l"(b), "r"(at));
    return d;
}
static __device__ uint32_t bfind_u32(uint32_t a) {
    uint32_t d;
    asm("bfind.u32 %0, %1;" : "=r"(d) : "r"(a));
    return d;
}
static __device__ uint32_t bfind_s64(int64_t a) {
    uint32_t d;
    asm("bfind.s64 %0, %1;" : "=r"(d) : "l"(a));
    return d;
}
template <int TABLE>
static __device__ uint32_t lop3(uint32_t a, uint32_t b, uint32_t c) {
    uint32_t d;
    asm("lop3.b32 %0, %1, %2, %3, %4;"
        : "=r"(d)
        : "r"(a), "r"(b), "r"(c), "n"(TABLE));
    return d;
}
static __device__ uint32_t bmsk(uint32_t at, uint32_t bits) {
    uint32_t d;
    asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(d) : "r"(at), "r"(bits));
    return d;
}
static __device__ int32_t szext(int32_t a, uint32_t bits) {
    int32_t d;
    asm("szext.wrap.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(bits));
    return d;
}
#define PRMT(mode)                                                             \
    static __device__ uint32_t prmt_##mode(uint32_t a, uint32_t b,             \
                                           uint32_t c) {                       \
        uint32_t d;                                                            \
        asm("prmt.b32." #mode " %0, %1, %2, %3;"                               \
            : "=r"(d)                                                          \
            : "r"(a), "r"(b), "r"(c));                                         \
        return d;                                                              \
    }
PRMT(f4e)
PRMT(b4e)
PRMT(rc8)
PRMT(ecl)
PRMT(ecr)
PRMT(rc16)
#else
template <class T> static int top_bit(T a) {
    int top = -1;

    for (int i = 0; i < 8 * (int)sizeof(T); i++)
        top = a >> i & 1 ? i : top;
    return top;
}
template <class T> static int low_bit(T a) {
    for (int i = 0; i < 8 * (int)sizeof(T); i++)
        if (a >> i & 1)
            return i;
    return -1;
}
template <class T> static int ones(T a) {
    int sum = 0;

    for (int i = 0; i < 8 * (int)sizeof(T); i++)
        sum += a >> i & 1;
    return sum;
}
template <class T> static T turned(T a) {
    T out = 0;

    for (int i = 0; i < 8 * (int)sizeof(T); i++)
        out |= (a >> i & 1) << (8 * (int)sizeof(T) - 1 - i);
    return out;
}
/* The field of `length` bits from `at` on, zeros or signs above the word. */
template <class T> static T field(T a, unsigned at, unsigned length) {
    int width = 8 * (int)sizeof(T), sign;
    T out = 0;

    at &= 255;
    length &= 255;
    if (length == 0)
        return 0;
    sign = (T)-1 < 0 ? a >> (at + length - 1 < (unsigned)width ? at + length - 1
                                                               : width - 1) &
                           1
                     : 0;
    for (int i = 0; i < width; i++)
        out |= (T)((T)((unsigned)i >= length || i + at >= (unsigned)width
                           ? sign
                           : (a >> (i + at) & 1))
                   << i);
    return out;
}
template <class T> static T replaced(T a, T b, unsigned at, unsigned length) {
    at &= 255;
    for (unsigned i = 0; i < length && at + i < 8 * sizeof(T); i++) {
        b &= ~((T)1 << (at + i));
        b |= (a >> i & 1) << (at + i);
    }
    return b;
}
static uint32_t byte_of(uint32_t a, uint32_t b, uint32_t i) {
    return (uint32_t)(((uint64_t)b << 32 | a) >> (8 * (i & 7)) & 255);
}
static uint32_t permuted(uint32_t a, uint32_t b, uint32_t s) {
    uint32_t out = 0;

    for (int i = 0; i < 4; i++) {
        uint32_t want = s >> (4 * i) & 15, byte = byte_of(a, b, want);

        if (want & 8)
            byte = byte & 128 ? 255 : 0;
        out |= byte << (8 * i);
    }
    return out;
}
/* The n-th byte of the result is byte table[c][n] of b:a. */
static uint32_t by_table(uint32_t a, uint32_t b, const char *bytes) {
    uint32_t out = 0;

    for (int i = 0; i < 4; i++) /* written from the highest byte on */
        out = out << 8 | byte_of(a, b, (uint32_t)(bytes[i] - '0'));
    return out;
}
static const char *table_row(const char *rows, unsigned c) {
    return rows + 5 * (c & 3);
}
static uint32_t nth_set(uint32_t mask, uint32_t base, int offset) {
    int left = offset < 0 ? -offset : offset;

    if (offset == 0)
        return base < 32 && mask >> base & 1 ? base : 0xffffffff;
    for (int at = (int)base; at >= 0 && at < 32; at += offset > 0 ? 1 : -1)
        if (mask >> at & 1 && --left == 0)
            return (uint32_t)at;
    return 0xffffffff;
}
static uint32_t logic(int table, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t out = 0;

    for (int i = 0; i < 32; i++)
        out |= (uint32_t)(table >> (4 * (a >> i & 1) + 2 * (b >> i & 1) +
                                    (c >> i & 1)) &
                          1)
               << i;
    return out;
}
#endif

MAP(brev, uint32_t, (uint32_t a), __brev(a), turned(a))
MAP(brevll, uint64_t, (uint64_t a), __brevll(a), turned(a))
MAP(clz, int, (uint32_t a), __clz((int)a), 31 - top_bit(a))
MAP(clzll, int, (uint64_t a), __clzll((long long)a), 63 - top_bit(a))
MAP(first_set, int, (uint32_t a), __ffs((int)a), low_bit(a) + 1)
MAP(first_set_ll, int, (uint64_t a), __ffsll((long long)a), low_bit(a) + 1)
MAP(popc, int, (uint32_t a), __popc(a), ones(a))
MAP(popcll, int, (uint64_t a), __popcll(a), ones(a))
MAP(fns, uint32_t, (uint32_t a, uint8_t b, int8_t c), __fns(a, b % 32u, c % 33),
    nth_set(a, b % 32u, c % 33))
MAP(byte_perm, uint32_t, (uint32_t a, uint32_t b, uint32_t c),
    __byte_perm(a, b, c), permuted(a, b, c & 0x7777))
MAP(funnel_l, uint32_t, (uint32_t a, uint32_t b, uint32_t c),
    __funnelshift_l(a, b, c), (((uint64_t)b << 32 | a) << (c & 31)) >> 32)
MAP(funnel_lc, uint32_t, (uint32_t a, uint32_t b, uint32_t c),
    __funnelshift_lc(a, b, c),
    c >= 32 ? a : (((uint64_t)b << 32 | a) << c) >> 32)
MAP(funnel_r, uint32_t, (uint32_t a, uint32_t b, uint32_t c),
    __funnelshift_r(a, b, c), ((uint64_t)b << 32 | a) >> (c & 31))
MAP(funnel_rc, uint32_t, (uint32_t a, uint32_t b, uint32_t c),
    __funnelshift_rc(a, b, c), c >= 32 ? b : ((uint64_t)b << 32 | a) >> c)
MAP(extract_u32, uint32_t, (uint32_t a, uint32_t b, uint32_t c),
    bfe_u32(a, b, c), field(a, b, c))
MAP(extract_s32, int32_t, (int32_t a, uint32_t b, uint32_t c), bfe_s32(a, b, c),
    field(a, b, c))
MAP(extract_u64, uint64_t, (uint64_t a, uint8_t b, uint8_t c), bfe_u64(a, b, c),
    field(a, b, c))
MAP(insert_b32, uint32_t, (uint32_t a, uint32_t b, uint8_t c), bfi_b32(a, b, c),
    replaced(a, b, c, 9))
MAP(insert_b64, uint64_t, (uint64_t a, uint64_t b, uint8_t c), bfi_b64(a, b, c),
    replaced(a, b, c, 21))
MAP(find_u32, uint32_t, (uint32_t a), bfind_u32(a), top_bit(a))
MAP(find_s64, uint32_t, (int64_t a), bfind_s64(a),
    top_bit((uint64_t)(a < 0 ? ~a : a)))
MAP(logic_1d, uint32_t, (uint32_t a, uint32_t b, uint32_t c),
    lop3<0x1d>(a, b, c), logic(0x1d, a, b, c))
MAP(logic_96, uint32_t, (uint32_t a, uint32_t b, uint32_t c),
    lop3<0x96>(a, b, c), logic(0x96, a, b, c))
MAP(logic_e8, uint32_t, (uint32_t a, uint32_t b, uint32_t c),
    lop3<0xe8>(a, b, c), logic(0xe8, a, b, c))
MAP(mask_of, uint32_t, (uint8_t a, uint8_t b), bmsk(a, b),
    a >= 32 ? 0
            : (uint32_t)(((b >= 32 ? UINT64_C(1) << 32 : UINT64_C(1) << b) - 1)
                         << a))
MAP(extended, int32_t, (int32_t a, uint32_t b), szext(a, b),
    (b & 31) == 0
        ? 0
        : (int32_t)((uint32_t)a << (32 - (b & 31))) >> (32 - (b & 31)))
MAP(permute_f4e, uint32_t, (uint32_t a, uint32_t b, uint32_t c),
    prmt_f4e(a, b, c), by_table(a, b, table_row("3210 4321 5432 6543", c)))
MAP(permute_b4e, uint32_t, (uint32_t a, uint32_t b, uint32_t c),
    prmt_b4e(a, b, c), by_table(a, b, table_row("5670 6701 7012 0123", c)))
MAP(permute_rc8, uint32_t, (uint32_t a, uint32_t b, uint32_t c),
    prmt_rc8(a, b, c), by_table(a, b, table_row("0000 1111 2222 3333", c)))
MAP(permute_ecl, uint32_t, (uint32_t a, uint32_t b, uint32_t c),
    prmt_ecl(a, b, c), by_table(a, b, table_row("3210 3211 3222 3333", c)))
MAP(permute_ecr, uint32_t, (uint32_t a, uint32_t b, uint32_t c),
    prmt_ecr(a, b, c), by_table(a, b, table_row("0000 1110 2210 3210", c)))
MAP(permute_rc16, uint32_t, (uint32_t a, uint32_t b, uint32_t c),
    prmt_rc16(a, b, c), by_table(a, b, table_row("1010 3232 1010 3232", c)))
