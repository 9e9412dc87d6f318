/* SPDX-License-Identifier: Apache-2.0 */
/* Whether arrays leave their function: where their references and addresses go,
 * and which array's address each get of a local gives. */
#include "core/passes/stack_arrays.h"

#include <string.h>

enum { CARRIERS = 32 /* locals that an address may be in */ };

/* Whether it asks, perhaps among others, if one of the arrays may be written
 * over: in the frame none is. */
static bool is_overwriting(const search *s, const pk_value *v) {
    const pk_inst *def = v->kind == PK_VALUE_result ? v->def : NULL;

    if (def && def->op == PK_OP_and)
        return is_overwriting(s, def->args[0]) ||
               is_overwriting(s, def->args[1]);
    return def && def->op == PK_OP_sole && has_address(s, def);
}

/* The arms of an `if` that are taken where there is memory. */
static bool takes_body(const search *s, const pk_inst *inst) {
    return inst->op != PK_OP_if ||
           (asks(s, inst->args[0]) <= 0 && !is_overwriting(s, inst->args[0]));
}
static bool takes_other(const search *s, const pk_inst *inst) {
    return inst->op != PK_OP_if || asks(s, inst->args[0]) >= 0;
}

/* The body of the loop around, or of the function. */
static const pk_region *turn_of(const pk_inst *alloc) {
    const pk_region *region = alloc->parent;

    while (region->owner && region->owner->op != PK_OP_for &&
           region->owner->op != PK_OP_loop)
        region = region->owner->parent;
    return region;
}

/* ---- where it goes ---- */

static void set_kind(search *s, const pk_value *v, kind to) {
    s->changed |= *kind_of(s, v) != to;
    *kind_of(s, v) = (uint8_t)to;
}

static void carry(search *s, const pk_local *local) {
    if (s->carriers[local->id])
        return;
    s->leaves |= s->carrier_count == CARRIERS;
    s->carriers[local->id] = (uint8_t)++s->carrier_count;
    s->changed = true;
}

static bool may_join(const search *s, const pk_inst *alloc) {
    for (uint32_t i = 0; s->candidates && i < s->candidates->count; i++)
        if (s->candidates->allocs[i] == alloc)
            return true;
    return false;
}

static void add(search *s, pk_inst *alloc) {
    if (number_of(s, alloc->results[1], 1) >= 0)
        return;
    s->leaves |= s->count == GROUP || alloc->op == PK_OP_alloc_refs ||
                 alloc->results[1]->type != s->allocs[0]->results[1]->type;
    if (s->leaves)
        return;
    s->allocs[s->count++] = alloc;
    set_kind(s, alloc->results[0], REF);
    set_kind(s, alloc->results[1], BASE);
}

static void join(search *s, const pk_value *v);

typedef struct joining {
    search *s;
    const pk_local *local;
} joining;

static void join_set(pk_inst *inst, void *arg) {
    const joining *j = arg;

    if (inst->op == PK_OP_set && inst->local == j->local)
        join(j->s, inst->args[0]);
}

/* A value that is where the address of one of the arrays may be: others whose
 * addresses it may be. */
static void join(search *s, const pk_value *v) {
    const pk_inst *def = v->kind == PK_VALUE_result ? v->def : NULL;
    joining j = {.s = s};

    if (!def || !s->candidates)
        return;
    if (def->result_count > 1 && v == def->results[1] && may_join(s, def))
        add(s, v->def);
    if (def->op != PK_OP_get || s->sought[def->local->id])
        return;
    s->sought[def->local->id] = true;
    j.local = def->local;
    pk_region_visit(s->fn->body, join_set, &j);
}

/* The address in a local that nothing is set into is used by nobody. */
static void join_or_none(search *s, const pk_value *v) {
    const pk_inst *def = v->kind == PK_VALUE_result ? v->def : NULL;

    join(s, v);
    if (s->candidates && def && def->op == PK_OP_get &&
        !s->filled[def->local->id] && v->type == s->allocs[0]->results[1]->type)
        set_kind(s, v, BASE);
}

