/* SPDX-License-Identifier: Apache-2.0 */
/* own: who owns objects becomes operations that count owners.
 *
 *     %1: ref, %2: ptr<..> = alloc %n      %1: ref, %2: ptr<..> = alloc %n
 *     set $x, %1                           %3: ref = get $x
 *                                     =>   set $x, %1
 *                                          release %3
 *     ...                                  ...
 *     return                               %4: ref = get $x
 *                                          release %4
 *                                          return
 *
 * A local of type ref owns what it holds: setting it gives up what it held
 * before, and leaving the function what it holds then. What alloc or a call
 * gives is owned by who gets it: the local that it is set into first, or one
 * that is made for it until another gets it. Setting any other reference,
 * returning one, and storing one to memory adds an owner. Parameters are lent
 * by the caller, which keeps them alive.
 *
 * Runs behind report, so that failing is a return as any other, and before
 * all passes that know locals as values. */
#include "base/error.h"
#include "core/ir_data.h"
#include "core/passes/passes.h"

typedef struct owner {
    pk_func *fn;
    pk_builder b;
    bool *set;      /* by local id: something but none is ever set into it */
    bool *moved;    /* by value id: a local owns it already */
    pk_local **own; /* by value id: the local that was made for it, until
                       another in the same region gets it */
} owner;

static bool is_none(const pk_value *v) {
    return pk_is_const(v); /* the only constant of type ref */
}

/* Whether whoever gets the value is its owner. */
static bool is_given(const pk_value *v) {
    return v->kind == PK_VALUE_result &&
           (v->def->op == PK_OP_call ||
            pk_op_table[v->def->op].rule == PK_RULE_ALLOC);
}

static void note_sets(pk_inst *inst, void *arg) {
    owner *o = arg;

    if (inst->op == PK_OP_set && inst->local->type == PK_TYPE_ref &&
        !is_none(inst->args[0]))
        o->set[inst->local->id] = true;
}

static void release_local(owner *o, pk_local *local) {
    pk_emit1(&o->b, PK_OP_release, pk_emit_get(&o->b, local));
}

/* Whether the local may hold something where `inst` sets it: not at its first
 * set, unless that is in a loop. */
static bool may_hold(const pk_inst *inst) {
    for (const pk_inst *at = inst; at; at = at->parent->owner) {
        if (at->op == PK_OP_for || at->op == PK_OP_loop)
            return true;
        for (const pk_inst *i = at->prev; i; i = i->prev) {
            if (i->op == PK_OP_set && i->local == inst->local)
                return true;
            if (i->body)
                return true; /* it may be set there */
        }
    }
    return false;
}

static void own_set(owner *o, pk_inst *inst) {
    pk_value *value = inst->args[0], *old = NULL;
    const bool given = is_given(value);
    const bool owned = given && !o->moved[value->id];
    pk_local *own = NULL;

    if (owned)
        o->moved[value->id] = true;
    else if (given && inst->parent == value->def->parent)
        own = o->own[value->id];
    pk_builder_before(&o->b, inst);
    if (may_hold(inst))
        old = pk_emit_get(&o->b, inst->local);
    if (!owned && !own && !is_none(value))
        pk_emit1(&o->b, PK_OP_retain, value);
    o->b.before = inst->next;
    if (own) {
        pk_emit_set(&o->b, own, pk_const_bits(o->fn, PK_TYPE_ref, 0));
        o->own[value->id] = NULL;
    }
    if (old)
        pk_emit1(&o->b, PK_OP_release, old);
}

/* Before the function is left: what is returned stays, what locals hold goes.
 */
static void own_return(owner *o, pk_inst *inst) {
    for (uint32_t i = 0; inst && i < inst->arg_count; i++)
        if (inst->args[i]->type == PK_TYPE_ref && !is_none(inst->args[i]))
            pk_emit1(&o->b, PK_OP_retain, inst->args[i]);
    for (pk_local *local = o->fn->locals; local; local = local->next)
        if (local->type == PK_TYPE_ref && o->set[local->id])
            release_local(o, local);
}

