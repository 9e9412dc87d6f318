/* SPDX-License-Identifier: Apache-2.0 */
/* in_place: innermost loops of host functions that change an array in place
 * become loops over items, where the numbers at hand show that no round needs
 * what another one stores.
 *
 * The distance from the place that a round loads to the one that it stores is
 * the same in all rounds. So another round stores the loaded place only if that
 * distance is less than the number of rounds, and not 0. An element that all
 * rounds load is stored by one round at most: there the loop is cut in three.
 *
 *     for %j = 0, %n, 1 {               if %d == 0 or abs %d >= %n {
 *         %1 = load a[%x]                   %m = clamp (%x - %y), 0, %n
 *         %2 = load a[%y + %d + %j]         %1 = load a[%x]
 *         ...                               for.items %j = 0, %m, 1 ...
 *         store a[%y + %j], ...    =>       for %j = %m, %m + 1, 1 ...
 *     }                                     %3 = load a[%x]
 *                                           for.items %j = %m + 1, %n, 1 ...
 *                                       } else ... as it was
 *
 * Elimination, a[i, j] -= a[i, k] * a[k, j], is such a loop, and so are
 * shortest paths and tables of dynamic programming. A compiler of vectors that
 * asks for the ranges of addresses, over all of the loops around, learns
 * nothing there. Cutting is index-set splitting at a crossing (Allen and
 * Kennedy, "Optimizing Compilers for Modern Architectures", 5.7). */
#include "base/error.h"
#include "core/address.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"
#include "core/within.h"

enum {
    WHOLE = 48,   /* instructions of a loop */
    GROWTH = 512, /* of a function */
    ACCESSES = 12,
    TERMS = 6
};

/* A place in an array: the sum of these and a constant, and of the loop's index
 * where it moves. */
typedef struct place {
    pk_value *terms[TERMS];
    uint32_t count;
    int64_t more;
    bool moves;
} place;

typedef struct access {
    place at;
    bool stores;
} access;

/* The findings about a loop. */
typedef struct look {
    pk_inst *loop;
    bool good;
    uint32_t size, stores;
    pk_value *array; /* that it changes, the pointer to its first element */
    pk_value *fixed; /* the address of what all rounds load; NULL: none */
    access found[ACCESSES];
    uint32_t count;
} look;

static bool is_invariant(const pk_value *v, const pk_inst *loop) {
    return (v->kind != PK_VALUE_result && v->kind != PK_VALUE_index) ||
           !pk_inst_is_within(v->def, loop);
}

/* ---- places ---- */

/* Adds what a number is the sum of; false: it is something else. */
static bool add_terms(place *p, pk_value *v, const pk_inst *loop) {
    const pk_inst *sum = v->kind == PK_VALUE_result ? v->def : NULL;

    if (pk_is_const(v)) {
        p->more += pk_const_get_int(v);
        return true;
    }
    if (v == loop->index) {
        const bool again = p->moves;
        p->moves = true;
        return !again;
    }
    if (sum && sum->op == PK_OP_add)
        return add_terms(p, sum->args[0], loop) &&
               add_terms(p, sum->args[1], loop);
    if (!is_invariant(v, loop) || p->count == TERMS)
        return false;
    p->terms[p->count++] = v;
    return true;
}

static bool find_place(const pk_value *address, const pk_inst *loop,
                       place *out) {
    const pk_inst *step = pk_address_step(address);

    *out = (place){.moves = false};
    return step->args[1]->type == PK_TYPE_i64 &&
           add_terms(out, step->args[1], loop);
}

/* Takes away what both have. */
static void cancel(place *a, place *b) {
    for (uint32_t i = a->count; i-- > 0;)
        for (uint32_t j = b->count; j-- > 0;)
            if (a->terms[i] == b->terms[j]) {
                a->terms[i] = a->terms[--a->count];
                b->terms[j] = b->terms[--b->count];
                break;
            }
}

static pk_value *emit_sum(pk_builder *b, const place *p) {
    pk_value *sum = pk_const_i64(b, p->more);

    for (uint32_t i = 0; i < p->count; i++)
        sum = pk_emit2(b, PK_OP_add, sum, p->terms[i]);
    return sum;
}

/* ---- what a loop does ---- */

static bool is_made(const pk_value *root) {
    return root->kind == PK_VALUE_result &&
           pk_op_table[root->def->op].rule == PK_RULE_ALLOC;
}

