/* SPDX-License-Identifier: Apache-2.0 */
/* The values in a kernel as nodes of ranges that a launch can compute
 * (recipe/launch_range.h). */
#ifndef PORTKERN_CORE_PASSES_SURE_H
#define PORTKERN_CORE_PASSES_SURE_H

#include "base/arena.h"
#include "core/ir_data.h"
#include "core/passes/facts.h"

enum { PK_SURE_OPEN = 3, PK_SURE_STEPS = 20000 };

typedef struct pk_sure_writer {
    pk_func *fn;
    pk_arena *scratch;
    pk_ranges facts;
    const bool *unset; /* by local id: may be read before it is set */
    pk_inst **sets;
    uint32_t set_count;
    uint16_t *plain;  /* by value id: its node + 1 wherever it is visible */
    uint16_t *locals; /* by local id: of all that it ever holds */
    uint16_t *open;   /* by local id, + 1, while they are being written down:
                         what is taken for granted of all that they hold */
    bool *asked;      /* by local id: that has been made use of */
    uint32_t open_count, steps;
    pk_range_node *nodes; /* PK_RANGE_NODES; parameter i is at byte 8 i */
    uint32_t count;
    bool full; /* there are too many, or it takes too long: all is void */
} pk_sure_writer;

/* Begins with a function, which it numbers. False when there is no memory. */
bool pk_sure_begin(pk_sure_writer *writer, pk_func *fn, pk_arena *scratch);

/* Writes down that the condition of an `if` is asked to hold nowhere; returns
 * the number of that node. */
uint32_t pk_sure_ask(pk_sure_writer *writer, const pk_inst *inst);

#endif
