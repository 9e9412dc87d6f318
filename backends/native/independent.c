/* SPDX-License-Identifier: Apache-2.0 */
/* Which plain loops of host functions may run over lanes (lanes.c): those whose
 * iterations do not depend on each other.
 *
 *   - Locals that an iteration sets it sets before it reads them, and nobody
 *     reads them behind the loop.
 *   - What it stores in an array no other iteration loads or stores: that is
 *     said of a loop over prange and of addresses with its index; or the array
 *     is not loaded at all and stored in one place, or every access is to the
 *     iteration's own row or element.
 *   - It leaves the loop, to raise an exception say, only by an `if` that does
 *     nothing else. When a lane would leave, the lanes' work is dropped before
 *     it has stored anything, and the scalar loop begins at the first of them:
 *     so all happens as if in order.
 *
 * Only loops that LLVM cannot vectorise are of interest: those with loops
 * inside, and those that are left from within. */
#include "backends/native/lanes.h"

#include "core/address.h"
#include "core/analysis/assigned.h"
#include "core/within.h"

enum {
    ACCESSES = 48,
    ORIGINS = 4, /* of one pointer, at most */
    DEPTH = 4
};

/* The instructions that made the memory which a pointer may lead to. */
typedef struct origins {
    const pk_inst *made[ORIGINS];
    uint32_t count;
    bool unknown; /* or other memory */
} origins;

typedef struct access {
    const pk_inst *inst;
    const pk_value *root;
    origins from;
    bool stores, in_loop; /* in a loop inside */
} access;

typedef struct look {
    const pk_func *fn;
    pk_inst *loop;
    access found[ACCESSES];
    uint32_t count;
    uint32_t loops;    /* around what is looked at, within the loop */
    const bool *unset; /* locals that an iteration may read before it sets */
    bool good;
    bool stored; /* something, in front of what is looked at */
    bool leaves, has_loops;
} look;

/* Whether the value is computed in the construct, or is its index. */
static bool is_inside(const pk_value *v, const pk_inst *around) {
    return (v->kind == PK_VALUE_result || v->kind == PK_VALUE_index) &&
           pk_inst_is_within(v->def, around);
}

/* ---- ways out ---- */

/* An `if` that does nothing but leave the loop. */
static bool may_leave(const look *l, const pk_inst *inst) {
    const pk_inst *last = inst->op == PK_OP_if ? inst->body->last : NULL;

    return last && !inst->other->first &&
           (last->op == PK_OP_return ||
            (last->op == PK_OP_break &&
             !pk_inst_is_within(last->target, l->loop)));
}

typedef struct way_search {
    const look *look;
    bool found;
} way_search;

static void find_way_out(pk_inst *inst, void *arg) {
    way_search *s = arg;

    s->found |= may_leave(s->look, inst);
}

static bool has_way_out(const look *l, pk_region *region) {
    way_search s = {.look = l};

    pk_region_visit(region, find_way_out, &s);
    return s.found;
}

/* An `if` of which one arm may raise exceptions and the other does the same
 * without: that is the usual one (core/passes/unswitch.c). */
static bool has_usual_arm(const look *l, const pk_inst *inst) {
    return inst->op == PK_OP_if && inst->other->first &&
           has_way_out(l, inst->body) && !has_way_out(l, inst->other);
}

/* ---- memory ---- */

typedef struct origin_search {
    const pk_func *fn;
    const pk_local *local;
    origins *out;
    int depth;
} origin_search;

static void find_origins(const origin_search *s, const pk_value *v);

static void find_origin_of_set(pk_inst *inst, void *arg) {
    const origin_search *s = arg;

    if (inst->op == PK_OP_set && inst->local == s->local)
        find_origins(s, inst->args[0]);
}

/* Through locals, which have the results of functions that were inlined. A
 * local that is not set is no pointer. */
