/* SPDX-License-Identifier: Apache-2.0 */
/* Which item loops LLVM may be told are parallel: its loop vectoriser trusts
 * the word further than it should.
 *
 * Order. Neighbouring accesses of a constant stride become one of all of them
 * (an interleaved group): loads at the place of the first, stores at the place
 * of the last. In a loop that is called parallel LLVM 19 does not ask whether
 * the same iteration touches that memory in between
 * (InterleavedAccessInfo::canReorderMemAccessesForInterleavedGroups finds no
 * dependences, because none were looked for). Such a loop is not called
 * parallel; LLVM then finds out by itself what depends on what.
 *
 * Choices. A number that is chosen by what is the same for all iterations, in
 * a branch that only some of them take, counts as the same for all, and LLVM
 * 19 takes it from the first lane, which may not be in that branch
 * (VPBlendRecipe::execute). So it is with what follows from a division of
 * integers that are the same for all, which each lane in such a branch does by
 * itself. Such loops are not vectorised. */
#include "backends/native/lanes.h"

#include "core/address.h"
#include "core/nesting.h"

enum {
    ACCESSES = 96, /* more count as a hazard */
    TERMS = 8,
    GROUP = 8, /* LLVM's largest group */
    FEW = 16,  /* accesses that make at most 128 pairs */
    DEPTH = 8,
    MOST_PLACES = 4 /* of a note */
};

/* A term that an address depends on beside the loop's index; `round` tells the
 * first run of an inner loop's body from the second. */
typedef struct term {
    const pk_value *value;
    int64_t factor;
    uint32_t round;
} term;

/* root + step * index + terms + at, in bytes. */
typedef struct address {
    const pk_value *root;
    int64_t step, at;
    term terms[TERMS];
    uint32_t count;
    bool uneven;  /* depends on memory: no steps that LLVM could find */
    bool vague;   /* counts on in steps that are not known here */
    bool unknown; /* too many terms */
} address;

/* How a number may change from iteration to iteration, as far as LLVM can find
 * out once inner loops are unrolled and device functions are inlined. */
/* How a value changes from one round of the loop to the next. */
typedef enum evolution {
    INVARIANT, /* depends on inner loops at most */
    COMPUTED,  /* computed from the index: perhaps in even steps */
    LOADED     /* read from memory at an address that changes */
} evolution;

typedef struct access {
    address where;
    int64_t size;
    bool stores, grouped;
    bool apart; /* no other array overlaps this one */
} access;

typedef struct walk {
    const pk_func *fn;
    const pk_inst *loop;
    access *found;
    uint32_t count, round, rounds;
    bool overflow;
} walk;

/* ---- addresses ---- */

