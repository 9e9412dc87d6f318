/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/cuda_api.h"

#include "abi.h"

const abi_row abi_ours[] = {
#include "abi.def"
#include "sim/errors.def"
    {NULL, 0}};
