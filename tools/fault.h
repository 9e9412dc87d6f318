/* SPDX-License-Identifier: Apache-2.0 */
/* Words for when compiled code ends the process: which kernel ran, and how to
 * find the line. */
#ifndef PORTKERN_TOOLS_FAULT_H
#define PORTKERN_TOOLS_FAULT_H

/* From here on a SIGSEGV, SIGBUS or SIGFPE is taken for one of that kernel or
 * function, in whatever thread it comes: it is printed, and the process ends
 * with EXIT_FAILED. What was printed to stdout so far is written before. */
void fault_watch(const char *file, const char *function);
/* Until here: another one is the command's own. */
void fault_unwatch(void);

#endif
