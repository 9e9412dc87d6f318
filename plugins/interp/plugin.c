/* SPDX-License-Identifier: Apache-2.0 */
/* The interpreter as a device. Memory is host memory, queues run what they are
 * given at once, and a kernel's failure waits in its queue for sync. */
#include "base/error.h"
#include "base/try.h"
#include "core/interp/interp.h"
#include "plugins/entry.h"
#include "plugins/immediate_events.h"
#include "plugins/interp/interp_plugin.h"

#include <stdio.h>
#include <string.h>

#define FUEL "PORTKERN_INTERP_FUEL"

struct pk_dev {
    const pk_host *host;
    bool variables; /* PORTKERN_CHECK asks to watch them */
    uint64_t fuel;  /* of a launch, 0: no end */
};

struct pk_mem {
    const pk_allocator *allocator;
    uint8_t *host;
    uint64_t size;
    bool imported;
};

struct pk_que {
    pk_dev *dev;
    pk_error failure; /* PK_OK: none */
};

struct pk_fun {
    pk_mod *mod;
    pk_func *fn;
};

struct pk_mod {
    pk_dev *dev;
    pk_arena arena;
    pk_ir *ir;
    const char *text;
    size_t length;
    pk_fun *funs;
    uint32_t fun_count;
};

static void *take(const pk_allocator *a, size_t size, pk_error *err) {
    void *p = a->alloc(a->self, size);

    if (p)
        memset(p, 0, size);
    else
        pk_fail_no_memory(err);
    return p;
}

static void give(const pk_allocator *a, void *p, size_t size) {
    if (p)
        a->release(a->self, p, size);
}

/* ---- device ---- */

static pk_status device_count(const pk_host *host, uint32_t *count,
                              pk_error *err) {
    (void)host, (void)err;
    *count = 1;
    return PK_OK;
}

static pk_status device_info(const pk_host *host, uint32_t index,
                             pk_dev_info *out, pk_error *err) {
    (void)host, (void)index, (void)err;
    *out = (pk_dev_info){.struct_size = sizeof *out,
                         .name = "IR interpreter",
                         .platform = "portkern",
                         .is_cpu = 1};
    return PK_OK;
}

static pk_status device_open(const pk_host *host, uint32_t index, pk_dev **out,
                             pk_error *err) {
    (void)index;
    if (!(*out = take(host->allocator, sizeof **out, err)))
        return PK_NO_MEMORY;
    (*out)->host = host;
    return PK_OK;
}

static void device_close(pk_dev *dev) {
    if (dev)
        give(dev->host->allocator, dev, sizeof *dev);
}

/* PORTKERN_INTERP_FUEL: operations that a launch may take, one of a thread
 * counting once. */
static pk_status read_fuel(pk_dev *dev, pk_error *err) {
    const char *text = dev->host->option(dev->host->self, FUEL);
    uint64_t value = 0;

    for (const char *c = text; c && *c; c++) {
        if (*c < '0' || *c > '9' || value > UINT64_MAX / 10 - 1)
            return pk_fail(err, PK_BAD_ARG,
                           FUEL " is '%.40s', not a number of operations",
                           text);
        value = value * 10 + (uint64_t)(*c - '0');
    }
    dev->fuel = value;
    return PK_OK;
}

/* Whether PORTKERN_CHECK, a list of words, has `uninit` or `all`. */
static bool watches_variables(const pk_dev *dev) {
    const char *text = dev->host->option(dev->host->self, "PORTKERN_CHECK");

    while (text && *text) {
        size_t length = strcspn(text, ",");
        if ((length == 6 && !memcmp(text, "uninit", length)) ||
            (length == 3 && !memcmp(text, "all", length)))
            return true;
        text += length + (text[length] == ',');
    }
    return false;
}

/* PORTKERN_INTERP_FORM=threads|lanes|block puts the passes between: for tests.
 */
static pk_status device_caps(pk_dev *dev, pk_caps *out, pk_error *err) {
    const char *form =
        dev->host->option(dev->host->self, "PORTKERN_INTERP_FORM");
    const char *name = "interp";

    if (form && !strcmp(form, "threads"))
        name = "interp_threads";
    else if (form && !strcmp(form, "lanes"))
        name = "interp_lanes";
    else if (form && !strcmp(form, "block"))
        name = "interp_block";
    else if (form && *form)
        return pk_fail(err, PK_BAD_ARG,
                       "PORTKERN_INTERP_FORM is '%s', not threads, lanes or "
                       "block",
                       form);
    PK_TRY(pk_interp_target_caps(dev->host, name, out, err));
    PK_TRY(read_fuel(dev, err));
    dev->variables = (out->features & PK_CAP_raw) && watches_variables(dev);
    return PK_OK;
}

