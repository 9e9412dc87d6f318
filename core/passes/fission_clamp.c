/* SPDX-License-Identifier: Apache-2.0 */
/* A piece that does something only for some x runs for those only: a guard
 * that compares x, plus something that is the same along x, with such a thing
 * becomes the bounds of the loop.
 *
 *     for.items %x = 0, %bx, 1 {        %u = convert %base
 *         %w = add %base, %x            %d = min(%n - %u, 1024), 0 if %n <= %u
 *         if %w < %n {             -->  for.items %x = 0, min(%bx, %d), 1 {
 *             ...                           ...
 *
 * This is exact: differences are taken as unsigned numbers, and the sum must
 * be known not to overflow. A guard that does not look at x makes the loop
 * empty or leaves it; `and` of guards is taken one by one. In a loop of each
 * thread's own that does nothing but what a guard allows, what the guard asks
 * alike in all rounds is taken, too. */
#include "core/analysis/range.h"
#include "core/compare.h"
#include "core/passes/fission.h"

enum { MOST = 1024, BUDGET = 64 };

typedef struct clamp {
    pk_func *fn;
    pk_inst *loop;
    pk_region *at;   /* where the guard is: the body, or that of a loop in it */
    pk_builder b;    /* before the loop */
    uint32_t budget; /* instructions that may still be copied out */
} clamp;

/* ---- what is the same along x ---- */

static bool seen_from_loop(const clamp *c, const pk_value *v) {
    const pk_region *home, *at = c->loop->parent;

    if (v->kind != PK_VALUE_result && v->kind != PK_VALUE_index)
        return true;
    home = v->kind == PK_VALUE_index ? v->def->body : v->def->parent;
    while (at && at != home)
        at = at->owner ? at->owner->parent : NULL;
    return at;
}

static bool in_loop(const clamp *c, const pk_value *v) {
    const pk_region *home = c->at;

    if (v->kind != PK_VALUE_result ||
        !(pk_op_table[v->def->op].flags & PK_OPF_PURE))
        return false;
    while (home != v->def->parent && home != c->loop->body)
        home = home->owner->parent;
    return home == v->def->parent;
}

/* True when the value is computed from x; *known is false when it cannot be
 * computed before the loop at all. */
static bool uses_x(clamp *c, const pk_value *v, bool *known) {
    bool uses = false;

    if (v == c->loop->index)
        return true;
    if (!in_loop(c, v)) {
        *known &= seen_from_loop(c, v);
        return false;
    }
    if (!c->budget) {
        *known = false;
        return false;
    }
    c->budget--;
    for (uint32_t i = 0; i < v->def->arg_count; i++)
        uses |= uses_x(c, v->def->args[i], known);
    return uses;
}

static bool same_along_x(clamp *c, const pk_value *v) {
    bool known = true;

    c->budget = BUDGET;
    return !uses_x(c, v, &known) && known;
}

/* True when the value for x = 0 can be computed before the loop, as one that
 * needs the number of a loop inside cannot. */
static bool known_at_zero(clamp *c, const pk_value *v) {
    bool known = true;

    c->budget = BUDGET;
    (void)uses_x(c, v, &known);
    return known;
}

/* The value for x = 0, computed before the loop. */
static pk_value *at_zero(clamp *c, pk_value *v) {
    pk_inst *copy;
    const pk_inst *def = v->def;

    if (v == c->loop->index)
        return pk_const_int(c->fn, v->type, 0);
    if (!in_loop(c, v))
        return v;
    copy = pk_inst_new(c->fn, def->op, def->arg_count, 1);
    if (c->fn->ir->arena->failed)
        return v;
    copy->flags = def->flags;
    copy->axis = def->axis;
    copy->loc = def->loc;
    for (uint32_t i = 0; i < def->arg_count; i++)
        copy->args[i] = at_zero(c, def->args[i]);
    copy->results[0] = pk_value_new(c->fn, PK_VALUE_result, v->type);
    copy->results[0]->def = copy;
    pk_inst_insert(c->b.region, c->b.before, copy);
    return copy->results[0];
}

/* ---- ranges, to rule out overflow ---- */