static void own_inst(owner *o, pk_inst *inst) {
    pk_builder_before(&o->b, inst);
    if (inst->op == PK_OP_set && inst->local->type == PK_TYPE_ref)
        own_set(o, inst);
    else if (inst->op == PK_OP_return)
        own_return(o, inst);
    else if (inst->op == PK_OP_store && inst->args[1]->type == PK_TYPE_ref &&
             !is_none(inst->args[1]))
        pk_emit1(&o->b, PK_OP_retain, inst->args[1]);
}

static void own_region(owner *o, pk_region *region) {
    for (pk_inst *inst = region->first, *next; inst; inst = next) {
        next = inst->next;
        if (inst->body)
            own_region(o, inst->body);
        if (inst->other)
            own_region(o, inst->other);
        own_inst(o, inst);
    }
}

/* Whether a local gets what `inst` gives before anything can fail but the call
 * itself, which gives none then. */
static bool is_kept(const pk_inst *inst, const pk_value *value) {
    for (const pk_inst *i = inst->next; i; i = i->next) {
        if (i->op == PK_OP_set && i->args[0] == value)
            return true;
        if (i->op != PK_OP_set &&
            (i->op != PK_OP_if || i->args[0]->def != inst))
            break;
    }
    return false;
}

/* A new local gets what alloc or a call gives where no other does. */
static void keep_given(pk_inst *inst, void *arg) {
    owner *o = arg;
    pk_builder b = {.fn = o->fn, .region = inst->parent, .loc = inst->loc};

    if (inst->op != PK_OP_call && pk_op_table[inst->op].rule != PK_RULE_ALLOC)
        return;
    b.before = inst->next;
    for (uint32_t i = 0; i < inst->result_count; i++) {
        pk_value *value = inst->results[i];
        if (value->type != PK_TYPE_ref || is_kept(inst, value))
            continue;
        o->own[value->id] = pk_func_local(o->fn, "own", PK_TYPE_ref);
        pk_emit_set(&b, o->own[value->id], value);
    }
}

static void find_refs(pk_inst *inst, void *arg) {
    for (uint32_t i = 0; i < inst->result_count; i++)
        *(bool *)arg |= inst->results[i]->type == PK_TYPE_ref;
    *(bool *)arg |= inst->local && inst->local->type == PK_TYPE_ref;
}

static bool has_refs(const pk_func *fn) {
    bool found = false;

    for (uint32_t i = 0; i < fn->param_count; i++)
        found |= fn->params[i].value->type == PK_TYPE_ref;
    pk_region_visit(fn->body, find_refs, &found);
    return found;
}

pk_status pk_own_expand(pk_ir *ir, pk_error *err) {
    pk_arena scratch;

    pk_arena_init(&scratch, ir->arena->allocator);
    for (pk_func *fn = ir->funcs; fn; fn = fn->next) {
        owner o = {.fn = fn};
        if (!has_refs(fn))
            continue;
        o.own = pk_arena_array(&scratch, fn->value_count + 1u, sizeof *o.own);
        if (scratch.failed)
            break;
        pk_region_visit(fn->body, keep_given, &o);
        o.set = pk_arena_array(&scratch, fn->local_count + 1u, sizeof *o.set);
        o.moved =
            pk_arena_array(&scratch, fn->value_count + 1u, sizeof *o.moved);
        if (scratch.failed || ir->arena->failed)
            break;
        pk_region_visit(fn->body, note_sets, &o);
        pk_builder_init(&o.b, fn);
        own_region(&o, fn->body);
        pk_builder_init(&o.b, fn);
        if (!pk_region_ends(fn->body))
            own_return(&o, NULL);
    }
    ir->arena->failed |= scratch.failed;
    pk_arena_finish(&scratch);
    return ir->arena->failed ? pk_fail_no_memory(err) : PK_OK;
}
