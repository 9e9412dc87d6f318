/* SPDX-License-Identifier: Apache-2.0 */
/* fuse: parallel loops that run as often become one, which goes through memory
 * once and wakes threads once.
 *
 *     for.parallel ^1 %i = 0, %n, 1 {      if eq %n, %m {
 *         A                                    for.parallel ^1 %i = 0, %n, 1 {
 *     }                                            A
 *     C                                =>          B
 *     for.parallel ^2 %j = 0, %m, 1 {          }
 *         B                                } else {
 *     }                                        both, as they were
 *                                          }
 *                                          C
 *
 * Instructions between them on which the second one depends go in front of the
 * first, the rest goes behind both; where either cannot be, or an iteration of
 * B would come before one of A that it must not (fuse_effects.c), they stay as
 * they are. Sums have the same bits either way, since chunks are the same. A
 * loop in a function, as in that of a sum, comes to its caller first.
 *
 * Fusion of loops in this sense is that of Allen and Kennedy, Optimizing
 * Compilers for Modern Architectures (2001), section 8.6.2. */
#include "core/passes/fuse.h"

#include "base/error.h"
#include "base/try.h"
#include "core/analysis/parallel.h"
#include "core/callgraph.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/outline.h"
#include "core/passes/passes.h"

enum { WINDOW = 400 /* instructions that are looked at between two loops */ };

/* ---- loops of functions that are called ---- */

static bool is_parallel(const pk_inst *inst) {
    return inst->op == PK_OP_for && inst->flags & PK_INST_parallel;
}

static bool holds_loop(const pk_region *region) {
    for (const pk_inst *i = region ? region->first : NULL; i; i = i->next)
        if (is_parallel(i) || holds_loop(i->body) || holds_loop(i->other))
            return true;
    return false;
}

/* Whether its callee's body may take the call's place: no reference that the
 * callee's locals own gets out of it. */
static bool brings_loop(const pk_inst *inst) {
    const pk_func *callee = inst->callee;

    if (inst->op != PK_OP_call || callee->flags & PK_FUNC_noinline ||
        pk_func_get_data(callee)->recursive || !holds_loop(callee->body))
        return false;
    for (uint32_t i = 0; i < callee->result_count; i++)
        if (callee->results[i] == PK_TYPE_ref)
            return false;
    return true;
}

static uint32_t count_loops(const pk_region *region) {
    uint32_t count = 0;

    for (const pk_inst *i = region ? region->first : NULL; i; i = i->next) {
        if (is_parallel(i) || brings_loop(i))
            count++;
        else
            count += count_loops(i->body) + count_loops(i->other);
    }
    return count;
}

/* The callee's locals give up what they hold where it would have returned. */
static pk_status bring(pk_func *fn, pk_inst *call, pk_error *err) {
    pk_local *before = pk_func_get_data(fn)->last_local, *l;
    pk_builder b;
    pk_inst *next = call->next;

    pk_builder_before(&b, call);
    b.fn = fn;
    b.before = next;
    b.flags = 0;
    PK_TRY(pk_inline_call(fn, call, err));
    for (l = before ? before->next : fn->locals; l; l = l->next)
        if (l->type == PK_TYPE_ref)
            pk_emit_set(&b, l, pk_const_bits(fn, PK_TYPE_ref, 0));
    return PK_OK;
}

static pk_status bring_all(pk_func *fn, pk_region *region, pk_error *err) {
    for (pk_inst *inst = region->first, *next; inst; inst = next) {
        next = inst->next;
        if (is_parallel(inst))
            continue;
        if (brings_loop(inst)) {
            PK_TRY(bring(fn, inst, err));
            continue;
        }
        if (inst->body)
            PK_TRY(bring_all(fn, inst->body, err));
        if (inst->other)
            PK_TRY(bring_all(fn, inst->other, err));
    }
    return PK_OK;
}

/* ---- one loop's own ---- */

typedef struct member {
    pk_inst *loop;
    pk_effects effects;
    const pk_parallel_local *locals; /* by id */
    pk_value *least;                 /* of chunk_least; NULL: none */
    uint32_t size;
    bool simple, reduces, odd;
} member;

static void note_inst(pk_inst *inst, void *arg) {
    member *m = arg;

    if (inst->op == PK_OP_chunk_least)
        m->least = inst->args[0];
    m->odd |= inst->target == m->loop;
}

