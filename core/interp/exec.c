/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a block, a step at a time, each for all threads of the running group. */
#include "core/analysis/assigned.h"
#include "core/interp/machine.h"

#include <string.h>

/* An iteration in which memory was looked at counts this much: one with an
 * atomic is more likely to wait for another thread. */
enum { LOOKED = 1, LOOKED_ATOMIC = 64 };

/* A block's patience doubles each time that it has let others run. */
enum { PATIENCE_MAX = 1 << 22 };

/* ---- locals ---- */

static uint64_t *unset_words(const pk_machine *m, const pk_machine_frame *f,
                             const pk_local *local) {
    return f->watched && f->watched[local->id]
               ? f->unset + (size_t)local->id * m->words
               : NULL;
}

static void run_set(pk_machine *m, const pk_machine_frame *f,
                    const pk_inst *inst) {
    uint64_t *unset = unset_words(m, f, inst->local);
    const pk_inst *get = unset ? pk_meeting_get(inst) : NULL;
    const uint64_t *still = get ? unset_words(m, f, get->local) : NULL;
    const uint64_t *from = pk_frame_value(m, f, inst->args[0]);
    uint64_t *to = f->locals + (size_t)inst->local->id * m->threads;

    for (uint32_t w = 0; w < m->words; w++) {
        uint64_t bits = m->now.mask.word[w];
        if (unset)
            unset[w] = (unset[w] & ~bits) | (still ? still[w] & bits : 0);
        if (bits == UINT64_MAX) {
            memcpy(to + w * 64, from + w * 64, 64 * sizeof *to);
            continue;
        }
        for (; bits; bits &= bits - 1) {
            uint32_t t = w * 64 + (uint32_t)__builtin_ctzll(bits);
            to[t] = from[t];
        }
    }
}

/* Whether the variable is only put into another type here. */
static bool is_met(const pk_inst *get) {
    enum { NEAR = 8 }; /* parts of a complex number or a tuple */
    const pk_inst *i = get->next;

    for (int n = 0; i && n < NEAR; i = i->next, n++)
        if (i->op == PK_OP_set && pk_meeting_get(i) == get)
            return true;
    return false;
}

static void run_get(pk_machine *m, const pk_machine_frame *f,
                    const pk_inst *inst) {
    const uint64_t *from = f->locals + (size_t)inst->local->id * m->threads;
    const uint64_t *unset = unset_words(m, f, inst->local);
    uint64_t *to = pk_frame_value(m, f, inst->results[0]);

    for (uint32_t w = 0; unset && w < m->words; w++) {
        uint64_t bad = unset[w] & m->now.mask.word[w];
        if (!bad || is_met(inst))
            continue;
        pk_report_unset(m, f, inst, w * 64 + (uint32_t)__builtin_ctzll(bad));
        return;
    }
    for (uint32_t i = 0; i < m->span_count; i++)
        memcpy(to + m->spans[i].low, from + m->spans[i].low,
               (m->spans[i].high - m->spans[i].low) * sizeof *to);
}

/* ---- memory ---- */

static void run_access(pk_machine *m, const pk_machine_frame *f,
                       const pk_inst *inst) {
    uint32_t looked = inst->op == PK_OP_load    ? LOOKED
                      : inst->op == PK_OP_store ? 0
                                                : LOOKED_ATOMIC;

    if (looked > m->looked &&
        pk_type_space(inst->args[0]->type) != PK_SPACE_local)
        m->looked = looked;
    pk_machine_access(m, f, inst, &m->now.mask);
}

/* Fences and clocks. Sleeping is nothing to do. */
/* The operations on how parallel loops are cut, of a host function's only
 * thread. */
static void run_loops(pk_interp_loops *loops, pk_op op, uint64_t *value) {
    pk_interp_loops alone = {.threads = 1, .all = 1};

    loops = loops ? loops : &alone;
    switch (op) {
    case PK_OP_thread_count: *value = loops->threads; break;
    case PK_OP_thread_total: *value = loops->all; break;
    case PK_OP_loop_chunk: *value = loops->chunk; break;
    case PK_OP_set_thread_count:
        loops->threads = (uint32_t)*value;
        loops->sets_threads = true;
        break;
    case PK_OP_set_loop_chunk:
        loops->chunk = *value;
        loops->sets_chunk = true;
        break;
    default: *value = 0; /* thread_number */
    }
}

static bool is_of_loops(pk_op op) {
    return op >= PK_OP_thread_number && op <= PK_OP_set_loop_chunk;
}

static void run_order(pk_machine *m, const pk_machine_frame *f,
                      const pk_inst *inst) {
    if (is_of_loops((pk_op)inst->op))
        run_loops(m->config->loops, (pk_op)inst->op,
                  pk_frame_value(m, f,
                                 inst->result_count ? inst->results[0]
                                                    : inst->args[0]));
    else if (inst->op == PK_OP_fence_block || inst->op == PK_OP_fence_device ||
             inst->op == PK_OP_fence_system)
        pk_order_fence(m, inst->op == PK_OP_fence_block);
    else if (inst->result_count)
        pk_machine_clock(m, f, inst, &m->now.mask);
}

/* ---- threads together ---- */

static void report_divergent(pk_machine *m, const pk_inst *inst,
                             uint32_t missing) {
    char here[PK_WHO_MAX], away[PK_WHO_MAX];

    pk_report(m, inst, PK_BARRIER,
              "divergent barrier: %s waits here, %s does not come",
              pk_report_who(m, m->spans[0].low, m->block_number, here),
              pk_report_who(m, missing, m->block_number, away));
}

