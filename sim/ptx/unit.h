/* SPDX-License-Identifier: Apache-2.0 */
/* One PTX text on its way to a module: what its names mean, its variables and
 * its functions, before addresses are known.
 *
 * Registers get rows of the frame when they are first used. Until a function
 * is finished (ptx/frame.c) an operand is a place in one of three regions, told
 * apart by its top bits; constants may stand for an address that only the
 * linker knows, so that relocation touches constants and nothing else. */
#ifndef PORTKERN_SIM_PTX_UNIT_H
#define PORTKERN_SIM_PTX_UNIT_H

#include "sim/program.h"
#include "sim/ptx/lex.h"
#include "sim/ptx/pool.h"

typedef struct sim_unit sim_unit;
typedef struct sim_func sim_func;
typedef struct sim_variable sim_variable;

enum {
    SIM_AT_CONSTANT = 1 << 30, /* an operand in the constants */
    SIM_AT_SPECIAL = 1 << 29,  /* in the special registers */
    SIM_AT_MASK = SIM_AT_SPECIAL - 1,
};

typedef enum sim_linkage {
    SIM_LINKAGE_none, /* the unit's own */
    SIM_LINKAGE_visible,
    SIM_LINKAGE_extern,
    SIM_LINKAGE_weak,
    SIM_LINKAGE_common,
} sim_linkage;

/* The symbol that a constant or an initialiser refers to besides a number. */
typedef struct sim_target {
    sim_variable *variable;
    sim_func *func;
    bool generic; /* generic(sym) */
} sim_target;

/* ---- names ---- */

typedef struct sim_register {
    uint8_t type, vector; /* vector 0: a scalar */
    bool placed;
    uint32_t row; /* of the first element; the others follow */
} sim_register;

typedef enum sim_symbol_kind {
    SIM_SYMBOL_register,
    SIM_SYMBOL_variable,
    SIM_SYMBOL_func,
    SIM_SYMBOL_prototype,
    SIM_SYMBOL_targets, /* .branchtargets and .calltargets */
    SIM_SYMBOL_param,   /* a .param variable */
} sim_symbol_kind;

/* A .param variable: of a kernel, or in the frame. */
typedef enum sim_param_role {
    SIM_PARAM_ROLE_entry,  /* a kernel's */
    SIM_PARAM_ROLE_input,  /* a function's */
    SIM_PARAM_ROLE_result, /* what a function returns */
    SIM_PARAM_ROLE_call,   /* a variable for calls */
} sim_param_role;

typedef struct sim_param_var {
    uint8_t type;
    sim_param_role role;
    bool array;
    uint32_t offset, size, align;
} sim_param_var;

typedef struct sim_symbol {
    sim_atom *name;
    struct sim_symbol *outer; /* what the name meant outside */
    struct sim_symbol *next;  /* of the scope */
    sim_symbol_kind kind;
    uint32_t depth;
    union {
        sim_register reg;
        sim_variable *variable;
        sim_func *func;
        struct sim_prototype *prototype;
        struct sim_targets *targets;
        sim_param_var param;
    } as;
} sim_symbol;

/* `.reg .b32 %r<8>`: symbols are made when they are used. */
typedef struct sim_numbered {
    sim_atom *stem;
    struct sim_numbered *outer, *next;
    struct sim_braces *scope;
    uint32_t count;
    uint8_t type, vector;
} sim_numbered;

typedef struct sim_braces {
    struct sim_braces *parent;
    sim_symbol *symbols;
    sim_numbered *ranges;
    struct sim_label *labels;
    struct sim_label_use *uses;
    uint32_t depth;
} sim_braces;

typedef struct sim_label {
    sim_atom *name;
    struct sim_label *outer; /* what the name meant outside */
    struct sim_label *next;  /* of the scope */
    sim_braces *scope;
    uint32_t index; /* of the instruction that it stands before */
} sim_label;

/* Where a label is wanted: by an instruction's `target`, or, when `inst` is
 * SIM_NONE, by an entry of the function's list. */
typedef struct sim_label_use {
    struct sim_label_use *next; /* of the scope */
    sim_atom *name;
    uint32_t line, inst, entry;
} sim_label_use;

typedef struct sim_targets {
    uint32_t list, count; /* in the function's list */
    bool calls;
    sim_func *func; /* one of the functions to call: they are alike */
} sim_targets;

/* ---- functions ---- */

/* A parameter or result in a signature. */
typedef struct sim_formal {
    sim_atom *name; /* NULL: `_` */
    bool is_reg;
    uint8_t type, vector;
    uint32_t size, align; /* of .param; an array's whole size */
    sim_place place;      /* of a definition */
} sim_formal;

