/* SPDX-License-Identifier: Apache-2.0 */
/* Prepared launches. The arguments are kept twice: a change is made and checked
 * in the copy that is not in use, which then takes over, so that a change that
 * fails leaves the launch as it was. */
#include "base/try.h"
#include "runtime/context/diagnostics.h"
#include "runtime/forms/forms.h"
#include "runtime/launch/launch.h"
#include "runtime/memory/memory.h"

/* One copy of the arguments, and what was made of them. */
typedef struct side {
    pk_arg *args;
    pk_scratch scratch;
    pk_frame frame; /* holds a reference to each of its buffers */
    const pk_spec *spec;
} side;

struct pk_prepared {
    pk_object base;
    pk_kernel *kernel;
    pk_arena arena; /* of the copies */
    size_t arg_count;
    pk_dims dims;
    side sides[2];
    int now; /* the side in use */
};

/* ---- buffers ---- */

static void each_buffer(const pk_frame *frame, void (*act)(pk_object *)) {
    for (uint32_t i = 0; i < frame->leaf_count; i++) {
        const pk_leaf *leaf = &frame->leaves[i];
        if (leaf->kind == PK_ARGTYPE_array && leaf->array->buffer &&
            leaf->extent.count)
            act(&leaf->array->buffer->base);
    }
}

/* ---- copies ---- */

/* A copy of the argument with memory of its own. */
static pk_arg copy_arg(pk_arena *arena, const pk_arg *from) {
    pk_arg to = *from;

    if (from->kind == PK_ARG_tuple) {
        size_t count = from->value.tuple.count;
        pk_arg *items = pk_arena_array(arena, count, sizeof *items);
        for (size_t i = 0; i < count && !arena->failed; i++)
            items[i] = copy_arg(arena, &from->value.tuple.items[i]);
        to.value.tuple.items = items;
    } else if (pk_arg_is_array(from)) {
        pk_array *array = PK_NEW(arena, pk_array);
        *array = *from->value.array;
        to.value.array = array;
    }
    return to;
}

static bool same_shape(const pk_arg *a, const pk_arg *b) {
    if (a->kind != b->kind)
        return false;
    if (a->kind == PK_ARG_scalar)
        return a->dtype == b->dtype;
    if (a->kind == PK_ARG_member)
        return a->value.member.members == b->value.member.members;
    if (pk_arg_is_array(a))
        return a->value.array && b->value.array;
    if (a->kind != PK_ARG_tuple)
        return true;
    if (a->value.tuple.count != b->value.tuple.count ||
        a->value.tuple.fields != b->value.tuple.fields)
        return false;
    for (size_t i = 0; i < a->value.tuple.count; i++)
        if (!same_shape(&a->value.tuple.items[i], &b->value.tuple.items[i]))
            return false;
    return true;
}

/* Writes the values of an argument of the same shape over a copy. */
static void overwrite(pk_arg *to, const pk_arg *from) {
    if (to->kind == PK_ARG_scalar || to->kind == PK_ARG_member)
        to->value = from->value;
    else if (pk_arg_is_array(to))
        *(pk_array *)(uintptr_t)to->value.array = *from->value.array;
    else if (to->kind == PK_ARG_tuple)
        for (size_t i = 0; i < to->value.tuple.count; i++)
            overwrite((pk_arg *)(uintptr_t)&to->value.tuple.items[i],
                      &from->value.tuple.items[i]);
}

/* ---- life ---- */

static void destroy_prepared(pk_object *object) {
    pk_prepared *p = (pk_prepared *)object;

    if (p->sides[p->now].spec)
        each_buffer(&p->sides[p->now].frame, pk_object_release);
    for (int i = 0; i < 2; i++)
        if (p->sides[i].scratch.allocator)
            pk_scratch_finish(&p->sides[i].scratch);
    pk_arena_finish(&p->arena);
    pk_kernel_release(p->kernel);
}

/* Makes a side ready for launches. */
static pk_status ready(pk_prepared *p, side *s, pk_error *err) {
    PK_TRY(pk_frame_make(p->base.ctx, p->kernel->info, p->kernel->mod, s->args,
                         p->arg_count, &s->scratch, &s->frame, err));
    return pk_variants_get(p->kernel->variants, &s->frame, s->args,
                           p->arg_count, &p->dims, &s->spec, err);
}

