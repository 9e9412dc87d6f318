/* SPDX-License-Identifier: Apache-2.0 */
/* IR in block form to the text of an LLVM module.
 *
 * One exported function per kernel, @k.NAME, of type pk_native_entry, runs a
 * run of consecutive blocks: block number i is the block at x = i % grid.x,
 * y = i / grid.x % grid.y, z = the rest. Printing needs no LLVM: the text is
 * what golden tests compare and what portkern-cpu-llvm.so compiles. */
#ifndef PORTKERN_BACKENDS_NATIVE_H
#define PORTKERN_BACKENDS_NATIVE_H

#include "core/text.h"
#include "portkern/ir.h"

/* The shape of a launch, as kernels read it. */
typedef struct pk_native_launch {
    uint32_t grid[3], block[3];
} pk_native_launch;

/* Runs blocks first .. last - 1. `scratch` is aligned to 64 and holds
 * pk_native_scratch bytes and behind them the shared memory sized at launch;
 * nobody else uses it meanwhile. */
typedef void (*pk_native_entry)(const void *params,
                                const pk_native_launch *launch, uint64_t first,
                                uint64_t last, void *scratch);

/* Bytes of scratch memory that the kernel's declared arrays take: a multiple
 * of 64. */
uint64_t pk_native_scratch(const pk_func *fn);

/* How loops over threads are printed. */
typedef enum pk_native_lanes {
    PK_NATIVE_LANES_where_it_pays, /* vectors of threads, by rules of thumb */
    PK_NATIVE_LANES_wherever,      /* wherever they can be: for tests */
} pk_native_lanes;

/* Appends the LLVM module for all functions of `ir`, whose kernels must be in
 * block form. The IR has passed pk_verify; marks in it are overwritten. */
pk_status pk_native_emit(pk_ir *ir, pk_native_lanes lanes, pk_text *out,
                         pk_error *err);

/* The LLVM passes that this module wants, as LLVM's pass builder reads them. */
const char *pk_native_passes(const pk_ir *ir);

#endif