/* False: the loop cannot be part of another. */
static bool look_at(pk_fuser *f, pk_inst *loop, member *m) {
    const pk_outline_body body = pk_outline_body_of(loop);

    *m = (member){.loop = loop, .size = body.size, .simple = body.simple};
    if (!pk_outline_counts_by_one(loop) || pk_parallel_is_left(loop))
        return false;
    m->effects = pk_fuse_effects(f, loop);
    m->locals = pk_parallel_find_locals(f->fn, loop, &f->scratch);
    if (f->scratch.failed)
        return false;
    pk_region_visit(loop->body, note_inst, m);
    for (uint32_t i = 0; i < f->fn->local_count; i++) {
        m->reduces |= m->locals[i].role == PK_PARALLEL_reduced;
        m->odd |= m->locals[i].live || m->locals[i].role == PK_PARALLEL_carried;
    }
    return !m->odd && !m->effects.unknown && !m->effects.fails &&
           !m->effects.lacks;
}

static bool locals_agree(const pk_fuser *f, const member *a, const member *b) {
    for (uint32_t i = 0; i < f->fn->local_count; i++) {
        const pk_parallel_role x = a->locals[i].role, y = b->locals[i].role;
        if (x != PK_PARALLEL_unused && y != PK_PARALLEL_unused &&
            (x != y || (x != PK_PARALLEL_shared && x != PK_PARALLEL_own)))
            return false;
    }
    return true;
}

/* ---- several ---- */

/* Loops that stand one behind the other and will be one. */
typedef struct group {
    member members[PK_FUSE_LOOPS];
    uint32_t count;
} group;

/* Whether parts of a chunk take turns in the one loop where they do in each:
 * bits depend on it. */
static bool turns_agree(const group *g, const member *m) {
    uint32_t size = m->size;
    bool simple = m->simple, same = true;

    for (uint32_t i = 0; i < g->count; i++) {
        size += g->members[i].size;
        simple &= g->members[i].simple;
    }
    simple &= size <= PK_OUTLINE_TURN_SIZE;
    for (uint32_t i = 0; i <= g->count; i++) {
        const member *at = i < g->count ? &g->members[i] : m;
        same &= !at->reduces ||
                simple == (at->simple && at->size <= PK_OUTLINE_TURN_SIZE);
    }
    return same;
}

static bool fits(pk_fuser *f, const group *g, const member *m) {
    if (g->count == PK_FUSE_LOOPS || !turns_agree(g, m))
        return false;
    for (uint32_t i = 0; i < g->count; i++) {
        const member *at = &g->members[i];
        if (!at->least != !m->least || !locals_agree(f, at, m) ||
            !pk_fuse_equal(f, at->loop->args[1], m->loop->args[1]) ||
            (m->least && !pk_fuse_equal(f, at->least, m->least)) ||
            !pk_fuse_apart(f, at->loop, &at->effects, m->loop, &m->effects))
            return false;
    }
    return true;
}

/* ---- what stands between ---- */

typedef struct between {
    pk_inst *insts[WINDOW];
    pk_effects effects[WINDOW];
    bool needed[WINDOW]; /* in front of the loops */
    uint32_t count;
    bool *values, *locals; /* by id: needed */
} between;

static void need(pk_inst *inst, void *arg) {
    const between *w = arg;

    for (uint32_t i = 0; i < inst->arg_count; i++)
        w->values[inst->args[i]->id] = true;
    if (inst->op == PK_OP_get)
        w->locals[inst->local->id] = true;
}

static void need_all(pk_inst *inst, between *w) {
    need(inst, w);
    if (inst->body)
        pk_region_visit(inst->body, need, w);
    if (inst->other)
        pk_region_visit(inst->other, need, w);
}

static bool gives_needed(const pk_fuser *f, const between *w, uint32_t i) {
    const pk_inst *inst = w->insts[i];

    for (uint32_t k = 0; k < inst->result_count; k++)
        if (w->values[inst->results[k]->id])
            return true;
    for (uint32_t k = 0; k < f->fn->local_count; k++)
        if (w->locals[k] && w->effects[i].sets[k])
            return true;
    return false;
}

typedef struct ref_sets {
    const pk_local *local;
    uint32_t count;
} ref_sets;

static void count_sets(pk_inst *inst, void *arg) {
    ref_sets *s = arg;

    s->count += inst->op == PK_OP_set && inst->local == s->local &&
                !pk_is_const(inst->args[0]);
}

/* Whether a reference that is set holds nothing before, so that nothing is
 * given up: the only set of that local, and what it held in a round before of
 * loops around is none again. */
static bool sets_first(const pk_fuser *f, const pk_inst *set) {
    ref_sets s = {set->local, 0};
    const pk_inst *at = set;
    bool cleared = false, repeats = false;

    pk_region_visit(f->fn->body, count_sets, &s);
    for (; at; at = at->next)
        cleared |= at->op == PK_OP_set && at->local == set->local &&
                   pk_is_const(at->args[0]);
    for (at = set->parent->owner; at; at = at->parent->owner)
        repeats |= at->op == PK_OP_for || at->op == PK_OP_loop;
    return s.count == 1 && (cleared || !repeats);
}

