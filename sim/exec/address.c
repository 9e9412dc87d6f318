/* SPDX-License-Identifier: Apache-2.0 */
/* From addresses of the device to bytes of the host, with the checks that are
 * always made: bounds, use after free, alignment. */
#include "sim/machine.h"

#include <inttypes.h>

static const char *const doing_what[] = {"read", "write", "atomic access"};

static void fill_addresses(const sim_step *step, const char *rows, uint32_t at,
                           int64_t offset, sim_access *out) {
    if (at == SIM_NONE) {
        for (int l = 0; l < SIM_LANES; l++)
            out->address[l] = (uint64_t)offset;
    } else if (step->inst->address_width == 8) {
        const uint64_t *row = (const uint64_t *)(const void *)(rows + at);

        for (int l = 0; l < SIM_LANES; l++)
            out->address[l] = row[l] + (uint64_t)offset;
    } else {
        const uint32_t *row = (const uint32_t *)(const void *)(rows + at);

        for (int l = 0; l < SIM_LANES; l++)
            out->address[l] = (uint32_t)(row[l] + (uint32_t)offset);
    }
}

static sim_next bad_global(sim_warp *warp, uint32_t lane, uint64_t address,
                           uint32_t bytes, sim_doing doing) {
    pk_text words;
    sim_next next;

    pk_text_init(&words, warp->run->device->options.allocator);
    sim_memory_explain(warp->run->device, address, bytes, &words);
    next = sim_fault(warp, SIM_ILLEGAL_ADDRESS, lane,
                     "%s of %" PRIu32 " bytes %s, at address 0x%" PRIx64,
                     doing_what[doing], bytes, pk_text_string(&words), address);
    pk_text_finish(&words);
    return next;
}

static sim_next misaligned(sim_warp *warp, uint32_t lane, uint64_t address,
                           uint32_t bytes, sim_doing doing) {
    return sim_fault(warp, SIM_MISALIGNED, lane,
                     "%s of %" PRIu32
                     " bytes at a misaligned address, 0x%" PRIx64,
                     doing_what[doing], bytes, address);
}

static sim_range *range_for(sim_warp *warp, sim_hit *hit, uint64_t address,
                            uint32_t bytes) {
    sim_device *device = warp->run->device;
    sim_range *range = hit->range;

    if (range && hit->epoch == device->memory.epoch) {
        uint64_t offset = address - range->address;

        if (offset < range->room && bytes <= range->room - offset)
            return range;
    }
    range = sim_memory_range(device, address);
    if (!range || bytes > range->room - (address - range->address))
        return NULL;
    hit->range = range;
    hit->epoch = device->memory.epoch;
    return range;
}

/* How many bytes from its address on the lane needs. */
static uint32_t needed(const sim_access *access, uint32_t l) {
    return access->meant
               ? 32 - (uint32_t)__builtin_clz((uint32_t)access->meant[l])
               : access->bytes;
}

static sim_next global_lane(sim_warp *warp, sim_hit *hit, uint32_t l,
                            sim_doing doing, sim_access *out) {
    sim_range *range = range_for(warp, hit, out->address[l], needed(out, l));

    if (!range)
        return bad_global(warp, l, out->address[l], out->bytes, doing);
    if (range->constant && doing != SIM_READS)
        return sim_fault(warp, SIM_ILLEGAL_ADDRESS, l,
                         "%s of constant memory, %s", doing_what[doing],
                         range->name);
    out->space[l] = SIM_SPACE_global;
    out->range[l] = range;
    out->offset[l] = out->address[l] - range->address;
    out->host[l] = range->host + out->offset[l];
    return SIM_NEXT;
}

/* Bytes of a window whose memory is `size` bytes at `base`. */
static sim_next windowed(sim_warp *warp, uint32_t l, uint64_t offset,
                         uint8_t space, char *base, uint64_t size,
                         sim_doing doing, sim_access *out) {
    static const char *const names[] = {[SIM_SPACE_shared] = "shared",
                                        [SIM_SPACE_local] = "local",
                                        [SIM_SPACE_param] = "parameter"};

    if (offset > size || needed(out, l) > size - offset)
        return sim_fault(warp, SIM_ILLEGAL_ADDRESS, l,
                         "%s of %" PRIu32 " bytes at 0x%" PRIx64
                         " of %s memory, which is %" PRIu64 " bytes long",
                         doing_what[doing], out->bytes, offset, names[space],
                         size);
    out->space[l] = space;
    out->offset[l] = offset;
    out->host[l] = base + offset;
    return SIM_NEXT;
}

