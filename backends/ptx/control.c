/* SPDX-License-Identifier: Apache-2.0 */
/* Structured control as labels and predicated branches, calls, barriers.
 *
 * A for, loop or block owns two labels: L<n> stands behind it (break), L<n+1>
 * before its next iteration (continue). */
#include "backends/ptx/emit.h"

static uint32_t take_labels(ptx *e, pk_inst *inst) {
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
    uint32_t label = take_labels(e, inst);

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

/* ---- for ---- */

/* The state of a loop: whether there is another iteration must be known without
 * an addition that could overflow. `left` is the distance to stop, at most the
 * type's range, read as unsigned; each iteration takes |step| off it. */
typedef struct counter {
    const ptx_type *type;
    const char *size; /* "u32" or "u64" for distances */
    ptx_operand index, stop, step, left, magnitude;
} counter;

/* A constant step downwards; unsigned ones never are. */
static bool goes_down(const pk_value *step) {
    return pk_type_is_signed(step->type) && pk_const_get_int(step) < 0;
}

/* Leaves the loop when the first index is past stop already. */
static void put_first_test(ptx *e, const counter *c, bool down,
                           uint32_t label) {
    ptx_operand p = pk_ptx_new(e, PTX_PRED);

    pk_ptx_ins(e, down ? "setp.le.# $, $, $" : "setp.ge.# $, $, $",
               c->type->type, p, c->index, c->stop);
    pk_ptx_ins(e, "@$ bra L^", p, label);
}

/* Where there is room for one step more, the sum may be compared. */
static void put_upward_advance(ptx *e, const counter *c, uint32_t again) {
    ptx_operand p = pk_ptx_new(e, PTX_PRED);

    pk_ptx_ins(e, "add.# $, $, $", c->type->sign, c->index, c->index, c->step);
    pk_ptx_ins(e, "setp.lt.# $, $, $", c->type->type, p, c->index, c->stop);
    pk_ptx_ins(e, "@$ bra L^", p, again);
}

/* Distance and |step| of a step known only at run time; 0 runs nothing. */
static void put_varying_step(ptx *e, counter *c, uint32_t label) {
    const char *type = c->type->type, *size = c->size;
    ptx_class class = c->type->class;
    ptx_operand down = pk_ptx_new(e, PTX_PRED), none = pk_ptx_new(e, PTX_PRED);
    ptx_operand from = pk_ptx_new(e, class), to = pk_ptx_new(e, class);
    ptx_operand minus = pk_ptx_new(e, class);

    c->left = pk_ptx_new(e, class);
    c->magnitude = pk_ptx_new(e, class);
    pk_ptx_ins(e, "setp.lt.# $, $, 0", type, down, c->step);
    pk_ptx_ins(e, "selp.# $, $, $, $", type, from, c->stop, c->index, down);
    pk_ptx_ins(e, "selp.# $, $, $, $", type, to, c->index, c->stop, down);
    pk_ptx_ins(e, "setp.ge.# $, $, $", type, none, from, to);
    pk_ptx_ins(e, "@$ bra L^", none, label);
    pk_ptx_ins(e, "setp.eq.# $, $, 0", type, none, c->step);
    pk_ptx_ins(e, "@$ bra L^", none, label);
    pk_ptx_ins(e, "sub.# $, $, $", size, c->left, to, from);
    pk_ptx_ins(e, "neg.# $, $", c->type->sign, minus, c->step);
    pk_ptx_ins(e, "selp.# $, $, $, $", type, c->magnitude, minus, c->step,
               down);
}

/* The end of an iteration: back to `again` when there is another. A step of
 * one cannot pass stop, so there the sum itself may be compared. */
static void put_advance(ptx *e, const counter *c, const pk_value *step,
                        uint32_t again) {
    bool fixed = pk_is_const(step), down = fixed && goes_down(step);
    uint64_t by = fixed ? (uint64_t)pk_const_get_int(step) : 0;
    ptx_operand p = pk_ptx_new(e, PTX_PRED), left = c->left;

    by = down ? 0 - by : by;
    if (fixed && by > 1) {
        left = pk_ptx_new(e, c->type->class);
        pk_ptx_ins(e, "sub.# $, $, $", c->size, left, down ? c->index : c->stop,
                   down ? c->stop : c->index);
        pk_ptx_ins(e, "setp.gt.# $, $, $", c->size, p, left,
                   (ptx_operand){PTX_UINT, (int64_t)by});
    } else if (!fixed) {
        pk_ptx_ins(e, "setp.gt.# $, $, $", c->size, p, left, c->magnitude);
        pk_ptx_ins(e, "sub.# $, $, $", c->size, left, left, c->magnitude);
    }
    pk_ptx_ins(e, "add.# $, $, $", c->type->sign, c->index, c->index, c->step);
    if (by == 1)
        pk_ptx_ins(e, down ? "setp.gt.# $, $, $" : "setp.lt.# $, $, $",
                   c->type->type, p, c->index, c->stop);
    pk_ptx_ins(e, "@$ bra L^", p, again);
}

void pk_ptx_for(ptx *e, pk_inst *inst, const ptx_row *row) {
    const pk_value *step = inst->args[2];
    bool upward = inst->flags & PK_INST_nonneg;
    counter c = {.type = pk_ptx_type(inst->index->type)};
    uint32_t label = take_labels(e, inst), again = e->labels++;
    ptx_inductions inductions;

    (void)row;
    if (pk_is_const(step) && pk_const_get_int(step) == 0)
        return;
    c.size = c.type->class == PTX_B64 ? "u64" : "u32";
    c.stop = pk_ptx_register(e, inst->args[1]);
    c.step = pk_ptx_use(e, inst->args[2]);
    c.index = pk_ptx_define(e, inst->index);
    pk_ptx_ins(e, "mov.# $, $", c.type->type, c.index,
               pk_ptx_use(e, inst->args[0]));
    if (upward || pk_is_const(step))
        put_first_test(e, &c, !upward && goes_down(step), label);
    else
        put_varying_step(e, &c, label);
    pk_ptx_begin_inductions(e, inst, &inductions);
    pk_ptx_line(e, "L^:", again);
    pk_ptx_region(e, inst->body);
    pk_ptx_line(e, "L^:", label + 1);
    pk_ptx_end_inductions(e, &inductions);
    if (upward)
        put_upward_advance(e, &c, again);
    else
        put_advance(e, &c, step, again);
    pk_ptx_line(e, "L^:", label);
}

/* ---- loop, block, exits ---- */

void pk_ptx_loop(ptx *e, pk_inst *inst, const ptx_row *row) {
    uint32_t label = take_labels(e, inst);

    (void)row;
    pk_ptx_line(e, "L^:", label + 1);
    pk_ptx_region(e, inst->body);
    if (!pk_region_ends(inst->body))
        pk_ptx_ins(e, "bra.uni L^", label + 1);
    pk_ptx_line(e, "L^:", label);
}

void pk_ptx_block(ptx *e, pk_inst *inst, const ptx_row *row) {
    uint32_t label = take_labels(e, inst);

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
