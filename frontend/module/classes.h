/* SPDX-License-Identifier: Apache-2.0 */
/* Classes of the module level that make values of kernels: tuples whose items
 * have names, dataclasses, enumerations, and structures by reference. */
#ifndef PORTKERN_FRONTEND_MODULE_CLASSES_H
#define PORTKERN_FRONTEND_MODULE_CLASSES_H

#include "frontend/module/scope.h"
#include "frontend/types/struct.h"

/* {'n': 4}; hidden when a key is not known (table.c). */
pk_typed pk_dict_value(pk_scope *s, const pk_ast *node);
/* The attributes of a class: those whose values are known. */
pk_typed pk_class_table(pk_scope *s, const pk_ast *node);
/* Returns what names are assigned in the class statement of a dataclass. */
const struct pk_table *pk_class_constants(pk_scope *s, const pk_ast *node);
/* One attribute more, of those that the class statement has room for. */
void pk_class_add(pk_scope *s, pk_typed class, const char *name,
                  pk_typed value);
/* Returns what has the attribute `attr`, and the attributes of `base` besides;
 * messages call it `name`. A `base` that came from here is changed. */
pk_typed pk_table_with(pk_scope *s, pk_typed base, const char *name,
                       const char *attr, pk_typed value);
/* The value of a key; false when there is none that is known. */
bool pk_table_find(pk_typed table, pk_typed key, pk_typed *out);
/* Without those of `rest`. */
bool pk_table_attribute(pk_typed table, const char *name, pk_typed *out);
/* Names of tables that a statement of the program changes become unknown. */
void pk_table_changes(pk_scope *s, const pk_ast *node);

/* Returns the value of a class statement: hidden when the class is of no kind
 * that is supported. */
pk_typed pk_class_read(pk_scope *s, const pk_ast *node);
/* namedtuple("Point", "x y"); false when it cannot be read. */
bool pk_namedtuple_value(pk_scope *s, const pk_ast *node, pk_typed *out);

/* Point(1, y=2) at module level; false when that cannot be known. */
bool pk_fields_value(pk_scope *s, const pk_ast *node, const pk_fields *fields,
                     pk_typed *out);

/* The class of tuples with such names, as a value. */
pk_typed pk_fields_class(pk_arena *arena, const pk_fields *fields);
/* class Point(NamedTuple): x: float = 0.0; its fields, of a dataclass, too. */
pk_typed pk_named_tuple_read(pk_scope *s, const pk_ast *node);

/* Dataclasses (dataclass.c). */
bool pk_makes_dataclass(pk_scope *s, const pk_ast *node);
pk_typed pk_dataclass_read(pk_scope *s, const pk_ast *node);
/* Function number `i` of those that @dataclass writes; NULL: not for this
 * class.
 */
enum { PK_DATACLASS_WRITES = 8 };
const pk_ast *pk_dataclass_function(pk_scope *s, const pk_ast *node,
                                    const pk_fields *fields, uint32_t i,
                                    pk_role_in_struct *role);
/* The function of the class's name that stands for the class where functions
 * are named; NULL: callers do not know the class. */
const pk_ast *pk_dataclass_handle(pk_scope *s, const pk_ast *node,
                                  const pk_fields *fields);

/* Classes whose objects are structures by reference (struct.c): whether a class
 * statement makes such, by @jitclass. */
bool pk_makes_struct(pk_scope *s, const pk_ast *node);
/* Returns the class, without its functions; hidden when it cannot be used. */
pk_typed pk_struct_read(pk_scope *s, const pk_ast *node);
/* A class that cannot be used: why, and what to do (NULL: nothing is said). */
pk_typed pk_class_refused(pk_scope *s, const char *name, const char *why,
                          const char *hint);
/* Adds a function to a class, which has room for each of them. */
void pk_struct_add_function(const struct pk_struct *class, pk_function *fn,
                            uint8_t role);
/* The role that the decorators of a function say. */
uint8_t pk_struct_role(const pk_ast *def);
/* The function of the class's name that makes a structure, as a def:
 *
 *     def Point(x, y=0): return Point(x, y)
 *
 * It stands for the class where functions are named. NULL: there is no
 * __init__, or the class makes none. */
const pk_ast *pk_struct_maker(pk_scope *s, const pk_ast *node);
/* Notes that it makes none, since the class, of that type, cannot be used. */
void pk_struct_refuse(pk_scope *s, pk_function *fn, const pk_ty *class);
/* The class as a value. */
pk_typed pk_struct_class(pk_arena *arena, const struct pk_struct *s);

/* Member `name` of an enumeration. */
bool pk_enum_member(pk_arena *arena, const struct pk_members *members,
                    const char *name, pk_typed *out);
/* The member with a value. */
bool pk_enum_of_value(pk_arena *arena, const struct pk_members *members,
                      pk_typed value, pk_typed *out);
/* A member's value or name; *out has no known value where that is found while
 * running. False for other attributes, and where values differ in type. */
bool pk_member_attribute(pk_arena *arena, pk_typed member, const char *attr,
                         pk_typed *out);

#endif