static void find_origins(const origin_search *s, const pk_value *v) {
    const pk_inst *def = v->kind == PK_VALUE_result ? v->def : NULL;
    origins *out = s->out;
    origin_search inner = *s;

    if (pk_is_const(v))
        return;
    if (def && def->op == PK_OP_get && s->depth) {
        inner.local = def->local;
        inner.depth--;
        pk_region_visit(s->fn->body, find_origin_of_set, &inner);
    } else if (def && out->count < ORIGINS &&
               (def->op == PK_OP_alloc || def->op == PK_OP_alloc_zero)) {
        out->made[out->count++] = def;
    } else {
        out->unknown = true;
    }
}

static bool shares_origin(const origins *a, const origins *b) {
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++)
            if (a->made[i] == b->made[j])
                return true;
    return false;
}

static bool is_param(const access *a) {
    return a->root->kind == PK_VALUE_param;
}

/* Whether the memory has no other name: a parameter that overlaps no other
 * one, or a declared array. */
static bool is_alone(const access *a) {
    const pk_param *p = is_param(a) ? a->root->mark : NULL;

    return a->root->kind == PK_VALUE_storage ||
           (p && p->flags & PK_PARAM_noalias);
}

/* Whether accesses by two different roots are never to the same memory: what
 * the function made is neither what it made elsewhere nor what it was given. */
static bool are_apart(const access *a, const access *b) {
    if (is_param(a) && is_param(b))
        return is_alone(a) || is_alone(b);
    if (is_param(a) || is_alone(a))
        return is_alone(b) || !b->from.unknown;
    if (is_param(b) || is_alone(b))
        return !a->from.unknown;
    return !a->from.unknown && !b->from.unknown &&
           !shares_origin(&a->from, &b->from);
}

/* Whether the number is the length of a row of the array: the extent of a
 * parameter along an axis that is not the first. */
static bool is_row_length(const pk_value *v, const pk_value *root) {
    const pk_param *p = v->kind == PK_VALUE_param ? v->mark : NULL;
    const pk_param *array = root->kind == PK_VALUE_param ? root->mark : NULL;

    return p && array && p->role == PK_ROLE_shape && p->axis == 1 &&
           array->role == PK_ROLE_data && p->arg == array->arg;
}

/* Whether the place is in the row of a two-dimensional array, of C order, that
 * belongs to the iteration: index * length, or that and a number that does not
 * depend on the index. */
static bool is_in_own_row(const look *l, const access *a) {
    const pk_inst *step = pk_address_step(a->inst->args[0]), *sum, *row;
    const pk_param *array = a->root->mark;

    if (!step || step->op != PK_OP_elem || step->args[0] != a->root ||
        step->args[1]->kind != PK_VALUE_result)
        return false;
    for (uint32_t i = 0; i < l->fn->param_count; i++) {
        const pk_param *p = &l->fn->params[i]; /* two axes, and no strides */
        if (a->root->kind != PK_VALUE_param ||
            (p->arg == array->arg && p->axis > 1) ||
            (p->arg == array->arg && p->role == PK_ROLE_stride))
            return false;
    }
    sum = step->args[1]->def;
    row = sum->op == PK_OP_mul ? sum : NULL;
    for (int i = 0; i < 2 && !row && sum->op == PK_OP_add; i++)
        if (sum->args[i]->kind == PK_VALUE_result &&
            sum->args[i]->def->op == PK_OP_mul &&
            is_inside(sum->args[i], l->loop) &&
            (!is_inside(sum->args[1 - i], l->loop) ||
             (sum->args[1 - i]->kind == PK_VALUE_index &&
              sum->args[1 - i]->def != l->loop)))
            row = sum->args[i]->def;
    return row && ((row->args[0] == l->loop->index &&
                    is_row_length(row->args[1], a->root)) ||
                   (row->args[1] == l->loop->index &&
                    is_row_length(row->args[0], a->root)));
}

/* Whether the place is the element at the index, more or less what does not
 * change. */
