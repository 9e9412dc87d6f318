/* SPDX-License-Identifier: Apache-2.0 */
/* How a value changes from one thread to the next, or from one round of a loop
 * over threads to the next: an estimate of where threads are in memory, which
 * decides how fast code is and never what it does. */
#ifndef PORTKERN_CORE_STRIDE_H
#define PORTKERN_CORE_STRIDE_H

#include "portkern/ir.h"

enum { PK_STRIDE_LINE = 64 /* bytes that caches load together */ };

/* From what to what: the rounds of `loop`, or, where it is NULL, the threads
 * along `axis`. */
typedef struct pk_direction {
    const pk_inst *loop;
    uint8_t axis;
} pk_direction;

typedef struct pk_stride {
    bool known; /* it changes by the same number everywhere: */
    int64_t by; /* of a pointer, bytes; 0: it stays */
} pk_stride;

pk_stride pk_stride_of(const pk_value *v, const pk_direction *along);

static inline bool pk_stride_stays(pk_stride s) {
    return s.known && !s.by;
}

/* Whether memory that is so far apart lies in lines of the cache of its own;
 * whether it may share one. What stays does neither. */
static inline bool pk_stride_is_far(pk_stride s) {
    return !s.known || s.by >= PK_STRIDE_LINE || s.by <= -PK_STRIDE_LINE;
}

static inline bool pk_stride_is_near(pk_stride s) {
    return !pk_stride_is_far(s) && s.by;
}

#endif