/* Whether two arrays have no place in common: what the function made is neither
 * what it made elsewhere nor what it was given, and of that one overlaps no
 * other. */
static bool are_apart(const pk_func *fn, const pk_value *x, const pk_value *y) {
    if (is_made(x) || is_made(y))
        return (is_made(x) || x->kind == PK_VALUE_param) &&
               (is_made(y) || y->kind == PK_VALUE_param);
    for (uint32_t i = 0; i < fn->param_count; i++)
        if (fn->params[i].value == x)
            return fn->params[i].flags & PK_PARAM_noalias &&
                   y->kind == PK_VALUE_param;
    return false;
}

static void look_at_access(look *l, const pk_func *fn, const pk_inst *inst) {
    pk_value *address = inst->args[0];
    const pk_inst *step = pk_address_step(address);
    const bool stores = inst->op == PK_OP_store;
    access *a = &l->found[l->count];

    l->stores += stores;
    if (pk_address_root(address) != pk_address_root(l->array)) {
        l->good &= !stores && are_apart(fn, pk_address_root(l->array),
                                        pk_address_root(address));
        return;
    }
    if (!step || step->op != PK_OP_elem || step->args[0] != l->array ||
        l->count == ACCESSES || !find_place(address, l->loop, &a->at)) {
        l->good = false;
        return;
    }
    a->stores = stores;
    if (a->at.moves) {
        l->count++;
        return;
    }
    l->good &= !stores && is_invariant(address, l->loop) &&
               (!l->fixed || l->fixed == address);
    l->fixed = address;
}

static const pk_inst *find_store(const pk_inst *loop) {
    for (const pk_inst *i = loop->body->first; i; i = i->next)
        if (i->op == PK_OP_store)
            return i;
    return NULL;
}

static void look_at(look *l, const pk_func *fn) {
    const pk_inst *store = find_store(l->loop);
    const pk_inst *step = store ? pk_address_step(store->args[0]) : NULL;

    l->good =
        step && step->op == PK_OP_elem && is_invariant(step->args[0], l->loop);
    if (l->good)
        l->array = step->args[0];
    for (const pk_inst *i = l->loop->body->first; i && l->good; i = i->next) {
        l->good = ++l->size <= WHOLE && !i->body;
        if (i->op == PK_OP_load || i->op == PK_OP_store)
            look_at_access(l, fn, i);
        else
            l->good &= (pk_op_table[i->op].flags & PK_OPF_PURE) != 0;
    }
    l->good &= !l->fixed || l->stores == 1;
}

/* ---- questions ---- */

/* Whether the rounds are far enough apart, or the places are the same ones;
 * `rounds` is how many there are. */
static pk_value *ask(pk_builder *b, const access *x, const access *y,
                     pk_value *rounds) {
    place from = x->at, to = y->at;
    pk_value *zero = pk_const_i64(b, 0), *d;

    cancel(&from, &to);
    if (!from.count && !to.count)
        return pk_const_bits(b->fn, PK_TYPE_bool, 1); /* pays() asked */
    d = pk_emit2(b, PK_OP_sub, emit_sum(b, &from), emit_sum(b, &to));
    return pk_emit2(
        b, PK_OP_or, pk_emit2(b, PK_OP_eq, d, zero),
        pk_emit2(b, PK_OP_ge,
                 pk_emit2(b, PK_OP_max, d, pk_emit2(b, PK_OP_sub, zero, d)),
                 rounds));
}

/* Whether there are rounds, and none needs another's. */
static pk_value *ask_all(const look *l, pk_builder *b) {
    pk_value *first = l->loop->args[0], *stop = l->loop->args[1];
    pk_value *all = pk_emit2(b, PK_OP_lt, first, stop);
    pk_value *rounds = pk_emit2(b, PK_OP_sub, stop, first);

    for (uint32_t i = 0; i < l->count; i++)
        for (uint32_t j = 0; j < l->count; j++) {
            if (j == i || !l->found[i].stores || (l->found[j].stores && j < i))
                continue;
            all = pk_emit2(b, PK_OP_and, all,
                           ask(b, &l->found[i], &l->found[j], rounds));
        }
    return all;
}

/* Whether there is anything to ask, and it is not known to be wrong. */
static bool pays(const look *l) {
    bool asks = l->fixed != NULL;

    for (uint32_t i = 0; i < l->count; i++)
        for (uint32_t j = 0; j < l->count; j++) {
            place from = l->found[i].at, to = l->found[j].at;
            cancel(&from, &to);
            if (!l->found[i].stores || j == i)
                continue;
            if (from.count || to.count)
                asks = true;
            else if (from.more != to.more)
                return false;
        }
    return asks;
}

