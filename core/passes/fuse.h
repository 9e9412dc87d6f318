/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of the pass fuse: fuse_forward.c makes what locals hold
 * known, fuse_effects.c says what instructions do and which may change places,
 * fuse.c puts loops together. */
#ifndef PORTKERN_CORE_PASSES_FUSE_H
#define PORTKERN_CORE_PASSES_FUSE_H

#include "base/arena.h"
#include "core/ir_data.h"

enum {
    PK_FUSE_LOOPS = 8, /* that become one, at most */
    PK_FUSE_EQUALS = 6 /* numbers that are asked about, at most */
};

/* A load, a store, or a call that may do either through a pointer. */
typedef struct pk_fuse_access {
    struct pk_fuse_access *next;
    const pk_value *pointer;
    bool stores;
    bool whole; /* by a call: anywhere in the array */
} pk_fuse_access;

/* The effects of an instruction are those of all that is in it, too. */
typedef struct pk_effects {
    bool *reads, *sets; /* by local id */
    pk_fuse_access *accesses;
    bool anywhere; /* reads memory that is not known */
    bool fails;
    bool lacks;   /* memory: fails as nothing else would be seen to */
    bool shows;   /* stores where others than this call may look */
    bool unknown; /* or it does what is not looked at here */
} pk_effects;

typedef struct pk_equal {
    pk_value *a, *b;
} pk_equal;

typedef struct pk_fuser {
    pk_func *fn;
    pk_arena scratch;
    const void **makers;             /* by value id, with... */
    bool *made;                      /* ...whether it was looked for */
    pk_equal equals[PK_FUSE_EQUALS]; /* to be asked before the loop */
    uint32_t equal_count;
    bool gives_away; /* what the function makes may be in other hands */
} pk_fuser;

/* The alloc whose reference or memory the value is; NULL: it is none's. */
static inline const pk_inst *pk_fuse_made(const pk_value *v) {
    return pk_is_op(v, PK_OP_alloc) || pk_is_op(v, PK_OP_alloc_zero) ? v->def
                                                                     : NULL;
}

/* In a region, what a local was set to last stands for what is got of it, and
 * where it is seen that an array has no other owner, that is settled. */
void pk_fuse_forward(pk_fuser *f);

/* Whether the answer to the question `sole` is seen to be yes. */
bool pk_fuse_is_sole(pk_fuser *f, const pk_inst *sole);

/* Puts what an `if` does in its place where the answer is seen; `next` is then
 * what comes first there. */
bool pk_fuse_settle_if(const pk_fuser *f, pk_inst *inst, pk_inst **next);

/* Whether the function, or one that it calls, stores a reference to memory. */
bool pk_fuse_gives_away(pk_func *fn);

/* Begins with the function's numbers as they are now. */
void pk_fuse_begin(pk_fuser *f);

pk_effects pk_fuse_effects(pk_fuser *f, pk_inst *inst);

/* Whether `second`, which stands behind `first`, may as well stand in front of
 * it. */
bool pk_fuse_commute(pk_fuser *f, const pk_effects *first,
                     const pk_effects *second);

/* Whether both are one number, as far as is known, or by what is asked. */
bool pk_fuse_known_equal(const pk_fuser *f, const pk_value *a,
                         const pk_value *b);

/* The same; where it takes a question before the loops, it
 * is noted. */
bool pk_fuse_equal(pk_fuser *f, pk_value *a, pk_value *b);

/* Whether iteration i of loop `b` touches nothing that an iteration but i of
 * `a` stores, and the other way round. */
bool pk_fuse_apart(pk_fuser *f, const pk_inst *a, const pk_effects *in_a,
                   const pk_inst *b, const pk_effects *in_b);

/* Whether the address is that of the iteration's own element of an array with
 * one axis, by what is known already. */
bool pk_fuse_is_own(pk_fuser *f, const pk_inst *loop, const pk_value *pointer);

/* Takes what the loop, which was several, stores in arrays that nothing else
 * reads out of memory. `instead` runs where the loop does not; NULL: nothing.
 */
void pk_fuse_contract(pk_fuser *f, pk_inst *loop, const pk_region *instead);

#endif
