/* SPDX-License-Identifier: Apache-2.0 */
/* Goes through a kernel's IR with all threads of a few blocks side by side. */
#include "check/threads/abstract_exec.h"

#include "core/address.h"
#include "core/eval.h"

#include <string.h>

enum {
    MAX_THREADS = 2048,
    MAX_DEPTH = 60,
    MAX_ROUNDS = 64,       /* of a loop */
    MAX_NUMBERS = 1 << 21, /* that are kept at a time */
    MAX_STEPS = 24 << 20,  /* of threads */
    MAX_OBJECTS = 512
};

static const uint32_t OWN = UINT32_MAX; /* an object of each thread's own */

typedef struct frame {
    pk_func *fn;
    pk_number *values, *locals, *results;
    bool *used; /* values that an operation takes */
    uint32_t depth;
} frame;

typedef struct execution {
    const pk_launch_site *site;
    pk_arena *arena;
    pk_abstract_run *out;
    pk_races *races;
    uint32_t threads, in_block, blocks;
    uint32_t block_id[PK_BLOCKS][3];
    /* The constructs around, outermost first. `stop` of a thread is 0 while it
     * runs, else twice the depth of the construct it leaves, and 1 more when it
     * goes on with the next round; `doubt` is the depth of the construct that
     * ends its doubt. */
    const pk_inst *around[MAX_DEPTH];
    uint32_t depth;
    uint32_t *stop, *doubt;
    bool *acquired;
    uint32_t *warp_phase;
    uint32_t phase[PK_BLOCKS], grid_phase, time;
    uint32_t stores; /* so far: what is read after one may be another value */
    pk_shared_extent extents[MAX_OBJECTS]; /* of shared arrays; 0: not known */
    uint32_t storages, steps, numbers;
    bool over; /* it takes too long, or how it goes on is unknown */
} execution;

static void run_region(execution *r, frame *f, const pk_region *region,
                       const bool *on);

static uint64_t mix(uint64_t a, uint64_t b) {
    uint64_t h = (a ^ (b * UINT64_C(0x9e3779b97f4a7c15))) + b;

    h = (h ^ (h >> 29)) * UINT64_C(0xbf58476d1ce4e5b9);
    return (h ^ (h >> 32)) | 1;
}

static pk_number number(uint64_t bits) {
    return (pk_number){.bits = bits, .known = true};
}

static pk_number unknown(uint64_t tag) {
    return (pk_number){.bits = tag};
}

static bool runs(const execution *r, const bool *on, uint32_t i) {
    return on[i] && !r->stop[i];
}

static uint32_t block_of(const execution *r, uint32_t i) {
    return i / r->in_block;
}

static uint32_t warp_of(const execution *r, uint32_t i) {
    return block_of(r, i) * 32 + i % r->in_block / 32;
}

static pk_number get(const execution *r, const frame *f, const pk_value *v,
                     uint32_t i) {
    return pk_is_const(v) ? number(v->bits)
                          : f->values[(size_t)v->id * r->threads + i];
}

static void put(const execution *r, frame *f, const pk_value *v, uint32_t i,
                pk_number n) {
    f->values[(size_t)v->id * r->threads + i] = n;
}

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

