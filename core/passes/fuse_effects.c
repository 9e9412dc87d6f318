/* SPDX-License-Identifier: Apache-2.0 */
/* fuse: what instructions do, which of them may change places, and which loops
 * may take turns, iteration by iteration.
 *
 * Of memory it is known who made it (analysis/fresh.h): two arrays of different
 * makers have no element in common. Iterations are told apart by rows: an
 * element at %root[(%i * %w + %j) * %v + %k], where %i is the loop's index and
 * 0 <= %j < %w, 0 <= %k < %v, is in row %i. An axis that is stretched to others
 * has the index select(%w == 1, 0, %j). */
#include "core/address.h"
#include "core/analysis/fresh.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/fuse.h"
#include "core/within.h"

#include <string.h>

enum {
    DEPTH = 6,    /* of numbers that are compared */
    CHOICES = 3,  /* of equal numbers, within each other */
    CALLS = 8,    /* within each other */
    DEEPEST = 64, /* the same, of those that may give references away */
    AXES = 8
};

void pk_fuse_begin(pk_fuser *f) {
    const size_t count = f->fn->value_count + (size_t)1;

    f->makers = pk_arena_array(&f->scratch, count, sizeof *f->makers);
    f->made = pk_arena_array(&f->scratch, count, sizeof *f->made);
}

static const void *maker_of(pk_fuser *f, const pk_value *pointer) {
    const pk_value *root = pk_address_root(pointer);

    if (!f->made[root->id]) {
        f->made[root->id] = true;
        f->makers[root->id] = pk_maker_of_memory(f->fn, root);
    }
    return f->makers[root->id];
}

typedef struct giver {
    bool gives;
    uint32_t depth;
} giver;

static void find_giving(pk_inst *inst, void *arg) {
    giver *g = arg;
    giver within = {false, g->depth + 1};

    g->gives |= inst->op == PK_OP_store && inst->args[1]->type == PK_TYPE_ref;
    if (inst->op != PK_OP_call || g->gives ||
        inst->callee->mark == inst->callee)
        return;
    inst->callee->mark = inst->callee; /* it is looked at once */
    if (within.depth == DEEPEST)
        within.gives = true;
    else
        pk_region_visit(inst->callee->body, find_giving, &within);
    g->gives |= within.gives;
}

bool pk_fuse_gives_away(pk_func *fn) {
    giver g = {false, 0};

    for (pk_func *at = fn->ir->funcs; at; at = at->next)
        at->mark = NULL;
    pk_region_visit(fn->body, find_giving, &g);
    for (pk_func *at = fn->ir->funcs; at; at = at->next)
        at->mark = NULL;
    return g.gives;
}

/* Made by this call of the function, and so nobody else's yet. */
static bool is_fresh(pk_fuser *f, const pk_value *pointer) {
    const pk_value *root = pk_address_root(pointer);

    return !f->gives_away && root->kind == PK_VALUE_result &&
           maker_of(f, root) == root->def;
}

/* ---- effects ---- */

typedef struct summary {
    bool loads, stores, fails, unknown;
    uint32_t depth;
} summary;

typedef struct collector {
    pk_fuser *f;
    pk_effects *out;
    const pk_inst *top;
} collector;

/* A quiet instruction is seen from outside by its result alone. Of an alloc
 * only who looks whether it gave something does more. */
static bool is_quiet(const pk_inst *inst) {
    switch ((int)inst->op) {
    case PK_OP_alloc:
    case PK_OP_alloc_zero:
    case PK_OP_chunk_least: return true;
    case PK_OP_load:
        return pk_type_space(inst->args[0]->type) == PK_SPACE_constant;
    }
    return pk_op_is_pure(inst->op);
}

