/* SPDX-License-Identifier: Apache-2.0 */
/* The state and the functions that the emitter's files share.
 *
 * Names in the text: %p.x parameter, %l.x local (its memory), %s.x storage,
 * %v7 value 7, @k.x kernel, @f.x device function, @c.f.x constant array of
 * function f, @floor_div.i32 a helper. Prefixes keep kernels that are called
 * "memcpy" apart from what LLVM thinks of that name. */
#ifndef PORTKERN_BACKENDS_NATIVE_EMIT_H
#define PORTKERN_BACKENDS_NATIVE_EMIT_H

#include "backends/native/native.h"

/* Kinds of types that operations are spelt by. */
typedef enum pk_native_class {
    PK_NATIVE_BOOL,
    PK_NATIVE_SIGNED,
    PK_NATIVE_UNSIGNED,
    PK_NATIVE_FLOAT,
    PK_NATIVE_POINTER,
    PK_NATIVE_CLASS_COUNT
} pk_native_class;

typedef enum pk_native_helper {
#define NATIVE_HELPER(name, class, wide, text)                                 \
    PK_NATIVE_HELPER_##name##_##class,
#include "backends/native/native_helpers.def"
#undef NATIVE_HELPER
    PK_NATIVE_HELPER_COUNT
} pk_native_helper;

/* Widths of helpers: for scalars, for 8 lanes, for 16, and so on. */
enum { PK_NATIVE_WIDTHS = PK_NATIVE_MOST_LANES / 8 + 1 };

/* A declared array of the function at work; marks of storages point here. */
typedef struct pk_native_array {
    const pk_storage *storage;
    uint64_t offset; /* in the frame */
    bool on_stack;
    bool in_piece; /* all that uses it is in one loop over threads */
    bool own;      /* iterations of an item loop use different parts of it */
} pk_native_array;

/* A loop over the threads of several rows together. */
typedef struct pk_native_together {
    struct pk_native_together *next;
    pk_inst *loop;
    uint32_t lanes; /* that registers have room for; 0: it was not asked */
} pk_native_together;

/* Why a loop has no lanes, in words or by the name of an operation that has no
 * vectors, and where that stands. */
typedef struct pk_native_reason {
    const char *words; /* NULL: it is left to LLVM */
    const pk_inst *at;
} pk_native_reason;

/* Nodes of metadata: of branches and choices whose condition hardly ever holds,
 * and the range of 64-bit numbers that are not negative. */
enum { PK_NATIVE_RARE = 3, PK_NATIVE_COUNT = 4 };

typedef struct pk_native_emitter {
    pk_text *out;
    pk_text meta; /* what follows the functions */
    pk_func *fn;
    pk_native_frame *frame;
    uint32_t labels;      /* handed out in this function */
    uint32_t nodes;       /* of metadata, handed out in the module */
    uint32_t stream_node; /* of stores past the caches, 0: there are none */
    uint32_t group;       /* access group of memory operations, 0: none */
    bool ungrouped;       /* not all of the loop at work are in it */
    /* Lane loops, see lanes.c. */
    const pk_native_options *options;
    uint32_t lanes;       /* threads side by side in the loop at work, or 0 */
    bool fewer;           /* it is printed again, with fewer of them */
    bool tail;            /* the last of these may be no threads */
    uint32_t lane_loop;   /* its number */
    uint32_t masked;      /* constructs around that not all lanes run */
    bool for_all;         /* the exit at work is one for all lanes */
    bool streaming;       /* it runs where the launch streams, */
    uint32_t part;        /* all lanes or those of mask %mN; 0: all */
    bool rest;            /* a scalar loop behind lanes: none in it has lanes */
    pk_native_reason why; /* for which the loop looked at last has none */
    uint32_t ways_out;    /* of it, printed so far */
    uint32_t after;       /* number of the lane loop that a loop goes on from */
    uint32_t width;       /* lanes of the instruction at work, 0: a scalar */
    bool renamed;         /* its operands are called as below */
    char operands[3][48];
    const char *called[2]; /* what the first two are called where they are not
                              renamed, or NULL */
    /* Bits of a lane in a mask in memory: 1, or as many as the widest data
     * have. */
    uint32_t mask_bits;
    const struct pk_native_agreed *agreed; /* what lanes agree on */
    pk_text allocas;                       /* memory of lane loops' locals */
    uint32_t rows; /* of the kernel that run together, at most */
    pk_native_together *together;
    /* For each helper the types (bits by pk_type) that it is needed for, by
     * width. */
    uint32_t helpers[PK_NATIVE_WIDTHS][PK_NATIVE_HELPER_COUNT];
    bool reads_time;
    bool has_objects;
    bool has_threads;
    bool is_host; /* the module is of a function of the host */
    bool stops;   /* something of the module looks at %stop */
    pk_error *err;
    pk_status status; /* the first failure */
} pk_native_emitter;

