/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of try in a host function.
 *
 *     try:            block.catch ^1 {
 *         body            body
 *     except:         }
 *         handler  => %1: u32 = caught
 *     else:           if ne %1, 0 { handler } else { orelse }
 *         orelse
 *
 * Failures may come from anywhere in the body, so each variable that it sets is
 * also kept where the handler, for which it may have another type, looks for
 * it. A finally is a block.catch around all that, with a local that says how it
 * is left: what returns, breaks or continues sets it, and leaves the block;
 * behind its statements that goes on. */
#include "frontend/lower/lower.h"

enum { GOES_ON, RETURNS, BREAKS, CONTINUES }; /* what leaves a finally */

struct kept {
    struct kept *next;
    pk_local *local;
};

struct pk_lower_try {
    struct pk_lower_try *outer;
    const pk_slot *slots; /* variables where a failure arrives */
    pk_inst *block;
    pk_lower_loop *loop; /* around it */
    struct kept *kept;   /* what has kept an object for a statement within */
    pk_local *way;       /* of a finally, else NULL */
    bool ways[CONTINUES + 1];
};

/* ---- variables ---- */

static void tell(pk_lower *l, const struct pk_lower_try *t, int index,
                 pk_lv value) {
    const pk_ty *wanted = t->slots ? t->slots[index].v.type : NULL;

    if (!wanted || wanted->kind == PK_TY_clash || wanted->kind == PK_TY_error ||
        pk_ty_equal(wanted, value.type) ||
        !pk_rule_converts(value.type, wanted))
        return;
    value = pk_lower_convert(l, value, wanted);
    if (value.type->parts)
        pk_lower_set_home(l, index, value);
}

void pk_lower_tried(pk_lower *l, int index, pk_lv value) {
    for (const struct pk_lower_try *t = l->tries; t; t = t->outer)
        tell(l, t, index, value);
}

void pk_lower_tried_keep(pk_lower *l, pk_local *local) {
    struct kept *kept;

    if (!l->tries)
        return;
    kept = PK_NEW(l->arena, struct kept);
    *kept = (struct kept){l->tries->kept, local};
    l->tries->kept = kept;
}

/* Enters it: what variables are before. */
static void begin(pk_lower *l, struct pk_lower_try *t) {
    for (uint32_t i = 0; t->slots && i < l->instance->vars.count; i++) {
        const pk_place *place = &l->places[i];
        if (place->type)
            tell(l, t, (int)i, pk_lower_get(l, (int)i));
    }
    t->outer = l->tries;
    t->loop = l->loop;
    l->tries = t;
    t->block = pk_begin_block(&l->b);
    t->block->flags |= PK_INST_catch;
}

/* Leaves it: the number of the failure, and what kept objects lets them go.
 * Objects that are kept for a try around this one stay kept. */
static pk_value *end(pk_lower *l, struct pk_lower_try *t) {
    pk_value *number;

    pk_end_control(&l->b, t->block);
    l->tries = t->outer;
    number = pk_emit0(&l->b, PK_OP_caught);
    for (struct kept *k = t->kept; k; k = k->next) {
        pk_emit_set(&l->b, k->local, pk_const_bits(l->fn, PK_TYPE_ref, 0));
        pk_lower_tried_keep(l, k->local);
    }
    return number;
}

static pk_inst *begin_if_not(pk_lower *l, pk_value *value, uint32_t what) {
    return pk_begin_if(&l->b, pk_emit2(&l->b, PK_OP_ne, value,
                                       pk_const_int(l->fn, value->type, what)));
}

/* ---- except ---- */

static void lower_inner(pk_lower *l, const pk_ast *node,
                        const pk_tried *tried) {
    struct pk_lower_try t = {.slots = tried->handler};
    pk_value *outer = l->handled;
    const pk_place *after;
    bool goes_on;
    pk_inst *inst;

    if (!node->Try.handlers.count) {
        pk_lower_block(l, &node->Try.body);
        return;
    }
    begin(l, &t);
    pk_lower_block(l, &node->Try.body);
    l->handled = end(l, &t);
    goes_on = l->live;
    after = pk_lower_save(l);
    inst = begin_if_not(l, l->handled, 0);
    pk_lower_arrive(l, tried->handler);
    pk_lower_block(l, &node->Try.handlers.items[0]->ExceptHandler.body);
    l->handled = outer;
    if (l->live)
        pk_lower_meet(l, tried->inner);
    pk_begin_else(&l->b, inst);
    pk_lower_restore(l, after);
    l->live = goes_on;
    pk_lower_block(l, &node->Try.orelse);
    if (l->live)
        pk_lower_meet(l, tried->inner);
    pk_end_control(&l->b, inst);
    pk_lower_arrive(l, tried->inner);
}