static void summarize(pk_inst *inst, void *arg) {
    summary *s = arg;
    summary within = {.depth = s->depth + 1};

    switch ((int)inst->op) {
    case PK_OP_get:
    case PK_OP_set:
    case PK_OP_if:
    case PK_OP_for:
    case PK_OP_loop:
    case PK_OP_break:
    case PK_OP_continue:
    case PK_OP_return: return;
    case PK_OP_block: s->unknown |= (inst->flags & PK_INST_catch) != 0; return;
    case PK_OP_load: s->loads |= !is_quiet(inst); return;
    case PK_OP_store: s->stores = true; return;
    case PK_OP_fail: s->fails = true; return;
    case PK_OP_call:
        if (within.depth == CALLS || pk_func_get_data(inst->callee)->recursive)
            within.unknown = true;
        else
            pk_region_visit(inst->callee->body, summarize, &within);
        s->loads |= within.loads;
        s->stores |= within.stores;
        s->fails |= within.fails;
        s->unknown |= within.unknown;
        return;
    }
    s->unknown |= !is_quiet(inst);
}

static void add_access(collector *c, const pk_value *pointer, bool stores,
                       bool whole) {
    pk_fuse_access *a = PK_NEW(&c->f->scratch, pk_fuse_access);

    if (c->f->scratch.failed)
        return;
    *a = (pk_fuse_access){c->out->accesses, pointer, stores, whole};
    c->out->accesses = a;
    c->out->shows |= stores && !is_fresh(c->f, pointer);
}

static void add_call(collector *c, const pk_inst *call) {
    summary s = {.depth = 0};

    if (pk_func_get_data(call->callee)->recursive)
        s.unknown = true;
    else
        pk_region_visit(call->callee->body, summarize, &s);
    c->out->fails |= s.fails;
    c->out->unknown |= s.unknown;
    if (s.loads || s.stores)
        for (uint32_t i = 0; i < call->arg_count; i++)
            if (pk_type_is_ptr(call->args[i]->type))
                add_access(c, call->args[i], s.stores, true);
}

static void add(pk_inst *inst, void *arg) {
    collector *c = arg;
    pk_effects *out = c->out;

    switch ((int)inst->op) {
    case PK_OP_get: out->reads[inst->local->id] = true; return;
    case PK_OP_set: out->sets[inst->local->id] = true; return;
    case PK_OP_if:
    case PK_OP_for:
    case PK_OP_loop: return;
    case PK_OP_block:
        out->unknown |= (inst->flags & PK_INST_catch) != 0;
        return;
    case PK_OP_break:
    case PK_OP_continue:
        out->unknown |= !pk_inst_is_within(inst->target, c->top);
        return;
    case PK_OP_load:
        if (!is_quiet(inst))
            add_access(c, inst->args[0], false, false);
        return;
    case PK_OP_store: add_access(c, inst->args[0], true, false); return;
    case PK_OP_memory: out->anywhere = true; return;
    case PK_OP_fail:
        if (!strncmp(inst->text, "MemoryError", strlen("MemoryError")))
            out->lacks = true;
        else
            out->fails = true;
        return;
    case PK_OP_call: add_call(c, inst); return;
    }
    out->unknown |= !is_quiet(inst);
}

pk_effects pk_fuse_effects(pk_fuser *f, pk_inst *inst) {
    const size_t count = f->fn->local_count + (size_t)1;
    pk_effects out = {.reads = pk_arena_array(&f->scratch, count, sizeof(bool)),
                      .sets = pk_arena_array(&f->scratch, count, sizeof(bool))};
    collector c = {f, &out, inst};

    if (f->scratch.failed) {
        out.unknown = true;
        return out;
    }
    add(inst, &c);
    if (inst->body)
        pk_region_visit(inst->body, add, &c);
    if (inst->other)
        pk_region_visit(inst->other, add, &c);
    return out;
}

/* ---- places ---- */

static bool are_distinct(pk_fuser *f, const pk_value *a, const pk_value *b) {
    const void *makers[2] = {maker_of(f, a), maker_of(f, b)};

    return makers[0] && makers[1] && makers[0] != makers[1];
}

static bool stores(const pk_effects *e) {
    for (const pk_fuse_access *a = e->accesses; a; a = a->next)
        if (a->stores)
            return true;
    return false;
}

