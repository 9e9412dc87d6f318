/* SPDX-License-Identifier: Apache-2.0 */
/* Reading the clock. */
#include "base/os/clock.h"

#include <time.h>

uint64_t pk_now(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
