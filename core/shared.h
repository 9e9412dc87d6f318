/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes of declared arrays, where the shared ones of a block lie, and whether
 * its threads have to do with each other at all. */
#ifndef PORTKERN_CORE_SHARED_H
#define PORTKERN_CORE_SHARED_H

#include "portkern/ir.h"

/* Bytes of a declared array; 0 for one that is sized at launch. */
static inline uint64_t pk_storage_bytes(const pk_storage *array) {
    return array->count * pk_type_bytes(array->elem);
}

/* The byte at which a shared array of the function lies when all are laid out
 * in order; with NULL the end of all. Arrays sized at launch take none. */
uint64_t pk_shared_place(const pk_func *fn, const pk_storage *array);

/* PK_LIMIT, with the function's place, when its shared arrays take more than
 * the `most` bytes of a block on `device`. */
pk_status pk_shared_fits(const pk_func *fn, uint32_t most, const char *device,
                         pk_error *err);

/* Whether the function's threads may have anything to do with others of their
 * block: it has shared arrays, barriers or operations of a warp. */
bool pk_threads_meet(const pk_func *fn);

#endif
