/* SPDX-License-Identifier: Apache-2.0 */
/* The PTX backend: kernel IR to the text that NVIDIA's driver (or ptxas)
 * assembles. A printer, with no compiler library behind it: one IR operation
 * is one row of ptx_ops.def, one local is one register. What is left to the
 * driver's assembler: registers, scheduling, unrolling, predication. */
#ifndef PORTKERN_BACKENDS_PTX_PTX_H
#define PORTKERN_BACKENDS_PTX_PTX_H

#include "base/arena.h"
#include "base/text.h"
#include "portkern/ir.h"

/* The oldest and the newest architecture that a target may name (sm_70 ..
 * sm_120), and what is taken when none is named. */
enum { PK_PTX_SM_MIN = 70, PK_PTX_SM_MAX = 120, PK_PTX_SM_DEFAULT = 75 };

typedef struct pk_ptx_options {
    bool debug_lines; /* .file and .loc: source lines for profilers */
} pk_ptx_options;

/* Appends the text of every function of `ir` to `out`: `caps->version` is the
 * architecture that may be used (75), .version and .target are the lowest that
 * the text needs. The IR has passed pk_verify and pk_func_layout and is used up
 * (marks, helper functions). The same IR gives the same text. NULL options: the
 * defaults.
 *
 * Fails with PK_NO_MEMORY, or PK_UNSUPPORTED for what PTX cannot hold (over
 * 48 KiB of shared arrays). */
pk_status pk_ptx_emit(pk_ir *ir, const pk_caps *caps,
                      const pk_ptx_options *options, pk_text *out,
                      pk_error *err);

/* The name that a kernel has in the text, in `arena`. Different names stay
 * different. */
const char *pk_ptx_entry_name(pk_arena *arena, const char *name);

/* The module's variable that blocks count themselves in at a barrier of the
 * grid: where a module has it, all blocks must run at once. */
#define PK_PTX_GRID_WORD "grid$sync"

/* A variable of modules with functions that call themselves, whose stack no
 * assembler can know: the launcher sees to it that there is enough. */
#define PK_PTX_STACK_WORD "calls$stack"

/* Bytes that the kernel's shared arrays take when laid out in order, but for
 * those sized at launch. */
uint64_t pk_ptx_shared_bytes(const pk_func *fn);

/* Where shared arrays take more bytes than PTX lets a kernel declare, they lie
 * at the beginning of its memory sized at launch: a launch asks for them too,
 * pk_ptx_shared_moved(bytes) in all. */
enum { PK_PTX_SHARED_DECLARED = 48 << 10 };

static inline uint32_t pk_ptx_shared_moved(uint64_t bytes) {
    return bytes > PK_PTX_SHARED_DECLARED ? ((uint32_t)bytes + 15) & ~15u : 0;
}

#endif