static bool is_ref_set(const pk_inst *inst) {
    return inst->op == PK_OP_set && inst->local->type == PK_TYPE_ref;
}

/* A local that owns what is made in front of the loops gets it there, too. */
static void take_owners(const pk_fuser *f, between *w) {
    for (uint32_t i = 0; i < w->count; i++) {
        const pk_inst *inst = w->insts[i];
        const pk_value *v = is_ref_set(inst) ? inst->args[0] : NULL;
        for (uint32_t k = 0; v && v->kind == PK_VALUE_result && k < i; k++)
            if (w->needed[k] && v->def == w->insts[k] && sets_first(f, inst))
                w->needed[i] = true;
    }
}

static bool gather(pk_fuser *f, const group *g, pk_inst *loop, between *w) {
    w->count = 0;
    w->values = pk_arena_array(&f->scratch, f->fn->value_count + (size_t)1,
                               sizeof(bool));
    w->locals = pk_arena_array(&f->scratch, f->fn->local_count + (size_t)1,
                               sizeof(bool));
    for (pk_inst *i = g->members[g->count - 1].loop->next; i != loop;
         i = i->next) {
        if (w->count == WINDOW || f->scratch.failed)
            return false;
        w->insts[w->count] = i;
        w->needed[w->count] = false;
        w->effects[w->count++] = pk_fuse_effects(f, i);
    }
    if (f->scratch.failed)
        return false;
    need_all(loop, w);
    for (uint32_t i = w->count; i-- > 0;) {
        const pk_effects *e = &w->effects[i];
        w->needed[i] = e->fails || e->lacks || gives_needed(f, w, i);
        if (w->needed[i])
            need_all(w->insts[i], w);
    }
    take_owners(f, w);
    return true;
}

static bool may_move(pk_fuser *f, const group *g, const between *w,
                     uint32_t number, const pk_effects *effects) {
    for (uint32_t i = 0; i < number; i++)
        if (!w->needed[i] && !pk_fuse_commute(f, &w->effects[i], effects))
            return false;
    for (uint32_t i = 0; number < w->count && i < g->count; i++)
        if (!pk_fuse_commute(f, &g->members[i].effects, effects))
            return false;
    return true;
}

typedef struct giving {
    const pk_fuser *f;
    bool up; /* a reference that a local held before */
} giving;

static void find_giving_up(pk_inst *inst, void *arg) {
    giving *g = arg;

    g->up |= is_ref_set(inst) &&
             (pk_is_const(inst->args[0]) || !sets_first(g->f, inst));
}

/* Whether memory may be given back there that loops in front of it still use.
 */
static bool gives_up(const pk_fuser *f, pk_inst *inst) {
    giving g = {f, false};

    find_giving_up(inst, &g);
    if (inst->body)
        pk_region_visit(inst->body, find_giving_up, &g);
    if (inst->other)
        pk_region_visit(inst->other, find_giving_up, &g);
    return g.up;
}

static bool may_join(pk_fuser *f, const group *g, const member *m,
                     const between *w) {
    for (uint32_t i = 0; i < w->count; i++)
        if (w->needed[i] &&
            (gives_up(f, w->insts[i]) || !may_move(f, g, w, i, &w->effects[i])))
            return false;
    return may_move(f, g, w, w->count, &m->effects);
}

static void move(pk_inst *inst, pk_inst *before, pk_region *region) {
    pk_inst_remove(inst);
    pk_inst_insert(region, before, inst);
}

static void join(group *g, const member *m, const between *w) {
    pk_inst *first = g->members[0].loop;
    const pk_inst *last = g->members[g->count - 1].loop;

    for (uint32_t i = 0; i < w->count; i++)
        if (w->needed[i])
            move(w->insts[i], first, first->parent);
    if (last->next != m->loop)
        move(m->loop, last->next, first->parent);
    g->members[g->count++] = *m;
}

/* Makes a loop, which stands behind the group, part of it. */
static bool try_join(pk_fuser *f, group *g, pk_inst *loop, between *w) {
    const uint32_t equals = f->equal_count;
    member m;

    if (look_at(f, loop, &m) && fits(f, g, &m) && gather(f, g, loop, w) &&
        may_join(f, g, &m, w)) {
        join(g, &m, w);
        return true;
    }
    f->equal_count = equals;
    return false;
}

/* ---- the one loop ---- */

/* Whether iterations may run in any order where they do in each. */
static bool are_items(const group *g) {
    bool items = true;

    for (uint32_t i = 0; i < g->count; i++)
        items &=
            g->members[i].loop->flags & PK_INST_items && !g->members[i].reduces;
    return items;
}

