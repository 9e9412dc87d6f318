/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic, bits, comparison and choice: what PTX's own instructions do, and
 * sequences where the IR promises more than they do. */
#include "backends/ptx/emit.h"
#include "core/ir_data.h"

static bool is_narrow(pk_type type) {
    return pk_type_bytes(type) < 4;
}

static unsigned bits_of(pk_type type) {
    return 8 * pk_type_bytes(type);
}

/* The row's instruction on the operands, into a new place of the result. */
static ptx_operand put_row(ptx *e, pk_inst *inst, const ptx_row *row) {
    pk_type type = inst->args[0]->type;
    bool fuse = inst->flags & PK_INST_contract;
    const char *spelling = pk_ptx_spell(
        e, pk_type_is_float(type) ? row->floats : row->ints, type, fuse);
    ptx_operand operands[3] = {{PTX_NONE, 0}}, result;

    for (uint32_t i = 0; i < inst->arg_count; i++)
        operands[i] = inst->arg_count > 1 ? pk_ptx_use(e, inst->args[i])
                                          : pk_ptx_register(e, inst->args[i]);
    result = pk_ptx_define(e, inst->results[0]);
    if (inst->arg_count == 1)
        pk_ptx_ins(e, "# $, $", spelling, result, operands[0]);
    else if (inst->arg_count == 2)
        pk_ptx_ins(e, "# $, $, $", spelling, result, operands[0], operands[1]);
    else
        pk_ptx_ins(e, "# $, $, $, $", spelling, result, operands[0],
                   operands[1], operands[2]);
    return result;
}

/* Results that are in range when the operands are; f16 rounds even so. */
/* (a and b) and (c and d) as ((a and b) and c) and d, of which each comparison
 * takes one along. What had c and d before goes, if it is for nothing else. */
static bool put_chain(ptx *e, pk_inst *inst) {
    const char *word = inst->op == PK_OP_and ? "and" : "or";
    const pk_inst *right = inst->args[1]->def;
    ptx_operand left, first, second, both, result;

    if (inst->args[0]->type != PK_TYPE_bool ||
        !pk_is_op(inst->args[1], inst->op) || right->parent != inst->parent)
        return false;
    left = pk_ptx_use(e, inst->args[0]);
    first = pk_ptx_use(e, right->args[0]);
    second = pk_ptx_use(e, right->args[1]);
    both = pk_ptx_new(e, PTX_PRED);
    result = pk_ptx_define(e, inst->results[0]);
    pk_ptx_ins(e, "#.pred $, $, $", word, both, left, first);
    pk_ptx_ins(e, "#.pred $, $, $", word, result, both, second);
    return true;
}

void pk_ptx_plain(ptx *e, pk_inst *inst, const ptx_row *row) {
    ptx_operand result;

    if ((inst->op == PK_OP_and || inst->op == PK_OP_or) && put_chain(e, inst))
        return;
    result = put_row(e, inst, row);

    if (inst->args[0]->type == PK_TYPE_f16)
        pk_ptx_wrap(e, PK_TYPE_f16, result);
}

static bool is_approx(const pk_inst *inst) {
    return (inst->flags & PK_INST_approx) &&
           inst->results[0]->type == PK_TYPE_f32;
}

/* As nvcc --use_fast_math: a reciprocal and a product. */
void pk_ptx_quotient(ptx *e, pk_inst *inst, const ptx_row *row) {
    const pk_value *a = inst->args[0];
    ptx_operand left, right;

    if (!is_approx(inst)) {
        pk_ptx_plain(e, inst, row);
        return;
    }
    right = pk_ptx_register(e, inst->args[1]);
    if (pk_is_const(a) && pk_const_get_float(a) == 1) {
        pk_ptx_ins(e, "rcp.approx.ftz.f32 $, $",
                   pk_ptx_define(e, inst->results[0]), right);
        return;
    }
    left = pk_ptx_use(e, inst->args[0]);
    pk_ptx_ins(e, "div.approx.ftz.f32 $, $, $",
               pk_ptx_define(e, inst->results[0]), left, right);
}

void pk_ptx_root(ptx *e, pk_inst *inst, const ptx_row *row) {
    static const ptx_row approx = {.floats = "sqrt.approx.ftz.$t"};

    pk_ptx_plain(e, inst, is_approx(inst) ? &approx : row);
}

