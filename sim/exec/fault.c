/* SPDX-License-Identifier: Apache-2.0 */
/* How a run fails: the outcome, and the report that names the place. */
#include "sim/machine.h"

#include <inttypes.h>

static const sim_loc *loc_of(const sim_module *module, uint32_t index) {
    const sim_loc *loc =
        index && index < module->loc_count ? &module->locs[index] : NULL;

    return loc && loc->file ? loc : NULL;
}

static void put_loc(pk_text *out, const sim_loc *loc) {
    if (loc->column)
        pk_text_printf(out, "%s:%" PRIu32 ":%" PRIu32, loc->file, loc->line,
                       loc->column);
    else
        pk_text_printf(out, "%s:%" PRIu32, loc->file, loc->line);
}

void sim_put_inst_place(pk_text *out, const sim_module *module,
                        const sim_inst *inst) {
    const sim_loc *loc = loc_of(module, inst->loc);

    if (loc)
        put_loc(out, loc);
    else
        pk_text_printf(out, "ptx:%" PRIu32, inst->line);
    pk_text_put(out, ": ");
}

void sim_put_inlined(pk_text *out, const sim_module *module,
                     const sim_inst *inst) {
    const sim_loc *loc = loc_of(module, inst->loc);

    for (int i = 0; loc && i < 8; i++) {
        loc = loc_of(module, loc->parent);
        if (!loc)
            break;
        pk_text_put(out, "    inlined at ");
        put_loc(out, loc);
        pk_text_put(out, "\n");
    }
}

void sim_put_place(pk_text *out, const sim_function *function, uint32_t pc) {
    sim_put_inst_place(out, function->module, &function->code[pc]);
}

void sim_thread_id(const sim_warp *warp, uint32_t lane, uint32_t id[3]) {
    const uint32_t *block = warp->run->launch->block;
    uint32_t thread = SIM_LANES * warp->index + lane;

    id[0] = thread % block[0];
    id[1] = thread / block[0] % block[1];
    id[2] = thread / block[0] / block[1];
}

void sim_put_thread(pk_text *out, const sim_warp *warp, uint32_t lane) {
    const uint32_t *block = warp->block->id;
    uint32_t id[3];

    sim_thread_id(warp, lane, id);
    pk_text_printf(out,
                   "    block (%" PRIu32 ", %" PRIu32 ", %" PRIu32
                   "), thread (%" PRIu32 ", %" PRIu32 ", %" PRIu32 ")\n",
                   block[0], block[1], block[2], id[0], id[1], id[2]);
}

/* Where the calls came from, the innermost first. */
static void put_callers(pk_text *out, const sim_frame *frame) {
    for (int i = 0; frame->parent && i < 8; i++, frame = frame->parent) {
        pk_text_put(out, "    called from ");
        sim_put_place(out, frame->parent->code->function, frame->return_pc);
        pk_text_printf(out, "%s\n", frame->parent->code->function->name);
    }
}

sim_next sim_fault(sim_warp *warp, sim_outcome outcome, uint32_t lane,
                   const char *format, ...) {
    pk_text *report = warp->run->report;
    va_list args;

    warp->run->outcome = outcome;
    sim_put_place(report, warp->frame->code->function, warp->pc);
    pk_text_put(report, "error: ");
    va_start(args, format);
    pk_text_vprintf(report, format, args);
    va_end(args);
    pk_text_put(report, "\n");
    sim_put_inlined(report, warp->run->function->module,
                    &warp->frame->code->function->code[warp->pc]);
    if (lane != SIM_NONE)
        sim_put_thread(report, warp, lane);
    pk_text_printf(report, "    in %s\n", warp->frame->code->function->name);
    put_callers(report, warp->frame);
    return SIM_FAULT;
}

sim_next sim_fail(sim_warp *warp, sim_outcome outcome) {
    warp->run->outcome = outcome;
    return SIM_FAULT;
}
