/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of assignments: to names, elements, slices and fields, unpacking,
 * and x op= y. */
#include "frontend/infer/typings.h"

#include "frontend/infer/closure.h"
#include "frontend/values/known.h"

#include <string.h>

/* Converts a value to the type that `locals` gives the variable. */
static pk_typed as_local(pk_infer *in, const pk_ast *name, pk_typed value) {
    const pk_ty *type =
        pk_function_local_type(in->instance->function, name->Name.id);

    if (!type || value.type->kind == PK_TY_error)
        return value;
    if (value.type->kind == PK_TY_array && type->kind == PK_TY_array &&
        value.type->flags & ~type->flags & PK_TYF_readonly)
        return pk_say(in, name, PK_E_convert, "copy it, x = a.copy()",
                      "'%s' is an array that can be written by locals: a "
                      "read-only one cannot be converted to that",
                      name->Name.id);
    if (pk_rule_converts(value.type, type))
        return pk_ty_is_numeric(type) ? pk_known_convert(in->arena, value, type)
                                      : of_type(type);
    return pk_say(in, name, PK_E_convert,
                  pk_type_hint(PK_E_convert, value.type, NULL),
                  "'%s' is %s by locals: %s cannot be converted to that",
                  name->Name.id, pk_named(in, type), pk_named(in, value.type));
}

static void define(pk_infer *in, const pk_ast *name, pk_typed value) {
    int index = pk_vars_find(&in->instance->vars, name->Name.id);

    value = as_local(in, name, value);
    if (!pk_infer_kept_iterator(in, name, value))
        value.type = &pk_ty_error;
    value.type = pk_closure_kept(in->arena, in->instance, value.type);
    if (value.type->kind == PK_TY_error && in->unset)
        value.type = &pk_ty_unset;
    if (index >= 0 && in->env.slots)
        in->env.slots[index] = (pk_slot){.v = value, .where = name};
    pk_infer_tried(in, index);
    pk_note_at(in, name)->v = value;
}

/* True for types that have as many items as there are names, or fail while
 * running: arrays, a range and its like. But for i, j in range(n), range(m)
 * means another loop. */
static bool unpacks(const pk_infer *in, const pk_ty *type) {
    switch ((pk_ty_kind)type->kind) {
    case PK_TY_array: return type->ndim != 0;
    case PK_TY_range: return in->assigned != NULL;
    case PK_TY_zip: return !pk_ty_is_stepped(type);
    case PK_TY_struct: return pk_generator_of(type);
    case PK_TY_list:
    case PK_TY_element_iter: return true;
    case PK_TY_text: return pk_ty_is_text(type);
    default: return false;
    }
}

/* r, g, b = image[i, j]: an array unpacks into its rows or elements. */
static void unpack(pk_infer *in, const pk_ast *target, pk_typed value,
                   const pk_ast_list *elts) {
    const pk_ty *type = value.type;
    pk_typed item = {.type = &pk_ty_error};

    if (!pk_infer_has_items(in, target, type, PK_E_unpack_type))
        value = item;
    else if (type->kind == PK_TY_tuple && type->count != elts->count)
        value = pk_say(in, target, PK_E_unpack_count,
                       pk_hint_unpack(in, elts, type),
                       "%u names cannot take the %u items of %s", elts->count,
                       type->count, pk_named(in, type));
    else if (type->kind != PK_TY_tuple && type->kind != PK_TY_error &&
             !unpacks(in, type)) {
        const char *hint = pk_hint_unpack(in, elts, type);
        if (!hint)
            hint = pk_type_hint(PK_E_unpack_type, type, NULL);
        value = pk_say(in, target, PK_E_unpack_type,
                       hint ? hint
                            : "a tuple, an array, a range, zip or enumerate "
                              "can be unpacked",
                       "%s cannot be unpacked", pk_named(in, type));
    }
    pk_note_at(in, target)->v = value;
    if (value.type->kind != PK_TY_tuple && value.type->kind != PK_TY_error)
        item = pk_infer_item(in, target, value);
    for (uint32_t i = 0; i < elts->count; i++) {
        if (elts->items[i]->kind == PK_AST_Starred) {
            pk_say_unsupported(in, elts->items[i], "* in an assignment",
                               "name every item");
            continue;
        }
        if (value.type->kind == PK_TY_tuple)
            item = pk_known_item(value, i);
        pk_infer_store(in, elts->items[i], item);
    }
}