/* A thread that is not here, m->threads when there is none. Those that have
 * returned are gone, as on hardware. */
static uint32_t find_missing(const pk_machine *m) {
    for (uint32_t w = 0; w < m->words; w++) {
        uint64_t missing = m->live.word[w] & ~m->now.mask.word[w];
        if (missing)
            return w * 64 + (uint32_t)__builtin_ctzll(missing);
    }
    return m->threads;
}

/* While no group has given way, who is not here is ahead and will not come. */
static bool must_come(const pk_machine *m) {
    return !m->torn || m->stuck > 1;
}

static void run_meet(pk_machine *m, const pk_machine_frame *f,
                     const pk_inst *inst) {
    uint32_t missing = find_missing(m);

    if (missing < m->threads) {
        if (must_come(m))
            report_divergent(m, inst, missing);
        else
            pk_groups_leave(m, PK_AT_BARRIER);
        return;
    }
    pk_order_barrier(m);
    if (pk_op_table[inst->op].rule == PK_RULE_BARRIER)
        pk_machine_barrier_vote(m, f, inst, &m->now.mask);
    m->stuck = 0;
    m->now.turn = m->now.spins = 0;
    m->now.pc++;
    if (inst->op == PK_OP_grid_sync)
        pk_groups_leave(m, PK_AT_GRID);
}

/* Warps of which all come that are named go on, the others wait. */
static void run_warp(pk_machine *m, const pk_machine_frame *f,
                     const pk_inst *inst) {
    pk_mask wait = {0};
    bool parts;

    if (!must_come(m))
        pk_warp_incomplete(m, f, inst, &wait);
    parts = pk_mask_any(m, &wait);
    if (parts && !memcmp(&wait, &m->now.mask, sizeof wait)) {
        pk_groups_leave(m, PK_AT_LANES);
        return;
    }
    if (parts)
        pk_groups_part(m, &wait, PK_AT_LANES);
    pk_machine_warp(m, f, inst, &m->now.mask);
    m->stuck = 0;
    m->now.pc++;
    if (parts)
        pk_groups_settle(m);
}

/* ---- steps ---- */

static bool burn(pk_machine *m, const pk_inst *inst) {
    char who[PK_WHO_MAX];

    if (!inst)
        return true;
    if (m->stop && __atomic_load_n(m->stop, __ATOMIC_RELAXED)) {
        pk_report(m, inst, PK_CANCELLED, "the launch was stopped; %s is here",
                  pk_report_who(m, m->spans[0].low, m->block_number, who));
        return false;
    }
    if (m->fuel >= m->width) {
        m->fuel -= m->width;
        return true;
    }
    pk_report(m, inst, PK_TIMEOUT,
              "the launch has used up its operations "
              "(PORTKERN_INTERP_FUEL=%llu); %s is here",
              (unsigned long long)m->options->fuel,
              pk_report_who(m, m->spans[0].low, m->block_number, who));
    return false;
}

/* Operations of a warp, barriers and control set the program counter
 * themselves: threads may have to wait, or to go elsewhere. */
static void run_step(pk_machine *m, const pk_step *step) {
    const pk_machine_frame *f = m->now.call->frame;
    const pk_inst *inst = step->inst;

    switch (step->kind) {
    case PK_STEP_compute:
        for (uint32_t i = 0; i < m->span_count; i++)
            pk_machine_compute(m, f, inst, m->spans[i].low, m->spans[i].high);
        break;
    case PK_STEP_get: run_get(m, f, inst); break;
    case PK_STEP_set: run_set(m, f, inst); break;
    case PK_STEP_access: run_access(m, f, inst); break;
    case PK_STEP_order: run_order(m, f, inst); break;
    case PK_STEP_object: pk_machine_object(m, f, inst, &m->now.mask); break;
    case PK_STEP_debug: pk_debug_run(m, f, inst, step->target); break;
    case PK_STEP_warp: run_warp(m, f, inst); return;
    case PK_STEP_meet: run_meet(m, f, inst); return;
    default: pk_machine_control(m, step); return;
    }
    m->now.pc++;
}

/* Everybody waits: they look again whether they still have to. The second
 * time it is for ever, and the first one to look says so. */
static void wake_all(pk_machine *m) {
    m->stuck++;
    for (uint32_t i = 0; i < m->group_count; i++)
        m->groups[i].wait = PK_READY;
}

/* True when a group runs, or will after another look. */
static bool find_group(pk_machine *m, pk_pause *pause) {
    *pause = PK_PAUSE_done;
    if (m->status != PK_OK)
        return false;
    if (!m->idle || pk_groups_pick(m))
        return true;
    if (!m->group_count)
        return false;
    if (m->groups[0].wait == PK_AT_GRID) {
        *pause = PK_PAUSE_grid;
        return false;
    }
    wake_all(m);
    return pk_groups_pick(m);
}

pk_pause pk_machine_run(pk_machine *m) {
    pk_pause pause;

    m->spent = 0;
    if (m->idle && m->group_count && m->groups[0].wait == PK_AT_GRID)
        m->groups[0].wait = PK_READY;
    while (find_group(m, &pause)) {
        const pk_step *step;

        if (m->now.pc >= m->limit)
            pk_groups_settle(m);
        step = m->now.call->frame->steps + m->now.pc;
        if (burn(m, step->inst))
            run_step(m, step);
        if (m->idle && !m->alone && m->spent >= m->patience) {
            m->patience *= m->patience < PATIENCE_MAX ? 2 : 1;
            return PK_PAUSE_spins;
        }
    }
    return pause;
}
