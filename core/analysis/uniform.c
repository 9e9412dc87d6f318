/* SPDX-License-Identifier: Apache-2.0 */
/* Uniformity as a least fixpoint: everything starts uniform, and whole walks
 * over the function add ways to vary until one adds nothing.
 *
 * An operation varies as its operands do. A local varies as what is put into
 * it, and as the choice of who puts it: a set under a condition that varies
 * leaves other threads with the old value, and so does a set in a loop that
 * threads leave at different times, or behind an exit that some have taken.
 * A return does no such thing: who is gone does not look. */
#include "core/analysis/uniform.h"

#include "core/address.h"
#include "core/ir_data.h"

enum { MAX_WALKS = 12 };

typedef struct walker {
    pk_func *fn;
    uint8_t *values, *locals;
    int64_t *steps;
    bool *known;    /* the step has been found; never again when it differed */
    uint8_t *exits; /* by label: how threads leave it at different times */
    bool changed, too_deep;
    /* The constructs around, outermost first, and how the threads that have
     * left to there were chosen: until its end the others are not all. */
    struct {
        const pk_inst *inst;
        uint8_t left;
    } around[PK_MAX_NESTING];
    uint32_t depth;
} walker;

static uint8_t vary_of(const walker *w, const pk_value *v) {
    return pk_is_const(v) ? 0 : w->values[v->id];
}

static int64_t step_of(const walker *w, const pk_value *v) {
    return pk_is_const(v) ? 0 : w->steps[v->id];
}

static void add(walker *w, uint8_t *to, uint8_t vary) {
    w->changed |= (vary & ~*to) != 0;
    *to |= vary;
}

/* ---- steps ---- */

/* True when the steps of the operand in a narrow type are those of the values
 * that it means: they do not wrap from one thread to the next. */
static bool keeps_step(const pk_value *v) {
    return pk_type_bytes(v->type) == 8 ||
           (v->kind == PK_VALUE_result && (v->def->op == PK_OP_thread_id ||
                                           (v->def->flags & PK_INST_nonneg)));
}

/* a * by, 0 when it does not fit. */
static int64_t times(int64_t a, int64_t by) {
    int64_t out;

    return __builtin_mul_overflow(a, by, &out) ? 0 : out;
}

static int64_t step_of_address(const walker *w, const pk_inst *inst) {
    const pk_value *base = inst->args[0], *index = inst->args[1];
    int64_t step = step_of(w, index), unit = pk_address_unit(inst), sum;

    if (((vary_of(w, base) & PK_VARY_x) && !step_of(w, base)) ||
        ((vary_of(w, index) & PK_VARY_x) && (!step || !keeps_step(index))))
        return 0;
    return __builtin_add_overflow(step_of(w, base), times(step, unit), &sum)
               ? 0
               : sum;
}

/* The step of a result that varies along x. An operand that varies without a
 * step leaves none. */
static int64_t find_step(const walker *w, const pk_inst *inst) {
    int64_t a = 0, b = 0, sum;

    for (uint32_t i = 0; i < inst->arg_count; i++)
        if ((vary_of(w, inst->args[i]) & PK_VARY_x) &&
            !step_of(w, inst->args[i]))
            return 0;
    if (inst->arg_count > 0)
        a = step_of(w, inst->args[0]);
    if (inst->arg_count > 1)
        b = step_of(w, inst->args[1]);
    switch ((int)inst->op) {
    case PK_OP_thread_id: return inst->axis == 0;
    case PK_OP_add: return __builtin_add_overflow(a, b, &sum) ? 0 : sum;
    case PK_OP_sub: return __builtin_sub_overflow(a, b, &sum) ? 0 : sum;
    case PK_OP_neg: return times(a, -1);
    case PK_OP_mul:
        return pk_is_const(inst->args[1])
                   ? times(a, pk_const_get_int(inst->args[1]))
                   : 0;
    case PK_OP_shl:
        return pk_is_const(inst->args[1]) && inst->args[1]->bits < 32
                   ? times(a, INT64_C(1) << inst->args[1]->bits)
                   : 0;
    case PK_OP_convert:
        return pk_type_is_int(inst->results[0]->type) &&
                       keeps_step(inst->args[0])
                   ? a
                   : 0;
    case PK_OP_elem:
    case PK_OP_offset: return step_of_address(w, inst);
    case PK_OP_select:
        return !(vary_of(w, inst->args[0]) & PK_VARY_x) &&
                       b == step_of(w, inst->args[2])
                   ? b
                   : 0;
    }
    return 0;
}

/* Steps belong to integers and addresses. What was once given up or found to
 * be another stays without. */
static void note_step(walker *w, const pk_value *v, int64_t step) {
    if (pk_type_is_float(v->type) || v->type == PK_TYPE_bool)
        step = 0;
    if (w->known[v->id] && w->steps[v->id] != step)
        step = 0;
    w->changed |= w->steps[v->id] != step;
    w->steps[v->id] = step;
    w->known[v->id] = true;
}

/* ---- instructions ---- */