static const char *store_hint(const pk_ty *value, const pk_ty *place) {
    const char *hint;

    if (value->kind == PK_TY_none)
        return "None is not a number; a function without `return value` "
               "returns None";
    if (value->kind == PK_TY_text)
        return "kernels have no strings but those that they print";
    if (value->kind == PK_TY_member)
        return PK_HINT_MEMBER;
    if (value->kind == PK_TY_complex && pk_ty_is_number(place))
        return "take .real or abs() of it";
    if (pk_ty_is_arrays(value) && place->kind != PK_TY_array)
        return "this place is one element: a slice takes an array";
    if (pk_ty_is_arrays(value) && value->ndim > place->ndim)
        return "the value must not have more dimensions than the place it "
               "is stored in";
    if (value->kind == PK_TY_tuple)
        return place->kind == PK_TY_array
                   ? "a tuple of numbers fills an array of one dimension"
               : place->kind == PK_TY_record
                   ? "one item for each field, or the fields one by one: r.x"
                   : "this place takes one number: an item, as a.shape[0]";
    if ((hint = pk_type_hint(PK_E_store_type, value, NULL)))
        return hint;
    return place->kind == PK_TY_record
               ? "store its fields one by one: a[i].x = ..., or another record "
                 "of that dtype"
               : NULL;
}

/* Whether the value fits the place, a part of `base`; says so when not. */
static void check_store(pk_infer *in, const pk_ast *target, const pk_ty *base,
                        const pk_ty *place, const pk_ty *value) {
    bool whole = place->kind == PK_TY_array || place->kind == PK_TY_record ||
                 base->kind == PK_TY_record;

    if (place->kind == PK_TY_error || value->kind == PK_TY_error)
        return;
    if (base->kind == PK_TY_element_iter)
        base = base->items[0];
    if (base->flags & PK_TYF_readonly)
        pk_say(in, target, PK_E_store_readonly,
               "pass it as an output, or copy what changes",
               "cannot write to a read-only array");
    else if (!pk_infer_sized(in, target, value))
        return;
    else if (!pk_infer_fits(value, place))
        pk_say(in, target, PK_E_store_type, store_hint(value, place),
               "cannot store %s in %s%s", pk_named(in, value),
               whole ? "" : "an element of ",
               pk_named(in, whole ? place : base));
}

/* A value goes into an array: an element, or all of a view; or a field. */
static void store_element(pk_infer *in, const pk_ast *target, pk_typed value) {
    pk_typed base = pk_infer_expr(in, target->Subscript.value);
    pk_typed place = {.type = &pk_ty_error};

    pk_note_at(in, target)->stores = NULL;
    if (pk_ty_is_object(base.type)) {
        pk_infer_struct_set_item(in, target, base, value);
        return;
    }
    if (pk_ty_is_container(base.type) &&
        pk_infer_container_store(in, target, base, value.type))
        return;
    if (base.type->kind == PK_TY_array ||
        base.type->kind == PK_TY_element_iter ||
        (base.type->kind == PK_TY_list && !pk_ty_is_str(base.type)) ||
        base.type->kind == PK_TY_record)
        place = pk_infer_subscript(in, target);
    else if (base.type->kind == PK_TY_hidden ||
             base.type->kind == PK_TY_foreign)
        pk_infer_has_value(in, target->Subscript.value, base);
    else if (base.type->kind != PK_TY_error)
        pk_say(in, target, PK_E_store_item,
               base.type->kind == PK_TY_tuple
                   ? "tuples cannot be changed: make a new one"
               : pk_ty_is_text(base.type)
                   ? "strings cannot be changed: make a new one"
                   : NULL,
               "cannot assign to an item of %s", pk_named(in, base.type));
    pk_note_at(in, target)->v = place;
    check_store(in, target, base.type, place.type, pk_ty_present(value.type));
}

static void store_field(pk_infer *in, const pk_ast *target, pk_typed value) {
    pk_typed place = pk_infer_expr(in, target->Attribute.value);

    if (pk_infer_struct_store(in, target, place, value))
        return;
    place = pk_infer_field_store(in, target);
    pk_note_at(in, target)->v = place;
    if (place.type->kind != PK_TY_error)
        check_store(in, target, pk_infer_expr(in, target->Attribute.value).type,
                    place.type, pk_ty_present(value.type));
}

void pk_infer_store(pk_infer *in, const pk_ast *target, pk_typed value) {
    if (!pk_infer_step(in, target, 1))
        return;
    switch (target->kind) {
    case PK_AST_Name: define(in, target, value); break;
    case PK_AST_Tuple: unpack(in, target, value, &target->Tuple.elts); break;
    case PK_AST_List: unpack(in, target, value, &target->List.elts); break;
    case PK_AST_Subscript: store_element(in, target, value); break;
    case PK_AST_Attribute: store_field(in, target, value); break;
    default: pk_say_unsupported(in, target, "this assignment", NULL); break;
    }
}

/* Whether it is an item of a container, or a field of a structure, which keeps
 * a value as a name does. */
static bool is_item(pk_infer *in, const pk_ast *target) {
    const pk_ty *type;

    if (target->kind == PK_AST_Attribute)
        return pk_infer_expr(in, target->Attribute.value).type->kind ==
               PK_TY_struct;
    if (target->kind != PK_AST_Subscript)
        return false;
    type = pk_infer_expr(in, target->Subscript.value).type;
    return pk_ty_is_object(type) ||
           (pk_ty_is_container(type) && !pk_ty_is_flat_list(type));
}

