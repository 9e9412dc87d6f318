/* SPDX-License-Identifier: Apache-2.0 */
/* The frontend: the text of a Python source to kernel IR, one function and one
 * signature at a time.
 *
 * A pk_program is a parsed source with everything that the module level says
 * (imports, constants, functions). Compiling a function infers the types that
 * it has under one signature, with every function that it reaches, and lowers
 * them. The program is read-only afterwards: any number of threads may compile
 * from it at the same time. */
#ifndef PORTKERN_FRONTEND_FRONTEND_H
#define PORTKERN_FRONTEND_FRONTEND_H

#include "base/digest.h"
#include "base/error.h"
#include "portkern/ir.h"

typedef struct pk_program pk_program;

enum { PK_SOURCE_MAX = 16 << 20 }; /* bytes of one source */

typedef enum pk_arg_kind {
    PK_ARG_scalar,  /* dtype */
    PK_ARG_complex, /* dtype: of one part, f32 or f64 */
    PK_ARG_array,   /* dtype, is_complex, record, ndim, layout, flags */
    PK_ARG_tuple,   /* items */
    PK_ARG_none     /* Python's None */
} pk_arg_kind;

enum {
    PK_ARGF_readonly = 1, /* the kernel may not write it */
    PK_ARGF_aligned = 2,  /* starts at a multiple of 16 bytes */
    PK_ARGF_small = 4,    /* spans less than 2^31 bytes */
    PK_ARGF_pointer = 8   /* CPointer: one axis in C order, of which the kernel
                             knows no end; indices do not wrap */
};

/* The type of one argument: what a specialisation depends on. */
typedef struct pk_arg_type {
    uint8_t kind;
    uint8_t layout;     /* array: 'C', 'F' or 'A' (any strides) */
    uint8_t ndim;       /* array */
    uint8_t flags;      /* array: PK_ARGF_* */
    uint8_t is_complex; /* array: elements are pairs of dtype */
    pk_type dtype;
    uint8_t is_known; /* integer: `value` is what it will be */
    uint32_t count;   /* tuple */
    const struct pk_arg_type *items;
    uint64_t value;                   /* bits, zero-extended */
    const struct pk_record *record;   /* array: elements are records (record.h);
                                         dtype is u8 */
    const struct pk_fields *fields;   /* tuple: the names of its items; or NULL
                                         (types.h) */
    const struct pk_members *members; /* i64: the enumeration that it is a
                                         member of, by its number there, or by
                                         its value of an IntEnum; or NULL */
} pk_arg_type;

/* What a launch knows besides types: its dimensions, the bytes of dynamic
 * shared memory and whether there are none, and from PK_FACT_arg on the
 * integers in argument number 0, 1 and so on. A set has a bit for each. */
typedef uint64_t pk_facts;
enum {
    PK_FACT_block,
    PK_FACT_grid,
    PK_FACT_shared,
    PK_FACT_unshared,
    PK_FACT_arg
};
enum { PK_FACT_ARGS = 60 }; /* of the first of them only */
static inline pk_facts pk_fact(uint32_t number) {
    return (pk_facts)1 << number;
}

typedef struct pk_signature {
    const pk_arg_type *args;
    uint32_t count;
    bool noalias;      /* no two arrays overlap */
    bool bounds;       /* an index out of bounds fails: IndexError */
    bool tuples;       /* that of a tuple does, for a target that finds those of
                          arrays by itself */
    bool native;       /* functions of the device's own, fast and less exact */
    uint32_t block[3]; /* block dimensions to compile for, 0: any */
    uint32_t grid[3];  /* the same for the grid */
    bool has_shared;   /* dynamic shared memory has `shared_bytes` */
    uint32_t shared_bytes;
    bool example;   /* the values of the launch are made up: errors on a path
                       that is not taken with them count */
    pk_facts *used; /* gets the facts that the compile needed: the IR is good
                       for all launches that agree in these. NULL: it is
                       compiled for the block, needed or not */
} pk_signature;

/* Module-level names given from outside (closures, constants of the caller). */
typedef enum pk_binding_kind {
    PK_BIND_scalar,    /* dtype, bits */
    PK_BIND_tuple,     /* count scalars: dtype, values */
    PK_BIND_array,     /* constant array: dtype, ndim, shape, C order, values */
    PK_BIND_reference, /* array that launches give: reference */
    PK_BIND_function   /* function `target` of `program` */
} pk_binding_kind;

/* An array by reference: a hidden argument of the kernels that use the name. */
typedef struct pk_reference {
    const char *name;
    pk_arg_type type;
    const void *array; /* the caller's */
} pk_reference;

