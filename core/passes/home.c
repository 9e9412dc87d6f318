/* SPDX-License-Identifier: Apache-2.0 */
/* home: the host asks for memory that parallel loops on another device may
 * have.
 *
 *     parallel @f.block(..)            parallel @f.block(..)
 *     for %i = 0, %n, 1 {              %1: u64 = address %x
 *         %1 = elem %x, %i     =>      home %1, 0
 *         %2 = load %1                 for %i = 0, %n, 1 {
 *     }                                    ...
 *
 * Behind a `parallel` the first instruction that reads or writes what a pointer
 * leads to has a `home` of the pointer's root in front of it, those in a loop
 * without a `parallel` in front of the loop where the root is known there. What
 * is called may go anywhere: all memory comes home. Loops that the host's own
 * threads run find it there, since who offers them to the device sees to that.
 * Memory that is written before the first `parallel` is asked for, too: so it
 * is known which is still as it was made. Functions that no `parallel` is in or
 * below ask for what they make as soon as they have it. Runs behind all passes,
 * on targets whose loops may go elsewhere (PK_CAP_offload). */
#include "core/address.h"
#include "core/callgraph.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"
#include "core/report.h"

enum { MOST = 64 /* roots that are remembered */ };

/* The roots whose memory has come home since the last `parallel`. */
typedef struct state {
    const pk_value *roots[MOST];
    bool written[MOST];
    uint32_t count;
    bool all;
} state;

/* A mark of functions with a `parallel`, here or below. */
static char offloads;

static bool is_offloading(const pk_inst *inst) {
    return inst->op == PK_OP_parallel ||
           (inst->op == PK_OP_call && inst->callee->mark == &offloads);
}

static void find_offloading(pk_inst *inst, void *arg) {
    *(bool *)arg |= is_offloading(inst);
}

static void find_made(pk_inst *inst, void *arg) {
    *(bool *)arg |= inst->op == PK_OP_alloc;
}

static bool makes_memory(pk_region *region) {
    bool found = false;

    pk_region_visit(region, find_made, &found);
    return found;
}

static bool has_offloading(pk_region *region) {
    bool found = false;

    pk_region_visit(region, find_offloading, &found);
    return found;
}

/* ---- instructions ---- */

/* Whether a call may go to memory. */
static bool reaches(const pk_inst *call) {
    bool found = false;

    for (uint32_t i = 0; i < call->arg_count; i++)
        found |= pk_type_is_ptr(call->args[i]->type) ||
                 call->args[i]->type == PK_TYPE_ref;
    return found;
}

/* The root of what the instruction reads or writes, NULL: none that a loop may
 * have had. */
static const pk_value *root_of(const pk_func *fn, const pk_inst *inst) {
    const uint8_t flags = pk_op_table[inst->op].flags;
    const pk_value *root;

    if (!(flags & (PK_OPF_READS | PK_OPF_WRITES)) || inst->callee ||
        !inst->arg_count || !pk_type_is_ptr(inst->args[0]->type) ||
        pk_type_space(inst->args[0]->type) != PK_SPACE_global)
        return NULL;
    root = pk_address_root(inst->args[0]);
    for (uint32_t i = 0; i < fn->param_count; i++)
        if (fn->params[i].value == root && fn->params[i].arg >= PK_COVERAGE_ARG)
            return NULL;
    return pk_is_op(root, PK_OP_random_state) ? NULL : root;
}

static void put_home(pk_builder *b, const pk_value *root, bool written) {
    pk_emit2(b, PK_OP_home,
             root ? pk_emit1(b, PK_OP_address, (pk_value *)root)
                  : pk_const_int(b->fn, PK_TYPE_u64, 0),
             pk_const_int(b->fn, PK_TYPE_i32, written));
}

static void put_home_before(pk_func *fn, pk_inst *inst, const pk_value *root,
                            bool written) {
    pk_builder b = {.fn = fn};

    pk_builder_before(&b, inst);
    put_home(&b, root, written);
}

