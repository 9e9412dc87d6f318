/* SPDX-License-Identifier: Apache-2.0 */
/* Types of arguments, and the signatures that they make: what a function is
 * compiled for. */
#ifndef PORTKERN_SIGNATURE_ARGUMENT_H
#define PORTKERN_SIGNATURE_ARGUMENT_H

#include "base/digest.h"
#include "base/text.h"
#include "portkern/types.h"

typedef enum pk_argtype_kind {
    PK_ARGTYPE_scalar,   /* dtype */
    PK_ARGTYPE_complex,  /* dtype: of one part, f32 or f64 */
    PK_ARGTYPE_array,    /* dtype, is_complex, record, ndim, layout, flags */
    PK_ARGTYPE_tuple,    /* items */
    PK_ARGTYPE_none,     /* Python's None */
    PK_ARGTYPE_function, /* function, program */
    PK_ARGTYPE_text,     /* text: a string, which it is compiled for */
    PK_ARGTYPE_dict,     /* items: arrays of its keys and values; of a set of
                            its keys */
    PK_ARGTYPE_dtype /* dtype, is_complex, record: what it makes, which it is
                        compiled for */
} pk_argtype_kind;

enum {
    PK_ARGF_readonly = 1, /* the kernel may not write it */
    PK_ARGF_aligned = 2,  /* starts at a multiple of 16 bytes */
    PK_ARGF_small = 4,    /* spans less than 2^31 bytes */
    PK_ARGF_list = 16,    /* the items of a list, which is what is passed */
    PK_ARGF_arrays = 32,  /* with that: one of the arrays that the items are */
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
    uint32_t count;   /* tuple, dict */
    const struct pk_arg_type *items;
    const char *text;                 /* UTF-8, ends with NUL */
    uint64_t value;                   /* bits, zero-extended */
    const struct pk_record *record;   /* array: elements are records (record.h);
                                         dtype is u8 */
    const struct pk_fields *fields;   /* tuple: the names of its items; or NULL
                                         (types.h) */
    const struct pk_members *members; /* i64: the enumeration that it is a
                                         member of, by its number there, or by
                                         its value of an IntEnum; or NULL */
    const struct pk_function_info *function; /* function: what is called, ... */
    const struct pk_module *module; /* ... and whose it is (runtime/kernel) */
    const pk_digest *program;       /* ... with all that compiles of that depend
                                       on */
} pk_arg_type;

/* A launch knows more than types: its dimensions, the bytes of dynamic
 * shared memory and whether there are none, whether its threads are many, the
 * bits of recipe/narrow.h, and from PK_FACT_arg on the integers in argument
 * number 0, 1 and so on. A set has a bit for each. */
typedef uint64_t pk_facts;
enum {
    PK_FACT_block,
    PK_FACT_grid,
    PK_FACT_shared,
    PK_FACT_unshared,
    PK_FACT_many,
    PK_FACT_narrow,
    PK_FACT_arg = PK_FACT_narrow + 9
};
enum { PK_FACT_ARGS = 49 }; /* of the first of them only; one bit is left */
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
    bool debug;        /* lines and variables are told to a debugger */
    bool lines;        /* coverage notes them */
    bool branches;     /* coverage notes the steps between them */
    bool native;       /* functions of the device's own, fast and less exact */
    bool few;          /* fewer than 2^31 threads run along each axis */
    bool many;         /* PK_MANY_THREADS threads run, or more */
    uint32_t narrow;   /* of the launch: recipe/narrow.h */
    bool host;         /* the function is called, on the host, and may make
                          arrays and return what it likes */
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

/* An array by reference: a hidden argument of the kernels that use the name. */
typedef struct pk_reference {
    const char *name;
    pk_arg_type type;
    const void *array; /* the caller's */
} pk_reference;

/* Appends all that a compile depends on of a signature but what is known of the
 * launch, for keys: classes by where their program, whose digest is another
 * part of the key, has them. False where that does not tell them apart. */
bool pk_signature_key(const pk_signature *signature, pk_text *out);

/* Appends the types of the arguments in the words of messages, each ended by
 * NUL. */
void pk_signature_list_types(const pk_signature *signature, pk_text *out);

/* The name of an argument type in the words of messages: "float32[:, ::1]". */
void pk_arg_type_print(const pk_arg_type *type, pk_text *out);

#endif
