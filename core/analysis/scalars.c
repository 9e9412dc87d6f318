/* SPDX-License-Identifier: Apache-2.0 */
/* Optimistic: all is scalar until shown otherwise, and what is shown is looked
 * at again until nothing changes. */
#include "core/analysis/scalars.h"

#include "core/eval.h"

/* ---- small questions ---- */

bool pk_team_is_cut(pk_team team, pk_op op) {
    uint8_t cuts = PK_OPF_SYNC | (team == PK_TEAM_lanes ? PK_OPF_WARP : 0);

    return pk_op_table[op].flags & cuts;
}

bool pk_is_scalar(const pk_scalars *s, const pk_value *value) {
    return value->kind == PK_VALUE_const ||
           (value->id < s->value_count && !s->varying[value->id]);
}

bool pk_is_scalar_local(const pk_scalars *s, const pk_local *local) {
    return local->id < s->local_count && !s->threads[local->id];
}

bool pk_inst_within(const pk_inst *inst, const pk_inst *outer) {
    while (inst && inst != outer)
        inst = inst->parent ? inst->parent->owner : NULL;
    return inst;
}

bool pk_exit_leaves(const pk_inst *inst, const pk_inst *statement) {
    if (inst->op == PK_OP_return)
        return true;
    return (inst->op == PK_OP_break || inst->op == PK_OP_continue) &&
           !pk_inst_within(inst->target, statement);
}

/* The value for a thread; false when more than its id decides. */
static bool value_for(const pk_value *v, const uint32_t thread[3], int depth,
                      uint64_t *out) {
    const pk_inst *def = v->def;
    uint64_t args[3] = {0};

    *out = v->bits;
    if (v->kind == PK_VALUE_const)
        return true;
    if (v->kind != PK_VALUE_result || depth > 8 || def->arg_count > 3)
        return false;
    *out = def->op == PK_OP_thread_id ? thread[def->axis % 3] : 0;
    if (def->op == PK_OP_thread_id)
        return true;
    for (uint32_t i = 0; i < def->arg_count; i++)
        if (!value_for(def->args[i], thread, depth + 1, &args[i]))
            return false;
    return def->arg_count &&
           pk_eval(def->op, def->args[def->op == PK_OP_select]->type, v->type,
                   args, out);
}

bool pk_threads_disagree(const pk_func *fn, const pk_value *value) {
    uint64_t first, other;

    for (int axis = 0; axis < 3; axis++) {
        uint32_t extent = fn->block[axis] ? fn->block[axis]
                          : axis == 2     ? 64
                                          : 1024;
        uint32_t thread[3] = {0};
        if (!value_for(value, thread, 0, &first))
            return false;
        while (++thread[axis] < extent)
            if (value_for(value, thread, 0, &other) && other != first)
                return true;
    }
    return false;
}

/* ---- marks ---- */

static bool mark_barriers(pk_team team, pk_region *region) {
    bool any = false;

    for (pk_inst *i = region->first; i; i = i->next) {
        bool holds = pk_team_is_cut(team, i->op);
        i->mark = NULL;
        if (i->body)
            holds |= mark_barriers(team, i->body);
        if (i->other)
            holds |= mark_barriers(team, i->other);
        if (holds)
            pk_mark(i, PK_MARK_BARRIER);
        any |= holds;
    }
    return any;
}

static void mark_changed(pk_scalars *s, pk_inst *inst, uint32_t mark) {
    if ((pk_marks(inst) & mark) == mark)
        return;
    pk_mark(inst, mark);
    s->changed = true;
}

static void set_varying(pk_scalars *s, const pk_value *value) {
    if (value->id < s->value_count && !s->varying[value->id]) {
        s->varying[value->id] = 1;
        s->changed = true;
    }
}

static void set_threads(pk_scalars *s, const pk_local *local) {
    if (local->id < s->local_count && !s->threads[local->id]) {
        s->threads[local->id] = 1;
        s->changed = true;
    }
}

/* An exit that not all threads take together makes ragged the outer loops that
 * it leaves. Threads that have returned do not matter: the others go on in
 * step. */
