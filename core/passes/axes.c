/* SPDX-License-Identifier: Apache-2.0 */
/* axes: threads that lie side by side in memory become neighbours along x.
 *
 *     i, j = grid(2)
 *     out[i, j] = 2 * x[i, j]
 *
 * Threads along x are a row of the array apart here, those along y beside each
 * other: vectors of threads along x would load and store each number by itself.
 * A kernel that melts knows its place in the grid only, so x and the axis along
 * which its threads are nearest to each other change places, in the kernel and,
 * since the function says so, in what the launch makes of its grid.
 *
 *     %1: i64 = first_thread.x           %1: i64 = first_thread.y
 *     %2: i32 = thread_id.x          =>  %2: i32 = thread_id.y
 *     %3: i64 = first_thread.y           %3: i64 = first_thread.x
 *     ...                                ...
 *
 * Where few threads lie side by side, as in a matrix of two columns, vectors
 * are longer along another axis, although what they load and store lies some
 * steps apart. For how few it depends on the kernel; for launches of so few it
 * is compiled by itself.
 *
 * A quarter of the accesses or more may be far along x all the same and near
 * along y, as one side of `out[j, i] = x[i, j]` is: then the function is marked
 * `across`. */
#include "core/address.h"
#include "core/ir_data.h"
#include "core/passes/passes.h"
#include "core/stride.h"

enum {
    SCATTERED = 16, /* what an access costs that is one for each thread, */
    STRIDED = 4,    /* one for each few, where one of all costs 1; */
    SHARE = 2,      /* of what else loops do, by their instructions */
    MOST_WEIGHT = 512,
    /* The rest is for axes along which few threads run. */
    ROW = 30,        /* what it takes to begin a row of them; */
    ONE_BY_ONE = 16, /* instructions that cost 1, since they are no vectors; */
    SHORT_LINE = 3,  /* what an access along another axis costs, and more for
                        larger elements, that they have near each other, */
    SAME_LINE = 2,   /* or beside the one before, */
    SHARED = 3,      /* or all at one place, */
    NO_LINE = 20     /* or far apart as well */
};

typedef struct costs {
    uint64_t of[3]; /* of memory */
    uint64_t rest;  /* of all else in loops that threads leave one by one */
    uint64_t work;  /* instructions that calculate, in no loop */
    bool used[3];
} costs;

/* An access counts for each loop around it as if that had 8 rounds. */
static uint32_t weight_of(const pk_inst *inst) {
    uint32_t weight = 1;

    for (const pk_inst *i = inst->parent->owner; i && weight < MOST_WEIGHT;
         i = i->parent->owner)
        if (i->op == PK_OP_for || i->op == PK_OP_loop)
            weight *= 8;
    return weight;
}

/* In a loop that goes on while something holds, as long as one thread needs:
 * there vectors gain less. */
static bool is_in_loop(const pk_inst *inst) {
    const pk_inst *i = inst->parent->owner;

    while (i && i->op != PK_OP_loop)
        i = i->parent->owner;
    return i;
}

static bool is_atomic(const pk_inst *inst) {
    return inst->op == PK_OP_atomic_add || inst->op == PK_OP_atomic_min ||
           inst->op == PK_OP_atomic_max;
}

static bool is_access(const pk_inst *inst) {
    return (inst->op == PK_OP_load || inst->op == PK_OP_store ||
            is_atomic(inst)) &&
           pk_type_space(inst->args[0]->type) == PK_SPACE_global;
}

static pk_stride stride_of(const pk_inst *access, uint8_t axis) {
    const pk_direction along = {.axis = axis};

    return pk_stride_of(access->args[0], &along);
}

/* Threads that change one number are added up first; others take turns. */
static uint32_t cost_of(const pk_inst *access, uint8_t axis) {
    const pk_stride s = stride_of(access, axis);
    const int64_t bytes = pk_type_bytes(pk_type_elem(access->args[0]->type));

    if (pk_stride_stays(s))
        return 0;
    if (pk_stride_is_far(s) || is_atomic(access))
        return SCATTERED;
    return s.by <= bytes && s.by >= -bytes ? 1 : STRIDED;
}

static void count(pk_inst *inst, void *arg) {
    const uint64_t weight = weight_of(inst);
    costs *c = arg;

    c->work += weight == 1 && pk_op_table[inst->op].flags & PK_OPF_PURE;
    if (inst->op == PK_OP_thread_id)
        c->used[inst->axis] = true;
    if (!is_access(inst))
        c->rest += is_in_loop(inst) ? weight : 0;
    else
        for (uint8_t axis = 0; axis < 3; axis++)
            c->of[axis] += weight * cost_of(inst, axis);
}

