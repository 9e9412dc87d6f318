/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of structures by reference: a structure is its fields, one behind
 * the other in counted memory (words.c). */
#include "frontend/lower/lower.h"

pk_lv pk_lower_new_struct(pk_lower *l, const pk_ty *type) {
    const pk_struct *s = type->structure;
    pk_value *bytes = pk_i64(l, 8 * (int64_t)(s->words ? s->words : 1));
    pk_value *address;
    pk_lv v = pk_lv_new(l, type);
    uint64_t refs = 0;

    for (uint32_t i = 0; i < s->count; i++)
        refs |= pk_lower_refs_of(s->types[i]) << pk_struct_word(s, i);
    v.parts[0] = refs ? pk_emit_alloc_refs(&l->b, PK_TYPE_i64, bytes, s->words,
                                           refs, &address)
                      : pk_emit_alloc(&l->b, PK_OP_alloc_zero, PK_TYPE_i64,
                                      bytes, &address);
    pk_lower_made(l, v.parts[0], bytes);
    return v;
}

static pk_words field_of(pk_lower *l, pk_lv v, uint32_t field) {
    return (pk_words){pk_emit_memory(&l->b, PK_TYPE_u8, v.parts[0]), NULL,
                      pk_struct_word(v.type->structure, field)};
}

pk_lv pk_lower_struct_attribute(pk_lower *l, const pk_ast *node) {
    const pk_note *note = pk_note_find(l->instance, node);
    const pk_ty *base =
        pk_note_find(l->instance, node->Attribute.value)->v.type;
    uint32_t field;
    pk_lv v;

    if (base->kind == PK_TY_class)
        return pk_lower_new_struct(l, note->v.type);
    if (note->call)
        return pk_lower_instance_of(l, node, note->call);
    v = pk_lower_expr(l, node->Attribute.value);
    pk_lower_at(l, node);
    field = (uint32_t)pk_struct_field(base->structure, node->Attribute.attr);
    return pk_lower_get_words(l, field_of(l, v, field),
                              base->structure->types[field]);
}

void pk_lower_struct_store(pk_lower *l, const pk_ast *target, pk_lv value) {
    const pk_note *note = pk_note_find(l->instance, target);
    const pk_lv v = pk_lower_expr(l, target->Attribute.value);
    uint32_t field;

    pk_lower_at(l, target);
    if (note->stores) {
        pk_lower_given(l, target, note->stores, (pk_lv[]){v, value});
        return;
    }
    field =
        (uint32_t)pk_struct_field(v.type->structure, target->Attribute.attr);
    value = pk_lower_convert(l, value, v.type->structure->types[field]);
    pk_lower_hold(l, value); /* what goes may be its last owner */
    pk_lower_drop_words(l, field_of(l, v, field), value.type);
    pk_lower_put_words(l, field_of(l, v, field), value);
}

pk_lv pk_lower_struct_operator(pk_lower *l, const pk_ast *node, uint8_t op,
                               pk_lv a, pk_lv b) {
    const pk_call *call = pk_note_find(l->instance, node)->call;
    const bool swapped =
        call->of_struct || op == PK_AST_OP_In || op == PK_AST_OP_NotIn;
    pk_lv v = pk_lower_given(l, node, call,
                             (pk_lv[]){swapped ? b : a, swapped ? a : b});

    if (op != PK_AST_OP_In && op != PK_AST_OP_NotIn)
        return v;
    v = pk_lv_one(l, pk_ty_number(PK_TYPE_bool), pk_lower_truth(l, v));
    if (op == PK_AST_OP_NotIn)
        v.parts[0] = pk_emit1(&l->b, PK_OP_not, v.parts[0]);
    return v;
}

void pk_lower_struct_augmented(pk_lower *l, const pk_ast *node) {
    const pk_ast *target = node->AugAssign.target;
    struct pk_evaluated *outer = l->evaluated;
    pk_lv a;

    pk_lower_remember(l, target->Attribute.value);
    a = pk_lower_expr(l, target);
    if (a.type->kind == PK_TY_array) {
        pk_lower_augment(l, node, a);
        l->evaluated = outer;
        return;
    }
    pk_lower_struct_store(l, target, pk_lower_augmented(l, node, a));
    l->evaluated = outer;
}