void pk_ptx_wrapped(ptx *e, pk_inst *inst, const ptx_row *row) {
    pk_ptx_wrap(e, inst->args[0]->type, put_row(e, inst, row));
}

/* How a factor may be extended from 32 bits. A signed one that is not negative
 * may be either way, and an unsigned one without the top bit; that what it was
 * extended to is not negative says nothing of that bit. */
static bool is_extended(const pk_value *v, bool sign) {
    const pk_value *from = pk_ptx_unextended(v);

    if (!from)
        return false;
    if (!pk_type_is_signed(from->type))
        return !sign || pk_type_bytes(from->type) < 4;
    return sign || (v->def->flags & PK_INST_nonneg);
}

/* One instruction multiplies what was extended from 32 bits. */
void pk_ptx_product(ptx *e, pk_inst *inst, const ptx_row *row) {
    pk_value *a = inst->args[0], *b = inst->args[1];
    ptx_operand left, right;
    const char *wide = is_extended(a, false) && is_extended(b, false) ? "u32"
                       : is_extended(a, true) && is_extended(b, true) ? "s32"
                                                                      : NULL;

    if (!wide || !pk_type_is_int(a->type) || pk_type_bytes(a->type) < 8) {
        pk_ptx_wrapped(e, inst, row);
        return;
    }
    left = pk_ptx_register(e, pk_ptx_unextended(a));
    right = pk_ptx_register(e, pk_ptx_unextended(b));
    pk_ptx_ins(e, "mul.wide.# $, $, $", wide,
               pk_ptx_define(e, inst->results[0]), left, right);
}

/* max(a, -a) wraps as the IR says; what abs does to MIN is not specified. */
void pk_ptx_abs(ptx *e, pk_inst *inst, const ptx_row *row) {
    pk_type type = inst->args[0]->type;
    const ptx_type *t = pk_ptx_type(type);
    ptx_operand a, minus, result;

    if (pk_type_is_float(type)) {
        put_row(e, inst, row);
        return;
    }
    a = pk_ptx_register(e, inst->args[0]);
    result = pk_ptx_define(e, inst->results[0]);
    if (!pk_type_is_signed(type)) {
        pk_ptx_ins(e, "mov.# $, $", t->type, result, a);
        return;
    }
    minus = pk_ptx_new(e, t->class);
    pk_ptx_ins(e, "neg.# $, $", t->sign, minus, a);
    pk_ptx_wrap(e, type, minus);
    pk_ptx_ins(e, "max.# $, $, $", t->sign, result, a, minus);
}

/* The half above the low one; narrow products fit in 32 bits. */
void pk_ptx_mulhi(ptx *e, pk_inst *inst, const ptx_row *row) {
    pk_type type = inst->args[0]->type;
    const ptx_type *t = pk_ptx_type(type);
    ptx_operand a, b, result;

    if (!is_narrow(type)) {
        put_row(e, inst, row);
        return;
    }
    a = pk_ptx_register(e, inst->args[0]);
    b = pk_ptx_use(e, inst->args[1]);
    result = pk_ptx_define(e, inst->results[0]);
    pk_ptx_ins(e, "mul.lo.# $, $, $", t->type, result, a, b);
    pk_ptx_ins(e, "shr.# $, $, ^", t->type, result, result, bits_of(type));
}

/* PTX takes the sign first (PTX ISA 9.7.3, copysign). */
void pk_ptx_copysign(ptx *e, pk_inst *inst, const ptx_row *row) {
    ptx_operand magnitude = pk_ptx_register(e, inst->args[0]);
    ptx_operand sign = pk_ptx_use(e, inst->args[1]);

    pk_ptx_ins(e, "# $, $, $",
               pk_ptx_spell(e, row->floats, inst->args[0]->type, false),
               pk_ptx_define(e, inst->results[0]), sign, magnitude);
}

/* ---- division that floors ---- */

/* The operands that floor_div and floor_mod of one pair share. */
typedef struct division {
    pk_type type;
    const ptx_type *t;
    ptx_operand a, b, safe; /* safe: b, or 1 where b is 0 or -1 */
    bool plain;             /* b is a constant other than 0 and -1 */
} division;

/* Fills in `d`. A divisor that may be 0 or -1 is replaced by 1, since dividing
 * by them is undefined in PTX or overflows. */
