/* SPDX-License-Identifier: Apache-2.0 */
/* Debugging a launch: what `debug` operations say is kept for all threads, and
 * the debugger is asked at the lines of the one that it looks at.
 *
 * Values of variables are copied where they are assigned, since the registers
 * that they come from may get others before the next line. */
#ifndef PORTKERN_CORE_INTERP_DEBUG_H
#define PORTKERN_CORE_INTERP_DEBUG_H

#include "base/arena.h"
#include "core/interp/order.h"
#include "portkern/debug.h"
#include "portkern/ir.h"

struct pk_machine_frame;

/* One debug operation of a function. */
typedef struct pk_debug_note {
    const pk_inst *inst;
    uint32_t variable; /* of a `set` or `del` */
    uint64_t *values;  /* [operand][thread] */
} pk_debug_note;

/* A frame's debug operations, and what each thread has met of them. */
typedef struct pk_debug_table {
    pk_debug_note *notes;
    const char **names; /* of variables, in the order of the text */
    uint32_t variable_count;
    uint32_t *current; /* [variable][thread]: its note's number from 1, 0: the
                          thread has not assigned it */
    const pk_inst **lines; /* by thread; NULL: none yet */
} pk_debug_table;

/* A debugger and how its launch goes on: one for all blocks. */
typedef struct pk_debug_session {
    pk_debugger *debugger;
    bool begun, failed;
    pk_debug_answer answer; /* the last that says how to go on */
    uint32_t depth;         /* of the thread then */
} pk_debug_session;

/* Makes the frame's table. */
void pk_debug_prepare(pk_machine *m, struct pk_machine_frame *f);
/* The running threads enter the function: nothing is assigned. */
void pk_debug_enter(pk_machine *m, const struct pk_machine_frame *f);
/* Runs the frame's debug operation number `number`. */
void pk_debug_run(pk_machine *m, const struct pk_machine_frame *f,
                  const pk_inst *inst, uint32_t number);
/* The launch has failed, as m->err says. */
void pk_debug_fault(pk_machine *m, pk_status status);

/* ---- debug_value.c ---- */

/* The name in "set X ..." or "del X", which ends where *length says. */
const char *pk_debug_name(const pk_inst *set, size_t *length);
/* The value that the thread has given to the variable. Memory is the arena's.
 */
void pk_debug_read(const pk_machine *m, const pk_debug_note *note,
                   const char *name, uint32_t thread, pk_arena *arena,
                   pk_debug_value *out);

#endif
