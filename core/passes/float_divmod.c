/* SPDX-License-Identifier: Apache-2.0 */
/* Float // and % as CPython's float_divmod has them, on an exact fmod.
 *
 *     %3: f64 = floor_mod %1, %2    becomes    %3: f64 = call @floor_mod_f64
 *
 * fmod: while the quotient fits the significand, trunc(x / y) is right or one
 * too big, and x - q y is exact in one fma. A larger quotient is taken off in
 * pieces: y times a power of two leaves the remainder modulo y as it is. */
#include "core/passes/float_divmod.h"

#include "base/arena.h"

/* The builder and the constants for the functions of one float type. */
typedef struct maker {
    pk_builder b;
    pk_type type, uint; /* and the unsigned integer of its width */
    unsigned digits;    /* bits of the significand below the leading one */
    unsigned bias;
    pk_func *fmod, *floor_div, *floor_mod;
} maker;

static pk_value *two(maker *m, pk_op op, pk_value *a, pk_value *b) {
    return pk_emit2(&m->b, op, a, b);
}

static pk_value *number(maker *m, double value) {
    return pk_const_float(m->b.fn, m->type, value);
}

static pk_value *int32(maker *m, int64_t value) {
    return pk_const_int(m->b.fn, PK_TYPE_i32, value);
}

static pk_value *convert(maker *m, pk_type type, pk_value *a) {
    return pk_emit_to(&m->b, PK_OP_convert, type, a);
}

/* A new device function of two floats, with the builder in it. */
static pk_func *begin(maker *m, const char *name, pk_value *xy[2], pk_ir *ir) {
    pk_func *fn = pk_func_new(ir, PK_FUNC_device, name);

    for (int i = 0; i < 2; i++)
        xy[i] = pk_func_param(fn, i ? "y" : "x", m->type, PK_ROLE_scalar,
                              (uint32_t)i, 0)
                    ->value;
    pk_func_result(fn, m->type);
    pk_builder_init(&m->b, fn);
    return fn;
}

static void give(maker *m, pk_value *value) {
    pk_emit_return(&m->b, &value, 1);
}

static void give_if(maker *m, pk_value *cond, pk_value *value) {
    pk_inst *at = pk_begin_if(&m->b, cond);

    give(m, value);
    pk_end_control(&m->b, at);
}

/* 2^n, n an i32 within the exponents of normal numbers. */
static pk_value *power(maker *m, pk_value *n) {
    pk_value *field =
        convert(m, m->uint, two(m, PK_OP_add, n, int32(m, m->bias)));
    pk_value *bits =
        two(m, PK_OP_shl, field, pk_const_int(m->b.fn, m->uint, m->digits));

    return pk_emit_to(&m->b, PK_OP_bitcast, m->type, bits);
}

/* The exponent field, going on below 1 for subnormal numbers. */
static pk_value *exponent(maker *m, pk_value *a) {
    unsigned width = 8 * pk_type_bytes(m->type);
    pk_value *bits = pk_emit_to(&m->b, PK_OP_bitcast, m->uint, a);
    pk_value *field =
        two(m, PK_OP_shr, bits, pk_const_int(m->b.fn, m->uint, m->digits));
    pk_value *zeros = pk_emit1(&m->b, PK_OP_clz, bits);
    pk_value *below = two(m, PK_OP_sub, int32(m, width - m->digits),
                          convert(m, PK_TYPE_i32, zeros));
    pk_value *is_below =
        two(m, PK_OP_eq, field, pk_const_int(m->b.fn, m->uint, 0));

    return pk_emit3(&m->b, PK_OP_select, is_below, below,
                    convert(m, PK_TYPE_i32, field));
}

/* a modulo b where a / b fits the significand. */
static pk_value *reduce(maker *m, pk_value *a, pk_value *b) {
    pk_value *q = pk_emit1(&m->b, PK_OP_trunc, two(m, PK_OP_div, a, b));
    pk_value *r =
        pk_emit3(&m->b, PK_OP_fma, pk_emit1(&m->b, PK_OP_neg, q), b, a);
    pk_value *over = two(m, PK_OP_lt, r, number(m, 0.0));

    return pk_emit3(&m->b, PK_OP_select, over, two(m, PK_OP_add, r, b), r);
}