static void mark_leaves(pk_scalars *s, pk_inst *exit) {
    const pk_inst *at = exit->parent->owner;

    mark_changed(s, exit, PK_MARK_LEAVES);
    if (exit->op == PK_OP_return) {
        s->has_returns = true;
        return;
    }
    for (; at && at != exit->target; at = at->parent->owner)
        mark_changed(s, (pk_inst *)at, PK_MARK_RAGGED);
    if (exit->op == PK_OP_break)
        mark_changed(s, exit->target, PK_MARK_RAGGED);
}

/* A ballot gives all lanes the same, other operations of warps give each lane
 * its own; a vote of the block gives all threads the same. */
static bool is_common(pk_op op) {
    return op == PK_OP_ballot || pk_op_table[op].rule == PK_RULE_BARRIER;
}

static void set_all_varying(pk_scalars *s, const pk_inst *inst) {
    for (uint32_t i = 0; i < inst->result_count; i++)
        set_varying(s, inst->results[i]);
}

static void mark_varying(pk_scalars *s, pk_inst *inst,
                         const pk_inst *statement) {
    set_all_varying(s, inst);
    if (inst->index)
        set_varying(s, inst->index);
    if (inst->op == PK_OP_set)
        set_threads(s, inst->local);
    if (pk_exit_leaves(inst, statement)) {
        mark_leaves(s, inst);
        if (inst->op == PK_OP_return)
            pk_mark((pk_inst *)statement, PK_MARK_RETURNS);
    }
    for (int side = 0; side < 2; side++) {
        pk_region *region = side ? inst->other : inst->body;
        for (pk_inst *i = region ? region->first : NULL; i; i = i->next)
            mark_varying(s, i, statement);
    }
}

/* ---- what may be done once ---- */

static bool scalar_args(const pk_scalars *s, const pk_inst *inst) {
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (!pk_is_scalar(s, inst->args[i]))
            return false;
    return true;
}

/* quot and rem are promised a divisor that a thread not there might not keep:
 * only one that can be seen is trusted. */
static bool speculable(const pk_inst *inst) {
    if (inst->op == PK_OP_quot || inst->op == PK_OP_rem)
        return pk_is_const(inst->args[1]) &&
               pk_const_get_int(inst->args[1]) != 0 &&
               pk_const_get_int(inst->args[1]) != -1;
    return inst->op != PK_OP_thread_id && inst->op != PK_OP_lane_id &&
           inst->op != PK_OP_warp_id;
}

/* The memory behind the pointer never changes. */
static bool constant_memory(const pk_scalars *s, const pk_value *pointer) {
    if (pk_type_space(pointer->type) == PK_SPACE_constant)
        return true;
    while (pointer->kind == PK_VALUE_result &&
           pk_op_table[pointer->def->op].rule == PK_RULE_ELEM)
        pointer = pointer->def->args[0];
    for (uint32_t i = 0; i < s->fn->param_count; i++)
        if (s->fn->params[i].value == pointer)
            return (s->fn->params[i].flags & PK_PARAM_readonly) &&
                   (s->fn->params[i].flags & PK_PARAM_noalias);
    return false;
}

static bool scalar_tree(pk_scalars *s, const pk_inst *inst,
                        const pk_inst *statement);

static bool scalar_region(pk_scalars *s, const pk_region *region,
                          const pk_inst *statement) {
    for (const pk_inst *i = region ? region->first : NULL; i; i = i->next)
        if (!scalar_tree(s, i, statement))
            return false;
    return true;
}

static bool scalar_tree(pk_scalars *s, const pk_inst *inst,
                        const pk_inst *statement) {
    uint8_t flags = pk_op_table[inst->op].flags;

    if (!scalar_args(s, inst))
        return false;
    if (flags & PK_OPF_PURE)
        return speculable(inst);
    if (inst->op == PK_OP_get || inst->op == PK_OP_set)
        return pk_is_scalar_local(s, inst->local);
    if (inst->op == PK_OP_load && s->rules.loads &&
        constant_memory(s, inst->args[0])) {
        s->has_loads = true;
        return true;
    }
    /* A block that holds a barrier is taken apart, so nothing may jump. */
    if (inst->op == PK_OP_break && inst->target->op == PK_OP_block &&
        (pk_marks(inst->target) & PK_MARK_BARRIER))
        return false;
    return (flags & PK_OPF_CONTROL) &&
           scalar_region(s, inst->body, statement) &&
           scalar_region(s, inst->other, statement);
}

