/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of expressions. */
#include "frontend/lower/lower.h"

#include "frontend/infer/tuple.h"
#include "frontend/infer/typings.h"
#include "frontend/lower/closure.h"
#include "frontend/lower/report.h"
#include "frontend/values/known.h"

#include <string.h>

/* ---- choices ---- */

pk_merge pk_merge_new(pk_lower *l, const pk_ty *type) {
    pk_merge m = {type,
                  pk_arena_array(l->arena, type->parts + 1u, sizeof *m.locals)};

    for (uint32_t i = 0; m.locals && i < type->parts; i++)
        m.locals[i] = pk_func_local(l->fn, NULL, pk_ty_part(type, i));
    pk_lower_mark_owners(l, type, m.locals);
    return m;
}

void pk_merge_set(pk_lower *l, const pk_merge *m, pk_lv v) {
    v = pk_lower_convert(l, v, m->type);
    for (uint32_t i = 0; i < m->type->parts; i++)
        pk_emit_set(&l->b, m->locals[i], v.parts[i]);
}

pk_lv pk_merge_get(pk_lower *l, const pk_merge *m) {
    pk_lv v = pk_lv_new(l, m->type);

    for (uint32_t i = 0; i < m->type->parts; i++)
        v.parts[i] = pk_emit_get(&l->b, m->locals[i]);
    return v;
}

/* The end of one of two paths: where some assign variables these come to the
 * types that they have behind both, and as they were in the other path. */
static void end_path(pk_lower *l, const pk_slot *meets, const pk_place *saved,
                     const pk_narrowed *undo) {
    if (!meets) {
        pk_lower_widen(l, undo);
        return;
    }
    pk_lower_meet(l, meets);
    pk_lower_restore(l, saved);
}

pk_value *pk_lower_test(pk_lower *l, const pk_ast *node) {
    struct pk_temporary *outer = l->temporaries;
    pk_value *value;
    bool truth;

    if (!pk_known_test(pk_note_find(l->instance, node)->v, &truth)) {
        value = pk_lower_truth(l, pk_lower_expr(l, node));
        pk_lower_let_go(l, outer);
        return value;
    }
    pk_lower_effects(l, node);
    return pk_const_int(l->fn, PK_TYPE_bool, truth);
}

/* An operand of `and` and `or`, or a value of a conditional expression; of
 * those of which only the truth is wanted, its truth. */
static pk_lv lower_part(pk_lower *l, const pk_note *note, const pk_ast *part) {
    return note->truth ? pk_lv_one(l, pk_ty_number(PK_TYPE_bool),
                                   pk_lower_test(l, part))
                       : pk_lower_expr(l, part);
}

pk_lv pk_lower_choice(pk_lower *l, const pk_ast *node) {
    const pk_note *note = pk_note_find(l->instance, node);
    pk_typed test = pk_note_find(l->instance, node->IfExp.test)->v;
    bool truth;
    pk_narrowed *undo;
    pk_place *saved;
    pk_value *cond;
    pk_inst *inst;
    pk_merge m;

    if (pk_known_test(test, &truth)) {
        pk_lower_effects(l, node->IfExp.test);
        return lower_part(l, note,
                          truth ? node->IfExp.body : node->IfExp.orelse);
    }
    cond = pk_lower_test(l, node->IfExp.test);
    m = pk_merge_new(l, note->rule.result);
    inst = pk_begin_if(&l->b, cond);
    saved = note->meets ? pk_lower_save(l) : NULL;
    undo = pk_lower_narrow(l, node->IfExp.test, true, NULL);
    pk_merge_set(l, &m, lower_part(l, note, node->IfExp.body));
    end_path(l, note->meets, saved, undo);
    pk_begin_else(&l->b, inst);
    undo = pk_lower_narrow(l, node->IfExp.test, false, NULL);
    pk_merge_set(l, &m, lower_part(l, note, node->IfExp.orelse));
    end_path(l, note->meets, NULL, undo);
    pk_end_control(&l->b, inst);
    if (note->meets)
        pk_lower_arrive(l, note->meets);
    return pk_merge_get(l, &m);
}

