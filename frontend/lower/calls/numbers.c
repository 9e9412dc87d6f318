/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of builtins over numbers: abs, min, round, math.sqrt and others. */
#include "frontend/lower/calls/numbers.h"

#include "frontend/infer/typings.h"
#include "frontend/lower/report.h"
#include "frontend/values/known.h"

#include <math.h>

pk_value *pk_lower_argument_as(pk_lower *l, const pk_call *call, uint32_t i,
                               const pk_ty *to) {
    return pk_lower_convert(l, pk_lower_argument(l, call, i), to).parts[0];
}

pk_lv pk_lower_of_abs(pk_lower *l, const pk_ast *node, const pk_call *call) {
    const pk_ty *type = call->work;
    pk_lv v = pk_lower_argument(l, call, 0);

    pk_lower_at(l, node);
    if (v.type->kind == PK_TY_complex)
        return pk_lv_one(l, type, pk_lower_complex_abs(l, v));
    v = pk_lower_convert(l, v, type);
    if (pk_ty_is_bool(type) ||
        (pk_type_is_int(type->scalar) && !pk_type_is_signed(type->scalar)))
        return v;
    return pk_lv_one(l, type, pk_emit1(&l->b, PK_OP_abs, v.parts[0]));
}

/* NumPy's functions as Numba has them: of equal operands, zeros of two signs
 * too, the first; a NaN wins (_nan) or loses. */
static pk_value *numpy_extreme(pk_lower *l, pk_op op, pk_value *a,
                               pk_value *b) {
    bool least = op == PK_OP_min_num || op == PK_OP_min_nan;
    bool keeps_nan = op == PK_OP_min_nan || op == PK_OP_max_nan;
    pk_value *r = emit(l, least ? PK_OP_min : PK_OP_max, a, b);
    pk_value *asked = keeps_nan ? b : a;

    return pk_emit3(&l->b, PK_OP_select, emit(l, PK_OP_ne, asked, asked), b, r);
}

/* min and max of functions for the host, as of Python and of Numba there: of
 * equal numbers, zeros of two signs too, the first; nothing is less than a NaN
 * or greater. */
static pk_value *python_extreme(pk_lower *l, pk_op op, pk_value *a,
                                pk_value *b) {
    pk_value *better = emit(l, op == PK_OP_min_num ? PK_OP_lt : PK_OP_gt, b, a);

    return pk_emit3(&l->b, PK_OP_select, better, b, a);
}

/* The least or greatest of two floats. */
static pk_value *float_extreme(pk_lower *l, const pk_builtin *builtin,
                               pk_value *a, pk_value *b) {
    pk_op op = (pk_op)builtin->param;

    if (pk_is_elementwise(builtin))
        return numpy_extreme(l, op, a, b);
    return l->c->signature->host ? python_extreme(l, op, a, b)
                                 : emit(l, op, a, b);
}

/* Integers and bool compare; floats by the operation of the row. */
pk_lv pk_lower_of_min_max(pk_lower *l, const pk_ast *node,
                          const pk_call *call) {
    pk_op op = (pk_op)call->builtin->param;
    bool least = op == PK_OP_min_num || op == PK_OP_min_nan;
    bool of_tuple = call->count == 1;
    const pk_ty *type = call->work;
    pk_lv tuple = {0}, first, next;
    uint32_t count = call->count;
    pk_value *r;

    if (!pk_ty_is_float(type))
        op = pk_ty_is_bool(type) ? (least ? PK_OP_and : PK_OP_or)
             : least             ? PK_OP_min
                                 : PK_OP_max;
    if (of_tuple) {
        tuple = pk_lower_argument(l, call, 0);
        count = tuple.type->count;
    }
    first = of_tuple ? pk_lv_item(l, tuple, 0) : pk_lower_argument(l, call, 0);
    r = pk_lower_convert(l, first, type).parts[0];
    for (uint32_t i = 1; i < count; i++) {
        next =
            of_tuple ? pk_lv_item(l, tuple, i) : pk_lower_argument(l, call, i);
        next = pk_lower_convert(l, next, type);
        pk_lower_at(l, node);
        r = pk_ty_is_float(type)
                ? float_extreme(l, call->builtin, r, next.parts[0])
                : emit(l, op, r, next.parts[0]);
    }
    return pk_lv_one(l, type, r);
}

