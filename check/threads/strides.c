/* SPDX-License-Identifier: Apache-2.0 */
/* Steps of addresses, with the strides of last axes taken for one element. */
#include "check/threads/strides.h"

enum { MAX_LOOK = 64 };

typedef struct strides {
    const pk_func *fn;
    const pk_uniform *uniform;
    bool failed; /* it depends on something else, too */
} strides;

const pk_param *pk_stride_param(const pk_func *fn, const pk_value *v) {
    for (uint32_t i = 0; v->kind == PK_VALUE_param && i < fn->param_count; i++)
        if (fn->params[i].value == v)
            return &fn->params[i];
    return NULL;
}

uint32_t pk_stride_axes(const pk_func *fn, const pk_param *array) {
    uint32_t axes = 0;

    for (uint32_t i = 0; array && i < fn->param_count; i++)
        if (fn->params[i].arg == array->arg &&
            fn->params[i].role == PK_ROLE_shape && fn->params[i].axis >= axes)
            axes = fn->params[i].axis + 1;
    return axes;
}

bool pk_stride_is_last(const pk_func *fn, const pk_param *param) {
    for (uint32_t i = 0; i < fn->param_count; i++)
        if (fn->params[i].arg == param->arg &&
            fn->params[i].role == PK_ROLE_stride &&
            fn->params[i].axis > param->axis)
            return false;
    return param->role == PK_ROLE_stride;
}

static int64_t fail(strides *s) {
    s->failed = true;
    return 0;
}

static int64_t times(strides *s, int64_t a, int64_t by) {
    int64_t out;

    return __builtin_mul_overflow(a, by, &out) ? fail(s) : out;
}

/* ---- numbers that are the same in all threads ---- */

static int64_t element_bytes(strides *s, const pk_param *stride) {
    for (uint32_t i = 0; i < s->fn->param_count; i++)
        if (s->fn->params[i].arg == stride->arg &&
            s->fn->params[i].role == PK_ROLE_data)
            return pk_type_bytes(pk_type_elem(s->fn->params[i].value->type));
    return fail(s);
}

static int64_t number_of(strides *s, const pk_value *v, int depth) {
    const pk_param *param = pk_stride_param(s->fn, v);
    const pk_inst *inst = v->kind == PK_VALUE_result ? v->def : NULL;

    if (pk_is_const(v) && pk_type_is_int(v->type))
        return pk_const_get_int(v);
    if (param && pk_stride_is_last(s->fn, param))
        return element_bytes(s, param);
    if (!inst || depth > MAX_LOOK)
        return fail(s);
    switch ((int)inst->op) {
    case PK_OP_convert: return number_of(s, inst->args[0], depth + 1);
    case PK_OP_neg: return times(s, number_of(s, inst->args[0], depth + 1), -1);
    case PK_OP_mul:
        return times(s, number_of(s, inst->args[0], depth + 1),
                     number_of(s, inst->args[1], depth + 1));
    case PK_OP_shl:
        return pk_is_const(inst->args[1]) && inst->args[1]->bits < 32
                   ? times(s, number_of(s, inst->args[0], depth + 1),
                           INT64_C(1) << inst->args[1]->bits)
                   : fail(s);
    }
    return fail(s);
}

/* ---- values that grow ---- */

static int64_t step_of(strides *s, const pk_value *v, int depth);

static int64_t step_of_product(strides *s, const pk_inst *inst, int depth) {
    const pk_value *left = inst->args[0], *right = inst->args[1];
    bool swapped = !(pk_uniform_vary(s->uniform, left) & PK_VARY_x);

    if (swapped) {
        left = inst->args[1];
        right = inst->args[0];
    }
    if (pk_uniform_vary(s->uniform, right) & PK_VARY_x)
        return fail(s);
    return times(s, step_of(s, left, depth), number_of(s, right, depth));
}

static int64_t step_of(strides *s, const pk_value *v, int depth) {
    const pk_inst *inst = v->kind == PK_VALUE_result ? v->def : NULL;
    int64_t sum = 0, step = pk_uniform_step(s->uniform, v);
    int64_t size = 1;

    if (step || !(pk_uniform_vary(s->uniform, v) & PK_VARY_x))
        return step;
    if (!inst || depth++ > MAX_LOOK)
        return fail(s);
    switch ((int)inst->op) {
    case PK_OP_convert:
    case PK_OP_wrap_index: return step_of(s, inst->args[0], depth);
    case PK_OP_mul: return step_of_product(s, inst, depth);
    case PK_OP_sub: size = -1; break;
    case PK_OP_elem: size = pk_type_bytes(pk_type_elem(v->type)); break;
    case PK_OP_add:
    case PK_OP_offset: break;
    default: return fail(s);
    }
    sum = times(s, step_of(s, inst->args[1], depth), size);
    return __builtin_add_overflow(sum, step_of(s, inst->args[0], depth), &sum)
               ? fail(s)
               : sum;
}

int64_t pk_stride_step(const pk_func *fn, const pk_uniform *uniform,
                       const pk_value *address) {
    strides s = {.fn = fn, .uniform = uniform};
    int64_t step = step_of(&s, address, 0);

    return s.failed ? 0 : step;
}
