/* SPDX-License-Identifier: Apache-2.0 */
/* Times that the command measures. */
#ifndef PORTKERN_TOOLS_TIMES_H
#define PORTKERN_TOOLS_TIMES_H

#include <stddef.h>

/* Nanoseconds of a clock that only goes on. */
double now_ns(void);
/* Sorts them; there is one at least. */
double median_of(double *times, size_t count);

#endif
