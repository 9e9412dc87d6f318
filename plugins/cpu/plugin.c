/* SPDX-License-Identifier: Apache-2.0 */
/* The cpu plugin: this machine's processor as a device.
 *
 * Device memory is host memory, so imports are free and addresses go into the
 * parameter block as they are. Queues run their work at once: a launch
 * runs to its end on the caller and the host's threads. */
#include "plugins/cpu/cpu.h"

#include "base/error.h"
#include "base/try.h"
#include "plugins/entry.h"
#include "plugins/immediate_events.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MEMORY_ALIGN = 64, LARGE = 4 << 20 };

static void *take(const pk_host *host, size_t size, pk_error *err) {
    void *p = host->allocator->alloc(host->allocator->self, size);

    if (p)
        memset(p, 0, size);
    else
        pk_fail_no_memory(err);
    return p;
}

static void give(const pk_host *host, void *p, size_t size) {
    host->allocator->release(host->allocator->self, p, size);
}

/* ---- devices ---- */

static pk_status device_count(const pk_host *host, uint32_t *count,
                              pk_error *err) {
    (void)host;
    (void)err;
    *count = 1;
    return PK_OK;
}

static pk_status device_info(const pk_host *host, uint32_t index,
                             pk_dev_info *out, pk_error *err) {
    (void)host;
    if (index > 0)
        return pk_fail(err, PK_NO_DEVICE, "there is one cpu device");
    *out = (pk_dev_info){.struct_size = sizeof *out, .is_cpu = 1};
    pk_cpu_describe(out->name, sizeof out->name);
    snprintf(out->platform, sizeof out->platform, "native code by LLVM %s",
             PORTKERN_LLVM_VERSION);
    return PK_OK;
}

static pk_status device_open(const pk_host *host, uint32_t index, pk_dev **out,
                             pk_error *err) {
    pk_caps caps;
    pk_dev *dev;
    unsigned long none;

    if (index > 0)
        return pk_fail(err, PK_NO_DEVICE, "there is one cpu device");
    PK_TRY(pk_cpu_device_target(host, &caps, err));
    dev = take(host, sizeof *dev, err);
    if (!dev)
        return PK_NO_MEMORY;
    dev->host = host;
    dev->caps = caps;
    dev->order = pk_cpu_code_has(host, "reversed", &none)   ? PK_CPU_REVERSED
                 : pk_cpu_code_has(host, "shuffled", &none) ? PK_CPU_SHUFFLED
                                                            : PK_CPU_IN_ORDER;
    dev->stores = pk_cpu_code_has(host, "streams", &none)  ? PK_CPU_STREAMED
                  : pk_cpu_code_has(host, "caches", &none) ? PK_CPU_CACHED
                                                           : PK_CPU_AS_IT_PAYS;
    *out = dev;
    return PK_OK;
}

static void device_close(pk_dev *dev) {
    give(dev->host, dev, sizeof *dev);
}

static pk_status device_caps(pk_dev *dev, pk_caps *out, pk_error *err) {
    (void)err;
    *out = dev->caps;
    return PK_OK;
}

/* ---- memory ---- */

static pk_status mem_import(pk_dev *dev, void *memory, uint64_t size,
                            pk_mem **out, pk_error *err) {
    pk_mem *mem = take(dev->host, sizeof *mem, err);

    (void)size;
    if (!mem)
        return PK_NO_MEMORY;
    mem->dev = dev;
    mem->base = memory;
    *out = mem;
    return PK_OK;
}

/* Large arrays go into large pages where the system has them: a kernel that
 * streams through memory would else wait for address translation. */
static void ask_for_large_pages(char *base, uint64_t size) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t first = ((uintptr_t)base + page - 1) / page * page;

    if (size >= LARGE)
        madvise((void *)first, (uintptr_t)base + size - first, MADV_HUGEPAGE);
}

static pk_status mem_new(pk_dev *dev, uint64_t size, uint32_t flags,
                         pk_mem **out, pk_error *err) {
    const pk_allocator *a = dev->host->allocator;
    pk_mem *mem;
    uintptr_t at;

    (void)flags;
    if (size > SIZE_MAX / 2)
        return pk_fail(err, PK_NO_DEVICE_MEMORY, "a buffer of %llu bytes",
                       (unsigned long long)size);
    PK_TRY(mem_import(dev, NULL, size, &mem, err));
    mem->block_size = (size_t)size + MEMORY_ALIGN;
    mem->block = a->alloc(a->self, mem->block_size);
    if (!mem->block) {
        give(dev->host, mem, sizeof *mem);
        return pk_fail(err, PK_NO_DEVICE_MEMORY,
                       "no memory for a buffer of %llu bytes",
                       (unsigned long long)size);
    }
    at = (uintptr_t)mem->block + MEMORY_ALIGN - 1;
    mem->base = (char *)(at & ~(uintptr_t)(MEMORY_ALIGN - 1));
    ask_for_large_pages(mem->base, size);
    *out = mem;
    return PK_OK;
}

static void mem_free(pk_mem *mem) {
    const pk_host *host = mem->dev->host;

    if (mem->block)
        give(host, mem->block, mem->block_size);
    give(host, mem, sizeof *mem);
}

