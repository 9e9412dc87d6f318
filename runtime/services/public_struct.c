/* SPDX-License-Identifier: Apache-2.0 */
/* Reading and filling in structs whose size the caller states. */
#include "runtime/services/public_struct.h"

#include "portkern/host.h"

#include <assert.h>
#include <string.h>

/* Structs without struct_size, which programs lay out in arrays and copy: they
 * may not change. */
static_assert(sizeof(void *) != 8 ||
                  (sizeof(pk_array) == 168 && sizeof(pk_arg) == 32 &&
                   sizeof(pk_global) == 40 && sizeof(pk_named_arg) == 40 &&
                   sizeof(pk_error) == 1044),
              "pk_array, pk_arg, pk_global, pk_named_arg and pk_error keep "
              "their size");

/* A struct made of the table's rows is laid out like the header's own when no
 * member is missing. */
#define MEMBER(type, member) __typeof__(((type *)0)->member) member;
#define STRUCT(type, members)                                                  \
    struct type##_of_table {                                                   \
        members                                                                \
    };                                                                         \
    static_assert(sizeof(struct type##_of_table) == sizeof(type),              \
                  "structs.def has all members");
#include "runtime/services/structs.def"
#undef MEMBER
#undef STRUCT

#define MEMBER(type, member)                                                   \
    static_assert(offsetof(struct type##_of_table, member) ==                  \
                      offsetof(type, member),                                  \
                  "structs.def has the members in their order");
#define STRUCT(type, members) members
#include "runtime/services/structs.def"
#undef MEMBER
#undef STRUCT

#define MEMBER(type, member)                                                   \
    {offsetof(type, member),                                                   \
     offsetof(type, member) + sizeof(((type *)0)->member)},
#define STRUCT(type, members)                                                  \
    static const pk_member_bytes type##_members[] = {members};                 \
    const pk_struct_layout type##_layout = {                                   \
        #type, type##_members, sizeof type##_members / sizeof *type##_members, \
        sizeof(type)};
#include "runtime/services/structs.def"
#undef MEMBER
#undef STRUCT

/* No struct of any version comes near: a larger number is no size, and the
 * memory behind it must not be read. */
enum { SIZE_MOST = 1 << 14 };

/* The bytes of the members that a struct of `given` bytes holds whole. */
static size_t whole_members(const pk_struct_layout *layout, size_t given) {
    size_t end = 0;

    for (size_t i = 0; i < layout->count && layout->members[i].end <= given;
         i++)
        end = layout->members[i].end;
    return end;
}

pk_status pk_options_read(const pk_struct_layout *layout, const void *in,
                          void *out, pk_error *err) {
    uint32_t given;

    memset(out, 0, layout->size);
    if (!in)
        return PK_OK;
    memcpy(&given, in, sizeof given);
    if (given < sizeof given)
        return pk_fail(err, PK_BAD_ARG,
                       "struct_size of %s is not set: begin with PK_INIT(%s)",
                       layout->name, layout->name);
    if (given > SIZE_MOST)
        return pk_fail(err, PK_BAD_ARG,
                       "struct_size of %s is %u: set it to sizeof(%s)",
                       layout->name, given, layout->name);
    for (size_t i = layout->size; i < given; i++)
        if (((const char *)in)[i])
            return pk_fail(err, PK_BAD_ARG,
                           "%s has a member set that this library, %s, does "
                           "not know",
                           layout->name, pk_version());
    memcpy(out, in, whole_members(layout, given));
    return PK_OK;
}

pk_status pk_struct_give(const pk_struct_layout *layout, const void *in,
                         void *out, pk_error *err) {
    uint32_t room;

    if (!out)
        return pk_fail(err, PK_BAD_ARG, "%s to fill in is NULL", layout->name);
    memcpy(&room, out, sizeof room);
    if (room < sizeof room)
        return pk_fail(err, PK_BAD_ARG,
                       "struct_size of %s is not set: begin with PK_INIT(%s)",
                       layout->name, layout->name);
    for (size_t i = 1; i < layout->count && layout->members[i].end <= room;
         i++) {
        const pk_member_bytes *m = &layout->members[i];
        memcpy((char *)out + m->begin, (const char *)in + m->begin,
               (size_t)m->end - m->begin);
    }
    return PK_OK;
}
