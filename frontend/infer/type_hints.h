/* SPDX-License-Identifier: Apache-2.0 */
/* Hints of errors that depend on the types that they are about. */
#ifndef PORTKERN_FRONTEND_INFER_TYPE_HINTS_H
#define PORTKERN_FRONTEND_INFER_TYPE_HINTS_H

#include "frontend/diag/codes.h"
#include "frontend/types/types.h"

/* Returns the hint of an error about values of these types (type_hints.def),
 * `b` NULL where there is one; NULL: none. */
const char *pk_type_hint(pk_code code, const pk_ty *a, const pk_ty *b);

/* Returns the hint where an integer is wanted, and a value of this type given.
 */
const char *pk_hint_integer(const pk_ty *type);
/* Returns the hint where two values that meet are in memory `apart`, or of
 * other types; NULL: the code's. */
const char *pk_unify_hint(const pk_ty *a, const pk_ty *b, bool apart);
/* Returns the hint where a value has no such attribute, or NULL. */
const char *pk_hint_attribute(const pk_ty *type, const char *attr);

#endif
