/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses of threads by element, and which of them no barrier orders. */
#include "check/threads/abstract_exec.h"
#include "check/threads/advice.h"

#include <string.h>

enum { SLOTS = 1 << 12, KEPT = 6, MAX_MET = 1024 };

/* An element, and some of those that used it last. */
typedef struct pk_cell {
    struct pk_cell *next;
    uint32_t object;
    uint64_t offset;
    uint32_t count;
    pk_access kept[KEPT];
} pk_cell;

void pk_races_init(pk_races *races, pk_arena *arena, uint32_t in_block) {
    *races = (pk_races){.arena = arena, .in_block = in_block};
    races->cells = pk_arena_array(arena, SLOTS, sizeof *races->cells);
}

static pk_cell **slot_of(const pk_races *races, uint32_t object,
                         uint64_t offset) {
    uint64_t key =
        (offset ^ ((uint64_t)object << 40)) * UINT64_C(0x9e3779b97f4a7c15);

    return &races->cells[key >> 52 & (SLOTS - 1)];
}

static pk_cell *find_cell(const pk_races *races, uint32_t object,
                          uint64_t offset) {
    pk_cell *cell = *slot_of(races, object, offset);

    while (cell && (cell->object != object || cell->offset != offset))
        cell = cell->next;
    return cell;
}

static pk_cell *cell_of(pk_races *races, const pk_access *a) {
    pk_cell **at = slot_of(races, a->object, a->offset);
    pk_cell *cell = find_cell(races, a->object, a->offset);

    if (cell)
        return cell;
    cell = PK_NEW(races->arena, pk_cell);
    if (races->arena->failed)
        return NULL;
    *cell = (pk_cell){.next = *at, .object = a->object, .offset = a->offset};
    *at = cell;
    return cell;
}

static bool same_phase(const pk_access *a, const pk_access *b) {
    if (a->block != b->block)
        return a->grid_phase == b->grid_phase;
    return a->phase == b->phase &&
           (a->warp != b->warp || a->warp_phase == b->warp_phase);
}

/* Who writes what another writes is no harm, and what may be the same is not
 * spoken of. */
static bool may_agree(const pk_number *a, const pk_number *b) {
    if (a->known != b->known)
        return !(a->known ? b->bits : a->bits);
    return a->bits == b->bits || (!a->known && (!a->bits || !b->bits));
}

static bool conflict(const pk_access *a, const pk_access *b) {
    if (a->thread == b->thread || !same_phase(a, b) || (!a->sure && !b->sure) ||
        (a->kind == b->kind && a->kind != PK_TOUCH_write))
        return false;
    return a->kind != PK_TOUCH_write || b->kind != PK_TOUCH_write ||
           !may_agree(&a->value, &b->value);
}

static void note(pk_races *races, const pk_access *a, const pk_access *b) {
    for (uint32_t i = 0; i < races->count; i++) {
        const pk_conflict *c = &races->found[i];
        if (c->first.inst == a->inst && c->second.inst == b->inst &&
            c->first.block == a->block && c->second.block == b->block &&
            c->first.acquired == a->acquired &&
            c->second.acquired == b->acquired)
            return;
    }
    if (races->count < PK_CONFLICTS)
        races->found[races->count++] = (pk_conflict){*a, *b};
}

/* Returns the access of this kind to be forgotten first: one of the thread
 * itself, or from before a barrier; else the latest, so that the first stays.
 */
static pk_access *room(pk_cell *cell, const pk_access *a) {
    uint32_t same = 0;

    for (uint32_t i = 0; i < cell->count; i++) {
        pk_access *k = &cell->kept[i];
        if (k->kind == a->kind && (k->thread == a->thread || !same_phase(k, a)))
            return k;
        same += k->kind == a->kind;
    }
    if (cell->count < KEPT && same < 2)
        return &cell->kept[cell->count++];
    for (uint32_t i = cell->count; i-- > 0;)
        if (cell->kept[i].kind == a->kind)
            return &cell->kept[i];
    return &cell->kept[KEPT - 1];
}

void pk_races_add(pk_races *races, const pk_access *access) {
    pk_cell *cell = cell_of(races, access);

    if (!cell)
        return;
    for (uint32_t i = 0; i < cell->count; i++)
        if (conflict(&cell->kept[i], access))
            note(races, &cell->kept[i], access);
    *room(cell, access) = *access;
}

/* ---- unknown elements ---- */

