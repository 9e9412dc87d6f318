/* SPDX-License-Identifier: Apache-2.0 */
/* Branches, calls and ends (PTX ISA 9.7.12). */
#include "sim/builtin.h"
#include "sim/check/checker.h"

#define SIM_STEP(name)                                                         \
    static sim_next name(sim_warp *warp, const sim_step *step, char *rows,     \
                         uint32_t mask)

/* Lanes that a guard keeps out go on behind the instruction. */
static void keep(sim_warp *warp, uint32_t mask) {
    uint32_t others = warp->lanes & ~mask;

    if (others)
        sim_warp_leave(warp, others, warp->pc + 1, SIM_READY);
}

SIM_STEP(branch) {
    uint32_t target = step->inst->target, pc = warp->pc;
    uint32_t others = warp->lanes & ~mask;

    (void)rows;
    if (target <= pc)
        sim_warp_pay(warp);
    if (!others) {
        warp->pc = target;
    } else if (target <= pc) {
        sim_warp_leave(warp, others, pc + 1, SIM_READY);
        warp->pc = target;
    } else {
        sim_warp_leave(warp, mask, target, SIM_READY);
        warp->pc = pc + 1;
    }
    return SIM_JUMP;
}

SIM_STEP(branch_table) {
    const sim_inst *inst = step->inst;
    const uint32_t *targets = warp->frame->code->function->list + inst->list;
    const uint32_t *index =
        (const uint32_t *)(const void *)(rows + inst->src[0]);

    keep(warp, mask);
    sim_warp_pay(warp);
    while (mask) {
        uint32_t first = index[__builtin_ctz(mask)], same = 0;

        for (uint32_t left = mask; left; left &= left - 1)
            if (index[__builtin_ctz(left)] == first)
                same |= left & (0 - left);
        if (first >= (uint64_t)inst->offset)
            return sim_fault(warp, SIM_INVALID_PC,
                             (uint32_t)__builtin_ctz(mask),
                             "brx.idx with index %u of %u targets",
                             (unsigned)first, (unsigned)inst->offset);
        sim_warp_leave(warp, same, targets[first], SIM_READY);
        mask &= ~same;
    }
    return SIM_PICK;
}

/* Moves values of lanes from one frame's place to another's. */
static void hand_over(char *to_rows, const sim_place *to, const char *from_rows,
                      const sim_place *from, uint32_t lanes) {
    uint32_t size = to->size < from->size ? to->size : from->size;

    if (to->stride == 0 || from->stride == 0) {
        uint32_t *mask = (uint32_t *)(void *)(to_rows + to->at);
        uint32_t bits = *(const uint32_t *)(const void *)(from_rows + from->at);

        if (to->stride == 0 && from->stride == 0)
            *mask = (*mask & ~lanes) | (bits & lanes);
        return;
    }
    for (; lanes; lanes &= lanes - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(lanes);

        memcpy(to_rows + to->at + (size_t)l * to->stride,
               from_rows + from->at + (size_t)l * from->stride, size);
    }
}

static sim_next enter(sim_warp *warp, const sim_inst *inst,
                      sim_function *callee, uint32_t lanes) {
    sim_frame *caller = warp->frame, *frame;
    const sim_place *places = caller->code->function->places + inst->list;
    sim_code *code = sim_code_of(warp->run->device, callee);
    uint32_t count = (uint32_t)inst->offset;

    if (!code)
        return sim_fail(warp, SIM_NO_MEMORY);
    keep(warp, lanes);
    frame = sim_frame_push(warp, code, caller, lanes);
    if (!frame)
        return SIM_FAULT;
    frame->return_pc = warp->pc;
    if (count > callee->param_count)
        count = callee->param_count;
    for (uint32_t i = 0; i < count; i++)
        hand_over(frame->rows, &callee->param_places[i], caller->rows,
                  &places[inst->count + i], lanes);
    sim_check_values(frame, callee->param_places, count, lanes);
    warp->frame = frame;
    warp->pc = 0;
    warp->credit--;
    return SIM_JUMP;
}