/* ---- loops ---- */

/* A copy of the loop at the builder's place, where the rounds from `first` on
 * are items; what is fixed is loaded ahead of them. */
static void copy_items(const look *l, pk_builder *b, pk_value *first,
                       pk_value *stop) {
    pk_value **map = pk_arena_array(
        b->fn->ir->arena, b->fn->value_count + (size_t)1, sizeof(pk_value *));
    pk_value *ahead = l->fixed ? pk_emit1(b, PK_OP_load, l->fixed) : NULL;
    pk_inst *made;

    if (b->fn->ir->arena->failed)
        return;
    pk_inst_copy(b->fn, b->region, NULL, l->loop, map, NULL);
    made = b->region->last;
    made->args[0] = first;
    made->args[1] = stop;
    made->flags |= PK_INST_items;
    for (pk_inst *i = made->body->first, *next; i && ahead; i = next) {
        next = i->next;
        if (i->op == PK_OP_load && i->args[0] == l->fixed) {
            pk_region_replace(made->body, i->results[0], ahead);
            pk_inst_remove(i);
        }
    }
}

/* The round that stores what is fixed, perhaps one beyond the ends. */
static void cut(const look *l, pk_builder *b) {
    pk_value *first = l->loop->args[0], *stop = l->loop->args[1], *m, *next;
    pk_value **map;
    place fixed = {.moves = false}, stored = l->found[0].at;

    for (uint32_t i = 0; i < l->count; i++)
        if (l->found[i].stores)
            stored = l->found[i].at;
    (void)find_place(l->fixed, l->loop, &fixed);
    cancel(&fixed, &stored);
    m = pk_emit2(b, PK_OP_sub, emit_sum(b, &fixed), emit_sum(b, &stored));
    m = pk_emit2(b, PK_OP_min, pk_emit2(b, PK_OP_max, m, first), stop);
    next = pk_emit2(b, PK_OP_add, m, pk_const_i64(b, 1));
    next = pk_emit2(b, PK_OP_min, next, stop);
    copy_items(l, b, first, m);
    map = pk_arena_array(b->fn->ir->arena, b->fn->value_count + (size_t)1,
                         sizeof(pk_value *));
    if (b->fn->ir->arena->failed)
        return;
    pk_inst_copy(b->fn, b->region, NULL, l->loop, map, NULL);
    b->region->last->args[0] = m;
    b->region->last->args[1] = next;
    copy_items(l, b, next, stop);
}

static void change(const look *l, pk_func *fn) {
    pk_inst *loop = l->loop, *branch;
    pk_builder b;

    pk_builder_init(&b, fn);
    pk_builder_before(&b, loop);
    branch = pk_begin_if(&b, ask_all(l, &b));
    if (fn->ir->arena->failed)
        return;
    pk_inst_remove(loop);
    pk_inst_insert(branch->other, NULL, loop);
    b.region = branch->body;
    b.before = NULL;
    if (l->fixed)
        cut(l, &b);
    else
        copy_items(l, &b, loop->args[0], loop->args[1]);
}

typedef struct changer {
    pk_func *fn;
    uint32_t grown;
} changer;

static void walk(changer *c, pk_region *region) {
    for (pk_inst *inst = region->first, *next;
         inst && !c->fn->ir->arena->failed; inst = next) {
        look l = {.loop = inst};

        next = inst->next;
        if (inst->op == PK_OP_for && inst->index->type == PK_TYPE_i64 &&
            !(inst->flags & (PK_INST_items | PK_INST_parallel)) &&
            pk_is_const_int(inst->args[2], 1))
            look_at(&l, c->fn);
        if (l.good && pays(&l) && c->grown + 3 * l.size <= GROWTH) {
            c->grown += 3 * l.size;
            change(&l, c->fn);
            continue;
        }
        if (inst->body)
            walk(c, inst->body);
        if (inst->other)
            walk(c, inst->other);
    }
}

pk_status pk_pass_in_place(pk_func *fn, const pk_caps *caps, pk_error *err) {
    changer c = {.fn = fn};

    (void)caps;
    if (fn->kind == PK_FUNC_host)
        walk(&c, fn->body);
    return fn->ir->arena->failed ? pk_fail_no_memory(err)
                                 : pk_pass_done(fn, err);
}
