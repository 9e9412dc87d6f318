/* SPDX-License-Identifier: Apache-2.0 */
#include <cuda.h>

#include "abi.h"

const abi_row abi_theirs[] = {
#include "abi.def"
#include "sim/errors.def"
    {NULL, 0}};
