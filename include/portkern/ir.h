/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel IR: its structures (to read), its builder (to write), its text.
 *
 * One level: scalars and pointers; structured control flow (if, for, loop,
 * block with labelled exits); every operation gives any number of single-
 * assignment temporaries; what changes lives in typed locals, so there is no
 * phi. A temporary is visible from its instruction to the end of its region.
 * Arrays, tuples and complex numbers are gone: the frontend spread them.
 *
 * All of it lives in the arena of its pk_ir and goes with it. Nothing here is
 * thread-safe: one thread works on a pk_ir at a time. The text form (.pkir,
 * docs/ir.md) is the stable interface; the structures are for code that links
 * the same core: plugins do so by `pkg-config portkern_plugin`, or in CMake by
 * portkern::portkern_plugin.
 *
 * A reserved word, for an operation to come: call_extern. */
#ifndef PORTKERN_IR_H
#define PORTKERN_IR_H

#include "portkern/caps.h"
#include "portkern/status.h"
#include "portkern/types.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pk_arena; /* base/arena.h */
struct pk_text;  /* base/text.h */

/* ---- operations ---- */

typedef enum pk_op {
#define OP(name, args, form, rule, flags, meaning) PK_OP_##name,
#include "portkern/ops.def"
#undef OP
    PK_OP_COUNT
} pk_op;

typedef enum pk_op_form {
    PK_OPFORM_NONE,
    PK_OPFORM_AXIS,
    PK_OPFORM_LOCAL,
    PK_OPFORM_CALLEE,
    PK_OPFORM_BLOCKS,
    PK_OPFORM_EXIT,
    PK_OPFORM_TEXT
} pk_op_form;

typedef enum pk_op_rule {
    PK_RULE_SAME_NUMBER, /* operands and result: one integer or float type */
    PK_RULE_SAME_INT,    /* one integer type */
    PK_RULE_SAME_FLOAT,  /* one float type */
    PK_RULE_FLOAT32,     /* f32 */
    PK_RULE_SAME_BITS,   /* one integer type or bool */
    PK_RULE_COMPARE, /* two of one type -> bool; bool and pointers: eq, ne */
    PK_RULE_SELECT,  /* bool, T, T -> T; any T */
    PK_RULE_CONVERT, /* number or bool -> number or bool */
    PK_RULE_BITCAST, /* same width; numbers only */
    PK_RULE_ELEM,    /* pointer, i64 or i32 -> the same pointer type, or that
                        with other elements for offset */
    PK_RULE_LOAD,    /* pointer -> its element */
    PK_RULE_STORE,   /* pointer not to constant, element -> nothing */
    PK_RULE_GET,
    PK_RULE_SET,    /* the local's type */
    PK_RULE_ATOMIC, /* global or shared pointer to a number, element or two
                       -> element */
    PK_RULE_ATOMIC_FLOAT,    /* the same, floats only */
    PK_RULE_ATOMIC_UNSIGNED, /* unsigned integers only */
    PK_RULE_ATOMIC_BITS,     /* integers and bool */
    PK_RULE_ATOMIC_ANY,      /* numbers and bool */
    PK_RULE_QUERY,           /* -> i32 */
    PK_RULE_QUERY_U32,       /* -> u32 */
    PK_RULE_QUERY_I64,       /* -> i64 */
    PK_RULE_QUERY_BOOL,      /* -> bool */
    PK_RULE_BARRIER,         /* bool -> i32 */
    PK_RULE_SHUFFLE,         /* u32, number, i32 -> the number's type */
    PK_RULE_VOTE,            /* u32, bool -> bool */
    PK_RULE_BALLOT,          /* u32, bool -> u32 */
    PK_RULE_MATCH,           /* u32, number -> u32 */
    PK_RULE_MATCH_ALL,       /* u32, number -> u32, bool */
    PK_RULE_TAKE_U32,        /* u32 -> nothing */
    PK_RULE_TAKE_I64,        /* i64 -> nothing */
    PK_RULE_TAKE_REF,        /* ref -> nothing */
    PK_RULE_ALLOC,           /* i64 -> ref, global pointer */
    PK_RULE_MEMORY,          /* ref -> global pointer */
    PK_RULE_ADDRESS,         /* global pointer -> u64 */
    PK_RULE_POINTER,         /* u64, ref -> global pointer */
    PK_RULE_RANDOM,          /* i32, a constant -> global pointer to u32 */
    PK_RULE_LAPACK, /* global pointer to f32 or f64, i32, three i64 -> i64 */
    PK_RULE_SOLE,   /* ref, global pointer, i64 -> bool */
    PK_RULE_HOME,   /* u64, i32 that is 0 or 1, a constant -> nothing */
    PK_RULE_VOID,   /* no result */
    PK_RULE_IF,
    PK_RULE_FOR,
    PK_RULE_LOOP,
    PK_RULE_BLOCK,
    PK_RULE_RETURN,
    PK_RULE_CALL,
    PK_RULE_PARALLEL, /* i64, then what the host function takes -> bool */
    PK_RULE_REPORT,   /* scalars, one for each place of the words */
    PK_RULE_LAUNCH,   /* seven i64, then what the words say */
    PK_RULE_COVERAGE, /* words of a line or two */
    PK_RULE_DEBUG     /* any */
} pk_op_rule;