typedef struct pk_binding {
    const char *name;
    uint8_t kind;
    pk_type dtype;
    uint32_t ndim;
    const uint64_t *shape; /* tuple: shape[0] is the count */
    const void *values;    /* in memory layout of dtype */
    const pk_program *program;
    const char *target;
    const pk_reference *reference; /* its array must outlive the program */
} pk_binding;

typedef struct pk_program_options {
    const char *file;    /* name for messages; its folder is where imported
                            modules are looked for; NULL: "<source>" and no
                            imports from files */
    uint32_t first_line; /* line number of the text's first line, 0 means 1 */
    const pk_binding *bindings;
    uint32_t binding_count;
} pk_program_options;

/* Parses `text` (UTF-8, need not end with NUL; copied). On failure the
 * diagnostics say why and *out is NULL. The program lives until
 * pk_program_free; `allocator` must outlive it. */
pk_status pk_program_new(const pk_allocator *allocator, const char *text,
                         size_t length, const pk_program_options *options,
                         pk_program **out, pk_diags *diags);
void pk_program_free(pk_program *program);

/* The arrays that functions of the program may use by reference, its own and
 * those of programs that its bindings name: number `i` is argument param_count
 * + i of a kernel, behind those that the text has. */
uint32_t pk_program_reference_count(const pk_program *program);
const pk_reference *pk_program_reference(const pk_program *program, uint32_t i);

/* The functions that can be launched or called, in order of the text. */
typedef enum pk_function_kind {
    PK_FUNCTION_kernel, /* cuda.jit, portkern.kernel */
    PK_FUNCTION_device, /* cuda.jit(device=True) */
    PK_FUNCTION_host,   /* njit, jit */
    PK_FUNCTION_ufunc,  /* vectorize */
    PK_FUNCTION_gufunc, /* guvectorize */
    PK_FUNCTION_stencil,
    PK_FUNCTION_plain /* no decorator that we know */
} pk_function_kind;

/* A signature that a decorator gives: "float32(float32[:], int64)". */
typedef struct pk_declared {
    const pk_arg_type *args;
    uint32_t count;
    bool has_result; /* it says what is returned: `result` */
    pk_arg_type result;
    const char *file; /* where it stands */
    pk_loc loc;
} pk_declared;

/* The value of a parameter that a launch does not give. */
typedef struct pk_default {
    bool known; /* it is a number, a member of an enumeration, None, or a tuple
                   of these */
    pk_arg_type type;
    uint64_t bits[2];               /* zero-extended; complex: its parts */
    const struct pk_default *items; /* tuple: as many as the type has */
} pk_default;

/* Why a function can be neither launched nor called, and where. */
typedef struct pk_refusal {
    pk_status status;
    const char *code, *message, *hint, *file;
    pk_loc loc;
} pk_refusal;

typedef struct pk_function_info {
    const char *name;
    const char *path; /* "Solver.step": of a class; NULL: of none */
    pk_function_kind kind;
    uint32_t param_count;
    const char *const *param_names;
    const char *file; /* where it stands */
    uint32_t line, col;
    const pk_declared *declared; /* the signatures that it may be called with */
    uint32_t declared_count;     /* 0: any */
    const pk_default *defaults;  /* for each parameter */
    const pk_refusal *refused;   /* NULL: nothing is wrong */
    bool lineinfo; /* its places are wanted in what is compiled of it */
} pk_function_info;

uint32_t pk_program_function_count(const pk_program *program);
const pk_function_info *pk_program_function(const pk_program *program,
                                            uint32_t index);
const pk_function_info *pk_program_find(const pk_program *program,
                                        const char *name);
/* The name that no other function of the program has. */
static inline const char *pk_function_path(const pk_function_info *info) {
    return info->path ? info->path : info->name;
}
/* The number of the function, or of the kernel, that users mean by "step" (the
 * module's own, else the first of a class) or by "Solver.step"; UINT32_MAX when
 * there is none. */
uint32_t pk_program_number(const pk_program *program, const char *name,
                           bool kernel);

/* The enumeration of which `name`, "Color.RED", is a member, and what stands
 * for it in arguments; NULL when it is none. */
const struct pk_members *pk_program_member(const pk_program *program,
                                           const char *name, pk_arena *arena,
                                           int64_t *number);
/* The enumeration, and the class of tuples whose items have names, of a name of
 * the module, "Color"; NULL when it stands for none. */
const struct pk_members *pk_program_enum(const pk_program *program,
                                         const char *path, pk_arena *arena);
const struct pk_fields *pk_program_fields(const pk_program *program,
                                          const char *path, pk_arena *arena);
/* "did you mean Color.RED?" for a name that stands for no member, and for no
 * class of such tuples; NULL when none of the module's is near. */
