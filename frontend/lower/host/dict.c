/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of dicts and sets: two lists (lib/host/np_dict.py). */
#include "frontend/lower/lower.h"

pk_lv pk_lower_new_dict(pk_lower *l, const pk_ty *type) {
    pk_lv dict = pk_lv_new(l, type);

    for (uint32_t i = 0; i < 2; i++)
        dict.parts[i] = pk_lower_empty_list(l, type->items[i]).parts[0];
    return dict;
}

pk_lv pk_lower_dict(pk_lower *l, const pk_ast *node) {
    const pk_note *note = pk_note_find(l->instance, node);
    const bool is_set = node->kind == PK_AST_Set;
    const pk_ast_list *keys = is_set ? &node->Set.elts : &node->Dict.keys;
    const pk_ty *type = note->call /* where its keys are wanted, v is those */
                            ? note->call->args[0].type
                            : note->v.type;
    pk_lv dict = pk_lower_new_dict(l, type), values[3] = {dict};

    for (uint32_t i = 0; i < keys->count; i++) {
        values[1] = pk_lower_expr(l, keys->items[i]);
        if (!is_set)
            values[2] = pk_lower_expr(l, node->Dict.values.items[i]);
        pk_lower_given(l, node, note->call, values);
    }
    return dict;
}

pk_lv pk_lower_dict_call(pk_lower *l, const pk_ast *node, const pk_call *call) {
    if (call->instance)
        return pk_lower_instance_of(l, node, call);
    pk_lower_at(l, node);
    return pk_lower_new_dict(l, pk_note_find(l->instance, node)->v.type);
}

pk_lv pk_lower_dict_part(pk_lower *l, const pk_ast *node, const pk_call *call) {
    const pk_ty *type = pk_note_find(l->instance, node)->v.type;
    pk_lv dict;

    if (call->builtin->param == PK_DICT_new ||
        call->builtin->param == PK_DICT_set_of)
        return pk_lower_new_dict(l, type);
    dict = pk_lower_argument(l, call, 0);
    return (pk_lv){type, dict.parts + (call->builtin->param == PK_DICT_table)};
}