enum {
    PK_OPF_PURE = 1,
    PK_OPF_READS = 2,
    PK_OPF_WRITES = 4,
    PK_OPF_CONTROL = 8,
    PK_OPF_SYNC = 16,
    PK_OPF_COMMUTES = 32,
    PK_OPF_FLOATOK = 64,
    PK_OPF_WARP = 128,
    PK_OPF_ROUNDED = 256
};

enum { PK_MANY = -1 };

typedef struct pk_op_info {
    const char *name;
    int8_t args; /* PK_MANY: any number */
    uint8_t form, rule;
    uint16_t flags;
    const char *meaning;
} pk_op_info;

extern const pk_op_info pk_op_table[PK_OP_COUNT];

/* ---- structures ---- */

typedef struct pk_ir pk_ir;
typedef struct pk_func pk_func;
typedef struct pk_inst pk_inst;
typedef struct pk_region pk_region;
typedef struct pk_value pk_value;

typedef enum pk_value_kind {
    PK_VALUE_const,   /* `bits` */
    PK_VALUE_param,   /* of the function */
    PK_VALUE_storage, /* the address of a declared array */
    PK_VALUE_index,   /* a for's index, in its region */
    PK_VALUE_result   /* of an instruction */
} pk_value_kind;

struct pk_value {
    pk_value_kind kind : 16;
    pk_type type;
    uint32_t id;   /* unique in the function and dense: an index for tables;
                      renumbered by pk_func_number */
    pk_inst *def;  /* index: the for; result: the instruction */
    uint64_t bits; /* const: the value's bits, zero-extended (f32: 32) */
    void *mark;    /* free for the pass or emitter at work */
};

/* A mutable local. Unset locals read as zero. */
typedef struct pk_local {
    struct pk_local *next;
    const char *name; /* unique in the function */
    pk_type type;
    uint32_t id; /* dense */
    void *mark;
} pk_local;

/* A declared array: shared, local (one per thread; in block form one per
 * block) or constant. Its address is `value`. */
typedef struct pk_storage {
    struct pk_storage *next;
    const char *name; /* unique in the function */
    pk_space space;
    pk_type elem;
    uint64_t count;   /* elements; 0: shared memory sized at launch, all
                         such arrays of a kernel share one address */
    uint32_t align;   /* bytes; 0: the element's */
    const void *data; /* constant: count elements, little-endian */
    pk_value *value;
} pk_storage;

/* How a parameter belongs to the kernel's argument number `arg`. */
typedef enum pk_role {
    PK_ROLE_scalar, /* the argument, or one scalar of a tuple or complex */
    PK_ROLE_data,   /* an array's first element */
    PK_ROLE_shape,  /* an array's extent along `axis`, in elements: from 0,
                       below 2^56 */
    PK_ROLE_stride, /* an array's stride along `axis`, in bytes */
    PK_ROLE_COUNT
} pk_role;

