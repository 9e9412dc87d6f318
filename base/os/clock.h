/* SPDX-License-Identifier: Apache-2.0 */
/* The clock that measures and keeps deadlines. */
#ifndef PORTKERN_BASE_OS_CLOCK_H
#define PORTKERN_BASE_OS_CLOCK_H

#include <stdint.h>

/* Nanoseconds of CLOCK_MONOTONIC. */
uint64_t pk_now(void);

#endif
