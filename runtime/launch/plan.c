/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters: from IR to packing steps, and which arrays are only read. */
#include "runtime/launch/plan.h"

#include "core/nesting.h"
#include "runtime/launch/report.h"

#include <assert.h>

/* ---- which arrays may be written ---- */

/* Each pointer value and pointer local holds the set of parameters that it may
 * point into, as a row of bits. Values grow only, so a few rounds settle. */
typedef struct flow {
    uint32_t words; /* of a row */
    uint64_t *values, *locals, *written;
    bool changed;
} flow;

static uint64_t *value_row(const flow *f, const pk_value *v) {
    return f->values + (size_t)v->id * f->words;
}

static uint64_t *local_row(const flow *f, const pk_local *l) {
    return f->locals + (size_t)l->id * f->words;
}

static void merge(flow *f, uint64_t *to, const uint64_t *from) {
    for (uint32_t i = 0; i < f->words; i++) {
        f->changed |= (from[i] & ~to[i]) != 0;
        to[i] |= from[i];
    }
}

static void flow_inst(pk_inst *inst, void *arg) {
    flow *f = arg;
    const bool writes = pk_op_table[inst->op].flags & PK_OPF_WRITES;

    if (inst->op == PK_OP_get && pk_type_is_ptr(inst->local->type))
        merge(f, value_row(f, inst->results[0]), local_row(f, inst->local));
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        if (!pk_type_is_ptr(inst->args[i]->type))
            continue;
        if (inst->op == PK_OP_set)
            merge(f, local_row(f, inst->local), value_row(f, inst->args[i]));
        else if (writes)
            merge(f, f->written, value_row(f, inst->args[i]));
        for (uint32_t r = 0; r < inst->result_count; r++)
            if (pk_type_is_ptr(inst->results[r]->type))
                merge(f, value_row(f, inst->results[r]),
                      value_row(f, inst->args[i]));
    }
}

bool *pk_plan_written(pk_func *fn, pk_arena *arena) {
    flow f = {.words = fn->param_count / 64 + 1};
    bool *out = pk_arena_array(arena, fn->param_count + 1, sizeof *out);

    pk_func_number(fn);
    f.values = pk_arena_array(arena, (size_t)(fn->value_count + 1) * f.words,
                              sizeof *f.values);
    f.locals = pk_arena_array(arena, (size_t)(fn->local_count + 1) * f.words,
                              sizeof *f.locals);
    f.written = pk_arena_array(arena, f.words, sizeof *f.written);
    for (uint32_t i = 0; i < fn->param_count; i++)
        if (pk_type_is_ptr(fn->params[i].value->type))
            value_row(&f, fn->params[i].value)[i / 64] |= (uint64_t)1 << i % 64;
    do {
        f.changed = false;
        pk_region_visit(fn->body, flow_inst, &f);
    } while (f.changed);
    for (uint32_t i = 0; i < fn->param_count; i++)
        out[i] = f.written[i / 64] >> i % 64 & 1;
    return out;
}

/* ---- packing ---- */

/* The parameters that a frame's leaves give, one after another. */
typedef struct offer {
    const pk_frame *frame;
    uint32_t leaf, part; /* part: of the leaf */
} offer;

static uint32_t part_count(const pk_leaf *leaf) {
    if (leaf->kind == PK_ARG_array)
        return 1 + leaf->array->ndim * (leaf->layout == 'A' ? 2 : 1);
    return leaf->kind == PK_ARG_complex ? 2 : 1;
}

/* What the offer is now. */
static pk_pack_step read_offer(const offer *o) {
    const pk_leaf *leaf = &o->frame->leaves[o->leaf];
    pk_pack_step step = {.leaf = o->leaf};

    if (leaf->kind != PK_ARG_array) {
        step.role = PK_ROLE_scalar;
        step.axis = (uint8_t)o->part;
    } else if (!o->part) {
        step.role = PK_ROLE_data;
    } else if (o->part <= leaf->array->ndim) {
        step.role = PK_ROLE_shape;
        step.axis = (uint8_t)(o->part - 1);
    } else {
        step.role = PK_ROLE_stride;
        step.axis = (uint8_t)(o->part - 1 - leaf->array->ndim);
    }
    return step;
}

static void advance(offer *o) {
    if (++o->part < part_count(&o->frame->leaves[o->leaf]))
        return;
    o->part = 0;
    o->leaf++;
}

/* Moves on to what fits the parameter; false when nothing does. */
static bool match(offer *o, const pk_param *param, pk_pack_step *step) {
    for (; o->leaf < o->frame->leaf_count; advance(o)) {
        bool axes =
            param->role == PK_ROLE_shape || param->role == PK_ROLE_stride;
        *step = read_offer(o);
        if (o->frame->leaves[o->leaf].arg != param->arg ||
            step->role != param->role || (axes && step->axis != param->axis))
            continue;
        step->size = (uint8_t)pk_type_bytes(param->value->type);
        step->offset = param->offset;
        advance(o);
        return true;
    }
    return false;
}

