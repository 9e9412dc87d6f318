/* SPDX-License-Identifier: Apache-2.0 */
/* Walking, copying and numbering the instructions of a function. All of it
 * recurses over regions, which the verifier keeps from nesting deeply. */
#include "core/ir_data.h"

bool pk_region_ends(const pk_region *region) {
    const pk_inst *last = region->last;

    return last && (last->op == PK_OP_break || last->op == PK_OP_continue ||
                    last->op == PK_OP_return || last->op == PK_OP_fail ||
                    last->op == PK_OP_reraise);
}

void pk_region_visit(pk_region *region, pk_visit visit, void *arg) {
    for (pk_inst *inst = region->first, *next; inst; inst = next) {
        next = inst->next;
        visit(inst, arg);
        if (!inst->parent)
            continue;
        if (inst->body) {
            pk_region_visit(inst->body, visit, arg);
            if (inst->other)
                pk_region_visit(inst->other, visit, arg);
        }
        next = inst->next;
    }
}

/* ---- copying ---- */

/* A copy under way; `outer` leads to the control instructions around it, so
 * that exits find the copy of what they leave. */
typedef struct frame {
    const pk_inst *old;
    pk_inst *new;
    const struct frame *outer;
} frame;

typedef struct copier {
    pk_func *fn;
    pk_value **map;
    pk_local **locals;
} copier;

static pk_value *mapped(const copier *c, pk_value *value) {
    pk_value **to = &c->map[value->id];

    if (!*to && pk_is_const(value))
        *to = pk_const_bits(c->fn, value->type, value->bits);
    return *to ? *to : value;
}

static pk_value *copy_value(const copier *c, const pk_value *old,
                            pk_inst *def) {
    pk_value *value = pk_value_new(c->fn, old->kind, old->type);

    value->def = def;
    c->map[old->id] = value;
    return value;
}

static pk_inst *target_of(const pk_inst *old, const frame *outer) {
    for (; outer; outer = outer->outer)
        if (outer->old == old)
            return outer->new;
    return (pk_inst *)old;
}

static void copy_region(const copier *c, pk_region *to, const pk_region *from,
                        const frame *outer);

static void copy_inst(const copier *c, pk_region *to, pk_inst *before,
                      const pk_inst *old, const frame *outer) {
    pk_inst *inst = pk_inst_like(c->fn, old, old->arg_count, old->result_count);
    frame inner = {old, inst, outer};

    if (c->fn->ir->arena->failed)
        return;
    if (old->local && c->locals && c->locals[old->local->id])
        inst->local = c->locals[old->local->id];
    if (old->target)
        inst->target = target_of(old->target, outer);
    for (uint32_t i = 0; i < old->arg_count; i++)
        inst->args[i] = mapped(c, old->args[i]);
    for (uint32_t i = 0; i < old->result_count; i++)
        inst->results[i] = copy_value(c, old->results[i], inst);
    if (old->index)
        inst->index = copy_value(c, old->index, inst);
    pk_inst_insert(to, before, inst);
    if (old->body) {
        inst->body = pk_region_new(c->fn, inst);
        copy_region(c, inst->body, old->body, &inner);
    }
    if (old->other) {
        inst->other = pk_region_new(c->fn, inst);
        copy_region(c, inst->other, old->other, &inner);
    }
}

static void copy_region(const copier *c, pk_region *to, const pk_region *from,
                        const frame *outer) {
    const pk_inst *last = from->last; /* `to` may be `from` */

    for (const pk_inst *old = from->first; old; old = old->next) {
        copy_inst(c, to, NULL, old, outer);
        if (old == last || c->fn->ir->arena->failed)
            break;
    }
}

void pk_region_copy(pk_func *to_fn, pk_region *to, const pk_region *from,
                    pk_value **map, pk_local **locals) {
    copier c = {to_fn, map, locals};

    if (!to_fn->ir->arena->failed)
        copy_region(&c, to, from, NULL);
}

void pk_inst_copy(pk_func *fn, pk_region *to, pk_inst *before,
                  const pk_inst *inst, pk_value **map, pk_local **locals) {
    copier c = {fn, map, locals};

    copy_inst(&c, to, before, inst, NULL);
}

/* ---- adopting ---- */

/* Results have their new ids already. */
static pk_value *adopted(const copier *c, pk_value *value) {
    return value->kind == PK_VALUE_result || value->kind == PK_VALUE_index
               ? value
               : mapped(c, value);
}

static void adopt_inst(pk_inst *inst, void *arg) {
    const copier *c = arg;

    if (inst->local)
        inst->local = c->locals[inst->local->id];
    for (uint32_t i = 0; i < inst->arg_count; i++)
        inst->args[i] = adopted(c, inst->args[i]);
    for (uint32_t i = 0; i < inst->result_count; i++)
        inst->results[i]->id = c->fn->value_count++;
    if (inst->index)
        inst->index->id = c->fn->value_count++;
}

void pk_region_adopt(pk_func *to_fn, pk_region *region, pk_value **map,
                     pk_local **locals) {
    copier c = {to_fn, map, locals};

    if (!to_fn->ir->arena->failed)
        pk_region_visit(region, adopt_inst, &c);
}

/* ---- numbering ---- */

typedef struct counts {
    uint32_t values, labels;
} counts;

static void number_inst(pk_inst *inst, void *arg) {
    counts *n = arg;

    for (uint32_t i = 0; i < inst->result_count; i++)
        inst->results[i]->id = n->values++;
    if (inst->op == PK_OP_for || inst->op == PK_OP_loop ||
        inst->op == PK_OP_block)
        inst->label = ++n->labels;
    if (inst->index)
        inst->index->id = n->values++;
}

/* Constants come last: they have no number in the text. */
void pk_func_number(pk_func *fn) {
    counts n = {0};

    if (fn->ir->arena->failed)
        return;
    for (uint32_t i = 0; i < fn->param_count; i++)
        fn->params[i].value->id = n.values++;
    for (pk_storage *s = fn->storages; s; s = s->next)
        s->value->id = n.values++;
    pk_region_visit(fn->body, number_inst, &n);
    for (uint32_t i = 0; i < fn->const_capacity; i++)
        if (fn->consts[i])
            fn->consts[i]->id = n.values++;
    fn->value_count = n.values;
    fn->local_count = 0;
    for (pk_local *local = fn->locals; local; local = local->next)
        local->id = fn->local_count++;
}
