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
#include "core/analysis/scalars.h"
#include "core/error.h"
#include "core/passes/passes.h"
#include "core/passes/scopes.h"

enum { GUARDS_MAX = 256, GUARDS_NESTED = 8 };

/* An outer loop or block around the place at work. */
typedef struct level {
    struct level *outer;
    pk_inst *inst;         /* NULL: the function's body */
    pk_local *stay, *next; /* false: left; on to the next iteration */
    bool next_on;          /* some thread may have gone on already */
} level;

typedef struct structurer {
    pk_func *fn;
    const pk_caps *caps;
    pk_scalars s;
    pk_error *err;
    pk_status status;
    bool block_form;
    pk_local *live;
    bool live_on;  /* some thread may have returned, which $live tells */
    bool returned; /* the same, however it is told */
    level *level;
    pk_region *out;               /* where statements go */
    pk_region *piece;             /* statements that wait for their guards */
    pk_value *guards[GUARDS_MAX]; /* conditions visible here */
    uint32_t guard_count;
    uint32_t nesting; /* hoisted ifs between the level's region and here */
} structurer;

static void structure_list(structurer *t, pk_inst *first);

/* ---- guards ---- */

static pk_builder builder_at(structurer *t, pk_region *region, pk_loc loc) {
    pk_builder b;

    pk_builder_init(&b, t->fn);
    b.region = region;
    b.loc = loc;
    return b;
}

static void push_guard(structurer *t, pk_value *cond, pk_loc loc) {
    if (t->guard_count < GUARDS_MAX)
        t->guards[t->guard_count++] = cond;
    else if (t->status == PK_OK)
        t->status = pk_fail_at(t->err, PK_LIMIT, NULL, loc,
                               "too many conditions around barriers");
}

static pk_value *negate(structurer *t, pk_value *cond, pk_loc loc) {
    pk_builder b = builder_at(t, t->out, loc);
    return pk_emit1(&b, PK_OP_not, cond);
}

/* The locals that tell whether a thread is still at it, innermost last. */
static uint32_t active_flags(const structurer *t,
                             pk_local *out[2 * GUARDS_MAX]) {
    uint32_t n = 0;

    if (t->live_on)
        out[n++] = t->live;
    for (const level *l = t->level; l; l = l->outer) {
        if (l->stay && n < GUARDS_MAX)
            out[n++] = l->stay;
        if (l->next && l->next_on && n < GUARDS_MAX)
            out[n++] = l->next;
    }
    return n;
}

static bool guarded(const structurer *t) {
    pk_local *flags[2 * GUARDS_MAX];
    return t->guard_count || active_flags(t, flags);
}

/* All guards as one value. */
static pk_value *all_guards(structurer *t, pk_builder *b) {
    pk_local *flags[2 * GUARDS_MAX];
    uint32_t count = active_flags(t, flags);
    pk_value *all = NULL;

    for (uint32_t i = 0; i < t->guard_count; i++)
        all = all ? pk_emit2(b, PK_OP_and, all, t->guards[i]) : t->guards[i];
    for (uint32_t i = 0; i < count; i++) {
        pk_value *flag = pk_emit_get(b, flags[i]);
        all = all ? pk_emit2(b, PK_OP_and, all, flag) : flag;
    }
    return all;
}

static void move_list(pk_inst *first, pk_region *to) {
    for (pk_inst *i = first, *next; i; i = next) {
        next = i->next;
        pk_inst_insert(to, NULL, i);
    }
}

/* Puts the waiting statements under their guards. */
static void flush(structurer *t) {
    pk_inst *first = pk_region_take(t->piece);
    pk_local *flags[2 * GUARDS_MAX];
    uint32_t count = active_flags(t, flags);
    bool many = t->guard_count + count > GUARDS_NESTED;
    pk_builder b;

    if (!first)
        return;
    b = builder_at(t, t->out, first->loc);
    if (many)
        pk_begin_if(&b, all_guards(t, &b));
    for (uint32_t i = 0; i < t->guard_count && !many; i++)
        pk_begin_if(&b, t->guards[i]);
    for (uint32_t i = 0; i < count && !many; i++)
        pk_begin_if(&b, pk_emit_get(&b, flags[i]));
    if (!t->fn->ir->arena->failed)
        move_list(first, b.region);
}

