/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of builtins that are one operation of the IR (infer/cuda.c). */
#include "frontend/lower/lower.h"

#include "frontend/values/known.h"

/* A mask that is left out names all lanes. */
static pk_value *mask_of(pk_lower *l, const pk_call *call, uint32_t i) {
    if (!call->nodes[i])
        return pk_const_int(l->fn, PK_TYPE_u32, 0xffffffff);
    return pk_lower_scalar(l, pk_lower_expr(l, call->nodes[i]), PK_TYPE_u32);
}

static pk_value *truth_of(pk_lower *l, const pk_call *call, uint32_t i) {
    return pk_lower_truth(l, pk_lower_expr(l, call->nodes[i]));
}

/* The operand of a warp's match: a number, a bool as an integer. */
static pk_value *number_of(pk_lower *l, const pk_call *call, uint32_t i,
                           const pk_ty *type) {
    pk_lv v = pk_lower_expr(l, call->nodes[i]);

    if (!type)
        type = pk_ty_is_bool(v.type) ? pk_ty_number(PK_TYPE_i32) : v.type;
    return pk_lower_scalar(l, v, type->scalar);
}

/* The operands that the rule wants; how many. */
static uint32_t lower_operands(pk_lower *l, const pk_call *call,
                               pk_value *args[3]) {
    switch ((int)pk_op_table[call->builtin->param].rule) {
    case PK_RULE_BARRIER: args[0] = truth_of(l, call, 0); return 1;
    case PK_RULE_TAKE_U32: args[0] = mask_of(l, call, 0); return 1;
    case PK_RULE_TAKE_I64:
        args[0] = number_of(l, call, 0, pk_ty_number(PK_TYPE_i64));
        return 1;
    case PK_RULE_VOTE:
    case PK_RULE_BALLOT:
        args[0] = mask_of(l, call, 0);
        args[1] = truth_of(l, call, 1);
        return 2;
    case PK_RULE_MATCH:
    case PK_RULE_MATCH_ALL:
        args[0] = mask_of(l, call, 0);
        args[1] = number_of(l, call, 1, NULL);
        return 2;
    case PK_RULE_SHUFFLE:
        args[0] = mask_of(l, call, 0);
        args[1] = number_of(l, call, 1, call->work);
        args[2] = number_of(l, call, 2, pk_ty_number(PK_TYPE_i32));
        return 3;
    }
    return 0;
}

pk_lv pk_lower_direct(pk_lower *l, const pk_ast *node, const pk_call *call) {
    const pk_ty *type = pk_note_find(l->instance, node)->v.type;
    pk_op op = (pk_op)call->builtin->param;
    pk_value *args[3] = {NULL}, *result;
    uint32_t count = lower_operands(l, call, args);
    pk_lv v;

    pk_lower_at(l, node);
    result = count == 0   ? pk_emit0(&l->b, op)
             : count == 1 ? pk_emit1(&l->b, op, args[0])
             : count == 2 ? pk_emit2(&l->b, op, args[0], args[1])
                          : pk_emit3(&l->b, op, args[0], args[1], args[2]);
    v = pk_lv_new(l, type);
    if (!v.type->parts || l->arena->failed)
        return v;
    v.parts[0] = pk_emit_to(&l->b, PK_OP_convert, pk_ty_part(type, 0), result);
    if (v.type->parts == 2)
        v.parts[1] = result->def->results[1];
    return v;
}

pk_lv pk_lower_this_grid(pk_lower *l, const pk_ast *node, const pk_call *call) {
    (void)call;
    return pk_lv_new(l, pk_note_find(l->instance, node)->v.type);
}

/* The bits below the lane's own. */
pk_lv pk_lower_lanemask_lt(pk_lower *l, const pk_ast *node,
                           const pk_call *call) {
    pk_value *one = pk_const_int(l->fn, PK_TYPE_u32, 1), *lane;

    (void)call;
    pk_lower_at(l, node);
    lane = pk_emit_to(&l->b, PK_OP_convert, PK_TYPE_u32,
                      pk_emit0(&l->b, PK_OP_lane_id));
    lane = pk_emit2(&l->b, PK_OP_shl, one, lane);
    return pk_lv_one(l, pk_ty_number(PK_TYPE_u32),
                     pk_emit2(&l->b, PK_OP_sub, lane, one));
}

/* ---- random numbers ---- */

/* A word of state number `index`: states are records or rows of two. */
static pk_target state_word(pk_lower *l, pk_lv states, pk_lv index, int word) {
    const pk_ty **items = pk_arena_array(l->arena, 2, sizeof *items);
    pk_lv place;

    if (pk_ty_is_records(states.type))
        return pk_lower_element(
            l,
            pk_lower_field(l, states, &states.type->made->record->fields[word])
                .view,
            index);
    if (!items)
        return (pk_target){0};
    items[0] = index.type;
    items[1] = pk_ty_number(PK_TYPE_i64);
    place = pk_lv_new(l, pk_ty_tuple(l->arena, items, 2));
    if (l->arena->failed)
        return (pk_target){0};
    place.parts[0] = index.parts[0];
    place.parts[1] = pk_i64(l, word);
    return pk_lower_element(l, states, place);
}

/* Takes a step: the number drawn; state[] becomes the next one. */
static pk_lv step(pk_lower *l, pk_lv state[2]) {
    pk_lv all =
        pk_lower_library(l, "xoroshiro128p_step", PK_TYPE_u64, state, 2);

    if (all.type->kind != PK_TY_tuple)
        return state[0];
    state[0] = pk_lv_item(l, all, 1);
    state[1] = pk_lv_item(l, all, 2);
    return pk_lv_item(l, all, 0);
}

pk_lv pk_lower_random(pk_lower *l, const pk_ast *node, const pk_call *call) {
    uint16_t what = call->builtin->param;
    bool normal = what == PK_RANDOM_normal_f32 || what == PK_RANDOM_normal_f64;
    pk_type scalar = pk_note_find(l->instance, node)->v.type->scalar;
    pk_lv states = pk_lower_expr(l, call->nodes[0]);
    pk_lv index = pk_lower_expr(l, call->nodes[1]);
    pk_lv state[2], drawn[2];
    pk_target words[2];

    pk_lower_at(l, node);
    for (int i = 0; i < 2; i++) {
        words[i] = state_word(l, states, index, i);
        if (l->arena->failed)
            return index;
        state[i] = pk_lower_load(l, &words[i]);
    }
    drawn[0] = drawn[1] = step(l, state);
    if (normal)
        drawn[1] = step(l, state);
    for (int i = 0; i < 2; i++)
        pk_lower_put(l, &words[i], state[i]);
    if (what == PK_RANDOM_bits)
        return drawn[0];
    return pk_lower_library(l, normal ? "normal" : "uniform", scalar, drawn,
                            normal ? 2 : 1);
}
