/* SPDX-License-Identifier: Apache-2.0 */
/* structure-barriers: every barrier is executed by all threads of the block.
 *
 * No barrier stays under an `if` and no thread jumps past one: what a thread
 * does not do is guarded piece by piece, while barriers and the loops round
 * them are for all.
 *
 *     if c {                          %n = not c
 *         return                      if %n { store a, x }
 *     }                       -->     barrier
 *     store a, x                      if %n { load ... }
 *     barrier
 *     load ...
 *
 * An exit that is more than such a guard becomes a bool local that is false
 * for threads that have taken it: $live (return), $stay (break), $next
 * (continue). Scalar control (core/analysis/scalars.h) stays as it is, for all
 * threads take it together and those that have returned can follow it. A loop
 * that threads leave by $stay ends when no thread stays: in block form that is
 * a vote, `if c { break }` where c differs from thread to thread, which fission
 * takes when all agree; in threads form all agree or the kernel is wrong,
 * unless some have returned and cannot tell, and then they ask through shared
 * memory. */
#include "base/error.h"
#include "core/analysis/thread_loops.h"
#include "core/ir_data.h"
#include "core/passes/passes.h"
#include "core/passes/scopes.h"
#include "core/passes/structure.h"

static void structure_list(pk_structurer *t, pk_inst *first);

/* ---- statements without barriers ---- */

/* The exit of `if c { exit }`. */
static pk_inst *only_exit(const pk_inst *inst) {
    if (inst->op != PK_OP_if || !inst->body || inst->other->first ||
        inst->body->first != inst->body->last)
        return NULL;
    return inst->body->first;
}

/* `if c { exit }`, and the exit is of the level at work, whose rest this is. */
static pk_inst *plain_guard(const pk_structurer *t, const pk_inst *inst) {
    pk_inst *exit = only_exit(inst);

    if (!exit || t->nesting)
        return NULL;
    if (exit->op == PK_OP_return && !t->level->inst)
        return exit;
    return exit->op == PK_OP_continue && exit->target == t->level->inst ? exit
                                                                        : NULL;
}

/* Threads form: a loop round a barrier is left by all or by none, if all are
 * there and can tell. */
static bool left_by_all(const pk_structurer *t, const pk_inst *inst) {
    const pk_inst *exit = only_exit(inst);

    return !t->block_form && !t->returned && !t->nesting && t->level->all &&
           exit && !exit->next && !inst->other->first &&
           exit->op == PK_OP_break && exit->target == t->level->inst;
}

static bool uses_piece(const pk_structurer *t, const pk_inst *inst) {
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        const pk_value *v = inst->args[i];
        if (v->kind == PK_VALUE_result && v->def->parent == t->piece)
            return true;
    }
    return false;
}

static void structure_plain(pk_structurer *t, pk_inst *inst) {
    bool pure = pk_op_table[inst->op].flags & PK_OPF_PURE;
    uint32_t marks = pk_marks(inst);
    const pk_inst *exit;

    if (marks & PK_MARK_SCALAR) {
        if (!pure && inst->op != PK_OP_get && inst->op != PK_OP_load)
            pk_structure_flush(t);
        pk_inst_insert(t->out, NULL, inst);
    } else if (left_by_all(t, inst)) {
        pk_structure_flush(t);
        pk_inst_insert(t->out, NULL, inst);
    } else if ((exit = plain_guard(t, inst))) {
        pk_structure_flush(t);
        if (exit->op == PK_OP_return) {
            pk_structure_vote(t, inst->args[0], inst->loc);
            t->returned = true;
        }
        pk_structure_guard(t, pk_structure_not(t, inst->args[0], inst->loc),
                           inst->loc);
    } else if (pk_structure_leaves(inst, inst, false)) {
        pk_structure_leave(t, inst);
    } else if (pure && inst->op != PK_OP_quot && inst->op != PK_OP_rem &&
               !uses_piece(t, inst)) {
        pk_inst_insert(t->out, NULL, inst);
    } else {
        pk_inst_insert(pk_structure_guarded(t) ? t->piece : t->out, NULL, inst);
    }
}

