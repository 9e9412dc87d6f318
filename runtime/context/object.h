/* SPDX-License-Identifier: Apache-2.0 */
/* The beginning of every public handle: a word that says its kind, a count of
 * references, and the context it belongs to.
 *
 * An object keeps its context alive. Work in a queue keeps alive what it uses:
 * `used_epoch` remembers that it does, so that a buffer launched a million
 * times is held once. */
#ifndef PORTKERN_RUNTIME_CONTEXT_OBJECT_H
#define PORTKERN_RUNTIME_CONTEXT_OBJECT_H

#include "base/error.h"
#include "portkern/portkern.h"

#include <stdatomic.h>

typedef enum pk_object_kind {
#define OBJECT(name, word, words) PK_OBJECT_##name = word,
#include "runtime/context/objects.def"
#undef OBJECT
} pk_object_kind;

typedef struct pk_object {
    uint32_t kind; /* pk_object_kind; 0 once released */
    atomic_uint refs;
    pk_context *ctx;
    void (*destroy)(struct pk_object *object); /* frees all but the object */
    size_t size;
    atomic_ullong used_epoch; /* of the queue that took a reference last */
} pk_object;

/* A zeroed object of `size` bytes with one reference; NULL without memory.
 * Retains the context. */
void *pk_object_create(pk_context *ctx, pk_object_kind kind, size_t size,
                       void (*destroy)(pk_object *object));

void pk_object_retain(pk_object *object);
/* Gives a reference back; what is not a live object is left alone. */
void pk_object_release(pk_object *object);

/* NULL, or the object when it is of that kind: for functions that have no
 * error to fill in. */
bool pk_object_is(const void *object, pk_object_kind kind);

/* PK_BAD_HANDLE unless `object` is a live handle of that kind and, when `ctx`
 * is not NULL, of that context. `what` names it in the message. */
pk_status pk_object_check(const void *object, pk_object_kind kind,
                          const pk_context *ctx, const char *what,
                          pk_error *err);

#endif
