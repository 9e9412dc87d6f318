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

static bool function_fits(const pk_direct_arg *want,
                          const struct pk_arg_function *f) {
    return f->module && f->name && f->module->number == want->module &&
           strcmp(f->name, want->name) == 0;
}

/* Arguments that are compared with what a specialisation wants. */
typedef struct match {
    const pk_direct_arg *want; /* the next */
    uint32_t leaf_count;
    pk_direct_leaves *leaves;
    span spans[PK_DIRECT_ARGS]; /* of the leaves */
} match;

static bool tuple_fits(match *m, const pk_direct_arg *want,
                       const struct pk_arg_items *tuple);

static inline bool arg_fits(match *m, const pk_arg *arg) {
    const pk_direct_arg *want = m->want++;

    if (arg->kind != (pk_arg_kind)want->kind)
        return false;
    if (arg->kind == PK_ARG_tuple)
        return tuple_fits(m, want, &arg->value.tuple);
    if (arg->kind == PK_ARG_function)
        return function_fits(want, &arg->value.function);
    m->leaves->items[m->leaf_count] = arg;
    m->spans[m->leaf_count] = (span){0, 0};
    return arg->kind == PK_ARG_scalar
               ? arg->dtype == (pk_dtype)want->dtype && ++m->leaf_count
               : array_fits(want, arg->value.array, &m->spans[m->leaf_count++]);
}

static bool tuple_fits(match *m, const pk_direct_arg *want,
                       const struct pk_arg_items *tuple) {
    if (tuple->count != want->count || tuple->fields || !tuple->items)
        return false;
    for (size_t i = 0; i < tuple->count; i++)
        if (!arg_fits(m, &tuple->items[i]))
            return false;
    return true;
}

/* Whether two arrays share bytes that one of them may write. */
static bool overlap(const match *m) {
    for (uint32_t i = 1; i < m->leaf_count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (m->spans[i].begin < m->spans[j].end &&
                m->spans[j].begin < m->spans[i].end &&
                !(m->leaves->items[i]->kind == PK_ARG_in &&
                  m->leaves->items[j]->kind == PK_ARG_in))
                return true;
    return false;
}

static bool fits(const pk_direct *d, const pk_arg *args, size_t count,
                 pk_direct_leaves *leaves) {
    match m;

    if (count != d->arg_count || (count && !args))
        return false;
    m.want = d->args;
    m.leaf_count = 0;
    m.leaves = leaves;
    for (size_t i = 0; i < count; i++)
        if (!arg_fits(&m, &args[i]))
            return false;
    return d->array_count < 2 || !overlap(&m);
}

const pk_direct *pk_direct_find(const pk_kernel *kernel, const pk_arg *args,
                                size_t count, pk_direct_leaves *leaves) {
    const pk_direct *d =
        atomic_load_explicit(&kernel->variants->directs, memory_order_acquire);

    while (d && !fits(d, args, count, leaves))
        d = d->next;
    return d;
}

/* ---- specialisations that may be called so ---- */

/* Arguments that are read: to where, and their leaves. */
typedef struct reader {
    pk_direct *out;
    uint32_t count, leaf_count;
    const pk_frame *frame;
} reader;

static bool read_args(reader *r, const pk_arg *args, size_t count);

static bool read_array(reader *r, const pk_array *a, pk_direct_arg *out) {
    span unused;

    if (!a || r->leaf_count >= r->frame->leaf_count)
        return false;
    out->dtype = (uint8_t)a->dtype;
    out->ndim = (uint8_t)a->ndim;
    out->aligned = r->frame->leaves[r->leaf_count++].flags & PK_ARGF_aligned;
    return array_fits(out, a, &unused);
}

static bool read_arg(reader *r, const pk_arg *arg, pk_direct_arg *out) {
    const struct pk_arg_items *tuple = &arg->value.tuple;

    *out = (pk_direct_arg){.kind = (uint8_t)arg->kind};
    switch (arg->kind) {
    case PK_ARG_scalar: /* not one that becomes a signature's type */
        out->dtype = (uint8_t)arg->dtype;
        return r->leaf_count < r->frame->leaf_count &&
               r->frame->leaves[r->leaf_count++].dtype == arg->dtype;
    case PK_ARG_function:
        out->module = arg->value.function.module->number;
        out->name = pk_args_function_path(&arg->value.function);
        return out->name != NULL;
    case PK_ARG_tuple:
        out->count = (uint32_t)tuple->count;
        return !tuple->fields && tuple->count &&
               read_args(r, tuple->items, tuple->count);
    default:
        return pk_arg_is_array(arg) && read_array(r, arg->value.array, out);
    }
}

static bool read_args(reader *r, const pk_arg *args, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (r->count == PK_DIRECT_ARGS ||
            !read_arg(r, &args[i], &r->out->args[r->count++]))
            return false;
    return true;
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

    return !kernel->mod->reference_count &&
           !kernel->base.ctx->host_ext->wants_ranges && !has_facts(spec) &&
           !pk_spec_offloads(spec) && !recipe->points.count &&
           !recipe->prints && recipe->params_size <= PK_DIRECT_PARAMS &&
           (frame->array_count < 2 ||
            spec->key.words[PK_KEY_FLAGS] & PK_KEY_noalias);
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
    reader r = {.out = &d, .frame = frame};

    if (result->size <= PK_DIRECT_RESULT &&
        read_function(kernel, spec, frame) && read_args(&r, args, count) &&
        r.leaf_count == frame->leaf_count)
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
    case PK_ROLE_scalar: return scalar_bits(arg, step->axis);
    case PK_ROLE_data: return (uintptr_t)arg->value.array->host;
    case PK_ROLE_shape: return (uint64_t)arg->value.array->shape[step->axis];
    case PK_ROLE_stride: return (uint64_t)arg->value.array->strides[step->axis];
    case PK_ROLE_COUNT: break;
    }
    return 0;
}

void pk_direct_pack(const pk_direct *direct, const pk_direct_leaves *leaves,
                    char *params) {
    const pk_recipe *recipe = direct->spec->recipe;
    const pk_pack_step *step = pk_recipe_steps(recipe);
    const pk_pack_step *end = step + recipe->steps.count;

    for (; step < end; step++)
        pk_pack_put(params + step->offset,
                    step_bits(step, leaves->items[step->leaf]), step->size);
}
