/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels made of the parallel loops of a host function. */
#ifndef PORTKERN_COMPILE_LOOP_KERNELS_H
#define PORTKERN_COMPILE_LOOP_KERNELS_H

#include "runtime/kernel/build.h"

/* Compiles those of the function that was built for the device that its context
 * offloads to: `build->spec->loops`, NULL where it has none that the device can
 * run. */
pk_status pk_compile_loops(pk_build *build, uint32_t device, pk_error *err);

#endif
