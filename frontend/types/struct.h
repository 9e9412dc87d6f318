/* SPDX-License-Identifier: Apache-2.0 */
/* Structures by reference: fields in counted memory, each as many words of 8
 * bytes as it has parts. A value of such a type is a reference to the memory,
 * so that two names for one see the same fields. Objects of classes are such,
 * and generators, whose fields no name has. */
#ifndef PORTKERN_FRONTEND_TYPES_STRUCT_H
#define PORTKERN_FRONTEND_TYPES_STRUCT_H

#include "frontend/types/types.h"

enum { PK_STRUCT_WORDS = 64 }; /* which of them are references is a bit each */

typedef enum pk_role_in_struct {
    PK_STRUCT_method, /* called with the structure first */
    PK_STRUCT_getter, /* .x is its call, .x = v that of the setter */
    PK_STRUCT_setter,
    PK_STRUCT_static,  /* called as it is */
    PK_STRUCT_class,   /* called with the class first */
    PK_STRUCT_compares /* with an object of the same class */
} pk_role_in_struct;

/* How objects of a dataclass compare as the tuples that they are. */
enum { PK_COMPARES_never, PK_COMPARES_equal, PK_COMPARES_order };

typedef struct pk_struct_function {
    const char *name;
    const struct pk_function *function;
    uint8_t role;
} pk_struct_function;

typedef struct pk_struct {
    const char *name;
    const char *key;     /* what callers know it by */
    pk_ty type;          /* of its values */
    const char **names;  /* of the fields */
    const pk_ty **types; /* of the fields, as containers hold them */
    uint32_t count, words;
    pk_struct_function *functions;
    uint32_t function_count;
    const struct pk_instance *generator; /* whose frame it is, or NULL */
    bool frozen, hashed;                 /* of a dataclass, which has no fields
                                            here: pk_fields has them */
    uint8_t compares;
    const pk_table *constants; /* of a dataclass: the class's attributes */
} pk_struct;

/* A structure without fields and functions, with room for so many. */
pk_struct *pk_struct_new(pk_arena *arena, const char *name, uint32_t fields,
                         uint32_t functions);
/* Adds a field; false: no structure has such a one, or there is no room. */
bool pk_struct_add(pk_arena *arena, pk_struct *s, const char *name,
                   const pk_ty *type);
/* The number of a field; -1: there is none of that name. */
int pk_struct_field(const pk_struct *s, const char *name);
/* The first word of a field. */
uint32_t pk_struct_word(const pk_struct *s, uint32_t field);
/* A function of that name and role; NULL: there is none. */
const struct pk_function *pk_struct_function_of(const pk_struct *s,
                                                const char *name,
                                                pk_role_in_struct role);

/* Whether a value is an object of a dataclass, a tuple with the functions of a
 * class; or one of these or a structure. */
bool pk_ty_is_dataclass(const pk_ty *type);
bool pk_ty_is_object(const pk_ty *type);
/* The classes of slices, without a step and with one; the type of such a value,
 * with so many items. */
extern const pk_fields pk_slice_fields[2];
bool pk_ty_is_slice(const pk_ty *type);
const pk_ty *pk_ty_slice(pk_arena *arena, uint32_t count);
/* The name of the class, where it is Python's or NumPy's, which names the rows
 * of its methods; else NULL. */
const char *pk_ty_builtin_class(const pk_ty *type);
/* The class of these that a caller means by `fields`; else `fields`. */
const pk_fields *pk_builtin_fields(const pk_fields *fields);
/* The attributes of a dataclass that make an object of values of its fields, as
 * a call does without a __post_init__, and that call this for one; and that of
 * an object that is its class. */
extern const char pk_dataclass_new[], pk_dataclass_checked[],
    pk_dataclass_class[];

/* Whether a for takes what the type gives one by one: a generator, and zip and
 * enumerate with one. */
bool pk_ty_is_stepped(const pk_ty *type);

#endif
