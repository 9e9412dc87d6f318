/* SPDX-License-Identifier: Apache-2.0 */
/* Facts about types, read from types.def. */
#include "portkern/types.h"

const pk_type_info pk_type_table[PK_TYPE_COUNT] = {
#define TYPE(name, class, bytes, meaning) {#name, PK_CLASS_##class, bytes},
#include "portkern/types.def"
#undef TYPE
};

static const char *const spaces[PK_SPACE_COUNT] = {"global", "shared", "local",
                                                   "constant"};

const char *pk_type_name(pk_type type) {
    if (pk_type_is_ptr(type))
        return "ptr";
    return type < PK_TYPE_COUNT ? pk_type_table[type].name : "?";
}

const char *pk_space_name(pk_space space) {
    return (unsigned)space < PK_SPACE_COUNT ? spaces[space] : "?";
}
