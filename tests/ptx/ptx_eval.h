/* SPDX-License-Identifier: Apache-2.0 */
/* Runs PTX kernels, for tests: every word that the emitter uses, following the
 * PTX ISA's text for each, with a poisonous number where the ISA leaves the
 * result open, so that code which relies on such a result is found. Threads of
 * a block take turns at barriers; blocks run one after another. Device
 * pointers are host addresses, unchecked; shared, local and constant memory
 * are checked. It is slow and simple, and no device: nothing is modelled that
 * a result does not depend on. */
#ifndef PORTKERN_TESTS_PTX_EVAL_H
#define PORTKERN_TESTS_PTX_EVAL_H

#include <stdint.h>

/* Runs the first entry of `text` over a grid with a packed parameter block and
 * `dynamic` bytes of shared memory sized at launch. Returns NULL, or what went
 * wrong (static, overwritten by the next call). */
const char *ptx_launch(const char *text, const void *params,
                       const uint32_t grid[3], const uint32_t block[3],
                       uint32_t dynamic);

/* The same with one thread. */
const char *ptx_eval(const char *text, const void *params);

#endif