/* ---- exits ---- */

static level *level_of(const structurer *t, const pk_inst *target) {
    level *l = t->level;

    while (l && l->inst != target)
        l = l->outer;
    return l;
}

/* The local that the exit makes false. */
static pk_local *flag_of(structurer *t, const pk_inst *exit) {
    level *l;

    if (exit->op == PK_OP_return)
        return t->live;
    l = level_of(t, exit->target);
    return !l ? t->live : exit->op == PK_OP_break ? l->stay : l->next;
}

static void note_exit(structurer *t, const pk_inst *exit) {
    level *l;

    if (exit->op == PK_OP_return) {
        t->live_on = t->returned = true;
        if (!t->live)
            t->live = pk_func_local(t->fn, "live", PK_TYPE_bool);
    } else if (exit->op == PK_OP_continue && (l = level_of(t, exit->target)))
        l->next_on = true;
}

/* From here on the guards of exits within `inst` count. */
static void note_exits(structurer *t, const pk_inst *inst,
                       const pk_inst *statement) {
    if ((pk_marks(inst) & PK_MARK_LEAVES) && pk_exit_leaves(inst, statement))
        note_exit(t, inst);
    for (int side = 0; side < 2; side++) {
        const pk_region *region = side ? inst->other : inst->body;
        for (const pk_inst *i = region ? region->first : NULL; i; i = i->next)
            note_exits(t, i, statement);
    }
}

/* True when nothing of the statement comes after the exit. */
static bool at_the_end(const pk_inst *exit, const pk_inst *statement) {
    while (exit != statement) {
        const pk_inst *owner = exit->parent->owner;
        if (exit->next || owner->op != PK_OP_if)
            return false;
        exit = owner;
    }
    return true;
}

/* Exits of the statement become flags; where something of it comes after one,
 * a `block` around the statement is left. */
static void replace_exits(structurer *t, pk_inst *inst, pk_inst *statement,
                          pk_inst *around) {
    for (int side = 0; side < 2; side++) {
        pk_region *region = side ? inst->other : inst->body;
        for (pk_inst *i = region ? region->first : NULL, *next; i; i = next) {
            next = i->next;
            replace_exits(t, i, statement, around);
        }
    }
    if (!(pk_marks(inst) & PK_MARK_LEAVES) || !pk_exit_leaves(inst, statement))
        return;
    pk_builder b;
    pk_builder_init(&b, t->fn);
    pk_builder_before(&b, inst);
    pk_emit_set(&b, flag_of(t, inst), pk_const_int(t->fn, PK_TYPE_bool, 0));
    if (!at_the_end(inst, statement))
        pk_emit_exit(&b, PK_OP_break, around);
    pk_inst_remove(inst);
}

static bool exits_inside(const pk_inst *inst, const pk_inst *statement,
                         bool early_only) {
    if ((pk_marks(inst) & PK_MARK_LEAVES) && pk_exit_leaves(inst, statement) &&
        (!early_only || !at_the_end(inst, statement)))
        return true;
    for (int side = 0; side < 2; side++) {
        const pk_region *region = side ? inst->other : inst->body;
        for (const pk_inst *i = region ? region->first : NULL; i; i = i->next)
            if (exits_inside(i, statement, early_only))
                return true;
    }
    return false;
}

/* What is loaded once for all needs a thread that would load it: a block whose
 * threads have all returned goes no further. `gone` NULL: $live tells. */
static void vote_to_return(structurer *t, pk_value *gone, pk_loc loc) {
    pk_builder b = builder_at(t, t->out, loc);
    pk_inst *inst;

    if (!t->block_form || !t->s.has_loads)
        return;
    if (!gone)
        gone = pk_emit1(&b, PK_OP_not, pk_emit_get(&b, t->live));
    inst = pk_begin_if(&b, gone);
    pk_emit_return(&b, NULL, 0);
    pk_end_control(&b, inst);
}