static bool share_memory(pk_fuser *f, const pk_effects *a,
                         const pk_effects *b) {
    if ((a->anywhere && stores(b)) || (b->anywhere && stores(a)))
        return true;
    for (const pk_fuse_access *x = a->accesses; x; x = x->next)
        for (const pk_fuse_access *y = b->accesses; y; y = y->next)
            if ((x->stores || y->stores) &&
                !are_distinct(f, x->pointer, y->pointer))
                return true;
    return false;
}

static bool share_locals(const pk_fuser *f, const pk_effects *a,
                         const pk_effects *b) {
    for (uint32_t i = 0; i < f->fn->local_count; i++)
        if ((a->sets[i] && (b->sets[i] || b->reads[i])) ||
            (b->sets[i] && a->reads[i]))
            return true;
    return false;
}

static bool may_stop(const pk_effects *e) {
    return e->fails || e->lacks;
}

bool pk_fuse_commute(pk_fuser *f, const pk_effects *first,
                     const pk_effects *second) {
    return !first->unknown && !second->unknown &&
           !(first->fails && second->fails) &&
           !(may_stop(first) && second->shows) &&
           !(may_stop(second) && first->shows) &&
           !share_locals(f, first, second) && !share_memory(f, first, second);
}

/* ---- numbers ---- */

static bool is_same(const pk_value *a, const pk_value *b, uint32_t depth) {
    if (a == b)
        return true;
    if (!depth || a->kind != PK_VALUE_result || b->kind != PK_VALUE_result ||
        a->type != b->type || a->def->op != b->def->op ||
        !pk_op_is_pure(a->def->op) || a->def->result_count != 1 ||
        a->def->axis != b->def->axis)
        return false;
    for (uint32_t i = 0; i < a->def->arg_count; i++)
        if (!is_same(a->def->args[i], b->def->args[i], depth - 1))
            return false;
    return true;
}

/* A number in front of the parallel loops can be asked about there. */
static bool is_in_front(const pk_value *v) {
    const pk_inst *at = v->def;

    if (v->kind == PK_VALUE_const || v->kind == PK_VALUE_param)
        return true;
    if (v->kind != PK_VALUE_result)
        return false;
    for (; at; at = at->parent->owner)
        if (at->op == PK_OP_for && at->flags & PK_INST_parallel)
            return false;
    return true;
}

static bool is_known(const pk_fuser *f, const pk_value *a, const pk_value *b,
                     uint32_t depth);

/* A choice of one of two equal numbers is that number. */
static const pk_value *settle(const pk_fuser *f, const pk_value *v,
                              uint32_t depth) {
    while (depth && pk_is_op(v, PK_OP_select) &&
           is_known(f, v->def->args[1], v->def->args[2], depth - 1))
        v = v->def->args[1];
    return v;
}

/* Whether what will be asked leads from one number to the other; `used` are
 * the questions on the way. */
static bool leads_to(const pk_fuser *f, const pk_value *a, const pk_value *b,
                     uint32_t depth, uint32_t *used) {
    if (is_same(a, b, DEPTH))
        return true;
    for (uint32_t i = 0; i < f->equal_count; i++) {
        const pk_value *x = settle(f, f->equals[i].a, depth);
        const pk_value *y = settle(f, f->equals[i].b, depth);
        const bool is_x = is_same(a, x, DEPTH);
        if (*used & 1u << i || (!is_x && !is_same(a, y, DEPTH)))
            continue;
        *used |= 1u << i;
        if (leads_to(f, is_x ? y : x, b, depth, used))
            return true;
    }
    return false;
}

static bool is_known(const pk_fuser *f, const pk_value *a, const pk_value *b,
                     uint32_t depth) {
    uint32_t used = 0;

    return leads_to(f, settle(f, a, depth), settle(f, b, depth),
                    depth ? depth - 1 : 0, &used);
}

bool pk_fuse_known_equal(const pk_fuser *f, const pk_value *a,
                         const pk_value *b) {
    return is_known(f, a, b, CHOICES);
}

