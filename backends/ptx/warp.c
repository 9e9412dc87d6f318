/* SPDX-License-Identifier: Apache-2.0 */
/* Threads together: warps, votes of a block, the grid; fences and clocks.
 * Nearly all are instructions of their own (PTX ISA 9.7.9, 9.7.13). */
#include "backends/ptx/emit.h"

/* PTX versions that came after the first one for the architecture. */
enum { ACTIVE_MASK = 62, NANOSLEEP = 63 };

/* ---- shuffles ---- */

static void put_shuffle(ptx *e, const char *word, ptx_operand to,
                        ptx_operand from, ptx_operand lane, ptx_operand mask,
                        bool up) {
    pk_ptx_ins(e, "# $, $, $, #, $", word, to, from, lane, up ? "0" : "31",
               mask);
}

/* 64 bits go in two halves. */
void pk_ptx_shuffle(ptx *e, pk_inst *inst, const ptx_row *row) {
    bool up = inst->op == PK_OP_shuffle_up;
    ptx_operand mask = pk_ptx_use(e, inst->args[0]);
    ptx_operand from = pk_ptx_register(e, inst->args[1]);
    ptx_operand lane = pk_ptx_use(e, inst->args[2]);
    ptx_operand to = pk_ptx_define(e, inst->results[0]), half[2], moved[2];

    if (pk_type_bytes(inst->args[1]->type) < 8) {
        put_shuffle(e, row->ints, to, from, lane, mask, up);
        return;
    }
    for (int i = 0; i < 2; i++) {
        half[i] = pk_ptx_new(e, PTX_B32);
        moved[i] = pk_ptx_new(e, PTX_B32);
    }
    pk_ptx_ins(e, "mov.b64 {$, $}, $", half[0], half[1], from);
    for (int i = 0; i < 2; i++)
        put_shuffle(e, row->ints, moved[i], half[i], lane, mask, up);
    pk_ptx_ins(e, "mov.b64 $, {$, $}", to, moved[0], moved[1]);
}

/* ---- votes and matches ---- */

void pk_ptx_vote(ptx *e, pk_inst *inst, const ptx_row *row) {
    ptx_operand mask = pk_ptx_use(e, inst->args[0]);
    ptx_operand vote = pk_ptx_register(e, inst->args[1]);

    pk_ptx_ins(e, "# $, $, $", row->ints, pk_ptx_define(e, inst->results[0]),
               vote, mask);
}

void pk_ptx_match(ptx *e, pk_inst *inst, const ptx_row *row) {
    ptx_operand mask = pk_ptx_use(e, inst->args[0]);
    ptx_operand value = pk_ptx_register(e, inst->args[1]);
    const char *bits = pk_ptx_type(inst->args[1]->type)->bits;
    ptx_operand lanes = pk_ptx_define(e, inst->results[0]);

    if (inst->result_count == 1)
        pk_ptx_ins(e, "#.# $, $, $", row->ints, bits, lanes, value, mask);
    else
        pk_ptx_ins(e, "#.# $|$, $, $", row->ints, bits, lanes,
                   pk_ptx_define(e, inst->results[1]), value, mask);
}

/* Votes of the block; a predicate becomes 1 or 0. */
void pk_ptx_barrier_vote(ptx *e, pk_inst *inst, const ptx_row *row) {
    ptx_operand vote = pk_ptx_register(e, inst->args[0]);
    ptx_operand result = pk_ptx_define(e, inst->results[0]), p;

    if (inst->op == PK_OP_barrier_count) {
        pk_ptx_ins(e, "# $, 0, $", row->ints, result, vote);
        return;
    }
    p = pk_ptx_new(e, PTX_PRED);
    pk_ptx_ins(e, "# $, 0, $", row->ints, p, vote);
    pk_ptx_ins(e, "selp.b32 $, 1, 0, $", result, p);
}

/* ---- plain instructions ---- */

void pk_ptx_need_version(ptx *e, uint32_t version) {
    if (e->version < version)
        e->version = version;
}

