/* SPDX-License-Identifier: Apache-2.0 */
/* Runs one thread of a PTX kernel, for tests: scalar instructions, branches,
 * loads and stores of host memory. It knows the words that the emitter's
 * arithmetic uses, follows the PTX ISA's text for each, and gives a poisonous
 * number where the ISA leaves the result open, so that code which relies on
 * such a result is found. It is no simulator: one thread, one entry, no
 * shared memory, no calls. */
#ifndef PORTKERN_TESTS_PTX_EVAL_H
#define PORTKERN_TESTS_PTX_EVAL_H

#include <stdint.h>

/* Runs the first entry of `text` with a packed parameter block. Returns NULL,
 * or what went wrong (static). */
const char *ptx_eval(const char *text, const void *params);

#endif
