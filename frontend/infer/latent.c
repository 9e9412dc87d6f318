/* SPDX-License-Identifier: Apache-2.0 */
/* Latent values: where they come from, where they meet, and who needs them. */
#include "frontend/infer/latent.h"

#include "frontend/infer/typings.h"
#include "frontend/values/known.h"

void pk_compile_use(pk_compile *c, pk_facts facts) {
    c->used |= facts;
}

static void use(pk_infer *in, const pk_latent *latent) {
    pk_compile_use(in->c, latent->facts);
    in->instance->read |= latent->params;
}

pk_typed pk_infer_constant(pk_infer *in, pk_typed v) {
    pk_latent from = {0};

    v = pk_known_reveal(v, &from);
    use(in, &from);
    return v;
}

bool pk_infer_constant_int(pk_infer *in, pk_typed v, int64_t *out) {
    pk_latent unused = {0};

    return pk_known_is_int(pk_known_reveal(v, &unused), out) &&
           pk_infer_constant(in, v).known;
}

pk_typed pk_infer_constant_at(pk_infer *in, const pk_ast *node, pk_typed v) {
    if (v.latent) {
        v = pk_infer_constant(in, v);
        pk_note_at(in, node)->v = v;
    }
    return v;
}

bool pk_infer_knows_size(pk_infer *in, const pk_ty *type) {
    if (!(type->flags & PK_TYF_unsized))
        return true;
    if (!(type->flags & PK_TYF_dynamic) || !in->c->signature->has_shared)
        return false;
    pk_compile_use(in->c, pk_fact(PK_FACT_shared));
    return true;
}

static pk_typed latent_of(pk_arena *arena, pk_typed v, pk_facts facts,
                          uint64_t params) {
    const pk_latent from = {.facts = facts, .params = params};

    return pk_known_hide(arena, (pk_typed){.type = v.type}, v, &from);
}

pk_typed pk_infer_dimension(pk_infer *in, const pk_builtin *row) {
    const pk_signature *s = in->c->signature;
    const pk_ty *i32 = pk_ty_number(PK_TYPE_i32);
    bool block = row->how == PK_OP_block_dim;
    uint32_t extent = 0;

    if (block)
        extent = s->block[row->param];
    else if (row->how == PK_OP_grid_dim)
        extent = s->grid[row->param];
    if (!extent)
        return of_type(i32);
    return latent_of(in->arena, pk_known_int(in->arena, i32, extent),
                     pk_fact(block ? PK_FACT_block : PK_FACT_grid), 0);
}

/* ---- arguments ---- */

enum { MAX_READ = 64 }; /* arguments of a function that have latent values */

/* An argument of a kernel that the signature knows the value of. */
static pk_typed of_launch(pk_compile *c, const pk_arg_type *arg,
                          const pk_ty *type, pk_facts fact) {
    pk_typed *items;

    if (arg->kind == PK_ARGTYPE_scalar && arg->is_known && pk_ty_is_int(type))
        return latent_of(c->arena,
                         pk_known_int(c->arena, type, (int64_t)arg->value),
                         fact, 0);
    if (arg->kind != PK_ARGTYPE_tuple || type->kind != PK_TY_tuple)
        return of_type(type);
    items = pk_arena_array(c->arena, arg->count + 1, sizeof *items);
    for (uint32_t i = 0; items && i < type->count; i++)
        items[i] = of_launch(c, &arg->items[i], type->items[i], fact);
    return items ? pk_known_tuple(c->arena, type, items) : of_type(type);
}

/* The same of a function that a call says values of. */
static pk_typed of_call(pk_compile *c, pk_typed v, uint64_t param) {
    pk_typed *items;

    if (v.type->kind != PK_TY_tuple)
        return v.known ? latent_of(c->arena, v, 0, param) : v;
    items = pk_arena_array(c->arena, v.type->count + 1, sizeof *items);
    for (uint32_t i = 0; items && i < v.type->count; i++)
        items[i] = of_call(c, pk_known_item(v, i), param);
    return items ? pk_known_tuple(c->arena, v.type, items) : of_type(v.type);
}