/* x and y: x, and when it is true y instead. */
static pk_lv lower_bool(pk_lower *l, const pk_ast *node) {
    const pk_note *note = pk_note_find(l->instance, node);
    const pk_ast_list *values = &node->BoolOp.values;
    pk_merge m = pk_merge_new(l, note->rule.result);
    pk_narrowed *undo = NULL;
    bool first = true;

    for (uint32_t i = 0; i < values->count; i++) {
        const pk_note *item = pk_note_find(l->instance, values->items[i]);
        const pk_slot *meets = item->meets;
        pk_typed v = item->v;
        pk_place *saved = NULL;
        pk_inst *inst = NULL;
        pk_value *cond;
        bool skips = i + 1 < values->count && pk_bool_skips(note, v);
        if (skips && (first || !pk_effect_of(l->instance, values->items[i]))) {
            pk_lower_effects(l, values->items[i]);
            continue;
        }
        if (!first) {
            cond = pk_lower_truth(l, pk_merge_get(l, &m));
            if (node->BoolOp.op == PK_AST_OP_Or)
                cond = pk_emit1(&l->b, PK_OP_not, cond);
            inst = pk_begin_if(&l->b, cond);
            saved = meets ? pk_lower_save(l) : NULL;
        }
        if (skips)
            pk_lower_effects(l, values->items[i]);
        else
            pk_merge_set(l, &m, lower_part(l, note, values->items[i]));
        if (inst && meets) {
            end_path(l, meets, saved, NULL);
            pk_begin_else(&l->b, inst);
            pk_lower_widen(l, undo);
            pk_lower_meet(l, meets);
            undo = NULL;
        }
        if (inst)
            pk_end_control(&l->b, inst);
        if (inst && meets)
            pk_lower_arrive(l, meets);
        undo = pk_lower_narrow(l, values->items[i],
                               node->BoolOp.op == PK_AST_OP_And, undo);
        first = false;
    }
    pk_lower_widen(l, undo);
    return pk_merge_get(l, &m);
}

static bool is_in_array(pk_lower *l, const pk_ast *node) {
    const pk_ast *right = node->Compare.comparators.items[0];
    pk_ty_kind kind = pk_note_find(l->instance, right)->v.type->kind;

    return (node->Compare.ops[0] == PK_AST_OP_In ||
            node->Compare.ops[0] == PK_AST_OP_NotIn) &&
           (kind == PK_TY_array || kind == PK_TY_range);
}

/* a < b < c evaluates b once, and c only when a < b. What depends on one
 * condition is an if; a longer chain leaves a block at the first link that does
 * not hold, so that its links are not nested. */