/* `args` have been checked: only then may they be copied. */
static pk_status copy_args(pk_prepared *p, const pk_arg *args, pk_error *err) {
    for (int k = 0; k < 2; k++) {
        p->sides[k].args =
            pk_arena_array(&p->arena, p->arg_count, sizeof *args);
        for (size_t i = 0; i < p->arg_count && !p->arena.failed; i++)
            p->sides[k].args[i] = copy_arg(&p->arena, &args[i]);
    }
    return p->arena.failed ? pk_fail_no_memory(err) : PK_OK;
}

static pk_status fill(pk_prepared *p, const pk_launch_config *config,
                      const pk_arg *args, size_t count, pk_error *err) {
    pk_context *ctx = p->base.ctx;
    pk_arg room[PK_ARGS_ROOM];

    args = pk_args_complete(p->kernel, args, &count, room);
    for (int i = 0; i < 2; i++)
        p->sides[i].scratch.allocator = &ctx->allocator;
    PK_TRY(pk_dims_read(ctx, config, &p->dims, err));
    PK_TRY(pk_frame_make(ctx, p->kernel->info, p->kernel->mod, args, count,
                         &p->sides[0].scratch, &p->sides[0].frame, err));
    p->arg_count = count;
    PK_TRY(copy_args(p, args, err));
    PK_TRY(ready(p, &p->sides[0], err));
    each_buffer(&p->sides[0].frame, pk_object_retain);
    return PK_OK;
}

static pk_status create(pk_kernel *kernel, const pk_launch_config *config,
                        const pk_arg *args, size_t arg_count, pk_prepared **out,
                        pk_error *err) {
    pk_class_args classes;
    pk_prepared *p;
    pk_status status;

    PK_TRY(pk_object_use(kernel, PK_OBJECT_kernel, "kernel", err));
    PK_TRY(pk_context_need_device(kernel->base.ctx, err));
    if (!out)
        return pk_fail(err, PK_BAD_ARG, "out is NULL");
    p = pk_object_create(kernel->base.ctx, PK_OBJECT_prepared, sizeof *p,
                         destroy_prepared);
    if (!p)
        return pk_fail_no_memory(err);
    p->kernel = pk_kernel_retain(kernel);
    pk_arena_init(&p->arena, &kernel->base.ctx->allocator);
    status = pk_class_args_init(&classes, p->base.ctx, kernel->info, args,
                                arg_count, err);
    if (status == PK_OK)
        status = fill(p, config, classes.args, arg_count, err);
    pk_class_args_finish(&classes);
    if (status == PK_OK)
        *out = p;
    else {
        p->sides[0].spec = NULL;
        pk_object_release(&p->base);
    }
    return status;
}

pk_status pk_prepared_create(pk_kernel *kernel, const pk_launch_config *config,
                             const pk_arg *args, size_t arg_count,
                             pk_prepared **out, pk_error *err) {
    return pk_diagnostics_settle(
        kernel, create(kernel, config, args, arg_count, out, err));
}

pk_prepared *pk_prepared_retain(pk_prepared *prepared) {
    if (!pk_object_is(prepared, PK_OBJECT_prepared))
        return NULL;
    pk_object_retain(&prepared->base);
    return prepared;
}

void pk_prepared_release(pk_prepared *prepared) {
    if (pk_object_is(prepared, PK_OBJECT_prepared))
        pk_object_release(&prepared->base);
}

/* ---- changes ---- */

static pk_status fail_type(const pk_prepared *p, size_t i, pk_error *err) {
    const pk_function_info *info = p->kernel->info;

    return pk_fail(err, PK_TYPE,
                   "argument %zu '%s' of %s has another type than the launch "
                   "was prepared with",
                   i, info->param_names[i], info->name);
}

/* A key's words with all that may change in place masked out. */
static bool same_types(const pk_frame *a, const pk_frame *b) {
    const uint32_t may_change = (PK_ARGF_aligned | PK_ARGF_small) << 12;

    if (a->type_words != b->type_words)
        return false;
    for (uint32_t i = PK_KEY_ARGS; i < a->type_words; i++)
        if ((a->key.words[i] ^ b->key.words[i]) & ~may_change)
            return false;
    return true;
}

