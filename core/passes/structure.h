/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of structure-barriers: the state of the pass, guards and
 * exits, and loops that count for themselves. */
#ifndef PORTKERN_CORE_PASSES_STRUCTURE_H
#define PORTKERN_CORE_PASSES_STRUCTURE_H

#include "core/analysis/scalars.h"

enum { PK_GUARDS_MAX = 256, PK_GUARDS_NESTED = 8 };

/* An outer loop or block around the place at work. */
typedef struct pk_level {
    struct pk_level *outer;
    pk_inst *inst;         /* NULL: the function's body */
    pk_local *stay, *next; /* false: left; on to the next iteration */
    bool next_on;          /* some thread may have gone on already */
    bool all;              /* no thread comes to it without being at it */
} pk_level;

typedef struct pk_structurer {
    pk_func *fn;
    const pk_caps *caps;
    pk_scalars s;
    pk_error *err;
    pk_status status;
    pk_team team;
    bool block_form; /* what follows is fission: members can vote */
    pk_local *live;
    bool live_on;  /* some thread may have returned, which $live tells */
    bool returned; /* the same, in any form */
    pk_level *level;
    pk_region *out;                  /* where statements go */
    pk_region *piece;                /* statements that wait for their guards */
    pk_value *guards[PK_GUARDS_MAX]; /* conditions visible here */
    uint32_t guard_count;
    uint32_t nesting; /* hoisted ifs between the level's region and here */
    pk_value *here;   /* lanes: the mask of those that are here, if known */
} pk_structurer;

/* Structures a kernel for the team. */
pk_status pk_structure_team(pk_func *fn, const pk_caps *caps, pk_team team,
                            pk_error *err);

/* ---- structure_warps.c ---- */

/* Rewrites a barrier or an operation of a warp so that all threads or lanes
 * arrive at it: masks tell which of them do not take part. */
void pk_structure_cut(pk_structurer *t, pk_inst *inst);

/* ---- structure_exits.c ---- */

/* A builder at the end of the region. */
pk_builder pk_structure_at(pk_structurer *t, pk_region *region, pk_loc loc);

/* The instructions that follow in this region are for threads for which `cond`
 * holds. */
void pk_structure_guard(pk_structurer *t, pk_value *cond, pk_loc loc);
pk_value *pk_structure_not(pk_structurer *t, pk_value *cond, pk_loc loc);

/* True when some threads may have nothing to do here. */
bool pk_structure_guarded(const pk_structurer *t);

/* All guards as one value. */
pk_value *pk_structure_active(pk_structurer *t, pk_builder *b);

/* Puts the waiting statements under their guards. */
void pk_structure_flush(pk_structurer *t);

/* From here on the guards of exits within `inst` count. */
void pk_structure_note(pk_structurer *t, const pk_inst *inst,
                       const pk_inst *statement);

/* True when some threads leave the statement by an exit in it; `early`: with
 * something of the statement still to come. */
bool pk_structure_leaves(const pk_inst *inst, const pk_inst *statement,
                         bool early);

/* Adds a statement that some threads leave. */
void pk_structure_leave(pk_structurer *t, pk_inst *inst);

/* A value that is loaded once for all needs a thread that would load it: a
 * block whose threads have all returned goes no further. `gone` NULL: $live
 * tells. */
void pk_structure_vote(pk_structurer *t, pk_value *gone, pk_loc loc);

/* ---- structure_ranges.c ---- */

/* A for loop in which each thread counts for itself. */
typedef struct pk_counter {
    pk_local *index;
    pk_value *stop, *step;
} pk_counter;

/* True when Python's range has a number at `from` (first) or behind it: then
 * there is room for one more step. Distances are exact as unsigned numbers. */
pk_value *pk_range_goes_on(pk_builder *b, pk_value *from, pk_value *stop,
                           pk_value *by, bool first);

/* Before the loop; threads whose range is empty do not stay. */
void pk_counter_begin(pk_structurer *t, pk_inst *loop, pk_level *l,
                      pk_counter *c);
/* At the end of its body: sets whether threads stay, and the next index. */
void pk_counter_advance(pk_structurer *t, pk_inst *loop, pk_level *l,
                        pk_counter *c);
/* Makes a `loop` of it: the same instruction, so that exits still find it. */
void pk_counter_finish(pk_structurer *t, pk_inst *loop, const pk_counter *c);

#endif
