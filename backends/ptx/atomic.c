/* SPDX-License-Identifier: Apache-2.0 */
/* Atomics. Integers have instructions for all; so have float additions (the
 * one on global f32 flushes subnormal numbers, PTX ISA 9.7.13 atom); least and
 * greatest of floats, which PTX lacks, compare and exchange bits. Of elements
 * under 4 bytes there is compare and exchange alone, as of 16 bits; expand
 * made loops around it of all else. */
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

/* ---- compare and exchange ---- */

static void put_cas(ptx *e, const pk_inst *inst, const char *bits,
                    ptx_operand to, ptx_operand old, ptx_operand next) {
    pk_ptx_ins(e, "atom.#.cas.# $, #, $, $",
               pk_ptx_space(pk_type_space(inst->args[0]->type)), bits, to,
               pk_ptx_address(e, inst->args[0]), old, next);
}

/* A value as the 16 bits that memory holds. */
static ptx_operand half_of(ptx *e, pk_value *value) {
    ptx_operand reg = pk_ptx_register(e, value);
    ptx_operand half = pk_ptx_new(e, PTX_B16);

    pk_ptx_ins(e,
               value->type == PK_TYPE_f16 ? "cvt.rn.f16.f32 $, $"
                                          : "cvt.u16.u32 $, $",
               half, reg);
    return half;
}

static void put_cas_16(ptx *e, pk_inst *inst) {
    pk_type type = inst->args[1]->type;
    ptx_operand old = half_of(e, inst->args[1]);
    ptx_operand next = half_of(e, inst->args[2]);
    ptx_operand seen = pk_ptx_new(e, PTX_B16);

    put_cas(e, inst, "b16", seen, old, next);
    pk_ptx_ins(e, "cvt.#.# $, $", type == PK_TYPE_f16 ? "f32" : "u32",
               type == PK_TYPE_f16   ? "f16"
               : type == PK_TYPE_i16 ? "s16"
                                     : "u16",
               pk_ptx_define(e, inst->results[0]), seen);
}

/* The low 8 bits of a byte-sized value. */
static ptx_operand byte_of(ptx *e, pk_value *value) {
    ptx_operand reg = pk_ptx_register(e, value);
    ptx_operand byte = pk_ptx_new(e, PTX_B32);

    if (value->type == PK_TYPE_bool)
        return pk_ptx_from_bool(e, reg);
    pk_ptx_ins(e, "and.b32 $, $, 255", byte, reg);
    return byte;
}

/* The address of the half that holds a byte, in brackets, and how far up the
 * byte is in it. */
static const char *half_around(ptx *e, const pk_value *pointer,
                               ptx_operand *shift) {
    const ptx_place *place = pointer->mark;
    ptx_class class = place->reg.class;
    bool wide = class == PTX_B64;
    ptx_operand at = pk_ptx_new(e, class), low = pk_ptx_new(e, PTX_B32);

    pk_ptx_ins(e, "add.# $, $, $", wide ? "s64" : "s32", at, place->reg,
               pk_ptx_int(place->offset));
    pk_ptx_ins(e, wide ? "cvt.u32.u64 $, $" : "mov.b32 $, $", low, at);
    pk_ptx_ins(e, "and.b32 $, $, 1", low, low);
    pk_ptx_ins(e, "shl.b32 $, $, 3", low, low);
    pk_ptx_ins(e, "and.# $, $, -2", wide ? "b64" : "b32", at, at);
    *shift = low;
    return pk_arena_format(e->arena, wide ? "[%%rd%lld]" : "[%%r%lld]",
                           (long long)at.number);
}

/* Until the other byte was what it was taken for: 0 at first, which asks no
 * more of memory than a load would, and then as it was seen. An exchange that
 * changes nothing is a load of the byte, so that all others show by what they
 * change which byte they are about. */