/* ---- conditions that must not differ ---- */

static const pk_inst *first_barrier(const pk_region *region) {
    for (const pk_inst *i = region ? region->first : NULL; i; i = i->next) {
        bool sync = pk_op_table[i->op].flags & PK_OPF_SYNC;
        const pk_inst *found = sync ? i : NULL;
        found = found ? found : first_barrier(i->body);
        found = found ? found : first_barrier(i->other);
        if (found)
            return found;
    }
    return NULL;
}

static bool threads_differ(const pk_structurer *t, const pk_inst *inst) {
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (pk_threads_disagree(t->fn, inst->args[i]))
            return true;
    return false;
}

static void check_uniform(pk_structurer *t, const pk_inst *inst) {
    const pk_inst *barrier = first_barrier(inst->body);
    const pk_ir *ir = t->fn->ir;
    const char *file;

    if (t->status != PK_OK || !threads_differ(t, inst))
        return;
    barrier = barrier ? barrier : first_barrier(inst->other);
    if (!barrier)
        return; /* lanes may do things together without the others */
    /* All threads of a small block may agree. */
    if (pk_func_need_block(t->fn) && !threads_differ(t, inst))
        return;
    file = barrier->loc.file < ir->file_count ? ir->files[barrier->loc.file]
                                              : NULL;
    t->status = pk_fail_at(
        t->err, PK_BARRIER, barrier->loc.line ? file : NULL, barrier->loc,
        "not every thread of the block reaches this barrier: the %s in line "
        "%u depends on the thread\nmove the barrier before or after it, so "
        "that all threads reach it",
        inst->op == PK_OP_if ? "condition" : "loop", inst->loc.line);
}

/* ---- control that holds barriers ---- */

static void structure_inside(pk_structurer *t, pk_region *region) {
    pk_region *out = t->out;
    uint32_t guards = t->guard_count;

    t->out = region;
    t->here = NULL;
    structure_list(t, pk_region_take(region));
    pk_structure_flush(t);
    t->out = out;
    t->here = NULL;
    t->guard_count = guards;
}

/* The branch's statements, under `cond`, in the region of the if itself. */
static void hoist(pk_structurer *t, pk_inst *first, pk_value *cond,
                  pk_loc loc) {
    uint32_t guards = t->guard_count;

    if (!first)
        return;
    pk_structure_guard(t, cond, loc);
    t->nesting++;
    structure_list(t, first);
    pk_structure_flush(t);
    t->nesting--;
    t->guard_count = guards;
    t->here = NULL;
}

static void structure_if(pk_structurer *t, pk_inst *inst) {
    pk_value *cond = inst->args[0];
    uint32_t nesting = t->nesting;

    pk_structure_flush(t);
    if (pk_marks(inst) & PK_MARK_KEEP) {
        pk_inst_insert(t->out, NULL, inst);
        t->nesting = 1;
        structure_inside(t, inst->body);
        structure_inside(t, inst->other);
        t->nesting = nesting;
        return;
    }
    check_uniform(t, inst);
    pk_inst *yes = pk_region_take(inst->body);
    pk_inst *no = pk_region_take(inst->other);
    pk_value *rest = no ? pk_structure_not(t, cond, inst->loc) : NULL;
    hoist(t, yes, cond, inst->loc);
    hoist(t, no, rest, inst->loc);
}

static void set_flag(pk_structurer *t, pk_local *flag, pk_loc loc) {
    pk_builder b = pk_structure_at(t, t->out, loc);
    pk_emit_set(&b, flag, pk_const_int(t->fn, PK_TYPE_bool, 1));
}

/* A thread that has returned cannot tell whether the others go on: they tell
 * it. Gives true when any thread's `cond` is. */
