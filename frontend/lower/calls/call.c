/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of calls: lower_<how> is the code of a builtin. */
#include "frontend/lower/lower.h"

#include "frontend/infer/library.h"
#include "frontend/infer/memory.h"
#include "frontend/infer/typings.h"
#include "frontend/lower/calls/device_launch.h"
#include "frontend/lower/calls/numbers.h"
#include "frontend/lower/closure.h"
#include "frontend/lower/iter.h"
#include "frontend/lower/report.h"
#include "frontend/values/known.h"

#include <string.h>

static pk_lv nothing(pk_lower *l) {
    return pk_lv_zero(l, &pk_ty_none);
}

/* ---- functions ---- */

pk_lv pk_lower_instance_call(pk_lower *l, pk_instance *instance,
                             pk_value **args, uint32_t count) {
    pk_func *callee = pk_lower_instance(l->c, instance);
    pk_lv out = pk_lv_new(l, instance->result);
    uint32_t more = pk_lower_reference_parts(l, instance, NULL);
    pk_value **all;
    pk_inst *inst;

    if (more) {
        all = pk_arena_array(l->arena, count + more, sizeof *all);
        for (uint32_t i = 0; all && i < count; i++)
            all[i] = args[i];
        if (all)
            count += pk_lower_reference_parts(l, instance, all + count);
        args = all;
    }
    if (l->arena->failed)
        return out;
    inst = pk_emit_call(&l->b, callee, args, count);
    for (uint32_t i = 0; i < out.type->parts; i++)
        out.parts[i] = inst->results[i];
    pk_lower_hold(l, out);
    return out;
}

/* The parts of all arguments in the callee's order, as its types. */
pk_lv pk_lower_instance_of(pk_lower *l, const pk_ast *node,
                           const pk_call *call) {
    pk_instance *callee = call->instance;
    const pk_function *fn = callee->function;
    uint32_t all = callee->arg_count, count = 0, at = 0, number = 0;
    pk_lv *given = pk_arena_array(l->arena, all + 1, sizeof *given), self;
    pk_value **parts;

    if (!given)
        return nothing(l);
    /* A function within a function has more arguments: defaults, then
     * variables. */
    self = fn->owner ? pk_lower_expr(l, node->Call.func) : nothing(l);
    for (uint32_t i = 0; i < all; i++) {
        bool own = i < call->count;
        bool brings = fn->owner && (!own || pk_function_default(fn, i));
        bool lazy = callee->args[i]->kind == PK_TY_computed;
        given[i] = lazy ? pk_lower_computed(l, call->nodes[i], callee->args[i])
                   : own && call->nodes[i] ? pk_lower_argument(l, call, i)
                   : fn->owner             ? pk_lv_item(l, self, number)
                                           : pk_lv_known(l, call->args[i]);
        number += brings;
        given[i] = pk_lower_convert(l, given[i], callee->args[i]);
        count += callee->args[i]->parts;
    }
    if (node == l->inner)
        return pk_lower_inner(l, callee, given);
    parts =
        pk_arena_array(l->arena, count + callee->own_count + 1, sizeof *parts);
    for (uint32_t i = 0; parts && i < all; i++)
        at = pk_lv_append(parts, at, given[i]);
    pk_lower_at(l, node);
    if (!parts)
        return nothing(l);
    pk_lower_own_parts(l, node, call, parts + count);
    count += callee->own_count;
    return pk_lower_inward(l, call,
                           pk_lower_instance_call(l, callee, parts, count));
}

