/* SPDX-License-Identifier: Apache-2.0 */
/* Typing of mathematics: functions of floats, of operations and of the device
 * library, in the types of Python's math and of NumPy's loops. */
#include "frontend/infer/typings.h"

#include "frontend/infer/library.h"

#include <string.h>

/* ---- the type that a call works in ---- */

bool pk_is_numpy_call(const pk_call *call) {
    return strncmp(call->builtin->path, "numpy.", 6) == 0;
}

/* The float type that a function of floats works in: math takes any integer
 * as float64, NumPy's loops take small ones as float32. */
static const pk_ty *float_type(const pk_call *call, const pk_ty *type) {
    if (pk_ty_is_float(type))
        return type;
    if (pk_is_numpy_call(call) && pk_ty_is_number(type) &&
        pk_type_bytes(type->scalar) <= 2)
        return pk_ty_number(PK_TYPE_f32);
    return pk_ty_number(PK_TYPE_f64);
}

/* The float type for all arguments of the call; NULL after an error. */
static const pk_ty *common_float(pk_infer *in, const pk_call *call) {
    const pk_ty *type = NULL;

    for (uint32_t i = 0; i < call->count; i++) {
        const pk_ty *arg = call->args[i].type, *own;
        if (!pk_ty_is_number(arg)) {
            pk_say_argument(in, call, i,
                            arg->kind == PK_TY_complex ? "a real number"
                                                       : "a number");
            return NULL;
        }
        if (arg->flags & PK_TYF_weak && call->count > 1)
            continue;
        own = float_type(call, arg);
        if (pk_is_numpy_call(call) && call->count == 2 && i == 1)
            return pk_infer_loop(pk_builtin_loops(call->builtin), call->args,
                                 2);
        type = type ? pk_rule_unify(in->arena, type, own) : own;
    }
    return type ? type : pk_ty_number(PK_TYPE_f64);
}

bool pk_infer_complex_loop(pk_infer *in, pk_call *call) {
    const pk_builtin *row;
    bool any = false;

    for (uint32_t i = 0; i < call->count; i++)
        any = any || call->args[i].type->kind == PK_TY_complex;
    row = any && pk_is_numpy_call(call)
              ? pk_builtin_find(pk_arena_format(
                    in->arena, "numpy.ndarray.__%s__", call->builtin->path + 6))
              : NULL;
    if (row)
        call->builtin = row;
    return row != NULL;
}

/* A call of one of NumPy's functions with one argument, a complex number. */
static bool is_numpy_of_complex(const pk_call *call) {
    return pk_is_numpy_call(call) && call->count == 1 &&
           call->args[0].type->kind == PK_TY_complex;
}

/* ---- functions ---- */

pk_typed pk_type_fma(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *type = common_float(in, call);

    (void)node;
    call->work = type;
    return type ? of_type(type) : error();
}

/* NumPy's floor, ceil and trunc of a whole number, which is what they give. */
static bool rounds_whole(const pk_call *call) {
    const pk_ty *type = call->args[0].type;

    return pk_is_numpy_call(call) &&
           pk_builtin_loops(call->builtin)[0] == '?' &&
           (pk_ty_is_int(type) || pk_ty_is_bool(type));
}

/* On the host floor, ceil and trunc of math give integers; functions of the
 * library are the same for kernels, where they give floats. */
static bool rounds_to_int(const pk_infer *in, const pk_call *call) {
    const uint32_t op = call->builtin->param;

    return in->c->signature->host && !pk_is_numpy_call(call) &&
           (op == PK_OP_floor || op == PK_OP_ceil || op == PK_OP_trunc) &&
           in->instance->function->program->kind == PK_PROGRAM_user;
}

static pk_typed type_rounded(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *type = call->args[0].type;
    const bool whole = pk_ty_is_int(type) || pk_ty_is_bool(type);
    const bool is_u64 = whole && type->scalar == PK_TYPE_u64;

    if (!whole && pk_type_fma(in, node, call).type->kind != PK_TY_error)
        return of_type(pk_ty_number(PK_TYPE_i64));
    if (!whole)
        return error();
    call->work = pk_ty_number(is_u64 ? PK_TYPE_u64 : PK_TYPE_i64);
    return of_type(call->work);
}