static pk_lv lower_chain(pk_lower *l, const pk_ast *node) {
    const pk_note *note = pk_note_find(l->instance, node);
    const pk_ast_list *rest = &node->Compare.comparators;
    pk_inst *block = NULL, *inst = NULL;
    pk_place *saved = NULL;
    pk_lv left;
    pk_merge m;

    if (pk_lower_container_compare(l, node, &left))
        return left;
    if (rest->count == 1 && is_in_array(l, node)) {
        struct pk_evaluated *outer = pk_lower_operands(l, node);
        pk_lv found = pk_lower_builtin(l, node, note->call);
        l->evaluated = outer;
        if (node->Compare.ops[0] == PK_AST_OP_NotIn)
            found.parts[0] = pk_emit1(&l->b, PK_OP_not, found.parts[0]);
        return found;
    }
    left = pk_lower_expr(l, node->Compare.left);
    if (rest->count == 1) {
        pk_lv right = pk_lower_expr(l, rest->items[0]);
        pk_lower_at(l, node);
        if (pk_struct_compares(node->Compare.ops[0], left.type, right.type))
            return pk_lower_struct_operator(l, node, node->Compare.ops[0], left,
                                            right);
        return pk_lower_compare(l, node->Compare.ops[0], &note->rules[0], left,
                                right);
    }
    m = pk_merge_new(l, pk_ty_number(PK_TYPE_bool));
    if (rest->count > 2)
        block = pk_begin_block(&l->b);
    for (uint32_t i = 0; i < rest->count; i++) {
        pk_lv right = pk_lower_expr(l, rest->items[i]);
        pk_lv link = pk_lower_compare(l, node->Compare.ops[i], &note->rules[i],
                                      left, right);
        pk_merge_set(l, &m, link);
        left = right;
        if (i + 1 == rest->count)
            break;
        saved = note->meets ? pk_lower_save(l) : NULL;
        if (!block) {
            inst = pk_begin_if(&l->b, link.parts[0]);
            continue;
        }
        inst = pk_begin_if(&l->b, pk_emit1(&l->b, PK_OP_not, link.parts[0]));
        end_path(l, note->meets, saved, NULL);
        pk_emit_exit(&l->b, PK_OP_break, block);
        pk_end_control(&l->b, inst);
    }
    end_path(l, note->meets, saved, NULL);
    if (!block && note->meets) {
        pk_begin_else(&l->b, inst);
        pk_lower_meet(l, note->meets);
    }
    pk_end_control(&l->b, block ? block : inst);
    if (note->meets)
        pk_lower_arrive(l, note->meets);
    return pk_merge_get(l, &m);
}

/* ---- names, attributes, tuples ---- */

static pk_lv lower_query(pk_lower *l, const pk_builtin *row) {
    const pk_ty *i32 = pk_ty_number(PK_TYPE_i32);
    uint32_t grid = l->c->signature->grid[row->param % 3];

    if (row->how == PK_OP_grid_dim && grid && l->c->used >> PK_FACT_grid & 1)
        return pk_lv_one(l, i32, pk_const_int(l->fn, PK_TYPE_i32, grid));
    return pk_lv_one(l, i32, pk_emit_query(&l->b, (pk_op)row->how, row->param));
}

static pk_lv lower_name(pk_lower *l, const pk_ast *node) {
    int index = pk_vars_find(&l->instance->vars, node->Name.id);
    const pk_note *note = pk_note_find(l->instance, node);
    const pk_lv *row = l->reduced ? pk_lower_reduced(l, node->Name.id) : NULL;

    if (row)
        return *row;
    if (index >= 0)
        return pk_lower_closure(l, note->v.type, pk_lower_get(l, index));
    if (note->call)
        return lower_query(l, note->call->builtin);
    return pk_lv_zero(l, note->v.type); /* a module, a function: no parts */
}

/* The value of a member whose number is found while running. */
static pk_lv member_value(pk_lower *l, pk_lv member, const pk_ty *type) {
    const struct pk_members *members = member.type->members;
    uint32_t at = members->count - 1;
    pk_lv value = pk_lv_known(l, members->values[at]);

    if (!type->parts) /* of strings: nothing looks at them */
        return pk_lv_zero(l, type);
    while (at-- > 0)
        value = pk_lower_select(
            l, pk_emit2(&l->b, PK_OP_eq, member.parts[0], pk_i64(l, at)),
            pk_lv_known(l, members->values[at]), value);
    return value;
}