pk_typed pk_latent_argument(pk_compile *c, const pk_instance *instance,
                            uint32_t i) {
    const pk_signature *s = c->signature;
    const pk_ty *type = instance->args[i];

    if (instance->is_kernel && i < s->count && i < PK_FACT_ARGS)
        return of_launch(c, &s->args[i], type, pk_fact(PK_FACT_arg + i));
    if (instance->inputs && i < MAX_READ && instance->inputs[i].known)
        return of_call(c, instance->inputs[i], UINT64_C(1) << i);
    return of_type(type);
}

bool pk_latent_is_read(const pk_compile *c, const pk_instance *instance,
                       uint32_t i) {
    if (instance->is_kernel)
        return i < PK_FACT_ARGS && (c->used >> (PK_FACT_arg + i) & 1);
    return i < MAX_READ && (instance->read >> i & 1);
}

/* Integers, and tuples with such, may shape arrays; copies want to know how
 * large an array is. */
static bool is_input(const pk_ty *type, pk_typed given) {
    if (pk_ty_is_int(type))
        return given.known && pk_ty_is_int(given.type);
    if (type->kind == PK_TY_array)
        return pk_most_of(given) && given.type->ndim == type->ndim;
    return type->kind == PK_TY_tuple && given.known &&
           pk_ty_equal(type, given.type);
}

const pk_typed *pk_latent_inputs(pk_compile *c, const pk_ty *const *types,
                                 uint32_t count, const pk_typed *given,
                                 uint32_t given_count) {
    pk_typed *inputs = pk_arena_array(c->arena, count + 1, sizeof *inputs);
    bool any = false;

    for (uint32_t i = 0; inputs && i < given_count && i < MAX_READ; i++) {
        pk_latent unused = {0};
        pk_typed v = pk_known_reveal(given[i], &unused);
        if (!is_input(types[i], v))
            continue;
        inputs[i] = pk_ty_is_int(types[i])
                        ? pk_known_convert(c->arena, v, types[i])
                        : v;
        inputs[i].type = types[i];
        any = true;
    }
    return any ? inputs : NULL;
}

static bool same_input(pk_typed a, pk_typed b) {
    if (!a.known || !b.known || !a.known->items || !b.known->items)
        return !a.known == !b.known && (!a.known || pk_known_same(a, b));
    for (uint32_t i = 0; i < a.type->count; i++)
        if (!same_input(pk_known_item(a, i), pk_known_item(b, i)))
            return false;
    return true;
}

uint64_t pk_latent_differ(const pk_typed *a, const pk_typed *b, uint64_t read,
                          uint32_t count) {
    const pk_typed none = {.type = &pk_ty_none};
    uint64_t differ = 0;

    for (uint32_t i = 0; i < count && i < MAX_READ; i++)
        if ((read >> i & 1) && !same_input(a ? a[i] : none, b ? b[i] : none))
            differ |= UINT64_C(1) << i;
    return differ;
}

void pk_latent_charge(pk_infer *in, const pk_instance *callee,
                      const pk_typed *given, uint32_t given_count) {
    for (uint32_t i = 0; i < given_count && i < MAX_READ; i++)
        if (callee->read >> i & 1)
            pk_infer_constant(in, given[i]);
}

const pk_latent *pk_latent_join(pk_infer *in, pk_typed a, pk_typed b) {
    pk_latent from = {0};
    pk_typed x, y;

    if (a.latent == b.latent || (!a.latent && !b.latent))
        return a.latent;
    x = pk_known_reveal(a, &from);
    y = pk_known_reveal(b, &from);
    if (!pk_known_same(x, y))
        return NULL;
    return pk_known_hide(in->arena, (pk_typed){.type = x.type}, x, &from)
        .latent;
}

pk_typed pk_latent_bool(pk_infer *in, const pk_ast *node, pk_typed v) {
    bool either = node->BoolOp.op == PK_AST_OP_Or, all = true, truth;
    pk_latent from = {0};

    for (uint32_t i = 0; i < node->BoolOp.values.count; i++) {
        pk_typed item =
            pk_note_find(in->instance, node->BoolOp.values.items[i])->v;
        pk_latent one = {0};
        bool shown =
            item.type && pk_known_test(pk_known_reveal(item, &one), &truth);
        if (shown && truth == either)
            return pk_known_hide(in->arena, v,
                                 pk_known_int(in->arena, v.type, either), &one);
        all = all && shown;
        from.facts |= one.facts;
        from.params |= one.params;
    }
    return all ? pk_known_hide(in->arena, v,
                               pk_known_int(in->arena, v.type, !either), &from)
               : v;
}

