/* SPDX-License-Identifier: Apache-2.0 */
/* Lowering of loops: while; for, over ranges, arrays and what else gives items,
 * one by one or written out; break and continue. */
#include "core/ir_data.h"
#include "frontend/lower/iter.h"
#include "frontend/lower/lower.h"
#include "frontend/values/known.h"

/* while True: and its like. */
static bool is_endless(const pk_lower *l, const pk_ast *node) {
    const pk_ast *test = node->While.test;
    bool truth;

    return test->kind == PK_AST_Constant &&
           pk_known_test(pk_note_find(l->instance, test)->v, &truth) && truth;
}

/* Leaves the loop when the test fails. */
static void lower_test(pk_lower *l, const pk_ast *node, pk_inst *loop) {
    if (!is_endless(l, node)) {
        pk_value *test = pk_lower_test(l, node->While.test);
        pk_inst *inst = pk_begin_if(&l->b, pk_emit1(&l->b, PK_OP_not, test));
        pk_lower_coverage_step(l, node,
                               pk_lower_first_line(l, &node->While.orelse, 0));
        pk_emit_exit(&l->b, PK_OP_break, loop);
        pk_end_control(&l->b, inst);
    }
    pk_lower_coverage_step(l, node,
                           pk_lower_first_line(l, &node->While.body, 0));
}

static pk_lower_loop begin_loop(const pk_lower *l, const pk_ast *node,
                                const pk_slot *head, const pk_slot *joined) {
    return (pk_lower_loop){.node = node,
                           .head = head,
                           .joined = joined,
                           .top = (int32_t)pk_ast_loc(node, 0).line,
                           .after = l->after};
}

static void lower_body(pk_lower *l, const pk_ast_list *body,
                       pk_lower_loop *loop) {
    const int32_t after = l->after;

    loop->outer = l->loop;
    l->loop = loop;
    l->after = loop->top;
    pk_lower_block(l, body);
    l->after = after;
    if (l->live) {
        pk_lower_debug_again(l, loop);
        pk_lower_meet(l, loop->head);
    }
    l->loop = loop->outer;
    l->live = true;
}

/* Ends a loop: runs its else, and joins what left by break. */
static void finish_loop(pk_lower *l, const pk_ast_list *orelse,
                        const pk_lower_loop *loop, pk_inst *block,
                        const pk_place *exit, bool reached) {
    pk_lower_restore(l, exit);
    l->live = reached;
    if (reached)
        pk_lower_block(l, orelse);
    if (block) {
        if (l->live)
            pk_lower_meet(l, loop->joined);
        pk_end_control(&l->b, block);
    }
    pk_lower_arrive(l, loop->joined);
}

void pk_lower_while(pk_lower *l, const pk_ast *node) {
    const pk_note *note = pk_note_find(l->instance, node);
    bool endless = is_endless(l, node);
    pk_lower_loop loop = begin_loop(l, node, note->head, note->joined);
    pk_inst *block = NULL;
    pk_place *exit;

    pk_lower_meet(l, note->head);
    pk_lower_arrive(l, note->head);
    if (node->While.orelse.count ||
        (!endless && pk_lower_types_change(l, note->head, note->joined)))
        block = pk_begin_block(&l->b);
    loop.loop = pk_begin_loop(&l->b);
    loop.leave = block ? block : loop.loop;
    lower_test(l, node, loop.loop);
    exit = pk_lower_save(l);
    lower_body(l, &node->While.body, &loop);
    pk_end_control(&l->b, loop.loop);
    finish_loop(l, &node->While.orelse, &loop, block, exit, !endless);
}

/* The range that a for counts along: the value itself, else the indices of its
 * items. Places are loops inside each other, one for each axis. */
typedef struct iteration {
    pk_lv over;
    pk_value *start, *stop, *step;
    pk_local *at; /* of what is taken one by one: the number of the item */
    pk_inst *loops[PK_MAX_DIMS];
    uint32_t depth;
} iteration;

/* Its iterations may run at the same time; division by zero raises nothing in
 * them, as in Numba. */
static bool is_parallel(const pk_lower *l, const pk_ty *over) {
    return (over->kind == PK_TY_range || over->kind == PK_TY_element_iter) &&
           over->flags & PK_TYF_parallel && l->c->signature->host;
}

/* The axis that loop number `i` of those over places runs along. */
static uint32_t axis_of(const iteration *it, uint32_t i) {
    const pk_ty *over = it->over.type->items[0];

    return over->kind == PK_TY_computed && over->layout == 'F'
               ? it->depth - 1 - i
               : i;
}

static void begin_element_iter(pk_lower *l, iteration *it) {
    const pk_ty *over = it->over.type->items[0];
    bool array = over->kind == PK_TY_array;
    pk_value **shape = it->over.parts + (array ? PK_PART_shape : 0);
    pk_nest nest;

    it->depth = over->kind == PK_TY_tuple ? over->count : over->ndim;
    nest.depth = it->depth ? it->depth : 1;
    nest.extents[0] = it->step; /* one place */
    for (uint32_t i = 0; i < it->depth; i++)
        nest.extents[i] = shape[axis_of(it, i)];
    it->depth = nest.depth;
    pk_nest_begin(l, &nest, is_parallel(l, it->over.type), NULL);
    for (uint32_t i = 0; i < nest.depth; i++)
        it->loops[i] = nest.loops[i];
}

