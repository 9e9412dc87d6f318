/* SPDX-License-Identifier: Apache-2.0 */
/* Generators of random numbers, each thread's own: the Mersenne Twister's state
 * as host functions use it (lib/host/np_random.py). */
#ifndef PORTKERN_BASE_OS_RANDOM_STATE_H
#define PORTKERN_BASE_OS_RANDOM_STATE_H

#include "base/random_words.h"

#include <stdint.h>

/* Returns the words of the calling thread's generator, aligned to 8 bytes,
 * which stay until the thread ends. They are seeded by the system when a
 * thread, or the child of a fork, first asks. */
uint32_t *pk_random_state(uint32_t which);

#endif