static pk_lv lower_attribute(pk_lower *l, const pk_ast *node) {
    const pk_note *note = pk_note_find(l->instance, node);
    pk_typed base = pk_note_find(l->instance, node->Attribute.value)->v;
    bool imag = strcmp(node->Attribute.attr, "imag") == 0;
    pk_target place;
    pk_lv v;

    if (note->is_written)
        return pk_lower_expr(l, note->written);
    if (base.type->kind == PK_TY_struct || base.type->kind == PK_TY_class ||
        (pk_ty_is_dataclass(base.type) && note->call))
        return pk_lower_struct_attribute(l, node);
    if (note->call)
        return lower_query(l, note->call->builtin);
    if (base.type->kind == PK_TY_member)
        return member_value(l, pk_lower_expr(l, node->Attribute.value),
                            note->v.type);
    if (base.type->kind == PK_TY_number && base.type->members &&
        strcmp(node->Attribute.attr, "value") == 0)
        return pk_lv_one(l, note->v.type,
                         pk_lower_expr(l, node->Attribute.value).parts[0]);
    if (base.type->kind == PK_TY_tuple && base.type->fields &&
        pk_fields_find(base.type->fields, node->Attribute.attr) >= 0)
        return pk_lv_item(
            l, pk_lower_expr(l, node->Attribute.value),
            (uint32_t)pk_fields_find(base.type->fields, node->Attribute.attr));
    if (base.type->kind == PK_TY_vector) {
        v = pk_lower_expr(l, node->Attribute.value);
        return pk_lv_one(
            l, note->v.type,
            v.parts[pk_vector_element(base.type, node->Attribute.attr)]);
    }
    if (!pk_ty_is_numeric(base.type) && base.type->kind != PK_TY_array &&
        base.type->kind != PK_TY_flags && base.type->kind != PK_TY_record &&
        base.type->kind != PK_TY_computed && base.type->kind != PK_TY_range) {
        pk_lower_effects(l, node->Attribute.value);
        return pk_lv_zero(l, note->v.type);
    }
    v = pk_lower_expr(l, node->Attribute.value);
    pk_lower_at(l, node);
    if (v.type->kind == PK_TY_record) {
        place =
            pk_lower_field(l, v, pk_field_named(v.type, node->Attribute.attr));
        return pk_lower_load(l, &place);
    }
    if (v.type->kind == PK_TY_array)
        return pk_lower_array_attribute(l, v, node->Attribute.attr,
                                        note->v.type);
    if (v.type->kind == PK_TY_range)
        return pk_lv_one(
            l, note->v.type,
            pk_emit_to(&l->b, PK_OP_bitcast, note->v.type->scalar,
                       v.parts[pk_range_part(node->Attribute.attr)]));
    if (v.type->kind == PK_TY_computed)
        return pk_lower_computed_attribute(l, v, note->v.type);
    if (v.type->kind == PK_TY_flags)
        return pk_lv_one(l, note->v.type,
                         pk_lower_contiguous(l,
                                             (pk_lv){v.type->items[0], v.parts},
                                             strcmp(node->Attribute.attr,
                                                    "f_contiguous") == 0));
    if (imag && v.type->kind == PK_TY_number)
        return pk_lv_zero(l, note->v.type);
    return pk_lv_one(l, note->v.type, v.parts[imag]);
}

static pk_lv lower_tuple(pk_lower *l, const pk_ast *node,
                         const pk_ast_list *elts) {
    pk_lv v = pk_lv_new(l, pk_note_find(l->instance, node)->v.type);
    uint32_t at = 0;

    for (uint32_t i = 0; i < elts->count; i++)
        at = pk_lv_append(v.parts, at, pk_lower_expr(l, elts->items[i]));
    return v;
}

/* A table that does not change: read from constant memory. In the library the
 * index is promised to be inside; elsewhere it is kept inside. */
