/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments whose class the caller describes. Launches look for them only when
 * the usual way has failed, so that others do not pay. */
#include "runtime/kernel/class_args.h"
#include "base/try.h"

#include "runtime/kernel/compiler.h"

/* Counting (args.c) refuses arguments that have more items or nest deeper. */
enum { ITEMS_MAX = 3072, DEPTH_MAX = 8 };

pk_kept_class *pk_kept_class_of(const pk_context *ctx, const pk_class *given) {
    pk_kept_class *c = atomic_load(&ctx->classes);

    while (c && &c->words != given)
        c = c->next;
    return c;
}

/* ---- whether there are any ---- */

static bool find(const pk_arg *args, size_t count, int depth, size_t *left) {
    for (size_t i = 0; args && i < count && *left; i++) {
        const pk_arg *arg = &args[i];
        --*left;
        if (arg->kind == PK_ARG_class_tuple || arg->kind == PK_ARG_class_member)
            return true;
        if (arg->kind == PK_ARG_tuple && depth < DEPTH_MAX &&
            find(arg->value.tuple.items, arg->value.tuple.count, depth + 1,
                 left))
            return true;
    }
    return false;
}

bool pk_class_args_any(const pk_function_info *info, const pk_arg *args,
                       size_t count) {
    size_t left = ITEMS_MAX;

    /* one more: the frame of a generator, to go on */
    return count <= info->param_count + 1 && find(args, count, 0, &left);
}

/* ---- finding them ---- */

typedef struct finder {
    pk_context *ctx;
    pk_arena *arena;
    size_t left;
    pk_error *err;
} finder;

static pk_status keep(const finder *f, const pk_class *given,
                      const pk_kept_class **out) {
    *out = pk_kept_class_of(f->ctx, given);
    if (*out)
        return PK_OK;
    if (!pk_parts.compiler)
        return pk_fail(f->err, PK_UNSUPPORTED,
                       "an argument of a pk_class needs the compiler, which "
                       "this library does not have: link libportkern");
    return pk_parts.compiler->keep_class(f->ctx, given, out, f->err);
}

static pk_status copy(finder *f, const pk_arg *from, int depth, pk_arg *to);

static pk_status copy_items(finder *f, const pk_arg *from, size_t count,
                            int depth, pk_arg *to) {
    pk_arg *items;

    if (!from || depth == DEPTH_MAX || count > f->left)
        return PK_OK; /* the caller's, which are refused */
    f->left -= count;
    items = pk_arena_array(f->arena, count + 1, sizeof *items);
    for (size_t i = 0; items && i < count; i++)
        PK_TRY(copy(f, &from[i], depth + 1, &items[i]));
    to->value.tuple.items = items;
    return PK_OK;
}

static pk_status copy_tuple(finder *f, const pk_arg *from, int depth,
                            pk_arg *to) {
    const struct pk_arg_class given = from->value.class_value;
    const pk_kept_class *class;

    PK_TRY(keep(f, given.of, &class));
    if (!class->fields)
        return pk_fail(f->err, PK_BAD_ARG,
                       "a tuple of %s, an enumeration: pk_class_member makes "
                       "its members",
                       class->words.name);
    *to = pk_tuple(given.items, class->words.count);
    to->value.tuple.fields = class->fields;
    return copy_items(f, given.items, class->words.count, depth, to);
}

static pk_status copy_member(finder *f, const pk_arg *from, pk_arg *to) {
    const struct pk_arg_class given = from->value.class_value;
    const pk_kept_class *class;

    PK_TRY(keep(f, given.of, &class));
    memset(to, 0, sizeof *to);
    to->kind = PK_ARG_member;
    to->value.member.members = class->members;
    for (size_t i = 0; class->members && given.name && i < class->words.count;
         i++)
        if (strcmp(class->words.names[i], given.name) == 0) {
            to->value.member.number = class->numbers[i];
            return PK_OK;
        }
    return pk_fail(f->err, PK_BAD_ARG, "%s has no member '%s'",
                   class->words.name, given.name ? given.name : "NULL");
}

static pk_status copy(finder *f, const pk_arg *from, int depth, pk_arg *to) {
    *to = *from;
    switch (from->kind) {
    case PK_ARG_class_tuple: return copy_tuple(f, from, depth, to);
    case PK_ARG_class_member: return copy_member(f, from, to);
    case PK_ARG_tuple:
        return copy_items(f, from->value.tuple.items, from->value.tuple.count,
                          depth, to);
    default: return PK_OK;
    }
}

pk_status pk_class_args_init(pk_class_args *classes, pk_context *ctx,
                             const pk_function_info *info, const pk_arg *args,
                             size_t count, pk_error *err) {
    finder f = {.ctx = ctx, .arena = &classes->arena, .left = ITEMS_MAX};
    pk_arg *copies;

    f.err = err;
    pk_arena_init(&classes->arena, &ctx->allocator);
    classes->args = args;
    if (!pk_class_args_any(info, args, count))
        return PK_OK;
    copies = pk_arena_array(&classes->arena, count, sizeof *copies);
    for (size_t i = 0; copies && i < count; i++)
        PK_TRY(copy(&f, &args[i], 0, &copies[i]));
    classes->args = copies;
    return classes->arena.failed ? pk_fail_no_memory(err) : PK_OK;
}

void pk_class_args_finish(pk_class_args *classes) {
    pk_arena_finish(&classes->arena);
}