enum {
    PK_PARAM_readonly = 1, /* data: the kernel may not write through it */
    PK_PARAM_noalias = 2,  /* data: overlaps no other parameter's array */
    PK_PARAM_small = 4,    /* data: the array spans less than 2^31 bytes, and
                              its extents are below 2^31 */
    PK_PARAM_pairs = 8     /* data: elements are pairs (complex): a place of
                              the shape is two of the pointer's elements */
};

typedef struct pk_param {
    pk_value *value;
    const char *name; /* unique in the function */
    pk_role role;
    uint32_t arg;    /* number of the argument it comes from */
    uint32_t axis;   /* shape, stride: which; scalar: which part */
    uint32_t flags;  /* PK_PARAM_* */
    uint32_t align;  /* data: known alignment in bytes, 0: the element's */
    uint32_t record; /* data: bytes of a place of the shape, where elements
                        are parts of records; 0: an element, or a pair */
    uint32_t offset; /* kernels: byte in the packed block, set by
                        pk_func_layout */
} pk_param;

struct pk_region {
    pk_inst *first, *last;
    pk_inst *owner; /* NULL: a function's body */
};

enum {
    PK_INST_contract = 1,  /* may be fused with another that says so */
    PK_INST_items = 2,     /* for: iterations are a block's threads */
    PK_INST_nonneg = 4,    /* the result is known not to be negative; for: it
                              counts up, with room for one step more */
    PK_INST_reassoc = 8,   /* may change places with others that say so */
    PK_INST_approx = 16,   /* need not be rounded correctly */
    PK_INST_catch = 32,    /* block: a failure within leaves it */
    PK_INST_parallel = 64, /* for: iterations may run at the same time; none
                              but the pass outline looks at it */
    PK_INST_apart = 128,   /* for: no iteration loads or stores what another one
                              stores at an address that has its index in it;
                              parallel: blocks may be of any size, which is the
                              function's second parameter, and how many turns
                              they have together the first */
    PK_INST_fast = PK_INST_contract | PK_INST_reassoc | PK_INST_approx
};

struct pk_inst {
    pk_inst *prev, *next;
    pk_region *parent;
    pk_op op : 16;
    uint8_t flags;  /* PK_INST_* */
    uint8_t axis;   /* AXIS: 0 x, 1 y, 2 z */
    uint32_t label; /* for, loop, block: number in the text, by
                       pk_func_number */
    pk_loc loc;
    uint32_t arg_count, result_count;
    pk_value **args, **results;
    pk_local *local;  /* LOCAL */
    pk_func *callee;  /* CALLEE */
    pk_inst *target;  /* EXIT: the for, loop or block left or continued */
    const char *text; /* TEXT */
    pk_value *index;  /* for */
    pk_region *body;  /* BLOCKS; if: when true */
    pk_region *other; /* if: when false, never NULL, may be empty */
    void *mark;       /* free for the pass or emitter at work */
};

typedef enum pk_func_kind {
    PK_FUNC_kernel, /* launched; no results */
    PK_FUNC_device, /* called */
    PK_FUNC_host,   /* called by the program: a kernel of one thread on the
                       host, which may have objects and writes its results to
                       memory */
    PK_FUNC_COUNT
} pk_func_kind;

enum {
    PK_FUNC_fastmath = 1,
    PK_FUNC_noinline = 2,
    PK_FUNC_returned = 4, /* between passes: lanes may have returned early */
    PK_FUNC_resumes = 8,  /* it goes on where an earlier call has left, or a
                             part of it does: states lead to places */
    PK_FUNC_melts = 16,   /* the shape of its blocks does not show: a launch may
                             cut the grid into others */
    PK_FUNC_rare = 32,    /* few threads call it */
    PK_FUNC_few = 64,   /* kernels: fewer than 2^31 threads run along each axis
                           of the grid */
    PK_FUNC_many = 128, /* kernels: so many threads run that caches do not hold
                           an element for each (core/analysis/writes.h) */
    /* Kernels that melt: what the IR calls x is y of the launch, or z, and the
     * other way round; threads along x are a row of an array apart, and share
     * lines of the cache with those along y. */
    PK_FUNC_swaps_y = 256,
    PK_FUNC_swaps_z = 512,
    PK_FUNC_across = 1024,
    PK_FUNC_narrow = 2048 /* across: few threads run along y */
};

