/* SPDX-License-Identifier: Apache-2.0 */
/* The arguments of a launch, checked and flattened: tuples become their items,
 * and what is left are leaves, each a scalar, a complex number or an array.
 * Along with them goes the key of the specialisation that fits them. */
#ifndef PORTKERN_RUNTIME_KERNEL_ARGS_H
#define PORTKERN_RUNTIME_KERNEL_ARGS_H

#include "runtime/context/context.h"
#include "runtime/memory/array.h"
#include "runtime/memory/memory.h"
#include "runtime/memory/scratch.h"
#include "signature/function.h"

#include <string.h>

typedef struct pk_leaf {
    uint8_t kind;          /* pk_argtype_kind: scalar, complex, array, none */
    uint8_t layout, flags; /* array: as in pk_arg_type */
    pk_dtype dtype;
    pk_arg_kind arg_kind;
    uint32_t arg;                     /* number of the argument it belongs to */
    const struct pk_members *members; /* scalar: of an enumeration; or NULL */
    uint64_t bits[2];      /* scalar: its value; complex: its parts */
    const pk_array *array; /* array: the caller's; of a list of arrays the words
                              that describe its items (docs/ir.md) */
    const pk_array *items; /* of a list of arrays; else NULL */
    uint32_t item_count;
    uint8_t ndim;                   /* array: its axes, or those of the items */
    const struct pk_record *record; /* array: of records, with the alignment
                                       that they have; else NULL */
    pk_location place;              /* array */
    /* Most of a leaf: only arrays have it. */
    pk_extent extent;
} pk_leaf;

/* Host arrays that overlap, as one run of bytes on the device (stage.c). */
typedef struct pk_host_range {
    uint64_t begin, end; /* addresses of the host */
    pk_mem *mem;
    uint64_t bytes; /* taken from the device, 0: imported */
    uint64_t pad;   /* byte of `mem` that `begin` is at */
} pk_host_range;

/* Whether few threads lie side by side along axes of a launch
 * (recipe/narrow.h): as its grid and its arrays say, along none or all. */
typedef enum pk_narrowness {
    PK_NARROW_none,
    PK_NARROW_as_it_is,
    PK_NARROW_all
} pk_narrowness;

/* A launch configuration with its zeros replaced. */
typedef struct pk_dims {
    uint32_t grid[3], block[3];
    uint32_t shared_bytes;
    uint32_t deadline_ms; /* the context's where it says none; 0: none */
    bool empty;           /* grid[0] was 0 */
    /* Threads of the grid, and whether few of them lie side by side: code for
     * such launches may be other code, which is good for all. */
    bool many;
    pk_narrowness narrow;
} pk_dims;

enum { /* threads */
       PK_MANY_THREADS = 1 << 19,
       PK_NARROW_THREADS = 1 << 16 /* fewer are not worth code of their own */
};

enum {
    PK_KEY_FLAGS,
    PK_KEY_FACTS,
    PK_KEY_BLOCK = PK_KEY_FACTS + 2,
    PK_KEY_GRID = PK_KEY_BLOCK + 3,
    PK_KEY_SHARED = PK_KEY_GRID + 3,
    PK_KEY_UNSHARED,
    PK_KEY_THREADS, /* narrow << 1 | many */
    PK_KEY_ARGS
};
enum { PK_KEY_noalias = 1, PK_KEY_few = 2 };
/* Among the facts: the launch has a deadline, which is always part of a key. */
#define PK_KEY_stoppable (UINT64_C(1) << (PK_FACT_arg + PK_FACT_ARGS))
enum {
    PK_KEY_dtype = 1 << 7,  /* in a word: a dtype, which is no leaf */
    PK_KEY_class = 1 << 30, /* in a word: its class comes behind it */
    PK_CLASS_WORDS = sizeof(void *) / sizeof(uint32_t),
    PK_FUNCTION_WORDS = 3 /* of a function: its module's number, its own */
};

/* A key: flags, facts (0 where they do not matter), then a word or more for
 * each argument, then the values of those whose value is a fact. */
typedef struct pk_key {
    uint32_t *words;
    uint32_t count;
    uint64_t hash;
} pk_key;

