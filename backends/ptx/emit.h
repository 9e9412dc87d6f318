/* SPDX-License-Identifier: Apache-2.0 */
/* The PTX emitter's own parts: what it holds while it prints one module, and
 * how an instruction is put into the text. */
#ifndef PORTKERN_BACKENDS_PTX_EMIT_H
#define PORTKERN_BACKENDS_PTX_EMIT_H

#include "backends/ptx/ptx.h"

/* Register classes, and two kinds of immediate operands. */
typedef enum ptx_class {
    PTX_NONE,
    PTX_PRED,
    PTX_B16,
    PTX_B32,
    PTX_B64,
    PTX_F32,
    PTX_F64,
    PTX_CLASSES,
    PTX_INT = PTX_CLASSES, /* number */
    PTX_UINT,              /* number as unsigned */
    PTX_F32_BITS,
    PTX_F64_BITS
} ptx_class;

typedef struct ptx_operand {
    ptx_class class;
    int64_t number; /* of the register, or the value */
} ptx_operand;

/* Where a value is: a register; for pointers the address is the register plus
 * `offset` bytes, so that constant parts of addresses go into the accesses. */
typedef struct ptx_place {
    ptx_operand reg;
    int64_t offset;
    bool written; /* pointer parameters: somebody may store through it */
} ptx_place;

typedef struct ptx_type {
    ptx_class class;
    const char *type, *sign, *bits, *memory; /* ptx_types.def */
} ptx_type;

typedef struct ptx ptx;

/* An address that a loop counts up, by so many bytes in each turn. */
typedef struct ptx_induction {
    pk_value *base, *index;
    ptx_operand address, bytes;
    ptx_operand turn; /* the address in the turn that is printed */
} ptx_induction;

enum { PTX_MAX_INDUCTIONS = 4 };

/* The addresses that a loop and the loops around it count up. */
typedef struct ptx_inductions {
    ptx_induction of[PTX_MAX_INDUCTIONS];
    /* instructions that have one of these addresses */
    pk_inst *elems[2 * PTX_MAX_INDUCTIONS];
    uint32_t from[2 * PTX_MAX_INDUCTIONS]; /* which of them */
    uint32_t count, elem_count;
    const struct ptx_inductions *outer;
} ptx_inductions;

/* A row of ptx_ops.def. */
typedef struct ptx_row {
    const char *ints, *floats;
} ptx_row;

struct ptx {
    pk_arena *arena;
    const pk_caps *caps;
    const pk_ptx_options *options;
    pk_text *body; /* the function under way, printed before its registers
                      are declared */
    pk_text word;  /* where pk_ptx_spell writes */
    pk_func *fn;
    pk_loc loc;                      /* the last .loc */
    uint32_t registers[PTX_CLASSES]; /* numbers given, per class */
    uint32_t labels;
    uint32_t need;    /* the lowest architecture so far */
    uint32_t version; /* the lowest PTX version so far, 10 times */
    bool syncs_grid;  /* PK_PTX_GRID_WORD is wanted */
    const ptx_inductions *inductions; /* of the loops around what is printed */
    bool has_dynamic; /* the one name for shared memory of any size */
};

/* ---- emit.c ---- */

/* Prints one instruction. In `format` each $ takes a ptx_operand, each # a
 * const char *, each ^ an unsigned; the rest stands as it is. */
void pk_ptx_ins(ptx *e, const char *format, ...);
/* The same without tab and semicolon: labels, braces. */
void pk_ptx_line(ptx *e, const char *format, ...);

ptx_operand pk_ptx_new(ptx *e, ptx_class class);
ptx_operand pk_ptx_int(int64_t number);
/* A float constant of f32 or f64 by its bits. */
ptx_operand pk_ptx_float(pk_type type, uint64_t bits);

/* How values of a type are held; pointers too (32 bits wide for all spaces
 * but global). */
const ptx_type *pk_ptx_type(pk_type type);
/* The operand of a value, pointers with their offset added in. */
ptx_operand pk_ptx_use(ptx *e, pk_value *value);
/* The same, but never an immediate. */
ptx_operand pk_ptx_register(ptx *e, pk_value *value);
/* A new register that is the place of the value. */
ptx_operand pk_ptx_define(ptx *e, pk_value *value);
/* Makes `reg` the place of the value. */
void pk_ptx_place(ptx *e, pk_value *value, ptx_operand reg, int64_t offset);
/* A spelling of ptx_ops.def for a type. */
const char *pk_ptx_spell(ptx *e, const char *pattern, pk_type type, bool fuse);

/* Brings a register's narrow integer into the range of `type`, or rounds to
 * f16; other types: nothing. In place. */
void pk_ptx_wrap(ptx *e, pk_type type, ptx_operand reg);
/* A bool as 1 or 0 in a new 32-bit register, and back. */
ptx_operand pk_ptx_from_bool(ptx *e, ptx_operand p);

