/* SPDX-License-Identifier: Apache-2.0 */
/* Atomics. Integers have instructions for all; so have float additions (the
 * one on global f32 flushes subnormal numbers, PTX ISA 9.7.13 atom); least and
 * greatest of floats, which PTX lacks, compare and exchange bits. */
#include "backends/ptx/emit.h"

/* Until the element is not beyond b any more, or b has taken its place. NaN
 * on either side compares false and ends it. */
static void put_float_extreme(ptx *e, pk_inst *inst, const char *test) {
    pk_type type = inst->args[1]->type;
    const ptx_type *t = pk_ptx_type(type);
    ptx_class class = t->class == PTX_F64 ? PTX_B64 : PTX_B32;
    const char *space = pk_ptx_space(pk_type_space(inst->args[0]->type));
    const char *at = pk_ptx_address(e, inst->args[0]);
    ptx_operand b = pk_ptx_register(e, inst->args[1]);
    ptx_operand old = pk_ptx_define(e, inst->results[0]);
    ptx_operand b_bits = pk_ptx_new(e, class), seen = pk_ptx_new(e, class);
    ptx_operand now = pk_ptx_new(e, class), p = pk_ptx_new(e, PTX_PRED);
    uint32_t label = e->labels;

    e->labels += 2;
    pk_ptx_ins(e, "mov.# $, $", t->bits, b_bits, b);
    pk_ptx_ins(e, "ld.volatile.#.# $, #", space, t->bits, now, at);
    pk_ptx_line(e, "L^:", label);
    pk_ptx_ins(e, "mov.# $, $", t->bits, seen, now);
    pk_ptx_ins(e, "mov.# $, $", t->bits, old, seen);
    pk_ptx_ins(e, "# $, $, $", test, p, b, old);
    pk_ptx_ins(e, "@!$ bra L^", p, label + 1);
    pk_ptx_ins(e, "atom.#.cas.# $, #, $, $", space, t->bits, now, at, seen,
               b_bits);
    pk_ptx_ins(e, "setp.ne.# $, $, $", t->bits, p, now, seen);
    pk_ptx_ins(e, "@$ bra L^", p, label);
    pk_ptx_line(e, "L^:", label + 1);
}

/* Exchange of a float: as bits. */
static void put_float_exchange(ptx *e, pk_inst *inst, const char *word) {
    const ptx_type *t = pk_ptx_type(inst->args[1]->type);
    ptx_class class = t->class == PTX_F64 ? PTX_B64 : PTX_B32;
    ptx_operand bits = pk_ptx_new(e, class), old = pk_ptx_new(e, class);

    pk_ptx_ins(e, "mov.# $, $", t->bits, bits,
               pk_ptx_register(e, inst->args[1]));
    pk_ptx_ins(e, "atom.#.# $, #, $",
               pk_ptx_space(pk_type_space(inst->args[0]->type)), word, old,
               pk_ptx_address(e, inst->args[0]), bits);
    pk_ptx_ins(e, "mov.# $, $", t->bits, pk_ptx_define(e, inst->results[0]),
               old);
}

void pk_ptx_atomic(ptx *e, pk_inst *inst, const ptx_row *row) {
    pk_type type = inst->args[1]->type;
    bool is_float = pk_type_is_float(type);
    const char *word =
        pk_ptx_spell(e, is_float ? row->floats : row->ints, type, false);
    const char *space = pk_ptx_space(pk_type_space(inst->args[0]->type));
    const char *at = pk_ptx_address(e, inst->args[0]);
    ptx_operand b, minus, c;

    if (is_float &&
        (inst->op == PK_OP_atomic_min || inst->op == PK_OP_atomic_max)) {
        put_float_extreme(e, inst, word);
        return;
    }
    if (is_float && inst->op == PK_OP_atomic_exch) {
        put_float_exchange(e, inst, word);
        return;
    }
    b = pk_ptx_register(e, inst->args[1]);
    if (inst->op == PK_OP_atomic_sub) {
        minus = pk_ptx_new(e, b.class);
        pk_ptx_ins(e, "neg.# $, $", pk_ptx_type(type)->sign, minus, b);
        b = minus;
    }
    if (inst->op == PK_OP_atomic_cas) {
        c = pk_ptx_register(e, inst->args[2]);
        pk_ptx_ins(e, "atom.#.# $, #, $, $", space, word,
                   pk_ptx_define(e, inst->results[0]), at, b, c);
        return;
    }
    pk_ptx_ins(e, "atom.#.# $, #, $", space, word,
               pk_ptx_define(e, inst->results[0]), at, b);
}
