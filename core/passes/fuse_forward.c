/* SPDX-License-Identifier: Apache-2.0 */
/* fuse: what locals are known to hold. Runs before it is spelt out who owns
 * objects, so locals of references stay. Instructions stay, too: how large
 * a loop's body is must not depend on what is known here. */
#include "core/passes/fuse.h"

#include <string.h>

typedef struct forwarder {
    pk_fuser *f;
    pk_value **stands; /* by value id: what stands for it */
} forwarder;

static void stand_in(pk_inst *inst, void *arg) {
    const forwarder *w = arg;

    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (w->stands[inst->args[i]->id])
            inst->args[i] = w->stands[inst->args[i]->id];
}

static void forget_set(pk_inst *inst, void *arg) {
    pk_value **known = arg;

    if (inst->op == PK_OP_set)
        known[inst->local->id] = NULL;
}

static void forget_sets(pk_inst *inst, pk_value **known) {
    pk_region_visit(inst->body, forget_set, known);
    if (inst->other)
        pk_region_visit(inst->other, forget_set, known);
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
        forget_sets(inst, known);
        return;
    }
    if (inst->op == PK_OP_for || inst->op == PK_OP_loop)
        forget_sets(inst, known);
    forward_within(w, inst->body, known);
    if (inst->other)
        forward_within(w, inst->other, known);
    forget_sets(inst, known);
}

static void forward(forwarder *w, pk_region *region, pk_value **known) {
    for (pk_inst *inst = region->first; inst; inst = inst->next) {
        stand_in(inst, w);
        if (inst->op == PK_OP_set)
            known[inst->local->id] = inst->args[0];
        else if (inst->op == PK_OP_get && inst->local->type != PK_TYPE_ref)
            w->stands[inst->results[0]->id] = known[inst->local->id];
        else if (inst->body)
            forward_control(w, inst, known);
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
    if (!f->scratch.failed)
        forward(&w, f->fn->body, known);
}
