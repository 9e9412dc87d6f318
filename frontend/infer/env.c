/* SPDX-License-Identifier: Apache-2.0 */
/* The types of variables at a point, which meet where paths do. */
#include "frontend/infer/latent.h"

#include "frontend/infer/typings.h"
#include "frontend/values/known.h"

#include <string.h>

pk_env pk_env_copy(pk_infer *in, const pk_env *env) {
    uint32_t count = in->instance->vars.count;
    pk_env copy = {NULL, env->live, env->doubt};

    in->c->steps += count;
    copy.slots = pk_arena_array(in->arena, count + 1, sizeof *copy.slots);
    if (copy.slots && env->slots)
        memcpy(copy.slots, env->slots, count * sizeof *copy.slots);
    if (!copy.slots)
        copy.live = false;
    return copy;
}

static pk_slot clash(pk_infer *in, const pk_slot *a, const pk_slot *b) {
    pk_ty *type = PK_NEW(in->arena, pk_ty);
    const pk_ty **kept;
    pk_slot slot = *a;

    *type = *a->v.type;
    type->kind = PK_TY_clash;
    slot.v = of_type(type);
    slot.other = b->where;
    slot.other_type = b->v.type;
    slot.doubt = NULL;
    kept = pk_arena_array(in->arena, 1, sizeof *kept);
    if (!kept)
        return slot;
    kept[0] = a->v.type;
    type->count = 1;
    type->items = kept;
    return slot;
}

enum { MAX_JOINS = 50 }; /* of a function are kept: each looks at all */

/* An integer that becomes a float where it meets one, for those who ask. */
static void keep_join(pk_infer *in, const pk_slot *a, const pk_slot *b,
                      const pk_ty *type) {
    pk_instance *instance = in->instance;
    bool told = !pk_ty_is_float(type) || instance->join_count == MAX_JOINS ||
                (pk_ty_is_float(a->v.type) && pk_ty_is_float(b->v.type));
    pk_joined *joined;

    for (pk_joined *j = instance->joins; j && !told; j = j->next)
        told = (j->a.where == a->where && j->b.where == b->where) ||
               (j->a.where == b->where && j->b.where == a->where);
    if (told)
        return;
    joined = PK_NEW(in->arena, pk_joined);
    *joined =
        (pk_joined){.next = instance->joins, .a = *a, .b = *b, .type = type};
    if (a->where && a->where->kind == PK_AST_Name)
        joined->name = a->where->Name.id;
    else if (b->where && b->where->kind == PK_AST_Name)
        joined->name = b->where->Name.id;
    if (joined->name) {
        instance->joins = joined;
        instance->join_count++;
    }
}

static pk_slot join_slot(pk_infer *in, const pk_slot *a, const pk_slot *b) {
    pk_slot slot = *a;
    const pk_ty *type;

    if (!a->v.type || !b->v.type) { /* assigned on one path: perhaps not */
        slot = a->v.type ? *a : *b;
        slot.v.known = NULL;
        slot.v.latent = NULL;
        return slot;
    }
    /* A value that is an error has been reported, and may be reported again in
     * the next round of a loop: it must not hide there. */
    if (a->v.type->kind == PK_TY_error)
        return *b;
    if (b->v.type->kind == PK_TY_error)
        return *a;
    if (a->v.type->kind == PK_TY_clash)
        return *a;
    if (b->v.type->kind == PK_TY_clash)
        return *b;
    type = pk_rule_unify(in->arena, a->v.type, b->v.type);
    if (!type)
        return clash(in, a, b);
    if (in->c->keeps_joins)
        keep_join(in, a, b, type);
    slot.v.type = type;
    slot.v.known = pk_known_meet(in->arena, a->v, b->v);
    slot.v.latent = pk_latent_join(in, a->v, b->v);
    /* Types of equal shape stay one object: comparing is then cheap. */
    if (pk_ty_equal(type, a->v.type))
        slot.v.type = a->v.type;
    return slot;
}

/* Joins `from` into `into`; both stay usable. */
void pk_env_join(pk_infer *in, pk_env *into, const pk_env *from,
                 const pk_ast *node) {
    uint32_t count = in->instance->vars.count;

    if (!from->live || !pk_infer_step(in, node, count))
        return;
    if (!into->live) {
        *into = pk_env_copy(in, from);
        return;
    }
    into->doubt = pk_doubt_join(into->doubt, from->doubt);
    for (uint32_t i = 0; i < count; i++)
        into->slots[i] = join_slot(in, &into->slots[i], &from->slots[i]);
}

void pk_env_join_slot(pk_infer *in, pk_env *into, const pk_env *from,
                      int index) {
    into->slots[index] =
        join_slot(in, &into->slots[index], &from->slots[index]);
}

/* How large an array is may be known of both, and be another size. */
static bool same_size(pk_typed a, pk_typed b) {
    return !pk_most_of(a) || !pk_most_of(b) || pk_known_same(a, b);
}

bool pk_env_same(pk_infer *in, const pk_env *a, const pk_env *b) {
    for (uint32_t i = 0; i < in->instance->vars.count; i++) {
        const pk_typed *x = &a->slots[i].v, *y = &b->slots[i].v;
        if (!x->type != !y->type ||
            (x->type &&
             (!pk_ty_equal(x->type, y->type) || !x->known != !y->known ||
              !x->latent != !y->latent || !same_size(*x, *y))))
            return false;
    }
    return true;
}