static bool is_own_element(const look *l, const pk_value *pointer) {
    const pk_inst *step = pk_address_step(pointer), *sum;
    const pk_value *index = l->loop->index;

    if (!step || step->op != PK_OP_elem || is_inside(step->args[0], l->loop))
        return false;
    if (step->args[1] == index)
        return true;
    sum = step->args[1]->kind == PK_VALUE_result ? step->args[1]->def : NULL;
    return sum && sum->op == PK_OP_add &&
           ((sum->args[0] == index && !is_inside(sum->args[1], l->loop)) ||
            (sum->args[1] == index && !is_inside(sum->args[0], l->loop)));
}

/* Accesses to one array. */
static bool go_together(const look *l, const access *a, const access *b) {
    if (a->inst->args[0] == b->inst->args[0] &&
        is_own_element(l, a->inst->args[0]))
        return true;
    return is_in_own_row(l, a) && is_in_own_row(l, b);
}

/* Whether the index of the loop is a part of the number. */
static bool has_index(const look *l, const pk_value *v, int depth) {
    const pk_inst *def = v->kind == PK_VALUE_result ? v->def : NULL;

    if (!def || !depth ||
        (def->op != PK_OP_add && def->op != PK_OP_sub && def->op != PK_OP_mul))
        return v == l->loop->index;
    return has_index(l, def->args[0], depth - 1) ||
           has_index(l, def->args[1], depth - 1);
}

/* Whether it is said that no other iteration loads or stores at that address.
 */
static bool is_said_apart(const look *l, const access *a) {
    const pk_inst *step = pk_address_step(a->inst->args[0]);

    return l->loop->flags & PK_INST_apart && step && step->op == PK_OP_elem &&
           step->args[0] == a->root && !is_inside(a->root, l->loop) &&
           has_index(l, step->args[1], DEPTH);
}

/* Lanes that store to one place do it in order; where loops inside are run by
 * all lanes together there is no such order. */
static bool check_memory(const look *l) {
    for (uint32_t i = 0; i < l->count; i++) {
        const access *a = &l->found[i];
        if (!a->stores || is_said_apart(l, a))
            continue;
        if (a->in_loop && !go_together(l, a, a))
            return false;
        for (uint32_t j = 0; j < l->count; j++) {
            const access *b = &l->found[j];
            if (b != a &&
                (b->root == a->root ? !go_together(l, a, b) : !are_apart(a, b)))
                return false;
        }
    }
    return true;
}

static void look_at_memory(look *l, const pk_inst *inst) {
    access *a = &l->found[l->count];

    if (l->count == ACCESSES) {
        l->good = false;
        return;
    }
    l->count++;
    *a = (access){.inst = inst,
                  .root = pk_address_root(inst->args[0]),
                  .stores = inst->op == PK_OP_store,
                  .in_loop = l->loops > 0};
    find_origins(&(origin_search){.fn = l->fn, .out = &a->from, .depth = DEPTH},
                 a->root);
    l->stored |= a->stores;
}

/* ---- locals ---- */

/* Whether the instructions from `first` on, up to `end`, may read the local
 * before they set it; `done` when they set it for sure. */
static bool reads_first(pk_inst *first, const pk_inst *end,
                        const pk_local *local, bool *done) {
    *done = false;
    for (pk_inst *i = first; i && i != end && !*done; i = i->next) {
        bool body = false, other = false;

        if (i->op == PK_OP_get && i->local == local)
            return true;
        if ((i->body && reads_first(i->body->first, NULL, local, &body)) ||
            (i->other && reads_first(i->other->first, NULL, local, &other)))
            return true;
        *done = (i->op == PK_OP_set && i->local == local) ||
                (i->op == PK_OP_if && body && other);
    }
    return false;
}

/* Whether anything behind the loop may read what it has set. Behind it is also
 * the next round of a loop around. */
