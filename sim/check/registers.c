/* SPDX-License-Identifier: Apache-2.0 */
/* Reads of registers that were never set. Compilers move such values about,
 * so a copy of one, or what is calculated from one, is only as little set as
 * it is; it is reported where it matters: as an address, or when a branch or
 * another guard depends on it. Stored, its bytes count as never written.
 *
 * A frame has a mask of lanes for each 4 bytes of its rows; the mask of a row
 * is that of its first 4 bytes. */
#include "sim/check/races.h"

static uint32_t *mask_of(const sim_frame *frame, uint32_t row) {
    return (uint32_t *)frame->defined + row / 4;
}

/* Specials, constants and places of parameters are always set. */
static bool is_register(const sim_frame *frame, uint32_t row) {
    return row < frame->code->function->specials_at;
}

static uint32_t set_lanes(const sim_frame *frame, uint32_t row) {
    if (row == SIM_NONE || !is_register(frame, row))
        return SIM_FULL;
    return *mask_of(frame, row);
}

static void set_row(const sim_frame *frame, uint32_t row, uint32_t mask,
                    uint32_t set) {
    uint32_t *word;

    if (row == SIM_NONE || !is_register(frame, row))
        return;
    word = mask_of(frame, row);
    *word = (*word & ~mask) | (set & mask);
}

static sim_next report_register(sim_warp *warp, uint32_t lanes,
                                const char *what) {
    return sim_fault(warp, SIM_FINDING, (uint32_t)__builtin_ctz(lanes),
                     "%s is a register that was never set", what);
}

/* Values that come in lists. */
static uint32_t list_lanes(const sim_frame *frame, const sim_inst *inst,
                           uint32_t first, uint32_t count) {
    const uint32_t *list = frame->code->function->list + inst->list + first;
    uint32_t set = SIM_FULL;

    for (uint32_t i = 0; i < count; i++)
        set &= set_lanes(frame, list[i]);
    return set;
}

static void set_list(const sim_frame *frame, const sim_inst *inst,
                     uint32_t mask, uint32_t set) {
    const uint32_t *list = frame->code->function->list + inst->list;

    for (uint32_t i = 0; i < inst->count; i++)
        set_row(frame, list[i], mask, set);
}

static bool is_access(const sim_inst *inst) {
    uint8_t class = sim_ops[inst->op].class;

    return (class == SIM_CLASS_MEMORY || class == SIM_CLASS_ATOMIC) &&
           inst->op != SIM_OP_prefetch && inst->op != SIM_OP_prefetchu;
}

/* Lanes whose result is set. */
static uint32_t result_lanes(const sim_frame *frame, const sim_inst *inst,
                             const char *rows) {
    uint32_t set = SIM_FULL, chosen;

    if (inst->op == SIM_OP_pack)
        return list_lanes(frame, inst, 0, inst->count);
    if (inst->op == SIM_OP_selp) {
        chosen = *(const uint32_t *)(const void *)(rows + inst->src[2]);
        chosen ^= inst->not_pred ? SIM_FULL : 0;
        return set_lanes(frame, inst->src[2]) &
               ((chosen & set_lanes(frame, inst->src[0])) |
                (~chosen & set_lanes(frame, inst->src[1])));
    }
    /* x ^ x and x - x are ways to write 0. */
    if ((inst->op == SIM_OP_xor || inst->op == SIM_OP_sub) &&
        inst->src[0] == inst->src[1])
        return SIM_FULL;
    for (int i = 0; i < 5; i++)
        set &= set_lanes(frame, inst->src[i]);
    return set;
}

/* A stored value that was never set leaves its bytes as if not written. */
static uint32_t stored_lanes(const sim_frame *frame, const sim_inst *inst) {
    if (inst->op != SIM_OP_st)
        return SIM_FULL;
    return inst->count > 1 ? list_lanes(frame, inst, 0, inst->count)
                           : set_lanes(frame, inst->src[1]);
}

/* The guard is looked at here, for the lanes that it keeps out as well. */
sim_next sim_check_step(sim_warp *warp, const sim_step *step, char *rows,
                        uint32_t mask) {
    const sim_inst *inst = step->inst;
    sim_frame *frame = warp->frame;
    uint32_t set = SIM_FULL, missing;
    sim_next next;

    missing = mask & ~set_lanes(frame, inst->guard);
    if (missing)
        return report_register(warp, missing,
                               inst->op == SIM_OP_bra
                                   ? "the condition of this branch"
                                   : "what guards this instruction");
    if (inst->guard != SIM_NONE)
        mask &= *(uint32_t *)(void *)(rows + inst->guard) ^
                (inst->guard_not ? SIM_FULL : 0);
    if (!mask)
        return SIM_NEXT;
    if (is_access(inst)) {
        missing = mask & ~set_lanes(frame, inst->src[0]);
        if (missing)
            return report_register(warp, missing, "this address");
        warp->unset = mask & ~stored_lanes(frame, inst);
    } else {
        set = result_lanes(frame, inst, rows);
    }
    next = step->inner(warp, step, rows, mask);
    warp->unset = 0;
    if (next == SIM_FAULT || inst->op == SIM_OP_call)
        return next;
    if (inst->op == SIM_OP_unpack ||
        (is_access(inst) && inst->op != SIM_OP_st && inst->count > 1 &&
         inst->op != SIM_OP_cp_async && inst->op != SIM_OP_red))
        set_list(frame, inst, mask, set);
    set_row(frame, inst->dst[0], mask, set);
    set_row(frame, inst->dst[1], mask, set);
    return next;
}

void sim_check_values(const sim_frame *frame, const sim_place *places,
                      uint32_t count, uint32_t lanes) {
    for (uint32_t i = 0; frame->defined && i < count; i++)
        set_row(frame, places[i].at, lanes, SIM_FULL);
}
