/* SPDX-License-Identifier: Apache-2.0 */
/* The null plugin: a skeleton to copy. It needs portkern/plugin.h and libc and
 * nothing else of portkern.
 *
 * Its device has memory (the host's) and queues (each call is done when it
 * returns), an artifact is the IR's text unchanged, and a launch does nothing;
 * so that it is not taken for a result, the device says that it runs blocks
 * of 0 threads. docs/plugins.md goes through what to replace, in order. */
#include "portkern/plugin.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* ---- objects: each remembers the host, whose allocator it came from ---- */

struct pk_dev {
    const pk_host *host;
};

struct pk_mem {
    pk_dev *dev;
    char *bytes;
    uint64_t size;
    bool imported; /* the bytes are the caller's */
};

struct pk_que {
    pk_dev *dev;
};

struct pk_evt {
    pk_dev *dev;
    uint64_t ns; /* of CLOCK_MONOTONIC; 0 until recorded */
};

struct pk_fun {
    char name[256];
};

struct pk_mod {
    pk_dev *dev;
    char *text; /* the artifact, to give back as binary */
    size_t size;
    pk_fun *funs;
    uint32_t fun_count;
};

static pk_status fail(pk_error *err, pk_status status, const char *words) {
    if (err) {
        memset(err, 0, sizeof *err);
        err->status = status;
        snprintf(err->message, sizeof err->message, "%s", words);
    }
    return status;
}

/* Zeroed memory. The caller remembers sizes, and passes them to `give`. */
static void *take(const pk_host *host, size_t size, pk_error *err) {
    void *memory = host->allocator->alloc(host->allocator->self, size);

    if (memory)
        memset(memory, 0, size);
    else
        fail(err, PK_NO_MEMORY, "out of host memory");
    return memory;
}

static void give(const pk_host *host, void *memory, size_t size) {
    if (memory)
        host->allocator->release(host->allocator->self, memory, size);
}

/* ---- devices: what there is, without opening anything ---- */

/* A plugin over a driver opens the driver's library here (dlopen, once) and
 * answers PK_NO_DRIVER with the library sought and dlerror's words. */
static pk_status null_device_count(const pk_host *host, uint32_t *count,
                                   pk_error *err) {
    (void)host, (void)err;
    *count = 1;
    return PK_OK;
}

static pk_status null_device_info(const pk_host *host, uint32_t index,
                                  pk_dev_info *out, pk_error *err) {
    (void)host;
    if (index > 0)
        return fail(err, PK_NO_DEVICE, "there is one null device");
    memset(out, 0, sizeof *out);
    out->struct_size = sizeof *out;
    snprintf(out->name, sizeof out->name, "null");
    snprintf(out->platform, sizeof out->platform, "runs nothing");
    return PK_OK;
}

static pk_status null_device_open(const pk_host *host, uint32_t index,
                                  pk_dev **out, pk_error *err) {
    pk_dev *dev;

    if (index > 0)
        return fail(err, PK_NO_DEVICE, "there is one null device");
    dev = take(host, sizeof *dev, err);
    if (!dev)
        return PK_NO_MEMORY;
    dev->host = host;
    *out = dev;
    return PK_OK;
}

static void null_device_close(pk_dev *dev) {
    if (dev)
        give(dev->host, dev, sizeof *dev);
}

/* Capabilities are data: passes, checks and messages follow them. `form` says
 * how kernels arrive (PK_FORM_threads: one work-item per thread; PK_FORM_block:
 * one per block, loops over threads, no barriers), `cache_id` must change with
 * whatever changes the code that comes out: device, driver, version. */
static pk_status null_target_caps(const pk_host *host, const char *name,
                                  pk_caps *out, pk_error *err) {
    (void)host;
    if (name && strcmp(name, "null") != 0)
        return fail(err, PK_BAD_ARG, "the null plugin has the target null");
    memset(out, 0, sizeof *out);
    out->struct_size = sizeof *out;
    out->form = PK_FORM_threads;
    out->features = PK_CAP_f64 | PK_CAP_atomic_i64 | PK_CAP_host_memory;
    snprintf(out->name, sizeof out->name, "null");
    snprintf(out->cache_id, sizeof out->cache_id, "null");
    out->warp_size = 32;
    out->max_block = 0; /* runs nothing; a device that does says 1024 */
    for (int i = 0; i < 3; i++) {
        out->max_block_dim[i] = 1024;
        out->max_grid_dim[i] = 65535;
    }
    out->shared_bytes = 48 << 10;
    out->param_bytes = 4096;
    return PK_OK;
}

static pk_status null_device_caps(pk_dev *dev, pk_caps *out, pk_error *err) {
    return null_target_caps(dev->host, NULL, out, err);
}

/* ---- the compiler ---- */

static pk_status copy_text(const pk_host *host, const void *text, size_t size,
                           pk_artifact *out, pk_error *err) {
    memset(out, 0, sizeof *out);
    out->bytes = take(host, size + 1, err); /* room for a NUL */
    if (!out->bytes)
        return PK_NO_MEMORY;
    memcpy(out->bytes, text, size);
    out->struct_size = sizeof *out;
    snprintf(out->format, sizeof out->format, "pkir");
    out->size = size;
    out->is_text = 1;
    return PK_OK;
}

