/* SPDX-License-Identifier: Apache-2.0 */
/* Finds out what the loop vectoriser made of loops. Part of
 * portkern-cpu-llvm.so. */
#ifndef PORTKERN_BACKENDS_NATIVE_LLVM_WIDTHS_H
#define PORTKERN_BACKENDS_NATIVE_LLVM_WIDTHS_H

#include "base/text.h"

#include <llvm-c/Core.h>

/* Appends a line for each latch of a loop that has a number by the name `mark`:
 * the number, and the elements of its widest vectors, 1 where the vectoriser
 * made none. A loop has several such lines where some iterations are left
 * over. */
void pk_native_put_widths(LLVMContextRef context, LLVMModuleRef module,
                          const char *mark, pk_text *out);

#endif
