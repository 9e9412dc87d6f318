/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of modules and functions that core keeps behind the structures of
 * ir.h. */
#ifndef PORTKERN_CORE_IR_DATA_H
#define PORTKERN_CORE_IR_DATA_H

#include "base/arena.h"
#include "base/names.h"
#include "portkern/ir.h"
#include "recipe/launch_range.h"
#include "recipe/loop_sum.h"
#include "recipe/narrow.h"

/* Limits that the verifier keeps, so that whatever walks IR may recurse. */
enum {
    PK_MAX_NESTING = 200,     /* regions within regions */
    PK_MAX_STORAGE = 1 << 30, /* bytes of one declared array */
    PK_MAX_ALIGN = 4096,      /* bytes */
    PK_MAX_OPERANDS = 4096,   /* of one call or return */
};

/* A note of what the passes for another device have made of a parallel loop. */
typedef struct pk_loop_note {
    struct pk_loop_note *next;
    pk_loc loop;
    const char *why; /* it stays with the host; NULL: it has a kernel */
    pk_loc at;       /* what stands in the way; line 0: unknown */
} pk_loop_note;

typedef struct pk_ir_data {
    pk_ir ir;
    pk_names names; /* of functions */
    pk_func *last;
    uint32_t file_capacity;
    pk_loop_note *loops; /* by their places */
} pk_ir_data;

typedef enum pk_walk_state {
    PK_WALK_new,
    PK_WALK_open, /* on the stack */
    PK_WALK_done
} pk_walk_state;

/* A chunk of a parallel loop whose parts take turns, as a function of a part's
 * own, which gives one part of each result (passes/outline_chunk.c). */
typedef struct pk_loop_turns {
    pk_func *turn;
    const pk_type *types; /* of the results */
    const pk_op *ops;     /* that join them */
    uint32_t count;
} pk_loop_turns;

/* A kernel that is made of a function that a `parallel` runs, passes/offload.c.
 */
typedef struct pk_loop_kernel {
    const char *block;    /* that function's name */
    const uint32_t *from; /* by parameter: byte of that function's packed block
                             which it is, UINT32_MAX: none */
    pk_value *first; /* a parameter, which is none: the number of thread 0 of
                        the launch, for one device of several */
    bool free; /* it is for chunks of one iteration: the first parameter is how
                  many there are */
    uint64_t scratch_bytes;  /* of the last parameter, which is none of that
                                function's: the parts of chunks, which another
                                kernel joins, of the name with .join; 0: none */
    const pk_loop_sum *sure; /* it fails in no thread if these are not
                                       negative: it does not ask itself */
    uint32_t sure_count;     /* 0 and no `sure`: it asks */
} pk_loop_kernel;

/* A launch computes these to know whether it may run the kernel, which leaves
 * out checks of another one, passes/sure.c. Parameter i is at byte 8 i. */
typedef struct pk_sure_ranges {
    const pk_range_node *nodes;
    uint32_t count;
} pk_sure_ranges;

typedef struct pk_func_data {
    pk_func fn;
    pk_names names; /* of parameters, storages and locals */
    pk_local *last_local;
    pk_storage *last_storage;
    const char *said; /* in messages: the name that the source gives it */
    uint32_t param_capacity, result_capacity;
    uint32_t launch_block[3]; /* kernels: what the launch at hand has, 0: none
                                 is; pk_func_need_block takes it */
    uint32_t narrow;       /* kernels: the bits of narrow.h for that launch */
    uint32_t narrow_asked; /* the bits that the passes asked for */
    /* pk_ir_callees_first's own */
    pk_walk_state state;
    struct pk_func_data *asker;
    pk_inst *walk;
    uint32_t calls; /* of it that stand in regions; more where a region that
                       held some has gone as a whole */
    struct pk_func_full_write *full_writes; /* pk_func_full_writes */
    bool recursive;       /* pk_ir_find_recursion: it calls itself */
    uint32_t depth_param; /* passes/recursion.c: number, from 1, of the one that
                             says how many calls are left */
    bool tidy;            /* passes/run.c: has been through its second list */
    bool moved;           /* passes: arrays lie in the frame now */
    bool shortened;       /* passes: numbers have 16 bits now */
    bool reshaped; /* passes: simplify, flatten or unroll changed the control */
    bool follows;  /* outline's own: goes from an object to what it holds */
    bool syncs;    /* pk_verify's own: waits at a barrier, itself or below */
    const char *results; /* host function: how its result is spread, in words;
                            not in the text */
    bool objects;        /* the same: has objects of the runtime */
    bool within; /* iterations call it, in kernels: its loops have no threads */
    bool free;   /* what a `parallel` runs: its blocks are joined by nothing */
    const pk_loop_turns *turns; /* the same: for another device; or NULL */
    bool counts; /* it is such a `turn`: its failures are in the order of the
                   iterations */
    const pk_loop_kernel *loop; /* a kernel that is made of one */
    bool keeps_threads; /* a kernel whose threads stay work-items in block form
                           though they meet */
    const pk_sure_ranges *sure; /* a kernel that is another's twin; or NULL */
} pk_func_data;

