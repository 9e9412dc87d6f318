/* SPDX-License-Identifier: Apache-2.0 */
/* Loops of host functions whose iterations do not depend on each other: the
 * frontend marks them as loops over items, which a backend runs in any order or
 * together. Here those lose the mark whose iterations may fail, print or make
 * objects: an iteration that fails ends the function, so those behind it must
 * not have begun.
 *
 *     for.items %i = 0, %n, 1 {          for %i = 0, %n, 1 {
 *         if %c {                            if %c {
 *             fail "ValueError"     -->          fail "ValueError"
 *         }                                  }
 *     }                                  }
 */
#include "core/callgraph.h"
#include "core/ir_data.h"
#include "core/passes/passes.h"
#include "core/report.h"

/* Whether an instruction keeps iterations in their order. Functions that were
 * found to hold such instructions are marked. */
static bool keeps_order(const pk_inst *inst) {
    switch ((int)inst->op) {
    case PK_OP_alloc:
    case PK_OP_alloc_zero:
    case PK_OP_alloc_refs:
    case PK_OP_lapack:
    case PK_OP_sole:
    case PK_OP_retain:
    case PK_OP_release:
    case PK_OP_parallel: return true;
    case PK_OP_call:
        return inst->callee->mark != NULL ||
               pk_func_get_data(inst->callee)->recursive;
    default: return pk_inst_reports(inst);
    }
}

static void find_order(pk_inst *inst, void *arg) {
    *(bool *)arg |= keeps_order(inst);
}

static void settle_loop(pk_inst *inst, void *arg) {
    bool ordered = false;

    (void)arg;
    if (inst->op != PK_OP_for || !(inst->flags & PK_INST_items))
        return;
    pk_region_visit(inst->body, find_order, &ordered);
    if (ordered)
        inst->flags &= (uint8_t)~PK_INST_items;
}

static void settle_func(pk_func *fn, void *arg) {
    bool ordered = false;

    (void)arg;
    pk_region_visit(fn->body, find_order, &ordered);
    if (ordered)
        fn->mark = fn;
    pk_region_visit(fn->body, settle_loop, NULL);
}

static void find_items(pk_inst *inst, void *arg) {
    *(bool *)arg |= inst->op == PK_OP_for && inst->flags & PK_INST_items;
}

void pk_settle_independent(pk_ir *ir) {
    bool any = false;

    for (pk_func *fn = ir->funcs; fn && !any; fn = fn->next)
        pk_region_visit(fn->body, find_items, &any);
    if (!any)
        return;
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        fn->mark = NULL;
    pk_ir_callees_first(ir, settle_func, NULL);
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        fn->mark = NULL;
}
