/* SPDX-License-Identifier: Apache-2.0 */
/* The frontend: the text of a Python source to kernel IR, one function and one
 * signature at a time.
 *
 * A pk_program is a parsed source with everything that the module level says
 * (imports, constants, functions). Compiling a function infers the types that
 * it has under one signature, with every function that it reaches, and lowers
 * them. The program is read-only afterwards: any number of threads may compile
 * from it at the same time. */
#ifndef PORTKERN_FRONTEND_FRONTEND_H
#define PORTKERN_FRONTEND_FRONTEND_H

#include "base/source_max.h"
#include "frontend/infer/library_cache.h"
#include "frontend/module/module.h"
#include "portkern/ir.h"

/* Compiles kernel `name` (also a device function: then as device function
 * only) for a signature into a new module in `arena`. Parameters come in the
 * order of the arguments: a scalar is one parameter; a complex two; a tuple
 * its items in order; an array its data, then its shape, axis by axis, then
 * for layout 'A' its strides in bytes. None gives nothing. The data of a
 * complex array has PK_PARAM_pairs. Behind them come those of the arrays by
 * reference that the kernel or what it calls uses. Where a shape in the kernel
 * is the launch's (block or grid dimensions, dynamic shared memory) or an
 * integer argument's, a signature that does not know it is PK_UNSUPPORTED or
 * PK_TYPE, and one that does compiles. The IR has passed pk_verify in debug
 * builds. `library` may be NULL. */
pk_status pk_frontend_compile(const pk_program *program, const char *name,
                              const pk_signature *signature,
                              pk_library *library, pk_arena *arena, pk_ir **out,
                              pk_diags *diags);

/* For tools: the syntax tree, and the tree with the types inferred. */
pk_status pk_program_print_ast(const pk_program *program, const char *name,
                               pk_text *out);
pk_status pk_frontend_print_types(const pk_program *program, const char *name,
                                  const pk_signature *signature, pk_text *out,
                                  pk_diags *diags);

/* Appends the types of the arguments, `count` of them, as the function has them
 * (declared types, defaults of those left out), and the type of its result,
 * each ended by NUL. */
pk_status pk_frontend_list_types(const pk_program *program, const char *name,
                                 const pk_signature *signature, pk_text *out,
                                 uint32_t *count, pk_diags *diags);

/* Warns of stores by which iterations of the function's loops over prange
 * overwrite each other's results, and with `notes` says of each loop whether it
 * runs on all cores, and why not. Nothing where the function has no
 * parallel=True. */
PK_SHARED void pk_frontend_parallel_loops(const pk_program *program,
                                          const char *name, bool notes,
                                          pk_diags *diags);

#endif
