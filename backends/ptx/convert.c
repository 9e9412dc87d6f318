/* SPDX-License-Identifier: Apache-2.0 */
/* Conversions of values and of bits. */
#include "backends/ptx/emit.h"

/* ---- to bool, from bool ---- */

static void to_bool(ptx *e, pk_value *from, pk_value *to) {
    const ptx_type *t = pk_ptx_type(from->type);
    ptx_operand a = pk_ptx_register(e, from);

    if (pk_type_is_float(from->type)) /* unordered: NaN is true */
        pk_ptx_ins(e, "setp.neu.# $, $, $", t->type, pk_ptx_define(e, to), a,
                   pk_ptx_float(from->type, 0));
    else
        pk_ptx_ins(e, "setp.ne.# $, $, 0", t->type, pk_ptx_define(e, to), a);
}

static void from_bool(ptx *e, pk_value *from, pk_value *to) {
    const ptx_type *t = pk_ptx_type(to->type);
    ptx_operand p = pk_ptx_use(e, from), one = pk_ptx_int(1);
    ptx_operand zero = pk_ptx_int(0);

    if (pk_type_is_float(to->type)) {
        bool wide = to->type == PK_TYPE_f64;
        one = pk_ptx_float(to->type, wide ? 0x3ff0000000000000 : 0x3f800000);
        zero = pk_ptx_float(to->type, 0);
    }
    pk_ptx_ins(e, "selp.# $, $, $, $", t->type, pk_ptx_define(e, to), one, zero,
               p);
}

/* ---- between integers ---- */

/* Whether every value of `from` is one of `to`, so that the extended register
 * serves both. */
static bool includes(pk_type to, pk_type from) {
    uint32_t a = pk_type_bytes(to), b = pk_type_bytes(from);

    if (a >= 4)
        return true;
    return pk_type_is_signed(to) == pk_type_is_signed(from)
               ? a >= b
               : pk_type_is_signed(to) && a > b;
}

static void int_to_int(ptx *e, pk_value *from, pk_value *to) {
    const ptx_type *f = pk_ptx_type(from->type), *t = pk_ptx_type(to->type);
    ptx_operand a = pk_ptx_register(e, from), result;

    if (f->class == t->class &&
        (t->class == PTX_B64 || includes(to->type, from->type))) {
        pk_ptx_place(e, to, a, 0);
        return;
    }
    result = pk_ptx_define(e, to);
    if (t->class == PTX_B64) {
        bool sign = pk_type_is_signed(from->type) &&
                    !(to->def->flags & PK_INST_nonneg); /* costs nothing */
        pk_ptx_ins(e, sign ? "cvt.s64.s32 $, $" : "cvt.u64.u32 $, $", result,
                   a);
        return;
    }
    if (f->class == PTX_B64) {
        pk_ptx_ins(e, "cvt.u32.u64 $, $", result, a);
        a = result;
    }
    if (pk_type_bytes(to->type) < 4)
        pk_ptx_ins(e, "cvt.#.# $, $", t->type, t->memory, result, a);
}

/* ---- between floats, integers to floats ---- */

static void round_half(ptx *e, const char *from, ptx_operand a, pk_value *to) {
    ptx_operand half = pk_ptx_new(e, PTX_B16);

    pk_ptx_ins(e, "cvt.rn.f16.# $, $", from, half, a);
    pk_ptx_ins(e, "cvt.f32.f16 $, $", pk_ptx_define(e, to), half);
}

static void to_float(ptx *e, pk_value *from, pk_value *to) {
    const char *f = pk_ptx_type(from->type)->type;
    const char *t = pk_ptx_type(to->type)->type;
    ptx_operand a = pk_ptx_register(e, from);
    bool exact = pk_type_is_float(from->type) &&
                 pk_type_bytes(from->type) <= pk_type_bytes(to->type);

    if (to->type == PK_TYPE_f16 && from->type != PK_TYPE_f16)
        round_half(e, f, a, to);
    else if (pk_ptx_type(from->type)->class == pk_ptx_type(to->type)->class)
        pk_ptx_place(e, to, a, 0);
    else
        pk_ptx_ins(e, exact ? "cvt.#.# $, $" : "cvt.rn.#.# $, $", t, f,
                   pk_ptx_define(e, to), a);
}

