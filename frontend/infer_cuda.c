/* SPDX-License-Identifier: Apache-2.0 */
/* What operations of warps, blocks and the grid give, and clocks: builtins
 * that are one operation of the IR, whose rule types their arguments. */
#include "frontend/infer.h"

static pk_typed error(void) {
    return (pk_typed){&pk_ty_error, NULL};
}

static pk_typed of_scalar(pk_type type) {
    return (pk_typed){pk_ty_number(type), NULL};
}

static bool is_int_or_bool(const pk_ty *type) {
    return pk_ty_is_int(type) || pk_ty_is_bool(type);
}

/* Argument `i` must be an integer or, where `real`, any real number. */
static bool check_argument(pk_infer *in, const pk_call *call, uint32_t i,
                           bool real) {
    const pk_ty *type = call->args[i].type;

    if (!call->nodes[i] ||
        (real ? pk_ty_is_number(type) : is_int_or_bool(type)))
        return true;
    pk_say(in, call->nodes[i], PK_TYPE, NULL, "%s takes %s, not %s",
           pk_builtin_name(call->builtin),
           real ? "a real number" : "an integer", pk_named(in, type));
    return false;
}

/* match_all_sync gives the lanes and whether all agree. */
static pk_typed lanes_and_truth(pk_infer *in) {
    const pk_ty **items = pk_arena_array(in->arena, 2, sizeof *items);

    if (!items)
        return error();
    items[0] = pk_ty_number(PK_TYPE_i32);
    items[1] = pk_ty_number(PK_TYPE_bool);
    return (pk_typed){pk_ty_tuple(in->arena, items, 2), NULL};
}

/* Masks of lanes that votes give are int32, as in Numba. */
pk_typed pk_type_direct(pk_infer *in, const pk_ast *node, pk_call *call) {
    pk_op_rule rule = (pk_op_rule)pk_op_table[call->builtin->param].rule;
    bool carries = rule == PK_RULE_SHUFFLE || rule == PK_RULE_MATCH ||
                   rule == PK_RULE_MATCH_ALL;

    (void)node;
    for (uint32_t i = 0; i < call->count; i++)
        if (!check_argument(in, call, i, carries && i == 1))
            return error();
    switch ((int)rule) {
    case PK_RULE_SHUFFLE:
        call->work = call->args[1].type;
        if (pk_ty_is_bool(call->work))
            call->work = pk_ty_number(PK_TYPE_i32);
        return (pk_typed){call->work, NULL};
    case PK_RULE_VOTE: return of_scalar(PK_TYPE_bool);
    case PK_RULE_MATCH:
    case PK_RULE_BALLOT:
    case PK_RULE_BARRIER:
    case PK_RULE_QUERY: return of_scalar(PK_TYPE_i32);
    case PK_RULE_MATCH_ALL: return lanes_and_truth(in);
    case PK_RULE_QUERY_U32: return of_scalar(PK_TYPE_u32);
    case PK_RULE_QUERY_I64: return of_scalar(PK_TYPE_i64);
    }
    return (pk_typed){&pk_ty_none, NULL};
}

/* The group of all threads: nothing at run time, a name with a sync. */
pk_typed pk_type_this_grid(pk_infer *in, const pk_ast *node, pk_call *call) {
    (void)node, (void)call;
    return (pk_typed){
        pk_ty_path(in->arena, PK_TY_module, "numba.cuda.cg.GridGroup"), NULL};
}

pk_typed pk_type_lanemask_lt(pk_infer *in, const pk_ast *node, pk_call *call) {
    (void)in, (void)node, (void)call;
    return of_scalar(PK_TYPE_u32);
}
