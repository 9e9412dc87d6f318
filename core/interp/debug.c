/* SPDX-License-Identifier: Apache-2.0 */
/* Debugging a launch. */
#include "core/interp/debug.h"

#include "base/error.h"
#include "core/interp/machine.h"

#include <stdio.h>
#include <string.h>

/* ---- tables ---- */

static bool is_set(const pk_inst *inst) {
    return !strncmp(inst->text, "set ", 4);
}

static bool is_del(const pk_inst *inst) {
    return !strncmp(inst->text, "del ", 4);
}

static uint32_t find_variable(pk_machine *m, pk_debug_table *d,
                              const pk_inst *set) {
    size_t length;
    const char *name = pk_debug_name(set, &length);

    for (uint32_t i = 0; i < d->variable_count; i++)
        if (strlen(d->names[i]) == length && !memcmp(d->names[i], name, length))
            return i;
    d->names[d->variable_count] = pk_arena_text(&m->arena, name, length);
    return d->variable_count++;
}

void pk_debug_prepare(pk_machine *m, pk_machine_frame *f) {
    pk_debug_table *d = PK_NEW(&m->arena, pk_debug_table);
    size_t count = f->debug_count;

    d->notes = pk_arena_array(&m->arena, count + 1, sizeof *d->notes);
    d->names = pk_arena_array(&m->arena, count + 1, sizeof *d->names);
    d->lines = pk_arena_array(&m->arena, m->threads, sizeof *d->lines);
    for (uint32_t i = 0; !m->arena.failed && i < f->step_count; i++) {
        const pk_inst *inst = f->steps[i].inst;
        pk_debug_note *note = &d->notes[f->steps[i].target];
        if (f->steps[i].kind != PK_STEP_debug)
            continue;
        note->inst = inst;
        if (!is_set(inst) && !is_del(inst))
            continue;
        note->variable = find_variable(m, d, inst);
        note->values =
            pk_arena_array(&m->arena, (size_t)inst->arg_count * m->threads + 1,
                           sizeof *note->values);
    }
    d->current =
        pk_arena_array(&m->arena, (size_t)d->variable_count * m->threads + 1,
                       sizeof *d->current);
    f->debug = m->arena.failed ? NULL : d;
}

void pk_debug_enter(pk_machine *m, const pk_machine_frame *f) {
    pk_debug_table *d = f->debug;

    PK_EACH_THREAD(m, &m->now.mask, t) {
        d->lines[t] = NULL;
        for (uint32_t i = 0; i < d->variable_count; i++)
            d->current[(size_t)i * m->threads + t] = 0;
    }
}

static void assign(const pk_machine *m, const pk_machine_frame *f,
                   uint32_t number) {
    const pk_debug_note *note = &f->debug->notes[number];
    const pk_inst *inst = note->inst;
    uint32_t *current = f->debug->current + (size_t)note->variable * m->threads;

    for (uint32_t k = 0; k < inst->arg_count; k++) {
        const uint64_t *from = pk_frame_value(m, f, inst->args[k]);
        uint64_t *to = note->values + (size_t)k * m->threads;
        PK_EACH_THREAD(m, &m->now.mask, t) {
            to[t] = from[t];
        }
    }
    PK_EACH_THREAD(m, &m->now.mask, t) {
        current[t] = is_del(inst) ? 0 : number + 1;
    }
}

/* ---- threads ---- */

static bool has(const pk_mask *mask, uint32_t t) {
    return mask->word[t / 64] >> t % 64 & 1;
}

/* The number of the debugger's block; UINT64_MAX when the grid has none such.
 */
static uint64_t wanted_block(const pk_machine *m) {
    const uint32_t *g = m->config->grid, *b = m->debug->debugger->block;

    if (b[0] >= g[0] || b[1] >= g[1] || b[2] >= g[2])
        return UINT64_MAX;
    return b[0] + (uint64_t)g[0] * (b[1] + (uint64_t)g[1] * b[2]);
}

/* The number of the debugger's thread in the running block; m->threads: it is
 * not there. */
static uint32_t wanted_thread(const pk_machine *m) {
    const uint32_t *d = m->config->block, *t = m->debug->debugger->thread;

    if (wanted_block(m) != m->block_number || t[0] >= d[0] || t[1] >= d[1] ||
        t[2] >= d[2])
        return m->threads;
    return t[0] + d[0] * (t[1] + d[1] * t[2]);
}

