/* SPDX-License-Identifier: Apache-2.0 */
/* Classes of a program that types of arguments may name: tuples with named
 * items, and enumerations. The values in them (types.h) are the frontend's. */
#ifndef PORTKERN_SIGNATURE_CLASSES_H
#define PORTKERN_SIGNATURE_CLASSES_H

#include <stdbool.h>
#include <stdint.h>

struct pk_typed;

/* Where a class of the module level is written; line 0: within a function,
 * which makes a class at each call. */
typedef struct pk_class_place {
    const char *file;
    uint32_t line, col;
} pk_class_place;

/* The names of a tuple's items: collections.namedtuple, typing.NamedTuple. */
typedef struct pk_fields {
    const char *name;
    pk_class_place place;
    const char *const *names;
    const struct pk_typed *defaults; /* type NULL: none */
    /* Each field has here the class that an annotation names, or NULL. NULL
     * itself when no field has one. */
    const struct pk_fields *const *inner;
    uint32_t count;
    uint32_t required; /* of them have no default: the first */
} pk_fields;

/* The members of an enumeration. Those of an IntEnum are integers that know
 * where they come from; of another one a member is its number in here. */
typedef struct pk_members {
    const char *name;
    pk_class_place place;
    const char **names;
    struct pk_typed *values;
    uint32_t count;
    bool integers;
} pk_members;

#endif
