/* SPDX-License-Identifier: Apache-2.0 */
/* Recipes in the disk cache.
 *
 * A recipe is found by what a specialisation is made of, before anything of it
 * is compiled: the digest of the program, the function, the signature, the
 * target, and the builds of library and plugin. It names the artifact that it
 * belongs to, an entry of its own, which others may share: kernels that were
 * compiled together, or that became the same IR.
 *
 * What else of its launch a compile needed, the facts, is known only behind it.
 * So the entry without facts may say which it takes to find the recipe, and
 * that with these again. */
#ifndef PORTKERN_COMPILE_STORED_H
#define PORTKERN_COMPILE_STORED_H

#include "compile/pipeline.h"

/* The recipe for a launch. */
typedef struct pk_stored {
    pk_text key; /* without facts; of no length where there is none: then the
                    recipe is neither looked for nor kept */
    const pk_frame *frame;
    const pk_dims *dims;
    pk_facts facts;     /* that it takes to find it, as far as it was found */
    pk_recipe *recipe;  /* found: the context's memory */
    pk_digest artifact; /* found: the cache's digest of it */
} pk_stored;

/* That for the pipeline's function and signature. Its memory is the guard's. */
void pk_stored_init(pk_stored *stored, const pk_pipeline *p,
                    const pk_frame *frame, const pk_dims *dims);
/* Looks for it. */
bool pk_stored_find(pk_stored *stored, pk_context *ctx);
/* Keeps a recipe for all launches that agree in the facts `used`, of a kernel
 * that has that name in its artifact. Takes no memory of the guard, by which it
 * could be left. */
void pk_stored_keep(const pk_pipeline *p, const pk_stored *stored,
                    pk_facts used, const pk_recipe *recipe, const char *name,
                    const pk_digest *artifact);

#endif
