/* SPDX-License-Identifier: Apache-2.0 */
/* Interval arithmetic (Moore, Interval Analysis, 1966) on doubles, in which
 * each result is made wider than any rounding of the operation can be. */
#include "core/analysis/float_range.h"

#include "core/analysis/range.h"

#include <math.h>

enum { DEPTH = 10 /* operations back */ };

static const pk_float_range anything = {-INFINITY, INFINITY};

static double max_of_type(pk_type type) {
    return type == PK_TYPE_f64   ? 0x1p1000
           : type == PK_TYPE_f32 ? 0x1p120
                                 : 0x1p15;
}

/* Wider by more than a rounding to any type, half of whose least bit is 2^-12
 * of a float16; nothing where it may overflow. */
static pk_float_range widened(pk_float_range r, pk_type type) {
    const double slack = type == PK_TYPE_f16 ? 0x1p-10 : 0x1p-20;

    r.lo -= fabs(r.lo) * slack + 0x1p-100;
    r.hi += fabs(r.hi) * slack + 0x1p-100;
    return r.lo >= -max_of_type(type) && r.hi <= max_of_type(type) ? r
                                                                   : anything;
}

static pk_float_range of_int(const pk_func *fn, const pk_value *v) {
    const pk_range r =
        v->type == PK_TYPE_bool ? (pk_range){0, 1} : pk_range_of_value(fn, v);

    if (v->type == PK_TYPE_u64 && r.lo < 0)
        return (pk_float_range){0, 0x1p64};
    return (pk_float_range){(double)r.lo, (double)r.hi};
}

static pk_float_range product(pk_float_range a, pk_float_range b) {
    const double ends[] = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
    pk_float_range r = {ends[0], ends[0]};

    for (int i = 1; i < 4; i++) {
        r.lo = fmin(r.lo, ends[i]);
        r.hi = fmax(r.hi, ends[i]);
    }
    return r;
}

static pk_float_range either(pk_float_range a, pk_float_range b) {
    return (pk_float_range){fmin(a.lo, b.lo), fmax(a.hi, b.hi)};
}

static bool is_known(pk_float_range r) {
    return isfinite(r.lo) && isfinite(r.hi);
}

static pk_float_range range_of(const pk_func *fn, const pk_value *v, int depth);

static pk_float_range eval(const pk_func *fn, const pk_inst *inst, int depth) {
    pk_float_range args[3] = {anything, anything, anything};
    const uint32_t first = inst->op == PK_OP_select;

    for (uint32_t i = first; i < inst->arg_count; i++) {
        args[i] = range_of(fn, inst->args[i], depth - 1);
        if (!is_known(args[i]))
            return anything;
    }
    switch ((int)inst->op) {
    case PK_OP_add:
        return (pk_float_range){args[0].lo + args[1].lo,
                                args[0].hi + args[1].hi};
    case PK_OP_sub:
        return (pk_float_range){args[0].lo - args[1].hi,
                                args[0].hi - args[1].lo};
    case PK_OP_mul: return product(args[0], args[1]);
    case PK_OP_fma: {
        pk_float_range r = product(args[0], args[1]);
        return (pk_float_range){r.lo + args[2].lo, r.hi + args[2].hi};
    }
    case PK_OP_div:
        if (args[1].lo <= 0 && args[1].hi >= 0)
            return anything;
        return product(args[0],
                       (pk_float_range){1 / args[1].hi, 1 / args[1].lo});
    case PK_OP_neg: return (pk_float_range){-args[0].hi, -args[0].lo};
    case PK_OP_abs:
        return (pk_float_range){0, fmax(fabs(args[0].lo), fabs(args[0].hi))};
    case PK_OP_floor:
    case PK_OP_ceil:
    case PK_OP_trunc:
    case PK_OP_rint: return (pk_float_range){args[0].lo - 1, args[0].hi + 1};
    case PK_OP_min:
    case PK_OP_max:
    case PK_OP_min_num:
    case PK_OP_max_num: return either(args[0], args[1]);
    case PK_OP_select: return either(args[1], args[2]);
    case PK_OP_convert: return args[0];
    }
    return anything;
}

static pk_float_range range_of(const pk_func *fn, const pk_value *v,
                               int depth) {
    const pk_inst *def = v->def;
    double x;

    if (!pk_type_is_float(v->type))
        return of_int(fn, v);
    if (pk_is_const(v)) {
        x = pk_const_get_float(v);
        return isfinite(x) ? (pk_float_range){x, x} : anything;
    }
    if (v->kind != PK_VALUE_result || !depth || def->result_count != 1 ||
        !(pk_op_table[def->op].flags & PK_OPF_PURE) || def->arg_count > 3)
        return anything;
    return widened(eval(fn, def, depth), v->type);
}

pk_float_range pk_float_range_of_value(const pk_func *fn, const pk_value *v) {
    return range_of(fn, v, DEPTH);
}