/* A special register into the result. */
void pk_ptx_special(ptx *e, pk_inst *inst, const ptx_row *row) {
    if (inst->op == PK_OP_active_mask)
        pk_ptx_need_version(e, ACTIVE_MASK);
    pk_ptx_ins(e, "# $#", row->ints, pk_ptx_define(e, inst->results[0]),
               row->floats ? row->floats : "");
}

/* One operand or none, and no result. */
void pk_ptx_order(ptx *e, pk_inst *inst, const ptx_row *row) {
    if (inst->op == PK_OP_nanosleep)
        pk_ptx_need_version(e, NANOSLEEP);
    if (inst->arg_count)
        pk_ptx_ins(e, "# $", row->ints, pk_ptx_use(e, inst->args[0]));
    else
        pk_ptx_ins(e, "#", row->ints);
}

/* ---- the grid ---- */

static ptx_operand product(ptx *e, const char *register_name) {
    ptx_operand all = pk_ptx_new(e, PTX_B32), part = pk_ptx_new(e, PTX_B32);

    pk_ptx_ins(e, "mov.u32 $, #.x", all, register_name);
    pk_ptx_ins(e, "mov.u32 $, #.y", part, register_name);
    pk_ptx_ins(e, "mul.lo.u32 $, $, $", all, all, part);
    pk_ptx_ins(e, "mov.u32 $, #.z", part, register_name);
    pk_ptx_ins(e, "mul.lo.u32 $, $, $", all, all, part);
    return all;
}

/* True where all three parts of a special register are 0. */
static ptx_operand is_first(ptx *e, const char *register_name) {
    ptx_operand any = pk_ptx_new(e, PTX_B32), part = pk_ptx_new(e, PTX_B32);
    ptx_operand p = pk_ptx_new(e, PTX_PRED);

    pk_ptx_ins(e, "mov.u32 $, #.x", any, register_name);
    pk_ptx_ins(e, "mov.u32 $, #.y", part, register_name);
    pk_ptx_ins(e, "or.b32 $, $, $", any, any, part);
    pk_ptx_ins(e, "mov.u32 $, #.z", part, register_name);
    pk_ptx_ins(e, "or.b32 $, $, $", any, any, part);
    pk_ptx_ins(e, "setp.eq.u32 $, $, 0", p, any);
    return p;
}

/* One thread of each block adds to a word: the first block what makes all of
 * them together 2^31, the others 1. When the top bit has turned, all have
 * come; the word needs no reset, so the next time is no different. Waits for
 * ever unless all blocks run at once: the launch is cooperative. */
static void wait_for_blocks(ptx *e) {
    ptx_operand add = product(e, "%nctaid"), first = is_first(e, "%ctaid");
    ptx_operand old = pk_ptx_new(e, PTX_B32), now = pk_ptx_new(e, PTX_B32);
    ptx_operand waits = pk_ptx_new(e, PTX_PRED);

    pk_ptx_ins(e, "sub.u32 $, $, $", add, pk_ptx_int(INT64_C(0x80000001)), add);
    pk_ptx_ins(e, "selp.b32 $, $, 1, $", add, add, first);
    pk_ptx_ins(e, "membar.gl");
    pk_ptx_ins(e, "atom.global.add.u32 $, [#], $", old, PK_PTX_GRID_WORD, add);
    pk_ptx_line(e, "L^:", e->labels);
    pk_ptx_ins(e, "ld.volatile.global.u32 $, [#]", now, PK_PTX_GRID_WORD);
    pk_ptx_ins(e, "xor.b32 $, $, $", now, now, old);
    pk_ptx_ins(e, "setp.ge.s32 $, $, 0", waits, now);
    pk_ptx_ins(e, "@$ bra L^", waits, e->labels++);
    pk_ptx_ins(e, "membar.gl");
}

void pk_ptx_grid_sync(ptx *e, pk_inst *inst, const ptx_row *row) {
    ptx_operand leads;
    uint32_t behind = e->labels++;

    (void)inst, (void)row;
    e->syncs_grid = true;
    pk_ptx_ins(e, "bar.sync 0");
    leads = is_first(e, "%tid");
    pk_ptx_ins(e, "@!$ bra L^", leads, behind);
    wait_for_blocks(e);
    pk_ptx_line(e, "L^:", behind);
    pk_ptx_ins(e, "bar.sync 0");
}
