/* SPDX-License-Identifier: Apache-2.0 */
/* Loops over elements: the ways in which one is compiled. */
#ifndef PORTKERN_RUNTIME_HOST_LOOP_H
#define PORTKERN_RUNTIME_HOST_LOOP_H

#include "portkern/host.h"
#include "runtime/kernel/module.h"

/* The ways to run a loop, each a function of its own (see loop.c for their
 * texts). */
enum {
    PK_LOOP_MASKED = 3, /* inputs that may be one number for all calls */
    PK_LOOP_MASKS = 1 << PK_LOOP_MASKED,
    PK_LOOP_KINDS = PK_LOOP_MASKS * (PK_LOOP_MASKED + 1)
};
typedef enum pk_element_loop_way {
    PK_LOOP_ORDERED,       /* one call after the other */
    PK_LOOP_ORDERED_CLOSE, /* elements lie next to each other */
    PK_LOOP_APART,         /* in order, and no two arrays share memory */
    PK_LOOP_APART_CLOSE,
    PK_LOOP_FOLD, /* an operand is written and read by all calls */
    PK_LOOP_EACH, /* in any order and apart, + kind */
    PK_LOOP_EACH_CLOSE = PK_LOOP_EACH + PK_LOOP_KINDS,
    PK_LOOP_WAYS = PK_LOOP_EACH_CLOSE + PK_LOOP_KINDS
} pk_element_loop_way;

/* A kind of loop in any order: bit i of the mask says that input i is one
 * number for all calls, and input `in_place` - 1 is the array that is written,
 * where it is not 0. */
static inline uint32_t pk_element_loop_kind(uint32_t mask, uint32_t in_place) {
    return in_place * PK_LOOP_MASKS + mask;
}

/* A way that is compiled. */
typedef struct pk_element_loop_variant {
    pk_kernel *kernel;
    const pk_spec *spec;
    uint32_t mask;
    bool apart; /* no two arrays share memory */
} pk_element_loop_variant;

struct pk_element_loop {
    pk_object base;
    pk_module *made; /* of the texts */
    pk_element_loop_operand operands[PK_LOOP_OPERANDS];
    uint32_t count, axes, outputs;
    bool returns;           /* the last operand gets results */
    bool folds;             /* of two numbers of one type one is made */
    atomic_ullong picosecs; /* of a call, as it was measured; 0: not yet */
    _Atomic(pk_element_loop_variant *) variants[PK_LOOP_WAYS];
};

/* The way compiled, at the first time. */
pk_status pk_element_loop_variant_get(pk_element_loop *loop,
                                      pk_element_loop_way way,
                                      const pk_element_loop_variant **out,
                                      pk_error *err);

#endif
