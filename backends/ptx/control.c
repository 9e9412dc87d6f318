/* SPDX-License-Identifier: Apache-2.0 */
/* Structured control as labels and predicated branches, calls, barriers.
 *
 * A for, loop or block owns two labels: L<n> stands behind it (break), L<n+1>
 * before its next iteration (continue). */
#include "backends/ptx/emit.h"

uint32_t pk_ptx_take_labels(ptx *e, pk_inst *inst) {
    uint32_t label = e->labels;

    e->labels += 2;
    inst->mark = (void *)(uintptr_t)label;
    return label;
}

static uint32_t label_of(const pk_inst *exit) {
    uint32_t label = (uint32_t)(uintptr_t)exit->target->mark;

    return exit->op == PK_OP_continue ? label + 1 : label;
}

/* ---- if ---- */

/* `if c: break`, `continue` or a kernel's `return`: one predicated jump. */
static bool put_guarded_exit(ptx *e, const pk_inst *inst, ptx_operand p) {
    const pk_inst *only = inst->body->first;

    if (!only || only->next || inst->other->first)
        return false;
    if (only->op == PK_OP_break || only->op == PK_OP_continue)
        pk_ptx_ins(e, "@$ bra L^", p, label_of(only));
    else if (only->op == PK_OP_return && e->fn->kind == PK_FUNC_kernel)
        pk_ptx_ins(e, "@$ ret", p);
    else
        return false;
    return true;
}

void pk_ptx_if(ptx *e, pk_inst *inst, const ptx_row *row) {
    ptx_operand p = pk_ptx_use(e, inst->args[0]);
    uint32_t label = pk_ptx_take_labels(e, inst);

    (void)row;
    if (put_guarded_exit(e, inst, p))
        return;
    if (!inst->body->first) {
        pk_ptx_ins(e, "@$ bra L^", p, label);
        pk_ptx_region(e, inst->other);
    } else {
        bool both = inst->other->first != NULL;

        pk_ptx_ins(e, "@!$ bra L^", p, both ? label + 1 : label);
        pk_ptx_region(e, inst->body);
        if (both && !pk_region_ends(inst->body))
            pk_ptx_ins(e, "bra.uni L^", label);
        if (both)
            pk_ptx_line(e, "L^:", label + 1);
        pk_ptx_region(e, inst->other);
    }
    pk_ptx_line(e, "L^:", label);
}

/* ---- loop, block, exits ---- */

void pk_ptx_loop(ptx *e, pk_inst *inst, const ptx_row *row) {
    uint32_t label = pk_ptx_take_labels(e, inst);

    (void)row;
    pk_ptx_line(e, "L^:", label + 1);
    pk_ptx_region(e, inst->body);
    if (!pk_region_ends(inst->body))
        pk_ptx_ins(e, "bra.uni L^", label + 1);
    pk_ptx_line(e, "L^:", label);
}

void pk_ptx_block(ptx *e, pk_inst *inst, const ptx_row *row) {
    uint32_t label = pk_ptx_take_labels(e, inst);

    (void)row;
    pk_ptx_region(e, inst->body);
    pk_ptx_line(e, "L^:", label);
}

void pk_ptx_exit(ptx *e, pk_inst *inst, const ptx_row *row) {
    (void)row;
    pk_ptx_ins(e, "bra.uni L^", label_of(inst));
}

void pk_ptx_return(ptx *e, pk_inst *inst, const ptx_row *row) {
    (void)row;
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        pk_value *value = inst->args[i];
        ptx_operand reg = pk_ptx_register(e, value);

        if (value->type == PK_TYPE_bool)
            reg = pk_ptx_from_bool(e, reg);
        pk_ptx_ins(e, "st.param.# [result+^], $", pk_ptx_slot(value->type),
                   8 * i, reg);
    }
    pk_ptx_ins(e, "ret");
}

/* ---- calls ---- */

static void put_arguments(ptx *e, const pk_inst *inst) {
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        pk_value *value = inst->args[i];
        const char *slot = pk_ptx_slot(value->type);
        ptx_operand reg = pk_ptx_register(e, value);

        if (value->type == PK_TYPE_bool)
            reg = pk_ptx_from_bool(e, reg);
        pk_ptx_ins(e, ".param .# a^", slot, i);
        pk_ptx_ins(e, "st.param.# [a^], $", slot, i, reg);
    }
}

static void take_results(ptx *e, const pk_inst *inst) {
    for (uint32_t i = 0; i < inst->result_count; i++) {
        pk_value *value = inst->results[i];
        ptx_operand reg;

        if (value->type == PK_TYPE_bool) {
            reg = pk_ptx_new(e, PTX_B32);
            pk_ptx_ins(e, "ld.param.b32 $, [r+^]", reg, 8 * i);
            pk_ptx_ins(e, "setp.ne.u32 $, $, 0", pk_ptx_define(e, value), reg);
        } else {
            pk_ptx_ins(e, "ld.param.# $, [r+^]", pk_ptx_slot(value->type),
                       pk_ptx_define(e, value), 8 * i);
        }
    }
}

void pk_ptx_call(ptx *e, pk_inst *inst, const ptx_row *row) {
    (void)row;
    pk_ptx_line(e, "\t{");
    put_arguments(e, inst);
    if (inst->result_count)
        pk_ptx_ins(e, ".param .align 8 .b8 r[^]", 8 * inst->result_count);
    pk_text_printf(e->body, "\tcall.uni %s%s, (",
                   inst->result_count ? "(r), " : "",
                   (const char *)inst->callee->mark);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        pk_text_printf(e->body, "%sa%u", i ? ", " : "", i);
    pk_text_put(e->body, ");\n");
    take_results(e, inst);
    pk_ptx_line(e, "\t}");
}

/* Reports and coverage have been refused; debug is for the interpreter. */
void pk_ptx_unspelt(ptx *e, pk_inst *inst, const ptx_row *row) {
    (void)e, (void)inst, (void)row;
}

/* ---- places and meetings of threads ---- */

void pk_ptx_query(ptx *e, pk_inst *inst, const ptx_row *row) {
    static const char *const axes[] = {"x", "y", "z"};

    pk_ptx_ins(e, "mov.u32 $, #.#", pk_ptx_define(e, inst->results[0]),
               row->ints, axes[inst->axis]);
}

void pk_ptx_barrier(ptx *e, pk_inst *inst, const ptx_row *row) {
    (void)inst, (void)row;
    pk_ptx_ins(e, "bar.sync 0");
}