/* A statement that some threads leave: with flags, into the piece, and the
 * guards from here on. */
static void add_leaving(structurer *t, pk_inst *inst) {
    pk_inst *around = NULL;
    pk_builder b;

    if (exits_inside(inst, inst, true)) {
        b = builder_at(t, t->piece, inst->loc);
        around = pk_begin_block(&b);
        if (t->fn->ir->arena->failed)
            return;
        pk_inst_insert(around->body, NULL, inst);
    } else {
        pk_inst_insert(t->piece, NULL, inst);
    }
    /* Marks of what replace_exits removes are still needed for the notes. */
    flush(t);
    note_exits(t, inst, inst);
    bool returns = pk_marks(inst) & PK_MARK_RETURNS;
    replace_exits(t, inst, inst, around);
    if (returns)
        vote_to_return(t, NULL, inst->loc);
}

/* ---- statements without barriers ---- */

/* `if c { exit }`, and the exit is of the level at work, whose rest this is. */
static pk_inst *plain_guard(const structurer *t, const pk_inst *inst) {
    pk_inst *exit = inst->op == PK_OP_if ? inst->body->first : NULL;

    if (!exit || exit->next || inst->other->first || t->nesting)
        return NULL;
    if (exit->op == PK_OP_return && !t->level->inst)
        return exit;
    return exit->op == PK_OP_continue && exit->target == t->level->inst ? exit
                                                                        : NULL;
}

/* Threads form: a loop round a barrier is left by all or by none, if all can
 * still tell. */
static bool left_by_all(const structurer *t, const pk_inst *inst) {
    pk_inst *exit = inst->op == PK_OP_if ? inst->body->first : NULL;

    return !t->block_form && !t->returned && !t->nesting && exit &&
           !exit->next && !inst->other->first && exit->op == PK_OP_break &&
           exit->target == t->level->inst;
}

static bool uses_piece(const structurer *t, const pk_inst *inst) {
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        const pk_value *v = inst->args[i];
        if (v->kind == PK_VALUE_result && v->def->parent == t->piece)
            return true;
    }
    return false;
}

static void structure_plain(structurer *t, pk_inst *inst) {
    bool pure = pk_op_table[inst->op].flags & PK_OPF_PURE;
    uint32_t marks = pk_marks(inst);
    const pk_inst *exit;

    if (marks & PK_MARK_SCALAR) {
        if (!pure && inst->op != PK_OP_get && inst->op != PK_OP_load)
            flush(t);
        pk_inst_insert(t->out, NULL, inst);
    } else if (left_by_all(t, inst)) {
        flush(t);
        pk_inst_insert(t->out, NULL, inst);
    } else if ((exit = plain_guard(t, inst))) {
        flush(t);
        if (exit->op == PK_OP_return) {
            vote_to_return(t, inst->args[0], inst->loc);
            t->returned = true;
        }
        push_guard(t, negate(t, inst->args[0], inst->loc), inst->loc);
    } else if (exits_inside(inst, inst, false)) {
        add_leaving(t, inst);
    } else if (pure && inst->op != PK_OP_quot && inst->op != PK_OP_rem &&
               !uses_piece(t, inst)) {
        pk_inst_insert(t->out, NULL, inst);
    } else {
        pk_inst_insert(guarded(t) ? t->piece : t->out, NULL, inst);
    }
}

/* ---- conditions that must not differ ---- */

static const pk_inst *first_barrier(const pk_region *region) {
    for (const pk_inst *i = region ? region->first : NULL; i; i = i->next) {
        const pk_inst *found = i->op == PK_OP_barrier ? i : NULL;
        found = found ? found : first_barrier(i->body);
        found = found ? found : first_barrier(i->other);
        if (found)
            return found;
    }
    return NULL;
}

