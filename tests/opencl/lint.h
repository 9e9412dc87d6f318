/* SPDX-License-Identifier: Apache-2.0 */
/* Forms of OpenCL C that portkern must not print: some driver gets them wrong,
 * silently or by ending the process. */
#ifndef PORTKERN_TESTS_OPENCL_LINT_H
#define PORTKERN_TESTS_OPENCL_LINT_H

#include "portkern/caps.h"

#include <stddef.h>

/* NULL when text for a target with these features is in order, else what is
 * wrong with the line that is written to *line, counted from 1:
 *
 * - a local id narrowed as it stands, (int)get_local_id: Intel's compiler gets
 *   such ids wrong when a barrier follows
 * - a barrier under an if: PoCL computes wrong values
 * - with PK_CAP_loop_barrier, a loop that holds a barrier and does not begin
 *   with one: PoCL aborts; with PK_CAP_wide_items, too, where another loop
 * comes before the barrier
 * - mad() and native functions: fused or imprecise
 * - a float cast to an integer as it stands: undefined out of range
 * - no FP_CONTRACT OFF; nesting deeper than 200 */
const char *lint_opencl(const char *text, uint64_t features, size_t *line);

#endif
