/* SPDX-License-Identifier: Apache-2.0 */
/* The IR's tree as a list of steps. A group of threads is then somewhere in
 * the list, and may be left there for others to run.
 *
 *     if %c {        0  split %c, to 3
 *         A          1  A
 *     } else {       2  jump to 4
 *         B          3  B
 *     }
 *     loop ^1 {      4  ...
 *         C             (break: jump to 6; continue: jump to 5)
 *     }              5  again, to 4
 *                    6
 *
 * What comes later in the text comes later in the list. So threads that took
 * different ways are together again when those that are furthest behind
 * always run first. */
#include "core/interp/machine.h"

#include <assert.h>

/* An enclosing for, loop or block. Jumps to its end or its next turn are
 * chained by their targets until it is known where that is. */
typedef struct scope {
    const struct scope *outer;
    const pk_inst *inst;
    uint32_t breaks, continues;
} scope;

typedef struct writer {
    pk_step *steps;
    uint32_t count, calls, items, debugs;
    bool in_items; /* for.items is a walk over items, not over a range */
} writer;

static const uint32_t none = UINT32_MAX; /* of a chain */

static uint32_t count_steps(const pk_region *region) {
    uint32_t n = 0;

    for (const pk_inst *i = region->first; i; i = i->next) {
        n += 2;
        if (i->body)
            n += count_steps(i->body);
        if (i->other)
            n += count_steps(i->other);
    }
    return n;
}

static uint32_t put(writer *w, const pk_inst *inst, pk_step_kind kind,
                    uint32_t target) {
    w->steps[w->count] =
        (pk_step){.inst = inst, .kind = kind, .target = target};
    return w->count++;
}

static void land(const writer *w, uint32_t chain) {
    while (chain != none) {
        uint32_t next = w->steps[chain].target;
        w->steps[chain].target = w->count;
        chain = next;
    }
}

static void put_region(writer *w, scope *around, const pk_region *region);

static void put_if(writer *w, scope *around, const pk_inst *inst) {
    uint32_t split = put(w, inst, PK_STEP_split, none), over = none;

    put_region(w, around, inst->body);
    if (inst->other->first)
        over = put(w, NULL, PK_STEP_jump, none);
    land(w, split);
    put_region(w, around, inst->other);
    land(w, over);
}

static void put_loop(writer *w, scope *around, const pk_inst *inst) {
    scope here = {around, inst, none, none};
    uint32_t top = w->count;

    put_region(w, &here, inst->body);
    land(w, here.continues);
    if (inst->op == PK_OP_loop)
        put(w, inst, PK_STEP_again, top);
    land(w, here.breaks);
}

static void put_for(writer *w, scope *around, const pk_inst *inst) {
    scope here = {around, inst, none, none};
    bool items = w->in_items && (inst->flags & PK_INST_items);
    uint32_t number = items ? w->items++ : 0, first, last;

    first = put(w, inst, items ? PK_STEP_items_first : PK_STEP_first, none);
    put_region(w, &here, inst->body);
    land(w, here.continues);
    last = put(w, inst, items ? PK_STEP_items_next : PK_STEP_next, first + 1);
    land(w, first);
    land(w, here.breaks);
    w->steps[first].items = w->steps[last].items = number;
}

static void put_exit(writer *w, scope *around, const pk_inst *inst) {
    bool leaves = inst->op == PK_OP_break;
    uint32_t *chain;

    while (around && around->inst != inst->target)
        around = (scope *)around->outer;
    assert(around); /* pk_verify has seen that it names one */
    chain = leaves ? &around->breaks : &around->continues;
    *chain = put(w, inst, PK_STEP_jump, *chain);
}

static pk_step_kind plain_kind(const pk_inst *inst) {
    uint8_t flags = pk_op_table[inst->op].flags;

    if (flags & PK_OPF_PURE)
        return PK_STEP_compute;
    if (inst->op == PK_OP_get || inst->op == PK_OP_set)
        return inst->op == PK_OP_get ? PK_STEP_get : PK_STEP_set;
    if (pk_op_table[inst->op].rule == PK_RULE_ALLOC ||
        inst->op == PK_OP_memory || inst->op == PK_OP_pointer ||
        inst->op == PK_OP_random_state || inst->op == PK_OP_sole ||
        pk_op_table[inst->op].rule == PK_RULE_TAKE_REF)
        return PK_STEP_object;
    if (inst->arg_count && pk_type_is_ptr(inst->args[0]->type))
        return PK_STEP_access;
    if (flags & PK_OPF_SYNC)
        return PK_STEP_meet;
    return flags & PK_OPF_WARP ? PK_STEP_warp : PK_STEP_order;
}

static void put_region(writer *w, scope *around, const pk_region *region) {
    for (const pk_inst *i = region->first; i; i = i->next) {
        switch ((int)i->op) {
        case PK_OP_if: put_if(w, around, i); break;
        case PK_OP_loop:
        case PK_OP_block: put_loop(w, around, i); break;
        case PK_OP_for: put_for(w, around, i); break;
        case PK_OP_break:
        case PK_OP_continue: put_exit(w, around, i); break;
        case PK_OP_return: put(w, i, PK_STEP_return, none); break;
        case PK_OP_call: put(w, i, PK_STEP_call, w->calls++); break;
        case PK_OP_debug: put(w, i, PK_STEP_debug, w->debugs++); break;
        default: put(w, i, plain_kind(i), none);
        }
    }
}

void pk_code_make(pk_machine *m, pk_machine_frame *f) {
    size_t most = (size_t)count_steps(f->fn->body) + 1;
    writer w = {.in_items = m->threads == 1};

    w.steps = pk_arena_array(&m->arena, most, sizeof *w.steps);
    if (m->arena.failed)
        return;
    put_region(&w, NULL, f->fn->body);
    put(&w, NULL, PK_STEP_return, none);
    f->steps = w.steps;
    f->step_count = w.count;
    f->call_count = w.calls;
    f->items_count = w.items;
    f->debug_count = w.debugs;
    f->items = pk_arena_array(&m->arena, w.items, sizeof *f->items);
}