typedef struct reach {
    int64_t low, high;
    int slope; /* along x: 0 or 1 */
} reach;

static bool type_reach(pk_type type, reach *out) {
    uint32_t width = 8 * pk_type_bytes(type);

    out->slope = 0;
    if (!pk_type_is_int(type) || width > 32)
        return false;
    out->low = pk_type_is_signed(type) ? -(INT64_C(1) << (width - 1)) : 0;
    out->high = (INT64_C(1) << (width - pk_type_is_signed(type))) - 1;
    return true;
}

/* In 64 bits no sum of what is known comes near the end. */
static bool fits(pk_type type, const reach *r) {
    reach all;
    int64_t far = INT64_C(1) << 61;

    if (!pk_type_is_int(type) || r->low < -far || r->high > far ||
        (r->low < 0 && !pk_type_is_signed(type)))
        return false;
    return pk_type_bytes(type) == 8 ||
           (type_reach(type, &all) && r->low >= all.low && r->high <= all.high);
}

static bool find_reach(clamp *c, const pk_value *v, int depth, reach *out);

static bool reach_arithmetic(pk_op op, const reach *a, const reach *b,
                             reach *out) {
    int64_t p[4];
    bool over = false;

    switch ((int)op) {
    case PK_OP_add:
        *out = (reach){a->low + b->low, a->high + b->high, a->slope + b->slope};
        return out->slope <= 1;
    case PK_OP_sub:
        *out = (reach){a->low - b->high, a->high - b->low, a->slope - b->slope};
        return out->slope >= 0;
    case PK_OP_mul:
        for (int i = 0; i < 4; i++)
            over |= __builtin_mul_overflow(i & 1 ? a->low : a->high,
                                           i & 2 ? b->low : b->high, &p[i]);
        *out = (reach){p[0], p[0], 0};
        for (int i = 1; i < 4; i++) {
            out->low = p[i] < out->low ? p[i] : out->low;
            out->high = p[i] > out->high ? p[i] : out->high;
        }
        return !over && !a->slope && !b->slope;
    }
    return false;
}

/* Arrays have extents below 2^56 (PK_ROLE_shape). */
static bool is_extent(const pk_func *fn, const pk_value *v) {
    for (uint32_t i = 0; i < fn->param_count; i++)
        if (fn->params[i].value == v)
            return fn->params[i].role == PK_ROLE_shape && pk_func_is_entry(fn);
    return false;
}

/* The index of a loop that counts up. */
static bool reach_of_index(clamp *c, const pk_inst *loop, int depth,
                           reach *out) {
    reach start, stop;

    if (pk_range_of_value(c->fn, loop->args[2]).lo < 1 ||
        !find_reach(c, loop->args[0], depth + 1, &start) ||
        !find_reach(c, loop->args[1], depth + 1, &stop) || start.slope)
        return false;
    *out = (reach){start.low, stop.high, 0};
    return true;
}

static bool reach_of(clamp *c, const pk_value *v, int depth, reach *out) {
    const pk_inst *def = v->def;
    reach a, b;

    if (v->kind == PK_VALUE_index && (def->flags & PK_INST_items)) {
        *out = (reach){0, (INT64_C(1) << 20) - 1, v == c->loop->index};
        return true;
    }
    if (v->kind == PK_VALUE_index && depth < 12 && v->type == PK_TYPE_i64 &&
        reach_of_index(c, def, depth, out))
        return true;
    if (v->kind == PK_VALUE_param && is_extent(c->fn, v)) {
        *out = (reach){0, INT64_C(1) << 56, 0};
        return true;
    }
    if (v->kind != PK_VALUE_result || depth > 12)
        return type_reach(v->type, out);
    switch ((int)def->op) {
    case PK_OP_block_dim: *out = (reach){1, MOST, 0}; return true;
    case PK_OP_warp_id: *out = (reach){0, MOST / 32 - 1, 0}; return true;
    case PK_OP_block_id:
    case PK_OP_grid_dim: *out = (reach){0, INT32_MAX, 0}; return true;
    case PK_OP_first_thread:
    case PK_OP_grid_threads:
        *out = (reach){0, (int64_t)INT32_MAX * MOST, 0};
        return true;
    case PK_OP_convert:
        return pk_type_is_int(def->args[0]->type) &&
               find_reach(c, def->args[0], depth + 1, out);
    case PK_OP_add:
    case PK_OP_sub:
    case PK_OP_mul:
        if (find_reach(c, def->args[0], depth + 1, &a) &&
            find_reach(c, def->args[1], depth + 1, &b) &&
            reach_arithmetic(def->op, &a, &b, out) && fits(v->type, out))
            return true;
        break;
    case PK_OP_shl: /* so many times: the product with a block's known size */
        if (pk_is_const(def->args[1]) && def->args[1]->bits < 32 &&
            find_reach(c, def->args[0], depth + 1, &a)) {
            b.low = b.high = INT64_C(1) << def->args[1]->bits;
            b.slope = 0;
            if (reach_arithmetic(PK_OP_mul, &a, &b, out) && fits(v->type, out))
                return true;
        }
        break;
    }
    return same_along_x(c, v) && type_reach(v->type, out);
}

