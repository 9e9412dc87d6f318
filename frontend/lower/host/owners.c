/* SPDX-License-Identifier: Apache-2.0 */
/* The owners of arrays' memory in a host function. A variable owns the memory
 * of its value (core/passes/own.c: a local of type ref owns); a temporary owns
 * what only an expression has, until its statement ends.
 *
 *     s = f(a).sum()      %1: ptr, ..., %4: ref = call @f(%a, ...)
 *                         set $temporary, %4
 *                         ...
 *                         set $temporary, none
 *
 * An array of a variable goes behind the statement of the function's body that
 * uses the variable last, so that the next array may take its memory. */
#include "frontend/lower/lower.h"

struct pk_temporary {
    struct pk_temporary *outer;
    pk_local *local;
};

pk_local *pk_lower_keep_later(pk_lower *l) {
    struct pk_temporary *t = PK_NEW(l->arena, struct pk_temporary);

    *t = (struct pk_temporary){l->temporaries,
                               pk_func_local(l->fn, "temporary", PK_TYPE_ref)};
    l->temporaries = t;
    pk_lower_tried_keep(l, t->local);
    return t->local;
}

void pk_lower_keep(pk_lower *l, pk_value *ref) {
    pk_local *local = pk_lower_keep_later(l);

    pk_emit_set(&l->b, local, ref);
}

void pk_lower_hold(pk_lower *l, pk_lv v) {
    for (uint32_t i = 0; l->c->signature->host && i < v.type->parts; i++)
        if (pk_ty_part(v.type, i) == PK_TYPE_ref && !pk_is_const(v.parts[i]))
            pk_lower_keep(l, v.parts[i]);
}

void pk_lower_hold_variable(pk_lower *l, const pk_ast *name) {
    const int index = pk_vars_find(&l->instance->vars, name->Name.id);

    if (l->c->signature->host && l->places[index].type)
        pk_lower_hold(l, pk_lower_get(l, index));
}

/* ---- last uses ---- */

bool pk_lower_ends_in(const pk_var *var, const pk_ast *node,
                      const pk_ast *next) {
    return !var->outside && !var->shared &&
           var->last_use >= pk_ast_place(node) &&
           (!next || var->last_use < pk_ast_place(next));
}

/* A record is an address in an array's memory that keeps no owner. */
static bool has_records(const pk_ty *array) {
    return pk_ty_element(array)->kind == PK_TY_record;
}

void pk_lower_end_uses(pk_lower *l, const pk_ast *node, const pk_ast *next) {
    const pk_vars *vars = &l->instance->vars;
    uint32_t owner;

    if (!l->live || !l->c->signature->host || l->c->signature->debug)
        return;
    for (uint32_t i = 0; i < vars->count; i++) {
        if (!l->homes[i] || vars->items[i].param ||
            !pk_lower_ends_in(&vars->items[i], node, next))
            continue;
        for (const pk_home *home = l->homes[i]; home; home = home->next)
            if (home->type->kind == PK_TY_array && !has_records(home->type) &&
                pk_part_owner(home->type, &owner))
                pk_emit_set(&l->b, home->locals[owner],
                            pk_const_bits(l->fn, PK_TYPE_ref, 0));
    }
}

void pk_lower_let_go(pk_lower *l, struct pk_temporary *until) {
    for (; l->temporaries != until; l->temporaries = l->temporaries->outer)
        if (l->live)
            pk_emit_set(&l->b, l->temporaries->local,
                        pk_const_bits(l->fn, PK_TYPE_ref, 0));
}
