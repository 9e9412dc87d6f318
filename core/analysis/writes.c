/* SPDX-License-Identifier: Apache-2.0 */
/* Where the pointers of parameters go. */
#include "core/analysis/writes.h"

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