pk_lv pk_lower_of_sum(pk_lower *l, const pk_ast *node, const pk_call *call) {
    pk_lv tuple = pk_lower_argument(l, call, 0);
    pk_lv sum = call->nodes[1] ? pk_lower_argument(l, call, 1)
                               : pk_lv_zero(l, pk_ty_number(PK_TYPE_i64));
    pk_typed unknown = {.type = &pk_ty_none};
    pk_rule rule;

    pk_lower_at(l, node);
    for (uint32_t i = 0; i < tuple.type->count; i++) {
        pk_lv item = pk_lv_item(l, tuple, i);
        pk_rule_binary(PK_AST_OP_Add, sum.type, item.type, &rule);
        sum = pk_lower_binary(l, PK_AST_OP_Add, &rule, sum, item, unknown);
    }
    return sum;
}

pk_lv pk_lower_of_int(pk_lower *l, const pk_ast *node, const pk_call *call) {
    return pk_lower_convert(l, pk_lower_argument(l, call, 0),
                            pk_note_find(l->instance, node)->v.type);
}

pk_lv pk_lower_of_float(pk_lower *l, const pk_ast *node, const pk_call *call) {
    return pk_lower_of_int(l, node, call);
}

pk_lv pk_lower_of_complex(pk_lower *l, const pk_ast *node,
                          const pk_call *call) {
    const pk_ty *type = pk_note_find(l->instance, node)->v.type;
    const pk_ty *part = pk_ty_number(type->scalar);
    pk_lv v = pk_lv_zero(l, type);

    if (call->nodes[0] && !call->nodes[1])
        return pk_lower_convert(l, pk_lower_argument(l, call, 0), type);
    for (uint32_t i = 0; i < 2; i++)
        if (call->nodes[i])
            v.parts[i] = pk_lower_argument_as(l, call, i, part);
    return v;
}

pk_lv pk_lower_of_divmod(pk_lower *l, const pk_ast *node, const pk_call *call) {
    pk_lv v = pk_lv_new(l, pk_note_find(l->instance, node)->v.type);
    pk_value *a = pk_lower_argument_as(l, call, 0, call->work);
    pk_value *b = pk_lower_argument_as(l, call, 1, call->work);

    pk_lower_at(l, node);
    pk_lower_zero_division(l, PK_AST_OP_FloorDiv, pk_lv_one(l, call->work, b),
                           true);
    v.parts[0] = emit(l, PK_OP_floor_div, a, b);
    v.parts[1] = emit(l, PK_OP_floor_mod, a, b);
    return v;
}

pk_lv pk_lower_of_pow(pk_lower *l, const pk_ast *node, const pk_call *call) {
    const pk_ty *type = pk_note_find(l->instance, node)->v.type;
    pk_rule rule = {call->work, call->work2, type};

    return pk_lower_binary(l, PK_AST_OP_Pow, &rule,
                           pk_lower_argument(l, call, 0),
                           pk_lower_argument(l, call, 1), call->args[1]);
}

pk_lv pk_lower_of_float1(pk_lower *l, const pk_ast *node, const pk_call *call) {
    const pk_ty *type;
    pk_value *x;
    pk_lv r;

    if (call->work->kind == PK_TY_complex)
        return pk_lower_cmath(l, node, call);
    x = pk_lower_argument_as(l, call, 0, call->work);
    pk_lower_at(l, node);
    if (pk_ty_is_float(
            call->work)) /* or whole: floor, ceil and trunc keep it */
        x = pk_emit1(&l->b, (pk_op)call->builtin->param, x);
    r = pk_lv_one(l, call->work, x);
    /* Functions of the host get an integer from math.floor and its like. */
    type =
        pk_is_numpy_call(call) ? NULL : pk_note_find(l->instance, node)->v.type;
    return type && pk_ty_is_int(type) ? pk_lower_convert(l, r, type) : r;
}