/* The largest b 2^n with a / (b 2^n) still in the significand. */
static pk_value *scale(maker *m, pk_value *a, pk_value *b) {
    pk_value *of_a = exponent(m, a);
    pk_value *of_b = exponent(m, b);
    pk_value *apart = two(m, PK_OP_sub, of_a, of_b);
    pk_value *n = two(m, PK_OP_sub, apart, int32(m, (int64_t)m->digits - 1));
    pk_value *half = two(m, PK_OP_shr, n, int32(m, 1));
    pk_value *part = two(m, PK_OP_mul, b, power(m, half));

    return two(m, PK_OP_mul, part, power(m, two(m, PK_OP_sub, n, half)));
}

static void make_fmod(maker *m, pk_ir *ir) {
    bool wide = m->type == PK_TYPE_f64;
    pk_value *xy[2], *a, *b, *finite, *good, *rest;
    pk_local *local;
    pk_inst *loop, *at;

    m->fmod = begin(m, wide ? "fmod_f64" : "fmod_f32", xy, ir);
    local = pk_func_local(m->fmod, "rest", m->type);
    a = pk_emit1(&m->b, PK_OP_abs, xy[0]);
    b = pk_emit1(&m->b, PK_OP_abs, xy[1]);
    finite = two(m, PK_OP_lt, a, number(m, __builtin_inf()));
    good = two(m, PK_OP_gt, b, number(m, 0.0));
    good = two(m, PK_OP_and, finite, good);
    give_if(m, pk_emit1(&m->b, PK_OP_not, good), number(m, __builtin_nan("")));
    give_if(m, two(m, PK_OP_lt, a, b), xy[0]);
    pk_emit_set(&m->b, local, a);
    loop = pk_begin_loop(&m->b);
    rest = pk_emit_get(&m->b, local);
    at = pk_begin_if(
        &m->b, two(m, PK_OP_lt, rest,
                   two(m, PK_OP_mul, b, number(m, wide ? 0x1p52 : 0x1p23))));
    pk_emit_exit(&m->b, PK_OP_break, loop);
    pk_end_control(&m->b, at);
    pk_emit_set(&m->b, local, reduce(m, rest, scale(m, rest, b)));
    pk_end_control(&m->b, loop);
    rest = pk_emit_get(&m->b, local);
    at = pk_begin_if(&m->b, two(m, PK_OP_ge, rest, b));
    pk_emit_set(&m->b, local, reduce(m, rest, b));
    pk_end_control(&m->b, at);
    give(m, two(m, PK_OP_copysign, pk_emit_get(&m->b, local), xy[0]));
}

static pk_value *remainder_of(maker *m, pk_value *xy[2]) {
    return pk_emit_call(&m->b, m->fmod, xy, 2)->results[0];
}

/* Whether a remainder is there, and on the other side of 0 than y. */
static pk_value *sides_differ(maker *m, pk_value *r, pk_value *y) {
    pk_value *zero = number(m, 0.0);
    pk_value *r_below = two(m, PK_OP_lt, r, zero);
    pk_value *y_below = two(m, PK_OP_lt, y, zero);
    pk_value *differ = two(m, PK_OP_ne, r_below, y_below);
    pk_value *there = two(m, PK_OP_ne, r, zero);

    return two(m, PK_OP_and, there, differ);
}

static void make_floor_mod(maker *m, pk_ir *ir) {
    pk_value *xy[2], *r, *sum, *zero, *no_rest;

    m->floor_mod = begin(
        m, m->type == PK_TYPE_f64 ? "floor_mod_f64" : "floor_mod_f32", xy, ir);
    r = remainder_of(m, xy);
    zero = number(m, 0.0);
    no_rest = two(m, PK_OP_eq, r, zero);
    give_if(m, no_rest, two(m, PK_OP_copysign, zero, xy[1]));
    sum = two(m, PK_OP_add, r, xy[1]);
    give(m, pk_emit3(&m->b, PK_OP_select, sides_differ(m, r, xy[1]), sum, r));
}

