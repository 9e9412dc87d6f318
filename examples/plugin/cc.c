/* SPDX-License-Identifier: Apache-2.0 */
/* One device, the processor: its memory is the host's, and each call of a queue
 * is done when it returns. And the table of all entries. */
#include "cc.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

struct pk_evt {
    pk_dev *dev;
    uint64_t ns; /* of CLOCK_MONOTONIC; 0 until recorded */
};

pk_status cc_fail(pk_error *err, pk_status status, const char *format, ...) {
    va_list args;

    if (err) {
        memset(err, 0, sizeof *err);
        err->status = status;
        va_start(args, format);
        vsnprintf(err->message, sizeof err->message, format, args);
        va_end(args);
    }
    return status;
}

void *cc_take(const pk_host *host, size_t size, pk_error *err) {
    void *memory = host->allocator->alloc(host->allocator->self, size);

    if (memory)
        memset(memory, 0, size);
    else
        cc_fail(err, PK_NO_MEMORY, "out of host memory");
    return memory;
}

void cc_give(const pk_host *host, void *memory, size_t size) {
    if (memory)
        host->allocator->release(host->allocator->self, memory, size);
}

/* ---- devices ---- */

static pk_status device_count(const pk_host *host, uint32_t *count,
                              pk_error *err) {
    (void)host, (void)err;
    *count = 1;
    return PK_OK;
}

static pk_status device_info(const pk_host *host, uint32_t index,
                             pk_dev_info *out, pk_error *err) {
    (void)host;
    if (index > 0)
        return cc_fail(err, PK_NO_DEVICE, "there is one device");
    memset(out, 0, sizeof *out);
    out->struct_size = sizeof *out;
    snprintf(out->name, sizeof out->name, "this processor");
    snprintf(out->platform, sizeof out->platform, "C by the system's compiler");
    out->is_cpu = 1;
    return PK_OK;
}

static pk_status device_open(const pk_host *host, uint32_t index, pk_dev **out,
                             pk_error *err) {
    pk_dev *dev;

    if (index > 0)
        return cc_fail(err, PK_NO_DEVICE, "there is one device");
    dev = cc_take(host, sizeof *dev, err);
    if (!dev)
        return PK_NO_MEMORY;
    dev->host = host;
    *out = dev;
    return PK_OK;
}

static void device_close(pk_dev *dev) {
    if (dev)
        cc_give(dev->host, dev, sizeof *dev);
}

/* Kernels come in block form: what threads do between barriers is a loop over
 * them, and no barrier is left, so that plain C will do. What `features` leaves
 * out passes spell by other means (operations of warps), or refuse with the
 * line (float16's own arithmetic, clocks, barriers of the grid). */
static pk_status target_caps(const pk_host *host, const char *name,
                             pk_caps *out, pk_error *err) {
    (void)host;
    if (name && strcmp(name, "c") != 0)
        return cc_fail(err, PK_BAD_ARG, "the plugin cc has the target c");
    memset(out, 0, sizeof *out);
    out->struct_size = sizeof *out;
    out->form = PK_FORM_block;
    out->features = PK_CAP_f64 | PK_CAP_atomic_i64 | PK_CAP_atomic_f32 |
                    PK_CAP_atomic_f64 | PK_CAP_fences | PK_CAP_host_memory;
    snprintf(out->name, sizeof out->name, "c");
    snprintf(out->title, sizeof out->title, "the plugin cc");
    snprintf(out->cache_id, sizeof out->cache_id, "cc " __VERSION__);
    out->warp_size = 32;
    out->max_block = 1024;
    for (int i = 0; i < 3; i++) {
        out->max_block_dim[i] = 1024;
        out->max_grid_dim[i] = INT32_MAX;
    }
    out->shared_bytes = 64 << 10; /* on the stack, as is the next: */
    out->local_bytes = 1 << 20;
    out->param_bytes = 4096;
    return PK_OK;
}

static pk_status device_caps(pk_dev *dev, pk_caps *out, pk_error *err) {
    return target_caps(dev->host, NULL, out, err);
}

/* ---- memory ---- */

static pk_status new_mem(pk_dev *dev, uint64_t size, void *imported,
                         pk_mem **out, pk_error *err) {
    pk_mem *mem = cc_take(dev->host, sizeof *mem, err);

    if (!mem)
        return PK_NO_MEMORY;
    mem->dev = dev;
    mem->size = size;
    mem->imported = imported != NULL;
    mem->bytes = imported ? imported : cc_take(dev->host, size, NULL);
    if (!mem->bytes) {
        cc_give(dev->host, mem, sizeof *mem);
        return cc_fail(err, PK_NO_DEVICE_MEMORY, "out of memory");
    }
    *out = mem;
    return PK_OK;
}

static pk_status mem_new(pk_dev *dev, uint64_t size, uint32_t flags,
                         pk_mem **out, pk_error *err) {
    (void)flags;
    return new_mem(dev, size, NULL, out, err);
}

static pk_status mem_import(pk_dev *dev, void *host, uint64_t size,
                            pk_mem **out, pk_error *err) {
    return new_mem(dev, size, host, out, err);
}