void pk_races_add_wild(pk_races *races, const pk_access *access,
                       pk_shared_extent extent) {
    struct pk_wild *w = races->wild;
    uint32_t i = 0;

    while (i < races->wild_count && (w[i].access.inst != access->inst ||
                                     w[i].access.object != access->object ||
                                     w[i].access.time != access->time))
        i++;
    if (!extent.count || i == PK_WILD)
        return;
    if (i == races->wild_count)
        w[races->wild_count++] =
            (struct pk_wild){.extent = extent, .differ = true};
    w[i].differ &=
        access->kind == PK_TOUCH_write && access->value.known &&
        (!w[i].threads || access->value.bits > w[i].access.value.bits);
    w[i].before = w[i].access;
    w[i].access = *access;
    w[i].threads++;
}

/* Whichever it is, another thread uses it, too. */
static const pk_access *meets(const pk_races *races, const struct pk_wild *w) {
    const pk_access *met = NULL;

    for (uint64_t i = 0; i < w->extent.count; i++) {
        const pk_cell *cell =
            find_cell(races, w->access.object, i * w->extent.bytes);
        uint32_t k = 0;
        while (cell && k < cell->count &&
               !(cell->kept[k].sure && conflict(&cell->kept[k], &w->access)))
            k++;
        if (!cell || k == cell->count)
            return NULL;
        met = &cell->kept[k];
    }
    return met;
}

void pk_races_close(pk_races *races) {
    const pk_access *met;

    for (uint32_t i = 0; i < races->wild_count; i++) {
        const struct pk_wild *w = &races->wild[i];
        if (w->extent.count <= MAX_MET && (met = meets(races, w)))
            note(races, met, &w->access);
        else if (w->differ && w->threads > w->extent.count)
            note(races, &w->before, &w->access); /* two of them, at least */
    }
    races->wild_count = 0;
}

/* ---- barriers ---- */

static bool same_place(pk_loc a, pk_loc b) {
    return a.line == b.line && a.col == b.col && a.end_col == b.end_col;
}

pk_meeting *pk_meeting_at(pk_abstract_run *r, pk_loc loc) {
    for (uint32_t i = 0; i < r->meeting_count; i++)
        if (same_place(r->meetings[i].loc, loc))
            return &r->meetings[i];
    if (r->meeting_count == PK_MEETINGS)
        return NULL;
    r->meetings[r->meeting_count] = (pk_meeting){.loc = loc};
    return &r->meetings[r->meeting_count++];
}

pk_meet pk_abstract_run_meet(const pk_abstract_run *r, const pk_ast *call) {
    pk_loc loc = pk_ast_loc(call, 0);

    for (uint32_t i = 0; r && !r->assumed && i < r->meeting_count; i++)
        if (same_place(r->meetings[i].loc, loc))
            return r->meetings[i].split                 ? PK_MEET_some
                   : r->meetings[i].doubtful || r->over ? PK_MEET_unknown
                                                        : PK_MEET_all;
    return PK_MEET_unknown;
}

/* ---- what is said ---- */

/* An atomic that one asks after a fence of the other may have told it. */
static bool may_be_ordered(const pk_races *r, const pk_access *a,
                           const pk_access *b) {
    const uint32_t *fence = a->block == b->block ? r->block_fence : r->fence;

    return b->acquired && fence[a->block] > a->time;
}

static const pk_conflict *first_of(const pk_races *r) {
    for (uint32_t i = 0; i < r->count; i++) {
        const pk_conflict *c = &r->found[i];
        if (!may_be_ordered(r, &c->first, &c->second) &&
            !may_be_ordered(r, &c->second, &c->first))
            return c;
    }
    return NULL;
}

static pk_ast place_of(const pk_access *access) {
    pk_loc loc = access->inst->loc;

    return (pk_ast){.kind = PK_AST_Pass,
                    .line = loc.line,
                    .col = loc.col,
                    .end_line = loc.line + !loc.end_col,
                    .end_col = loc.end_col};
}

/* a[k] += x: what is read stands within what is written. */
static bool is_update(const pk_conflict *c) {
    bool swapped = c->first.kind == PK_TOUCH_write;
    const pk_access *read = swapped ? &c->second : &c->first;
    const pk_access *write = swapped ? &c->first : &c->second;

    return read->kind == PK_TOUCH_read && write->kind == PK_TOUCH_write &&
           read->inst->loc.line == write->inst->loc.line &&
           read->inst->loc.col >= write->inst->loc.col &&
           read->inst->loc.end_col <= write->inst->loc.end_col;
}

