/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of products of a loop kernel's parameters, which its launcher computes.
 * In them the parameters are exact. */
#ifndef PORTKERN_RECIPE_LOOP_SUM_H
#define PORTKERN_RECIPE_LOOP_SUM_H

#include <stdint.h>

enum { PK_LOOP_TERMS = 8 };

typedef struct pk_loop_sum {
    uint32_t count, reserved;
    struct {
        int64_t factor;
        uint32_t params[2]; /* numbers; UINT32_MAX: none */
    } terms[PK_LOOP_TERMS];
} pk_loop_sum;

#endif