/* Addresses wrap. */
static int64_t add(int64_t a, int64_t b) {
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

static int64_t multiply(int64_t a, int64_t b) {
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

/* The evolution of a value is that of its most changing operand, `depth`
 * operations back. */
static evolution find_evolution(const pk_value *v, const pk_inst *loop,
                                int depth) {
    const pk_inst *def = v->def;
    evolution most = INVARIANT;

    if (v->kind == PK_VALUE_index)
        return def == loop ? COMPUTED : INVARIANT;
    if (v->kind != PK_VALUE_result)
        return INVARIANT;
    if (depth == 0 || def->op == PK_OP_get || def->op == PK_OP_call)
        return COMPUTED;
    for (uint32_t i = 0; i < def->arg_count; i++) {
        evolution c = find_evolution(def->args[i], loop, depth - 1);
        most = c > most ? c : most;
    }
    if (pk_op_table[def->op].flags & PK_OPF_PURE)
        return most;
    return def->op == PK_OP_load && most == INVARIANT ? INVARIANT : LOADED;
}

static void add_term(walk *w, address *a, const pk_value *v, int64_t factor) {
    uint32_t round = pk_native_is_same(v, w->loop) ? 0 : w->round;

    for (uint32_t i = 0; i < a->count; i++)
        if (a->terms[i].value == v && a->terms[i].round == round) {
            a->terms[i].factor = add(a->terms[i].factor, factor);
            return;
        }
    if (a->count == TERMS)
        a->unknown = true;
    else
        a->terms[a->count++] = (term){v, factor, round};
}

static void add_value(walk *w, address *a, const pk_value *v, int64_t factor,
                      int depth);

/* LLVM makes a loop of its own for a stride of 1 where only the launch knows
 * it: that loop's step counts. */
static bool add_strided(walk *w, address *a, const pk_value *v, int64_t factor,
                        int depth) {
    bool first = pk_native_is_same(v->def->args[0], w->loop);
    address one = {0};

    if (first == pk_native_is_same(v->def->args[1], w->loop))
        return false;
    add_value(w, &one, v->def->args[first], factor, depth);
    a->step = add(a->step, one.step);
    a->uneven |= one.uneven;
    a->vague |= one.vague;
    add_term(w, a, v, factor);
    return true;
}

static void add_value(walk *w, address *a, const pk_value *v, int64_t factor,
                      int depth) {
    const pk_inst *def = v->def;
    evolution c;
    int64_t by;

    if (v->kind == PK_VALUE_const && pk_type_is_int(v->type)) {
        a->at = add(a->at, multiply(factor, pk_const_get_int(v)));
        return;
    }
    if (v->kind == PK_VALUE_index && def == w->loop) {
        a->step = add(a->step, factor);
        return;
    }
    if (v->kind == PK_VALUE_result && depth > 0)
        switch ((int)def->op) {
        case PK_OP_convert:
            if (!pk_type_is_int(def->args[0]->type) ||
                pk_type_bytes(def->args[0]->type) > pk_type_bytes(v->type))
                break;
            add_value(w, a, def->args[0], factor, depth - 1);
            return;
        case PK_OP_add:
            add_value(w, a, def->args[0], factor, depth - 1);
            add_value(w, a, def->args[1], factor, depth - 1);
            return;
        case PK_OP_sub:
            add_value(w, a, def->args[0], factor, depth - 1);
            add_value(w, a, def->args[1], multiply(factor, -1), depth - 1);
            return;
        case PK_OP_neg:
            add_value(w, a, def->args[0], multiply(factor, -1), depth - 1);
            return;
        case PK_OP_mul:
        case PK_OP_shl:
            if (!pk_is_const(def->args[1])) {
                if (def->op == PK_OP_mul &&
                    add_strided(w, a, v, factor, depth - 1))
                    return;
                break;
            }
            by = pk_const_get_int(def->args[1]);
            if (def->op == PK_OP_shl)
                by = by >= 0 && by < 63 ? (int64_t)1 << by : 0;
            add_value(w, a, def->args[0], multiply(factor, by), depth - 1);
            return;
        }
    c = pk_native_is_same(v, w->loop) ? INVARIANT
                                      : find_evolution(v, w->loop, DEPTH);
    a->uneven |= c == LOADED;
    a->vague |= c == COMPUTED;
    add_term(w, a, v, factor);
}

static void find_address(walk *w, address *a, const pk_value *pointer) {
    *a = (address){.root = pk_address_root(pointer)};
    for (const pk_inst *step; (step = pk_address_step(pointer));
         pointer = step->args[0])
        add_value(w, a, step->args[1], pk_address_unit(step), DEPTH);
}

/* ---- order ---- */

static bool is_factor(int64_t step, int64_t size) {
    int64_t factor = step / size;

    return step % size == 0 && factor <= GROUP && factor >= -GROUP &&
           (factor > 1 || factor < -1);
}

static bool is_apart(const pk_func *fn, const pk_value *root) {
    for (uint32_t i = 0; i < fn->param_count; i++)
        if (fn->params[i].value == root)
            return (fn->params[i].flags & PK_PARAM_noalias) != 0;
    return root->kind == PK_VALUE_storage;
}

static void look(walk *w, const pk_inst *inst) {
    const pk_value *pointer = inst->args[0];
    access *a = &w->found[w->count];

    if (w->count == ACCESSES) {
        w->overflow = true;
        return;
    }
    w->count++;
    a->stores = inst->op == PK_OP_store;
    a->size = pk_type_bytes(pk_type_elem(pointer->type));
    find_address(w, &a->where, pointer);
    a->apart = is_apart(w->fn, a->where.root);
    a->grouped = !a->where.uneven &&
                 (a->where.vague || is_factor(a->where.step, a->size));
}

/* Inner loops may be unrolled: two rounds show what meets what. */
static void collect(walk *w, const pk_region *region) {
    for (const pk_inst *i = region->first; i; i = i->next) {
        uint32_t outer = w->round;

        if (i->op == PK_OP_load || i->op == PK_OP_store)
            look(w, i);
        for (int round = i->op == PK_OP_for || i->op == PK_OP_loop ? 0 : 1;
             round < 2 && i->body && !w->overflow; round++) {
            if (i->op != PK_OP_if)
                w->round = ++w->rounds;
            collect(w, i->body);
            if (i->other)
                collect(w, i->other);
        }
        w->round = outer;
    }
}

/* The distance from a to b in one iteration, when it is known. */
static bool find_distance(const address *a, const address *b, int64_t *d) {
    if (a->root != b->root || a->unknown || b->unknown || a->step != b->step ||
        a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++) {
        uint32_t k = 0;

        while (k < b->count && (a->terms[i].value != b->terms[k].value ||
                                a->terms[i].factor != b->terms[k].factor ||
                                a->terms[i].round != b->terms[k].round))
            k++;
        if (k == b->count)
            return false;
    }
    *d = add(b->at, multiply(a->at, -1));
    return true;
}

/* The same place but for the index of an inner loop, which is another one. */
static bool is_other_round(const address *a, const address *b, int64_t size) {
    int64_t factor = 0;

    if (a->root != b->root || a->unknown || b->unknown || a->step != b->step ||
        a->at != b->at || a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++) {
        const term *s = &a->terms[i], *t = &b->terms[i];

        if (s->value != t->value || s->factor != t->factor)
            return false;
        if (s->round == t->round)
            continue;
        if (s->value->kind != PK_VALUE_index || factor)
            return false;
        factor = s->factor;
    }
    return factor >= size || factor <= -size;
}

static bool may_meet(const access *a, const access *b) {
    const pk_value *p = a->where.root, *q = b->where.root;
    int64_t d, most = a->size > b->size ? a->size : b->size;

    if (p != q && (pk_type_space(p->type) != pk_type_space(q->type) ||
                   a->apart || b->apart))
        return false;
    if (find_distance(&a->where, &b->where, &d))
        return d > -b->size && d < a->size; /* overlap */
    return !is_other_round(&a->where, &b->where, most);
}

/* Whether a and b, a before b, may become parts of one access. */
static bool may_join(const access *a, const access *b) {
    int64_t d;

    return a->grouped && b->grouped && a->stores == b->stores &&
           a->size == b->size &&
           (a->where.step == b->where.step || a->where.vague ||
            b->where.vague) &&
           (find_distance(&a->where, &b->where, &d)
                ? d != 0
                : a->where.root == b->where.root);
}

/* A store waits for the last of its group, a load comes with the first. */
static bool is_passed(const walk *w, uint32_t a, uint32_t b) {
    const access *moved = &w->found[w->found[a].stores ? a : b];

    for (uint32_t i = a + 1; i < b; i++) {
        const access *x = &w->found[i];
        int64_t d;

        if (!moved->stores && !x->stores)
            continue;
        /* The first of two stores to one place is in no group. */
        if (moved->stores && x->stores && x->grouped &&
            x->size == moved->size &&
            find_distance(&moved->where, &x->where, &d) && d == 0)
            continue;
        if (may_meet(moved, x))
            return true;
    }
    return false;
}

bool pk_native_needs_order(const pk_func *fn, const pk_inst *loop) {
    access found[ACCESSES];
    walk w = {.fn = fn, .loop = loop, .found = found};

    collect(&w, loop->body);
    for (uint32_t a = 0; a < w.count; a++)
        for (uint32_t b = a + 1; found[a].grouped && b < w.count; b++)
            if (may_join(&found[a], &found[b]) &&
                (w.overflow || is_passed(&w, a, b)))
                return true;
    return false;
}

/* ---- how many tests ---- */

bool pk_native_is_counted(const pk_inst *inst) {
    return inst->op == PK_OP_for && pk_is_const(inst->args[0]) &&
           pk_is_const(inst->args[1]) && pk_is_const(inst->args[2]);
}

static uint64_t rounds_of(const pk_inst *inst) {
    int64_t first, last, step;

    if (!pk_native_is_counted(inst))
        return 1;
    first = pk_const_get_int(inst->args[0]);
    last = pk_const_get_int(inst->args[1]);
    step = pk_const_get_int(inst->args[2]);
    if (step < 0 ? first <= last : first >= last)
        return 0;
    return step < 0
               ? ((uint64_t)first - (uint64_t)last - 1) / -(uint64_t)step + 1
               : ((uint64_t)last - (uint64_t)first - 1) / (uint64_t)step + 1;
}

/* More than FEW stays more than FEW. */
static uint64_t count_accesses(const pk_region *region) {
    uint64_t count = 0;

    for (const pk_inst *i = region->first; i && count <= FEW; i = i->next) {
        uint64_t within = 0, rounds = rounds_of(i);

        if (i->body)
            within += count_accesses(i->body);
        if (i->other)
            within += count_accesses(i->other);
        if (within)
            count += rounds > FEW ? FEW + 1 : rounds * within;
        if (i->op == PK_OP_call)
            return FEW + 1; /* there may be any number in the function */
        count += (pk_op_table[i->op].flags & PK_OPF_READS ? 1 : 0) +
                 (pk_op_table[i->op].flags & PK_OPF_WRITES ? 1 : 0);
    }
    return count;
}

bool pk_native_has_few_accesses(const pk_inst *loop) {
    return count_accesses(loop->body) <= FEW;
}

/* ---- choices ---- */

static bool is_common(const pk_value *v, const pk_inst *loop, int depth);

/* Whether all that the loop sets a local to is common. */
static bool gets_common(const pk_local *local, const pk_region *region,
                        const pk_inst *loop, int depth) {
    for (const pk_inst *i = region->first; i; i = i->next)
        if ((i->op == PK_OP_set && i->local == local &&
             !is_common(i->args[0], loop, depth)) ||
            (i->body && !gets_common(local, i->body, loop, depth)) ||
            (i->other && !gets_common(local, i->other, loop, depth)))
            return false;
    return true;
}

/* Maybe the same in all iterations that come by, as far as LLVM can tell, which
 * takes loads out of loops. */
static bool is_common(const pk_value *v, const pk_inst *loop, int depth) {
    const pk_inst *def = v->def;

    if (v->kind == PK_VALUE_index)
        return def != loop;
    if (v->kind != PK_VALUE_result || depth == 0 ||
        !pk_is_made_in(v, loop->body))
        return true;
    if (def->op == PK_OP_get)
        return gets_common(def->local, loop->body, loop, depth - 1);
    if (!(pk_op_table[def->op].flags & PK_OPF_PURE) && def->op != PK_OP_load)
        return false;
    for (uint32_t i = 0; i < def->arg_count; i++)
        if (!is_common(def->args[i], loop, depth - 1))
            return false;
    return true;
}

/* Whether LLVM has each lane divide by itself, and the same numbers; a call may
 * do so, too. */
static bool divides_common(const pk_inst *inst, const pk_inst *loop) {
    switch ((int)inst->op) {
    case PK_OP_floor_div:
    case PK_OP_floor_mod:
    case PK_OP_quot:
    case PK_OP_rem:
        return pk_type_is_int(inst->args[0]->type) &&
               !pk_is_const(inst->args[1]) &&
               is_common(inst->args[0], loop, DEPTH) &&
               is_common(inst->args[1], loop, DEPTH);
    case PK_OP_call: return true;
    }
    return false;
}

/* Whether an integer is set to what iterations share; where a jump leaves, what
 * follows is chosen, too. */
static bool sets_common(const pk_region *region, const pk_inst *loop) {
    for (const pk_inst *i = region->first; i; i = i->next)
        if ((i->op == PK_OP_set && !pk_type_is_float(i->args[0]->type) &&
             is_common(i->args[0], loop, DEPTH)) ||
            (i->body && sets_common(i->body, loop)) ||
            (i->other && sets_common(i->other, loop)))
            return true;
    return false;
}

static bool jumps(const pk_region *region) {
    for (const pk_inst *i = region->first; i; i = i->next)
        if (i->op == PK_OP_break || i->op == PK_OP_continue ||
            i->op == PK_OP_return || (i->body && jumps(i->body)) ||
            (i->other && jumps(i->other)))
            return true;
    return false;
}

/* `branch` is the outermost region around that only some iterations run. */
static bool chooses(const pk_region *region, const pk_inst *loop,
                    const pk_region *branch) {
    for (const pk_inst *i = region->first; i; i = i->next) {
        bool splits = i->op == PK_OP_if && !pk_native_is_same(i->args[0], loop);
        bool common = i->op == PK_OP_if && is_common(i->args[0], loop, DEPTH);

        if (branch && common &&
            (sets_common(i->body, loop) ||
             (i->other && sets_common(i->other, loop)) ||
             (jumps(i->body) && sets_common(branch, loop))))
            return true;
        if (branch && divides_common(i, loop))
            return true;
        if (i->body && chooses(i->body, loop,
                               branch   ? branch
                               : splits ? i->body
                                        : NULL))
            return true;
        if (i->other && chooses(i->other, loop,
                                branch   ? branch
                                : splits ? i->other
                                         : NULL))
            return true;
    }
    return false;
}

/* LLVM vectorises loops without loops; some are unrolled before. */
static bool has_loops(const pk_region *region) {
    for (const pk_inst *i = region->first; i; i = i->next) {
        if (i->op == PK_OP_loop ||
            (i->op == PK_OP_for && !pk_native_is_counted(i)) ||
            (i->body && has_loops(i->body)) ||
            (i->other && has_loops(i->other)))
            return true;
    }
    return false;
}

bool pk_native_chooses_for_some(const pk_inst *loop) {
    return !has_loops(loop->body) && chooses(loop->body, loop, NULL);
}

/* ---- notes, for people who want to know why a loop is slow ---- */

static void put_place(pk_native_emitter *e, const pk_inst *inst) {
    const pk_ir *ir = e->fn->ir;

    if (inst->loc.line && inst->loc.file < ir->file_count)
        pk_text_printf(&e->meta, "%s:%u:%u", ir->files[inst->loc.file],
                       inst->loc.line, inst->loc.col);
}

/* All but the last field of a note. */
static void begin_note(pk_native_emitter *e, const pk_inst *loop, uint32_t node,
                       uint32_t lanes) {
    pk_text_printf(&e->meta, PK_NATIVE_NOTE "%u %u ", (unsigned)node,
                   (unsigned)lanes);
    put_place(e, loop);
    pk_text_printf(&e->meta, ": \t%s\t",
                   loop->flags & PK_INST_items ? "threads" : "iterations");
}

/* Lanes have an element each, not next to each other. */
static bool is_gathered(const pk_inst *inst) {
    return (inst->op == PK_OP_load || inst->op == PK_OP_store) &&
           pk_type_space(inst->args[0]->type) != PK_SPACE_local &&
           class_of(inst->args[0]) >= AFFINE && stride_of(inst->args[0]) != 1;
}

typedef struct apart_list {
    pk_native_emitter *e;
    pk_loc last;
    uint32_t count;
} apart_list;

static void note_apart(pk_inst *inst, void *arg) {
    apart_list *l = arg;

    if (!is_gathered(inst) || l->count == MOST_PLACES ||
        (inst->loc.line == l->last.line && inst->loc.col == l->last.col))
        return;
    l->last = inst->loc;
    pk_text_put(&l->e->meta, l->count++ ? ", " : "");
    put_place(l->e, inst);
}

void pk_native_note_lanes(pk_native_emitter *e, const pk_inst *loop) {
    apart_list list = {.e = e};

    if (!e->options->notes)
        return;
    begin_note(e, loop, 0, e->lanes);
    pk_region_visit(loop->body, note_apart, &list);
    pk_text_put(&e->meta, "\n");
}

static bool is_innermost(const pk_region *region) {
    for (const pk_inst *i = region->first; i; i = i->next)
        if (i->op == PK_OP_for || i->op == PK_OP_loop ||
            (i->body && !is_innermost(i->body)) ||
            (i->other && !is_innermost(i->other)))
            return false;
    return true;
}

static bool is_of_interest(const pk_native_emitter *e, const pk_inst *loop) {
    if (!e->options->notes || e->rest || e->lanes || loop->op != PK_OP_for)
        return false;
    return loop->flags & PK_INST_items
               ? !pk_native_has_items(loop->body)
               : e->fn->kind == PK_FUNC_host && is_innermost(loop->body);
}

static void put_reason(pk_native_emitter *e, const pk_inst *loop) {
    const char *own = e->why.words;

    if (!own && pk_native_chooses_for_some(loop))
        own = "some of them choose by what is the same for all";
    if (!own && pk_native_needs_order(e->fn, loop))
        own = "they use memory in an order that counts";
    if (!own) {
        pk_text_put(&e->meta, "LLVM makes no vectors of it");
        return;
    }
    if (e->why.words && e->why.at != loop) {
        put_place(e, e->why.at);
        pk_text_put(&e->meta, ": ");
    }
    pk_text_printf(&e->meta, strchr(own, ' ') ? "%s" : "%s has no vectors",
                   own);
}

bool pk_native_note_loop(pk_native_emitter *e, const pk_inst *loop,
                         uint32_t node) {
    if (!is_of_interest(e, loop))
        return false;
    begin_note(e, loop, node, 0);
    put_reason(e, loop);
    pk_text_put(&e->meta, "\n");
    return true;
}
