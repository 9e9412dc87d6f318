/* SPDX-License-Identifier: Apache-2.0 */
/* Better code for kernels that run already (PORTKERN_COMPILE=tiered).
 *
 * A plugin that can makes a first version of a kernel quickly. While it runs, a
 * thread of the context compiles the kernel again, optimised, one after the
 * other; the plugin has later launches run that code, and the disk cache keeps
 * it. A kernel computes the same bits in both versions. */
#ifndef PORTKERN_COMPILE_IMPROVER_H
#define PORTKERN_COMPILE_IMPROVER_H

#include "base/digest.h"
#include "runtime/kernel/specialise.h"

typedef struct pk_improver pk_improver;

/* A kernel that is to be compiled again. */
typedef struct pk_improvement {
    const char *name;   /* of the kernel, for log and cache */
    pk_loaded *loaded;  /* its first version */
    const pk_text *key; /* of the better artifact in the cache; it ends with
                           the IR's text, which has so many bytes: */
    size_t text_length;
    const pk_digest *digest;        /* of the key */
    const pk_emit_options *options; /* as of the first version */
} pk_improvement;

/* Whether kernels of the context have a first version. */
bool pk_improver_applies(const pk_context *ctx);
/* Copies what it is given. Without memory the kernel stays as it is. */
void pk_improver_add(pk_context *ctx, const pk_improvement *what);
/* Waits until all that was added is compiled. */
void pk_improver_wait(pk_context *ctx);
/* Waits for the compile at hand and drops the others. */
void pk_improver_stop(pk_context *ctx);

#endif
