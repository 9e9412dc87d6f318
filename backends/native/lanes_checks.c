/* SPDX-License-Identifier: Apache-2.0 */
/* Checked code in lanes. A check ends its thread with a report, here and now
 * or, between barriers, by a local that says so:
 *
 *     if %bad {                               if %bad {
 *         %1 = atomic_cas %report, 0, 1           %1 = atomic_cas %report, 0, 1
 *         ...                                     ...
 *         continue ^threads                       set $live, false
 *     }                                       }
 *
 * Such an `if` is a way out of the lanes: where one lane would take it, the
 * work of all lanes is dropped, and the scalar loop does it again, thread by
 * thread. So a check costs lanes one comparison and one branch.
 *
 * Their work can be done again while it has stored nothing, or only what it
 * does not load: what threads computed they compute again, and store again what
 * they stored. No thread may begin with a local as the one before has left it.
 */
#include "backends/native/lanes.h"

#include "base/arena.h"
#include "core/address.h"

enum { MOST_LOADS = 24 };

typedef struct search {
    pk_inst *loop;
    const pk_value *loads[MOST_LOADS];
    uint32_t count;
    bool *asked; /* by local: it was looked at */
    bool good;
    bool stored; /* what is loaded, too, in front of what is looked at */
} search;

static bool is_report(const pk_value *v) {
    return v->kind == PK_VALUE_param &&
           ((const pk_param *)v->mark)->arg == PK_REPORT_ARG;
}

static bool is_check(const pk_inst *inst) {
    if (inst->op != PK_OP_if || inst->other->first)
        return false;
    for (const pk_inst *i = inst->body->first; i; i = i->next)
        if (i->op == PK_OP_atomic_cas && is_report(i->args[0]))
            return true;
    return false;
}

static const pk_storage *storage_of(const pk_value *root) {
    return root->kind == PK_VALUE_storage
               ? ((const pk_native_array *)root->mark)->storage
               : NULL;
}

/* Whether memory may be the same: shared arrays that are sized at launch lie at
 * one address. */
static bool may_overlap(const pk_value *a, const pk_value *b) {
    const pk_storage *x = storage_of(a), *y = storage_of(b);

    if (a == b)
        return true;
    if (x && y)
        return !x->count && !y->count;
    if (x || y)
        return (x ? b : a)->kind != PK_VALUE_param;
    return a->kind != PK_VALUE_param || b->kind != PK_VALUE_param ||
           !((((const pk_param *)a->mark)->flags |
              ((const pk_param *)b->mark)->flags) &
             PK_PARAM_noalias);
}

static bool is_loaded(const search *s, const pk_value *root) {
    for (uint32_t i = 0; i < s->count; i++)
        if (may_overlap(s->loads[i], root))
            return true;
    return false;
}

static void find_check(pk_inst *inst, void *arg) {
    *(bool *)arg |= is_check(inst);
}

/* Finds what is loaded, and whether a local is carried along. */
static void find(search *s, const pk_region *region) {
    for (const pk_inst *i = region ? region->first : NULL; i && s->good;
         i = i->next) {
        if (is_check(i))
            continue;
        if (i->op == PK_OP_load) {
            s->good &= s->count < MOST_LOADS;
            if (s->good)
                s->loads[s->count++] = pk_address_root(i->args[0]);
        }
        s->good &= !pk_native_is_update(i->op);
        if (i->local && !s->asked[i->local->id]) {
            s->asked[i->local->id] = true;
            s->good &= !pk_native_carries(s->loop, i->local);
        }
        find(s, i->body);
        find(s, i->other);
    }
}

static bool stores_loaded(const search *s, const pk_region *region) {
    for (const pk_inst *i = region ? region->first : NULL; i; i = i->next)
        if ((i->op == PK_OP_store &&
             is_loaded(s, pk_address_root(i->args[0]))) ||
            (!is_check(i) &&
             (stores_loaded(s, i->body) || stores_loaded(s, i->other))))
            return true;
    return false;
}

/* Whether no check comes when what is loaded was stored. */
static void look(search *s, const pk_region *region) {
    for (const pk_inst *i = region ? region->first : NULL; i; i = i->next) {
        if (is_check(i)) {
            s->good &= !s->stored;
            continue;
        }
        s->stored |=
            i->op == PK_OP_store && is_loaded(s, pk_address_root(i->args[0]));
        s->stored |= (i->op == PK_OP_for || i->op == PK_OP_loop) &&
                     stores_loaded(s, i->body);
        look(s, i->body);
        look(s, i->other);
    }
}

static void mark(pk_inst *inst, void *arg) {
    (void)arg;
    if (is_check(inst))
        inst->flags |= LEAVES;
}

bool pk_native_take_checks(const pk_func *fn, pk_inst *loop) {
    search s = {.loop = loop, .good = true};
    bool checks = false;

    if (fn->kind == PK_FUNC_kernel)
        pk_region_visit(loop->body, find_check, &checks);
    if (!checks)
        return false;
    s.asked =
        pk_arena_array(fn->ir->arena, fn->local_count + 1u, sizeof *s.asked);
    if (!s.asked)
        return false;
    find(&s, loop->body);
    if (s.good)
        look(&s, loop->body);
    if (s.good)
        pk_region_visit(loop->body, mark, NULL);
    return s.good;
}
