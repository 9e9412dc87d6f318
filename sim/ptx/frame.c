/* SPDX-License-Identifier: Apache-2.0 */
/* The frame of a function: where each register, special register and constant
 * has its row.
 *
 * Rows are given out as registers are met, so that `.reg .b32 %r<1000000>`
 * costs nothing. Equal constants share a row. When the function is complete
 * the regions are put behind one another and every operand is moved to its
 * final offset. */
#include "sim/ptx/unit.h"

#include <string.h>

uint32_t sim_lane_width(uint8_t type) {
    uint32_t bytes = sim_types[type].bytes;

    return type == SIM_TYPE_pred ? 0 : bytes < 2 ? 2 : bytes;
}

/* ---- rows ---- */

enum { FRAME_MAX = 1 << 28 };

/* The next row of `width` bytes a lane; masks share blocks of 64 bytes. */
uint32_t sim_frame_row(sim_func *func, uint32_t width) {
    uint32_t at;

    if (func->register_bytes > FRAME_MAX)
        return 0; /* sim_frame_finish reports it */
    if (!width) {
        if (func->mask_at % 64 == 0) {
            func->mask_at = func->register_bytes;
            func->register_bytes += 64;
        }
        at = func->mask_at;
        func->mask_at += 4;
        return at;
    }
    at = func->register_bytes;
    func->register_bytes += width * SIM_LANES;
    return at;
}

uint32_t sim_frame_register(sim_func *func, sim_register *reg,
                            uint32_t component) {
    uint32_t width = sim_lane_width(reg->type);
    uint32_t step = width ? width * SIM_LANES : 4;

    if (!reg->placed) {
        reg->row = sim_frame_row(func, width);
        for (uint32_t i = 1; i < reg->vector; i++)
            sim_frame_row(func, width);
        reg->placed = true;
    }
    return reg->row + component * step;
}

/* ---- constants ---- */

static uint32_t constant_hash(uint32_t width, uint64_t lo, uint64_t hi,
                              sim_target target) {
    uint64_t h = lo * 0x9E3779B97F4A7C15u ^ hi * 0xC2B2AE3D27D4EB4Fu ^ width;

    h ^= (uint64_t)(uintptr_t)target.variable * 31;
    h ^= (uint64_t)(uintptr_t)target.func * 37;
    return (uint32_t)(h ^ h >> 29 ^ h >> 47);
}

static bool constant_is(const sim_constant *c, uint32_t width, uint64_t lo,
                        uint64_t hi, sim_target target) {
    return c->width == width && c->lo == lo && c->hi == hi &&
           c->target.variable == target.variable &&
           c->target.func == target.func;
}

static void constants_rehash(sim_unit *unit, sim_func *func) {
    uint32_t mask = func->constant_mask ? func->constant_mask * 2 + 1 : 63;
    uint32_t *table =
        sim_pool_array(&unit->pool, (size_t)mask + 1, sizeof *table);

    for (uint32_t i = 0; i < func->constants.count; i++) {
        sim_constant *c = &func->constants.items[i];
        uint32_t h = constant_hash(c->width, c->lo, c->hi, c->target);

        while (table[h & mask])
            h++;
        table[h & mask] = i + 1;
    }
    func->constant_hash = table;
    func->constant_mask = mask;
}

/* The row of a constant: of a mask all ones or zeros (`lo`). */
uint32_t sim_frame_constant(sim_unit *unit, sim_func *func, uint32_t width,
                            uint64_t lo, uint64_t hi, sim_target target) {
    uint32_t h;
    sim_constant *c;

    if (width < 8 && width)
        lo &= (UINT64_C(1) << 8 * width) - 1;
    if (func->constants.count * 2 >= func->constant_mask)
        constants_rehash(unit, func);
    h = constant_hash(width, lo, hi, target);
    for (; func->constant_hash[h & func->constant_mask]; h++) {
        c = &func->constants
                 .items[func->constant_hash[h & func->constant_mask] - 1];
        if (constant_is(c, width, lo, hi, target))
            return SIM_AT_CONSTANT | c->at;
    }
    if (func->constant_bytes > FRAME_MAX)
        return SIM_AT_CONSTANT; /* sim_frame_finish reports it */
    c = SIM_PUSH(&unit->pool, &func->constants);
    *c = (sim_constant){
        .lo = lo, .hi = hi, .target = target, .width = (uint8_t)width};
    c->at = func->constant_bytes;
    func->constant_bytes += width ? width * SIM_LANES : 64;
    func->constant_hash[h & func->constant_mask] = func->constants.count;
    return SIM_AT_CONSTANT | c->at;
}