static void check_uniform(structurer *t, const pk_inst *inst) {
    const pk_inst *barrier = first_barrier(inst->body);
    const pk_ir *ir = t->fn->ir;
    bool differs = false;
    const char *file;

    for (uint32_t i = 0; i < inst->arg_count; i++)
        differs |= pk_is_thread_only(inst->args[i]);
    if (!differs || t->status != PK_OK)
        return;
    barrier = barrier ? barrier : first_barrier(inst->other);
    file = barrier->loc.file < ir->file_count ? ir->files[barrier->loc.file]
                                              : NULL;
    t->status = pk_fail_at(
        t->err, PK_BARRIER, barrier->loc.line ? file : NULL, barrier->loc,
        "not every thread of the block reaches this barrier: the %s in line "
        "%u depends on the thread",
        inst->op == PK_OP_if ? "condition" : "loop", inst->loc.line);
}

/* ---- control that holds barriers ---- */

static void structure_inside(structurer *t, pk_region *region) {
    pk_region *out = t->out;
    uint32_t guards = t->guard_count;

    t->out = region;
    structure_list(t, pk_region_take(region));
    flush(t);
    t->out = out;
    t->guard_count = guards;
}

/* The branch's statements, under `cond`, in the region of the if itself. */
static void hoist(structurer *t, pk_inst *first, pk_value *cond, pk_loc loc) {
    uint32_t guards = t->guard_count;

    if (!first)
        return;
    push_guard(t, cond, loc);
    t->nesting++;
    structure_list(t, first);
    flush(t);
    t->nesting--;
    t->guard_count = guards;
}

static void structure_if(structurer *t, pk_inst *inst) {
    pk_value *cond = inst->args[0];
    uint32_t nesting = t->nesting;

    flush(t);
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
    pk_value *rest = no ? negate(t, cond, inst->loc) : NULL;
    hoist(t, yes, cond, inst->loc);
    hoist(t, no, rest, inst->loc);
}

static void set_flag(structurer *t, pk_local *flag, pk_loc loc) {
    pk_builder b = builder_at(t, t->out, loc);
    pk_emit_set(&b, flag, pk_const_int(t->fn, PK_TYPE_bool, 1));
}

/* A thread that has returned cannot tell whether the others go on: they tell
 * it. Gives true when any thread's `cond` is. */
