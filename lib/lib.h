/* SPDX-License-Identifier: Apache-2.0 */
/* The device library: math written once, in portkern's own kernel language,
 * and compiled on demand like any other kernel text. The same operations run
 * everywhere, so results have the same bits on every backend.
 *
 * The language of these sources is Python with types on parameters and result
 * (`-> (f32, f32)`: a tuple), and rules of its own: a literal takes the type of
 * what it meets; integers keep their width; both sides of an operator have one
 * type; hex float literals; the names of `portkern.lib` are IR operations
 * (fma, mulhi, sqrt, trunc, select, min_nan, bitcast(x, T), ...) and
 * conversions (f32(x), i64(x), ...: saturating from floats); a tuple of
 * integers at module level can be indexed at run time. A function's name ends
 * in the type that it is for: exp_f32, exp_f64; what is written once for both
 * ends in _T and becomes two when it is embedded (scripts/lib_text.py). Names
 * are unique over all sources, and an import from another source says where one
 * is. No line of a function's body begins in the first column.
 *
 * Sources whose names start with np_ are ordinary kernels, typed by Python's
 * rules for any arguments: what NumPy's functions do with arrays. */
#ifndef PORTKERN_LIB_LIB_H
#define PORTKERN_LIB_LIB_H

#include <stdbool.h>
#include <stdint.h>

typedef struct pk_lib_source {
    const char *name;      /* "exp" */
    const uint8_t *packed; /* the text as zlib deflates it */
    uint32_t packed_size;
    uint32_t length;     /* of the text */
    uint32_t dictionary; /* number of the source with whose text it was
                            deflated; its own: none */
} pk_lib_source;

extern const pk_lib_source pk_lib_sources[]; /* in order of name */
extern const uint32_t pk_lib_source_count;
/* The functions, in order: the lower 24 bits of the hash of a name, of which no
 * two have the same, and the number of the source that it may be in. */
extern const uint32_t pk_lib_functions[];
extern const uint32_t pk_lib_function_count;

/* Writes the text of a source and a NUL, length + 1 bytes in all. Returns false
 * when there is no memory. */
bool pk_lib_unpack(const pk_lib_source *source, char *text);

#endif