static uint8_t vary_of_result(const walker *w, const pk_inst *inst) {
    uint8_t vary = 0;

    for (uint32_t i = 0; i < inst->arg_count; i++)
        vary |= vary_of(w, inst->args[i]);
    if (inst->op == PK_OP_thread_id)
        return inst->axis == 0 ? PK_VARY_x : PK_VARY_rows;
    if (inst->op == PK_OP_lane_id || inst->op == PK_OP_warp_id)
        return PK_VARY_all;
    if (inst->op == PK_OP_get)
        return w->locals[inst->local->id];
    if (inst->op == PK_OP_load)
        return pk_type_space(inst->args[0]->type) == PK_SPACE_local
                   ? PK_VARY_all
                   : vary;
    return pk_op_table[inst->op].flags & PK_OPF_PURE ? vary : PK_VARY_all;
}

static void walk_results(walker *w, const pk_inst *inst) {
    uint8_t vary = vary_of_result(w, inst);

    for (uint32_t i = 0; i < inst->result_count; i++) {
        const pk_value *v = inst->results[i];
        add(w, &w->values[v->id], vary);
        if (w->values[v->id] & PK_VARY_x)
            note_step(w, v, find_step(w, inst));
    }
}

static void walk_for(walker *w, const pk_inst *inst) {
    uint8_t start = vary_of(w, inst->args[0]), step = vary_of(w, inst->args[2]);
    uint8_t vary = start | step;

    add(w, &w->exits[inst->label], vary | vary_of(w, inst->args[1]));
    if (inst->flags & PK_INST_items)
        vary = PK_VARY_all;
    add(w, &w->values[inst->index->id], vary);
    if (!(w->values[inst->index->id] & PK_VARY_x))
        return;
    if (inst->flags & PK_INST_items)
        note_step(w, inst->index, pk_is_const_int(inst->args[2], 1));
    else
        note_step(w, inst->index,
                  step & PK_VARY_x ? 0 : step_of(w, inst->args[0]));
}

/* How the threads here are chosen among those of the function, apart from
 * the conditions around. */
static uint8_t left_by_others(const walker *w) {
    uint8_t left = 0;

    for (uint32_t i = 0; i < w->depth; i++)
        left |= w->around[i].left;
    return left;
}

/* The loops that are left by it end for its threads alone. A continue leaves
 * the rest of the body to the others, but all meet again. */
static void walk_exit(walker *w, const pk_inst *inst, uint8_t control) {
    for (uint32_t i = w->depth; i-- > 0;) {
        const pk_inst *at = w->around[i].inst;
        if (at == inst->target)
            w->around[i].left |= control;
        if (at->op != PK_OP_if && at->op != PK_OP_block &&
            (at != inst->target || inst->op == PK_OP_break))
            add(w, &w->exits[at->label], control);
        if (at == inst->target)
            return;
    }
}

static void walk_region(walker *w, const pk_region *region, uint8_t control);

static void walk_inner(walker *w, const pk_inst *inst, uint8_t control) {
    if (w->depth == PK_MAX_NESTING) {
        w->too_deep = true;
        return;
    }
    w->around[w->depth].inst = inst;
    w->around[w->depth++].left = 0;
    if (inst->op == PK_OP_if) {
        control |= vary_of(w, inst->args[0]);
        walk_region(w, inst->body, control);
        walk_region(w, inst->other, control);
    } else {
        if (inst->index)
            walk_for(w, inst);
        walk_region(w, inst->body, control | w->exits[inst->label]);
    }
    w->depth--;
}

static void walk_region(walker *w, const pk_region *region, uint8_t control) {
    for (const pk_inst *inst = region->first; inst; inst = inst->next) {
        uint8_t here = control | left_by_others(w);
        walk_results(w, inst);
        if (inst->op == PK_OP_set)
            add(w, &w->locals[inst->local->id],
                vary_of(w, inst->args[0]) | here);
        if (inst->target)
            walk_exit(w, inst, here);
        if (inst->body)
            walk_inner(w, inst, here);
    }
}

/* More walks than any real kernel takes: everything varies. */
static void give_up(walker *w) {
    for (uint32_t i = 0; i < w->fn->value_count; i++) {
        w->values[i] = PK_VARY_all;
        w->steps[i] = 0;
    }
    for (uint32_t i = 0; i < w->fn->local_count; i++)
        w->locals[i] = PK_VARY_all;
}

static void count_label(pk_inst *inst, void *arg) {
    uint32_t *labels = arg;

    if (inst->label > *labels)
        *labels = inst->label;
}

bool pk_uniform_find(pk_func *fn, pk_arena *arena, pk_uniform *out) {
    walker w = {.fn = fn};
    uint32_t labels = 0;
    int walks = 0;

    pk_func_number(fn);
    pk_region_visit(fn->body, count_label, &labels);
    w.values = pk_arena_array(arena, fn->value_count + (size_t)1, 1);
    w.known = pk_arena_array(arena, fn->value_count + (size_t)1, 1);
    w.steps =
        pk_arena_array(arena, fn->value_count + (size_t)1, sizeof *w.steps);
    w.locals = pk_arena_array(arena, fn->local_count + (size_t)1, 1);
    w.exits = pk_arena_array(arena, labels + (size_t)1, 1);
    if (arena->failed || fn->ir->arena->failed)
        return false;
    /* A device function knows nothing of what it is called with. */
    for (uint32_t i = 0; fn->kind == PK_FUNC_device && i < fn->param_count; i++)
        w.values[fn->params[i].value->id] = PK_VARY_all;
    do {
        w.changed = false;
        walk_region(&w, fn->body, 0);
    } while (w.changed && ++walks < MAX_WALKS);
    if (w.changed || w.too_deep)
        give_up(&w);
    *out = (pk_uniform){w.values, w.locals, w.steps};
    return true;
}