pk_typed pk_latent_choice(pk_infer *in, pk_typed v, pk_typed test, pk_typed a,
                          pk_typed b) {
    pk_latent from = {0};

    test = pk_known_reveal(test, &from);
    if (!test.known || !pk_ty_is_numeric(test.type) || !pk_ty_is_int(v.type))
        return v;
    a = pk_known_reveal(pk_known_truth(test) ? a : b, &from);
    return pk_known_hide(in->arena, v, pk_known_convert(in->arena, a, v.type),
                         &from);
}

/* ---- code that the launch does not get to ---- */

pk_doubt *pk_doubt_new(pk_infer *in, const pk_ast *node, pk_typed test) {
    pk_doubt *doubt;
    pk_typed shown;

    if (test.known || !test.latent || !pk_ty_is_numeric(test.type))
        return NULL;
    doubt = PK_NEW(in->arena, pk_doubt);
    *doubt = (pk_doubt){.outer = in->env.doubt, .node = node};
    shown = pk_known_reveal(test, &doubt->test);
    doubt->truth = shown.known && pk_known_truth(shown);
    return shown.known ? doubt : NULL;
}

static bool may_settle(const pk_infer *in, const pk_doubt *doubt,
                       bool of_values) {
    if (!doubt || in->c->out_of_budget || in->arena->failed)
        return false;
    return of_values || !(doubt->test.params || in->c->signature->example);
}

bool pk_doubt_settle(pk_infer *in, bool of_values) {
    pk_doubt *doubt = in->env.doubt;
    pk_note *note;

    if (!may_settle(in, doubt, of_values))
        return false;
    in->env.live = false;
    if (doubt->settled)
        return true;
    doubt->settled = true;
    use(in, &doubt->test);
    if (!doubt->closed)
        return true;
    note = pk_note_at(in, doubt->node);
    note->taken = doubt->truth;
    note->skipped = !doubt->truth;
    note->joined = NULL;
    return true;
}

static bool is_around(const pk_doubt *outer, const pk_doubt *doubt) {
    while (doubt && doubt != outer)
        doubt = doubt->outer;
    return doubt == outer;
}

pk_doubt *pk_doubt_join(pk_doubt *a, pk_doubt *b) {
    while (a && !is_around(a, b))
        a = a->outer;
    return a;
}

static bool is_clash(const pk_ty *type) {
    return type && type->kind == PK_TY_clash;
}

void pk_doubt_choose(pk_infer *in, const pk_doubt *doubt, const pk_env *taken) {
    for (uint32_t i = 0; i < in->instance->vars.count; i++) {
        pk_typed *v = &in->env.slots[i].v, from;
        pk_latent test = doubt->test;
        if (is_clash(v->type) && taken->slots[i].v.type &&
            !is_clash(taken->slots[i].v.type))
            in->env.slots[i].doubt = doubt;
        if (!v->type || v->known || !taken->slots[i].v.type ||
            !pk_ty_equal(v->type, taken->slots[i].v.type) ||
            !pk_ty_is_int(v->type))
            continue;
        from = pk_known_reveal(taken->slots[i].v, &test);
        v->latent =
            pk_known_hide(in->arena, of_type(v->type), from, &test).latent;
    }
}

/* ---- conditions that are known from another round ---- */

typedef struct pk_decided {
    struct pk_decided *next;
    uint32_t line, col; /* loops that are written out copy the node */
} pk_decided;

static bool is_decided(const pk_infer *in, const pk_ast *node) {
    const pk_decided *d = in->instance->decided;

    while (d && (d->line != node->line || d->col != node->col))
        d = d->next;
    return d != NULL;
}

bool pk_doubt_decide(pk_infer *in, const pk_doubt *doubt) {
    pk_decided *decided;

    if (!may_settle(in, doubt, false) || is_decided(in, doubt->node))
        return false;
    use(in, &doubt->test);
    decided = PK_NEW(in->arena, pk_decided);
    *decided = (pk_decided){.next = in->instance->decided,
                            .line = doubt->node->line,
                            .col = doubt->node->col};
    in->instance->decided = decided;
    in->instance->again = true;
    return true;
}

pk_typed pk_decided_test(pk_infer *in, const pk_ast *node, pk_typed test) {
    return is_decided(in, node) ? pk_infer_constant(in, test) : test;
}
