/* SPDX-License-Identifier: Apache-2.0 */
/* facts: ranges of integers, and what follows from them. What can never be
 * negative says so (.nonneg), index wraparound goes, floor division of what is
 * not negative becomes plain division, decided comparisons become constants.
 *
 *     %1: i32 = thread_id.x            %1: i32 = thread_id.x.nonneg
 *     %2: i64 = convert %1             %2: i64 = convert.nonneg %1
 *     %3: bool = lt %2, %n             %3: bool = lt %2, %n
 *     if %3 {                     =>   if %3 {
 *         %4: i64 = wrap_index %2, %n      %5: ... = elem %x, %2
 *         %5: ... = elem %x, %4
 *
 * Thread ids, extents of arrays and loops over ranges give the first ranges; a
 * condition narrows them in its branch, and behind an if that leaves, and says
 * there how what it compares is ordered: 0 <= i < n decides i >= n, and has
 * (i + 1) % n, the neighbour round the end, be chosen instead of divided.
 * Locals have one range for the whole function, found by walking it until no
 * set goes beyond; what keeps growing goes to the end of its type. */
#include "core/passes/facts.h"
#include "base/error.h"
#include "core/analysis/assigned.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"

#include <string.h>

enum {
    WALKS = 8,      /* at most; then locals are given up */
    PATIENCE = 2,   /* walks before growing ranges are widened */
    MAX_TERMS = 16, /* conditions looked at within one */
    MAX_ORDERS = 32 /* that hold at one place, the outermost ones */
};

/* Arrays have extents below 2^56 (PK_ROLE_shape). */
static const int64_t MAX_EXTENT = (INT64_C(1) << 56) - 1;

typedef struct local_range {
    pk_range range;
    bool known; /* something has been set */
    bool read;  /* in this walk: what is set now comes too late for that */
} local_range;

typedef struct change {
    uint32_t id;
    pk_range before;
} change;

/* How two integers are ordered, by what conditions say: some of these. */
enum { LESS = 1, SAME = 2, MORE = 4, ANY = 7 };

typedef struct order {
    const pk_value *a, *b;
    uint8_t outcomes;
} order;

/* A remainder by n of what is n or -1 at the farthest. */
typedef struct neighbour {
    struct neighbour *next;
    pk_inst *inst;
    bool below, above; /* it may be -1; n */
} neighbour;

typedef struct learner {
    pk_func *fn;
    pk_arena *scratch;
    pk_range *ranges;    /* by value id: here */
    local_range *locals; /* by local id */
    local_range *joined; /* where sets are joined: there, too, mostly */
    change *log;
    uint32_t count, capacity;
    order orders[MAX_ORDERS];
    uint32_t order_count;
    neighbour *neighbours; /* to be rewritten: new values have no ranges */
    bool first, grown, widen, widened, apply;
    uint32_t terms;
} learner;

/* Values of other types are not followed: their ranges are those of their
 * types. */
static bool is_number(pk_type type) {
    return pk_type_is_int(type) || type == PK_TYPE_bool;
}

/* ---- what is known here ---- */

static pk_range range_of(const learner *l, const pk_value *v) {
    return pk_is_const(v) ? pk_range_of_const(v) : l->ranges[v->id];
}

/* Narrows a range until the region ends. */
static void narrow(learner *l, const pk_value *v, pk_range range) {
    pk_range *at;

    if (pk_is_const(v) || range.lo > range.hi)
        return;
    at = &l->ranges[v->id];
    if (range.lo <= at->lo && range.hi >= at->hi)
        return;
    if (l->count == l->capacity) {
        uint32_t capacity = l->capacity ? l->capacity * 2 : 64;
        change *larger = pk_arena_array(l->scratch, capacity, sizeof *larger);
        if (l->scratch->failed)
            return;
        if (l->count)
            memcpy(larger, l->log, l->count * sizeof *larger);
        l->log = larger;
        l->capacity = capacity;
    }
    l->log[l->count++] = (change){v->id, *at};
    *at = range;
    /* The same number before a conversion that kept it. */
    if (pk_is_op(v, PK_OP_convert)) {
        const pk_value *from = v->def->args[0];
        pk_range old = range_of(l, from);
        if (pk_type_is_int(from->type) && pk_range_fits(old, v->type))
            narrow(l, from,
                   (pk_range){range.lo > old.lo ? range.lo : old.lo,
                              range.hi < old.hi ? range.hi : old.hi});
    }
}

