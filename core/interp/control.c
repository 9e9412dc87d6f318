/* SPDX-License-Identifier: Apache-2.0 */
/* Control flow: the running group moves, and threads that go another way
 * leave it. */
#include "core/interp/machine.h"

#include <string.h>

/* Turns of loops that a group may take before it gives way. Those in which
 * memory was read count, those with an atomic more (exec.c), others do not:
 * no thread waits that way. */
enum { GROUP_SPINS = 1024 };

/* ---- going ---- */

/* Backwards: what is in between may hold others. */
static void go_back(pk_machine *m, uint32_t pc) {
    m->now.pc = pc;
    m->now.spins += m->looked;
    m->looked = 0;
    if (m->now.spins >= GROUP_SPINS) {
        m->spent += m->now.spins;
        m->now.spins = 0;
        if (m->spent >= m->patience || pk_groups_others(m)) {
            pk_groups_leave(m, PK_READY);
            return;
        }
    }
    pk_groups_settle(m);
}

static bool any(const pk_machine *m, const pk_mask *mask) {
    return pk_mask_any(m, mask);
}

/* Splits the group by a bool register: those where it is true, and the rest. */
static void split_by(const pk_machine *m, const uint64_t *cond, pk_mask *yes,
                     pk_mask *no) {
    for (uint32_t w = 0; w < m->words; w++) {
        uint32_t end = m->threads - w * 64 < 64 ? m->threads - w * 64 : 64;
        uint64_t bits = 0, on = m->now.mask.word[w];

        for (uint32_t k = 0; on && k < end; k++)
            bits |= (cond[w * 64 + k] & 1) << k;
        yes->word[w] = on & bits;
        no->word[w] = on & ~bits;
    }
}

static void run_split(pk_machine *m, const pk_machine_frame *f,
                      const pk_step *step) {
    pk_mask yes = {0}, no = {0};

    split_by(m, pk_frame_value(m, f, step->inst->args[0]), &yes, &no);
    if (!any(m, &yes)) {
        m->now.pc = step->target;
        return;
    }
    m->now.pc++;
    if (!any(m, &no))
        return;
    m->now.mask = yes;
    pk_groups_put(m, &no, step->target);
    pk_groups_settle(m);
}

/* ---- ranges ---- */

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

static range range_of(const pk_machine *m, const pk_machine_frame *f,
                      const pk_inst *inst) {
    pk_type type = inst->index->type;

    return (range){.start = pk_frame_value(m, f, inst->args[0]),
                   .stop = pk_frame_value(m, f, inst->args[1]),
                   .step = pk_frame_value(m, f, inst->args[2]),
                   .index = pk_frame_value(m, f, inst->index),
                   .shift = 64 - 8 * pk_type_bytes(type),
                   .is_signed = pk_type_is_signed(type)};
}

/* Gives threads their first or next index; `in` and `out`: those that have
 * one and those that have none. */
static void advance(const pk_machine *m, const range *g, bool first,
                    pk_mask *in, pk_mask *out) {
    uint64_t keep = UINT64_MAX >> g->shift;

    PK_EACH_THREAD(m, &m->now.mask, t) {
        bool has = first ? range_has_first(g, t) : range_has_next(g, t);
        pk_mask *to = has ? in : out;

        to->word[t / 64] |= UINT64_C(1) << t % 64;
        if (has)
            g->index[t] =
                first ? g->start[t] : (g->index[t] + g->step[t]) & keep;
    }
}