/* The group, of which `first` is the first, or a copy of all. */
static void merge(const group *g, pk_inst *first) {
    const bool items = are_items(g);

    for (uint32_t i = 1; i < g->count; i++) {
        pk_inst *loop = first->next;
        pk_region_replace(loop->body, loop->index, first->index);
        for (pk_inst *inst = loop->body->first, *next; inst; inst = next) {
            next = inst->next;
            if (inst->op != PK_OP_chunk_least)
                move(inst, NULL, first->body);
        }
        pk_inst_remove(loop);
    }
    if (!items)
        first->flags &= (uint8_t)~PK_INST_items;
}

/* Where numbers differ that should be one, the loops stay as they are. Returns
 * what stands behind all. */
static pk_inst *emit(pk_fuser *f, const group *g) {
    pk_inst *first = g->members[0].loop, *branch, *loop;
    pk_value **map, *same = NULL;
    pk_builder b;

    if (!f->equal_count) {
        merge(g, first);
        pk_fuse_contract(f, first, NULL);
        return first->next;
    }
    pk_builder_before(&b, first);
    b.fn = f->fn;
    b.flags = 0;
    map = pk_arena_array(f->fn->ir->arena, f->fn->value_count + (size_t)1,
                         sizeof *map);
    for (uint32_t i = 0; i < f->equal_count; i++) {
        pk_value *eq = pk_emit2(&b, PK_OP_eq, f->equals[i].a, f->equals[i].b);
        same = same ? pk_emit2(&b, PK_OP_and, same, eq) : eq;
    }
    branch = pk_begin_if(&b, same);
    if (f->fn->ir->arena->failed)
        return NULL;
    for (uint32_t i = 0; i < g->count; i++) {
        loop = g->members[i].loop;
        move(loop, NULL, branch->other);
    }
    pk_region_copy(f->fn, branch->body, branch->other, map, NULL);
    if (f->fn->ir->arena->failed)
        return NULL;
    loop = branch->body->first;
    merge(g, loop);
    pk_fuse_contract(f, loop, branch->other);
    return branch->next;
}

static bool begin_group(pk_fuser *f, pk_inst *loop, group *g) {
    pk_func_number(f->fn);
    pk_fuse_begin(f);
    f->equal_count = 0;
    g->count = 0;
    if (f->scratch.failed || !look_at(f, loop, &g->members[0]))
        return false;
    g->count = 1;
    return true;
}

static pk_inst *fuse_from(pk_fuser *f, pk_inst *loop, group *g, between *w) {
    if (!begin_group(f, loop, g))
        return loop->next;
    for (pk_inst *at = loop->next, *next; at; at = next) {
        next = at->next;
        if (is_parallel(at))
            (void)try_join(f, g, at, w);
    }
    return g->count > 1 && !f->scratch.failed ? emit(f, g) : loop->next;
}

/* Within `try` it is seen how far a failure let things go. */
static void fuse_region(pk_fuser *f, pk_region *region, group *g, between *w) {
    for (pk_inst *inst = region->first; inst && !f->fn->ir->arena->failed;) {
        if (is_parallel(inst)) {
            inst = fuse_from(f, inst, g, w);
            continue;
        }
        if (inst->body && !(inst->flags & PK_INST_catch))
            fuse_region(f, inst->body, g, w);
        if (inst->other)
            fuse_region(f, inst->other, g, w);
        inst = inst->next;
    }
}

/* ---- all functions ---- */

typedef struct fusing {
    pk_status status;
    pk_error *err;
} fusing;

static void fuse(pk_func *fn, void *arg) {
    fusing *all = arg;
    pk_fuser f = {.fn = fn};
    group *g;
    between *w;

    if (all->status != PK_OK || pk_func_get_data(fn)->recursive ||
        count_loops(fn->body) < 2)
        return;
    all->status = bring_all(fn, fn->body, all->err);
    if (all->status != PK_OK)
        return;
    pk_arena_init(&f.scratch, fn->ir->arena->allocator);
    g = PK_NEW(&f.scratch, group);
    w = PK_NEW(&f.scratch, between);
    if (!f.scratch.failed) {
        f.gives_away = pk_fuse_gives_away(fn);
        pk_fuse_forward(&f);
        fuse_region(&f, fn->body, g, w);
    }
    if (f.scratch.failed)
        all->status = pk_fail_no_memory(all->err);
    pk_arena_finish(&f.scratch);
    if (all->status == PK_OK)
        all->status = pk_pass_done(fn, all->err);
}

pk_status pk_fuse_expand(pk_ir *ir, pk_error *err) {
    fusing all = {PK_OK, err};
    bool any = false;

    for (const pk_func *fn = ir->funcs; fn && !any; fn = fn->next)
        any = holds_loop(fn->body);
    if (!any)
        return PK_OK;
    pk_ir_find_recursion(ir);
    pk_ir_callees_first(ir, fuse, &all);
    return all.status;
}
