/* SPDX-License-Identifier: Apache-2.0 */
/* A decoded PTX program: what the decoder makes and the executor runs.
 *
 * Registers are rows of 32 lanes in a frame, one frame per call of a function
 * by a warp. A lane is as wide as the register's type: 2 bytes (8- and 16-bit
 * types), 4, 8 or 16. A predicate is one 32-bit mask, bit i for lane i.
 * Constants and special registers are rows of the same frame, so that an
 * operand is always the byte offset of a row from the frame's start. Rows are
 * aligned to 64 bytes, masks to 4.
 *
 *     frame:  [registers, masks][specials][constants][.param bytes]
 *
 * Instructions are in the order of the text and are numbered by it: the
 * smallest number among waiting lanes runs first, which brings lanes together
 * again after a branch. */
#ifndef PORTKERN_SIM_PROGRAM_H
#define PORTKERN_SIM_PROGRAM_H

#include "base/arena.h"
#include "sim/engine.h"

enum {
    SIM_LANES = 32,
    SIM_NONE = 0x7fffffff, /* an operand that is not there */
};

typedef enum sim_op {
#define OP(name, class, fidelity, meaning) SIM_OP_##name,
#include "sim/opcodes.def"
#undef OP
    SIM_OP_COUNT
} sim_op;

typedef enum sim_class {
    SIM_CLASS_ARITH,
    SIM_CLASS_MOVE,
    SIM_CLASS_CONVERT,
    SIM_CLASS_MEMORY,
    SIM_CLASS_ATOMIC,
    SIM_CLASS_SYNC,
    SIM_CLASS_WARP,
    SIM_CLASS_CONTROL,
    SIM_CLASS_VIDEO,
    SIM_CLASS_REFUSED,
} sim_class;

typedef enum sim_fidelity {
    SIM_FIDELITY_EXACT,
    SIM_FIDELITY_BOUNDED,
    SIM_FIDELITY_REFUSED,
} sim_fidelity;

typedef struct sim_op_info {
    const char *name;
    uint8_t class, fidelity;
} sim_op_info;
extern const sim_op_info sim_ops[SIM_OP_COUNT];

/* Sizes of a value in bytes, and of a row's lane (8-bit types use 2). */
typedef enum sim_type {
    SIM_TYPE_none,
#define TYPE(name, kind, bytes) SIM_TYPE_##name,
#include "sim/types.def"
#undef TYPE
    SIM_TYPE_COUNT
} sim_type;

typedef enum sim_kind { /* of a type */
                        SIM_KIND_none,
                        SIM_KIND_pred,
                        SIM_KIND_bits,     /* .bN */
                        SIM_KIND_unsigned, /* .uN */
                        SIM_KIND_signed,   /* .sN */
                        SIM_KIND_float,    /* .f16 .f32 .f64 .bf16 .tf32 and the
                                              8-bit ones */
                        SIM_KIND_packed,   /* two or four to a register: .f16x2,
                                              .u16x2 */
} sim_kind;

typedef struct sim_type_info {
    const char *name; /* without the dot */
    uint8_t kind, bytes;
} sim_type_info;
extern const sim_type_info sim_types[SIM_TYPE_COUNT];

typedef enum sim_round {
    SIM_ROUND_none, /* as the form's default, which for floats is .rn */
    SIM_ROUND_rn,
    SIM_ROUND_rz,
    SIM_ROUND_rm,
    SIM_ROUND_rp,
    SIM_ROUND_rna,
    SIM_ROUND_rs,
    SIM_ROUND_rni,
    SIM_ROUND_rzi,
    SIM_ROUND_rmi,
    SIM_ROUND_rpi,
    SIM_ROUND_approx,
    SIM_ROUND_full,
} sim_round;

typedef enum sim_cmp {
    SIM_CMP_none,
    SIM_CMP_eq,
    SIM_CMP_ne,
    SIM_CMP_lt,
    SIM_CMP_le,
    SIM_CMP_gt,
    SIM_CMP_ge,
    SIM_CMP_lo,
    SIM_CMP_ls,
    SIM_CMP_hi,
    SIM_CMP_hs,
    SIM_CMP_equ,
    SIM_CMP_neu,
    SIM_CMP_ltu,
    SIM_CMP_leu,
    SIM_CMP_gtu,
    SIM_CMP_geu,
    SIM_CMP_num,
    SIM_CMP_nan,
} sim_cmp;