static pk_value *any_thread(pk_structurer *t, pk_builder *b, pk_value *cond) {
    pk_storage *word =
        pk_func_storage(t->fn, "any", PK_SPACE_shared, PK_TYPE_i32, 1, 0);
    pk_value *zero = pk_const_int(t->fn, PK_TYPE_i32, 0);
    pk_value *one = pk_const_int(t->fn, PK_TYPE_i32, 1);
    pk_value *first = NULL;
    pk_inst *inst;

    for (int axis = 0; axis < (t->team == PK_TEAM_warps ? 1 : 3); axis++) {
        pk_value *id = t->team == PK_TEAM_warps
                           ? pk_emit0(b, PK_OP_warp_id)
                           : pk_emit_query(b, PK_OP_thread_id, axis);
        pk_value *is = pk_emit2(b, PK_OP_eq, id, zero);
        first = first ? pk_emit2(b, PK_OP_and, first, is) : is;
    }
    pk_emit0(b, PK_OP_barrier);
    inst = pk_begin_if(b, first);
    pk_emit2(b, PK_OP_store, word->value, zero);
    pk_end_control(b, inst);
    pk_emit0(b, PK_OP_barrier);
    inst = pk_begin_if(b, cond);
    pk_emit2(b, PK_OP_store, word->value, one);
    pk_end_control(b, inst);
    pk_emit0(b, PK_OP_barrier);
    return pk_emit2(b, PK_OP_ne, pk_emit1(b, PK_OP_load, word->value), zero);
}

/* Ends the loop when no thread is at it any more. Where its own end would do,
 * it is left early for the sake of a condition around it only: threads that
 * have returned are not worth a question in each round. */
static void leave_when_idle(pk_structurer *t, pk_inst *loop, bool must,
                            bool in_if) {
    pk_builder b = pk_structure_at(t, t->out, loop->loc);
    pk_value *all;
    pk_inst *inst;

    if (!pk_structure_guarded(t) || (!must && (!in_if || t->returned)))
        return;
    all = pk_structure_active(t, &b);
    if (!t->block_form && t->returned)
        all = any_thread(t, &b, all);
    inst = pk_begin_if(&b, pk_emit1(&b, PK_OP_not, all));
    pk_emit_exit(&b, PK_OP_break, loop);
    pk_end_control(&b, inst);
}

/* ---- loops ---- */

static bool scalar_range(const pk_structurer *t, const pk_inst *loop) {
    for (uint32_t i = 0; i < loop->arg_count; i++)
        if (!pk_is_scalar(&t->s, loop->args[i]))
            return false;
    return true;
}

static bool has_exit(const pk_region *region, const pk_inst *target, pk_op op) {
    for (const pk_inst *i = region ? region->first : NULL; i; i = i->next)
        if ((i->op == op && i->target == target &&
             (pk_marks(i) & PK_MARK_LEAVES)) ||
            has_exit(i->body, target, op) || has_exit(i->other, target, op))
            return true;
    return false;
}

/* Some exits at the top of the body need no flag: see left_by_all and
 * plain_guard. */
static bool exits_by_flag(pk_structurer *t, const pk_inst *loop, pk_op op) {
    pk_level l = {.inst = (pk_inst *)loop, .all = !pk_structure_guarded(t)};
    pk_level *outer = t->level;
    uint32_t nesting = t->nesting;
    bool found = false;

    t->level = &l;
    t->nesting = 0;
    for (const pk_inst *i = loop->body->first; i && !found; i = i->next) {
        bool leaves =
            i->op == op && i->target == loop && (pk_marks(i) & PK_MARK_LEAVES);
        bool simple =
            op == PK_OP_break ? left_by_all(t, i) : plain_guard(t, i) != NULL;
        found = !simple && (leaves || has_exit(i->body, loop, op) ||
                            has_exit(i->other, loop, op));
    }
    t->level = outer;
    t->nesting = nesting;
    return found;
}

/* Every thread that is here sets it: those that are not must not stay. */
static void begin_stay(pk_structurer *t, pk_level *l, pk_loc loc) {
    l->stay = pk_func_local(t->fn, "stay", PK_TYPE_bool);
    set_flag(t, l->stay, loc);
}

