/* SPDX-License-Identifier: Apache-2.0 */
/* From decoded instructions to steps: each gets the function that runs it,
 * once, when its function is first run. */
#include "sim/check/checker.h"

/* A form that never runs. */
static sim_next not_simulated(sim_warp *warp, const sim_step *step, char *rows,
                              uint32_t mask) {
    (void)rows, (void)mask;
    return sim_fault(warp, SIM_NOT_SIMULATED, SIM_NONE, "%s is not simulated",
                     sim_ops[step->inst->op].name);
}

static bool is_half(uint8_t type) {
    return type == SIM_TYPE_f16 || type == SIM_TYPE_f16x2 ||
           type == SIM_TYPE_bf16 || type == SIM_TYPE_bf16x2;
}

static bool is_real(uint8_t type) {
    return type == SIM_TYPE_f32 || type == SIM_TYPE_f64 ||
           type == SIM_TYPE_f32x2 || is_half(type);
}

static sim_step_fn bind_arith(const sim_inst *inst) {
    bool carries = inst->cc || inst->op == SIM_OP_addc ||
                   inst->op == SIM_OP_subc || inst->op == SIM_OP_madc;
    uint8_t type =
        inst->op == SIM_OP_testp && inst->stype ? inst->stype : inst->type;
    sim_step_fn run;

    if (carries)
        return sim_bind_carry(inst);
    if (inst->op == SIM_OP_setp || inst->op == SIM_OP_set ||
        inst->op == SIM_OP_selp || inst->op == SIM_OP_slct)
        return sim_bind_compare(inst);
    if (inst->op == SIM_OP_testp)
        return sim_bind_float(inst);
    if (is_half(type) || (inst->stype && is_half(inst->stype)))
        return sim_bind_half(inst);
    if (is_real(type)) {
        run = inst->bounded || inst->op == SIM_OP_sin ||
                      inst->op == SIM_OP_cos || inst->op == SIM_OP_tanh ||
                      inst->op == SIM_OP_ex2 || inst->op == SIM_OP_lg2 ||
                      inst->op == SIM_OP_rsqrt
                  ? sim_bind_approx(inst)
                  : NULL;
        return run ? run : sim_bind_float(inst);
    }
    run = sim_bind_int(inst);
    return run ? run : sim_bind_bits(inst);
}

static sim_step_fn bind(const sim_inst *inst, uint32_t checks) {
    switch ((sim_class)sim_ops[inst->op].class) {
    case SIM_CLASS_ARITH: return bind_arith(inst);
    case SIM_CLASS_MOVE: return sim_bind_move(inst);
    case SIM_CLASS_CONVERT: return sim_bind_convert(inst);
    case SIM_CLASS_MEMORY: return sim_bind_memory(inst, checks);
    case SIM_CLASS_ATOMIC: return sim_bind_atomic(inst);
    case SIM_CLASS_SYNC:
        return inst->op == SIM_OP_bar_warp ? sim_bind_warp(inst)
                                           : sim_bind_sync(inst);
    case SIM_CLASS_WARP: return sim_bind_warp(inst);
    case SIM_CLASS_CONTROL: return sim_bind_control(inst);
    case SIM_CLASS_VIDEO: return sim_bind_video(inst);
    case SIM_CLASS_REFUSED: break;
    }
    return NULL;
}

static void bind_step(sim_step *step, sim_hit *hit, const sim_inst *inst,
                      uint32_t checks) {
    sim_step_fn run = bind(inst, checks);

    step->run = step->inner = run ? run : not_simulated;
    step->guard = inst->guard;
    if (run && checks & SIM_CHECK_uninit) {
        step->run = sim_check_step;
        step->guard = SIM_NONE;
    }
    step->flip = inst->guard_not ? SIM_FULL : 0;
    step->d = inst->dst[0];
    step->a = inst->src[0];
    step->b = inst->src[1];
    step->c = inst->src[2];
    step->inst = inst;
    step->hit = hit;
}

/* One block: code, steps, hits, counts. */
static size_t code_size(uint32_t count) {
    return sizeof(sim_code) + count * (sizeof(sim_step) + sizeof(sim_hit)) +
           (count + 1) * sizeof(int64_t);
}

sim_code *sim_code_of(sim_device *device, sim_function *function) {
    uint32_t count = function->code_count;
    sim_code *code = function->executor;
    sim_hit *hits;

    if (code)
        return code;
    code = sim_alloc(device, code_size(count));
    if (!code)
        return NULL;
    memset(code, 0, code_size(count));
    code->function = function;
    code->count = count;
    code->steps = (sim_step *)(void *)(code + 1);
    hits = (sim_hit *)(void *)(code->steps + count);
    code->issued = (int64_t *)(void *)(hits + count);
    /* The rows, and when registers are watched a mask for each 4 bytes. */
    code->frame_size = sizeof(sim_frame) + 64 + function->frame_bytes;
    if (device->options.checks & SIM_CHECK_uninit)
        code->frame_size += function->specials_at;
    for (uint32_t i = 0; i < count; i++)
        bind_step(&code->steps[i], &hits[i], &function->code[i],
                  device->options.checks);
    function->executor = code;
    return code;
}

static void forget(const sim_device *device, sim_function *function) {
    sim_code *code = function->executor;

    if (!code)
        return;
    for (sim_frame *next, *frame = code->free_frames; frame; frame = next) {
        next = frame->parent;
        sim_release(device, frame, code->frame_size);
    }
    sim_release(device, code, code_size(code->count));
    function->executor = NULL;
}

void sim_module_forget(sim_module *module) {
    for (uint32_t i = 0; i < module->function_count; i++)
        forget(module->device, &module->functions[i]);
}