typedef enum sim_space {
    SIM_SPACE_generic,
    SIM_SPACE_global,
    SIM_SPACE_shared,
    SIM_SPACE_local,
    SIM_SPACE_const,
    SIM_SPACE_param, /* the kernel's block at address; from SIM_PARAM_FRAME
                        on the frame's own .param bytes */
} sim_space;

typedef enum sim_scope {
    SIM_SCOPE_none,
    SIM_SCOPE_cta,
    SIM_SCOPE_cluster,
    SIM_SCOPE_gpu,
    SIM_SCOPE_sys,
} sim_scope;

typedef enum sim_order {
    SIM_ORDER_weak,
    SIM_ORDER_volatile,
    SIM_ORDER_mmio,
    SIM_ORDER_relaxed,
    SIM_ORDER_acquire,
    SIM_ORDER_release,
    SIM_ORDER_acq_rel,
    SIM_ORDER_sc,
} sim_order;

/* Which of an opcode's variants. Each opcode uses some of these. */
typedef enum sim_sub {
    SIM_SUB_none,
    SIM_SUB_lo, /* mul, mad, mul24, mad24, dp2a */
    SIM_SUB_hi,
    SIM_SUB_wide,
    SIM_SUB_left, /* shf.l, shf.r */
    SIM_SUB_right,
    SIM_SUB_add, /* atom, red, redux; second operation of video */
    SIM_SUB_min,
    SIM_SUB_max,
    SIM_SUB_inc,
    SIM_SUB_dec,
    SIM_SUB_and, /* also bool of set and setp, of bar.red and lop3 */
    SIM_SUB_or,
    SIM_SUB_xor,
    SIM_SUB_exch,
    SIM_SUB_cas,
    SIM_SUB_popc, /* bar.red */
    SIM_SUB_up,   /* shfl */
    SIM_SUB_down,
    SIM_SUB_bfly,
    SIM_SUB_idx,
    SIM_SUB_all, /* vote, match */
    SIM_SUB_any,
    SIM_SUB_uni,
    SIM_SUB_ballot,
    SIM_SUB_f4e, /* prmt */
    SIM_SUB_b4e,
    SIM_SUB_rc8,
    SIM_SUB_ecl,
    SIM_SUB_ecr,
    SIM_SUB_rc16,
    SIM_SUB_finite, /* testp */
    SIM_SUB_infinite,
    SIM_SUB_number,
    SIM_SUB_notanumber,
    SIM_SUB_normal,
    SIM_SUB_subnormal,
    SIM_SUB_sync,   /* bar */
    SIM_SUB_arrive, /* and mbarrier */
    SIM_SUB_init,   /* mbarrier */
    SIM_SUB_inval,
    SIM_SUB_arrive_drop,
    SIM_SUB_complete_tx,
    SIM_SUB_test_wait,
    SIM_SUB_try_wait,
    SIM_SUB_pending_count,
    SIM_SUB_expect_tx, /* these in `mode` */
    SIM_SUB_noComplete,
    SIM_SUB_noinc,
    SIM_SUB_parity,
    SIM_SUB_red,      /* bar.red: the operation is in `bool_op` */
    SIM_SUB_shiftamt, /* bfind */
    SIM_SUB_clamp,    /* szext, bmsk, vshl, vshr: in `mode` */
    SIM_SUB_wrap,
    SIM_SUB_shr7, /* vmad: in `mode` */
    SIM_SUB_shr15,
} sim_sub;

/* Part of a register that a video operand is. */
typedef enum sim_part {
    SIM_PART_none, /* the whole */
    SIM_PART_b0,
    SIM_PART_b1,
    SIM_PART_b2,
    SIM_PART_b3,
    SIM_PART_h0,
    SIM_PART_h1,
} sim_part;