/* ---- floats to integers ---- */

/* cvt saturates by itself (PTX ISA 9.7.9, cvt); NaN gives 0 only where neither
 * side has 64 bits. */
static void float_to_int(ptx *e, pk_value *from, pk_value *to) {
    const ptx_type *f = pk_ptx_type(from->type), *t = pk_ptx_type(to->type);
    ptx_operand a = pk_ptx_register(e, from), result = pk_ptx_define(e, to), p;
    uint32_t bytes = pk_type_bytes(to->type);

    pk_ptx_ins(e, "cvt.rzi.#.# $, $", t->type, f->type, result, a);
    if (f->class == PTX_F64 || t->class == PTX_B64) {
        p = pk_ptx_new(e, PTX_PRED);
        pk_ptx_ins(e, "setp.nan.# $, $, $", f->type, p, a, a);
        pk_ptx_ins(e, "selp.# $, 0, $, $", t->type, result, result, p);
    }
    if (bytes < 4) {
        bool sign = pk_type_is_signed(to->type);
        int64_t most = ((int64_t)1 << (8 * bytes - sign)) - 1;

        pk_ptx_ins(e, "min.# $, $, $", t->type, result, result,
                   pk_ptx_int(most));
        if (sign)
            pk_ptx_ins(e, "max.# $, $, $", t->type, result, result,
                       pk_ptx_int(-most - 1));
    }
}

void pk_ptx_convert(ptx *e, pk_inst *inst, const ptx_row *row) {
    pk_value *from = inst->args[0], *to = inst->results[0];

    (void)row;
    if (from->type == to->type)
        pk_ptx_place(e, to, pk_ptx_register(e, from), 0);
    else if (to->type == PK_TYPE_bool)
        to_bool(e, from, to);
    else if (from->type == PK_TYPE_bool)
        from_bool(e, from, to);
    else if (pk_type_is_float(to->type))
        to_float(e, from, to);
    else if (pk_type_is_float(from->type))
        float_to_int(e, from, to);
    else
        int_to_int(e, from, to);
}

/* ---- bits ---- */

/* f16 has its bits in no register: they come from rounding, which is exact. */
static void bitcast_half(ptx *e, pk_value *from, pk_value *to) {
    ptx_operand half = pk_ptx_new(e, PTX_B16), a = pk_ptx_register(e, from);
    const ptx_type *t = pk_ptx_type(to->type), *f = pk_ptx_type(from->type);

    if (from->type == PK_TYPE_f16) {
        pk_ptx_ins(e, "cvt.rn.f16.f32 $, $", half, a);
        pk_ptx_ins(e, "cvt.#.# $, $", t->type, t->memory, pk_ptx_define(e, to),
                   half);
    } else {
        pk_ptx_ins(e, "cvt.u16.# $, $", f->type, half, a);
        pk_ptx_ins(e, "cvt.f32.f16 $, $", pk_ptx_define(e, to), half);
    }
}

void pk_ptx_bitcast(ptx *e, pk_inst *inst, const ptx_row *row) {
    pk_value *from = inst->args[0], *to = inst->results[0];
    const ptx_type *f = pk_ptx_type(from->type), *t = pk_ptx_type(to->type);
    bool half = (from->type == PK_TYPE_f16) != (to->type == PK_TYPE_f16);

    (void)row;
    if (half) {
        bitcast_half(e, from, to);
    } else if (f->class == t->class && pk_type_bytes(to->type) < 4) {
        ptx_operand a = pk_ptx_register(e, from);
        pk_ptx_ins(e, "cvt.#.# $, $", t->type, t->memory, pk_ptx_define(e, to),
                   a);
    } else if (f->class == t->class) {
        pk_ptx_place(e, to, pk_ptx_register(e, from), 0);
    } else {
        ptx_operand a = pk_ptx_register(e, from);
        pk_ptx_ins(e, "mov.# $, $", t->bits, pk_ptx_define(e, to), a);
    }
}