pk_lv pk_lower_library(pk_lower *l, const char *name, pk_type scalar,
                       const pk_lv *args, uint32_t count) {
    const pk_ty **types = pk_arena_array(l->arena, count + 1, sizeof *types);
    pk_value **parts = pk_arena_array(l->arena, count + 1, sizeof *parts);
    pk_instance *instance;

    if (!types || !parts)
        return nothing(l);
    for (uint32_t i = 0; i < count; i++) {
        types[i] = args[i].type;
        parts[i] = args[i].parts[0];
    }
    instance = pk_library_needed(l->c, l->instance->function, name, scalar,
                                 types, count);
    if (!instance) {
        pk_say_in(l->c, l->program, l->instance->function->def,
                  PK_SEVERITY_error, PK_E_internal, NULL,
                  "the compiler lost the function %s for %s, which %s calls",
                  name, pk_scalar_name(scalar),
                  l->instance->function->info.name);
        return pk_lv_zero(l, count ? types[0] : &pk_ty_none);
    }
    return pk_lower_instance_call(l, instance, parts, count);
}

/* ---- threads ---- */

/* In 64 bits, so that large grids do not wrap. */
static pk_value *query(pk_lower *l, pk_op op, int axis) {
    return pk_emit_to(&l->b, PK_OP_convert, PK_TYPE_i64,
                      pk_emit_query(&l->b, op, axis));
}

static pk_lv lower_grid(pk_lower *l, const pk_ast *node, const pk_call *call) {
    pk_lv v = pk_lv_new(l, pk_note_find(l->instance, node)->v.type);

    for (uint32_t axis = 0; axis < v.type->parts; axis++) {
        pk_value *dim = query(l, PK_OP_block_dim, (int)axis);
        pk_value *r;
        if (call->builtin->param) {
            r = emit(l, PK_OP_mul, query(l, PK_OP_grid_dim, (int)axis), dim);
        } else {
            r = emit(l, PK_OP_mul, query(l, PK_OP_block_id, (int)axis), dim);
            r = emit(l, PK_OP_add, r, query(l, PK_OP_thread_id, (int)axis));
        }
        v.parts[axis] = r;
    }
    return v;
}

/* ---- arrays of the kernel's own ---- */

static pk_lv lower_array(pk_lower *l, const pk_ast *node, const pk_call *call) {
    const pk_ty *type = pk_note_find(l->instance, node)->v.type;
    bool shared = type->space == PK_SPACE_shared;
    pk_typed shape = call->args[0];
    pk_lv v = pk_lv_new(l, type);
    uint32_t bytes = pk_ty_bytes(pk_ty_element(type));
    pk_owned array = pk_owned_of_array(node, call, type);

    for (uint32_t i = 0; i < type->ndim; i++) {
        pk_typed n =
            shape.type->kind == PK_TY_tuple ? pk_known_item(shape, i) : shape;
        int64_t extent = pk_known_get_int(n);
        if (!extent && !pk_lower_unsized(l, type)) /* the launch's */
            extent = l->c->signature->shared_bytes / bytes;
        v.parts[PK_PART_shape + i] = pk_i64(l, extent);
    }
    v.parts[PK_PART_data] =
        shared ? pk_func_storage(l->fn, l->name ? l->name : "shared",
                                 PK_SPACE_shared, array.elem, array.count,
                                 array.align)
                     ->value
               : pk_lower_memory(l, array, false);
    return v;
}

/* isinstance is known when compiling. */
static pk_lv lower_isinstance(pk_lower *l, const pk_ast *node,
                              const pk_call *call) {
    (void)node;
    (void)call;
    return pk_lower_broken(l);
}

static pk_lv lower_limits(pk_lower *l, const pk_ast *node,
                          const pk_call *call) {
    return lower_isinstance(l, node, call);
}

/* The argument itself, whose type the call has changed. */
static pk_lv lower_first(pk_lower *l, const pk_ast *node, const pk_call *call) {
    return (pk_lv){pk_note_find(l->instance, node)->v.type,
                   pk_lower_argument(l, call, 0).parts};
}

/* Calls that are written as syntax are lowered so. */
static pk_lv lower_syntax(pk_lower *l, const pk_ast *node,
                          const pk_call *call) {
    return lower_isinstance(l, node, call);
}

static pk_lv lower_type(pk_lower *l, const pk_ast *node, const pk_call *call) {
    pk_lower_effects(l, call->nodes[0]);
    return pk_lv_zero(l, pk_note_find(l->instance, node)->v.type);
}