/* Fields that a form does not have are 0, operands SIM_NONE.
 *
 * Operands stand in dst and src in the order of the ISA's syntax, except:
 * - ld, ldu, st, atom, red: src[0] is the address (SIM_NONE: `offset` alone),
 *   `offset` is added to it; st, red and atom have their values from src[1]
 *   on. Values of vectors, of pack and of unpack stand in the function's list
 *   from `list` on, `count` of them, when count > 1; atom's results first. A
 * predicate that guards a cp.async (ignore-src) or a size is src[2].
 * - .cc: dst[1] is the row of the carry (a mask); addc, subc and madc read it
 *   as their last source.
 * - setp, shfl, match.all, elect, lop3.bool: dst[1] is the second result.
 * - lop3: the table is in `offset`. prmt, shf, bfe: all sources are rows.
 * - mov of the address of a .local or a dynamic .shared variable: an add of
 *   the special row and a constant.
 * - read: `offset` is the special register (sim_special), `offset2` its number
 *   of %envreg and %pm.
 * - bra: `target`; brx: src[0] is the index, `offset` targets are in the list
 *   from `list` on;
 *   call: `target` is the callee's number in the module (SIM_NONE: src[0] is
 *   the pointer), places[list] on are `count` results, then `offset` arguments;
 *   they agree in number with the callee's where it is called directly.
 *   mov of a function gives SIM_CODE_ADDRESS of its number.
 * - bar: src[0] the barrier, src[1] the number of threads or SIM_NONE, src[2]
 *   the predicate of bar.red. `aligned` where all lanes must take part.
 * - cp.async: src[0] is the shared address with offset, src[1] the global one
 *   with offset2, `count` the bytes, src[2] the bytes read or the predicate.
 * - alloca: src[0] is the size, `offset` the alignment.
 *
 * Lanes of the rows are as wide as `type` (dst; src where stype is none) and
 * `stype` say, 2 bytes at least, but for ld, st, cvt, ldu, atom and red, where
 * a register may be wider than the type: `dst_width` and `src_width` are the
 * lanes' bytes of results and sources there (values, not addresses; addresses
 * are `address_width`, 4 or 8). A loaded or converted value is extended to
 * dst_width by its sign or with zeros. */
typedef struct sim_inst {
    uint16_t op;      /* sim_op */
    uint16_t handler; /* the executor's, chosen once */
    uint8_t type;     /* of the result, or of the operation */
    uint8_t stype;    /* of the sources (of a, of video) when it differs */
    uint8_t btype;    /* of b (video, dp4a, slct's c) when it differs */
    uint8_t count;    /* of a vector; bytes of cp.async */

    uint8_t round, cmp, bool_op, sub;
    uint8_t mode;  /* a second sub: clamp or wrap, scale of vmad */
    uint8_t space; /* sim_space; cvta, isspacep too */
    uint8_t scope, order;

    uint8_t dst_width, src_width, address_width;
    uint8_t part_d, part_a, part_b, part_c; /* video */
    uint8_t lane_mask;                      /* SIMD video: results written */

    bool guard_not : 1; /* @!p */
    bool ftz : 1;
    bool sat : 1; /* .sat, of cvt.satfinite too */
    bool relu : 1;
    bool nan : 1; /* min.NaN, max.NaN */
    bool xorsign_abs : 1;
    bool abs : 1; /* min.abs; redux.abs */
    bool satfinite : 1;
    bool oob : 1; /* fma.oob */
    bool noftz : 1;
    bool to : 1;       /* cvta.to */
    bool pack : 1;     /* cvt.pack */
    bool aligned : 1;  /* bar.sync, barrier.sync.aligned */
    bool is_sync : 1;  /* shfl.sync and not shfl: a member mask is there */
    bool not_pred : 1; /* the predicate source is negated (!p) */
    bool neg_a : 1, neg_b : 1, neg_c : 1; /* vmad */
    bool po : 1;                          /* vmad.po */
    bool nc : 1;                          /* ld.global.nc */
    bool uniform : 1;                     /* bra.uni, call.uni */
    bool bounded : 1;    /* .approx or .full: within bounds, not exact */
    bool ignore_src : 1; /* cp.async: src[2] is a predicate */
    bool cc : 1;         /* dst[1] is the carry */
    bool back : 1;       /* a branch to an earlier instruction */

    uint32_t guard; /* row of the mask, SIM_NONE: always */
    uint32_t dst[2];
    uint32_t src[5];
    uint32_t target; /* of bra; of call */
    uint32_t list;   /* into sim_function.list */
    int64_t offset;
    int64_t offset2;

    uint32_t line; /* of the PTX text, from 1 */
    uint32_t loc;  /* into sim_module.locs, 0: none */
} sim_inst;

/* Where the PTX came from: a .loc. `function` and `parent` are of inlining,
 * NULL and 0 where there is none. */
typedef struct sim_loc {
    const char *file;
    uint32_t number; /* of the file, in the text */
    uint32_t line, column;
    const char *function;
    uint32_t parent; /* index of the place that inlined this one */
} sim_loc;

/* Values of call and return: lane i's bytes are at frame + at + i * stride.
 * stride 0: a mask of predicates. */
