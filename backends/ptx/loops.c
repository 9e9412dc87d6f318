/* SPDX-License-Identifier: Apache-2.0 */
/* Loops that count.
 *
 * A short one that walks through arrays makes eight or four turns with one test
 * (strength_reduction.c has its addresses); what is left it makes one by one:
 *
 *     @left <= 7  bra rest
 *     many:  turn turn turn turn turn turn turn turn
 *            k += 8; @k < stop - 7 bra many
 *     rest:  turn; k += 1; @k < stop bra rest
 *
 * ptxas would do that, too, and does for loops that it is not told to leave: it
 * goes on with a counter and addresses of its own, and takes four turns. */
#include "backends/ptx/emit.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/scopes.h"

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

/* ---- steps that nobody but the loop has ---- */

static const char late; /* marks instructions */

static bool is_upward(const pk_inst *loop) {
    return loop->op == PK_OP_for && (loop->flags & PK_INST_nonneg);
}

static bool uses(const pk_inst *inst, const pk_value *value) {
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (inst->args[i] == value)
            return true;
    return (inst->body && pk_region_uses(inst->body, value)) ||
           (inst->other && pk_region_uses(inst->other, value));
}

/* Whether a value is for the instruction `user` behind it alone, and there no
 * operand of another kind. */
static bool is_for_alone(const pk_value *value, const pk_inst *user) {
    for (const pk_inst *i = value->def->next; i; i = i->next)
        if (i != user && uses(i, value))
            return false;
    return user->op != PK_OP_for ||
           (value != user->args[0] && value != user->args[1] &&
            !pk_region_uses(user->body, value));
}

/* The computation of a step is printed behind the test whether there is a turn
 * at all: threads without one need it not, and before a branch ptxas gives the
 * product registers that it then lacks in the loop. */
static void find_late(const pk_region *region, const pk_inst *loop) {
    const pk_inst *user = loop;
    pk_value *v = loop->args[2];

    while ((pk_is_op(v, PK_OP_bitcast) || pk_is_op(v, PK_OP_mul)) &&
           v->def->parent == region && is_for_alone(v, user)) {
        user = v->def;
        v->def->mark = (void *)&late;
        v = v->def->args[0];
    }
}

void pk_ptx_find_late(const pk_region *region) {
    for (const pk_inst *inst = region->first; inst; inst = inst->next)
        if (is_upward(inst))
            find_late(region, inst);
}

bool pk_ptx_is_late(const pk_inst *inst) {
    return inst->mark == &late;
}

static void put_late(ptx *e, const pk_value *v) {
    if (v->kind != PK_VALUE_result || !pk_ptx_is_late(v->def))
        return;
    put_late(e, v->def->args[0]);
    pk_ptx_inst(e, v->def);
}

/* ---- several turns with one test ---- */

enum {
    TURNS = 8,
    LOADED = 64, /* bytes that wait in registers: TURNS or half of them */
    MAX_SIZE = 24
};

/* How many turns; 1: no more than that. */
static uint32_t turns_of(const pk_inst *loop, const ptx_inductions *w) {
    uint32_t size = 0, bytes = 0, turns = TURNS;

    if (!w->count || (pk_is_const(loop->args[0]) && pk_is_const(loop->args[1])))
        return 1;
    for (const pk_inst *i = loop->body->first; i; i = i->next) {
        if (i->op == PK_OP_load)
            bytes += pk_type_bytes(i->results[0]->type);
        else if (i->op != PK_OP_store && i->op != PK_OP_get &&
                 i->op != PK_OP_set && !pk_op_is_pure(i->op))
            return 1;
        if (i->body || ++size > MAX_SIZE)
            return 1;
    }
    while (turns > 1 && bytes * turns > LOADED)
        turns /= 2;
    return turns >= TURNS / 2 ? turns : 1;
}

/* Whether somebody behind it, in the same turn, wants an instruction's result.
 * Places that addresses have without it are none. */
static bool is_wanted(const ptx *e, const pk_inst *inst) {
    for (const pk_inst *i = inst->next; i; i = i->next)
        if (!pk_ptx_is_late(i) && uses(i, inst->results[0]) &&
            !(pk_ptx_is_induction(e, i) && i->args[0] != inst->results[0]))
            return true;
    return false;
}

