/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that were made of the parallel loops of a host function, loaded on
 * the device that its context offloads to. */
#ifndef PORTKERN_RUNTIME_KERNEL_LOOP_KERNELS_H
#define PORTKERN_RUNTIME_KERNEL_LOOP_KERNELS_H

#include "base/arena.h"
#include "base/text.h"
#include "recipe/loop_sum.h"
#include "recipe/recipe.h"
#include "runtime/cache/bundle.h"
#include "runtime/context/context.h"

/* A parameter of the kernel is one of the function that it stands for. */
typedef struct pk_loop_param {
    uint32_t from;    /* byte of that function's packed block */
    uint32_t written; /* buffer: the kernel may write it */
} pk_loop_param;

typedef struct pk_loop_kernel_spec {
    const pk_recipe *recipe; /* in which the entry's texts lie */
    const char *block; /* name of the host's function that it stands for */
    pk_entry entry;
    pk_loop_param *params; /* those of the entry, without the report */
    uint32_t param_count;
    bool free;              /* it is for chunks of one iteration */
    uint64_t scratch_bytes; /* of the last parameter, a buffer that is none of
                               that function's: for parts of chunks, a thread
                               each; 0: it has none */
    const struct pk_loop_kernel_spec *join; /* joins these: for how many chunks,
                                               that buffer, and the results'; or
                                               NULL */
    bool reports; /* it has a report, which is its last two parameters: */
    bool sure;    /* which says nothing where none of `sums` is negative */
    const pk_loop_sum *sums;
    uint32_t sum_count;
    const uint32_t *sites; /* by numbers of its messages, from 1: those that the
                              host's recipe has for them */
    uint32_t site_count;
    pk_fun *fun;
} pk_loop_kernel_spec;

/* Parameters of a kernel that joins: how many chunks there are, their parts,
 * what gets the results, and the first chunk. */
enum {
    PK_JOIN_count,
    PK_JOIN_parts,
    PK_JOIN_results,
    PK_JOIN_first,
    PK_JOIN_PARAMS,
    PK_JOIN_BYTES = 32 /* that they take at most */
};

/* Whether its report is to be read. */
static inline bool pk_loop_may_fail(const pk_loop_kernel_spec *kernel) {
    return kernel->reports && !kernel->sure;
}

typedef struct pk_loop_kernels {
    pk_arena arena; /* of all of it */
    pk_context *host, *device;
    pk_mod *mod; /* NULL: it is not loaded */
    pk_loop_kernel_spec *items;
    uint32_t count;
} pk_loop_kernels;

/* An empty set, for the device of that number that `host` offloads to; NULL
 * without memory. */
pk_loop_kernels *pk_loop_kernels_new(pk_context *host, uint32_t device);
/* Loads the artifact that has all of them; nothing, where its context has a
 * target for a device. */
pk_status pk_loop_kernels_load(pk_loop_kernels *set,
                               const pk_artifact *artifact, pk_error *err);
/* Loads that of a bundle, or without one of the disk cache; with `key` only if
 * its own is the same. PK_IO: it is not there. */
pk_status pk_loop_kernels_load_kept(pk_loop_kernels *set,
                                    const pk_bundle *bundle,
                                    const pk_digest *digest, const pk_text *key,
                                    pk_error *err);
/* Which of them join the parts of others: by their names. False where one
 * cannot be launched so. */
bool pk_loop_kernels_match(pk_loop_kernels *set);

/* Appends all (NULL: that there are none) but the artifact, which has that
 * digest, for the disk cache. */
void pk_loop_kernels_write(const pk_loop_kernels *set,
                           const pk_digest *artifact, pk_text *out);
/* Reads that; `artifact` gets the digest. False: it is nothing that was written
 * so, or there is no memory. */
bool pk_loop_kernels_read(pk_loop_kernels *set, const void *bytes, size_t size,
                          pk_digest *artifact);
/* NULL is nothing. */
void pk_loop_kernels_destroy(pk_loop_kernels *set);

#endif
