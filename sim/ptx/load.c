/* SPDX-License-Identifier: Apache-2.0 */
/* sim_module_*: texts to a module, and what a module tells about itself. */
#include "sim/ptx/link.h"

#include "base/os/thread.h"

#include <string.h>

/* ---- making a module ---- */

static sim_module *module_new(sim_device *device) {
    const pk_allocator *allocator = sim_device_allocator(device);
    sim_module *module = allocator->alloc(allocator->self, sizeof *module);

    if (!module)
        return NULL;
    *module = (sim_module){.device = device};
    pk_arena_init(&module->arena, allocator);
    return module;
}

/* The places of all units, one list: units number theirs from 1. */
static void gather_locs(sim_linker *linker) {
    sim_module *module = linker->module;
    uint32_t count = 1;
    sim_loc *locs;

    for (sim_unit *u = linker->units; u; u = u->next)
        count += u->locs.count;
    locs = pk_arena_array(&module->arena, count, sizeof *locs);
    if (module->arena.failed)
        return;
    for (sim_unit *u = linker->units; u; u = u->next) {
        uint32_t base = module->loc_count;

        if (u->locs.count)
            memcpy(locs + base, u->locs.items, u->locs.count * sizeof *locs);
        module->loc_count += u->locs.count;
        for (uint32_t i = base; base && i < module->loc_count; i++)
            locs[i].parent += locs[i].parent ? base : 0;
        /* A .file may stand behind the .loc that names it. */
        for (uint32_t i = base; i < module->loc_count; i++)
            if (locs[i].number < u->files.count)
                locs[i].file = u->files.items[locs[i].number];
        for (sim_func *f = u->funcs; f && base; f = f->next)
            for (uint32_t i = 0; i < f->code.count; i++)
                if (f->code.items[i].loc)
                    f->code.items[i].loc += base;
    }
    module->locs = locs;
}

static void parse_all(sim_linker *linker, const char *const *ptx,
                      const size_t *lengths, size_t count) {
    sim_unit **end = &linker->units;

    for (size_t i = 0; i < count && !linker->arena->failed; i++) {
        sim_unit *u = sim_unit_parse(linker->arena, &linker->module->arena,
                                     sim_device_profile(linker->device),
                                     linker->log, ptx[i], lengths[i]);

        if (!u)
            return;
        *end = u;
        end = &u->next;
        linker->unit_count++;
        if (u->outcome != SIM_DONE && (linker->outcome == SIM_DONE ||
                                       linker->outcome == SIM_NOT_SIMULATED))
            linker->outcome = u->outcome;
        if (u->sm > linker->module->sm)
            linker->module->sm = u->sm;
        if (u->version > linker->module->ptx_version)
            linker->module->ptx_version = u->version;
    }
    if (linker->outcome != SIM_DONE)
        pk_text_put(linker->log, "ptxas fatal   : Ptx assembly aborted due to "
                                 "errors\n");
}

static void count_registers(sim_linker *linker) {
    sim_module *module = linker->module;

    for (uint32_t i = 0; i < module->function_count; i++)
        if (module->functions[i].entry)
            module->functions[i].registers =
                sim_count_registers(linker->arena, &module->functions[i]);
}

static void link_all(sim_linker *linker) {
    void (*const steps[])(sim_linker *) = {
        gather_locs,      sim_link_names, sim_link_shared,
        sim_link_globals, sim_link_code,  count_registers,
    };

    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (linker->outcome == SIM_DONE && !linker->arena->failed &&
            !linker->module->arena.failed)
            steps[i](linker);
    if (linker->arena->failed || linker->module->arena.failed)
        linker->outcome = SIM_NO_MEMORY;
}

/* The arguments of sim_module_link. */
typedef struct texts {
    sim_linker *linker;
    const char *const *ptx;
    const size_t *lengths;
    size_t count;
} texts;

static pk_status read_texts(void *arg, pk_error *err) {
    const texts *t = arg;

    (void)err;
    parse_all(t->linker, t->ptx, t->lengths, t->count);
    link_all(t->linker);
    return PK_OK;
}