static int64_t as_int(const pk_value *v, pk_number n) {
    return (int64_t)pk_eval_convert(v->type, PK_TYPE_i64, n.bits);
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

static void run_barrier(execution *r, const pk_inst *inst, const bool *on) {
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

static void run_warp(execution *r, frame *f, const pk_inst *inst,
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

static void run_thread(execution *r, frame *f, const pk_inst *inst,
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

/* ---- control ---- */

static bool *masks(execution *r) {
    bool *on = pk_arena_array(r->arena, r->threads, sizeof *on);

    r->over |= r->arena->failed;
    return on;
}

static uint32_t enter(execution *r, const pk_inst *inst) {
    if (r->depth + 1 >= MAX_DEPTH) {
        r->over = true;
        return r->depth;
    }
    r->around[++r->depth] = inst;
    return r->depth;
}

static void leave(execution *r, uint32_t depth) {
    for (uint32_t i = 0; i < r->threads; i++) {
        if (r->stop[i] / 2 == depth)
            r->stop[i] = 0;
        if (r->doubt[i] == depth)
            r->doubt[i] = 0;
    }
    r->depth = depth - 1;
}

static void doubt(execution *r, uint32_t i, uint32_t depth) {
    if (!r->doubt[i] || r->doubt[i] > depth)
        r->doubt[i] = depth;
}

static void run_if(execution *r, frame *f, const pk_inst *inst,
                   const bool *on) {
    uint32_t depth = enter(r, inst);
    bool *yes = masks(r), *no = masks(r), any = false, other = false;

    for (uint32_t i = 0; i < r->threads && !r->over; i++) {
        pk_number n;
        if (!runs(r, on, i))
            continue;
        n = get(r, f, inst->args[0], i);
        if (!n.known && !r->doubt[i])
            r->doubt[i] = depth;
        any |= yes[i] = !n.known || n.bits;
        other |= no[i] = !n.known || !n.bits;
    }
    if (any && !r->over)
        run_region(r, f, inst->body, yes);
    if (other && !r->over)
        run_region(r, f, inst->other, no);
    leave(r, depth);
}

/* True when a round is due; of one that is the last, and only for those in
 * doubt, *last is set. */
static bool wants_round(execution *r, const bool *on, uint32_t depth,
                        uint32_t round, bool *last) {
    bool any = false, sure = false;

    for (uint32_t i = 0; i < r->threads; i++) {
        if (r->stop[i] == 2 * depth + 1)
            r->stop[i] = 0;
        if (!runs(r, on, i))
            continue;
        any = true;
        if (round >= MAX_ROUNDS)
            doubt(r, i, depth);
        sure |= !r->doubt[i];
    }
    *last = !sure;
    return any;
}

static void run_loop(execution *r, frame *f, const pk_inst *inst,
                     const bool *on) {
    uint32_t depth = enter(r, inst);
    bool last = false;

    for (uint32_t round = 0; !r->over && !last; round++) {
        if (!wants_round(r, on, depth, round, &last))
            break;
        run_region(r, f, inst->body, on);
        last |= inst->op == PK_OP_block;
    }
    leave(r, depth);
}

/* Whether the thread has a round more of a for loop; its index is set. */
static bool next_index(execution *r, frame *f, const pk_inst *inst, uint32_t i,
                       uint32_t round, uint32_t depth) {
    pk_number n[3];
    int64_t from, to, step;

    for (int k = 0; k < 3; k++)
        n[k] = get(r, f, inst->args[k], i);
    if (!n[0].known || !n[1].known || !n[2].known) {
        doubt(r, i, depth);
        put(r, f, inst->index, i,
            unknown(n[0].bits && n[2].bits
                        ? mix(mix(round + 7, n[0].bits), n[2].bits)
                        : 0));
        return true;
    }
    from = as_int(inst->args[0], n[0]);
    to = as_int(inst->args[1], n[1]);
    step = as_int(inst->args[2], n[2]);
    if (__builtin_mul_overflow(step, (int64_t)round, &step) ||
        __builtin_add_overflow(from, step, &from))
        return false;
    n[0] =
        number(pk_eval_convert(PK_TYPE_i64, inst->index->type, (uint64_t)from));
    put(r, f, inst->index, i, n[0]);
    return as_int(inst->args[2], n[2]) < 0 ? from > to : from < to;
}

static void run_for(execution *r, frame *f, const pk_inst *inst,
                    const bool *on) {
    uint32_t depth = enter(r, inst);
    bool *in = masks(r), last = false;

    if (!r->over)
        memcpy(in, on, r->threads);
    for (uint32_t round = 0; !r->over && !last; round++) {
        for (uint32_t i = 0; i < r->threads; i++) {
            if (r->stop[i] == 2 * depth + 1)
                r->stop[i] = 0;
            if (runs(r, in, i))
                in[i] = next_index(r, f, inst, i, round, depth);
        }
        if (!wants_round(r, in, depth, round, &last))
            break;
        run_region(r, f, inst->body, in);
    }
    leave(r, depth);
}

/* A thread in doubt may go on: it stays in doubt where the others are that it
 * would have left. */
static void run_exit(execution *r, const pk_inst *inst, const bool *on) {
    uint32_t depth = r->depth;

    while (depth && r->around[depth] != inst->target)
        depth--;
    for (uint32_t i = 0; i < r->threads; i++)
        if (runs(r, on, i)) {
            if (r->doubt[i])
                doubt(r, i, depth);
            else
                r->stop[i] = 2 * depth + (inst->op == PK_OP_continue);
        }
}

static void run_return(execution *r, frame *f, const pk_inst *inst,
                       const bool *on) {
    /* The operands of a failure are its words'. */
    uint32_t count = inst->op == PK_OP_return ? inst->arg_count : 0;

    for (uint32_t i = 0; i < r->threads; i++) {
        if (!runs(r, on, i))
            continue;
        for (uint32_t k = 0; k < count; k++)
            f->results[(size_t)k * r->threads + i] =
                get(r, f, inst->args[k], i);
        if (r->doubt[i])
            doubt(r, i, f->depth);
        else
            r->stop[i] = 2 * f->depth;
    }
}

/* ---- functions ---- */

static void note_used(pk_inst *inst, void *arg) {
    frame *f = arg;

    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (!pk_is_const(inst->args[i]))
            f->used[inst->args[i]->id] = true;
}

static bool open_frame(execution *r, frame *f, pk_func *fn) {
    size_t n = (size_t)r->threads;

    pk_func_number(fn);
    r->numbers +=
        (fn->value_count + fn->local_count + fn->result_count) * r->threads;
    if (r->numbers > MAX_NUMBERS)
        return false;
    *f = (frame){.fn = fn, .depth = enter(r, NULL)};
    f->values =
        pk_arena_array(r->arena, fn->value_count * n + 1, sizeof *f->values);
    f->locals =
        pk_arena_array(r->arena, fn->local_count * n + 1, sizeof *f->locals);
    f->results =
        pk_arena_array(r->arena, fn->result_count * n + 1, sizeof *f->results);
    f->used = pk_arena_array(r->arena, fn->value_count + (size_t)1, 1);
    if (r->arena->failed)
        return false;
    pk_region_visit(fn->body, note_used, f);
    for (const pk_storage *s = fn->storages; s; s = s->next) {
        uint32_t first = PK_SHARED_OBJECTS + PK_BLOCKS * r->storages++;
        if (first + PK_BLOCKS > MAX_OBJECTS)
            return false;
        for (uint32_t b = 0; s->space == PK_SPACE_shared && b < r->blocks; b++)
            r->extents[first + b] =
                (pk_shared_extent){s->count, pk_type_bytes(s->elem)};
        for (uint32_t i = 0; i < r->threads; i++)
            put(r, f, s->value, i,
                (pk_number){.known = true,
                            .object = s->space == PK_SPACE_shared
                                          ? first + block_of(r, i)
                                      : s->space == PK_SPACE_local ? OWN
                                                                   : first});
    }
    for (uint32_t k = 0; k < fn->local_count * r->threads; k++)
        f->locals[k] = number(0); /* as unset locals read */
    return true;
}

static void run_call(execution *r, frame *f, const pk_inst *inst,
                     const bool *on) {
    frame callee;

    if (!open_frame(r, &callee, inst->callee)) {
        r->over = true;
        return;
    }
    for (uint32_t k = 0; k < inst->callee->param_count; k++)
        for (uint32_t i = 0; i < r->threads; i++)
            put(r, &callee, inst->callee->params[k].value, i,
                get(r, f, inst->args[k], i));
    run_region(r, &callee, inst->callee->body, on);
    for (uint32_t k = 0; k < inst->result_count; k++)
        for (uint32_t i = 0; i < r->threads; i++)
            if (on[i])
                put(r, f, inst->results[k], i,
                    r->doubt[i] == callee.depth
                        ? unknown(0)
                        : callee.results[(size_t)k * r->threads + i]);
    leave(r, callee.depth);
}

static void run_inst(execution *r, frame *f, const pk_inst *inst,
                     const bool *on) {
    switch ((int)inst->op) {
    case PK_OP_if: run_if(r, f, inst, on); return;
    case PK_OP_for: run_for(r, f, inst, on); return;
    case PK_OP_loop:
    case PK_OP_block: run_loop(r, f, inst, on); return;
    case PK_OP_break:
    case PK_OP_continue: run_exit(r, inst, on); return;
    case PK_OP_fail:
    case PK_OP_return: run_return(r, f, inst, on); return;
    case PK_OP_call: run_call(r, f, inst, on); return;
    }
    if (pk_op_table[inst->op].flags & PK_OPF_WARP) {
        run_warp(r, f, inst, on);
        return;
    }
    if (pk_op_table[inst->op].flags & PK_OPF_SYNC)
        run_barrier(r, inst, on);
    for (uint32_t i = 0; i < r->threads; i++)
        if (runs(r, on, i))
            run_thread(r, f, inst, i);
    r->stores += inst->op == PK_OP_store || inst->op == PK_OP_barrier;
}

static void run_region(execution *r, frame *f, const pk_region *region,
                       const bool *on) {
    for (const pk_inst *inst = region->first; inst && !r->over;
         inst = inst->next) {
        r->time++;
        r->steps += r->threads;
        r->over |= r->steps > MAX_STEPS;
        run_inst(r, f, inst, on);
    }
}

/* ---- a launch ---- */

/* Each array is an object of its own, those of one tuple, too. */
static pk_number argument(const execution *r, const pk_param *p,
                          uint32_t number_of_p) {
    const pk_launch_site *site = r->site;
    bool there = p->arg < site->signature.count;

    if (p->role == PK_ROLE_data && number_of_p + 1 < PK_SHARED_OBJECTS)
        return (pk_number){.known = true, .object = number_of_p + 1};
    if (p->role == PK_ROLE_shape && there && p->axis < PK_SITE_AXES &&
        site->extents[p->arg][p->axis])
        return number((uint64_t)site->extents[p->arg][p->axis]);
    if (p->role == PK_ROLE_stride && there && r->out->assumed) {
        uint64_t stride =
            pk_assumed_stride(&site->signature.args[p->arg], p->axis);
        if (stride)
            return number(stride);
    }
    if (p->role == PK_ROLE_scalar && there && site->valued[p->arg] &&
        pk_type_is_int(p->value->type))
        return number(pk_eval_convert(PK_TYPE_i64, p->value->type,
                                      (uint64_t)site->values[p->arg]));
    return unknown(mix(mix(p->arg + 1, p->role), p->axis));
}

static uint32_t in_block_of(const pk_launch_site *site) {
    return site->block[0] * site->block[1] * site->block[2];
}

/* The first block, and its neighbours. */
static void choose_blocks(execution *r) {
    static const uint32_t tried[][3] = {
        {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {2, 0, 0}, {0, 0, 1}};
    const uint32_t *grid = r->site->grid;

    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        const uint32_t *at = tried[i];
        if (i && (at[0] >= grid[0] || at[1] >= grid[1] || at[2] >= grid[2]))
            continue;
        if (r->blocks == PK_BLOCKS ||
            (r->blocks + 1) * in_block_of(r->site) > MAX_THREADS)
            break;
        memcpy(r->block_id[r->blocks++], at, sizeof tried[i]);
    }
}

static void run_launch(execution *r, pk_func *fn) {
    frame f;
    bool *on;

    r->in_block = in_block_of(r->site);
    r->threads = r->blocks * r->in_block;
    if (r->threads < 2)
        return;
    r->arena = &r->out->arena;
    pk_races_init(r->races, r->arena, r->in_block);
    on = masks(r);
    r->stop = pk_arena_array(r->arena, r->threads, sizeof *r->stop);
    r->doubt = pk_arena_array(r->arena, r->threads, sizeof *r->doubt);
    r->acquired = pk_arena_array(r->arena, r->threads, 1);
    r->warp_phase =
        pk_arena_array(r->arena, r->blocks * (size_t)32, sizeof(uint32_t));
    r->out->over |= r->arena->failed || !open_frame(r, &f, fn);
    if (r->out->over)
        return;
    for (uint32_t i = 0; i < r->threads; i++) {
        on[i] = true;
        for (uint32_t k = 0; k < fn->param_count; k++)
            put(r, &f, fn->params[k].value, i, argument(r, &fn->params[k], k));
    }
    run_region(r, &f, fn->body, on);
    pk_races_close(r->races);
    r->out->over |= r->over;
    r->out->complete = true;
}

/* ---- what is asked ---- */

/* The last block, which guards cut: how its threads come to barriers. */
static void run_last_block(pk_abstract_run *out, pk_func *fn) {
    const uint32_t *grid = out->site->grid;
    execution r = {.site = out->site, .out = out, .blocks = 1};

    if (!out->meeting_count || !grid[0] || out->over ||
        grid[0] * (uint64_t)grid[1] * grid[2] == 1)
        return;
    for (int i = 0; i < 3; i++)
        r.block_id[0][i] = grid[i] - 1;
    r.races = &(pk_races){0};
    run_launch(&r, fn);
}

bool pk_abstract_exec(const pk_adviser *a, pk_func *fn, pk_abstract_run *out) {
    execution r = {.out = out, .races = &out->races};
    const pk_launch_site *seen =
        pk_launch_with_block(a->launches, &a->instance->function->info);

    if (seen)
        r.site = seen;
    else
        r.site = pk_assumed_launch(a);
    *out = (pk_abstract_run){.site = r.site, .assumed = !seen};
    if (!r.site)
        return false;
    pk_arena_init(&out->arena, a->c->arena->allocator);
    choose_blocks(&r);
    if (r.blocks) {
        run_launch(&r, fn);
        run_last_block(out, fn);
    }
    a->c->arena->failed |= out->arena.failed;
    return true;
}
