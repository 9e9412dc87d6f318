/* SPDX-License-Identifier: Apache-2.0 */
/* Hides from LLVM's loop vectoriser the recurrences that may wrap. Part of
 * portkern-cpu-llvm.so. */
#ifndef PORTKERN_BACKENDS_NATIVE_LLVM_WRAPS_H
#define PORTKERN_BACKENDS_NATIVE_LLVM_WRAPS_H

#include <llvm-c/Core.h>

/* Must be called right in front of the vectoriser. */
void pk_native_hide_wraps(LLVMContextRef context, LLVMModuleRef module);

#endif
