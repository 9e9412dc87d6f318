/* SPDX-License-Identifier: Apache-2.0 */
/* LAPACK, of a library that is found when it is first wanted: the one that
 * PORTKERN_LAPACK names ("off": none), one that the process has, such as
 * NumPy's, or the system's. */
#ifndef PORTKERN_BASE_OS_LAPACK_H
#define PORTKERN_BASE_OS_LAPACK_H

#include <stdbool.h>
#include <stdint.h>

/* Runs a routine on matrices that lie one behind the other in `block`, each by
 * columns; lapack.def says which. `which` is twice the routine's number, and
 * one more for complex elements; `single`: of 4 bytes. `asked` is what
 * PORTKERN_LAPACK says, or NULL. With m = 0 it only looks for the library.
 *
 * Returns LAPACK's info, or -1 and leaves the block alone: there is no library
 * or no memory, or the block has less than `bytes`. */
int64_t pk_lapack_call(const char *asked, uint32_t which, bool single,
                       void *block, uint64_t bytes, int64_t m, int64_t n,
                       int64_t k);

#endif
