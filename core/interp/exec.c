/* SPDX-License-Identifier: Apache-2.0 */
/* Control flow by masks. A region runs for the threads of a mask and leaves in
 * it those that fall out of its end; the others have moved themselves to the
 * mask of the construct they leave for, or have returned. */
#include "core/error.h"
#include "core/interp/machine.h"

#include <string.h>

typedef struct run {
    pk_machine *m;
    const pk_frame *f;
    const pk_scope *scope;
} run;

static void run_region(run r, const pk_region *region, pk_mask *mask);

/* ---- masks ---- */

static void mask_clear(pk_mask *mask) {
    memset(mask, 0, sizeof *mask);
}

static void mask_add(const pk_machine *m, pk_mask *to, const pk_mask *from) {
    for (uint32_t w = 0; w < m->words; w++)
        to->word[w] |= from->word[w];
}

static void mask_move(const pk_machine *m, pk_mask *to, pk_mask *from) {
    mask_add(m, to, from);
    mask_clear(from);
}

/* Splits the mask by a bool register: those where it is true, and the rest;
 * `yes` may be the mask itself. */
static void mask_split(const pk_machine *m, const uint64_t *cond,
                       const pk_mask *mask, pk_mask *yes, pk_mask *no) {
    for (uint32_t w = 0; w < m->words; w++) {
        uint32_t end = m->threads - w * 64 < 64 ? m->threads - w * 64 : 64;
        uint64_t bits = 0, on = mask->word[w];
        for (uint32_t k = 0; k < end; k++)
            bits |= (cond[w * 64 + k] & 1) << k;
        yes->word[w] = on & bits;
        no->word[w] = on & ~bits;
    }
}

/* The threads lo .. hi - 1 hold all of the mask; false when it is empty. */
static bool mask_range(const pk_machine *m, const pk_mask *mask, uint32_t *lo,
                       uint32_t *hi) {
    uint32_t first = 0, last = m->words;

    while (first < m->words && !mask->word[first])
        first++;
    if (first == m->words)
        return false;
    while (!mask->word[last - 1])
        last--;
    *lo = first * 64 + (uint32_t)__builtin_ctzll(mask->word[first]);
    *hi = last * 64 - (uint32_t)__builtin_clzll(mask->word[last - 1]);
    return true;
}

/* ---- simple operations ---- */

static uint64_t *unset_words(run r, const pk_local *local) {
    return r.f->watched && r.f->watched[local->id]
               ? r.f->unset + (size_t)local->id * r.m->words
               : NULL;
}

