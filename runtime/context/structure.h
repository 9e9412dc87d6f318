/* SPDX-License-Identifier: Apache-2.0 */
/* Structured dtypes of callers, each once in a context. */
#ifndef PORTKERN_RUNTIME_CONTEXT_STRUCTURE_H
#define PORTKERN_RUNTIME_CONTEXT_STRUCTURE_H

#include "runtime/context/object.h"
#include "signature/record.h"

struct pk_structure {
    pk_object base; /* for its kind: it goes with the context */
    pk_structure *next;
    uint32_t number; /* from 1 */
    pk_arena arena;
    const pk_record *record;
    const pk_record *unaligned; /* the same where no alignment is known */
};

/* Frees those of the context. */
void pk_structures_finish(pk_context *ctx);

#endif
