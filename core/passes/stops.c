/* SPDX-License-Identifier: Apache-2.0 */
/* stops: functions of the host look whether their caller wants the call to end.
 *
 *     loop ^1 {        loop ^1 {
 *         ...    =>        %1: bool = stopped
 *     }                    if %1 {
 *                              fail "KeyboardInterrupt"
 *                          }
 *                          ...
 *                      }
 *
 * They look at each turn of a `loop`, at each turn of a `for` around something
 * that loops, behind a `parallel`, whose threads look for themselves, and where
 * a function begins that calls itself. Then they end as by any other failure,
 * and what they own is given back. An innermost `for` is left alone, as are
 * functions of numbers alone, such as sin: looking would keep them from being
 * vectorised. Runs in front of all passes. */
#include "base/error.h"
#include "core/callgraph.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"

static bool has_array(const pk_func *fn) {
    for (uint32_t i = 0; i < fn->param_count; i++)
        if (pk_type_is_ptr(fn->params[i].value->type))
            return true;
    return false;
}

/* Functions of the library have no place. */
static bool looks(const pk_func *fn) {
    return fn->loc.line || has_array(fn);
}

/* The turns of a chunk's parts are few. */
static bool loops(const pk_inst *inst) {
    return (inst->op == PK_OP_for && !(inst->flags & PK_INST_items)) ||
           inst->op == PK_OP_loop || inst->op == PK_OP_parallel ||
           (inst->op == PK_OP_call && inst->callee->mark);
}

static void find_loop(pk_inst *inst, void *found) {
    *(bool *)found |= loops(inst);
}

/* A function's mark is itself when a call of it may run long. */
static void mark_function(pk_func *fn, void *ignored) {
    bool found = pk_func_get_data(fn)->recursive;

    (void)ignored;
    pk_region_visit(fn->body, find_loop, &found);
    fn->mark = found && looks(fn) ? fn : NULL;
}

static void put_look(pk_func *fn, pk_region *region, pk_inst *before,
                     pk_loc loc) {
    pk_builder b;
    pk_inst *now;

    pk_builder_init(&b, fn);
    b.region = region;
    b.before = before;
    b.loc = loc;
    now = pk_begin_if(&b, pk_emit0(&b, PK_OP_stopped));
    pk_emit_report(&b, PK_OP_fail, "KeyboardInterrupt", NULL, 0);
    pk_end_control(&b, now);
}

static void look_in_loop(pk_inst *inst, void *fn) {
    bool inner = inst->op == PK_OP_loop;

    if (inst->op == PK_OP_for)
        pk_region_visit(inst->body, find_loop, &inner);
    if (inner && inst->body)
        put_look(fn, inst->body, inst->body->first, inst->loc);
    if (inst->op == PK_OP_parallel)
        put_look(fn, inst->parent, inst->next, inst->loc);
}

pk_status pk_stops_expand(pk_ir *ir, pk_error *err) {
    bool host = false;

    for (pk_func *fn = ir->funcs; fn; fn = fn->next) {
        fn->mark = NULL;
        host |= fn->kind == PK_FUNC_host;
    }
    if (!host)
        return PK_OK;
    pk_ir_find_recursion(ir);
    pk_ir_callees_first(ir, mark_function, NULL);
    for (pk_func *fn = ir->funcs; fn && !ir->arena->failed; fn = fn->next) {
        if (!fn->mark)
            continue;
        pk_region_visit(fn->body, look_in_loop, fn);
        if (pk_func_get_data(fn)->recursive)
            put_look(fn, fn->body, fn->body->first, fn->loc);
    }
    return pk_passes_done(ir, err);
}
