/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of functions within functions: values that travel with them. */
#include "frontend/lower/closure.h"

/* The defaults of the function, evaluated where it is made. */
static pk_lv with_defaults(pk_lower *l, const pk_function *fn,
                           const pk_ty *type) {
    pk_lv v = pk_lv_new(l, type);
    uint32_t at = 0;

    for (uint32_t i = 0; v.parts && i < fn->info.param_count; i++)
        if (pk_function_default(fn, i))
            at = pk_lv_append(v.parts, at,
                              pk_lower_expr(l, pk_function_default(fn, i)));
    return v;
}

pk_lv pk_lower_def(pk_lower *l, const pk_ast *node) {
    const pk_ty *type = pk_note_find(l->instance, node)->v.type;

    return with_defaults(l, type->function, type);
}

/* One function: its defaults, and variables as they are now. */
static pk_lv current(pk_lower *l, const pk_ty *type, pk_lv kept) {
    const pk_function *fn = type->function;
    uint32_t first = pk_closure_defaults(fn), at = 0;
    pk_lv v = pk_lv_new(l, type);

    for (uint32_t i = 0; v.parts && i < first; i++)
        for (uint32_t k = 0; k < type->items[i]->parts; k++, at++)
            v.parts[at] = kept.parts[at];
    for (uint32_t i = first; v.parts && i < type->count; i++) {
        const char *name = fn->captured[i - first];
        int index = pk_vars_find(&l->instance->vars, name);
        const pk_lv *row = l->reduced ? pk_lower_reduced(l, name) : NULL;
        pk_lv item;
        if (!type->items[i]->parts)
            continue;
        if (row && row->type->layout == type->items[i]->layout)
            item = *row;
        else
            item = pk_lower_get(l, index);
        item = pk_lower_closure(l, type->items[i], item);
        at = pk_lv_append(v.parts, at, item);
    }
    return v;
}

pk_lv pk_lower_closure(pk_lower *l, const pk_ty *type, pk_lv kept) {
    pk_lv v;
    uint32_t at = 0;

    if (pk_closure_of(l->instance, type))
        return current(l, type, kept);
    if (!pk_closure_within(l->instance, type))
        return kept;
    v = pk_lv_new(l, type);
    for (uint32_t i = 0; v.parts && i < type->count; i++)
        at = pk_lv_append(
            v.parts, at,
            pk_lower_closure(l, type->items[i], pk_lv_item(l, kept, i)));
    return v;
}

pk_lv pk_lower_kept(pk_lower *l, pk_lv value) {
    pk_lv v = {pk_closure_kept(l->arena, l->instance, value.type), value.parts};
    uint32_t at = 0;

    /* A function's defaults come first. */
    if (v.type == value.type || v.type->kind == PK_TY_function)
        return v;
    v = pk_lv_new(l, v.type);
    for (uint32_t i = 0; v.parts && i < v.type->count; i++)
        at = pk_lv_append(v.parts, at,
                          pk_lower_kept(l, pk_lv_item(l, value, i)));
    return v;
}

/* ---- nonlocal ---- */

pk_lv pk_lower_outward(pk_lower *l, pk_lv value) {
    const pk_function *fn = l->instance->function;
    uint32_t count = 1 + fn->assigned_count, at = 0, parts;
    const pk_ty **types = pk_arena_array(l->arena, count, sizeof *types);
    pk_lv *items = pk_arena_array(l->arena, count, sizeof *items), v;

    if (!fn->assigned_count || !types || !items)
        return value;
    items[0] = value;
    for (uint32_t i = 1; i < count; i++)
        items[i] = pk_lower_get(
            l, pk_vars_find(&l->instance->vars, fn->assigned[i - 1]));
    for (uint32_t i = 0; i < count; i++)
        types[i] = items[i].type;
    v = pk_lv_new(l, pk_ty_tuple(l->arena, types, count));
    parts = v.parts ? count : 0;
    for (uint32_t i = 0; i < parts; i++)
        at = pk_lv_append(v.parts, at, items[i]);
    return v;
}

pk_lv pk_lower_inward(pk_lower *l, const pk_call *call, pk_lv result) {
    const pk_function *fn = call->instance->function;

    if (!fn->assigned_count)
        return result;
    for (uint32_t i = 0; i < fn->assigned_count; i++)
        pk_lower_set(l, pk_vars_find(&l->instance->vars, fn->assigned[i]),
                     pk_lv_item(l, result, 1 + i));
    return pk_lv_item(l, result, 0);
}
