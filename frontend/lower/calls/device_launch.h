/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of kernel[grid, block](arguments) within a kernel. */
#ifndef PORTKERN_FRONTEND_LOWER_CALLS_DEVICE_LAUNCH_H
#define PORTKERN_FRONTEND_LOWER_CALLS_DEVICE_LAUNCH_H

#include "frontend/lower/lower.h"

void pk_lower_device_launch(pk_lower *l, const pk_ast *node,
                            const pk_call *call);

#endif