static void run_range(pk_machine *m, const pk_machine_frame *f,
                      const pk_step *step) {
    bool first = step->kind == PK_STEP_first;
    uint32_t behind = first ? step->target : m->now.pc + 1;
    uint32_t body = first ? m->now.pc + 1 : step->target;
    range g = range_of(m, f, step->inst);
    pk_mask in = {0}, out = {0};

    advance(m, &g, first, &in, &out);
    if (step->inst->flags & PK_INST_apart)
        pk_iterations_turn(m, step, any(m, &in), *g.index);
    if (!any(m, &in)) {
        m->now.pc = behind;
        return;
    }
    if (any(m, &out)) {
        m->now.mask = in;
        pk_groups_put(m, &out, behind);
    }
    if (!first) {
        go_back(m, body);
        return;
    }
    m->now.pc = body;
    pk_groups_settle(m);
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
static void items_order(pk_machine *m, pk_items *items) {
    pk_interp_order order = m->options ? m->options->order : PK_INTERP_FORWARD;
    uint64_t count = items->count;

    items->item = order == PK_INTERP_REVERSE ? count - 1 : 0;
    items->stride = order == PK_INTERP_REVERSE ? count - 1 : 1;
    if (order != PK_INTERP_SHUFFLED)
        return;
    items->item = next_random(m) % count;
    do
        items->stride = 1 + next_random(m) % count;
    while (gcd(items->stride, count) != 1);
}

static void run_items(pk_machine *m, const pk_machine_frame *f,
                      const pk_step *step) {
    bool first = step->kind == PK_STEP_items_first;
    range g = range_of(m, f, step->inst);
    pk_items *items = &f->items[step->items];

    if (first) {
        *items = (pk_items){.count = range_count(&g)};
        if (items->count)
            items_order(m, items);
    }
    *g.index = (*g.start + items->item * *g.step) & UINT64_MAX >> g.shift;
    if (step->inst->flags & PK_INST_apart)
        pk_iterations_turn(m, step, items->done < items->count, *g.index);
    if (items->done == items->count) {
        m->now.pc = first ? step->target : m->now.pc + 1;
        return;
    }
    items->done++;
    items->item = items->count <= UINT32_MAX
                      ? (items->item + items->stride) % items->count
                      : items->done;
    if (first)
        m->now.pc++;
    else
        go_back(m, step->target);
}

/* ---- functions ---- */

void pk_machine_enter(pk_machine *m, const pk_machine_frame *f) {
    const pk_func *fn = f->fn;

    for (uint32_t l = 0; l < fn->local_count; l++) {
        uint64_t *local = f->locals + (size_t)l * m->threads;
        for (uint32_t i = 0; i < m->span_count; i++)
            memset(local + m->spans[i].low, 0,
                   (m->spans[i].high - m->spans[i].low) * sizeof *local);
        for (uint32_t w = 0; f->watched && w < m->words; w++)
            f->unset[(size_t)l * m->words + w] |= m->now.mask.word[w];
    }
    for (const pk_storage *s = fn->storages; s; s = s->next) {
        uint64_t pointer = *pk_frame_value(m, f, s->value);
        const pk_interp_array *a = &m->arrays[pointer >> PK_POINTER_BITS];
        for (uint32_t i = 0; a->init && i < m->span_count; i++)
            memset(a->init + m->spans[i].low * a->pitch, 0,
                   (m->spans[i].high - m->spans[i].low) * a->pitch);
    }
    if (f->debug)
        pk_debug_enter(m, f);
}

/* The frame that threads in `outer` get for a call. */
static pk_machine_frame *frame_for(pk_machine *m, pk_machine_call *outer,
                                   const pk_func *fn) {
    pk_machine_frame *f = m->frames;

    for (pk_machine_call *c = outer; c; c = c->outer)
        if (c->frame->fn == fn)
            return c->frame->deeper ? c->frame->deeper
                                    : pk_frame_deeper(m, c->frame);
    while (f->fn != fn)
        f++;
    return f;
}

static pk_machine_call *make_call(pk_machine *m, pk_machine_frame *f) {
    pk_machine_call *call = f->idle;

    if (call) {
        f->idle = call->outer;
        return call;
    }
    call = PK_NEW(&m->arena, pk_machine_call);
    call->frame = f;
    call->calls = pk_arena_array(&m->arena, f->call_count, sizeof *call->calls);
    return m->arena.failed ? NULL : call;
}

static pk_machine_call *way_into(pk_machine *m, const pk_step *step) {
    pk_machine_call *outer = m->now.call, *call = outer->calls[step->target];
    pk_machine_frame *f;

    if (call)
        return call;
    f = frame_for(m, outer, step->inst->callee);
    call = f ? make_call(m, f) : NULL;
    if (!call) {
        pk_report(m, step->inst, m->arena.failed ? PK_NO_MEMORY : PK_LIMIT,
                  "the interpreter has no room for more calls of %s within "
                  "each other",
                  step->inst->callee->name);
        return NULL;
    }
    call->outer = outer;
    call->pc = m->now.pc;
    call->depth = outer->depth + 1;
    outer->calls[step->target] = call;
    return call;
}

static uint32_t count_now(const pk_machine *m) {
    uint32_t count = 0;

    for (uint32_t w = 0; w < m->words; w++)
        count += (uint32_t)__builtin_popcountll(m->now.mask.word[w]);
    return count;
}

/* The group has returned. */
static void leave(const pk_machine *m, pk_machine_call *call) {
    pk_machine_call *outer = call->outer;

    call->inside -= count_now(m);
    if (call->inside)
        return;
    outer->calls[outer->frame->steps[call->pc].target] = NULL;
    call->outer = call->frame->idle;
    call->frame->idle = call;
}

static void run_call(pk_machine *m, const pk_machine_frame *f,
                     const pk_step *step) {
    pk_machine_call *call = way_into(m, step);
    const pk_inst *inst = step->inst;

    if (!call)
        return;
    call->inside += count_now(m);
    pk_machine_enter(m, call->frame);
    for (uint32_t k = 0; k < inst->arg_count; k++) {
        const uint64_t *from = pk_frame_value(m, f, inst->args[k]);
        uint64_t *to =
            pk_frame_value(m, call->frame, call->frame->fn->params[k].value);
        for (uint32_t i = 0; i < m->span_count; i++)
            memcpy(to + m->spans[i].low, from + m->spans[i].low,
                   (m->spans[i].high - m->spans[i].low) * sizeof *to);
    }
    m->now.call = call;
    m->now.pc = 0;
    pk_groups_settle(m);
}

/* Threads that have returned from the kernel are not waited for at barriers. */
static void run_return(pk_machine *m, const pk_machine_frame *f,
                       const pk_step *step) {
    pk_machine_call *call = m->now.call;
    const pk_inst *inst = step->inst, *caller;

    pk_iterations_return(m);
    if (!call->outer) {
        for (uint32_t w = 0; w < m->words; w++)
            m->live.word[w] &= ~m->now.mask.word[w];
        m->idle = true;
        return;
    }
    caller = call->outer->frame->steps[call->pc].inst;
    for (uint32_t k = 0; inst && k < inst->arg_count; k++) {
        const uint64_t *from = pk_frame_value(m, f, inst->args[k]);
        uint64_t *to =
            pk_frame_value(m, call->outer->frame, caller->results[k]);
        PK_EACH_THREAD(m, &m->now.mask, t) {
            to[t] = from[t];
        }
    }
    m->now.pc = call->pc + 1;
    m->now.call = call->outer;
    leave(m, call);
    pk_groups_settle(m);
}

/* ---- dispatch ---- */

void pk_machine_control(pk_machine *m, const pk_step *step) {
    const pk_machine_frame *f = m->now.call->frame;

    switch (step->kind) {
    case PK_STEP_split: run_split(m, f, step); break;
    case PK_STEP_jump:
        pk_iterations_jump(m, step->target);
        m->now.pc = step->target;
        break;
    case PK_STEP_again: go_back(m, step->target); break;
    case PK_STEP_first:
    case PK_STEP_next: run_range(m, f, step); break;
    case PK_STEP_items_first:
    case PK_STEP_items_next: run_items(m, f, step); break;
    case PK_STEP_call: run_call(m, f, step); break;
    case PK_STEP_return: run_return(m, f, step); break;
    default: break; /* exec.c */
    }
}
