/* SPDX-License-Identifier: Apache-2.0 */
/* A libnvJitLink.so.12 and .13 without any function. NVIDIA's makes machine
 * code, which is not simulated; numba-cuda and cuda.core, who find this one
 * first, take the driver's linker instead, and that one takes PTX. */
const char portkern_sim_no_jit_link[] = "no nvJitLink beside the simulator";