/* IR text to what the device loads. The text has been through all passes for
 * `target` and has been verified; docs/ir.md is its grammar. The same text and
 * target must give the same bytes. Needs no device: it is what `portkern emit`
 * calls, on machines without one, too. */
static pk_status null_emit(const pk_host *host, const pk_caps *target,
                           const char *ir, size_t length,
                           const pk_emit_options *options, pk_artifact *out,
                           pk_error *err) {
    (void)target;
    if (options && options->stage && strcmp(options->stage, "null") != 0)
        return fail(err, PK_UNSUPPORTED, "the null plugin has no such stage");
    return copy_text(host, ir, length, out, err);
}

static void null_artifact_free(const pk_host *host, pk_artifact *artifact) {
    give(host, artifact->bytes, artifact->size + 1);
    artifact->bytes = NULL;
}

/* ---- memory ---- */

static pk_status new_mem(pk_dev *dev, uint64_t size, void *imported,
                         pk_mem **out, pk_error *err) {
    pk_mem *mem = take(dev->host, sizeof *mem, err);

    if (!mem)
        return PK_NO_MEMORY;
    mem->dev = dev;
    mem->size = size;
    mem->imported = imported != NULL;
    mem->bytes = imported ? imported : take(dev->host, size, NULL);
    if (!mem->bytes) {
        give(dev->host, mem, sizeof *mem);
        return fail(err, PK_NO_DEVICE_MEMORY, "out of device memory");
    }
    *out = mem;
    return PK_OK;
}

static pk_status null_mem_new(pk_dev *dev, uint64_t size, uint32_t flags,
                              pk_mem **out, pk_error *err) {
    (void)flags;
    return new_mem(dev, size, NULL, out, err);
}

/* PK_UNSUPPORTED where the device cannot work on host memory in place. */
static pk_status null_mem_import(pk_dev *dev, void *host, uint64_t size,
                                 pk_mem **out, pk_error *err) {
    return new_mem(dev, size, host, out, err);
}

static void null_mem_free(pk_mem *mem) {
    if (!mem)
        return;
    if (!mem->imported)
        give(mem->dev->host, mem->bytes, mem->size);
    give(mem->dev->host, mem, sizeof *mem);
}

/* Where kernels and the host find the memory; 0 and NULL where there is no
 * such address. */
static void null_mem_address(pk_mem *mem, uint64_t *device, void **host) {
    *device = (uintptr_t)mem->bytes;
    *host = mem->bytes;
}

/* ---- queues ---- */

static pk_status null_queue_new(pk_dev *dev, pk_que **out, pk_error *err) {
    pk_que *que = take(dev->host, sizeof *que, err);

    if (!que)
        return PK_NO_MEMORY;
    que->dev = dev;
    *out = que;
    return PK_OK;
}

static void null_queue_free(pk_que *que) {
    if (que)
        give(que->dev->host, que, sizeof *que);
}

/* A place: memory with an offset, or host memory. */
static char *place(pk_ref ref) {
    return (ref.mem ? ref.mem->bytes : (char *)ref.host) + ref.offset;
}

static pk_status null_copy(pk_que *que, pk_ref dst, pk_ref src, uint64_t size,
                           pk_error *err) {
    (void)que, (void)err;
    memmove(place(dst), place(src), size);
    return PK_OK;
}

static pk_status null_fill(pk_que *que, pk_ref dst, uint64_t size,
                           const void *pattern, uint32_t pattern_size,
                           pk_error *err) {
    (void)que, (void)err;
    for (uint64_t i = 0; i < size; i++)
        place(dst)[i] = ((const char *)pattern)[i % pattern_size];
    return PK_OK;
}

/* Here `desc` has the grid, the packed parameters and the memory of each
 * array; all of it is the caller's again when this returns. */
static pk_status null_launch(pk_que *que, pk_fun *fun,
                             const pk_launch_desc *desc, pk_error *err) {
    (void)que, (void)fun, (void)desc, (void)err;
    return PK_OK;
}

static pk_status null_flush(pk_que *que, pk_error *err) {
    (void)que, (void)err;
    return PK_OK;
}

/* Failures of kernels that ran since come out here. */
static pk_status null_sync(pk_que *que, pk_error *err) {
    (void)que, (void)err;
    return PK_OK;
}

/* ---- events ---- */

static pk_status null_event_new(pk_dev *dev, pk_evt **out, pk_error *err) {
    pk_evt *evt = take(dev->host, sizeof *evt, err);

    if (!evt)
        return PK_NO_MEMORY;
    evt->dev = dev;
    *out = evt;
    return PK_OK;
}

static void null_event_free(pk_evt *evt) {
    if (evt)
        give(evt->dev->host, evt, sizeof *evt);
}

static pk_status null_event_record(pk_que *que, pk_evt *evt, pk_error *err) {
    struct timespec now;

    (void)que, (void)err;
    clock_gettime(CLOCK_MONOTONIC, &now);
    evt->ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    return PK_OK;
}