/* ---- finally ---- */

static void leave_by(pk_lower *l, struct pk_lower_try *t, uint32_t way) {
    t->ways[way] = true;
    pk_emit_set(&l->b, t->way, pk_const_int(l->fn, PK_TYPE_i32, way));
    pk_emit_exit(&l->b, PK_OP_break, t->block);
    l->live = false;
}

bool pk_lower_returns_by(pk_lower *l, pk_lv value) {
    struct pk_lower_try *t = l->tries;

    while (t && !t->way)
        t = t->outer;
    if (!t)
        return false;
    if (!l->returned) {
        l->returned = PK_NEW(l->arena, pk_merge);
        *l->returned = pk_merge_new(l, value.type);
    }
    pk_merge_set(l, l->returned, value);
    leave_by(l, t, RETURNS);
    return true;
}

bool pk_lower_jumps_by(pk_lower *l, bool leave) {
    struct pk_lower_try *t = l->tries;

    while (t && (!t->way || t->loop != l->loop))
        t = t->outer;
    if (t)
        leave_by(l, t, leave ? BREAKS : CONTINUES);
    return t;
}

static void go_on(pk_lower *l, const pk_ast *node, uint32_t way) {
    pk_lv value;

    if (way != RETURNS) {
        pk_lower_jump(l, node, way == BREAKS);
        return;
    }
    value = pk_merge_get(l, l->returned);
    if (pk_lower_returns_by(l, value))
        return;
    if (l->instance->frame)
        pk_lower_end_generator(l);
    else
        pk_emit_return(&l->b, value.parts, value.type->parts);
}

/* Behind the statements of a finally: what came by it goes on. */
static void go_on_all(pk_lower *l, const pk_ast *node,
                      const struct pk_lower_try *t, pk_value *failure) {
    const pk_place *here = pk_lower_save(l);
    pk_inst *inst = begin_if_not(l, failure, 0);

    pk_emit1(&l->b, PK_OP_reraise, failure);
    pk_end_control(&l->b, inst);
    for (uint32_t way = RETURNS; way <= CONTINUES; way++) {
        pk_value *is;
        if (!t->ways[way])
            continue;
        is = pk_emit2(&l->b, PK_OP_eq, pk_emit_get(&l->b, t->way),
                      pk_const_int(l->fn, PK_TYPE_i32, way));
        inst = pk_begin_if(&l->b, is);
        go_on(l, node, way);
        pk_end_control(&l->b, inst);
        pk_lower_restore(l, here);
        l->live = true;
    }
}

static void lower_finally(pk_lower *l, const pk_ast *node,
                          const pk_tried *tried) {
    struct pk_lower_try t = {.slots = tried->finally};
    pk_value *failure;

    t.way = pk_func_local(l->fn, "way", PK_TYPE_i32);
    pk_emit_set(&l->b, t.way, pk_const_int(l->fn, PK_TYPE_i32, GOES_ON));
    begin(l, &t);
    lower_inner(l, node, tried);
    if (l->live)
        pk_lower_meet(l, tried->finally);
    failure = end(l, &t);
    pk_lower_arrive(l, tried->finally);
    pk_lower_block(l, &node->Try.finalbody);
    if (l->live)
        go_on_all(l, node, &t, failure);
}

void pk_lower_try(pk_lower *l, const pk_ast *node) {
    const pk_note *note = pk_note_find(l->instance, node);

    if (!note->tried)
        return;
    pk_lower_coverage_step(l, node, pk_lower_first_line(l, &node->Try.body, 0));
    if (node->Try.finalbody.count)
        lower_finally(l, node, note->tried);
    else
        lower_inner(l, node, note->tried);
    if (l->live)
        pk_lower_meet(l, note->joined);
    pk_lower_arrive(l, note->joined);
}
