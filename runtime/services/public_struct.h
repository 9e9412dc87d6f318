/* SPDX-License-Identifier: Apache-2.0 */
/* Public structs that begin with struct_size, across the border of the library.
 *
 * The caller may have been compiled with another version of the headers: its
 * struct then ends earlier or later than ours. It may also be wrong: a size
 * that ends within a member must not leave half a pointer here. So each struct
 * is known by the ends of its members (structs.def), and only whole ones
 * cross. */
#ifndef PORTKERN_RUNTIME_SERVICES_PUBLIC_STRUCT_H
#define PORTKERN_RUNTIME_SERVICES_PUBLIC_STRUCT_H

#include "base/error.h"
#include "portkern/tools.h"

typedef struct pk_member_bytes {
    uint16_t begin, end;
} pk_member_bytes;

typedef struct pk_struct_layout {
    const char *name;
    const pk_member_bytes *members; /* in their order */
    size_t count;                   /* of members */
    size_t size;
} pk_struct_layout;

/* pk_emit_request_layout and its kin */
#define STRUCT(type, members) extern const pk_struct_layout type##_layout;
#include "runtime/services/structs.def"
#undef STRUCT

/* Copies the options struct `in` of a caller to `out`, which has our size.
 * Members that the caller's struct does not hold whole are zero; NULL gives
 * zeros. PK_BAD_ARG when struct_size is not set or is no size of a struct, or
 * when members that this library does not know are set. */
pk_status pk_options_read(const pk_struct_layout *layout, const void *in,
                          void *out, pk_error *err);

/* Fills in those members of the caller's struct `out` that it holds whole.
 * Bytes between members stay the caller's: ours are of no known value. */
pk_status pk_struct_give(const pk_struct_layout *layout, const void *in,
                         void *out, pk_error *err);

#endif
