/* SPDX-License-Identifier: Apache-2.0 */
/* A launch, from checked arguments on: shared by pk_launch and prepared
 * launches. */
#ifndef PORTKERN_RUNTIME_LAUNCH_LAUNCH_H
#define PORTKERN_RUNTIME_LAUNCH_LAUNCH_H

#include "runtime/kernel/class_args.h"
#include "runtime/kernel/module.h"
#include "runtime/launch/queue.h"

/* Checks a configuration against the device. */
pk_status pk_dims_read(const pk_context *ctx, const pk_launch_config *config,
                       pk_dims *out, pk_error *err);

/* Checks the limits of the kernel's code, which may be less than the device's.
 */
pk_status pk_launch_check(const pk_context *ctx, const pk_kernel *kernel,
                          const pk_spec *spec, const pk_dims *dims,
                          pk_error *err);

/* The specialisation for such a launch, which is compiled when it is new. */
pk_status pk_launch_compile(pk_kernel *kernel, const pk_launch_config *config,
                            const pk_arg *args, size_t arg_count,
                            const pk_spec **out, pk_error *err);

/* The value of a parameter, zero-extended. */
uint64_t pk_pack_value(const pk_pack_step *step, const pk_leaf *leaf);

/* Packs the parameters of the frame's arguments into its block; returns the
 * number of buffers among them. */
uint32_t pk_pack(const pk_recipe *recipe, const pk_frame *frame);

/* pk_queue_launch as a span of the profile, with grid, block and arguments. */
pk_status pk_launch_timed(pk_queue *queue, const pk_kernel *kernel,
                          const pk_frame *frame, pk_fun *fun,
                          pk_launch_desc *desc, uint32_t deadline_ms,
                          pk_error *err);

/* Puts the launch into the queue. */
pk_status pk_launch_submit(pk_queue *queue, const pk_kernel *kernel,
                           const pk_spec *spec, pk_frame *frame,
                           const pk_dims *dims, pk_error *err);

/* The same without what the kernel launches: arrays are on the device, and the
 * queue has been entered. */
pk_status pk_launch_enqueue(pk_queue *queue, const pk_kernel *kernel,
                            const pk_spec *spec, pk_frame *frame,
                            const pk_dims *dims, pk_error *err);

#endif
