/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel IR to OpenCL C 1.2.
 *
 * The text is three-address code: one statement and one temporary for each
 * instruction, so that no compiler meets deep nesting and nothing can be fused
 * across operations; names are made up (v12, l3), never a user's. What one
 * operation looks like is a row of opencl_ops.def; what takes more than an
 * expression is a function of opencl_helpers.def, printed when it is used.
 *
 * Two forms: `threads` (a work-item is a thread; barriers stand) and `block`
 * (a work-item is a block; loops over threads, no barrier). */
#ifndef PORTKERN_BACKENDS_OPENCL_C_H
#define PORTKERN_BACKENDS_OPENCL_C_H

#include "base/arena.h"
#include "base/text.h"
#include "portkern/ir.h"

/* Clang refuses more than 256 open brackets; deeper kernels are PK_LIMIT. */
enum { PK_OPENCL_MAX_NESTING = 200 };

/* Places for the extensions that a module uses, and the NULL behind them. */
enum { PK_OPENCL_EXTENSIONS = 7 };

/* Where a device cannot divide or take square roots of float32 exactly, and
 * has no float64 to do it in, such operations are refused. */

/* Appends the text of the module: verified, its kernels laid out
 * (pk_func_layout), in the form that they name. `lines` keeps source places as
 * comments; `extensions` gets the names of those that the text turns on. The
 * same IR and caps give the same text.
 *
 * Fails with PK_UNSUPPORTED, with the place in the source, where the target
 * lacks what an instruction needs; PK_LIMIT for nesting or parameters beyond
 * what OpenCL takes. `arena` is used while it runs. */
pk_status pk_opencl_c_emit(pk_ir *ir, const pk_caps *caps, bool lines,
                           pk_arena *arena, pk_text *out,
                           const char *extensions[PK_OPENCL_EXTENSIONS],
                           pk_error *err);

/* Appends what stands in front of such a text where a program shall have the
 * kernel `name` alone; NULL: nothing. */
void pk_opencl_c_put_only(pk_text *out, const char *name);

/* The name that the kernel `name` has in the text; in `arena`. */
char *pk_opencl_c_kernel_name(pk_arena *arena, const char *name);

/* How a kernel takes its parameters. A data pointer is always a buffer
 * argument. `split`: each is followed by its byte offset (ulong), scalars are
 * arguments by value, all in order. `packed` (what split would need passes the
 * device's limit): after the buffers comes one constant buffer with the packed
 * block, in which a pointer's eight bytes hold its byte offset. In both ways
 * follow, in all forms but threads, three ints with the block's dimensions, and
 * local memory where the kernel uses arrays sized at launch. */
typedef enum pk_opencl_c_args {
    PK_OPENCL_ARGS_split,
    PK_OPENCL_ARGS_packed
} pk_opencl_c_args;

/* Work-items of a group, along x, for a kernel in one of those forms: the
 * block's warps in lanes form, its threads in sub-group form, 1 in block form.
 */
uint32_t pk_opencl_c_group(pk_form form, uint32_t threads);

/* The number of arguments that a kernel has in either way. They differ for
 * every kernel that may be packed (a single parameter never is). */
uint32_t pk_opencl_c_arg_count(pk_opencl_c_args args, uint32_t buffers,
                               uint32_t scalars, pk_form form,
                               bool shared_dynamic);

#endif
