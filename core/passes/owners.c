/* SPDX-License-Identifier: Apache-2.0 */
/* owners: counting that comes to nothing goes.
 *
 *     retain %1
 *     store %2, %3          =>     store %2, %3
 *     release %1
 *
 * Whoever adds an owner has the object from somebody who keeps it, so between
 * the two it needs no other owner, as long as nothing in between gives one up.
 * Counting the owners of none is nothing, and a local that only none is set
 * into has none. The pass `own` writes such pairs; they meet when functions are
 * inlined and locals are values.
 *
 * Over branches and loops it is done by levels. The number of owners of a value
 * that a function has added and not given up is the same on every way to a
 * place, or the value is left alone. An owner that joins another, level 2 and
 * up, keeps nothing alive: a level that only retains enter and only releases
 * leave is not counted. Not so where `sole` asks how many owners there are. */
#include "base/error.h"
#include "base/try.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"
#include "core/within.h"

#include <string.h>

/* Whether objects may lose an owner there, or their owners are counted, or it
 * is a way out. */
static bool may_release(const pk_inst *inst) {
    return inst->op == PK_OP_release || inst->op == PK_OP_sole ||
           inst->callee || inst->op == PK_OP_return;
}

typedef struct inner {
    const pk_inst *around;
    const pk_local *local; /* NULL: none */
    bool releases, sets;   /* owners, and the local */
} inner;

static void look_at(pk_inst *inst, void *arg) {
    inner *in = arg;

    in->sets |= inst->op == PK_OP_set && inst->local == in->local;
    in->releases |=
        may_release(inst) ||
        ((inst->op == PK_OP_break || inst->op == PK_OP_continue) &&
         !(in->around && pk_inst_is_within(inst->target, in->around)));
}

/* Looks at an instruction and all that is in it. */
static inner look_within(pk_inst *inst, const pk_local *local) {
    inner in = {.around = inst->body ? inst : NULL, .local = local};

    look_at(inst, &in);
    if (inst->body)
        pk_region_visit(inst->body, look_at, &in);
    if (inst->other)
        pk_region_visit(inst->other, look_at, &in);
    return in;
}

/* The local that the value is got from and that owns it until something else is
 * set into it; NULL: none is known. */
static const pk_local *owner_of(const pk_inst *retain) {
    const pk_value *v = retain->args[0];
    pk_inst *get = v->kind == PK_VALUE_result ? v->def : NULL;

    if (!get || get->op != PK_OP_get || get->parent != retain->parent)
        return NULL;
    for (pk_inst *i = get->next; i != retain; i = i->next)
        if (look_within(i, get->local).sets)
            return NULL;
    return get->local;
}

/* Whether it gives up an owner that is not the local. */
static bool releases_another(const pk_inst *inst, const pk_local *local) {
    const pk_value *v = inst->op == PK_OP_release ? inst->args[0] : NULL;

    return local && v &&
           !(v->kind == PK_VALUE_result && v->def->op == PK_OP_get &&
             v->def->local == local);
}

/* The release that makes up for the retain; NULL: there is none. */
static pk_inst *find_release(const pk_inst *retain) {
    const pk_local *owner = owner_of(retain);
    inner in;

    for (pk_inst *i = retain->next; i; i = i->next) {
        if (i->op == PK_OP_release && i->args[0] == retain->args[0])
            return i;
        in = look_within(i, owner);
        if (in.releases && !releases_another(i, owner))
            return NULL;
        if (in.sets)
            owner = NULL;
    }
    return NULL;
}

static void drop_idle(pk_inst *inst, void *arg) {
    (void)arg;
    pk_resolve_args(inst);
    if ((inst->op == PK_OP_retain || inst->op == PK_OP_release) &&
        pk_is_const(inst->args[0]))
        pk_inst_remove(inst);
}

static void drop_pair(pk_inst *inst, void *arg) {
    pk_inst *release = inst->op == PK_OP_retain ? find_release(inst) : NULL;

    (void)arg;
    if (!release)
        return;
    pk_inst_remove(release);
    pk_inst_remove(inst);
}

/* ---- levels ---- */

enum {
    ENDED = -1,      /* the region's end is not reached */
    LEVELS = 16,     /* of a value that is looked at */
    BUDGET = 1 << 18 /* instructions that a function's values may walk over */
};

/* Something around the place that exits name. */
typedef struct scope {
    struct scope *outer;
    const pk_inst *inst;
    int entry, exit; /* levels */
} scope;

/* A retain or release, and the level that it enters or leaves. */
typedef struct step {
    struct step *next;
    pk_inst *inst;
    int level;
} step;