static void begin_division(ptx *e, pk_inst *inst, division *d) {
    pk_value *b = inst->args[1];
    ptx_operand zero, one;

    d->type = b->type;
    d->t = pk_ptx_type(d->type);
    d->a = pk_ptx_register(e, inst->args[0]);
    d->b = pk_ptx_use(e, b);
    d->safe = d->b;
    d->plain = pk_is_const(b) && !pk_is_const_int(b, 0) &&
               !(pk_type_is_signed(b->type) && pk_is_const_int(b, -1));
    if (d->plain)
        return;
    d->b = pk_ptx_register(e, b);
    d->safe = pk_ptx_new(e, d->t->class);
    zero = pk_ptx_new(e, PTX_PRED);
    pk_ptx_ins(e, "setp.eq.# $, $, 0", d->t->type, zero, d->b);
    pk_ptx_ins(e, "selp.# $, 1, $, $", d->t->type, d->safe, d->b, zero);
    if (!pk_type_is_signed(d->type))
        return;
    one = pk_ptx_new(e, PTX_PRED);
    pk_ptx_ins(e, "setp.eq.# $, $, -1", d->t->type, one, d->b);
    pk_ptx_ins(e, "selp.# $, 1, $, $", d->t->type, d->safe, d->safe, one);
}

/* True in `p` when remainder `r` has not the sign that b has. */
static ptx_operand sign_differs(ptx *e, const division *d, ptx_operand r) {
    ptx_operand mixed = pk_ptx_new(e, d->t->class);
    ptx_operand p = pk_ptx_new(e, PTX_PRED), q = pk_ptx_new(e, PTX_PRED);

    pk_ptx_ins(e, "xor.# $, $, $", d->t->bits, mixed, r, d->safe);
    pk_ptx_ins(e, "setp.lt.# $, $, 0", d->t->type, p, mixed);
    pk_ptx_ins(e, "setp.ne.# $, $, 0", d->t->type, q, r);
    pk_ptx_ins(e, "and.pred $, $, $", p, p, q);
    return p;
}

/* b is -1: -a, and 0 for MIN; b is 0: 0. */
static void end_division(ptx *e, const division *d, ptx_operand q) {
    const char *type = d->t->type;
    ptx_operand p = pk_ptx_new(e, PTX_PRED), minus;

    if (pk_type_is_signed(d->type)) {
        int64_t min = -((int64_t)1 << (bits_of(d->type) - 2)) * 2;
        minus = pk_ptx_new(e, d->t->class);
        pk_ptx_ins(e, "neg.# $, $", d->t->sign, minus, d->a);
        pk_ptx_ins(e, "setp.eq.# $, $, $", type, p, d->a, pk_ptx_int(min));
        pk_ptx_ins(e, "selp.# $, 0, $, $", type, minus, minus, p);
        pk_ptx_ins(e, "setp.eq.# $, $, -1", type, p, d->b);
        pk_ptx_ins(e, "selp.# $, $, $, $", type, q, minus, q, p);
    }
    pk_ptx_ins(e, "setp.eq.# $, $, 0", type, p, d->b);
    pk_ptx_ins(e, "selp.# $, 0, $, $", type, q, q, p);
}

/* With safe in place of b: floor_mod by -1 and by 0 is floor_mod by 1, 0. */
static void put_floor_mod(ptx *e, const division *d, ptx_operand r) {
    ptx_operand p, sum;

    pk_ptx_ins(e, "rem.# $, $, $", d->t->type, r, d->a, d->safe);
    if (!pk_type_is_signed(d->type))
        return;
    p = sign_differs(e, d, r);
    sum = pk_ptx_new(e, d->t->class);
    pk_ptx_ins(e, "add.# $, $, $", d->t->type, sum, r, d->safe);
    pk_ptx_ins(e, "selp.# $, $, $, $", d->t->type, r, sum, r, p);
}

static void put_floor_div(ptx *e, const division *d, ptx_operand q) {
    const char *type = d->t->type;

    pk_ptx_ins(e, "div.# $, $, $", type, q, d->a, d->safe);
    if (pk_type_is_signed(d->type)) {
        ptx_operand r = pk_ptx_new(e, d->t->class), p;
        ptx_operand less = pk_ptx_new(e, d->t->class);

        pk_ptx_ins(e, "mul.lo.# $, $, $", type, r, q, d->safe);
        pk_ptx_ins(e, "sub.# $, $, $", type, r, d->a, r);
        p = sign_differs(e, d, r);
        pk_ptx_ins(e, "add.# $, $, -1", type, less, q);
        pk_ptx_ins(e, "selp.# $, $, $, $", type, q, less, q, p);
    }
    if (!d->plain)
        end_division(e, d, q);
}