static pk_lv pick_known(pk_lower *l, pk_typed tuple, const pk_ty *type,
                        pk_value *i) {
    uint32_t count = tuple.type->count, bytes = pk_type_bytes(type->scalar);
    char *data = pk_arena_array(l->arena, count, bytes);
    pk_storage *table;
    pk_value *at;

    if (!data)
        return pk_lv_zero(l, type);
    for (uint32_t k = 0; k < count; k++) {
        pk_typed item =
            pk_known_convert(l->arena, pk_known_item(tuple, k), type);
        memcpy(data + (size_t)k * bytes, &item.known->bits[0], bytes);
    }
    table = pk_lower_table(l, "table", type->scalar, count, data);
    if (l->program->kind != PK_PROGRAM_library) {
        i = pk_emit2(&l->b, PK_OP_max, i, pk_i64(l, 0));
        i = pk_emit2(&l->b, PK_OP_min, i, pk_i64(l, count - 1));
    }
    at = pk_emit2(&l->b, PK_OP_elem, table->value, i);
    return pk_lv_one(l, type, pk_emit1(&l->b, PK_OP_load, at));
}

/* An item of a tuple; a function as one of those that all are. */
static pk_lv item_as(pk_lower *l, pk_lv tuple, uint32_t i, const pk_ty *type) {
    pk_lv item = pk_lv_item(l, tuple, i);

    return type->kind == PK_TY_choice ? pk_lower_convert(l, item, type) : item;
}

/* t[i] with i found while running: the item whose number it is. Outside the
 * tuple it is the last. */
static pk_lv pick_item(pk_lower *l, const pk_ast *node, pk_lv tuple,
                       pk_lv index) {
    enum { FEW = 4 };
    pk_typed known = pk_note_find(l->instance, node->Subscript.value)->v;
    const pk_ty *type = pk_note_find(l->instance, node)->v.type;
    bool library = l->program->kind == PK_PROGRAM_library;
    uint32_t count = tuple.type->count;
    pk_value *i = pk_lower_scalar(l, index, PK_TYPE_i64);
    pk_lv item = item_as(l, tuple, count - 1, type);

    if (pk_type_is_signed(index.type->scalar) && !library)
        i = pk_emit2(&l->b, PK_OP_wrap_index, i, pk_i64(l, count));
    if (!library && (pk_lower_checks(l) || l->c->signature->tuples)) {
        pk_lower_at(l, node);
        pk_lower_tuple_bounds(l, count, i, index.parts[0]);
    }
    if (pk_lower_is_known(known) && pk_ty_is_number(type) &&
        (library || count > FEW))
        return pick_known(l, known, type, i);
    for (uint32_t k = count - 1; k-- > 0;)
        item = pk_lower_select(l, pk_emit2(&l->b, PK_OP_eq, i, pk_i64(l, k)),
                               item_as(l, tuple, k, type), item);
    return item;
}

static pk_lv lower_subscript(pk_lower *l, const pk_ast *node) {
    const pk_note *note = pk_note_find(l->instance, node);
    const pk_field *field;
    pk_typed index;
    pk_target target;
    pk_lv base;
    int64_t at;

    if (note->is_written)
        return pk_lower_expr(l, note->written);
    base = pk_lower_expr(l, node->Subscript.value);
    if (pk_ty_is_container(base.type) || pk_ty_is_object(base.type))
        return pk_lower_container_item(l, node, base);
    if (base.type->kind == PK_TY_table) { /* what stands there is known */
        pk_lower_effects(l, node->Subscript.slice);
        return pk_lv_zero(l, pk_note_find(l->instance, node)->v.type);
    }
    if (base.type->kind == PK_TY_tuple &&
        node->Subscript.slice->kind == PK_AST_Slice) {
        pk_lower_effects(l, node->Subscript.slice);
        return pk_lower_tuple_slice(l, node, base);
    }
    if (base.type->kind == PK_TY_tuple) {
        index = pk_note_find(l->instance, node->Subscript.slice)->v;
        if (!pk_known_is_int(index, &at))
            return pick_item(l, node, base,
                             pk_lower_expr(l, node->Subscript.slice));
        pk_lower_effects(l, node->Subscript.slice);
        return pk_lv_item(l, base,
                          (uint32_t)(at < 0 ? at + base.type->count : at));
    }
    if (base.type->kind == PK_TY_element_iter &&
        base.type->items[0]->kind == PK_TY_computed)
        return pk_lower_computed_flat(
            l, node, (pk_lv){base.type->items[0], base.parts},
            pk_lower_scalar(l, pk_lower_expr(l, node->Subscript.slice),
                            PK_TYPE_i64));
    field = pk_lower_field_of(l, base.type, node);
    if (base.type->kind == PK_TY_record && !field)
        return base;
    if (field)
        pk_lower_effects(l, node->Subscript.slice);
    target = field ? pk_lower_field(l, base, field)
                   : pk_lower_subscript(l, base, node->Subscript.slice);
    pk_lower_at(l, node);
    return pk_lower_convert(l, pk_lower_load(l, &target),
                            pk_note_find(l->instance, node)->v.type);
}

