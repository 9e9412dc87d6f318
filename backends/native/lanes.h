/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files about lane loops: see lanes.c. While a lane loop is at
 * work, marks of values hold their class and stride, and those of locals that
 * differ between lanes are not NULL. */
#ifndef PORTKERN_BACKENDS_NATIVE_LANES_H
#define PORTKERN_BACKENDS_NATIVE_LANES_H

#include "backends/native/emit.h"

typedef enum lane_class {
    OUTSIDE, /* not computed in the loop: the same in all lanes */
    SAME,
    AFFINE,
    VECTOR
} lane_class;

enum {
    MAX_STRIDE = 1 << 20,
    DIVERGES = 0x80, /* in flags: lanes leave the construct one by one */
    LEAVES = 0x40    /* in flags of an if: it is a way out of the loop */
};

static inline void set_class(pk_value *v, lane_class class, int64_t stride) {
    v->mark = (void *)(uintptr_t)((uint64_t)(stride + MAX_STRIDE) << 2 | class);
}

static inline lane_class class_of(const pk_value *v) {
    if (v->kind != PK_VALUE_index && v->kind != PK_VALUE_result)
        return OUTSIDE;
    return (lane_class)((uintptr_t)v->mark & 3);
}

static inline int64_t stride_of(const pk_value *v) {
    if (class_of(v) != AFFINE)
        return 0;
    return (int64_t)((uintptr_t)v->mark >> 2) - MAX_STRIDE;
}

static inline bool is_wide(const pk_value *v) {
    return class_of(v) == VECTOR;
}

static inline bool is_lane_local(const pk_local *local) {
    return local->mark != NULL;
}

static inline bool is_way_out(const pk_inst *inst) {
    return inst->op == PK_OP_if && inst->flags & LEAVES;
}

/* A way out of a call that has been stopped. */
static inline bool is_stop(const pk_inst *inst) {
    const pk_value *asked = inst->args[0];

    return asked->kind == PK_VALUE_result && asked->def->op == PK_OP_stopped;
}

static inline bool diverges(const pk_inst *inst) {
    return inst->flags & DIVERGES;
}

/* emit_lanes.c: writes down what operand `i` is called as a vector, in
 * e->operands; makes one of it if need be. The same for a value. */
void pk_native_lane_operand(pk_native_emitter *e, const pk_inst *inst,
                            uint32_t i);
void pk_native_lane_value(pk_native_emitter *e, const pk_value *v, uint32_t i);

/* Prints the type of a vector; what lanes are apart, as a constant; copies of a
 * scalar in all lanes, as %wN: returns N. */
void pk_native_put_lanes_type(pk_native_emitter *e, pk_type type);
void pk_native_put_lane_steps(pk_native_emitter *e, const char *type,
                              int64_t stride);
uint32_t pk_native_put_splat(pk_native_emitter *e, const pk_value *v);
/* Copies of the scalar %<scalar><number>.<part>, as %wN of that `n`. */
void pk_native_put_splat_of(pk_native_emitter *e, pk_type type,
                            const char *scalar, uint32_t number,
                            const char *part, uint32_t n);
/* Makes a mask of the lanes that take part, %mN: returns N, 0 for all. */
uint32_t pk_native_take_mask(pk_native_emitter *e);
/* lanes_atomics.c: an atomic operation of lanes. */
void pk_native_put_lane_update(pk_native_emitter *e, const pk_inst *inst);
/* lane_loop.c: a get or set of a local that differs between lanes; all of
 * these locals in front of lane loop `n`: they start out as the local does. */
void pk_native_put_lane_local(pk_native_emitter *e, const pk_inst *inst);
void pk_native_put_lane_locals(pk_native_emitter *e, uint32_t n);

/* Makes the mask %mN of those lanes whose number is below %for<loop>.<count>,
 * of the type of the loop's index; returns N. lane_loop.c. */
uint32_t pk_native_put_lanes_below(pk_native_emitter *e, pk_type type,
                                   const char *count);

/* streams.c: prints a loop for launches that stream, in front of one that is
 * LLVM's, where it has stores for that and nothing that lanes are slow at. */
void pk_native_put_stream_loop(pk_native_emitter *e, pk_inst *loop);
/* Whether the lanes' store may go past the caches. Prints such a store: past
 * them where the launch streams and memory is aligned for it. */
bool pk_native_is_stream(const pk_native_emitter *e, const pk_inst *store);
void pk_native_put_stream(pk_native_emitter *e, const pk_inst *store);
/* emit_lanes.c: a store of lanes next to each other, without the end of the
 * line, to memory so aligned; the same of the lanes of mask %mN, with it. */
void pk_native_put_plain_store(pk_native_emitter *e, const pk_inst *inst,
                               uint32_t align);
void pk_native_put_masked_store(pk_native_emitter *e, const pk_inst *inst,
                                uint32_t mask);

struct pk_native_rows;

/* lanes_agreed.c: a local that has the same number in all lanes that are in a
 * loop inside of the loop over threads. */