/* True when some threads leave the loop for a place further out. */
static bool leaves_for_outer(const pk_inst *inst, const pk_inst *loop) {
    if ((pk_marks(inst) & PK_MARK_LEAVES) && inst->op != PK_OP_return &&
        pk_exit_leaves(inst, loop) && inst->target != loop)
        return true;
    for (int side = 0; side < 2; side++) {
        const pk_region *region = side ? inst->other : inst->body;
        for (const pk_inst *i = region ? region->first : NULL; i; i = i->next)
            if (leaves_for_outer(i, loop))
                return true;
    }
    return false;
}

/* Whether a loop that holds a barrier must begin with one. Drivers that ask for
 * it need it where another loop comes before its first; threads that run loops
 * of their own are fast without. */
static bool begins_with_barrier(const pk_structurer *t, const pk_inst *first) {
    const pk_inst *i = first;

    if (!(t->caps->features & PK_CAP_loop_barrier) || t->team == PK_TEAM_lanes)
        return false;
    if (pk_structure_guarded(t))
        return true;
    if (!pk_func_get_data(t->fn)->keeps_threads)
        return first->op != PK_OP_barrier;
    while (i && i->op != PK_OP_barrier && !i->body)
        i = i->next;
    return !i || i->op != PK_OP_barrier;
}

static void loop_body(pk_structurer *t, pk_inst *loop, pk_level *l,
                      pk_counter *c) {
    bool must = l->stay || c->index || leaves_for_outer(loop, loop);
    pk_region *out = t->out;
    uint32_t guards = t->guard_count, nesting = t->nesting;

    t->out = loop->body;
    t->nesting = 0;
    t->here = NULL;
    pk_inst *first = pk_region_take(loop->body);
    if (begins_with_barrier(t, first)) {
        pk_builder b = pk_structure_at(t, t->out, loop->loc);
        pk_emit0(&b, PK_OP_barrier);
    }
    leave_when_idle(t, loop, must, nesting);
    if (l->next)
        set_flag(t, l->next, loop->loc);
    structure_list(t, first);
    pk_structure_flush(t);
    t->guard_count = guards;
    if (c->index)
        pk_counter_advance(t, loop, l, c);
    t->nesting = nesting;
    t->out = out;
    t->here = NULL;
}

static void structure_loop(pk_structurer *t, pk_inst *loop) {
    pk_level l = {.outer = t->level, .inst = loop};
    bool counted = loop->op == PK_OP_for && !scalar_range(t, loop);
    pk_counter c = {0};

    pk_structure_flush(t);
    if (loop->op == PK_OP_for)
        check_uniform(t, loop);
    pk_structure_note(t, loop, loop);
    l.all = !pk_structure_guarded(t);
    counted &= t->block_form || t->returned;
    if (counted) {
        /* Only threads that are here begin to count. */
        l.stay = pk_func_local(t->fn, "stay", PK_TYPE_bool);
        pk_builder b = pk_structure_at(t, t->out, loop->loc);
        pk_emit_set(&b, l.stay, pk_const_int(t->fn, PK_TYPE_bool, 0));
        pk_counter_begin(t, loop, &l, &c);
        pk_structure_flush(t);
    } else if (exits_by_flag(t, loop, PK_OP_break)) {
        begin_stay(t, &l, loop->loc);
    }
    if (exits_by_flag(t, loop, PK_OP_continue))
        l.next = pk_func_local(t->fn, "next", PK_TYPE_bool);
    t->level = &l;
    pk_inst_insert(t->out, NULL, loop);
    loop_body(t, loop, &l, &c);
    if (counted && !t->fn->ir->arena->failed)
        pk_counter_finish(t, loop, &c);
    t->level = l.outer;
}