typedef struct sim_place {
    uint32_t at, stride, size;
} sim_place;

/* Rows that the executor fills in when it makes a frame. */
typedef enum sim_special {
#define SPECIAL(name, text, type, when) SIM_SPECIAL_##name,
#include "sim/specials.def"
#undef SPECIAL
    SIM_SPECIAL_COUNT
} sim_special;

typedef struct sim_special_row {
    uint32_t special, row;
    uint8_t width; /* of a lane: 4 or 8 */
} sim_special_row;

/* Functions that PTX declares and the driver provides. */
typedef enum sim_builtin {
    SIM_BUILTIN_none,
    SIM_BUILTIN_vprintf,    /* (.b32 r) (.b64 format, .b64 arguments) */
    SIM_BUILTIN_assertfail, /* (message, file, .b32 line, function, size) */
    SIM_BUILTIN_malloc,     /* (.b64 p) (.b64 size) */
    SIM_BUILTIN_free,
} sim_builtin;

enum {
    SIM_PARAM_FRAME = 1 << 20, /* .param addresses from here on: the frame's */
    SIM_BARRIERS = 16,
};

/* Code addresses, which `mov` of a function returns and an indirect call takes,
 * are no data addresses. */
#define SIM_CODE_BASE           UINT64_C(0x0000700000000000)
#define SIM_CODE_ADDRESS(index) (SIM_CODE_BASE + 16 * (uint64_t)(index))

typedef struct sim_param {
    const char *name;
    uint32_t offset, size, align;
} sim_param;

/* An .entry or a .func. */
struct sim_function {
    const char *name;
    sim_module *module;
    uint32_t index; /* in the module */
    bool entry, noreturn;
    uint8_t builtin; /* sim_builtin; no code then */

    const sim_inst *code;
    uint32_t code_count;     /* the last one is always ret, exit or trap */
    const uint32_t *list;    /* rows of vectors; targets; indexes of places */
    const sim_place *places; /* of calls: results first, then arguments */

    /* The frame. */
    uint32_t frame_bytes; /* a multiple of 64 */
    uint32_t specials_at; /* registers and masks lie before */
    uint32_t constants_at, constants_bytes;
    const void *constants;           /* the rows, broadcast: copy them in */
    uint32_t param_at, param_stride; /* the frame's .param bytes of a lane */
    const sim_special_row *specials;
    uint32_t special_count;

    /* A .func's parameters and results; for an entry: the block's. */
    const sim_place *param_places, *result_places;
    uint32_t param_count, result_count;
    const sim_param *params; /* of an entry */
    uint32_t param_bytes;    /* the whole block */

    uint32_t local_bytes, local_align; /* .local variables of the frame */
    uint32_t shared_static; /* bytes that .shared variables in reach take */
    uint32_t shared_align;  /* of the dynamic part */
    uint32_t max_threads, max_ntid[3], required[3];
    uint32_t min_blocks, max_registers, registers;
    bool uses_barriers, uses_atomics, calls, indirect_calls;
    bool addressed; /* its address is taken: an indirect call may reach it */

    void *executor; /* the executor's own; freed by sim_function_forget */
};

/* A .shared variable, for reports. */
typedef struct sim_shared {
    const char *name;
    uint32_t offset, size;
    const sim_function *function; /* NULL: of the module */
} sim_shared;

typedef struct sim_global {
    const char *name;
    uint64_t address, size;
    sim_space space; /* global or const */
} sim_global;

struct sim_module {
    sim_device *device;
    pk_arena arena; /* all of the module */
    sim_function *functions;
    uint32_t function_count;
    sim_shared *shared;
    uint32_t shared_count;
    sim_global *globals;
    uint32_t global_count;
    /* All .const variables lie in one allocation: an address of .const is the
     * device address; isspacep.const asks for this range. */
    uint64_t const_address, const_bytes;
    struct sim_range **ranges; /* the variables' memory */
    uint64_t *managed;         /* and that of managed ones */
    uint32_t range_count, managed_count;
    const sim_loc *locs; /* locs[0] is nowhere */
    uint32_t loc_count;
    int ptx_version, sm;
    void *executor; /* the executor's own */
};

/* The function that a code address names; NULL when it names none. */
sim_function *sim_module_code(const sim_module *module, uint64_t address);

/* ---- what the executor gives the loader ---- */

const pk_allocator *sim_device_allocator(const sim_device *device);
/* Called by sim_module_free before the module's memory goes. */
void sim_module_forget(sim_module *module);

#endif
