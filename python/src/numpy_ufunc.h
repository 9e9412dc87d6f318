/* SPDX-License-Identifier: Apache-2.0 */
/* NumPy's header of ufuncs, which has functions without prototypes. module.c
 * fills its table in. */
#ifndef PORTKERN_PYTHON_NUMPY_UFUNC_H
#define PORTKERN_PYTHON_NUMPY_UFUNC_H

#include "core.h"

#ifndef PORTKERN_IMPORTS_NUMPY
#define NO_IMPORT_UFUNC
#endif
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#include <numpy/ufuncobject.h>
#pragma GCC diagnostic pop

#endif
