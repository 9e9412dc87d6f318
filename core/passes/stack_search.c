/* SPDX-License-Identifier: Apache-2.0 */
/* Whether arrays leave their function: where their references and addresses go,
 * and which array's address each get of a local gives. */
#include "core/passes/stack_arrays.h"

enum { CARRIERS = 32 /* locals that an address may be in, bits of a word */ };

/* The arms of an `if` that are taken where there is memory. */
static bool takes_body(const search *s, const pk_inst *inst) {
    return inst->op != PK_OP_if || asks(s, inst->args[0]) <= 0;
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
                 alloc->results[1]->type != s->allocs[0]->results[1]->type ||
                 turn_of(alloc) != turn_of(s->allocs[0]);
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
    case PK_OP_load: break;
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
        s->leaves |= s->count > 1 && i->op == PK_OP_set &&
                     s->carriers[i->local->id] &&
                     *kind_of(s, i->args[0]) != BASE;
        if (i->body && takes_body(s, i))
            count_gets(s, i->body);
        if (i->other && takes_other(s, i))
            count_gets(s, i->other);
    }
}

/* ---- locals that have the address ---- */

/* The carriers that have it at a place; all where that is never reached. */
typedef uint32_t carried;
#define NOWHERE UINT32_MAX

typedef struct scope {
    struct scope *outer;
    const pk_inst *inst;
    carried exit, back;
} scope;

static carried walk(search *s, scope *around, const pk_region *region,
                    carried at);

static carried walk_exit(scope *around, const pk_inst *inst, carried at) {
    scope *to = around;

    while (to && to->inst != inst->target)
        to = to->outer;
    if (to && inst->op == PK_OP_continue)
        to->back &= at;
    else if (to && inst->op == PK_OP_break)
        to->exit &= at;
    return NOWHERE;
}

static carried walk_scope(search *s, scope *around, const pk_inst *inst,
                          carried at) {
    const bool loops = inst->op != PK_OP_block;
    const uint32_t seen = s->seen;
    scope now;
    carried end, before;

    do {
        before = at;
        s->seen = seen;
        now = (scope){around, inst, NOWHERE, NOWHERE};
        end = walk(s, &now, inst->body, at);
        if (loops)
            at &= end & now.back;
    } while (at != before && !s->leaves);
    if (inst->op == PK_OP_for)
        return now.exit & at;
    if (loops)
        return now.exit;
    return inst->flags & PK_INST_catch ? 0 : now.exit & end;
}

static carried walk_inst(search *s, scope *around, const pk_inst *inst,
                         carried at) {
    uint32_t bit = 0;
    carried end = NOWHERE;

    if (inst->local && s->carriers[inst->local->id])
        bit = UINT32_C(1) << (s->carriers[inst->local->id] - 1);
    if (bit && inst->op == PK_OP_get) {
        s->seen++;
        s->leaves |= !(at & bit);
    } else if (bit && inst->op == PK_OP_set) {
        return *kind_of(s, inst->args[0]) == BASE ? at | bit : at & ~bit;
    }
    if (inst->op == PK_OP_return || inst->op == PK_OP_break ||
        inst->op == PK_OP_continue || inst->op == PK_OP_reraise)
        return walk_exit(around, inst, at);
    if (inst->op != PK_OP_if)
        return inst->body ? walk_scope(s, around, inst, at) : at;
    if (takes_body(s, inst))
        end &= walk(s, around, inst->body, at);
    if (takes_other(s, inst))
        end &= walk(s, around, inst->other, at);
    return end;
}

static carried walk(search *s, scope *around, const pk_region *region,
                    carried at) {
    for (const pk_inst *i = region->first; i && at != NOWHERE && !s->leaves;
         i = i->next)
        at = walk_inst(s, around, i, at);
    return at;
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
    if (!s->leaves && s->carrier_count) {
        count_gets(s, s->fn->body);
        walk(s, NULL, turn_of(s->allocs[0]), 0);
        s->leaves |= s->seen != s->gets;
    }
    if (!s->leaves && s->count > 1)
        pk_region_visit(s->fn->body, find_others, s);
    return !s->leaves;
}
