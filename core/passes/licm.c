/* SPDX-License-Identifier: Apache-2.0 */
/* licm: what a loop does not change is computed before it.
 *
 *     for ^1 %1: i64 = 0:i64, %n, 1:i64 {     %2: i64 = mul %a, %n
 *         %2: i64 = mul %a, %n                for ^1 %1: i64 = ... {
 *         %3: i64 = add %2, %1            =>      %3: i64 = add %2, %1
 *
 * Every value has the depth of the loop that it is computed in; the operands'
 * greatest depth says how far out an operation may go. Only pure ones go, and
 * since a loop may run no iteration and an if may not be taken, none that
 * promise something about their operands. What is dear stays under an if.
 * What was known of the result by a condition (.nonneg) is not known outside.
 */
#include "base/error.h"
#include "core/ir_data.h"
#include "core/passes/edit.h"
#include "core/passes/passes.h"

typedef struct hoister {
    pk_inst *loops[PK_MAX_NESTING + 1]; /* around; loops[d - 1] has depth d */
    uint32_t depth;
    uint32_t *depths; /* by value id */
} hoister;

static bool is_loop(const pk_inst *inst) {
    return inst->op == PK_OP_for || inst->op == PK_OP_loop;
}

/* Dozens of machine instructions rather than one. */
static bool is_dear(const pk_inst *inst) {
    switch ((int)inst->op) {
    case PK_OP_div:
    case PK_OP_sqrt:
    case PK_OP_floor_div:
    case PK_OP_floor_mod:
    case PK_OP_quot:
    case PK_OP_rem: return true;
    }
    return false;
}

/* quot and rem promise that the divisor is not 0 and not -1 at the wrong
 * time: a constant keeps that anywhere. */
static bool may_move(const pk_inst *inst) {
    if (!pk_op_is_pure(inst->op))
        return false;
    if (inst->op == PK_OP_quot || inst->op == PK_OP_rem)
        return pk_is_const(inst->args[1]) &&
               !pk_is_const_int(inst->args[1], 0) &&
               !pk_is_const_int(inst->args[1], -1);
    return true;
}

static uint32_t depth_of_args(const hoister *h, const pk_inst *inst) {
    uint32_t depth = 0;

    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (!pk_is_const(inst->args[i]) && h->depths[inst->args[i]->id] > depth)
            depth = h->depths[inst->args[i]->id];
    return depth;
}

/* How far out the instruction goes: the depth it has afterwards. */
static uint32_t find_depth(const hoister *h, const pk_inst *inst) {
    uint32_t depth = h->depth, least;
    const pk_region *region = inst->parent;

    if (!may_move(inst))
        return depth;
    least = depth_of_args(h, inst);
    if (!is_dear(inst))
        return least;
    while (depth > least && h->loops[depth - 1]->body == region)
        region = h->loops[--depth]->parent;
    return depth;
}

static void hoist(hoister *h, pk_inst *inst) {
    uint32_t depth = find_depth(h, inst);

    if (depth < h->depth) {
        pk_inst *before = h->loops[depth];
        pk_inst_remove(inst);
        pk_inst_insert(before->parent, before, inst);
        if (pk_op_table[inst->op].form != PK_OPFORM_AXIS)
            inst->flags &= (uint8_t)~PK_INST_nonneg;
    }
    for (uint32_t i = 0; i < inst->result_count; i++)
        h->depths[inst->results[i]->id] = depth;
}

static void walk_region(hoister *h, pk_region *region) {
    for (pk_inst *inst = region->first, *next; inst; inst = next) {
        bool loop = is_loop(inst);
        next = inst->next;
        hoist(h, inst);
        if (!inst->body || (loop && h->depth == PK_MAX_NESTING))
            continue;
        if (loop)
            h->loops[h->depth++] = inst;
        if (inst->index)
            h->depths[inst->index->id] = h->depth;
        walk_region(h, inst->body);
        if (inst->other)
            walk_region(h, inst->other);
        h->depth -= loop;
    }
}

pk_status pk_pass_licm(pk_func *fn, const pk_caps *caps, pk_error *err) {
    hoister h = {.depth = 0};
    pk_status status = PK_OK;
    pk_arena scratch;

    (void)caps;
    pk_arena_init(&scratch, fn->ir->arena->allocator);
    h.depths =
        pk_arena_array(&scratch, fn->value_count + (size_t)1, sizeof *h.depths);
    if (scratch.failed)
        status = pk_fail_no_memory(err);
    else
        walk_region(&h, fn->body);
    pk_arena_finish(&scratch);
    return status == PK_OK ? pk_pass_done(fn, err) : status;
}
