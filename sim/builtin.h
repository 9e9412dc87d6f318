/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that PTX declares and the device provides: vprintf, __assertfail,
 * malloc, free. */
#ifndef PORTKERN_SIM_BUILTIN_H
#define PORTKERN_SIM_BUILTIN_H

#include "sim/machine.h"

sim_next sim_builtin_call(sim_warp *warp, const sim_step *step, uint8_t builtin,
                          uint32_t mask);

#endif
