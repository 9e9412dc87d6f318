/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of kernel[grid, block](arguments) within a kernel. */
#ifndef PORTKERN_FRONTEND_LOWER_NESTED_H
#define PORTKERN_FRONTEND_LOWER_NESTED_H

#include "frontend/lower/lower.h"

void pk_lower_nested(pk_lower *l, const pk_ast *node, const pk_call *call);

#endif
