/* SPDX-License-Identifier: Apache-2.0 */
/* Names of dtypes: NumPy's, of numbers and of pairs of them. */
#ifndef PORTKERN_SIGNATURE_DTYPE_H
#define PORTKERN_SIGNATURE_DTYPE_H

#include "portkern/types.h"

#include <stdbool.h>

/* "float32" for f32. */
const char *pk_scalar_name(pk_type scalar);

/* Reads one of NumPy's words for dtypes, "f4" or "float32", of a complex
 * number the type of a part. False when it is none. */
bool pk_dtype_read(const char *word, pk_type *scalar, bool *is_complex);

#endif
