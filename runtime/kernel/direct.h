/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of host functions by a shorter way: what a specialisation says of the
 * arguments that it fits, and where their parts go.
 *
 * A call with arguments like those of an earlier one needs no list of leaves
 * and no key: the arguments are compared with this, one by one, and packed.
 * Numbers, arrays in C order, objects and tuples of these are taken; whatever
 * else there is, and whatever is wrong with an argument, goes the long way. */
#ifndef PORTKERN_RUNTIME_KERNEL_DIRECT_H
#define PORTKERN_RUNTIME_KERNEL_DIRECT_H

#include "runtime/kernel/module.h"

enum {
    PK_DIRECT_ARGS = 16,     /* and items of tuples, all together */
    PK_DIRECT_PARAMS = 1024, /* bytes of the packed block */
    PK_DIRECT_RESULT = 512,
    PK_DIRECT_ITEMS = 8 /* of a tuple as result */
};

/* An argument that fits, or an item of a tuple, behind which its items are. */
typedef struct pk_direct_arg {
    uint8_t kind; /* pk_arg_kind */
    uint8_t dtype;
    uint8_t ndim;     /* array */
    bool aligned;     /* array: to 16 bytes, which it is or is not */
    uint32_t count;   /* tuple: items */
    const char *name; /* function: of the module with that number */
    uint64_t module;
} pk_direct_arg;

/* A result that is read without its words: a number, a tuple of some, or a
 * generator. */
typedef struct pk_direct_result {
    uint32_t size;  /* bytes of its parts */
    bool is_number; /* of types[0] */
    bool is_generator;
    uint8_t count;                  /* items of a tuple; 0: it is another */
    uint8_t types[PK_DIRECT_ITEMS]; /* pk_type */
} pk_direct_result;

typedef struct pk_direct {
    struct pk_direct *next; /* of the kernel's */
    const pk_spec *spec;
    uint32_t arg_count, array_count;
    pk_direct_arg args[PK_DIRECT_ARGS]; /* tuples, then what is in them */
    pk_direct_result result;            /* which is the caller's business */
} pk_direct;

/* Notes how a specialisation is called directly, if it can be and that is not
 * noted yet; `frame` holds arguments that it fits. Without memory calls go the
 * long way. */
void pk_direct_add(const pk_kernel *kernel, const pk_spec *spec,
                   const pk_frame *frame, const pk_arg *args, size_t count,
                   const pk_direct_result *result);

/* The numbers and arrays among arguments, in their order. */
typedef struct pk_direct_leaves {
    const pk_arg *items[PK_DIRECT_ARGS];
} pk_direct_leaves;

/* How a call with these arguments is made directly; NULL when it is not. */
const pk_direct *pk_direct_find(const pk_kernel *kernel, const pk_arg *args,
                                size_t count, pk_direct_leaves *leaves);

/* Packs arguments that fit. */
void pk_direct_pack(const pk_direct *direct, const pk_direct_leaves *leaves,
                    char *params);

/* Frees those of a kernel. */
void pk_directs_free(pk_variants *variants);

#endif