static void bring(pk_func *fn, state *s, pk_inst *before, const pk_value *root,
                  bool written) {
    uint32_t i = 0;

    if (s->all)
        return;
    while (i < s->count && s->roots[i] != root)
        i++;
    if (i < s->count && s->written[i] >= written)
        return;
    put_home_before(fn, before, root, written);
    if (i == MOST)
        return;
    s->roots[i] = root;
    s->written[i] = written;
    s->count += i == s->count;
}

static void bring_all(pk_func *fn, state *s, pk_inst *before) {
    if (!s->all)
        put_home_before(fn, before, NULL, true);
    s->all = true;
}

/* ---- in front of loops ---- */

typedef struct hoisting {
    pk_func *fn;
    state *s;
    pk_inst *loop;
} hoisting;

static bool is_within(const pk_value *v, const pk_inst *loop) {
    const pk_inst *at = v->kind == PK_VALUE_result ? v->def : NULL;

    if (v->kind == PK_VALUE_index)
        return true; /* pointers are none */
    while (at && at != loop)
        at = at->parent->owner;
    return at != NULL;
}

static void hoist(pk_inst *inst, void *arg) {
    const hoisting *h = arg;
    const pk_value *root = root_of(h->fn, inst);

    if (root && !is_within(root, h->loop))
        bring(h->fn, h->s, h->loop, root,
              pk_op_table[inst->op].flags & PK_OPF_WRITES);
    if (inst->op == PK_OP_call && reaches(inst))
        bring_all(h->fn, h->s, h->loop);
}

/* ---- regions ---- */

static void visit(pk_func *fn, pk_region *region, state *s);

static void visit_control(pk_func *fn, pk_inst *inst, state *s) {
    static const state none;
    const bool loops = inst->op == PK_OP_for || inst->op == PK_OP_loop;
    const bool away = has_offloading(inst->body) ||
                      (inst->other && has_offloading(inst->other));
    const bool makes =
        makes_memory(inst->body) || (inst->other && makes_memory(inst->other));
    state inner;

    if (loops && away)
        *s = none; /* a turn comes behind the last one */
    else if (loops)
        pk_region_visit(inst->body, hoist, &(hoisting){fn, s, inst});
    s->all &= !makes; /* what is made in a turn comes behind it, too */
    inner = *s;
    visit(fn, inst->body, &inner);
    if (inst->other) {
        inner = *s;
        visit(fn, inst->other, &inner);
    }
    if (away)
        *s = none;
}

static void visit(pk_func *fn, pk_region *region, state *s) {
    static const state none;

    for (pk_inst *inst = region->first; inst; inst = inst->next) {
        const pk_value *root = root_of(fn, inst);
        if (inst->body)
            visit_control(fn, inst, s);
        else if (root)
            bring(fn, s, inst, root,
                  pk_op_table[inst->op].flags & PK_OPF_WRITES);
        else if (inst->op == PK_OP_call && reaches(inst))
            bring_all(fn, s, inst);
        if (is_offloading(inst))
            *s = none;
        s->all &= inst->op != PK_OP_alloc;
    }
}

/* Asks for what the function makes, behind the instruction that makes it. */
static void ask_for_made(pk_inst *inst, void *arg) {
    pk_builder b = {.fn = arg, .region = inst->parent, .before = inst->next};

    if (inst->op == PK_OP_alloc)
        put_home(&b, inst->results[1], true);
}

/* ---- functions ---- */

static void mark(pk_func *fn, void *arg) {
    (void)arg;
    fn->mark = has_offloading(fn->body) ? &offloads : NULL;
}

void pk_home_expand(pk_ir *ir, const pk_caps *caps) {
    bool found = false;

    if (!(caps->features & PK_CAP_offload))
        return;
    pk_ir_callees_first(ir, mark, NULL);
    for (const pk_func *fn = ir->funcs; fn; fn = fn->next)
        found |= fn->mark == &offloads;
    for (pk_func *fn = ir->funcs; fn && found; fn = fn->next) {
        state s = {.count = 0};
        if (ir->arena->failed)
            return;
        if (fn->mark)
            visit(fn, fn->body, &s);
        else
            pk_region_visit(fn->body, ask_for_made, fn);
    }
}
