/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of the pass outline: outline_chunk.c makes a function of
 * a loop's body, outline.c has it called. */
#ifndef PORTKERN_CORE_PASSES_OUTLINE_H
#define PORTKERN_CORE_PASSES_OUTLINE_H

#include "core/analysis/parallel.h"
#include "core/ir_data.h"

enum {
    MOST_FIELDS = 64,
    MOST_CAPTURES = 400,
    PK_OUTLINE_TURNS = 8,      /* parts of a chunk that take turns */
    PK_OUTLINE_TURN_SIZE = 120 /* instructions of a body whose chunk has parts
                                 that take turns */
};

/* A value or a local of the function that the chunk gets. */
typedef struct capture {
    pk_value *value; /* NULL: that of the local */
    pk_local *local;
} capture;

/* A result of the chunk: what becomes of a local of the function. */
typedef struct field {
    pk_local *local; /* the function's; NULL: whether the next is set */
    pk_local *own;   /* the chunk's */
    pk_op op;        /* joins parts; COUNT: the last counts */
} field;

typedef struct outliner {
    pk_ir *ir;
    pk_func *fn;
    pk_inst *loop;
    const pk_parallel_local *found; /* by local id */
    pk_arena scratch;
    bool threads;     /* the target has them, and they can run this */
    bool offload;     /* kernels for another device are wanted */
    bool asks_thread; /* memory may be a thread's, not an iteration's */
    pk_func *chunk;
    const pk_loop_turns *turns; /* made for another device; or NULL */
    pk_value **map;             /* by the function's value ids: the chunk's */
    pk_local **own;             /* by its local ids */
    bool *inside;               /* by value id: of the loop */
    pk_value *number; /* the chunk's parameter for its number; NULL: its body
                         does not ask for it, by part_number */
    capture captures[MOST_CAPTURES];
    uint32_t capture_count;
    field fields[MOST_FIELDS];
    uint32_t field_count;
    bool full;       /* too many of them */
    pk_value *least; /* iterations of a chunk, by chunk_least; NULL: any */
    pk_status status;
    pk_error *err;
} outliner;

/* It decides whether a chunk of the loop may have several parts. */
typedef struct pk_outline_body {
    const pk_inst *loop;
    uint32_t size; /* instructions, but for chunk_least */
    bool simple;   /* no loops, and every iteration goes to its end */
} pk_outline_body;
pk_outline_body pk_outline_body_of(const pk_inst *loop);

/* Makes the chunk, a function of an outliner's own, and says what it captures
 * and gives; `full` where there is too much of either. */
void pk_outline_make_chunk(outliner *o);
/* Makes a function of one part of the chunk, where its parts take turns; what
 * it captures is the same. */
void pk_outline_make_turn(outliner *o);
/* Sets the bool `arg` where the instruction, or what it calls, goes from an
 * object to memory that it holds. */
void pk_outline_find_following(pk_inst *inst, void *arg);
/* Puts a number, `arg`'s, in the place of what asks for that of the part. */
typedef struct part_number {
    pk_func *fn;
    pk_value *number;
} part_number;
void pk_outline_number_part(pk_inst *inst, void *arg);
/* A parameter for one of the outliner's own numbers, i64. */
pk_value *pk_outline_number_param(const outliner *o, pk_func *fn,
                                  const char *name);
/* The name of a function that is made of one: f.chunk. */
const char *pk_outline_name(const outliner *o, const char *end);
/* Whether a loop's index is 0, 1, 2 ... */
bool pk_outline_counts_by_one(const pk_inst *loop);

/* ---- values ---- */

/* Notes that a value is not negative, whatever is known of its operands. */
static inline pk_value *counting(pk_value *v) {
    if (v->kind == PK_VALUE_result)
        v->def->flags |= PK_INST_nonneg;
    return v;
}

static inline pk_value *zero_of(pk_func *fn, pk_type type) {
    return pk_const_bits(fn, type, 0);
}

/* Whether the loop has functions change an object that its iterations share,
 * so that it must run in order (ordered.c). */
bool pk_loop_changes_shared(const pk_func *fn, const pk_inst *loop);

#endif
