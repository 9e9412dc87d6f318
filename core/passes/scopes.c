/* SPDX-License-Identifier: Apache-2.0 */
/* Moving an instruction into an `if` or a loop hides its result from what
 * follows. Passes move first and ask for repair once, at the end. A barrier
 * of the grid hides all that was computed before it. */
#include "core/passes/scopes.h"

typedef struct repair {
    pk_func *fn;
    pk_local **locals; /* by value id: the local of a value used unseen */
    pk_value **values; /* and the value */
    uint32_t *visible; /* the stretch in which a value was computed, or 0 */
    uint32_t count;
    uint32_t stretch; /* at work: from 1, without grid barriers always 1 */
    bool phases;
} repair;

bool pk_holds_grid_sync(const pk_inst *inst) {
    bool found = inst->op == PK_OP_grid_sync;

    for (int side = 0; side < 2 && !found; side++) {
        const pk_region *region = side ? inst->other : inst->body;
        for (const pk_inst *i = region ? region->first : NULL; i && !found;
             i = i->next)
            found = pk_holds_grid_sync(i);
    }
    return found;
}

static pk_local *local_of(repair *r, pk_value *value) {
    if (!r->locals[value->id]) {
        r->locals[value->id] = pk_func_local(r->fn, "x", value->type);
        r->values[value->id] = value;
    }
    return r->locals[value->id];
}

pk_inst *pk_before_items(pk_inst *inst) {
    pk_inst *at = inst;

    for (; inst; inst = inst->parent->owner)
        if (inst->flags & PK_INST_items)
            at = inst;
    return at;
}

/* Ids and dimensions can be read again anywhere, so they need no local. */
static bool is_query(const pk_value *v) {
    return v->kind == PK_VALUE_result && v->def->arg_count == 0 &&
           (pk_op_table[v->def->op].flags & PK_OPF_PURE);
}

static void repair_args(repair *r, pk_inst *inst) {
    pk_builder b;

    pk_builder_init(&b, r->fn);
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        pk_value *v = inst->args[i];
        if (v->kind != PK_VALUE_result && v->kind != PK_VALUE_index)
            continue;
        if (v->id >= r->count || r->visible[v->id] == r->stretch)
            continue;
        pk_builder_before(&b, r->phases ? pk_before_items(inst) : inst);
        inst->args[i] = r->phases && is_query(v)
                            ? pk_emit_query(&b, v->def->op, v->def->axis)
                            : pk_emit_get(&b, local_of(r, v));
    }
}

static void repair_region(repair *r, pk_region *region) {
    for (pk_inst *i = region->first; i; i = i->next) {
        bool wall = r->phases && pk_holds_grid_sync(i);
        repair_args(r, i);
        r->stretch += wall;
        if (i->index)
            r->visible[i->index->id] = r->stretch;
        if (i->body)
            repair_region(r, i->body);
        r->stretch += wall;
        if (i->other)
            repair_region(r, i->other);
        r->stretch += wall;
        if (i->index)
            r->visible[i->index->id] = 0;
        for (uint32_t k = 0; k < i->result_count; k++)
            if (i->results[k]->id < r->count)
                r->visible[i->results[k]->id] = r->stretch;
        if (r->fn->ir->arena->failed)
            return;
    }
    for (pk_inst *i = region->first; i; i = i->next)
        for (uint32_t k = 0; k < i->result_count; k++)
            if (i->results[k]->id < r->count)
                r->visible[i->results[k]->id] = 0;
}

/* Keeps the value behind its definition; an index at the top of its loop. */
static void keep_value(pk_func *fn, pk_value *value, pk_local *local) {
    pk_inst *def = value->def;
    pk_builder b;

    pk_builder_init(&b, fn);
    b.loc = def->loc;
    b.region = value->kind == PK_VALUE_index ? def->body : def->parent;
    b.before = value->kind == PK_VALUE_index ? def->body->first : def->next;
    pk_emit_set(&b, local, value);
}

static void repair_all(pk_func *fn, pk_arena *scratch, bool phases) {
    repair r = {
        .fn = fn, .count = fn->value_count, .stretch = 1, .phases = phases};

    r.locals = pk_arena_array(scratch, r.count + 1, sizeof *r.locals);
    r.values = pk_arena_array(scratch, r.count + 1, sizeof *r.values);
    r.visible = pk_arena_array(scratch, r.count + 1, sizeof *r.visible);
    if (scratch->failed || fn->ir->arena->failed)
        return;
    repair_region(&r, fn->body);
    for (uint32_t i = 0; i < r.count && !fn->ir->arena->failed; i++)
        if (r.locals[i])
            keep_value(fn, r.values[i], r.locals[i]);
}

void pk_repair_scopes(pk_func *fn, pk_arena *scratch) {
    repair_all(fn, scratch, false);
}

void pk_repair_phases(pk_func *fn, pk_arena *scratch) {
    repair_all(fn, scratch, true);
}

pk_inst *pk_region_take(pk_region *region) {
    pk_inst *first = region->first;

    region->first = region->last = NULL;
    return first;
}

bool pk_region_uses(const pk_region *region, const pk_value *value) {
    for (const pk_inst *i = region ? region->first : NULL; i; i = i->next) {
        for (uint32_t k = 0; k < i->arg_count; k++)
            if (i->args[k] == value)
                return true;
        for (uint32_t k = 0; k < i->result_count; k++)
            if (i->results[k] == value)
                return true;
        if (pk_region_uses(i->body, value) || pk_region_uses(i->other, value))
            return true;
    }
    return false;
}