/* A place to come back to, by how much was known there. */
typedef struct mark {
    uint32_t count, orders;
} mark;

static mark mark_here(const learner *l) {
    return (mark){l->count, l->order_count};
}

static void roll_back(learner *l, mark to) {
    while (l->count > to.count) {
        l->count--;
        l->ranges[l->log[l->count].id] = l->log[l->count].before;
    }
    l->order_count = to.orders;
}

static uint8_t outcomes_of(pk_op comparison) {
    switch (comparison) {
    case PK_OP_lt: return LESS;
    case PK_OP_le: return LESS | SAME;
    case PK_OP_gt: return MORE;
    case PK_OP_ge: return MORE | SAME;
    case PK_OP_eq: return SAME;
    default: return LESS | MORE;
    }
}

static void note_order(learner *l, const pk_inst *comparison, bool truth) {
    const uint8_t outcomes = outcomes_of(comparison->op);

    if (l->order_count < MAX_ORDERS)
        l->orders[l->order_count++] =
            (order){comparison->args[0], comparison->args[1],
                    truth ? outcomes : ANY & ~outcomes};
}

static uint8_t order_of(const learner *l, const pk_value *a,
                        const pk_value *b) {
    uint8_t outcomes = ANY;

    for (uint32_t i = 0; i < l->order_count; i++) {
        const order *o = &l->orders[i];
        if (o->a == a && o->b == b)
            outcomes &= o->outcomes;
        else if (o->a == b && o->b == a)
            outcomes &= (o->outcomes & SAME) | (o->outcomes & LESS ? MORE : 0) |
                        (o->outcomes & MORE ? LESS : 0);
    }
    return outcomes;
}

/* The condition is `truth` from here on. */
static void assume(learner *l, const pk_value *cond, bool truth) {
    const pk_inst *def = cond->def;
    pk_range a, b;

    if (cond->kind != PK_VALUE_result || ++l->terms > MAX_TERMS)
        return;
    if (def->op == PK_OP_not) {
        assume(l, def->args[0], !truth);
    } else if (def->op == (truth ? PK_OP_and : PK_OP_or)) {
        assume(l, def->args[0], truth);
        assume(l, def->args[1], truth);
    } else if (pk_op_table[def->op].rule == PK_RULE_COMPARE &&
               pk_type_is_int(def->args[0]->type)) {
        a = range_of(l, def->args[0]);
        b = range_of(l, def->args[1]);
        pk_range_refine(def->op, def->args[0]->type, truth, &a, &b);
        narrow(l, def->args[0], a);
        narrow(l, def->args[1], b);
        note_order(l, def, truth);
    }
}

static void assume_new(learner *l, const pk_value *cond, bool truth) {
    l->terms = 0;
    assume(l, cond, truth);
}

/* ---- what instructions give ---- */

static pk_range range_of_result(const learner *l, const pk_inst *inst) {
    pk_type type = inst->results[0]->type;
    pk_range args[3], r = pk_range_of_type(type);

    if (pk_op_table[inst->op].form == PK_OPFORM_AXIS)
        return pk_range_of_query(l->fn, inst);
    if (inst->op == PK_OP_get) {
        local_range *local = &l->locals[inst->local->id];
        local->read = true;
        if (local->known)
            r = local->range;
    } else if (pk_op_is_pure(inst->op)) {
        for (uint32_t i = 0; i < inst->arg_count; i++)
            args[i] = range_of(l, inst->args[i]);
        r = pk_range_of_thread(l->fn, inst, pk_range_eval(inst, args));
    }
    if ((inst->flags & PK_INST_nonneg) && pk_type_is_signed(type) && r.lo < 0)
        r.lo = 0;
    return r.lo <= r.hi ? r : pk_range_of_type(type);
}

