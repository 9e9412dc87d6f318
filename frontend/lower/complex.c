/* SPDX-License-Identifier: Apache-2.0 */
/* Complex arithmetic on pairs, by CPython's formulas: the plain product, and
 * division by Smith's method. Dividing by zero gives what the real divisions
 * give, NaN or infinity. */
#include "frontend/ast/ast.h"
#include "frontend/lower/lower.h"
#include "frontend/values/known.h"

static pk_lv pair(pk_lower *l, const pk_ty *type, pk_value *re, pk_value *im) {
    pk_lv v = pk_lv_new(l, type);

    v.parts[0] = re;
    v.parts[1] = im;
    return v;
}

/* One instruction a statement, here and elsewhere: C leaves open in which order
 * arguments are computed, and the text may not depend on the compiler. */
static pk_lv product(pk_lower *l, pk_lv a, pk_lv b) {
    pk_value *re_re = emit(l, PK_OP_mul, a.parts[0], b.parts[0]);
    pk_value *im_im = emit(l, PK_OP_mul, a.parts[1], b.parts[1]);
    pk_value *re_im = emit(l, PK_OP_mul, a.parts[0], b.parts[1]);
    pk_value *im_re = emit(l, PK_OP_mul, a.parts[1], b.parts[0]);
    pk_value *re = emit(l, PK_OP_sub, re_re, im_im);

    return pair(l, a.type, re, emit(l, PK_OP_add, re_im, im_re));
}

/* With r = small / large part of b and d = large + small * r: the two cases
 * differ in which part of b is large, and in signs. */
static pk_lv quotient(pk_lower *l, pk_lv a, pk_lv b) {
    pk_builder *at = &l->b;
    pk_value *re_size = pk_emit1(at, PK_OP_abs, b.parts[0]);
    pk_value *im_size = pk_emit1(at, PK_OP_abs, b.parts[1]);
    pk_value *flat = emit(l, PK_OP_ge, re_size, im_size);
    pk_value *large = pk_emit3(at, PK_OP_select, flat, b.parts[0], b.parts[1]);
    pk_value *small = pk_emit3(at, PK_OP_select, flat, b.parts[1], b.parts[0]);
    pk_value *ratio = emit(l, PK_OP_div, small, large);
    pk_value *d = emit(l, PK_OP_add, large, emit(l, PK_OP_mul, small, ratio));
    pk_value *p = pk_emit3(at, PK_OP_select, flat, a.parts[0], a.parts[1]);
    pk_value *q = pk_emit3(at, PK_OP_select, flat, a.parts[1], a.parts[0]);
    pk_value *re =
        emit(l, PK_OP_add, p, emit(l, PK_OP_mul, q, ratio)); /* p + q r */
    pk_value *qr = emit(l, PK_OP_sub, q, emit(l, PK_OP_mul, p, ratio));
    pk_value *rq = emit(l, PK_OP_sub, emit(l, PK_OP_mul, p, ratio), q);
    pk_value *im;

    /* flat: (a.im - a.re r) / d; else (a.im r - a.re) / d */
    im = pk_emit3(at, PK_OP_select, flat, qr, rq);
    re = emit(l, PK_OP_div, re, d);
    return pair(l, a.type, re, emit(l, PK_OP_div, im, d));
}

pk_lv pk_lower_complex(pk_lower *l, uint8_t op, pk_lv a, pk_lv b) {
    pk_op part = op == PK_AST_OP_Sub ? PK_OP_sub : PK_OP_add;
    pk_value *re;

    if (op == PK_AST_OP_Mult)
        return product(l, a, b);
    if (op == PK_AST_OP_Div)
        return quotient(l, a, b);
    re = emit(l, part, a.parts[0], b.parts[0]);
    return pair(l, a.type, re, emit(l, part, a.parts[1], b.parts[1]));
}

pk_value *pk_lower_complex_abs(pk_lower *l, pk_lv v) {
    const pk_ty *part = pk_ty_number(v.type->scalar);
    pk_lv args[2] = {{part, v.parts}, {part, v.parts + 1}};

    return pk_lower_library(l, "hypot", v.type->scalar, args, 2).parts[0];
}

pk_lv pk_lower_complex_power(pk_lower *l, pk_lv a, pk_lv b) {
    const pk_ty *part = pk_ty_number(a.type->scalar);
    pk_lv args[4] = {{part, a.parts},
                     {part, a.parts + 1},
                     {part, b.parts},
                     {part, b.parts + 1}};
    pk_lv r;

    r = pk_lower_library(l, "cpow", a.type->scalar, args, 4);
    return pair(l, a.type, r.parts[0], r.parts[1]);
}

pk_lv pk_lower_cmath(pk_lower *l, const pk_ast *node, const pk_call *call) {
    const pk_ty *part = pk_ty_number(call->work->scalar);
    pk_value *args[2];
    pk_lv v, r;

    if (call->count == 2) { /* rect */
        v = pk_lower_convert(l, pk_lower_argument(l, call, 0), part);
        args[0] = v.parts[0];
        v = pk_lower_convert(l, pk_lower_argument(l, call, 1), part);
        args[1] = v.parts[0];
    } else {
        v = pk_lower_convert(l, pk_lower_argument(l, call, 0), call->work);
        args[0] = v.parts[0];
        args[1] = v.parts[1];
    }
    pk_lower_at(l, node);
    r = pk_lower_instance_call(l, call->instance, args, 2);
    return call->gives->kind == PK_TY_complex
               ? pair(l, call->gives, r.parts[0], r.parts[1])
               : r;
}
