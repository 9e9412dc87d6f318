/* SPDX-License-Identifier: Apache-2.0 */
/* Where variables lie.
 *
 * .shared variables: a block of an entry has those that the entry and what it
 * calls refer to, and no others. Variables that several entries reach get
 * places of their own first; behind them each entry puts those that only it
 * reaches, so that kernels of one module share addresses. */
#include "sim/ptx/link.h"

#include <string.h>

/* ---- reach ---- */

typedef struct walk {
    sim_linker *linker;
    sim_func **stack;
    uint32_t depth, stamp;
    bool indirect;
    void (*visit)(struct walk *w, sim_variable *v);
    sim_function *entry;
    uint64_t end; /* of the variables placed for the entry */
} walk;

static void push(walk *w, sim_func *f) {
    f = sim_link_func(f);
    if (f->mark == w->stamp || !f->out)
        return;
    f->mark = w->stamp;
    w->stack[w->depth++] = f;
}

/* An indirect call may reach every function whose address is taken. */
static void push_addressed(walk *w) {
    if (w->indirect)
        return;
    w->indirect = true;
    for (sim_unit *u = w->linker->units; u; u = u->next)
        for (sim_func *f = u->funcs; f; f = f->next)
            if (f->addressed)
                push(w, f);
}

static void walk_from(walk *w, sim_func *entry) {
    w->stamp++;
    w->indirect = false;
    push(w, entry);
    while (w->depth) {
        sim_func *f = w->stack[--w->depth];

        if (f->indirect_calls)
            push_addressed(w);
        for (uint32_t i = 0; i < f->refers.count; i++) {
            sim_target *t = &f->refers.items[i];

            if (t->func)
                push(w, t->func);
            else if (t->variable->space == SIM_SPACE_shared)
                w->visit(w, sim_link_variable(t->variable));
        }
    }
}

/* ---- .shared ---- */

static void count_entries(walk *w, sim_variable *v) {
    if (v->mark == w->stamp)
        return;
    v->mark = w->stamp;
    v->entries++;
}

static uint64_t place(sim_variable *v, uint64_t at) {
    v->address = (at + v->align - 1) & ~(v->align - 1);
    v->placed = true;
    return v->address + v->size;
}

static void add_report(sim_linker *linker, const sim_variable *v) {
    sim_module *module = linker->module;
    sim_shared *slot = &module->shared[module->shared_count++];

    *slot = (sim_shared){
        .name = pk_arena_text(&module->arena, v->name->text, v->name->length),
        .offset = (uint32_t)v->address,
        .size = (uint32_t)v->size,
        .function = v->func ? v->func->out : NULL};
}

/* First the shared ones' ends are known to the entry, then its own follow. */
static void see_common(walk *w, sim_variable *v) {
    if (v->open && w->entry->shared_align < v->align)
        w->entry->shared_align = (uint32_t)v->align;
    if (v->entries > 1 && v->address + v->size > w->end)
        w->end = v->address + v->size;
}

static void place_own(walk *w, sim_variable *v) {
    if (v->placed || v->open)
        return;
    w->end = place(v, w->end);
    add_report(w->linker, v);
}

static void check_shared(sim_linker *linker, sim_function *entry,
                         uint64_t bytes) {
    uint32_t most = sim_device_profile(linker->device)->shared_block;

    entry->shared_static = (uint32_t)bytes;
    if (bytes > most)
        sim_link_error(linker, SIM_INVALID_PTX,
                       "Entry function '%s' uses too much shared data (0x%llx "
                       "bytes, 0x%x max)",
                       entry->name, (unsigned long long)bytes, most);
}

static void place_common(sim_linker *linker) {
    uint64_t at = 0;

    for (sim_unit *u = linker->units; u; u = u->next)
        for (sim_variable *v = u->variables; v; v = v->next)
            if (v->entries > 1 && !v->open) {
                at = place(v, at);
                add_report(linker, v);
            }
}

static void each_entry(walk *w, void (*visit)(walk *w, sim_variable *v)) {
    w->visit = visit;
    for (sim_unit *u = w->linker->units; u; u = u->next)
        for (sim_func *f = u->funcs; f; f = f->next)
            if (f->entry && f->out) {
                w->entry = f->out;
                w->end = f->out->shared_static;
                walk_from(w, f);
                if (visit == place_own)
                    check_shared(w->linker, f->out, w->end);
                else
                    f->out->shared_static = (uint32_t)w->end;
            }
}

void sim_link_shared(sim_linker *linker) {
    sim_module *module = linker->module;
    walk w = {.linker = linker};
    uint32_t variables = 0, funcs = 0;

    for (sim_unit *u = linker->units; u; u = u->next) {
        funcs += u->func_count;
        for (sim_variable *v = u->variables; v; v = v->next)
            variables += v->space == SIM_SPACE_shared;
    }
    w.stack = pk_arena_array(linker->arena, funcs, sizeof *w.stack);
    module->shared =
        pk_arena_array(&module->arena, variables, sizeof *module->shared);
    if (linker->arena->failed || module->arena.failed)
        return;
    for (uint32_t i = 0; i < module->function_count; i++)
        module->functions[i].shared_align = 1;
    each_entry(&w, count_entries);
    place_common(linker);
    each_entry(&w, see_common);
    each_entry(&w, place_own);
}

/* ---- .global and .const ---- */

enum { CONST_MAX = 64 * 1024 };

static uint64_t target_address(const sim_target *target) {
    if (target->variable)
        return sim_link_variable(target->variable)->address;
    if (target->func) {
        const sim_func *f = sim_link_func(target->func);

        return f->out ? SIM_CODE_ADDRESS(f->out->index) : 0;
    }
    return 0;
}