/* Division by 2^n is a shift that keeps the sign, or a mask. */
static bool put_by_power(ptx *e, const pk_inst *inst, const division *d,
                         ptx_operand result) {
    int64_t b;

    if (!d->plain)
        return false;
    b = pk_const_get_int(inst->args[1]);
    if (b <= 0 || b & (b - 1))
        return false;
    if (inst->op == PK_OP_floor_div)
        pk_ptx_ins(e, "shr.# $, $, ^", d->t->type, result, d->a,
                   (unsigned)__builtin_ctzll((uint64_t)b));
    else
        pk_ptx_ins(e, "and.# $, $, $", d->t->bits, result, d->a,
                   pk_ptx_int(b - 1));
    return true;
}

void pk_ptx_floor_div(ptx *e, pk_inst *inst, const ptx_row *row) {
    division d;
    ptx_operand result;

    (void)row;
    begin_division(e, inst, &d);
    result = pk_ptx_define(e, inst->results[0]);
    if (put_by_power(e, inst, &d, result))
        return;
    if (inst->op == PK_OP_floor_div)
        put_floor_div(e, &d, result);
    else
        put_floor_mod(e, &d, result);
}

/* ---- least and greatest ---- */

/* Python's: b if it is strictly less, else a. */
void pk_ptx_choose(ptx *e, pk_inst *inst, const ptx_row *row) {
    pk_type type = inst->args[0]->type;
    ptx_operand a, b, p;

    if (!pk_type_is_float(type)) {
        put_row(e, inst, row);
        return;
    }
    a = pk_ptx_register(e, inst->args[0]);
    b = pk_ptx_register(e, inst->args[1]);
    p = pk_ptx_new(e, PTX_PRED);
    pk_ptx_ins(e, "# $, $, $", pk_ptx_spell(e, row->floats, type, false), p, b,
               a);
    pk_ptx_ins(e, "selp.# $, $, $, $", pk_ptx_type(type)->type,
               pk_ptx_define(e, inst->results[0]), b, a, p);
}

/* A constant that neither NaN nor a zero is: one comparison does. */
static bool is_limit(const pk_value *value) {
    double number;

    if (!pk_is_const(value))
        return false;
    number = pk_const_get_float(value);
    return number < 0 || number > 0;
}

/* The limit where it is passed; what NaN gives is in the choice of test. */
static void put_limit(ptx *e, pk_inst *inst, bool least, bool keeps_nan) {
    const ptx_type *t = pk_ptx_type(inst->args[0]->type);
    int side = is_limit(inst->args[1]) ? 1 : 0;
    ptx_operand limit = pk_ptx_use(e, inst->args[side]);
    ptx_operand a = pk_ptx_register(e, inst->args[!side]);
    ptx_operand p = pk_ptx_new(e, PTX_PRED);
    const char *test = least       ? keeps_nan ? "gt" : "gtu"
                       : keeps_nan ? "lt"
                                   : "ltu";

    pk_ptx_ins(e, "setp.#.# $, $, $", test, t->type, p, a, limit);
    pk_ptx_ins(e, "selp.# $, $, $, $", t->type,
               pk_ptx_define(e, inst->results[0]), limit, a, p);
}

/* Bits of two equal numbers joined: zeros of both signs give -0 or +0. */
static ptx_operand join_bits(ptx *e, const ptx_type *t, bool least,
                             ptx_operand a, ptx_operand b) {
    ptx_class class = t->class == PTX_F64 ? PTX_B64 : PTX_B32;
    ptx_operand x = pk_ptx_new(e, class), y = pk_ptx_new(e, class);
    ptx_operand joined = pk_ptx_new(e, t->class);

    pk_ptx_ins(e, "mov.# $, $", t->bits, x, a);
    pk_ptx_ins(e, "mov.# $, $", t->bits, y, b);
    pk_ptx_ins(e, "#.# $, $, $", least ? "or" : "and", t->bits, x, x, y);
    pk_ptx_ins(e, "mov.# $, $", t->bits, joined, x);
    return joined;
}