/* emit.c: names and types */
pk_native_class pk_native_class_of(pk_type type);
/* "i32", "float", "ptr"; i1 for bool. */
const char *pk_native_type(pk_type type);
/* The same in memory: i8 for bool. */
const char *pk_native_memory_type(pk_type type);
/* The LLVM type in whose size `elem` and `offset` count: an element or a byte.
 */
const char *pk_native_step_type(const pk_inst *step);
/* In an intrinsic's name: "i32", "f32". */
const char *pk_native_suffix(pk_type type);
void pk_native_put_name(pk_text *out, const char *prefix, const char *name);
void pk_native_put_value(pk_native_emitter *e, const pk_value *v);
void pk_native_put_const(pk_text *out, pk_type type, uint64_t bits);
/* Records a failure at the instruction. */
void pk_native_refuse(pk_native_emitter *e, const pk_inst *inst,
                      const char *words);

/* emit.c: what functions begin with. Arrays on the stack, those in the frame,
 * locals, and 0 in these. */
void pk_native_put_stack_arrays(pk_native_emitter *e);
void pk_native_put_arrays(pk_native_emitter *e);
void pk_native_put_locals(pk_native_emitter *e);
void pk_native_put_zeros(pk_native_emitter *e);
/* emit_kernel.c: a kernel; %NAME, of a type, from that byte of the launch. */
void pk_native_put_kernel(pk_native_emitter *e);
void pk_native_put_launch_word(pk_native_emitter *e, const char *name,
                               const char *type, unsigned offset);

/* privatise.c: arrays in which runs of blocks count in copies of their own.
 * Which have one, and where these are in the frame, behind byte `at`; gives the
 * first byte behind them. */
uint64_t pk_native_find_privates(pk_native_emitter *e, uint64_t at);
/* The operation that combines what such ones do, which may be mixed then;
 * PK_OP_COUNT: it is none of them. */
pk_op pk_native_combines(pk_op op);
/* Whether it is an atomic operation of two operands. */
bool pk_native_is_update(pk_op op);
/* The copy in which an operation may be done, or NULL. Copy n is %own<n>.copy,
 * of the array at %own<n>.from; its bytes in use are %own<n>.limit. */
const pk_native_private *pk_native_private_of(const pk_native_emitter *e,
                                              const pk_inst *inst);
/* Operation number `n`: asks whether its place is in the copy, and goes on
 * where it is, with that place as %vN.at, or at the block own.out<n>; prints
 * this block, with the array's place as %vN.there. */
void pk_native_put_private_place(pk_native_emitter *e, const pk_inst *inst,
                                 const pk_native_private *p, uint32_t n);
void pk_native_put_shared_place(pk_native_emitter *e, const pk_inst *inst,
                                const pk_native_private *p, uint32_t n);
/* In front of a block's code, and behind it: where a run of blocks begins
 * copies are filled, where it ends they are added. */
void pk_native_put_privates(pk_native_emitter *e);
void pk_native_put_private_sums(pk_native_emitter *e);
/* streams.c: to which arrays stores may go past the caches. */
void pk_native_find_streams(pk_native_emitter *e);

/* emit_kernel.c: kernels with barriers of the grid. First of all, which arrays
 * lie in one piece, and where in the frame locals are kept; gives the first
 * byte behind them. */
uint64_t pk_native_find_phases(pk_native_emitter *e);
/* Before a block's body: on to where it waits. Behind it. */
void pk_native_put_resume(pk_native_emitter *e);
void pk_native_put_end(pk_native_emitter *e);
void pk_native_put_grid_sync(pk_native_emitter *e);