const char *pk_program_near_member(const pk_program *program, const char *path,
                                   pk_arena *arena);
const char *pk_program_near_fields(const pk_program *program, const char *path,
                                   pk_arena *arena);

/* Which of the declared signatures of a function, which has some, a call with
 * these types takes: that with the fewest unsafe conversions, then the fewest
 * safe ones, then the fewest promotions, by Numba's rules. *out is the first
 * of the best; the number of equally good ones is returned, 0 when none fits.
 */
uint32_t pk_declared_choose(const pk_function_info *info,
                            const pk_arg_type *args, uint32_t count,
                            uint32_t *out);

/* What is wrong when `fits` of the signatures fit best and that is not one. */
void pk_declared_explain(const pk_function_info *info, const pk_arg_type *args,
                         uint32_t count, uint32_t fits, struct pk_text *out);

/* The type in which an argument arrives that is declared: an array keeps its
 * own layout, numbers become what the signature says. */
void pk_declared_coerce(pk_arena *arena, const pk_arg_type *given,
                        const pk_arg_type *declared, pk_arg_type *out);

/* A hash of everything in the program that a compile can depend on: its text
 * and where that is from, the same of modules that it reads, bindings. */
pk_digest pk_program_digest(const pk_program *program);

/* What compiles have read of the device library's texts: a compile that is
 * given it reads only what is new to it. One compile has it at a time. Of one
 * that `allocator` left by a jump it is not to be used again. NULL: no memory.
 */
typedef struct pk_library pk_library;
pk_library *pk_library_new(const pk_allocator *allocator);
void pk_library_free(pk_library *library); /* takes NULL */

/* Compiles kernel `name` (also a device function: then as device function
 * only) for a signature into a new module in `arena`. Parameters come in the
 * order of the arguments: a scalar is one parameter; a complex two; a tuple
 * its items in order; an array its data, then its shape, axis by axis, then
 * for layout 'A' its strides in bytes. None gives nothing. The data of a
 * complex array has PK_PARAM_pairs. Behind them come those of the arrays by
 * reference that the kernel or what it calls uses. Where a shape in the kernel
 * is the launch's (block or grid dimensions, dynamic shared memory) or an
 * integer argument's, a signature that does not know it is PK_UNSUPPORTED or
 * PK_TYPE, and one that does compiles. The IR has passed pk_verify in debug
 * builds. `library` may be NULL. */
pk_status pk_frontend_compile(const pk_program *program, const char *name,
                              const pk_signature *signature,
                              pk_library *library, pk_arena *arena, pk_ir **out,
                              pk_diags *diags);

/* Appends an error as pk_diag_print does, with the source line when its place
 * is in the program or a module that it imports. `program` may be NULL; memory
 * that is wanted in between comes from `allocator`. */
struct pk_text;
void pk_program_explain(const pk_program *program,
                        const pk_allocator *allocator, const pk_error *err,
                        struct pk_text *out);

/* Adds a diagnostic with the line of source that its file and place name. */
void pk_program_report(const pk_program *program, const pk_diag *diag,
                       pk_diags *diags);
/* The file name for messages. */
const char *pk_program_file(const pk_program *program);
/* Where it has an `async def` of that name, which is no function here; line 0
 * where it has none. */
pk_loc pk_program_async(const pk_program *program, const char *name);

/* For tools: the syntax tree, and the tree with the types inferred. */
pk_status pk_program_print_ast(const pk_program *program, const char *name,
                               struct pk_text *out);
pk_status pk_frontend_print_types(const pk_program *program, const char *name,
                                  const pk_signature *signature,
                                  struct pk_text *out, pk_diags *diags);

/* Reads a signature as users write it, "f32[:], f32[::1,:], i64, c128": Numba's
 * names and the short ones, with or without "void(...)". The program's own
 * names stand for types, too, unless it is NULL: "Point(f32, f32), Color,
 * REC[:]" of named tuples, enumerations and dtypes. In `arena`. PK_BAD_ARG says
 * what is wrong in `diags`, unless it is NULL. */
pk_status pk_signature_parse(pk_arena *arena, const pk_program *program,
                             const char *text, pk_signature *out,
                             pk_diags *diags);

/* Appends all that a compile depends on of a signature but what is known of the
 * launch, for keys: classes by where their program, whose digest is another
 * part of the key, has them. False where that does not tell them apart. */
bool pk_signature_key(const pk_signature *signature, struct pk_text *out);

/* The name of an argument type in the words of messages: "float32[:, ::1]". */
void pk_arg_type_print(const pk_arg_type *type, struct pk_text *out);

#endif