static void add_global(sim_module *module, const sim_variable *v) {
    module->globals[module->global_count++] = (sim_global){
        .name = pk_arena_text(&module->arena, v->name->text, v->name->length),
        .address = v->address,
        .size = v->size,
        .space = v->space};
}

static void allocate_global(sim_linker *linker, sim_variable *v) {
    sim_module *module = linker->module;
    sim_range *range;
    sim_allocation managed;

    if (v->managed) {
        if (!sim_memory_new(linker->device, SIM_MEMORY_managed,
                            v->size ? v->size : 1, NULL, &managed)) {
            linker->outcome = SIM_NO_MEMORY;
            return;
        }
        v->address = managed.address;
        v->host = managed.host;
        memset(v->host, 0, v->size);
        module->managed[module->managed_count++] = v->address;
    } else {
        range = sim_memory_module(linker->device, v->size ? v->size : 1,
                                  v->align, false, v->name->text);
        if (!range) {
            linker->outcome = SIM_NO_MEMORY;
            return;
        }
        v->address = range->address;
        v->host = range->host;
        module->ranges[module->range_count++] = range;
    }
    add_global(module, v);
}

/* All constants in one range, as isspacep.const asks. */
static void allocate_constants(sim_linker *linker) {
    sim_module *module = linker->module;
    uint64_t bytes = 0;
    sim_range *range;

    for (sim_unit *u = linker->units; u; u = u->next)
        for (sim_variable *v = u->variables; v; v = v->next)
            if (v->space == SIM_SPACE_const && !v->resolved)
                bytes = place(v, bytes);
    if (!bytes)
        return;
    if (bytes > CONST_MAX) {
        sim_link_error(linker, SIM_INVALID_PTX,
                       "File uses too much global constant data (0x%llx bytes, "
                       "0x%x max)",
                       (unsigned long long)bytes, CONST_MAX);
        return;
    }
    range = sim_memory_module(linker->device, bytes, 256, true, "constants");
    if (!range) {
        linker->outcome = SIM_NO_MEMORY;
        return;
    }
    module->ranges[module->range_count++] = range;
    module->const_address = range->address;
    module->const_bytes = bytes;
    for (sim_unit *u = linker->units; u; u = u->next)
        for (sim_variable *v = u->variables; v; v = v->next)
            if (v->space == SIM_SPACE_const && !v->resolved) {
                v->host = range->host + v->address;
                v->address += range->address;
                add_global(module, v);
            }
}

static void fill(sim_variable *v) {
    if (v->bytes)
        memcpy(v->host, v->bytes, v->init_bytes);
    for (uint32_t i = 0; i < v->relocs.count; i++) {
        const sim_reloc *r = &v->relocs.items[i];
        uint64_t value = target_address(&r->target) + (uint64_t)r->addend;

        value >>= r->shift;
        memcpy(v->host + r->offset, &value, r->bytes);
    }
}

static bool is_global(const sim_variable *v) {
    return v->space == SIM_SPACE_global && !v->resolved;
}

void sim_link_globals(sim_linker *linker) {
    sim_module *module = linker->module;
    uint32_t count = 0;

    for (sim_unit *u = linker->units; u; u = u->next)
        for (sim_variable *v = u->variables; v; v = v->next)
            count +=
                v->space == SIM_SPACE_global || v->space == SIM_SPACE_const;
    module->globals =
        pk_arena_array(&module->arena, count, sizeof *module->globals);
    module->ranges =
        pk_arena_array(&module->arena, count + 1, sizeof *module->ranges);
    module->managed =
        pk_arena_array(&module->arena, count, sizeof *module->managed);
    if (module->arena.failed)
        return;
    allocate_constants(linker);
    for (sim_unit *u = linker->units; u; u = u->next)
        for (sim_variable *v = u->variables; v; v = v->next)
            if (is_global(v) && linker->outcome == SIM_DONE)
                allocate_global(linker, v);
    for (sim_unit *u = linker->units; u; u = u->next)
        for (sim_variable *v = u->variables; v; v = v->next)
            if (v->host && linker->outcome == SIM_DONE)
                fill(v);
}

/* ---- code ---- */

/* A constant in all 32 lanes. */
static void broadcast(uint8_t *row, const sim_constant *c) {
    uint64_t words[2] = {c->lo + target_address(&c->target), c->hi};

    if (!c->width) {
        memcpy(row, words, 4);
        return;
    }
    for (uint32_t lane = 0; lane < SIM_LANES; lane++)
        memcpy(row + lane * c->width, words, c->width);
}

static void finish_func(sim_linker *linker, sim_func *f) {
    uint8_t *rows =
        pk_arena_array(&linker->module->arena, f->constant_bytes, 1);
    sim_inst *code = (sim_inst *)(uintptr_t)f->out->code;

    if (linker->module->arena.failed)
        return;
    f->out->constants = rows;
    for (uint32_t i = 0; i < f->constants.count; i++)
        broadcast(rows + f->constants.items[i].at, &f->constants.items[i]);
    for (uint32_t i = 0; i < f->out->code_count; i++)
        if (code[i].op == SIM_OP_call && code[i].src[0] == SIM_NONE) {
            sim_target *t = &f->refers.items[code[i].target];

            code[i].target = sim_link_func(t->func)->out->index;
        }
}

void sim_link_code(sim_linker *linker) {
    for (sim_unit *u = linker->units; u; u = u->next)
        for (sim_func *f = u->funcs; f; f = f->next)
            if (f->out && f->defined)
                finish_func(linker, f);
}