typedef struct sim_prototype {
    sim_formal *results, *params;
    uint32_t result_count, param_count;
    bool noreturn;
} sim_prototype;

typedef struct sim_constant {
    uint64_t lo, hi;
    sim_target target;
    uint32_t at;   /* in the constants */
    uint8_t width; /* of a lane; 0: a mask */
} sim_constant;

struct sim_func {
    sim_func *next; /* of the unit */
    sim_unit *unit;
    sim_atom *name;
    sim_linkage linkage;
    uint32_t line;
    bool entry, defined, noreturn, addressed, used;
    sim_prototype signature;
    sim_func *resolved; /* another unit's definition; an alias's function */

    SIM_LIST(sim_inst) code;
    SIM_LIST(uint32_t) list;
    SIM_LIST(sim_place) places;
    SIM_LIST(sim_constant) constants;
    SIM_LIST(sim_special_row) specials;
    SIM_LIST(sim_target) refers; /* variables and functions in reach */
    uint32_t *constant_hash;     /* index + 1, open addressing */
    uint32_t constant_mask;

    uint32_t register_bytes, mask_at, constant_bytes, special_bytes;
    uint32_t param_bytes; /* of the frame */
    uint32_t entry_bytes; /* of the block of an entry */
    uint32_t local_bytes, local_align;
    uint32_t carry; /* the mask of CC.CF, SIM_NONE: unused */
    uint32_t max_ntid[3], required[3], min_blocks, max_registers;
    bool uses_barriers, uses_atomics, calls, indirect_calls, dynamic_shared;
    uint32_t dynamic_align;
    SIM_LIST(sim_param) entry_params;

    /* Filled by the linker. */
    sim_function *out;
    uint32_t mark;
};

/* ---- variables ---- */

typedef struct sim_reloc {
    uint64_t offset;
    uint8_t bytes; /* 8 or 4; 1: byte `shift / 8` of the address */
    uint8_t shift;
    sim_target target;
    int64_t addend;
} sim_reloc;

struct sim_variable {
    sim_variable *next; /* of the unit */
    sim_atom *name;
    const char *unique; /* name for reports */
    sim_func *func;     /* of a variable in a function */
    sim_space space;
    sim_linkage linkage;
    uint32_t line;
    uint8_t type, vector;
    uint64_t size, align; /* size 0: an array without size */
    bool array;           /* declared with brackets */
    bool open;            /* `x[]` without initialiser */
    bool managed, used;
    uint8_t *bytes; /* of the initialiser, NULL: zeros */
    uint64_t init_bytes;
    SIM_LIST(sim_reloc) relocs;
    sim_variable *resolved;
    uint64_t address;       /* device; offset in .shared and .local */
    char *host;             /* where its bytes are */
    uint32_t mark, entries; /* of the linker: entries that reach it */
    bool placed;
};

/* ---- the unit ---- */

struct sim_unit {
    sim_unit *next;
    sim_pool pool;  /* scratch: gone after linking */
    pk_arena *keep; /* the module's */
    pk_text *log;
    const sim_profile *profile;
    sim_atoms atoms;
    sim_func *funcs, **funcs_end;
    sim_variable *variables, **variables_end;
    int version, sm; /* .version 10 * major + minor, .target */
    char sm_suffix;  /* 'a' or 'f', 0: none */
    uint32_t func_count;
    sim_outcome outcome;
    uint32_t errors;
    SIM_LIST(sim_loc) locs;
    SIM_LIST(const char *) files; /* of .file, by number */
};

/* Appends a line to the log as ptxas would; the first outcome stays. */
void sim_unit_error(sim_unit *unit, sim_outcome outcome, uint32_t line,
                    const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Parses a text into a new unit; NULL when memory is at its end. */
sim_unit *sim_unit_parse(pk_arena *arena, pk_arena *keep,
                         const sim_profile *profile, pk_text *log,
                         const char *text, size_t length);

/* ---- rows of a frame (ptx/frame.c) ---- */

/* Bytes of a lane for a type: 2 to 16, 0 of a predicate. */
uint32_t sim_lane_width(uint8_t type);
uint32_t sim_frame_row(sim_func *func, uint32_t width);
uint32_t sim_frame_register(sim_func *func, sim_register *reg,
                            uint32_t component);
uint32_t sim_frame_constant(sim_unit *unit, sim_func *func, uint32_t width,
                            uint64_t lo, uint64_t hi, sim_target target);
uint32_t sim_frame_special(sim_unit *unit, sim_func *func, sim_special special);
/* Fixes operands to their final offsets and makes the executor's function. */
void sim_frame_finish(sim_unit *unit, sim_func *func, sim_function *out);

#endif
