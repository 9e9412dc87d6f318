/* SPDX-License-Identifier: Apache-2.0 */
/* The example of a backend: it prints kernels as C, has the system's compiler
 * make a shared object of them, and runs that on the host's threads.
 *
 *     cc.c        devices, memory, queues, events, and the table: null.c, the
 *                 plugin to copy, with other capabilities
 *     emit.c      the IR as C, with cc_ops.def, a row for each operation,
 *     prelude.c   and the C that each artifact begins with
 *     module.c    C to a shared object, and that into the process
 *     launch.c    a grid of blocks
 *
 * docs/plugins.md goes through them. All that they need is installed: headers,
 * and libportkern_core.a, which reads the IR. */
#ifndef CC_H
#define CC_H

#include <portkern/ir.h>
#include <portkern/plugin.h>

/* The file exports pk_plugin_query alone. */
#pragma GCC visibility push(hidden)

/* ---- objects: each remembers the host, whose allocator it came from ---- */

struct pk_dev {
    const pk_host *host;
};

struct pk_mem {
    pk_dev *dev;
    char *bytes;
    uint64_t size;
    bool imported; /* the bytes are the caller's */
};

struct pk_que {
    pk_dev *dev;
};

/* Where a block is; the prelude has the same struct. */
typedef struct cc_place {
    uint32_t block_id[3], grid_dim[3], block_dim[3];
    void *shared; /* dynamic shared memory */
} cc_place;

struct pk_fun {
    const char *name;                                    /* in the library */
    void (*run)(const void *params, const cc_place *at); /* of one block */
};

struct pk_mod {
    pk_dev *dev;
    void *library; /* of dlopen */
    char *bytes;   /* what was opened, with a head: to give back as binary */
    size_t size;
    pk_fun *funs;
    uint32_t fun_count;
};

/* ---- cc.c: what all files use ---- */

pk_status cc_fail(pk_error *err, pk_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Zeroed memory. The caller remembers sizes, and passes them to cc_give. */
void *cc_take(const pk_host *host, size_t size, pk_error *err);
void cc_give(const pk_host *host, void *memory, size_t size);

/* ---- entries of the table that are not in cc.c ---- */

extern const char cc_prelude[];

pk_status cc_emit(const pk_host *host, const pk_caps *target, const char *ir,
                  size_t length, const pk_emit_options *options,
                  pk_artifact *out, pk_error *err);
void cc_artifact_free(const pk_host *host, pk_artifact *artifact);

pk_status cc_module_load(pk_dev *dev, const pk_artifact *artifact,
                         const pk_entry *entries, uint32_t entry_count,
                         pk_mod **out, pk_error *err);
pk_status cc_module_binary(pk_mod *mod, pk_artifact *out, pk_error *err);
void cc_module_free(pk_mod *mod);
pk_status cc_function(pk_mod *mod, const char *name, pk_fun **out,
                      pk_error *err);

pk_status cc_launch(pk_que *que, pk_fun *fun, const pk_launch_desc *desc,
                    pk_error *err);

#pragma GCC visibility pop

#endif