sim_outcome sim_module_link(sim_device *device, const char *const *ptx,
                            const size_t *lengths, size_t count,
                            const sim_load_options *options, pk_text *log,
                            sim_module **out) {
    pk_arena scratch;
    sim_linker linker = {.device = device, .arena = &scratch, .log = log};
    texts t = {&linker, ptx, lengths, count};

    *out = NULL;
    linker.module = module_new(device);
    if (!linker.module)
        return SIM_NO_MEMORY;
    pk_arena_init(&scratch, sim_device_allocator(device));
    if (pk_thread_run(read_texts, &t, NULL) != PK_OK)
        linker.outcome = SIM_NO_MEMORY;
    pk_arena_finish(&scratch);
    for (uint32_t i = 0;
         options && options->max_registers && linker.outcome == SIM_DONE &&
         i < linker.module->function_count;
         i++)
        linker.module->functions[i].max_registers =
            (uint32_t)options->max_registers;
    if (linker.outcome == SIM_DONE)
        *out = linker.module;
    else
        sim_module_free(linker.module);
    return linker.outcome;
}

sim_outcome sim_module_load(sim_device *device, const char *ptx, size_t length,
                            const sim_load_options *options, pk_text *log,
                            sim_module **out) {
    return sim_module_link(device, &ptx, &length, 1, options, log, out);
}

void sim_module_free(sim_module *module) {
    const pk_allocator *allocator;

    if (!module)
        return;
    sim_module_forget(module);
    for (uint32_t i = 0; i < module->range_count; i++)
        sim_memory_drop(module->device, module->ranges[i]);
    for (uint32_t i = 0; i < module->managed_count; i++)
        sim_memory_free(module->device, module->managed[i]);
    allocator = sim_device_allocator(module->device);
    pk_arena_finish(&module->arena);
    allocator->release(allocator->self, module, sizeof *module);
}

/* ---- asking a module ---- */

sim_function *sim_module_entry(sim_module *module, size_t index) {
    for (uint32_t i = 0; i < module->function_count; i++)
        if (module->functions[i].entry && index-- == 0)
            return &module->functions[i];
    return NULL;
}

sim_function *sim_module_function(sim_module *module, const char *name) {
    for (uint32_t i = 0; i < module->function_count; i++)
        if (module->functions[i].entry &&
            !strcmp(module->functions[i].name, name))
            return &module->functions[i];
    return NULL;
}

sim_function *sim_module_code(const sim_module *module, uint64_t address) {
    uint64_t at = address - SIM_CODE_BASE;

    return at % 16 || at / 16 >= module->function_count
               ? NULL
               : &module->functions[at / 16];
}

bool sim_module_global(sim_module *module, const char *name, uint64_t *address,
                       uint64_t *size) {
    for (uint32_t i = 0; i < module->global_count; i++)
        if (!strcmp(module->globals[i].name, name)) {
            *address = module->globals[i].address;
            *size = module->globals[i].size;
            return true;
        }
    return false;
}

void sim_function_info_get(const sim_function *function,
                           sim_function_info *out) {
    uint32_t limit = function->max_registers;

    *out = (sim_function_info){
        .name = function->name,
        .max_threads = function->max_threads,
        .shared_static = function->shared_static,
        .local_bytes = function->local_bytes,
        .const_bytes = (uint32_t)function->module->const_bytes,
        .registers =
            limit && function->registers > limit ? limit : function->registers,
        .ptx_version = function->module->ptx_version,
        .sm = function->module->sm,
        .param_count = function->param_count,
    };
    memcpy(out->required, function->required, sizeof out->required);
}

bool sim_function_param(const sim_function *function, size_t index,
                        uint32_t *offset, uint32_t *size) {
    if (index >= function->param_count || !function->params)
        return false;
    *offset = function->params[index].offset;
    *size = function->params[index].size;
    return true;
}
