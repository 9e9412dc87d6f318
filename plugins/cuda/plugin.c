/* SPDX-License-Identifier: Apache-2.0 */
/* The cuda plugin: PTX and the CUDA Driver API. It needs libcuda.so.1 to run
 * a kernel, and nothing at all to emit one. */
#include "plugins/cuda/cuda.h"
#include "plugins/entry.h"

#include <string.h>

static const void *extension(pk_dev *dev, const char *name, uint32_t version) {
    (void)dev;
    if (version != 1)
        return NULL;
    return strcmp(name, "native") == 0    ? (const void *)&pk_cuda_native
           : strcmp(name, "targets") == 0 ? (const void *)&pk_cuda_targets
                                          : NULL;
}

static char build_id[PK_BUILD_ID_MAX];

static const pk_plugin plugin = {
    .struct_size = sizeof plugin,
    .abi = PK_ABI_VERSION,
    .name = "cuda",
    .version = "0.1.0",
    .build_id = build_id,
    .device_count = pk_cuda_device_count,
    .device_info = pk_cuda_device_info,
    .device_open = pk_cuda_device_open,
    .device_close = pk_cuda_device_close,
    .device_caps = pk_cuda_device_caps,
    .target_caps = pk_cuda_target_caps,
    .emit = pk_cuda_emit,
    .artifact_free = pk_cuda_artifact_free,
    .mem_new = pk_cuda_mem_new,
    .mem_import = pk_cuda_mem_import,
    .mem_free = pk_cuda_mem_free,
    .mem_address = pk_cuda_mem_address,
    .queue_new = pk_cuda_queue_new,
    .queue_free = pk_cuda_queue_free,
    .copy = pk_cuda_copy,
    .fill = pk_cuda_fill,
    .launch = pk_cuda_launch,
    .flush = pk_cuda_flush,
    .sync = pk_cuda_sync,
    .event_new = pk_cuda_event_new,
    .event_free = pk_cuda_event_free,
    .event_record = pk_cuda_event_record,
    .event_wait = pk_cuda_event_wait,
    .event_sync = pk_cuda_event_sync,
    .event_elapsed = pk_cuda_event_elapsed,
    .module_load = pk_cuda_module_load,
    .module_binary = pk_cuda_module_binary,
    .module_free = pk_cuda_module_free,
    .function = pk_cuda_function,
    .function_limits = pk_cuda_function_limits,
    .extension = extension,
    .copy_rows = pk_cuda_copy_rows,
    .memory_info = pk_cuda_memory_info,
    .event_query = pk_cuda_event_query,
    .call = pk_cuda_call,
    .suggest_block = pk_cuda_suggest_block,
    .graph_begin = pk_cuda_graph_begin,
    .graph_end = pk_cuda_graph_end,
    .graph_launch = pk_cuda_graph_launch,
    .graph_free = pk_cuda_graph_free,
};

const pk_plugin *pk_plugin_query(uint32_t host_abi, pk_error *err) {
    return pk_plugin_enter("cuda", PK_ABI_VERSION, host_abi, build_id, "", err)
               ? &plugin
               : NULL;
}