static pk_lv lower_array_like(pk_lower *l, const pk_ast *node,
                              const pk_call *call) {
    (void)node;
    return pk_lower_argument(l, call, 0);
}

/* ---- atomics ---- */

/* Where it works: memory that a view reads as another type becomes that. */
static pk_value *atomic_place(pk_lower *l, pk_lv array, pk_lv index,
                              const pk_ty *element) {
    pk_value *pointer = pk_lower_element(l, array, index).pointer;

    return pk_type_elem(pointer->type) == element->scalar
               ? pointer
               : pk_emit_offset(&l->b, element->scalar, pointer, pk_i64(l, 0));
}

static pk_lv lower_atomic(pk_lower *l, const pk_ast *node,
                          const pk_call *call) {
    const pk_ty *element = pk_note_find(l->instance, node)->v.type;
    pk_lv array = pk_lower_argument(l, call, 0),
          index = pk_lower_argument(l, call, 1);
    pk_value *value = pk_lower_argument_as(l, call, 2, element);
    pk_op op = (pk_op)call->builtin->param;
    pk_value *place;

    if (!pk_ty_is_float(element) && op == PK_OP_atomic_min_num)
        op = PK_OP_atomic_min;
    if (!pk_ty_is_float(element) && op == PK_OP_atomic_max_num)
        op = PK_OP_atomic_max;
    pk_lower_at(l, node);
    place = atomic_place(l, array, index, element);
    return pk_lv_one(l, element, emit(l, op, place, value));
}

static pk_lv lower_atomic_cas(pk_lower *l, const pk_ast *node,
                              const pk_call *call) {
    const pk_ty *element = pk_note_find(l->instance, node)->v.type;
    bool indexed = call->builtin->param;
    pk_lv array = pk_lower_argument(l, call, 0);
    pk_lv index = indexed
                      ? pk_lower_argument(l, call, 1)
                      : pk_lv_one(l, pk_ty_number(PK_TYPE_i64), pk_i64(l, 0));
    pk_value *old = pk_lower_argument_as(l, call, 1u + indexed, element);
    pk_value *value = pk_lower_argument_as(l, call, 2u + indexed, element),
             *place;

    pk_lower_at(l, node);
    place = atomic_place(l, array, index, element);
    return pk_lv_one(l, element,
                     pk_emit3(&l->b, PK_OP_atomic_cas, place, old, value));
}

/* ---- bits and choice ---- */

static pk_lv lower_bits(pk_lower *l, const pk_ast *node, const pk_call *call) {
    pk_lv x = pk_lower_argument(l, call, 0);

    pk_lower_at(l, node);
    return pk_lv_one(l, x.type,
                     pk_emit1(&l->b, (pk_op)call->builtin->param, x.parts[0]));
}

/* The number of the lowest bit set, from 1: the width without the zeros in
 * front of the lowest bit alone; 0 for 0. */
static pk_lv lower_ffs(pk_lower *l, const pk_ast *node, const pk_call *call) {
    pk_lv x = pk_lower_argument(l, call, 0);
    pk_type type = x.type->scalar;
    pk_value *low, *zeros, *width;

    pk_lower_at(l, node);
    low =
        emit(l, PK_OP_and, x.parts[0], pk_emit1(&l->b, PK_OP_neg, x.parts[0]));
    zeros = pk_emit1(&l->b, PK_OP_clz, low);
    width = pk_const_int(l->fn, type, 8 * (int64_t)pk_type_bytes(type));
    return pk_lv_one(l, pk_ty_number(PK_TYPE_u32),
                     pk_emit_to(&l->b, PK_OP_convert, PK_TYPE_u32,
                                emit(l, PK_OP_sub, width, zeros)));
}

static pk_lv lower_fma(pk_lower *l, const pk_ast *node, const pk_call *call) {
    pk_value *a = pk_lower_argument_as(l, call, 0, call->work);
    pk_value *b = pk_lower_argument_as(l, call, 1, call->work);
    pk_value *c = pk_lower_argument_as(l, call, 2, call->work);

    pk_lower_at(l, node);
    return pk_lv_one(l, call->work, pk_emit3(&l->b, PK_OP_fma, a, b, c));
}

