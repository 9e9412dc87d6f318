/* SPDX-License-Identifier: Apache-2.0 */
/* Names across units: what one text declares .extern another one defines.
 * Then every function has its number, and an address is what its variable or
 * number says. */
#include "sim/ptx/link.h"

#include <stdarg.h>
#include <string.h>

void sim_link_error(sim_linker *linker, sim_outcome outcome, const char *format,
                    ...) {
    va_list args;

    if (linker->outcome == SIM_DONE)
        linker->outcome = outcome;
    pk_text_put(linker->log, outcome == SIM_UNRESOLVED ? "ptxas fatal   : "
                                                       : "ptxas error   : ");
    va_start(args, format);
    pk_text_vprintf(linker->log, format, args);
    va_end(args);
    pk_text_put(linker->log, "\n");
}

/* ---- other units' names ---- */

static sim_symbol *symbol_of(sim_unit *unit, const sim_atom *name) {
    sim_atom *atom = sim_atom_find(&unit->atoms, name->text, name->length);

    return atom ? atom->symbol : NULL;
}

static bool is_shared_name(sim_linkage linkage) {
    return linkage != SIM_LINKAGE_none && linkage != SIM_LINKAGE_extern;
}

/* Whether another unit's definition stands for this unit's name: a strong one
 * does, of weak and common ones the earliest. Two strong ones are an error. */
static bool replaces(sim_linker *linker, const sim_atom *name,
                     sim_linkage known, sim_linkage other, bool earlier) {
    if (known == SIM_LINKAGE_visible && other == SIM_LINKAGE_visible && earlier)
        sim_link_error(linker, SIM_INVALID_PTX, "Multiple definition of '%s'",
                       name->text);
    if (known == SIM_LINKAGE_visible)
        return false;
    return other == SIM_LINKAGE_visible || known == SIM_LINKAGE_extern ||
           earlier;
}

static void resolve_variable(sim_linker *linker, sim_unit *unit,
                             sim_variable *v) {
    bool earlier = true;

    if (v->func || v->linkage == SIM_LINKAGE_none || v->open)
        return;
    for (sim_unit *u = linker->units; u; u = u->next) {
        sim_symbol *s = u == unit ? NULL : symbol_of(u, v->name);
        sim_variable *other =
            s && s->kind == SIM_SYMBOL_variable ? s->as.variable : NULL;

        if (u == unit)
            earlier = false;
        if (!other || !is_shared_name(other->linkage) ||
            other->space != v->space)
            continue;
        if (replaces(linker, v->name, v->linkage, other->linkage, earlier) &&
            (!v->resolved || other->linkage == SIM_LINKAGE_visible))
            v->resolved = other;
    }
}

static void resolve_func(sim_linker *linker, sim_unit *unit, sim_func *f) {
    sim_linkage own = f->defined ? f->linkage : SIM_LINKAGE_extern;
    bool earlier = true;

    if (f->resolved || own == SIM_LINKAGE_none)
        return;
    for (sim_unit *u = linker->units; u; u = u->next) {
        sim_symbol *s = u == unit ? NULL : symbol_of(u, f->name);
        sim_func *other = s && s->kind == SIM_SYMBOL_func ? s->as.func : NULL;

        if (u == unit)
            earlier = false;
        if (!other || !other->defined || !is_shared_name(other->linkage))
            continue;
        if (replaces(linker, f->name, own, other->linkage, earlier) &&
            (!f->resolved || other->linkage == SIM_LINKAGE_visible))
            f->resolved = other;
    }
}

sim_variable *sim_link_variable(sim_variable *v) {
    for (int hops = 0; v->resolved && hops < 8; hops++)
        v = v->resolved;
    return v;
}

sim_func *sim_link_func(sim_func *f) {
    for (int hops = 0; f->resolved && hops < 8; hops++)
        f = f->resolved;
    return f;
}

/* ---- functions ---- */

static sim_builtin builtin_of(const sim_func *f) {
    static const struct {
        const char *name;
        sim_builtin builtin;
        uint8_t results, params;
    } table[] = {
        {"vprintf", SIM_BUILTIN_vprintf, 1, 2},
        {"__assertfail", SIM_BUILTIN_assertfail, 0, 5},
        {"malloc", SIM_BUILTIN_malloc, 1, 1},
        {"free", SIM_BUILTIN_free, 0, 1},
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(table[i].name, f->name->text) && !f->defined &&
            f->signature.result_count == table[i].results &&
            f->signature.param_count == table[i].params)
            return table[i].builtin;
    return SIM_BUILTIN_none;
}

/* Whether the function stands in the module: defined here, or built in. */
static bool stands(const sim_func *f) {
    return !f->resolved &&
           (f->defined || (f->used && builtin_of(f) != SIM_BUILTIN_none));
}

