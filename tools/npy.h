/* SPDX-License-Identifier: Apache-2.0 */
/* NumPy's .npy files (format 1.0 to 3.0), little-endian, C or Fortran order,
 * of every dtype that a kernel takes, structured ones among them. */
#ifndef PORTKERN_TOOLS_NPY_H
#define PORTKERN_TOOLS_NPY_H

#include "portkern/portkern.h"

/* A structured dtype as the file spells it, "" for others. */
enum { NPY_FIELDS = 4096 };

/* Reads a file into `out`: a host array in memory from malloc, which npy_free
 * gives back. Of a structured one the dtype goes into `fields`, and the array
 * has no strides until npy_structure. PK_IO when the file cannot be read,
 * is cut short, or is no .npy file that we take; the message says which and
 * what to do. */
pk_status npy_load(const char *path, pk_array *out, char fields[NPY_FIELDS],
                   pk_error *err);

/* Gives a structured array what pk_structure_get makes of its fields. PK_IO
 * when its data has another size. */
pk_status npy_structure(pk_context *ctx, pk_array *array, const char *fields,
                        pk_error *err);

/* Writes a host array, contiguous in C or Fortran order; with `fields` as
 * records, which are its last axis when it has numbers. PK_IO with the reason
 * when that fails: then `path` is what it was before. */
pk_status npy_save(const char *path, const pk_array *array, const char *fields,
                   pk_error *err);

/* A new array of zeros, C order. */
pk_status npy_zeros(pk_dtype dtype, uint32_t ndim, const int64_t *shape,
                    pk_array *out, pk_error *err);

/* Bytes of the elements of a host array without gaps; 0 without one. */
size_t npy_size(const pk_array *array);

void npy_free(pk_array *array);

#endif