/* A block is only something to leave: its statements go round it. */
static void structure_block(pk_structurer *t, pk_inst *inst) {
    pk_level l = {.outer = t->level, .inst = inst};

    pk_structure_flush(t);
    if (has_exit(inst->body, inst, PK_OP_break))
        begin_stay(t, &l, inst->loc);
    pk_structure_note(t, inst, inst);
    t->level = &l;
    t->nesting++;
    t->here = NULL;
    structure_list(t, pk_region_take(inst->body));
    pk_structure_flush(t);
    t->nesting--;
    t->level = l.outer;
    t->here = NULL;
}

static void structure_list(pk_structurer *t, pk_inst *first) {
    for (pk_inst *i = first, *next; i; i = next) {
        next = i->next;
        if (t->fn->ir->arena->failed || t->status != PK_OK)
            return;
        if (pk_team_is_cut(t->team, i->op)) {
            pk_structure_cut(t, i);
        } else if (!i->body || !(pk_marks(i) & PK_MARK_BARRIER)) {
            structure_plain(t, i);
        } else if (i->op == PK_OP_if) {
            structure_if(t, i);
        } else if (i->op == PK_OP_block) {
            structure_block(t, i);
        } else {
            structure_loop(t, i);
        }
    }
}

/* ---- the pass ---- */

static void begin_live(pk_structurer *t) {
    pk_builder b = pk_structure_at(t, t->fn->body, t->fn->loc);

    b.before = t->fn->body->first;
    pk_emit_set(&b, t->live, pk_const_int(t->fn, PK_TYPE_bool, 1));
}

static pk_status structure(pk_structurer *t, pk_arena *scratch) {
    pk_level body = {0};

    pk_scalars_find(&t->s, t->fn,
                    (pk_scalars_rules){.team = t->team,
                                       .loads = t->block_form,
                                       .keep = t->block_form},
                    scratch);
    if (scratch->failed)
        return pk_fail_no_memory(t->err);
    if (!t->s.has_barrier)
        return PK_OK;
    t->level = &body;
    t->out = t->fn->body;
    t->piece = pk_region_new(t->fn, NULL);
    pk_inst *first = pk_region_take(t->fn->body);
    structure_list(t, first);
    pk_structure_flush(t);
    if (t->live_on)
        begin_live(t);
    if (t->status == PK_OK)
        pk_repair_scopes(t->fn, scratch);
    return t->status;
}

pk_status pk_structure_team(pk_func *fn, const pk_caps *caps, pk_team team,
                            pk_error *err) {
    pk_structurer t = {.fn = fn,
                       .caps = caps,
                       .err = err,
                       .status = PK_OK,
                       .team = team,
                       .block_form = team == PK_TEAM_lanes ||
                                     (caps->form == PK_FORM_block &&
                                      !pk_func_get_data(fn)->keeps_threads)};
    pk_arena scratch;
    pk_status status;

    /* Lanes that return early are flags by now. */
    t.returned = team == PK_TEAM_warps && (fn->flags & PK_FUNC_returned);
    pk_arena_init(&scratch, fn->ir->arena->allocator);
    status = structure(&t, &scratch);
    if (status == PK_OK && (scratch.failed || fn->ir->arena->failed))
        status = pk_fail_no_memory(err);
    if (t.returned)
        fn->flags |= PK_FUNC_returned;
    pk_arena_finish(&scratch);
    return status;
}

pk_status pk_pass_structure_barriers(pk_func *fn, const pk_caps *caps,
                                     pk_error *err) {
    bool lanes = fn->form == PK_FORM_lanes;

    if (fn->kind != PK_FUNC_kernel || fn->form == PK_FORM_block ||
        (caps->form != PK_FORM_block &&
         (caps->features & PK_CAP_divergent_barriers)))
        return PK_OK;
    if (fn->form == PK_FORM_threads && (caps->features & PK_CAP_wide_items))
        pk_func_get_data(fn)->keeps_threads = pk_threads_run_loops(fn);
    return pk_structure_team(fn, caps, lanes ? PK_TEAM_warps : PK_TEAM_threads,
                             err);
}
