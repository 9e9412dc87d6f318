/* SPDX-License-Identifier: Apache-2.0 */
/* Locals that lanes agree on. In a loop that lanes leave one by one a counter
 * is the same for all that are still in it, so it is a scalar there:
 *
 *     set $n, 0                              scalar n = 0, <32> $n = 0
 *     loop ^1 {                              do {
 *         %1 = get $n                            leave if n >= %limit
 *         if %1 >= %limit or %varies {   -->     leave where %varies
 *             break ^1
 *         }
 *         ...                                    ...
 *         set $n, %1 + 1                         n += 1, <32> $n += 1 under
 * mask }                                      } while any lane is left
 *
 * The vector keeps the number that each lane had when it left, which is read
 * behind the loop. Lanes agree on a local if nothing but what they all do sets
 * it: no branch that some of them take, and no `continue` around it. */
#include "backends/native/lanes.h"

#include "base/arena.h"
#include "core/within.h"

typedef struct search {
    const pk_func *fn;
    pk_inst *loop; /* inside of the loop over threads */
    bool goes_on;  /* some lanes might do a part of a round only */
    pk_native_agreed *found;
} search;

static void look_for_continue(pk_inst *inst, void *arg) {
    search *s = arg;

    s->goes_on |= inst->op == PK_OP_continue && inst->target == s->loop;
}

bool pk_native_sets(const pk_inst *inst, const pk_local *local) {
    const pk_region *regions[] = {inst->body, inst->other};

    if (inst->op == PK_OP_set)
        return inst->local == local;
    for (uint32_t i = 0; i < 2; i++)
        for (const pk_inst *k = regions[i] ? regions[i]->first : NULL; k;
             k = k->next)
            if (pk_native_sets(k, local))
                return true;
    return false;
}

/* Finds the set in front of the loop; NULL where each round begins with one. */
static bool find_first(const pk_inst *loop, const pk_local *local,
                       const pk_inst **first) {
    const pk_inst *at = loop->prev;

    while (at && !pk_native_sets(at, local))
        at = at->prev;
    *first = at && at->op == PK_OP_set ? at : NULL;
    return *first || pk_native_sets_first(loop, local);
}

static void add_set(pk_inst *inst, void *arg) {
    search *s = arg;
    const pk_inst *first;
    pk_native_agreed *a;

    if (inst->op != PK_OP_set)
        return;
    for (a = s->found; a && a->loop == s->loop; a = a->next)
        if (a->local == inst->local)
            return;
    if (!find_first(s->loop, inst->local, &first))
        return;
    a = PK_NEW(s->fn->ir->arena, pk_native_agreed);
    *a = (pk_native_agreed){.next = s->found,
                            .loop = s->loop,
                            .first = first,
                            .local = inst->local,
                            .good = true};
    s->found = a;
}

static void add_loop(pk_inst *inst, void *arg) {
    search *s = arg;

    if (inst->op != PK_OP_for && inst->op != PK_OP_loop)
        return;
    s->loop = inst;
    s->goes_on = false;
    pk_region_visit(inst->body, look_for_continue, s);
    if (!s->goes_on)
        pk_region_visit(inst->body, add_set, s);
}

pk_native_agreed *pk_native_find_agreed(const pk_func *fn, pk_inst *loop) {
    search s = {.fn = fn};

    pk_region_visit(loop->body, add_loop, &s);
    return s.found;
}

/* Whether all lanes that are in the loop run the instruction. */
static bool is_for_all(const pk_inst *inst, const pk_inst *loop) {
    for (const pk_inst *around = inst->parent->owner; around != loop;
         around = around->parent->owner)
        if (around->op == PK_OP_if ? class_of(around->args[0]) >= AFFINE
                                   : diverges(around))
            return false;
    return true;
}

bool pk_native_keep_agreed(pk_native_agreed *list, const pk_inst *set) {
    const bool varies = class_of(set->args[0]) >= AFFINE;
    bool kept = true;

    for (pk_native_agreed *a = list; a; a = a->next) {
        const bool within = pk_inst_is_within(set, a->loop);
        if (!a->good || a->local != set->local || (!within && set != a->first))
            continue;
        a->good = !varies && (!within || is_for_all(set, a->loop));
        kept &= a->good;
    }
    return kept;
}

bool pk_native_agree(const pk_native_agreed *list, const pk_inst *inst) {
    for (const pk_native_agreed *a = list; a; a = a->next)
        if (a->good && a->local == inst->local &&
            (inst == a->first || pk_inst_is_within(inst, a->loop)))
            return true;
    return false;
}

bool pk_native_is_agreed(const pk_native_agreed *list, const pk_local *local) {
    for (const pk_native_agreed *a = list; a; a = a->next)
        if (a->good && a->local == local)
            return true;
    return false;
}