static pk_lv item_of_element_iter(pk_lower *l, const pk_ast *node,
                                  const iteration *it) {
    const pk_ty *type = it->over.type, *over = type->items[0];
    pk_value *index[PK_MAX_DIMS], **parts;
    pk_target target;
    pk_lv value = {&pk_ty_none, NULL};

    for (uint32_t i = 0; i < it->depth; i++)
        index[axis_of(it, i)] = it->loops[i]->index;
    if (over->kind == PK_TY_computed)
        return pk_lower_computed_at(l, node, (pk_lv){over, it->over.parts},
                                    index);
    if (type->layout == PK_ELEMENT_ITER_views)
        return pk_lower_element_view(l, (pk_lv){over, it->over.parts}, index);
    if (type->layout != PK_ELEMENT_ITER_indices) {
        target = pk_lower_place(l, (pk_lv){over, it->over.parts}, index);
        value = pk_lower_load(l, &target);
    }
    if (type->layout == PK_ELEMENT_ITER_values)
        return value;
    parts = pk_arena_array(l->arena, it->depth + 3u, sizeof *parts);
    if (!parts)
        return value;
    memcpy(parts, index, it->depth * sizeof *parts);
    if (type->layout == PK_ELEMENT_ITER_indices)
        return (pk_lv){over, parts};
    for (uint32_t i = 0; i < value.type->parts; i++)
        parts[over->ndim + i] = value.parts[i];
    return (pk_lv){pk_ty_element_iter_item(l->arena, type), parts};
}

/* A loop of uint64 only rises. */
static bool counts_itself(const pk_ty *over) {
    return over->kind == PK_TY_range && !(over->flags & PK_TYF_falls);
}

static iteration begin_iteration(pk_lower *l, pk_lv over) {
    iteration it = {.over = over = pk_lower_sequence(l, over)};

    if (counts_itself(over.type)) {
        it.start = over.parts[0];
        it.stop = over.parts[1];
        it.step = over.parts[2];
        return it;
    }
    it.start = pk_i64(l, 0);
    it.step = pk_i64(l, 1);
    if (pk_ty_is_stepped(over.type))
        return it;
    if (over.type->kind == PK_TY_iter)
        it.stop = pk_iter_length(l, pk_iter_over(over));
    else if (over.type->kind != PK_TY_element_iter)
        it.stop = pk_iter_length(l, over);
    return it;
}

/* In a kernel a loop over items would be one over the threads of a block. */
static bool independent(const pk_lower *l, const pk_ty *range) {
    return range->kind == PK_TY_range && range->flags & PK_TYF_independent &&
           l->c->signature->host;
}

static void begin_loops(pk_lower *l, iteration *it) {
    if (it->over.type->kind == PK_TY_element_iter) {
        begin_element_iter(l, it);
        return;
    }
    it->depth = 1;
    if (pk_ty_is_stepped(it->over.type)) {
        it->at = pk_func_local(l->fn, "step", PK_TYPE_i64);
        pk_emit_set(&l->b, it->at, it->start);
        it->loops[0] = pk_begin_loop(&l->b);
        return;
    }
    if (independent(l, it->over.type))
        l->b.flags |= PK_INST_items;
    it->loops[0] = pk_begin_for(&l->b, it->start, it->stop, it->step);
    l->b.flags &= (uint8_t)~PK_INST_items;
    if (is_parallel(l, it->over.type))
        it->loops[0]->flags |= PK_INST_parallel;
}

/* Items that next() has taken in the loop are not met again. */
static pk_lv item_of_iterator(pk_lower *l, const pk_ast *node,
                              const iteration *it) {
    pk_value *at = pk_iter_taken(l, it->over);
    pk_inst *inst = pk_begin_if(&l->b, emit(l, PK_OP_ge, at, it->stop));

    pk_emit_exit(&l->b, PK_OP_break, it->loops[0]);
    pk_end_control(&l->b, inst);
    pk_iter_take(l, it->over, at);
    return pk_iter_item(l, node, pk_iter_over(it->over), at);
}

static pk_lv iteration_item(pk_lower *l, const pk_ast *node,
                            const iteration *it, pk_value *index) {
    if (pk_ty_is_stepped(it->over.type))
        return pk_iter_step(l, node, it->over, it->at, it->loops[0]);
    if (it->over.type->kind == PK_TY_iter)
        return item_of_iterator(l, node, it);
    if (it->over.type->kind == PK_TY_element_iter)
        return item_of_element_iter(l, node, it);
    if (counts_itself(it->over.type))
        return pk_lv_one(l, pk_ty_number(it->over.type->scalar), index);
    return pk_iter_item(l, node, it->over, index);
}