static sim_next call_function(sim_warp *warp, const sim_step *step,
                              sim_function *callee, uint32_t mask) {
    if (callee->builtin)
        return sim_builtin_call(warp, step, callee->builtin, mask);
    if (!callee->code_count)
        return sim_fault(warp, SIM_INVALID_PC, SIM_NONE,
                         "call of %s, which has no body", callee->name);
    return enter(warp, step->inst, callee, mask);
}

SIM_STEP(call_direct) {
    sim_module *module = warp->frame->code->function->module;

    (void)rows;
    return call_function(warp, step, &module->functions[step->inst->target],
                         mask);
}

/* Lanes with the first lane's target go; the others come again. */
SIM_STEP(call_indirect) {
    const sim_inst *inst = step->inst;
    const sim_module *module = warp->frame->code->function->module;
    const uint64_t *pointer =
        (const uint64_t *)(const void *)(rows + inst->src[0]);
    uint64_t target = pointer[__builtin_ctz(mask)];
    sim_function *callee = sim_module_code(module, target);
    uint32_t same = 0;

    if (!callee || callee->entry)
        return sim_fault(warp, SIM_INVALID_PC, (uint32_t)__builtin_ctz(mask),
                         "call of address 0x%llx, where no function is",
                         (unsigned long long)target);
    for (uint32_t left = mask; left; left &= left - 1)
        if (pointer[__builtin_ctz(left)] == target)
            same |= left & (0 - left);
    if (same != mask) {
        keep(warp, mask);
        sim_warp_leave(warp, mask & ~same, warp->pc, SIM_READY);
    }
    if (callee->builtin && same != mask) {
        sim_next next = sim_builtin_call(warp, step, callee->builtin, same);

        warp->pc++;
        return next == SIM_NEXT ? SIM_JUMP : next;
    }
    return call_function(warp, step, callee, same);
}

SIM_STEP(leave) {
    (void)step, (void)rows;
    keep(warp, mask);
    sim_warp_exit(warp, mask);
    return SIM_PICK;
}

SIM_STEP(give_back) {
    sim_frame *frame = warp->frame, *caller = frame->parent;
    const sim_function *callee = frame->code->function;
    const sim_inst *call;
    const sim_place *places;
    uint32_t return_pc = frame->return_pc;

    if (!caller)
        return leave(warp, step, rows, mask);
    keep(warp, mask);
    call = &caller->code->function->code[return_pc];
    places = caller->code->function->places + call->list;
    for (uint32_t i = 0; i < call->count && i < callee->result_count; i++)
        hand_over(caller->rows, &places[i], frame->rows,
                  &callee->result_places[i], mask);
    sim_check_values(caller, places, call->count, mask);
    sim_frame_drop(warp, frame, mask);
    warp->frame = caller;
    warp->pc = return_pc + 1;
    return SIM_JUMP;
}

SIM_STEP(stop) {
    (void)rows;
    return sim_fault(warp, SIM_TRAP, (uint32_t)__builtin_ctz(mask), "%s",
                     step->inst->op == SIM_OP_trap ? "trap" : "brkpt");
}

SIM_STEP(pass) {
    (void)warp, (void)step, (void)rows, (void)mask;
    return SIM_NEXT;
}

sim_step_fn sim_bind_control(const sim_inst *inst) {
    switch (inst->op) {
    case SIM_OP_bra: return branch;
    case SIM_OP_brx: return branch_table;
    case SIM_OP_call:
        return inst->target == SIM_NONE ? call_indirect : call_direct;
    case SIM_OP_ret: return give_back;
    case SIM_OP_exit: return leave;
    case SIM_OP_trap:
    case SIM_OP_brkpt: return stop;
    case SIM_OP_pmevent:
    case SIM_OP_nop: return pass;
    default: return NULL;
    }
}