/* Both are arrays of these. */
static void follow_select(search *s, const pk_inst *inst) {
    for (int i = 1; i < 3; i++)
        if (*kind_of(s, inst->args[i]) == OTHER)
            join(s, inst->args[i]);
    if (*kind_of(s, inst->args[1]) == BASE &&
        *kind_of(s, inst->args[2]) == BASE)
        set_kind(s, inst->results[0], BASE);
    else
        s->leaves = true;
}

static void follow_address(search *s, const pk_inst *inst, uint32_t arg) {
    switch ((int)inst->op) {
    case PK_OP_elem:
    case PK_OP_offset: set_kind(s, inst->results[0], WITHIN); break;
    case PK_OP_load:
    case PK_OP_sole: break;
    case PK_OP_store: s->leaves |= arg != 0; break;
    case PK_OP_set:
        if (*kind_of(s, inst->args[0]) == BASE)
            carry(s, inst->local);
        else
            s->leaves = true;
        break;
    case PK_OP_select: follow_select(s, inst); break;
    default: s->leaves = true;
    }
}

static void follow_ref(search *s, const pk_inst *inst) {
    const bool own = inst->arg_count && number_of(s, inst->args[0], 0) >= 0;

    switch ((int)inst->op) {
    case PK_OP_memory:
        s->object = true;
        s->leaves |= !own || s->count > 1;
        set_kind(s, inst->results[0], WITHIN);
        break;
    case PK_OP_sole:
    case PK_OP_retain: s->leaves |= holds_refs(s); break;
    case PK_OP_release: s->leaves |= holds_refs(s) && !own; break;
    case PK_OP_set:
        s->leaves |= holds_refs(s);
        s->changed |= !s->refs[inst->local->id];
        s->refs[inst->local->id] = true;
        break;
    default: s->leaves |= !inst->result_count || !asks(s, inst->results[0]);
    }
}

static void follow_inst(search *s, const pk_inst *inst) {
    const pk_value *out = inst->op == PK_OP_get ? inst->results[0] : NULL;

    if (out && s->carriers[inst->local->id])
        set_kind(s, out, BASE);
    if (out && s->refs[inst->local->id])
        set_kind(s, out, REF);
    if (inst->op == PK_OP_set && s->carriers[inst->local->id] &&
        *kind_of(s, inst->args[0]) == OTHER)
        join_or_none(s, inst->args[0]);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        switch ((kind)*kind_of(s, inst->args[i])) {
        case BASE:
        case WITHIN: follow_address(s, inst, i); break;
        case REF: follow_ref(s, inst); break;
        case OTHER: break;
        }
}

static void follow(search *s, const pk_region *region) {
    for (const pk_inst *i = region->first; i && !s->leaves; i = i->next) {
        follow_inst(s, i);
        if (i->body && takes_body(s, i))
            follow(s, i->body);
        if (i->other && takes_other(s, i))
            follow(s, i->other);
    }
}

static void count_gets(search *s, const pk_region *region) {
    for (const pk_inst *i = region->first; i; i = i->next) {
        s->gets += i->op == PK_OP_get && s->carriers[i->local->id];
        if (i->body && takes_body(s, i))
            count_gets(s, i->body);
        if (i->other && takes_other(s, i))
            count_gets(s, i->other);
    }
}

/* ---- locals that have an address ---- */

/* A set of arrays whose address a local or a value may have: of array n the bit
 * 2n for that which this turn of the loop around it has made, and the next bit
 * for the turn before. UNKNOWN: of an earlier turn, or another address. */
typedef uint32_t origins;
#define UNKNOWN (UINT32_C(1) << 31)
#define EARLY   (UINT32_C(1) << 30) /* of values: in front of a loop */

static origins made_now(int number) {
    return UINT32_C(1) << 2 * number;
}

static origins both_of(uint32_t number) {
    return UINT32_C(3) << 2 * number;
}

/* The carriers at a place that is reached. */
typedef struct state {
    bool reached;
    origins of[CARRIERS];
} state;

typedef struct scope {
    struct scope *outer;
    const pk_inst *inst;
    state exit, back;
} scope;