typedef struct pk_native_agreed {
    struct pk_native_agreed *next;
    const pk_inst *loop;
    const pk_inst *first; /* sets it in front of the loop; NULL: each round
                             does, before it reads it */
    const pk_local *local;
    bool good; /* false: they turned out to differ */
} pk_native_agreed;

/* Lists the locals on which lanes may agree, as far as that is known before
 * values have classes; without memory there are fewer. */
pk_native_agreed *pk_native_find_agreed(const pk_func *fn, pk_inst *loop);
/* Looks at a `set` whose value has its class: returns false where it ends an
 * agreement. */
bool pk_native_keep_agreed(pk_native_agreed *list, const pk_inst *set);
/* Whether lanes agree on the local at a `get` or `set`: they have it as a
 * scalar there; whether they do so anywhere. */
bool pk_native_agree(const pk_native_agreed *list, const pk_inst *inst);
bool pk_native_is_agreed(const pk_native_agreed *list, const pk_local *local);

/* Whether the instruction, or one within it, sets the local. */
bool pk_native_sets(const pk_inst *inst, const pk_local *local);

/* Facts about a loop over lanes. */
typedef struct pk_native_lane_facts {
    uint32_t bytes; /* of an element of the widest vectors */
    bool idles;  /* lanes may be idle in all of it: the processor has masks for
                    what it loads and stores, and it needs no others */
    bool leaves; /* it has ways out: where one is taken threads run one by one,
                    from the first of the lanes at work */
    pk_native_agreed *agreed;
} pk_native_lane_facts;

/* Whether lanes of the loop, whose classes are known, load and store all that
 * they do next to each other, or the same, and together; columns of a tile in
 * shared memory they may load. */
bool pk_native_is_even(const pk_inst *loop);
/* Whether a loop counts from a number to a number, so that LLVM may unroll it.
 * vectoriser.c. */
bool pk_native_is_counted(const pk_inst *inst);
/* The rounds of a loop from 0 on, where they are known; else 0. */
uint32_t pk_native_rounds(const pk_inst *loop);
/* Whether the item loop can and should run over lanes; if so all marks are
 * set, else `why` (may be NULL) says what is against it. */
bool pk_native_find_lanes(const pk_native_emitter *e, pk_inst *loop,
                          pk_native_lanes when, pk_native_lane_facts *facts,
                          pk_native_reason *why);
/* Whether a thread begins with what the one before left in the local; whether
 * each thread surely sets it before it reads it. */
bool pk_native_carries(const pk_inst *loop, const pk_local *local);
bool pk_native_sets_first(const pk_inst *loop, const pk_local *local);
/* lanes_width.c: what a loop over threads needs registers for: the numbers of
 * what all rows that run together have in common come first (without rows: of
 * all), then of what each row has for itself. */
typedef struct pk_native_census {
    uint32_t live[2]; /* vectors that live through the rounds of a loop inside:
                         locals, and values from around it */
    uint32_t work[2]; /* vectors that are made in loops inside */
    uint32_t code[2]; /* instructions */
    bool alike;       /* all threads run loops inside alike */
    bool waits;       /* lanes that have left a loop inside wait for others in
                         each round of a loop around it, which they leave at
                         different times, too */
} pk_native_census;

/* `rows` may be NULL; false: no memory. */
bool pk_native_take_census(const pk_func *fn, const pk_inst *loop,
                           const struct pk_native_rows *rows,
                           pk_native_census *out);
/* How many lanes pay, of a loop whose widest vectors have
 * elements of so many bytes; the most that there may be; the lanes of a value
 * that has so many vectors side by side. */
uint32_t pk_native_lane_count(const pk_native_emitter *e, const pk_inst *loop,
                              uint32_t bytes);
uint32_t pk_native_most_lanes(const pk_native_emitter *e, const pk_inst *loop,
                              uint32_t bytes);
uint32_t pk_native_part_lanes(const pk_native_emitter *e, uint32_t parts,
                              uint32_t bytes);
/* How many rows registers have room for, with so many lanes, if the widest
 * vectors have elements of so many bytes; 1 where more do not pay. The classes
 * of values along a row are known. */
uint32_t pk_native_row_count(const pk_native_emitter *e,
                             const struct pk_native_rows *r, uint32_t bytes,
                             uint32_t *lanes);
/* independent.c: whether iterations of a plain loop of a host function may run
 * together, which marks its ways out; whether that pays, when values have their
 * classes. */
bool pk_native_is_independent(const pk_func *fn, pk_inst *loop);
bool pk_native_lanes_pay(pk_inst *loop);
/* lanes_checks.c: takes checks of a loop over threads that end the thread with
 * a report for ways out, if the lanes' work can be done again from the start.
 * Returns whether there are any. */
bool pk_native_take_checks(const pk_func *fn, pk_inst *loop);
/* Takes the marks back. */
void pk_native_forget_lanes(pk_inst *loop);

#endif
