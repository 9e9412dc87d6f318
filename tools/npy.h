/* SPDX-License-Identifier: Apache-2.0 */
/* NumPy's .npy files (format 1.0 to 3.0), little-endian, C or Fortran order,
 * of every dtype that a kernel takes. A structured array whose fields have one
 * dtype is an array of that with one more axis, over the fields. */
#ifndef PORTKERN_TOOLS_NPY_H
#define PORTKERN_TOOLS_NPY_H

#include "portkern/portkern.h"

/* The fields of a structured array as the file spells them, "" for others. */
enum { NPY_FIELDS = 256 };

/* Reads a file into `out`: a host array in memory from malloc, which npy_free
 * gives back, and its fields into `fields`. PK_IO when the file cannot be read,
 * is cut short, or is no .npy file that we take; the message says which and
 * what to do. */
pk_status npy_load(const char *path, pk_array *out, char fields[NPY_FIELDS],
                   pk_error *err);

/* Writes a host array, contiguous in C or Fortran order; with `fields` its
 * last axis becomes them. */
pk_status npy_save(const char *path, const pk_array *array, const char *fields,
                   pk_error *err);

/* A new array of zeros, C order. */
pk_status npy_zeros(pk_dtype dtype, uint32_t ndim, const int64_t *shape,
                    pk_array *out, pk_error *err);

void npy_free(pk_array *array);

#endif