static inline pk_ir_data *pk_ir_get_data(const pk_ir *ir) {
    return (pk_ir_data *)ir;
}
static inline pk_func_data *pk_func_get_data(const pk_func *fn) {
    return (pk_func_data *)fn;
}

/* The name of a function as users wrote it; `name` may have a number behind it
 * that tells it from others. */
static inline const char *pk_func_said(const pk_func *fn) {
    const char *said = pk_func_get_data(fn)->said;

    return said ? said : fn->name;
}

/* A pass needs the block's dimensions: from here on the kernel is for those of
 * the launch at hand. False when it is for a block already, or none is known.
 */
static inline bool pk_func_need_block(pk_func *fn) {
    const uint32_t *launch = pk_func_get_data(fn)->launch_block;

    if (fn->block[0] || !launch[0])
        return false;
    for (int axis = 0; axis < 3; axis++)
        fn->block[axis] = launch[axis];
    return true;
}

/* Dummies: when memory is used up, builders return members of this, so that
 * callers need not test each pointer. One per thread. */
typedef struct pk_dead {
    pk_ir_data ir;
    pk_func_data fn;
    pk_param param;
    pk_local local;
    pk_storage storage;
    pk_value value;
    pk_region region;
    pk_inst inst;
    pk_value *values[64];
} pk_dead;

/* Takes a function out of its module. */
void pk_ir_drop(pk_ir *ir, pk_func *fn);

/* Returns the calling thread's, cleared, for a module (NULL: for the arena). */
pk_dead *pk_ir_dead(pk_ir *ir, pk_arena *arena);

/* The function's constant of that type and (masked) bits, NULL: none yet. */
pk_value *pk_const_find(const pk_func *fn, pk_type type, uint64_t bits);

/* The result type of an operation on such operands by its rule; `to` is given
 * for those that convert. PK_TYPE_void: none. */
pk_type pk_op_result_type(pk_op op, pk_value *const *args, pk_type to);

/* Copies one instruction, with what it holds, as pk_region_copy does. The copy
 * stands in front of `before`; NULL: at the end. */
void pk_inst_copy(pk_func *fn, pk_region *to, pk_inst *before,
                  const pk_inst *inst, pk_value **map, pk_local **locals);

/* Makes what a function's region holds that of another, for a region of which
 * no copy is needed: values get new ids and stay, where pk_region_copy makes
 * new ones. `map` is for parameters and storages alone. */
void pk_region_adopt(pk_func *to_fn, pk_region *region, pk_value **map,
                     pk_local **locals);

/* The PK_INST_* that fit the operation and the type of its result. */
uint8_t pk_inst_may_carry(const pk_inst *inst);

/* An instruction that stands nowhere yet, like `head` in all but operands,
 * results and regions: those are its own, so many, and still to be set. */
pk_inst *pk_inst_like(pk_func *fn, const pk_inst *head, uint32_t args,
                      uint32_t results);

/* True for a result of that operation. */
static inline bool pk_is_op(const pk_value *v, pk_op op) {
    return v->kind == PK_VALUE_result && v->def->op == op;
}

#endif