/* emit_stop.c: leaving what another thread has stopped. Whether anything in the
 * module is to look; whether each turn of a `for` is; whether a `for` runs in
 * strips, between which it looks. */
bool pk_native_may_stop(const pk_native_emitter *e, const pk_ir *ir);
bool pk_native_turns_stop(const pk_inst *inst);
bool pk_native_has_strips(const pk_native_emitter *e, const pk_inst *inst);
/* Prints the strips of `for` number n: the block %forN.strip in front of its
 * head, and behind its last block forN.last, which the head jumps to at a
 * strip's end. The strip is %forN.base .. %forN.limit - 1 of the index when the
 * step is 1, else of the rounds, and %forN.first is the index there. */
void pk_native_put_strip(pk_native_emitter *e, const pk_inst *inst, uint32_t n);
void pk_native_put_strip_end(pk_native_emitter *e, uint32_t n);
/* Looks, and goes on behind it unless the launch is stopped. */
void pk_native_put_stop(pk_native_emitter *e);
/* Where a device function goes that is stopped. */
void pk_native_put_stop_out(pk_native_emitter *e);

/* emit_control.c: the type of what a device function returns */
void pk_native_put_results_type(pk_native_emitter *e, const pk_func *fn);

/* facts.c: what is known of values */

/* The largest number an integer can be, none below 0; UINT64_MAX when it may
 * be negative or nothing is known. */
uint64_t pk_native_bound(const pk_value *v);
/* Whether the result of an addition or multiplication is the exact one, as
 * signed and as unsigned number. */
bool pk_native_is_exact(const pk_inst *inst);
/* Finds out which local arrays each iteration has a part of to itself. */
void pk_native_find_own(const pk_func *fn);
/* Whether a value is the same in every iteration of an item loop. */
bool pk_native_is_same(const pk_value *v, const pk_inst *loop);
/* The innermost item loop around, or NULL. */
const pk_inst *pk_native_items_around(const pk_inst *inst);
/* The array that a pointer was computed from, or NULL. */
const pk_native_array *pk_native_array_of(const pk_value *pointer);

/* vectoriser.c: what LLVM may not be told of an item loop */

/* Whether memory is touched in an order that iterations rely on. */
bool pk_native_needs_order(const pk_func *fn, const pk_inst *loop);
/* Whether LLVM tests at most 128 pairs of its accesses, once what has a
 * constant count is unrolled. */
bool pk_native_has_few_accesses(const pk_inst *loop);
/* Whether some iterations choose by what is the same for all. */
bool pk_native_chooses_for_some(const pk_inst *loop);

/* emit_control.c: whether loops over threads are in it. */
bool pk_native_has_items(const pk_region *region);
/* emit_control.c: the instructions of a region, in basic blocks; then, unless
 * it leaves by itself, a jump to a part of construct `word` number `n`. */
void pk_native_put_region(pk_native_emitter *e, const pk_region *region);
void pk_native_put_part(pk_native_emitter *e, const pk_region *region,
                        const char *word, uint32_t n, const char *part);

/* emit_op.c: one instruction that is not control. */
void pk_native_put_op(pk_native_emitter *e, const pk_inst *inst);

/* An instruction whose text is being put: for operands of that type, which may
 * be the float32 that were made of float16. */
typedef struct pk_native_spelled {
    pk_native_emitter *e;
    const pk_inst *inst;
    pk_type type;
    bool widened;
} pk_native_spelled;

/* The text of an operation on operands of a type, NULL when it has none. */
const char *pk_native_spelling(const pk_inst *inst, pk_type type);
/* Prints a text about `for` loop number `n`. `$` and a letter stand for: t the
 * type of its index; a, b and c start, stop and step; < and > the words that
 * compare it; w the number of lanes. Any other `$` is the loop's label. */
void pk_native_put_loop_text(pk_native_emitter *e, const pk_inst *loop,
                             uint32_t n, const char *text);

/* Prints `text` behind "%result = ": a pattern, or a call of a helper, which is
 * then emitted for this type and width. */
void pk_native_put_spelling(pk_native_emitter *e, const pk_inst *inst,
                            const char *text, pk_type type, bool widened);
void pk_native_put_helper_call(pk_native_emitter *e, const pk_inst *inst,
                               const char *name, pk_type type, bool widened);