/* A for has no more items. */
static void exhaust(pk_lower *l, const pk_ast *node) {
    pk_lower_coverage_step(l, node,
                           pk_lower_first_line(l, &node->For.orelse, 0));
}

/* Whether what leaves the loop by break may not come by behind it. */
static bool needs_block(pk_lower *l, const pk_ast *node, const pk_note *note) {
    return node->For.orelse.count || l->c->signature->branches ||
           pk_lower_types_change(l, note->head, note->joined);
}

/* The statements once for each item: continue leaves a block around them,
 * break one around all. */
static void lower_unrolled(pk_lower *l, const pk_ast *node) {
    const pk_note *note = pk_note_find(l->instance, node);
    const pk_unrolled *u = note->unrolled;
    pk_lower_loop loop = begin_loop(l, node, NULL, note->joined);
    pk_lv over = pk_lower_expr(l, node->For.iter);

    pk_lower_hold(l, over);
    loop.outer = l->loop;
    loop.written_out = true;
    loop.leave = pk_begin_block(&l->b);
    for (uint32_t i = 0; i < u->count && l->live; i++) {
        loop.head = u->joined[i];
        loop.loop = pk_begin_block(&l->b);
        l->loop = &loop;
        pk_lower_store(l, u->copies[i]->For.target, pk_lv_item(l, over, i));
        pk_lower_coverage_step(l, node,
                               pk_lower_first_line(l, &node->For.body, 0));
        l->after = loop.top;
        pk_lower_block(l, &u->copies[i]->For.body);
        l->after = loop.after;
        l->loop = loop.outer;
        if (l->live) {
            pk_lower_debug_again(l, &loop);
            pk_lower_meet(l, u->joined[i]);
        }
        pk_end_control(&l->b, loop.loop);
        pk_lower_arrive(l, u->joined[i]);
    }
    if (l->live) {
        exhaust(l, node);
        pk_lower_block(l, &node->For.orelse);
    }
    if (l->live)
        pk_lower_meet(l, note->joined);
    pk_end_control(&l->b, loop.leave);
    pk_lower_arrive(l, note->joined);
}

void pk_lower_for(pk_lower *l, const pk_ast *node) {
    const pk_note *note = pk_note_find(l->instance, node);
    pk_lower_loop loop = begin_loop(l, node, note->head, note->joined);
    const bool raises = l->instance->raises;
    pk_reduced *around = l->reduced;
    pk_inst *block = NULL;
    pk_lv over;
    iteration it;
    pk_place *exit;

    if (note->unrolled) {
        lower_unrolled(l, node);
        return;
    }
    over = pk_lower_iterated(l, node->For.iter);
    pk_lower_hold(l, over); /* whatever its variable becomes */
    if (over.type->kind == PK_TY_tuple && !over.type->count) {
        exhaust(l, node);
        pk_lower_block(l, &node->For.orelse);
        pk_lower_meet(l, note->joined);
        pk_lower_arrive(l, note->joined);
        return;
    }
    pk_lower_meet(l, note->head);
    pk_lower_arrive(l, note->head);
    if (is_parallel(l, over.type) && !pk_lower_in_parallel(l))
        l->reduced = pk_lower_find_reduced(l, node, over);
    it = begin_iteration(l, over);
    if (needs_block(l, node, note))
        block = pk_begin_block(&l->b);
    exit = pk_lower_save(l);
    begin_loops(l, &it);
    loop.loop = it.loops[it.depth - 1];
    loop.leave = block ? block : it.loops[0];
    if (l->reduced != around)
        pk_lower_enter_reduced(l, l->reduced);
    pk_lower_store(l, node->For.target,
                   iteration_item(l, node, &it, loop.loop->index));
    pk_lower_coverage_step(l, node, pk_lower_first_line(l, &node->For.body, 0));
    l->instance->raises &= !is_parallel(l, over.type);
    lower_body(l, &node->For.body, &loop);
    l->instance->raises = raises;
    for (uint32_t i = it.depth; i-- > 0;)
        pk_end_control(&l->b, it.loops[i]);
    exhaust(l, node);
    finish_loop(l, &node->For.orelse, &loop, block, exit, true);
    pk_lower_end_inner(l, over);
    if (l->reduced != around)
        pk_lower_join_reduced(l, l->reduced);
    l->reduced = around;
}

void pk_lower_jump(pk_lower *l, const pk_ast *node, bool leave) {
    if (pk_lower_jumps_by(l, leave))
        return;
    if (!leave)
        pk_lower_debug_again(l, l->loop);
    pk_lower_coverage_step(l, node, leave ? l->loop->after : l->loop->top);
    pk_lower_meet(l, leave ? l->loop->joined : l->loop->head);
    pk_emit_exit(&l->b,
                 leave || l->loop->written_out ? PK_OP_break : PK_OP_continue,
                 leave ? l->loop->leave : l->loop->loop);
    l->live = false;
}