static pk_status set_arg(pk_prepared *prepared, size_t i, pk_arg arg,
                         pk_error *err) {
    side *now, *next;

    if (i >= prepared->arg_count)
        return pk_fail(err, PK_BAD_ARG,
                       "argument %zu does not exist: %s takes %zu", i,
                       prepared->kernel->info->name, prepared->arg_count);
    now = &prepared->sides[prepared->now];
    next = &prepared->sides[!prepared->now];
    if (!same_shape(&now->args[i], &arg))
        return fail_type(prepared, i, err);
    for (size_t k = 0; k < prepared->arg_count; k++)
        overwrite(&next->args[k], k == i ? &arg : &now->args[k]);
    PK_TRY(pk_frame_make(prepared->base.ctx, prepared->kernel->info,
                         prepared->kernel->mod, next->args, prepared->arg_count,
                         &next->scratch, &next->frame, err));
    if (!same_types(&now->frame, &next->frame))
        return fail_type(prepared, i, err);
    PK_TRY(pk_variants_get(prepared->kernel->variants, &next->frame, next->args,
                           prepared->arg_count, &prepared->dims, &next->spec,
                           err));
    each_buffer(&next->frame, pk_object_retain);
    each_buffer(&now->frame, pk_object_release);
    prepared->now = !prepared->now;
    return PK_OK;
}

static pk_status set_class_arg(pk_prepared *prepared, size_t i, pk_arg arg,
                               pk_error *err) {
    pk_class_args classes;
    pk_status status = pk_class_args_init(&classes, prepared->base.ctx,
                                          prepared->kernel->info, &arg, 1, err);

    if (status == PK_OK)
        status = set_arg(prepared, i, *classes.args, err);
    pk_class_args_finish(&classes);
    return status;
}

pk_status pk_prepared_set_arg(pk_prepared *prepared, size_t i, pk_arg arg,
                              pk_error *err) {
    pk_status status =
        pk_object_use(prepared, PK_OBJECT_prepared, "prepared", err);

    if (status == PK_OK)
        status = pk_class_args_any(prepared->kernel->info, &arg, 1)
                     ? set_class_arg(prepared, i, arg, err)
                     : set_arg(prepared, i, arg, err);
    return status == PK_OK ? PK_OK : pk_diagnostics_settle(prepared, status);
}

static pk_status set_config(pk_prepared *prepared,
                            const pk_launch_config *config, pk_error *err) {
    pk_dims dims;
    const pk_spec *spec;
    side *now;

    PK_TRY(pk_object_use(prepared, PK_OBJECT_prepared, "prepared", err));
    PK_TRY(pk_dims_read(prepared->base.ctx, config, &dims, err));
    now = &prepared->sides[prepared->now];
    PK_TRY(pk_variants_get(prepared->kernel->variants, &now->frame, now->args,
                           prepared->arg_count, &dims, &spec, err));
    now->spec = spec;
    prepared->dims = dims;
    return PK_OK;
}

pk_status pk_prepared_set_config(pk_prepared *prepared,
                                 const pk_launch_config *config,
                                 pk_error *err) {
    pk_status status = set_config(prepared, config, err);

    return status == PK_OK ? PK_OK : pk_diagnostics_settle(prepared, status);
}

static pk_status launch(pk_prepared *prepared, pk_queue *queue, pk_error *err) {
    side *now;

    PK_TRY(pk_object_use(prepared, PK_OBJECT_prepared, "prepared", err));
    PK_TRY(pk_object_check(queue, PK_OBJECT_queue, prepared->base.ctx, "queue",
                           err));
    now = &prepared->sides[prepared->now];
    if (prepared->base.ctx->forms && !prepared->dims.empty)
        pk_forms_ready(prepared->kernel->variants, now->spec, &now->frame,
                       now->args, prepared->arg_count, &prepared->dims);
    if (!prepared->dims.empty)
        return pk_launch_submit(queue, prepared->kernel, now->spec, &now->frame,
                                &prepared->dims, err);
    atomic_fetch_add(&prepared->base.ctx->counters.launches, 1);
    return pk_queue_get_error(queue, err);
}

pk_status pk_prepared_launch(pk_prepared *prepared, pk_queue *queue,
                             pk_error *err) {
    pk_status status = launch(prepared, queue, err);

    return status == PK_OK ? PK_OK : pk_diagnostics_settle(prepared, status);
}