/* Adds the ways that lead to a place. */
static void meet(const search *s, state *at, const state *from) {
    at->reached |= from->reached;
    for (uint32_t i = 0; i < s->carrier_count && from->reached; i++)
        at->of[i] |= from->of[i];
}

static bool same(const search *s, const state *a, const state *b) {
    return a->reached == b->reached &&
           !memcmp(a->of, b->of, s->carrier_count * sizeof *a->of);
}

/* A turn of the loop begins: what was made now was made in the turn before. */
static void age(const search *s, const pk_region *body, state *at) {
    for (uint32_t n = 0; n < s->count; n++) {
        if (turn_of(s->allocs[n]) != body)
            continue;
        for (uint32_t i = 0; i < s->carrier_count; i++) {
            const origins own = at->of[i] >> 2 * n & 3;
            at->of[i] = (at->of[i] & ~both_of(n)) |
                        (own & 1 ? UINT32_C(2) << 2 * n : 0) |
                        (own & 2 ? UNKNOWN : 0);
        }
    }
}

static void walk(search *s, scope *around, const pk_region *region, state *at);

static void walk_exit(const search *s, scope *around, const pk_inst *inst,
                      state *at) {
    scope *to = around;

    while (to && to->inst != inst->target)
        to = to->outer;
    if (to && inst->op == PK_OP_continue)
        meet(s, &to->back, at);
    else if (to && inst->op == PK_OP_break)
        meet(s, &to->exit, at);
    *at = (state){.reached = false};
}

static void walk_loop(search *s, scope *around, const pk_inst *inst,
                      state *at) {
    const uint32_t seen = s->seen;
    state before, turn;
    scope now;

    do {
        before = *at;
        s->seen = seen;
        now = (scope){.outer = around, .inst = inst};
        turn = *at;
        age(s, inst->body, &turn);
        walk(s, &now, inst->body, &turn);
        meet(s, at, &turn);
        meet(s, at, &now.back);
    } while (!same(s, at, &before) && !s->leaves);
    if (inst->op != PK_OP_for)
        *at = (state){.reached = false};
    meet(s, at, &now.exit);
}

static void walk_block(search *s, scope *around, const pk_inst *inst,
                       state *at) {
    scope now = {.outer = around, .inst = inst};

    walk(s, &now, inst->body, at);
    meet(s, at, &now.exit);
    for (uint32_t i = 0; i < CARRIERS && inst->flags & PK_INST_catch; i++)
        at->of[i] |= UNKNOWN; /* it may be left anywhere */
    at->reached |= inst->flags & PK_INST_catch;
}

static void walk_if(search *s, scope *around, const pk_inst *inst, state *at) {
    const state before = *at;
    state other = before;

    *at = (state){.reached = false};
    if (takes_other(s, inst))
        walk(s, around, inst->other, &other);
    else
        other.reached = false;
    if (takes_body(s, inst)) {
        *at = before;
        walk(s, around, inst->body, at);
    }
    meet(s, at, &other);
}

static origins *origins_of(const search *s, const pk_value *v) {
    return &s->origins[v->id];
}

/* Notes whose address an instruction gives, or puts into a local. */
static void walk_plain(search *s, const pk_inst *inst, state *at) {
    const uint32_t carrier = inst->local ? s->carriers[inst->local->id] : 0;
    pk_value *out = inst->result_count ? inst->results[0] : NULL;

    if (carrier && inst->op == PK_OP_get) {
        s->seen++;
        *origins_of(s, out) |= at->of[carrier - 1];
        s->leaves |= (at->of[carrier - 1] & UNKNOWN) != 0;
    } else if (carrier && inst->op == PK_OP_set) {
        at->of[carrier - 1] = *kind_of(s, inst->args[0]) == BASE
                                  ? *origins_of(s, inst->args[0])
                                  : UNKNOWN;
    } else if (out &&
               (*kind_of(s, out) == BASE || *kind_of(s, out) == WITHIN)) {
        for (uint32_t i = 0; i < inst->arg_count; i++)
            if (*kind_of(s, inst->args[i]) == BASE ||
                *kind_of(s, inst->args[i]) == WITHIN)
                *origins_of(s, out) |= *origins_of(s, inst->args[i]);
    }
}