static void mem_address(pk_mem *mem, uint64_t *device, void **memory) {
    *device = (uint64_t)(uintptr_t)mem->base;
    *memory = mem->base;
}

/* ---- queues ---- */

static pk_status queue_new(pk_dev *dev, pk_que **out, pk_error *err) {
    pk_que *que = take(dev->host, sizeof *que, err);

    if (!que)
        return PK_NO_MEMORY;
    que->dev = dev;
    *out = que;
    return PK_OK;
}

static void queue_free(pk_que *que) {
    const pk_host *host = que->dev->host;

    if (que->block)
        give(host, que->block, que->block_size);
    give(host, que, sizeof *que);
}

static char *place(pk_ref ref) {
    return (ref.mem ? ref.mem->base : (char *)ref.host) + ref.offset;
}

static pk_status copy(pk_que *que, pk_ref dst, pk_ref src, uint64_t size,
                      pk_error *err) {
    (void)que;
    (void)err;
    if (size)
        memmove(place(dst), place(src), (size_t)size);
    return PK_OK;
}

static pk_status fill(pk_que *que, pk_ref dst, uint64_t size,
                      const void *pattern, uint32_t pattern_size,
                      pk_error *err) {
    char *at = place(dst);
    uint64_t done = size < pattern_size ? size : pattern_size;

    (void)que;
    (void)err;
    if (size == 0)
        return PK_OK;
    memcpy(at, pattern, (size_t)done);
    for (uint64_t more; done < size; done += more) {
        more = size - done < done ? size - done : done;
        memcpy(at + done, at, (size_t)more);
    }
    return PK_OK;
}

static pk_status flush(pk_que *que, pk_error *err) {
    (void)que;
    (void)err;
    return PK_OK;
}

/* ---- events ---- */

static pk_status event_new(pk_dev *dev, pk_evt **out, pk_error *err) {
    return pk_immediate_event_new(dev->host->allocator, out, err);
}

/* ---- modules ---- */

static pk_status module_load(pk_dev *dev, const pk_artifact *artifact,
                             const pk_entry *entries, uint32_t entry_count,
                             pk_mod **out, pk_error *err) {
    (void)entries;
    (void)entry_count;
    return pk_cpu_module_load(dev, artifact, out, err);
}

static pk_status module_binary(pk_mod *mod, pk_artifact *out, pk_error *err) {
    return pk_cpu_artifact_copy(mod->dev->host, mod->blob, mod->blob_size, out,
                                err);
}

static pk_status function(pk_mod *mod, const char *name, pk_fun **out,
                          pk_error *err) {
    for (uint32_t i = 0; i < mod->fun_count; i++)
        if (!strcmp(mod->funs[i].name, name)) {
            *out = &mod->funs[i];
            return PK_OK;
        }
    return pk_fail(err, PK_NAME, "no kernel %s in the module", name);
}

static pk_status function_limits(pk_fun *fun, pk_fun_limits *out,
                                 pk_error *err) {
    (void)err;
    *out = (pk_fun_limits){.struct_size = sizeof *out,
                           .max_block = fun->mod->dev->caps.max_block,
                           .local_bytes = (uint32_t)fun->scratch};
    return PK_OK;
}

static const void *extension(pk_dev *dev, const char *name, uint32_t version) {
    (void)dev;
    if (version != 1)
        return NULL;
    return strcmp(name, "host") == 0      ? (const void *)&pk_cpu_host
           : strcmp(name, "targets") == 0 ? (const void *)&pk_cpu_targets
           : strcmp(name, "improve") == 0 ? (const void *)&pk_cpu_improve
                                          : NULL;
}

/* ---- the table ---- */

static char build_id[PK_BUILD_ID_MAX];

static const pk_plugin table = {
    .struct_size = sizeof table,
    .abi = PK_ABI_VERSION,
    .name = "cpu",
    .version = PORTKERN_VERSION,
    .build_id = build_id,
    .device_count = device_count,
    .device_info = device_info,
    .device_open = device_open,
    .device_close = device_close,
    .device_caps = device_caps,
    .target_caps = pk_cpu_target,
    .emit = pk_cpu_emit,
    .artifact_free = pk_cpu_artifact_free,
    .mem_new = mem_new,
    .mem_import = mem_import,
    .mem_free = mem_free,
    .mem_address = mem_address,
    .queue_new = queue_new,
    .queue_free = queue_free,
    .copy = copy,
    .fill = fill,
    .launch = pk_cpu_launch,
    .flush = flush,
    .sync = flush,
    .event_new = event_new,
    .event_free = pk_immediate_event_free,
    .event_record = pk_immediate_event_record,
    .event_wait = pk_immediate_event_wait,
    .event_sync = pk_immediate_event_sync,
    .event_elapsed = pk_immediate_event_elapsed,
    .module_load = module_load,
    .module_binary = module_binary,
    .module_free = pk_cpu_module_free,
    .function = function,
    .function_limits = function_limits,
    .extension = extension,
    .event_query = pk_immediate_event_query,
};

const pk_plugin *pk_plugin_query(uint32_t host_abi, pk_error *err) {
    return pk_plugin_enter("cpu", PK_ABI_VERSION, host_abi, build_id,
                           " LLVM " PORTKERN_LLVM_VERSION, err)
               ? &table
               : NULL;
}
