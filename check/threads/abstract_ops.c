/* SPDX-License-Identifier: Apache-2.0 */
/* Operations of an abstract execution: each computes its numbers, and tells of
 * accesses that may race and of barriers that threads miss. */
#include "check/threads/abstract_state.h"

#include "core/address.h"
#include "core/eval.h"

/* ---- numbers ---- */

static pk_number thread_id(const execution *r, uint32_t i, int axis) {
    const uint32_t *block = r->site->block;
    uint32_t t = i % r->in_block;

    return number(axis == 0   ? t % block[0]
                  : axis == 1 ? t / block[0] % block[1]
                              : t / block[0] / block[1]);
}

static pk_number query(const execution *r, const pk_inst *inst, uint32_t i) {
    const pk_launch_site *site = r->site;

    switch ((int)inst->op) {
    case PK_OP_thread_id: return thread_id(r, i, inst->axis);
    case PK_OP_block_id: return number(r->block_id[block_of(r, i)][inst->axis]);
    case PK_OP_block_dim: return number(site->block[inst->axis]);
    case PK_OP_grid_dim:
        return site->grid[0] ? number(site->grid[inst->axis])
                             : unknown(mix(1, inst->axis));
    case PK_OP_lane_id: return number(i % r->in_block % 32);
    }
    return unknown(0);
}

static pk_number address(const execution *r, const frame *f,
                         const pk_inst *inst, uint32_t i) {
    pk_number at = get(r, f, inst->args[0], i);
    pk_number by = get(r, f, inst->args[1], i);

    if (at.known && by.known) {
        at.bits += (uint64_t)(as_int(inst->args[1], by) *
                              (int64_t)pk_address_unit(inst));
        return at;
    }
    at.known = false;
    at.bits = at.bits && by.bits ? mix(at.bits, by.bits) : 0;
    return at;
}

/* An unknown value has a tag made of its operation and operands, which tells it
 * from others. */
static pk_number compute(const execution *r, const frame *f,
                         const pk_inst *inst, uint32_t i) {
    uint64_t args[3] = {0}, tag = mix(inst->op, inst->axis), out;
    const pk_type to = inst->results[0]->type;
    bool known = inst->arg_count <= 3, opaque = false;
    pk_number n;

    if (!inst->arg_count)
        return query(r, inst, i);
    if (pk_op_is_address(inst->op))
        return address(r, f, inst, i);
    n = get(r, f, inst->args[0], i);
    if (inst->op == PK_OP_select && n.known)
        return get(r, f, inst->args[n.bits ? 1 : 2], i);
    if (inst->op == PK_OP_wrap_index && n.known &&
        as_int(inst->args[0], n) >= 0)
        return n;
    for (uint32_t k = 0; k < inst->arg_count; k++) {
        n = get(r, f, inst->args[k], i);
        known &= n.known && !n.object;
        opaque |= !n.known && !n.bits;
        tag = mix(tag, n.bits + n.object);
        if (k < 3)
            args[k] = n.bits;
    }
    if (known && pk_eval(inst->op, inst->args[inst->op == PK_OP_select]->type,
                         to, args, &out))
        return number(out);
    return unknown(opaque ? 0 : tag);
}

/* ---- memory ---- */

static void touch(execution *r, const pk_inst *inst, uint32_t i, pk_touch kind,
                  pk_number at, pk_number value) {
    pk_access access = {.inst = inst,
                        .thread = i,
                        .block = block_of(r, i),
                        .warp = warp_of(r, i),
                        .kind = kind,
                        .object = at.object,
                        .offset = at.bits,
                        .value = value,
                        .phase = r->phase[block_of(r, i)],
                        .warp_phase = r->warp_phase[warp_of(r, i)],
                        .grid_phase = r->grid_phase,
                        .time = r->time,
                        .acquired = r->acquired[i],
                        .sure = !r->doubt[i]};

    if (!at.object || at.object == OWN) {
        r->out->blurred |= !at.object;
        return;
    }
    if (at.object >= PK_SHARED_OBJECTS)
        r->out->blurred |= !at.known || !access.sure;
    if (at.known)
        pk_races_add(r->races, &access);
    else if (access.sure)
        pk_races_add_wild(r->races, &access, r->extents[at.object]);
}

static void run_load(execution *r, frame *f, const pk_inst *inst, uint32_t i) {
    pk_number at = get(r, f, inst->args[0], i), out = unknown(0);

    if (at.object && at.object != OWN && at.bits + at.known)
        out.bits = mix(mix(at.object, at.bits), r->stores);
    touch(r, inst, i, PK_TOUCH_read, at, out);
    put(r, f, inst->results[0], i, out);
}

