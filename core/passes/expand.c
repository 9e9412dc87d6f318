/* SPDX-License-Identifier: Apache-2.0 */
/* expand: what the target has no instruction for, by means that it has; and
 * what it cannot have at all is refused, with the place.
 *
 *     %2: i32 = barrier_count %1       barrier
 *                                      store %votes, 0:i32
 *                                  =>  barrier
 *                                      %3: i32 = convert %1
 *                                      %4: i32 = atomic_add %votes, %3
 *                                      barrier
 *                                      %2: i32 = load %votes
 *
 * Atomics on elements under 4 bytes, and some others, become a loop around
 * atomic_cas. Its first try takes memory to hold 0, and so reads it. */
#include "base/error.h"
#include "core/passes/edit.h"
#include "core/passes/lacks.h"
#include "core/passes/passes.h"
#include "core/passes/scopes.h"

typedef struct expander {
    pk_func *fn;
    const pk_caps *caps;
    pk_error *err;
    pk_builder b;
    bool votes_too;    /* and not fission, later */
    pk_storage *votes; /* the counter of barrier votes, made when wanted */
    pk_status status;
} expander;

/* ---- what cannot be ---- */

/* A capability of the target that an operation needs, and what to do without
 * it. */
typedef struct need {
    pk_op op;
    uint64_t cap;
    const char *what, *instead;
} need;

#define ANOTHER_LAUNCH                                                         \
    "let the kernel end here, and launch another for what follows"
#define EXACT "ask has_approx first"
static const need needs[] = {
    {PK_OP_fence_device, PK_CAP_fences, "fence that other blocks see",
     ANOTHER_LAUNCH},
    {PK_OP_fence_system, PK_CAP_fences,
     "fence that the host or other devices see", ANOTHER_LAUNCH},
    {PK_OP_grid_sync, PK_CAP_grid_sync, "barrier for all blocks of a grid",
     ANOTHER_LAUNCH},
    {PK_OP_clock, PK_CAP_clocks, "clock that kernels can read",
     "time the launch from the host, by events"},
    {PK_OP_clock64, PK_CAP_clocks, "clock that kernels can read",
     "time the launch from the host, by events"},
    {PK_OP_global_timer, PK_CAP_clocks, "clock that kernels can read",
     "time the launch from the host, by events"},
    {PK_OP_exp2_approx, PK_CAP_approx, "approximate exp2", EXACT},
    {PK_OP_log2_approx, PK_CAP_approx, "approximate log2", EXACT},
    {PK_OP_sin_approx, PK_CAP_approx, "approximate sine", EXACT},
    {PK_OP_cos_approx, PK_CAP_approx, "approximate cosine", EXACT},
    {PK_OP_rsqrt_approx, PK_CAP_approx, "approximate rsqrt", EXACT},
};

static const need *find_lack(const pk_caps *caps, pk_op op) {
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (needs[i].op == op && !(caps->features & needs[i].cap))
            return &needs[i];
    return NULL;
}

bool pk_lacks(pk_op op, const pk_caps *caps, const char **what,
              const char **instead) {
    const need *lack = find_lack(caps, op);

    if (lack) {
        *what = lack->what;
        *instead = lack->instead;
    }
    return lack != NULL;
}

static pk_status refuse(const expander *x, const pk_inst *inst,
                        const need *lack) {
    const pk_ir *ir = x->fn->ir;
    const pk_caps *caps = x->caps;
    pk_loc loc = inst->loc;

    return pk_fail_at(x->err, PK_UNSUPPORTED,
                      loc.file < ir->file_count ? ir->files[loc.file] : NULL,
                      loc, "%s has no %s\n%s",
                      caps->title[0] ? caps->title : caps->name, lack->what,
                      lack->instead);
}

/* ---- lanes and votes of the block ---- */

/* The thread's number in its block, its low five bits. */
pk_value *pk_expand_lane(pk_builder *b) {
    pk_value *rows, *row;

    rows = pk_emit_query(b, PK_OP_thread_id, 2);
    rows = pk_emit2(b, PK_OP_mul, rows, pk_emit_query(b, PK_OP_block_dim, 1));
    row = pk_emit_query(b, PK_OP_thread_id, 1);
    rows = pk_emit2(b, PK_OP_add, rows, row);
    rows = pk_emit2(b, PK_OP_mul, rows, pk_emit_query(b, PK_OP_block_dim, 0));
    row = pk_emit_query(b, PK_OP_thread_id, 0);
    rows = pk_emit2(b, PK_OP_add, rows, row);
    return pk_emit2(b, PK_OP_and, rows, pk_const_int(b->fn, PK_TYPE_i32, 31));
}