void pk_ptx_extreme(ptx *e, pk_inst *inst, const ptx_row *row) {
    pk_type type = inst->args[0]->type;
    const ptx_type *t = pk_ptx_type(type);
    bool least = inst->op == PK_OP_min_num || inst->op == PK_OP_min_nan;
    bool keeps_nan = inst->op == PK_OP_min_nan || inst->op == PK_OP_max_nan;
    ptx_operand a, b, p, q, r, joined;

    (void)row;
    if (keeps_nan && type != PK_TYPE_f64 && e->caps->version >= 80) {
        a = pk_ptx_register(e, inst->args[0]);
        pk_ptx_ins(e, "#.NaN.f32 $, $, $", least ? "min" : "max",
                   pk_ptx_define(e, inst->results[0]), a,
                   pk_ptx_use(e, inst->args[1]));
        e->need = e->need > 80 ? e->need : 80;
        return;
    }
    if (is_limit(inst->args[0]) || is_limit(inst->args[1])) {
        put_limit(e, inst, least, keeps_nan);
        return;
    }
    a = pk_ptx_register(e, inst->args[0]);
    b = pk_ptx_register(e, inst->args[1]);
    p = pk_ptx_new(e, PTX_PRED);
    q = pk_ptx_new(e, PTX_PRED);
    r = pk_ptx_define(e, inst->results[0]);
    joined = join_bits(e, t, least, a, b);
    /* a wins where it is beyond b, and where the other rules pick it. */
    pk_ptx_ins(e, "setp.#.# $, $, $", least ? "lt" : "gt", t->type, p, a, b);
    pk_ptx_ins(e, "setp.nan.# $, $, $", t->type, q, keeps_nan ? a : b,
               keeps_nan ? a : b);
    pk_ptx_ins(e, "or.pred $, $, $", p, p, q);
    pk_ptx_ins(e, "selp.# $, $, $, $", t->type, r, a, b, p);
    pk_ptx_ins(e, "setp.eq.# $, $, $", t->type, p, a, b);
    pk_ptx_ins(e, "selp.# $, $, $, $", t->type, r, joined, r, p);
}

/* ---- bits ---- */

/* PTX clamps a 32-bit count at the width, which is what the IR wants; a 64-bit
 * count must not lose its upper half. Narrow operands are extended: bits
 * shifted beyond 32 are gone either way, and a negative count is huge. */
void pk_ptx_shift(ptx *e, pk_inst *inst, const ptx_row *row) {
    pk_type type = inst->args[0]->type;
    pk_value *by = inst->args[1];
    ptx_operand a = pk_ptx_register(e, inst->args[0]), count, clamped, result;

    if (pk_is_const(by)) {
        uint64_t n = by->bits;
        count = pk_ptx_int((int64_t)(n < bits_of(type) ? n : 64));
    } else if (pk_ptx_type(type)->class == PTX_B64) {
        clamped = pk_ptx_new(e, PTX_B64);
        count = pk_ptx_new(e, PTX_B32);
        pk_ptx_ins(e, "min.u64 $, $, 64", clamped, pk_ptx_register(e, by));
        pk_ptx_ins(e, "cvt.u32.u64 $, $", count, clamped);
    } else {
        count = pk_ptx_register(e, by);
    }
    result = pk_ptx_define(e, inst->results[0]);
    pk_ptx_ins(e, "# $, $, $", pk_ptx_spell(e, row->ints, type, false), result,
               a, count);
    if (inst->op == PK_OP_shl)
        pk_ptx_wrap(e, type, result);
}

/* popc and clz give 32 bits whatever they count in. */
void pk_ptx_count(ptx *e, pk_inst *inst, const ptx_row *row) {
    pk_type type = inst->args[0]->type;
    const char *spelling = pk_ptx_spell(e, row->ints, type, false);
    ptx_operand a = pk_ptx_register(e, inst->args[0]), masked, count, result;

    if (is_narrow(type)) {
        masked = pk_ptx_new(e, PTX_B32);
        pk_ptx_ins(e, "and.b32 $, $, $", masked, a,
                   pk_ptx_int(((int64_t)1 << bits_of(type)) - 1));
        a = masked;
    }
    result = pk_ptx_define(e, inst->results[0]);
    count = result.class == PTX_B64 ? pk_ptx_new(e, PTX_B32) : result;
    pk_ptx_ins(e, "# $, $", spelling, count, a);
    if (result.class == PTX_B64)
        pk_ptx_ins(e, "cvt.u64.u32 $, $", result, count);
    else if (inst->op == PK_OP_clz && is_narrow(type))
        pk_ptx_ins(e, "add.s32 $, $, $", result, count,
                   pk_ptx_int((int64_t)bits_of(type) - 32));
}