/* Where a thread of the block is; NULL when it has returned. */
static const pk_machine_call *call_of(const pk_machine *m, uint32_t t) {
    if (t >= m->threads)
        return NULL;
    if (!m->idle && has(&m->now.mask, t))
        return m->now.call;
    for (uint32_t i = 0; i < m->group_count; i++)
        if (has(&m->groups[i].mask, t))
            return m->groups[i].call;
    return NULL;
}

/* Functions without lines are not the program's. */
static const pk_inst *line_in(const pk_machine_call *call, uint32_t t) {
    return call->frame->debug->lines[t];
}

static uint32_t depth_of(const pk_machine *m, uint32_t t) {
    uint32_t depth = 0;

    for (const pk_machine_call *c = call_of(m, t); c; c = c->outer)
        depth += line_in(c, t) != NULL;
    return depth;
}

/* ---- stops ---- */

static const char *file_of(const pk_machine *m, const pk_inst *line) {
    const pk_ir *ir = m->frames[0].fn->ir;

    return line->loc.file < ir->file_count ? ir->files[line->loc.file] : "";
}

static void read_frame(const pk_machine *m, const pk_machine_frame *f,
                       uint32_t t, pk_arena *arena, pk_debug_frame *out) {
    const pk_debug_table *d = f->debug;
    pk_debug_value *variables =
        pk_arena_array(arena, d->variable_count + 1u, sizeof *variables);
    uint32_t count = 0;

    for (uint32_t i = 0; !arena->failed && i < d->variable_count; i++) {
        uint32_t number = d->current[(size_t)i * m->threads + t];
        if (number)
            pk_debug_read(m, &d->notes[number - 1], d->names[i], t, arena,
                          &variables[count++]);
    }
    *out = (pk_debug_frame){.function = d->lines[t]->text + strlen("line "),
                            .file = file_of(m, d->lines[t]),
                            .line = d->lines[t]->loc.line,
                            .variable_count = count,
                            .variables = variables};
}

static void read_frames(const pk_machine *m, uint32_t t, pk_arena *arena,
                        pk_debug_stop *stop) {
    uint32_t depth = depth_of(m, t);
    pk_debug_frame *frames = pk_arena_array(arena, depth + 1u, sizeof *frames);

    for (const pk_machine_call *c = call_of(m, t); c; c = c->outer)
        if (line_in(c, t) && !arena->failed)
            read_frame(m, c->frame, t, arena, &frames[stop->frame_count++]);
    stop->frames = frames;
}

static pk_debug_answer ask_once(pk_machine *m, pk_debug_reason reason,
                                const char *message) {
    pk_debugger *debugger = m->debug->debugger;
    pk_debug_stop stop = {
        .struct_size = sizeof stop, .reason = reason, .message = message};
    pk_debug_answer answer = PK_DEBUG_CONTINUE;
    pk_arena arena;

    memcpy(stop.block, debugger->block, sizeof stop.block);
    memcpy(stop.thread, debugger->thread, sizeof stop.thread);
    memcpy(stop.grid_dim, m->config->grid, sizeof stop.grid_dim);
    memcpy(stop.block_dim, m->config->block, sizeof stop.block_dim);
    pk_arena_init(&arena, m->arena.allocator);
    read_frames(m, wanted_thread(m), &arena, &stop);
    if (arena.failed)
        m->status = pk_fail_no_memory(m->err);
    else
        answer = debugger->stopped(debugger->self, &stop);
    pk_arena_finish(&arena);
    return answer;
}

/* The answer ends the launch or says where the next stop is. */
static void ask(pk_machine *m, pk_debug_reason reason, const char *message) {
    pk_debug_session *s = m->debug;
    pk_debug_answer answer = ask_once(m, reason, message);

    while (answer == PK_DEBUG_OTHER_THREAD)
        answer = ask_once(m, PK_DEBUG_LOOK, message);
    if (answer == PK_DEBUG_STOP && m->status == PK_OK) {
        s->failed = true;
        m->status =
            pk_fail(m->err, PK_CANCELLED, "the debugger stopped the launch");
    }
    if (answer == PK_DEBUG_STOP || answer == PK_DEBUG_SAME)
        return;
    s->answer = answer;
    s->depth = depth_of(m, wanted_thread(m));
    if (!s->depth) /* it has not begun: its first line */
        s->depth = UINT32_MAX;
}

/* ---- lines ---- */