/* The range of a for's index. */
static pk_range range_of_index(const learner *l, const pk_inst *inst) {
    return pk_range_of_index(inst->index->type, range_of(l, inst->args[0]),
                             range_of(l, inst->args[1]),
                             range_of(l, inst->args[2]));
}

/* Where a bound that keeps moving may stop next. */
static int64_t wider_lo(int64_t lo, int64_t least) {
    return lo >= 0                                ? 0
           : lo >= INT32_MIN && least < INT32_MIN ? INT32_MIN
                                                  : least;
}

static int64_t wider_hi(int64_t hi, int64_t most) {
    return hi <= INT32_MAX && most > INT32_MAX ? INT32_MAX : most;
}

static void join_local(learner *l, const pk_local *local, pk_range range) {
    local_range *at = &l->joined[local->id];
    pk_range all = pk_range_of_type(local->type), sum;

    if (!at->known) {
        at->range = range;
        at->known = true;
        l->grown |= at->read;
        return;
    }
    sum = pk_range_union(at->range, range);
    if (sum.lo == at->range.lo && sum.hi == at->range.hi)
        return;
    l->grown |= at->read;
    l->widened |= l->widen;
    if (l->widen && sum.lo < at->range.lo)
        sum.lo = wider_lo(sum.lo, all.lo);
    if (l->widen && sum.hi > at->range.hi)
        sum.hi = wider_hi(sum.hi, all.hi);
    at->range = sum;
}

/* ---- what follows ---- */

/* (x << k) >> k is x where nothing is lost. */
static pk_value *unshifted(learner *l, const pk_value *a, const pk_value *by) {
    pk_value *x;
    pk_range r;

    if (!pk_is_op(a, PK_OP_shl) || a->def->args[1] != by || !pk_is_const(by) ||
        by->bits > 62)
        return NULL;
    x = a->def->args[0];
    r = range_of(l, x);
    return r.lo >= 0 && r.hi <= pk_range_of_type(x->type).hi >> by->bits ? x
                                                                         : NULL;
}

/* Whether the sum's operand is a place, 0 <= i < n, and the other one -1, 0 or
 * 1, or for a difference the same. */
static bool is_neighbour(const learner *l, const pk_inst *sum, uint32_t place,
                         const pk_value *n, neighbour *out) {
    const pk_range by = range_of(l, sum->args[1 - place]);
    const bool minus = sum->op == PK_OP_sub;

    if (by.lo < -1 || by.hi > 1 || range_of(l, sum->args[place]).lo < 0 ||
        order_of(l, sum->args[place], n) != LESS)
        return false;
    out->below = minus ? by.hi > 0 : by.lo < 0;
    out->above = minus ? by.lo < 0 : by.hi > 0;
    return true;
}

static void note_neighbour(learner *l, pk_inst *inst) {
    const pk_value *a = inst->args[0], *n = inst->args[1];
    neighbour found = {.next = l->neighbours, .inst = inst}, *kept;

    if (!pk_type_is_signed(a->type) ||
        (!pk_is_op(a, PK_OP_add) && !pk_is_op(a, PK_OP_sub)) ||
        (!is_neighbour(l, a->def, 0, n, &found) &&
         (a->def->op == PK_OP_sub || !is_neighbour(l, a->def, 1, n, &found))))
        return;
    kept = PK_NEW(l->scratch, neighbour);
    if (l->scratch->failed)
        return;
    *kept = found;
    l->neighbours = kept;
}