static bool is_read_behind(pk_inst *loop, const pk_local *local) {
    bool done = false;

    for (pk_inst *at = loop; at; at = at->parent->owner) {
        pk_inst *owner = at->parent->owner;

        if (reads_first(at->next, NULL, local, &done))
            return true;
        if (done && !owner)
            return false;
        if (owner && (owner->op == PK_OP_for || owner->op == PK_OP_loop)) {
            bool again = false;
            if (reads_first(owner->body->first, at, local, &again))
                return true;
        }
    }
    return false;
}

static void check_local(look *l, const pk_local *local) {
    if (pk_type_is_ptr(local->type) || local->type == PK_TYPE_ref ||
        !l->unset || l->unset[local->id] || is_read_behind(l->loop, local))
        l->good = false;
}

/* ---- instructions ---- */

static void look_at_region(look *l, pk_region *region);

static void look_at_loop(look *l, pk_inst *inst) {
    const bool stored = l->stored, leaves = l->leaves;

    l->has_loops |= inst->op != PK_OP_block;
    l->loops += inst->op != PK_OP_block;
    l->stored = l->leaves = false;
    look_at_region(l, inst->body);
    l->loops -= inst->op != PK_OP_block;
    if (l->leaves && (stored || l->stored)) /* perhaps of an earlier round */
        l->good = false;
    l->stored |= stored;
    l->leaves |= leaves;
}

static void look_at(look *l, pk_inst *inst) {
    if (may_leave(l, inst)) {
        inst->flags |= LEAVES;
        if (is_stop(inst)) /* whenever: nothing is said of stores */
            return;
        l->good &= !l->stored;
        l->leaves = true;
        return;
    }
    if (has_usual_arm(l, inst)) {
        inst->flags |= LEAVES;
        l->good &= !l->stored;
        l->leaves = true;
        look_at_region(l, inst->other);
        return;
    }
    switch ((int)inst->op) {
    case PK_OP_load:
    case PK_OP_store: look_at_memory(l, inst); break;
    case PK_OP_get:
    case PK_OP_stopped: break;
    case PK_OP_set: check_local(l, inst->local); break;
    case PK_OP_if:
        look_at_region(l, inst->body);
        look_at_region(l, inst->other);
        break;
    case PK_OP_for:
    case PK_OP_loop:
    case PK_OP_block: look_at_loop(l, inst); break;
    case PK_OP_break:
    case PK_OP_continue:
        l->good &=
            inst->target != l->loop && pk_inst_is_within(inst->target, l->loop);
        break;
    default: l->good &= (pk_op_table[inst->op].flags & PK_OPF_PURE) != 0;
    }
}

static void look_at_region(look *l, pk_region *region) {
    for (pk_inst *i = region->first; i && l->good; i = i->next)
        look_at(l, i);
}

bool pk_native_is_independent(const pk_func *fn, pk_inst *loop) {
    look l = {.fn = fn, .loop = loop, .good = true};

    l.unset = pk_find_unset_in(fn, loop->body, fn->ir->arena, NULL);
    look_at_region(&l, loop->body);
    return l.good && (l.has_loops || l.leaves) && check_memory(&l);
}

/* ---- what pays ---- */

typedef struct cost {
    const pk_inst *loop;
    bool good;
} cost;

/* Lanes apart from each other are loaded and stored one by one: in a loop
 * inside that is what takes the time. */
static void look_at_cost(pk_inst *inst, void *arg) {
    const pk_inst *around = inst->parent->owner;
    cost *c = arg;

    if (inst->op != PK_OP_load && inst->op != PK_OP_store)
        return;
    while (around != c->loop && around->op != PK_OP_for &&
           around->op != PK_OP_loop)
        around = around->parent->owner;
    if (around == c->loop || !is_inside(inst->args[0], around))
        return;
    if (class_of(inst->args[0]) >= AFFINE && stride_of(inst->args[0]) != 1)
        c->good = false;
}

bool pk_native_lanes_pay(pk_inst *loop) {
    cost c = {loop, true};

    pk_region_visit(loop->body, look_at_cost, &c);
    return c.good;
}
