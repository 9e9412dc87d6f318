/* SPDX-License-Identifier: Apache-2.0 */
/* The locals of a parallel loop.
 *
 * A local is reduced when all that happens to it in the body is
 *
 *     %1 = get $s
 *     %2 = add %1, %x        or a chain of the same operation, which has the
 *     set $s, %2             get at its beginning
 *
 * where nothing else uses %1 and %2; or the lesser or greater of two values is
 * selected likewise. Whether others are set before they are
 * read is definite assignment (assigned.h) within one iteration. */
#include "core/analysis/parallel.h"

#include "core/analysis/assigned.h"
#include "core/ir_data.h"
#include "core/within.h"

/* ---- exits ---- */

typedef struct exits {
    const pk_inst *loop;
    bool left, continued;
} exits;

static void note_exit(pk_inst *inst, void *arg) {
    exits *e = arg;

    e->left |= inst->op == PK_OP_return;
    e->left |= inst->target && !pk_inst_is_within(inst->target, e->loop);
    e->left |= inst->target == e->loop && inst->op == PK_OP_break;
    e->continued |= inst->target == e->loop;
}

static exits find_exits(const pk_inst *loop) {
    exits e = {.loop = loop};

    pk_region_visit(loop->body, note_exit, &e);
    return e;
}

bool pk_parallel_is_left(const pk_inst *loop) {
    return find_exits(loop).left;
}

/* ---- reductions ---- */

/* One for each local: what its accesses are, in the order of the text. */
typedef struct access {
    const pk_inst *first_get; /* NULL: a set comes first */
    uint32_t gets, sets;
    uint32_t joined; /* gets that a chain begins with */
    pk_op op;        /* of the chains */
    bool broken;     /* a set is no chain, or they differ */
} access;

typedef struct finder {
    const pk_inst *loop;
    access *locals; /* by local id */
    uint32_t *uses; /* by value id: in the body */
} finder;

/* The operation that joins parts of what such a one makes; COUNT: none does. */
static pk_op joins(pk_op op) {
    switch ((int)op) {
    case PK_OP_add:
    case PK_OP_sub: return PK_OP_add;
    case PK_OP_mul:
    case PK_OP_div: return PK_OP_mul;
    case PK_OP_min:
    case PK_OP_max:
    case PK_OP_min_num:
    case PK_OP_max_num:
    case PK_OP_min_nan:
    case PK_OP_max_nan:
    case PK_OP_and:
    case PK_OP_or:
    case PK_OP_xor: return op;
    }
    return PK_OP_COUNT;
}

/* Whether the chain that ends in `v` begins with the local. */
static bool is_chain(const finder *f, const pk_value *v, const pk_local *local,
                     pk_op op) {
    for (;;) {
        const pk_inst *inst = v->def;
        if (v->kind != PK_VALUE_result || f->uses[v->id] != 1)
            return false;
        if (inst->op == PK_OP_get)
            return inst->local == local;
        if (joins(inst->op) != op)
            return false;
        if (inst->op != PK_OP_sub && inst->op != PK_OP_div &&
            is_chain(f, inst->args[1], local, op))
            return true;
        v = inst->args[0];
    }
}

/* Whether a select takes the lesser of two values, or the greater, by a
 * question that nothing else asks: min or max; COUNT: neither. */
static pk_op extreme_of(const finder *f, const pk_inst *select) {
    const pk_value *c = select->args[0], *a, *b;
    const pk_inst *question = c->def;
    bool less;

    if (select->op != PK_OP_select || c->kind != PK_VALUE_result ||
        f->uses[c->id] != 1 || question->op < PK_OP_lt ||
        question->op > PK_OP_ge)
        return PK_OP_COUNT;
    less = question->op == PK_OP_lt || question->op == PK_OP_le;
    a = question->args[0];
    b = question->args[1];
    if (a == select->args[1] && b == select->args[2])
        return less ? PK_OP_min : PK_OP_max;
    if (b == select->args[1] && a == select->args[2])
        return less ? PK_OP_max : PK_OP_min;
    return PK_OP_COUNT;
}

/* The same as is_chain of such selects: what is asked about is used twice. */
static bool is_extreme_chain(const finder *f, const pk_value *v,
                             const pk_local *local, pk_op op, uint32_t uses) {
    if (v->kind != PK_VALUE_result || f->uses[v->id] != uses)
        return false;
    if (v->def->op == PK_OP_get)
        return v->def->local == local;
    return extreme_of(f, v->def) == op &&
           (is_extreme_chain(f, v->def->args[1], local, op, 2) ||
            is_extreme_chain(f, v->def->args[2], local, op, 2));
}

/* The operation that joins the parts of what such a set makes of the local. */
static pk_op chain_of(const finder *f, const pk_inst *set) {
    const pk_value *v = set->args[0];
    pk_op op = PK_OP_COUNT;

    if (v->kind != PK_VALUE_result)
        return PK_OP_COUNT;
    if (v->def->op == PK_OP_select) {
        op = extreme_of(f, v->def);
        return op != PK_OP_COUNT && is_extreme_chain(f, v, set->local, op, 1)
                   ? op
                   : PK_OP_COUNT;
    }
    op = joins(v->def->op);
    return op != PK_OP_COUNT && is_chain(f, v, set->local, op) ? op
                                                               : PK_OP_COUNT;
}