pk_typed pk_type_float1(pk_infer *in, const pk_ast *node, pk_call *call) {
    if (rounds_to_int(in, call))
        return type_rounded(in, node, call);
    if (pk_infer_complex_loop(in, call))
        return pk_infer_builtin(in, node, call);
    if (is_numpy_of_complex(call) && call->builtin->param == PK_OP_sqrt)
        return pk_type_cmath(in, node, call);
    if (!rounds_whole(call))
        return pk_type_fma(in, node, call);
    call->work = pk_ty_number(call->args[0].type->scalar);
    return of_type(call->work);
}

pk_typed pk_type_float2(pk_infer *in, const pk_ast *node, pk_call *call) {
    return pk_type_fma(in, node, call);
}

pk_typed pk_type_approx(pk_infer *in, const pk_ast *node, pk_call *call) {
    return pk_type_fma(in, node, call);
}

pk_typed pk_type_scale(pk_infer *in, const pk_ast *node, pk_call *call) {
    return pk_type_fma(in, node, call);
}

pk_typed pk_type_classify(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *type;

    if (is_numpy_of_complex(call))
        return pk_type_written(in, node, call);
    type = common_float(in, call);

    (void)node;
    call->work = type;
    return type ? of_type(pk_ty_number(PK_TYPE_bool)) : error();
}

/* x 2^i: a float, and an integer that becomes an int32. */
static const pk_ty *float_int(pk_infer *in, pk_call *call) {
    const pk_ty *x = call->args[0].type, *i = call->args[1].type;

    if (!pk_ty_is_number(x)) {
        pk_say_argument(in, call, 0, "a number");
        return NULL;
    }
    if (!pk_ty_is_int(i) && !pk_ty_is_bool(i)) {
        pk_say_integer(in, call, 1, "an integer");
        return NULL;
    }
    return float_type(call, x);
}

static const pk_ty *integers(pk_infer *in, pk_call *call) {
    pk_rule rule;

    for (uint32_t i = 0; i < 2; i++)
        if (!pk_ty_is_int(call->args[i].type)) {
            pk_say_integer(in, call, i, "integers");
            return NULL;
        }
    pk_rule_binary(PK_AST_OP_Add, call->args[0].type, call->args[1].type,
                   &rule);
    return rule.result;
}

/* float16 takes the library's functions of float32, and makes float16 of what
 * they give. */
static const pk_ty *halved(pk_infer *in, const pk_ty *type) {
    const pk_ty **items;

    if (type->kind != PK_TY_tuple)
        return pk_ty_is_float(type) ? pk_ty_number(PK_TYPE_f16) : type;
    items = pk_arena_array(in->arena, type->count + 1u, sizeof *items);
    if (!items)
        return &pk_ty_error;
    for (uint32_t i = 0; i < type->count; i++)
        items[i] = halved(in, type->items[i]);
    return pk_ty_tuple(in->arena, items, type->count);
}

pk_typed pk_type_library(pk_infer *in, const pk_ast *node, pk_call *call) {
    uint16_t takes = call->builtin->param;
    const pk_ty *type, *args[2];
    bool half;
    const pk_function *fn;

    if (pk_infer_complex_loop(in, call))
        return pk_infer_builtin(in, node, call);
    if (is_numpy_of_complex(call))
        return pk_type_cmath(in, node, call);
    type = takes == PK_TAKES_float_int  ? float_int(in, call)
           : takes == PK_TAKES_integers ? integers(in, call)
                                        : common_float(in, call);
    if (!type)
        return error();
    half = type->scalar == PK_TYPE_f16;
    if (half && !pk_library_function(in->c, in->instance->function,
                                     call->builtin->path, type))
        type = pk_ty_number(PK_TYPE_f32);
    args[0] = args[1] = type;
    if (takes == PK_TAKES_float_int)
        args[1] = pk_ty_number(PK_TYPE_i32);
    if (!(fn = pk_library_function(in->c, in->instance->function,
                                   call->builtin->path, type)))
        return pk_say_unsupported(in, node, pk_builtin_name(call->builtin),
                                  NULL);
    call->work = type;
    call->instance =
        pk_infer_instance(in->c, fn, args, call->count, in->program, node);
    if (!call->instance || call->instance->state != PK_INSTANCE_done)
        return error();
    call->gives =
        half ? halved(in, call->instance->result) : call->instance->result;
    return of_type(call->gives);
}

pk_typed pk_type_round(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *type = call->args[0].type;

    if (!pk_ty_is_number(type))
        return pk_say_argument(in, call, 0, "a number");
    if (call->nodes[1])
        return pk_type_digits(in, node, call);
    return of_type(pk_ty_number(PK_TYPE_i64));
}
