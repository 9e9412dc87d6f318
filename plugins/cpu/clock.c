/* SPDX-License-Identifier: Apache-2.0 */
/* Clocks, for launches and for kernels, which import them. */
#include "plugins/cpu/cpu.h"

#include "base/os/clock.h"

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

uint64_t pk_cpu_now(void) {
    return pk_now();
}

uint64_t pk_cpu_cycles(void) {
#if defined(__x86_64__)
    return __rdtsc();
#else
    uint64_t ticks;

    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#endif
}