static pk_lv lower_choose(pk_lower *l, const pk_ast *node,
                          const pk_call *call) {
    pk_value *cond = pk_lower_truth(l, pk_lower_argument(l, call, 0));
    pk_lv a = pk_lower_convert(l, pk_lower_argument(l, call, 1), call->work);
    pk_lv b = pk_lower_convert(l, pk_lower_argument(l, call, 2), call->work);

    pk_lower_at(l, node);
    return pk_lower_select(l, cond, a, b);
}

static pk_lv lower_mulhi(pk_lower *l, const pk_ast *node, const pk_call *call) {
    pk_value *a = pk_lower_argument_as(l, call, 0, call->work);
    pk_value *b = pk_lower_argument_as(l, call, 1, call->work);

    pk_lower_at(l, node);
    return pk_lv_one(l, call->work, emit(l, PK_OP_mulhi, a, b));
}

static pk_lv lower_bitcast(pk_lower *l, const pk_ast *node,
                           const pk_call *call) {
    const pk_ty *type = pk_note_find(l->instance, node)->v.type;
    pk_value *x = pk_lower_argument(l, call, 0).parts[0];

    pk_lower_at(l, node);
    return pk_lv_one(l, type,
                     pk_emit_to(&l->b, PK_OP_bitcast, type->scalar, x));
}

/* ---- Python's own ---- */

static pk_lv lower_len(pk_lower *l, const pk_ast *node, const pk_call *call) {
    pk_lv v = pk_lower_argument(l, call, 0);

    if (v.type->kind == PK_TY_range) {
        pk_lower_at(l, node);
        v = pk_lv_one(l, pk_ty_number(PK_TYPE_i64), pk_iter_length(l, v));
        return pk_lower_convert(l, v, pk_note_find(l->instance, node)->v.type);
    }
    return pk_lv_one(l, pk_ty_number(PK_TYPE_i64), pk_iter_length(l, v));
}

bool pk_lower_in_parallel(const pk_lower *l) {
    const pk_inst *at = l->b.region->owner;

    while (at && !(at->op == PK_OP_for && at->flags & PK_INST_parallel))
        at = at->parent->owner;
    return at != NULL;
}

static pk_lv lower_print(pk_lower *l, const pk_ast *node, const pk_call *call) {
    (void)call;
    pk_lower_print(l, node);
    return nothing(l);
}

/* ---- all of them ---- */

