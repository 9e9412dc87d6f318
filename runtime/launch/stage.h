/* SPDX-License-Identifier: Apache-2.0 */
/* Host arrays on the device, for one launch.
 *
 * Arrays that overlap become one group: a run of host bytes that has one place
 * on the device, so that a kernel sees a write through one array in the other.
 * Where the device works on host memory the group is that memory; elsewhere
 * `in` and `inout` arrays are copied to it before the launch, those apart of
 * which the launch is proved to write every element and read none, and what the
 * kernel may write of `out` and `inout` is copied back behind it. Bytes between
 * the elements of an array are never written on the host. */
#ifndef PORTKERN_RUNTIME_LAUNCH_STAGE_H
#define PORTKERN_RUNTIME_LAUNCH_STAGE_H

#include "runtime/launch/launch.h"

/* Puts every host array of the frame on the device and fills in its ref and
 * address. The queue is entered and has room for twice the arrays. */
pk_status pk_stage_in(pk_queue *queue, const pk_recipe *recipe, pk_frame *frame,
                      const pk_dims *dims, pk_error *err);

/* Copies back, behind the launch. */
pk_status pk_stage_out(pk_queue *queue, const pk_recipe *recipe,
                       const pk_frame *frame, pk_error *err);

#endif
