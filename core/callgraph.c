/* SPDX-License-Identifier: Apache-2.0 */
/* Depth-first search over calls. The stack is threaded through the functions
 * themselves: each remembers who asked for it and how far its walk has come. */
#include "core/callgraph.h"

#include "core/ir_data.h"

pk_inst *pk_inst_following(const pk_inst *inst) {
    if (inst->body && inst->body->first)
        return inst->body->first;
    if (inst->other && inst->other->first)
        return inst->other->first;
    while (!inst->next) {
        const pk_region *region = inst->parent;
        const pk_inst *owner = region->owner;
        if (!owner)
            return NULL;
        if (region == owner->body && owner->other && owner->other->first)
            return owner->other->first;
        inst = owner;
    }
    return inst->next;
}

/* Walks on to the next call of a function not yet visited, and gives that
 * function; NULL when the walk is over. Notes a call back into the stack. */
static pk_func_data *next_callee(pk_func_data *data, pk_func **recursive) {
    for (pk_inst *inst = data->walk; inst; inst = pk_inst_following(inst)) {
        pk_func_data *callee =
            inst->callee ? pk_func_get_data(inst->callee) : NULL;
        if (!callee || callee->state == PK_WALK_done)
            continue;
        if (callee->state == PK_WALK_open) {
            *recursive = &callee->fn;
            continue;
        }
        data->walk = inst;
        return callee;
    }
    data->walk = NULL;
    return NULL;
}

static void open_func(pk_func_data *data, pk_func_data *asker) {
    data->state = PK_WALK_open;
    data->asker = asker;
    data->walk = data->fn.body->first;
}

/* Without calls there is nothing to look for. */
static bool has_calls(const pk_ir *ir) {
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        if (pk_func_get_data(fn)->calls)
            return true;
    return false;
}

/* Only the function in question stays open, so a call back is a call of it. */
static bool calls_back(const pk_ir *ir, pk_func_data *data) {
    pk_func *recursive = NULL;
    pk_func_data *at = data;

    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        pk_func_get_data(fn)->state = PK_WALK_new;
    open_func(data, NULL);
    while (at && !recursive) {
        pk_func_data *callee = next_callee(at, &recursive);

        if (callee) {
            open_func(callee, at);
            callee->state = PK_WALK_done;
            at = callee;
        } else {
            at = at->asker;
        }
    }
    return recursive != NULL;
}

bool pk_ir_find_recursion(const pk_ir *ir) {
    bool any = pk_ir_callees_first(ir, NULL, NULL) != NULL;

    for (pk_func *fn = ir->funcs; fn; fn = fn->next) {
        pk_func_data *data = pk_func_get_data(fn);
        data->recursive = any && calls_back(ir, data);
    }
    return any;
}

pk_func *pk_ir_callees_first(const pk_ir *ir, pk_func_visitor *visit,
                             void *arg) {
    pk_func *recursive = NULL;
    bool calls = has_calls(ir);

    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        pk_func_get_data(fn)->state = PK_WALK_new;
    for (pk_func *fn = ir->funcs; fn; fn = fn->next) {
        pk_func_data *at = pk_func_get_data(fn);
        if (at->state != PK_WALK_new)
            continue;
        open_func(at, NULL);
        if (!calls)
            at->walk = NULL;
        while (at) {
            pk_func_data *callee = next_callee(at, &recursive);
            if (callee) {
                open_func(callee, at);
                at = callee;
            } else {
                at->state = PK_WALK_done;
                if (visit)
                    visit(&at->fn, arg);
                at = at->asker;
            }
        }
    }
    return recursive;
}
