/* SPDX-License-Identifier: Apache-2.0 */
/* offload_nested: what iterations of parallel loops call has no parallel loops
 * in kernels, where a thread runs an iteration.
 *
 *     for.parallel ^1 %i = 0, %n, 1 {      for.parallel ^1 %i = 0, %n, 1 {
 *         %1 = call @norm(..)          =>      %1 = call @norm.within(..)
 *     }                                    }
 *
 * @norm.within is a copy of @norm in which *outline* makes chunks of the loops
 * that run one after the other, as the host's threads run them: results are the
 * same. Runs in front of it, where kernels are wanted. */
#include "core/callgraph.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"

/* A function and its copy. */
typedef struct copied {
    struct copied *next;
    const pk_func *fn;
    pk_func *copy;
} copied;

/* A mark of functions with a parallel loop, here or below. */
static char loops;

static void find_loop(pk_inst *inst, void *arg) {
    *(bool *)arg |= (inst->op == PK_OP_for && inst->flags & PK_INST_parallel) ||
                    (inst->op == PK_OP_call && inst->callee->mark == &loops);
}

static void mark(pk_func *fn, void *arg) {
    bool found = false;

    (void)arg;
    pk_region_visit(fn->body, find_loop, &found);
    fn->mark = found ? &loops : NULL;
}

static void call_copy(pk_inst *inst, void *arg);

/* The copy, NULL: there can be none. */
static pk_func *copy_of(copied **list, pk_func *fn) {
    copied *c = *list;

    while (c && c->fn != fn)
        c = c->next;
    if (c)
        return c->copy;
    if (fn->storages || !(c = PK_NEW(fn->ir->arena, copied)))
        return NULL;
    pk_func_number(fn);
    *c = (copied){*list, fn,
                  pk_func_copy(fn, pk_arena_format(fn->ir->arena, "%s.within",
                                                   fn->name))};
    *list = c;
    if (!c->copy)
        return NULL;
    pk_func_get_data(c->copy)->within = true;
    pk_region_visit(c->copy->body, call_copy, list);
    return c->copy;
}

static void call_copy(pk_inst *inst, void *arg) {
    copied **list = arg;
    pk_func *copy = inst->op == PK_OP_call && inst->callee->mark == &loops
                        ? copy_of(list, inst->callee)
                        : NULL;

    if (!copy)
        return;
    pk_func_get_data(inst->callee)->calls--;
    pk_func_get_data(copy)->calls++;
    inst->callee = copy;
}

static void look_within(pk_inst *inst, void *list) {
    if (inst->op == PK_OP_for && inst->flags & PK_INST_parallel)
        pk_region_visit(inst->body, call_copy, list);
}

void pk_offload_nested(pk_ir *ir) {
    const pk_func *last = pk_ir_get_data(ir)->last;
    copied *list = NULL;

    pk_ir_callees_first(ir, mark, NULL);
    for (pk_func *fn = ir->funcs; fn && !ir->arena->failed; fn = fn->next) {
        pk_region_visit(fn->body, look_within, &list);
        if (fn == last) /* what comes behind it is new */
            break;
    }
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        fn->mark = NULL;
}
