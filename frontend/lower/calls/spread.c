/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of calls that inference has written in another way (pk_call.spread):
 * tuples behind stars, f(*t), are evaluated once, where they stand, and
 * operands before the call, in their order. */
#include "frontend/lower/lower.h"

struct pk_spread {
    struct pk_spread *outer;
    const pk_ast *star;
    pk_lv value; /* type NULL: not evaluated yet */
};

pk_lv pk_lower_starred(pk_lower *l, const pk_ast *node) {
    struct pk_spread *s = l->spread;

    while (s && s->star != node)
        s = s->outer;
    if (!s) /* in a tuple */
        return pk_lower_expr(l, node->Starred.value);
    if (!s->value.type)
        s->value = pk_lower_expr(l, node->Starred.value);
    return s->value;
}

pk_lv pk_lower_spread(pk_lower *l, const pk_ast *node, const pk_call *call) {
    struct pk_spread *outer = l->spread, *s;
    struct pk_evaluated *before = l->evaluated;
    pk_lv v;

    for (uint32_t i = 0; i < node->Call.args.count; i++) {
        if (node->Call.args.items[i]->kind != PK_AST_Starred)
            continue;
        s = PK_NEW(l->arena, struct pk_spread);
        *s = (struct pk_spread){l->spread, node->Call.args.items[i], {0}};
        l->spread = s;
    }
    if (call->chooses)
        pk_lower_remember(l, node->Call.func);
    pk_lower_operands(l, node);
    if (call->makes) /* a structure, which its __init__ is given */
        pk_lower_remember(l, call->spread->Call.args.items[0]);
    v = pk_lower_expr(l, call->spread);
    if (call->makes)
        v = pk_lower_expr(l, call->spread->Call.args.items[0]);
    l->evaluated = before;
    l->spread = outer;
    return v;
}