typedef struct levels {
    pk_arena scratch;
    const pk_value *ref;
    step *steps;
    bool kept[LEVELS + 1]; /* something but a release leaves it */
    bool bad;              /* not the same on every way, or unknown */
    int base;              /* where the value's region ends */
    uint32_t budget;
} levels;

static int walk_region(levels *l, scope *around, pk_inst *inst, int level);

static int enter(levels *l, pk_inst *inst, int level) {
    step *s = PK_NEW(&l->scratch, step);

    if (level > LEVELS || l->scratch.failed) {
        l->bad = true;
        return level;
    }
    *s = (step){l->steps, inst, level};
    l->steps = s;
    return level;
}

/* An owner is given up, or goes to memory or a local. */
static int leave(levels *l, pk_inst *release, int level) {
    if (level <= 0) {
        l->bad = true;
        return level;
    }
    if (release)
        enter(l, release, level);
    else
        l->kept[level] = true;
    return level - 1;
}

static void merge(levels *l, int *at, int level) {
    if (*at == ENDED)
        *at = level;
    else if (level != ENDED && level != *at)
        l->bad = true;
}

static void expect(levels *l, int level, int wanted) {
    l->bad |= level != ENDED && level != wanted;
}

static int walk_exit(levels *l, scope *around, const pk_inst *inst, int level) {
    scope *s = around;

    for (uint32_t i = 0; inst->op == PK_OP_return && i < inst->arg_count; i++)
        if (inst->args[i] == l->ref)
            level = leave(l, NULL, level);
    while (s && s->inst != inst->target)
        s = s->outer;
    if (inst->op == PK_OP_return || !s)
        expect(l, level, l->base);
    else if (inst->op == PK_OP_continue)
        expect(l, level, s->entry);
    else
        merge(l, &s->exit, level);
    return ENDED;
}

static int walk_if(levels *l, scope *around, const pk_inst *inst, int level) {
    int end = walk_region(l, around, inst->body->first, level);

    merge(l, &end, walk_region(l, around, inst->other->first, level));
    return end;
}

static int walk_scope(levels *l, scope *around, const pk_inst *inst,
                      int level) {
    scope s = {around, inst, level, ENDED};
    const int end = walk_region(l, &s, inst->body->first, level);

    if (inst->op == PK_OP_block)
        merge(l, &s.exit, end);
    else
        expect(l, end, level);
    if (inst->op == PK_OP_for)
        merge(l, &s.exit, level);
    return s.exit;
}

/* Returns whether the use counts nothing. */
static bool is_lent(const pk_inst *inst) {
    return inst->op == PK_OP_memory || inst->op == PK_OP_pointer ||
           inst->op == PK_OP_call || inst->op == PK_OP_eq ||
           inst->op == PK_OP_ne;
}

static int walk_inst(levels *l, scope *around, pk_inst *inst, int level) {
    if (inst->op == PK_OP_if)
        return walk_if(l, around, inst, level);
    if (inst->body)
        return walk_scope(l, around, inst, level);
    if (inst->op == PK_OP_return || inst->op == PK_OP_break ||
        inst->op == PK_OP_continue)
        return walk_exit(l, around, inst, level);
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        if (inst->args[i] != l->ref || is_lent(inst))
            continue;
        if (inst->op == PK_OP_retain)
            level = enter(l, inst, level + 1);
        else if (inst->op == PK_OP_release)
            level = leave(l, inst, level);
        else if (inst->op == PK_OP_set || (inst->op == PK_OP_store && i == 1))
            level = leave(l, NULL, level);
        else
            l->bad = true;
    }
    return level;
}

static int walk_region(levels *l, scope *around, pk_inst *inst, int level) {
    for (; inst && level != ENDED && !l->bad; inst = inst->next) {
        l->bad |= !l->budget;
        l->budget -= !l->bad;
        level = walk_inst(l, around, inst, level);
    }
    return level;
}

/* Whether the function is an owner of the value from the start: of what it
 * made, and of what it is lent, which it does not give up. */
static bool is_owned(const pk_value *ref) {
    return ref->kind == PK_VALUE_param || ref->def->op == PK_OP_call ||
           pk_op_table[ref->def->op].rule == PK_RULE_ALLOC;
}

static void drop_levels(levels *l, pk_func *fn, const pk_value *ref) {
    const bool lent = ref->kind == PK_VALUE_param;
    pk_inst *first = lent ? fn->body->first : ref->def->next;

    l->ref = ref;
    l->steps = NULL;
    l->bad = false;
    l->base = lent;
    memset(l->kept, 0, sizeof l->kept);
    expect(l, walk_region(l, NULL, first, is_owned(ref)), l->base);
    for (const step *s = l->steps; s && !l->bad; s = s->next)
        if (s->level > 1 && !l->kept[s->level])
            pk_inst_remove(s->inst);
}