typedef struct ways {
    uint64_t across, all;
} ways;

static void look_across(pk_inst *inst, void *arg) {
    ways *w = arg;

    if (!is_access(inst))
        return;
    w->all += weight_of(inst);
    if (pk_stride_is_far(stride_of(inst, 0)) &&
        pk_stride_is_near(stride_of(inst, 1)))
        w->across += weight_of(inst);
}

/* Whether threads are so much nearer along one axis than along another that
 * this is worth what may be better as it is. */
static bool is_nearer(const costs *c, uint8_t axis, uint8_t than) {
    return 3 * c->of[axis] + c->rest / SHARE < 2 * c->of[than];
}

static uint8_t find_nearest(const costs *c) {
    uint8_t best = 0;

    for (uint8_t axis = 1; axis < 3; axis++)
        if (c->used[axis] && c->of[axis] < c->of[best])
            best = axis;
    return is_nearer(c, best, 0) ? best : 0;
}

/* ---- few threads side by side ---- */

typedef struct other_way {
    uint8_t axis, nearest;
    uint64_t cost;
    const pk_value *last; /* the array of the access before */
} other_way;

/* An access that is far along the axis: lines are short. */
static uint32_t cost_of_short(const other_way *o, const pk_inst *access) {
    const pk_stride s = stride_of(access, o->nearest);
    const pk_value *root = pk_address_root(access->args[0]);

    if (pk_stride_stays(s))
        return SHARED;
    if (pk_stride_is_far(s))
        return NO_LINE;
    return root == o->last
               ? SAME_LINE
               : SHORT_LINE + pk_type_bytes(pk_type_elem(root->type)) / 4;
}

static void count_short(pk_inst *inst, void *arg) {
    other_way *o = arg;
    uint32_t cost;

    if (!is_access(inst))
        return;
    cost = cost_of(inst, o->axis);
    if (cost == SCATTERED && !is_atomic(inst)) {
        cost = cost_of_short(o, inst);
        o->last = pk_address_root(inst->args[0]);
    }
    o->cost += (uint64_t)weight_of(inst) * cost;
}

/* The axis that is x instead where the nearest one has few threads: any of the
 * others that is used; the nearest itself where there is none. */
static uint8_t find_other(const costs *c, uint8_t nearest) {
    uint8_t other = nearest;

    for (uint8_t axis = 0; axis < 3; axis++)
        if (c->used[axis] && axis != nearest &&
            (other == nearest || c->of[axis] < c->of[other]))
            other = axis;
    return other;
}

/* The axis for the launch at hand. */
static uint8_t find_for_launch(pk_func *fn, const costs *c, uint8_t nearest) {
    pk_func_data *data = pk_func_get_data(fn);
    other_way o = {find_other(c, nearest), nearest, 0, NULL};
    uint32_t step = PK_NARROW_STEPS, bit;

    if (!c->used[nearest] || o.axis == nearest ||
        !is_nearer(c, nearest, o.axis))
        return nearest;
    pk_region_visit(fn->body, count_short, &o);
    while (step && c->of[nearest] + ROW / pk_narrow_most(step - 1) +
                           c->work / ONE_BY_ONE <
                       o.cost)
        step--;
    if (!step)
        return nearest;
    bit = 1u << pk_narrow_bit(nearest, step - 1);
    data->narrow_asked |= bit;
    if (!(data->narrow & bit))
        return nearest;
    fn->flags |= PK_FUNC_narrow;
    return o.axis;
}

/* ---- the pass ---- */

static void swap(pk_inst *inst, void *arg) {
    const uint8_t *with = arg;

    if (pk_op_table[inst->op].form == PK_OPFORM_AXIS &&
        (inst->axis == 0 || inst->axis == *with))
        inst->axis = *with - inst->axis;
}

pk_status pk_pass_axes(pk_func *fn, const pk_caps *caps, pk_error *err) {
    costs c = {{0}, 0, 0, {false}};
    ways w = {0};
    uint8_t x;

    (void)err;
    if (!(caps->features & PK_CAP_axes) || !(fn->flags & PK_FUNC_melts))
        return PK_OK;
    pk_region_visit(fn->body, count, &c);
    x = find_nearest(&c);
    if (caps->form == PK_FORM_block)
        x = find_for_launch(fn, &c, x);
    if (x) {
        pk_region_visit(fn->body, swap, &x);
        fn->flags |= x == 1 ? PK_FUNC_swaps_y : PK_FUNC_swaps_z;
    }
    pk_region_visit(fn->body, look_across, &w);
    fn->flags |= w.across && 4 * w.across >= w.all ? PK_FUNC_across : 0;
    return PK_OK;
}
