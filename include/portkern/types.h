/* SPDX-License-Identifier: Apache-2.0 */
/* Types of values in the IR, and places in sources. */
#ifndef PORTKERN_TYPES_H
#define PORTKERN_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pk_type_class {
    PK_CLASS_VOID,
    PK_CLASS_BOOL,
    PK_CLASS_SIGNED,
    PK_CLASS_UNSIGNED,
    PK_CLASS_FLOAT,
    PK_CLASS_REF,
    PK_CLASS_POINTER
} pk_type_class;

enum {
#define TYPE(name, class, bytes, meaning) PK_TYPE_##name,
#include "portkern/types.def"
#undef TYPE
    PK_TYPE_COUNT,
    PK_TYPE_NUMBERS = PK_TYPE_ref /* those before it are numbers, void and bool:
                                     the types of elements */
};

typedef enum pk_space {
    PK_SPACE_global,   /* device memory, seen by all threads */
    PK_SPACE_shared,   /* one per block */
    PK_SPACE_local,    /* one per thread */
    PK_SPACE_constant, /* read-only, part of the kernel */
    PK_SPACE_COUNT
} pk_space;

/* A scalar type, or with a space in the high byte a pointer to one. Pointers
 * to pointers do not exist. */
typedef uint16_t pk_type;

#define PK_TYPE_PTR(space, elem) ((pk_type)((((space) + 1) << 8) | (elem)))

static inline bool pk_type_is_ptr(pk_type t) {
    return t >> 8;
}
static inline pk_space pk_type_space(pk_type t) {
    return (pk_space)((t >> 8) - 1);
}
static inline pk_type pk_type_elem(pk_type t) {
    return (pk_type)(t & 255);
}

typedef struct pk_type_info {
    const char *name;
    uint8_t kind; /* pk_type_class */
    uint8_t bytes;
} pk_type_info;

extern const pk_type_info pk_type_table[PK_TYPE_COUNT];

static inline pk_type_class pk_type_get_class(pk_type t) {
    if (pk_type_is_ptr(t))
        return PK_CLASS_POINTER;
    return t < PK_TYPE_COUNT ? (pk_type_class)pk_type_table[t].kind
                             : PK_CLASS_VOID;
}
/* Signed or unsigned, not bool. */
static inline bool pk_type_is_int(pk_type t) {
    pk_type_class kind = pk_type_get_class(t);

    return kind == PK_CLASS_SIGNED || kind == PK_CLASS_UNSIGNED;
}
static inline bool pk_type_is_float(pk_type t) {
    return pk_type_get_class(t) == PK_CLASS_FLOAT;
}
static inline bool pk_type_is_signed(pk_type t) {
    return pk_type_get_class(t) == PK_CLASS_SIGNED;
}
/* Bytes in memory; a pointer has 8. */
static inline uint32_t pk_type_bytes(pk_type t) {
    if (pk_type_is_ptr(t))
        return 8;
    return t < PK_TYPE_COUNT ? pk_type_table[t].bytes : 0;
}
/* Name of a scalar type or space. */
const char *pk_type_name(pk_type type);
const char *pk_space_name(pk_space space);

/* A place in the source: the index of the file in its module, line and columns
 * from 1. {0} is nowhere. */
typedef struct pk_loc {
    uint32_t file, line, col, end_col;
} pk_loc;

#ifdef __cplusplus
}
#endif
#endif
