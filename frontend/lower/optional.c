/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of values that may be None: a bool that says whether there is one,
 * and the parts of the value, zero where there is none. */
#include "frontend/lower/lower.h"

#include "frontend/lower/report.h"

pk_value *pk_lower_is_none(pk_lower *l, pk_lv v) {
    if (v.type->kind != PK_TY_optional)
        return pk_const_int(l->fn, PK_TYPE_bool, v.type->kind == PK_TY_none);
    return pk_emit1(&l->b, PK_OP_not, v.parts[0]);
}

pk_lv pk_lower_present(pk_lower *l, pk_lv v) {
    const pk_ty *type = v.type;

    if (type->kind != PK_TY_optional)
        return v;
    type = type->items[0];
    pk_lower_fail_if(l, pk_lower_is_none(l, v),
                     pk_arena_format(l->arena,
                                     "TypeError: expected %s, got None",
                                     pk_ty_name(l->arena, type)),
                     NULL, 0);
    return (pk_lv){type, v.parts + 1};
}

pk_lv pk_lower_optional(pk_lower *l, pk_lv v, const pk_ty *to) {
    bool optional = v.type->kind == PK_TY_optional;
    pk_lv out,
        value = {pk_ty_present(v.type), optional ? v.parts + 1 : v.parts};

    if (v.type->kind == PK_TY_none)
        return pk_lv_zero(l, to);
    out = pk_lv_new(l, to);
    value = pk_lower_convert(l, value, to->items[0]);
    out.parts[0] = optional ? v.parts[0] : pk_const_int(l->fn, PK_TYPE_bool, 1);
    for (uint32_t i = 0; i < value.type->parts; i++)
        out.parts[1 + i] = value.parts[i];
    return out;
}

/* ---- variables ---- */

typedef struct narrowing {
    pk_lower *l;
    pk_narrowed *undo;
} narrowing;

static void narrow_place(void *arg, const pk_ast *name, bool none) {
    narrowing *n = arg;
    int index = pk_vars_find(&n->l->instance->vars, name->Name.id);
    pk_place *place = index >= 0 ? &n->l->places[index] : NULL;
    pk_narrowed *undo;

    if (!place || !place->type || place->type->kind != PK_TY_optional)
        return;
    undo = PK_NEW(n->l->arena, pk_narrowed);
    *undo = (pk_narrowed){n->undo, index, place->type};
    n->undo = undo;
    place->whole = place->type;
    place->type = none ? &pk_ty_none : place->whole->items[0];
}

pk_narrowed *pk_lower_narrow(pk_lower *l, const pk_ast *test, bool holds,
                             pk_narrowed *undo) {
    narrowing n = {l, undo};

    pk_narrow(test, holds, narrow_place, &n);
    return n.undo;
}

void pk_lower_widen(pk_lower *l, const pk_narrowed *undo) {
    for (; undo; undo = undo->next) {
        l->places[undo->index].type = undo->type;
        l->places[undo->index].whole = NULL;
    }
}