/* The axis of the launch that is x of the kernel: 0, or what it swaps. */
#define PK_FUNC_SWAPS(flags)                                                   \
    ((flags) & PK_FUNC_swaps_y ? 1u : (flags) & PK_FUNC_swaps_z ? 2u : 0u)

/* The argument number of a host function's parameter for its results: the
 * address of a block that is laid out as that of parameters is. */
enum { PK_RESULTS_ARG = 0xfffe };

/* Limits of launches in a kernel's head, 0 where there is none. */
typedef enum pk_limit {
#define LIMIT(name, most, meaning) PK_LIMIT_##name,
#include "portkern/limits.def"
#undef LIMIT
    PK_LIMIT_COUNT
} pk_limit;

typedef struct pk_limit_info {
    const char *name;
    uint32_t most;
    const char *meaning;
} pk_limit_info;

extern const pk_limit_info pk_limit_table[PK_LIMIT_COUNT];

/* The flags of functions that the text has, in its order; a row without a word
 * ends them. */
typedef struct pk_func_flag_info {
    const char *word;
    uint32_t flag;
} pk_func_flag_info;

extern const pk_func_flag_info pk_func_flag_table[];

struct pk_func {
    pk_func *next;
    pk_ir *ir;
    const char *name; /* unique in the pk_ir */
    pk_func_kind kind;
    pk_form form;      /* kernels: threads until a pass changes it */
    uint32_t flags;    /* PK_FUNC_* */
    uint32_t block[3]; /* kernels: block dimensions it was made for, 0
                          where unknown */
    uint32_t limits[PK_LIMIT_COUNT]; /* kernels */
    pk_param *params;
    uint32_t param_count;
    pk_type *results; /* device functions */
    uint32_t result_count;
    pk_local *locals; /* in order of declaration */
    pk_storage *storages;
    pk_region *body;
    pk_loc loc;
    uint32_t value_count; /* ids are below this */
    uint32_t local_count;
    uint32_t params_size; /* kernels: bytes of the packed block, set by
                             pk_func_layout */
    pk_value **consts;    /* hash set of constants, builder's own */
    uint32_t const_count, const_capacity;
    void *mark;
};

/* Whether it is called from outside of its module: a kernel or a host
 * function. */
static inline bool pk_func_is_entry(const pk_func *fn) {
    return fn->kind != PK_FUNC_device;
}

/* A fail, print or launch that the passes spelt out: what its number in a
 * record stands for (core/report.h). */
typedef struct pk_site {
    pk_op op;
    const char *text;
    pk_loc loc;
    const pk_type *types; /* of the operands */
    uint32_t count;
} pk_site;

/* A coverage operation that the passes spelt out: what its word in memory
 * stands for (core/coverage.h). A line, twice; or the step from one line to
 * another, in which a negative number, that of the line on which the function
 * begins, is its entry or its exit. */
typedef struct pk_coverage_point {
    uint32_t file;
    int32_t from, to;
} pk_coverage_point;

struct pk_ir {
    struct pk_arena *arena; /* base/arena.h */
    const char **files;     /* source file names, for pk_loc.file */
    uint32_t file_count;
    pk_func *funcs; /* in order; callees before callers once printed
                       and parsed */
    pk_site *sites; /* by number, from 1; made by the passes, not in the text */
    uint32_t site_count;
    pk_coverage_point *points; /* by word, from 0; likewise */
    uint32_t point_count;
};

/* ---- making IR ---- */

/* An empty module in `arena`, which the caller keeps until it is done with
 * the module. */
pk_ir *pk_ir_new(struct pk_arena *arena);

/* The index of a source file, added when new. */
uint32_t pk_ir_file(pk_ir *ir, const char *name);

/* The function of that name, or NULL. */
pk_func *pk_ir_find(const pk_ir *ir, const char *name);

/* A new function at the end of the module; `name` is copied and made unique
 * by a number when it is taken. */
pk_func *pk_func_new(pk_ir *ir, pk_func_kind kind, const char *name);

/* Adds a parameter, result, local or storage; names are copied, spelt in
 * letters, digits, '_' and '.', and made unique in the function. A NULL name
 * gives "v". A pk_param stays where it is until the next one is added. */
