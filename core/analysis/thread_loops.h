/* SPDX-License-Identifier: Apache-2.0 */
/* Whether threads that meet run loops of their own. */
#ifndef PORTKERN_CORE_ANALYSIS_THREAD_LOOPS_H
#define PORTKERN_CORE_ANALYSIS_THREAD_LOOPS_H

#include "portkern/ir.h"

/* Whether the kernel's threads run loops between the barriers, or around them
 * all, of more than a few turns, and meet by nothing but plain barriers and
 * memory. A loop over threads around such a loop is none that a compiler makes
 * vectors of; one that makes them of work-items has it in each of them. Without
 * such loops it has less to do where a block is a work-item: barriers cost
 * nothing then. Nor do atomics on shared memory and those of floats, which are
 * in order then. */
bool pk_threads_run_loops(const pk_func *fn);

#endif