static void put_cas_8(ptx *e, pk_inst *inst) {
    const char *space = pk_ptx_space(pk_type_space(inst->args[0]->type)), *at;
    ptx_operand old = byte_of(e, inst->args[1]);
    ptx_operand next = byte_of(e, inst->args[2]), shift;
    ptx_operand both = pk_ptx_new(e, PTX_B32), seen = pk_ptx_new(e, PTX_B32);
    ptx_operand flip = pk_ptx_new(e, PTX_B32), wanted = pk_ptx_new(e, PTX_B32);
    ptx_operand half[3], p = pk_ptx_new(e, PTX_PRED);
    uint32_t label = e->labels;

    e->labels += 2;
    for (int i = 0; i < 3; i++)
        half[i] = pk_ptx_new(e, PTX_B16);
    at = half_around(e, inst->args[0], &shift);
    pk_ptx_ins(e, "setp.eq.u32 $, $, $", p, old, next);
    pk_ptx_ins(e, "@$ ld.volatile.#.u8 $, #", p, space, seen,
               pk_ptx_address(e, inst->args[0]));
    pk_ptx_ins(e, "@$ bra L^", p, label + 1);
    pk_ptx_ins(e, "shl.b32 $, $, $", both, old, shift);
    pk_ptx_ins(e, "xor.b32 $, $, $", flip, old, next);
    pk_ptx_ins(e, "shl.b32 $, $, $", flip, flip, shift);
    pk_ptx_line(e, "L^:", label);
    pk_ptx_ins(e, "xor.b32 $, $, $", wanted, both, flip);
    pk_ptx_ins(e, "cvt.u16.u32 $, $", half[0], both);
    pk_ptx_ins(e, "cvt.u16.u32 $, $", half[1], wanted);
    pk_ptx_ins(e, "atom.#.cas.b16 $, #, $, $", space, half[2], at, half[0],
               half[1]);
    pk_ptx_ins(e, "cvt.u32.u16 $, $", wanted, half[2]);
    pk_ptx_ins(e, "shr.u32 $, $, $", seen, wanted, shift);
    pk_ptx_ins(e, "and.b32 $, $, 255", seen, seen);
    pk_ptx_ins(e, "setp.eq.u32 $, $, $", p, seen, old);
    pk_ptx_ins(e, "setp.ne.and.u32 $, $, $, $", p, wanted, both, p);
    pk_ptx_ins(e, "mov.b32 $, $", both, wanted);
    pk_ptx_ins(e, "@$ bra L^", p, label);
    pk_ptx_line(e, "L^:", label + 1);
    if (inst->args[1]->type == PK_TYPE_bool)
        pk_ptx_ins(e, "setp.ne.u32 $, $, 0", pk_ptx_define(e, inst->results[0]),
                   seen);
    else
        pk_ptx_ins(e, "cvt.#.# $, $",
                   inst->args[1]->type == PK_TYPE_i8 ? "s32" : "u32",
                   inst->args[1]->type == PK_TYPE_i8 ? "s8" : "u8",
                   pk_ptx_define(e, inst->results[0]), seen);
}

/* Floats go as bits. */
static void put_cas_wide(ptx *e, pk_inst *inst) {
    const ptx_type *t = pk_ptx_type(inst->args[1]->type);
    ptx_class class =
        pk_type_bytes(inst->args[1]->type) == 8 ? PTX_B64 : PTX_B32;
    ptx_operand arg[2], seen;

    for (int i = 0; i < 2; i++) {
        ptx_operand reg = pk_ptx_register(e, inst->args[i + 1]);
        arg[i] = reg;
        if (t->class != class) {
            arg[i] = pk_ptx_new(e, class);
            pk_ptx_ins(e, "mov.# $, $", t->bits, arg[i], reg);
        }
    }
    if (t->class == class) {
        put_cas(e, inst, t->bits, pk_ptx_define(e, inst->results[0]), arg[0],
                arg[1]);
        return;
    }
    seen = pk_ptx_new(e, class);
    put_cas(e, inst, t->bits, seen, arg[0], arg[1]);
    pk_ptx_ins(e, "mov.# $, $", t->bits, pk_ptx_define(e, inst->results[0]),
               seen);
}

void pk_ptx_cas(ptx *e, pk_inst *inst, const ptx_row *row) {
    uint32_t bytes = pk_type_bytes(inst->args[1]->type);

    (void)row;
    if (bytes >= 4) {
        put_cas_wide(e, inst);
        return;
    }
    pk_ptx_need_version(e, 63); /* cas.b16 */
    if (bytes == 2)
        put_cas_16(e, inst);
    else
        put_cas_8(e, inst);
}

/* ---- the others ---- */

void pk_ptx_atomic(ptx *e, pk_inst *inst, const ptx_row *row) {
    pk_type type = inst->args[1]->type;
    bool is_float = pk_type_is_float(type);
    const char *word =
        pk_ptx_spell(e, is_float ? row->floats : row->ints, type, false);
    const char *space = pk_ptx_space(pk_type_space(inst->args[0]->type));
    const char *at = pk_ptx_address(e, inst->args[0]);
    ptx_operand b, minus;

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
    pk_ptx_ins(e, "atom.#.# $, #, $", space, word,
               pk_ptx_define(e, inst->results[0]), at, b);
}