static bool find_reach(clamp *c, const pk_value *v, int depth, reach *out) {
    int64_t n;

    if (pk_is_const(v)) {
        if (!pk_type_is_int(v->type))
            return false;
        n = pk_const_get_int(v);
        *out = (reach){n, n, 0};
        return fits(v->type, out);
    }
    return reach_of(c, v, depth, out) && fits(v->type, out);
}

/* ---- comparisons become bounds ---- */

static pk_type unsigned_of(pk_type type) {
    return pk_type_bytes(type) == 8 ? PK_TYPE_u64 : PK_TYPE_u32;
}

/* Threads between the first of the loop and where `u + x` passes n: up to
 * MOST, `more` for the one at n, 0 when that is before the first. */
static pk_value *distance(clamp *c, pk_value *n, pk_value *u, bool more) {
    pk_builder *b = &c->b;
    pk_type wide = unsigned_of(n->type);
    pk_value *room =
        pk_emit_to(b, PK_OP_bitcast, wide, pk_emit2(b, PK_OP_sub, n, u));
    pk_value *most = pk_const_int(c->fn, wide, MOST), *count;

    count = pk_emit_to(b, PK_OP_convert, PK_TYPE_i32,
                       pk_emit2(b, PK_OP_min, room, most));
    if (more)
        count =
            pk_emit2(b, PK_OP_add, count, pk_const_int(c->fn, PK_TYPE_i32, 1));
    return pk_emit3(b, PK_OP_select,
                    pk_emit2(b, more ? PK_OP_ge : PK_OP_gt, n, u), count,
                    pk_const_int(c->fn, PK_TYPE_i32, 0));
}

static void end_before(clamp *c, pk_value *n, pk_value *u, bool more) {
    pk_value *stop = distance(c, n, u, more);

    c->loop->args[1] = pk_emit2(&c->b, PK_OP_min, c->loop->args[1], stop);
}

static void begin_at(clamp *c, pk_value *n, pk_value *u, bool more) {
    pk_value *start = distance(c, n, u, more);

    c->loop->args[0] = pk_emit2(&c->b, PK_OP_max, c->loop->args[0], start);
}

static bool clamp_compare(clamp *c, const pk_inst *test, bool negate) {
    pk_op op = negate ? pk_op_negated(test->op) : test->op;
    pk_value *v = test->args[0], *n = test->args[1], *u;
    reach r;

    if (same_along_x(c, v)) {
        v = n;
        n = test->args[0];
        op = pk_op_swapped(op);
    }
    if (op == PK_OP_ne || !pk_type_is_int(v->type) ||
        pk_type_bytes(v->type) < 4 || !same_along_x(c, n) ||
        !known_at_zero(c, v) || !find_reach(c, v, 0, &r) || r.slope != 1)
        return false;
    u = at_zero(c, v);
    n = at_zero(c, n);
    if (op == PK_OP_lt || op == PK_OP_le || op == PK_OP_eq)
        end_before(c, n, u, op != PK_OP_lt);
    if (op == PK_OP_gt || op == PK_OP_ge || op == PK_OP_eq)
        begin_at(c, n, u, op == PK_OP_gt);
    return true;
}