/* An atomic orders its thread behind others only when its answer is used. */
static void run_atomic(execution *r, frame *f, const pk_inst *inst,
                       uint32_t i) {
    pk_number at = get(r, f, inst->args[0], i);

    touch(r, inst, i, PK_TOUCH_atomic, at, unknown(0));
    put(r, f, inst->results[0], i, unknown(mix(r->time, i)));
    r->acquired[i] |= f->used[inst->results[0]->id];
}

/* Threads that have returned are not waited for; the kernel's own frame is the
 * outermost. */
static void note_meeting(execution *r, const pk_inst *inst, const bool *on,
                         const bool comes[PK_BLOCKS]) {
    bool here[PK_BLOCKS] = {0}, missing[PK_BLOCKS] = {0};
    pk_meeting *m = pk_meeting_at(r->out, inst->loc);

    for (uint32_t i = 0; m && i < r->threads; i++) {
        uint32_t b = block_of(r, i);
        if (!comes[b] || r->stop[i] == 2)
            continue;
        m->doubtful |= r->doubt[i] != 0;
        here[b] |= !r->doubt[i] && runs(r, on, i);
        missing[b] |= !r->doubt[i] && !runs(r, on, i);
        m->split |= here[b] && missing[b];
    }
}

void pk_abstract_run_barrier(execution *r, const pk_inst *inst,
                             const bool *on) {
    bool comes[PK_BLOCKS] = {0}, knows[PK_BLOCKS] = {0};

    for (uint32_t i = 0; i < r->threads; i++) {
        comes[block_of(r, i)] |= runs(r, on, i);
        knows[block_of(r, i)] |= r->acquired[i];
    }
    pk_races_close(r->races);
    note_meeting(r, inst, on, comes);
    for (uint32_t b = 0; b < r->blocks; b++)
        r->phase[b] += comes[b];
    for (uint32_t i = 0; i < r->threads; i++)
        r->acquired[i] |= comes[block_of(r, i)] && knows[block_of(r, i)];
    r->grid_phase += inst->op == PK_OP_grid_sync;
}

void pk_abstract_run_warp(execution *r, frame *f, const pk_inst *inst,
                          const bool *on) {
    uint32_t last = UINT32_MAX;
    bool each = inst->op >= PK_OP_shuffle_idx && inst->op <= PK_OP_shuffle_xor;

    for (uint32_t i = 0; i < r->threads; i++) {
        uint32_t warp = warp_of(r, i);
        if (!runs(r, on, i))
            continue;
        r->warp_phase[warp] += warp != last;
        last = warp;
        for (uint32_t k = 0; k < inst->result_count; k++)
            put(r, f, inst->results[k], i,
                unknown(mix(r->time, each ? i + 64 * 1024 : warp)));
    }
}

/* ---- one operation, for all threads ---- */

static void run_set(execution *r, frame *f, const pk_inst *inst, uint32_t i) {
    pk_number *to = &f->locals[(size_t)inst->local->id * r->threads + i];
    pk_number n = get(r, f, inst->args[0], i);

    if (r->doubt[i] && (n.known != to->known || n.bits != to->bits))
        n = (pk_number){.object = n.object == to->object ? n.object : 0};
    *to = n;
}

void pk_abstract_run_thread(execution *r, frame *f, const pk_inst *inst,
                            uint32_t i) {
    const pk_op_info *info = &pk_op_table[inst->op];

    switch ((int)inst->op) {
    case PK_OP_get:
        put(r, f, inst->results[0], i,
            f->locals[(size_t)inst->local->id * r->threads + i]);
        return;
    case PK_OP_set: run_set(r, f, inst, i); return;
    case PK_OP_load: run_load(r, f, inst, i); return;
    case PK_OP_store:
        touch(r, inst, i, PK_TOUCH_write, get(r, f, inst->args[0], i),
              get(r, f, inst->args[1], i));
        return;
    case PK_OP_fence_block:
        r->races->block_fence[block_of(r, i)] = r->time;
        return;
    case PK_OP_fence_device:
    case PK_OP_fence_system:
        r->races->block_fence[block_of(r, i)] =
            r->races->fence[block_of(r, i)] = r->time;
        return;
    }
    if (inst->op >= PK_OP_atomic_add && inst->op <= PK_OP_atomic_cas)
        run_atomic(r, f, inst, i);
    else if (inst->result_count == 1 && (info->flags & PK_OPF_PURE))
        put(r, f, inst->results[0], i, compute(r, f, inst, i));
    else
        for (uint32_t k = 0; k < inst->result_count; k++)
            put(r, f, inst->results[k], i,
                unknown(info->flags & PK_OPF_SYNC
                            ? mix(r->time, block_of(r, i) + 99)
                            : 0));
}
