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
 * A quarter of the accesses or more may be far along x all the same and near
 * along y, as one side of `out[j, i] = x[i, j]` is: then the function is marked
 * `across`. */
#include "core/passes/passes.h"
#include "core/stride.h"

enum {
    SCATTERED = 16, /* what an access costs that is one for each thread, */
    STRIDED = 4,    /* one for each few, where one of all costs 1; */
    SHARE = 2,      /* of what else loops do, by their instructions */
    MOST_WEIGHT = 512
};

typedef struct costs {
    uint64_t of[3]; /* of memory */
    uint64_t rest;  /* of all else in loops that threads leave one by one */
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

/* The axis along which threads are nearest to each other. It takes a third off,
 * for it to be worth what may be better as it is: where the grid is narrow
 * along that axis, vectors are, too. */
static uint8_t find_nearest(pk_func *fn) {
    costs c = {{0}, 0, {false}};
    uint8_t best = 0;

    pk_region_visit(fn->body, count, &c);
    for (uint8_t axis = 1; axis < 3; axis++)
        if (c.used[axis] && c.of[axis] < c.of[best])
            best = axis;
    return 3 * c.of[best] + c.rest / SHARE < 2 * c.of[0] ? best : 0;
}

static void swap(pk_inst *inst, void *arg) {
    const uint8_t *with = arg;

    if (pk_op_table[inst->op].form == PK_OPFORM_AXIS &&
        (inst->axis == 0 || inst->axis == *with))
        inst->axis = *with - inst->axis;
}

pk_status pk_pass_axes(pk_func *fn, const pk_caps *caps, pk_error *err) {
    ways w = {0};
    uint8_t x;

    (void)err;
    if (!(caps->features & PK_CAP_axes) || !(fn->flags & PK_FUNC_melts))
        return PK_OK;
    x = find_nearest(fn);
    if (x) {
        pk_region_visit(fn->body, swap, &x);
        fn->flags |= x == 1 ? PK_FUNC_swaps_y : PK_FUNC_swaps_z;
    }
    pk_region_visit(fn->body, look_across, &w);
    fn->flags |= w.across && 4 * w.across >= w.all ? PK_FUNC_across : 0;
    return PK_OK;
}