/* The text needs that version of PTX, 10 times. */
void pk_ptx_need_version(ptx *e, uint32_t version);

void pk_ptx_region(ptx *e, const pk_region *region);
void pk_ptx_inst(ptx *e, pk_inst *inst);

/* ---- arith.c ---- */

/* Finds the wrap_index whose result is wanted of any index, and not as a place
 * alone. */
void pk_ptx_find_exact(const pk_func *fn);

/* ---- memory.c ---- */

/* The untyped suffix of a value passed to or from a function: b32 or b64. */
const char *pk_ptx_slot(pk_type type);
const char *pk_ptx_space(pk_space space);
/* The address that a pointer stands for, as an operand in brackets. */
const char *pk_ptx_address(ptx *e, const pk_value *pointer);

/* The integer of at most 32 bits that a 64-bit one was extended from, or NULL.
 */
pk_value *pk_ptx_unextended(const pk_value *value);

/* sum = base + index * scale, of an index of 32 bits. */
void pk_ptx_add_wide(ptx *e, const char *type, ptx_operand sum,
                     ptx_operand base, ptx_operand index, int64_t scale);

/* The flags of the array that a pointer goes into, 0: unknown. */
uint32_t pk_ptx_array_flags(const ptx *e, pk_value *pointer);
/* Takes constant addends out of an index, as far as the sum of bytes stays
 * small. */
pk_value *pk_ptx_strip_index(const ptx *e, pk_value *pointer, pk_value *index,
                             int64_t scale, int64_t *bytes);

void pk_ptx_params(ptx *e);   /* loads them */
void pk_ptx_storages(ptx *e); /* takes their addresses */
void pk_ptx_storage_variables(ptx *e, pk_func *fn, pk_text *out);
void pk_ptx_declare_storages(ptx *e, pk_text *out); /* in the function */
/* Marks the pointer parameters that something is stored through. */
void pk_ptx_find_writes(ptx *e);

/* ---- control.c ---- */

/* Two: behind an instruction, and before its next turn. */
uint32_t pk_ptx_take_labels(ptx *e, pk_inst *inst);

/* ---- loops.c ---- */

/* Finds what the loops of the region print themselves, and whether that is
 * among it. */
void pk_ptx_find_late(const pk_region *region);
bool pk_ptx_is_late(const pk_inst *inst);

/* ---- strength_reduction.c ---- */

/* Before a loop's first turn, behind each turn, and whether an address is
 * counted up by a loop around it. */
void pk_ptx_begin_inductions(ptx *e, pk_inst *loop, ptx_inductions *w);
void pk_ptx_end_inductions(ptx *e, const ptx_inductions *w);
/* Between turns that have one test, and behind them, where the addresses are
 * again those of the first. */
void pk_ptx_next_turn(ptx *e, ptx_inductions *w);
void pk_ptx_close_turns(ptx *e, ptx_inductions *w, uint32_t turns);
bool pk_ptx_is_induction(const ptx *e, const pk_inst *elem);

/* ---- one printer per word of ptx_ops.def ---- */

#define PTX_PRINTER(word)                                                      \
    void pk_ptx_##word(ptx *e, pk_inst *inst, const ptx_row *row);
PTX_PRINTER(plain)
PTX_PRINTER(quotient)
PTX_PRINTER(root)
PTX_PRINTER(wrapped)
PTX_PRINTER(floor_div)
PTX_PRINTER(abs)
PTX_PRINTER(choose)
PTX_PRINTER(extreme)
PTX_PRINTER(product)
PTX_PRINTER(mulhi)
PTX_PRINTER(copysign)
PTX_PRINTER(shift)
PTX_PRINTER(count)
PTX_PRINTER(brev)
PTX_PRINTER(compare)
PTX_PRINTER(select)
PTX_PRINTER(convert)
PTX_PRINTER(bitcast)
PTX_PRINTER(wrap_index)
PTX_PRINTER(elem)
PTX_PRINTER(load)
PTX_PRINTER(store)
PTX_PRINTER(get)
PTX_PRINTER(set)
PTX_PRINTER(atomic)
PTX_PRINTER(cas)
PTX_PRINTER(query)
PTX_PRINTER(barrier)
PTX_PRINTER(barrier_vote)
PTX_PRINTER(grid_sync)
PTX_PRINTER(shuffle)
PTX_PRINTER(vote)
PTX_PRINTER(match)
PTX_PRINTER(special)
PTX_PRINTER(order)
PTX_PRINTER(if)
PTX_PRINTER(for)
PTX_PRINTER(loop)
PTX_PRINTER(block)
PTX_PRINTER(exit)
PTX_PRINTER(return)
PTX_PRINTER(call)
PTX_PRINTER(unspelt)
#undef PTX_PRINTER

#endif