/* Operations that need not be rounded correctly. */
pk_lv pk_lower_of_approx(pk_lower *l, const pk_ast *node, const pk_call *call) {
    pk_value *x = pk_lower_argument_as(l, call, 0, call->work);
    pk_value *y = pk_lower_argument_as(l, call, 1, call->work), *r;
    uint8_t flags = l->b.flags;

    pk_lower_at(l, node);
    l->b.flags |= PK_INST_approx;
    r = pk_emit2(&l->b, (pk_op)call->builtin->param, x, y);
    l->b.flags = flags;
    return pk_lv_one(l, call->work, r);
}

pk_lv pk_lower_of_float2(pk_lower *l, const pk_ast *node, const pk_call *call) {
    pk_value *x = pk_lower_argument_as(l, call, 0, call->work);
    pk_value *y = pk_lower_argument_as(l, call, 1, call->work);

    pk_lower_at(l, node);
    return pk_lv_one(l, call->work, emit(l, (pk_op)call->builtin->param, x, y));
}

pk_lv pk_lower_of_scale(pk_lower *l, const pk_ast *node, const pk_call *call) {
    static const double factors[] = {180 / 3.141592653589793,
                                     3.141592653589793 / 180};
    pk_value *x = pk_lower_argument_as(l, call, 0, call->work);
    pk_value *factor = pk_const_float(l->fn, call->work->scalar,
                                      factors[call->builtin->param]);

    pk_lower_at(l, node);
    return pk_lv_one(l, call->work, emit(l, PK_OP_mul, x, factor));
}

pk_lv pk_lower_of_classify(pk_lower *l, const pk_ast *node,
                           const pk_call *call) {
    pk_op op = call->builtin->param == PK_CLASSIFY_inf ? PK_OP_eq : PK_OP_lt;
    pk_value *x, *size, *inf;

    if (call->instance)
        return pk_lower_written(l, node, call);
    x = pk_lower_argument_as(l, call, 0, call->work);
    pk_lower_at(l, node);
    if (call->builtin->param == PK_CLASSIFY_nan)
        return pk_lv_one(l, pk_ty_number(PK_TYPE_bool),
                         emit(l, PK_OP_ne, x, x));
    size = pk_emit1(&l->b, PK_OP_abs, x);
    inf = pk_const_float(l->fn, call->work->scalar, INFINITY);
    return pk_lv_one(l, pk_ty_number(PK_TYPE_bool), emit(l, op, size, inf));
}

pk_lv pk_lower_of_library(pk_lower *l, const pk_ast *node,
                          const pk_call *call) {
    pk_value *args[2] = {NULL, NULL};

    if (call->work->kind == PK_TY_complex)
        return pk_lower_cmath(l, node, call);
    for (uint32_t i = 0; i < call->count && i < 2; i++)
        args[i] = pk_lower_argument_as(l, call, i, call->instance->args[i]);
    pk_lower_at(l, node);
    return pk_lower_convert(
        l, pk_lower_instance_call(l, call->instance, args, call->count),
        call->gives);
}

/* round(x) rounds to even, then to int64; with digits the library does it. */
pk_lv pk_lower_of_round(pk_lower *l, const pk_ast *node, const pk_call *call) {
    const pk_ty *type = pk_note_find(l->instance, node)->v.type;
    pk_lv v;

    if (call->nodes[1])
        return pk_lower_of_library(l, node, call);
    v = pk_lower_argument(l, call, 0);
    pk_lower_at(l, node);
    if (pk_ty_is_float(v.type))
        v = pk_lv_one(l, v.type, pk_emit1(&l->b, PK_OP_rint, v.parts[0]));
    return pk_lower_convert(l, v, type);
}
