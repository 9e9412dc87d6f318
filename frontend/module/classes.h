/* SPDX-License-Identifier: Apache-2.0 */
/* Classes of the module level that make values of kernels: tuples whose items
 * have names, and enumerations. */
#ifndef PORTKERN_FRONTEND_MODULE_CLASSES_H
#define PORTKERN_FRONTEND_MODULE_CLASSES_H

#include "frontend/module/scope.h"

/* {'n': 4}; hidden when a key is not known (table.c). */
pk_typed pk_dict_value(pk_scope *s, const pk_ast *node);
/* The attributes of a class: those whose values are known. */
pk_typed pk_class_table(pk_scope *s, const pk_ast *node);
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
