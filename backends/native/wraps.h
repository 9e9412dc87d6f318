/* SPDX-License-Identifier: Apache-2.0 */
/* What LLVM's loop vectoriser may not see: recurrences that wrap. Part of
 * portkern-cpu-llvm.so. */
#ifndef PORTKERN_BACKENDS_NATIVE_WRAPS_H
#define PORTKERN_BACKENDS_NATIVE_WRAPS_H

#include <llvm-c/Core.h>

/* To be called right in front of the vectoriser. */
void pk_native_hide_wraps(LLVMContextRef context, LLVMModuleRef module);

#endif