pk_param *pk_func_param(pk_func *fn, const char *name, pk_type type,
                        pk_role role, uint32_t arg, uint32_t axis);
void pk_func_result(pk_func *fn, pk_type type);
pk_local *pk_func_local(pk_func *fn, const char *name, pk_type type);
pk_storage *pk_func_storage(pk_func *fn, const char *name, pk_space space,
                            pk_type elem, uint64_t count, uint32_t align);

/* The constant of that type and bits; the same one for the same bits. */
pk_value *pk_const_bits(pk_func *fn, pk_type type, uint64_t bits);
pk_value *pk_const_int(pk_func *fn, pk_type type,
                       int64_t value); /* wraps to the type; also bool */
pk_value *pk_const_float(pk_func *fn, pk_type type, double value); /* rounds */

static inline bool pk_is_const(const pk_value *v) {
    return v->kind == PK_VALUE_const;
}

/* Reads a constant back. */
int64_t
pk_const_get_int(const pk_value *v); /* sign- or zero-extended by its type */
double pk_const_get_float(const pk_value *v);
bool pk_is_const_int(const pk_value *v, int64_t value);

/* Where instructions go: at the end of `region`, or before `before`. Each one
 * made carries `loc` and `flags` (those that the operation may carry). */
typedef struct pk_builder {
    pk_func *fn;
    pk_region *region;
    pk_inst *before; /* NULL: at the end */
    pk_loc loc;
    uint8_t flags;
} pk_builder;

void pk_builder_init(pk_builder *b, pk_func *fn);   /* at the end of its body */
void pk_builder_before(pk_builder *b, pk_inst *at); /* takes its loc, too */

/* An instruction with the result types that its rule gives. Returns its first
 * result, NULL when it has none. Operand types are the caller's promise
 * (pk_verify checks). */
pk_value *pk_emit0(pk_builder *b, pk_op op);
pk_value *pk_emit1(pk_builder *b, pk_op op, pk_value *a);
pk_value *pk_emit2(pk_builder *b, pk_op op, pk_value *a, pk_value *c);
pk_value *pk_emit3(pk_builder *b, pk_op op, pk_value *a, pk_value *c,
                   pk_value *d);
pk_value *pk_emit_to(
    pk_builder *b, pk_op op, pk_type type,
    pk_value *a); /* convert, bitcast; a itself when the type is the same */
/* offset, as a pointer to elements of `elem`; `a` itself where that changes
 * nothing. */
pk_value *pk_emit_offset(pk_builder *b, pk_type elem, pk_value *a,
                         pk_value *bytes);
pk_value *pk_emit_query(pk_builder *b, pk_op op, int axis);
/* alloc, alloc_zero: the reference, and the address of elements of `elem`. */
pk_value *pk_emit_alloc(pk_builder *b, pk_op op, pk_type elem, pk_value *bytes,
                        pk_value **address);
pk_value *pk_emit_alloc_refs(pk_builder *b, pk_type elem, pk_value *bytes,
                             uint32_t words, uint64_t refs, pk_value **address);
/* memory, as elements of `elem`. */
pk_value *pk_emit_memory(pk_builder *b, pk_type elem, pk_value *ref);
pk_value *pk_emit_pointer(pk_builder *b, pk_type elem, pk_value *address,
                          pk_value *ref);
pk_value *pk_emit_lapack(pk_builder *b, pk_value *const args[5]);
pk_value *pk_emit_get(pk_builder *b, pk_local *local);
void pk_emit_set(pk_builder *b, pk_local *local, pk_value *value);
pk_inst *pk_emit_call(pk_builder *b, pk_func *callee, pk_value **args,
                      uint32_t count);
/* args[0] is how many blocks. Returns whether one has failed. */
pk_value *pk_emit_parallel(pk_builder *b, pk_func *callee, pk_value **args,
                           uint32_t count);
void pk_emit_return(pk_builder *b, pk_value **values, uint32_t count);
void pk_emit_exit(pk_builder *b, pk_op op,
                  pk_inst *target); /* break, continue */
/* fail, print, launch, coverage, debug; the words are copied. */
void pk_emit_report(pk_builder *b, pk_op op, const char *text, pk_value **args,
                    uint32_t count);

