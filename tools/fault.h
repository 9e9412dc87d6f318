/* SPDX-License-Identifier: Apache-2.0 */
/* Words for when compiled code ends the process: which kernel ran, and how to
 * find the line. */
#ifndef PORTKERN_TOOLS_FAULT_H
#define PORTKERN_TOOLS_FAULT_H

#include "tools/launch_args.h"

/* From here on a SIGSEGV, SIGBUS or SIGFPE is taken for one of the kernel or
 * function that `args` names, in whatever thread it comes: it is printed, with
 * the first of the arguments that is an empty array, and the process ends with
 * EXIT_FAILED. What was printed to stdout so far is written before. */
void fault_watch(const launch_args *args);
/* Until here: another one is the command's own. */
void fault_unwatch(void);

#endif