static bool is_one_block(const pk_launch_site *site) {
    return site->grid[0] == 1 && site->grid[1] == 1 && site->grid[2] == 1;
}

static const char *hint_for(const pk_conflict *c, const pk_launch_site *site) {
    bool same = c->first.block == c->second.block;

    if (is_update(c))
        return "cuda.atomic.add(array, index, value), or an element for each";
    if (c->first.kind == PK_TOUCH_write && c->second.kind == PK_TOUCH_write)
        return same ? "index with the thread's number, or let one thread write"
                    : "index with the block's number, too, or use an atomic";
    if (same && c->first.object < PK_SHARED_OBJECTS && !is_one_block(site))
        return "write to another array: other blocks use this one, too, and no "
               "barrier waits for them";
    if (same)
        return "put cuda.syncthreads() between them";
    if (c->first.acquired || c->second.acquired)
        return "put cuda.threadfence() between the write and the atomic "
               "that announces it";
    if (c->first.kind == PK_TOUCH_atomic || c->second.kind == PK_TOUCH_atomic)
        return "read it by an atomic, too, or in the next kernel that is "
               "launched";
    return "write to another array, or end the kernel between them";
}

static const char *thread_of(const pk_adviser *a, const pk_races *r,
                             const pk_access *access, bool same) {
    return pk_arena_format(a->c->arena,
                           same ? "thread %u" : "thread %u of block %u",
                           access->thread % r->in_block, access->block);
}

/* A race within np.mean and its like has no line of the script. */
static bool is_own(const pk_adviser *a, const pk_inst *inst) {
    const pk_program *program = a->instance->function->program;

    return inst->loc.line && inst->loc.file < a->c->ir->file_count &&
           strcmp(a->c->ir->files[inst->loc.file],
                  program->parse.source->file) == 0;
}

static void say(const pk_adviser *a, const pk_races *r,
                const pk_launch_site *site, const pk_conflict *c) {
    static const char *const does[] = {"reads", "writes", "updates"},
                             *const done[] = {"read", "written", "updated"};
    bool same = c->first.block == c->second.block;
    bool both =
        c->first.kind == PK_TOUCH_write && c->second.kind == PK_TOUCH_write;
    pk_ast here = place_of(&c->second), there = place_of(&c->first);
    const char *one = thread_of(a, r, &c->second, same);
    const char *other = thread_of(a, r, &c->first, same);
    const char *hint = hint_for(c, site);
    const char *launch =
        site->loc.line
            ? pk_arena_format(a->c->arena, "in the launch on line %u",
                              site->loc.line)
            : "in a block of 32 threads";

    if (is_update(c))
        pk_advise(a, &here, PK_E_race, hint,
                  "%s %s and %s update this element at "
                  "the same time: updates are lost",
                  launch, one, other);
    else if (both)
        pk_advise(a, &here, PK_E_race, hint,
                  "%s %s and %s write this element "
                  "with different values: only one of them remains",
                  launch, one, other);
    else
        pk_advise(a, &here, same ? PK_E_no_barrier : PK_E_race, hint,
                  "%s %s %s here what %s %s, and %s", launch, one,
                  does[c->second.kind], other, does[c->first.kind],
                  same ? "no barrier is in between"
                       : "blocks run in any order");
    if (c->first.inst->loc.line != c->second.inst->loc.line &&
        is_own(a, c->first.inst))
        pk_advise_note(a, &there, "%s here", done[c->first.kind]);
}

/* Whether one of the traps that this file finds, the rows from race to
 * uninitialised, was reported in the function before. */
static bool has_been_reported(const pk_adviser *a) {
    const pk_ast *def = a->instance->function->def;

    for (const pk_diag *d = a->c->diags->first; d; d = d->next)
        for (int code = PK_E_race; code <= PK_E_uninitialised; code++)
            if (d->code == pk_code_row((uint32_t)code)->code &&
                d->loc.line >= def->line && d->loc.line <= def->end_line)
                return true;
    return false;
}

void pk_advise_races(const pk_adviser *a) {
    const pk_abstract_run *r = a->run;
    const pk_conflict *c =
        r && !has_been_reported(a) ? first_of(&r->races) : NULL;

    if (c && is_own(a, c->second.inst))
        say(a, &r->races, r->site, c);
}