static void note_set(finder *f, const pk_inst *set) {
    access *a = &f->locals[set->local->id];
    pk_op op = chain_of(f, set);

    a->sets++;
    if (op == PK_OP_COUNT || (a->joined && op != a->op)) {
        a->broken = true;
        return;
    }
    a->op = op;
    a->joined++;
}

static void note_use(pk_inst *inst, void *arg) {
    const finder *f = arg;

    for (uint32_t i = 0; i < inst->arg_count; i++)
        f->uses[inst->args[i]->id]++;
}

static void note_access(pk_inst *inst, void *arg) {
    finder *f = arg;
    access *a = inst->local ? &f->locals[inst->local->id] : NULL;

    if (inst->op == PK_OP_set) {
        note_set(f, inst);
    } else if (inst->op == PK_OP_get) {
        if (!a->gets && !a->sets)
            a->first_get = inst;
        a->gets++;
    }
}

/* ---- what is read behind the loop ---- */

static bool reads_first(const pk_region *region, const pk_local *local);

/* Whether the instruction may read what the local is in front of it. */
static bool reads(const pk_inst *inst, const pk_local *local) {
    return (inst->op == PK_OP_get && inst->local == local) ||
           (inst->body && reads_first(inst->body, local)) ||
           (inst->other && reads_first(inst->other, local));
}

static bool reads_first(const pk_region *region, const pk_local *local) {
    for (const pk_inst *i = region->first; i; i = i->next) {
        if (i->op == PK_OP_set && i->local == local)
            return false;
        if (reads(i, local))
            return true;
    }
    return false;
}

/* Whether an exit in `inst` leads further out. */
static bool leads_out(const pk_inst *inst, const pk_region *region) {
    for (const pk_inst *i = region ? region->first : NULL; i; i = i->next)
        if ((i->target && !pk_inst_is_within(i->target, inst)) ||
            leads_out(inst, i->body) || leads_out(inst, i->other))
            return true;
    return false;
}

typedef enum fate { GOES_ON, IS_READ, IS_SET } fate;

/* Follows the local from behind `inst` to the end of its region. A set that an
 * exit may have gone past is none. */
static fate fate_behind(const pk_inst *inst, const pk_local *local) {
    bool passed = false;

    for (const pk_inst *i = inst->next; i; i = i->next) {
        if (i->op == PK_OP_set && i->local == local)
            return passed ? GOES_ON : IS_SET;
        if (reads(i, local))
            return IS_READ;
        passed |= leads_out(i, i->body) || leads_out(i, i->other);
    }
    return GOES_ON;
}

/* In a loop around, what stands in front of it comes behind it, too. */
static bool is_live(const pk_inst *loop, const pk_local *local) {
    for (const pk_inst *at = loop; at; at = at->parent->owner) {
        const pk_inst *around = at->parent->owner;
        fate f = fate_behind(at, local);

        if (f != GOES_ON)
            return f == IS_READ;
        if (around && (around->op == PK_OP_for || around->op == PK_OP_loop) &&
            reads_first(around->body, local))
            return true;
    }
    return false;
}

/* ---- all of it ---- */

static pk_parallel_local judge(const pk_inst *loop, const pk_local *local,
                               const access *a, bool unset, bool always) {
    pk_parallel_local out = {.role = PK_PARALLEL_unused};

    if (!a->sets) {
        out.role = a->gets ? PK_PARALLEL_shared : PK_PARALLEL_unused;
        return out;
    }
    if (!a->broken && a->joined == a->gets) {
        out.role = PK_PARALLEL_reduced;
        out.op = a->op;
        return out;
    }
    out.role = !a->gets || !unset ? PK_PARALLEL_own
               : a->first_get     ? PK_PARALLEL_carried
                                  : PK_PARALLEL_first;
    out.at = a->first_get;
    out.live = is_live(loop, local);
    out.sometimes = !always;
    return out;
}

pk_parallel_local *pk_parallel_find_locals(const pk_func *fn,
                                           const pk_inst *loop,
                                           pk_arena *scratch) {
    const size_t count = fn->local_count + (size_t)1;
    pk_parallel_local *out = pk_arena_array(scratch, count, sizeof *out);
    finder f = {.loop = loop};
    bool *unset, *ends_set, always = !find_exits(loop).continued;

    f.locals = pk_arena_array(scratch, count, sizeof *f.locals);
    f.uses =
        pk_arena_array(scratch, fn->value_count + (size_t)1, sizeof *f.uses);
    unset = pk_find_unset_in(fn, loop->body, scratch, &ends_set);
    if (scratch->failed)
        return NULL;
    pk_region_visit(loop->body, note_use, &f);
    pk_region_visit(loop->body, note_access, &f);
    for (const pk_local *l = fn->locals; l; l = l->next)
        out[l->id] = judge(loop, l, &f.locals[l->id], unset[l->id],
                           always && ends_set[l->id]);
    return out;
}