typedef struct pk_frame {
    pk_leaf *leaves;
    uint32_t leaf_count, array_count;
    pk_key key;
    uint32_t type_words; /* of the key, up to the values */
    char *params;        /* room for the packed block, params_room bytes */
    size_t params_room;
    char *lists;  /* room that is left for the words of lists of arrays */
    pk_ref *refs; /* room for array_count and one */
    pk_host_range *groups; /* room for array_count */
} pk_frame;

/* The defaults of a function's parameters as arguments, in `arena`; None where
 * there is none. NULL when memory has ended. */
const pk_arg *pk_args_defaults(const pk_function_info *info, pk_arena *arena);

/* The name that the module has of a function, for as long as it lives; NULL:
 * there is none. */
const char *pk_args_function_path(const struct pk_arg_function *f);

/* The arguments with the defaults of those that are left out at their end, put
 * together in `space`; as they are when there is nothing to add or when some
 * have no default. */
enum { PK_ARGS_ROOM = 64 };
const pk_arg *pk_args_complete(const pk_kernel *kernel, const pk_arg *args,
                               size_t *count, pk_arg space[PK_ARGS_ROOM]);

/* Says that a call has `count` arguments, and how many there should be. */
pk_status pk_args_fail_count(const pk_function_info *info, size_t count,
                             pk_error *err);

/* Checks the arguments of a call of `info`, and the arrays that the module has
 * by reference (NULL: none), and describes them in `out`, whose memory is the
 * scratch's until it is taken again. Failures name the argument
 * by number and name. The key is not sealed yet. */
pk_status pk_frame_make(const pk_context *ctx, const pk_function_info *info,
                        const pk_module *mod, const pk_arg *args, size_t count,
                        pk_scratch *scratch, pk_frame *out, pk_error *err);

/* Puts the facts of a launch into the key, and its hash. */
void pk_frame_seal(pk_frame *frame, pk_facts facts, const pk_dims *dims);
/* Makes such a key in memory of its own; false without memory. */
bool pk_frame_key(const pk_frame *frame, pk_facts facts, const pk_dims *dims,
                  const pk_allocator *allocator, pk_key *out);
void pk_key_free(const pk_allocator *allocator, pk_key *key);

/* Puts a value into its place in a packed block. A size that the compiler knows
 * is one store. Little-endian hosts only: the low bytes of a value are its
 * first. */
static inline void pk_pack_put(char *to, uint64_t value, uint32_t size) {
    switch (size) {
    case 8: memcpy(to, &value, 8); break;
    case 4: memcpy(to, &value, 4); break;
    case 2: memcpy(to, &value, 2); break;
    default: *to = (char)value;
    }
}

/* The word of a leaf in the key, and how many come behind it: the structure of
 * records, the enumeration of a member. */
/* The dtype of a number, a complex one, or elements of an array. */
pk_dtype pk_arg_type_dtype(const pk_arg_type *type);
uint32_t pk_leaf_word(const pk_leaf *leaf);
static inline uint32_t pk_leaf_more_words(const pk_leaf *leaf) {
    return leaf->record ? 1 : leaf->members ? PK_CLASS_WORDS : 0;
}

/* Whether an argument is a list, dict or set, which comes back behind the
 * result. */
static inline bool pk_arg_is_container(const pk_arg *arg) {
    return arg->kind >= PK_ARG_list && arg->kind <= PK_ARG_set;
}

static inline bool pk_arg_is_array(const pk_arg *arg) {
    return arg->kind == PK_ARG_in || arg->kind == PK_ARG_out ||
           arg->kind == PK_ARG_inout;
}

/* A bool scalar. It is the caller's memory, where a bool of C may be any byte:
 * what is not 0 is true. */
static inline bool pk_arg_bool(const pk_arg *arg) {
    unsigned char byte;

    memcpy(&byte, &arg->value, sizeof byte);
    return byte != 0;
}

/* The frontend's words for the arguments: `count` types, and behind them those
 * of tuples' items, in `types`, which has room for as many as the key has words
 * for types. */
void pk_frame_describe(const pk_frame *frame, const pk_arg *args, size_t count,
                       pk_arg_type *types);

/* The frontend's words for the arguments, in `arena`. */
void pk_frame_signature(const pk_frame *frame, const pk_arg *args, size_t count,
                        const pk_dims *dims, pk_arena *arena,
                        pk_signature *out);

#endif
