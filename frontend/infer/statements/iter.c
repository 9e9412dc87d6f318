/* SPDX-License-Identifier: Apache-2.0 */
/* Inference of what a for runs over: ranges, tuples, arrays; and enumerate and
 * zip of them. */
#include "frontend/infer/typings.h"

#include "frontend/types/struct.h"
#include "frontend/values/known.h"

/* ---- items ---- */

static pk_typed item_of_tuple(pk_infer *in, const pk_ast *node,
                              const pk_ty *type) {
    if (pk_is_mixed(type))
        return pk_say(in, node, PK_E_iterate,
                      "make the items one type, or write the loop out",
                      "for over a tuple of different types, %s",
                      pk_named(in, type));
    return of_type(type->count ? type->items[0] : &pk_ty_none);
}

/* A tuple of an item of each. */
static pk_typed item_of_zip(pk_infer *in, const pk_ast *node,
                            const pk_ty *type) {
    const pk_ty **items =
        pk_arena_array(in->arena, type->count + 1, sizeof *items);
    pk_typed item;

    for (uint32_t i = 0; items && i < type->count; i++) {
        item = pk_infer_item(in, node, of_type(type->items[i]));
        if (item.type->kind == PK_TY_error)
            return item;
        items[i] = item.type;
    }
    return of_type(items ? pk_ty_tuple(in->arena, items, type->count)
                         : &pk_ty_error);
}

pk_typed pk_infer_item(pk_infer *in, const pk_ast *node, pk_typed iterated) {
    const pk_ty *type = iterated.type;
    const char *hint;

    switch ((pk_ty_kind)type->kind) {
    case PK_TY_error: return iterated;
    case PK_TY_range: return of_type(pk_ty_number(type->scalar));
    case PK_TY_count: return of_type(pk_ty_number(PK_TYPE_i64));
    case PK_TY_array:
        if (type->ndim && !pk_infer_sized(in, node, type))
            return of_type(&pk_ty_error);
        if (type->ndim)
            return pk_infer_row_most(in, pk_infer_index(in, node, type, NULL),
                                     iterated);
        break;
    case PK_TY_tuple:
        return pk_infer_has_items(in, node, type, PK_E_iterate)
                   ? item_of_tuple(in, node, type)
                   : of_type(&pk_ty_error);
    case PK_TY_text:
        if (!pk_ty_is_text(type))
            break;
        return of_type(&pk_ty_str);
    case PK_TY_list: return of_type(pk_ty_is_str(type) ? type : type->items[0]);
    case PK_TY_zip: return item_of_zip(in, node, type);
    case PK_TY_iter: return pk_infer_item(in, node, of_type(type->items[0]));
    case PK_TY_element_iter:
        return of_type(pk_ty_element_iter_item(in->arena, type));
    case PK_TY_struct:
        if (pk_generator_of(type))
            return of_type(pk_generator_of(type)->item);
        break;
    default: break;
    }
    if (type->kind == PK_TY_hidden)
        return pk_say_hidden(in, node, type,
                             "make it a tuple or an np.array at module level, "
                             "or pass it as an argument");
    hint = pk_type_hint(PK_E_iterate, type, NULL);
    return pk_say(in, node, PK_E_iterate,
                  hint ? hint : "for takes range(...), a tuple or an array",
                  "%s cannot be iterated over", pk_named(in, type));
}

/* ---- builtins ---- */

static pk_typed zip_of(pk_infer *in, const pk_ast *node,
                       const pk_ty *const *items, uint32_t count) {
    pk_ty *type = PK_NEW(in->arena, pk_ty);

    *type = (pk_ty){.kind = PK_TY_zip, .count = count, .items = items};
    for (uint32_t i = 0; i < count; i++) {
        type->parts += items[i]->parts;
        if (items[i]->kind == PK_TY_iter)
            return pk_say_unsupported(in, node,
                                      "an iterator in zip or enumerate",
                                      "loop over the array itself, or call "
                                      "next(it) in the loop");
        if (pk_infer_item(in, node, of_type(items[i])).type->kind ==
            PK_TY_error)
            return of_type(&pk_ty_error);
    }
    return of_type(type);
}