static void run_set(run r, const pk_inst *inst, const pk_mask *mask) {
    uint64_t *unset = unset_words(r, inst->local);
    size_t at = (size_t)inst->local->id * r.m->threads;
    const uint64_t *from = pk_frame_value(r.m, r.f, inst->args[0]);
    uint64_t *to = r.f->locals + at;

    for (uint32_t w = 0; w < r.m->words; w++) {
        uint64_t bits = mask->word[w];
        if (unset)
            unset[w] &= ~bits;
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

static void run_get(run r, const pk_inst *inst, const pk_mask *mask,
                    uint32_t lo, uint32_t hi) {
    size_t at = (size_t)inst->local->id * r.m->threads;
    const uint64_t *unset = unset_words(r, inst->local);

    for (uint32_t w = 0; unset && w < r.m->words; w++)
        if (unset[w] & mask->word[w]) {
            pk_report_unset(
                r.m, r.f, inst,
                w * 64 + (uint32_t)__builtin_ctzll(unset[w] & mask->word[w]));
            return;
        }
    memcpy(pk_frame_value(r.m, r.f, inst->results[0]) + lo,
           r.f->locals + at + lo, (hi - lo) * sizeof(uint64_t));
}

/* Threads that have returned are gone, as on hardware; all others must be
 * here. */
static void run_barrier(run r, const pk_inst *inst, const pk_mask *mask) {
    char here[PK_WHO_MAX], away[PK_WHO_MAX];
    pk_machine *m = r.m;

    for (uint32_t w = 0; w < m->words; w++) {
        uint64_t missing = m->live.word[w] & ~mask->word[w];
        uint32_t lo, hi;
        if (!missing || !mask_range(m, mask, &lo, &hi))
            continue;
        pk_report(m, inst, PK_BARRIER,
                  "divergent barrier: %s waits here, %s does not come",
                  pk_report_who(m, lo, m->block_number, here),
                  pk_report_who(m, w * 64 + (uint32_t)__builtin_ctzll(missing),
                                m->block_number, away));
        return;
    }
    pk_shadow_barrier(m);
}

/* Operations that threads do together, and those that order memory or tell
 * the time. Sleeping is nothing to do, nor is a fence within the block. */
static void run_together(run r, const pk_inst *inst, const pk_mask *mask) {
    pk_op_rule rule = (pk_op_rule)pk_op_table[inst->op].rule;
    uint8_t flags = pk_op_table[inst->op].flags;

    if (flags & PK_OPF_SYNC)
        run_barrier(r, inst, mask);
    if (r.m->status != PK_OK)
        return;
    if (inst->op == PK_OP_grid_sync && r.m->grid)
        pk_grid_wait(r.m, inst);
    if (inst->op == PK_OP_fence_device || inst->op == PK_OP_fence_system)
        pk_shadow_fence(r.m);
    if (rule == PK_RULE_BARRIER)
        pk_machine_barrier_vote(r.m, r.f, inst, mask);
    else if (flags & PK_OPF_WARP)
        pk_machine_warp(r.m, r.f, inst, mask);
    else if (inst->result_count)
        pk_machine_clock(r.m, r.f, inst, mask);
}

/* Loads, stores and atomics. */
static bool is_access(const pk_inst *inst) {
    return inst->arg_count && pk_type_is_ptr(inst->args[0]->type);
}

static void run_exit(run r, const pk_inst *inst, pk_mask *mask) {
    const pk_scope *s = r.scope;

    while (s && s->inst != inst->target)
        s = s->outer;
    if (s)
        mask_move(r.m, inst->op == PK_OP_break ? s->broke : s->continued, mask);
}

/* Threads that have returned from the kernel are not waited for at barriers. */
static void run_return(run r, const pk_inst *inst, pk_mask *mask) {
    pk_machine *m = r.m;

    for (uint32_t i = 0; i < inst->arg_count; i++) {
        const uint64_t *from = pk_frame_value(m, r.f, inst->args[i]);
        uint64_t *to = r.f->results + (size_t)i * m->threads;
        PK_EACH_THREAD(m, mask, t) {
            to[t] = from[t];
        }
    }
    for (uint32_t w = 0; w < m->words && r.f == m->frames; w++)
        m->live.word[w] &= ~mask->word[w];
    mask_clear(mask);
}

/* ---- functions ---- */

/* Locals read as zero and arrays are unwritten each time. */
static void enter(pk_machine *m, const pk_frame *f) {
    const pk_func *fn = f->fn;

    if (fn->local_count)
        memset(f->locals, 0, (size_t)fn->local_count * m->threads * 8);
    if (f->watched)
        memset(f->unset, 0xff, (size_t)fn->local_count * m->words * 8);
    for (const pk_storage *s = fn->storages; s; s = s->next) {
        uint64_t pointer = *pk_frame_value(m, f, s->value);
        pk_interp_array *a = &m->arrays[pointer >> PK_POINTER_BITS];
        if (a->init)
            memset(a->init, 0, s->count * m->threads);
    }
}

static void run_call(run r, const pk_inst *inst, const pk_mask *mask,
                     uint32_t lo, uint32_t hi) {
    pk_machine *m = r.m;
    size_t bytes = (hi - lo) * sizeof(uint64_t);
    pk_frame *f = m->frames;
    pk_mask inside = *mask;

    while (f->fn != inst->callee)
        f++;
    enter(m, f);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        memcpy(pk_frame_value(m, f, f->fn->params[i].value) + lo,
               pk_frame_value(m, r.f, inst->args[i]) + lo, bytes);
    run_region((run){m, f, NULL}, f->fn->body, &inside);
    for (uint32_t i = 0; i < inst->result_count; i++)
        memcpy(pk_frame_value(m, r.f, inst->results[i]) + lo,
               f->results + (size_t)i * m->threads + lo, bytes);
}

/* ---- control ---- */

static void run_if(run r, const pk_inst *inst, pk_mask *mask) {
    pk_mask no = {0};

    mask_split(r.m, pk_frame_value(r.m, r.f, inst->args[0]), mask, mask, &no);
    run_region(r, inst->body, mask);
    run_region(r, inst->other, &no);
    mask_add(r.m, mask, &no);
}

static void run_loop(run r, const pk_inst *inst, pk_mask *mask) {
    pk_mask broke = {0}, again = {0};
    pk_scope scope = {r.scope, inst, &broke, &again};
    bool once = inst->op == PK_OP_block;

    do {
        mask_clear(&again);
        run_region((run){r.m, r.f, &scope}, inst->body, mask);
        mask_add(r.m, mask, &again);
    } while (!once && pk_mask_any(r.m, mask) && r.m->status == PK_OK);
    mask_add(r.m, mask, &broke);
}

typedef struct range {
    const uint64_t *start, *stop, *step;
    uint64_t *index;
    uint32_t shift; /* 64 less the width of the index */
    bool is_signed;
} range;

static int64_t widen(const range *g, uint64_t bits) {
    return g->is_signed ? (int64_t)(bits << g->shift) >> g->shift
                        : (int64_t)bits;
}

/* True when the iteration that follows `index` exists. Differences are exact
 * as unsigned numbers, so nothing here overflows. */
static bool range_has_next(const range *g, uint32_t t) {
    int64_t i = widen(g, g->index[t]), stop = widen(g, g->stop[t]);
    int64_t step = widen(g, g->step[t]);

    if (g->is_signed && step < 0)
        return 0 - (uint64_t)step < (uint64_t)i - (uint64_t)stop;
    return (uint64_t)step < (uint64_t)stop - (uint64_t)i;
}

static bool range_has_first(const range *g, uint32_t t) {
    int64_t start = widen(g, g->start[t]), stop = widen(g, g->stop[t]);
    int64_t step = widen(g, g->step[t]);

    if (!g->is_signed)
        return step && (uint64_t)start < (uint64_t)stop;
    return step > 0 ? start < stop : step < 0 && start > stop;
}

/* Moves threads that have no further iteration from mask to done. */
static void range_advance(const pk_machine *m, const range *g, pk_mask *mask,
                          pk_mask *done) {
    uint64_t keep = UINT64_MAX >> g->shift;
    pk_mask now = *mask;

    PK_EACH_THREAD(m, &now, t) {
        uint64_t bit = UINT64_C(1) << t % 64;
        if (range_has_next(g, t)) {
            g->index[t] = (g->index[t] + g->step[t]) & keep;
        } else {
            mask->word[t / 64] &= ~bit;
            done->word[t / 64] |= bit;
        }
    }
}

static void range_begin(const pk_machine *m, const range *g, pk_mask *mask,
                        pk_mask *done) {
    pk_mask now = *mask;

    PK_EACH_THREAD(m, &now, t) {
        uint64_t bit = UINT64_C(1) << t % 64;
        if (range_has_first(g, t)) {
            g->index[t] = g->start[t];
        } else {
            mask->word[t / 64] &= ~bit;
            done->word[t / 64] |= bit;
        }
    }
}

static range range_of(run r, const pk_inst *inst) {
    pk_type type = inst->index->type;

    return (range){.start = pk_frame_value(r.m, r.f, inst->args[0]),
                   .stop = pk_frame_value(r.m, r.f, inst->args[1]),
                   .step = pk_frame_value(r.m, r.f, inst->args[2]),
                   .index = pk_frame_value(r.m, r.f, inst->index),
                   .shift = 64 - 8 * pk_type_bytes(type),
                   .is_signed = pk_type_is_signed(type)};
}

static void run_for(run r, const pk_inst *inst, pk_mask *mask) {
    pk_mask done = {0}, again = {0};
    pk_scope scope = {r.scope, inst, &done, &again};
    range g = range_of(r, inst);

    range_begin(r.m, &g, mask, &done);
    while (pk_mask_any(r.m, mask) && r.m->status == PK_OK) {
        mask_clear(&again);
        run_region((run){r.m, r.f, &scope}, inst->body, mask);
        mask_add(r.m, mask, &again);
        range_advance(r.m, &g, mask, &done);
    }
    *mask = done;
}

/* ---- items: a block's threads, one after the other ---- */

static uint64_t range_count(const range *g) {
    int64_t step = widen(g, *g->step);
    uint64_t from = (uint64_t)widen(g, *g->start);
    uint64_t to = (uint64_t)widen(g, *g->stop);

    if (!range_has_first(g, 0))
        return 0;
    return g->is_signed && step < 0 ? (from - to - 1) / (0 - (uint64_t)step) + 1
                                    : (to - from - 1) / (uint64_t)step + 1;
}

static uint64_t gcd(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static uint32_t next_random(pk_machine *m) {
    m->random = m->random * 1664525u + 1013904223u;
    return m->random >> 8;
}

/* Iteration k runs item (k * stride + first) mod count, which reaches each of
 * them once. */
static void items_order(pk_machine *m, uint64_t count, uint64_t *first,
                        uint64_t *stride) {
    pk_interp_order order = m->options ? m->options->order : PK_INTERP_FORWARD;

    *first = order == PK_INTERP_REVERSE ? count - 1 : 0;
    *stride = order == PK_INTERP_REVERSE ? count - 1 : 1;
    if (order != PK_INTERP_SHUFFLED)
        return;
    *first = next_random(m) % count;
    do
        *stride = 1 + next_random(m) % count;
    while (gcd(*stride, count) != 1);
}

static void run_items(run r, const pk_inst *inst, pk_mask *mask) {
    pk_mask broke = {0}, again = {0};
    pk_scope scope = {r.scope, inst, &broke, &again};
    range g = range_of(r, inst);
    uint64_t count = range_count(&g), item, stride;

    if (!count)
        return;
    items_order(r.m, count, &item, &stride);
    for (uint64_t k = 0; k < count && r.m->status == PK_OK; k++) {
        *g.index = (*g.start + item * *g.step) & UINT64_MAX >> g.shift;
        item = count <= UINT32_MAX ? (item + stride) % count : k + 1;
        mask_clear(&again);
        run_region((run){r.m, r.f, &scope}, inst->body, mask);
        mask_add(r.m, mask, &again);
        if (!pk_mask_any(r.m, mask))
            break;
    }
    mask_add(r.m, mask, &broke);
}

/* ---- dispatch ---- */

/* Returns true when the mask may have changed. */
static bool run_control(run r, const pk_inst *inst, pk_mask *mask, uint32_t lo,
                        uint32_t hi) {
    bool items = (inst->flags & PK_INST_items) && r.m->threads == 1;

    switch ((int)inst->op) {
    case PK_OP_if: run_if(r, inst, mask); break;
    case PK_OP_loop:
    case PK_OP_block: run_loop(r, inst, mask); break;
    case PK_OP_for: (items ? run_items : run_for)(r, inst, mask); break;
    case PK_OP_break:
    case PK_OP_continue: run_exit(r, inst, mask); break;
    case PK_OP_return: run_return(r, inst, mask); break;
    case PK_OP_call: run_call(r, inst, mask, lo, hi); return false;
    }
    return true;
}

static bool burn(pk_machine *m, const pk_inst *inst, uint64_t threads) {
    if (m->fuel < threads) {
        pk_report(m, inst, PK_TIMEOUT, "the kernel ran out of fuel");
        return false;
    }
    m->fuel -= threads;
    return true;
}

static void run_region(run r, const pk_region *region, pk_mask *mask) {
    pk_machine *m = r.m;
    uint32_t lo = 0, hi = 0;

    if (!mask_range(m, mask, &lo, &hi))
        return;
    for (const pk_inst *i = region->first; i; i = i->next) {
        uint8_t flags = pk_op_table[i->op].flags;

        if (!burn(m, i, hi - lo))
            return;
        if (flags & PK_OPF_PURE)
            pk_machine_compute(m, r.f, i, lo, hi);
        else if (i->op == PK_OP_get)
            run_get(r, i, mask, lo, hi);
        else if (i->op == PK_OP_set)
            run_set(r, i, mask);
        else if ((flags & PK_OPF_CONTROL) || i->op == PK_OP_call) {
            if (run_control(r, i, mask, lo, hi) &&
                !mask_range(m, mask, &lo, &hi))
                return;
        } else if (is_access(i))
            pk_machine_access(m, r.f, i, mask);
        else
            run_together(r, i, mask);
        if (m->status != PK_OK)
            return;
    }
}

void pk_machine_run_block(pk_machine *m) {
    const pk_frame *kernel = &m->frames[0];
    pk_mask mask = m->all;

    enter(m, kernel);
    run_region((run){m, kernel, NULL}, kernel->fn->body, &mask);
}