uint32_t sim_frame_special(sim_unit *unit, sim_func *func,
                           sim_special special) {
    static const uint8_t types[SIM_SPECIAL_COUNT] = {
#define SPECIAL(name, text, type, when) [SIM_SPECIAL_##name] = SIM_TYPE_##type,
#include "sim/specials.def"
#undef SPECIAL
    };
    uint32_t width = sim_lane_width(types[special]);
    sim_special_row *row;

    for (uint32_t i = 0; i < func->specials.count; i++)
        if (func->specials.items[i].special == special)
            return SIM_AT_SPECIAL | func->specials.items[i].row;
    row = SIM_PUSH(&unit->pool, &func->specials);
    *row = (sim_special_row){.special = special,
                             .row = func->special_bytes,
                             .width = (uint8_t)width};
    func->special_bytes += width ? width * SIM_LANES : 64;
    return SIM_AT_SPECIAL | row->row;
}

/* ---- the finished frame ---- */

static uint32_t moved(const sim_function *out, uint32_t operand) {
    if (operand == SIM_NONE)
        return operand;
    if (operand & SIM_AT_CONSTANT)
        return out->constants_at + (operand & SIM_AT_MASK);
    if (operand & SIM_AT_SPECIAL)
        return out->specials_at + (operand & SIM_AT_MASK);
    return operand;
}

/* How many rows an instruction's list holds: of vectors, not of targets. */
static uint32_t listed_rows(const sim_inst *inst) {
    if (inst->count <= 1 || inst->op == SIM_OP_brx || inst->op == SIM_OP_call ||
        inst->op == SIM_OP_cp_async)
        return 0;
    return inst->op == SIM_OP_atom ? 2u * inst->count : inst->count;
}

static void move_operands(sim_func *func, const sim_function *out) {
    for (uint32_t i = 0; i < func->code.count; i++) {
        sim_inst *inst = &func->code.items[i];

        inst->guard = moved(out, inst->guard);
        for (int k = 0; k < 2; k++)
            inst->dst[k] = moved(out, inst->dst[k]);
        for (int k = 0; k < 5; k++)
            inst->src[k] = moved(out, inst->src[k]);
        for (uint32_t k = 0; k < listed_rows(inst); k++)
            func->list.items[inst->list + k] =
                moved(out, func->list.items[inst->list + k]);
    }
}

/* .param bytes of the frame are lane after lane. */
static sim_place place_moved(const sim_function *out, sim_place place) {
    if (place.stride == SIM_NONE) {
        place.at += out->param_at;
        place.stride = out->param_stride;
    } else
        place.at = moved(out, place.at);
    return place;
}

static sim_place *formal_places(pk_arena *keep, const sim_function *out,
                                const sim_formal *formals, uint32_t count) {
    sim_place *places = pk_arena_array(keep, count, sizeof *places);

    for (uint32_t i = 0; i < count && !keep->failed; i++)
        places[i] = place_moved(out, formals[i].place);
    return places;
}

static const void *kept(pk_arena *keep, const void *items, uint32_t count,
                        size_t size) {
    void *copy = pk_arena_array(keep, count, size);

    if (count && !keep->failed)
        memcpy(copy, items, count * size);
    return copy;
}

void sim_frame_finish(sim_unit *unit, sim_func *func, sim_function *out) {
    pk_arena *keep = unit->keep;

    if (func->register_bytes > FRAME_MAX || func->constant_bytes > FRAME_MAX) {
        sim_unit_error(unit, SIM_INVALID_PTX, func->line,
                       "Function '%s' uses too many registers",
                       func->name->text);
        return;
    }
    out->specials_at = func->register_bytes;
    out->constants_at = out->specials_at + func->special_bytes;
    out->constants_bytes = func->constant_bytes;
    out->param_at = out->constants_at + out->constants_bytes;
    out->param_stride = (func->param_bytes + 15) & ~15u;
    out->frame_bytes =
        (out->param_at + out->param_stride * SIM_LANES + 63) & ~63u;
    move_operands(func, out);
    for (uint32_t i = 0; i < func->places.count; i++)
        func->places.items[i] = place_moved(out, func->places.items[i]);
    for (uint32_t i = 0; i < func->specials.count; i++)
        func->specials.items[i].row += out->specials_at;
    out->code =
        kept(keep, func->code.items, func->code.count, sizeof(sim_inst));
    out->code_count = func->code.count;
    out->list = kept(keep, func->list.items, func->list.count, 4);
    out->places =
        kept(keep, func->places.items, func->places.count, sizeof(sim_place));
    out->specials = kept(keep, func->specials.items, func->specials.count,
                         sizeof(sim_special_row));
    out->special_count = func->specials.count;
    out->param_places = formal_places(keep, out, func->signature.params,
                                      func->signature.param_count);
    out->result_places = formal_places(keep, out, func->signature.results,
                                       func->signature.result_count);
}
