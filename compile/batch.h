/* SPDX-License-Identifier: Apache-2.0 */
/* Compiles several specialisations at once (runtime/kernel/compiler.h). */
#ifndef PORTKERN_COMPILE_BATCH_H
#define PORTKERN_COMPILE_BATCH_H

#include "runtime/kernel/compiler.h"

void pk_compile_batch(pk_context *ctx, const pk_batch_part *wanted,
                      size_t count);

#endif