/* Control: each makes the instruction and moves the builder into its (first)
 * region; pk_end_control moves it behind the instruction again. */
pk_inst *pk_begin_if(pk_builder *b, pk_value *cond);
void pk_begin_else(pk_builder *b, pk_inst *at);
pk_inst *pk_begin_for(pk_builder *b, pk_value *start, pk_value *stop,
                      pk_value *step);
pk_inst *pk_begin_loop(pk_builder *b);
pk_inst *pk_begin_block(pk_builder *b);
void pk_end_control(pk_builder *b, pk_inst *at);

/* ---- changing IR ---- */

/* A bare instruction, not yet in a region. */
pk_inst *pk_inst_new(pk_func *fn, pk_op op, uint32_t args, uint32_t results);
pk_value *pk_value_new(pk_func *fn, pk_value_kind kind, pk_type type);
pk_region *pk_region_new(pk_func *fn, pk_inst *owner);
void pk_inst_insert(pk_region *region, pk_inst *before, pk_inst *inst);
void pk_inst_remove(pk_inst *inst);
/* True when the last instruction of the region is break, continue, return or
 * fail. */
bool pk_region_ends(const pk_region *region);
/* Copies the instructions of `from` to the end of `to` (perhaps in another
 * function). `map[id]` gives the new value for an old one, filled in for what
 * is copied; values without an entry (constants apart) are kept. */
void pk_region_copy(pk_func *to_fn, pk_region *to, const pk_region *from,
                    pk_value **map, pk_local **locals);

/* Visits every instruction in order, outer before inner. The visitor may
 * remove the instruction it is given. */
typedef void (*pk_visit)(pk_inst *inst, void *arg);
void pk_region_visit(pk_region *region, pk_visit visit, void *arg);

/* Gives values, locals and labels dense numbers in the order of the text. */
void pk_func_number(pk_func *fn);

/* Lays out the kernel's parameters as a C struct with members in this order:
 * a data pointer takes 8 bytes, scalars their size, each aligned to its size;
 * params_size is rounded up to 8. */
void pk_func_layout(pk_func *fn);

/* ---- text ---- */

/* Appends the text of the module or function. */
void pk_ir_print(const pk_ir *ir, struct pk_text *out);
void pk_func_print(pk_func *fn, struct pk_text *out);

/* Reads a module; the text need not end with NUL. Errors have line and column
 * of the text. What it returns has passed pk_verify. */
pk_status pk_ir_parse(struct pk_arena *arena, const char *text, size_t length,
                      pk_ir **out, pk_error *err);

/* The same in memory of its own from `allocator`, which must outlive the
 * module; pk_ir_release gives it back. NULL is no module, and released at once.
 */
pk_status pk_ir_read(const pk_allocator *allocator, const char *text,
                     size_t length, pk_ir **out, pk_error *err);
void pk_ir_release(pk_ir *ir);

/* Checks everything that emitters rely on: operand counts and types, values
 * visible where used, exits that name an enclosing region and end their own,
 * sizes. PK_VERIFY with the function and the instruction's text
 * when something is wrong. */
pk_status pk_verify(const pk_ir *ir, pk_error *err);
pk_status pk_verify_func(pk_func *fn, pk_error *err);

/* ---- passes (core/passes) ---- */

/* Runs every pass that the target wants, in order, ending in the form that
 * caps->form names; verifies after each when `check`. */
pk_status pk_run_passes(pk_ir *ir, const pk_caps *caps, bool check,
                        pk_error *err);
/* The same of kernels for another device, `caps`, that are made of the parallel
 * loops of a module for the target `host`; none is left where there is no such
 * loop that the device can run. */
enum { PK_LOOP_THREADS = 128 /* of a block */ };
pk_status pk_run_offload_passes(pk_ir *ir, const pk_caps *host,
                                const pk_caps *caps, bool check, pk_error *err);

/* True when kernels of the module are much better for block dimensions that
 * they know: warps become loops over lanes, whose ids are then plain sums, and
 * where the target says so, what threads do between barriers becomes loops over
 * all of them. Arrays of a constant size that they share tell that the block
 * has one, too. */
bool pk_wants_block(const pk_ir *ir, const pk_caps *caps);

#ifdef __cplusplus
}
#endif
#endif
