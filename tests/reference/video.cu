/* SPDX-License-Identifier: Apache-2.0 */
/* Words as lanes of 8 or 16 bits: the SIMD intrinsics, the dot products, and
 * the three-way ones, lane by lane on the host. */
#include "reference.h"

#ifndef __CUDACC__
/* f of each lane of a and b, taken as T, cut to the lane. */
template <class T, class F> static uint32_t lanes(uint32_t a, uint32_t b, F f) {
    enum { COUNT = 4 / sizeof(T) };
    T as[COUNT], bs[COUNT];
    uint32_t out;

    memcpy(as, &a, 4);
    memcpy(bs, &b, 4);
    for (int i = 0; i < COUNT; i++)
        as[i] = (T)f((int)as[i], (int)bs[i]);
    memcpy(&out, as, 4);
    return out;
}
template <class T, class F> static uint32_t sum(uint32_t a, uint32_t b, F f) {
    enum { COUNT = 4 / sizeof(T) };
    T as[COUNT], bs[COUNT];
    uint32_t out = 0;

    memcpy(as, &a, 4);
    memcpy(bs, &b, 4);
    for (int i = 0; i < COUNT; i++)
        out += (uint32_t)f((int)as[i], (int)bs[i]);
    return out;
}
template <class T> static int clamp(int x) {
    using limit = std::numeric_limits<T>;
    return x < limit::min()   ? limit::min()
           : x > limit::max() ? limit::max()
                              : x;
}
static int larger(int x, int y) {
    return x > y ? x : y;
}
static int smaller(int x, int y) {
    return x < y ? x : y;
}
#define EACH(expr)                                                             \
    [](int x, int y) -> int {                                                  \
        (void)y;                                                               \
        return expr;                                                           \
    }
#endif

#define LANES1(name, T, expr)                                                  \
    MAP(simd_##name, uint32_t, (uint32_t a), __##name(a),                      \
        lanes<T>(a, 0, EACH(expr)))
#define LANES2(name, T, expr)                                                  \
    MAP(simd_##name, uint32_t, (uint32_t a, uint32_t b), __##name(a, b),       \
        lanes<T>(a, b, EACH(expr)))
#define SUMS(name, T, expr)                                                    \
    MAP(simd_##name, uint32_t, (uint32_t a, uint32_t b), __##name(a, b),       \
        sum<T>(a, b, EACH(expr)))

