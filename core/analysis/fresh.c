/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that was made for a pointer: by an alloc, or by a function whose every
 * return gives what it made itself. Locals are followed to what they are set
 * to, and parameters of a function with one caller to what that gives. Works in
 * front of inlining, where arrays come from calls. */
#include "core/analysis/fresh.h"

#include "core/address.h"
#include "core/ir_data.h"

enum { DEPTH = 8 }; /* of calls and locals within each other */

typedef struct search {
    const pk_func *fn;
    const pk_local *local; /* whose sets count; NULL: returns do */
    uint32_t result;       /* of the returns */
    uint32_t depth, found;
    bool returned;    /* by a call: a parameter was there before */
    const void *made; /* by the one that was found last */
    bool other;       /* one was found whose maker is unknown */
} search;

static const void *made_by(const pk_func *fn, const pk_value *v, bool returned,
                           uint32_t depth);

static void look(pk_inst *inst, void *arg) {
    search *s = arg;
    const pk_value *v = NULL;

    if (s->local && inst->op == PK_OP_set && inst->local == s->local)
        v = inst->args[0];
    if (!s->local && inst->op == PK_OP_return)
        v = inst->args[s->result];
    if (!v)
        return;
    s->made = made_by(s->fn, v, s->returned, s->depth - 1);
    s->found++;
    s->other |= !s->made;
}

static uint32_t number_of(const pk_inst *call, const pk_value *result) {
    uint32_t i = 0;

    while (call->results[i] != result)
        i++;
    return i;
}

/* ---- parameters ---- */

typedef struct caller {
    const pk_func *callee, *fn; /* fn: what is looked through */
    const pk_func *found;       /* the function that calls it */
    const pk_inst *call;
} caller;

static void find_call(pk_inst *inst, void *arg) {
    caller *c = arg;

    if (inst->op == PK_OP_call && inst->callee == c->callee) {
        c->found = c->fn;
        c->call = inst;
    }
}

/* Every part of an argument has its number; the array says whose it is. Who
 * calls has made what an array leads to, and nothing that is made here lies
 * there; an object may hold what is put into it here. */
static const void *maker_of_param(const pk_func *fn, const pk_value *v,
                                  uint32_t depth) {
    const pk_param *array = NULL;
    caller c = {.callee = fn};
    uint32_t number = 0;

    while (fn->params[number].value != v)
        number++;
    for (uint32_t i = 0; i < fn->param_count; i++)
        if (fn->params[i].role == PK_ROLE_data &&
            fn->params[i].arg == fn->params[number].arg)
            array = &fn->params[i];
    if (array && array->flags & PK_PARAM_noalias)
        return array;
    if (fn->kind == PK_FUNC_device && pk_func_get_data(fn)->calls == 1)
        for (c.fn = fn->ir->funcs; c.fn && !c.call; c.fn = c.fn->next)
            pk_region_visit(c.fn->body, find_call, &c);
    if (c.call && c.found != fn)
        return made_by(c.found, c.call->args[number], false, depth - 1);
    return v->type == PK_TYPE_ref ? NULL : fn;
}

static const void *made_by(const pk_func *fn, const pk_value *v, bool returned,
                           uint32_t depth) {
    const pk_inst *def;
    search s = {.fn = fn, .depth = depth, .returned = returned};

    v = pk_address_root(v);
    if (v->kind == PK_VALUE_param && depth && !returned)
        return maker_of_param(fn, v, depth);
    if (v->kind != PK_VALUE_result || !depth)
        return NULL;
    def = v->def;
    if (def->op == PK_OP_alloc || def->op == PK_OP_alloc_zero)
        return def;
    if (def->op == PK_OP_get) {
        s.local = def->local;
    } else if (def->op == PK_OP_call) {
        s.fn = def->callee;
        s.result = number_of(def, v);
        s.returned = true;
    } else {
        return NULL;
    }
    pk_region_visit(s.fn->body, look, &s);
    if (s.other || !s.found)
        return NULL;
    return s.local ? (s.found == 1 ? s.made : NULL) : def;
}

const void *pk_maker_of_memory(const pk_func *fn, const pk_value *pointer) {
    return made_by(fn, pointer, false, DEPTH);
}