/* ---- memory ---- */

static pk_status mem_wrap(pk_dev *dev, void *host, uint64_t size, bool imported,
                          pk_mem **out, pk_error *err) {
    pk_mem *mem = take(dev->host->allocator, sizeof *mem, err);

    if (!mem)
        return PK_NO_MEMORY;
    *mem = (pk_mem){dev->host->allocator, host, size, imported};
    *out = mem;
    return PK_OK;
}

static pk_status mem_new(pk_dev *dev, uint64_t size, uint32_t flags,
                         pk_mem **out, pk_error *err) {
    const pk_allocator *a = dev->host->allocator;
    void *host = size > SIZE_MAX / 2 ? NULL : a->alloc(a->self, size);
    pk_status status;

    (void)flags;
    if (!host)
        return pk_fail(err, PK_NO_DEVICE_MEMORY, "no memory for %llu bytes",
                       (unsigned long long)size);
    status = mem_wrap(dev, host, size, false, out, err);
    if (status != PK_OK)
        give(a, host, size);
    return status;
}

static pk_status mem_import(pk_dev *dev, void *host, uint64_t size,
                            pk_mem **out, pk_error *err) {
    return mem_wrap(dev, host, size, true, out, err);
}

static void mem_free(pk_mem *mem) {
    if (!mem)
        return;
    if (!mem->imported)
        give(mem->allocator, mem->host, mem->size);
    give(mem->allocator, mem, sizeof *mem);
}

static void mem_address(pk_mem *mem, uint64_t *device, void **host) {
    *device = (uintptr_t)mem->host;
    *host = mem->host;
}

/* ---- queues ---- */

static pk_status queue_new(pk_dev *dev, pk_que **out, pk_error *err) {
    if (!(*out = take(dev->host->allocator, sizeof **out, err)))
        return PK_NO_MEMORY;
    (*out)->dev = dev;
    return PK_OK;
}

static void queue_free(pk_que *que) {
    if (que)
        give(que->dev->host->allocator, que, sizeof *que);
}

static uint8_t *ref_host(pk_ref ref) {
    return (ref.mem ? ref.mem->host : (uint8_t *)ref.host) + ref.offset;
}

static pk_status copy(pk_que *que, pk_ref dst, pk_ref src, uint64_t size,
                      pk_error *err) {
    (void)que, (void)err;
    memmove(ref_host(dst), ref_host(src), size);
    return PK_OK;
}

static pk_status fill(pk_que *que, pk_ref dst, uint64_t size,
                      const void *pattern, uint32_t pattern_size,
                      pk_error *err) {
    uint8_t *host = ref_host(dst);

    (void)que, (void)err;
    for (uint64_t at = 0; at < size; at += pattern_size)
        memcpy(host + at, pattern,
               size - at < pattern_size ? size - at : pattern_size);
    return PK_OK;
}

static pk_status sync_queue(pk_que *que, pk_error *err) {
    pk_status status = que->failure.status;

    if (status != PK_OK && err)
        *err = que->failure;
    que->failure = (pk_error){0};
    return status;
}

static void warn(void *arg, const pk_error *what) {
    const pk_host *host = arg;
    char text[sizeof what->file + sizeof what->message + 32];

    snprintf(text, sizeof text, "%s:%u:%u: %s", what->file, what->line,
             what->col, what->message);
    host->log(host->self, 1, "interp", text);
}

static pk_interp_options options_of(const pk_dev *dev, const uint32_t *stop) {
    const pk_host *host = dev->host;

    return (pk_interp_options){.variables = dev->variables,
                               .lapack =
                                   host->option(host->self, "PORTKERN_LAPACK"),
                               .fuel = dev->fuel,
                               .stop = stop,
                               .warn = warn,
                               .warn_arg = (void *)dev->host};
}

/* Memory that is used up is the call's failure; the kernel's own failures wait
 * for sync. */
