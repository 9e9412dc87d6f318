/* SPDX-License-Identifier: Apache-2.0 */
/* promote: locals become temporaries where one value is all that a get can
 * give; locals that are not read any more are removed.
 *
 *     set $a, %1                       %2: i32 = mul %1, %1
 *     %2: i32 = get $a             =>
 *     %3: i32 = mul %2, %2
 *
 * One walk keeps for each local the value it has here, if one is known. What
 * an if or a loop sets is unknown behind it, what a loop sets is unknown at
 * its start, too. The value that a get gave is known from then on, so that
 * later gets become the same temporary and facts about one hold for all.
 *
 * A change of what is known is logged and rolled back where its region ends,
 * since a temporary is visible no further. */
#include "base/error.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"

#include <string.h>

/* The state of a local; its `mark` leads here. */
typedef struct state {
    pk_value *value; /* what it holds, NULL: unknown */
    pk_inst *last;   /* the set that put it there, */
    uint32_t epoch;  /* with no way in or out since */
} state;

typedef struct change {
    state *of;
    pk_value *before; /* what was known */
    bool set;         /* by a set: then nothing is known behind the region */
} change;

typedef struct promoter {
    pk_func *fn;
    pk_arena scratch;
    change *log;
    uint32_t count, capacity;
    uint32_t epoch; /* grows wherever control may come or go */
} promoter;

static void learn(promoter *p, state *of, pk_value *value, bool set) {
    if (p->count == p->capacity) {
        uint32_t capacity = p->capacity ? p->capacity * 2 : 64;
        change *larger = pk_arena_array(&p->scratch, capacity, sizeof *larger);
        if (p->scratch.failed)
            return;
        if (p->count)
            memcpy(larger, p->log, p->count * sizeof *larger);
        p->log = larger;
        p->capacity = capacity;
    }
    p->log[p->count++] = (change){of, of->value, set};
    of->value = value;
}

/* Restores what was known before change `start`. In the log stay, to be
 * forgotten later, the locals that were set. */
static void roll_back(promoter *p, uint32_t start) {
    uint32_t kept = start;

    for (uint32_t i = p->count; i > start; i--)
        p->log[i - 1].of->value = p->log[i - 1].before;
    for (uint32_t i = start; i < p->count; i++)
        if (p->log[i].set)
            p->log[kept++] = p->log[i];
    p->count = kept;
}

/* Nothing is known any more about the locals left from change `start` on. */
static void forget_changed(promoter *p, uint32_t start) {
    uint32_t end = p->count;

    p->count = start;
    for (uint32_t i = start; i < end; i++)
        if (p->log[i].of->value)
            learn(p, p->log[i].of, NULL, true);
}

static void forget_set(pk_inst *inst, void *arg) {
    state *of = inst->op == PK_OP_set ? inst->local->mark : NULL;

    if (of && of->value)
        learn(arg, of, NULL, true);
}

/* ---- the walk ---- */

static void walk_get(promoter *p, pk_inst *inst) {
    state *of = inst->local->mark;

    if (of->value) {
        pk_replace(inst, of->value);
        return;
    }
    of->last = NULL;
    learn(p, of, inst->results[0], false);
}

static void walk_set(promoter *p, pk_inst *inst) {
    state *of = inst->local->mark;

    if (of->value == inst->args[0]) {
        pk_inst_remove(inst); /* it is there already */
        return;
    }
    if (of->last && of->epoch == p->epoch)
        pk_inst_remove(of->last); /* it was never read */
    of->last = inst;
    of->epoch = p->epoch;
    learn(p, of, inst->args[0], true);
}

static void walk_region(promoter *p, pk_region *region);

/* Locals that the branch sets stay in the log, to be forgotten behind the `if`;
 * none do where the branch ends with an exit and so does not get there. */
static void walk_branch(promoter *p, pk_region *region) {
    uint32_t start = p->count;

    p->epoch++;
    walk_region(p, region);
    roll_back(p, start);
    if (pk_region_ends(region))
        p->count = start;
}

static void walk_control(promoter *p, pk_inst *inst) {
    uint32_t start = p->count;

    if (inst->op == PK_OP_for || inst->op == PK_OP_loop) {
        pk_region_visit(inst->body, forget_set, p);
        start = p->count;
    }
    walk_branch(p, inst->body);
    if (inst->other)
        walk_branch(p, inst->other);
    p->epoch++;
    forget_changed(p, start);
    if (inst->op == PK_OP_block)
        pk_region_visit(inst->body, forget_set, p);
}

static void walk_region(promoter *p, pk_region *region) {
    for (pk_inst *inst = region->first, *next; inst; inst = next) {
        next = inst->next;
        if (p->scratch.failed)
            return;
        pk_resolve_args(inst);
        if (inst->op == PK_OP_get)
            walk_get(p, inst);
        else if (inst->op == PK_OP_set)
            walk_set(p, inst);
        else if (inst->body)
            walk_control(p, inst);
    }
}

pk_status pk_pass_promote(pk_func *fn, const pk_caps *caps, pk_error *err) {
    promoter p = {.fn = fn};
    state *states;
    pk_status status = PK_OK;

    (void)caps;
    pk_arena_init(&p.scratch, fn->ir->arena->allocator);
    states = pk_arena_array(&p.scratch, fn->local_count, sizeof *states);
    for (pk_local *l = fn->locals; l && !p.scratch.failed; l = l->next)
        l->mark = states++;
    if (!p.scratch.failed && fn->locals)
        walk_region(&p, fn->body);
    if (p.scratch.failed)
        status = pk_fail_no_memory(err);
    for (pk_local *l = fn->locals; l; l = l->next)
        l->mark = NULL;
    pk_arena_finish(&p.scratch);
    return status == PK_OK ? pk_pass_done(fn, err) : status;
}