/* Functions of other files, by the names that the table makes. */
#define lower_abs          pk_lower_of_abs
#define lower_min_max      pk_lower_of_min_max
#define lower_sum          pk_lower_of_sum
#define lower_int          pk_lower_of_int
#define lower_float        pk_lower_of_float
#define lower_complex      pk_lower_of_complex
#define lower_divmod       pk_lower_of_divmod
#define lower_pow          pk_lower_of_pow
#define lower_float1       pk_lower_of_float1
#define lower_approx       pk_lower_of_approx
#define lower_float2       pk_lower_of_float2
#define lower_scale        pk_lower_of_scale
#define lower_classify     pk_lower_of_classify
#define lower_library      pk_lower_of_library
#define lower_round        pk_lower_of_round
#define lower_range        pk_lower_range
#define lower_enumerate    pk_lower_enumerate
#define lower_slice        pk_lower_slice_call
#define lower_zip          pk_lower_zip
#define lower_iter         pk_lower_iter
#define lower_copy         pk_lower_copy
#define lower_picked       pk_lower_picked
#define lower_next         pk_lower_next
#define lower_cmath        pk_lower_cmath
#define lower_direct       pk_lower_direct
#define lower_this_grid    pk_lower_this_grid
#define lower_lanemask_lt  pk_lower_lanemask_lt
#define lower_named        pk_lower_instance_of
#define lower_random       pk_lower_random
#define lower_new_array    pk_lower_new_array
#define lower_carray       pk_lower_carray
#define lower_list_method  pk_lower_instance_of
#define lower_list_sort    pk_lower_instance_of
#define lower_text_method  pk_lower_instance_of
#define lower_list_call    pk_lower_list_call
#define lower_list_part    pk_lower_list_part
#define lower_dict_call    pk_lower_dict_call
#define lower_dict_method  pk_lower_instance_of
#define lower_dict_part    pk_lower_dict_part
#define lower_random_state pk_lower_random_state
#define lower_lapack       pk_lower_lapack
#define lower_same         lower_array_like
#define lower_log          pk_lower_cmath
#define lower_written      pk_lower_written
#define lower_vectorized   pk_lower_written
#define lower_ufunc        pk_lower_ufunc
#define lower_reduce       pk_lower_reduce
#define lower_reshape      pk_lower_reshape
#define lower_ravel        pk_lower_ravel
#define lower_transpose    pk_lower_transpose
#define lower_view         pk_lower_view
#define lower_clip         pk_lower_written
#define lower_dot          pk_lower_instance_of
#define lower_in_range     pk_lower_instance_of
#define lower_generic      pk_lower_instance_of
#define lower_host_library pk_lower_instance_of
#define lower_common       lower_type
#define lower_dtype        lower_type
#define lower_layout       lower_isinstance
#define lower_overload_of  lower_isinstance
#define lower_has_threads  lower_isinstance
#define lower_on_threads   lower_first
#define lower_strided      pk_lower_strided
#define lower_allclose     pk_lower_reduce
#define lower_item         pk_lower_item
#define lower_element_iter pk_lower_element_iter
#define lower_nditer       pk_lower_nditer

static pk_lv (*const lowerings[PK_HOW_COUNT])(pk_lower *l, const pk_ast *node,
                                              const pk_call *call) = {
#define HOW(name) [PK_HOW_##name] = lower_##name,
#include "frontend/builtins/builtins.def"
};

pk_lv pk_lower_builtin(pk_lower *l, const pk_ast *node, const pk_call *call) {
    return lowerings[call->builtin->how](l, node, call);
}

/* ---- calls ---- */

static pk_lv lower_evaluated(pk_lower *l, const pk_ast *node,
                             const pk_call *call) {
    pk_lv v;

    if (call->makes && call->makes->kind == PK_TY_vector)
        return pk_lower_vector_call(l, call);
    if (call->makes)
        return pk_lower_fields_call(l, call);
    if (call->launched) {
        pk_lower_device_launch(l, node, call);
        return nothing(l);
    }
    if (call->out)
        return pk_lower_into(l, node, call);
    if (call->builtin)
        return pk_lower_builtin(l, node, call);
    if (call->instance)
        return pk_lower_instance_of(l, node, call);
    if (call->receiver) { /* z.conjugate() */
        v = pk_lower_expr(l, node->Call.func->Attribute.value);
        if (v.type->kind == PK_TY_complex) {
            pk_lv out = pk_lv_new(l, v.type);
            out.parts[0] = v.parts[0];
            out.parts[1] = pk_emit1(&l->b, PK_OP_neg, v.parts[1]);
            return out;
        }
        return v;
    }
    pk_lower_effects(l, node->Call.func);
    if (pk_ty_is_bool(call->work))
        return pk_lv_one(l, call->work, pk_lower_test(l, call->nodes[0]));
    return pk_lower_convert(l, pk_lower_argument(l, call, 0), call->work);
}

/* print takes its arguments apart, and in order. */
pk_lv pk_lower_call(pk_lower *l, const pk_ast *node) {
    const pk_call *call = pk_note_find(l->instance, node)->call;
    struct pk_evaluated *outer = l->evaluated;
    pk_lv v;

    if (!call)
        return nothing(l);
    if (call->spread)
        return pk_lower_spread(l, node, call);
    if (!call->builtin || call->builtin->how != PK_HOW_print)
        pk_lower_operands(l, node);
    v = lower_evaluated(l, node, call);
    l->evaluated = outer;
    return v;
}
