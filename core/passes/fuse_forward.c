/* SPDX-License-Identifier: Apache-2.0 */
/* fuse: what locals are known to hold. Runs before it is spelt out who owns
 * objects, so locals of references stay. Instructions stay, too: how large
 * a loop's body is must not depend on what is known here. */
#include "core/passes/fuse.h"

#include <string.h>

typedef struct forwarder {
    pk_fuser *f;
    pk_value **stands; /* by value id: what stands for it */
    bool *set; /* by local id, so far: others hold what they began with */
} forwarder;

static void stand_in(pk_inst *inst, void *arg) {
    const forwarder *w = arg;

    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (w->stands[inst->args[i]->id])
            inst->args[i] = w->stands[inst->args[i]->id];
}

typedef struct forgetting {
    const forwarder *w;
    pk_value **known;
} forgetting;

static void forget_set(pk_inst *inst, void *arg) {
    const forgetting *f = arg;

    if (inst->op != PK_OP_set)
        return;
    f->known[inst->local->id] = NULL;
    f->w->set[inst->local->id] = true;
}

static void forget_sets(const forwarder *w, pk_inst *inst, pk_value **known) {
    forgetting f = {w, known};

    pk_region_visit(inst->body, forget_set, &f);
    if (inst->other)
        pk_region_visit(inst->other, forget_set, &f);
}

static void forward(forwarder *w, pk_region *region, pk_value **known);

static void forward_within(forwarder *w, pk_region *region, pk_value **known) {
    const size_t count = w->f->fn->local_count + (size_t)1;
    pk_value **copy = pk_arena_array(&w->f->scratch, count, sizeof *copy);

    if (!copy || w->f->scratch.failed)
        return;
    memcpy(copy, known, count * sizeof *copy);
    forward(w, region, copy);
}

static void forward_control(forwarder *w, pk_inst *inst, pk_value **known) {
    if (inst->op == PK_OP_for && inst->flags & PK_INST_parallel) {
        pk_region_visit(inst->body, stand_in, w);
        forget_sets(w, inst, known);
        return;
    }
    if (inst->op == PK_OP_for || inst->op == PK_OP_loop)
        forget_sets(w, inst, known);
    forward_within(w, inst->body, known);
    if (inst->other)
        forward_within(w, inst->other, known);
    forget_sets(w, inst, known);
}

/* A reference that was never set is none, which owns nothing. */
static void settle_sole(forwarder *w, pk_inst *sole) {
    const bool none = pk_is_const(sole->args[0]);

    if (!none && !pk_fuse_is_sole(w->f, sole))
        return;
    w->stands[sole->results[0]->id] =
        pk_const_bits(w->f->fn, PK_TYPE_bool, !none);
    pk_inst_remove(sole);
}

static void forward_get(const forwarder *w, const pk_inst *get,
                        pk_value **known) {
    const bool ref = get->local->type == PK_TYPE_ref;
    pk_value **stands = &w->stands[get->results[0]->id];

    if (!ref)
        *stands = known[get->local->id];
    else if (!w->set[get->local->id])
        *stands = pk_const_bits(w->f->fn, PK_TYPE_ref, 0);
}

static void forward(forwarder *w, pk_region *region, pk_value **known) {
    for (pk_inst *inst = region->first, *next; inst; inst = next) {
        stand_in(inst, w);
        if (inst->body && pk_fuse_settle_if(w->f, inst, &next))
            continue;
        next = inst->next;
        if (inst->op == PK_OP_set) {
            known[inst->local->id] = inst->args[0];
            w->set[inst->local->id] = true;
        } else if (inst->op == PK_OP_get) {
            forward_get(w, inst, known);
        } else if (inst->op == PK_OP_sole) {
            settle_sole(w, inst);
        } else if (inst->body) {
            forward_control(w, inst, known);
        }
    }
}

void pk_fuse_forward(pk_fuser *f) {
    forwarder w = {.f = f};
    pk_value **known;

    pk_func_number(f->fn);
    w.stands = pk_arena_array(&f->scratch, f->fn->value_count + (size_t)1,
                              sizeof *w.stands);
    known = pk_arena_array(&f->scratch, f->fn->local_count + (size_t)1,
                           sizeof *known);
    w.set = pk_arena_array(&f->scratch, f->fn->local_count + (size_t)1,
                           sizeof *w.set);
    if (!f->scratch.failed)
        forward(&w, f->fn->body, known);
}