static void mem_free(pk_mem *mem) {
    if (!mem)
        return;
    if (!mem->imported)
        cc_give(mem->dev->host, mem->bytes, mem->size);
    cc_give(mem->dev->host, mem, sizeof *mem);
}

static void mem_address(pk_mem *mem, uint64_t *device, void **host) {
    *device = (uintptr_t)mem->bytes;
    *host = mem->bytes;
}

/* ---- queues ---- */

static pk_status queue_new(pk_dev *dev, pk_que **out, pk_error *err) {
    pk_que *que = cc_take(dev->host, sizeof *que, err);

    if (!que)
        return PK_NO_MEMORY;
    que->dev = dev;
    *out = que;
    return PK_OK;
}

static void queue_free(pk_que *que) {
    if (que)
        cc_give(que->dev->host, que, sizeof *que);
}

/* A place: memory with an offset, or host memory. */
static char *place(pk_ref ref) {
    return (ref.mem ? ref.mem->bytes : (char *)ref.host) + ref.offset;
}

static pk_status copy(pk_que *que, pk_ref dst, pk_ref src, uint64_t size,
                      pk_error *err) {
    (void)que, (void)err;
    memmove(place(dst), place(src), size);
    return PK_OK;
}

static pk_status fill(pk_que *que, pk_ref dst, uint64_t size,
                      const void *pattern, uint32_t pattern_size,
                      pk_error *err) {
    (void)que, (void)err;
    for (uint64_t i = 0; i < size; i++)
        place(dst)[i] = ((const char *)pattern)[i % pattern_size];
    return PK_OK;
}

static pk_status nothing_to_wait_for(pk_que *que, pk_error *err) {
    (void)que, (void)err;
    return PK_OK;
}

/* ---- events ---- */

static pk_status event_new(pk_dev *dev, pk_evt **out, pk_error *err) {
    pk_evt *evt = cc_take(dev->host, sizeof *evt, err);

    if (!evt)
        return PK_NO_MEMORY;
    evt->dev = dev;
    *out = evt;
    return PK_OK;
}

static void event_free(pk_evt *evt) {
    if (evt)
        cc_give(evt->dev->host, evt, sizeof *evt);
}

static pk_status event_record(pk_que *que, pk_evt *evt, pk_error *err) {
    struct timespec now;

    (void)que, (void)err;
    clock_gettime(CLOCK_MONOTONIC, &now);
    evt->ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    return PK_OK;
}

static pk_status event_wait(pk_que *que, pk_evt *evt, pk_error *err) {
    (void)que, (void)evt, (void)err;
    return PK_OK;
}

static pk_status event_query(pk_evt *evt, bool *happened, pk_error *err) {
    (void)evt, (void)err;
    *happened = true;
    return PK_OK;
}

static pk_status event_sync(pk_evt *evt, pk_error *err) {
    (void)evt, (void)err;
    return PK_OK;
}

static pk_status event_elapsed(pk_evt *from, pk_evt *to, uint64_t *ns,
                               pk_error *err) {
    (void)err;
    *ns = to->ns > from->ns ? to->ns - from->ns : 0;
    return PK_OK;
}

/* ---- the table ---- */

static pk_status function_limits(pk_fun *fun, pk_fun_limits *out,
                                 pk_error *err) {
    (void)fun, (void)err;
    memset(out, 0, sizeof *out);
    out->struct_size = sizeof *out;
    out->max_block = 1024;
    return PK_OK;
}

static const void *extension(pk_dev *dev, const char *name, uint32_t version) {
    (void)dev, (void)name, (void)version;
    return NULL;
}

static const pk_plugin plugin = {
    .struct_size = sizeof plugin,
    .abi = PK_ABI_VERSION,
    .name = "cc",
    .version = "1",
    .build_id = "cc 1", /* changes when emit.c prints something else */
    .device_count = device_count,
    .device_info = device_info,
    .device_open = device_open,
    .device_close = device_close,
    .device_caps = device_caps,
    .target_caps = target_caps,
    .emit = cc_emit,
    .artifact_free = cc_artifact_free,
    .mem_new = mem_new,
    .mem_import = mem_import,
    .mem_free = mem_free,
    .mem_address = mem_address,
    .queue_new = queue_new,
    .queue_free = queue_free,
    .copy = copy,
    .fill = fill,
    .launch = cc_launch,
    .flush = nothing_to_wait_for,
    .sync = nothing_to_wait_for,
    .event_new = event_new,
    .event_free = event_free,
    .event_record = event_record,
    .event_wait = event_wait,
    .event_sync = event_sync,
    .event_elapsed = event_elapsed,
    .module_load = cc_module_load,
    .module_binary = cc_module_binary,
    .module_free = cc_module_free,
    .function = cc_function,
    .function_limits = function_limits,
    .extension = extension,
    .event_query = event_query,
};

PK_API const pk_plugin *pk_plugin_query(uint32_t host_abi, pk_error *err) {
    if (PK_ABI_MAJOR(host_abi) != PK_ABI_MAJOR(PK_ABI_VERSION)) {
        cc_fail(err, PK_PLUGIN_ABI, "the plugin cc speaks another ABI");
        return NULL;
    }
    return &plugin;
}
