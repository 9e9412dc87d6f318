/* SPDX-License-Identifier: Apache-2.0 */
/* The program of a module, which is parsed when something first asks for what
 * only the source tells.
 *
 * A module is opened by its outline (signature/outline.h), which the disk cache
 * has under a digest of the source. So a process whose kernels are all cached
 * never parses. */
#ifndef PORTKERN_COMPILE_PROGRAM_LAZY_PROGRAM_H
#define PORTKERN_COMPILE_PROGRAM_LAZY_PROGRAM_H

#include "frontend/module/module.h"
#include "runtime/kernel/compiler.h"

/* Fills in the module: functions, references, digest, maker. */
pk_status pk_lazy_program_open(pk_module *mod, const pk_module_source *source,
                               pk_error *err);
void pk_lazy_program_close(struct pk_lazy_program *lazy);

/* The module's program, parsed now unless it has been. Any thread. PK_IO: a
 * file that it imports is not what it was when the module was made. */
pk_status pk_module_program(const pk_module *mod, const pk_program **out,
                            pk_error *err);
/* The time that parsing took, 0: not parsed. */
uint64_t pk_module_parse_ns(const pk_module *mod);
/* Gives the disk cache the module's outline, once; nothing where it has it. */
void pk_module_keep_outline(const pk_module *mod);

#endif