/* libcudadevrt.a's, by which kernels launch others. */
static bool launches_kernels(const char *name) {
    return !strncmp(name, "__cudaCDP", 9) ||
           !strncmp(name, "cudaLaunchDevice", 16) ||
           !strncmp(name, "cudaGetParameterBuffer", 22);
}

static void check_unresolved(sim_linker *linker, const sim_func *f) {
    if (f->resolved || f->defined || !(f->used || f->entry) ||
        builtin_of(f) != SIM_BUILTIN_none)
        return;
    if (launches_kernels(f->name->text))
        sim_link_error(linker, SIM_NOT_SIMULATED,
                       "Function '%s' is not simulated: dynamic parallelism",
                       f->name->text);
    else
        sim_link_error(linker, SIM_UNRESOLVED,
                       "Unresolved extern function '%s'", f->name->text);
}

static uint32_t product(const uint32_t n[3]) {
    uint64_t all = 1;

    for (int i = 0; i < 3; i++)
        all = all > UINT32_MAX ? all : all * n[i];
    return all > UINT32_MAX ? UINT32_MAX : (uint32_t)all;
}

static void describe(sim_linker *linker, sim_unit *unit, sim_func *f,
                     sim_function *out) {
    uint32_t limit = sim_device_profile(linker->device)->max_threads;

    out->name = pk_arena_text(unit->keep, f->name->text, f->name->length);
    out->module = linker->module;
    out->index = (uint32_t)(out - linker->module->functions);
    out->entry = f->entry;
    out->noreturn = f->noreturn;
    out->builtin = (uint8_t)builtin_of(f);
    out->addressed = f->addressed;
    out->param_count =
        f->entry ? f->entry_params.count : f->signature.param_count;
    out->result_count = f->signature.result_count;
    out->params = f->entry_params.items;
    out->param_bytes = f->entry_bytes;
    out->local_bytes = f->local_bytes;
    out->local_align = f->local_align;
    memcpy(out->max_ntid, f->max_ntid, sizeof out->max_ntid);
    memcpy(out->required, f->required, sizeof out->required);
    out->max_threads = f->required[0]   ? product(f->required)
                       : f->max_ntid[0] ? product(f->max_ntid)
                                        : limit;
    if (out->max_threads > limit)
        out->max_threads = limit;
    out->min_blocks = f->min_blocks;
    out->max_registers = f->max_registers;
    out->uses_barriers = f->uses_barriers;
    out->uses_atomics = f->uses_atomics;
    out->calls = f->calls;
    out->indirect_calls = f->indirect_calls;
    f->out = out;
}

static void keep_params(sim_unit *unit, sim_function *out) {
    sim_param *params =
        pk_arena_array(unit->keep, out->param_count, sizeof *params);

    if (out->entry && out->param_count && !unit->keep->failed) {
        memcpy(params, out->params, out->param_count * sizeof *params);
        out->params = params;
    }
}

static void number_functions(sim_linker *linker) {
    sim_module *module = linker->module;
    uint32_t count = 0;

    for (sim_unit *u = linker->units; u; u = u->next)
        for (sim_func *f = u->funcs; f; f = f->next)
            count += stands(f);
    module->functions =
        pk_arena_array(&module->arena, count, sizeof(sim_function));
    if (module->arena.failed)
        return;
    for (sim_unit *u = linker->units; u; u = u->next)
        for (sim_func *f = u->funcs; f; f = f->next) {
            sim_function *out;

            if (!stands(f))
                continue;
            out = &module->functions[module->function_count++];
            describe(linker, u, f, out);
            keep_params(u, out);
            if (f->defined)
                sim_frame_finish(u, f, out);
            if (u->outcome != SIM_DONE && linker->outcome == SIM_DONE)
                linker->outcome = u->outcome;
        }
}

void sim_link_names(sim_linker *linker) {
    for (sim_unit *u = linker->units; u; u = u->next) {
        if (linker->unit_count > 1) {
            for (sim_variable *v = u->variables; v; v = v->next)
                resolve_variable(linker, u, v);
            for (sim_func *f = u->funcs; f; f = f->next)
                resolve_func(linker, u, f);
        }
        for (sim_func *f = u->funcs; f; f = f->next)
            check_unresolved(linker, f);
        if (linker->unit_count == 1)
            continue;
        for (sim_variable *v = u->variables; v; v = v->next)
            if (v->linkage == SIM_LINKAGE_extern && v->used && !v->resolved &&
                !v->open)
                sim_link_error(linker, SIM_UNRESOLVED,
                               "Unresolved extern variable '%s'",
                               v->name->text);
    }
    if (linker->outcome == SIM_DONE)
        number_functions(linker);
}
