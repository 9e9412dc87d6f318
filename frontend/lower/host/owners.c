/* SPDX-License-Identifier: Apache-2.0 */
/* The owners of arrays' memory in a host function. A variable owns the memory
 * of its value (core/passes/own.c: a local of type ref owns); a temporary owns
 * what only an expression has, until its statement ends.
 *
 *     s = f(a).sum()      %1: ptr, ..., %4: ref = call @f(%a, ...)
 *                         set $temporary, %4
 *                         ...
 *                         set $temporary, none */
#include "frontend/lower/lower.h"

struct pk_temporary {
    struct pk_temporary *outer;
    pk_local *local;
};

void pk_lower_keep(pk_lower *l, pk_value *ref) {
    struct pk_temporary *t = PK_NEW(l->arena, struct pk_temporary);

    *t = (struct pk_temporary){l->temporaries,
                               pk_func_local(l->fn, "temporary", PK_TYPE_ref)};
    l->temporaries = t;
    pk_lower_tried_keep(l, t->local);
    pk_emit_set(&l->b, t->local, ref);
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

void pk_lower_let_go(pk_lower *l, struct pk_temporary *until) {
    for (; l->temporaries != until; l->temporaries = l->temporaries->outer)
        if (l->live)
            pk_emit_set(&l->b, l->temporaries->local,
                        pk_const_bits(l->fn, PK_TYPE_ref, 0));
}
