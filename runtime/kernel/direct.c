/* SPDX-License-Identifier: Apache-2.0 */
/* Calls by a shorter way: which may go it, and packing. */
#include "runtime/kernel/direct.h"
#include "runtime/kernel/args.h"

#include <string.h>

/* ---- arguments that fit ---- */

/* The bytes of an array. */
typedef struct span {
    uint64_t begin, end;
} span;

enum {
    ALIGNED = 16,
    KEPT = 8 /* of a kernel, at most */
};
static const uint64_t small = UINT64_C(1) << 31; /* bytes: PK_ARGF_small */

/* Whether an array is in C order and small, each of its extents 1 or more; what
 * it spans then. */
static bool measure(const pk_array *a, span *out) {
    uint64_t stride = pk_dtype_size(a->dtype);

    for (uint32_t i = a->ndim; i-- > 0;) {
        const uint64_t extent = (uint64_t)a->shape[i];
        if ((uint64_t)a->strides[i] != stride || extent - 1 >= small)
            return false;
        stride *= extent;
        if (stride >= small)
            return false;
    }
    out->begin = (uintptr_t)a->host;
    out->end = out->begin + stride;
    return out->end > out->begin;
}

static bool array_fits(const pk_direct_arg *want, const pk_array *a,
                       span *out) {
    if (!a || a->dtype != want->dtype || a->ndim != want->ndim || !a->host ||
        a->buffer || a->structure || !measure(a, out))
        return false;
    return (out->begin % ALIGNED == 0) == want->aligned &&
           (want->aligned || out->begin % pk_dtype_align(a->dtype) == 0);
}

/* The class of an object (pk_object_of); NULL: it is none. */
static const struct pk_arg_function *class_of(const pk_arg *arg) {
    const struct pk_arg_items *t = &arg->value.tuple;

    return arg->kind == PK_ARG_tuple && t->count == 2 && t->items &&
                   t->items[0].kind == PK_ARG_function &&
                   t->items[1].kind == PK_ARG_scalar &&
                   t->items[1].dtype == PK_DTYPE_u64 &&
                   t->items[0].value.function.module &&
                   t->items[0].value.function.name
               ? &t->items[0].value.function
               : NULL;
}

static bool object_fits(const pk_direct_arg *want, const pk_arg *arg) {
    const struct pk_arg_function *of = class_of(arg);

    return of && of->module->number == want->module &&
           strcmp(of->name, want->name) == 0;
}