/* These put "%v3<mark> = ", or the space where there is no result; */
void pk_native_put_result(pk_native_emitter *e, const pk_inst *inst);
/* an operand, `widened`: the float32 that was made of a float16; */
void pk_native_put_operand(pk_native_emitter *e, const pk_inst *inst,
                           uint32_t i, bool widened);
/* text for a scalar, or for as many as there are lanes. */
void pk_native_put_either(pk_native_emitter *e, const char *one,
                          const char *many);

/* emit_convert.c: a float to an integer, any conversion, and one cast */
void pk_native_put_float_to_int(pk_native_emitter *e, const pk_inst *inst);
void pk_native_put_convert(pk_native_emitter *e, const pk_inst *inst);
/* One cast instruction: "%v3<mark> = word from operand to type". */
void pk_native_put_cast(pk_native_emitter *e, const pk_inst *inst,
                        const char *word, pk_type from, pk_type to);
/* A cast's word, by the types. */
const char *pk_native_cast_word(pk_type from, pk_type to);

/* vectoriser.c: write notes on loops where options ask for them: on one that
 * has lanes; on one that is up to LLVM, with the number of its metadata:
 * returns whether that needs a mark. */
void pk_native_note_lanes(pk_native_emitter *e, const pk_inst *loop);
bool pk_native_note_loop(pk_native_emitter *e, const pk_inst *loop,
                         uint32_t node);

/* lane_loop.c: prints an item loop as one over groups of threads, when that is
 * possible and pays; where that leaves a `rest` the scalar loop then goes on
 * from where it ends. */
bool pk_native_put_lanes(pk_native_emitter *e, pk_inst *loop, bool *rest);
/* emit_lanes.c: one instruction of lanes that is not control. */
void pk_native_put_lane_op(pk_native_emitter *e, const pk_inst *inst);
/* emit_masks.c: control that differs between lanes. A mask has the lanes that
 * take part; those that leave a construct number `n` by `break` wait in its
 * mask %out.n, those that `continue` in %again.n. */
void pk_native_put_varying_if(pk_native_emitter *e, const pk_inst *inst);
void pk_native_put_masked_exit(pk_native_emitter *e, const pk_inst *inst,
                               uint32_t target);
/* In front of the construct: both masks are empty. */
void pk_native_put_entering(pk_native_emitter *e, const pk_inst *inst,
                            uint32_t n);
/* At the end of an iteration: those in %again.n take part again, and the loop
 * goes on at `next` if any lane is left, else at its end. */
void pk_native_put_landing(pk_native_emitter *e, const char *word, uint32_t n,
                           const char *next);
/* Behind the construct: those in %out.n take part again. */
void pk_native_put_leaving(pk_native_emitter *e, const pk_inst *inst,
                           uint32_t n);
/* The lanes taking part as %mN; returns N. */
uint32_t pk_native_put_mask(pk_native_emitter *e);
/* Whether any of lanes %mN takes part, as %mN.any. */
void pk_native_put_any(pk_native_emitter *e, uint32_t n);
bool pk_native_is_varying(const pk_inst *inst);
/* An `if` that leaves the lane loop: where any lane would, the scalar loop goes
 * on from the first. */
bool pk_native_is_way_out(const pk_inst *inst);
void pk_native_put_way_out(pk_native_emitter *e, const pk_inst *inst);
bool pk_native_diverges(const pk_inst *inst);
/* Returns the suffix of the name of a value that the current loop computes. */
const char *pk_native_lane_mark(const pk_native_emitter *e, const pk_value *v);
/* The number in a value's name, which is another one where a lane loop is
 * printed again with fewer lanes. */
uint32_t pk_native_id(const pk_native_emitter *e, const pk_value *v);

/* helpers.c: the helper of that name for a type, which there must be; whether
 * there is one for vectors; the text of those that were called. */
pk_native_helper pk_native_find_helper(const char *name, pk_type type);
bool pk_native_helper_is_wide(pk_native_helper which);
/* Whether an index that may wrap does so by a branch, where the helper's choice
 * would take more; prints that. */
bool pk_native_wraps_apart(const pk_inst *inst);
void pk_native_put_wrap(pk_native_emitter *e, const pk_inst *inst);
void pk_native_put_helpers(pk_native_emitter *e);

#endif