/* The remainder by two choices, or one. */
static void rewrite_neighbour(pk_func *fn, const neighbour *at) {
    pk_inst *inst = at->inst;
    pk_value *sum = inst->args[0], *n = inst->args[1];
    pk_value *zero = pk_const_int(fn, sum->type, 0);
    pk_value **args = pk_arena_array(fn->ir->arena, 3, sizeof(pk_value *));
    pk_builder b;

    if (!args)
        return;
    pk_builder_init(&b, fn);
    pk_builder_before(&b, inst);
    if (at->below) {
        args[0] = pk_emit2(&b, PK_OP_lt, sum, zero);
        args[1] = pk_emit2(&b, PK_OP_add, sum, n);
        args[2] = sum;
    }
    if (at->below && at->above)
        sum = pk_emit3(&b, PK_OP_select, args[0], args[1], args[2]);
    if (at->above) {
        args[0] = pk_emit2(&b, PK_OP_eq, sum, n);
        args[1] = zero;
        args[2] = sum;
    }
    inst->op = PK_OP_select;
    inst->args = args;
    inst->arg_count = 3;
}

/* The value that does as well, or NULL; may turn the instruction into a
 * simpler one. */
static pk_value *improve(learner *l, pk_inst *inst) {
    pk_value *a = inst->args[0], *b = inst->args[1];
    pk_range x = range_of(l, a), y = {0, 0};

    if (!pk_type_is_int(a->type) || (a->type == PK_TYPE_u64 && x.lo < 0))
        return NULL;
    if (inst->arg_count > 1)
        y = range_of(l, b);
    switch ((int)inst->op) {
    case PK_OP_wrap_index:
        if (x.lo >= 0)
            return a;
        if (x.hi < 0)
            inst->op = PK_OP_add;
        return NULL;
    case PK_OP_floor_div:
        if (x.lo >= 0 && y.lo >= 1)
            inst->op = PK_OP_quot;
        return NULL;
    case PK_OP_floor_mod:
        if (x.lo >= 0 && x.hi < y.lo)
            return a;
        note_neighbour(l, inst);
        if (x.lo >= 0 && y.lo >= 1)
            inst->op = PK_OP_rem;
        return NULL;
    case PK_OP_rem: note_neighbour(l, inst); return NULL;
    case PK_OP_abs: return x.lo >= 0 ? a : NULL;
    case PK_OP_min: return x.hi <= y.lo ? a : y.hi <= x.lo ? b : NULL;
    case PK_OP_max: return x.lo >= y.hi ? a : y.lo >= x.hi ? b : NULL;
    case PK_OP_and:
        return pk_is_const(b) && x.lo >= 0 && y.lo >= x.hi &&
                       !((uint64_t)y.lo & ((uint64_t)y.lo + 1))
                   ? a
                   : NULL;
    case PK_OP_shr: return unshifted(l, a, b);
    }
    return NULL;
}

/* The signed number that an unsigned one has the bits of. */
static const pk_value *as_signed(const pk_value *v) {
    const bool same = pk_is_op(v, PK_OP_bitcast) &&
                      pk_type_is_int(v->def->args[0]->type) &&
                      pk_type_is_signed(v->def->args[0]->type);

    return same ? v->def->args[0] : NULL;
}

/* A comparison whose outcome follows from others; unsigned ones, too, of
 * numbers that are not negative: an index that is known to be in an array.
 * NULL: none does. */
static pk_value *decided(learner *l, const pk_inst *inst) {
    const pk_value *a = inst->args[0], *b = inst->args[1], *x, *y;
    uint8_t known, outcomes;

    if (pk_op_table[inst->op].rule != PK_RULE_COMPARE ||
        !pk_type_is_int(a->type))
        return NULL;
    known = order_of(l, a, b);
    x = as_signed(a);
    y = as_signed(b);
    if (known == ANY && x && y && !pk_type_is_signed(a->type)) {
        known = order_of(l, x, y);
        if (range_of(l, x).lo < 0 || (range_of(l, y).lo < 0 && known & MORE))
            return NULL;
    }
    outcomes = outcomes_of(inst->op);
    if ((known & outcomes) && (known & ~outcomes))
        return NULL;
    return pk_const_int(l->fn, PK_TYPE_bool, (known & outcomes) != 0);
}