static pk_status null_event_wait(pk_que *que, pk_evt *evt, pk_error *err) {
    (void)que, (void)evt, (void)err;
    return PK_OK;
}

static pk_status null_event_query(pk_evt *evt, bool *happened, pk_error *err) {
    (void)evt, (void)err;
    *happened = true; /* all work is done in the call that asks for it */
    return PK_OK;
}

static pk_status null_event_sync(pk_evt *evt, pk_error *err) {
    (void)evt, (void)err;
    return PK_OK;
}

static pk_status null_event_elapsed(pk_evt *from, pk_evt *to, uint64_t *ns,
                                    pk_error *err) {
    (void)err;
    *ns = to->ns > from->ns ? to->ns - from->ns : 0;
    return PK_OK;
}

/* ---- modules ---- */

static void null_module_free(pk_mod *mod) {
    const pk_host *host;

    if (!mod)
        return;
    host = mod->dev->host;
    give(host, mod->text, mod->size + 1);
    give(host, mod->funs, mod->fun_count * sizeof *mod->funs);
    give(host, mod, sizeof *mod);
}

/* Takes what `emit` made and what `module_binary` gave; must refuse anything
 * else, also a damaged one: it may come from a disk. */
static pk_status null_module_load(pk_dev *dev, const pk_artifact *artifact,
                                  const pk_entry *entries, uint32_t entry_count,
                                  pk_mod **out, pk_error *err) {
    pk_mod *mod;

    if (strcmp(artifact->format, "pkir") != 0)
        return fail(err, PK_BAD_ARG, "the null plugin loads pkir");
    mod = take(dev->host, sizeof *mod, err);
    if (!mod)
        return PK_NO_MEMORY;
    mod->dev = dev;
    mod->size = artifact->size;
    mod->text = take(dev->host, artifact->size + 1, err);
    if (mod->text && entry_count)
        mod->funs = take(dev->host, entry_count * sizeof *mod->funs, err);
    if (!mod->text || (entry_count && !mod->funs)) {
        null_module_free(mod);
        return PK_NO_MEMORY;
    }
    memcpy(mod->text, artifact->bytes, artifact->size);
    mod->fun_count = entry_count;
    for (uint32_t i = 0; i < entry_count; i++)
        snprintf(mod->funs[i].name, sizeof mod->funs[i].name, "%s",
                 entries[i].name);
    *out = mod;
    return PK_OK;
}

static pk_status null_module_binary(pk_mod *mod, pk_artifact *out,
                                    pk_error *err) {
    return copy_text(mod->dev->host, mod->text, mod->size, out, err);
}

static pk_status null_function(pk_mod *mod, const char *name, pk_fun **out,
                               pk_error *err) {
    for (uint32_t i = 0; i < mod->fun_count; i++)
        if (strcmp(mod->funs[i].name, name) == 0) {
            *out = &mod->funs[i];
            return PK_OK;
        }
    return fail(err, PK_NAME, "the module has no such kernel");
}

static pk_status null_function_limits(pk_fun *fun, pk_fun_limits *out,
                                      pk_error *err) {
    (void)fun, (void)err;
    memset(out, 0, sizeof *out);
    out->struct_size = sizeof *out;
    return PK_OK;
}

static const void *null_extension(pk_dev *dev, const char *name,
                                  uint32_t version) {
    (void)dev, (void)name, (void)version;
    return NULL;
}

/* ---- the table ---- */

static const pk_plugin plugin = {
    .struct_size = sizeof plugin,
    .abi = PK_ABI_VERSION,
    .name = "null",
    .version = "0.1.0",
    .build_id = "null 1",
    .device_count = null_device_count,
    .device_info = null_device_info,
    .device_open = null_device_open,
    .device_close = null_device_close,
    .device_caps = null_device_caps,
    .target_caps = null_target_caps,
    .emit = null_emit,
    .artifact_free = null_artifact_free,
    .mem_new = null_mem_new,
    .mem_import = null_mem_import,
    .mem_free = null_mem_free,
    .mem_address = null_mem_address,
    .queue_new = null_queue_new,
    .queue_free = null_queue_free,
    .copy = null_copy,
    .fill = null_fill,
    .launch = null_launch,
    .flush = null_flush,
    .sync = null_sync,
    .event_new = null_event_new,
    .event_free = null_event_free,
    .event_record = null_event_record,
    .event_wait = null_event_wait,
    .event_sync = null_event_sync,
    .event_elapsed = null_event_elapsed,
    .module_load = null_module_load,
    .module_binary = null_module_binary,
    .module_free = null_module_free,
    .function = null_function,
    .function_limits = null_function_limits,
    .extension = null_extension,
    .event_query = null_event_query,
};

PK_API const pk_plugin *pk_plugin_query(uint32_t host_abi, pk_error *err) {
    if (PK_ABI_MAJOR(host_abi) != PK_ABI_MAJOR(PK_ABI_VERSION)) {
        fail(err, PK_PLUGIN_ABI, "the null plugin speaks another ABI");
        return NULL;
    }
    return &plugin;
}