static pk_status run(pk_que *que, pk_fun *fun, const pk_launch_desc *desc,
                     const pk_interp_memory *memory, uint32_t count,
                     pk_error *err) {
    pk_interp_options options = options_of(que->dev, pk_launch_stop(desc));
    pk_interp_config config = {.shared_dynamic = desc->shared_dynamic,
                               .params = desc->params,
                               .params_size = desc->params_size,
                               .memory = memory,
                               .memory_count = count};

    options.debugger = pk_launch_debugger(desc);
    memcpy(config.grid, desc->grid, sizeof config.grid);
    memcpy(config.block, desc->block, sizeof config.block);
    que->failure.status = pk_interp_launch(
        fun->fn, &config, &options, que->dev->host->allocator, &que->failure);
    return que->failure.status == PK_NO_MEMORY ? sync_queue(que, err) : PK_OK;
}

/* After a failure nothing more runs until sync has told of it. */
static pk_status launch(pk_que *que, pk_fun *fun, const pk_launch_desc *desc,
                        pk_error *err) {
    const pk_allocator *a = que->dev->host->allocator;
    size_t bytes = ((size_t)desc->ref_count + 1) * sizeof(pk_interp_memory);
    pk_interp_memory *memory;
    uint32_t count = 0;
    pk_status status;

    if (que->failure.status != PK_OK)
        return PK_OK;
    if (!(memory = take(a, bytes, err)))
        return PK_NO_MEMORY;
    for (uint32_t i = 0; i < desc->ref_count; i++) {
        const pk_mem *mem = desc->refs[i].mem;
        if (mem)
            memory[count++] = (pk_interp_memory){mem->host, mem->size};
    }
    status = run(que, fun, desc, memory, count, err);
    give(a, memory, bytes);
    return status;
}

static pk_interp_loops loops_of(const pk_host *host, const pk_call_desc *desc) {
    const uint32_t all = host->worker_count(host->self);
    const uint32_t limit = pk_call_threads(desc);

    return (pk_interp_loops){.threads = limit && limit < all ? limit : all,
                             .all = all,
                             .chunk = pk_call_chunk(desc)};
}

/* A host function's failures are the call's. */
static pk_status call(pk_fun *fun, const pk_call_desc *desc, pk_error *err) {
    const pk_dev *dev = fun->mod->dev;
    const pk_host *host = dev->host;
    pk_interp_options options = options_of(dev, desc->stop);
    pk_interp_loops loops = loops_of(host, desc);
    const size_t bytes =
        ((size_t)desc->range_count + 1) * sizeof(pk_interp_memory);
    pk_interp_memory *memory = take(dev->host->allocator, bytes, err);
    pk_interp_config config = {.grid = {1, 1, 1},
                               .block = {1, 1, 1},
                               .params = desc->params,
                               .params_size = desc->params_size,
                               .memory = memory,
                               .memory_count = desc->range_count,
                               .loops = &loops};
    pk_status status;

    if (!memory)
        return PK_NO_MEMORY;
    for (uint32_t i = 0; i < desc->range_count; i++)
        memory[i] =
            (pk_interp_memory){desc->ranges[i].host, desc->ranges[i].size};
    status =
        pk_interp_launch(fun->fn, &config, &options, dev->host->allocator, err);
    if (loops.sets_threads)
        host->set_thread_limit(host->self, loops.threads);
    if (loops.sets_chunk)
        host->set_loop_chunk(host->self, loops.chunk);
    give(dev->host->allocator, memory, bytes);
    return status;
}

static pk_status flush(pk_que *que, pk_error *err) {
    (void)que, (void)err;
    return PK_OK;
}

/* ---- events ---- */

static pk_status event_new(pk_dev *dev, pk_evt **out, pk_error *err) {
    return pk_immediate_event_new(dev->host->allocator, out, err);
}

/* ---- modules ---- */

static void module_free(pk_mod *mod) {
    if (!mod)
        return;
    pk_arena_finish(&mod->arena);
    give(mod->dev->host->allocator, mod, sizeof *mod);
}

static pk_status read_module(pk_mod *mod, const pk_artifact *artifact,
                             pk_error *err) {
    mod->text = pk_arena_text(&mod->arena, artifact->bytes, artifact->size);
    mod->length = artifact->size;
    if (mod->arena.failed)
        return pk_fail_no_memory(err);
    PK_TRY(pk_ir_parse(&mod->arena, mod->text, mod->length, &mod->ir, err));
    for (pk_func *fn = mod->ir->funcs; fn; fn = fn->next)
        mod->fun_count += pk_func_is_entry(fn);
    mod->funs = pk_arena_array(&mod->arena, mod->fun_count, sizeof(pk_fun));
    if (mod->arena.failed)
        return pk_fail_no_memory(err);
    mod->fun_count = 0;
    for (pk_func *fn = mod->ir->funcs; fn; fn = fn->next) {
        if (pk_func_is_entry(fn))
            mod->funs[mod->fun_count++] = (pk_fun){mod, fn};
    }
    return PK_OK;
}

