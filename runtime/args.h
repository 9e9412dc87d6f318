/* SPDX-License-Identifier: Apache-2.0 */
/* The arguments of a launch, checked and flattened: tuples become their items,
 * and what is left are leaves, each a scalar, a complex number or an array.
 * Along with them goes the key of the specialisation that fits them. */
#ifndef PORTKERN_RUNTIME_ARGS_H
#define PORTKERN_RUNTIME_ARGS_H

#include "frontend/frontend.h"
#include "runtime/array.h"
#include "runtime/context.h"
#include "runtime/queue.h"

typedef struct pk_leaf {
    uint8_t kind;          /* pk_arg_kind: scalar, complex, array, none */
    uint8_t layout, flags; /* array: as in pk_arg_type */
    pk_dtype dtype;
    pk_pass pass;
    uint32_t arg;          /* number of the argument it belongs to */
    uint64_t bits[2];      /* scalar: its value; complex: its parts */
    const pk_array *array; /* array: the caller's */
    pk_extent extent;
    const void *space;   /* what begin and end count in: NULL for addresses of
                            the host, else a buffer */
    uint64_t begin, end; /* its bytes there; equal when it has none */
    pk_ref ref;          /* where its first element is on the device */
    uint64_t address;    /* of that, 0 when there is none */
} pk_leaf;

/* Host arrays that overlap, as one run of bytes on the device (stage.c). */
typedef struct pk_group {
    uint64_t begin, end; /* addresses of the host */
    pk_mem *mem;
    uint64_t bytes; /* taken from the device, 0: imported */
    uint64_t pad;   /* byte of `mem` that `begin` is at */
} pk_group;

enum { PK_KEY_FLAGS, PK_KEY_BLOCK, PK_KEY_ARGS = PK_KEY_BLOCK + 3 };
enum { PK_KEY_noalias = 1 };

/* A key: flags, block dimensions, then a word or more for each argument. */
typedef struct pk_key {
    uint32_t *words;
    uint32_t count;
    uint64_t hash;
} pk_key;

typedef struct pk_frame {
    pk_leaf *leaves;
    uint32_t leaf_count, array_count;
    pk_key key;
    char *params; /* room for the packed block, params_room bytes */
    size_t params_room;
    pk_ref *refs;     /* room for array_count and one */
    pk_group *groups; /* room for array_count */
} pk_frame;

/* Checks the arguments of a call of `info` and describes them in `out`, whose
 * memory is the scratch's until it is taken again. Failures name the argument
 * by number and name. The key's block dimensions are left 0, its hash unset. */
pk_status pk_frame_make(const pk_context *ctx, const pk_function_info *info,
                        const pk_arg *args, size_t count, pk_scratch *scratch,
                        pk_frame *out, pk_error *err);

/* Sets the key's block dimensions (NULL: 0) and its hash. */
void pk_frame_seal(pk_frame *frame, const uint32_t *block);

/* The frontend's words for the arguments, in `arena`. */
void pk_frame_signature(const pk_frame *frame, const pk_arg *args, size_t count,
                        pk_arena *arena, pk_signature *out);

#endif