/* Whether two arrays share bytes that one of them may write. */
static bool overlap(const pk_direct *d, const span *spans) {
    for (uint32_t i = 1; i < d->arg_count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (spans[i].begin < spans[j].end &&
                spans[j].begin < spans[i].end &&
                !(d->args[i].kind == PK_ARG_in && d->args[j].kind == PK_ARG_in))
                return true;
    return false;
}

static bool fits(const pk_direct *d, const pk_arg *args, size_t count) {
    span spans[PK_DIRECT_ARGS];

    if (count != d->arg_count || (count && !args))
        return false;
    for (uint32_t i = 0; i < d->arg_count; i++) {
        const pk_direct_arg *want = &d->args[i];

        spans[i] = (span){0, 0};
        if (args[i].kind != (pk_arg_kind)want->kind)
            return false;
        if (want->kind == PK_ARG_tuple ? !object_fits(want, &args[i])
            : want->kind == PK_ARG_scalar
                ? args[i].dtype != (pk_dtype)want->dtype
                : !array_fits(want, args[i].value.array, &spans[i]))
            return false;
    }
    return d->array_count < 2 || !overlap(d, spans);
}

const pk_direct *pk_direct_find(const pk_kernel *kernel, const pk_arg *args,
                                size_t count) {
    const pk_direct *d =
        atomic_load_explicit(&kernel->variants->directs, memory_order_acquire);

    while (d && !fits(d, args, count))
        d = d->next;
    return d;
}

/* ---- specialisations that may be called so ---- */

static bool read_arg(const pk_arg *arg, const pk_leaf *leaf,
                     pk_direct_arg *out) {
    const pk_array *a = pk_arg_is_array(arg) ? arg->value.array : NULL;
    span unused;

    *out = (pk_direct_arg){.kind = (uint8_t)arg->kind};
    if (arg->kind == PK_ARG_scalar) {
        out->dtype = (uint8_t)arg->dtype;
        return true;
    }
    if (class_of(arg)) {
        out->module = class_of(arg)->module->number;
        out->name = pk_args_function_path(class_of(arg));
        return out->name != NULL;
    }
    if (!a)
        return false;
    out->dtype = (uint8_t)a->dtype;
    out->ndim = (uint8_t)a->ndim;
    out->aligned = leaf->flags & PK_ARGF_aligned;
    return array_fits(out, a, &unused);
}

/* A specialisation whose compile used values of the launch or of its arguments
 * has them in its key, and is found by that. */
static bool has_facts(const pk_spec *spec) {
    uint64_t facts;

    memcpy(&facts, &spec->key.words[PK_KEY_FACTS], sizeof facts);
    return facts != 0;
}

static bool read_function(const pk_kernel *kernel, const pk_spec *spec,
                          const pk_frame *frame) {
    const pk_recipe *recipe = spec->recipe;

    return !kernel->info->declared_count && !kernel->mod->reference_count &&
           !kernel->base.ctx->host_ext->wants_ranges && !has_facts(spec) &&
           !recipe->points.count && !recipe->prints &&
           recipe->params_size <= PK_DIRECT_PARAMS &&
           (frame->array_count < 2 ||
            spec->key.words[PK_KEY_FLAGS] & PK_KEY_noalias);
}

static bool read_args(const pk_frame *frame, const pk_arg *args, size_t count,
                      pk_direct *out) {
    if (count > PK_DIRECT_ARGS || frame->leaf_count != count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!read_arg(&args[i], &frame->leaves[i], &out->args[i]))
            return false;
    return true;
}

/* Puts one more in front, unless there are many or one for the same
 * specialisation. Of threads that do it at once one succeeds, and the others
 * leave it to a later call. */
static void add(pk_variants *variants, const pk_direct *d) {
    const pk_allocator *a = &variants->ctx->allocator;
    pk_direct *first = atomic_load(&variants->directs), *made;
    int others = 0;

    for (const pk_direct *o = first; o; o = o->next, others++)
        if (o->spec == d->spec)
            return;
    made = others < KEPT ? pk_heap_new(a, sizeof *made) : NULL;
    if (!made)
        return;
    *made = *d;
    made->next = first;
    if (!atomic_compare_exchange_strong(&variants->directs, &first, made))
        pk_heap_free(a, made, sizeof *made);
}

void pk_direct_add(const pk_kernel *kernel, const pk_spec *spec,
                   const pk_frame *frame, const pk_arg *args, size_t count,
                   const pk_direct_result *result) {
    pk_direct d = {.spec = spec,
                   .arg_count = (uint32_t)count,
                   .array_count = frame->array_count,
                   .result = *result};

    if (result->size <= PK_DIRECT_RESULT &&
        read_function(kernel, spec, frame) && read_args(frame, args, count, &d))
        add(kernel->variants, &d);
}

void pk_directs_free(pk_variants *variants) {
    pk_direct *d = atomic_load(&variants->directs);

    while (d) {
        pk_direct *next = d->next;
        pk_heap_free(&variants->ctx->allocator, d, sizeof *d);
        d = next;
    }
}

/* ---- packing ---- */

static uint64_t scalar_bits(const pk_arg *arg, uint32_t part) {
    uint64_t bits;
    uint32_t half;

    switch (arg->dtype) {
    case PK_DTYPE_bool: return pk_arg_bool(arg);
    case PK_DTYPE_c64:
        memcpy(&half, &arg->value.f32[part], sizeof half);
        return half;
    default: memcpy(&bits, &arg->value.f64[part], sizeof bits); return bits;
    }
}

static uint64_t step_bits(const pk_pack_step *step, const pk_arg *arg) {
    switch ((pk_role)step->role) {
    case PK_ROLE_scalar:
        return arg->kind == PK_ARG_tuple ? arg->value.tuple.items[1].value.u
                                         : scalar_bits(arg, step->axis);
    case PK_ROLE_data: return (uintptr_t)arg->value.array->host;
    case PK_ROLE_shape: return (uint64_t)arg->value.array->shape[step->axis];
    case PK_ROLE_stride: return (uint64_t)arg->value.array->strides[step->axis];
    case PK_ROLE_COUNT: break;
    }
    return 0;
}

void pk_direct_pack(const pk_direct *direct, const pk_arg *args, char *params) {
    const pk_recipe *recipe = direct->spec->recipe;
    const pk_pack_step *step = pk_recipe_steps(recipe);
    const pk_pack_step *end = step + recipe->steps.count;

    for (; step < end; step++)
        pk_pack_put(params + step->offset, step_bits(step, &args[step->leaf]),
                    step->size);
}