void pk_ptx_brev(ptx *e, pk_inst *inst, const ptx_row *row) {
    pk_type type = inst->args[0]->type;
    ptx_operand result = put_row(e, inst, row);

    if (is_narrow(type))
        pk_ptx_ins(e, "shr.# $, $, ^", pk_ptx_type(type)->type, result, result,
                   32 - bits_of(type));
}

/* ---- comparison and choice ---- */

void pk_ptx_compare(ptx *e, pk_inst *inst, const ptx_row *row) {
    pk_type type = inst->args[0]->type;
    ptx_operand a, b, p;

    if (type != PK_TYPE_bool) {
        put_row(e, inst, row);
        return;
    }
    a = pk_ptx_use(e, inst->args[0]);
    b = pk_ptx_use(e, inst->args[1]);
    p = pk_ptx_define(e, inst->results[0]);
    pk_ptx_ins(e, "xor.pred $, $, $", p, a, b);
    if (inst->op == PK_OP_eq)
        pk_ptx_ins(e, "not.pred $, $", p, p);
}

void pk_ptx_select(ptx *e, pk_inst *inst, const ptx_row *row) {
    pk_type type = inst->results[0]->type;
    ptx_operand p = pk_ptx_use(e, inst->args[0]);
    ptx_operand a = pk_ptx_use(e, inst->args[1]);
    ptx_operand b = pk_ptx_use(e, inst->args[2]);
    ptx_operand result = pk_ptx_define(e, inst->results[0]), other;

    if (type != PK_TYPE_bool) {
        pk_ptx_ins(e, "# $, $, $, $", pk_ptx_spell(e, row->ints, type, false),
                   result, a, b, p);
        return;
    }
    other = pk_ptx_new(e, PTX_PRED);
    pk_ptx_ins(e, "not.pred $, $", other, p);
    pk_ptx_ins(e, "and.pred $, $, $", other, other, b);
    pk_ptx_ins(e, "and.pred $, $, $", result, p, a);
    pk_ptx_ins(e, "or.pred $, $, $", result, result, other);
}

static const char exact; /* marks wrap_index */

static void find_exact(pk_inst *inst, void *arg) {
    (void)arg;
    if (inst->op == PK_OP_wrap_index)
        inst->mark = NULL;
    for (uint32_t i = inst->op == PK_OP_elem ? 2 : 0; i < inst->arg_count; i++)
        if (pk_is_op(inst->args[i], PK_OP_wrap_index))
            inst->args[i]->def->mark = (void *)&exact;
}

void pk_ptx_find_exact(const pk_func *fn) {
    pk_region_visit(fn->body, find_exact, NULL);
}

void pk_ptx_wrap_index(ptx *e, pk_inst *inst, const ptx_row *row) {
    const ptx_type *t = pk_ptx_type(inst->args[0]->type);
    ptx_operand a = pk_ptx_register(e, inst->args[0]), b, sum, p, result;

    (void)row;
    if (!pk_type_is_signed(inst->args[0]->type)) {
        pk_ptx_place(e, inst->results[0], a, 0);
        return;
    }
    b = pk_ptx_use(e, inst->args[1]);
    sum = pk_ptx_new(e, t->class);
    result = pk_ptx_define(e, inst->results[0]);
    if (inst->args[0]->type == PK_TYPE_i32 && inst->mark != &exact) {
        /* As unsigned numbers, of -1 and n - 1 the second is less, of 1 and
         * n + 1 the first: from sm_90 on one instruction. What is no place of
         * the array stays none. */
        pk_ptx_ins(e, "add.s32 $, $, $", sum, a, b);
        pk_ptx_ins(e, "min.u32 $, $, $", result, a, sum);
        return;
    }
    p = pk_ptx_new(e, PTX_PRED);
    pk_ptx_ins(e, "setp.lt.# $, $, 0", t->type, p, a);
    pk_ptx_ins(e, "add.# $, $, $", t->type, sum, a, b);
    pk_ptx_wrap(e, inst->args[0]->type, sum);
    pk_ptx_ins(e, "selp.# $, $, $, $", t->type, result, sum, a, p);
}
