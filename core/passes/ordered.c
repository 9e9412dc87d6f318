/* SPDX-License-Identifier: Apache-2.0 */
/* Parallel loops whose iterations change an object that they share: appending
 * to a list is more than one store, and two at once leave no list. Such loops
 * run in order.
 *
 * A function changes an object that it is given if it stores in the object's
 * own memory, the length of a list say, or has another function do so. What it
 * stores in memory that the object leads to, as an item of a list, is for the
 * program to keep apart. */
#include "core/address.h"
#include "core/ir_data.h"
#include "core/passes/outline.h"
#include "core/within.h"

enum {
    DEPTH = 8, /* of calls */
    HOPS = 4   /* from local to local */
};

/* ---- where a reference comes from ---- */

typedef struct set_search {
    const pk_local *local;
    const pk_inst *around; /* NULL: sets anywhere */
    const pk_value *value;
    uint32_t count;
} set_search;

static void find_set(pk_inst *inst, void *arg) {
    set_search *s = arg;

    if (inst->op != PK_OP_set || inst->local != s->local ||
        (s->around && !pk_inst_is_within(inst, s->around)))
        return;
    s->value = inst->args[0];
    s->count++;
}

static set_search sets_of(const pk_func *fn, const pk_value *got,
                          const pk_inst *around) {
    set_search s = {.local = got->def->local, .around = around};

    pk_region_visit(fn->body, find_set, &s);
    return s;
}

static bool is_got(const pk_value *v) {
    return v->kind == PK_VALUE_result && v->def->op == PK_OP_get;
}

/* The parameter that the value is, perhaps by way of locals. */
static const pk_value *param_of(const pk_func *fn, const pk_value *v) {
    for (int hop = 0; hop < HOPS && is_got(v); hop++) {
        const set_search s = sets_of(fn, v, NULL);
        if (s.count != 1)
            return NULL;
        v = s.value;
    }
    return v->kind == PK_VALUE_param ? v : NULL;
}

/* Whether all iterations have the same object. */
static bool is_shared(const pk_func *fn, const pk_value *v,
                      const pk_inst *loop) {
    if (v->kind == PK_VALUE_param)
        return true;
    if (v->kind != PK_VALUE_result || !pk_inst_is_within(v->def, loop))
        return v->kind == PK_VALUE_result;
    return is_got(v) && !sets_of(fn, v, loop).count;
}

/* ---- what functions change ---- */

typedef struct change_search {
    const pk_func *fn;
    const pk_value *param;
    int depth;
    bool found;
} change_search;

static bool changes(pk_func *fn, uint32_t param, int depth);

static void find_change(pk_inst *inst, void *arg) {
    change_search *s = arg;
    const pk_value *root;

    if (inst->op == PK_OP_store) {
        root = pk_address_root(inst->args[0]);
        s->found |= root->kind == PK_VALUE_result &&
                    root->def->op == PK_OP_memory &&
                    param_of(s->fn, root->def->args[0]) == s->param;
    }
    for (uint32_t i = 0; inst->callee && i < inst->arg_count && !s->found; i++)
        if (inst->args[i]->type == PK_TYPE_ref &&
            param_of(s->fn, inst->args[i]) == s->param)
            s->found |= changes(inst->callee, i, s->depth - 1);
}

/* Functions that call each other too deeply are taken to change it. */
static bool changes(pk_func *fn, uint32_t param, int depth) {
    change_search s = {fn, fn->params[param].value, depth, depth == 0};

    if (!s.found)
        pk_region_visit(fn->body, find_change, &s);
    return s.found;
}

typedef struct loop_search {
    const pk_func *fn;
    const pk_inst *loop;
    bool found;
} loop_search;

static void find_call(pk_inst *inst, void *arg) {
    loop_search *s = arg;

    for (uint32_t i = 0; inst->callee && i < inst->arg_count && !s->found; i++)
        if (inst->args[i]->type == PK_TYPE_ref &&
            is_shared(s->fn, inst->args[i], s->loop))
            s->found |= changes(inst->callee, i, DEPTH);
}

bool pk_loop_changes_shared(const pk_func *fn, const pk_inst *loop) {
    loop_search s = {fn, loop, false};

    pk_region_visit(loop->body, find_call, &s);
    return s.found;
}