static pk_lv lower_node(pk_lower *l, const pk_ast *node, const pk_ty *type) {
    pk_lv value;

    switch (node->kind) {
    case PK_AST_Name: return lower_name(l, node);
    case PK_AST_Attribute: return lower_attribute(l, node);
    case PK_AST_BinOp: return pk_lower_binop(l, node);
    case PK_AST_UnaryOp: return pk_lower_unary(l, node);
    case PK_AST_Compare: return lower_chain(l, node);
    case PK_AST_BoolOp: return lower_bool(l, node);
    case PK_AST_IfExp: return pk_lower_choice(l, node);
    case PK_AST_Tuple: return lower_tuple(l, node, &node->Tuple.elts);
    case PK_AST_List:
        return type->kind == PK_TY_tuple
                   ? lower_tuple(l, node, &node->List.elts)
                   : pk_lower_list(l, node);
    case PK_AST_Subscript: return lower_subscript(l, node);
    case PK_AST_Call: return pk_lower_call(l, node);
    case PK_AST_Dict:
    case PK_AST_Set: return pk_lower_dict(l, node);
    case PK_AST_JoinedStr:
    case PK_AST_ListComp:
    case PK_AST_SetComp:
    case PK_AST_DictComp:
        return pk_lower_expr(l, pk_note_find(l->instance, node)->written);
    case PK_AST_FunctionDef: /* of a generator */
    case PK_AST_Lambda: return pk_lower_closure(l, type, pk_lower_def(l, node));
    case PK_AST_Starred: return pk_lower_starred(l, node);
    case PK_AST_Yield: return pk_lower_yield(l, node);
    case PK_AST_NamedExpr:
        value = pk_lower_expr(l, node->NamedExpr.value);
        pk_lower_hold_variable(l, node->NamedExpr.target);
        pk_lower_store(l, node->NamedExpr.target, value);
        return value;
    default: return pk_lv_zero(l, type);
    }
}

pk_lv pk_lower_expr(pk_lower *l, const pk_ast *node) {
    const pk_note *note = pk_note_find(l->instance, node);
    const pk_lv *evaluated = pk_lower_evaluated(l, node);
    pk_typed v = note->v;
    pk_lv value;

    if (evaluated)
        return *evaluated;
    if (l->arena->failed || !v.type || v.type->kind == PK_TY_error)
        return pk_lower_broken(l);
    pk_lower_at(l, node);
    if (pk_lower_is_known(v)) {
        pk_lower_effects_of_known(l, node);
        return pk_lv_known(l, v);
    }
    if (note->single && note->single->kind == PK_TY_lazy)
        return pk_lower_single(l, node, NULL);
    if (note->fresh)
        return pk_lower_fresh(l, node, note);
    value = lower_node(l, node, v.type);
    if (note->listed)
        return note->stores ? pk_lower_given(l, node, note->stores, &value)
                            : pk_lower_list_items(l, value);
    if (note->single)
        return pk_lower_single(l, node, &value);
    return v.type->kind == PK_TY_optional ? value : pk_lower_present(l, value);
}
