/* SPDX-License-Identifier: Apache-2.0 */
/* Finds what a kernel with barriers may compute once for a team instead of once
 * for each of its members: structure-barriers and fission rely on it. Below, a
 * team is a block and its members are threads; the lanes of a warp are another
 * team, for which warp operations count as barriers.
 *
 * A region is outer when a barrier lies in it or it is the function's body;
 * every instruction directly in an outer region is a statement. A statement is
 * scalar when doing it once is the same as doing it for each thread: it
 * touches no memory (apart from loads that are known to be safe), uses only
 * scalar values, and the threads of the block, those that have returned left
 * aside, come to it together. A local is scalar when all that sets it is.
 *
 * Values with the same number in all threads, but computed from memory or in
 * statements that are not scalar, are not scalar: this is about where
 * something is computed, not only about its value. */
#ifndef PORTKERN_CORE_ANALYSIS_SCALARS_H
#define PORTKERN_CORE_ANALYSIS_SCALARS_H

#include "base/arena.h"
#include "portkern/ir.h"

/* Kept in pk_inst.mark by pk_scalars_find. */
enum {
    PK_MARK_BARRIER = 1, /* holds or is a barrier */
    PK_MARK_SCALAR = 2,  /* a scalar statement */
    PK_MARK_KEEP = 4,    /* an outer if: scalar condition, reached together */
    PK_MARK_LEAVES = 8,  /* an exit that not all threads may take together */
    PK_MARK_RAGGED = 16, /* an outer loop which such an exit leaves */
    PK_MARK_VOTE = 32,   /* `if c { exit }`: taken when c holds for all */
    PK_MARK_RETURNS = 64 /* a statement that holds a return with LEAVES */
};

/* Who is cut at what. */
typedef enum pk_team {
    PK_TEAM_threads, /* the threads of a block, at barriers */
    PK_TEAM_lanes,   /* the threads of a warp, at barriers and at what lanes do
                        together */
    PK_TEAM_warps    /* the warps of a block in lanes form, at barriers */
} pk_team;

/* True when all members of the team come to the operation together. */
bool pk_team_is_cut(pk_team team, pk_op op);

typedef struct pk_scalars_rules {
    pk_team team;
    bool loads; /* loads of readonly and constant memory may be scalar */
    bool keep;  /* outer ifs may stay: what is in them can be scalar */
    bool votes; /* outer `if c { exit }` are votes */
} pk_scalars_rules;

typedef struct pk_scalars {
    pk_func *fn;
    pk_scalars_rules rules;
    uint8_t *varying; /* by value id */
    uint8_t *threads; /* by local id: one for each thread */
    uint32_t value_count, local_count;
    bool has_barrier, has_returns, has_loads;
    bool changed;
} pk_scalars;

/* Fills in *out, in `scratch`, and the marks of all instructions. Whatever is
 * added to the function afterwards counts as varying. */
void pk_scalars_find(pk_scalars *out, pk_func *fn, pk_scalars_rules rules,
                     pk_arena *scratch);

bool pk_is_scalar(const pk_scalars *s, const pk_value *value);
bool pk_is_scalar_local(const pk_scalars *s, const pk_local *local);

/* True when threads of a block surely disagree about the value: it is computed
 * from thread ids and constants alone, and differs somewhere along an axis of
 * the block (of the largest one, where the function does not know its own). */
bool pk_threads_disagree(const pk_func *fn, const pk_value *value);

static inline uint32_t pk_marks(const pk_inst *inst) {
    return (uint32_t)(uintptr_t)inst->mark;
}
static inline void pk_mark(pk_inst *inst, uint32_t marks) {
    inst->mark = (void *)(uintptr_t)(pk_marks(inst) | marks);
}

/* True when `inst` is `outer` or lies within it. */
bool pk_inst_within(const pk_inst *inst, const pk_inst *outer);

/* True when the instruction is an exit, with the given marks, of something
 * around `statement`. */
bool pk_exit_leaves(const pk_inst *inst, const pk_inst *statement);

#endif
