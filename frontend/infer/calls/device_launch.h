/* SPDX-License-Identifier: Apache-2.0 */
/* Types of kernel[grid, block](arguments) within a kernel. */
#ifndef PORTKERN_FRONTEND_INFER_CALLS_DEVICE_LAUNCH_H
#define PORTKERN_FRONTEND_INFER_CALLS_DEVICE_LAUNCH_H

#include "frontend/infer/infer.h"

/* Types the launch of `fn` that `node`, a call of a subscript, is. */
pk_typed pk_infer_device_launch(pk_infer *in, const pk_ast *node,
                                const pk_function *fn, pk_call *call);

#endif