bool pk_fuse_equal(pk_fuser *f, pk_value *a, pk_value *b) {
    if (pk_fuse_known_equal(f, a, b))
        return true;
    if (a->type != b->type || (pk_is_const(a) && pk_is_const(b)) ||
        !is_in_front(a) || !is_in_front(b) || f->equal_count == PK_FUSE_EQUALS)
        return false;
    f->equals[f->equal_count++] = (pk_equal){a, b};
    return true;
}

/* ---- rows ---- */

typedef struct rows {
    pk_value *root;
    pk_value *widths[AXES];
    uint32_t count;
} rows;

static bool counts_by_one(const pk_value *index) {
    const pk_inst *loop = index->def;

    return index->kind == PK_VALUE_index && pk_is_const_int(loop->args[0], 0) &&
           pk_is_const_int(loop->args[2], 1);
}

/* The index of an axis of `width`; `width` becomes what is known of it. NULL:
 * it is none. */
static pk_value *axis_index(pk_value *v, pk_value **width) {
    const pk_inst *def = v->kind == PK_VALUE_result ? v->def : NULL;
    const pk_value *asked;

    if (!def || def->op != PK_OP_select)
        return v;
    asked = def->args[0];
    if (!pk_is_const_int(def->args[1], 0) || !pk_is_op(asked, PK_OP_eq) ||
        !pk_is_const_int(asked->def->args[1], 1))
        return NULL;
    *width = asked->def->args[0];
    return def->args[2];
}

/* The rows of an access in a loop; false where it is not known to be in the
 * row of its iteration. */
static bool find_rows(pk_fuser *f, const pk_inst *loop, const pk_value *pointer,
                      rows *r) {
    const pk_inst *step = pk_address_step(pointer);
    pk_value *at, *width = loop->args[1], *index;

    if (!step || step->op != PK_OP_elem || pk_address_step(step->args[0]))
        return false;
    r->root = step->args[0];
    at = step->args[1];
    for (r->count = 0; pk_is_op(at, PK_OP_add); r->count++) {
        const pk_value *row = at->def->args[0];
        if (r->count == AXES || !pk_is_op(row, PK_OP_mul))
            return false;
        width = r->widths[r->count] = row->def->args[1];
        index = axis_index(at->def->args[1], &width);
        if (!index || !counts_by_one(index) || index->def == loop ||
            !pk_inst_is_within(index->def, loop) ||
            !pk_fuse_equal(f, width, r->widths[r->count]) ||
            !pk_fuse_equal(f, index->def->args[1], r->widths[r->count]))
            return false;
        at = row->def->args[0];
    }
    width = loop->args[1];
    index = axis_index(at, &width);
    return index == loop->index && pk_fuse_equal(f, width, loop->args[1]);
}

bool pk_fuse_is_own(pk_fuser *f, const pk_inst *loop, const pk_value *pointer) {
    const uint32_t equals = f->equal_count;
    rows r;
    const bool own =
        find_rows(f, loop, pointer, &r) && !r.count && f->equal_count == equals;

    f->equal_count = equals;
    return own;
}

static bool in_rows(pk_fuser *f, const pk_inst *a, const pk_fuse_access *x,
                    const pk_inst *b, const pk_fuse_access *y) {
    rows of_x, of_y;

    if (x->whole || y->whole || !find_rows(f, a, x->pointer, &of_x) ||
        !find_rows(f, b, y->pointer, &of_y) || of_x.root != of_y.root ||
        of_x.count != of_y.count)
        return false;
    for (uint32_t i = 0; i < of_x.count; i++)
        if (!pk_fuse_equal(f, of_x.widths[i], of_y.widths[i]))
            return false;
    return true;
}

bool pk_fuse_apart(pk_fuser *f, const pk_inst *a, const pk_effects *in_a,
                   const pk_inst *b, const pk_effects *in_b) {
    if ((in_a->anywhere && stores(in_b)) || (in_b->anywhere && stores(in_a)))
        return false;
    for (const pk_fuse_access *x = in_a->accesses; x; x = x->next)
        for (const pk_fuse_access *y = in_b->accesses; y; y = y->next)
            if ((x->stores || y->stores) &&
                !are_distinct(f, x->pointer, y->pointer) &&
                !in_rows(f, a, x, b, y))
                return false;
    return true;
}
