/* SPDX-License-Identifier: Apache-2.0 */
/* Where the pointers of parameters go. */
#include "core/analysis/writes.h"

#include "core/address.h"
#include "core/ir_data.h"

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

bool *pk_params_written(pk_func *fn, pk_arena *arena) {
    flow f = {.words = fn->param_count / 64 + 1};
    bool *out = pk_arena_array(arena, fn->param_count + 1, sizeof *out);

    pk_func_number(fn);
    f.values = pk_arena_array(arena, (size_t)(fn->value_count + 1) * f.words,
                              sizeof *f.values);
    f.locals = pk_arena_array(arena, (size_t)(fn->local_count + 1) * f.words,
                              sizeof *f.locals);
    f.written = pk_arena_array(arena, f.words, sizeof *f.written);
    if (arena->failed)
        return NULL;
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

/* ---- arrays that are only stored to ---- */

/* Two parameters may be one array: that costs time where the kernel streams,
 * and nothing else. */
typedef struct search {
    const pk_func *fn;
    bool *only;
    bool ordered, any;
} search;

/* The number of the parameter that the pointer comes from, or their count. */
static uint32_t param_of(const pk_func *fn, const pk_value *pointer) {
    const pk_value *root = pk_address_root(pointer);
    uint32_t i = 0;

    while (i < fn->param_count && fn->params[i].value != root)
        i++;
    return i;
}

static bool is_pointer(const pk_value *v) {
    return v->kind != PK_VALUE_const && pk_type_is_ptr(v->type);
}

/* Others see what a thread stored before it before what it stores behind it. */
static bool orders(const pk_inst *inst) {
    switch ((int)inst->op) {
    case PK_OP_fence_block:
    case PK_OP_fence_device:
    case PK_OP_fence_system:
    case PK_OP_grid_sync: return true;
    case PK_OP_call: return !(inst->callee->flags & PK_FUNC_rare);
    }
    return false;
}

static void look_at(pk_inst *inst, void *arg) {
    search *s = arg;

    s->ordered |= orders(inst);
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        const bool leads = i == 0 && pk_op_is_address(inst->op);
        uint32_t p;

        if (!is_pointer(inst->args[i]) || leads)
            continue;
        p = param_of(s->fn, inst->args[i]);
        if (i == 0 && inst->op == PK_OP_store)
            s->any = true;
        else if (p < s->fn->param_count)
            s->only[p] = false;
    }
}

bool pk_find_only_stored(const pk_func *fn, bool *only) {
    search s = {.fn = fn, .only = only};

    for (uint32_t i = 0; i < fn->param_count; i++) {
        const pk_type type = fn->params[i].value->type;

        only[i] =
            pk_type_is_ptr(type) && pk_type_space(type) == PK_SPACE_global;
    }
    pk_region_visit(fn->body, look_at, &s);
    return fn->kind == PK_FUNC_kernel && s.any && !s.ordered;
}

typedef struct loops {
    const pk_func *fn;
    const bool *only;
    bool found;
} loops;

static void look_at_loop(pk_inst *loop, void *arg) {
    loops *l = arg;
    bool stores = false;

    if (loop->op != PK_OP_for || !(loop->flags & PK_INST_items))
        return;
    for (const pk_inst *i = loop->body->first; i; i = i->next) {
        if (i->body)
            return;
        if (i->op == PK_OP_store) {
            const uint32_t p = param_of(l->fn, i->args[0]);

            stores |= p < l->fn->param_count && l->only[p];
        }
    }
    l->found |= stores;
}

bool pk_wants_many(const pk_func *fn, const pk_caps *caps) {
    loops l = {.fn = fn};
    bool *only;

    if (!(caps->features & PK_CAP_streams) || fn->kind != PK_FUNC_kernel)
        return false;
    only = pk_arena_array(fn->ir->arena, fn->param_count + (size_t)1, 1);
    if (!only || !pk_find_only_stored(fn, only))
        return false;
    l.only = only;
    pk_region_visit(fn->body, look_at_loop, &l);
    return l.found;
}
