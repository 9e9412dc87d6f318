/* SPDX-License-Identifier: Apache-2.0 */
/* id_ops: a function that stays a real call gets the ids of the thread that
 * runs it as arguments, where threads are not the target's own.
 *
 *     device @f() {                      device @f(%thread_id.x: i32) {
 *         %1: i32 = thread_id.x
 *         ...                      =>        ...
 *
 *     kernel @k() {                      kernel @k() {
 *         call @f()                          %1: i32 = thread_id.x
 *                                            call @f(%1)
 */
#include "core/callgraph.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"

#include <stdio.h>

static const pk_op id_ops[] = {PK_OP_thread_id, PK_OP_block_id, PK_OP_block_dim,
                               PK_OP_grid_dim, PK_OP_lane_id};
enum { ID_OPS = sizeof id_ops / sizeof *id_ops, KINDS = 3 * ID_OPS };

/* The ids that a function and its callees read, and the parameters that bring
 * them; the function's mark points to it. */
typedef struct id_needs {
    uint32_t kinds; /* bits */
    pk_value *params[KINDS];
} id_needs;

/* Numbers the ids: thread_id.x 0, thread_id.y 1, ...; KINDS for other
 * instructions. */
static uint32_t kind_of(const pk_inst *inst) {
    for (uint32_t q = 0; q < ID_OPS; q++)
        if (inst->op == id_ops[q])
            return 3 * q + inst->axis;
    return KINDS;
}

static uint32_t kinds_of(const pk_func *fn) {
    uint32_t kinds = 0;

    for (const pk_inst *i = fn->body->first; i; i = pk_inst_following(i)) {
        uint32_t kind = kind_of(i);
        if (kind < KINDS)
            kinds |= 1u << kind;
        else if (i->op == PK_OP_call)
            kinds |= ((const id_needs *)i->callee->mark)->kinds;
    }
    return kinds;
}

static void find_kinds(pk_ir *ir) {
    bool changed = true;

    while (changed) {
        changed = false;
        for (pk_func *fn = ir->funcs; fn; fn = fn->next) {
            id_needs *a = fn->mark;
            uint32_t kinds = kinds_of(fn);
            changed |= kinds != a->kinds;
            a->kinds = kinds;
        }
    }
}

static void add_params(pk_func *fn) {
    id_needs *a = fn->mark;
    char name[32];

    for (uint32_t kind = 0; kind < KINDS; kind++) {
        if (!(a->kinds >> kind & 1))
            continue;
        snprintf(name, sizeof name, "%s.%c", pk_op_table[id_ops[kind / 3]].name,
                 "xyz"[kind % 3]);
        a->params[kind] = pk_func_param(fn, name, PK_TYPE_i32, PK_ROLE_scalar,
                                        fn->param_count, 0)
                              ->value;
    }
}

static void add_arguments(pk_func *fn, pk_inst *call) {
    const id_needs *mine = fn->mark, *wanted = call->callee->mark;
    uint32_t at = call->arg_count, count = at;
    pk_builder b;

    for (uint32_t kind = 0; kind < KINDS; kind++)
        count += wanted->kinds >> kind & 1;
    if (count == at)
        return;
    pk_builder_init(&b, fn);
    call = pk_inst_regrow(fn, call, count, call->result_count);
    if (fn->ir->arena->failed)
        return;
    pk_builder_before(&b, call);
    for (uint32_t kind = 0; kind < KINDS; kind++)
        if (wanted->kinds >> kind & 1)
            call->args[at++] =
                fn->kind == PK_FUNC_device
                    ? mine->params[kind]
                    : pk_emit_query(&b, id_ops[kind / 3], (int)kind % 3);
}

static void rewrite(pk_func *fn) {
    const id_needs *a = fn->mark;
    pk_inst *next;

    for (pk_inst *i = fn->body->first; i && !fn->ir->arena->failed; i = next) {
        uint32_t kind = kind_of(i);

        next = pk_inst_following(i);
        pk_resolve_args(i);
        if (i->op == PK_OP_call)
            add_arguments(fn, i);
        else if (kind < KINDS && fn->kind == PK_FUNC_device)
            pk_replace(i, a->params[kind]);
    }
}

pk_status pk_pass_id_ops(pk_ir *ir, const pk_caps *caps, pk_error *err) {
    bool calls = false;

    if (caps->form == PK_FORM_threads && (caps->features & PK_CAP_warps))
        return PK_OK;
    for (pk_func *fn = ir->funcs; fn; fn = fn->next) {
        fn->mark = PK_NEW(ir->arena, id_needs);
        for (const pk_inst *i = fn->body->first; i; i = pk_inst_following(i))
            calls |= i->op == PK_OP_call;
    }
    if (!calls || ir->arena->failed)
        return pk_passes_done(ir, err);
    find_kinds(ir);
    for (pk_func *fn = ir->funcs; fn; fn = fn->next)
        if (fn->kind == PK_FUNC_device)
            add_params(fn);
    for (pk_func *fn = ir->funcs; fn && !ir->arena->failed; fn = fn->next)
        rewrite(fn);
    return pk_passes_done(ir, err);
}
