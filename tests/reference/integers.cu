/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic of integers of every width, against the host's. */
#include "reference.h"

/* Each operation in each type; the host computes it 128 bits wide and cuts. */
#define WIDE(a) ((__int128)(a))
#define BINARY(name, T, device, host)                                          \
    MAP(name, T, (T a, T b), (T)(device), (T)(host))
#define EVERY_TYPE(ROW)                                                        \
    ROW(s8, int8_t)                                                            \
    ROW(u8, uint8_t)                                                           \
    ROW(s16, int16_t)                                                          \
    ROW(u16, uint16_t)                                                         \
    ROW(s32, int32_t)                                                          \
    ROW(u32, uint32_t)                                                         \
    ROW(s64, int64_t)                                                          \
    ROW(u64, uint64_t)
#define TOP(T) (8 * (int)sizeof(T) - 1)

#ifdef __CUDACC__
#define AS_U64(a) ((uint64_t)(a))
#else
#define AS_U64(a) ((unsigned __int128)(__int128)(a))
#endif

#define ADD(n, T) BINARY(add_##n, T, AS_U64(a) + AS_U64(b), WIDE(a) + WIDE(b))
#define SUB(n, T) BINARY(sub_##n, T, AS_U64(a) - AS_U64(b), WIDE(a) - WIDE(b))
#define MUL(n, T)                                                              \
    BINARY(mul_##n, T, AS_U64(a) * AS_U64(b),                                  \
           (uint64_t)WIDE(a) * (uint64_t)WIDE(b))