/* Leaves out what indices of such addresses were computed by. */
static void find_unwanted(const ptx *e, const pk_inst *loop) {
    for (pk_inst *i = loop->body->last; i; i = i->prev)
        if (pk_op_is_pure(i->op) && !is_wanted(e, i) &&
            !pk_ptx_is_induction(e, i))
            i->mark = (void *)&late;
}

static void put_many(ptx *e, pk_inst *loop, const counter *c, ptx_inductions *w,
                     uint32_t turns, uint32_t label) {
    const int64_t step = pk_const_get_int(loop->args[2]);
    const int64_t more = (int64_t)(turns - 1) * step;
    ptx_operand left = pk_ptx_new(e, PTX_B32), last = pk_ptx_new(e, PTX_B32);
    ptx_operand p = pk_ptx_new(e, PTX_PRED);
    uint32_t many = e->labels++, rest = e->labels++;

    pk_ptx_ins(e, "sub.s32 $, $, $", left, c->stop, c->index);
    pk_ptx_ins(e, "setp.le.u32 $, $, $", p, left, pk_ptx_int(more));
    pk_ptx_ins(e, "@$ bra L^", p, rest);
    pk_ptx_ins(e, "sub.s32 $, $, $", last, c->stop, pk_ptx_int(more));
    pk_ptx_line(e, "L^:", many);
    pk_ptx_line(e, "\t.pragma \"nounroll\";");
    for (uint32_t i = 0; i < turns; i++) {
        if (i)
            pk_ptx_next_turn(e, w);
        pk_ptx_place(e, loop->index, c->index, (int64_t)i * step);
        pk_ptx_region(e, loop->body);
    }
    pk_ptx_close_turns(e, w, turns);
    pk_ptx_place(e, loop->index, c->index, 0);
    pk_ptx_ins(e, "add.s32 $, $, $", c->index, c->index,
               pk_ptx_int(turns * step));
    pk_ptx_ins(e, "setp.lt.s32 $, $, $", p, c->index, last);
    pk_ptx_ins(e, "@$ bra L^", p, many);
    pk_ptx_ins(e, "setp.ge.s32 $, $, $", p, c->index, c->stop);
    pk_ptx_ins(e, "@$ bra L^", p, label);
    pk_ptx_line(e, "L^:", rest);
}

/* ---- the loop ---- */

void pk_ptx_for(ptx *e, pk_inst *inst, const ptx_row *row) {
    const pk_value *step = inst->args[2];
    bool upward = inst->flags & PK_INST_nonneg;
    counter c = {.type = pk_ptx_type(inst->index->type)};
    uint32_t label = pk_ptx_take_labels(e, inst), again = e->labels++;
    ptx_inductions inductions;
    uint32_t turns;

    (void)row;
    if (pk_is_const(step) && pk_const_get_int(step) == 0)
        return;
    c.size = c.type->class == PTX_B64 ? "u64" : "u32";
    c.stop = pk_ptx_register(e, inst->args[1]);
    if (!upward)
        c.step = pk_ptx_use(e, inst->args[2]);
    c.index = pk_ptx_define(e, inst->index);
    pk_ptx_ins(e, "mov.# $, $", c.type->type, c.index,
               pk_ptx_use(e, inst->args[0]));
    if (upward || pk_is_const(step))
        put_first_test(e, &c, !upward && goes_down(step), label);
    else
        put_varying_step(e, &c, label);
    if (upward) {
        put_late(e, step);
        c.step = pk_ptx_use(e, inst->args[2]);
    }
    pk_ptx_begin_inductions(e, inst, &inductions);
    turns = turns_of(inst, &inductions);
    if (turns > 1) {
        find_unwanted(e, inst);
        put_many(e, inst, &c, &inductions, turns, label);
    }
    pk_ptx_line(e, "L^:", again);
    if (turns > 1)
        pk_ptx_line(e, "\t.pragma \"nounroll\";");
    pk_ptx_region(e, inst->body);
    pk_ptx_line(e, "L^:", label + 1);
    pk_ptx_end_inductions(e, &inductions);
    if (upward)
        put_upward_advance(e, &c, again);
    else
        put_advance(e, &c, step, again);
    pk_ptx_line(e, "L^:", label);
}
