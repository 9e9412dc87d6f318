/* SPDX-License-Identifier: Apache-2.0 */
/* Handles: kinds, references, checks. */
#include "runtime/context/object.h"

#include "runtime/context/context.h"

void *pk_object_create(pk_context *ctx, pk_object_kind kind, size_t size,
                       void (*destroy)(pk_object *object)) {
    pk_object *object = pk_heap_new(&ctx->allocator, size);

    if (!object)
        return NULL;
    object->kind = kind;
    object->ctx = ctx;
    object->destroy = destroy;
    object->size = size;
    atomic_init(&object->refs, 1);
    pk_object_retain(&ctx->base);
    return object;
}

void pk_object_retain(pk_object *object) {
    atomic_fetch_add_explicit(&object->refs, 1, memory_order_relaxed);
}

void pk_object_release(pk_object *object) {
    pk_context *ctx;

    if (!object || !pk_object_is(object, (pk_object_kind)object->kind))
        return;
    if (atomic_fetch_sub_explicit(&object->refs, 1, memory_order_acq_rel) != 1)
        return;
    ctx = object->ctx;
    object->destroy(object);
    object->kind = 0;
    if (object == &ctx->base) {
        pk_allocator allocator = ctx->allocator;
        pk_heap_free(&allocator, ctx, object->size);
        return;
    }
    pk_heap_free(&ctx->allocator, object, object->size);
    pk_object_release(&ctx->base);
}

/* Returns the words of messages for an object of that kind, NULL for a word
 * that is none. */
static const char *kind_words(uint32_t kind) {
    switch (kind) {
#define OBJECT(name, word, words)                                              \
    case word: return words;
#include "runtime/context/objects.def"
#undef OBJECT
    }
    return NULL;
}

bool pk_object_is(const void *object, pk_object_kind kind) {
    const pk_object *o = object;

    return o && o->kind == (uint32_t)kind && kind_words(o->kind);
}

pk_status pk_object_check(const void *object, pk_object_kind kind,
                          const pk_context *ctx, const char *what,
                          pk_error *err) {
    const pk_object *o = object;

    if (!o)
        return pk_fail(err, PK_BAD_HANDLE, "%s is NULL, expected %s", what,
                       kind_words(kind));
    if (o->kind != (uint32_t)kind) {
        const char *found = kind_words(o->kind);
        return pk_fail(err, PK_BAD_HANDLE, "%s is %s, expected %s", what,
                       found ? found : "no live handle", kind_words(kind));
    }
    if (ctx && o->ctx != ctx)
        return pk_fail(err, PK_BAD_HANDLE, "%s belongs to another context",
                       what);
    return PK_OK;
}
