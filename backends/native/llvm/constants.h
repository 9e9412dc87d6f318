/* SPDX-License-Identifier: Apache-2.0 */
/* Constants of floats in functions that LLVM does not optimise. Part of
 * portkern-cpu-llvm.so. */
#ifndef PORTKERN_BACKENDS_NATIVE_LLVM_CONSTANTS_H
#define PORTKERN_BACKENDS_NATIVE_LLVM_CONSTANTS_H

#include "portkern/status.h"

#include <llvm-c/Core.h>

/* Must be called right in front of code generation. Returns PK_NO_MEMORY, with
 * the module as it was. */
pk_status pk_native_place_constants(const pk_allocator *allocator,
                                    LLVMContextRef context,
                                    LLVMModuleRef module, pk_error *err);

#endif