#define COMPARISON(name, n, T, sign)                                           \
    LANES2(vcmp##name##n, T, x sign y ? -1 : 0)                                \
    LANES2(vset##name##n, T, x sign y)
#define ROWS(n, S, U)                                                          \
    LANES1(vabs##n, S, x < 0 ? -x : x)                                         \
    LANES1(vabsss##n, S, clamp<S>(x < 0 ? -x : x))                             \
    LANES1(vneg##n, S, -x)                                                     \
    LANES1(vnegss##n, S, clamp<S>(-x))                                         \
    LANES2(vadd##n, U, x + y)                                                  \
    LANES2(vaddss##n, S, clamp<S>(x + y))                                      \
    LANES2(vaddus##n, U, clamp<U>(x + y))                                      \
    LANES2(vsub##n, U, x - y)                                                  \
    LANES2(vsubss##n, S, clamp<S>(x - y))                                      \
    LANES2(vsubus##n, U, clamp<U>(x - y))                                      \
    LANES2(vabsdiffs##n, S, x > y ? x - y : y - x)                             \
    LANES2(vabsdiffu##n, U, x > y ? x - y : y - x)                             \
    LANES2(vavgs##n, S, (x + y + (x + y >= 0)) >> 1)                           \
    LANES2(vavgu##n, U, (x + y + 1) >> 1)                                      \
    LANES2(vhaddu##n, U, (x + y) >> 1)                                         \
    LANES2(vmaxs##n, S, larger(x, y))                                          \
    LANES2(vmaxu##n, U, larger(x, y))                                          \
    LANES2(vmins##n, S, smaller(x, y))                                         \
    LANES2(vminu##n, U, smaller(x, y))                                         \
    SUMS(vsads##n, S, x > y ? x - y : y - x)                                   \
    SUMS(vsadu##n, U, x > y ? x - y : y - x)                                   \
    COMPARISON(eq, n, U, ==)                                                   \
    COMPARISON(ne, n, U, !=)                                                   \
    COMPARISON(ges, n, S, >=)                                                  \
    COMPARISON(geu, n, U, >=)                                                  \
    COMPARISON(gts, n, S, >)                                                   \
    COMPARISON(gtu, n, U, >)                                                   \
    COMPARISON(les, n, S, <=)                                                  \
    COMPARISON(leu, n, U, <=)                                                  \
    COMPARISON(lts, n, S, <)                                                   \
    COMPARISON(ltu, n, U, <)

ROWS(2, int16_t, uint16_t)
ROWS(4, int8_t, uint8_t)

/* Sums of products. */
MAP(dot4_s32, int32_t, (int32_t a, int32_t b, int32_t c), __dp4a(a, b, c),
    (uint32_t)c + sum<int8_t>((uint32_t)a, (uint32_t)b, EACH(x *y)))
MAP(dot4_u32, uint32_t, (uint32_t a, uint32_t b, uint32_t c), __dp4a(a, b, c),
    c + sum<uint8_t>(a, b, EACH(x *y)))
#ifndef __CUDACC__
template <class H, class B>
static uint32_t dot2(uint32_t a, uint32_t b, int at) {
    H halves[2];
    B bytes[4];

    memcpy(halves, &a, 4);
    memcpy(bytes, &b, 4);
    return (uint32_t)(halves[0] * bytes[at] + halves[1] * bytes[at + 1]);
}
#endif
MAP(dot2_lo_s32, int32_t, (int32_t a, int32_t b, int32_t c), __dp2a_lo(a, b, c),
    (uint32_t)c + (dot2<int16_t, int8_t>((uint32_t)a, (uint32_t)b, 0)))
MAP(dot2_hi_s32, int32_t, (int32_t a, int32_t b, int32_t c), __dp2a_hi(a, b, c),
    (uint32_t)c + (dot2<int16_t, int8_t>((uint32_t)a, (uint32_t)b, 2)))
MAP(dot2_lo_u32, uint32_t, (uint32_t a, uint32_t b, uint32_t c),
    __dp2a_lo(a, b, c), c + (dot2<uint16_t, uint8_t>(a, b, 0)))
MAP(dot2_hi_u32, uint32_t, (uint32_t a, uint32_t b, uint32_t c),
    __dp2a_hi(a, b, c), c + (dot2<uint16_t, uint8_t>(a, b, 2)))

/* An addition and a maximum, or three operands, at once. */
MAP(add_max_s32, int32_t, (int32_t a, int32_t b, int32_t c),
    __viaddmax_s32(a, b, c), larger((int32_t)((uint32_t)a + (uint32_t)b), c))
MAP(add_min_s32_relu, int32_t, (int32_t a, int32_t b, int32_t c),
    __viaddmin_s32_relu(a, b, c),
    larger(0, smaller((int32_t)((uint32_t)a + (uint32_t)b), c)))
MAP(add_max_u32, uint32_t, (uint32_t a, uint32_t b, uint32_t c),
    __viaddmax_u32(a, b, c), a + b > c ? a + b : c)
MAP(max3_s32, int32_t, (int32_t a, int32_t b, int32_t c), __vimax3_s32(a, b, c),
    larger(larger(a, b), c))
MAP(min3_u16x2, uint32_t, (uint32_t a, uint32_t b, uint32_t c),
    __vimin3_u16x2(a, b, c),
    lanes<uint16_t>(lanes<uint16_t>(a, b, smaller), c, smaller))
MAP(max3_s16x2_relu, uint32_t, (uint32_t a, uint32_t b, uint32_t c),
    __vimax3_s16x2_relu(a, b, c),
    lanes<int16_t>(lanes<int16_t>(lanes<int16_t>(a, b, larger), c, larger), 0,
                   larger))
MAP(add_max_s16x2, uint32_t, (uint32_t a, uint32_t b, uint32_t c),
    __viaddmax_s16x2(a, b, c),
    lanes<int16_t>(lanes<int16_t>(a, b, EACH(x + y)), c, larger))
MAP(add_min_u16x2, uint32_t, (uint32_t a, uint32_t b, uint32_t c),
    __viaddmin_u16x2(a, b, c),
    lanes<uint16_t>(lanes<uint16_t>(a, b, EACH(x + y)), c, smaller))
MAP(min_s16x2_relu, uint32_t, (uint32_t a, uint32_t b),
    __vimin_s16x2_relu(a, b),
    lanes<int16_t>(lanes<int16_t>(a, b, smaller), 0, larger))
