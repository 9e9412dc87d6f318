/* SPDX-License-Identifier: Apache-2.0 */
/* The entry points of the simulated driver, for tests that need no CUDA
 * toolkit; and short forms for tests. */
#ifndef PORTKERN_TESTS_CUDASIM_CUDA_CALLS_H
#define PORTKERN_TESTS_CUDASIM_CUDA_CALLS_H

#include "sim/cuda_api.h"
#include "sim/cudasim.h"

#define PLAIN(name, params)
#define PTSZ(name, params) CUresult name##_ptsz params;
#define PTDS(name, params) CUresult name##_ptds params;
#define CUDA(name, version, since, body, needs, streams, params, args)         \
    CUresult name##version params;                                             \
    streams(name##version, params)
#define REFUSED(name, version, since, streams) CUresult name##version(void);
#include "sim/driver/driver.def"
#undef CUDA
#undef REFUSED
#undef PLAIN
#undef PTSZ
#undef PTDS

/* One assertion a call, named by what was called. */
#define ok(call)             ck_assert_int_eq(call, CUDA_SUCCESS)
#define fails(call, because) ck_assert_int_eq(call, CUDA_ERROR_##because)

#endif
