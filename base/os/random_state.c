/* SPDX-License-Identifier: Apache-2.0 */
/* The words of each thread's generators of random numbers, and their first
 * seed. */
#include "base/os/random_state.h"

#include "base/os/lock.h"

#include <sys/random.h>
#include <time.h>

enum { MERSENNE_WORDS = 624, USED = MERSENNE_WORDS, HAS_NORMAL };

typedef struct state {
    _Alignas(8) uint32_t words[PK_RANDOM_WORDS];
    unsigned process; /* that seeded it, by the count of forks; 0: none */
} state;

static _Thread_local state states[PK_RANDOM_STATES];

/* Where the system gives no random bytes: the time, spread by Knuth's linear
 * congruential generator (MMIX). */
static void fill_by_time(uint32_t *words) {
    struct timespec now;
    uint64_t x;

    clock_gettime(CLOCK_MONOTONIC, &now);
    x = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec +
        (uintptr_t)words;
    for (uint32_t i = 0; i < MERSENNE_WORDS; i++) {
        x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        words[i] = (uint32_t)(x >> 32);
    }
}

static void seed(state *s) {
    const size_t size = MERSENNE_WORDS * sizeof *s->words;

    if (getrandom(s->words, size, 0) != (ssize_t)size)
        fill_by_time(s->words);
    s->words[0] |= UINT32_C(1) << 31; /* never all zeros */
    s->words[USED] = MERSENNE_WORDS;
    s->words[HAS_NORMAL] = 0;
    s->process = pk_process_number();
}

uint32_t *pk_random_state(uint32_t which) {
    state *s = &states[which];

    if (s->process != pk_process_number())
        seed(s);
    return s->words;
}
