/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that libportkern_cudasim.so exports beside the CUDA Driver API,
 * for programs that want to know what the simulator saw. Programs find them
 * with dlsym, so that one which also runs on a real driver links nothing. */
#ifndef PORTKERN_CUDASIM_H
#define PORTKERN_CUDASIM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The objects that exist at the moment, in all contexts together. */
typedef struct portkern_sim_count {
    uint64_t contexts, streams, events, modules, libraries, links, graphs,
        graph_execs, pools;                       /* pools that programs made */
    uint64_t device, managed, pinned, registered; /* allocations */
    uint64_t device_bytes, pinned_bytes;
} portkern_sim_count;

/* The report on the last kernel that failed: what a thread did, where in the
 * source, and what was there. "" when none did. The text is a copy for the
 * calling thread, good until that thread asks again; reports over 16 KiB are
 * cut. */
const char *portkern_sim_last_report(void);

void portkern_sim_counts(portkern_sim_count *out);

/* How often `function` was called so far: a name with its version
 * ("cuMemAlloc_v2") or without ("cuMemAlloc": all of its versions). */
uint64_t portkern_sim_calls(const char *function);

/* Replaces the plan of PORTKERN_SIM_FAULT; "" ends it. Calls are counted from
 * here. Returns 0, or -1 when the plan is malformed (then nothing changes):
 *
 *     function:n:error[:sticky][,...]
 *
 * The n-th call of `function` gives `error`, a number or a name
 * (CUDA_ERROR_OUT_OF_MEMORY, OUT_OF_MEMORY). Sticky: the context that is
 * current is dead from then on and everything on it gives `error`; where none
 * is, `function` itself goes on to fail. */
int portkern_sim_fault(const char *text);

/* Where the calling thread keeps the address of a word by which the kernels
 * that it launches can be stopped; NULL at first. When another thread sets the
 * word to anything but 0, atomically, the kernel ends, and the launch returns
 * CUDA_ERROR_TIMEOUT: the context stays good, and what the kernel was to write
 * is undefined. */
const uint32_t **portkern_sim_stop_word(void);

#ifdef __cplusplus
}
#endif
#endif