/* All threads of the row or none. */
static void clamp_row(clamp *c, pk_value *cond, bool negate) {
    pk_value *zero = pk_const_int(c->fn, PK_TYPE_i32, 0);
    pk_value *stop = c->loop->args[1], *test = at_zero(c, cond);

    c->loop->args[1] = pk_emit3(&c->b, PK_OP_select, test, negate ? zero : stop,
                                negate ? stop : zero);
}

/* Takes what it can of the condition into the bounds; gives what remains to be
 * tested, NULL when nothing does. Of a negated condition all or nothing. */
static pk_value *clamp_by(clamp *c, pk_value *cond, bool negate, int depth) {
    const pk_inst *def = cond->def;
    pk_value *a, *b;

    if (same_along_x(c, cond)) {
        clamp_row(c, cond, negate);
        return NULL;
    }
    if (!in_loop(c, cond) || depth > 8)
        return cond;
    if (def->op == PK_OP_not)
        return clamp_by(c, def->args[0], !negate, depth + 1) ? cond : NULL;
    if (pk_op_table[def->op].rule == PK_RULE_COMPARE)
        return clamp_compare(c, def, negate) ? NULL : cond;
    if (def->op != (negate ? PK_OP_or : PK_OP_and))
        return cond;
    a = clamp_by(c, def->args[0], negate, depth + 1);
    b = clamp_by(c, def->args[1], negate, depth + 1);
    return !a ? b : !b ? a : cond;
}

/* ---- guards ---- */

static pk_inst *first_effect(const pk_region *region) {
    pk_inst *inst = region->first;

    while (inst && (pk_op_table[inst->op].flags & PK_OPF_PURE))
        inst = inst->next;
    return inst;
}

/* The first effect of the body, or of the loop that is all that the body does;
 * of that one the region, too. */
static pk_inst *find_guard(clamp *c) {
    pk_inst *inst;

    c->at = c->loop->body;
    while ((inst = first_effect(c->at)) && inst->op == PK_OP_for &&
           !inst->next && !(inst->flags & PK_INST_items))
        c->at = inst->body;
    return inst;
}

static bool goes_on(const clamp *c, const pk_inst *guard) {
    const pk_inst *exit = guard->body->first;

    return exit && exit->op == PK_OP_continue && exit->target == c->loop;
}

static void unwrap(pk_inst *guard) {
    for (pk_inst *i = guard->body->first, *next; i; i = next) {
        next = i->next;
        pk_inst_remove(i);
        pk_inst_insert(guard->parent, guard, i);
    }
    pk_inst_remove(guard);
}

/* One guard; true when it is gone and another may follow. */
static bool clamp_guard(clamp *c) {
    pk_inst *guard = find_guard(c);
    bool negate;
    pk_value *rest;

    if (!guard || guard->op != PK_OP_if || guard->other->first)
        return false;
    negate = c->at == c->loop->body && goes_on(c, guard);
    if (!negate && guard->next)
        return false;
    rest = clamp_by(c, guard->args[0], negate, 0);
    if (rest && !negate)
        guard->args[0] = rest;
    if (rest)
        return false;
    if (negate)
        pk_inst_remove(guard);
    else
        unwrap(guard);
    return true;
}

void pk_piece_clamp(pk_func *fn, pk_piece *piece) {
    clamp c = {.fn = fn, .loop = piece->loop};
    const pk_value *start = c.loop->args[0], *stop = c.loop->args[1];
    uint32_t taken = 0;

    pk_builder_init(&c.b, fn);
    pk_builder_before(&c.b, c.loop);
    while (!fn->ir->arena->failed && clamp_guard(&c)) {
        start = c.loop->args[0];
        stop = c.loop->args[1];
        taken++;
    }
    piece->clamped =
        taken || start != c.loop->args[0] || stop != c.loop->args[1];
    piece->exact = start == c.loop->args[0] && stop == c.loop->args[1] &&
                   taken <= piece->guard_count;
    if (taken < piece->guard_count)
        piece->guard_count = taken;
}
