/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of tuples and vectors: slices, named items, comparisons. */
#include "frontend/lower/lower.h"

#include "frontend/values/known.h"

pk_lv pk_lower_tuple_slice(pk_lower *l, const pk_ast *node, pk_lv tuple) {
    const pk_note *note = pk_note_find(l->instance, node);
    pk_lv v = pk_lv_new(l, note->v.type);
    uint32_t at = 0;

    for (uint32_t i = 0; v.parts && i < note->call->count; i++)
        at =
            pk_lv_append(v.parts, at,
                         pk_lv_item(l, tuple,
                                    (uint32_t)(note->call->first +
                                               (int64_t)i * note->call->step)));
    return v;
}

/* A bound that is left out is that of the widest slice, which depends on the
 * direction. */
static pk_value *widest(pk_lower *l, pk_value *down, int64_t up_to,
                        int64_t down_to) {
    return down ? pk_emit3(&l->b, PK_OP_select, down, pk_i64(l, down_to),
                           pk_i64(l, up_to))
                : pk_i64(l, up_to);
}

pk_lv pk_lower_slice_call(pk_lower *l, const pk_ast *node,
                          const pk_call *call) {
    pk_lv v = pk_lv_new(l, call->gives);
    pk_value *down = NULL;

    (void)node;
    for (uint32_t i = 0; v.parts && i < v.type->count; i++)
        if (call->nodes[i])
            v.parts[i] =
                pk_lower_scalar(l, pk_lower_argument(l, call, i), PK_TYPE_i64);
    if (!v.parts)
        return v;
    if (v.type->count == 3)
        down = pk_emit2(&l->b, PK_OP_lt, v.parts[2], pk_i64(l, 0));
    if (!call->nodes[0])
        v.parts[0] = widest(l, down, 0, INT64_MAX);
    if (!call->nodes[1])
        v.parts[1] = widest(l, down, INT64_MAX, INT64_MIN);
    return v;
}

pk_lv pk_lower_fields_call(pk_lower *l, const pk_call *call) {
    pk_lv v = pk_lv_new(l, call->makes);
    uint32_t at = 0;

    for (uint32_t i = 0; v.parts && i < call->count; i++)
        at = pk_lv_append(v.parts, at,
                          call->nodes[i] ? pk_lower_expr(l, call->nodes[i])
                                         : pk_lv_known(l, call->args[i]));
    return v;
}

pk_lv pk_lower_vector_call(pk_lower *l, const pk_call *call) {
    pk_lv v = pk_lv_new(l, call->makes);
    uint32_t at = 0;

    for (uint32_t i = 0; v.parts && i < call->count; i++) {
        pk_lv given = pk_lower_expr(l, call->nodes[i]);
        if (given.type->kind == PK_TY_vector)
            at = pk_lv_append(v.parts, at, given);
        else
            v.parts[at++] = pk_lower_scalar(l, given, call->makes->scalar);
    }
    return v;
}

/* ---- comparisons ---- */

static pk_value *compare_items(pk_lower *l, uint8_t op, pk_lv a, pk_lv b) {
    pk_rule rule = {0};

    pk_rule_compare(op, a.type, b.type, &rule);
    return pk_lower_compare(l, op, &rule, a, b).parts[0];
}

/* From the last item to the first: this one decides unless it is equal. */
pk_value *pk_lower_compare_tuples(pk_lower *l, uint8_t op, pk_lv a, pk_lv b) {
    uint32_t count =
        a.type->count < b.type->count ? a.type->count : b.type->count;
    bool equal = op == PK_AST_OP_Eq, differs = op == PK_AST_OP_NotEq;
    bool truth = false; /* of the lengths, where the items are equal */
    uint8_t strict = op == PK_AST_OP_LtE   ? PK_AST_OP_Lt
                     : op == PK_AST_OP_GtE ? PK_AST_OP_Gt
                                           : op;
    pk_value *r;

    pk_known_order(op, a.type->count, b.type->count, &truth);
    r = pk_const_int(l->fn, PK_TYPE_bool, truth);
    if ((equal || differs) && a.type->count != b.type->count)
        return r;
    for (uint32_t i = count; i-- > 0;) {
        pk_lv x = pk_lv_item(l, a, i), y = pk_lv_item(l, b, i);
        pk_value *same;
        if (equal || differs) {
            r = pk_emit2(&l->b, equal ? PK_OP_and : PK_OP_or,
                         compare_items(l, op, x, y), r);
            continue;
        }
        same = compare_items(l, PK_AST_OP_Eq, x, y);
        r = pk_emit3(&l->b, PK_OP_select, same, r,
                     compare_items(l, strict, x, y));
    }
    return r;
}