/* The values that are retained, each once. */
typedef struct retained {
    bool *seen; /* by value id */
    const pk_value **values;
    uint32_t count;
} retained;

static void note_retained(pk_inst *inst, void *arg) {
    retained *r = arg;
    const pk_value *ref = inst->arg_count ? inst->args[0] : NULL;

    if (inst->op != PK_OP_retain || r->seen[ref->id] ||
        (ref->kind != PK_VALUE_param && ref->kind != PK_VALUE_result))
        return;
    r->seen[ref->id] = true;
    r->values[r->count++] = ref;
}

typedef struct counts {
    uint32_t retains, soles;
} counts;

static void count_inst(pk_inst *inst, void *arg) {
    counts *c = arg;

    c->retains += inst->op == PK_OP_retain;
    c->soles += inst->op == PK_OP_sole;
}

static pk_status drop_all_levels(pk_func *fn, pk_error *err) {
    levels l = {.budget = BUDGET};
    retained r = {0};
    counts c = {0};
    bool failed;

    pk_region_visit(fn->body, count_inst, &c);
    if (!c.retains || c.soles)
        return PK_OK;
    pk_arena_init(&l.scratch, fn->ir->arena->allocator);
    r.seen = pk_arena_array(&l.scratch, fn->value_count + 1u, sizeof *r.seen);
    r.values = pk_arena_array(&l.scratch, c.retains, sizeof *r.values);
    if (!l.scratch.failed)
        pk_region_visit(fn->body, note_retained, &r);
    for (uint32_t i = 0; i < r.count; i++)
        drop_levels(&l, fn, r.values[i]);
    failed = l.scratch.failed;
    pk_arena_finish(&l.scratch);
    return failed ? pk_fail_no_memory(err) : PK_OK;
}

/* ---- locals ---- */

/* Locals of references that only none is set into are none, also where it comes
 * from others like them. */
typedef struct owning {
    bool *owns; /* by local id */
    bool changed;
} owning;

static void note_owners(pk_inst *inst, void *arg) {
    owning *o = arg;
    const pk_value *v;
    bool some;

    if (inst->op != PK_OP_set || inst->local->type != PK_TYPE_ref ||
        o->owns[inst->local->id])
        return;
    v = pk_resolve(inst->args[0]);
    some = !pk_is_const(v);
    if (v->kind == PK_VALUE_result && v->def->op == PK_OP_get)
        some = o->owns[v->def->local->id];
    o->changed |= some;
    o->owns[inst->local->id] = some;
}

typedef struct dropping {
    pk_func *fn;
    const bool *owns;
} dropping;

static void drop_empty(pk_inst *inst, void *arg) {
    const dropping *d = arg;

    pk_resolve_args(inst);
    if (!inst->local || inst->local->type != PK_TYPE_ref ||
        d->owns[inst->local->id])
        return;
    if (inst->op == PK_OP_get)
        pk_replace(inst, pk_const_bits(d->fn, PK_TYPE_ref, 0));
    else if (inst->op == PK_OP_set)
        pk_inst_remove(inst);
}

void pk_drop_empty_owners(pk_func *fn) {
    dropping d = {.fn = fn};
    owning o = {.changed = false};
    pk_arena scratch;

    for (const pk_local *l = fn->locals; l; l = l->next)
        o.changed |= l->type == PK_TYPE_ref;
    if (!o.changed)
        return;
    pk_arena_init(&scratch, fn->ir->arena->allocator);
    d.owns = o.owns =
        pk_arena_array(&scratch, fn->local_count + 1u, sizeof *o.owns);
    fn->ir->arena->failed |= scratch.failed;
    while (!scratch.failed && o.changed) {
        o.changed = false;
        pk_region_visit(fn->body, note_owners, &o);
    }
    if (!scratch.failed)
        pk_region_visit(fn->body, drop_empty, &d);
    pk_arena_finish(&scratch);
}

pk_status pk_pass_owners(pk_func *fn, const pk_caps *caps, pk_error *err) {
    (void)caps;
    pk_drop_empty_owners(fn);
    pk_region_visit(fn->body, drop_idle, NULL);
    pk_region_visit(fn->body, drop_pair, NULL);
    PK_TRY(drop_all_levels(fn, err));
    return pk_pass_done(fn, err);
}