static sim_next param_lane(sim_warp *warp, uint32_t l, uint64_t offset,
                           sim_doing doing, sim_access *out) {
    const sim_function *function = warp->frame->code->function;
    sim_run_state *run = warp->run;
    sim_next next;

    if (offset >= SIM_PARAM_FRAME) {
        next = windowed(warp, l, offset - SIM_PARAM_FRAME, SIM_SPACE_param,
                        warp->frame->rows + function->param_at +
                            (uint64_t)l * function->param_stride,
                        function->param_stride, doing, out);
        return next;
    }
    if (doing != SIM_READS)
        return sim_fault(warp, SIM_ILLEGAL_ADDRESS, l,
                         "write to a parameter of the kernel");
    return windowed(warp, l, offset, SIM_SPACE_param, run->params,
                    run->function->param_bytes, doing, out);
}

static sim_next lane_bytes(sim_warp *warp, sim_hit *hit, uint32_t l,
                           uint8_t space, sim_doing doing, sim_access *out) {
    uint64_t address = out->address[l];

    if (space == SIM_SPACE_generic && address >= SIM_WINDOW_SHARED &&
        address < SIM_WINDOW_PARAM + SIM_WINDOW_SIZE) {
        space = address >= SIM_WINDOW_PARAM   ? SIM_SPACE_param
                : address >= SIM_WINDOW_LOCAL ? SIM_SPACE_local
                                              : SIM_SPACE_shared;
        address &= SIM_WINDOW_SIZE - 1;
    }
    switch (space) {
    case SIM_SPACE_shared:
        return windowed(warp, l, address, space, warp->block->shared,
                        warp->block->shared_size, doing, out);
    case SIM_SPACE_local:
        return windowed(warp, l, address, space,
                        warp->local + (uint64_t)l * warp->local_size,
                        warp->frame->local_end, doing, out);
    case SIM_SPACE_param: return param_lane(warp, l, address, doing, out);
    default: return global_lane(warp, hit, l, doing, out);
    }
}

sim_next sim_resolve_meant(sim_warp *warp, const sim_step *step,
                           const char *rows, uint32_t mask, uint32_t at,
                           int64_t offset, uint8_t space, uint32_t bytes,
                           sim_doing doing, const uint8_t *meant,
                           sim_access *out) {
    uint32_t align = bytes & (0 - bytes); /* of 12 bytes, 4 */

    if (align > 16)
        align = 16;
    fill_addresses(step, rows, at, offset, out);
    if (space == SIM_SPACE_const)
        for (int l = 0; l < SIM_LANES; l++)
            out->address[l] = sim_const_address(out->address[l]);
    out->bytes = bytes;
    out->mask = mask;
    out->values = NULL;
    out->meant = meant;
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(left);

        if (out->address[l] & (align - 1))
            return misaligned(warp, l, out->address[l], bytes, doing);
        if (lane_bytes(warp, step->hit, l, space, doing, out) != SIM_NEXT)
            return SIM_FAULT;
    }
    return SIM_NEXT;
}

sim_next sim_resolve(sim_warp *warp, const sim_step *step, const char *rows,
                     uint32_t mask, uint32_t at, int64_t offset, uint8_t space,
                     uint32_t bytes, sim_doing doing, sim_access *out) {
    return sim_resolve_meant(warp, step, rows, mask, at, offset, space, bytes,
                             doing, NULL, out);
}

/* The end of the memory that holds the lane's bytes, as an offset in it. */
static uint64_t end_of(const sim_warp *warp, const sim_access *access,
                       uint32_t l) {
    switch (access->space[l]) {
    case SIM_SPACE_global: return access->range[l]->room;
    case SIM_SPACE_shared: return warp->block->shared_size;
    case SIM_SPACE_local: return warp->frame->local_end;
    default: return access->offset[l] + access->bytes;
    }
}

uint32_t sim_access_within(const sim_warp *warp, const sim_access *access,
                           uint32_t lane) {
    uint64_t room = end_of(warp, access, lane) - access->offset[lane];

    return room < access->bytes ? (uint32_t)room : access->bytes;
}

char *sim_resolve_one(sim_warp *warp, uint32_t lane, uint64_t address,
                      uint64_t bytes, uint64_t *room) {
    sim_access access = {.bytes = (uint32_t)bytes};
    sim_hit hit = {0};

    access.address[lane] = address;
    if (lane_bytes(warp, &hit, lane, SIM_SPACE_generic, SIM_READS, &access) !=
        SIM_NEXT)
        return NULL;
    if (room)
        *room = end_of(warp, &access, lane) - access.offset[lane];
    return access.host[lane];
}
