/* SPDX-License-Identifier: Apache-2.0 */
/* Types written as values, where decorators want them: float32[:, ::1],
 * UniTuple(f4, 2), void(float32[:], int32). In a string the names are those of
 * numba.types; outside they are the module's.
 *
 * A type is a value of kind dtype, several in parentheses are a tuple of such,
 * and a type called with types is a signature. */
#ifndef PORTKERN_FRONTEND_MODULE_TYPE_VALUES_H
#define PORTKERN_FRONTEND_MODULE_TYPE_VALUES_H

#include "frontend/module/scope.h"

typedef struct pk_type_reader {
    pk_scope *scope;
    bool in_text;
    pk_fault fault; /* what is wrong, when something is */
} pk_type_reader;

/* Reads the type or signature that the expression stands for; false when it is
 * none, and then the fault says why. */
bool pk_type_value(pk_type_reader *r, const pk_ast *node, pk_typed *out);
/* Returns the type of a variable that the value of a name is; NULL: it is none.
 */
const pk_ty *pk_type_of_variable(pk_arena *arena, const pk_ty *value);

/* The same of a string of the source: parses its text. */
bool pk_type_text(pk_type_reader *r, const pk_ast *node, const char *text,
                  pk_typed *out);

/* Notes what is wrong, when nothing has been: false, to be returned. */
bool pk_type_fault(pk_type_reader *r, const pk_ast *node, uint32_t code,
                   const char *hint, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

#endif
