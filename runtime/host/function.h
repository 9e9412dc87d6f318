/* SPDX-License-Identifier: Apache-2.0 */
/* Host functions: kernels that are called and not launched. */
#ifndef PORTKERN_RUNTIME_HOST_FUNCTION_H
#define PORTKERN_RUNTIME_HOST_FUNCTION_H

#include "portkern/host.h"
#include "runtime/kernel/module.h"

struct pk_host_function {
    pk_kernel kernel;
};

#endif
