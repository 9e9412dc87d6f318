/* SPDX-License-Identifier: Apache-2.0 */
/* Classes of callers that a context keeps. Each is a program without a text, in
 * which the class is bound to a name: so it is made as modules make theirs. */
#include "compile/program/kept_classes.h"
#include "base/try.h"

#include "base/os/guard.h"
#include "compile/program/global_values.h"
#include "runtime/services/public_struct.h"

#define NAME "class_"

typedef struct kept {
    pk_kept_class base;
    pk_guard guard; /* of all below */
    pk_binding_class *binding;
    pk_program *program;
} kept;

/* ---- making ---- */

typedef struct making {
    pk_context *ctx;
    const pk_class *given;
    kept *to;
} making;

/* Copies the description. */
static pk_status describe(void *self, pk_error *err) {
    const making *m = self;
    const pk_global global = {NAME, pk_class_value(m->given)};
    pk_given_class *classes = NULL;
    pk_binding out = {0};
    pk_arena arena; /* the guard's memory is given back as a whole */
    const pk_constant c = {.ctx = m->ctx,
                           .arena = &arena,
                           .global = &global,
                           .label = "pk_class",
                           .classes = &classes,
                           .err = err};

    pk_arena_init(&arena, &m->to->guard.allocator);
    PK_TRY(pk_global_constant(&c, &out));
    m->to->binding = PK_NEW(&arena, pk_binding_class);
    *m->to->binding = *out.of;
    return PK_OK;
}

/* Members of an IntEnum are their values, others their places. */
static void number_members(kept *k, pk_arena *arena) {
    const pk_binding_class *of = k->binding;
    int64_t *numbers = pk_arena_array(arena, of->count + 1, sizeof *numbers);

    for (uint32_t i = 0; i < of->count; i++) {
        pk_arena names;
        pk_arena_init(&names, arena->allocator);
        (void)pk_program_member(
            k->program, pk_arena_format(&names, NAME ".%s", of->names[i]),
            &names, &numbers[i]);
        pk_arena_finish(&names);
    }
    k->base.numbers = numbers;
}

static pk_class words_of(const pk_binding_class *from) {
    return (pk_class){.struct_size = sizeof(pk_class),
                      .kind = !from->is_enum   ? PK_CLASS_named_tuple
                              : from->integers ? PK_CLASS_int_enum
                                               : PK_CLASS_enum,
                      .name = from->name,
                      .names = from->names,
                      .count = from->count};
}

/* Makes the frontend's class of the copy. */
static pk_status define(void *self, pk_error *err) {
    kept *k = ((const making *)self)->to;
    const pk_binding binding = {
        .name = NAME, .kind = PK_BIND_class, .of = k->binding};
    const pk_program_options options = {
        .bindings = &binding, .binding_count = 1, .of_context = true};
    pk_arena arena;
    pk_diags diags;
    pk_status status;

    pk_arena_init(&arena, &k->guard.allocator);
    pk_diags_init(&diags, &arena);
    status = pk_program_new(&k->guard.allocator, "", 0, &options, &k->program,
                            &diags);
    if (status != PK_OK)
        return pk_fail(err, status, "the class cannot be made");
    k->base.words = words_of(k->binding);
    k->base.fields = pk_program_fields(k->program, NAME, &arena);
    k->base.members = pk_program_enum(k->program, NAME, &arena);
    if (k->base.members)
        number_members(k, &arena);
    return PK_OK;
}

static void destroy(pk_context *ctx, kept *k) {
    pk_guard_finish(&k->guard);
    pk_heap_free(&ctx->allocator, k, sizeof *k);
}

/* ---- finding ---- */

static kept *find(const pk_context *ctx, const pk_binding_class *like) {
    for (pk_kept_class *c = atomic_load(&ctx->classes); c; c = c->next) {
        const pk_binding_class *of = ((kept *)c)->binding;
        if (of->key_length == like->key_length &&
            memcmp(of->key, like->key, of->key_length) == 0)
            return (kept *)c;
    }
    return NULL;
}

/* The one that is there, or `k`, which then goes to the context. */
static pk_status add(pk_context *ctx, kept *k, kept **out, pk_error *err) {
    if (!pk_lock_enter(&ctx->lock))
        return pk_context_fail_forked(err);
    *out = find(ctx, k->binding);
    if (!*out) {
        k->base.next = atomic_load(&ctx->classes);
        atomic_store(&ctx->classes, &k->base);
        *out = k;
    }
    pk_lock_leave(&ctx->lock);
    return PK_OK;
}

static pk_status make(const making *m, kept **out, pk_error *err) {
    kept *k = m->to;

    PK_TRY(pk_guard_run(&k->guard, describe, (void *)(uintptr_t)m, err));
    *out = find(m->ctx, k->binding);
    if (*out)
        return PK_OK;
    PK_TRY(pk_guard_run(&k->guard, define, (void *)(uintptr_t)m, err));
    return add(m->ctx, k, out, err);
}

pk_status pk_kept_class_get(pk_context *ctx, const pk_class *given,
                            const pk_kept_class **out, pk_error *err) {
    kept *k = (kept *)pk_kept_class_of(ctx, given), *found = k;
    pk_status status = PK_OK;

    if (!k) {
        k = pk_heap_new(&ctx->allocator, sizeof *k);
        if (!k)
            return pk_fail_no_memory(err);
        pk_guard_init(&k->guard, &ctx->allocator);
        status = make(&(making){ctx, given, k}, &found, err);
        if (found != k)
            destroy(ctx, k);
    }
    *out = status == PK_OK ? &found->base : NULL;
    return status;
}

const pk_binding_class *pk_kept_class_binding(const pk_context *ctx,
                                              const pk_class *given) {
    const kept *k = (const kept *)pk_kept_class_of(ctx, given);

    return k ? k->binding : NULL;
}

void pk_kept_classes_free(pk_context *ctx) {
    while (atomic_load(&ctx->classes)) {
        pk_kept_class *c = atomic_load(&ctx->classes);
        atomic_store(&ctx->classes, c->next);
        destroy(ctx, (kept *)c);
    }
}

/* ---- the public function ---- */

pk_status pk_class_get(pk_context *ctx, const pk_class *description,
                       const pk_class **out, pk_error *err) {
    const pk_kept_class *found;

    PK_TRY(pk_object_check(ctx, PK_OBJECT_context, NULL, "ctx", err));
    if (!out || !description)
        return pk_fail(err, PK_BAD_ARG, "%s is NULL",
                       out ? "description" : "out");
    PK_TRY(pk_kept_class_get(ctx, description, &found, err));
    *out = &found->words;
    return PK_OK;
}
