/* SPDX-License-Identifier: Apache-2.0 */
/* The helpers of edit.h. */
#include "core/passes/edit.h"

#include "base/error.h"

#include <string.h>

static void find_mark(pk_inst *inst, void *arg) {
    bool *found = arg;

    for (uint32_t i = 0; i < inst->arg_count; i++)
        *found |= inst->args[i]->mark != NULL;
    for (uint32_t i = 0; i < inst->result_count; i++)
        *found |= inst->results[i]->mark != NULL;
    *found |= inst->index && inst->index->mark;
}

bool pk_marks_left(const pk_func *fn) {
    bool found = false;

    for (uint32_t i = 0; i < fn->param_count; i++)
        found |= fn->params[i].value->mark != NULL;
    for (const pk_local *local = fn->locals; local; local = local->next)
        found |= local->mark != NULL;
    pk_region_visit(fn->body, find_mark, &found);
    return found;
}

pk_value *pk_resolve(pk_value *value) {
    pk_value *end = value;

    while (end->mark)
        end = end->mark;
    while (value->mark) { /* next time the way is short */
        pk_value *next = value->mark;
        value->mark = end;
        value = next;
    }
    return end;
}

void pk_replace(pk_inst *inst, pk_value *by) {
    by = pk_resolve(by);
    if (by != inst->results[0])
        inst->results[0]->mark = by;
    pk_inst_remove(inst);
}

void pk_region_replace(pk_region *region, const pk_value *old, pk_value *new) {
    for (pk_inst *i = region ? region->first : NULL; i; i = i->next) {
        for (uint32_t k = 0; k < i->arg_count; k++)
            if (i->args[k] == old)
                i->args[k] = new;
        pk_region_replace(i->body, old, new);
        pk_region_replace(i->other, old, new);
    }
}

pk_inst *pk_inst_regrow(pk_func *fn, pk_inst *inst, uint32_t args,
                        uint32_t results) {
    pk_inst *copy = pk_inst_new(fn, inst->op, args, results);

    if (fn->ir->arena->failed)
        return copy;
    if (inst->arg_count)
        memcpy(copy->args, inst->args, inst->arg_count * sizeof *copy->args);
    for (uint32_t i = 0; i < inst->result_count; i++) {
        copy->results[i] = inst->results[i];
        copy->results[i]->def = copy;
    }
    copy->loc = inst->loc;
    copy->flags = inst->flags;
    copy->callee = inst->callee;
    pk_inst_insert(inst->parent, inst, copy);
    pk_inst_remove(inst);
    return copy;
}

void pk_region_splice(pk_region *from, pk_inst *at) {
    for (pk_inst *inst = from->first, *next; inst; inst = next) {
        next = inst->next;
        pk_inst_remove(inst);
        pk_inst_insert(at->parent, at, inst);
    }
}

pk_status pk_passes_done(const pk_ir *ir, pk_error *err) {
    return ir->arena->failed ? pk_fail_no_memory(err) : PK_OK;
}

pk_status pk_pass_done(const pk_func *fn, pk_error *err) {
    return pk_passes_done(fn->ir, err);
}

pk_func *pk_func_copy(const pk_func *fn, const char *name) {
    pk_ir *ir = fn->ir;
    pk_func *copy = pk_func_new(ir, PK_FUNC_device, name);
    pk_value **map =
        pk_arena_array(ir->arena, fn->value_count + 1u, sizeof(pk_value *));
    pk_local **locals =
        pk_arena_array(ir->arena, fn->local_count + 1u, sizeof *locals);

    if (ir->arena->failed)
        return NULL;
    pk_func_get_data(copy)->said = pk_func_said(fn);
    copy->flags = fn->flags & ~(uint32_t)PK_FUNC_noinline;
    copy->loc = fn->loc;
    for (uint32_t i = 0; i < fn->param_count; i++) {
        const pk_param *p = &fn->params[i];
        map[p->value->id] = pk_func_param(copy, p->name, p->value->type,
                                          p->role, p->arg, p->axis)
                                ->value;
    }
    for (uint32_t i = 0; i < fn->result_count; i++)
        pk_func_result(copy, fn->results[i]);
    for (const pk_storage *s = fn->storages; s; s = s->next) {
        pk_storage *storage = pk_func_storage(copy, s->name, s->space, s->elem,
                                              s->count, s->align);
        storage->data = s->data;
        map[s->value->id] = storage->value;
    }
    for (const pk_local *l = fn->locals; l; l = l->next)
        locals[l->id] = pk_func_local(copy, l->name, l->type);
    pk_region_copy(copy, copy->body, fn->body, map, locals);
    return copy;
}