static void make_floor_div(maker *m, pk_ir *ir) {
    pk_value *xy[2], *r, *q, *n, *zero, *less, *above, *is_zero;

    m->floor_div = begin(
        m, m->type == PK_TYPE_f64 ? "floor_div_f64" : "floor_div_f32", xy, ir);
    zero = number(m, 0.0);
    is_zero = two(m, PK_OP_eq, xy[1], zero);
    give_if(m, is_zero, two(m, PK_OP_div, xy[0], xy[1]));
    r = remainder_of(m, xy);
    q = two(m, PK_OP_div, two(m, PK_OP_sub, xy[0], r), xy[1]);
    less = two(m, PK_OP_sub, q, number(m, 1.0));
    q = pk_emit3(&m->b, PK_OP_select, sides_differ(m, r, xy[1]), less, q);
    is_zero = two(m, PK_OP_eq, q, zero);
    give_if(m, is_zero,
            two(m, PK_OP_copysign, zero, two(m, PK_OP_div, xy[0], xy[1])));
    /* (x - r) / y is within one rounding of a whole number. */
    n = pk_emit1(&m->b, PK_OP_floor, q);
    above = two(m, PK_OP_gt, two(m, PK_OP_sub, q, n), number(m, 0.5));
    give(m, pk_emit3(&m->b, PK_OP_select, above,
                     two(m, PK_OP_add, n, number(m, 1.0)), n));
}

/* ---- replacing ---- */

typedef struct expander {
    pk_ir *ir;
    pk_func *fn;
    maker f32, f64;
} expander;

static pk_func *function_for(expander *x, pk_op op, bool wide) {
    maker *m = wide ? &x->f64 : &x->f32;

    if (!m->fmod)
        make_fmod(m, x->ir);
    if (op == PK_OP_floor_mod && !m->floor_mod)
        make_floor_mod(m, x->ir);
    if (op == PK_OP_floor_div && !m->floor_div)
        make_floor_div(m, x->ir);
    return op == PK_OP_floor_mod ? m->floor_mod : m->floor_div;
}

/* The call takes over the operation's result, so no use changes; f16 goes
 * through f32 and comes back by a conversion in the operation's place. */
static void expand(pk_inst *inst, void *arg) {
    expander *x = arg;
    pk_type type;
    pk_builder b;
    pk_value *args[2];
    pk_inst *call;

    if (inst->op != PK_OP_floor_div && inst->op != PK_OP_floor_mod)
        return;
    type = inst->args[0]->type;
    if (!pk_type_is_float(type))
        return;
    pk_builder_init(&b, x->fn);
    pk_builder_before(&b, inst);
    for (int i = 0; i < 2; i++)
        args[i] = type == PK_TYPE_f16 ? pk_emit_to(&b, PK_OP_convert,
                                                   PK_TYPE_f32, inst->args[i])
                                      : inst->args[i];
    call = pk_emit_call(&b, function_for(x, inst->op, type == PK_TYPE_f64),
                        args, 2);
    if (type == PK_TYPE_f16) {
        inst->op = PK_OP_convert;
        inst->arg_count = 1;
        inst->args[0] = call->results[0];
        return;
    }
    call->results[0] = inst->results[0];
    call->results[0]->def = call;
    pk_inst_remove(inst);
}

void pk_expand_float_divmod(pk_ir *ir) {
    expander x = {.ir = ir,
                  .f32 = {.type = PK_TYPE_f32,
                          .uint = PK_TYPE_u32,
                          .digits = 23,
                          .bias = 127},
                  .f64 = {.type = PK_TYPE_f64,
                          .uint = PK_TYPE_u64,
                          .digits = 52,
                          .bias = 1023}};

    for (x.fn = ir->funcs; x.fn && !ir->arena->failed; x.fn = x.fn->next)
        pk_region_visit(x.fn->body, expand, &x);
}
