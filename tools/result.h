/* SPDX-License-Identifier: Apache-2.0 */
/* Results of functions of the host, as Python writes them. */
#ifndef PORTKERN_TOOLS_RESULT_H
#define PORTKERN_TOOLS_RESULT_H

#include "portkern/host.h"

/* Prints the result and a newline. Of an array with more than 1000 elements
 * only the shape. */
void result_print(const pk_result *result);

#endif
