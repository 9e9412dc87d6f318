/* SPDX-License-Identifier: Apache-2.0 */
/* States of xoroshiro128+ for many threads (Blackman and Vigna): the first
 * from a seed by SplitMix64, each other 2^64 steps behind the one before. As
 * in Numba, both words of the first are the same. */
#include "base/error.h"
#include "portkern/portkern.h"

static uint64_t rotate(uint64_t x, int by) {
    return x << by | x >> (64 - by);
}

static void step(uint64_t s[2]) {
    uint64_t t = s[1] ^ s[0];

    s[0] = rotate(s[0], 55) ^ t ^ t << 14;
    s[1] = rotate(t, 36);
}

static void jump(uint64_t s[2]) {
    static const uint64_t bits[] = {UINT64_C(0xbeac0467eba5facb),
                                    UINT64_C(0xd86b048b86aa9922)};
    uint64_t sum[2] = {0, 0};

    for (int i = 0; i < 128; i++) {
        if (bits[i / 64] >> i % 64 & 1) {
            sum[0] ^= s[0];
            sum[1] ^= s[1];
        }
        step(s);
    }
    s[0] = sum[0];
    s[1] = sum[1];
}

/* A jump is linear over bits: it is known by what becomes of each bit alone. */
typedef struct linear {
    uint64_t images[128][2];
} linear;

static void apply(const linear *map, const uint64_t s[2], uint64_t out[2]) {
    uint64_t sum[2] = {0, 0};

    for (int i = 0; i < 128; i++)
        if (s[i / 64] >> i % 64 & 1) {
            sum[0] ^= map->images[i][0];
            sum[1] ^= map->images[i][1];
        }
    out[0] = sum[0];
    out[1] = sum[1];
}

/* Jumps `count` times, however many: by squares of the map. */
static void jump_far(uint64_t s[2], uint64_t count) {
    linear map = {0}, twice;

    for (int i = 0; i < 128; i++) {
        map.images[i][i / 64] = (uint64_t)1 << i % 64;
        jump(map.images[i]);
    }
    for (; count; count >>= 1) {
        if (count & 1)
            apply(&map, s, s);
        for (int i = 0; i < 128; i++)
            apply(&map, map.images[i], twice.images[i]);
        map = twice;
    }
}

static uint64_t mix(uint64_t seed) {
    uint64_t z = seed + UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

pk_status pk_random_states(uint64_t *states, size_t count, uint64_t seed,
                           uint64_t subsequence_start, pk_error *err) {
    uint64_t s[2] = {mix(seed), mix(seed)};

    if (count && !states)
        return pk_fail(err, PK_BAD_ARG, "states is NULL");
    if (!count)
        return PK_OK;
    if (subsequence_start)
        jump_far(s, subsequence_start);
    for (size_t i = 0; i < count; i++) {
        states[2 * i] = s[0];
        states[2 * i + 1] = s[1];
        jump(s);
    }
    return PK_OK;
}