static bool has_break(const pk_machine *m, const pk_inst *line) {
    const pk_debugger *d = m->debug->debugger;

    for (uint32_t i = 0; i < d->break_count; i++)
        if (d->breaks[i].line == line->loc.line &&
            (!d->breaks[i].file ||
             !strcmp(d->breaks[i].file, file_of(m, line))))
            return true;
    return false;
}

static bool goes_to(const pk_debug_session *s, uint32_t depth) {
    switch (s->answer) {
    case PK_DEBUG_STEP: return true;
    case PK_DEBUG_NEXT: return depth <= s->depth;
    case PK_DEBUG_FINISH: return depth < s->depth;
    default: return false;
    }
}

static void run_line(pk_machine *m, const pk_machine_frame *f,
                     const pk_inst *line) {
    pk_debug_session *s = m->debug;
    uint32_t t = wanted_thread(m);

    PK_EACH_THREAD(m, &m->now.mask, other) {
        f->debug->lines[other] = line;
    }
    if (!s->begun) {
        s->begun = true;
        s->answer = s->debugger->begin;
        s->depth = UINT32_MAX;
    }
    if (t >= m->threads || !has(&m->now.mask, t))
        return;
    if (goes_to(s, depth_of(m, t)) ||
        (s->debugger->interrupt &&
         __atomic_load_n(s->debugger->interrupt, __ATOMIC_RELAXED)))
        ask(m, PK_DEBUG_LINE, "");
    else if (has_break(m, line))
        ask(m, PK_DEBUG_BREAK, "");
}

/* ---- failures ---- */

/* The thread that fails, or else the wanted one, is the one to look at. */
static void look_at(pk_machine *m, uint32_t t) {
    const uint32_t *d = m->config->block;

    memcpy(m->debug->debugger->block, m->block, sizeof m->block);
    m->debug->debugger->thread[0] = t % d[0];
    m->debug->debugger->thread[1] = t / d[0] % d[1];
    m->debug->debugger->thread[2] = t / d[0] / d[1];
}

static void fault(pk_machine *m, const char *message) {
    uint32_t t = wanted_thread(m);

    if (m->debug->failed)
        return;
    m->debug->failed = true;
    if (m->blamed < m->threads)
        look_at(m, m->blamed);
    else if (!m->idle && (t >= m->threads || !has(&m->now.mask, t)))
        look_at(m, m->spans[0].low);
    ask(m, PK_DEBUG_FAULT, message);
}

/* The words with the values of the first thread in the places of integers. */
static void put_words(const pk_machine *m, const pk_machine_frame *f,
                      const pk_inst *inst, uint32_t t, char *out, size_t size) {
    const char *words = inst->text + strlen("fail ");
    uint32_t arg = 0;
    size_t used = 0;

    for (; *words && used + 32 < size; words++) {
        if (*words == '{' && words[1] == '}' && arg < inst->arg_count) {
            const pk_value *value = inst->args[arg++];
            uint32_t unused = 64 - 8 * pk_type_bytes(value->type);
            int64_t bits =
                (int64_t)(pk_frame_value(m, f, value)[t] << unused) >> unused;
            bool known = pk_type_is_int(value->type);
            used += (size_t)snprintf(out + used, size - used,
                                     known ? "%lld" : "...", (long long)bits);
            words++;
        } else {
            out[used++] = *words;
            words += (*words == '{' || *words == '}') && words[1] == *words;
        }
    }
    out[used] = '\0';
}

/* The launch fails behind this, by what the pass report made of it. */
static void run_fail(pk_machine *m, const pk_machine_frame *f,
                     const pk_inst *inst) {
    uint32_t t = wanted_thread(m);
    char message[640];

    if (t >= m->threads || !has(&m->now.mask, t))
        for (t = 0; !has(&m->now.mask, t);)
            t++;
    put_words(m, f, inst, t, message, sizeof message);
    m->blamed = t;
    fault(m, message);
    m->blamed = PK_INTERP_THREADS;
}

void pk_debug_fault(pk_machine *m, pk_status status) {
    if (status != PK_CANCELLED)
        fault(m, m->err ? m->err->message : "");
}

/* ---- operations ---- */

void pk_debug_run(pk_machine *m, const pk_machine_frame *f, const pk_inst *inst,
                  uint32_t number) {
    if (!m->debug || !f->debug)
        return;
    if (is_set(inst) || is_del(inst))
        assign(m, f, number);
    else if (!strncmp(inst->text, "line ", 5))
        run_line(m, f, inst);
    else
        run_fail(m, f, inst);
}
