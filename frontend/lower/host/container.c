/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of what is written of containers without a call: the function of
 * the library that inference found, for values that are evaluated already. */
#include "frontend/infer/library.h"
#include "frontend/infer/typings.h"
#include "frontend/lower/lower.h"
#include "frontend/values/known.h"

static bool is_in(uint8_t op) {
    return op == PK_AST_OP_In || op == PK_AST_OP_NotIn;
}

pk_lv pk_lower_given(pk_lower *l, const pk_ast *node, const pk_call *call,
                     const pk_lv *values) {
    const pk_lv *outer = l->given;
    pk_lv v;

    pk_lower_at(l, node);
    l->given = values;
    v = call->builtin ? pk_lower_builtin(l, node, call)
                      : pk_lower_instance_of(l, node, call);
    l->given = outer;
    return v;
}

pk_lv pk_lower_container_operator(pk_lower *l, const pk_ast *node, pk_lv a,
                                  pk_lv b) {
    const bool swapped = !pk_ty_is_container(a.type);

    return pk_lower_given(l, node, pk_note_find(l->instance, node)->call,
                          (pk_lv[]){swapped ? b : a, swapped ? a : b});
}

pk_lv pk_lower_compare_texts(pk_lower *l, uint8_t op, pk_lv a, pk_lv b) {
    const pk_ty *const both[] = {&pk_ty_str, &pk_ty_str};
    pk_instance *order = pk_instance_of_library(
        l->c, pk_library_named(l->c, "str_order"), both, 2);
    pk_value *args[] = {a.parts[0], b.parts[0]};

    if (!order)
        return pk_lower_broken(l);
    a = pk_lower_instance_call(l, order, args, 2);
    return pk_lv_one(l, pk_ty_number(PK_TYPE_bool),
                     emit(l, pk_known_op(op), a.parts[0], pk_i64(l, 0)));
}

pk_lv pk_lower_sequence(pk_lower *l, pk_lv v) {
    return v.type->kind == PK_TY_text ? pk_lower_convert(l, v, &pk_ty_str) : v;
}

bool pk_lower_container_compare(pk_lower *l, const pk_ast *node, pk_lv *out) {
    const pk_ast *right = node->Compare.comparators.items[0];
    const uint8_t op = node->Compare.ops[0];
    const pk_note *a = pk_note_find(l->instance, node->Compare.left);
    const pk_note *b = pk_note_find(l->instance, right);
    pk_lv values[2];

    if (node->Compare.comparators.count > 1 ||
        !pk_container_compares(op, a->v.type, b->v.type))
        return false;
    values[is_in(op)] = pk_lower_expr(l, node->Compare.left);
    values[!is_in(op)] = pk_lower_expr(l, right);
    *out =
        pk_lower_given(l, node, pk_note_find(l->instance, node)->call, values);
    if (op == PK_AST_OP_NotIn || op == PK_AST_OP_NotEq)
        out->parts[0] = pk_emit1(&l->b, PK_OP_not, out->parts[0]);
    return true;
}

pk_lv pk_lower_container_item(pk_lower *l, const pk_ast *node, pk_lv base) {
    const pk_lv values[] = {base, pk_lower_expr(l, node->Subscript.slice)};

    return pk_lower_given(l, node, pk_note_find(l->instance, node)->call,
                          values);
}

void pk_lower_container_store(pk_lower *l, const pk_ast *target, pk_lv value) {
    const pk_lv values[] = {pk_lower_expr(l, target->Subscript.value),
                            pk_lower_expr(l, target->Subscript.slice), value};

    pk_lower_given(l, target, pk_note_find(l->instance, target)->stores,
                   values);
}

void pk_lower_container_augmented(pk_lower *l, const pk_ast *node) {
    const pk_ast *target = node->AugAssign.target;
    const pk_ast *value = node->AugAssign.value;
    const pk_note *note = pk_note_find(l->instance, node);
    struct pk_evaluated *outer = l->evaluated;
    pk_lv a, b;

    pk_lower_remember(l, target->Subscript.value);
    pk_lower_remember(l, target->Subscript.slice);
    a = pk_lower_container_item(l, target,
                                pk_lower_expr(l, target->Subscript.value));
    b = pk_lower_expr(l, value);
    pk_lower_at(l, node);
    a = note->v.known
            ? pk_lv_known(l, note->v)
            : pk_lower_binary(l, (uint8_t)node->AugAssign.op, &note->rule, a, b,
                              pk_note_find(l->instance, value)->v);
    pk_lower_container_store(l, target, a);
    l->evaluated = outer;
}
