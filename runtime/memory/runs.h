/* SPDX-License-Identifier: Apache-2.0 */
/* Two arrays of one shape, of which one is copied to the other, seen as runs of
 * bytes: axes whose elements follow each other in both become one, so that what
 * is left is as few and as long runs as the two have in common.
 *
 *     (3, 4, 5) of f32, both in C order     one run of 240 bytes
 *     one of them every second row          rows of 80 bytes
 *     one of them transposed                runs of 4 bytes along two axes */
#ifndef PORTKERN_RUNTIME_MEMORY_RUNS_H
#define PORTKERN_RUNTIME_MEMORY_RUNS_H

#include "runtime/memory/array.h"

typedef struct pk_run_axis {
    int64_t count;    /* of steps, 2 at least */
    int64_t dst, src; /* bytes from one step to the next */
} pk_run_axis;

typedef struct pk_runs {
    uint64_t width;   /* bytes of a run */
    int64_t dst, src; /* the first run's bytes, from the first elements' */
    uint32_t axis_count;
    pk_run_axis axes[PK_MAX_NDIM]; /* along which runs lie, outermost first */
} pk_runs;

/* Both arrays are valid, have elements and the same shape. */
void pk_runs_make(const pk_array *dst, const pk_array *src, pk_runs *out);

/* Copies host memory that does not overlap; `dst` and `src` are the first
 * elements. */
void pk_runs_copy(const pk_runs *runs, char *dst, const char *src);

/* The same of two arrays in host memory. */
void pk_array_copy_host(const pk_array *dst, const pk_array *src);

/* Steps through the runs that differ in all axes but `inner` (UINT32_MAX: in
 * all). `index` begins as zeros; the offsets are kept up to date. False when
 * there is no further one. */
bool pk_runs_next(const pk_runs *runs, uint32_t inner,
                  int64_t index[PK_MAX_NDIM], int64_t *dst, int64_t *src);

/* Whether elements of the array share bytes. Strides that do not nest (each at
 * least as far as all shorter ones reach) count as sharing. */
bool pk_array_overlaps_itself(const pk_array *array);

/* Strides for a copy of the array without gaps: axes in its order and
 * direction; elements that it has many times over it has so, too. */
void pk_array_compact(const pk_array *array, int64_t strides[PK_MAX_NDIM]);

#endif