/* ---- the walk over outer regions ---- */

static bool is_vote(const pk_scalars *s, const pk_inst *inst) {
    const pk_inst *exit = inst->body ? inst->body->first : NULL;

    return s->rules.votes && s->has_barrier && inst->op == PK_OP_if && exit &&
           !exit->next && !inst->other->first && pk_exit_leaves(exit, inst);
}

/* True when some thread may leave the statement for something around it, other
 * than by returning. */
static bool may_leave(const pk_inst *inst, const pk_inst *statement) {
    if ((pk_marks(inst) & PK_MARK_LEAVES) && inst->op != PK_OP_return &&
        pk_exit_leaves(inst, statement))
        return true;
    for (int side = 0; side < 2; side++) {
        const pk_region *region = side ? inst->other : inst->body;
        for (const pk_inst *i = region ? region->first : NULL; i; i = i->next)
            if (may_leave(i, statement))
                return true;
    }
    return false;
}

static void walk_plain(pk_scalars *s, pk_inst *inst, bool together) {
    bool pure = pk_op_table[inst->op].flags & PK_OPF_PURE;
    bool scalar = scalar_tree(s, inst, inst);

    /* Apart from the others a thread may still compute what it need not. */
    if (!together && !pure && inst->op != PK_OP_get)
        scalar = false;
    inst->mark = (void *)(uintptr_t)(pk_marks(inst) & ~PK_MARK_SCALAR);
    if (scalar)
        pk_mark(inst, PK_MARK_SCALAR);
    else if (is_vote(s, inst))
        pk_mark(inst, PK_MARK_VOTE);
    else
        mark_varying(s, inst, inst);
}

static void walk_region(pk_scalars *s, pk_region *region, bool together);

static void walk_outer(pk_scalars *s, pk_inst *inst, bool together) {
    bool scalar = scalar_args(s, inst);

    if (inst->op == PK_OP_if) {
        bool keep = together && scalar && s->rules.keep;
        inst->mark = (void *)(uintptr_t)(pk_marks(inst) & ~PK_MARK_KEEP);
        pk_mark(inst, keep ? PK_MARK_KEEP : 0);
        walk_region(s, inst->body, keep);
        walk_region(s, inst->other, keep);
        return;
    }
    if (inst->index && !scalar)
        set_varying(s, inst->index);
    walk_region(s, inst->body,
                together && scalar && !(pk_marks(inst) & PK_MARK_RAGGED));
}

static void walk_region(pk_scalars *s, pk_region *region, bool together) {
    for (pk_inst *i = region->first; i; i = i->next) {
        bool outer = i->body && (pk_marks(i) & PK_MARK_BARRIER);

        if (outer)
            walk_outer(s, i, together);
        else if (!pk_team_is_cut(s->rules.team, i->op))
            walk_plain(s, i, together);
        else if (!is_common(i->op))
            set_all_varying(s, i);
        if (may_leave(i, i))
            together = false;
        /* Without barriers there is one loop over threads: from the first
         * thing on that each does for itself, all is in it. */
        if (!s->has_barrier && !(pk_marks(i) & PK_MARK_SCALAR) &&
            !(pk_op_table[i->op].flags & PK_OPF_PURE))
            together = false;
    }
}

void pk_scalars_find(pk_scalars *out, pk_func *fn, pk_scalars_rules rules,
                     pk_arena *scratch) {
    *out = (pk_scalars){.fn = fn,
                        .rules = rules,
                        .value_count = fn->value_count,
                        .local_count = fn->local_count,
                        .changed = true};
    out->varying = pk_arena_array(scratch, fn->value_count + 1, 1);
    out->threads = pk_arena_array(scratch, fn->local_count + 1, 1);
    if (scratch->failed)
        return;
    out->has_barrier = mark_barriers(rules.team, fn->body);
    for (const pk_storage *st = fn->storages; st; st = st->next)
        if (st->space == PK_SPACE_local)
            out->varying[st->value->id] = 1; /* each thread has its own */
    while (out->changed) {
        out->changed = false;
        out->has_loads = false;
        walk_region(out, fn->body, true);
    }
}