static pk_status module_load(pk_dev *dev, const pk_artifact *artifact,
                             const pk_entry *entries, uint32_t entry_count,
                             pk_mod **out, pk_error *err) {
    pk_mod *mod;
    pk_status status;

    (void)entries, (void)entry_count;
    if (strcmp(artifact->format, "pkir") != 0)
        return pk_fail(err, PK_BAD_ARG, "interp loads pkir, not %.16s",
                       artifact->format);
    if (!(mod = take(dev->host->allocator, sizeof *mod, err)))
        return PK_NO_MEMORY;
    mod->dev = dev;
    pk_arena_init(&mod->arena, dev->host->allocator);
    status = read_module(mod, artifact, err);
    if (status == PK_OK)
        *out = mod;
    else
        module_free(mod);
    return status;
}

static pk_status module_binary(pk_mod *mod, pk_artifact *out, pk_error *err) {
    return pk_interp_artifact(mod->dev->host, mod->text, mod->length, out, err);
}

static pk_status function(pk_mod *mod, const char *name, pk_fun **out,
                          pk_error *err) {
    for (uint32_t i = 0; i < mod->fun_count; i++)
        if (!strcmp(mod->funs[i].fn->name, name)) {
            *out = &mod->funs[i];
            return PK_OK;
        }
    return pk_fail(err, PK_NAME, "the module has no kernel '%s'", name);
}

static pk_status function_limits(pk_fun *fun, pk_fun_limits *out,
                                 pk_error *err) {
    uint64_t shared = 0, local = 0;

    (void)err;
    for (const pk_storage *s = fun->fn->storages; s; s = s->next) {
        uint64_t bytes = s->count * pk_type_bytes(s->elem);
        shared += s->space == PK_SPACE_shared ? bytes : 0;
        local += s->space == PK_SPACE_local ? bytes : 0;
    }
    *out = (pk_fun_limits){
        .struct_size = sizeof *out,
        .max_block = 1024,
        .shared_bytes = shared > UINT32_MAX ? UINT32_MAX : (uint32_t)shared,
        .local_bytes = local > UINT32_MAX ? UINT32_MAX : (uint32_t)local};
    return PK_OK;
}

static const void *extension(pk_dev *dev, const char *name, uint32_t version) {
    static const pk_host_ext host = {
        .struct_size = sizeof host, .wants_ranges = 1, .call = call};

    (void)dev;
    return version == 1 && strcmp(name, "host") == 0 ? &host : NULL;
}

static char build_id[PK_BUILD_ID_MAX];

static const pk_plugin plugin = {
    .struct_size = sizeof plugin,
    .abi = PK_ABI_VERSION,
    .name = "interp",
    .version = "1",
    .build_id = build_id,
    .device_count = device_count,
    .device_info = device_info,
    .device_open = device_open,
    .device_close = device_close,
    .device_caps = device_caps,
    .target_caps = pk_interp_target_caps,
    .emit = pk_interp_emit,
    .artifact_free = pk_interp_artifact_free,
    .mem_new = mem_new,
    .mem_import = mem_import,
    .mem_free = mem_free,
    .mem_address = mem_address,
    .queue_new = queue_new,
    .queue_free = queue_free,
    .copy = copy,
    .fill = fill,
    .launch = launch,
    .flush = flush,
    .sync = sync_queue,
    .event_new = event_new,
    .event_free = pk_immediate_event_free,
    .event_record = pk_immediate_event_record,
    .event_wait = pk_immediate_event_wait,
    .event_sync = pk_immediate_event_sync,
    .event_elapsed = pk_immediate_event_elapsed,
    .module_load = module_load,
    .module_binary = module_binary,
    .module_free = module_free,
    .function = function,
    .function_limits = function_limits,
    .extension = extension,
    .event_query = pk_immediate_event_query,
};

const pk_plugin *pk_interp_plugin_query(uint32_t host_abi, pk_error *err) {
    return pk_plugin_enter("interp", PK_ABI_VERSION, host_abi, build_id, "",
                           err)
               ? &plugin
               : NULL;
}
