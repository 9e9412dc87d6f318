/* SPDX-License-Identifier: Apache-2.0 */
/* The specialisations of a kernel: one for each key of argument types, and of
 * what else of their launches its compiles needed to know.
 *
 * They are found in a hash table that only grows and is read without a lock.
 * One that is missing is compiled by the thread that asks first; others that
 * ask for the same wait for it, and different ones compile side by side. */
#ifndef PORTKERN_RUNTIME_KERNEL_SPECIALISE_H
#define PORTKERN_RUNTIME_KERNEL_SPECIALISE_H

#include "base/digest.h"
#include "recipe/recipe.h"
#include "runtime/kernel/args.h"

#include <pthread.h>

/* A module of the plugin's and how many use it: the specialisations that are in
 * it, and who compiles it again. */
typedef struct pk_loaded {
    pk_mod *mod;
    atomic_uint users;
} pk_loaded;

/* Entries of the disk cache by which a later process finds a specialisation. */
enum { PK_SPEC_ENTRIES = 5 + 2 * PK_OFFLOAD_MOST };
typedef struct pk_spec_entries {
    pk_digest items[PK_SPEC_ENTRIES];
    uint32_t count;
    bool incomplete; /* there are more, or they could not be kept */
} pk_spec_entries;

/* A note of what launches have found out (runtime/forms/). */
typedef struct pk_found {
    void (*destroy)(struct pk_found *found);
} pk_found;

/* A kernel compiled and loaded for one key. */
typedef struct pk_spec {
    struct pk_spec *next; /* all of the kernel's */
    pk_key key;
    pk_facts facts; /* of which the key has the values */
    pk_loaded *loaded;
    pk_fun *fun;
    pk_fun *sure;         /* the twin (recipe.h), NULL: it has none */
    pk_fun_limits limits; /* of both */
    pk_recipe *recipe;
    pk_spec_entries entries;
    struct pk_loop_kernels *loops[PK_OFFLOAD_MOST]; /* for other devices; NULL:
                                                       none */
    struct pk_loop_costs *costs; /* by which loops are, and their kernels;
                                    NULL: they are not chosen by costs */
    struct pk_loop_costs *speeds[PK_OFFLOAD_MOST]; /* of parts, where loops are
                                                      split among devices */
    struct pk_coverage *coverage; /* NULL: the context has none */
    _Atomic(pk_found *) found;    /* NULL: nothing yet */
    bool from_cache;
    uint64_t compile_ns;
    char *types; /* of the arguments, each ended by NUL */
    size_t types_size;
    uint32_t type_count;
} pk_spec;

/* Whether parallel loops of its calls may run on other devices. */
static inline bool pk_spec_offloads(const pk_spec *spec) {
    bool some = spec->costs != NULL;

    for (int i = 0; i < PK_OFFLOAD_MOST; i++)
        some |= spec->loops[i] != NULL;
    return some;
}

typedef struct pk_spec_table pk_spec_table;
typedef struct pk_build pk_build; /* runtime/kernel/build.h */

/* A compile under way. Lives on the stack of the thread that compiles; others
 * that wait for it read it under the lock, and it is complete only when they
 * all have. */
typedef struct pk_inflight {
    struct pk_inflight *next;
    pk_frame *frame; /* its key is sealed with the facts known so far */
    const pk_dims *dims;
    pk_facts used;  /* that the compile needed; set before it is complete */
    pk_facts facts; /* these and those known so far: set when it is complete */
    pk_key key;     /* with them; no words: there was no memory */
    bool done;
    unsigned waiting;
    const pk_spec *spec;
    pk_status status;
    pk_error error;
    struct pk_diag_list *said; /* its diagnostics, for those who wait */
} pk_inflight;

typedef struct pk_variants {
    pk_context *ctx;             /* the module's, which owns this */
    const struct pk_module *mod; /* whose function it is */
    const pk_function_info *info;
    _Atomic(pk_spec_table *) table; /* older ones behind it, until the end */
    _Atomic(struct pk_direct *) directs; /* of calls (direct.h) */
    _Atomic pk_facts facts;              /* that are part of keys; only grows */
    pk_lock lock;
    pthread_cond_t completed;
    unsigned process; /* of which the compiles under way are */
    pk_spec *specs;
    size_t count;
    pk_inflight *inflights;
} pk_variants;

void pk_variants_init(pk_variants *variants, const struct pk_module *mod,
                      const pk_function_info *info);
void pk_variants_finish(pk_variants *variants);

/* The specialisation for a call, compiled when it is new. Seals the frame's
 * key. Lives as long as the variants. */
pk_status pk_variants_get(pk_variants *variants, pk_frame *frame,
                          const pk_arg *args, size_t count, const pk_dims *dims,
                          const pk_spec **out, pk_error *err);

/* Compiles the kernels of the loops of a specialisation for whose device they
 * would pay; once. The call is the one that the frame is of. */
void pk_variants_offload(pk_variants *variants, const pk_spec *spec,
                         const pk_frame *frame, const pk_arg *args,
                         size_t count, const pk_dims *dims);

/* Seals the frame's key and takes its compile over: true when there is no such
 * specialisation and no thread compiles it. Then pk_variants_complete must
 * follow; a thread that holds one may not wait for another. */
bool pk_variants_claim(pk_variants *variants, pk_frame *frame,
                       const pk_dims *dims, pk_inflight *inflight);
/* Says what the compile needs of its launch, as soon as it is known: who asks
 * for another launch need not wait. */
void pk_variants_learn(pk_variants *variants, pk_inflight *inflight,
                       pk_facts used);
/* Ends a compile with the specialisation, NULL with the compile's status and
 * error set. */
void pk_variants_complete(pk_variants *variants, pk_inflight *inflight,
                          pk_spec *spec);

void pk_spec_destroy(pk_context *ctx, pk_spec *spec);
/* Ends a use of a module, and with the last the module; NULL is nothing. */
void pk_loaded_leave(pk_context *ctx, pk_loaded *loaded);

#endif