static pk_value *any_thread(structurer *t, pk_builder *b, pk_value *cond) {
    pk_storage *word =
        pk_func_storage(t->fn, "any", PK_SPACE_shared, PK_TYPE_i32, 1, 0);
    pk_value *zero = pk_const_int(t->fn, PK_TYPE_i32, 0);
    pk_value *one = pk_const_int(t->fn, PK_TYPE_i32, 1);
    pk_value *first = NULL;
    pk_inst *inst;

    for (int axis = 0; axis < 3; axis++) {
        pk_value *id = pk_emit_query(b, PK_OP_thread_id, axis);
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
static void leave_when_idle(structurer *t, pk_inst *loop, bool must,
                            bool in_if) {
    pk_builder b = builder_at(t, t->out, loop->loc);
    pk_value *all;
    pk_inst *inst;

    if (!guarded(t) || (!must && (!in_if || t->returned)))
        return;
    all = all_guards(t, &b);
    if (!t->block_form && t->returned)
        all = any_thread(t, &b, all);
    inst = pk_begin_if(&b, pk_emit1(&b, PK_OP_not, all));
    pk_emit_exit(&b, PK_OP_break, loop);
    pk_end_control(&b, inst);
}

/* ---- for loops whose range differs, or may ---- */

typedef struct counter {
    pk_local *index;
    pk_value *stop, *step;
} counter;

static pk_value *as_unsigned(structurer *t, pk_builder *b, pk_value *v) {
    pk_type to = v->type;

    (void)t;
    switch (v->type) {
    case PK_TYPE_i8: to = PK_TYPE_u8; break;
    case PK_TYPE_i16: to = PK_TYPE_u16; break;
    case PK_TYPE_i32: to = PK_TYPE_u32; break;
    case PK_TYPE_i64: to = PK_TYPE_u64; break;
    default: break;
    }
    return pk_emit_to(b, PK_OP_bitcast, to, v);
}

/* True while there is room for one more step from `from`: distances are exact
 * as unsigned numbers. The first iteration needs a distance above 0 only. */
static pk_value *in_range(structurer *t, pk_builder *b, const counter *c,
                          pk_value *from, bool first) {
    pk_type type = from->type;
    pk_value *zero = pk_const_int(t->fn, type, 0);
    pk_value *up = pk_emit2(b, PK_OP_gt, c->step, zero);
    pk_value *down = pk_emit2(b, PK_OP_lt, c->step, zero);
    pk_value *above, *below;

    if (first) {
        above = pk_emit2(b, PK_OP_lt, from, c->stop);
        below = pk_emit2(b, PK_OP_gt, from, c->stop);
    } else {
        above =
            pk_emit2(b, PK_OP_lt, as_unsigned(t, b, c->step),
                     as_unsigned(t, b, pk_emit2(b, PK_OP_sub, c->stop, from)));
        below =
            pk_emit2(b, PK_OP_lt,
                     as_unsigned(t, b, pk_emit2(b, PK_OP_sub, zero, c->step)),
                     as_unsigned(t, b, pk_emit2(b, PK_OP_sub, from, c->stop)));
    }
    return pk_emit2(b, PK_OP_or, pk_emit2(b, PK_OP_and, up, above),
                    pk_emit2(b, PK_OP_and, down, below));
}

static void begin_counter(structurer *t, pk_inst *loop, level *l, counter *c) {
    pk_builder b = builder_at(t, t->piece, loop->loc);
    pk_value *start = loop->args[0];

    c->index = pk_func_local(t->fn, "i", start->type);
    c->stop = loop->args[1];
    c->step = loop->args[2];
    pk_emit_set(&b, c->index, start);
    pk_emit_set(&b, l->stay, in_range(t, &b, c, start, true));
}

static void advance_counter(structurer *t, pk_inst *loop, level *l,
                            counter *c) {
    pk_builder b = builder_at(t, t->piece, loop->loc);
    pk_value *from = pk_emit_get(&b, c->index);

    l->next_on = false;
    pk_emit_set(&b, l->stay, in_range(t, &b, c, from, false));
    pk_emit_set(&b, c->index, pk_emit2(&b, PK_OP_add, from, c->step));
    flush(t);
}

static void replace_value(pk_region *region, const pk_value *old,
                          pk_value *new) {
    for (pk_inst *i = region ? region->first : NULL; i; i = i->next) {
        for (uint32_t k = 0; k < i->arg_count; k++)
            if (i->args[k] == old)
                i->args[k] = new;
        replace_value(i->body, old, new);
        replace_value(i->other, old, new);
    }
}

/* The for becomes a loop: the same instruction, so that exits still find it. */
static void drop_range(structurer *t, pk_inst *loop, const counter *c) {
    pk_builder b;
    pk_value *index;

    pk_builder_init(&b, t->fn);
    b.region = loop->body;
    b.before = loop->body->first;
    b.loc = loop->loc;
    index = pk_emit_get(&b, c->index);
    replace_value(loop->body, loop->index, index);
    loop->op = PK_OP_loop;
    loop->arg_count = 0;
    loop->index = NULL;
}

/* ---- loops ---- */

static bool scalar_range(const structurer *t, const pk_inst *loop) {
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
static bool exits_by_flag(structurer *t, const pk_inst *loop, pk_op op) {
    level l = {.inst = (pk_inst *)loop};
    level *outer = t->level;
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
static void begin_stay(structurer *t, level *l, pk_loc loc) {
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

static void loop_body(structurer *t, pk_inst *loop, level *l, counter *c) {
    bool must = l->stay || c->index || leaves_for_outer(loop, loop);
    pk_region *out = t->out;
    uint32_t guards = t->guard_count, nesting = t->nesting;

    t->out = loop->body;
    t->nesting = 0;
    pk_inst *first = pk_region_take(loop->body);
    if ((t->caps->features & PK_CAP_loop_barrier) &&
        first->op != PK_OP_barrier) {
        pk_builder b = builder_at(t, t->out, loop->loc);
        pk_emit0(&b, PK_OP_barrier);
    }
    leave_when_idle(t, loop, must, nesting);
    if (l->next)
        set_flag(t, l->next, loop->loc);
    structure_list(t, first);
    flush(t);
    t->guard_count = guards;
    if (c->index)
        advance_counter(t, loop, l, c);
    t->nesting = nesting;
    t->out = out;
}

static void structure_loop(structurer *t, pk_inst *loop) {
    level l = {.outer = t->level, .inst = loop};
    bool counted = loop->op == PK_OP_for && !scalar_range(t, loop);
    counter c = {0};

    flush(t);
    if (loop->op == PK_OP_for)
        check_uniform(t, loop);
    note_exits(t, loop, loop);
    counted &= t->block_form || t->returned;
    if (counted) {
        /* Only threads that are here begin to count. */
        l.stay = pk_func_local(t->fn, "stay", PK_TYPE_bool);
        pk_builder b = builder_at(t, t->out, loop->loc);
        pk_emit_set(&b, l.stay, pk_const_int(t->fn, PK_TYPE_bool, 0));
        begin_counter(t, loop, &l, &c);
        flush(t);
    } else if (exits_by_flag(t, loop, PK_OP_break)) {
        begin_stay(t, &l, loop->loc);
    }
    if (exits_by_flag(t, loop, PK_OP_continue))
        l.next = pk_func_local(t->fn, "next", PK_TYPE_bool);
    t->level = &l;
    pk_inst_insert(t->out, NULL, loop);
    loop_body(t, loop, &l, &c);
    if (counted && !t->fn->ir->arena->failed)
        drop_range(t, loop, &c);
    t->level = l.outer;
}

/* A block is only something to leave: its statements go round it. */
static void structure_block(structurer *t, pk_inst *inst) {
    level l = {.outer = t->level, .inst = inst};

    flush(t);
    if (has_exit(inst->body, inst, PK_OP_break))
        begin_stay(t, &l, inst->loc);
    note_exits(t, inst, inst);
    t->level = &l;
    t->nesting++;
    structure_list(t, pk_region_take(inst->body));
    flush(t);
    t->nesting--;
    t->level = l.outer;
}

static void structure_list(structurer *t, pk_inst *first) {
    for (pk_inst *i = first, *next; i; i = next) {
        next = i->next;
        if (t->fn->ir->arena->failed || t->status != PK_OK)
            return;
        if (i->op == PK_OP_barrier) {
            flush(t);
            pk_inst_insert(t->out, NULL, i);
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

static void begin_live(structurer *t) {
    pk_builder b = builder_at(t, t->fn->body, t->fn->loc);

    b.before = t->fn->body->first;
    pk_emit_set(&b, t->live, pk_const_int(t->fn, PK_TYPE_bool, 1));
}

static pk_status structure(structurer *t, pk_arena *scratch) {
    level body = {0};

    pk_scalars_find(
        &t->s, t->fn,
        (pk_scalars_rules){.loads = t->block_form, .keep = t->block_form},
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
    flush(t);
    if (t->live_on)
        begin_live(t);
    if (t->status == PK_OK)
        pk_repair_scopes(t->fn, scratch);
    return t->status;
}

pk_status pk_pass_structure_barriers(pk_func *fn, const pk_caps *caps,
                                     pk_error *err) {
    structurer t = {.fn = fn,
                    .caps = caps,
                    .err = err,
                    .status = PK_OK,
                    .block_form = caps->form == PK_FORM_block};
    pk_arena scratch;
    pk_status status;

    if (fn->kind != PK_FUNC_kernel || fn->form != PK_FORM_threads ||
        (!t.block_form && (caps->features & PK_CAP_divergent_barriers)))
        return PK_OK;
    pk_arena_init(&scratch, fn->ir->arena->allocator);
    status = structure(&t, &scratch);
    if (status == PK_OK && (scratch.failed || fn->ir->arena->failed))
        status = pk_fail_no_memory(err);
    pk_arena_finish(&scratch);
    return status;
}
