/* SPDX-License-Identifier: Apache-2.0 */
/* Frames of calls: their rows, the special registers in them, and the lanes'
 * local memory. Frames that nobody uses keep their constants and are taken
 * again. */
#include "sim/machine.h"

/* Local memory of a thread, which the hardware limits, without the stack. */
enum { LOCAL_MAX = 512 * 1024 };

static uint32_t special_lane(const sim_warp *warp, uint32_t special,
                             uint32_t lane) {
    uint32_t id[3], bit = UINT32_C(1) << lane;

    switch (special) {
    case SIM_SPECIAL_tid_x:
    case SIM_SPECIAL_tid_y:
    case SIM_SPECIAL_tid_z:
        sim_thread_id(warp, lane, id);
        return id[special - SIM_SPECIAL_tid_x];
    case SIM_SPECIAL_laneid: return lane;
    case SIM_SPECIAL_lanemask_eq: return bit;
    case SIM_SPECIAL_lanemask_le: return bit | (bit - 1);
    case SIM_SPECIAL_lanemask_lt: return bit - 1;
    case SIM_SPECIAL_lanemask_ge: return ~(bit - 1);
    case SIM_SPECIAL_lanemask_gt: return ~(bit | (bit - 1));
    default: return 0;
    }
}

static bool differs_by_lane(uint32_t special) {
    return special <= SIM_SPECIAL_tid_z || special == SIM_SPECIAL_laneid ||
           (special >= SIM_SPECIAL_lanemask_eq &&
            special <= SIM_SPECIAL_lanemask_gt);
}

static uint64_t special_all(const sim_warp *warp, uint32_t special,
                            const sim_frame *frame) {
    const sim_run_state *run = warp->run;
    const sim_launch *launch = run->launch;
    const uint32_t *id = warp->block->id;

    switch (special) {
    case SIM_SPECIAL_ntid_x:
    case SIM_SPECIAL_ntid_y:
    case SIM_SPECIAL_ntid_z: return launch->block[special - SIM_SPECIAL_ntid_x];
    case SIM_SPECIAL_ctaid_x:
    case SIM_SPECIAL_ctaid_y:
    case SIM_SPECIAL_ctaid_z: return id[special - SIM_SPECIAL_ctaid_x];
    case SIM_SPECIAL_nctaid_x:
    case SIM_SPECIAL_nctaid_y:
    case SIM_SPECIAL_nctaid_z:
        return launch->grid[special - SIM_SPECIAL_nctaid_x];
    case SIM_SPECIAL_warpid: return warp->index;
    case SIM_SPECIAL_nwarpid: return run->device->profile.threads_sm / 32;
    case SIM_SPECIAL_smid:
        return warp->block->number % (uint64_t)run->device->profile.sm_count;
    case SIM_SPECIAL_nsmid: return (uint64_t)run->device->profile.sm_count;
    case SIM_SPECIAL_gridid: return run->grid_id;
    case SIM_SPECIAL_dynamic_smem_size: return launch->shared_dynamic;
    case SIM_SPECIAL_total_smem_size:
    case SIM_SPECIAL_aggr_smem_size: return warp->block->shared_size;
    case SIM_SPECIAL_clusterid_x:
    case SIM_SPECIAL_clusterid_y:
    case SIM_SPECIAL_clusterid_z: return id[special - SIM_SPECIAL_clusterid_x];
    case SIM_SPECIAL_nclusterid_x:
    case SIM_SPECIAL_nclusterid_y:
    case SIM_SPECIAL_nclusterid_z:
        return launch->grid[special - SIM_SPECIAL_nclusterid_x];
    case SIM_SPECIAL_cluster_nctaid_x:
    case SIM_SPECIAL_cluster_nctaid_y:
    case SIM_SPECIAL_cluster_nctaid_z:
    case SIM_SPECIAL_cluster_nctarank: return 1;
    case SIM_SPECIAL_local_base: return frame->local_base;
    case SIM_SPECIAL_shared_dynamic:
        return warp->block->shared_size - launch->shared_dynamic;
    default: return 0;
    }
}

static void fill_special(const sim_warp *warp, const sim_frame *frame,
                         const sim_special_row *special) {
    uint32_t *narrow = (uint32_t *)(void *)(frame->rows + special->row);
    uint64_t *wide = (uint64_t *)(void *)(frame->rows + special->row);
    uint64_t value;

    if (special->special == SIM_SPECIAL_is_explicit_cluster) {
        *narrow = 0;
    } else if (differs_by_lane(special->special)) {
        for (uint32_t l = 0; l < SIM_LANES; l++)
            narrow[l] = special_lane(warp, special->special, l);
    } else {
        value = special_all(warp, special->special, frame);
        for (uint32_t l = 0; l < SIM_LANES; l++)
            if (special->width == 8)
                wide[l] = value;
            else
                narrow[l] = (uint32_t)value;
    }
}

static sim_frame *take_frame(const sim_device *device, sim_code *code) {
    const sim_function *function = code->function;
    sim_frame *frame = code->free_frames;

    if (frame) {
        code->free_frames = frame->parent;
        return frame;
    }
    frame = sim_alloc(device, code->frame_size);
    if (!frame)
        return NULL;
    memset(frame, 0, code->frame_size);
    frame->rows = (char *)(((uintptr_t)(frame + 1) + 63) & ~(uintptr_t)63);
    if (device->options.checks & SIM_CHECK_uninit)
        frame->defined = frame->rows + function->frame_bytes;
    if (function->constants_bytes)
        memcpy(frame->rows + function->constants_at, function->constants,
               function->constants_bytes);
    return frame;
}