static void walk_inst(search *s, scope *around, const pk_inst *inst,
                      state *at) {
    if (inst->op == PK_OP_return || inst->op == PK_OP_break ||
        inst->op == PK_OP_continue || inst->op == PK_OP_reraise)
        walk_exit(s, around, inst, at);
    else if (inst->op == PK_OP_if)
        walk_if(s, around, inst, at);
    else if (inst->op == PK_OP_block)
        walk_block(s, around, inst, at);
    else if (inst->body)
        walk_loop(s, around, inst, at);
    else
        walk_plain(s, inst, at);
}

static void walk(search *s, scope *around, const pk_region *region, state *at) {
    for (const pk_inst *i = region->first; i && at->reached && !s->leaves;
         i = i->next)
        walk_inst(s, around, i, at);
}

/* ---- values across turns ---- */

typedef struct crossing {
    search *s;
    const pk_inst *loop; /* in whose turns the array is made */
    uint32_t number;
    bool reached;
} crossing;

/* A value from in front of the loop that is used in it, or behind it, has the
 * address of a turn that is not counted. */
static void find_crossing(pk_inst *inst, void *arg) {
    crossing *c = arg;
    uint32_t count = inst->result_count;

    c->reached |= inst == c->loop;
    for (uint32_t i = 0; i < inst->arg_count && c->reached; i++) {
        const uint8_t own = *kind_of(c->s, inst->args[i]);
        const origins from = *origins_of(c->s, inst->args[i]);
        if ((own == BASE || own == WITHIN) && from & EARLY &&
            from & both_of(c->number))
            c->s->leaves = true;
    }
    while (count-- && !c->reached)
        *origins_of(c->s, inst->results[count]) |= EARLY;
}

static void forget_early(pk_inst *inst, void *arg) {
    for (uint32_t i = 0; i < inst->result_count; i++)
        *origins_of(arg, inst->results[i]) &= ~EARLY;
}

static void look_across(search *s, uint32_t number) {
    crossing c = {s, turn_of(s->allocs[number])->owner, number, false};

    if (!c.loop)
        return;
    pk_region_visit(s->fn->body, find_crossing, &c);
    pk_region_visit(s->fn->body, forget_early, s);
}

/* Which arrays are read when the next one has been made. */
static void find_late(pk_inst *inst, void *arg) {
    search *s = arg;

    for (uint32_t n = 0; n < s->count && inst->op == PK_OP_get; n++)
        if (*origins_of(s, inst->results[0]) & made_now((int)n) << 1)
            s->late[n] = true;
}

/* Whether each get gives the address of one of the arrays, of this turn or the
 * one before. */
static void follow_locals(search *s) {
    state at = {.reached = true};

    for (uint32_t i = 0; i < CARRIERS; i++)
        at.of[i] = UNKNOWN;
    for (uint32_t n = 0; n < s->count; n++)
        *origins_of(s, s->allocs[n]->results[1]) = made_now((int)n);
    count_gets(s, s->fn->body);
    walk(s, NULL, s->fn->body, &at);
    s->leaves |= s->seen != s->gets;
    for (uint32_t n = 0; n < s->count && !s->leaves; n++)
        look_across(s, n);
    if (!s->leaves)
        pk_region_visit(s->fn->body, find_late, s);
}

/* Code behind the failure of an allocation, which goes, reads no address. */
static void find_others(pk_inst *inst, void *arg) {
    search *s = arg;

    s->leaves |= inst->op == PK_OP_get && s->carriers[inst->local->id] &&
                 *kind_of(s, inst->results[0]) != BASE;
}

bool pk_stack_arrays_stay(search *s) {
    do {
        s->changed = false;
        *kind_of(s, s->allocs[0]->results[0]) = REF;
        *kind_of(s, s->allocs[0]->results[1]) = BASE;
        follow(s, s->fn->body);
    } while (s->changed && !s->leaves);
    if (!s->leaves && s->carrier_count)
        follow_locals(s);
    if (!s->leaves && pk_stack_arrays_keep(s))
        pk_region_visit(s->fn->body, find_others, s);
    return !s->leaves;
}
