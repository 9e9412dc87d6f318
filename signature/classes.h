/* SPDX-License-Identifier: Apache-2.0 */
/* Classes of a program that types of arguments may name: tuples with named
 * items, and enumerations. The values in them (types.h) are the frontend's. */
#ifndef PORTKERN_SIGNATURE_CLASSES_H
#define PORTKERN_SIGNATURE_CLASSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct pk_typed;

/* Where a class of the module level is written; line 0: within a function,
 * which makes a class at each call. A class that a program gives is written
 * nowhere: `given` is all that it says. */
typedef struct pk_class_place {
    const char *file;
    uint32_t line, col;
    const char *given; /* given_length bytes; NULL: of a text */
    size_t given_length;
    bool of_context; /* it lives as long as the context: any module's kernels
                        take its values */
} pk_class_place;

/* The names of a tuple's items: collections.namedtuple, typing.NamedTuple,
 * dataclasses. */
typedef struct pk_fields {
    const char *name;
    pk_class_place place;
    const char *const *names;
    const struct pk_typed *defaults; /* type NULL: none */
    /* Each field has here the class that an annotation names, or NULL. NULL
     * itself when no field has one. */
    const struct pk_fields *const *inner;
    uint32_t count;
    uint32_t required;             /* of them have no default: the first */
    const struct pk_struct *class; /* the frontend's: of a dataclass its
                                      functions; else NULL */
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

/* Whether two classes are the same: one place may have several, and those that
 * programs give are the same where they say the same. */
static inline bool pk_class_place_same(const pk_class_place *a,
                                       const pk_class_place *b) {
    return a->given && b->given && a->given_length == b->given_length &&
           memcmp(a->given, b->given, a->given_length) == 0;
}
static inline bool pk_fields_same(const pk_fields *a, const pk_fields *b) {
    return a == b || (a && b && pk_class_place_same(&a->place, &b->place));
}
static inline bool pk_members_same(const pk_members *a, const pk_members *b) {
    return a == b || (a && b && pk_class_place_same(&a->place, &b->place));
}

#endif
