/* SPDX-License-Identifier: Apache-2.0 */
/* Classes whose objects are structures by reference (struct.c). */
#ifndef PORTKERN_FRONTEND_MODULE_STRUCT_H
#define PORTKERN_FRONTEND_MODULE_STRUCT_H

#include "frontend/module/scope.h"

/* Whether a class statement makes such: it has @jitclass. */
bool pk_makes_struct(pk_scope *s, const pk_ast *node);
/* Returns the class, without its functions; hidden when it cannot be used. */
pk_typed pk_struct_read(pk_scope *s, const pk_ast *node);
/* A class that cannot be used: why, and what to do (NULL: nothing is said). */
pk_typed pk_class_refused(pk_scope *s, const char *name, const char *why,
                          const char *hint);
/* A function of such a class, for each of which there is room. */
void pk_struct_add_function(pk_typed class, const pk_ast *def, pk_function *fn);
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

#endif
