/* SPDX-License-Identifier: Apache-2.0 */
/* portkern bench FILE:KERNEL: how fast a kernel is on each device, and what
 * holds it back. */
#ifndef PORTKERN_TOOLS_BENCH_KERNEL_H
#define PORTKERN_TOOLS_BENCH_KERNEL_H

/* The command; returns its exit status. */
int bench_kernel(int argc, char **argv);

#endif
