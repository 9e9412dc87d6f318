/* SPDX-License-Identifier: Apache-2.0 */
/* Goes through a kernel's IR with all threads of a few blocks side by side. */
#include "check/threads/abstract_exec.h"

#include "check/threads/abstract_state.h"

#include <string.h>

enum {
    MAX_THREADS = 2048,
    MAX_ROUNDS = 64,       /* of a loop */
    MAX_NUMBERS = 1 << 21, /* that are kept at a time */
    MAX_STEPS = 24 << 20   /* of threads */
};

static void run_region(execution *r, frame *f, const pk_region *region,
                       const bool *on);

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
        pk_abstract_run_warp(r, f, inst, on);
        return;
    }
    if (pk_op_table[inst->op].flags & PK_OPF_SYNC)
        pk_abstract_run_barrier(r, inst, on);
    for (uint32_t i = 0; i < r->threads; i++)
        if (runs(r, on, i))
            pk_abstract_run_thread(r, f, inst, i);
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