pk_typed pk_type_enumerate(pk_infer *in, const pk_ast *node, pk_call *call) {
    static const pk_ty counter = {
        .kind = PK_TY_count, .scalar = PK_TYPE_i64, .parts = 1};
    const pk_ty **items = pk_arena_array(in->arena, 2, sizeof *items);

    if (call->nodes[1] && !pk_ty_is_int(call->args[1].type))
        return pk_say(in, call->nodes[1], PK_E_call_type,
                      pk_hint_integer(call->args[1].type),
                      "enumerate starts with an integer, not %s",
                      pk_named(in, call->args[1].type));
    if (!items)
        return of_type(&pk_ty_error);
    items[0] = &counter;
    items[1] = pk_ty_unknown_text(in->arena, call->args[0].type);
    return zip_of(in, node, items, 2);
}

pk_typed pk_type_zip(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty **items =
        pk_arena_array(in->arena, call->count + 1, sizeof *items);

    if (!call->count)
        return pk_say(in, node, PK_E_call_count, "as in for x, y in zip(a, b)",
                      "zip takes at least one argument");
    for (uint32_t i = 0; items && i < call->count; i++)
        items[i] = pk_ty_unknown_text(in->arena, call->args[i].type);
    return items ? zip_of(in, node, items, call->count) : of_type(&pk_ty_error);
}

/* ---- iterators ---- */

/* The number of items taken from an iterator is counted in memory of the call's
 * own, which is used again when the call is repeated. */
pk_typed pk_type_iter(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *over = pk_ty_unknown_text(in->arena, call->args[0].type);
    const pk_ty **items;
    pk_ty *type = PK_NEW(in->arena, pk_ty);

    if (pk_generator_of(over))
        return of_type(over);
    if (over->kind == PK_TY_iter || pk_ty_is_stepped(over))
        return pk_say_unsupported(in, call->nodes[0], "iter of an iterator",
                                  "use the iterator itself");
    if (in->instance->frame)
        return pk_say_unsupported(in, node, "iter in a generator",
                                  "write a for loop");
    if (pk_infer_item(in, call->nodes[0], call->args[0]).type->kind ==
            PK_TY_error ||
        !pk_infer_sized(in, call->nodes[0], over))
        return of_type(&pk_ty_error);
    items = pk_arena_array(in->arena, 1, sizeof *items);
    if (!items)
        return of_type(&pk_ty_error);
    items[0] = over;
    *type = (pk_ty){.kind = PK_TY_iter,
                    .count = 1,
                    .items = items,
                    .parts = over->parts + 1};
    return of_type(type);
}

pk_typed pk_type_next(pk_infer *in, const pk_ast *node, pk_call *call) {
    const pk_ty *iterator = call->args[0].type, *type;
    pk_typed item;

    if (iterator->kind != PK_TY_iter && !pk_generator_of(iterator))
        return pk_say(in, call->nodes[0], PK_E_call_type, "it = iter(a)",
                      "next takes an iterator, not %s", pk_named(in, iterator));
    item = pk_infer_item(in, node, of_type(iterator));
    if (!call->nodes[1])
        return item;
    type = pk_rule_unify(in->arena, item.type, call->args[1].type);
    if (!type) {
        const char *names[2];
        bool apart =
            pk_ty_names_apart(in->arena, item.type, call->args[1].type, names);
        return pk_say(in, node, PK_E_unify_values,
                      pk_unify_hint(item.type, call->args[1].type, apart),
                      "cannot unify %s and %s", names[0], names[1]);
    }
    return of_type(type);
}

/* Its memory has one name, so that no other iterator of the same call is there
 * while it is used; and it ends with the function. */
bool pk_infer_kept_iterator(pk_infer *in, const pk_ast *node, pk_typed v) {
    const pk_ast *made = in->assigned;
    const pk_call *call = made && made->kind == PK_AST_Call
                              ? pk_note_find(in->instance, made)->call
                              : NULL;

    if (!pk_ty_has_iterator(v.type) ||
        (v.type->kind == PK_TY_iter && call && call->builtin &&
         call->builtin->how == PK_HOW_iter))
        return true;
    pk_say_unsupported(in, node, "another name for an iterator",
                       "assign it alone, it = iter(a), and give functions the "
                       "array itself");
    return false;
}