/* Division by zero and the overflowing one are left out: C has no such. */
#define SAFE(T) (b == 0 || (b == (T) - 1 && a == (T)((T)1 << TOP(T))))
#define DIV(n, T)                                                              \
    BINARY(div_##n, T, SAFE(T) ? 0 : a / b, SAFE(T) ? 0 : WIDE(a) / WIDE(b))
#define REM(n, T)                                                              \
    BINARY(rem_##n, T, SAFE(T) ? 0 : a % b, SAFE(T) ? 0 : WIDE(a) % WIDE(b))
#define SHL(n, T)                                                              \
    BINARY(shl_##n, T, AS_U64(a) << (b & TOP(T)),                              \
           (uint64_t)WIDE(a) << (b & TOP(T)))
#define SHR(n, T) BINARY(shr_##n, T, a >> (b & TOP(T)), WIDE(a) >> (b & TOP(T)))
#define MIN(n, T) BINARY(min_##n, T, a < b ? a : b, WIDE(a) < b ? a : b)
#define ORDER(n, T)                                                            \
    BINARY(order_##n, T, (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a > b),  \
           WIDE(a) < WIDE(b)    ? 3                                            \
           : WIDE(a) == WIDE(b) ? 6                                            \
                                : 8)

EVERY_TYPE(ADD)
EVERY_TYPE(SUB)
EVERY_TYPE(MUL)
EVERY_TYPE(DIV)
EVERY_TYPE(REM)
EVERY_TYPE(SHL)
EVERY_TYPE(SHR)
EVERY_TYPE(MIN)
EVERY_TYPE(ORDER)

MAP(mulhi_s32, int32_t, (int32_t a, int32_t b), __mulhi(a, b),
    WIDE(a) * b >> 32)
MAP(mulhi_u32, uint32_t, (uint32_t a, uint32_t b), __umulhi(a, b),
    WIDE(a) * b >> 32)
MAP(mulhi_s64, int64_t, (int64_t a, int64_t b), __mul64hi(a, b),
    WIDE(a) * b >> 64)
MAP(mulhi_u64, uint64_t, (uint64_t a, uint64_t b), __umul64hi(a, b),
    (unsigned __int128)a *b >> 64)
MAP(mul_wide_s32, int64_t, (int32_t a, int32_t b), (int64_t)a *b, WIDE(a) * b)
MAP(mul_wide_u32, uint64_t, (uint32_t a, uint32_t b), (uint64_t)a *b,
    WIDE(a) * b)
MAP(mad_s32, int32_t, (int32_t a, int32_t b, int32_t c),
    (int32_t)((uint32_t)a *(uint32_t)b + (uint32_t)c), WIDE(a) * b + c)
MAP(mad_wide_u32, uint64_t, (uint32_t a, uint32_t b, uint64_t c),
    (uint64_t)a *b + c, (uint64_t)(WIDE(a) * b) + c)
MAP(mad_s64, int64_t, (int64_t a, int64_t b, int64_t c),
    (int64_t)((uint64_t)a *(uint64_t)b + (uint64_t)c),
    (uint64_t)a *(uint64_t)b + (uint64_t)c)
MAP(mul24_s32, int32_t, (int32_t a, int32_t b), __mul24(a, b),
    WIDE(((int64_t)((uint64_t)a << 40)) >> 40) *
        (((int64_t)((uint64_t)b << 40)) >> 40))
MAP(mul24_u32, uint32_t, (uint32_t a, uint32_t b), __umul24(a, b),
    WIDE(a & 0xffffff) * (b & 0xffffff))
MAP(sad_s32, uint32_t, (int32_t a, int32_t b, uint32_t c), __sad(a, b, c),
    (a > b ? WIDE(a) - b : WIDE(b) - a) + c)
MAP(sad_u32, uint32_t, (uint32_t a, uint32_t b, uint32_t c), __usad(a, b, c),
    (a > b ? WIDE(a) - b : WIDE(b) - a) + c)
MAP(hadd_s32, int32_t, (int32_t a, int32_t b), __hadd(a, b), (WIDE(a) + b) >> 1)
MAP(hadd_u32, uint32_t, (uint32_t a, uint32_t b), __uhadd(a, b),
    (WIDE(a) + b) >> 1)
MAP(rhadd_s32, int32_t, (int32_t a, int32_t b), __rhadd(a, b),
    (WIDE(a) + b + 1) >> 1)
MAP(rhadd_u32, uint32_t, (uint32_t a, uint32_t b), __urhadd(a, b),
    (WIDE(a) + b + 1) >> 1)
MAP(abs_s32, uint32_t, (int32_t a), (uint32_t)abs(a), a < 0 ? -WIDE(a) : a)
MAP(abs_s64, uint64_t, (int64_t a), (uint64_t)llabs(a), a < 0 ? -WIDE(a) : a)

/* Divisions by what the compiler knows become multiplications. */
MAP(div_by_7, int32_t, (int32_t a), a / 7, WIDE(a) / 7)
MAP(div_by_1000, uint64_t, (uint64_t a), a / 1000, WIDE(a) / 1000)
MAP(rem_by_10, int64_t, (int64_t a), a % 10, WIDE(a) % 10)

/* 128 bits: carries and the software's division. */
#define HALVES(x) ((uint64_t)((x) >> 64) * 31 + (uint64_t)(x))
MAP(add_128, uint64_t, (uint64_t a, uint64_t b, uint64_t c),
    HALVES(((unsigned __int128)a << 64 | b) + ((unsigned __int128)c << 32)),
    HALVES(((unsigned __int128)a << 64 | b) + ((unsigned __int128)c << 32)))
MAP(mul_128, uint64_t, (uint64_t a, uint64_t b, uint64_t c),
    HALVES(((unsigned __int128)a << 64 | b) * (unsigned __int128)c),
    HALVES(((unsigned __int128)a << 64 | b) * (unsigned __int128)c))
MAP(div_128, uint64_t, (uint64_t a, uint64_t b, uint64_t c),
    HALVES(((unsigned __int128)a << 64 | b) / (unsigned __int128)(c | 1)),
    HALVES(((unsigned __int128)a << 64 | b) / (unsigned __int128)(c | 1)))
MAP(rem_s128, int64_t, (int64_t a, uint64_t b, int64_t c),
    (int64_t)(((__int128)((unsigned __int128)a << 64 | b)) % (c | 1)),
    (((__int128)((unsigned __int128)a << 64 | b)) % (c | 1)))
MAP(shift_128, uint64_t, (uint64_t a, uint64_t b, uint32_t c),
    HALVES(((unsigned __int128)a << 64 | b) >> (c & 127)),
    HALVES(((unsigned __int128)a << 64 | b) >> (c & 127)))