static uint32_t shared_bytes(const pk_func *fn, uint32_t *dynamic) {
    uint64_t total = pk_shared_place(fn, NULL);

    for (const pk_storage *s = fn->storages; s; s = s->next)
        *dynamic |= s->space == PK_SPACE_shared && !s->count;
    return total < UINT32_MAX ? (uint32_t)total : UINT32_MAX;
}

static uint32_t local_bytes(const pk_func *fn) {
    uint64_t total = 0;

    for (const pk_storage *s = fn->storages; s; s = s->next)
        if (s->space == PK_SPACE_local && total < UINT32_MAX)
            total += s->count < UINT32_MAX ? s->count * pk_type_bytes(s->elem)
                                           : UINT32_MAX;
    return total < UINT32_MAX ? (uint32_t)total : UINT32_MAX;
}

static pk_param_info param_info(const pk_param *param) {
    return (pk_param_info){.offset = param->offset,
                           .size = pk_type_bytes(param->value->type),
                           .is_buffer = param->role == PK_ROLE_data,
                           .flags = param->flags & PK_PARAM_readonly};
}

static void describe_entry(pk_pipeline *p, pk_entry *entry) {
    const pk_func *fn = p->fn;
    pk_param_info *params =
        pk_arena_array(&p->arena, fn->param_count, sizeof *params);

    for (uint32_t i = 0; i < fn->param_count; i++)
        params[i] = param_info(&fn->params[i]);
    *entry = (pk_entry){.struct_size = sizeof *entry,
                        .name = fn->name,
                        .params = params,
                        .param_count = fn->param_count,
                        .params_size = fn->params_size,
                        .form = fn->form};
    entry->shared_static = shared_bytes(fn, &entry->shared_dynamic);
    entry->local_static = local_bytes(fn);
}

/* Keeps what the passes proved, as parameters of the steps. */
static pk_status keep_covers(const pk_allocator *allocator, const pk_func *fn,
                             pk_spec *spec, pk_error *err) {
    uint32_t count = 0, i = 0;

    for (const pk_cover *c = pk_func_covers(fn); c; c = c->next)
        count++;
    if (!count)
        return PK_OK;
    spec->covers = pk_heap_new(allocator, count * sizeof *spec->covers);
    if (!spec->covers)
        return pk_fail_no_memory(err);
    spec->cover_count = count;
    for (const pk_cover *c = pk_func_covers(fn); c; c = c->next)
        spec->covers[i++] = *c;
    return PK_OK;
}

pk_status pk_plan_make(pk_pipeline *p, const pk_frame *frame, pk_spec *spec,
                       pk_entry *entry, pk_error *err) {
    const pk_allocator *allocator = &p->ctx->allocator;
    pk_func *fn = p->fn;
    const bool *written = pk_plan_written(fn, &p->arena);
    offer o = {.frame = frame};
    uint32_t count = fn->param_count;

    if (fn->params_size > frame->params_room)
        return pk_fail(err, PK_INTERNAL, "the parameters of %s take %u bytes",
                       p->name, fn->params_size);
    PK_TRY(pk_speech_make(allocator, fn, &spec->speech, err));
    if (spec->speech)
        count -= 2; /* what the launch fills in by itself */
    if (count) {
        spec->steps = pk_heap_new(allocator, count * sizeof *spec->steps);
        if (!spec->steps)
            return pk_fail_no_memory(err);
        spec->step_count = count;
    }
    if (frame->leaf_count) {
        spec->written = pk_heap_new(allocator, frame->leaf_count);
        if (!spec->written)
            return pk_fail_no_memory(err);
        spec->leaf_count = frame->leaf_count;
    }
    for (uint32_t i = 0; i < count; i++) {
        pk_pack_step *step = &spec->steps[i];
        if (!match(&o, &fn->params[i], step))
            return pk_fail(err, PK_INTERNAL,
                           "parameter '%s' of %s stands for no argument",
                           fn->params[i].name, p->name);
        if (step->role == PK_ROLE_data)
            spec->written[step->leaf] |=
                written[i] || (spec->speech && spec->speech->launches);
    }
    /* With checks a thread may end before its store. */
    if (!p->ctx->checks)
        PK_TRY(keep_covers(allocator, fn, spec, err));
    spec->params_size = fn->params_size;
    describe_entry(p, entry);
    spec->local_static = entry->local_static;
    spec->shared_dynamic = entry->shared_dynamic;
    spec->form = (pk_form)entry->form;
    spec->max_threads = fn->limits[PK_LIMIT_maxthreads];
    return PK_OK;
}