static void apply_to(learner *l, pk_inst *inst) {
    pk_value *v = inst->results[0], *better = NULL;
    pk_range r = range_of(l, v);

    if (r.lo == r.hi && (v->type != PK_TYPE_u64 || r.lo >= 0))
        better = pk_const_int(l->fn, v->type, r.lo);
    else if (pk_op_is_pure(inst->op) && inst->arg_count)
        better = improve(l, inst);
    if (!better && inst->arg_count == 2)
        better = decided(l, inst);
    if (better && (pk_op_is_pure(inst->op) || inst->op == PK_OP_get))
        pk_replace(inst, better);
    else if (pk_type_is_signed(v->type) && r.lo >= 0)
        inst->flags |= PK_INST_nonneg;
}

/* ---- the walk ---- */

static void walk_region(learner *l, pk_region *region);

static void walk_if(learner *l, pk_inst *inst) {
    const mark start = mark_here(l);

    assume_new(l, inst->args[0], true);
    walk_region(l, inst->body);
    roll_back(l, start);
    assume_new(l, inst->args[0], false);
    walk_region(l, inst->other);
    roll_back(l, start);
    /* Who comes out has taken the branch that does not leave. */
    if (pk_region_ends(inst->body))
        assume_new(l, inst->args[0], false);
    else if (pk_region_ends(inst->other))
        assume_new(l, inst->args[0], true);
}

static void walk_inst(learner *l, pk_inst *inst) {
    bool known = inst->result_count && inst->op != PK_OP_call &&
                 is_number(inst->results[0]->type);

    for (uint32_t i = known; l->first && i < inst->result_count; i++)
        l->ranges[inst->results[i]->id] =
            pk_range_of_type(inst->results[i]->type);
    if (known)
        l->ranges[inst->results[0]->id] = range_of_result(l, inst);
    if (inst->op == PK_OP_set && is_number(inst->local->type))
        join_local(l, inst->local, range_of(l, inst->args[0]));
    if (inst->op == PK_OP_if) {
        walk_if(l, inst);
    } else if (inst->body) {
        const mark start = mark_here(l);
        if (inst->index)
            l->ranges[inst->index->id] = range_of_index(l, inst);
        walk_region(l, inst->body);
        roll_back(l, start);
    }
    if (l->apply && known)
        apply_to(l, inst);
}

static void walk_region(learner *l, pk_region *region) {
    for (pk_inst *inst = region->first, *next; inst; inst = next) {
        if (l->scratch->failed || l->fn->ir->arena->failed)
            return;
        if (l->apply)
            pk_resolve_args(inst);
        next = inst->next;
        walk_inst(l, inst);
    }
}

/* ---- the pass ---- */

/* Returns an array by argument number: whether its array, and so each extent,
 * is small. */
static bool *find_small(learner *l) {
    const pk_func *fn = l->fn;
    uint32_t args = 0;
    bool *small;

    for (uint32_t i = 0; i < fn->param_count; i++)
        if (fn->params[i].arg >= args)
            args = fn->params[i].arg + 1;
    small = pk_arena_array(l->scratch, args + (size_t)1, sizeof *small);
    for (uint32_t i = 0; !l->scratch->failed && i < fn->param_count; i++)
        if (fn->params[i].flags & PK_PARAM_small)
            small[fn->params[i].arg] = true;
    return small;
}

