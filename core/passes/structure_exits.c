/* SPDX-License-Identifier: Apache-2.0 */
/* structure-barriers: guards, and exits that become flags. */
#include "base/error.h"
#include "core/passes/scopes.h"
#include "core/passes/structure.h"

/* ---- guards ---- */

pk_builder pk_structure_at(pk_structurer *t, pk_region *region, pk_loc loc) {
    pk_builder b;

    pk_builder_init(&b, t->fn);
    b.region = region;
    b.loc = loc;
    return b;
}

void pk_structure_guard(pk_structurer *t, pk_value *cond, pk_loc loc) {
    t->here = NULL;
    if (t->guard_count < PK_GUARDS_MAX)
        t->guards[t->guard_count++] = cond;
    else if (t->status == PK_OK)
        t->status = pk_fail_at(t->err, PK_LIMIT, NULL, loc,
                               "too many conditions around barriers\n"
                               "move the barriers out of some of them");
}

pk_value *pk_structure_not(pk_structurer *t, pk_value *cond, pk_loc loc) {
    pk_builder b = pk_structure_at(t, t->out, loc);
    return pk_emit1(&b, PK_OP_not, cond);
}

/* The locals that tell whether a thread is still at it, innermost last. */
static uint32_t active_flags(const pk_structurer *t,
                             pk_local *out[2 * PK_GUARDS_MAX]) {
    uint32_t n = 0;

    if (t->live_on)
        out[n++] = t->live;
    for (const pk_level *l = t->level; l; l = l->outer) {
        if (l->stay && n < PK_GUARDS_MAX)
            out[n++] = l->stay;
        if (l->next && l->next_on && n < PK_GUARDS_MAX)
            out[n++] = l->next;
    }
    return n;
}

bool pk_structure_guarded(const pk_structurer *t) {
    pk_local *flags[2 * PK_GUARDS_MAX];
    return t->guard_count || active_flags(t, flags);
}

pk_value *pk_structure_active(pk_structurer *t, pk_builder *b) {
    pk_local *flags[2 * PK_GUARDS_MAX];
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

void pk_structure_flush(pk_structurer *t) {
    pk_inst *first = pk_region_take(t->piece);
    pk_local *flags[2 * PK_GUARDS_MAX];
    uint32_t count = active_flags(t, flags);
    bool many = t->guard_count + count > PK_GUARDS_NESTED;
    pk_builder b;

    if (!first)
        return;
    b = pk_structure_at(t, t->out, first->loc);
    if (many)
        pk_begin_if(&b, pk_structure_active(t, &b));
    for (uint32_t i = 0; i < t->guard_count && !many; i++)
        pk_begin_if(&b, t->guards[i]);
    for (uint32_t i = 0; i < count && !many; i++)
        pk_begin_if(&b, pk_emit_get(&b, flags[i]));
    if (!t->fn->ir->arena->failed)
        move_list(first, b.region);
}

/* ---- exits ---- */

static pk_level *level_of(const pk_structurer *t, const pk_inst *target) {
    pk_level *l = t->level;

    while (l && l->inst != target)
        l = l->outer;
    return l;
}

/* The local that the exit makes false. */
static pk_local *flag_of(pk_structurer *t, const pk_inst *exit) {
    pk_level *l;

    if (exit->op == PK_OP_return)
        return t->live;
    l = level_of(t, exit->target);
    return !l ? t->live : exit->op == PK_OP_break ? l->stay : l->next;
}

static void note_exit(pk_structurer *t, const pk_inst *exit) {
    pk_level *l;

    if (exit->op == PK_OP_return) {
        t->live_on = t->returned = true;
        if (!t->live)
            t->live = pk_func_local(t->fn, "live", PK_TYPE_bool);
    } else if (exit->op == PK_OP_continue && (l = level_of(t, exit->target)))
        l->next_on = true;
}

void pk_structure_note(pk_structurer *t, const pk_inst *inst,
                       const pk_inst *statement) {
    if ((pk_marks(inst) & PK_MARK_LEAVES) && pk_exit_leaves(inst, statement))
        note_exit(t, inst);
    for (int side = 0; side < 2; side++) {
        const pk_region *region = side ? inst->other : inst->body;
        for (const pk_inst *i = region ? region->first : NULL; i; i = i->next)
            pk_structure_note(t, i, statement);
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
static void replace_exits(pk_structurer *t, pk_inst *inst, pk_inst *statement,
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

bool pk_structure_leaves(const pk_inst *inst, const pk_inst *statement,
                         bool early_only) {
    if ((pk_marks(inst) & PK_MARK_LEAVES) && pk_exit_leaves(inst, statement) &&
        (!early_only || !at_the_end(inst, statement)))
        return true;
    for (int side = 0; side < 2; side++) {
        const pk_region *region = side ? inst->other : inst->body;
        for (const pk_inst *i = region ? region->first : NULL; i; i = i->next)
            if (pk_structure_leaves(i, statement, early_only))
                return true;
    }
    return false;
}

void pk_structure_vote(pk_structurer *t, pk_value *gone, pk_loc loc) {
    pk_builder b = pk_structure_at(t, t->out, loc);
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
void pk_structure_leave(pk_structurer *t, pk_inst *inst) {
    pk_inst *around = NULL;
    pk_builder b;

    t->here = NULL;
    if (pk_structure_leaves(inst, inst, true)) {
        b = pk_structure_at(t, t->piece, inst->loc);
        around = pk_begin_block(&b);
        if (t->fn->ir->arena->failed)
            return;
        pk_inst_insert(around->body, NULL, inst);
    } else {
        pk_inst_insert(t->piece, NULL, inst);
    }
    /* Marks of what replace_exits removes are still needed for the notes. */
    pk_structure_flush(t);
    pk_structure_note(t, inst, inst);
    bool returns = pk_marks(inst) & PK_MARK_RETURNS;
    replace_exits(t, inst, inst, around);
    if (returns)
        pk_structure_vote(t, NULL, inst->loc);
}