/* In block form fission does better, except for kernels that become warps.
 * Every thread clears the counter: any of them may have returned. For "and"
 * it counts those that say no. */
static pk_value *make_vote(expander *x, pk_op op, pk_value *vote) {
    pk_builder *b = &x->b;
    pk_value *zero = pk_const_int(x->fn, PK_TYPE_i32, 0), *count;

    if (!x->votes)
        x->votes =
            pk_func_storage(x->fn, "votes", PK_SPACE_shared, PK_TYPE_i32, 1, 0);
    pk_emit0(b, PK_OP_barrier);
    pk_emit2(b, PK_OP_store, x->votes->value, zero);
    pk_emit0(b, PK_OP_barrier);
    if (op == PK_OP_barrier_and)
        vote = pk_emit1(b, PK_OP_not, vote);
    vote = pk_emit_to(b, PK_OP_convert, PK_TYPE_i32, vote);
    pk_emit2(b, PK_OP_atomic_add, x->votes->value, vote);
    pk_emit0(b, PK_OP_barrier);
    count = pk_emit1(b, PK_OP_load, x->votes->value);
    if (op == PK_OP_barrier_count)
        return count;
    count =
        pk_emit2(b, op == PK_OP_barrier_and ? PK_OP_eq : PK_OP_ne, count, zero);
    return pk_emit_to(b, PK_OP_convert, PK_TYPE_i32, count);
}

/* ---- atomics ---- */

static bool wants_loop(const expander *x, const pk_inst *inst) {
    uint8_t rule = pk_op_table[inst->op].rule;
    pk_type elem;

    if (rule < PK_RULE_ATOMIC || rule > PK_RULE_ATOMIC_ANY ||
        inst->op == PK_OP_atomic_cas)
        return false;
    elem = inst->results[0]->type;
    if (pk_type_bytes(elem) < 4 || rule == PK_RULE_ATOMIC_FLOAT)
        return true;
    return rule == PK_RULE_ATOMIC_UNSIGNED &&
           !(elem == PK_TYPE_u32 && (x->caps->features & PK_CAP_atomic_inc));
}

static pk_value *make_inc(pk_builder *b, pk_value *old, pk_value *limit) {
    pk_value *zero = pk_const_int(b->fn, old->type, 0);
    pk_value *one = pk_const_int(b->fn, old->type, 1);
    pk_value *wraps = pk_emit2(b, PK_OP_ge, old, limit);

    return pk_emit3(b, PK_OP_select, wraps, zero,
                    pk_emit2(b, PK_OP_add, old, one));
}

static pk_value *make_dec(pk_builder *b, pk_value *old, pk_value *limit) {
    pk_value *zero = pk_const_int(b->fn, old->type, 0);
    pk_value *one = pk_const_int(b->fn, old->type, 1);
    pk_value *ends = pk_emit2(b, PK_OP_eq, old, zero);
    pk_value *above = pk_emit2(b, PK_OP_gt, old, limit);

    return pk_emit3(b, PK_OP_select, pk_emit2(b, PK_OP_or, ends, above), limit,
                    pk_emit2(b, PK_OP_sub, old, one));
}

/* Returns the value that the operation puts into memory. */
static pk_value *make_next(pk_builder *b, pk_op op, pk_value *old,
                           pk_value *value) {
    switch ((int)op) {
    case PK_OP_atomic_add: return pk_emit2(b, PK_OP_add, old, value);
    case PK_OP_atomic_sub: return pk_emit2(b, PK_OP_sub, old, value);
    case PK_OP_atomic_min: return pk_emit2(b, PK_OP_min, old, value);
    case PK_OP_atomic_max: return pk_emit2(b, PK_OP_max, old, value);
    case PK_OP_atomic_min_num: return pk_emit2(b, PK_OP_min_num, old, value);
    case PK_OP_atomic_max_num: return pk_emit2(b, PK_OP_max_num, old, value);
    case PK_OP_atomic_and: return pk_emit2(b, PK_OP_and, old, value);
    case PK_OP_atomic_or: return pk_emit2(b, PK_OP_or, old, value);
    case PK_OP_atomic_xor: return pk_emit2(b, PK_OP_xor, old, value);
    case PK_OP_atomic_inc: return make_inc(b, old, value);
    case PK_OP_atomic_dec: return make_dec(b, old, value);
    }
    return value;
}

/* Floats as the integers of the same bits. */
static pk_value *bits_of(pk_builder *b, pk_value *v) {
    static const pk_type bits[] = {
        [2] = PK_TYPE_u16, [4] = PK_TYPE_u32, [8] = PK_TYPE_u64};

    return pk_type_is_float(v->type)
               ? pk_emit_to(b, PK_OP_bitcast, bits[pk_type_bytes(v->type)], v)
               : v;
}

