/* SPDX-License-Identifier: Apache-2.0 */
/* How the functions of steps are written.
 *
 * ROWS(name, D, A, result) defines the step `name`: for each lane l of the
 * mask d[l] = result, an expression of a[l], b[l] and c[l], rows of A. It must
 * be safe for lanes that are off as well: all 32 are computed and the compiler
 * makes vectors of the loop. LANES is the same for what is not safe or would
 * not become vectors: lane after lane, only those that are on.
 *
 * A result may lie in the row of a source: the loops have no dependence from
 * one lane to another. */
#ifndef PORTKERN_SIM_ROWS_H
#define PORTKERN_SIM_ROWS_H

#include "sim/machine.h"

#ifdef __clang__
#define SIM_VECTOR _Pragma("clang loop vectorize(assume_safety)")
#else
#define SIM_VECTOR _Pragma("GCC ivdep")
#endif

#define SIM_ROW(type, at) ((type *)(void *)(rows + (at)))

/* bit[l] is lane l's. */
static const uint32_t sim_bit[SIM_LANES] = {
#define FOUR(i)                                                                \
    UINT32_C(1) << (i), UINT32_C(1) << (i + 1), UINT32_C(1) << (i + 2),        \
        UINT32_C(1) << (i + 3)
    FOUR(0), FOUR(4), FOUR(8), FOUR(12), FOUR(16), FOUR(20), FOUR(24), FOUR(28),
#undef FOUR
};

#define SIM_STEP(name)                                                         \
    static sim_next name(sim_warp *warp, const sim_step *step, char *rows,     \
                         uint32_t mask)

/* With sources of three types. */
#define ROWS3(name, D, A, B, C, result)                                        \
    SIM_STEP(name) {                                                           \
        D *d = SIM_ROW(D, step->d);                                            \
        const A *a = SIM_ROW(const A, step->a);                                \
        const B *b = SIM_ROW(const B, step->b);                                \
        const C *c = SIM_ROW(const C, step->c);                                \
                                                                               \
        (void)warp, (void)a, (void)b, (void)c;                                 \
        if (mask == SIM_FULL) {                                                \
            SIM_VECTOR                                                         \
            for (int l = 0; l < SIM_LANES; l++)                                \
                d[l] = (D)(result);                                            \
        } else {                                                               \
            SIM_VECTOR                                                         \
            for (int l = 0; l < SIM_LANES; l++)                                \
                d[l] = mask & sim_bit[l] ? (D)(result) : d[l];                 \
        }                                                                      \
        return SIM_NEXT;                                                       \
    }
#define ROWS(name, D, A, result) ROWS3(name, D, A, A, A, result)

#define LANES3(name, D, A, B, C, result)                                       \
    SIM_STEP(name) {                                                           \
        D *d = SIM_ROW(D, step->d);                                            \
        const A *a = SIM_ROW(const A, step->a);                                \
        const B *b = SIM_ROW(const B, step->b);                                \
        const C *c = SIM_ROW(const C, step->c);                                \
                                                                               \
        (void)warp, (void)a, (void)b, (void)c;                                 \
        for (uint32_t left = mask; left; left &= left - 1) {                   \
            int l = __builtin_ctz(left);                                       \
            d[l] = (D)(result);                                                \
        }                                                                      \
        return SIM_NEXT;                                                       \
    }
#define LANES(name, D, A, result) LANES3(name, D, A, A, A, result)

/* The mask of bytes that are all ones. */
static inline uint32_t sim_gather_bits(const uint8_t flags[SIM_LANES]) {
    uint32_t bits = 0;

    for (int i = 0; i < 4; i++) {
        uint64_t eight;

        memcpy(&eight, flags + 8 * i, 8);
        eight &= UINT64_C(0x8040201008040201);
        bits |= (uint32_t)(eight * UINT64_C(0x0101010101010101) >> 56) << 8 * i;
    }
    return bits;
}

static inline uint32_t *sim_mask_at(char *rows, uint32_t at) {
    return (uint32_t *)(void *)(rows + at);
}

/* Sets the lanes of `mask` in a predicate. */
static inline void sim_mask_set(char *rows, uint32_t at, uint32_t mask,
                                uint32_t bits) {
    uint32_t *word = sim_mask_at(rows, at);

    *word = (*word & ~mask) | (bits & mask);
}

__extension__ typedef __int128 sim_i128;
__extension__ typedef unsigned __int128 sim_u128;

#endif