/* The bits of uninitialised local memory grow with it: a lane's bytes are a
 * multiple of 8. */
static bool local_bits(sim_warp *warp, uint32_t size) {
    const sim_device *device = warp->run->device;
    uint32_t old = warp->local_size / 8;
    uint8_t *bits;

    if (!(warp->run->checks & SIM_CHECK_uninit))
        return true;
    bits = sim_alloc(device, (size_t)size / 8 * SIM_LANES);
    if (!bits)
        return false;
    memset(bits, 0, (size_t)size / 8 * SIM_LANES);
    for (uint32_t l = 0; warp->local_init && l < SIM_LANES; l++)
        memcpy(bits + (size_t)l * (size / 8),
               warp->local_init + (size_t)l * old, old);
    sim_release(device, warp->local_init, (size_t)old * SIM_LANES);
    warp->local_init = bits;
    return true;
}

/* Nothing has been written to the variables of a frame that begins. */
static void forget_local(sim_warp *warp, uint32_t begin, uint32_t end,
                         uint32_t lanes) {
    for (; warp->local_init && lanes; lanes &= lanes - 1) {
        size_t first = (size_t)__builtin_ctz(lanes) * warp->local_size;

        for (size_t i = first + begin; i < first + end; i++)
            warp->local_init[i / 8] &= (uint8_t)~(1u << i % 8);
    }
}

/* Makes the lanes' memory reach `end`. */
static bool local_room(sim_warp *warp, uint32_t end) {
    const sim_device *device = warp->run->device;
    uint32_t size = 256;
    char *local;

    if (end <= warp->local_size)
        return true;
    if (end > LOCAL_MAX + (uint64_t)warp->run->stack_bytes)
        return false;
    while (size < end)
        size *= 2;
    local = sim_alloc(device, (size_t)size * SIM_LANES);
    if (!local || !local_bits(warp, size)) {
        sim_release(device, local, (size_t)size * SIM_LANES);
        return false;
    }
    memset(local, 0, (size_t)size * SIM_LANES);
    for (uint32_t l = 0; warp->local && l < SIM_LANES; l++)
        memcpy(local + (size_t)l * size,
               warp->local + (size_t)l * warp->local_size, warp->local_size);
    sim_release(device, warp->local, (size_t)warp->local_size * SIM_LANES);
    warp->local = local;
    warp->local_size = size;
    return true;
}

bool sim_frame_local(sim_warp *warp, uint32_t end) {
    const sim_frame *frame = warp->frame;
    uint32_t taken = end - frame->local_end;

    if (frame->stack_used + taken > warp->run->stack_bytes + (1u << 20) ||
        !local_room(warp, end))
        return false;
    warp->frame->local_end = end;
    return true;
}

/* Bytes of the stack that a call takes: its variables and what it must keep
 * of registers, of which nothing is known but that there is something. */
static uint32_t stack_of(const sim_function *function) {
    uint32_t bytes = (function->local_bytes + 15) & ~15u;

    return bytes > 16 ? bytes : 16;
}

sim_frame *sim_frame_push(sim_warp *warp, sim_code *code, sim_frame *parent,
                          uint32_t lanes) {
    const sim_function *function = code->function;
    uint32_t align = function->local_align > 16 ? function->local_align : 16;
    uint32_t below = parent ? parent->local_end : 0;
    uint32_t base = (below + align - 1) & ~(align - 1);
    uint32_t used = parent ? parent->stack_used + stack_of(function) : 0;
    sim_frame *frame;

    if (used > warp->run->stack_bytes) {
        sim_fault(warp, SIM_HARDWARE_STACK, SIM_NONE,
                  "calls need more than the stack of %u bytes",
                  (unsigned)warp->run->stack_bytes);
        return NULL;
    }
    if (function->local_bytes > LOCAL_MAX ||
        !local_room(warp, base + function->local_bytes)) {
        sim_fail(warp, SIM_NO_MEMORY);
        return NULL;
    }
    frame = take_frame(warp->run->device, code);
    if (!frame) {
        sim_fail(warp, SIM_NO_MEMORY);
        return NULL;
    }
    frame->parent = parent;
    frame->code = code;
    frame->depth = parent ? parent->depth + 1 : 0;
    frame->lanes = lanes;
    frame->local_base = base;
    frame->local_end = base + function->local_bytes;
    frame->stack_used = used;
    if (frame->defined)
        memset(frame->defined, 0, function->specials_at);
    forget_local(warp, base, frame->local_end, lanes);
    for (uint32_t i = 0; i < function->special_count; i++)
        fill_special(warp, frame, &function->specials[i]);
    return frame;
}

void sim_frame_drop(sim_warp *warp, sim_frame *frame, uint32_t lanes) {
    (void)warp;
    frame->lanes &= ~lanes;
    if (!frame->lanes) {
        frame->parent = frame->code->free_frames;
        frame->code->free_frames = frame;
    }
}