static pk_value *make_loop(expander *x, pk_op op, pk_value *at,
                           pk_value *value) {
    pk_builder *b = &x->b;
    pk_local *last = pk_func_local(x->fn, "seen", value->type);
    pk_value *old, *next, *seen;
    pk_inst *loop, *done;

    pk_emit_set(b, last, pk_const_bits(x->fn, value->type, 0));
    loop = pk_begin_loop(b);
    old = pk_emit_get(b, last);
    next = make_next(b, op, old, value);
    seen = pk_emit3(b, PK_OP_atomic_cas, at, old, next);
    pk_emit_set(b, last, seen);
    old = bits_of(b, old);
    done = pk_begin_if(b, pk_emit2(b, PK_OP_eq, bits_of(b, seen), old));
    pk_emit_exit(b, PK_OP_break, loop);
    pk_end_control(b, done);
    pk_end_control(b, loop);
    return pk_emit_get(b, last);
}

/* Where the grid is cut into the blocks of the launch. */
static pk_value *make_product(expander *x, const pk_inst *inst) {
    const pk_op op =
        inst->op == PK_OP_first_thread ? PK_OP_block_id : PK_OP_grid_dim;
    pk_value *count = pk_emit_query(&x->b, op, inst->axis);
    pk_value *dim = pk_emit_query(&x->b, PK_OP_block_dim, inst->axis);

    count = pk_emit_to(&x->b, PK_OP_convert, PK_TYPE_i64, count);
    dim = pk_emit_to(&x->b, PK_OP_convert, PK_TYPE_i64, dim);
    return pk_emit2(&x->b, PK_OP_mul, count, dim);
}

/* ---- the walk ---- */

/* Returns the value that replaces the instruction's result; NULL: the
 * instruction stays. */
static pk_value *expand(expander *x, const pk_inst *inst) {
    uint64_t features = x->caps->features;

    /* In kernels it may still be of use: expand-warps knows. */
    if (inst->op == PK_OP_lane_id && !(features & PK_CAP_warps) &&
        x->fn->kind == PK_FUNC_device)
        return pk_expand_lane(&x->b);
    if (pk_op_table[inst->op].rule == PK_RULE_BARRIER &&
        !(features & PK_CAP_barrier_votes) && x->votes_too)
        return make_vote(x, inst->op, inst->args[0]);
    if ((inst->op == PK_OP_first_thread || inst->op == PK_OP_grid_threads) &&
        !(features & PK_CAP_melts))
        return make_product(x, inst);
    if (inst->op == PK_OP_has_approx)
        return pk_const_int(x->fn, PK_TYPE_bool, !!(features & PK_CAP_approx));
    if (wants_loop(x, inst))
        return make_loop(x, inst->op, inst->args[0], inst->args[1]);
    return NULL;
}

/* An `if` whose condition is known, and so that it does not go where `value`
 * would lead: what is there may need what the target lacks. */
static bool is_never(const pk_inst *inst, uint64_t value) {
    return inst->op == PK_OP_if && pk_is_const(inst->args[0]) &&
           inst->args[0]->bits == value;
}

static void walk_region(expander *x, pk_region *region) {
    for (pk_inst *inst = region->first, *next; inst; inst = next) {
        const need *lack = find_lack(x->caps, inst->op);
        pk_value *by;

        next = inst->next;
        if (lack && x->status == PK_OK)
            x->status = refuse(x, inst, lack);
        if (x->status != PK_OK || x->fn->ir->arena->failed)
            return;
        pk_resolve_args(inst);
        pk_builder_before(&x->b, inst);
        by = expand(x, inst);
        if (by && !x->fn->ir->arena->failed)
            pk_replace(inst, by);
        if (is_never(inst, 0))
            pk_region_take(inst->body);
        if (is_never(inst, 1) && inst->other)
            pk_region_take(inst->other);
        if (inst->body)
            walk_region(x, inst->body);
        if (inst->other)
            walk_region(x, inst->other);
    }
}

static pk_status expand_all(pk_func *fn, const pk_caps *caps, bool votes_too,
                            pk_error *err) {
    expander x = {.fn = fn,
                  .caps = caps,
                  .err = err,
                  .b = {.fn = fn},
                  .votes_too = votes_too};

    walk_region(&x, fn->body);
    return x.status == PK_OK ? pk_pass_done(fn, err) : x.status;
}

pk_status pk_pass_expand(pk_func *fn, const pk_caps *caps, pk_error *err) {
    return expand_all(fn, caps, caps->form != PK_FORM_block, err);
}

pk_status pk_expand_votes(pk_func *fn, const pk_caps *caps, pk_error *err) {
    return expand_all(fn, caps, true, err);
}
