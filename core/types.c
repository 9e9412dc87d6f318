/* SPDX-License-Identifier: Apache-2.0 */
/* Facts about types, read from types.def. */
#include "portkern/ir.h"

typedef struct type_info {
    const char *name;
    pk_type_class class;
    uint32_t bytes;
} type_info;

static const type_info types[PK_TYPE_COUNT] = {
#define TYPE(name, class, bytes, meaning) {#name, PK_CLASS_##class, bytes},
#include "portkern/types.def"
#undef TYPE
};

static const char *const spaces[PK_SPACE_COUNT] = {"global", "shared", "local",
                                                   "constant"};

pk_type_class pk_type_get_class(pk_type type) {
    if (pk_type_is_ptr(type))
        return PK_CLASS_POINTER;
    return type < PK_TYPE_COUNT ? types[type].class : PK_CLASS_VOID;
}

bool pk_type_is_int(pk_type type) {
    pk_type_class class = pk_type_get_class(type);

    return class == PK_CLASS_SIGNED || class == PK_CLASS_UNSIGNED;
}

bool pk_type_is_float(pk_type type) {
    return pk_type_get_class(type) == PK_CLASS_FLOAT;
}

bool pk_type_is_signed(pk_type type) {
    return pk_type_get_class(type) == PK_CLASS_SIGNED;
}

uint32_t pk_type_bytes(pk_type type) {
    if (pk_type_is_ptr(type))
        return 8;
    return type < PK_TYPE_COUNT ? types[type].bytes : 0;
}

const char *pk_type_name(pk_type type) {
    if (pk_type_is_ptr(type))
        return "ptr";
    return type < PK_TYPE_COUNT ? types[type].name : "?";
}

const char *pk_space_name(pk_space space) {
    return (unsigned)space < PK_SPACE_COUNT ? spaces[space] : "?";
}
