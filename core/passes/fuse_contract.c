/* SPDX-License-Identifier: Apache-2.0 */
/* fuse: arrays that nothing but the one loop reads are not stored.
 *
 *     for.parallel ^1 %i = 0, %n, 1 {      for.parallel ^1 %i = 0, %n, 1 {
 *         store elem(%made, %i), %v            ...
 *         ... load elem(%made, %i)    =>       ... %v
 *     }                                    }
 *
 * An iteration that stores its element of an array which the function has made
 * has that element in hand, so loads behind the store take it. Where they were
 * all that could read it, or the iteration stores there again, the store goes.
 * The array itself stays, for the loops that run where lengths differ; memory
 * that nothing touches costs next to nothing.
 *
 * This is the array contraction of Gao, Olsen, Sarkar and Thekkath, Collective
 * Loop Fusion for Array Contraction (1992). */
#include "core/address.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/fuse.h"
#include "core/passes/outline.h"
#include "core/within.h"

enum { LOADS = 32 /* of one array in the loop */ };

typedef struct contraction {
    pk_fuser *f;
    pk_inst *loop, *store;
    const pk_region *instead; /* runs where the loop does not; NULL: none */
    bool *made;               /* by value id: leads to the array or owns it */
    bool *holds;              /* by local id: so may what is in it */
    pk_inst *loads[LOADS];    /* that take what is stored */
    uint32_t count;
    bool changed;
    bool seen;        /* where other instructions have the array's address... */
    bool seen_inside; /* ...in the loop */
    bool elsewhere;   /* loads in front of the store, or in other loops */
    bool behind;      /* the store, at what is looked at */
    bool overwritten; /* by another store of the iteration */
    bool unknown;     /* the loop uses memory that may be anything's */
} contraction;

/* ---- who sees the array ---- */

static void lead_to(contraction *c, bool *what) {
    c->changed |= !*what;
    *what = true;
}

static bool is_question(const pk_inst *inst) {
    return inst->op == PK_OP_eq || inst->op == PK_OP_ne;
}

static bool leads_on(const pk_inst *inst) {
    return pk_op_is_address(inst->op) || inst->op == PK_OP_select;
}

static bool is_access(const pk_inst *inst, uint32_t arg) {
    return !arg && (inst->op == PK_OP_load || inst->op == PK_OP_store);
}

static void follow_use(contraction *c, const pk_inst *inst, uint32_t arg) {
    if (leads_on(inst))
        lead_to(c, &c->made[inst->results[0]->id]);
    else if (inst->op == PK_OP_set)
        lead_to(c, &c->holds[inst->local->id]);
    else
        c->seen |= !is_question(inst) && !is_access(inst, arg);
}

static void follow(pk_inst *inst, void *arg) {
    contraction *c = arg;

    if (inst->op == PK_OP_get && c->holds[inst->local->id])
        lead_to(c, &c->made[inst->results[0]->id]);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (c->made[inst->args[i]->id])
            follow_use(c, inst, i);
}

/* ---- who reads what is stored ---- */

static const pk_value *array_of(const contraction *c) {
    return pk_address_root(c->store->args[0]);
}

static bool is_own(const contraction *c, const pk_inst *access) {
    return pk_address_root(access->args[0]) == array_of(c) &&
           pk_fuse_is_own(c->f, c->loop, access->args[0]);
}

static void look_at_access(contraction *c, pk_inst *inst) {
    const bool loads = inst->op == PK_OP_load;

    if (!is_own(c, inst) || (!loads && inst->parent != c->loop->body))
        c->seen_inside = true;
    else if (!c->behind)
        c->elsewhere |= loads;
    else if (!loads)
        c->overwritten = true;
    else if (c->count == LOADS)
        c->seen_inside = true;
    else if (!c->overwritten)
        c->loads[c->count++] = inst;
}

/* Whether the pointer may lead to memory that the function has made and put
 * somewhere. */
static bool may_be_any(const pk_value *v) {
    const pk_value *root = pk_address_root(v);

    return pk_type_is_ptr(v->type) && root->kind == PK_VALUE_result &&
           !pk_fuse_made(root);
}

static void look_inside(pk_inst *inst, void *arg) {
    contraction *c = arg;

    if (inst == c->store) {
        c->behind = true;
        return;
    }
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        c->unknown |= may_be_any(inst->args[i]);
        if (!c->made[inst->args[i]->id] || leads_on(inst) || is_question(inst))
            continue;
        if (is_access(inst, i))
            look_at_access(c, inst);
        else
            c->seen_inside = true;
    }
}

static void look_elsewhere(pk_inst *inst, void *arg) {
    contraction *c = arg;

    c->elsewhere |=
        inst->op == PK_OP_load && c->made[inst->args[0]->id] &&
        !pk_inst_is_within(inst, c->loop) &&
        (!c->instead || !pk_inst_is_within(inst, c->instead->owner));
}

/* The size of a body decides what chunks do with their parts, and so the bits
 * of sums: it is not to become small by what is known here. */
static bool keeps_turns(const contraction *c) {
    const pk_outline_body body = pk_outline_body_of(c->loop);

    return !body.simple || body.size <= PK_OUTLINE_TURN_SIZE ||
           body.size - (c->count + 1) > PK_OUTLINE_TURN_SIZE;
}

static bool can_go(contraction *c) {
    pk_region *body = c->f->fn->body;
    const pk_value *array = array_of(c);
    const pk_inst *made = pk_fuse_made(array);

    if (!made || !pk_fuse_is_own(c->f, c->loop, c->store->args[0]))
        return false;
    c->made = pk_arena_array(&c->f->scratch, c->f->fn->value_count + (size_t)1,
                             sizeof *c->made);
    c->holds = pk_arena_array(&c->f->scratch, c->f->fn->local_count + (size_t)1,
                              sizeof *c->holds);
    if (c->f->scratch.failed)
        return false;
    c->made[made->results[0]->id] = c->made[made->results[1]->id] = true;
    do {
        c->changed = false;
        pk_region_visit(body, follow, c);
    } while (c->changed);
    pk_region_visit(c->loop->body, look_inside, c);
    pk_region_visit(body, look_elsewhere, c);
    if (c->seen_inside || !keeps_turns(c))
        return false;
    return !c->seen ? c->overwritten || !c->elsewhere
                    : c->overwritten && !c->unknown;
}

void pk_fuse_contract(pk_fuser *f, pk_inst *loop, const pk_region *instead) {
    pk_func_number(f->fn);
    for (pk_inst *inst = loop->body->first, *next; inst; inst = next) {
        contraction c = {
            .f = f, .loop = loop, .store = inst, .instead = instead};

        next = inst->next;
        if (inst->op != PK_OP_store || !can_go(&c))
            continue;
        for (uint32_t i = 0; i < c.count; i++) {
            if (next == c.loads[i])
                next = next->next;
            pk_region_replace(loop->body, c.loads[i]->results[0],
                              inst->args[1]);
            pk_inst_remove(c.loads[i]);
        }
        pk_inst_remove(inst);
    }
}