void pk_infer_assign(pk_infer *in, const pk_ast *node) {
    const pk_ast_list *targets = &node->Assign.targets;
    bool fills =
        targets->count == 1 && (targets->items[0]->kind == PK_AST_Subscript ||
                                targets->items[0]->kind == PK_AST_Attribute);
    pk_typed value;

    if (targets->count == 1 &&
        (pk_infer_container_statement(in, node, targets->items[0],
                                      node->Assign.value) ||
         pk_infer_stores_by_array(in, node, targets->items[0],
                                  node->Assign.value)))
        return;
    if (fills && in->c->signature->host && is_item(in, targets->items[0]))
        fills = false;
    value = fills ? pk_infer_operand(in, node->Assign.value)
                  : pk_infer_optional(in, node->Assign.value);
    if (!pk_infer_has_value(in, node->Assign.value, value))
        value.type = &pk_ty_error;
    in->assigned = targets->count > 1 && pk_ty_has_iterator(value.type)
                       ? NULL
                       : node->Assign.value;
    for (uint32_t i = 0; i < targets->count; i++)
        pk_infer_store(in, targets->items[i], value);
    in->assigned = NULL;
}

/* a[1:] += b changes the array: NumPy's function with it as the place. */
static void augment_array(pk_infer *in, const pk_ast *node, pk_typed a,
                          pk_typed b) {
    const pk_ast *target = node->AugAssign.target;
    const pk_ast *nodes[] = {target, node->AugAssign.value};
    pk_typed args[] = {a, b}, v;
    const char *path = pk_operator_path((uint8_t)node->AugAssign.op);

    if (!path) {
        pk_say_unsupported(in, node, "this operator for arrays", NULL);
        return;
    }
    v = pk_infer_operator(in, node, path, nodes, args, 2);
    pk_note_at(in, node)->v = v;
    if (v.type->kind == PK_TY_error)
        return;
    if (a.type->flags & PK_TYF_readonly)
        pk_say(in, target, PK_E_store_readonly,
               in->c->signature->host ? "write x = x + y, which makes a new one"
                                      : NULL,
               "cannot write to a read-only array");
    else if (!pk_infer_same_kind(v.type, a.type) || v.type->ndim > a.type->ndim)
        pk_say(in, node, PK_E_array_kind, "a[:] = ... converts",
               "%s makes %s here, which cannot stay in %s",
               pk_ast_op_symbol((pk_ast_op)node->AugAssign.op),
               pk_named(in, v.type), pk_named(in, a.type));
}

/* x op= y types like x = x op y. */
void pk_infer_augmented(pk_infer *in, const pk_ast *node) {
    const pk_ast *target = node->AugAssign.target;
    pk_typed a, b, value;
    pk_rule rule = {0};

    if (pk_infer_container_statement(in, node, target, node->AugAssign.value) ||
        pk_infer_stores_by_array(in, node, target, node->AugAssign.value))
        return;
    if (target->kind == PK_AST_Name) {
        a = pk_infer_expr(in, target);
    } else if (target->kind == PK_AST_Subscript) {
        a = pk_infer_subscript(in, target);
        pk_note_at(in, target)->v = a;
    } else if (is_item(in, target)) {
        a = pk_infer_expr(in, target);
    } else {
        a = pk_infer_field_store(in, target);
        pk_note_at(in, target)->v = a;
        if (a.type->kind == PK_TY_error)
            return;
    }
    b = pk_infer_operand(in, node->AugAssign.value);
    if (pk_ty_is_object(a.type) || pk_ty_is_object(b.type)) {
        value = pk_infer_struct_operator(in, node, (uint8_t)node->AugAssign.op,
                                         "i", a, b);
        pk_note_at(in, node)->v = value;
        pk_infer_store(in, target, value);
        return;
    }
    if (a.type->kind == PK_TY_array) {
        if (b.type->kind != PK_TY_error &&
            pk_infer_has_value(in, node->AugAssign.value, b))
            augment_array(in, node, a, b);
        return;
    }
    b = pk_infer_single(in, node->AugAssign.value, b);
    if (b.type->kind == PK_TY_lazy)
        b = pk_say(
            in, node, PK_E_store_type, "a[:] = ... stores into all elements",
            "%s cannot go into %s", pk_named(in, b.type), pk_named(in, a.type));
    if (pk_ty_is_text(a.type)) {
        value = pk_infer_container_operator(in, node,
                                            (uint8_t)node->AugAssign.op, a, b);
        pk_note_at(in, node)->v = value;
        pk_infer_store(in, target, value);
        return;
    }
    value = pk_infer_binary(in, node, (uint8_t)node->AugAssign.op, a, b, &rule);
    pk_note_at(in, node)->v = value;
    pk_note_at(in, node)->rule = rule;
    pk_infer_store(in, target, value);
}
