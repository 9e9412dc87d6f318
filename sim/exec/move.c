/* SPDX-License-Identifier: Apache-2.0 */
/* Moving values: mov, pack and unpack, special registers that change, and
 * addresses between spaces (PTX ISA 9.7.9). */
#include "sim/rows.h"

#include <time.h>

#define MOVE(T) ROWS(mov_##T, T, T, a[l])
/* clang-format off */
MOVE(uint16_t) MOVE(uint32_t) MOVE(uint64_t)
    /* clang-format on */

    SIM_STEP(mov_128) {
    char *d = rows + step->d;
    const char *a = rows + step->a;

    (void)warp;
    for (uint32_t left = mask; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        memmove(d + 16 * l, a + 16 * l, 16);
    }
    return SIM_NEXT;
}

SIM_STEP(mov_pred) {
    (void)warp;
    sim_mask_set(rows, step->d, mask, *sim_mask_at(rows, step->a));
    return SIM_NEXT;
}

/* mov.b64 d, {a, b}: parts of `type` bytes / count each. */
static void copy_parts(const sim_warp *warp, const sim_step *step, char *rows,
                       uint32_t mask, bool pack) {
    const sim_inst *inst = step->inst;
    const uint32_t *list = warp->frame->code->function->list + inst->list;
    uint32_t count = inst->count, width = sim_types[inst->type].bytes;
    uint32_t part = width / count;
    char *whole = rows + (pack ? step->d : step->a);
    /* Parts of a byte stand in lanes of two. */
    uint32_t stride = part < 2 ? 2 : part, lane = width < 2 ? 2 : width;
    char values[SIM_LANES * 16];

    for (uint32_t i = 0; i < count; i++)
        for (uint32_t left = mask; left; left &= left - 1) {
            uint32_t l = (uint32_t)__builtin_ctz(left);
            char *of_whole = pack ? values + l * lane + i * part
                                  : whole + l * lane + i * part;

            if (list[i] == SIM_NONE)
                continue;
            if (pack) {
                memcpy(of_whole, rows + list[i] + l * stride, part);
            } else {
                memcpy(values + l * part, of_whole, part);
                memset(rows + list[i] + l * stride, 0, stride);
                memcpy(rows + list[i] + l * stride, values + l * part, part);
            }
        }
    if (pack)
        for (uint32_t left = mask; left; left &= left - 1) {
            uint32_t l = (uint32_t)__builtin_ctz(left);
            memcpy(whole + l * lane, values + l * lane, lane);
        }
}

SIM_STEP(pack) {
    copy_parts(warp, step, rows, mask, true);
    return SIM_NEXT;
}

SIM_STEP(unpack) {
    copy_parts(warp, step, rows, mask, false);
    return SIM_NEXT;
}

static uint64_t nanoseconds(clockid_t which) {
    struct timespec now = {0};

    clock_gettime(which, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* Clocks count instructions of warps, so that runs can be repeated. */
static uint64_t special_now(const sim_warp *warp, const sim_inst *inst) {
    uint64_t ticks = warp->run->clock + 1;

    switch (inst->offset) {
    /* Two of them are the address of a grid's barrier, the high half first:
     * that is where cooperative groups look for it. */
    case SIM_SPECIAL_envreg:
        return inst->offset2 == 1   ? warp->run->workspace >> 32
               : inst->offset2 == 2 ? warp->run->workspace & 0xffffffff
                                    : 0;
    case SIM_SPECIAL_clock:
    case SIM_SPECIAL_clock64: return ticks;
    case SIM_SPECIAL_clock_hi: return ticks >> 32;
    case SIM_SPECIAL_globaltimer:
    case SIM_SPECIAL_globaltimer_lo: return nanoseconds(CLOCK_REALTIME);
    case SIM_SPECIAL_globaltimer_hi: return nanoseconds(CLOCK_REALTIME) >> 32;
    default: return 0; /* performance counters */
    }
}

/* mov of a special register that is the same for all lanes. */
SIM_STEP(read) {
    uint64_t value = special_now(warp, step->inst);
    uint32_t width = sim_types[step->inst->type].bytes;

    for (uint32_t left = mask; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        if (width == 8)
            SIM_ROW(uint64_t, step->d)[l] = value;
        else
            SIM_ROW(uint32_t, step->d)[l] = (uint32_t)value;
    }
    return SIM_NEXT;
}

static uint64_t window_of(uint8_t space) {
    switch (space) {
    case SIM_SPACE_shared: return SIM_WINDOW_SHARED;
    case SIM_SPACE_local: return SIM_WINDOW_LOCAL;
    case SIM_SPACE_param: return SIM_WINDOW_PARAM;
    default: return 0;
    }
}

/* Widths differ when an address of 32 bits is widened or cut. */
SIM_STEP(cvta) {
    const sim_inst *inst = step->inst;
    uint64_t window = window_of(inst->space);
    uint32_t width = sim_types[inst->type].bytes;
    uint64_t delta = inst->to ? 0 - window : window;

    (void)warp;
    if (width == 4) {
        for (uint32_t left = mask; left; left &= left - 1) {
            int l = __builtin_ctz(left);
            SIM_ROW(uint32_t, step->d)
            [l] = SIM_ROW(uint32_t, step->a)[l] + (uint32_t)delta;
        }
        return SIM_NEXT;
    }
    for (uint32_t left = mask; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        uint64_t address = SIM_ROW(uint64_t, step->a)[l] + delta;

        if (inst->space == SIM_SPACE_const)
            address = sim_const_address(address);
        SIM_ROW(uint64_t, step->d)[l] = address;
    }
    return SIM_NEXT;
}

static bool lies_in(const sim_warp *warp, uint64_t address, uint8_t space) {
    const sim_module *module = warp->run->function->module;
    uint64_t window = window_of(space);

    if (space == SIM_SPACE_const)
        return address - module->const_address < module->const_bytes;
    if (window)
        return address - window < SIM_WINDOW_SIZE;
    return address < SIM_WINDOW_SHARED ||
           address >= SIM_WINDOW_PARAM + SIM_WINDOW_SIZE;
}

SIM_STEP(isspacep) {
    uint32_t bits = 0;

    for (uint32_t left = mask; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        uint64_t address = step->inst->address_width == 4
                               ? SIM_ROW(uint32_t, step->a)[l]
                               : SIM_ROW(uint64_t, step->a)[l];

        bits |= (uint32_t)lies_in(warp, address, step->inst->space) << l;
    }
    sim_mask_set(rows, step->d, mask, bits);
    return SIM_NEXT;
}

sim_step_fn sim_bind_move(const sim_inst *inst) {
    uint32_t width = sim_types[inst->type].bytes;

    switch (inst->op) {
    case SIM_OP_mov:
        if (inst->type == SIM_TYPE_pred)
            return mov_pred;
        return width <= 2   ? mov_uint16_t
               : width == 4 ? mov_uint32_t
               : width == 8 ? mov_uint64_t
                            : mov_128;
    case SIM_OP_pack: return pack;
    case SIM_OP_unpack: return unpack;
    case SIM_OP_read: return read;
    case SIM_OP_cvta: return cvta;
    case SIM_OP_isspacep: return isspacep;
    default: return NULL;
    }
}
