/* SPDX-License-Identifier: Apache-2.0 */
/* Coverage of a context's specialisations: words of memory that kernels write
 * (recipe/recipe.h), which stay after their specialisation until they have been
 * read. */
#ifndef PORTKERN_RUNTIME_CONTEXT_COVERAGE_H
#define PORTKERN_RUNTIME_CONTEXT_COVERAGE_H

#include "runtime/context/context.h"

typedef struct pk_coverage {
    struct pk_coverage *next;    /* all of the context's that have memory */
    struct pk_recipe *recipe;    /* a copy; NULL: not launched yet */
    uint32_t recipe_size, count; /* bytes; words */
    pk_mem *_Atomic mem;         /* NULL: none yet */
    uint64_t device;             /* its address, 0 when there is none */
    uint32_t *host;              /* likewise, NULL */
    atomic_bool over;            /* its specialisation is gone */
} pk_coverage;

static inline bool pk_context_has_coverage(const pk_context *ctx) {
    return ctx->options.flags & (PK_CONTEXT_lines | PK_CONTEXT_branches);
}

/* Makes the one of a new specialisation, NULL without memory; and ends it,
 * which takes NULL. */
pk_coverage *pk_coverage_create(pk_context *ctx);
void pk_coverage_leave(pk_context *ctx, pk_coverage *coverage);

/* Frees one that is in no list. */
void pk_coverage_destroy(pk_context *ctx, pk_coverage *coverage);
/* Frees those of the context, whose device is still open. */
void pk_coverage_finish(pk_context *ctx);

#endif