static void learn_params(learner *l) {
    const pk_func *fn = l->fn;
    const bool *small = find_small(l);

    for (uint32_t i = 0; !l->scratch->failed && i < fn->param_count; i++) {
        const pk_param *p = &fn->params[i];
        pk_range r = pk_range_of_type(p->value->type);
        if (p->role == PK_ROLE_shape && pk_func_is_entry(fn)) {
            pk_range extent = {0, small[p->arg] ? INT32_MAX : MAX_EXTENT};
            r.lo = 0;
            r.hi = r.hi < extent.hi ? r.hi : extent.hi;
        }
        l->ranges[p->value->id] = r;
    }
}

/* The ranges of locals at the start: empty, or the zero where it may be read.
 */
static local_range *start_locals(learner *l, const bool *unset) {
    local_range *locals = pk_arena_array(
        l->scratch, l->fn->local_count + (size_t)1, sizeof *locals);

    for (pk_local *at = l->fn->locals; at && !l->scratch->failed; at = at->next)
        locals[at->id].known = unset[at->id];
    return locals;
}

static void forget_locals(learner *l) {
    for (pk_local *at = l->fn->locals; at; at = at->next)
        l->locals[at->id] =
            (local_range){pk_range_of_type(at->type), true, false};
}

/* One walk; true when a set went beyond what a get before it was told. */
static bool walk(learner *l) {
    l->grown = false;
    for (uint32_t i = 0; i < l->fn->local_count && !l->scratch->failed; i++)
        l->joined[i].read = l->joined != l->locals;
    if (!l->scratch->failed)
        walk_region(l, l->fn->body);
    roll_back(l, (mark){0, 0});
    return l->grown;
}

/* Widening overshoots: what the sets give when locals have the ranges found is
 * enough, if a walk says so. */
static void tighten(learner *l, const bool *unset) {
    local_range *old = l->locals, *tight = start_locals(l, unset);

    l->widen = false;
    l->joined = tight;
    walk(l);
    l->locals = tight;
    if (!l->scratch->failed && walk(l))
        l->locals = l->joined = old;
}

/* Walks until no set goes beyond what was known of its local. */
static void learn(learner *l) {
    bool *unset;

    unset = pk_find_unset(l->fn, l->scratch);
    l->ranges = pk_arena_array(l->scratch, l->fn->value_count + (size_t)1,
                               sizeof *l->ranges);
    l->locals = l->joined = start_locals(l, unset);
    if (l->scratch->failed)
        return;
    learn_params(l);
    for (int i = 0; i < WALKS; i++) {
        l->first = i == 0;
        l->widen = i >= PATIENCE;
        if (!walk(l)) {
            if (l->widened)
                tighten(l, unset);
            return;
        }
    }
    forget_locals(l);
}

bool pk_ranges_find(pk_func *fn, pk_arena *arena, pk_ranges *out) {
    learner l = {.fn = fn, .scratch = arena};
    pk_range *locals;

    learn(&l);
    locals = pk_arena_array(arena, fn->local_count + (size_t)1, sizeof *locals);
    if (arena->failed || fn->ir->arena->failed)
        return false;
    walk(&l); /* locals may have been forgotten since */
    for (pk_local *at = fn->locals; at; at = at->next)
        locals[at->id] = l.locals[at->id].known ? l.locals[at->id].range
                                                : pk_range_of_type(at->type);
    *out = (pk_ranges){l.ranges, locals};
    return !arena->failed;
}

pk_status pk_pass_facts(pk_func *fn, const pk_caps *caps, pk_error *err) {
    pk_status status = PK_OK;
    pk_arena scratch;
    learner l = {.fn = fn, .scratch = &scratch};

    (void)caps;
    pk_arena_init(&scratch, fn->ir->arena->allocator);
    learn(&l);
    l.apply = true;
    if (!scratch.failed)
        walk_region(&l, fn->body);
    for (const neighbour *at = l.neighbours; at; at = at->next)
        if (at->below || at->above)
            rewrite_neighbour(fn, at);
    if (scratch.failed)
        status = pk_fail_no_memory(err);
    pk_arena_finish(&scratch);
    return status == PK_OK ? pk_pass_done(fn, err) : status;
}
